"""Faulty referees and guests: their messages are changed at random, nothing breaks."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

import pytest

from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState
from mystpy.play.information_state import InformationState
from mystpy.play.player import Player
from mystpy.players.player_base import RandomPlayer
from mystpy.players.registry import kind
from mystpy.protocol import message
from mystpy.protocol.contest.abbreviations import contest_game
from mystpy.protocol.contest.contest_client import ContestClient
from mystpy.protocol.contest.contestant import ContestPlayer
from mystpy.protocol.game_client import visit
from mystpy.protocol.remote_player import RemotePlayer
from mystpy.protocol.wire import MAX_UNREAD_BYTES, Wire
from tests.engines.situations import GAMES
from tests.protocol.bouts import ended
from tests.sampling import by_day

SAMPLES = by_day(150, 3)
"""Changed transcripts for each kind."""

VALUES: list[object] = [
    *(None, 0, 1, -1, 2, 99, 10**30, 1.5, True, "", "x", [], {}, ["x"], {"a": 1}),
    *("asks(1,{s1})", "shows(2,1,s1)", "shows(2,1,_)", "no(2)", "yes(1)", "init0"),
    *("guess(1,{s1})", "noguess(1)", "endturn(2)", "right(1)", "told(2)", "asks(1,Q)"),
]


class Script:
    """A line whose other side says these messages and nothing else."""

    greeted = False
    trail = None

    def __init__(self, lines: Sequence[bytes]) -> None:
        self.lines = list(lines)
        self.sent: list[bytes] = []

    def itself(self) -> Any:
        return self

    def send(self, said: bytes) -> None:
        self.sent.append(said)

    def receive(self, _seconds: float | None = None) -> bytes:
        if not self.lines:
            raise QueryError("the connection was closed")
        return self.lines.pop(0)

    def receive_or_end(self, _seconds: float | None = None) -> bytes | None:
        return self.receive() if self.lines else None


class Linked:
    """A line to a visitor of mystpy in a thread, which keeps all messages received."""

    greeted = False
    trail = None

    def __init__(self, answer: Callable[[bytes], bytes]) -> None:
        self.received: list[bytes] = []
        self.said: list[bytes] = []
        self._answer = answer
        self._next = b""

    def send(self, said: bytes) -> None:
        self.received.append(said)
        self._next = self._answer(said)

    def receive(self, _seconds: float | None = None) -> bytes:
        self.said.append(self._next)
        return self._next


def changed(lines: Sequence[bytes], rng: Random) -> list[bytes]:
    """The same messages with a few changes."""
    found = list(lines)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        k = rng.randrange(len(found))
        how = rng.randrange(7)
        if how == 0 and len(found) > 1:
            del found[k]
        elif how == 1:
            found.insert(k, rng.choice(found))
        elif how == 2:
            found[k] = found[k][: rng.randrange(len(found[k]) + 1)]
        elif how == 3 and found[k]:
            at = rng.randrange(len(found[k]))
            found[k] = found[k][:at] + rng.randbytes(1) + found[k][at + 1 :]
        else:
            found[k] = changed_value(found[k], rng)
    return found


def changed_value(line: bytes, rng: Random) -> bytes:
    """A message with another value for a key or a word."""
    try:
        output: Any = json.loads(line)
    except ValueError:
        words = line.split() or [b""]
        words[rng.randrange(len(words))] = rng.choice(
            [
                b"",
                b"-",
                b"+",
                b"0",
                b"1",
                b"9",
                b"-1",
                b"Gr",
                b"Xx",
                b"accuse",
                b"reset",
            ]
        )
        return b" ".join(words)
    if isinstance(output, dict) and output:
        key = rng.choice(list(output))
        value = output[key]
        if isinstance(value, list) and value and rng.random() < 0.5:
            value[rng.randrange(len(value))] = rng.choice(VALUES)
        else:
            output[key] = rng.choice(VALUES)
    return json.dumps(output).encode()


def referee_lines(game: Game, seed: int) -> list[bytes]:
    """Return the messages of mystpy's referee to a guest in a game."""
    answers: list[bytes] = [message.write_message(message.hello("ann"))]
    script = Script(answers)
    guest = RemotePlayer(lambda: script)  # type: ignore[arg-type,return-value]

    class Acting(RandomPlayer):
        def act(self, seen: InformationState, legal_actions: Any, rng: Random) -> Any:
            from mystpy.protocol.offers import text_of

            event = super().act(seen, legal_actions, rng)
            said = {"type": "act", "action": text_of(event, seen.game)}
            script.lines.append(message.write_message(said))
            return guest.act(seen, legal_actions, rng)

        def over(self, *output: Any) -> None:
            guest.over(*output)

    players: list[Player] = [Acting(game, 1)]
    players += [RandomPlayer(game, i) for i in range(2, game.p + 1)]
    table = GameState(game, random_deal(game, Random(seed)))
    ended(table, players, [Random(i) for i in range(game.p)])
    return script.sent


@pytest.mark.parametrize("of_kind", ["random", "exact"])
@pytest.mark.parametrize("game", GAMES[:6], ids=repr)
@pytest.mark.alike(3)
def test_join_refuses_what_a_faulty_referee_says(game: Game, of_kind: str) -> None:
    lines = referee_lines(game, 3)
    sit = kind(of_kind).sit
    assert list(visit(Script(lines), sit, "ann"))  # type: ignore[arg-type]
    for seed in range(SAMPLES):
        script: Any = Script(changed(lines, Random(seed)))
        with suppress(MystError):
            list(visit(script, sit, "ann"))


def contest_lines(seed: int) -> list[bytes]:
    """Return the messages of a contest server to a player of mystpy in a game."""
    game = contest_game(3)
    visitor = ContestClient(RandomPlayer, "ann", Random(seed))
    line = Linked(lambda output: visitor.answer(output.decode()).encode())
    guest = ContestPlayer(lambda: line, identifier="ann")  # type: ignore[arg-type,return-value]
    guest.line = line  # type: ignore[assignment]
    players: list[Player] = [guest, RandomPlayer(game, 2), RandomPlayer(game, 3)]
    table = GameState(game, random_deal(game, Random(seed)))
    ended(table, players, [Random(i) for i in range(3)])
    return line.received[:60]


@pytest.mark.parametrize("of_kind", ["random", "exact"])
def test_join_refuses_what_a_faulty_server_of_the_contest_says(of_kind: str) -> None:
    lines = contest_lines(5)
    for seed in range(SAMPLES):
        visitor = ContestClient(kind(of_kind).sit, "ann", Random(seed))
        with suppress(MystError):
            for line in changed(lines, Random(seed)):
                answer = visitor.answer(line.decode("ascii", "replace"))
                assert answer.split()[0] in ("ok", "suggest", "show", "accuse", "-")


ACTS = [
    b'{"type":"act","action":"asks(1,{s1})"}',
    b'{"type":"act","action":"noguess(1)"}',
    b'{"type":"act","text":"Deduction: the pile has s1\\nAction: guess s1"}',
    b'{"type":"act","action":"guess(1,{s2})"}',
]


@pytest.mark.parametrize("tries", [1, 3])
def test_serve_refuses_what_a_faulty_guest_says(tries: int) -> None:
    game = Game.myst(1, 2, 3, 1)
    hello = message.write_message(message.hello("ann", text=True)).strip()
    for seed in range(SAMPLES):
        rng = Random(seed)
        script: Any = Script(changed([hello, *rng.choices(ACTS, k=6)], rng))
        guest = RemotePlayer(partial(Script.itself, script), tries=tries)
        table = GameState(game, random_deal(game, Random(seed)))
        players: list[Player] = [guest, RandomPlayer(game, 2), RandomPlayer(game, 3)]
        end = ended(table, players, [Random(i) for i in range(3)])
        assert end.fault is None or not end.fault.why.startswith(
            ("Type", "Key", "Attr")
        )


def test_a_guest_that_floods_is_read_no_further_than_it_may_be() -> None:
    """The bytes that are read in advance are bounded."""
    given, ended = [0], [False]

    def read() -> bytes:
        given[0] += 60_000
        return b"" if ended[0] else b"x" * 59_999 + b"\n"

    line = Wire(read, lambda _data: None, lambda _now: None)
    first = line.receive()
    assert len(first) == 59_999
    for _ in range(1_000):
        line.receive()
    taken = 1_001 * 60_000
    assert given[0] <= taken + MAX_UNREAD_BYTES + 2 * 60_000
    ended[0] = True
    line.close()
