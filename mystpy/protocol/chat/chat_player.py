"""A language model at an endpoint that plays a game in plain English.

Such a player is an LLM agent.

It takes the place of a program: it receives the messages of the protocol, and its
replies are an `act` with a text, so that transcripts and audits are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from mystpy.errors import MystError, QueryError
from mystpy.files.json_text import json_value
from mystpy.game.game import Game
from mystpy.play.game_state import GameOutcome, LegalAction
from mystpy.play.information_state import InformationState
from mystpy.progress import require_duration
from mystpy.protocol import message
from mystpy.protocol.chat.chat_answer import ChatOptions, ChatUsage
from mystpy.protocol.chat.conversation import Conversation
from mystpy.protocol.chat.endpoint import (
    KEY_VARIABLE,
    URL_VARIABLE,
    ChatEndpoint,
    endpoint_of,
    require_variable,
)
from mystpy.protocol.guests.guest_fault import fault_of
from mystpy.protocol.guests.program_player import require_own
from mystpy.protocol.guests.transcript_file import TranscriptFile
from mystpy.protocol.remote_player import RemotePlayer
from mystpy.situations.event import Event

MAX_REPLY = 200_000
"""Characters of a reply that are kept; the end of it has the action."""

CONTEXT = 100_000
"""The default number of characters of a conversation that are sent."""


class ChatLine:
    """A line of messages to a model."""

    greeted = False

    def __init__(
        self,
        endpoint: ChatEndpoint,
        options: ChatOptions,
        context: int,
        *,
        seeded: bool,
    ) -> None:
        self.trail: Callable[[bytes], object] | None = None
        self._endpoint, self._options, self._seeded = endpoint, options, seeded
        self._context = context
        self._conversation = Conversation(context)
        self._news: list[str] = []
        self._asked = ""
        self._step: int | None = None

    def send(self, sent: bytes) -> None:
        """Take a message of the referee."""
        if self.trail:
            self.trail(sent.rstrip(b"\n") + b"\n")
        said = json_value(sent)
        match said["type"]:
            case "game":
                self._conversation = Conversation(self._context)
                self._news = [said["text"]]
                if self._seeded:
                    seed = said["seed"] % 2**31
                    self._options = self._options._replace(seed=seed)
            case "event":
                self._news.append(said["text"])
            case "error":
                hint = said.get("hint")
                self._news.append(said["error"] + (f" ({hint})" if hint else ""))
            case "turn":
                self._asked, self._step = said["text"], said["step"]

    def receive(self, seconds: float) -> bytes:
        """Return the model's reply. Raises EndpointFault."""
        if self._step is None:
            found: dict[str, Any] = dict(message.hello(self._name, text=True))
        else:
            found = {"type": "act", "step": self._step, "text": self._reply(seconds)}
        line = message.write_message(found)
        if self.trail:
            self.trail(line)
        return line

    @property
    def _name(self) -> str:
        """The name of the model as a program has one."""
        name = "".join(sign for sign in self._options.model if sign.isprintable())
        return name.strip()[: message.MAX_NAME] or "model"

    def _reply(self, seconds: float) -> str:
        news = "\n".join(self._news)
        self._conversation.say(f"{news}\n\n{self._asked}".strip(), news)
        self._news.clear()
        answer = self._endpoint.complete(
            self._conversation.messages(), self._options, seconds
        )
        text = answer.text[-MAX_REPLY:]
        self._conversation.reply(text)
        return text

    def close(self, *, at_once: bool = False) -> None:
        """Nothing has to be closed."""


class ChatPlayer(RemotePlayer):
    """A model of an endpoint, whose address and key are in the environment.

    It has `tries` for each action, `retries` of a request that fails, and `seconds` for
    an action with all retries. A `temperature` below 0 and 0 `max_tokens` are not sent;
    `seeded` sends the seed of the seat. At most `context` characters of a conversation
    are sent. Costs are computed from prices for a million tokens. Raises QueryError if
    no model is named, or the address is not in the environment.
    """

    def __init__(
        self,
        game: Game,
        player: int,
        *,
        model: str = "",
        seconds: float = 600,
        tries: int = 3,
        retries: int = 5,
        temperature: float = -1.0,
        max_tokens: int = 0,
        seeded: bool = False,
        context: int = CONTEXT,
        price_in: float = 0.0,
        price_out: float = 0.0,
        url_variable: str = URL_VARIABLE,
        key_variable: str = KEY_VARIABLE,
    ) -> None:
        if not model:
            hint = 'kind = "chat", model = "..."'
            raise QueryError("the model is not named", hint=hint)
        require_duration(seconds, "the seconds of a model")
        self._counted = ChatUsage(price_in, price_out)
        self._endpoint = endpoint_of(
            require_variable(url_variable, "url_variable"),
            require_variable(key_variable, "key_variable"),
            retries=retries,
            usage=self._counted,
        )
        self._context, self._seeded = context, seeded
        self._options = ChatOptions(
            model,
            temperature if temperature >= 0 else None,
            max_tokens if max_tokens > 0 else None,
        )
        self.transcript: TranscriptFile | None = None
        super().__init__(self._start, seconds=seconds, tries=tries)  # type: ignore[arg-type]

    def _start(self) -> ChatLine:
        line = ChatLine(
            self._endpoint, self._options, self._context, seeded=self._seeded
        )
        if self.transcript is not None:
            line.trail = self.transcript.note
        return line

    @property
    def usage(self) -> dict[str, float]:
        """The requests, tokens and costs of the game."""
        return self._counted.as_object()

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Event:
        """Return the model's action. Raises GuestFault, which says what happened."""
        try:
            return require_own(super().act(seen, legal_actions, rng), seen)
        except MystError as error:
            raise fault_of(error) from None

    def over(
        self, seen: InformationState, outcome: GameOutcome | None, lost: int, why: str
    ) -> None:
        """End the transcript with how the game ended."""
        try:
            super().over(seen, outcome, lost, why)
        finally:
            if self.transcript is not None:
                self.transcript.close()
