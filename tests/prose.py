"""The rules once more, straight from their prose: dumb, slow, and independent of `table`.

It asks of every action that could be written down whether a sentence of the rules allows
it, where `table` generates what is allowed. It works on texts of cards and shares nothing
with the program but the fields of a rule set.
"""

from __future__ import annotations

from squeezebox import RuleSet, Table


def match(one: str, other: str) -> bool:
    """Two cards match when they have the same rank or the same suit."""
    return one[0] == other[0] or one[1] == other[1]


def merge_is_legal(rules: RuleSet, tops: list[str], i: int, j: int, under: bool) -> bool:
    """Whether the pile at i may go over or under the pile at j (places from 1)."""
    distance = abs(i - j)
    if i == j or distance not in rules.distances:
        return False
    if j > i and not rules.both_ways:
        return False
    if (under and rules.place == "over") or (not under and rules.place == "under"):
        return False
    if not match(tops[i - 1], tops[j - 1]):
        return False
    if distance == 1 or rules.priority == "none":
        return True
    # A leap, where slides come first: this pile's own, or any in the row.
    piles = [i] if rules.priority == "pile" else list(range(1, len(tops) + 1))
    for pile in piles:
        for neighbour in (pile - 1, pile + 1):
            if neighbour > pile and not rules.both_ways:
                continue
            if 1 <= neighbour <= len(tops) and match(tops[pile - 1], tops[neighbour - 1]):
                return False
    return True


def legal(table: Table) -> list[str]:
    """The texts of all legal single actions, each once."""
    rules = table.rules
    tops = [str(pile[-1]) for pile in table.row]
    count = len(tops)
    found = []
    if rules.discard == "none":
        for i in range(1, count + 1):
            for j in range(1, count + 1):
                if merge_is_legal(rules, tops, i, j, under=False):
                    found.append(f"{i}-{j}")
                if merge_is_legal(rules, tops, i, j, under=True):
                    found.append(f"{i}_{j}")
    elif rules.discard == "between":
        for place in range(2, count):
            if 2 in rules.distances and match(tops[place - 2], tops[place]):
                found.append(f"x{place}")
        for place in range(2, count - 1):
            if 3 in rules.distances and match(tops[place - 2], tops[place + 1]):
                found.append(f"x{place}-{place + 1}")
    else:
        for i in range(1, count + 1):
            for j in range(1, i):
                if i - j in rules.distances and match(tops[i - 1], tops[j - 1]):
                    found.append(f"{i}-{j}")
    if table.stock and not (rules.compulsory and found):
        found.append("d")
    return found


def after(table: Table, action: str) -> tuple[list[list[str]], list[str], list[str]]:
    """Row, stock and discards after a legal single action, as texts."""
    row = [[str(card) for card in pile] for pile in table.row]
    stock, heap = [str(card) for card in table.stock], [str(card) for card in table.discards]
    if action == "d":
        return [*row, [stock[0]]], stock[1:], heap
    if action.startswith("x"):
        first, _, last = action[1:].partition("-")
        gone = list(range(int(first), int(last or first) + 1))
    elif table.rules.discard == "pair":
        gone = sorted(int(place) for place in action.split("-"))
    else:
        under = "_" in action
        i, j = (int(place) for place in action.split("_" if under else "-"))
        mover, other = row[i - 1], row[j - 1]
        row[j - 1] = mover + other if under else other + mover
        return [pile for place, pile in enumerate(row, 1) if place != i], stock, heap
    for place in gone:
        heap += row[place - 1]
    return [pile for place, pile in enumerate(row, 1) if place not in gone], stock, heap


def outcome(table: Table) -> str:
    """Note 3: the first of won, lost, stuck that holds; else open."""
    tops = [str(pile[-1]) for pile in table.row]
    stock = [str(card) for card in table.stock]
    target = None if table.target is None else str(table.target)
    if not stock and len(tops) <= table.rules.goal and (target is None or target in tops):
        return "won"
    covered = any(target in map(str, pile[:-1]) for pile in table.row)
    if target is not None and (covered or target in map(str, table.discards)):
        return "lost"
    return "open" if legal(table) else "stuck"
