"""A state (m, n1, n2) of section 4.4: its value by (4.1), the reasons, and its game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from mystpy.compilation import NamedTuple
from mystpy.game.game import Game
from mystpy.history.actions import Guess
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.value_bounds import ValueBounds, improving_bounds
from mystpy.solve.recurrence import HALF, Place, Recurrence, guessed_right

BLUFFERS: Mapping[str, frozenset[int]] = {
    "nobody": frozenset(),
    "both": frozenset({1, 2}),
}
"""The players who may ask for own cards, in the games that are solved."""


class GuessDecision(NamedTuple):
    """The choice of player 1 after an answer, which has the probability `chance`.

    `place` is the state then, with player 1's numbers first; `wait` is None where the
    pile is known.
    """

    place: Place
    chance: Fraction
    guess: Fraction
    wait: Fraction | None

    @property
    def value(self) -> Fraction:
        """Return the probability of winning by the better of the two."""
        return self.guess if self.wait is None else max(self.guess, self.wait)

    @property
    def choice(self) -> str:
        """Return `guess`, `wait`, or `either` if both are equally good."""
        if self.wait is None or self.guess > self.wait:
            return Guess.name
        return "wait" if self.wait > self.guess else "either"


class RecurrenceState(NamedTuple):
    """A state with its value, and player 1's choice after either answer."""

    place: Place
    value: Fraction
    after_no: GuessDecision
    after_yes: GuessDecision


class TheoremValue(NamedTuple):
    """A theorem of section 4.4 about a state: its statement, and the value."""

    statement: str
    name: str
    value: Fraction


def state_of(place: Place, values: Recurrence) -> RecurrenceState:
    """Return a state, by the values of all smaller ones."""
    m, n1, n2 = place
    no = _decision((m - 1, n1, n2), Fraction(m, m + n2), values)
    yes = _decision((m, n1, n2 - 1), Fraction(n2, m + n2), values)
    return RecurrenceState(place, values(*place), no, yes)


def _decision(place: Place, chance: Fraction, values: Recurrence) -> GuessDecision:
    m, n1, n2 = place
    known = m == 0 or n2 == 0
    wait = None if known else 1 - values(m, n2, n1)
    return GuessDecision(place, chance, guessed_right(m, n2), wait)


def theorem_of(place: Place) -> TheoremValue | None:
    """Return the theorem of section 4.4 that covers a state, if one does."""
    m, n1, n2 = place
    if n1 == n2 == 1:
        if m == 1:
            value = Fraction(1)
        elif m % 2:
            value = HALF
        else:
            value = Fraction(m // 2 + 1, m + 1)
        return TheoremValue("theorem-4.4", "Theorem 4.4", value)
    if m == 1 and n1 == n2:
        value = Fraction(n1 + 2, 2 * n1 + 2)
        return TheoremValue("theorem-4.5", "Theorem 4.5", value)
    return None


def observations(state: RecurrenceState) -> Mapping[str, bool]:
    """Return whether the observations about the probability 1/2 hold for a state.

    Only those that apply are listed. The first is about states with n1 < n2, the second
    about those with P < 1/2.
    """
    (_, n1, n2), value = state.place, state.value
    found = {}
    if n1 < n2:
        found["observation-4.1-first"] = value <= HALF
    if value < HALF:
        found["observation-4.1-second"] = n1 < n2
    return found


def game_of(place: Place) -> Game:
    """Return the game with these sizes of the pile and the hands, and q = 1."""
    m, n1, n2 = place
    if n1 == n2:
        return Game.myst(m, n1, 2, 1)
    cards = [f"s{k}" for k in range(1, m + n1 + n2 + 1)]
    return Game.general(cards, {0: m, 1: n1, 2: n2}, q=1)


def solved(
    place: Place, bluffers: str, tick: Callable[[], None] = lambda: None
) -> ValueBounds:
    """Return bounds on the value of a state's game, with useful questions only.

    The first player is the one to ask. For equal hands it is proved that other
    questions change no value if both may bluff.
    """
    variant = GameVariant(BLUFFERS[bluffers], "useful")
    *_, found = improving_bounds(game_of(place), variant, tick)
    return found
