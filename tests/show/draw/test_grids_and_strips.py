"""Grids of knowledge and strips of steps."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from mystpy.engines import DEFAULT, get_engine
from mystpy.errors import QueryError
from mystpy.questions.knowledge import know, know_common
from mystpy.questions.query import Query, load_query
from mystpy.show.draw.grid_svg import grid_svg
from mystpy.show.draw.lessons import Strip, strip_of
from mystpy.show.draw.strip_svg import strip_svg
from tests.show.draw.geometry import SVG, faults, seen

QUERIES = Path(__file__).parents[3] / "queries"
ENGINE = get_engine(DEFAULT)  # as `mystpy draw` does


def query(name: str) -> Query:
    return load_query(QUERIES / f"{name}.toml")


@cache
def strip(name: str) -> Strip:
    return strip_of(query(name).history, ENGINE)


@pytest.mark.parametrize(
    ("name", "player", "odds"),
    [
        ("fifteen-cards", 3, False),
        ("five-players", 5, True),
        ("clue-game-three-midway", 2, True),
        ("clue-game-six-midway", 4, False),
    ],
)
def test_nothing_overlaps_in_a_grid(name: str, player: int, odds: bool) -> None:
    history = query(name).history
    known = know(history, player, ENGINE, odds=odds)
    svg = grid_svg(known, history.game, query(name).title)
    drawn = seen(svg)
    assert list(faults(drawn)) == []
    assert {text for text, _ in drawn.texts} >= set(history.game.cards)


def marks(svg: str) -> dict[str, str]:
    """For each cell of a grid what is in it, without looking at a colour."""
    found = {}
    for group in ET.fromstring(svg).iter(f"{SVG}g"):
        where = group.findtext(f"{SVG}title") or ""
        text, path = group.findtext(f"{SVG}text"), group.find(f"{SVG}path")
        if text is None:
            assert path is not None
            text = "yes" if path.attrib["d"].count("M") == 1 else "no"
        found[where] = text
    return found


def test_a_grid_has_a_tick_a_cross_or_a_question_mark_in_each_cell() -> None:
    history = query("fifteen-cards").history
    known = know(history, 3, ENGINE)
    found = marks(grid_svg(known, history.game))
    names = ["pile", "1", "2", "3"]
    assert found == {
        f"{names[k]}, {card}": value
        for k, row in enumerate(known.cells)
        for card, value in row.items()
    }


def test_odds_and_common_knowledge_are_drawn() -> None:
    history = query("five-players").history
    known = know(history, 5, ENGINE, odds=True)
    found = marks(grid_svg(known, history.game))
    assert found["2, s1"] == "50%"
    assert found["5, s6"] == "yes"
    common = query("common-knowledge-pair").history
    svg = grid_svg(know_common(common, (1, 2), ENGINE), common.game)
    assert "common knowledge" in svg
    assert list(faults(seen(svg))) == []


def test_a_strip_says_what_each_step_taught_whom() -> None:
    found = strip("full-deal")
    assert found.players == ("player 1", "player 2", "player 3")
    assert [panel.actions[-1] for panel in found.panels] == [
        "yes(2)", "yes(3)", "shows(3,2,s5)", "guess(2,{s6})", "no(1)",
    ]  # fmt: skip
    first, shown = found.panels[0], found.panels[2]
    assert first.lessons[0].facts == ("2 has s4",)
    assert (first.lessons[0].before, first.lessons[0].after) == (30, 12)
    assert first.lessons[1].empty
    assert shown.lessons[1].facts == ("3 has s5",)
    assert shown.lessons[0].empty
    assert found.start[0].facts == ("1 has s1, s2",)


def test_whose_hand_is_not_given_is_not_in_the_strip_and_an_observer_is() -> None:
    found = strip("five-players")
    assert found.players == ("player 5", "an observer")
    assert len(found.left_out) == 4
    assert "pile lacks s1, s2" in found.panels[-1].lessons[0].facts
    assert found.silent == ("shows(4,3,_)", "noguess(3)", "endturn(3)")
    chosen = strip_of(query("five-players").history.prefix(3), ENGINE, [5])
    assert (chosen.players, chosen.left_out) == (("player 5",), ())
    with pytest.raises(QueryError, match="depends on the cards"):
        strip_of(query("five-players").history, ENGINE, [1])


@pytest.mark.parametrize(
    "name",
    ["full-deal", "five-players", "fifteen-cards", "own-hand", "right-guess",
     "hands-of-different-size",
     pytest.param("clue-game-six-midway", marks=pytest.mark.slow)],
)  # fmt: skip
def test_nothing_overlaps_in_a_strip(name: str) -> None:
    drawn = seen(strip_svg(strip(name), query(name).title))
    assert list(faults(drawn)) == []
    assert drawn.frames
