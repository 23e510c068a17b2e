"""Where a game stands for a player who follows a plan: cards counted by classes.

In the field: the map from information states to those of an abstraction.

Where no idle questions are asked in the solved game, an idle one that the other asks
all the same is answered by what he was told before, and a useful one is imagined in its
place, with an answer by the own plan: he has been told no more than in the imagined
game, so that the plan is worth what it was.
"""

from __future__ import annotations

from collections.abc import Callable

from mystpy.bits import bits
from mystpy.compilation import NamedTuple
from mystpy.engines.diagram.diagram import diagram
from mystpy.engines.diagram.states import Key
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, No, Shows, Yes
from mystpy.situations.deed import Deed
from mystpy.solve.equilibria.wording import ToldCards
from mystpy.solve.extensive.classes import Counts, sorts_of
from mystpy.solve.extensive.menu import Menu, Option, Variant
from mystpy.solve.trees.public_position import PublicPosition

Choose = Callable[["Bearings"], int]
"""Which card a player would show, as a mask."""


class Field(NamedTuple):
    """What does not change in a game: its rules, who plays, with what."""

    game: Game
    variant: Variant
    player: int
    hand: int

    @property
    def menu(self) -> Menu:
        """What can be done."""
        return Menu(self.variant, sorts_of(self.game))


class Bearings(NamedTuple):
    """A public position, the cards of each class as masks, and what is imagined.

    `astray` says that the game has left what was solved: a guess was wrong, or there
    is nothing left to ask. While an idle question is answered it is `idle`, as a mask.
    """

    field: Field
    public: PublicPosition
    masks: tuple[int, ...]
    idle: int = 0
    astray: bool = False

    @classmethod
    def start(cls, field: Field) -> Bearings:
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
        return self.public.told(self.own, ())[0]

    @property
    def asked(self) -> int:
        """The cards in the question, as a mask."""
        pairs = zip(self.masks, self.public.node.asked, strict=True)
        return sum(mask for mask, was in pairs if was)

    def action(self, deed: Deed) -> str:
        """An action of the player's as a plan tells it."""
        own = self._counts(deed.cards & self.field.hand)
        option = Option(deed.key, self._counts(deed.cards), own)
        return self.public.told(self.own, (option,))[1][0]

    def mask(self, sort: int, trace: tuple[int, ...]) -> int:
        """The cards of a class."""
        rows = zip(
            self.public.node.classes, self.public.traces, self.masks, strict=True
        )
        same = (m for cards, t, m in rows if (cards.sort, t) == (sort, trace))
        return next(same, 0)

    def chosen(self, act: ToldCards) -> list[tuple[int, int]]:
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
        return self.field.menu.questions(self.public.node.classes, player)

    def only_actions(self, key: Key) -> set[str]:
        """What the player may ask, as a plan tells it; others' hands do not matter."""
        moves = diagram(2, self.field.game.rule_set).moves(self.public.node.state)
        asks = self.questions(key[1])
        node, move = self.public.node, {key: moves[key]}
        ((_, options),) = self.field.menu.options(node, [self.own], {}, move, asks)
        return set(self.public.told(self.own, options)[1])

    def then(self, deed: Deed, choose: Choose) -> Bearings:
        """Where it stands after an action.

        What the player would show to an imagined question is for `choose` to say.
        """
        kind, who = deed.key[0], deed.key[1]
        if self.astray or kind == Guess.name:
            return self._replace(astray=True)
        if self.idle and kind in (No.name, Yes.name, Shows.name):
            return self
        if kind == Asks.name and self.field.variant.questions != "any":
            may = self.questions(who)
            if self._counts(deed.cards) not in may:
                if not may or who == self.field.player:
                    return self._replace(astray=True)
                imagined = self._lowest(may[0])
                asked = self._stepped(Deed(deed.key, imagined))
                return asked._answered(choose)._replace(idle=deed.cards)
        return self._stepped(deed)._replace(idle=0)

    def to_an_idle_question(self, showable: int) -> int:
        """The card that is shown to an idle question: one that he has seen, or any."""
        other = 3 - self.field.player
        for cards, mask in zip(self.public.node.classes, self.masks, strict=True):
            if mask & showable and cards.shown_to == other:
                return bits(mask & showable)[0]
        return bits(showable)[0]

    def _answered(self, choose: Choose) -> Bearings:
        """Where it stands once the player has answered the question."""
        me, hand = self.field.player, self.field.hand
        if not self.asked & hand:
            return self._stepped(Deed((No.name, me)))
        yes = self._stepped(Deed((Yes.name, me)))
        return yes._stepped(Deed((Shows.name, me, 3 - me), choose(yes)))

    def _stepped(self, deed: Deed) -> Bearings:
        moves = diagram(2, self.field.game.rule_set).moves(self.public.node.state)
        picked = deed.key[0] in (Asks.name, Shows.name)
        cards = deed.cards if picked else 0
        public, split = self.public.after(
            self.field.menu, deed.key, moves[deed.key], self._counts(cards)
        )
        pairs = zip(split.whence, split.picked, strict=True)
        masks = (self.masks[k] & (cards if p else ~cards) for k, p in pairs)
        return self._replace(public=public, masks=tuple(masks))

    def _lowest(self, counts: Counts) -> int:
        """So many cards of each class, those that come first: whoever may see them."""
        pairs = zip(self.masks, counts, strict=True)
        return sum(sum(bits(mask)[:number]) for mask, number in pairs)

    def _counts(self, cards: int) -> Counts:
        return tuple((mask & cards).bit_count() for mask in self.masks)
