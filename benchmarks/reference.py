"""A small reference for nested knowledge, which shares nothing with the package.

It has worlds of a history in python-sat's minicard, in as few lines as possible: the
holder of each card, the answers, and the cards shown to the player who asked. `cell`
decides K(i,K(j,...h(k,x))) by a copy of the world for each K, linked by what its player
sees. `knows_that_unknown` decides K(i,~K(j,h(0,x))) lazily: a world is sought in which
nobody could exchange the card unnoticed, and whether j knows it there is left to a
second solver. Both are given the view of player i. There are no guesses in these games.
"""

from __future__ import annotations

from collections.abc import Iterator

from pysat.solvers import Minicard

from mystpy.bits import bits
from mystpy.engines.hands import ConditionKind
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.views import GivenCards

World = dict[tuple[int, int], int]
"""An atom for each holder and card; for a show, numbered below 0, the card shown."""


class Worlds:
    """Copies of a world in one solver."""

    def __init__(self, constraints: PublicConstraints, askers: set[int]) -> None:
        """Take constraints, and the players whose knowledge is asked about."""
        self.constraints = constraints
        self.game = constraints.game
        self.shows = {
            e: show for e, show in enumerate(constraints.shows) if show.to in askers
        }
        self.solver = Minicard()
        self._top = 0
        self._links: dict[tuple[int, int, int], int] = {}
        self.copies: list[World] = []

    def fresh(self) -> int:
        """Return a new atom."""
        self._top += 1
        return self._top

    def _exactly(self, number: int, atoms: list[int]) -> None:
        self.solver.add_atmost(atoms, number)
        self.solver.add_atmost([-atom for atom in atoms], len(atoms) - number)

    def world(self, number: int) -> World:
        """Return a copy of the world, after all before it."""
        while len(self.copies) <= number:
            self.copies.append(self._made())
        return self.copies[number]

    def _made(self) -> World:
        game, add = self.game, self.solver.add_clause
        cards = range(game.c)
        world = {(k, x): self.fresh() for k in game.holders for x in cards}
        for x in cards:
            self._exactly(1, [world[k, x] for k in game.holders])
        for k, size in enumerate(game.sizes):
            self._exactly(size, [world[k, x] for x in cards])
        for _, sort in game.sorts:
            self._exactly(1, [world[0, game.deck[x]] for x in sort])
        for condition in self.constraints.conditions:
            atoms = [world[condition.holder, x] for x in numbers(condition.cards)]
            if condition.holds is ConditionKind.SOME:
                add(atoms)
            else:
                assert condition.holds is ConditionKind.NONE, "there are no guesses"
                for atom in atoms:
                    add([-atom])
        for e, show in self.shows.items():
            for x in numbers(show.cards):
                world[-1 - e, x] = self.fresh()
                add([-world[-1 - e, x], world[show.by, x]])
            self._exactly(1, [world[-1 - e, x] for x in numbers(show.cards)])
        return world

    def seen(self, player: int) -> Iterator[tuple[int, int]]:
        """Yield the places of which a player sees whether they are true."""
        yield from ((player, x) for x in range(self.game.c))
        for e, show in self.shows.items():
            if player in (show.by, show.to):
                yield from ((-1 - e, x) for x in numbers(show.cards))

    def link(self, one: int, other: int, player: int) -> int:
        """Return an atom: a player cannot tell two copies apart."""
        key = one, other, player
        if key not in self._links:
            self._links[key] = link = self.fresh()
            here, there = self.world(one), self.world(other)
            for place in self.seen(player):
                self.solver.add_clause([-link, -here[place], there[place]])
                self.solver.add_clause([-link, here[place], -there[place]])
        return self._links[key]

    def given(self, known: GivenCards) -> list[int]:
        """Return literals of the first copy that say what is given."""
        world = self.world(0)
        found = [world[k, x] for k, hand in known.hands for x in numbers(hand)]
        for e, card in known.shown:
            (x,) = numbers(card)
            found.append(world[self.constraints.shows[e].by, x])
            if e in self.shows:
                found.append(world[-1 - e, x])
        return found

    def cell(self, chain: list[int], known: GivenCards, holder: int, card: int) -> bool:
        """Return whether all of the chain know that they know that it is there.

        The first player's view is what is given.
        """
        copies = len(chain) - 1
        lacks = -self.world(copies)[holder, card]
        links = [self.link(k, k + 1, chain[k + 1]) for k in range(copies)]
        return not self.solver.solve([*self.given(known), *links, lacks])

    def exchanges(self, player: int, card: int) -> None:
        """Add that a player knows a card of the pile: nobody could have exchanged it.

        Somebody could with a card of the same sort, unless it was shown to the player,
        or was the only one of a question that had been answered with yes.
        """
        world, deck = self.world(0), self.game.deck
        (sort,) = [s for _, s in self.game.sorts if card in {deck[x] for x in s}]
        barred = {
            (c.holder, x)
            for c in self.constraints.conditions
            if c.holds is ConditionKind.NONE
            for x in numbers(c.cards)
        }
        some = [c for c in self.constraints.conditions if c.holds is ConditionKind.SOME]
        for k in self.game.holders[1:]:
            if k == player or (k, card) in barred:
                continue
            for other in {deck[x] for x in sort} - {card}:
                clause = [-world[0, card], -world[k, other]]
                for e, show in self.shows.items():
                    if show.by == k and (-1 - e, other) in world:
                        clause.append(world[-1 - e, other])
                for condition in some:
                    answer = set(numbers(condition.cards))
                    if condition.holder == k and other in answer and card not in answer:
                        clause.append(alone := self.fresh())
                        for x in answer - {other}:
                            self.solver.add_clause([-alone, -world[k, x]])
                self.solver.add_clause(clause)


def knows_that_unknown(
    constraints: PublicConstraints, known: GivenCards, player: int, card: int
) -> bool:
    """Return whether K(i,~K(j,h(0,x))) holds, by the view of i, from nothing."""
    sought, other = Worlds(constraints, {player}), Worlds(constraints, {player})
    sought.exchanges(player, card)
    world, twin = sought.world(0), other.world(0)
    assumed = [*sought.given(known), world[0, card]]
    while sought.solver.solve(assumed):
        true = {atom for atom in sought.solver.get_model() if atom > 0}
        view = [place for place in sought.seen(player) if world[place] in true]
        if not other.solver.solve([*(twin[place] for place in view), -twin[0, card]]):
            return False
        sought.solver.add_clause([-world[place] for place in view])
    return True


def numbers(mask: int) -> list[int]:
    """Return the numbers of the cards of a set."""
    return [card.bit_length() - 1 for card in bits(mask)]
