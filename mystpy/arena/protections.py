"""The protections from the programs at a table, for the start of games and results.

In the field: disclosure of the test environment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mystpy.arena.design import Entrant
from mystpy.game.game import Game
from mystpy.players.registry import KINDS
from mystpy.processes.confinement.guest_confinement import GuestProtection


def protections(entrants: Iterable[Entrant], game: Game) -> dict[str, GuestProtection]:
    """Return for each program that is started what it cannot reach, by its name."""
    found: dict[str, GuestProtection] = {}
    for entrant in entrants:
        kind = KINDS.get(entrant.kind)
        if kind is not None and kind.guest == "program":
            player = kind.sit(game, 1, **dict(entrant.options))
            kept = getattr(player, "protection", None)
            if isinstance(kept, GuestProtection):
                found[entrant.name] = kept
    return found


def protection_lines(found: Mapping[str, Any]) -> Iterator[str]:
    """Say what programs cannot reach, and what they can, from results."""
    for name, row in found.items():
        yield f"{name} {GuestProtection.of(row)}"
