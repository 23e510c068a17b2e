"""Section 4.3: sincere guesses, and cards that can be left out of play."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import reduce
from itertools import product
from operator import and_

from mystpy.bits import bits, members
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.ranges import condition
from mystpy.conjectures.replay.query import situation_of
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.situations.canonical import Cells
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.event import Event
from mystpy.situations.turns import TurnStep, TwoPlayerGame
from mystpy.theses.case_analysis import Case, each_game, sought, with_values
from mystpy.theses.chapter4.sweep import Fault, list_games, size, swept

SMALL = tuple(
    (m, n, q) for m, n, most in ((1, 1, 3), (2, 1, 4)) for q in range(1, most + 1)
)
"""Games of two players by m, n and q."""

LARGER = (*((3, 1, q) for q in (1, 2, 3)), *((1, 2, q) for q in (1, 2, 3, 4)))


def possible(players: TwoPlayerGame, state: EpistemicState, guess: Event) -> int:
    """Return the deals in which the player who guesses a pile considers it possible."""
    right = players.frame.pile(guess.cards) & state.full
    return sum(view for view in players.views[guess.key[1]] if view & right)


class SincereGuessGame(TwoPlayerGame):
    """The games in which nobody, publicly, guesses a pile that they know is wrong.

    Situations are distinguished by their deals, without renaming cards, because the
    information of a guess depends on what was known when it was made.
    """

    def done(self, state: EpistemicState, event: Event) -> list[EpistemicState]:
        """Return the states after an event: a guess says that its pile was possible."""
        found = super().done(state, event)
        if event.key[0] != "guess":
            return found
        believable = possible(self, state, event)
        left = (each.among(each.full & believable) for each in found)
        return [each for each in left if each.full]

    def key(self, state: EpistemicState) -> Hashable:
        """Return what determines the rest: whose turn it is, who is in, the deals."""
        return state.number, state.full

    def cells(self, state: EpistemicState, *asked: int) -> Cells:
        """Return each card as a class of its own."""
        return tuple((card,) for card in bits((1 << self.game.c) - 1))


def pile_private(players: TwoPlayerGame, step: TurnStep) -> Fault | None:
    """Return a fault if both know a card of the pile, and it is not common."""
    state = step.after
    for x, name in enumerate(players.game.cards):
        fact = state.held(0, x)
        both = state.known((1, 2), fact)
        alone = both & ~state.common((1, 2), fact) if both else 0
        if alone:
            return alone, f"E([1,2], h(0,{name})) & ~C([1,2], h(0,{name}))"
    return None


def sincere_in_common(budget: Budget, of: type[TwoPlayerGame] | None = None) -> Result:
    """Check whether the theorem holds if guesses are known to be sincere."""
    sizes = (*SMALL, *(LARGER if budget.full else ()))

    games = [Game.myst(m, n, 2, q) for m, n, q in sizes]

    def cases() -> Iterator[Case | None]:
        for players in map(of or SincereGuessGame, games):
            for step in players.steps(guesses=True):
                deals, formula = pile_private(players, step) or (0, "")
                yield _insincere(step.after, deals, formula) if deals else None

    scope = list_games(sizes) | {"turns": "any number", "guesses": True}
    return sought(budget, cases(), scope)


def _insincere(state: EpistemicState, deals: int, formula: str) -> Case:
    """Return a described situation, since formulas cannot express sincere guesses."""
    found = situation_of(state, next(members(deals)))
    return found | {"values": {"true, if guesses are sincere": formula}}


# ---- what can be left out of play


def _kept(state: EpistemicState, holders: Iterable[int]) -> Fault | None:
    """Return a fault if both know a card's holder, but not in all public deals."""
    for k, x in product(holders, range(state.game.c)):
        held = state.held(k, x)
        both = state.known((1, 2), held)
        if both and held != state.full:
            fact = f"h({k},{state.game.cards[x]})"
            return both, f"E([1,2], {fact}) & ~C([1,2], {fact})"
    return None


def pile_kept(players: TwoPlayerGame, step: TurnStep) -> Fault | None:
    """Return a fault if both know a pile card that some public deal has elsewhere."""
    return _kept(step.after, (0,))


def any_kept(players: TwoPlayerGame, step: TurnStep) -> Fault | None:
    """Return a fault if both know a holder whose card some public deal moves."""
    return _kept(step.after, players.game.holders)


def public(budget: Budget) -> Result:
    """Check that cards both know to be in the pile are there in all public deals."""
    return swept(budget, size(budget), pile_kept)


def located_left_out(budget: Budget) -> Result:
    """Check that a card whose holder both players know can be removed from play."""
    main = swept(budget, 4, any_kept)
    return main.also(pile=swept(budget, size(budget, 5), pile_kept))


# ---- a question at no cost


def free_questions(game: Game) -> Iterator[frozenset[str]]:
    """Yield the questions whose probability can be chosen without information.

    The probability must be equal for hands that player 2 cannot distinguish, along a
    chain. It is 0 for a hand with all cards of the question: so it must be common
    knowledge that there is no such hand.
    """
    state = EpistemicState.start(game)
    for cards in game.questions():
        held = reduce(and_, (state.held(1, game.deck[card]) for card in cards))
        if state.common((1, 2), state.full & ~held) == state.full:
            yield cards


def no_cost(budget: Budget) -> Result:
    """Check that a useful question can be drawn without giving information."""
    main = _drawn_freely(budget, small=True)
    return main.also(long=_drawn_freely(budget, small=False))


def _drawn_freely(budget: Budget, *, small: bool) -> Result:
    c = 8 if budget.full else 6
    cases = (
        None if any(free_questions(game)) else _not_free(game)
        for game in each_game(c, fits=condition("1 < q <= m+n+1"))
        if small or game.q > game.sizes[1]
    )
    return sought(budget, cases, {"c": c, "p": 2}, proves=True)


def _not_free(game: Game) -> Case:
    values = {"questions": game.question_count(), "with the same chance": 0}
    return with_values(game, values)
