"""The actions of a player in a game of two players, by numbers of cards in classes.

The legal actions, and their conditions on the cards, are read from the public
transition system, which is computed from the axioms.
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
"""The events that pick cards of some classes, and the marks of the picked cards."""

QUESTIONS = ("any", "unlocated", "useful")
"""Which questions may be asked, by name."""


class GameVariant(NamedTuple):
    """The variant of the game that is played.

    The `bluffers` may ask for own cards only. An `unlocated` question has no card that
    the other player has shown. A `useful` question also has a card that the other
    player may hold, by what the asker has learnt. A player without such a question
    knows the pile and has won. If questions are useful, a player who knows the pile
    guesses it, if guesses are allowed. If knowledge is `announced`, only a player who
    knows the pile may guess it. If a player does `either`, a turn is a question with
    its answer or a guess, and not both.
    """

    bluffers: frozenset[int] = frozenset({1, 2})
    questions: str = "any"
    announced: bool = False
    either: bool = False


class PublicNode(NamedTuple):
    """A public position within a turn: the system's state, and the classes of cards.

    `whence` has for each class the one that it was part of when the turn began. There
    is a `poser` once a question was asked; it is `open` until it is answered.
    """

    state: int
    classes: Classes
    whence: tuple[int, ...]
    poser: int = 0
    open: bool = False

    @property
    def asked(self) -> list[bool]:
        """Return which classes are in the question."""
        return [self.open and cards.mark > 0 for cards in self.classes]


class AbstractAction(NamedTuple):
    """An action of a player: its kind, and how many cards of each class it has.

    `own` counts those in the player's hand, which the other player does not see.
    """

    key: EventKey
    cards: Counts
    own: Counts


Kept = Callable[[PublicNode, Counts, list[AbstractAction], int], list[AbstractAction]]
"""The options to keep at a node with a hand, by the number of turns before the end."""


class ActionSpace:
    """The legal actions by the rules of a variant, with cards of these sorts.

    A player who is `prompt` guesses a pile that he knows, and does nothing else.
    Guesses are made where actions of the kind `guesses_at` are possible.
    """

    def __init__(self, variant: GameVariant, sorts: Sequence[Sort]) -> None:
        self.variant = variant
        self.prompt = variant.questions == "useful" and not variant.announced
        self.guesses_at = Asks.name if variant.either else Guess.name
        self._sorts = sorts
        self._fits = cache(partial(fit_of, sorts=sorts))
        self.split = cache(Split)

    def fit(self, classes: Classes) -> Fit:
        """Return which hands are compatible, counted by these classes."""
        return self._fits(tuple([cards[:2] for cards in classes]))

    def questions(self, classes: Classes, player: int) -> list[Counts]:
        """Return how many cards of each class a question may have here."""
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
        """Return a class without knowledge that does not matter to later questions."""
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
        """Yield the options with each hand, by the piles considered possible.

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
        """Yield the ways to compose a question of own cards and others."""
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
        """Yield the questions that may be asked, and the guesses in place of one."""
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
        """Yield the guesses that may be right, and the other options."""
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
        """Return the guesses of a hand that may be right, followed by other actions."""
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
        """Return the piles considered possible, by the other's possible hands."""
        both = (hands, others) if player == 1 else (others, hands)
        return met_by(player, deals_of(self.fit(classes), *both))


def knows(sizes: Counts, hand: Counts, met: Mapping[Counts, JointHands]) -> bool:
    """Return whether a player knows the pile, by the deals that she considers possible.

    Then all deals with her hand have this pile.
    """
    return [deal.ways for deal in met.values()] == [number_of_draws(sizes, hand)]


def node_after(
    node: PublicNode, key: EventKey, move: Transition, split: Split | None
) -> PublicNode:
    """Return the node after a move within a turn; picking cards splits the classes."""
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
    """Return the actions without cards; `some` if the player has cards asked for."""
    return [
        AbstractAction(key, nothing, nothing)
        for key, move in moves.items()
        if key[0] != Guess.name and (not some) not in [x.some for x in move.guards]
    ]


GROUND = "docs/explanation/idle-questions.md, proofs/Duel.v, proofs/Optimal.v"
"""Where it is proved that idle questions change no value."""


def change_nothing(game: Game, variant: GameVariant) -> bool:
    """Return whether it is proved that leaving out idle questions changes no value.

    It is proved under the shipped axioms only.
    """
    alike = game.rules == "myst" and game.p == 2 and game.sizes[1] == game.sizes[2]
    small = 1 <= game.q <= game.sizes[0] + game.sizes[1] + 1 and game.sizes[1] >= 1
    bluffing = len(variant.bluffers) == 2 or game.q > game.sizes[1]
    covered = alike and small and bluffing
    covered = covered and not (variant.announced or variant.either)
    return covered and edited_theory() is None


def smaller_tree_hint(game: Game, variant: GameVariant, turns: int) -> str:
    """Return the hint for a game whose tree needs too much memory for these turns."""
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
