"""Chapters 4 and 5: each row with a counterexample has the bounds of its section."""

from __future__ import annotations

import tomllib
from pathlib import Path

from mystpy.theses.bench import statements
from tests.theses.section_premises import SECTION_OF, SECTIONS, premises_broken

TABLE = tomllib.loads(Path(__file__).with_name("verdicts.toml").read_text("utf-8"))
EXPECTED = {**TABLE["quick"], **TABLE["longer"]}
REFUTED = ("FALSE", "MISPRINTED")


def refuted() -> set[str]:
    """The rows of chapters 4 and 5 that are refuted, or have such a reading."""
    chapters = {
        name for name, stated in statements().items() if stated.chapter in ("4", "5")
    }
    full = TABLE["full"]
    texts = {name: f"{EXPECTED[name]} {full.get(name, '')}" for name in chapters}
    return {n for n, text in texts.items() if any(word in text for word in REFUTED)}


def test_every_refuted_row_has_the_bounds_of_one_section() -> None:
    rows = [name for section in SECTIONS for name in section["rows"]]
    assert len(rows) == len(set(rows))
    assert set(rows) == refuted()


def test_each_reading_that_drops_a_bound_is_there() -> None:
    for section in SECTIONS:
        words = [
            reading.words
            for name in section["rows"]
            for reading in statements()[name].readings
        ]
        for part in section.get("without", ()):
            assert any(part in each for each in words), part


def game(m: int, n: int, q: int) -> dict[str, object]:
    return {"rules": "myst", "m": m, "n": n, "p": 2, "q": q}


def test_what_lies_outside_of_a_section_is_noticed() -> None:
    longer, single = (
        SECTION_OF["remark-4.2-as-if-first"],
        SECTION_OF["remark-4.4-guess"],
    )
    assert premises_broken(longer, {"game": game(1, 1, 1)})
    assert premises_broken(longer, {"game": game(1, 2, 2)}) == []
    assert premises_broken(single, {"game": game(1, 1, 2)})
    assert premises_broken(SECTION_OF["remark-5-mixed"], {"game": game(1, 1, 2)})
    place = {"rules": "4.1", "m": 1, "n1": 0, "n2": 2, "q": 1}
    assert premises_broken(single, {"game": place}) == ["the place"]


def test_guesses_and_bluffs_are_noticed() -> None:
    hands = {"0": ["s1"], "1": ["s2"], "2": ["s3"]}
    bluff = {
        "game": game(1, 1, 1),
        "hands": hands,
        "history": ["asks(1,{s2})", "no(2)"],
        "formula": "true",
    }
    broken = premises_broken(SECTION_OF["remark-4.4-order"], bluff)
    assert len(broken) == 1
    assert broken[0].startswith("own cards")
    guess = {**bluff, "history": ["asks(1,{s1})", "no(2)", "guess(1,{s1})"]}
    assert premises_broken(SECTION_OF["remark-5-common"], guess) == ["a guess"]
    assert premises_broken(SECTION_OF["remark-4.4-order"], guess) == []
