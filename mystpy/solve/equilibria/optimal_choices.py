"""Which choices the optimal strategies of a two-player game may and may not make.

In the field: constrained zero-sum games (Charnes 1953), and the optimal face of one.

Strategies without certain choices are found by a fine for making them, which is larger
than the highest payoff.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from mystpy.axiom_folder import cached_by_theory
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess
from mystpy.solve.equilibria.face import Face
from mystpy.solve.equilibria.listed_form import ListedForm, sequences
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.form import RealizationPlan, SequenceForm
from mystpy.solve.extensive.labels import InformationSet, information_sets
from mystpy.solve.extensive.subgame import TerminalHistories
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import (
    BoundWitness,
    ValueBounds,
    improving_bounds,
    sides,
)

Wanted = Callable[[InformationSet, str], bool]
"""Whether a choice at an information set is one of those searched for."""

_FINE = Fraction(-2)
"""A fine larger than any gain from a fined choice."""
ANY = GameVariant()
"""Any questions, bluffs by both players."""


@cached_by_theory()
def solve_with_choices(game: Game, variant: GameVariant = ANY) -> ValueBounds:
    """Return the closest bounds on a game's value: they agree."""
    *_, last = improving_bounds(game, variant)
    return last


def bluff(known: InformationSet, action: str) -> bool:
    """Return whether a choice is a question for own cards only."""
    kind, *cards = action.split()
    counts = (part.split(":")[-1].split("/") for part in cards)
    return kind == Asks.name and all(asked == own for asked, own in counts)


def first_bluff(known: InformationSet, action: str) -> bool:
    """Return whether a choice is a question for own cards only in the first turn."""
    return not known.parent and bluff(known, action)


def no_bluff(known: InformationSet, action: str) -> bool:
    """Return whether a choice is a question that is not for own cards only."""
    return action.startswith(Asks.name) and not bluff(known, action)


def not_bluffed_first(known: InformationSet, action: str) -> bool:
    """Return whether a choice is a first question that is no bluff."""
    return not known.parent and no_bluff(known, action)


def loud(known: InformationSet, action: str) -> bool:
    """Return whether a choice in the first turn is no bluff, or a guess."""
    first = known.label.startswith("1:")
    return first and (no_bluff(known, action) or guess(known, action))


def guess(known: InformationSet, action: str) -> bool:
    """Return whether a choice is a guess."""
    return action.startswith(Guess.name)


def favourite(
    game: Game, player: int, wanted: Wanted, turns: int
) -> BoundWitness | None:
    """Return an optimal strategy with wanted choices in the first turns, if found.

    A game that is unfinished after these turns counts as lost for the player. Raises as
    `improving_bounds`.
    """
    form, face = _face(game, player, turns, player - 1)
    goal = _tempting(face, wanted)
    corner = face.least(goal)
    found = corner and face.exactly(corner.plan)
    if not found or not any(found[k] for k in goal):
        return None
    return BoundWitness(form, player, RealizationPlan.of(found), face.value)


def never(game: Game, player: int, wanted: Wanted, turns: int) -> bool:
    """Return whether it is proved that optimal strategies have no wanted choices.

    Only choices in these turns count.

    An unfinished game counts as won for the player here.
    """
    _, face = _face(game, player, turns, 2 - player)
    goal = _tempting(face, wanted)
    corner = face.least(goal)
    assert corner is not None, "there is an optimal plan"
    nothing = Fraction(0)
    return (
        face.bound(dict.fromkeys(goal, Fraction(-1)), corner.multipliers, nothing) >= 0
    )


def _face(game: Game, player: int, turns: int, share: int) -> tuple[SequenceForm, Face]:
    """Return the optimal strategies; player 1 wins a share of unfinished plays."""
    value = solve_with_choices(game).value
    assert value is not None, "the bounds agree"
    form = TreeBuilder(game, ANY).form(turns)
    return form, Face(ListedForm.of(form, share), player, value)


def _tempting(face: Face, wanted: Wanted) -> dict[int, float]:
    """Return a goal that is smaller for more wanted choices, by sequence."""
    return {
        k: -1.0
        for known in face.form.sets[face.player - 1]
        for k, action in zip(sequences(known), known.actions, strict=True)
        if wanted(known, action)
    }


def without(game: Game, player: int, unwanted: Wanted, turns: int) -> BoundWitness:
    """Return a strategy of the other against a player who makes no unwanted choices.

    Its value is a bound on what player 1 wins then. It is an upper bound if player 1 is
    the restricted player; the other player knows the restriction. An unfinished game
    counts as won for the player.
    """
    form = _with_prize(TreeBuilder(game, ANY).form(turns), player, unwanted, _FINE)
    return sides(form, 2 - player)[2 - player]


def choices_made(
    side: BoundWitness, wanted: Wanted
) -> Iterator[tuple[str, str, Fraction]]:
    """Yield where a strategy makes wanted choices, which, and with which chance."""
    weights = side.plan.weights
    for known in information_sets(side.form, side.player, weights):
        for k, action in enumerate(known.actions, known.first):
            if weights[k] and wanted(known, action):
                yield known.label, action, Fraction(weights[k], weights[known.parent])


def at_best(side: BoundWitness) -> Fraction:
    """Return the player's chance to win with a strategy against the worst response.

    The response never guesses: a player who guesses wrong on purpose has lost at once.
    An unfinished game counts as for the strategy.
    """
    player, form = side.player, side.form
    turned = _copy(form, form.plays._replace(above=-form.plays.above))
    # The follower wants the leader to win here, and is fined for a guess.
    silent = _with_prize(turned, 3 - player, guess, Fraction(-1))
    won = -silent.value(player, side.plan, player - 1)
    return won if player == 1 else 1 - won


def _with_prize(
    form: SequenceForm, player: int, wanted: Wanted, prize: Fraction
) -> SequenceForm:
    """Return a form in which the other player pays a prize for each wanted choice."""
    above, below = (prize if player == 1 else -prize).as_integer_ratio()
    ends = [
        (*((k, 0) if player == 1 else (0, k)), 0, 0, above, below, False)
        for known in information_sets(form, player, [1] * form.counts[player - 1])
        for k, action in enumerate(known.actions, known.first)
        if wanted(known, action)
    ]
    return _copy(
        form, TerminalHistories.joined([form.plays, TerminalHistories.of(ends)])
    )


def _copy(form: SequenceForm, plays: TerminalHistories) -> SequenceForm:
    """Return the same form with other payoffs of the plays."""
    found = SequenceForm(form.root, form.turns, form.deals)
    found.plays = plays
    return found
