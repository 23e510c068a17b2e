"""The model of possible worlds, listed: the truth of a formula in each world.

A world is a deal together with the card shown at each show, and the outcome of a last
guess, right or wrong. A player considers a world possible if it gives the player the
same view (axioms/s1_03_knowledge.lp): the player's hand, the cards shown to or by the
player, and the outcome of a last guess. The truth values of a formula are bytes, one
for each world.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import compress, product
from operator import and_, eq, or_

from mystpy.bits import bits, mask_of
from mystpy.engines.base import PublicFluents
from mystpy.engines.transition_system.progressor import ProgressionState
from mystpy.game.game import Game
from mystpy.history.actions import Looks, Shows
from mystpy.history.history import History
from mystpy.history.witnesses import seen_later
from mystpy.language.atoms import (
    AnsTurn,
    GameOver,
    H,
    PhaseIs,
    Player,
    Question,
    StillIn,
    Turn,
)
from mystpy.language.nodes import Common, Distributed, Formula
from mystpy.language.truth import Algebra, evaluate
from mystpy.sight import GuessResult
from mystpy.views import SHIPPED, Show, Sight, look_of

_FLIP = bytes((1, 0)) + bytes(254)

Classes = Sequence[int]
"""For each world the class of worlds to which it belongs."""


def fluent_holds(fluents: PublicFluents, atom: Formula) -> bool:
    """Return whether a fluent other than h holds."""
    match atom:
        case StillIn(player):
            return player in fluents.still_in
        case Turn(player):
            return player in fluents.turn
        case AnsTurn(player):
            return player in fluents.ans_turn
        case Question(cards):
            return cards == fluents.question
        case PhaseIs(phase):
            return phase in fluents.phases
        case GameOver():
            return bool(fluents.game_over)
    raise TypeError(f"{atom} is not a fluent")


class ExplicitModel(Algebra[bytes]):
    """Worlds in columns: the hands, the cards shown, and the outcome in each world.

    The `events` are the shows whose cards are part of a world. The `results` are those
    of guesses that only the player who guessed learnt. Unless the result of a last
    guess is `public`, nobody sees it.
    """

    def __init__(
        self,
        game: Game,
        fluents: Sequence[PublicFluents],
        events: Sequence[Show],
        results: Sequence[GuessResult] = (),
        *,
        public: bool = True,
    ) -> None:
        self.game = game
        self.fluents = fluents
        self.events = events
        self.results = results
        self.public = public
        self.hands: list[tuple[int, ...]] = []
        self.shown: list[tuple[int, ...]] = []
        self.outcome: list[int] = []
        self.kept = {}
        self.given_views: dict[int, Classes] = {}
        """For some players a number of their view in each world."""
        self._views: dict[int, Classes] = {}

    def __len__(self) -> int:
        return len(self.hands)

    def add(self, deals: Iterable[tuple[int, ...]], outcome: int) -> None:
        """Add the worlds of these deals: one for each choice of the cards shown."""
        if not self.events:
            self.hands.extend(deals)
        else:
            for hands in deals:
                for shown in shown_in(hands, self.events):
                    self.hands.append(hands)
                    self.shown.append(shown)
        self.outcome.extend([outcome] * (len(self.hands) - len(self.outcome)))

    def truth(self, phi: Formula) -> bytes:
        """Return the truth values of a quantifier-free formula, world by world."""
        return evaluate(phi, self)

    def constant(self, true: bool) -> bytes:
        """Return all worlds, or none."""
        return bytes((true,)) * len(self)

    def atom(self, f: Formula) -> bytes:
        """Return where a holder has a card, or a fluent holds."""
        if isinstance(f, H):
            holder, card = f.holder, self.game.deck[str(f.card)]
            assert isinstance(holder, int), "quantifiers are expanded before"
            return bytes(hands[holder] >> card & 1 for hands in self.hands)
        values = [fluent_holds(each, f) for each in self.fluents]
        return bytes(values[outcome] for outcome in self.outcome)

    def negation(self, a: bytes) -> bytes:
        """Return all other worlds."""
        return a.translate(_FLIP)

    def meet(self, a: bytes, b: bytes) -> bytes:
        """Return the worlds in both."""
        return bytes(map(and_, a, b))

    def join(self, a: bytes, b: bytes) -> bytes:
        """Return the worlds in one of them, or in both."""
        return bytes(map(or_, a, b))

    def same(self, a: bytes, b: bytes) -> bytes:
        """Return the worlds in both or in neither."""
        return bytes(map(eq, a, b))

    def known(self, player: Player, body: bytes) -> bytes:
        """Return where a player knows that these worlds are the possible ones."""
        return _throughout(self.view(player), body)

    def common(self, f: Common, body: bytes) -> bytes:
        """Return where it is common knowledge in a group."""
        return _throughout(reduce(_linked, map(self.view, f.members)), body)

    def distributed(self, f: Distributed, body: bytes) -> bytes:
        """Return where it is distributed knowledge in a group."""
        return _throughout(_pooled(map(self.view, f.members)), body)

    def announced(self, said: bytes, body: Formula) -> bytes:
        """Return where the body holds after an announcement, or that is false."""
        after = iter(self.restricted(said).truth(body))
        return bytes(next(after) if true else 1 for true in said)

    def restricted(self, left: bytes) -> ExplicitModel:
        """Return the model of only those worlds in which a truth value is 1."""
        model = ExplicitModel(
            self.game, self.fluents, self.events, self.results, public=self.public
        )
        model.hands = list(compress(self.hands, left))
        model.shown = list(compress(self.shown, left))
        model.outcome = list(compress(self.outcome, left))
        views = self.given_views.items()
        model.given_views = {k: list(compress(view, left)) for k, view in views}
        return model

    def view(self, player: Player) -> Classes:
        """Return for each world the number of its class for a player."""
        assert isinstance(player, int), "quantifiers are expanded before"
        if player in self.given_views:
            return self.given_views[player]
        if player not in self._views:
            seen = [e for e, event in enumerate(self.events) if event.sees(player)]
            numbers: dict[Hashable, int] = {}
            self._views[player] = [
                numbers.setdefault(view, len(numbers))
                for view in self._all_that_is_seen(player, seen)
            ]
        return self._views[player]

    def _all_that_is_seen(self, player: int, seen: list[int]) -> Iterator[Hashable]:
        own: Iterable[Hashable] = (hands[player] for hands in self.hands)
        sees = SHIPPED.sees_result
        if piles := [x.pile for x in self.results if sees(player, x.player)]:
            own = (
                (hands[player], *(hands[0] == pile for pile in piles))
                for hands in self.hands
            )
        outcome = self.outcome if self.public else [0] * len(self)
        if not seen:
            return zip(own, outcome, strict=True)
        shown = (tuple(cards[e] for e in seen) for cards in self.shown)
        return zip(own, outcome, shown, strict=True)


def shown_in(hands: Sequence[int], events: Sequence[Show]) -> Iterator[tuple[int, ...]]:
    """Yield each choice of the cards that are shown at these events in a deal."""
    return product(*(bits(hands[event.by] & event.cards) for event in events))


def shows_seen(
    states: list[ProgressionState],
    history: History,
    agents: frozenset[int],
    sight: Sight = SHIPPED,
) -> list[Show]:
    """Return the shows of which one of these players saw the card.

    The condition of that step determines which cards may have been shown: if the card
    is given, only that one.
    """
    found, actions, game = [], history.actions, history.game
    conditions = dict(states[0].timed_conditions if states else ())
    for step, action in enumerate(actions if states else ()):
        if isinstance(action, Shows):
            cards = conditions[step].cards
            show = Show(step, action.player, action.to, cards, sight)
            found.append(show.seen_also_by(seen_later(actions, step)))
        elif isinstance(action, Looks):
            card = game.cards if action.card is None else (action.card,)
            found.append(look_of(step, action, mask_of(card, game)))
    return [show for show in found if show.is_seen_in(agents)]


def _throughout(classes: Classes, body: bytes) -> bytes:
    """Return where the body holds in all worlds of the class of a world."""
    doubted = set(compress(classes, body.translate(_FLIP)))
    if not doubted:
        return b"\1" * len(body)
    return bytes(k not in doubted for k in classes)


def _pooled(views: Iterable[Classes]) -> Classes:
    """Return the classes of worlds that are alike in all of these views."""
    numbers: dict[tuple[int, ...], int] = {}
    return [numbers.setdefault(k, len(numbers)) for k in zip(*views, strict=True)]


def _linked(first: Classes, second: Classes) -> Classes:
    """Return the classes of worlds linked by steps within both kinds of classes."""
    leader = list(range(max(first, default=0) + 1))

    def find(k: int) -> int:
        while leader[k] != k:
            leader[k] = k = leader[leader[k]]
        return k

    anchor: dict[int, int] = {}
    for one, other in set(zip(first, second, strict=True)):
        leader[find(anchor.setdefault(other, one))] = find(one)
    return [find(k) for k in first]
