"""The clauses that a player has observed about a hand: section 3.2's expression.

If a player says yes, or shows a card to another player, the hand has one of the cards
of the question. A card that the player has seen is a clause of its own. Cards that the
player knows to be elsewhere are left out: own cards, and those that were denied.
"""

from __future__ import annotations

from mystpy.bits import bits, cards_of
from mystpy.compilation import NamedTuple
from mystpy.engines.hands import ConditionKind
from mystpy.errors import QueryError
from mystpy.history.history import History
from mystpy.play.information_state import ObservedGameState, initial_conditions
from mystpy.players.note_sheets import information_state


class HandClauses(NamedTuple):
    """A holder's hand: it has a card of each clause, and none of those `lacked`."""

    holder: int
    size: int
    clauses: tuple[frozenset[str], ...]
    lacked: frozenset[str]


def hand_clauses(history: History, player: int, holder: int) -> HandClauses:
    """Return a player's observations about another one's hand, as clauses.

    Raises QueryError if the player's hand is not given, or is the one asked about, and
    if an action is impossible.
    """
    game = history.game
    if player == holder:
        raise QueryError(
            f"{game.owner(player)} knows this hand: clauses are about others",
            hint="name another player with --of",
        )
    seen = information_state(history, player)
    public, conditions = ObservedGameState.of(game), initial_conditions(seen)
    for step, event in enumerate(seen.events):
        won = seen.won and step == len(seen.events) - 1
        public, news = public.then(event, player, won=won)
        conditions += news
    lacked, clauses = 0, dict[int, None]()
    for who, holds, cards in conditions:
        if holds is ConditionKind.NONE and who == holder:
            lacked |= cards
        elif holds is ConditionKind.EXACTLY:
            if who == holder:
                clauses |= dict.fromkeys(bits(cards))
            else:
                lacked |= cards
        elif holds is ConditionKind.SOME and who == holder:
            clauses[cards] = None
        elif holds is ConditionKind.SOME and cards.bit_count() == 1:
            lacked |= cards
    found = dict.fromkeys(cards_of(cards & ~lacked, game) for cards in clauses)
    return HandClauses(holder, game.sizes[holder], tuple(found), cards_of(lacked, game))
