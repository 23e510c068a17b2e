"""The content of one line of a notebook."""

from __future__ import annotations

from mystpy.compilation import dataclass
from mystpy.history.accounts import OpenTurn
from mystpy.history.actions import Action


@dataclass(frozen=True, slots=True)
class Entry:
    """The content of one line: its actions, of which the first is at step `first`.

    `note` is the line of table notes, if `is_turn`, or else a comment. If the line is
    doubtful, `doubted` are the actions that it noted, and `actions` uninformative ones
    in their place. Only the answers of `doubted_players` are doubtful, and if there are
    none it is the whole line.
    """

    first: int
    actions: tuple[Action, ...]
    note: str | None = None
    is_turn: bool = False
    doubted: tuple[Action, ...] = ()
    doubted_players: tuple[int, ...] = ()

    @property
    def noted(self) -> tuple[Action, ...]:
        """The actions that the line noted, doubtful or not."""
        return self.doubted or self.actions

    @property
    def is_open(self) -> bool:
        """Return whether the line leaves something open."""
        return any(isinstance(action, OpenTurn) for action in self.noted)
