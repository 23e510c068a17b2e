"""The witnesses of a show besides the two players that it is for: see `Sees`."""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.history.actions import Action, AsideAction, Sees


def seen_later(actions: Sequence[Action], show: int) -> frozenset[int]:
    """The players who by `Sees` saw the card of a show, given by its step, as well."""
    found = set()
    for action in actions[show + 1 :]:
        if not isinstance(action, AsideAction):
            break
        if isinstance(action, Sees):
            found.add(action.player)
    return frozenset(found)
