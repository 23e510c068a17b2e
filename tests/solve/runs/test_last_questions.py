"""Runs that go on with a last question when the next tree is likely to be large."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from mystpy.game.game import Game
from mystpy.solve.commands import text as value_text
from mystpy.solve.extensive import value_bounds
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import BLUFFERS, certificate, check_plans
from mystpy.solve.extensive.form import SequenceForm
from mystpy.solve.extensive.value_bounds import ValueBounds, improving_bounds
from mystpy.solve.runs.run import Run, StageJournal, stage_of
from mystpy.solve.trees import last_question
from mystpy.solve.trees.explicit_question import explicit_bounds
from mystpy.solve.trees.last_question import allows_last_question, grows_too_large
from tests.edits import NO_IS_FREE, edited
from tests.sampling import cases

USEFUL = GameVariant(questions="useful")
SIZES = [(3, 2, 2), (2, 2, 1), (1, 3, 4), (2, 3, 6), (3, 2, 4), (4, 1, 1), (1, 3, 2)]
Stage = tuple[int, list[int], Fraction, Fraction]


@pytest.fixture(autouse=True)
def early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let small trees count as large."""
    monkeypatch.setattr(last_question, "MAX_WAYS_BEFORE_A_LAST_QUESTION", 100)


def shown(found: ValueBounds, looked: int) -> Stage:
    """The parts of a stage that are compared."""
    return looked, found.last_questions, found.lower.value, found.upper.value


def stages(
    game: Game, run: Run, kept: dict[str, Any] | None = None
) -> list[tuple[Stage, dict[str, Any]]]:
    """The stages of a run, and what is saved of each, read from its text."""
    return [
        (shown(found, looked), json.loads(json.dumps(stage_of(found, looked, last))))
        for found, looked, last in run.bounds(game, kept)
    ]


@pytest.mark.parametrize("size", cases(SIZES, *SIZES[:3]))
@pytest.mark.parametrize("bluff", ["both", "nobody"])
def test_a_run_finds_the_same_value_and_goes_on_from_each_stage(
    size: tuple[int, int, int], bluff: str
) -> None:
    m, n, q = size
    game, run = Game.myst(m, n, 2, q), Run(GameVariant(BLUFFERS[bluff], "useful"))
    *_, usual = improving_bounds(game, run.variant)
    found = stages(game, run)
    told = [one for one, _ in found]
    assert told[-1][2:] == (usual.value, usual.value)
    assert told[-1][0] <= usual.turns
    last = [one for one in told if one[1]]
    assert last or told[-1][0] < 4
    for one, two in pairwise(told):
        assert one[2] <= two[2] <= two[3] <= one[3]
    for k, (_, saved) in enumerate(found):
        assert stages(game, run, saved) == found[k:]


def test_both_kinds_of_a_turn_are_stages() -> None:
    game = Game.myst(3, 2, 2, 2)
    told = [one for one, _ in stages(game, Run(USEFUL))]
    assert [one[:2] for one in told] == [(1, []), (2, []), (3, []), (3, [2])]
    assert told[-1][2:] == (Fraction(127, 200),) * 2
    limited = [one for one, _ in stages(game, Run(USEFUL, turns=2))]
    assert limited == told[:2]
    limited = [one for one, _ in stages(game, Run(USEFUL, turns=3))]
    assert limited == told
    near = stages(game, Run(USEFUL, gap=Fraction(1, 10)))
    assert [one for one, _ in near] == told[:3]


@pytest.mark.parametrize("rounds", [40])
def test_regrets_are_minimized_with_a_last_question_too(rounds: int) -> None:
    game = Game.myst(3, 2, 2, 2)
    found = stages(game, Run(USEFUL, 4, rounds))
    value, last = Fraction(127, 200), found[-1][0]
    assert any(one[1] for one, _ in found)
    assert last[2] <= value <= last[3]


def test_plans_are_written_out_with_one_turn_more() -> None:
    game = Game.myst(3, 2, 2, 2)
    *_, (found, *_) = Run(USEFUL).bounds(game)
    whole = explicit_bounds(found)
    assert whole.value == found.value == Fraction(127, 200)
    assert not whole.last_questions
    assert (found.turns, whole.turns) == (3, 4)
    assert whole.lower is found.lower


@pytest.mark.parametrize(
    "variant",
    [
        USEFUL._replace(announced=True),
        USEFUL._replace(either=True),
        GameVariant(),
        GameVariant(questions="unlocated"),
    ],
)
def test_other_variants_go_on_as_they_were(variant: GameVariant) -> None:
    game = Game.myst(2, 2, 2, 1)
    assert not allows_last_question(game, variant)
    usual = improving_bounds(game, variant)
    for (found, *_), one in zip(Run(variant, 4).bounds(game), usual, strict=False):
        assert not found.last_questions
        assert found.lower.value == one.lower.value
        assert found.upper.value == one.upper.value


def test_cards_with_sorts_and_edited_axioms_go_on_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clue, game = (
        Game.clue(2, {"a": ["a1", "a2"], "b": ["b1", "b2"]}),
        Game.myst(3, 2, 2, 2),
    )
    assert not any(one[1] for one, _ in stages(clue, Run(USEFUL, 3)))
    assert not allows_last_question(clue, USEFUL)
    assert allows_last_question(game, USEFUL)
    monkeypatch.setenv("MYSTPY_AXIOMS", str(edited(tmp_path / "mine", NO_IS_FREE)))
    assert not allows_last_question(game, USEFUL)


def test_the_size_of_the_next_tree_is_estimated_by_the_larger_factor() -> None:
    assert not grows_too_large([])
    assert not grows_too_large([1, 100])  # two trees say nothing about a third
    assert not grows_too_large([1, 2, 4])
    assert grows_too_large([1, 2, 51])
    assert grows_too_large([1, 30, 35])
    assert not grows_too_large([1000, 30, 35])


@pytest.mark.parametrize("rounds", [None, 2])
@pytest.mark.parametrize("bluff", ["both", "other"])
def test_a_run_goes_on_from_a_stage_without_a_better_plan(
    rounds: int | None, bluff: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has trees with a last question, though no plan ends with one."""
    monkeypatch.setattr(last_question, "MAX_WAYS_BEFORE_A_LAST_QUESTION", 10)
    game = Game.myst(4, 1, 2, 1)
    run = Run(GameVariant(BLUFFERS[bluff], "useful"), 6, rounds)
    found = stages(game, run)
    asked = [saved.get("last_question") for _, saved in found]
    if rounds is None and bluff == "other":
        assert [] in asked[:-1]
    assert None not in asked[asked.index(None) + asked.count(None) :]
    for k, (_, saved) in enumerate(found):
        assert stages(game, run, saved) == found[k:]


@pytest.mark.parametrize("size", [(4, 1, 1), (3, 2, 2)])
def test_no_turn_is_examined_beyond_the_last_one(size: tuple[int, int, int]) -> None:
    m, n, q = size
    game = Game.myst(m, n, 2, q)
    found = stages(game, Run(USEFUL))
    for most in range(1, 7):
        limited = [one for one in found if one[0][0] <= most]
        assert stages(game, Run(USEFUL, most)) == limited
        for k, (one, saved) in enumerate(found):
            again = stages(game, Run(USEFUL, most), saved)
            assert again == (limited[k:] or [(one, saved)])


def test_no_plan_is_sought_twice_in_trees_of_a_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sought, solve = list[tuple[int, int]](), value_bounds._solved

    def noted(form: SequenceForm, player: int, *words: Any) -> Any:
        sought.append((form.turns, player))
        return solve(form, player, *words)

    monkeypatch.setattr(value_bounds, "_solved", noted)
    stages(Game.myst(3, 2, 2, 2), Run(USEFUL))
    assert sought == [(1, 1), (1, 2), (2, 2), (3, 1), (3, 2)]


@pytest.mark.parametrize("size", cases([(4, 1, 1), (3, 2, 2), (2, 2, 1)], (4, 1, 1)))
def test_only_a_plan_of_the_next_player_ends_with_a_question(
    size: tuple[int, int, int],
) -> None:
    m, n, q = size
    game, marked = Game.myst(m, n, 2, q), set[bool]()
    for found, _, last in Run(USEFUL).bounds(game):
        usual = check_plans(certificate(found))
        for one, side in ((usual.lower, found.lower), (usual.upper, found.upper)):
            asks = (side.form.turns + side.player) % 2 == 0
            assert not (side.last_question and asks)
            assert (one.value != side.value) <= side.last_question <= last
            marked.add(side.last_question)
    assert True in marked


def test_a_tree_without_a_further_turn_is_not_solved_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By regret minimization a gap remains, but a last question cannot close it."""
    game, run = Game.myst(4, 1, 2, 1), Run(USEFUL, None, 2)
    monkeypatch.setattr(last_question, "MAX_WAYS_BEFORE_A_LAST_QUESTION", 10**9)
    usual = stages(game, run)
    monkeypatch.setattr(last_question, "MAX_WAYS_BEFORE_A_LAST_QUESTION", 10)
    assert usual[-1][0][2] < usual[-1][0][3]
    assert stages(game, run, usual[-1][1]) == usual[-1:]
    last = stages(game, run)
    assert last[-1][0][0] <= usual[-1][0][0]
    assert last[-1][0][2] < last[-1][0][3]
    assert stages(game, run, last[-1][1]) == last[-1:]


@pytest.mark.parametrize(
    "variant", [GameVariant(), USEFUL._replace(announced=True), USEFUL]
)
def test_a_stage_of_a_game_without_a_last_question_is_damaged(
    variant: GameVariant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, run, path = Game.myst(2, 1, 2, 1), Run(variant, 1), tmp_path / "run.jsonl"
    ((_, saved),) = stages(game, run)
    if variant == USEFUL:
        monkeypatch.setenv("MYSTPY_AXIOMS", str(edited(tmp_path / "mine", NO_IS_FREE)))
    journal = StageJournal(path, run)
    journal.write(saved)
    journal.write({**saved, "last_question": [1]})
    assert journal.stages([game])[game] == saved
    ((_, _, why),) = journal.damaged
    assert why == "it has a last question, which its game may not end with"
    journal.close()


@pytest.mark.parametrize(
    "last", [True, [True], [3], [1, 1], "1", "[1]", [1.0], None, [2, 1], {"1": 2}]
)
def test_a_stage_that_names_no_player_is_damaged(tmp_path: Path, last: object) -> None:
    game, run = Game.myst(3, 2, 2, 2), Run(USEFUL)
    (*_, before, (_, saved)), path = stages(game, run), tmp_path / "run.jsonl"
    for one in (before[1], saved, {**saved, "last_question": last}):
        journal = StageJournal(path, run)
        journal.write(one)
        journal.close()
    journal = StageJournal(path, run)
    assert journal.stages([game])[game] == saved
    assert len(journal.damaged) == 1
    journal.close()


def test_a_large_turn_is_begun_by_regrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bounds found so enclose the value, and a run goes on to the same ones."""
    monkeypatch.setattr(value_bounds, "MAX_WAYS_WITHOUT_FIRST_BOUNDS", 200)
    monkeypatch.setattr(value_bounds, "MAX_WAYS_WITHOUT_QUOTIENT", 100)
    game, run = Game.myst(3, 2, 2, 2), Run(USEFUL)
    found = [*run.bounds(game)]
    seen = [(looked, one.begun, last) for one, looked, last in found]
    assert seen == [
        *((1, False, False), (2, False, False), (2, True, False), (3, False, False)),
        *((2, True, True), (3, False, True)),
    ]
    value = Fraction(127, 200)
    assert found[-1][0].value == value
    for (one, *_), (two, *_) in pairwise(found):
        assert one.lower.value <= two.lower.value <= value
        assert value <= two.upper.value <= one.upper.value
    assert found[4][0].gap < found[3][0].gap
    assert found[4][0].last_questions == [2]
    for k, (one, looked, last) in enumerate(found):
        if not one.begun:  # others are no stages
            saved = json.loads(json.dumps(stage_of(one, looked, last)))
            again = [*run.bounds(game, saved)]
            assert [words[1:] for words in again] == [words[1:] for words in found[k:]]
            assert again[-1][0].value == value
    words = [value_text.turn_words(*one) for one in found]
    assert words[2].startswith("turn 3, by regrets first: 0.6")
    assert words[4].startswith("turn 3 and a last question, by regrets first: 0.6")
    limited = [one.begun for one, *_ in Run(USEFUL, turns=2).bounds(game)]
    assert limited == [False, False]
    near = [one.begun for one, *_ in Run(USEFUL, gap=Fraction(1, 9)).bounds(game)]
    assert near == [False, False, True]


@pytest.mark.parametrize("size", cases(SIZES, *SIZES[:2]))
def test_trees_of_each_size_can_be_begun(
    size: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(value_bounds, "MAX_WAYS_WITHOUT_FIRST_BOUNDS", 0)
    m, n, q = size
    game = Game.myst(m, n, 2, q)
    found = [*improving_bounds(game, USEFUL)]
    *_, usual = improving_bounds(game, USEFUL, rounds=None)
    assert [one.begun for one in found] == [True, False] * (len(found) // 2)
    value = usual.value
    assert value is not None
    assert all(one.lower.value <= value <= one.upper.value for one in found)
    assert found[-1].value == value
