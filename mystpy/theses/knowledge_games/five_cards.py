"""Section 7: whether the first player has the highest probability to win.

The games are those of the two values in that section, with other hands: there are two
players, and a player who knows the cards on the table announces them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache

from mystpy.bits import bits, cards_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.play.information_state import InformationState
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.event import Event
from mystpy.situations.turns import TwoPlayerGame
from mystpy.solve.best_response import BestResponse
from mystpy.solve.bounds import Bounds, Size, beside_half, game_of
from mystpy.solve.equilibria.optimal_choices import solve_with_choices
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.recurrence import HALF
from mystpy.solve.strategies import Cards, GameStrategy, asked_by, hand_of, uniform
from mystpy.theses.case_analysis import SOLVED, Case, weigh_cases, with_values
from mystpy.theses.chapter4.games import SIX, SMALL, valued, worth_said
from mystpy.theses.chapter4.sweep import list_games

FOUR = Game.general(["s1", "s2", "s3", "s4"], (1, 1, 2), 1)
"""One card on the table, one with player 1 and two with player 2.

It is the smallest such game in which both hold cards.
"""

SEVEN = (
    (1, 3, 1),
    *((3, 2, q) for q in range(1, 7)),
    *((5, 1, q) for q in range(2, 8)),
)
"""Games with seven cards by m, n and q, all but the longest."""

KNOWING = GameVariant(announced=True)
"""The variant in which only a player who knows the table's cards guesses them."""


def beginning(budget: Budget, game: Game = FOUR) -> Result:
    """Check whether the first player wins with at least one half."""
    scope = {"p": "2", "cards": str(game.c), "hands": list(game.sizes[1:])}
    main = weigh_cases(budget, _less_than_half([game]), scope, method=SOLVED)
    return main.also(even=with_even_hands(budget))


def with_even_hands(budget: Budget) -> Result:
    """Check whether player 1 guarantees one half if both hold equally many cards."""
    every = (*SMALL, *((*SIX, *SEVEN) if budget.full else ()))
    cases = _less_than_half(map(game_of, every))
    return weigh_cases(budget, cases, list_games(every), proves=True, method=SOLVED)


def _less_than_half(games: Iterable[Game]) -> Iterator[tuple[int, Case | None]]:
    for game in games:
        found = beside_half(game, KNOWING)
        values = {"player 2 makes sure of": 1 - found.upper.value}
        case = with_values(game, values) if found.lower.value < HALF else None
        yield sum(found.sequences), case


class AnnouncedKnowledge(TwoPlayerGame):
    """The game in which passing says that the pile is not known."""

    def done(self, state: EpistemicState, event: Event) -> list[EpistemicState]:
        """Return the states after an event: before noguess the pile was not known."""
        found = super().done(state, event)
        if event.key[0] != "noguess":
            return found
        known = self.sure(state, event.key[1])
        left = (each.among(each.full & ~known) for each in found)
        return [each for each in left if each.full]


@cache
def announced(game: Game) -> AnnouncedKnowledge:
    """Return the game in which passing gives information."""
    return AnnouncedKnowledge(game)


@cache
def public(game: Game, events: tuple[Event, ...]) -> EpistemicState:
    """Return the state after some actions, none of them a guess."""
    if not events:
        return announced(game).start()
    (state,) = announced(game).done(public(game, events[:-1]), events[-1])
    return state


def possible(seen: InformationState) -> list[tuple[Cards, ...]]:
    """Return the deals that a player considers possible, as hands by holder."""
    players = announced(seen.game)
    every = map(players.deal, bits(public(seen.game, seen.events).full))
    hand = hand_of(seen)
    return [deal for deal in every if deal[seen.player] == hand]


def known(seen: InformationState) -> Cards | None:
    """Return the pile, if the player knows it."""
    piles = {deal[0] for deal in possible(seen)}
    return piles.pop() if len(piles) == 1 else None


def unlocated(seen: InformationState) -> Cards:
    """Return the cards whose holders the player does not know."""
    deals = possible(seen)
    holders = [frozenset.intersection(*hands) for hands in zip(*deals, strict=True)]
    return frozenset(seen.game.cards) - frozenset().union(*holders)


def fair(seen: InformationState, event: Event) -> bool:
    """Return whether a question is new, and a pile is announced iff it is known."""
    cards, kind = cards_of(event.cards, seen.game), event.key[0]
    if kind == "asks":
        return cards not in asked_by(seen)
    if kind in ("guess", "noguess"):
        return known(seen) == (cards or None)
    return True


def announcing(seen: InformationState) -> Mapping[Cards | None, Fraction]:
    """Announce the pile once it is known."""
    return {known(seen): Fraction(1)}


def telling(seen: InformationState, among: Cards) -> Mapping[Cards, Fraction]:
    """Ask any new question for one unlocated card among these, and own ones.

    If all is known, ask any new question: the pile is announced after a question.
    """
    done, hand = asked_by(seen), hand_of(seen)
    new = [q for q in seen.game.questions() if q not in done]
    one = [q for q in new if len(q & among) == 1 and q - among <= hand]
    return uniform(one or new)


def useful(seen: InformationState) -> Mapping[Cards, Fraction]:
    """Ask any question with an unlocated card."""
    free = unlocated(seen)
    return uniform(q for q in seen.game.questions() if q & free)


def split(seen: InformationState) -> Mapping[Cards, Fraction]:
    """Ask for one unlocated card."""
    return telling(seen, unlocated(seen))


def mixed(
    one: Mapping[Cards, Fraction], other: Mapping[Cards, Fraction], share: Fraction
) -> dict[Cards, Fraction]:
    """Return the mixture of two plans, the first with a share."""
    nothing = Fraction()
    return {
        item: share * one.get(item, nothing) + (1 - share) * other.get(item, nothing)
        for item in [*one, *(item for item in other if item not in one)]
    }


def last_asked(seen: InformationState, player: int) -> Cards:
    """Return a player's last question, empty if there is none."""
    asked = (d.cards for d in reversed(seen.events) if d.key == ("asks", player))
    return cards_of(next(asked, 0), seen.game)


def elsewhere(
    share: Fraction,
) -> Callable[[InformationState], Mapping[Cards, Fraction]]:
    """Return a strategy that prefers cards that the other has not asked for."""

    def asks(seen: InformationState) -> Mapping[Cards, Fraction]:
        free = unlocated(seen)
        named = free & last_asked(seen, 3 - seen.player)
        if not named or named == free:
            return split(seen)
        others = telling(seen, free - named)
        return mixed(others, telling(seen, named), share)

    return asks


FIRST = GameStrategy((useful, split), (announcing,))
"""Player 1 draws a first question from all that are useful."""

SECOND = {
    1: GameStrategy((split,), (announcing,)),
    2: GameStrategy((elsewhere(Fraction(7, 9)),), (announcing,)),
}
"""Player 2 asks for one unlocated card; by the number of cards in a question."""


def sure(size: Size, leader: int, plan: GameStrategy) -> tuple[Fraction, int]:
    """Return a plan's value against the best response, and the number of nodes."""
    reply = BestResponse(game_of(size), leader, plan, fair, alike=True)
    return reply.value(), reply.nodes


def bounds(size: Size) -> Bounds:
    """Return the value that player 1's plan guarantees, and that 2's plan allows."""
    low, nodes = sure(size, 1, FIRST)
    left, more = sure(size, 2, SECOND[size[2]])
    return Bounds(low, 1 - left, nodes + more)


def repeating(size: Size) -> Bounds:
    """Return the value if questions may be repeated, by a linear program."""
    found = solve_with_choices(game_of(size), KNOWING)
    return Bounds(found.lower.value, found.upper.value, sum(found.sequences))


SAID = Fraction(7, 9)
ONE, TWO = (1, 2, 1), (1, 2, 2)
BoundsOf = Callable[[Size], Bounds]


def one_card(budget: Budget) -> Result:
    """Return the result for games-value-one."""
    again = valued_at(budget, ONE, repeating, SOLVED)
    return valued_at(budget, ONE, bounds).also(repeated=again)


def two_cards(budget: Budget) -> Result:
    """Return the result for games-value-two."""
    again = valued_at(budget, TWO, repeating, SOLVED)
    return valued_at(budget, TWO, bounds).also(
        unsuspecting=unsuspecting(budget), repeated=again
    )


def valued_at(
    budget: Budget, size: Size, bounds_of: BoundsOf, method: str = "game tree"
) -> Result:
    """Check whether the value of a game is 7/9."""
    return worth_said(budget, {size: SAID}, bounds_of, list_games([size]), method)


def unsuspecting(budget: Budget) -> Result:
    """Check whether player 1 wins 7/9 against questions for any unlocated card."""
    left, nodes = sure(TWO, 2, SECOND[1])
    wrong = None if 1 - left == SAID else valued(TWO, said=SAID, player_1_wins=1 - left)
    return weigh_cases(budget, [(nodes, wrong)], list_games([TWO]), proves=True)
