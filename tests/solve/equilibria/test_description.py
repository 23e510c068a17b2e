"""Simple plans, whether there are others, what deviations cost: also in words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import pytest

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.solve.commands.text import description_lines
from mystpy.solve.equilibria.description import (
    descriptions,
    face_of,
    simplest,
    simplify,
    size,
    spans,
)
from mystpy.solve.equilibria.face import Face
from mystpy.solve.equilibria.listed_form import (
    ListedForm,
    Payoffs,
    sequences,
)
from mystpy.solve.equilibria.wording import action_words, parse, situation_words
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.labels import InformationSet
from mystpy.solve.extensive.value_bounds import (
    BoundWitness,
    ValueBounds,
    improving_bounds,
    sides,
)

SIZES = [(2, 1, 1), (3, 1, 1), (3, 1, 2), (2, 2, 2)]
HALF = Fraction(1, 2)


@cache
def solved(size: tuple[int, int, int]) -> ValueBounds:
    m, n, q = size
    *_, last = improving_bounds(Game.myst(m, n, 2, q), GameVariant(questions="useful"))
    return last


def both(bounds: ValueBounds) -> tuple[BoundWitness, BoundWitness]:
    return bounds.lower, bounds.upper


BY_DAY = [*SIZES[:-1], pytest.param(SIZES[-1], marks=pytest.mark.slow)]


@pytest.mark.parametrize("sizes", BY_DAY)
def test_simple_plans_are_optimal_and_no_larger(sizes: tuple[int, int, int]) -> None:
    found = solved(sizes)
    for side, simple in zip(both(found), both(simplify(found)), strict=True):
        assert face_of(simple).has(simple.plan.fractions())
        assert size(simple.plan.fractions()) <= size(side.plan.fractions())


def square(rows: Sequence[Sequence[Fraction | int]]) -> ListedForm:
    """A game in which both choose once: with which probability player 1 wins."""
    numbers = len(rows), len(rows[0])
    sets = [
        [InformationSet(0, 0, 1, known, tuple(f"{name}{k}" for k in range(number)))]
        for known, name, number in zip("12", "ab", numbers, strict=True)
    ]
    payoffs: Payoffs = {
        (i, j): Fraction(chance)
        for i, row in enumerate(rows, 1)
        for j, chance in enumerate(row, 1)
    }
    counts = numbers[0] + 1, numbers[1] + 1
    return ListedForm(counts, (sets[0], sets[1]), payoffs)


MIXED = [Fraction(1), HALF, HALF]


def test_an_optimal_plan_that_is_alone_is_said_to_be() -> None:
    form = square([[1, 0], [0, 1]])
    for player in (1, 2):
        found = spans(Face(form, player, HALF), MIXED, MIXED)
        assert found.unique is True
        assert [(s.least, s.most) for s in found.spans.values()] == [(HALF, HALF)] * 2
    """Player 1's third choice does as well as an even mixture of the others."""
    form = square([[1, 0], [0, 1], [HALF, HALF]])
    face = Face(form, 1, HALF)
    plan = [Fraction(1), HALF, HALF, Fraction(0)]
    found = spans(face, plan, MIXED)
    assert found.unique is False
    zero, one = Fraction(0), Fraction(1)
    ranges = [(span.least, span.most) for span in found.spans.values()]
    assert ranges == [(zero, HALF), (zero, HALF), (zero, one)]
    assert all(span.sharp for span in found.spans.values())
    assert simplest(face, plan) == [1, 0, 0, 1]
    third = Face(form, 2, HALF)
    assert spans(third, MIXED, plan).unique is True


def test_what_is_worse_than_optimal_is_in_no_plan() -> None:
    form = square([[1, 0], [0, 1], [Fraction(1, 4), Fraction(1, 4)]])
    face = Face(form, 1, HALF)
    found = spans(face, [*MIXED, Fraction(0)], MIXED)
    assert found.unique is True
    assert set(found.spans) == {1, 2}


def earned(
    one: BoundWitness, other: BoundWitness, plan: Sequence[Fraction]
) -> Fraction:
    payoffs, response = face_of(one).form.payoffs, other.plan.fractions()
    return sum(
        (
            chance * plan[pair[one.player - 1]] * response[pair[other.player - 1]]
            for pair, chance in payoffs.items()
        ),
        Fraction(),
    )


def test_a_deviation_costs_what_is_said() -> None:
    """Guesses end the game, so that a plan with another one is made at once."""
    found = simplify(solved((2, 2, 2)))
    tried = 0
    one, _ = descriptions(found)
    other = found.upper
    if other.form is not found.lower.form:
        other = sides(found.lower.form, 0)[1]
    listed = face_of(found.lower).form
    for rule in one.rules:
        (place,) = (s for s in listed.sets[0] if s.label == rule.label)
        for k, act in zip(sequences(place), rule.acts, strict=True):
            if act.action.startswith("guess") and not act.chance:
                plan = found.lower.plan.fractions()
                for sequence in sequences(place):
                    plan[sequence] = Fraction(0)
                plan[k] = plan[place.parent]
                worth = earned(found.lower, other, plan)
                assert found.lower.value - worth == act.loss
                tried += bool(act.loss)
    assert tried


@pytest.mark.parametrize("sizes", BY_DAY)
def test_what_is_done_costs_nothing(sizes: tuple[int, int, int]) -> None:
    both_plans = descriptions(simplify(solved(sizes)))
    for found in both_plans:
        acts = [act for rule in found.rules for act in rule.acts]
        assert all(act.loss >= 0 for act in acts)
        assert not any(act.chance and act.loss for act in acts)
    assert any(act.loss for rule in both_plans[0].rules for act in rule.acts)


def test_a_text_tells_what_it_was_made_of() -> None:
    seen = parse("3: 1.2*:1/1 b2:1/0 -:3/1")
    assert seen.head == "3"
    assert [tuple(cards) for cards in seen.classes] == [
        (0, (1, -2), 1, 1),
        (1, (2,), 1, 0),
        (0, (), 3, 1),
    ]
    assert parse("guess 1:2").classes[0].own == 0


def test_other_texts_are_refused() -> None:
    with pytest.raises(QueryError, match="neither an information set nor a choice"):
        parse("1: some cards")


SORTED = Game.clue(2, {"who": ["a", "b", "c"], "where": ["x", "y", "z"]})


@pytest.mark.parametrize(
    "game", [*(Game.myst(m, n, 2, q) for m, n, q in SIZES), SORTED], ids=repr
)
def test_what_is_not_the_same_is_not_told_in_the_same_words(game: Game) -> None:
    *_, found = improving_bounds(game, GameVariant(questions="useful"))
    for side in both(found):
        sets = face_of(side).form.sets[side.player - 1]
        words = {situation_words(parse(s.label), side.player, game) for s in sets}
        assert len(words) == len(sets)
        for choices in sets:
            seen = parse(choices.label)
            acts = {action_words(parse(a), seen, game) for a in choices.actions}
            assert len(acts) == len(choices.actions)


@pytest.mark.parametrize(
    ("known", "player", "words"),
    [
        ("1: -:5/1", 1, "turn 1"),
        (
            "3: 1:1/1 2:1/0 -:3/0",
            1,
            "turn 3, after (1) a no to a new card of yours, (2) your no to a new card",
        ),
        (
            "3: 1:1/1 2:1/0 -:3/0",
            2,
            "turn 3, after (1) your no to a new card of yours, "
            "(2) a no to a new card, (3) ?",
        ),
        (
            "2: 1*:1/1 1:1/0 -:4/1",
            2,
            "turn 2, after (1) showing a new card, "
            "asked for 2 new cards, 1 of them yours",
        ),
        (
            "2: 1.2*:1/0 2:1/0 -:3/1",
            2,
            "turn 2, after (1) your no to a new card, "
            "(2) being shown the card of turn 1, asked for the card of turn 1 "
            "and a new card",
        ),
    ],
)
def test_a_situation_in_words(known: str, player: int, words: str) -> None:
    said = situation_words(parse(known), player, Game.myst(3, 1, 2, 1))
    assert said == words.removesuffix(", (3) ?")


def test_sorts_are_named() -> None:
    game = Game.clue(2, {"who": ["a", "b"], "where": ["x", "y"]})
    *_, last = improving_bounds(game, GameVariant(questions="useful"))
    one, _ = descriptions(simplify(last))
    lines = list(description_lines(one, game))
    assert lines[0] == "player 1, one of several optimal plans:"
    assert any("a new who card and a new where card" in line for line in lines)
