"""Actions done one by one have the same effect as actions done at once."""

from __future__ import annotations

import os
import pickle
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import reduce
from random import Random

import pytest

from benchmarks.turns import FEW, GAME, HANDS, Hands, turns
from mystpy import Game, History, IllegalActionError, Situation
from mystpy.engines import get_engine
from mystpy.engines.base import Engine
from mystpy.engines.prolog.swipl import Swipl
from mystpy.engines.transition_system.progressor import Progressor
from mystpy.errors import MystError
from mystpy.history.actions import Action, Shows
from mystpy.language.read import parse_formula
from mystpy.views import OBSERVER, SHIPPED, seen_by, shows_of
from tests.random_games import random_play
from tests.sampling import by_day, cases

ENGINES = ("walk", "prolog", "asp", "both")
GAMES = (
    Game.myst(m=1, n=1, p=3, q=2),
    Game.myst(m=2, n=2, p=3, q=2),
    Game.myst(m=1, n=2, p=2, q=1),
    Game.from_dict({"rules": "clue", "p": 3}),
    Game.from_dict({"rules": "clue", "p": 4, "board": True}),
)
GENERALIZED = Game.from_dict({"rules": "generalized", "m": 1, "n": 1, "p": 3, "q": 2})

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")


def drawn(seed: int) -> History:
    """Draw a history of which some cards and hands are given; it may be illegal."""
    rng = Random(seed)
    game = rng.choice(GAMES)
    played, deal = random_play(game, rng, rng.randint(4, 24), wrong_guesses=0.2)
    share = rng.choice((0.0, 0.4, 1.0))
    hands = tuple(hand if rng.random() < share else None for hand in deal)
    actions: list[Action] = list(played.actions)
    if rng.random() < 0.4:
        actions[rng.randrange(len(actions))] = rng.choice(actions)
    hidden = rng.choice((0.0, 0.6))
    actions = [
        replace(action, card=None)
        if isinstance(action, Shows) and rng.random() < hidden
        else action
        for action in actions
    ]
    return History(game, hands, tuple(actions))


def prefixes(history: History, seed: int = 0) -> Iterator[History]:
    """Yield the prefixes of a history, each longer by one action or two."""
    rng = Random(seed)
    now = History(history.game, history.hands)
    yield now
    while len(now) < len(history):
        step = rng.choice((1, 1, 1, 2))
        now = now.then(history.actions[len(now) : len(now) + step])
        yield now


def fresh(history: History) -> History:
    """The same history without inherited results."""
    return History(history.game, history.hands, history.actions)


def answer(engine: Engine, question: str, history: History) -> object:
    """Ask an engine something; an error counts as an answer."""
    phi = parse_formula("K(2, h(1,X)) | h(0,X)".replace("X", history.game.cards[0]))
    asked: dict[str, Callable[[], object]] = {
        "judge": lambda: _judged(engine, history),
        "state": lambda: engine.state(history),
        "possible": lambda: frozenset(engine.possible(history)),
        "value": lambda: engine.value(history, phi).value,
        "grid": lambda: engine.grid(history, 2),
    }
    try:
        return asked[question]()
    except MystError as error:
        return type(error).__name__


def _judged(engine: Engine, history: History) -> object:
    found = engine.judge(history)
    return found.verdict, found.step, found.axiom, frozenset(found.failed)


@pytest.mark.parametrize("question", ["judge", "state", "possible", "value", "grid"])
@pytest.mark.parametrize("seed", cases(range(12), *range(5)))
def test_step_by_step_the_answers_are_those_at_once(seed: int, question: str) -> None:
    walk = get_engine("walk")
    for history in prefixes(drawn(seed), seed):
        walk.judge(history)
        expected = answer(walk, question, fresh(history))
        assert answer(walk, question, history) == expected, history.text()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 400))
def test_more_histories_are_judged_as_at_once(seed: int) -> None:
    walk = get_engine("walk")
    for history in prefixes(drawn(seed), seed):
        expected = answer(walk, "judge", fresh(history))
        assert answer(walk, "judge", history) == expected, history.text()


@pytest.mark.parametrize(
    "seed",
    cases(range(60), 1, 2),
)
def test_prolog_judges_step_by_step_as_a_walk_at_once(seed: int) -> None:
    prolog, walk = get_engine("prolog"), get_engine("walk")
    for history in prefixes(drawn(seed), seed):
        expected = answer(walk, "judge", fresh(history))
        assert answer(prolog, "judge", history) == expected, history.text()


@pytest.mark.parametrize("engine", ["asp", "both"])
def test_asp_judges_step_by_step_as_a_walk_at_once(engine: str) -> None:
    history = drawn(3)
    for each in prefixes(history):
        expected = answer(get_engine("walk"), "judge", fresh(each))
        assert answer(get_engine(engine), "judge", each) == expected


@pytest.mark.parametrize("engine", ENGINES)
def test_results_told_to_one_player_are_judged_step_by_step(engine: str) -> None:
    play, deal = random_play(GENERALIZED, Random(5), 20, wrong_guesses=0.6)
    dealt = replace(play, hands=(None, *deal[1:]))
    for history in prefixes(dealt):
        expected = answer(get_engine("worlds"), "judge", fresh(history))
        assert answer(get_engine(engine), "judge", history) == expected
        state = answer(get_engine("worlds"), "state", fresh(history))
        assert answer(get_engine(engine), "state", history) == state


@pytest.mark.parametrize("player", [None, OBSERVER, 1, 2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_views_are_carried_on(seed: int, player: int | None) -> None:
    for history in prefixes(drawn(seed), seed):
        assert seen_by(history, player) == seen_by(fresh(history), player)
        assert shows_of(history) == shows_of(fresh(history))


@pytest.mark.parametrize("engine", ENGINES)
def test_branches_from_one_situation_do_not_meet(engine: str) -> None:
    start = Situation.init(GAME, FEW, engine=engine).do("asks(1,{s2,s3})")
    no, yes = start.do("no(2)"), start.do("yes(2)")
    shown = yes.do("shows(2,1,s2)")
    assert no.do("no(3)").state().ans_turn == {4}
    assert shown.holds("h(2,s2)") is True
    assert start.holds("h(2,s2)") is None
    assert no.holds("h(2,s2)") is False
    assert yes.do("shows(2,1,s3)").holds("h(2,s2)") is False
    assert no.why_not("shows(2,1,s2)").axiom == "2.18"
    assert start.do("yes(2)") == yes


def test_an_earlier_situation_goes_on_as_before() -> None:
    steps = list(turns(60))
    kept = [Situation.init(GAME, HANDS)]
    for step in steps:
        kept.append(kept[-1].do(step))
    for k in (0, 17, 42):
        assert kept[k].do(*steps[k:]) == kept[-1]
        assert kept[k].do(steps[k]).state() == kept[k + 1].state()


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("hands", [HANDS, FEW])
def test_an_illegal_step_is_refused_as_in_the_whole_history(
    engine: str, hands: Hands
) -> None:
    steps = [*turns(20), "asks(5,{s2,s6})", "yes(1)"]
    s = reduce(Situation.do, turns(20), Situation.init(GAME, hands, engine=engine))
    s = s.do("asks(5,{s2,s6})")
    with pytest.raises(IllegalActionError) as one_by_one:
        s.do("yes(1)")
    with pytest.raises(IllegalActionError) as at_once:
        Situation.init(GAME, hands, engine=engine).do(*steps)
    assert len(s.history) == 21
    assert str(one_by_one.value) == str(at_once.value)
    assert one_by_one.value.failed == at_once.value.failed
    assert (one_by_one.value.step, one_by_one.value.axiom) == (21, "2.17")
    assert s.do("no(1)").state().ans_turn == {2}


def test_each_step_is_walked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, 1,000 single steps took half a million steps of progression."""
    taken, after = [0], Progressor.after

    def counting(progressor: Progressor, *args: object) -> object:
        taken[0] += 1
        return after(progressor, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Progressor, "after", counting)
    s = Situation.init(GAME, HANDS)
    for step in turns(1_000):
        s = s.do(step)
        s.state()
    assert taken[0] <= 2_000
    s.holds("K(2, h(1,s1))")
    begun = taken[0]
    s.do("asks(1,{s2,s6})").holds("K(2, h(1,s1))")
    assert taken[0] - begun <= 10


def test_prolog_is_asked_about_each_action_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    ask, ask_briefly = Swipl.ask, Swipl.ask_briefly

    def counting(prolog: Swipl, module: str, goal: str, result: str) -> object:
        asked.append(goal)
        return ask(prolog, module, goal, result)

    def counting_briefly(prolog: Swipl, module: str, goal: str, result: str) -> object:
        asked.append(goal)
        return ask_briefly(prolog, module, goal, result)

    monkeypatch.setattr(Swipl, "ask", counting)
    monkeypatch.setattr(Swipl, "ask_briefly", counting_briefly)
    s = Situation.init(GAME, HANDS, engine="prolog")
    for step in turns(200):
        s = s.do(step)
    assert 200 <= len(asked) <= 210
    assert max(map(len, asked[20:])) < 1_000


def test_steps_that_are_done_take_little_memory() -> None:
    s = Situation.init(GAME, HANDS)
    s.do(*turns(10))
    tracemalloc.start()
    try:
        kept = []
        for step in turns(1_000):
            s = s.do(step)
            kept.append(s)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
        del kept
        assert tracemalloc.get_traced_memory()[0] < 1_000_000
    finally:
        tracemalloc.stop()


def test_ten_thousand_single_steps_and_back() -> None:
    """By day 2,500, which are too many for anything that calls itself at each step."""
    number = by_day(10_000, 4)
    assert number > 2 * sys.getrecursionlimit()
    s = Situation.init(GAME, HANDS)
    for step in turns(number):
        s = s.do(step)
    assert len(s.history) == number
    assert pickle.loads(pickle.dumps(s)) == s
    assert hash(fresh(s.history)) == hash(s.history)
    most = number - 1_000
    assert s.history.prefix(most) == fresh(s.history.prefix(most))


def test_what_is_carried_is_neither_compared_nor_pickled() -> None:
    s = Situation.init(GAME, HANDS).do(*turns(50))
    for player in (1, 2):
        s.knows(player)
    bare = fresh(s.history)
    assert bare == s.history
    assert {bare, s.history} == {bare}
    assert repr(bare) == repr(s.history)
    assert s.history.carried((seen_by, 1, SHIPPED))
    assert pickle.loads(pickle.dumps(s.history)).carried((seen_by, 1, SHIPPED)) is None


def test_histories_that_differ_in_old_actions_only_are_not_equal() -> None:
    steps = list(turns(50))
    other = [steps[0].replace("s6", "s1"), *steps[1:]]
    one, two = (History.make(GAME, HANDS, " ".join(x)) for x in (steps, other))
    assert one != two
    assert len({one, two}) == 2


def test_hashes_of_histories_that_differ_early_differ() -> None:
    later = [History.make(GAME, HANDS, step).actions for step in turns(50)]
    found = set()
    for k in range(256):
        first = [f"asks(1,{{s{1 + (k >> j & 1)},s6}})" for j in range(8)]
        s = History.make(GAME, HANDS).then(first)
        assert len({hash(s), hash(s.then(*later))}) == 2
        found.add(hash(s.then(*later)))
        assert hash(s.then(*later)) == hash(fresh(s.then(*later)))
    assert len(found) > 250


def test_other_hands_begin_anew() -> None:
    s = Situation.init(GAME).do("asks(1,{s2,s3})", "yes(2)")
    other = replace(s.history, hands=(None, None, frozenset({"s1"}), None, None, None))
    assert answer(get_engine("walk"), "judge", other) == answer(
        get_engine("walk"), "judge", fresh(other)
    )
    assert get_engine("walk").judge(other).step == 1


@pytest.mark.parametrize("engine", ["auto", "prolog", "asp"])
def test_threads_continue_one_situation_at_a_time(engine: str) -> None:
    start = reduce(Situation.do, turns(25), Situation.init(GAME, HANDS, engine=engine))
    steps = [f"asks(1,{{s{j},s6}})" for j in range(1, 6)] * by_day(8, 2)

    def continued(step: str) -> str:
        return str(start.do(step).state().question)

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(continued, steps))
    assert found == [continued(step) for step in steps]


@needs_fork
@pytest.mark.parametrize("engine", ["walk", "asp"])
def test_a_forked_process_goes_on(engine: str) -> None:
    s = Situation.init(GAME, HANDS, engine=engine).do(*turns(100))
    child = os.fork()
    if child == 0:
        same = s.do("asks(1,{s2,s6})").do("yes(2)").state().ans_turn == {2}
        os._exit(0 if same else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert s.do("asks(1,{s2,s6})").do("yes(2)").state().ans_turn == {2}
