"""One public announcement of ignorance: none of some players knows the pile.

A player does not know the pile in a world if another world, which the player cannot
distinguish from it, has another pile. So the remaining worlds are those with a witness
for each player: one solver call on linked copies. For several announcements, or other
formulas, see effects.py.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from mystpy.engines.base import Value, no_deal
from mystpy.engines.symbolic.cases import NOWHERE, Cases, value_of
from mystpy.engines.symbolic.common_knowledge.linked_worlds import LinkedWorlds
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.language.atoms import H, Truth
from mystpy.language.decidable import ground
from mystpy.language.junctions import conjunction, disjunction
from mystpy.language.nodes import And, Formula, Knows, Not, Or
from mystpy.language.subformulas import agents_in, is_objective
from mystpy.views import GivenCards


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
    return _knows_each(game, player)


def _knows_some(player: int, cards: Iterable[str]) -> Formula:
    return disjunction([Knows(player, H(0, card)) for card in cards])


def ignorant(game: Game, phi: Formula) -> frozenset[int]:
    """Return the players who, by a formula, do not know the pile.

    There are none if it says anything else. The formula has no quantifiers. It may be
    about each player, or say that none of them knows. It may be about each card instead
    of the cards in the pile.
    """
    players = agents_in(phi)
    known = {
        way: player
        for player in players
        for way in (knows_pile(game, player), _knows_each(game, player))
    }
    found = {known.get(said) for said in _denied(phi, known)}
    return players if found == players else frozenset()


def _denied(phi: Formula, known: Collection[Formula]) -> Iterator[Formula]:
    """Yield what a conjunction denies, part by part, and Truth for any other part.

    A disjunction that is not among the `known` formulas is denied if each part is.
    """
    match phi:
        case And(parts):
            for part in parts:
                yield from _denied(part, known)
        case Not(Or(parts) as body) if body not in known:
            yield from parts
        case Not(body):
            yield body
        case _:
            yield Truth()


def _knows_each(game: Game, player: int) -> Formula:
    """Return the formula that a player knows of each card whether the pile has it."""
    held = [H(0, card) for card in game.cards]
    return conjunction([Or((Knows(player, x), Knows(player, Not(x)))) for x in held])


class IgnoranceWorlds:
    """The worlds that remain after an announcement that players are ignorant.

    All of them are ignorant when it is announced. The answers include what they learn
    by the announcement itself. The methods raise GaveUp if the solver does not finish.
    """

    def __init__(
        self, constraints: PublicConstraints, players: Collection[int]
    ) -> None:
        self._copies = LinkedWorlds(constraints, players)
        self._world = self._copies.add()
        self._announced = [self._witness(player) for player in sorted(set(players))]

    def _witness(self, player: int) -> int:
        """Add a copy with another pile that the player cannot distinguish."""
        copies, world = self._copies, self._world
        other = copies.add()
        copies.tie(world, other, (player,))
        pile = copies.scene.cells & copies.scene.deck
        both = zip(
            copies.literals(world, pile), copies.literals(other, pile), strict=True
        )
        return copies.implied(1, [copies.implied(2, (x, -y)) for x, y in both])

    def cells(self, given: GivenCards) -> tuple[int, ...]:
        """Return for each holder the cards (a mask) held in some consistent deal.

        If a player's hand and the cards shown to and by that player are given, this is
        what the player considers possible after the announcement. Raises NoWorldFits if
        no consistent world remains.
        """
        reached = self._copies.reached(self._world, self._fits(given))
        if not reached:
            raise no_deal()
        scene = self._copies.scene
        return tuple(scene.hand(reached, k) for k in scene.holders)

    def value(self, formula: Formula, given: GivenCards) -> Value:
        """Return whether a formula holds in all consistent worlds, in none, or in some.

        Raises QueryError if `cases` does not answer, and NoWorldFits if no consistent
        world remains.
        """
        cases = self.cases(ground(formula, self._copies.constraints.game), given)
        if cases is None:
            raise QueryError(f"more than one announcement is needed for {formula}")
        return value_of(cases)

    def cases(self, phi: Formula, given: GivenCards) -> Cases | None:
        """Return whether a formula is true, and false, in some consistent world.

        The formula is about the deal only, or about the knowledge of it of a player
        whose hand and shown cards are given; for other formulas the result is None.
        """
        if isinstance(phi, Not):
            cases = self.cases(phi.body, given)
            return cases and (cases[1], cases[0])
        copies, fits = self._copies, self._fits(given)
        if is_objective(phi):
            return copies.cases(phi, self._world, fits)
        if not isinstance(phi, Knows) or not is_objective(phi.body):
            return None
        player = int(str(phi.agent))
        if not copies.scene.is_given((player,), given):
            return None
        if not copies.satisfiable(fits):
            return NOWHERE
        seen = self._fits(given.seen_by((player,), copies.constraints.shows))
        doubted = copies.cases(phi.body, self._world, seen)[1]
        return not doubted, doubted

    def _fits(self, given: GivenCards) -> list[int]:
        """Return literals: the world remains, and agrees with what is given."""
        return [*self._announced, *self._copies.given(self._world, given)]
