"""Looking at every step of every game of two players up to a number of cards.

The situations up to renaming are finitely many, so the search ends by itself: what
holds at each step holds in histories of any length, for the games in the scope.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from mystpy.bits import bits, mask_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.history.actions import Asks
from mystpy.theses.chapter4.replay import replayed
from mystpy.theses.chapter4.turns import GameOfTwo, Step

Fault = tuple[int, str]
"""Deals in which a step breaks a statement, and a formula that shows it there."""

Wrong = Callable[[GameOfTwo, Step], Fault | None]
"""What is wrong with a step; no deals, or None, if nothing is."""

Fits = Callable[[Game], bool]


def games(c: int, fits: Fits = lambda game: True) -> Iterator[Game]:
    """MYST for two with up to c cards, ascending in c, then m, then q."""
    for cards in range(3, c + 1):
        for m in range(cards - 2 * ((cards - 1) // 2), cards - 1, 2):
            for q in range(1, cards + 1):
                game = Game.myst(m, (cards - m) // 2, 2, q)
                if fits(game):
                    yield game


def largest(game: Game) -> bool:
    """Whether q = m + n + 1."""
    return game.q == game.sizes[0] + game.sizes[1] + 1


def single(game: Game) -> bool:
    """Whether q = 1."""
    return game.q == 1


def first_fault(
    budget: Budget, players: GameOfTwo, wrong: Wrong, guesses: bool, turns: int | None
) -> tuple[int, Mapping[str, object] | None]:
    """How many steps of a game were looked at, and the first fault, replayed."""
    seen = 0
    for step in players.steps(guesses=guesses, turns=turns):
        seen += 1
        if seen % 256 == 0:
            budget.tick()
        fault = wrong(players, step)
        if fault is not None and fault[0]:
            deals, formula = fault
            actions = step.after.actions
            return seen, replayed(players.game, players.deal(deals), actions, formula)
    return seen, None


def swept(
    budget: Budget,
    c: int,
    wrong: Wrong,
    *,
    fits: Fits = lambda game: True,
    guesses: bool = False,
    turns: int | None = None,
    of: type[GameOfTwo] = GameOfTwo,
) -> Finding:
    """What looking at every step found; the first fault ends the search.

    `of` may limit what is asked, `turns` how long it goes on: then nothing is proved. A
    fault is replayed by two engines before it counts.
    """
    steps, found = 0, None
    for game in games(c, fits):
        players = of(game)
        seen, found = first_fault(budget, players, wrong, guesses, turns)
        steps += seen
        if found:
            break
    scope = {"c": c, "p": 2, "turns": turns or "any number", "guesses": guesses}
    return Finding.judged(
        found, proves=turns is None, method="exhaustive", instances=steps, scope=scope
    )


def question(step: Step) -> frozenset[str]:
    """The question that was answered in a step."""
    asked = [a for a in step.after.actions if isinstance(a, Asks)]
    return asked[-1].cards


def asked_cards(players: GameOfTwo, step: Step) -> list[int]:
    """The places in the deck of the cards of the question."""
    mask = mask_of(question(step), players.game)
    return [card.bit_length() - 1 for card in bits(mask)]


def shown_card(players: GameOfTwo, step: Step) -> int:
    """The place in the deck of the card that was shown in a step."""
    last = step.after.actions[-1]
    return players.game.deck[last.card]  # type: ignore[index, union-attr]


def size(budget: Budget, full: int = 6, sample: int = 4) -> int:
    """Up to how many cards games are looked at."""
    return full if budget.full else sample


def card(players: GameOfTwo, place: int) -> str:
    """The name of a card."""
    return players.game.cards[place]
