"""A public history with all its worlds, as bit sets: where formulas are evaluated.

A stage is what everybody sees (the public state and the last question, and the
outcome of a last guess), and the worlds that fit it: each a deal with the cards shown
so far. A set of worlds is an integer, bit w for world w. Which actions lead on comes
from the public diagram, and so from the axioms.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from mystpy.engines.deals import Deals, bits, mask_of
from mystpy.engines.diagram import Diagram, Move, diagram
from mystpy.engines.public_state import NEW, OLD, Key, State
from mystpy.game import Game

Hands = tuple[int, ...]
"""The hands by holder, each a mask of cards."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An action with its cards as a mask: what is asked, guessed or shown (or 0)."""

    key: Key
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Reached:
    """Where a deed leads: a stage, and for each of its worlds the one it comes from."""

    stage: Stage
    parents: Sequence[int]
    alive: int


class Stage:
    """One public history of a game; `deeds` are its actions, shown cards left out."""

    def __init__(
        self,
        game: Game,
        state: int,
        question: int,
        worlds: list[Hands],
        shown: list[tuple[int, ...]] | None = None,
        events: tuple[tuple[int, int], ...] = (),
        deeds: tuple[Deed, ...] = (),
    ) -> None:
        self.game = game
        self.number = state
        self.question = question
        self.worlds = worlds
        self.shown = shown if events else None
        self.events = events
        self.deeds = deeds
        self._reached: dict[Deed, tuple[Reached, ...]] = {}
        self._classes: dict[int, list[int]] = {}

    @classmethod
    def start(cls, game: Game) -> Stage:
        """The initial situation, with every deal."""
        return cls(game, diagram(game.p).start, 0, list(Deals(game, ())))

    @property
    def diagram(self) -> Diagram:
        """The public diagram of so many players."""
        return diagram(self.game.p)

    @property
    def state(self) -> State:
        """The public state."""
        return self.diagram.state(self.number)

    @cached_property
    def full(self) -> int:
        """The set of all worlds."""
        return (1 << len(self.worlds)) - 1

    @cached_property
    def held(self) -> list[list[int]]:
        """For each holder and card the worlds in which the holder has it."""
        return [
            [
                _set_of(hands[k] >> x & 1 for hands in self.worlds)
                for x in range(self.game.c)
            ]
            for k in self.game.holders
        ]

    def classes(self, player: int) -> list[int]:
        """The sets of worlds that look alike to a player."""
        if player not in self._classes:
            seen = [e for e, pair in enumerate(self.events) if player in pair]
            found: dict[Hashable, int] = defaultdict(int)
            for w, hands in enumerate(self.worlds):
                view: Hashable = hands[player]
                if seen and self.shown:
                    view = view, tuple(self.shown[w][e] for e in seen)
                found[view] |= 1 << w
            self._classes[player] = list(found.values())
        return self._classes[player]

    def known(self, group: Iterable[int], body: int) -> int:
        """Where everybody in the group knows that the world is in `body`."""
        doubted = 0
        outside = self.full & ~body
        if outside:
            for player in group:
                for alike in self.classes(player):
                    if alike & outside:
                        doubted |= alike
        return self.full & ~doubted

    def common(self, group: Sequence[int], body: int) -> int:
        """Where it is common knowledge in the group that the world is in `body`."""
        found = body & self.full
        while True:
            next_ = self.known(group, found)
            if next_ == found:
                return found
            found = next_ & found

    def moves(self) -> Iterator[tuple[Key, Move]]:
        """The kinds of actions that the public state allows."""
        yield from self.diagram.moves(self.number).items()

    def after(self, deed: Deed) -> tuple[Reached, ...]:
        """Where a deed leads: nowhere, to one stage, or to two after a guess.

        The card of a show is left out: the stage has the worlds with every card.
        """
        if deed not in self._reached:
            move = self.diagram.moves(self.number).get(deed.key)
            self._reached[deed] = () if move is None else tuple(self._do(deed, move))
        return self._reached[deed]

    def _do(self, deed: Deed, move: Move) -> Iterator[Reached]:
        fits = list(self._guarded(move))
        question = self.question if move.question == OLD else 0
        if move.question == NEW:
            question = deed.cards
        if deed.key[0] == "shows":
            yield from self._shows(deed, move, fits)
            return
        if len(move.after) == 1:
            yield from self._reach(deed, move.after[0], question, fits)
            return
        right = [w for w in fits if self.worlds[w][0] == deed.cards]
        wrong = [w for w in fits if self.worlds[w][0] != deed.cards]
        for state, outcome in zip(move.after, (wrong, right), strict=True):
            yield from self._reach(deed, state, question, outcome)

    def _guarded(self, move: Move) -> Iterator[int]:
        """The worlds that satisfy the guards of a move."""
        for w, hands in enumerate(self.worlds):
            if all(
                bool(hands[g.player] & self.question) is g.some for g in move.guards
            ):
                yield w

    def _reach(
        self, deed: Deed, state: int, question: int, fits: list[int]
    ) -> Iterator[Reached]:
        if not fits:
            return
        stage = Stage(
            self.game,
            state,
            question,
            [self.worlds[w] for w in fits],
            self.shown and [self.shown[w] for w in fits],
            self.events,
            (*self.deeds, deed),
        )
        yield Reached(stage, fits, _set_of_members(fits))

    def _shows(self, deed: Deed, move: Move, fits: list[int]) -> Iterator[Reached]:
        _, by, to = deed.key  # type: ignore[misc]
        before = self.shown or [()] * len(self.worlds)
        cards = [bits(self.worlds[w][by] & self.question) for w in fits]
        parents = [w for w, xs in zip(fits, cards, strict=True) for _ in xs]
        shown = [(*before[w], x) for w, xs in zip(fits, cards, strict=True) for x in xs]
        if not parents:
            return
        stage = Stage(
            self.game,
            move.after[0],
            self.question if move.question == OLD else 0,
            [self.worlds[w] for w in parents],
            shown,
            (*self.events, (by, to)),
            (*self.deeds, deed),
        )
        yield Reached(stage, parents, _set_of_members(fits))

    def shown_last(self, card: int) -> int:
        """The worlds in which this card, given as a mask, was the last one shown."""
        assert self.shown is not None
        return _set_of(cards[-1] == card for cards in self.shown)

    def mask(self, cards: Iterable[str]) -> int:
        """A set of cards as a mask."""
        return mask_of(cards, self.game)


def _set_of(flags: Iterable[object]) -> int:
    return int("".join("1" if flag else "0" for flag in flags)[::-1] or "0", 2)


def _set_of_members(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)


def members(worlds: int) -> Iterator[int]:
    """The worlds in a set."""
    while worlds:
        low = worlds & -worlds
        yield low.bit_length() - 1
        worlds ^= low
