"""A player of mystpy at the table of another program, by messages.

It is a client of a game server.

The referee may be faulty: its messages are checked against the rules of the game before
the player sees them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import TypeVar

from mystpy.bits import mask_of
from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.play.belief import BeliefState
from mystpy.play.game_state import LegalAction, is_question_or_guess
from mystpy.play.information_state import InformationState, ObservedGameState
from mystpy.play.player import MOST, draw_action
from mystpy.play.referee import PlayerFactory
from mystpy.protocol import message, offers
from mystpy.protocol.message import Message
from mystpy.protocol.offers import text_of
from mystpy.protocol.wire import Wire
from mystpy.situations.event import Event


class FollowedGame:
    """A player's view, in which every event was possible, and some deal fits."""

    def __init__(self, seen: InformationState) -> None:
        """Begin before the first action. Raises QueryError if no deal has the hand."""
        self.seen = seen
        self._observed_state = ObservedGameState.of(seen.game)
        self._belief = BeliefState(seen)
        _ = self._belief.grid

    def follow(self, event: Event, *, won: bool = False) -> None:
        """Add an event, `won` with a right guess.

        Raises QueryError if it is not possible, given what was seen before.
        """
        seen, game = self.seen, self.seen.game
        said = text_of(event, game)
        if len(seen.events) >= MOST:
            raise QueryError(f"a game has no more than {MOST:,} actions")
        if won and event.key[0] != "guess":
            raise QueryError(f"{said} cannot win the game")
        if not is_question_or_guess(event, game):
            raise QueryError(f"{said} has not the cards of a question or a guess")
        if event.key[0] == "shows" and not self._is_plain_show(event):
            raise QueryError(f"{said} does not say which card the player has seen")
        observed_state, _ = self._observed_state.then(event, seen.player, won=won)
        belief = self._belief.then(event, won=won)
        _ = belief.grid
        self._observed_state, self._belief = observed_state, belief
        self.seen = seen.then(event, won=won)

    def require_offers(self, legal_actions: Sequence[LegalAction]) -> None:
        """Raise QueryError unless the player may do one of these, and all of them."""
        seen, game, asked = (
            self.seen,
            self.seen.game,
            self._observed_state.question_mask,
        )
        moves = self._observed_state.moves
        if not legal_actions:
            raise QueryError("nothing is offered")
        for legal in legal_actions:
            said = text_of(Event(legal.key, legal.cards & -legal.cards), game)
            if legal.key not in moves or legal.player != seen.player:
                raise QueryError(f"player {seen.player} cannot do {said} now")
            if legal.key[0] == "shows" and legal.cards & ~(seen.hand & asked):
                raise QueryError(f"player {seen.player} cannot show that: {said}")

    def _is_plain_show(self, event: Event) -> bool:
        """Whether a show has one card if the player sees it, and at most one if not."""
        number = event.cards.bit_count()
        hidden = self._observed_state.sight.hides(self.seen.player, *event.key)
        return number == 1 or (number == 0 and hidden)


Found = TypeVar("Found")

_QUOTED = 80
"""The maximal number of bytes of a message that are quoted."""


def visit(
    line: Wire,
    sit: PlayerFactory,
    name: str,
    *,
    token: str | None = None,
    wait: float | None = None,
) -> Iterator[Message]:
    """Yield the result of each game played over a line, until it is closed.

    Waits at most `wait` seconds for each message. Raises QueryError if the referee is
    slower, uses another version, breaks off in a game, or reports an impossible event.
    """
    try:
        message.read_hello(line.receive(wait))
        line.send(message.write_message(message.hello(name, token=token)))
        while (came := line.receive_or_end(wait)) is not None:
            yield _played(line, came, sit, wait)
    except MystError as error:
        line.send(message.write_message(message.error(error)))
        raise


def _played(line: Wire, came: bytes, sit: PlayerFactory, wait: float | None) -> Message:
    """Play a game, which begins with this message, to its end: its last message."""
    received = message.read_message(came, "game")
    game = _quoting(came, partial(_Game, received, sit))
    while True:
        came = line.receive(wait)
        received = message.read_message(came, "game", "event", "turn", "over")
        if received["type"] == "over":
            return received
        if received["type"] == "game":
            game = _quoting(came, partial(_Game, received, sit))
        elif received["type"] == "event":
            _quoting(came, partial(game.event, received))
        else:
            line.send(
                message.write_message(_quoting(came, partial(game.turn, received)))
            )


def _quoting(came: bytes, heard: Callable[[], Found]) -> Found:
    """Return the result of handling a message; raise QueryError, which quotes it."""
    try:
        return heard()
    except MystError as error:
        said = came[:_QUOTED].decode("utf-8", "replace")
        dots = "..." if len(came) > _QUOTED else ""
        received = f"the referee says {said!r}{dots}: {error}"
        raise QueryError(received, hint=error.hint) from None


class _Game:
    """A game as a referee reports it, and the player of mystpy in it."""

    def __init__(self, received: Message, sit: PlayerFactory) -> None:
        seen = initial_state(received)
        self._followed = FollowedGame(seen)
        self._player = sit(seen.game, seen.player)
        self._rng = Random(received["seed"])
        self._watch(seen)

    def event(self, received: Message) -> None:
        """Follow an event. Raises QueryError if it is not possible."""
        event = event_of(self._followed.seen, received)
        self._followed.follow(event, won=bool(received.get("won")))
        self._watch(self._followed.seen)

    def _watch(self, seen: InformationState) -> None:
        """Show the view to a player who wants to see it."""
        if (watch := getattr(self._player, "watch", None)) is not None:
            watch(seen)

    def turn(self, received: Message) -> Message:
        """Return the player's action. Raises QueryError if it is not its turn."""
        seen = self._followed.seen
        if received["step"] != len(seen.events):
            raise QueryError(
                f"turn: step {received['step']}; expected {len(seen.events)}"
            )
        legal_actions = offers.parse_offers(received["offers"], seen.game)
        self._followed.require_offers(legal_actions)
        event = draw_action(self._player.act(seen, legal_actions, self._rng), self._rng)
        return {"type": "act", "action": offers.text_of(event, seen.game)}


def initial_state(received: Message) -> InformationState:
    """Return the view at the beginning of a game; QueryError for another message."""
    game = Game.from_dict(received["game"])
    if [*game.cards] != received["cards"] or [*game.sizes] != received["sizes"]:
        raise QueryError("game: the cards or the sizes are not those of the game")
    player = game.player(received["player"])
    hand = [game.card(card) for card in received["hand"]]
    if fault := game.hand_fault(player, hand):
        raise QueryError(f"game: {fault}")
    return InformationState(game, player, mask_of(hand, game))


def next_state(seen: InformationState, received: Message) -> InformationState:
    """Return the view after an event. Raises QueryError if one is left out."""
    return seen.then(event_of(seen, received), won=bool(received.get("won")))


def event_of(seen: InformationState, received: Message) -> Event:
    """The action of an event. Raises QueryError if it is none, or not the next."""
    if received["step"] != len(seen.events):
        raise QueryError(f"event: step {received['step']}; expected {len(seen.events)}")
    return offers.event_of(received["action"], seen.game)
