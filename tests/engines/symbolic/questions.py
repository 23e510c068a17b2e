"""Random questions about knowledge: formulas, laws, and all worlds of a law, listed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import compress
from random import Random

from mystpy.bits import bits
from mystpy.engines.base import Value, no_deal
from mystpy.engines.deals import Deals
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.engines.symbolic.public_constraints import (
    PublicConstraints,
    constraint_sets,
)
from mystpy.engines.worlds.model import ExplicitModel
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.atoms import Falsity, GameOver, H, StillIn, Truth, Turn, Var
from mystpy.language.expand import expand
from mystpy.language.nodes import (
    And,
    Common,
    CountOf,
    Everyone,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
)
from mystpy.views import GivenCards, Show
from tests.engines.symbolic.views import Masks, cards, condition, masks

MOST_WORLDS = 3_000
"""More are not listed."""


def formula(game: Game, rng: Random, depth: int) -> Formula:
    """Return a formula of at most this depth of K and E, all operators among it."""
    kind = rng.random()
    if depth == 0 or kind < 0.08:
        return atom(game, rng)
    if kind < 0.6:
        modal = _modal(game, rng, formula(game, rng, depth - 1))
        return Not(modal) if rng.random() < 0.4 else modal
    if kind < 0.65:
        return quantified(game, rng)
    one, other = (formula(game, rng, rng.randrange(depth + 1)) for _ in range(2))
    joined = (
        And((one, other)),
        Or((one, other)),
        Implies(one, other),
        Iff(one, other),
        Not(one),
        _count(rng, (one, other, one, atom(game, rng), atom(game, rng))),
    )
    return rng.choice(joined)


def _count(rng: Random, parts: tuple[Formula, ...]) -> Formula:
    """Return a count of some formulas, one of which is there twice."""
    return CountOf(rng.random() < 0.5, rng.randrange(len(parts) + 2), parts)


def _modal(game: Game, rng: Random, body: Formula) -> Formula:
    kind = rng.random()
    if kind < 0.75:
        return Knows(rng.randint(1, game.p), body)
    if kind < 0.8:
        return Common((rng.randint(1, game.p),), body)
    group = rng.sample(range(1, game.p + 1), rng.randint(1, game.p))
    return Everyone(tuple(group), body)


def atom(game: Game, rng: Random) -> Formula:
    """Return an atom, mostly that a holder has, or has not, a card."""
    if rng.random() < 0.1:
        player = rng.randint(1, game.p)
        fluents = (StillIn(player), Turn(player), GameOver(), Truth(), Falsity())
        return rng.choice(fluents)
    held = H(rng.choice(game.holders), rng.choice(game.cards))
    return Not(held) if rng.random() < 0.4 else held


def quantified(game: Game, rng: Random) -> Formula:
    """Return that somebody knows, or does not know, the like of some or all cards."""
    body: Formula = H(rng.choice(game.holders), Var("x"))
    for _ in range(rng.randint(1, 2)):
        body = Knows(rng.randint(1, game.p), Not(body) if rng.random() < 0.4 else body)
    body = Not(body) if rng.random() < 0.5 else body
    return rng.choice((ForAll, Exists))("x", "cards", body)


def chain(game: Game, rng: Random, length: int) -> tuple[int, ...]:
    """Return players, each of whom another may think of."""
    return tuple(rng.randint(1, game.p) for _ in range(length))


def growing_constraints(
    game: Game, rng: Random
) -> Iterator[tuple[PublicConstraints, Masks]]:
    """Yield laws that say more and more, each with a deal they are (mostly) true of.

    They have conditions of all kinds, on anybody's hand, and shows.
    """
    deal = masks(game, rng)
    (constraints,) = constraint_sets(History.make(game, {}, ""))
    for _ in range(rng.randint(1, 4)):
        conditions = [condition(game, rng, deal) for _ in range(rng.randint(0, 3))]
        constraints = replace(
            constraints,
            timed_conditions=(
                *constraints.timed_conditions,
                *((0, c) for c in conditions),
            ),
        )
        if rng.random() < 0.6:
            constraints = _shown(constraints, rng, deal)
        yield constraints, deal


def _shown(
    constraints: PublicConstraints, rng: Random, deal: Masks
) -> PublicConstraints:
    """Tell that somebody showed a card."""
    by, to = rng.sample(range(1, constraints.game.p + 1), 2)
    asked = cards(constraints.game, rng) | (deal[by] & -deal[by])
    if not asked & deal[by]:
        return constraints
    conditions = (
        *constraints.timed_conditions,
        (0, Condition(by, ConditionKind.SOME, asked)),
    )
    return replace(
        constraints,
        timed_conditions=conditions,
        shows=(*constraints.shows, Show(0, by, to, asked)),
    )


def any_given(constraints: PublicConstraints, rng: Random, deal: Masks) -> GivenCards:
    """Return as given: everything of a deal, what one player sees, nothing, or some."""
    shown = []
    for e, show in enumerate(constraints.shows):
        held = bits(deal[show.by] & show.cards)
        if held:
            shown.append((e, rng.choice(held)))
    hands = list(enumerate(deal))
    kind = rng.randrange(4)
    if kind == 0:
        return GivenCards(tuple(hands), tuple(shown))
    if kind == 1:
        i = rng.randint(1, constraints.game.p)
        seen = [
            (e, x)
            for e, x in shown
            if i in (constraints.shows[e].by, constraints.shows[e].to)
        ]
        return GivenCards((hands[i],), tuple(seen))
    if kind == 2:
        return GivenCards((), ())
    return GivenCards(
        tuple(h for h in hands if rng.random() < 0.4),
        tuple(s for s in shown if rng.random() < 0.4),
    )


class Worlds:
    """All worlds of a law, with what holds in each: the reference."""

    def __init__(self, constraints: PublicConstraints) -> None:
        self.constraints = constraints
        outlooks = [constraints.fluents]
        self.model = ExplicitModel(constraints.game, outlooks, constraints.shows)
        self.model.add(Deals(constraints.game, constraints.conditions), 0)

    def shown(self, world: int) -> tuple[int, ...]:
        """Return the cards that are shown in a world."""
        return self.model.shown[world] if self.constraints.shows else ()

    def fits(self, world: int, given: GivenCards) -> bool:
        """Return whether a world agrees with what is given."""
        hands, shown = self.model.hands[world], self.shown(world)
        return all(hands[k] == hand for k, hand in given.hands) and all(
            shown[e] == card for e, card in given.shown
        )

    def fitting(self, given: GivenCards) -> list[int]:
        """Return the worlds that fit; raises NoWorldFits if there are none."""
        found = [w for w in range(len(self.model)) if self.fits(w, given)]
        if not found:
            raise no_deal()
        return found

    def truth(self, phi: Formula) -> bytes:
        """Return the truth values of a formula, world by world."""
        return self.model.truth(expand(phi, self.constraints.game))

    def value(self, phi: Formula, given: GivenCards) -> Value:
        """Return whether a formula holds in all that fit, in none, or in some."""
        truth = self.truth(phi)
        found = {bool(truth[w]) for w in self.fitting(given)}
        if len(found) == 2:
            return Value.UNDETERMINED
        return Value.TRUE if found.pop() else Value.FALSE

    def number(self, hands: Masks, shown: Masks) -> int:
        """Return which world has these hands and shown cards."""
        same = [
            held == hands and self.shown(w) == shown
            for w, held in enumerate(self.model.hands)
        ]
        return next(compress(range(len(same)), same))

    def view(self, world: int, player: int) -> object:
        """Return what a player sees of a world."""
        seen = [
            card
            for card, show in zip(
                self.shown(world), self.constraints.shows, strict=True
            )
            if player in (show.by, show.to)
        ]
        return self.model.hands[world][player], seen
