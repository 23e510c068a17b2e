"""`docs/notions.toml`: one notion, the field's term, its classes and where they are."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache

import pytest

from tests.house.package import PACKAGE
from tools.notions import (
    PAGE,
    Module,
    Notion,
    read_modules,
    read_notions,
    shared_classes,
    updated_notions,
)


@cache
def the_modules() -> dict[str, Module]:
    return read_modules(PACKAGE)


def rows_by_class() -> dict[tuple[str, str], Notion]:
    return {
        (row.module, name): row for row in read_notions(PAGE) for name in row.classes
    }


def test_every_class_that_other_packages_use_has_a_notion() -> None:
    missing = shared_classes(the_modules()) - set(rows_by_class())
    assert not missing, "describe them in docs/notions.toml: python tools/notions.py"


def test_every_class_of_a_notion_is_in_its_module() -> None:
    modules = the_modules()
    wrong = {
        (module, name)
        for module, name in rows_by_class()
        if module not in modules or name not in modules[module].classes
    }
    assert not wrong, "run python tools/notions.py"


def test_a_class_has_one_notion_and_a_notion_one_row() -> None:
    rows = read_notions(PAGE)
    classes = Counter((row.module, name) for row in rows for name in row.classes)
    notions = Counter(row.notion for row in rows)
    assert max(classes.values()) == 1
    assert max(notions.values()) == 1
    assert all(row.notion and row.classes for row in rows)
    assert all(row.term for row in rows if row.source)


def test_every_source_is_given_in_full_and_every_one_given_is_cited() -> None:
    given = tomllib.loads(PAGE.read_text(encoding="utf-8"))["sources"]
    assert {row.source for row in read_notions(PAGE) if row.source} == set(given)


MODULES = {
    "mystpy.game.deck": Module(
        {"Deck": "A deck. More.", "Suit": "A suit.", "Pile": "A pile."},
        {"Pile": "Deck"},
        frozenset(),
    ),
    "mystpy.show.deck": Module(
        {},
        {},
        frozenset({("mystpy.game.deck", "Deck"), ("mystpy.game.deck", "Pile")}),
    ),
}


def test_a_class_without_a_row_is_noticed_and_gets_one_with_its_subclasses() -> None:
    wanted = shared_classes(MODULES)
    assert wanted == {("mystpy.game.deck", "Deck"), ("mystpy.game.deck", "Pile")}
    rows = updated_notions([], MODULES, wanted)
    assert rows == [Notion("A deck", "", "", "mystpy.game.deck", ("Deck", "Pile"))]


@pytest.mark.parametrize(
    ("row", "classes"),
    [
        (Notion("a deck", "", "", "mystpy.game.names", ("Deck",)), ("Deck",)),
        (Notion("a deck", "", "", "mystpy.game.deck", ("Deck", "Gone")), ("Deck",)),
    ],
)
def test_rows_follow_their_classes(row: Notion, classes: tuple[str, ...]) -> None:
    found = updated_notions([row], MODULES, {("mystpy.game.deck", "Deck")})
    assert found == [Notion("a deck", "", "", "mystpy.game.deck", classes)]


def test_what_people_wrote_stays() -> None:
    row = Notion("a suit", "colour", "Hoyle", "mystpy.game.deck", ("Suit",))
    found = updated_notions([row], MODULES, shared_classes(MODULES))
    assert row in found
    assert len(found) == 2
