"""The engine asp judges a continued history like the whole history."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from benchmarks.turns import FEW, GAME, HANDS, Hands, turns
from mystpy import IllegalActionError, Situation
from mystpy.engines import get_engine
from mystpy.engines.asp import continuation
from mystpy.engines.asp.engine import AspEngine
from mystpy.engines.asp.kept import forget
from mystpy.engines.asp.program import GroundProgram
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.thresholds import MAX_ACTIONS_GROUND
from tests.edits import copied_axioms
from tests.questions.test_single_steps import answer, drawn, fresh, prefixes
from tests.random_games import random_play
from tests.sampling import by_day, reaches, seeds_by_day

GENERALIZED = Game.from_dict({"rules": "generalized", "m": 1, "n": 1, "p": 3, "q": 2})
OTHER_QUESTIONS = ("state", "possible", "value", "grid")


@pytest.fixture
def continued(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return for each continued history whether its last steps were enough."""
    found: list[bool] = []
    carry_on = continuation._continued

    def noting(*args: object) -> object:
        after = carry_on(*args)  # type: ignore[arg-type]
        found.append(after is not None)
        return after

    monkeypatch.setattr(continuation, "_continued", noting)
    return found


def histories(seed: int) -> Iterator[History]:
    """Yield a tree of histories, each of which continues an earlier one.

    Some of the actions are not possible.
    """
    rng, played = Random(seed), drawn(seed)
    some = [History(played.game, played.hands)]
    for _ in range(25):
        before = rng.choice(some[-5:])
        ahead = played.actions[len(before) :]
        news = ahead[: rng.choice((1, 1, 1, 2))]
        if not news or rng.random() < 0.2:
            news = (rng.choice(played.actions),)
        some.append(before.then(news))
        yield some[-1]


def test_a_tree_of_histories_is_judged_as_one_by_one(continued: list[bool]) -> None:
    asp = get_engine("asp")
    for seed in seeds_by_day(45, 11):
        rng = Random(seed)
        for history in histories(seed):
            expected = answer(get_engine("walk"), "judge", fresh(history))
            if rng.random() < 0.2:
                answer(asp, rng.choice(OTHER_QUESTIONS), history)
            assert answer(asp, "judge", history) == expected, history.text()
    assert reaches(continued.count(True) > 2 * by_day(45, 11))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 1_040))
def test_more_histories_are_judged_as_anew_and_by_a_walk(seed: int) -> None:
    for history in (*prefixes(drawn(seed), seed), *histories(seed)):
        expected = answer(get_engine("walk"), "judge", fresh(history))
        assert answer(get_engine("asp"), "judge", fresh(history)) == expected
        assert answer(get_engine("asp"), "judge", history) == expected, history.text()


@pytest.mark.parametrize("hands", [HANDS, FEW, {}])
def test_after_announcements_the_situation_goes_on(hands: Hands) -> None:
    s = Situation.init(GAME, hands, engine="asp")
    for step in turns(by_day(10, 2)):
        s = s.do(step)
        announced = s.announce("~h(0,s1)")
        expected = Situation.of(fresh(s.history), engine="asp").announce("~h(0,s1)")
        assert announced.holds("K(2,h(0,s6))") is expected.holds("K(2,h(0,s6))")
        assert s.legal() == Situation.of(fresh(s.history), engine="walk").legal()


@pytest.mark.parametrize("hands", [HANDS, FEW])
def test_a_step_is_ground_once(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [0]
    make = GroundProgram.__init__

    def counting(*args: object) -> None:
        made[0] += 1
        make(*args)  # type: ignore[arg-type]

    forget()
    monkeypatch.setattr(GroundProgram, "__init__", counting)
    s = Situation.init(GAME, hands, engine="asp")
    for step in turns(50):
        s = s.do(step)
    ground = made[0]
    # A program for each kind of action and for each who shows a card to whom.
    assert ground <= 20
    for step in list(turns(100))[50:]:
        s = s.do(step)
    assert made[0] == ground
    with pytest.raises(IllegalActionError, match=r"2\.17"):
        s.do("yes(1)")


def test_results_that_one_player_is_told_are_followed(continued: list[bool]) -> None:
    play, deal = random_play(GENERALIZED, Random(8), 24, wrong_guesses=0.5)
    history = History(GENERALIZED, (None, *deal[1:]), play.actions)
    for each in prefixes(history):
        expected = answer(get_engine("worlds"), "judge", fresh(each))
        assert answer(get_engine("asp"), "judge", each) == expected
    assert any(continued)


def test_a_long_history_is_continued(continued: list[bool]) -> None:
    steps = list(turns(MAX_ACTIONS_GROUND + 200))
    s = Situation.init(GAME, HANDS, engine="asp").do(*steps[: MAX_ACTIONS_GROUND - 10])
    for step in steps[MAX_ACTIONS_GROUND - 10 :]:
        s = s.do(step)
    assert continued.count(False) == 1
    assert s.legal() == Situation.of(fresh(s.history), engine="walk").legal()


EDITS = {
    "a yes without a card": ("    not disjoint(Q, J),\n", ""),
    "no second no": (
        "    disjoint(Q, J),\n",
        "    disjoint(Q, J),\n    not said_no(S),\n",
    ),
}
"""The second edit uses the action before, which is no fluent."""


@pytest.mark.parametrize("edit", EDITS)
def test_edited_axioms_are_followed(
    edit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "axioms"
    copied_axioms(folder)
    poss = folder / "s2_07_possible_actions.lp"
    text = poss.read_text("utf-8")
    old, new = EDITS[edit]
    assert old in text
    rule = "said_no(do(no(J), S)) :- situation(do(no(J), S)).\n"
    rule += "said_no(S1) :- names(S1, S), said_no(S).\n"
    poss.write_text(text.replace(old, new), "utf-8")
    with (folder / "s2_09_successor_state.lp").open("a", encoding="utf-8") as effects:
        effects.write(rule)
    steps = ["asks(1,{s2,s3})", "no(4)", "yes(2)", "no(2)", "no(3)", "yes(3)"]
    asp, verdicts = AspEngine(), []
    shipped = now = History.make(Game.myst(m=1, n=1, p=4, q=2), {2: ["s4"]})
    for step in steps:
        monkeypatch.setenv("MYSTPY_AXIOMS", str(folder))
        after = now.then(step)
        found = answer(asp, "judge", after)
        assert found == answer(asp, "judge", fresh(after)), step
        verdicts.append(str(asp.judge(after).verdict))
        monkeypatch.delenv("MYSTPY_AXIOMS")
        # The same histories by the shipped axioms, between the questions by the others.
        assert answer(asp, "judge", after) == answer(asp, "judge", fresh(after)), step
        if verdicts[-1] != "illegal":
            now = after
    assert "illegal" in verdicts
    assert verdicts != _verdicts(shipped, steps)


def _verdicts(history: History, steps: list[str]) -> list[str]:
    """Return the verdicts of these steps by the shipped axioms, if not illegal."""
    found = []
    for step in steps:
        found.append(str(get_engine("asp").judge(history.then(step)).verdict))
        if found[-1] != "illegal":
            history = history.then(step)
    return found
