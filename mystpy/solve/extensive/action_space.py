"""What a player can do in a game of two players, by how many cards of each class.

What is possible, and what it needs of the cards, is read off the public diagram, which
is computed from the axioms.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from operator import mul

from mystpy.compilation import NamedTuple
from mystpy.engines.transition_system.states import NEW, OLD, EventKey, Transition
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, Shows
from mystpy.solve.extensive.classes import (
    ASKED,
    SHOWN,
    CardClass,
    Classes,
    Counts,
    Fit,
    JointHands,
    Met,
    Sort,
    Split,
    deals_of,
    fit_of,
    met_by,
    number_of_draws,
    questions,
    sizes_of,
)
from mystpy.theories import edited_theory

PICKING = {Asks.name: ASKED, Shows.name: SHOWN}
"""What is done with cards of some classes, and how these are marked then."""

QUESTIONS = ("any", "unlocated", "useful")
"""Which questions may be asked, by name."""


class GameVariant(NamedTuple):
    """Which game is played.

    `bluffers` may ask for own cards only. An `unlocated` question has no card that the
    other has shown; a `useful` one has, besides, one that the other may have for all he
    has shown. Who has no such question left knows the pile and has won. Where questions
    are useful, who knows the pile guesses it, if all may guess. Where knowledge is
    `announced`, only who knows the pile may guess it. Where a player does `either`, a
    turn is a question with its answer or a guess, and not both.
    """

    bluffers: frozenset[int] = frozenset({1, 2})
    questions: str = "any"
    announced: bool = False
    either: bool = False


class PublicNode(NamedTuple):
    """A public position within a turn: the state of the diagram, the classes of cards.

    `whence` has for each class the one that it was part of when the turn began. There
    is a `poser` once a question was asked, which is `open` until it is answered.
    """

    state: int
    classes: Classes
    whence: tuple[int, ...]
    poser: int = 0
    open: bool = False

    @property
    def asked(self) -> list[bool]:
        """Which classes are in the question."""
        return [self.open and cards.mark > 0 for cards in self.classes]


class AbstractAction(NamedTuple):
    """What a player may do: the kind of action, and how many cards of each class.

    Of those, `own` are in the player's hand, which the other does not see.
    """

    key: EventKey
    cards: Counts
    own: Counts


Kept = Callable[[PublicNode, list[AbstractAction], int], list[AbstractAction]]
"""What is left of the options at a node, so many turns before the end."""


class ActionSpace:
    """What can be done, by the rules of a variant, with cards of these sorts.

    Who is `prompt` guesses a pile that he knows, and does nothing else. Guesses are
    made where actions of the kind `guesses_at` are possible.
    """

    def __init__(self, variant: GameVariant, sorts: Sequence[Sort]) -> None:
        self.variant = variant
        self.prompt = variant.questions == "useful" and not variant.announced
        self.guesses_at = Asks.name if variant.either else Guess.name
        self._sorts = sorts
        self._fits = cache(partial(fit_of, sorts=sorts))
        self.split = cache(Split)

    def fit(self, classes: Classes) -> Fit:
        """Which hands go together, counted by these classes."""
        return self._fits(tuple([cards[:2] for cards in classes]))

    def questions(self, classes: Classes, player: int) -> list[Counts]:
        """How many cards of each class a question may have here."""
        found = list(questions(classes, self._sorts))
        if self.variant.questions == "any":
            return found
        shown = [cards.shown_to == player for cards in classes]
        found = [counts for counts in found if not any(map(min, counts, shown))]
        if self.variant.questions == "unlocated":
            return found
        news = [not (c.shown_to or c.lacking & player) for c in classes]
        return [counts for counts in found if any(map(min, counts, news))]

    def forget_unused(self, cards: CardClass) -> CardClass:
        """A class, without what is known of it that is of no use to later questions."""
        if self.variant.questions == "useful":
            return cards
        shown_to = cards.shown_to * (self.variant.questions == "unlocated")
        return CardClass(cards.sort, cards.size, shown_to)

    def options(
        self,
        node: PublicNode,
        hands: Iterable[Counts],
        piles: Met,
        moves: Mapping[EventKey, Transition],
        asks: Sequence[Counts],
    ) -> Iterator[tuple[Counts, list[AbstractAction]]]:
        """What a player may do with each hand, holding so many piles possible.

        The piles matter where a guess may be made, the questions where one is asked.
        """
        key, nothing = next(iter(moves)), (0,) * len(node.classes)
        if key[0] == Asks.name:
            asking = self._asking(node, hands, key, asks)
            return self._or_guessing(node, key, asking, piles) if piles else asking
        if key[0] == Guess.name:
            return self._guessing(node.classes, hands, piles, moves)
        asked = node.asked
        if key[0] == Shows.name:
            places = [k for k, was in enumerate(asked) if was]
            ones = ((k, (*nothing[:k], 1, *nothing[k + 1 :])) for k in places)
            shown = [(k, AbstractAction(key, one, one)) for k, one in ones]
            return ((hand, [one for k, one in shown if hand[k]]) for hand in hands)
        said = [_said(moves, some, nothing) for some in (False, True)]
        return ((hand, said[any(map(mul, hand, asked))]) for hand in hands)

    def _asking(
        self,
        node: PublicNode,
        hands: Iterable[Counts],
        key: EventKey,
        asks: Sequence[Counts],
    ) -> Iterator[tuple[Counts, list[AbstractAction]]]:
        """The ways to put a question together of own cards and others."""
        bluffs, sizes = key[1] in self.variant.bluffers, sizes_of(node.classes)
        splits = [(cards, self.split(sizes, cards)) for cards in asks]
        for hand in hands:
            yield (
                hand,
                [
                    AbstractAction(key, cards, own)
                    for cards, split in splits
                    for own in split[hand]
                    if bluffs or own != cards
                ],
            )

    def _or_guessing(
        self,
        node: PublicNode,
        key: EventKey,
        asking: Iterable[tuple[Counts, list[AbstractAction]]],
        piles: Met,
    ) -> Iterator[tuple[Counts, list[AbstractAction]]]:
        """The questions that may be asked, and the guesses in place of one."""
        guess, sizes = (Guess.name, *key[1:]), sizes_of(node.classes)
        for hand, asks in asking:
            yield hand, self._with_guesses(guess, sizes, hand, piles[hand], asks)

    def _guessing(
        self,
        classes: Classes,
        hands: Iterable[Counts],
        piles: Met,
        moves: Mapping[EventKey, Transition],
    ) -> Iterator[tuple[Counts, list[AbstractAction]]]:
        """The guesses that may be right, and what else may be done."""
        key, sizes, nothing = next(iter(moves)), sizes_of(classes), (0,) * len(classes)
        others = _said(moves, False, nothing)
        for hand in hands:
            if self.variant.either:
                yield hand, others
            else:
                yield hand, self._with_guesses(key, sizes, hand, piles[hand], others)

    def _with_guesses(
        self,
        key: EventKey,
        sizes: Counts,
        hand: Counts,
        met: Mapping[Counts, JointHands],
        others: list[AbstractAction],
    ) -> list[AbstractAction]:
        """The guesses of a hand that may be right, and other actions behind them."""
        found = list[AbstractAction]()
        sure = len(met) == 1 and knows(sizes, hand, met)
        if sure or not self.variant.announced:
            nothing = (0,) * len(sizes)
            found += [AbstractAction(key, pile, nothing) for pile in sorted(met)]
        if not (sure and self.prompt):
            found += others
        return found

    def piles(
        self,
        classes: Classes,
        player: int,
        hands: Collection[Counts],
        others: Collection[Counts],
    ) -> Met:
        """The piles that a player holds possible, if the other has one of the hands."""
        both = (hands, others) if player == 1 else (others, hands)
        return met_by(player, deals_of(self.fit(classes), *both))


def knows(sizes: Counts, hand: Counts, met: Mapping[Counts, JointHands]) -> bool:
    """Whether a player knows the pile, of those with which he meets some deal.

    Then all deals with his hand have it.
    """
    return [deal.ways for deal in met.values()] == [number_of_draws(sizes, hand)]


def node_after(
    node: PublicNode, key: EventKey, move: Transition, split: Split | None
) -> PublicNode:
    """Where a move leads within a turn, and how it splits the classes, if it does."""
    classes, whence = node.classes, node.whence
    if split is not None:
        classes = split.marked(classes, PICKING[key[0]])
        whence = tuple([whence[k] for k in split.whence])
    poser = key[1] if key[0] == Asks.name else node.poser
    return PublicNode(
        move.after[0], classes, whence, poser, move.question in (OLD, NEW)
    )


def _said(
    moves: Mapping[EventKey, Transition], some: bool, nothing: Counts
) -> list[AbstractAction]:
    """What may be done without cards by who has some of the cards asked for, or not."""
    return [
        AbstractAction(key, nothing, nothing)
        for key, move in moves.items()
        if key[0] != Guess.name and (not some) not in [x.some for x in move.guards]
    ]


GROUND = "docs/explanation/idle-questions.md, proofs/Duel.v, proofs/Optimal.v"
"""Where it is proved that idle questions change no value."""


def change_nothing(game: Game, variant: GameVariant) -> bool:
    """Whether it is proved that a game has the same value without idle questions.

    It is proved under the shipped axioms only.
    """
    alike = game.rules == "myst" and game.p == 2 and game.sizes[1] == game.sizes[2]
    small = 1 <= game.q <= game.sizes[0] + game.sizes[1] + 1 and game.sizes[1] >= 1
    bluffing = len(variant.bluffers) == 2 or game.q > game.sizes[1]
    covered = alike and small and bluffing
    covered = covered and not (variant.announced or variant.either)
    return covered and edited_theory() is None


def smaller_tree_hint(game: Game, variant: GameVariant, turns: int) -> str:
    """Return the hint for a game of which so many turns need too much memory."""
    ways = []
    if variant.questions != "useful":
        no = change_nothing(game, variant)
        effect = "changes no value" if no else "may change the value"
        ways.append(f"by --useful, which {effect} here")
    if turns > 1:
        ways.append(f"by --turns {turns - 1}")
    if not ways:
        return "--force solves it anyway"
    return f"look at a smaller tree, {', or '.join(ways)}, or --force it"
