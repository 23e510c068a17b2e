"""A public history with the worlds that fit it, numbered from 0 on."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property

from mystpy.bits import members
from mystpy.conjectures.replay.query import situation_of
from mystpy.situations.stage import Deed, Stage

Hands = tuple[int, ...]
"""The hands by holder, each a mask of cards."""


class Views:
    """Worlds, and for each player the sets of those that look alike.

    A set of worlds is an integer, bit w for world w.
    """

    def __init__(self, players: Sequence[int], size: int) -> None:
        self.players = players
        self.full = (1 << size) - 1

    def classes(self, player: int) -> list[int]:
        """The sets of worlds that look alike to a player."""
        raise NotImplementedError

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
        doubted, outside = 0, self.full & ~body
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
            smaller = self.known(group, found) & found
            if smaller == found:
                return found
            found = smaller


class Scene(Views):
    """The worlds of a stage: their hands, the cards shown in them, who sees what.

    `shown` has for each world the cards shown, as masks, in the `events`, each by whom
    to whom. `ids` are the numbers of the worlds in the stage.
    """

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.game = stage.game
        self.deeds: tuple[Deed, ...] = stage.deeds
        self.events = tuple(
            (deed.key[1], deed.key[2])  # type: ignore[misc]
            for deed in stage.deeds
            if deed.key[0] == "shows"
        )
        self.ids = list(members(stage.full))
        super().__init__(range(1, stage.game.p + 1), len(self.ids))
        self.worlds: list[Hands] = [stage.worlds[w] for w in self.ids]
        self.shown: list[tuple[int, ...]] = [
            stage.shown[w] if stage.shown else () for w in self.ids
        ]

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.stage.state.over

    @cached_property
    def place(self) -> dict[int, int]:
        """The world here of a world's number in the stage."""
        return {w: k for k, w in enumerate(self.ids)}

    @cached_property
    def _classes(self) -> dict[int, list[int]]:
        return {
            i: [
                sum(1 << self.place[w] for w in members(alike))
                for alike in self.stage.classes(i)
            ]
            for i in self.players
        }

    def classes(self, player: int) -> list[int]:
        """The sets of worlds that look alike to a player."""
        return self._classes[player]

    def held(self, holder: int, card: int) -> int:
        """The worlds in which a holder has a card, given by its place."""
        return self._held[holder][card]

    @cached_property
    def _held(self) -> list[list[int]]:
        return [
            [
                sum(1 << w for w, hands in enumerate(self.worlds) if hands[k] >> x & 1)
                for x in range(self.game.c)
            ]
            for k in self.game.holders
        ]

    def content(self) -> Hashable:
        """What tells this scene from others that go on differently."""
        return (
            self.stage.number,
            self.stage.question,
            self.events,
            tuple(self.worlds),
            tuple(self.shown),
        )

    def situation(self, world: int) -> dict[str, object]:
        """A world as a game, hands and a history."""
        return situation_of(self.stage, self.ids[world])
