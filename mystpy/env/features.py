"""An array of numbers, in named parts, that encodes what a player has seen.

In the field: feature planes of an observation.

Players are numbered by how many seats further on they sit, so that one network can play
every seat. The part `seat` has the player's own seat.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mystpy.bits import members
from mystpy.env.episode import Numbering
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.play.belief import BeliefState
from mystpy.play.game_state import GameState
from mystpy.play.information_state import InformationState
from mystpy.situations.event import Event

Array = NDArray[Any]


class Features:
    """The parts of an observation: each consists of 0 and 1, and has its own shape.

    `seat` has the seat of the observer, of the players 1 to p. `hand` has the player's
    own cards. `still_in` has the players who have not left, from the observer on.

    `events` has the last of the actions seen, the earliest first. A row has the kind,
    the seat of the acting player, the seat of the player who is shown a card (or
    zeros), and the cards. If others show a card, the cards are zeros.

    `grid`, if wanted, has everything that follows from the observations. The rows are
    holders: the pile first, then the observer, and so on. For each card they say
    whether the holder may have it, and whether he must.

    Raises QueryError for a negative number of events.
    """

    def __init__(self, numbering: Numbering, events: int, *, grid: bool) -> None:
        if events < 0:
            raise QueryError(f"{events} actions cannot be recalled")
        game = self.game = numbering.game
        self.kinds = {kind: place for place, kind in enumerate(numbering.kinds)}
        self.events = events
        width = len(self.kinds) + 2 * game.p + game.c
        self.shapes: dict[str, tuple[int, ...]] = {
            "seat": (game.p,),
            "hand": (game.c,),
            "still_in": (game.p,),
            "events": (events, width),
        }
        if grid:
            self.shapes["grid"] = (game.p + 1, game.c, 2)
        self.size = sum(map(math.prod, self.shapes.values()))

    def blank(self, kind: type[np.generic]) -> tuple[Array, dict[str, Array]]:
        """Return an array of zeros, and its parts as views."""
        whole: Array = np.zeros(self.size, kind)
        parts, start = {}, 0
        for name, shape in self.shapes.items():
            end = start + math.prod(shape)
            parts[name] = whole[start:end].reshape(shape)
            start = end
        return whole, parts

    def write(
        self,
        table: GameState,
        player: int,
        parts: Mapping[str, Array],
        belief: BeliefState | None = None,
    ) -> None:
        """Write a player's observation of a game state into parts that are all zeros.

        The player's belief state may be given; otherwise it is computed.
        """
        seen = InformationState.at(table, player)
        parts["seat"][player - 1] = 1
        _mark(parts["hand"], seen.hand)
        for i in table.state.still_in:
            parts["still_in"][self._seat(i, player)] = 1
        last = seen.events[max(len(seen.events) - self.events, 0) :]
        for row, event in zip(parts["events"], last, strict=False):
            self._write_event(row, event, player)
        if "grid" in parts:
            belief = belief or BeliefState.of(seen)
            _write_grid(parts["grid"], belief, self.game, player)

    def _seat(self, player: int, observer: int) -> int:
        return (player - observer) % self.game.p

    def _write_event(self, row: Array, event: Event, observer: int) -> None:
        kind, by, *to = event.key
        kinds, p = len(self.kinds), self.game.p
        row[self.kinds[kind]] = 1
        row[kinds + self._seat(by, observer)] = 1
        for other in to:
            row[kinds + p + self._seat(other, observer)] = 1
        _mark(row[kinds + 2 * p :], event.cards)


def _mark(row: Array, cards: int) -> None:
    for place in members(cards):
        row[place] = 1


def _write_grid(grid: Array, belief: BeliefState, game: Game, observer: int) -> None:
    holders = [0, *((observer - 1 + k) % game.p + 1 for k in range(game.p))]
    may, sure = belief.may, belief.sure
    for row, holder in zip(grid, holders, strict=True):
        _mark(row[:, 0], may[holder])
        _mark(row[:, 1], sure[holder])
