"""The house: imports run downwards, rule sets are data, modules are small and say what for."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import squeezebox
from strategies import NAMES

HOUSE = Path(squeezebox.__file__).parent
PACKAGE = "squeezebox"

FLOORS = (
    {"errors"},
    {"catalogue", "cards", "actions", "bellows", "statistics"},
    {"rules", "picture"},
    {"deals", "refusal"},
    {"table"},
    {"game", "gestures", "perft", "words"},
    {"record", "solver"},
    {"players"},
    {"survey"},
    {"coach"},
    {"rulebook"},
    {"web", "terminal"},
    {"bench"},
    {"cli"},
    {"__main__"},
)
"""From the ground up; a module imports only from floors below its own. `solver` and other
packages keep their own order inside."""

FLOOR = {name: floor for floor, names in enumerate(FLOORS) for name in names}

FACES = {"web", "terminal", "bench", "cli", "__main__"}
"""What people and programs call; only they need to know the version."""

PLAIN = ("cards", "deals", "rules", "table", "game", "record")
"""With all they import they use the standard library only."""


def modules() -> dict[str, ast.Module]:
    """Every module of the package by its dotted name (without the package's own)."""
    found = {}
    for path in sorted(HOUSE.rglob("*.py")):
        parts = path.relative_to(HOUSE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


MODULES = modules()
INSIDE = {name: tree for name, tree in MODULES.items() if name != "__init__"}
PACKAGES = {path.parent.name for path in HOUSE.rglob("__init__.py")}


def imported(name: str, tree: ast.Module) -> set[str]:
    """What a module imports: dotted names, those of this package beginning with its name."""
    place = [PACKAGE] if name == "__init__" else [PACKAGE, *name.split(".")]
    is_package = name == "__init__" or name.rsplit(".", maxsplit=1)[-1] in PACKAGES
    here = place if is_package else place[:-1]
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = here[: len(here) - node.level + 1] if node.level else []
            whole = ".".join([*base, *([node.module] if node.module else [])])
            if whole == PACKAGE:  # `from . import cards`, `from squeezebox import Game`
                found |= {f"{PACKAGE}.{alias.name}" for alias in node.names}
            else:
                for alias in node.names:  # a module of a package, or a name of a module
                    inner = f"{whole}.{alias.name}"
                    found.add(inner if inner.removeprefix(f"{PACKAGE}.") in INSIDE else whole)
    return found


def room(dotted: str) -> str:
    """The part of the house a dotted name belongs to: `solver` for `squeezebox.solver.verdict`."""
    return dotted.split(".")[1]


def of_house(name: str, tree: ast.Module) -> set[str]:
    return {
        room(dotted)
        for dotted in imported(name, tree)
        if dotted.split(".")[0] == PACKAGE and dotted != PACKAGE
    }


@pytest.mark.parametrize("name", INSIDE)
def test_every_module_has_its_floor(name: str) -> None:
    assert name.split(".", maxsplit=1)[0] in FLOOR, "a new room: say in FLOORS where it stands"


@pytest.mark.parametrize("name", INSIDE)
def test_imports_run_downwards_only(name: str) -> None:
    own = name.split(".", maxsplit=1)[0]
    for other in of_house(name, INSIDE[name]) - {own}:
        if other in FLOOR:
            assert FLOOR[other] < FLOOR[own], f"{name} imports {other}"
        else:  # a name of the package itself
            assert own in FACES, f"{name} imports {other} from the top of the house"
    assert PACKAGE not in imported(name, INSIDE[name]) or own in FACES


def test_imports_inside_a_package_have_no_circle() -> None:
    rooms = {
        name: {
            dotted.removeprefix(f"{PACKAGE}.")
            for dotted in imported(name, tree)
            if dotted.removeprefix(f"{PACKAGE}.") in INSIDE
        }
        for name, tree in INSIDE.items()
    }
    while rooms:
        free = {name for name, needs in rooms.items() if not needs & (rooms.keys() - {name})}
        assert free, f"a circle among {sorted(rooms)}"
        rooms = {name: needs for name, needs in rooms.items() if name not in free}


@pytest.mark.parametrize("start", PLAIN)
def test_the_rules_need_the_standard_library_only(start: str) -> None:
    waiting, seen = [start], {start}
    while waiting:
        name = waiting.pop()
        for dotted in imported(name, INSIDE[name]):
            if dotted.split(".")[0] == PACKAGE:
                if room(dotted) not in seen:
                    seen.add(room(dotted))
                    waiting.append(room(dotted))
            else:
                assert dotted.split(".")[0] in sys.stdlib_module_names, f"{name} needs {dotted}"


def test_the_check_of_imports_sees_all_forms() -> None:
    code = "import a.b\nfrom . import cards, planes\nfrom .table import Table\n"
    code += "from squeezebox import Game\ndef f():\n    from ..rules import RuleSet\n"
    found = imported("solver.x", ast.parse(code))
    assert found == {
        "a.b", "squeezebox.solver", "squeezebox.solver.planes", "squeezebox.solver.table",
        "squeezebox.Game", "squeezebox.rules",
    }  # fmt: skip


# ---------------------------------------------------------------- no rule set by its name

MENTIONS = {
    "game": {"accordion"},  # the default
    "rules": {"accordion", "compulsory"},  # the default, and a key of the text
    "words": {"compulsory"},  # that key
    "coach": {"accordion"},  # an example of what may be asked
    "web": {"accordion"},
    "terminal": {"accordion"},
    "cli": {"accordion"},
    "bench": set(NAMES),  # what is measured is named
}
"""Texts equal to a catalogue's name that may stand in code; comparing with one never may."""


def docstrings(tree: ast.Module) -> set[ast.expr]:
    """Texts that only say something: every expression that stands as a statement."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def names_in(tree: ast.AST) -> set[str]:
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in NAMES
    }


@pytest.mark.parametrize("name", INSIDE)
def test_no_code_asks_for_a_rule_set_by_name(name: str) -> None:
    own = name.split(".", maxsplit=1)[0]
    if own in ("catalogue", "rulebook"):
        return
    tree = INSIDE[name]
    silent = docstrings(tree)
    found = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in NAMES and node not in silent
    }
    assert found <= MENTIONS.get(own, set())


@pytest.mark.parametrize("name", INSIDE)
def test_no_code_compares_with_a_rule_sets_name(name: str) -> None:
    for node in ast.walk(INSIDE[name]):
        asks = isinstance(node, ast.Compare | ast.MatchValue) or (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("startswith", "endswith", "fullmatch", "match")
        )
        assert not (asks and names_in(node)), ast.unparse(node)


# ---------------------------------------------------------------- modules


@pytest.mark.parametrize("name", MODULES)
def test_every_module_says_what_it_is_for(name: str) -> None:
    assert ast.get_docstring(MODULES[name])


@pytest.mark.parametrize("path", sorted(HOUSE.rglob("*.py")), ids=lambda p: p.stem)
def test_no_module_is_too_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 450


@pytest.mark.parametrize("name", INSIDE)
def test_what_is_public_has_a_docstring(name: str) -> None:
    tree = INSIDE[name]
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node), f"{name}.{node.name}"
            for part in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(part, ast.FunctionDef) and not part.name.startswith("_"):
                    assert ast.get_docstring(part), f"{name}.{node.name}.{part.name}"
