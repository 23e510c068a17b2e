"""Grids of knowledge and strips of steps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from mystpy.engines import DEFAULT, get_engine
from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.questions.knowledge import know, know_common
from mystpy.questions.query import Query, load_query
from mystpy.questions.situation import Situation
from mystpy.show.draw.grid_svg import grid_svg
from mystpy.show.draw.lessons import Strip, strip_of
from mystpy.show.draw.strip_svg import strip_svg
from mystpy.theories import theory_in
from tests.edits import Edit, edited
from tests.engines.sights import SIGHTS
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


PUBLIC = SIGHTS["the shown card is public"].edits
BY_HAND: tuple[Edit, ...] = (
    (
        "s1_03_knowledge.lp",
        "I != Poser.\n",
        "I != Poser, not spy(I).\nspy(3) :- h(3, s5).\n"
        "obs(3, shows(J, I, X), shows(J, I, X), S) :-\n"
        "    done(shows(J, I, X), S), I != 3, J != 3, spy(3).\n",
    ),
)
"""Player 3, holding s5, sees each card: no method but the axioms follows this."""


def _shown(hands: dict[int, list[str]], card: str) -> History:
    """Player 2 shows player 1 a card of two."""
    actions = ("asks(1,{s2,s3})", "yes(2)", f"shows(2,1,{card})")
    return History.make(Game.myst(1, 2, 3, 2), hands, actions)


@pytest.mark.alike(2)
@pytest.mark.parametrize("edits", [PUBLIC, BY_HAND])
def test_a_card_seen_but_not_given_is_no_lesson(
    tmp_path: Path, edits: Sequence[Edit]
) -> None:
    with theory_in(edited(tmp_path / "axioms", edits)), pytest.raises(MystError):
        strip_of(_shown({3: ["s4", "s5"]}, "_"), get_engine("asp"))


def test_an_observer_learns_a_card_that_all_see(tmp_path: Path) -> None:
    with theory_in(edited(tmp_path / "axioms", PUBLIC)):
        found = strip_of(_shown({}, "s2"), get_engine("asp"))
    assert found.players == ("an observer",)
    assert found.panels[-1].lessons[0].facts == ("2 has s2",)


@pytest.mark.alike(3)
def test_who_has_a_hand_learns_where_no_observer_is_followed(tmp_path: Path) -> None:
    with theory_in(edited(tmp_path / "axioms", BY_HAND)):
        found = strip_of(_shown({3: ["s4", "s5"]}, "s2"), get_engine("asp"))
    assert found.players == ("player 3",)
    assert found.panels[-1].lessons[0].facts == ("2 has s2",)


def test_deals_are_counted_where_few_see_a_card(tmp_path: Path) -> None:
    edits = SIGHTS["only the responder sees the card"].edits
    history = _shown({1: ["s1", "s4"]}, "s2")
    folder = edited(tmp_path / "axioms", edits)
    assert Situation.of(history, engine="asp", theory=folder).count(1) == 21
