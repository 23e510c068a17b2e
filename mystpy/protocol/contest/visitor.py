"""A player of ours at the table of the Speed Clue contest.

In the field: a client of a game server.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from mystpy.bits import mask_of
from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.play.player import Player, chosen
from mystpy.play.referee import Sitting
from mystpy.play.seen import Seen
from mystpy.play.tabletop import Offer
from mystpy.protocol.contest.abbreviations import (
    abbreviated,
    cards_meant,
    contest_game,
    set_meant,
)
from mystpy.protocol.contest.bans import due, is_hopeless, is_repeated
from mystpy.protocol.offers import only
from mystpy.protocol.wire import Wire
from mystpy.situations.deed import Deed
from mystpy.situations.play import random_set


class Visitor:
    """A player of ours who answers the texts of a contest server.

    What the contest forbids is done otherwise, whatever the player chooses.
    """

    def __init__(self, sit: Sitting, identifier: str, rng: Random) -> None:
        self.identifier = identifier
        self.games = 0
        self._sit = sit
        self._rng = rng
        self._seen: Seen | None = None
        self._player: Player | None = None

    def play(self, line: Wire) -> None:
        """Answer until the server says that it is done, or leaves after a game.

        Raises QueryError if it breaks off, or says what the protocol has not.
        """
        line.send(f"{self.identifier} alive".encode())
        while (came := line.receive_or_end()) is not None:
            if (text := came.decode("ascii", "replace")) == "done":
                line.send(b"dead")
                return
            line.send(self.answer(text).encode())
        if self._seen is not None and not is_over(self._seen):
            raise QueryError("the server left in the middle of a game")

    def answer(self, text: str) -> str:
        """The answer to a text of the server. Raises QueryError for unknown ones."""
        verb, *words = text.split() or [""]
        try:
            if verb.lower() == "reset":
                return self._reset(words)
            answers: dict[str, Callable[[Seen, list[str]], str]] = {
                "suggest": self._suggest,
                "disprove": self._disprove,
                "suggestion": self._suggestion,
                "accuse": self._accuse,
                "accusation": self._accusation,
            }
            if verb.lower() not in answers or self._seen is None:
                raise QueryError("not expected")
            return answers[verb.lower()](self._seen, words)
        except (MystError, ValueError, IndexError) as error:
            raise QueryError(f"the server says {text[:60]!r}: {error}") from None

    def _reset(self, words: Sequence[str]) -> str:
        game, player = contest_game(int(words[0])), int(words[1]) + 1
        self._seen = Seen(game, game.player(player), cards_meant(words[2:], game))
        self._player = self._sit(game, player)
        self.games += 1
        return "ok"

    def _suggest(self, seen: Seen, _words: Sequence[str]) -> str:
        seen = self._seen = turn_ended(seen)
        deed = self._chosen(seen, Offer(("asks", seen.player), 0))
        while is_repeated(deed, seen):
            deed = Deed(deed.key, mask_of(self._any(seen.game), seen.game))
        return f"suggest {abbreviated(deed.cards, seen.game)}"

    def _any(self, game: Game) -> frozenset[str]:
        return random_set(game, self._rng, game.q)

    def _disprove(self, seen: Seen, words: Sequence[str]) -> str:
        asker, cards = _player(words[0], seen), set_meant(words[1:], seen.game)
        seen = turn_ended(seen)
        seen = _then(seen, *answers(seen.game, asker, cards, seen.player))
        offer = Offer(("shows", seen.player, asker), cards & seen.hand)
        return f"show {abbreviated(self._chosen(seen, offer).cards, seen.game)}"

    def _suggestion(self, seen: Seen, words: Sequence[str]) -> str:
        game, asker = seen.game, _player(words[0], seen)
        cards, shower = set_meant(words[1:4], game), words[4]
        by = None if shower == "-" else _player(shower, seen)
        seen = _then(turn_ended(seen), *answers(game, asker, cards, by))
        if by is not None:
            seen = seen.then(Deed(("shows", by, asker), cards_meant(words[5:], game)))
        self._seen = seen
        return "ok"

    def _accuse(self, seen: Seen, _words: Sequence[str]) -> str:
        me = seen.player
        deed = self._chosen(seen, Offer(("guess", me), 0), Offer(("noguess", me), 0))
        guessed = deed.key[0] == "guess" and not is_hopeless(deed.cards, seen)
        cards = deed.cards if guessed else due(seen)
        return f"accuse {abbreviated(cards, seen.game)}" if cards else "-"

    def _accusation(self, seen: Seen, words: Sequence[str]) -> str:
        cards = set_meant(words[1:4], seen.game)
        deed = Deed(("guess", _player(words[0], seen)), cards)
        self._seen = seen.then(deed, won=words[4] == "+")
        return "ok"

    def _chosen(self, seen: Seen, *offers: Offer) -> Deed:
        assert self._player is not None
        if deed := only(offers):
            return deed
        return chosen(self._player.act(seen, offers, self._rng), self._rng)


def _player(index: str, seen: Seen) -> int:
    """The player of an index, which is counted from 0."""
    return seen.game.player(int(index) + 1)


def answers(game: Game, asker: int, cards: int, by: int | None) -> list[Deed]:
    """A question, the refusals, and the yes of the one who shows, if anybody does."""
    found = [Deed(("asks", asker), cards)]
    for step in range(1, game.p):
        player = (asker - 1 + step) % game.p + 1
        if player == by:
            return [*found, Deed(("yes", player))]
        found.append(Deed(("no", player)))
    if by is not None:
        raise QueryError("nobody disproves an own suggestion")
    return found


def is_over(seen: Seen) -> bool:
    """Whether somebody has won, at last by being the only one still in."""
    out = {deed.key[1] for deed in seen.events if deed.key[0] == "guess"}
    return seen.won or len(out) >= seen.game.p - 1


def turn_ended(seen: Seen) -> Seen:
    """The same once the turn is ended, of which the contest says nothing.

    Who has guessed wrong ends the own turns, too, when they come.
    """
    if not seen.events or seen.events[-1].key[0] == "endturn":
        return seen
    turn = next(e.key[1] for e in reversed(seen.events) if e.key[0] == "asks")
    if seen.events[-1].key[0] != "guess":
        seen = seen.then(Deed(("noguess", turn)))
    out = {deed.key[1] for deed in seen.events if deed.key[0] == "guess"}
    seen = seen.then(Deed(("endturn", turn)))
    while (turn := turn % seen.game.p + 1) in out and len(out) < seen.game.p:
        seen = seen.then(Deed(("endturn", turn)))
    return seen


def _then(seen: Seen, *deeds: Deed) -> Seen:
    for deed in deeds:
        seen = seen.then(deed)
    return seen
