"""A player who is somewhere else: whole games, and nothing hidden is sent."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from random import Random
from threading import Thread

import pytest

from mystpy.bits import bits
from mystpy.engines.base import Verdict
from mystpy.engines.worlds.engine import WorldsEngine
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameOutcome, GameState, LegalAction
from mystpy.play.information_state import InformationState
from mystpy.play.player import Player
from mystpy.play.referee import RuleViolation
from mystpy.players.player_base import RandomPlayer
from mystpy.players.registry import kind
from mystpy.protocol import message
from mystpy.protocol.game_client import visit
from mystpy.protocol.guests.program_player import ProgramPlayer
from mystpy.protocol.offers import event_of, events, parse_offers, patterns
from mystpy.protocol.remote_player import RemotePlayer
from mystpy.protocol.wire import Wire
from mystpy.situations.event import Event
from tests.engines.situations import GAMES
from tests.programs import children_of
from tests.protocol.bouts import ended

Answering = Callable[[Wire], object]


@contextmanager
def guest(
    answering: Answering, **options: int
) -> Iterator[tuple[RemotePlayer, list[bytes]]]:
    """Give a guest whose answers a function computes, and the messages sent to it."""
    ends = [os.pipe(), os.pipe()]
    sent: list[bytes] = []
    with contextmanager(open_ends)(ends) as (ours, theirs):
        ours.trail = sent.append
        thread = Thread(target=answering, args=[theirs], daemon=True)
        thread.start()
        yield RemotePlayer(lambda: ours, **options), sent
        ours.close()
        thread.join()
        theirs.close()
        ours.trail = None
        for line in (ours, theirs):
            drain(line)


def drain(line: Wire) -> None:
    """Wait until nothing is read any more, so that nobody reads what is opened next."""
    with suppress(QueryError):
        while line.receive_or_end() is not None:
            pass


def open_ends(ends: Sequence[tuple[int, int]]) -> Iterator[tuple[Wire, Wire]]:
    """Give both ends of a line over two pipes, which are closed behind them."""
    (come, back), (forth, go) = ends
    with (
        closing(os.fdopen(come, "rb", 0)) as one,
        closing(os.fdopen(back, "wb", 0)) as two,
        closing(os.fdopen(forth, "rb", 0)) as three,
        closing(os.fdopen(go, "wb", 0)) as four,
    ):
        yield (
            Wire(lambda: one.read(9_999), four.write, lambda _now: four.close()),
            Wire(lambda: three.read(9_999), two.write, lambda _now: two.close()),
        )


def saying(*actions: str, text: bool = True) -> Answering:
    """A program that says hello, wants English, and does this."""

    def answer(line: Wire) -> None:
        message.read_hello(line.receive())
        line.send(message.write_message(message.hello("ann", text=text)))
        left = list(actions)
        while left and (came := line.receive_or_end()):
            if json.loads(came)["type"] == "turn":
                line.send(message.write_message({"type": "act", "action": left.pop(0)}))
        while line.receive_or_end():
            pass

    return answer


def deal_of(*hands: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(hand.split()) for hand in hands)


class Fixed:
    """A player who does what there is to do, and else these."""

    def __init__(self, *actions: str) -> None:
        self.actions = list(actions)

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Event:
        found = list(events(legal_actions))
        if len(found) == 1 and found[0].key[0] not in ("asks", "guess"):
            return found[0]
        return event_of(self.actions.pop(0), seen.game)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_player_plays_over_a_line_as_at_the_table(game: Game) -> None:
    table = GameState(game, random_deal(game, Random(4)))
    answering = lambda line: list(visit(line, RandomPlayer, "ann"))  # noqa: E731
    with guest(answering) as (one, _sent):
        others: list[Player] = [RandomPlayer(game, i) for i in range(2, game.p + 1)]
        streams = [Random(i) for i in range(game.p)]
        end = ended(table, [one, *others], streams)
    assert end.fault is None
    assert table.outcome is not None
    assert WorldsEngine().judge(table.history()).verdict is Verdict.LEGAL


@pytest.mark.parametrize("action", ["endturn(2)", "no(3)", "yes(3)", "shows(2,1,s2)"])
def test_nothing_is_sent_that_the_player_has_not_seen(action: str) -> None:
    """Two deals that player 1 cannot tell apart, and another player who cheats."""
    game = Game.myst(1, 1, 3, 1)
    sent = []
    for deal in (deal_of("s2", "s1", "s3", "s4"), deal_of("s3", "s1", "s2", "s4")):
        with guest(saying("asks(1,{s4})", "noguess(1)")) as (one, trail):
            cheat = Fixed("asks(2,{s4})", "noguess(2)")
            table, two = GameState(game, deal), Fixed("asks(3,{s1})", action)
            end = ended(table, [one, cheat, two], [Random(1)] * 3)
        assert end.fault is not None
        assert end.fault.seat == 3
        assert trail.count(b"shows(3,2,_)") == 0
        sent.append(b"".join(trail))
    assert sent[0] == sent[1]
    assert b"shows(3,2,_)" in sent[0]
    assert b"shows(3,1,s4)" in sent[0]
    assert b"Player 3 shows player 2 a card that you have not seen." in sent[0]


def test_an_action_that_is_not_possible_loses_by_its_axiom() -> None:
    game = Game.myst(1, 1, 2, 1)
    table = GameState(game, deal_of("s1", "s2", "s3"))
    with guest(saying("endturn(1)")) as (one, trail):
        end = ended(table, [one, Fixed()], [Random(1)] * 2)
    assert end.fault is not None
    assert (end.fault.seat, end.fault.axiom) == (1, "2.21")
    over = message.read_message(trail[-1], "over")
    assert over["lost"] == 1
    assert over["reason"] == "what you did is not possible now, by (2.21)"


def test_with_more_tries_a_program_is_told_what_is_possible() -> None:
    game = Game.myst(1, 1, 2, 1)
    table = GameState(game, deal_of("s1", "s2", "s3"))
    said = saying("endturn(1)", "asks(1,{s9})", "asks(1,{s1})", "guess(1,{s1})")
    with guest(said, tries=3) as (one, trail):
        end = ended(table, [one, Fixed()], [Random(1)] * 2)
    assert end.fault is None
    assert table.outcome == GameOutcome(1, (1, 2))
    output = [one for one in trail if b'"error"' in one]
    assert b"possible is asks(1,Q)" in output[0]
    assert b"there is no card s9" in output[1]
    assert all(b'"again":true' in one for one in output)


def test_who_is_too_slow_loses() -> None:
    game = Game.myst(1, 1, 2, 1)
    table = GameState(game, deal_of("s1", "s2", "s3"))
    with guest(saying()) as (one, _trail):
        one.greet()
        one.seconds = 0.01
        end = ended(table, [one, Fixed()], [Random(1)] * 2)
    assert end.fault == RuleViolation(1, "no answer within 0.01 seconds", how="timeout")


def test_offers_are_written_and_read_back() -> None:
    for game in GAMES:
        table, rng = GameState(game, random_deal(game, Random(6))), Random(7)
        while (now := table.legal_actions()) and len(table.done) < 40:
            assert parse_offers(patterns(now, game), game) == now
            player = RandomPlayer(game, now[0].player)
            table.do(player.act(InformationState.at(table, now[0].player), now, rng))
        assert table.done


def test_a_show_is_offered_card_by_card() -> None:
    game = Game.myst(1, 2, 2, 2)
    legal = LegalAction(("shows", 2, 1), 0b101)
    assert patterns([legal], game) == ["shows(2,1,s1)", "shows(2,1,s3)"]
    assert [event.cards for event in events([legal])] == list(bits(0b101))


def test_a_program_needs_a_command_that_is_there() -> None:
    game = Game.myst(1, 1, 2, 1)
    with pytest.raises(QueryError, match="command of the program is not given"):
        kind("program").sit(game, 1)


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan"), float("inf"), 1e300])
def test_a_program_has_some_time(seconds: float) -> None:
    with pytest.raises(QueryError, match="the seconds of a program must be"):
        ProgramPlayer(Game.myst(1, 1, 2, 1), 1, command="python", seconds=seconds)


def test_a_program_that_is_too_slow_is_ended() -> None:
    game = Game.myst(1, 1, 2, 1)
    before = children_of(os.getpid())
    command = f"{sys.executable} tests/protocol/stranger.py sleep"
    player = ProgramPlayer(game, 1, command=command, seconds=1.0)
    table = GameState(game, deal_of("s1", "s2", "s3"))
    assert children_of(os.getpid()) == before  # it is begun with its first move
    end = ended(table, [player, Fixed()], [Random(1)] * 2)
    assert end.fault == RuleViolation(1, "no answer within 1 seconds", how="timeout")
    assert children_of(os.getpid()) == before


def test_what_was_not_read_is_said_with_the_next_turn() -> None:
    game, met = Game.myst(1, 1, 2, 1), list[dict[str, object]]()

    def model(line: Wire) -> None:
        replies = iter(
            [
                "Deduction: 2 may have s3\nDeduction: I have s9\nAction: ask s2",
                "Deduction: player 2 has one of s2, s3\nAction: no guess",
                "Deduction: the pile has s2 or s3\nAction: ask s3",
            ]
        )
        with suppress(QueryError):
            line.send(message.write_message(message.hello("model", text=True)))
            while True:
                said = json.loads(line.receive())
                if said["type"] == "turn":
                    met.append(said)
                    text = next(replies, "Action: no guess")
                    act = {"type": "act", "text": text}
                    line.send(message.write_message(act))

    with guest(model) as (player, _):
        table = GameState(game, ({"s3"}, {"s1"}, {"s2"}))
        ended(table, [player, RandomPlayer(game, 2)], [Random(1), Random(2)])
    first, second, third = met[:3]
    assert "unread" not in first
    unread = second["unread"]
    assert isinstance(unread, list)
    assert [str(one).partition(":")[0] for one in unread] == [
        "2 may have s3",
        "I have s9",
    ]
    text = str(second["text"])
    assert "'may' says what is possible" in text
    assert "write for example 'player 1 has one of s1, s2, s3'" in text
    assert "unread" not in third
