"""A remote player: its view is sent, and its action is received.

It is a remote agent with the interface of a policy.

The messages are computed from `InformationState` and legal actions, so they cannot
contain anything that is hidden from the player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from mystpy.bits import cards_of
from mystpy.errors import MystError, QueryError, nearest
from mystpy.game.names import sort_cards
from mystpy.play.game_state import GameOutcome, LegalAction
from mystpy.play.information_state import InformationState
from mystpy.protocol import instructions, message, offers, wire
from mystpy.protocol.message import Message
from mystpy.protocol.reply import MAX_HINTS, action_said, claims, unread_hint
from mystpy.situations.event import Event

NAME = "mystpy"


class RemotePlayer:
    """A program that plays by messages over a line, one game after the other.

    It may take `seconds` for each message, and has `tries` attempts for each action.
    """

    def __init__(
        self,
        meet: Callable[[], wire.Wire],
        *,
        seconds: float = wire.PATIENCE,
        tries: int = 1,
    ) -> None:
        self.line: wire.Wire | None = None
        self._meet = meet
        self.seconds = seconds
        self.tries = tries
        self.name = ""
        self._text = False
        self._last_sent: InformationState | None = None
        self._seed = 0
        self._unread: list[str] = []

    def greet(self) -> str:
        """The name of the program, once both have said hello.

        Raises QueryError if it does not answer, or speaks another version.
        """
        self.line = self._meet()
        if not self.line.greeted:
            self._send(message.hello(NAME))
        came = self.line.receive(max(self.seconds, wire.PATIENCE))
        try:
            answer = message.read_hello(came)
        except MystError as error:
            self._send(message.error(error))
            raise
        self.name, self._text = answer["name"], bool(answer.get("text"))
        return self.name

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Event:
        """Return the program's action; a forced action is done without asking it.

        Raises QueryError if it is too slow, gone, or says nothing that can be read.
        """
        if not self.name:
            self.greet()
        if event := offers.only(legal_actions):
            return event
        if self._last_sent is None or not self._last_sent.is_continued_by(seen):
            self._seed = rng.getrandbits(53)
        self._tell(seen)
        for left in reversed(range(self.tries)):
            self._send(self._turn(seen, legal_actions))
            came = self._line.receive(self.seconds)  # who is too slow tries no more
            try:
                event = _said(came, legal_actions, seen)
                if left:
                    offers.require_offered(event, legal_actions, seen.game)
                self._unread = _unread(came, seen)
                return event
            except MystError as error:
                if not left:
                    raise
                self._send(message.error(error, again=True))
        raise AssertionError("the last try returns or raises")

    def over(
        self, seen: InformationState, outcome: GameOutcome | None, lost: int, why: str
    ) -> None:
        """Report the end of the game; `lost` is who broke the rules, or 0."""
        if not self.name:
            return
        self._tell(seen)
        self._send(
            {
                "type": "over",
                "winner": outcome.winner if outcome else None,
                "still_in": list(outcome.still_in) if outcome else [],
                "lost": lost or None,
                "reason": why or None,
            }
        )
        self._last_sent, self._unread = None, []

    def _turn(
        self, seen: InformationState, legal_actions: Sequence[LegalAction]
    ) -> dict[str, Any]:
        """Return the legal actions, and the unread parts of the last reply."""
        text = None
        if self._text:
            hint = unread_hint(self._unread, seen.game)
            text = hint + instructions.turn(legal_actions, seen.game)
        return {
            "type": "turn",
            "step": len(seen.events),
            "offers": offers.patterns(legal_actions, seen.game),
            "seconds": self.seconds,
            "unread": self._unread or None,
            "text": text,
        }

    def _tell(self, seen: InformationState) -> None:
        """Send the new part of the player's view."""
        since = self._last_sent
        if since is None or not since.is_continued_by(seen):
            self._send(opening(seen, self._seed, text=self._text))
            since = seen._replace(events=())
        for one in news(seen, len(since.events), text=self._text):
            self._send(one)
        self._last_sent = seen

    def _send(self, text: Message) -> None:
        self._line.send(message.write_message(text))

    @property
    def _line(self) -> wire.Wire:
        assert self.line is not None, "it was met"
        return self.line


def _said(
    came: bytes, legal_actions: Sequence[LegalAction], seen: InformationState
) -> Event:
    text, game, step = message.read_message(came, "act"), seen.game, len(seen.events)
    if text.get("step", step) != step:
        raise QueryError(f"act: it answers step {text['step']}, not step {step}")
    if "action" in text:
        return offers.event_of(text["action"], game)
    if "text" in text:
        return action_said(text["text"], legal_actions, game)
    near = nearest("action", text)
    meant = "write 'action'" + (f" for {near!r}" if near else "")
    raise QueryError("act: there is no 'action' and no 'text'", hint=meant)


def _unread(came: bytes, seen: InformationState) -> list[str]:
    """The deductions of an accepted reply that cannot be read, each with the reason."""
    text = message.read_message(came, "act").get("text", "")
    return claims(text, seen.game, seen.player)[1][:MAX_HINTS] if text else []


def opening(seen: InformationState, seed: int, *, text: bool) -> Message:
    """The message with which a game begins for a player."""
    game = seen.game
    return {
        "type": "game",
        "game": game.to_dict(),
        "rules": game.rule_set,
        "cards": list(game.cards),
        "sizes": list(game.sizes),
        "player": seen.player,
        "hand": sort_cards(cards_of(seen.hand, game), game.deck),
        "seed": seed,
        "text": instructions.rules(seen) if text else None,
    }


def news(seen: InformationState, since: int, *, text: bool) -> Iterator[Message]:
    """Yield the events since a step, as the player saw them."""
    game, last = seen.game, len(seen.events) - 1
    for step, event in enumerate(seen.events[since:], since):
        won = seen.won and step == last
        yield {
            "type": "event",
            "step": step,
            "action": offers.text_of(event, game),
            "won": won or None,
            "text": instructions.event(event, game, won=won) if text else None,
        }
