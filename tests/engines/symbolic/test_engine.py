"""The methods for games of any size, on small games, where worlds can be listed.

The same object answers all the time, so that what is kept between questions and from
turn to turn is tested too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from hypothesis import given, note
from hypothesis import strategies as st

from mystpy.engines import get_engine
from mystpy.engines.base import Engine
from mystpy.engines.symbolic.engine import SymbolicEngine
from mystpy.errors import NoWorldFits
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.expand import expand
from mystpy.language.nodes import Formula
from mystpy.views import OBSERVER
from tests.engines.situations import formulas, histories
from tests.engines.test_agreement import NAMES, assert_same, share, viewers

SCALED = SymbolicEngine()
WORLDS = get_engine("worlds")


def answer(question: Callable[[], object]) -> object:
    try:
        return question()
    except NoWorldFits:
        return None


def assert_same_answer(history: History, method: str, *arguments: object) -> None:
    note(f"{history.game.to_dict()} {history.hands} {history.text()!r} {arguments}")
    found = answer(lambda: getattr(SCALED, method)(history, *arguments))
    expected = answer(lambda: getattr(WORLDS, method)(history, *arguments))
    assert found == expected, method


def asked(method: str, history: History, about: object, engine: Engine) -> object:
    return getattr(engine, method)(history, about)


def assert_same_value(history: History, phi: Formula) -> None:
    whole = expand(phi, history.game)
    found = answer(lambda: SCALED.value(history, whole).value)
    assert found == answer(lambda: WORLDS.value(history, phi).value)


@share(400)
@given(st.data())
def test_a_formula_has_the_value_that_it_has_over_listed_worlds(
    data: st.DataObject,
) -> None:
    history = data.draw(histories())
    for _ in range(3):
        phi = data.draw(formulas(history.game))
        note(f"{history.hands} {history.text()!r} {phi}")
        assert_same_value(history, phi)


@share(300)
@given(st.data())
def test_grids_and_odds_are_those_of_listed_worlds(data: st.DataObject) -> None:
    history = data.draw(histories())
    viewer = data.draw(st.sampled_from([None, OBSERVER, *viewers(history)]))
    assert_same_answer(history, "cells", viewer)
    assert_same_answer(history, "grid", viewer)
    assert_same_answer(history, "weighted_odds", viewer)


@share(150)
@given(st.data())
def test_nested_and_common_grids_are_those_of_listed_worlds(
    data: st.DataObject,
) -> None:
    history = data.draw(histories())
    players = list(range(1, history.game.p + 1))
    chain = data.draw(st.lists(st.sampled_from(players), min_size=1, max_size=3))
    group = data.draw(st.sets(st.sampled_from(players), min_size=1))
    assert_same_answer(history, "nested_cells", tuple(chain))
    assert_same_answer(history, "common_cells", tuple(sorted(group)))


def test_which_card_a_member_showed_to_another_counts_from_the_first_question() -> None:
    # Player 1 has shown player 2 one of her own cards; which one is not given.
    actions = "asks(1,{s4,s5}) no(2) noguess(1) endturn(1) asks(2,{s4,s5}) yes(1)"
    history = History.make(
        Game.myst(1, 2, 2, 2),
        {0: ["s3"], 1: ["s4", "s5"], 2: ["s1", "s2"]},
        f"{actions} shows(1,2,unseen)",
    )
    new = SymbolicEngine()  # with no question before this one
    assert new.common_cells(history, (1, 2)) == WORLDS.common_cells(history, (1, 2))


@share(30)
@given(st.data())
def test_all_engines_agree_on_what_is_known_of_others(data: st.DataObject) -> None:
    history = data.draw(histories())
    players = list(range(1, history.game.p + 1))
    chain = tuple(data.draw(st.permutations(players))[:2])
    viewer = data.draw(st.sampled_from([None, OBSERVER, *viewers(history)]))
    assert_same(NAMES, history, partial(asked, "cells", history, viewer))
    assert_same(NAMES, history, partial(asked, "weighted_odds", history, viewer))
    assert_same(NAMES, history, partial(asked, "nested_cells", history, chain))
    assert_same(NAMES, history, partial(asked, "common_cells", history, chain))
