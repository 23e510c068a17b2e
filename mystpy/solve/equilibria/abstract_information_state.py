"""The state of a game for a player who follows a strategy: cards counted by classes.

In the field: the map from information states to those of an abstraction.

The solved game may have no idle questions. If the opponent asks one anyway, the player
answers it by what he has learnt before. A useful question is imagined in its place,
with an answer by the player's strategy. The opponent has learnt no more than in the
imagined game, so that the strategy keeps its value. The imagined cards, and the card
that is shown then, are drawn at random: a reader of the program could predict a fixed
choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product

from mystpy.bits import bits
from mystpy.compilation import NamedTuple
from mystpy.engines.transition_system.states import EventKey, Transition
from mystpy.engines.transition_system.system import transition_system_of
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, No, Shows, Yes
from mystpy.situations.event import Event
from mystpy.solve.equilibria.wording import DescribedCards
from mystpy.solve.extensive.action_space import AbstractAction, ActionSpace
from mystpy.solve.extensive.classes import Counts
from mystpy.solve.trees.reduced_tree import PublicPosition

ShowChances = Callable[["AbstractInformationState"], Mapping[int, Fraction]]
"""The probability with which a player would show each card, as a mask."""


class PlanContext(NamedTuple):
    """The constants of a game: its rules, the player with her hand, and her strategy.

    `shows` gives the cards that the player would show to an imagined question.
    """

    game: Game
    action_space: ActionSpace
    player: int
    hand: int
    shows: ShowChances


class AbstractInformationState(NamedTuple):
    """A public position, the cards of each class as masks, and the imagined question.

    `astray` is set if the game has left the solved game: a guess was wrong, or no
    question is left to ask. While an idle question is answered, `idle` is its mask.
    """

    field: PlanContext
    public: PublicPosition
    masks: tuple[int, ...]
    idle: int = 0
    astray: bool = False

    @classmethod
    def start(cls, field: PlanContext) -> AbstractInformationState:
        """Return the start of a game."""
        game = field.game
        masks = [(1 << game.c) - 1]
        if game.sorts:
            masks = [sum(1 << game.deck[x] for x in cards) for _, cards in game.sorts]
        return cls(field, PublicPosition.start(game), tuple(masks))

    @property
    def own(self) -> Counts:
        """Return how many cards of each class are in the player's hand."""
        return self._counts(self.field.hand)

    @property
    def label(self) -> str:
        """Return the information set of the player."""
        return self.public.describe(self.own, ())[0]

    @property
    def question_mask(self) -> int:
        """Return the cards in the question, as a mask."""
        pairs = zip(self.masks, self.public.node.asked, strict=True)
        return sum(mask for mask, was in pairs if was)

    def action(self, event: Event) -> str:
        """Return an action of the player as it is written in a strategy."""
        own = self._counts(event.cards & self.field.hand)
        option = AbstractAction(event.key, self._counts(event.cards), own)
        return self.public.describe(self.own, (option,))[1][0]

    def mask(self, sort: int, trace: tuple[int, ...]) -> int:
        """Return the cards of a class."""
        rows = zip(
            self.public.node.classes, self.public.traces, self.masks, strict=True
        )
        same = (m for cards, t, m in rows if (cards.sort, t) == (sort, trace))
        return next(same, 0)

    def chosen(self, act: DescribedCards) -> list[tuple[int, int]]:
        """Return from which cards an action takes how many: own ones, and others.

        Guessed cards are not the player's own, shown cards are.
        """
        found = []
        for cards in act.classes:
            mask, hand = self.mask(cards.sort, cards.trace), self.field.hand
            mine = cards.size if act.head == Shows.name else cards.own
            found += [(mask & hand, mine), (mask & ~hand, cards.size - mine)]
        return [(mask, number) for mask, number in found if number]

    def questions(self, player: int) -> list[Counts]:
        """Return the questions of a player in the solved game, by classes."""
        return self.field.action_space.questions(self.public.node.classes, player)

    def only_actions(self, key: EventKey) -> set[str]:
        """Return the player's questions as written in a strategy.

        They are the same for all hands of the others.
        """
        asks = self.questions(key[1])
        node, move = self.public.node, {key: self._moves[key]}
        ((_, options),) = self.field.action_space.options(
            node, [self.own], {}, move, asks
        )
        return set(self.public.describe(self.own, options)[1])

    def branches(
        self, event: Event
    ) -> Iterator[tuple[AbstractInformationState, Fraction]]:
        """Yield the states after an action, with chances; one if none is imagined.

        The player's own actions are taken as given.
        """
        one = Fraction(1)
        kind, who = event.key[0], event.key[1]
        if self.astray or kind == Guess.name:
            yield self._replace(astray=True), one
        elif self.idle and kind in (No.name, Yes.name, Shows.name):
            yield self, one
        elif kind == Asks.name and self.is_idle(event):
            may = self.questions(who)
            if not may or who == self.field.player:
                yield self._replace(astray=True), one
            else:
                yield from self._imagined(event, may[0])
        else:
            yield self._stepped(event)._replace(idle=0), one

    def is_idle(self, event: Event) -> bool:
        """Return whether a question is one that is not asked in the solved game."""
        if self.field.action_space.variant.questions == "any":
            return False
        return self._counts(event.cards) not in self.questions(event.key[1])

    def _imagined(
        self, event: Event, counts: Counts
    ) -> Iterator[tuple[AbstractInformationState, Fraction]]:
        """Yield the states after a useful question in place of an idle one.

        `counts` has the number of its cards in each class; all choices are equally
        likely.
        """
        parts = (
            [sum(cards) for cards in combinations(bits(mask), number)]
            for mask, number in zip(self.masks, counts, strict=True)
        )
        sets = [sum(cards) for cards in product(*parts)]
        for cards in sets:
            asked = self._stepped(Event(event.key, cards))
            for after, chance in asked._answered():
                yield after._replace(idle=event.cards), chance / len(sets)

    def to_an_idle_question(self, showable: int) -> Sequence[int]:
        """Return the cards that may be shown to an idle question.

        These are the cards that the other player has seen, if there are any.
        """
        other = 3 - self.field.player
        for cards, mask in zip(self.public.node.classes, self.masks, strict=True):
            if mask & showable and cards.shown_to == other:
                return bits(mask & showable)
        return bits(showable)

    def _answered(self) -> Iterator[tuple[AbstractInformationState, Fraction]]:
        me, hand = self.field.player, self.field.hand
        if not self.question_mask & hand:
            yield self._stepped(Event((No.name, me))), Fraction(1)
            return
        yes = self._stepped(Event((Yes.name, me)))
        for card, chance in self.field.shows(yes).items():
            yield yes._stepped(Event((Shows.name, me, 3 - me), card)), chance

    def _stepped(self, event: Event) -> AbstractInformationState:
        picked = event.key[0] in (Asks.name, Shows.name)
        cards = event.cards if picked else 0
        public, split = self.public.after(
            self.field.action_space,
            event.key,
            self._moves[event.key],
            self._counts(cards),
        )
        pairs = zip(split.whence, split.picked, strict=True)
        masks = (self.masks[k] & (cards if p else ~cards) for k, p in pairs)
        return self._replace(public=public, masks=tuple(masks))

    @property
    def _moves(self) -> Mapping[EventKey, Transition]:
        system = transition_system_of(2, self.field.game.rule_set)
        return system.moves(self.public.node.state)

    def _counts(self, cards: int) -> Counts:
        return tuple((mask & cards).bit_count() for mask in self.masks)
