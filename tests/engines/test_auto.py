"""The default engine auto: it answers as the others do, and names its method."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from hypothesis import assume, given, note
from hypothesis import strategies as st

from mystpy.engines import DEFAULT, ENGINE_NAMES, get_engine, new_engine
from mystpy.engines.base import Engine, Verdict
from mystpy.engines.world_count import are_few, world_bound
from mystpy.engines.worlds import engine as worlds_module
from mystpy.errors import NoWorldFits
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.nodes import Formula
from mystpy.language.read import parse_formula
from mystpy.questions.situation import Situation
from mystpy.thresholds import MAX_WORLDS_LISTED_WITHOUT_SOLVER
from tests.engines.situations import ALL_GAMES, formulas, histories
from tests.engines.test_agreement import (
    assert_agree_on_the_worlds,
    assert_agree_on_what_can_be_done,
    assert_same,
    share,
    value_of,
    viewers,
)
from tests.programs import ran

NAMES = ("auto", "asp", "prolog", "worlds")
MANY_SHOWS = (
    "asks(1,{s1,s2,s3}) yes(2) shows(2,1,_) noguess(1) endturn(1)"
    " asks(2,{s1,s2,s3}) yes(1) shows(1,2,_) noguess(2) endturn(2) "
)


def test_it_is_the_default() -> None:
    assert DEFAULT == "auto"
    assert get_engine() is get_engine("auto")
    assert set(ENGINE_NAMES) == {
        *("auto", "asp", "prolog", "walk", "worlds", "sat", "bdd", "both"),
    }
    assert Situation.init(Game.myst(1, 1, 2, 1)).engine.name == "auto"


@share(100)
@given(histories(ALL_GAMES))
def test_it_agrees_on_what_can_be_done_and_on_the_worlds(history: History) -> None:
    assert_agree_on_what_can_be_done(("auto", "asp", "prolog"), history)
    assert_agree_on_the_worlds(("auto", "worlds"), history)


@share(150)
@given(st.data())
def test_it_agrees_on_formulas(data: st.DataObject) -> None:
    history = data.draw(histories(ALL_GAMES))
    for _ in range(2):
        phi = data.draw(formulas(history.game))
        note(str(phi))
        assert_same(NAMES, history, partial(value_of, history, phi))


@share(60)
@given(histories(ALL_GAMES), st.data())
def test_it_agrees_on_what_is_known_of_knowledge(
    history: History, data: st.DataObject
) -> None:
    chain = data.draw(st.lists(st.integers(1, history.game.p), min_size=2, max_size=3))

    def nested(engine: Engine) -> object:
        return engine.nested_cells(history, tuple(chain))

    def common(engine: Engine) -> object:
        return engine.common_cells(history, tuple(sorted(set(chain))))

    assert_same(("auto", "worlds", "prolog"), history, nested)
    assert_same(("auto", "worlds", "prolog"), history, common)
    for player in viewers(history)[:1]:

        def weighed(engine: Engine, who: int = player) -> object:
            return engine.weighted_odds(history, who)

        assert_same(("auto", "worlds", "prolog"), history, weighed)


@share(60)
@given(histories(ALL_GAMES))
def test_its_clash_is_at_the_step_of_the_others(history: History) -> None:
    auto = get_engine("auto")
    try:
        verdict = auto.judge(history).verdict
    except NoWorldFits:
        verdict = Verdict.LEGAL
    assume(verdict is Verdict.ILLEGAL)
    assert_same(("auto", "asp"), history, lambda engine: engine.clash(history).step)


def test_it_does_not_list_worlds_that_shows_make_many() -> None:
    game = Game.myst(m=1, n=3, p=2, q=3)
    few, many = (History.make(game, {}, MANY_SHOWS * k) for k in (1, 5))
    assert are_few(few)
    assert not are_few(many)
    auto, asp = get_engine("auto"), get_engine("asp")
    for text in ("K(1,h(2,s1))", "K(1,~K(2,h(1,s2)))"):
        phi = parse_formula(text, game)
        assert auto.value(few, phi).method == "worlds"
        found = auto.value(many, phi)
        assert found.method == "sat"
        assert found.value == asp.value(few, phi).value


@pytest.fixture
def some_thousand() -> tuple[History, list[Formula]]:
    """A history of 3,600 worlds that are not listed yet, with formulas."""
    worlds_module._models.cache_clear()
    game = Game.myst(m=1, n=1, p=6, q=2)
    history = History.make(game, {}, "asks(1,{s1,s2}) no(2)")
    texts = ("K(1,~K(3,h(2,s1)))", "K(3,~K(1,h(2,s5)))", "K(2,K(1,~h(2,s1)))")
    return history, [parse_formula(text, game) for text in texts]


def test_the_solver_answers_once_it_is_loaded_and_the_values_are_the_same(
    some_thousand: tuple[History, list[Formula]],
) -> None:
    history, phis = some_thousand
    cold, warm = new_engine("auto"), new_engine("auto")
    assert warm.nested_cells(history, (1, 2))  # for which it loads the solver
    for phi in phis:
        listed, solved = cold.value(history, phi), warm.value(history, phi)
        assert (listed.method, solved.method) == ("worlds", "sat")
        assert listed.value is solved.value is get_engine("worlds").value(
            history, phi
        ).value  # fmt: skip


def test_many_lists_are_reason_enough_to_load_the_solver(
    some_thousand: tuple[History, list[Formula]],
) -> None:
    history, phis = some_thousand
    auto, methods = new_engine("auto"), []
    for _ in range(4 * MAX_WORLDS_LISTED_WITHOUT_SOLVER // world_bound(history)):
        methods.append(auto.value(history, phis[0]).method)
    switch = methods.index("sat")
    assert 0 < switch < len(methods) - 1
    assert set(methods[:switch]) == {"worlds"}
    assert set(methods[switch:]) == {"sat"}


def test_a_list_that_is_kept_is_used_though_it_could_have_been_longer() -> None:
    game = Game.myst(m=2, n=2, p=3, q=2)
    many = History.make(
        game,
        {},
        "asks(1,{s3,s4}) yes(2) shows(2,1,_) noguess(1) endturn(1)"
        " asks(2,{s3,s4}) yes(3) shows(3,2,_)",
    )
    assert world_bound(many) > MAX_WORLDS_LISTED_WITHOUT_SOLVER
    phi = parse_formula("K(1,~K(2,K(3,h(0,s1))))", game)
    fresh, used = new_engine("auto"), new_engine("auto")
    expected = get_engine("worlds").value(many, phi)  # which lists them
    assert fresh.value(many, phi) == expected
    models = worlds_module._models
    models.cache_clear()
    found = used.value(many, phi)
    assert (found.value, found.method) == (expected.value, "sat")


@share(40)
@given(st.lists(histories(ALL_GAMES), min_size=2, max_size=3), st.data())
def test_the_value_does_not_depend_on_what_was_asked_before(
    asked: list[History], data: st.DataObject
) -> None:
    used = get_engine("auto")
    for history in (*asked, *reversed(asked)):
        phi = data.draw(formulas(history.game))
        note(f"{history.game} {history.hands} {history.text()!r} {phi}")
        answers: list[object] = []
        for engine in (used, new_engine("auto"), get_engine("asp")):
            try:
                answers.append(engine.value(history, phi).value)
            except NoWorldFits:
                answers.append(None)
        assert answers[0] == answers[1] == answers[2]


def test_what_one_player_was_told_alone_is_not_lost_by_an_announcement() -> None:
    game = Game.generalized_clue(1, 2, 3)
    knows = "K(1,h(0,s7)) | K(1,~h(0,s7))"
    for name in NAMES:
        announced = History.make(game, {}, "guess(1,{s7}) told(1)")
        situation = Situation.of(announced, engine=name)
        assert situation.holds(knows) is True, name
        assert situation.announce("true").holds(knows) is True, name
        right = Situation.of(
            History.make(game, {}, "guess(1,{s7}) right(1)"), engine=name
        )
        assert right.announce("true").holds("h(0,s7) & ~K(2,h(0,s7))") is True, name


CLINGO_FREE = """
import sys
from mystpy.engines import get_engine
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.nodes import Formula
from mystpy.language.read import parse_formula
{blocked}
auto = get_engine("auto")
for game in (Game.myst(1, 1, 3, 2), Game.clue(3)):
    cards = list(game.cards)
    question = (cards[0], cards[7], cards[-1]) if game.c > 9 else cards[:2]
    history = History.make(game, {{}}, "asks(1,{{%s}}) no(2)" % ",".join(question))
    phi = parse_formula("K(1,~K(3,h(2,%s)))" % cards[0], game)
    print(auto.judge(history).verdict, auto.value(history, phi).value, end=" ")
    print(len(auto.possible(history)), len(auto.cells(history, None)), end=" ")
    print(len(auto.nested_cells(history, (1, 2))))
print("clingo" in sys.modules and sys.modules["clingo"] is not None)
"""


def test_it_does_not_load_clingo_and_does_without_it() -> None:
    found = []
    for blocked in ("", "sys.modules['clingo'] = None"):
        done = ran([sys.executable, "-c", CLINGO_FREE.format(blocked=blocked)])
        assert done.returncode == 0, done.stderr
        found.append(done.stdout)
    assert found[0] == found[1]
    assert found[0].endswith("False\n")


def test_it_is_right_in_several_threads() -> None:
    large = History.make(Game.clue(3), {}, "asks(1,{plum,rope,hall}) no(2) no(3)")
    small = History.make(Game.myst(1, 1, 4, 2), {1: ["s1"]}, "asks(1,{s2,s3}) no(2)")
    auto = get_engine("auto")
    cases = [
        (history, parse_formula(text, history.game))
        for history, texts in (
            (large, ("K(1,~h(2,plum))", "K(2,K(1,~h(3,rope)))", "K(1,h(0,hall))")),
            (small, ("K(1,~h(2,s2))", "K(2,h(0,s1))", "K(3,~h(2,s3))")),
        )
        for text in texts
    ] * 5
    wanted = [auto.value(history, phi) for history, phi in cases]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda case: auto.value(*case), cases))
    assert found == wanted
