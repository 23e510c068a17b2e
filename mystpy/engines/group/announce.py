"""One public announcement of ignorance: nobody of some players knows the pile.

A player does not know the pile in a world if there is another world, with another pile,
that the player cannot tell from it. So the worlds that such an announcement leaves are
those with a witness for each player: one call of the solver on linked copies. For more
announcements in a row, or of other formulas, see `Diagrams.announce`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from mystpy.engines.base import Value, no_deal
from mystpy.engines.deals import bits
from mystpy.engines.group.linked_worlds import LinkedWorlds
from mystpy.engines.law import Given, Law
from mystpy.errors import QueryError
from mystpy.formulas import (
    Formula,
    H,
    Knows,
    Not,
    Or,
    conjunction,
    disjunction,
    expand,
    is_objective,
)
from mystpy.game import Game


def ignorance(game: Game, players: Iterable[int]) -> Formula:
    """Return the formula that none of these players knows the pile."""
    return conjunction([Not(knows_pile(game, player)) for player in players])


def knows_pile(game: Game, player: int) -> Formula:
    """Return the formula that a player knows which cards are in the pile."""
    if game.sorts:
        sorts = (cards for _, cards in game.sorts)
        return conjunction([_knows_some(player, cards) for cards in sorts])
    if game.sizes[0] == 1:
        return _knows_some(player, game.cards)
    held = [H(0, card) for card in game.cards]
    return conjunction([Or((Knows(player, x), Knows(player, Not(x)))) for x in held])


def _knows_some(player: int, cards: Iterable[str]) -> Formula:
    return disjunction([Knows(player, H(0, card)) for card in cards])


class AfterIgnorance:
    """The worlds of a law that are left once it is announced that players are ignorant.

    All of them are ignorant at the moment at which it is announced; what they learn by
    the announcement itself is in the answers.
    """

    def __init__(self, law: Law, players: Collection[int]) -> None:
        self._copies = LinkedWorlds(law, players)
        self._world = self._copies.add()
        self._announced = [self._witness(player) for player in sorted(set(players))]

    def _witness(self, player: int) -> int:
        """Add a copy with another pile that the player cannot tell from the world."""
        copies, world = self._copies, self._world
        other = copies.add()
        copies.tie(world, other, (player,))
        pile = bits(copies.places.cells(0, copies.places.deck) & copies.may)
        return copies.some(
            [copies.all((world.cells[x], -other.cells[x])) for x in pile]
        )

    def cells(self, given: Given) -> tuple[int, ...]:
        """Return for each holder the cards (a mask) held in some deal that fits.

        If a player's hand and the cards shown to and by that player are given, this is
        what the player holds possible after the announcement. Raises NoWorldFits if no
        world that fits is left, and GaveUp if the solver does not end.
        """
        fits = self._copies.given(self._world, given)
        reached = self._copies.reached(self._world, (*self._announced, *fits))
        if not reached:
            raise no_deal()
        return self._copies.places.hands(reached)

    def value(self, formula: Formula, given: Given) -> Value:
        """Return whether a formula without K, E and C holds in the worlds that fit.

        Raises QueryError for other formulas, NoWorldFits if no world that fits is left,
        and GaveUp if the solver does not end.
        """
        phi = expand(formula, self._copies.law.game)
        if not is_objective(phi):
            raise QueryError(
                f"after one announcement only the deal is asked for, not {formula}"
            )
        fits = (*self._announced, *self._copies.given(self._world, given))
        truth = self._copies.truth(phi, self._world)
        true = self._copies.satisfiable((*fits, truth))
        false = self._copies.satisfiable((*fits, -truth))
        if not true and not false:
            raise no_deal()
        return Value.UNDETERMINED if true and false else Value(str(true).lower())
