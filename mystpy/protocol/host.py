"""A game at a table of ours with players from elsewhere, and what became of it.

In the field: a game server.

Who breaks a rule, is too slow or leaves has lost, and the game ends there.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from mystpy.errors import IllegalActionError, MystError
from mystpy.history.actions import action_text
from mystpy.play.player import Player, play_on
from mystpy.play.seen import Seen
from mystpy.play.tabletop import Outcome, Table
from mystpy.protocol.contest.contestant import Contestant
from mystpy.protocol.guest import Guest

MOST = 10_000
"""A game is broken off after so many actions."""


class Conclusion(NamedTuple):
    """How a game ended: `lost` is who broke the rules, 0 if nobody, and why."""

    outcome: Outcome | None
    lost: int = 0
    reason: str = ""
    axiom: str | None = None

    def record(self, table: Table, names: Sequence[str]) -> dict[str, Any]:
        """The game as one object: who, with which cards, did what, and how it ended."""
        game, history = table.game, table.history()
        told = {
            "game": game.to_dict(),
            "players": list(names),
            "hands": {
                str(k): sorted(hand, key=game.deck.__getitem__)
                for k, hand in enumerate(table.deal)
            },
            "history": [action_text(action, game) for action in history.actions],
            "winner": self.outcome.winner if self.outcome else None,
        }
        fault = {"lost": self.lost, "reason": self.reason, "axiom": self.axiom}
        return told | (fault if self.lost else {})


def hosted(
    table: Table, players: Sequence[Player], streams: Sequence[Random]
) -> Conclusion:
    """How a game ends that these play, once all guests know."""
    try:
        play_on(table, players, streams, most=MOST)
        end = Conclusion(table.outcome)
    except MystError as error:
        axiom = error.axiom if isinstance(error, IllegalActionError) else None
        reason = str(error) + (f" ({error.hint})" if error.hint else "")
        end = Conclusion(None, table.offers()[0].player, reason, axiom)
    for seat, player in enumerate(players, 1):
        if isinstance(player, Guest | Contestant):
            _tell(player, Seen.at(table, seat), end)
    return end


def _tell(guest: Guest | Contestant, seen: Seen, end: Conclusion) -> None:
    """Tell a guest how the game ended; why somebody lost, that one alone is told."""
    why = end.reason if end.lost == seen.player else ""
    if end.axiom:
        # The conjuncts that fail speak of cards that the guest may not know.
        why = why and f"what you did is not possible now, by ({end.axiom})"
    with suppress(MystError):  # perhaps it does not listen any more
        guest.over(seen, end.outcome, end.lost, why)
