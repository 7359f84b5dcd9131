"""Many deals and targets at once: each is solved as it is alone, in order, within bounds."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from solved import check, same
from squeezebox import Game, SetupError, read_rules, solve
from squeezebox.catalogue import LISTED
from squeezebox.solver import Verdict
from squeezebox.solver.many import Deals, targets


def test_one_deal_out_of_time_leaves_the_others_alone() -> None:
    hard = Deals(read_rules("leap-2"), budget=0.01)
    assert any(hard.solve(number).verdict is Verdict.UNKNOWN for number in range(1, 30))
    assert not hard.cancel[0]
    easy = Deals(read_rules("accordion"))
    for numbers in ([1, 2], [3], [4, 5]):  # one after the other, as between decks of a call
        assert [found.verdict for _, found in easy.solve_all(numbers)] == [
            Verdict.WINNABLE for _ in numbers
        ]


BATCHES = [
    *(entry.name for entry in LISTED if entry.name != "virtuoso"),
    "royal-marriage(deck=5)",
    "royal-marriage(compulsory)",
    "push-pin(goal=30)",
    "push-pin(goal=52)",
    "compulsory(discard=pair; goal=0)",
    "compulsory(target=named)",
    "accordion(discard=pair; goal=0)",
    "accordion(deck=40; goal=45)",
    "relaxed(priority=row)",
]


@pytest.mark.parametrize("name", BATCHES)
def test_many_deals_are_solved_as_each_alone(name: str) -> None:
    rules = read_rules(name)
    for layout in rules.layouts:
        bounds = {"nodes": 20_000, "budget": 600, "seed": 3}
        solver = Deals(rules, layout=layout, **bounds)
        for number, found in solver.solve_all([2**32 - 1, *range(20)]):
            game = Game(rules, deal=number, layout=layout)
            check(found, game.table)
            assert same(found, solve(game, **bounds)), number
            assert str(found.line) == " ".join(map(str, found.actions))


@pytest.mark.parametrize(
    "bounds", [{"nodes": 1}, {"nodes": 400}, {"memory": 1, "nodes": 50_000}, {"seed": 8}]
)
@pytest.mark.parametrize("name", ["accordion", "compulsory", "late-binding", "push-pin"])
def test_bounds_are_those_of_each_deal(name: str, bounds: dict[str, int]) -> None:
    for number, found in Deals(read_rules(name), budget=600, **bounds).solve_all(range(15)):
        assert same(found, solve(Game(name, deal=number), budget=600, **bounds)), number


def test_many_deals_are_solved_in_their_order() -> None:
    numbers = [7, 3, 2**32 - 1, *range(100, 400)]
    for name in ("accordion", "skidoo", "royal-marriage", "idle-year", "late-binding", "leap-4"):
        found = list(Deals(read_rules(name)).solve_all(numbers, 2))
        assert [number for number, _ in found] == numbers
        again = Deals(read_rules(name)).solve_all(numbers, 1)
        for (_, one), (_, other) in zip(found, again, strict=True):
            assert same(one, other)


def test_targets_are_those_of_the_deals() -> None:
    game = Game("accordion(deck=30)", deal=11, layout="stock")
    found = list(targets(game, nodes=100_000, budget=600))
    assert [card for card, _ in found] == list(game.deck[2:])
    for card, solution in found[::5]:
        twin = Game("virtuoso(deck=30)", deal=11, layout="stock", target=card)
        check(solution, twin.table)
        assert same(solution, solve(twin, nodes=100_000, budget=600))
    with pytest.raises(SetupError, match="target"):
        targets(Game("push-pin", deal=1))


def test_a_deal_that_cannot_have_the_target_is_named() -> None:
    rules, card = read_rules("virtuoso(deck=26)"), Game("virtuoso", deal=5, target="KS").deck[0]
    found = Deals(rules, target=card, nodes=1000).solve_all([5])
    with pytest.raises(SetupError, match=f"deal 5: the target can't be {card}"):
        next(found)


def test_what_was_found_comes_before_what_is_wrong() -> None:
    def numbers() -> Iterator[int]:
        yield from range(5)
        raise SetupError("no more")

    found = Deals(read_rules("accordion")).solve_all(numbers())
    assert [number for number, _ in itertools.islice(found, 5)] == list(range(5))
    with pytest.raises(SetupError, match="no more"):
        next(found)


@pytest.mark.parametrize("name", ["leap-2", "compulsory", "late-binding", "push-pin"])
def test_answers_end_when_cancelled(name: str) -> None:
    solver = Deals(read_rules(name), budget=3600)
    found = solver.solve_all(range(10**6))
    first, _ = next(found)
    solver.cancel[0] = 1
    assert first == 0
    assert len(list(found)) < 10**5
