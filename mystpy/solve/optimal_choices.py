"""What the optimal strategies of a game of two players may do, and may not.

In the field: the face of optimal strategies. One that makes certain choices is looked
for by a small prize for making them: as long as the prize is small, who is after it
still plays as well as can be. Nothing rests on how small it is, since what a plan is
worth without the prize is computed exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

from mystpy.game.game import Game
from mystpy.solve.extensive.enclosure import Enclosure, Side, enclosures, rounded
from mystpy.solve.extensive.form import InformationSet, Payoffs, SequenceForm
from mystpy.solve.extensive.growth import grown
from mystpy.solve.extensive.menu import Variant
from mystpy.solve.extensive.program import optimum

Wanted = Callable[[InformationSet, str], bool]
"""Whether a choice at an information set is one of those looked for."""

_PRIZE = Fraction(1, 1000)
_ANY = Variant()


@cache
def solved(game: Game, variant: Variant = _ANY) -> Enclosure:
    """The closest bounds of a game's value: they agree. Raises as `enclosures`."""
    *_, last = enclosures(game, variant)
    return last


def bluff(choices: InformationSet, action: str) -> bool:
    """Whether a choice is a question for own cards only."""
    kind, *cards = action.split()
    counts = (part.split(":")[-1].split("/") for part in cards)
    return kind == "asks" and all(asked == own for asked, own in counts)


def first_bluff(choices: InformationSet, action: str) -> bool:
    """Whether a choice is a question for own cards only in the first turn."""
    return not choices.parent and bluff(choices, action)


def favourite(game: Game, player: int, wanted: Wanted, turns: int) -> Side | None:
    """An optimal plan that makes wanted choices in the first turns, if one is found.

    To be broken off after these turns counts against the player. Raises as
    `enclosures`.
    """
    value = solved(game).value
    form = grown(game, Variant(turns=turns))
    payoffs = form.won(Fraction(player - 1))
    plans = optimum(form, _with_prize(form, player, wanted, payoffs)).plans
    for plan in rounded(form, player, plans[player - 1]):
        side = Side(form, player, plan, form.worth(player, plan, payoffs))
        if side.worth == value and any(made(side, wanted)):
            return side
    return None


def never(game: Game, player: int, wanted: Wanted, turns: int) -> bool:
    """Whether it is shown that no optimal plan makes wanted choices in these turns.

    It is if some plan of the other leaves no more than the value, prize included: who
    makes such a choice, and so wins a prize, wins the game less often. To be broken off
    counts for the player here.
    """
    value = solved(game).value
    form = grown(game, Variant(turns=turns))
    tempting = _with_prize(form, player, wanted, form.won(Fraction(2 - player)))
    plans = rounded(form, 3 - player, optimum(form, tempting).plans[2 - player])
    return any(form.worth(3 - player, plan, tempting) == value for plan in plans)


def made(side: Side, wanted: Wanted) -> Iterator[tuple[str, str, Fraction]]:
    """Where a plan makes wanted choices, which, and with which chance."""
    for choices in side.form.sets[side.player - 1]:
        whole = side.plan[choices.parent]
        for k, action in zip(choices.sequences, choices.actions, strict=True):
            if side.plan[k] and wanted(choices, action):
                yield choices.label, action, side.plan[k] / whole


def _with_prize(
    form: SequenceForm, player: int, wanted: Wanted, payoffs: Payoffs
) -> Payoffs:
    """Payoffs with a prize for each wanted choice, added to player 1's or taken off."""
    prize = _PRIZE if player == 1 else -_PRIZE
    found = dict(payoffs)
    for choices in form.sets[player - 1]:
        for k, action in zip(choices.sequences, choices.actions, strict=True):
            if wanted(choices, action):
                pair = (k, 0) if player == 1 else (0, k)
                found[pair] = found.get(pair, Fraction()) + prize
    return found


def at_most(side: Side) -> Fraction:
    """How often a plan's player wins at least against the reply that is worst to it.

    Of the replies that never guess: who guesses wrong on purpose has lost at once. To
    be broken off counts as with the plan.
    """
    form, first = side.form, side.player == 1
    payoffs = {pair: -x for pair, x in form.won(Fraction(not first)).items()}
    for choices in form.sets[2 - side.player]:
        for k, action in zip(choices.sequences, choices.actions, strict=True):
            if action.startswith("guess"):
                payoffs[(0, k) if first else (k, 0)] = Fraction(1 if first else -1)
    won = -form.worth(side.player, side.plan, payoffs)
    return won if first else 1 - won
