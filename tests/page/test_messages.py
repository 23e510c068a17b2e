"""Messages of mystpy in another language: each pattern fits one that mystpy gives."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Any

import pytest

from tests.page.words import LANGUAGES, PAGE, messages, pattern

CLUE = {"rules": "clue", "players": ["ann", "bob", "cid"], "board": True}
HAND = ["scarlett", "green", "knife", "pipe", "kitchen", "billiard"]
PLACE = re.compile(r"(?:[^:\n]{1,40}:)?\d+:\d+: ")

GAMES: list[dict[str, Any]] = [
    CLUE | {"players": ["ann"]},
    CLUE | {"players": ["ann", "ann"]},
    CLUE | {"players": [f"p{k}" for k in range(25)]},
    {"rules": "myst", "m": 0, "n": 2, "p": 3, "q": 2},
    {"rules": "myst", "m": 1, "n": 2, "p": 3, "q": 12},
]
"""Games that cannot be."""

HANDS = [["scarlett"], [*HAND[:5], "bilard"]]
LINES = [
    *("nonsense", "zzz", "undo x", "undo 9", "advice bob", "know dora", "ask K("),
    *("ann: plum rope", "ann: plum rope halll -> nobody", "ann: plum knife rope"),
    *("bob: plum rope hall -> nobody", "ann: plum rope hall -> bob shows"),
    *("ann: plum rope hall -> dan shows", "ann: scarlett rope hall -> bob shows green"),
    "ann: scarlett rope hall -> bob shows scarlett",
    "ann: plum rope hall -> bob shows hall, cid shows",
    *("ann: plum rope hall -> bob maybe", "ann plum rope hall", "asks(1,{plum})"),
    *("ask K(1,h(2,xx))", "ask K(9,h(2,rope))"),
]
"""Wrong lines that somebody writes at the table."""

SAID = "ann: plum rope hall -> bob passes, cid shows rope"
ASKED = "asks(1,{plum,rope,hall})"
NEXT = (SAID, "noguess(1)", "endturn(1)", "asks(2,{plum,knife,study})")
THIRD = (SAID, "bob: -", "noguess(2)", "endturn(2)", "asks(3,{plum,rope,hall})")
TURNS = [
    *(("no(2)",), ("ann: plum plum hall",), (SAID, "cid: plum rope hall")),
    *((SAID, "no(2)"), (SAID, ASKED), (SAID, "endturn(1)")),
    *((ASKED, "no(3)"), (ASKED, "no(1)"), (ASKED, "no(2)", "no(2)")),
    *((ASKED, "no(2)", "noguess(1)"), (ASKED, "yes(2)", "noguess(1)")),
    (ASKED, "yes(2)", "shows(2,1,hall)", "noguess(1)", "noguess(1)"),
    *((*NEXT[:3], "no(3)"), (*NEXT[:3], "noask(1)"), (*NEXT, "no(1)")),
    *((*NEXT, "no(3)", each) for each in ("no(2)", "no(3)", "noguess(2)")),
    (*NEXT, "no(3)", "yes(1)", "no(1)"),
    (*NEXT, "no(3)", "yes(1)", "shows(1,2,knife)", "endturn(2)"),
    (*NEXT, "no(3)", "yes(1)", "shows(1,2,knife)", NEXT[3]),
    *((*THIRD, "no(2)"), (*THIRD, "no(1)", "no(1)"), (*THIRD, "no(1)", "yes(2)")),
    (SAID, "bob: plum knife study -> cid passes, ann passes"),
    (SAID, "bob: white rope study -> cid passes, ann passes"),
    (SAID, "bob: white knife study -> cid passes, ann shows study"),
    (SAID, "bob: white wrench study -> cid passes, ann shows"),
    (SAID, "bob: -", "cid: -", "ann: plum wrench hall -> bob shows hall"),
    (SAID, "bob: plum rope hall -> cid -, ann -, cid -"),
    (SAID, "bob: plum rope hall -> ann -, cid -"),
    (SAID, "bob: plum rope hall -> bob -"),
    (SAID, "bob accuses plum rope"),
    (SAID, "ann accuses white wrench hall: wrong", "bob: -", "cid: -", "ann: -"),
]
"""Lines after which the last one cannot be."""

FORMULAS = ["foo(2)", "K(1,h(2,xx)", "K(9,h(2,rope))"]
FILES = ["rubbish", "[game]\nrules = 'clue'\n"]


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return all messages of mystpy to wrong input."""
    sys.path.insert(0, str(PAGE))
    face: Any = import_module("face")
    table: Any = import_module("table")

    before = table.NOTES
    face.ANSWERS |= table.ANSWERS
    table.NOTES = tmp_path_factory.mktemp("notes") / "table.notes"
    try:
        return list(_said(face, table))
    finally:
        table.TABLE.close()
        table.NOTES = before
        sys.path.remove(str(PAGE))


def _put(face: Any, name: str, *given: object) -> Iterator[str]:
    found = json.loads(face.answer(name, json.dumps(given)))
    for text in (found.get("error"), found.get("hint"), *found.get("failed", ())):
        if text:
            place = PLACE.match(text)
            yield text[place.end() :] if place else text


def _said(face: Any, table: Any) -> Iterator[str]:
    put = partial(_put, face)
    for game in GAMES:
        yield from put("game_of", game)
    for hand in HANDS:
        yield from put("begin", CLUE, {"ann": hand}, "ann")
    assert not list(put("begin", CLUE, {"ann": HAND}, "ann"))
    for line in LINES:
        yield from put("record", line)
        if table.TABLE.notebook.entries:
            assert not list(put("record", "undo 1"))
    for formula in FORMULAS:
        yield from put("ask", formula)
    for *before, line in TURNS:
        assert not list(put("begin", CLUE, {"ann": HAND}, "ann"))
        assert not [text for each in before for text in put("record", each)]
        yield from put("record", line)
    for file in FILES:
        yield from put("open_text", file)


@pytest.mark.parametrize(
    "language", [language for language in LANGUAGES if language != "en"]
)
def test_each_pattern_fits_a_message_that_is_given(
    language: str, said: list[str]
) -> None:
    rows = messages(language)
    idle = [
        english
        for english, _ in rows
        if not any(pattern(english).fullmatch(text) for text in said)
    ]
    assert not idle, "mystpy does not say any more:\n" + "\n".join(idle)


@pytest.mark.parametrize(
    "language", [language for language in LANGUAGES if language != "en"]
)
def test_most_of_what_is_said_is_translated(language: str, said: list[str]) -> None:
    patterns = [pattern(english) for english, _ in messages(language)]
    left = {text for text in said if not any(one.fullmatch(text) for one in patterns)}
    assert len(left) <= len(set(said)) // 5, "\n".join(sorted(left))
