"""Contradictions between the messages of a transcript, which may have been changed.

In the field: validation of a log by replay.
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.errors import MystError, QueryError
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState
from mystpy.protocol import offers
from mystpy.protocol.message import Message
from mystpy.protocol.reply import action_said
from mystpy.situations.event import Event


class TranscriptOrder:
    """The turn and the action that the next messages of a transcript have to fit."""

    def __init__(self) -> None:
        self._offered: Sequence[LegalAction] = ()
        self._acted: Event | None = None

    def require(self, received: Message, seen: InformationState) -> None:
        """Take in a message. Raises QueryError if it contradicts those before it.

        `seen` is the player's view before the message.
        """
        kind, game = received["type"], seen.game
        if kind == "turn":
            if received["step"] != len(seen.events):
                expected = f"expected {len(seen.events)}"
                raise QueryError(f"turn: step {received['step']}; {expected}")
            self._offered = offers.parse_offers(received["offers"], game)
            self._acted = None
        elif kind == "act":
            self._acted = self._action(received, seen)
        elif kind == "event":
            event, acted = offers.event_of(received["action"], game), self._acted
            self._acted = None
            if acted is not None and event != acted:
                did = offers.text_of(acted, game)
                raise QueryError(f"event: {received['action']}, but the act was {did}")
        elif kind == "over":
            _require_winner(received, seen)
        elif kind == "error":
            self._acted = None

    def _action(self, received: Message, seen: InformationState) -> Event | None:
        """Return the action of a reply; None if it is unreadable, and so refused."""
        try:
            if "action" in received:
                return offers.event_of(received["action"], seen.game)
            return action_said(received.get("text", ""), self._offered, seen.game)
        except MystError:
            return None


def _require_winner(received: Message, seen: InformationState) -> None:
    winner, still_in = received["winner"], received["still_in"]
    won = seen.events[-1].key[1] if seen.won else None
    if won is not None and winner != won:
        raise QueryError(f"over: the winner is {winner}; player {won} guessed rightly")
    if won is None and winner is not None and still_in != [winner]:
        raise QueryError(f"over: the winner is {winner}, without a right guess")
