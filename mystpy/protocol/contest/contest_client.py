"""A player of mystpy at the table of the Speed Clue contest.

It is a client of a game server.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from random import Random

from mystpy.bits import cards_of, mask_of
from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.play.belief import BeliefState
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState
from mystpy.play.player import MOST, Player, draw_action
from mystpy.play.referee import PlayerFactory
from mystpy.protocol.contest.abbreviations import (
    abbreviate_cards,
    cards_meant,
    contest_game,
    due,
    is_hopeless,
    is_repeated,
    set_meant,
)
from mystpy.protocol.offers import only
from mystpy.protocol.wire import Wire
from mystpy.sight import require_known_sight
from mystpy.situations.event import Event


class ContestClient:
    """A player of mystpy that answers the texts of a contest server.

    An action that the contest forbids is replaced, whatever the player chooses. After a
    wrong guess it still shows cards, of which some servers report nothing else to it.
    """

    def __init__(
        self,
        sit: PlayerFactory,
        identifier: str,
        rng: Random,
        *,
        wait: float | None = None,
    ) -> None:
        """Play by this name, and wait `wait` seconds for each text at most."""
        self.identifier = identifier
        self._wait = wait
        self.games = 0
        self._sit = sit
        self._rng = rng
        self._seen: InformationState | None = None
        self._player: Player | None = None
        self._checked: tuple[InformationState, BeliefState] | None = None

    def play(self, line: Wire) -> None:
        """Answer until the server says that it is done, or leaves after a game.

        Raises QueryError if the server breaks off, is too slow, or sends something that
        is not in the protocol or not possible.
        """
        line.send(f"{self.identifier} alive".encode())
        while (came := line.receive_or_end(self._wait)) is not None:
            if (text := came.decode("ascii", "replace")) == "done":
                line.send(b"dead")
                return
            line.send(self.answer(text).encode())
        seen = self._seen
        if seen is not None and not (is_over(seen) or is_out(seen)):
            raise QueryError("the server left in the middle of a game")

    def answer(self, text: str) -> str:
        """The answer to a text of the server. Raises QueryError for unknown ones."""
        verb, *words = text.split() or [""]
        try:
            if verb.lower() == "reset":
                return self._reset(words)
            answers: dict[str, Callable[[InformationState, list[str]], str]] = {
                "suggest": self._suggest,
                "disprove": self._disprove,
                "suggestion": self._suggestion,
                "accuse": self._accuse,
                "accusation": self._accusation,
            }
            if verb.lower() not in answers or self._seen is None:
                raise QueryError("not expected")
            if is_out(self._seen):
                answers["disprove"] = self._disprove_out
            return answers[verb.lower()](self._seen, words)
        except (MystError, ValueError, IndexError) as error:
            raise QueryError(f"the server says {text[:60]!r}: {error}") from None

    def _reset(self, words: Sequence[str]) -> str:
        game, player = contest_game(int(words[0])), int(words[1]) + 1
        require_known_sight(game.rule_set, "the protocol of the contest")
        hand = cards_meant(words[2:], game)
        if fault := game.hand_fault(game.player(player), cards_of(hand, game)):
            raise QueryError(fault)
        seen = InformationState(game, player, hand)
        self._checked, self._seen = (seen, BeliefState(seen)), None
        self._keep(seen)
        self._player = self._sit(game, player)
        self.games += 1
        return "ok"

    def _suggest(self, seen: InformationState, _words: Sequence[str]) -> str:
        seen, key = turn_ended(seen), ("asks", seen.player)
        some = mask_of(next(seen.game.questions()), seen.game)
        self._possible(seen.then(Event(key, some)))
        self._keep(seen)
        event = self._chosen(seen, LegalAction(key, 0))
        if is_repeated(event, seen):
            event = self._not_repeated(seen) or event
        return f"suggest {abbreviate_cards(event.cards, seen.game)}"

    def _not_repeated(self, seen: InformationState) -> Event | None:
        """A suggestion that the player has not made before; None if there is none."""
        key, made = ("asks", seen.player), set(seen.events)
        every = (Event(key, mask_of(x, seen.game)) for x in seen.game.questions())
        left = [event for event in every if event not in made]
        return self._rng.choice(left) if left else None

    def _disprove(self, seen: InformationState, words: Sequence[str]) -> str:
        asker, cards = _player(words[0], seen), set_meant(words[1:], seen.game)
        seen = turn_ended(seen)
        seen = _then(seen, *answers(seen.game, asker, cards, seen.player))
        self._possible(seen)
        legal = LegalAction(("shows", seen.player, asker), cards & seen.hand)
        return f"show {abbreviate_cards(self._chosen(seen, legal).cards, seen.game)}"

    def _disprove_out(self, seen: InformationState, words: Sequence[str]) -> str:
        cards = set_meant(words[1:], seen.game) & seen.hand
        if not cards:
            raise QueryError("the player has none of these cards")
        card = self._rng.choice(sorted(cards_of(cards, seen.game)))
        return f"show {abbreviate_cards(mask_of([card], seen.game), seen.game)}"

    def _suggestion(self, seen: InformationState, words: Sequence[str]) -> str:
        game, asker = seen.game, _player(words[0], seen)
        cards, shower = set_meant(words[1:4], game), words[4]
        by = None if shower == "-" else _player(shower, seen)
        seen = _then(turn_ended(seen), *answers(game, asker, cards, by))
        if by is not None:
            seen = seen.then(Event(("shows", by, asker), cards_meant(words[5:], game)))
        self._keep(seen)
        return "ok"

    def _accuse(self, seen: InformationState, _words: Sequence[str]) -> str:
        me = seen.player
        self._possible(seen.then(Event(("noguess", me))))
        event = self._chosen(
            seen, LegalAction(("guess", me), 0), LegalAction(("noguess", me), 0)
        )
        guessed = event.key[0] == "guess" and not is_hopeless(event.cards, seen)
        cards = event.cards if guessed else due(seen)
        return f"accuse {abbreviate_cards(cards, seen.game)}" if cards else "-"

    def _accusation(self, seen: InformationState, words: Sequence[str]) -> str:
        cards = set_meant(words[1:4], seen.game)
        event = Event(("guess", _player(words[0], seen)), cards)
        self._keep(seen.then(event, won=_is_right(words[4])))
        return "ok"

    def _keep(self, seen: InformationState) -> None:
        """Continue with the player's present view. Raises QueryError as `_possible`.

        A player who is out may have missed events, and then keeps the view before.
        """
        out = self._seen is not None and seen.events and is_out(self._seen)
        with suppress(MystError) if out else nullcontext():
            self._checked = seen, self._possible(seen)
            self._seen = seen

    def _possible(self, seen: InformationState) -> BeliefState:
        """Return the beliefs that follow after further observations.

        Raises QueryError if no game has these observations.
        """
        assert self._checked is not None
        before, belief = self._checked
        if len(seen.events) > MOST:
            raise QueryError(f"a game has no more than {MOST:,} actions")
        known, last = len(before.events), len(seen.events) - 1
        for step, event in enumerate(seen.events[known:], known):
            belief = belief.then(event, won=seen.won and step == last)
        _ = belief.grid
        return belief

    def _chosen(self, seen: InformationState, *legal_actions: LegalAction) -> Event:
        assert self._player is not None
        if event := only(legal_actions):
            return event
        return draw_action(self._player.act(seen, legal_actions, self._rng), self._rng)


def _is_right(mark: str) -> bool:
    if mark not in ("+", "-"):
        raise QueryError(f"{mark[:20]!r} is not + or -")
    return mark == "+"


def _player(index: str, seen: InformationState) -> int:
    return seen.game.player(int(index) + 1)


def answers(game: Game, asker: int, cards: int, by: int | None) -> list[Event]:
    """A question, the refusals, and the yes of the one who shows, if anybody does."""
    found = [Event(("asks", asker), cards)]
    for step in range(1, game.p):
        player = (asker - 1 + step) % game.p + 1
        if player == by:
            return [*found, Event(("yes", player))]
        found.append(Event(("no", player)))
    if by is not None:
        raise QueryError("nobody disproves an own suggestion")
    return found


def is_over(seen: InformationState) -> bool:
    """Return whether somebody has won, perhaps as the only player left."""
    out = {event.key[1] for event in seen.events if event.key[0] == "guess"}
    return seen.won or len(out) >= seen.game.p - 1


def is_out(seen: InformationState) -> bool:
    """Return whether the player itself has guessed wrong."""
    return not seen.won and ("guess", seen.player) in {e.key for e in seen.events}


def turn_ended(seen: InformationState) -> InformationState:
    """Return the view once the turn is ended, of which the contest says nothing.

    A player who has guessed wrong also ends her turns when they come.
    """
    if not seen.events or seen.events[-1].key[0] == "endturn":
        return seen
    turn = next(e.key[1] for e in reversed(seen.events) if e.key[0] == "asks")
    if seen.events[-1].key[0] != "guess":
        seen = seen.then(Event(("noguess", turn)))
    out = {event.key[1] for event in seen.events if event.key[0] == "guess"}
    seen = seen.then(Event(("endturn", turn)))
    while (turn := turn % seen.game.p + 1) in out and len(out) < seen.game.p:
        seen = seen.then(Event(("endturn", turn)))
    return seen


def _then(seen: InformationState, *events: Event) -> InformationState:
    for event in events:
        seen = seen.then(event)
    return seen
