"""The worlds of a game, and the players' information sets, as bit sets.

A world is a deal with the cards that were shown so far, and a set of worlds an integer,
bit w for world w. A frame is shared by all histories with the same shows: an action
that is no show only leaves worlds out, and so does a show that everybody sees. Another
show makes a frame of its own, in which a world is once for each card that may have
been shown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property, reduce
from itertools import permutations
from operator import and_, or_

from mystpy.bits import bits, members, set_of, set_of_members
from mystpy.engines.deals import Deals
from mystpy.engines.transition_system.system import (
    TransitionSystem,
    transition_system_of,
)
from mystpy.game.checks import check_carried
from mystpy.game.game import Game
from mystpy.views import Sight, sight_of


class InformationSets:
    """The information sets, from which knowledge and common knowledge are computed.

    A set of worlds is an integer, bit w for world w; `full` are all of them.
    """

    def __init__(self, players: Sequence[int], full: int) -> None:
        self.players = players
        self.full = full

    def classes(self, player: int) -> list[int]:
        """The sets of worlds that look alike to a player."""
        raise NotImplementedError

    def covering(self, player: int) -> list[int]:
        """Sets whose worlds, as far as they are in `full`, are the `classes`."""
        return self.classes(player)

    @cached_property
    def alike(self) -> dict[int, list[int]]:
        """For each player and world the set of worlds that look alike to the player."""
        found = {i: [0] * self.full.bit_length() for i in self.players}
        for i in self.players:
            for alike in self.classes(i):
                for w in members(alike):
                    found[i][w] = alike
        return found

    def known(self, group: Iterable[int], body: int) -> int:
        """Where everybody in the group knows that the world is in `body`."""
        doubted = 0
        outside = self.full & ~body
        if outside:
            for player in group:
                for alike in self.covering(player):
                    if alike & outside:
                        doubted |= alike
        return self.full & ~doubted

    def sure(self, player: int, of: Callable[[int], object]) -> int:
        """Return where a player knows the value `of` the world."""
        found = 0
        for alike in self.classes(player):
            if len(set(map(of, members(alike)))) == 1:
                found |= alike
        return found

    def common(self, group: Sequence[int], body: int) -> int:
        """Where it is common knowledge in the group that the world is in `body`."""
        found = body & self.full
        while True:
            smaller = self.known(group, found) & found
            if smaller == found:
                return found
            found = smaller


Hands = tuple[int, ...]
"""The hands by holder, each a mask of cards."""


def all_see_shows(game: Game, sight: Sight) -> bool:
    """Whether all players see the card of every show."""
    shows = permutations(range(1, game.p + 1), 2)
    return all(sight.sees(i, *show) for show in shows for i in range(1, game.p + 1))


class Frame:
    """Worlds with what the players have seen; `events` are the shows, by whom to whom.

    By `sight` they see cards; if it is not given, by that of the axioms in force.
    `shown` has for each world the cards shown in these events, as masks. Unless it is
    to `split`, the worlds with every card of a show stay together even if everybody saw
    it. Data on the cards that depend only on worlds and last question are cached in
    `kinds`, `signs` and `forms`, because many states have the same worlds.
    """

    def __init__(
        self,
        game: Game,
        worlds: Sequence[Hands],
        shown: Sequence[tuple[int, ...]] | None = None,
        events: tuple[tuple[int, int], ...] = (),
        *,
        split: bool = True,
        sight: Sight | None = None,
    ) -> None:
        check_carried(game, "an exploration of all situations")
        self.game = game
        self.sight = sight or sight_of(game)
        self.split = split
        self.worlds = worlds
        self.shown = shown if shown is not None else [()] * len(worlds)
        self.events = events
        self.full = (1 << len(worlds)) - 1
        self.kinds: dict[tuple[int, int], tuple[int, ...]] = {}
        self.signs: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        self.forms: dict[Hashable, tuple[object, ...]] = {}
        self._classes: dict[int, list[int]] = {}
        self._some: dict[tuple[int, int], int] = {}
        self._last: dict[int, int] = {}
        self._swapped: dict[tuple[int, int], list[int]] = {}
        self._after: dict[Hashable, tuple[Frame, list[int]]] = {}

    @classmethod
    def start(cls, game: Game, *, split: bool = True) -> Frame:
        """Every deal, and nothing shown."""
        return cls(game, list(Deals(game, ())), split=split)

    @cached_property
    def system(self) -> TransitionSystem:
        """Return the public transition system for the number of players."""
        return transition_system_of(self.game.p, self.game.rule_set)

    @cached_property
    def shows_public(self) -> bool:
        """Whether a show leaves worlds out: all players see the card."""
        return self.split and all_see_shows(self.game, self.sight)

    @cached_property
    def numbers(self) -> dict[Hands, int]:
        """The numbers of the worlds by their hands; for a frame without shows."""
        assert not self.events
        return {hands: w for w, hands in enumerate(self.worlds)}

    def swapped(self, x: int, y: int) -> list[int]:
        """For each world the one in which two cards, by their places, are swapped."""
        if (x, y) not in self._swapped:
            both = 1 << x | 1 << y
            self._swapped[x, y] = [
                self.numbers[
                    tuple(
                        hand if hand & both in (0, both) else hand ^ both for hand in w
                    )
                ]
                for w in self.worlds
            ]
        return self._swapped[x, y]

    @cached_property
    def held(self) -> list[list[int]]:
        """For each holder and card the worlds in which the holder has it."""
        return [
            [
                set_of(hands[k] >> x & 1 for hands in self.worlds)
                for x in range(self.game.c)
            ]
            for k in self.game.holders
        ]

    def some(self, holder: int, cards: int) -> int:
        """The worlds in which a holder has some of these cards."""
        if (holder, cards) not in self._some:
            of = self.held[holder]
            found = reduce(or_, (of[x] for x in members(cards)), 0)
            self._some[holder, cards] = found
        return self._some[holder, cards]

    def pile(self, cards: int) -> int:
        """Return the worlds in which the pile consists of exactly these cards."""
        if cards.bit_count() != self.game.sizes[0]:
            return 0
        return reduce(and_, (self.held[0][x] for x in members(cards)), self.full)

    def classes(self, player: int) -> list[int]:
        """The sets of worlds that look alike to a player."""
        if player not in self._classes:
            shows, sees = enumerate(self.events), self.sight.sees
            seen = [e for e, pair in shows if sees(player, *pair)]
            found: dict[Hashable, list[int]] = defaultdict(list)
            for w, hands in enumerate(self.worlds):
                view: Hashable = hands[player]
                if seen:
                    view = view, tuple(self.shown[w][e] for e in seen)
                found[view].append(w)
            self._classes[player] = [set_of_members(x) for x in found.values()]
        return self._classes[player]

    def after_show(
        self, by: int, to: int, asked: int, fits: int
    ) -> tuple[Frame, list[int]]:
        """The frame after a show in some of the worlds, and where its worlds are from.

        Kept where it is a show in all worlds in which it is possible.
        """
        key = (by, to, asked)
        whole = fits == self.some(by, asked)
        if whole and key in self._after:
            return self._after[key]
        cards = [
            (w, x) for w in members(fits) for x in bits(self.worlds[w][by] & asked)
        ]
        frame = Frame(
            self.game,
            [self.worlds[w] for w, _ in cards],
            [(*self.shown[w], x) for w, x in cards],
            (*self.events, (by, to)),
            split=self.split,
            sight=self.sight,
        )
        found = frame, [w for w, _ in cards]
        if whole:
            self._after[key] = found
        return found

    def part(self, worlds: Sequence[int]) -> Frame:
        """The frame of some of the worlds, numbered in their order."""
        return Frame(
            self.game,
            [self.worlds[w] for w in worlds],
            [self.shown[w] for w in worlds],
            self.events,
            split=self.split,
            sight=self.sight,
        )

    def shown_last(self, card: int) -> int:
        """The worlds in which this card, given as a mask, was the last one shown."""
        if card not in self._last:
            self._last[card] = set_of(cards[-1] == card for cards in self.shown)
        return self._last[card]

    def content(self, worlds: int) -> Hashable:
        """Return a key that identifies a set of worlds across frames."""
        here = list(members(worlds))
        shown = tuple(self.shown[w] for w in here)
        return self.events, tuple(self.worlds[w] for w in here), shown
