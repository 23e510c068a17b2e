"""Section 4.4, remarks: games with q = 1 in which nobody asks for own cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import comb

from mystpy.bits import bits, cards_of, members
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.history.actions import Asks
from mystpy.play.information_state import InformationState
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.turns import TurnStep, TwoPlayerGame, shown_and_denied
from mystpy.solve.passing import any_useful, useful
from mystpy.solve.solo_play import questions_needed
from mystpy.solve.strategies import Cards, Questions, sight
from mystpy.theses.case_analysis import Case, each_game, sought, with_values
from mystpy.theses.chapter4.recurrence.findings import at
from mystpy.theses.chapter4.sweep import (
    Fault,
    every_step,
    question,
    single,
    size,
    swept,
)

# ---- the state (m, n1, n2)


def located(state: EpistemicState) -> tuple[int, int, int]:
    """Return the cards denied, those that player 1 has shown, and player 2."""
    one, two, *denied = shown_and_denied(state)
    return (denied[0] | denied[1]) & ~(one | two), one, two


def left_to_locate(state: EpistemicState) -> tuple[int, ...]:
    """Return m, n1 and n2, if nobody has asked for own cards."""
    sizes = zip(state.game.sizes, located(state), strict=True)
    return tuple(size - cards.bit_count() for size, cards in sizes)


def honest(state: EpistemicState) -> int:
    """Return the public deals in which nobody has asked for own cards."""
    deals = state.full
    for event in state.events:
        if event.key[0] == "asks":
            for x in members(event.cards):
                deals &= ~state.held(event.key[1], x)
    return deals


class HonestGame(TwoPlayerGame):
    """Games that last while m, n1 and n2 are positive, without bluffs.

    A question is open if its card is not located yet. Others may be asked as well.
    """

    def questions(self, state: EpistemicState, poser: int) -> Iterator[frozenset[str]]:
        """Yield the questions about cards that the poser may not have."""
        own = cards_of(located(state)[poser], self.game)
        if min(left_to_locate(state)):
            yield from (q for q in super().questions(state, poser) if not q & own)


class OpenQuestionGame(HonestGame):
    """The same games, with questions only about cards that are not located."""

    def questions(self, state: EpistemicState, poser: int) -> Iterator[frozenset[str]]:
        """Yield the questions about cards that are not located."""
        known = cards_of(sum(located(state)), self.game)
        return (q for q in super().questions(state, poser) if not q & known)


def not_lower(players: TwoPlayerGame, step: TurnStep) -> Fault | None:
    """Return a fault unless a question lowers exactly one of m, n1 and n2 by 1."""
    before, after = left_to_locate(step.before), left_to_locate(step.after)
    if sorted(b - a for b, a in zip(before, after, strict=True)) == [0, 0, 1]:
        return None
    (x,) = cards_of(question(step), players.game)
    poser = step.poser
    text = f"K({poser}, h(0,{x})) | K({poser}, h({3 - poser},{x}))"
    return honest(step.after), text


def ordered(budget: Budget) -> Result:
    """Check that each question lowers one of the numbers, so the game is finite."""
    main = swept(budget, size(budget, 5), not_lower, fits=single, of=HonestGame)
    return main.also(
        not_located=swept(
            budget, size(budget, 8, 7), not_lower, fits=single, of=OpenQuestionGame
        )
    )


def zero(players: TwoPlayerGame, step: TurnStep) -> Fault | None:
    """Return a fault if one of m, n1, n2 is 0, but nobody knows the pile."""
    state = step.after
    public = (
        [x for x in range(state.game.c) if state.held(player, x) == state.full]
        for player in (1, 2)
    )
    located_ = (located(state)[0].bit_count(), *map(len, public))
    if all(map(int.__lt__, located_, state.game.sizes)):
        return None
    truthful = step.after.among(honest(step.after))
    certain = players.sure(truthful, 1) | players.sure(truthful, 2)
    return truthful.full & ~certain, "true"


def empty(budget: Budget) -> Result:
    """Check that a value of 0 means that a player knows the pile."""
    return swept(budget, size(budget, 5), zero, fits=single)


# ---- a guess


def decided(budget: Budget, beyond: int = 0) -> Result:
    """Check that a player who is left alone can ask until the pile is known."""
    cases = (
        with_values(game, {"questions": "no number"})
        if questions_needed(game, strategy=True) == float("inf")
        else None
        for game in each_game(6, fits=lambda g: g.q <= sum(g.sizes[:2]) + 1 + beyond)
    )
    return sought(budget, cases, {"c": 6, "p": 2}, proves=True)


# ---- how often a guess is right


def weight(
    players: TwoPlayerGame, deal: int, state: EpistemicState, ask: Questions
) -> Fraction:
    """Return the probability of a history's questions in a deal, asked like this."""
    hands, chance = players.deal(deal), Fraction(1)
    for k, action in enumerate(state.actions):
        if isinstance(action, Asks):
            player, done = action.player, state.actions[:k]
            chances = ask(sight(players.game, player, hands[player], done))
            chance *= chances.get(action.cards, Fraction())
    return chance


def favouring(seen: InformationState) -> Mapping[Cards, Fraction]:
    """Ask for any such card, later cards of the deck more often than earlier ones."""
    places = {card: seen.game.deck[card] + 1 for card in useful(seen)}
    total = sum(places.values())
    return {frozenset([x]): Fraction(place, total) for x, place in places.items()}


def right_guess(budget: Budget) -> Result:
    """Check that a guess is right in one of C(m + n2, m) cases, for any pile."""
    return guessed(budget, any_useful).also(uneven=uneven(budget))


def uneven(budget: Budget, ask: Questions = favouring) -> Result:
    """Check the same for any preferences of cards: by one example."""
    return guessed(budget, ask).by_witness(refutes=True)


def guessed(budget: Budget, ask: Questions) -> Result:
    """Compare the piles' probabilities with the stated ones, for these questions."""

    def cases() -> Iterator[Case | None]:
        for players, step in every_step(c, single, of=OpenQuestionGame):
            deals, (m, *left) = honest(step.after), left_to_locate(step.after)
            said = Fraction(1, piles(m, left[2 - step.poser]))
            for view in players.views[step.poser]:
                for chance in _odds(players, view & deals, step.after, ask):
                    yield _otherwise(step.after, said, chance)

    c = 7 if budget.full else 6
    return sought(budget, cases(), {"c": c, "p": 2}, proves=True)


def _odds(
    players: TwoPlayerGame, deals: int, state: EpistemicState, ask: Questions
) -> Iterator[Fraction]:
    """Yield the probabilities of some deals, the likeliest first."""
    weights = [weight(players, deal, state, ask) for deal in bits(deals)]
    total = sum(weights, Fraction())
    return (each / total for each in sorted(weights, reverse=True) if total)


def _otherwise(state: EpistemicState, said: object, found: object) -> Case | None:
    """Return a situation in which a number differs from the stated one."""
    done = {"history": [str(action) for action in state.actions]}
    values = with_values(state.game, {"said": said, "is": found})
    return None if said == found else done | values


# ---- what (m, n1, n2) says of a situation


Count = Callable[[int, int], int]
"""How many deals a player considers possible: of unknown pile and other cards."""


def piles(m: int, other: int) -> int:
    """Return C(m + n', m), where n' cards of the other's are unknown."""
    return comb(m + other, m)


def described(budget: Budget, count: Count = piles) -> Result:
    """Check that three numbers describe a game if nobody asks for own cards."""

    def cases() -> Iterator[Case | None]:
        for players, step in every_step(c, single, of=HonestGame):
            deals, (m, *hands) = honest(step.after), left_to_locate(step.after)
            for player in (1, 2):
                said = count(m, hands[2 - player])
                left = {(view & deals).bit_count() for view in players.views[player]}
                yield from (_otherwise(step.after, said, each) for each in left - {0})

    c = 6 if budget.full else 5
    return sought(budget, cases(), {"c": c, "p": 2}, proves=True)


# ---- a misprint in the proof of Theorem 4.4


def shortcut(budget: Budget, *, in_maximum: bool) -> Result:
    """Check that 1/(2a+2) may be written 1/4, in the maximum with 1/2 or alone."""
    least = Fraction(1, 2) if in_maximum else Fraction()
    printed = max(Fraction(1, 4), least)
    found = ((a, max(Fraction(1, 2 * a + 2), least)) for a in range(1, 101))
    cases = (
        at((2 * a + 2, 1, 1), {"1/(2a+2)": one, "printed": printed})
        if one != printed
        else None
        for a, one in found
    )
    return sought(budget, cases, {"a": "1..100"}, proves=True, method="arithmetic")


def quarter(budget: Budget) -> Result:
    """Check that the proof of Theorem 4.4 writes 1/4 for 1/(2a+2)."""
    return shortcut(budget, in_maximum=True).also(
        alone=shortcut(budget, in_maximum=False)
    )
