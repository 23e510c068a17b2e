"""Random announcements, and the reference for the remaining worlds: a list.

The worlds of the public history come from the engine "worlds"; formulas are evaluated
in the remaining ones by their definitions.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from random import Random

from mystpy.engines import get_engine
from mystpy.engines.announcements.ignorance import ignorance, knows_pile
from mystpy.engines.base import Value, World
from mystpy.game.game import Game
from mystpy.history.actions import Guess, Shows
from mystpy.history.history import History
from mystpy.language.atoms import Falsity, GameOver, H, Truth
from mystpy.language.expand import expand
from mystpy.language.junctions import disjunction
from mystpy.language.nodes import (
    And,
    Common,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
)
from tests.engines.symbolic.groups import LARGER, partly, some_group
from tests.engines.symbolic.questions import MOST_WORLDS
from tests.engines.symbolic.views import random_game
from tests.random_games import random_play


class Listed:
    """Worlds, and those left of them after some announcements: the reference."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.worlds = list(get_engine("worlds").worlds(history, public=True))

    def announce(self, phi: Formula) -> None:
        true = self.where(phi)
        self.worlds = [world for w, world in enumerate(self.worlds) if w in true]

    def value(self, phi: Formula) -> Value | None:
        """Return the value in the consistent worlds; None if there are none."""
        fits = {w for w, world in enumerate(self.worlds) if self.fits(world)}
        true = fits & self.where(expand(phi, self.history.game))
        if not fits:
            return None
        if true and true != fits:
            return Value.UNDETERMINED
        return Value.TRUE if true else Value.FALSE

    def fits(self, world: World) -> bool:
        shown = dict(world.shown)
        hands = zip(self.history.hands, world.hands, strict=True)
        return all(hand is None or hand == held for hand, held in hands) and all(
            action.card is None or shown[step] == action.card
            for step, action in enumerate(self.history.actions)
            if isinstance(action, Shows)
        )

    def where(self, phi: Formula) -> set[int]:
        """Return the worlds, by number, in which a formula is true."""
        everywhere = set(range(len(self.worlds)))
        match phi:
            case Truth() | Falsity():
                return everywhere if isinstance(phi, Truth) else set()
            case GameOver():
                return {w for w, world in enumerate(self.worlds) if world.over}
            case H(holder, card):
                held = ((w, world.hands) for w, world in enumerate(self.worlds))
                return {w for w, hands in held if card in hands[int(str(holder))]}
            case Not(body):
                return everywhere - self.where(body)
            case And(parts):
                return everywhere.intersection(*map(self.where, parts))
            case Or(parts):
                return set().union(*map(self.where, parts))
            case Implies(left, right):
                return self.where(Or((Not(left), right)))
            case Iff(left, right):
                return everywhere - (self.where(left) ^ self.where(right))
            case Knows() | Everyone() | Common():
                return self.modal(phi)
        raise TypeError(f"{phi} is not evaluated here")

    def modal(self, phi: Knows | Everyone | Common) -> set[int]:
        """Return the worlds in which K, E or C holds."""
        match phi:
            case Knows(player, body):
                return self.known([player], body)
            case Everyone(_, body):
                each = (self.known([player], body) for player in phi.members)
                return set.intersection(*each)
        return self.known(phi.members, phi.body)

    def known(self, group: Iterable[object], body: Formula) -> set[int]:
        """Return where no chain of links leads to a world in which it is false."""
        everywhere = set(range(len(self.worlds)))
        doubted = everywhere - self.where(body)
        views = [[self.view(w, i) for w in range(len(self.worlds))] for i in group]
        while True:
            reached = set(doubted)
            for view in views:
                seen = {view[w] for w in reached}
                reached |= {w for w in everywhere if view[w] in seen}
            if reached == doubted:
                return everywhere - doubted
            doubted = reached

    def view(self, world: int, player: object) -> Hashable:
        found = self.worlds[world]
        took_part = tuple(
            (step, card) for step, card in found.shown if player in self.players(step)
        )
        return found.hands[int(str(player))], took_part, self.right(found)

    def right(self, world: World) -> bool:
        """Return whether the last action is a guess that is right in a world."""
        last = self.history.actions[-1] if self.history.actions else None
        return isinstance(last, Guess) and last.cards == world.hands[0]

    def players(self, step: int) -> tuple[int, int]:
        action = self.history.actions[step]
        assert isinstance(action, Shows)
        return action.player, action.to


def random_formula(game: Game, rng: Random, depth: int) -> Formula:
    """Return a formula of the deal, of GameOver, and of knowledge about them."""
    kind = rng.random()
    if depth == 0 or kind < 0.1:
        atoms: tuple[Formula, ...] = (GameOver(), Truth(), Falsity())
        if rng.random() < 0.07:
            return rng.choice(atoms)
        return H(rng.choice(game.holders), rng.choice(game.cards))
    inner = random_formula(game, rng, depth - 1)
    group = some_group(game, rng)
    if kind < 0.3:
        return Not(inner)
    if kind < 0.75:
        known = (Knows(group[0], inner), Everyone(group, inner), Common(group, inner))
        return rng.choice(known)
    other = random_formula(game, rng, depth - 1)
    joined = Implies(inner, other), Iff(inner, other), And((inner, other))
    return rng.choice((*joined, Or((inner, other))))


def announcement(game: Game, rng: Random) -> Formula:
    """Return an announcement that players may make: ignorance, knowledge, or any."""
    kind = rng.random()
    if kind < 0.35:
        return ignorance(game, some_group(game, rng))
    if kind < 0.45:
        return disjunction([knows_pile(game, i) for i in some_group(game, rng)])
    phi = random_formula(game, rng, rng.randint(1, 3))
    return Not(phi) if rng.random() < 0.5 else phi


def position(seed: int) -> tuple[Random, Listed]:
    """Return a random game up to a moment, partly given, and its worlds."""
    rng = Random(seed)
    while True:
        game = rng.choice(LARGER) if rng.random() < 0.6 else random_game(rng)
        history, deal = random_play(
            game, rng, rng.randint(0, 12), wrong_guesses=0.2, right_guesses=0.1
        )
        if game.deal_count() < MOST_WORLDS:
            worlds = Listed(partly(history, deal, rng))
            if len(worlds.worlds) < MOST_WORLDS // 4:
                return rng, worlds
