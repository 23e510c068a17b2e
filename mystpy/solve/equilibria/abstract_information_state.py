"""The state of a game for a player who follows a plan: cards counted by classes.

In the field: the map from information states to those of an abstraction.

Where no idle questions are asked in the solved game, an idle one that the other asks
all the same is answered by what he learnt before, and a useful one is imagined in its
place, with an answer by the own plan: he has learnt no more than in the imagined
game, so that the plan is worth what it was. Which cards are imagined, and which one is
shown then, is drawn: a fixed choice would be known to whoever knows the program.
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
"""Which card a player would show, as a mask, with which probability."""


class PlanContext(NamedTuple):
    """What does not change in a game: its rules, who plays with what, by which plan.

    What the player would show to an imagined question is for `shows` to say.
    """

    game: Game
    action_space: ActionSpace
    player: int
    hand: int
    shows: ShowChances


class AbstractInformationState(NamedTuple):
    """A public position, the cards of each class as masks, and what is imagined.

    `astray` says that the game has left what was solved: a guess was wrong, or there
    is nothing left to ask. While an idle question is answered it is `idle`, as a mask.
    """

    field: PlanContext
    public: PublicPosition
    masks: tuple[int, ...]
    idle: int = 0
    astray: bool = False

    @classmethod
    def start(cls, field: PlanContext) -> AbstractInformationState:
        """The start of a game."""
        game = field.game
        masks = [(1 << game.c) - 1]
        if game.sorts:
            masks = [sum(1 << game.deck[x] for x in cards) for _, cards in game.sorts]
        return cls(field, PublicPosition.start(game), tuple(masks))

    @property
    def own(self) -> Counts:
        """How many cards of each class are own."""
        return self._counts(self.field.hand)

    @property
    def label(self) -> str:
        """The information set of the player."""
        return self.public.describe(self.own, ())[0]

    @property
    def question_mask(self) -> int:
        """The cards in the question, as a mask."""
        pairs = zip(self.masks, self.public.node.asked, strict=True)
        return sum(mask for mask, was in pairs if was)

    def action(self, event: Event) -> str:
        """An action of the player's as a plan tells it."""
        own = self._counts(event.cards & self.field.hand)
        option = AbstractAction(event.key, self._counts(event.cards), own)
        return self.public.describe(self.own, (option,))[1][0]

    def mask(self, sort: int, trace: tuple[int, ...]) -> int:
        """The cards of a class."""
        rows = zip(
            self.public.node.classes, self.public.traces, self.masks, strict=True
        )
        same = (m for cards, t, m in rows if (cards.sort, t) == (sort, trace))
        return next(same, 0)

    def chosen(self, act: DescribedCards) -> list[tuple[int, int]]:
        """From which cards how many are taken by an action: own ones, and others.

        What is guessed is not own, what is shown is.
        """
        found = []
        for cards in act.classes:
            mask, hand = self.mask(cards.sort, cards.trace), self.field.hand
            mine = cards.size if act.head == Shows.name else cards.own
            found += [(mask & hand, mine), (mask & ~hand, cards.size - mine)]
        return [(mask, number) for mask, number in found if number]

    def questions(self, player: int) -> list[Counts]:
        """What a player may ask in the solved game, by classes."""
        return self.field.action_space.questions(self.public.node.classes, player)

    def only_actions(self, key: EventKey) -> set[str]:
        """What the player may ask, as a plan tells it; others' hands do not matter."""
        asks = self.questions(key[1])
        node, move = self.public.node, {key: self._moves[key]}
        ((_, options),) = self.field.action_space.options(
            node, [self.own], {}, move, asks
        )
        return set(self.public.describe(self.own, options)[1])

    def branches(
        self, event: Event
    ) -> Iterator[tuple[AbstractInformationState, Fraction]]:
        """The states after an action, with chances: one unless something is imagined.

        What the player does itself is taken to be done.
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
        """Whether a question is one that is not asked in the solved game."""
        if self.field.action_space.variant.questions == "any":
            return False
        return self._counts(event.cards) not in self.questions(event.key[1])

    def _imagined(
        self, event: Event, counts: Counts
    ) -> Iterator[tuple[AbstractInformationState, Fraction]]:
        """The states in which a useful question was asked in the place of an idle one.

        It has so many cards of each class, each choice of them as likely as another.
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
        """The cards that may be shown to an idle question.

        Those that the other has seen, if there are any.
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
