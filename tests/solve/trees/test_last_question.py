"""Plans with a last question: the guaranteed chance, the bounds, and certificates."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import cache
from itertools import combinations, islice, pairwise
from math import comb
from pathlib import Path
from typing import Any

import pytest

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import BLUFFERS, certificate, check_plans
from mystpy.solve.extensive.value_bounds import ValueBounds, improving_bounds
from mystpy.solve.trees import explicit_question, few_questions
from mystpy.solve.trees.explicit_question import explicit_plan
from mystpy.solve.trees.last_question import (
    best_last_question,
    last_question_bounds,
    last_question_tree,
    side_of_last_question,
)
from tests.edits import NO_IS_FREE, edited
from tests.sampling import cases
from tests.solve.damages import checker
from tools import certificates, values
from tools.values import Effort, Row, bounds, kept, solved

USEFUL = GameVariant(questions="useful")
CERTIFICATES = Path(__file__).parents[3] / "docs" / "reference"


def least_chance(unknown: int, held: int, new: int, more: int) -> Fraction:
    """Return the chance with the worst hand and the worst answers, card by card.

    After a no the guess is a hand that was not asked for. After a card, it is that card
    with `more` of the other cards asked for, and others.
    """
    cards = range(unknown)
    return min(
        sum(
            (
                worst_answer(unknown, {*hand}, {*question}, held, more)
                for question in combinations(cards, new)
            ),
            Fraction(0),
        )
        / comb(unknown, new)
        for hand in combinations(cards, held)
    )


def worst_answer(
    unknown: int, hand: set[int], question: set[int], held: int, more: int
) -> Fraction:
    """Return the chance of a right guess after the answer that makes it least."""
    others = {*range(unknown)} - question
    if not hand & question:
        hands = list(combinations(sorted(others), held))
        return Fraction(sum({*guess} == hand for guess in hands), len(hands))
    chances = []
    for card in hand & question:
        guesses = [
            {card, *inside, *outside}
            for inside in combinations(sorted(question - {card}), more)
            for outside in combinations(sorted(others), held - 1 - more)
        ]
        hits = sum(guess == hand for guess in guesses)
        chances.append(Fraction(hits, len(guesses)) if guesses else Fraction(0))
    return min(chances)


@pytest.mark.parametrize("unknown", range(1, 7))
def test_the_chance_is_guaranteed_against_every_hand_and_answer(unknown: int) -> None:
    for held in range(1, min(unknown, 4) + 1):
        for others in range(4):
            for asked in range(1, unknown + others + 1):
                found = best_last_question(unknown, held, others, asked)
                sizes = range(max(1, asked - others), min(asked, unknown) + 1)
                chances = [
                    least_chance(unknown, held, new, more)
                    for new in sizes
                    for more in range(held)
                ]
                assert found.chance == max(chances)
                assert found.new in sizes
                assert found.chance == least_chance(unknown, held, *found[1:])


def test_the_chance_with_two_cards_is_that_of_a_proof() -> None:
    """A question leaves out one card, as in (2) of values.md."""
    for m in range(1, 8):
        found = best_last_question(m + 2, 2, 2, m + 3)
        assert found.chance == Fraction(2, m + 2)
        assert best_last_question(m + 1, 1, 1, m).chance == 1  # as in (1)


SIZES = [(3, 1, 1), (2, 2, 2), (3, 2, 2), (2, 2, 1), (1, 3, 4), (3, 2, 4), (2, 3, 6)]
TURNS = 3
Ends = tuple[Fraction, Fraction]


@cache
def usual(size: tuple[int, int, int], bluff: str) -> list[Ends]:
    """The bounds after each turn, without a last question."""
    m, n, q = size
    variant = USEFUL._replace(bluffers=BLUFFERS[bluff])
    found = improving_bounds(Game.myst(m, n, 2, q), variant)
    return [(one.lower.value, one.upper.value) for one in found]


@pytest.mark.parametrize("size", cases(SIZES, *SIZES[:3]))
@pytest.mark.parametrize("bluff", ["both", "other"])
def test_bounds_lie_between_those_of_a_turn_and_of_the_next(
    size: tuple[int, int, int], bluff: str
) -> None:
    m, n, q = size
    variant = USEFUL._replace(bluffers=BLUFFERS[bluff])
    before = usual(size, bluff)
    found = last_question_bounds(Game.myst(m, n, 2, q), variant)
    ours = [(one.lower.value, one.upper.value) for one in found]
    assert ours[-1] == before[-1]
    assert len(ours) <= len(before)
    padded = [*before, before[-1]]
    for (low, high), ((least, most), (more, less)) in zip(
        ours, pairwise(padded), strict=False
    ):
        assert least <= low <= more
        assert less <= high <= most
    if len(before) > 2:
        assert ours[1] != before[1]


@pytest.mark.parametrize("size", cases(SIZES, *SIZES[:2]))
@pytest.mark.parametrize("bluff", ["both", "nobody"])
def test_a_plan_is_worth_as_much_in_the_usual_game(
    size: tuple[int, int, int],
    bluff: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    m, n, q = size
    game, variant = (
        Game.myst(m, n, 2, q),
        USEFUL._replace(bluffers=BLUFFERS[bluff]),
    )
    for turns, found in enumerate(last_question_bounds(game, variant), 1):
        low, high = (
            explicit_plan(side, game, variant) for side in (found.lower, found.upper)
        )
        assert (low.value, high.value) == (found.lower.value, found.upper.value)
        document = certificate(ValueBounds(game, variant, low, high))
        assert check_plans(document).gap == found.gap
        path = tmp_path / "certificate.json"
        path.write_text(json.dumps(document), "utf-8")
        assert checker()([str(path)]) == 0
        assert str(low.value) in capsys.readouterr().out
        if turns == TURNS - (n > 1):
            break


@pytest.mark.parametrize("size", cases(SIZES, *SIZES[:3]))
@pytest.mark.parametrize("bluff", ["both", "one"])
def test_a_small_tree_has_the_plan_of_the_whole_one(
    size: tuple[int, int, int], bluff: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the last turn the player has only the actions of the last question."""
    m, n, q = size
    game = Game.myst(m, n, 2, q)
    variant = USEFUL._replace(bluffers=BLUFFERS[bluff])
    found = islice(last_question_bounds(game, variant), TURNS - (n > 1))
    both = [side for one in found for side in (one.lower, one.upper)]
    sides = [side for side in both if side.last_question]
    small = [explicit_plan(side, game, variant) for side in sides]
    monkeypatch.setattr(explicit_question, "_kept", lambda *words: words[-2])
    whole = [explicit_plan(side, game, variant) for side in sides]
    assert sides
    for one, other in zip(small, whole, strict=True):
        assert dict(one.lines()) == dict(other.lines())
        assert one.value == other.value
    sizes = [[one.form.root.size for one in plans] for plans in (small, whole)]
    assert all(one <= other for one, other in zip(*sizes, strict=True))
    assert sum(sizes[0]) < sum(sizes[1])


def test_a_player_who_is_asked_last_shows_a_card() -> None:
    """In its fourth turn, player 2 of this game may have to show one of two cards."""
    game = Game.myst(2, 3, 2, 2)
    variant = USEFUL._replace(bluffers=BLUFFERS["nobody"])
    found = next(islice(last_question_bounds(game, variant), 3, None))
    both = [explicit_plan(side, game, variant) for side in (found.lower, found.upper)]
    assert [one.value for one in both] == [found.lower.value, found.upper.value]
    shows = [
        label
        for label, acts in both[1].lines()
        if label.startswith("5:") and all(act.startswith("shows") for act in acts)
    ]
    assert shows


def test_the_page_has_a_certificate_of_each_value() -> None:
    text = (CERTIFICATES / "certificates.md").read_text("utf-8")
    listed = re.findall(r"^\| (\S+) \| (MYST\S+) \| (\w+) \|", text, re.M)
    games = certificates.solved(certificates.MOST_LAST, last=True)
    assert listed == [(one.value, one.name, one.bluff) for one in games]
    assert ("95/154", "MYST(5,2,2,3)", "both") in listed


def test_the_line_of_a_certificate_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    one = certificates.Solved(3, 2, 2, "nobody", "3/5", 0)
    *_, found = usual((3, 2, 2), "nobody")
    right = one._replace(value=str(found[0]))
    assert certificates.last_line(right).startswith(f"| {found[0]} | {one.name} |")
    with pytest.raises(AssertionError):
        certificates.last_line(one._replace(value="1/3"))
    monkeypatch.setattr(certificates, "checked", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        certificates.last_line(right)


def test_other_games_are_refused() -> None:
    clue = Game.clue(2, {"a": ["a1", "a2", "a3"], "b": ["b1", "b2", "b3"]})
    with pytest.raises(QueryError, match="without sorts"):
        last_question_tree(clue, USEFUL)
    for variant in (USEFUL._replace(announced=True), USEFUL._replace(either=True)):
        with pytest.raises(QueryError, match="last question"):
            last_question_tree(Game.myst(2, 1, 2, 1), variant)


def test_edited_axioms_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MYSTPY_AXIOMS", str(edited(tmp_path / "mine", NO_IS_FREE)))
    game = Game.myst(2, 1, 2, 1)
    with pytest.raises(QueryError, match="shipped axioms"):
        next(last_question_bounds(game, USEFUL))
    with pytest.raises(QueryError, match="shipped axioms"):
        side_of_last_question(game, USEFUL, 1, 100)


@pytest.mark.parametrize("row", [Row(4, 2, 2), Row(3, 2, 3), Row(6, 1, 2)])
def test_the_table_has_what_a_last_question_finds(row: Row) -> None:
    variant, there = USEFUL, kept()[row]
    *_, found = last_question_bounds(Game.myst(row.m, row.n, 2, row.q), variant)
    assert (found.lower.value, found.upper.value) == bounds(there)
    assert found.turns <= there["turns"]


def test_the_table_says_which_games_end_with_a_last_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = Row(5, 2, 3)
    one = kept()[row]
    assert one["last_question"] == {"both": {"turns": 4, "sequences": 154506}}
    low, high = bounds(one)
    assert low == high
    open_row = {**one, **{bluff: ["1/2", "3/4"] for bluff in BLUFFERS}}
    size, other = {"turns": 5, "sequences": 9}, {"turns": 2, "sequences": 3}
    open_row["last_question"] = {"both": other, "nobody": other}
    for last in (False, True):
        new = values.Found(5, 9, (low, high), last)
        monkeypatch.setattr(values, "closest_by", lambda *_, new=new: new)
        found = solved(row, Effort(), open_row)
        assert found["both"] == [str(low), str(high)]
        both = {"both": size} if last else {}
        assert found["last_question"] == {**both, "nobody": other}
        usual = one if last else size
        assert (found["turns"], found["sequences"]) == (
            usual["turns"],
            usual["sequences"],
        )
    assert open_row["last_question"] == {"both": other, "nobody": other}
    del open_row["last_question"]
    monkeypatch.setattr(values, "closest_by", lambda *_: new._replace(last=False))
    assert "last_question" not in solved(row, Effort(), open_row)


def test_a_bluffing_rule_of_a_row_is_noted_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A last question for one choice of bluffers says nothing about the others."""
    row, whole = Row(3, 3, 2), ["1/4", "3/4"]
    one: dict[str, Any] = {"m": 3, "n": 3, "q": 2, "turns": 5, "sequences": 7}
    one |= dict.fromkeys(BLUFFERS, whole)

    def search(_: Game, variant: GameVariant, *__: object) -> values.Found:
        free = variant.bluffers == BLUFFERS["one"]
        ends = Fraction(1, 3), Fraction(1 if free else 2, 2 if free else 3)
        return values.Found(4, 9, ends, last=free)

    monkeypatch.setattr(values, "closest_by", search)
    found = solved(row, Effort(), one)
    assert found["last_question"] == {"one": {"turns": 4, "sequences": 9}}
    found["sequences"] = 1_000
    rows = [{**found, bluff: ["1/2", "1/2"]} for bluff in ("one", "nobody")]
    for at, last in ((0, True), (1, False)):
        text = json.dumps([rows[at]])
        monkeypatch.setattr(Path, "read_text", lambda *_, text=text: text)
        (game,) = certificates.solved((1_000, 9)[last], last=last)
        assert (game.bluff, game.value) == (("one", "nobody")[at], "1/2")
        assert game.sequences == (1_000, 9)[last]
        assert not [*certificates.solved((999, 8)[last], last=last)]
        assert not [*certificates.solved(10_000, last=not last)]


@pytest.mark.parametrize("size", [(3, 2, 2), (2, 2, 1), (3, 1, 1)])
def test_a_plan_in_the_largest_tree_is_a_bound(size: tuple[int, int, int]) -> None:
    m, n, q = size
    game = Game.myst(m, n, 2, q)
    low, value, high = (
        side_of_last_question(game, USEFUL, 1, 2_000),
        usual(size, "both")[-1][0],
        side_of_last_question(game, USEFUL, 2, 2_000),
    )
    assert low is not None
    assert high is not None
    assert low.form.turns % 2 == 0
    assert high.form.turns % 2 == 1
    assert low.value <= value <= high.value
    assert high.value - low.value < Fraction(1, 50)
    found = values.by_last_questions(game, USEFUL, 2_000)
    assert found.ends == (low.value, high.value)
    assert values.closest_by(game, USEFUL, Effort(ways=2_000, last=True)) == found
    announced = USEFUL._replace(announced=True)
    assert values.by_last_questions(game, announced, 2_000).turns == 0


def test_bluffing_rules_that_are_left_out_stay_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row, looked = Row(6, 2, 2), list[frozenset[int]]()
    one = kept()[row]

    def nothing(game: Game, variant: GameVariant, *words: object) -> values.Found:
        looked.append(variant.bluffers)
        return values.Found(9, 9, (Fraction(0), Fraction(1)))

    monkeypatch.setattr(values, "closest_by", nothing)
    found = solved(row, Effort(bluffs=("both",)), one)
    assert looked == [BLUFFERS["both"]]
    assert {*found} & {*BLUFFERS} == {*one} & {*BLUFFERS}
    assert found["both"] == one["both"]


def test_more_rounds_bring_the_bound_closer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(few_questions, "MAX_WAYS_BEFORE_REGRET", 0)
    monkeypatch.setattr(few_questions, "NEAR", 0.0)
    game, ways, value = Game.myst(3, 2, 2, 2), 2_000, usual((3, 2, 2), "both")[-1][0]
    few, many = (
        side_of_last_question(game, USEFUL, 1, ways, rounds) for rounds in (2, 300)
    )
    assert few is not None
    assert many is not None
    assert few.value < many.value <= value
    assert value - many.value < (value - few.value) / 4
    found = values.by_last_questions(game, USEFUL, ways, 300)
    assert found.ends[0] == many.value
