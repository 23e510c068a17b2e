"""Engines, and what holds one, are sent to other processes by name."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor

import pytest

from mystpy.engines import ENGINE_NAMES, get_engine
from mystpy.engines.both import BothEngine
from mystpy.game.game import Game
from mystpy.questions.situation import Situation
from tests.sampling import cases

CLUE = Game.clue(3)


def used(engine: str) -> Situation:
    """A situation whose engine has kept something for the next question."""
    small = Situation.init(Game.myst(m=1, n=1, p=3, q=2), engine=engine)
    small = small.do("asks(1,{s1,s2})", "yes(2)")
    assert small.holds("K(1, h(2,s1) | h(2,s2))")
    return small


def known(situation: Situation) -> bool | None:
    return situation.holds("K(1, h(2,s1) | h(2,s2))")


@pytest.mark.parametrize("name", ENGINE_NAMES)
def test_an_engine_is_pickled_and_copied_as_itself(name: str) -> None:
    situation = used(name)
    engine = situation.engine
    for same in (
        pickle.loads(pickle.dumps(engine)),
        copy.copy(engine),
        copy.deepcopy(engine),
    ):
        assert same is get_engine(name)
    assert pickle.loads(pickle.dumps(situation)) == situation
    assert copy.deepcopy(situation) == situation


@pytest.mark.parametrize("name", cases(ENGINE_NAMES, "both"))
def test_a_situation_is_asked_in_another_process(name: str) -> None:
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn) as pool:
        assert pool.submit(known, used(name)).result() is True


def test_two_other_engines_that_are_compared_are_pickled_as_these() -> None:
    both = BothEngine(get_engine("walk"), get_engine("worlds"))
    same = pickle.loads(pickle.dumps(both))
    assert (same.first, same.second) == (both.first, both.second)
