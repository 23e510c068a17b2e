"""A counterexample meets what the section of its statement presupposes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain, islice, product
from pathlib import Path
from typing import Any

import pytest

from mystpy.game.game import Game
from mystpy.theses.bench import statements
from tests.theses.section_premises import (
    SECTION_OF,
    SECTIONS,
    Case,
    Section,
    assert_case_meets_premises,
    conditions,
    premises_broken,
    rules_of,
)
from tests.theses.test_verdicts import EXPECTED, FULL

PAGE = Path(__file__).parents[2] / "docs" / "theorems.json"
ROWS = json.loads(PAGE.read_text("utf-8"))
REFUTED = ("FALSE", "MISPRINTED", "ANSWERED:no")
DEALS = tuple("a, a|b, ε|ε, a|ε, ε|ε|ε, a|b|c, a|bc, a|bc|ε, ab|c|d".split(", "))
EACH_SECTION = pytest.mark.parametrize("section", SECTIONS, ids=lambda s: s["place"])
EACH_CONDITION = pytest.mark.parametrize(
    ("section", "part"),
    [(section, part) for section in SECTIONS for part in conditions(section)],
    ids=lambda each: each if isinstance(each, str) else each["place"],
)


def test_every_refuted_row_has_the_bounds_of_one_section() -> None:
    texts = {name: f"{EXPECTED[name]} {FULL.get(name, '')}" for name in EXPECTED}
    refuted = {n for n, text in texts.items() if any(word in text for word in REFUTED)}
    rows = [name for section in SECTIONS for name in section["rows"]]
    assert len(rows) == len(set(rows))
    assert set(rows) == refuted
    assert all(section["place"] for section in SECTIONS)


@EACH_SECTION
def test_each_reading_that_drops_a_bound_is_there(section: Section) -> None:
    words = [
        reading.words
        for name in section["rows"]
        for reading in statements()[name].readings
    ]
    for part in section.get("without", ()):
        assert any(part in each for each in words), part


def test_the_counterexamples_of_the_page_meet_their_premises() -> None:
    checked = set()
    for row in ROWS:
        for part in (row, *row.get("readings", ())):
            if case := part.get("counterexample"):
                words = "" if part is row else part["reading"]
                assert_case_meets_premises(row["id"], words, case)
                checked.add(row["id"])
    assert checked == SECTION_OF.keys()


def cases(rules: str) -> Iterator[Case]:
    """Small games or deals of these rules, smallest first."""
    sizes = range(1, 4)
    if rules == "myst":
        for n, m, p, q in product(sizes, sizes, range(2, 8), range(1, 12)):
            yield {"game": {"rules": "myst", "m": m, "n": n, "p": p, "q": q}}
    elif rules == "clue":
        cards = [f"s{k}" for k in range(1, 22)]
        for number, size in product(sizes, range(1, 8)):
            sorts = {
                f"sort{k}": cards[k * size : (k + 1) * size] for k in range(number)
            }
            for p in range(2, 1 + min(7, number * (size - 1))):
                yield {"game": {"rules": "clue", "p": p, "sorts": sorts}}
        sorts = {"one": ["s1"], "two": ["s2", "s3", "s4"]}
        yield {"game": {"rules": "clue", "p": 2, "sorts": sorts}}
    elif rules == "cards":
        for p in sizes[1:]:
            hands = {str(player): 1 for player in range(p + 1)}
            names = [f"s{k}" for k in range(p + 1)]
            game = {"rules": "cards", "cards": names, "p": p, "q": 1, "sizes": hands}
            yield {"game": game}
    elif rules == "deal":
        yield from ({"deal": {"hands": each}} for each in DEALS)
    else:
        yield {"values": {}}


@EACH_CONDITION
def test_each_bound_refuses_a_case_that_breaks_it_alone(
    section: Section, part: str
) -> None:
    """A wrong counterexample is refused, by the bound that it breaks and no other."""
    each = [case for rules in rules_of(section) for case in cases(rules)]
    assert any(premises_broken(section, case) == [part] for case in each)


@EACH_SECTION
def test_each_section_refuses_other_rules_and_takes_some_case(section: Section) -> None:
    for rules in ("myst", "clue", "cards", "deal", "none"):
        found = [premises_broken(section, case) for case in cases(rules)]
        if rules in rules_of(section):
            assert [] in found
        else:
            assert [] not in found
            assert any("the rules" in broken for broken in found)


@pytest.mark.parametrize("row", [row for row in ROWS if row["id"] in SECTION_OF])
@pytest.mark.alike(16)
def test_what_is_printed_is_refused_with_a_game_of_other_rules(row: Any) -> None:
    parts = (row, *row.get("readings", ()))
    (printed, *_) = filter(None, (part.get("counterexample") for part in parts))
    clue, myst = {"rules": "clue", "p": 7}, {"rules": "myst", "m": 1, "n": 1, "p": 2}
    of_myst = "myst" in rules_of(SECTION_OF[row["id"]])
    kept = {key: printed[key] for key in printed.keys() - {"deal", "history"}}
    wrong = {**kept, "game": clue if of_myst else {**myst, "q": 1}}
    with pytest.raises(AssertionError):
        assert_case_meets_premises(row["id"], "", wrong)


def at(section: Section, history: list[str]) -> Case:
    """A smallest game of a section in which these actions are done."""
    (rules,) = rules_of(section)
    case = next(case for case in cases(rules) if not premises_broken(section, case))
    game = Game.from_dict(case["game"])
    cards = iter(game.cards)
    pile, own, *others = (list(islice(cards, size)) for size in game.sizes)
    asked = [*chain(*others), *pile, *own]
    hands = {str(k): held for k, held in enumerate((pile, own, *others))}
    bluff = [own[0], *asked]
    words = {"question": asked[: game.q], "bluff": bluff[: game.q], "pile": pile}
    known = {key: ",".join(each) for key, each in words.items()}
    return {**case, "hands": hands, "history": [each % known for each in history]}


@pytest.mark.parametrize(
    "section",
    [section for section in SECTIONS if not section.get("guesses", True)],
    ids=lambda s: s["place"],
)
def test_a_guess_is_refused_where_guesses_are_left_aside(section: Section) -> None:
    asked = ["asks(1,{%(question)s})"]
    assert premises_broken(section, at(section, asked)) == []
    guessed = at(section, [*asked, "guess(1,{%(pile)s})"])
    assert premises_broken(section, guessed) == ["a guess"]
    assert premises_broken({**section, "guesses": True}, guessed) == []


@pytest.mark.parametrize(
    "section",
    [section for section in SECTIONS if not section.get("own_cards", True)],
    ids=lambda s: s["place"],
)
def test_a_bluff_is_refused_where_nobody_asks_for_own_cards(section: Section) -> None:
    assert premises_broken(section, at(section, ["asks(1,{%(question)s})"])) == []
    bluff = at(section, ["asks(1,{%(bluff)s})"])
    (broken,) = premises_broken(section, bluff)
    assert broken.startswith("own cards: asks(1,")
    assert premises_broken({**section, "own_cards": True}, bluff) == []


def test_what_is_no_game_and_what_is_no_place_is_refused() -> None:
    section = SECTION_OF["remark-4.4-guess"]
    place = {"rules": "4.1", "m": 1, "n1": 1, "n2": 2, "q": 1}
    assert premises_broken(section, {"game": place}) == []
    for wrong in ({"n1": 0}, {"q": 2}):
        assert premises_broken(section, {"game": {**place, **wrong}}) == ["the place"]
    for wrong in ({"p": 1}, {"n": 0}, {"q": 0}):
        game = {"rules": "myst", "m": 1, "n": 1, "p": 2, "q": 1, **wrong}
        (broken,) = premises_broken(section, {"game": game})
        assert "(2.1)" in broken
