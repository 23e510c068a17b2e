"""Tokens on the board of the package `rooms`, written down once more, without axioms.

Nothing of the package is used here: the board, the moves and the suggestions are what
docs/explanation/board.md says in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

ROOMS = (
    *("hall", "lounge", "dining", "kitchen", "ballroom"),
    *("conservatory", "billiard", "library", "study"),
)
"""The rooms as they follow each other around the corridor."""

SQUARES = tuple(f"{a}_{b}" for a, b in zip(ROOMS, (*ROOMS[1:], ROOMS[0]), strict=True))
PASSAGES = {"kitchen": "study", "lounge": "conservatory"}
PASSAGES |= {there: here for here, there in PASSAGES.items()}
BEGINS = (
    *("hall_lounge", "lounge_dining", "library_study"),
    *("ballroom_conservatory", "conservatory_billiard", "kitchen_ballroom"),
)
"""Where the first player's token is at the start, the second's, and so on."""


def beside(place: str) -> set[str]:
    """Return the places that are one step away."""
    if place in ROOMS:
        k = ROOMS.index(place)
        return {SQUARES[k], SQUARES[k - 1]}
    k = SQUARES.index(place)
    after = (k + 1) % len(SQUARES)
    return {ROOMS[k], ROOMS[after], SQUARES[k - 1], SQUARES[after]}


class Tokens(NamedTuple):
    """Where each player's token is, and who has entered a room since a suggestion."""

    at: tuple[str, ...]
    entered: tuple[bool, ...]

    @classmethod
    def at_the_start(cls, players: int) -> Tokens:
        """Return the tokens before the first turn."""
        return cls(BEGINS[:players], (False,) * players)

    def ways(self, player: int, reach: int = 2) -> set[str]:
        """Return the places to which a player may move."""
        here, taken = self.at[player], set(self.at).intersection(SQUARES)
        found, last = set[str](), {here}
        for _ in range(reach):
            through = [x for x in last if x == here or x in SQUARES]
            last = {y for x in through for y in beside(x) if y not in taken}
            found |= last
        return (found | {PASSAGES.get(here, here)}) - {here}

    def may_suggest(self, player: int) -> bool:
        """Return whether a player may make a suggestion about the room."""
        return self.entered[player] and self.at[player] in ROOMS

    def moved(self, player: int, place: str) -> Tokens:
        """Return the tokens after a move."""
        return self._put(player, place, entered=place in ROOMS)

    def named(self, player: int, other: int | None) -> Tokens:
        """Return the tokens after a suggestion that names a token, or none."""
        after = self._put(player, self.at[player], entered=False)
        if other is None or other == player:
            return after
        return after._put(other, self.at[player], entered=True)

    def _put(self, player: int, place: str, *, entered: bool) -> Tokens:
        at, marks = list(self.at), list(self.entered)
        at[player], marks[player] = place, entered
        return Tokens(tuple(at), tuple(marks))


Node = tuple[int, Tokens]
"""Whose turn it is, and the tokens."""


class Turn(NamedTuple):
    """Whether there was a move, and a suggestion, in a turn; the tokens after it."""

    moved: bool
    suggested: bool
    after: Tokens


def turns(tokens: Tokens, player: int) -> Iterator[Turn]:
    """Yield all turns of a player."""
    places = [None, *sorted(tokens.ways(player))]
    for place in places:
        here = tokens if place is None else tokens.moved(player, place)
        yield Turn(place is not None, False, here)
        if here.may_suggest(player):
            for other in (None, *range(len(tokens.at))):
                yield Turn(place is not None, True, here.named(player, other))


def is_kept_out(
    tokens: Tokens, rooms: set[str], allowed: Callable[[Turn, int], bool]
) -> bool:
    """Return whether the others can keep the first player out of rooms for ever.

    It is the first player's turn; of the turns of the others these are `allowed`.
    Whether the first player can force her way is computed by backward induction.
    """
    start = (0, tokens)
    after = _graph(start, rooms, allowed)
    won = {x for x in after if _is_in(x[1], rooms)}
    before: dict[Node, list[Node]] = {}
    open_ways = {x: len(reached) for x, reached in after.items()}
    for x, reached in after.items():
        for y in reached:
            before.setdefault(y, []).append(x)
    todo = list(won)
    while todo:
        for x in before.get(todo.pop(), ()):
            open_ways[x] -= 1
            if x not in won and (x[0] == 0 or open_ways[x] == 0):
                won.add(x)
                todo.append(x)
    return start not in won


def _is_in(tokens: Tokens, rooms: set[str]) -> bool:
    return tokens.at[0] in rooms and tokens.entered[0]


def _graph(
    start: Node, rooms: set[str], allowed: Callable[[Turn, int], bool]
) -> dict[Node, set[Node]]:
    """Return the turns that lead on from each node that can be reached."""
    after: dict[Node, set[Node]] = {}
    todo = [start]
    while todo:
        here = todo.pop()
        player, now = here
        if here in after:
            continue
        over = _is_in(now, rooms)
        reached = {
            ((player + 1) % len(now.at), turn.after)
            for turn in (() if over else turns(now, player))
            if not player or allowed(turn, player)
        }
        after[here] = reached
        todo += reached
    return after
