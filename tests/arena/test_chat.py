"""Language models behind a chat endpoint play in tournaments; the endpoint is fake."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mystpy.arena.design import Entrant, GameLimits, Tournament
from mystpy.arena.schedule import run_tournament
from mystpy.arena.score import MatchHost, Score, play_game
from mystpy.arena.standings import Standings
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.players.registry import kind
from mystpy.protocol.audit import audit
from mystpy.protocol.guests.guest_fault import FAULTS
from tests.cli.test_schemas import check, schema
from tests.protocol.fake_endpoint import (
    FakeServer,
    fails,
    fake_endpoint,
    hangs,
    plays,
    says,
)

KEY = "sk-secret-0123456789abcdef"
TINY = Game.myst(1, 1, 2, 1)


def entrants(**options: Any) -> tuple[Entrant, ...]:
    given = tuple({"model": "tiny", **options}.items())
    return Entrant("gpt", "chat", given), Entrant("random", "random")


def at(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def test_a_model_plays_with_transcript_audit_and_tokens(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with fake_endpoint(plays) as server:
        at(server, monkeypatch)
        terms = GameLimits(actions=40)
        players = entrants(price_in=1.0, price_out=4.0)
        tournament = Tournament((TINY,), players, seed=3, terms=terms)
        host = MatchHost(transcripts=tmp_path)
        scores = [play_game(tournament.match(k), host) for k in range(6)]
        roles = [[m["role"] for m in body["messages"]] for body in server.bodies]
    assert all(score.fault is None for score in scores)
    for score in scores:
        assert score.usage is not None
        ((seat, used),) = score.usage.items()
        assert score.seats[int(seat) - 1] == "gpt"
        assert used["prompt_tokens"] == 100 * used["requests"]
        assert used["cost"] == pytest.approx(used["requests"] * 140 / 1e6)
        row = json.loads(json.dumps(score.as_object()))
        assert Score.of(row).usage == score.usage
        check("tournament-game").validate(row)
    summary = Standings(tournament)
    for k in range(0, len(scores), 2):
        summary.add(scores[k : k + 2])
    last = json.loads(json.dumps(summary.as_object()))
    check("tournament").validate(last)
    sent = sum(body["messages"][-1]["role"] == "user" for body in server.bodies)
    assert last["players"]["gpt"]["usage"]["requests"] == sent > 0
    assert all(
        each == ["user", "assistant"] * (len(each) // 2) + ["user"] for each in roles
    )
    files = sorted(tmp_path.iterdir())
    assert len(files) >= 3
    replies = []
    for path in files:
        said = path.read_bytes()
        assert KEY.encode() not in said
        replies += list(audit(said.splitlines(), path.name))
    assert len(replies) >= 6
    assert all(len(reply.account.unread) == 1 for reply in replies)
    assert all(reply.account.right for reply in replies)


def test_hints_go_back_to_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    with fake_endpoint(says("I pass."), plays) as server:
        at(server, monkeypatch)
        tournament = Tournament((TINY,), entrants(), terms=GameLimits(actions=30))
        assert play_game(tournament.match(0)).fault is None
        second, third = (b["messages"][-1]["content"] for b in server.bodies[1:3])
    assert "no line of the reply begins with 'Action:'" in second
    assert "These deductions were not read" in third


@pytest.mark.parametrize(
    ("script", "how", "why"),
    [
        (fails(401), "endpoint", "the endpoint says 401"),
        (says("I do not know."), "malformed", "no line of the reply begins with"),
        (says("Action: ask s9"), "malformed", "no card s9"),
        (hangs, "timeout", "did not answer within 0.3 seconds"),
    ],
)
def test_faults_lose_the_game_and_are_recorded_without_the_key(
    script: Any, how: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with fake_endpoint(script) as server:
        at(server, monkeypatch)
        seconds = 0.3 if script is hangs else 300
        tournament = Tournament((TINY,), entrants(seconds=seconds, retries=0))
        score = play_game(tournament.match(0))
    assert score.fault is not None
    assert score.seats[score.fault.seat - 1] == "gpt"
    assert (score.fault.how, why in score.fault.why) == (how, True)
    assert KEY not in json.dumps(score.as_object())


def test_seats_are_rotated_and_shares_have_intervals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with fake_endpoint(plays) as server:
        at(server, monkeypatch)
        tournament = Tournament((TINY,), entrants(), terms=GameLimits(actions=30))
        rows: list[Any] = []
        found = run_tournament(tournament, (), rows.append, games=4).as_object()
    assert [row["seats"].index("gpt") for row in rows].count(0) == 2
    players: Any = found["players"]
    share = players["gpt"]
    assert share["low"] <= share["share"] <= share["high"]
    assert KEY not in json.dumps([found, tournament.head(), rows])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "the model is not named"),
        ({"model": "x", "key_variable": KEY}, "not its value"),
        ({"model": "x", "seconds": 0}, "the seconds of a model"),
    ],
)
def test_options_are_checked_before_a_game(
    options: dict[str, Any], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    with pytest.raises(QueryError, match=said) as caught:
        kind("chat").sit(TINY, 1, **options)
    assert KEY not in str(caught.value)
    monkeypatch.delenv("OPENAI_BASE_URL")
    with pytest.raises(QueryError, match="OPENAI_BASE_URL of the environment is not"):
        kind("chat").sit(TINY, 1, model="x")


def test_the_seed_of_the_seat_and_options_are_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with fake_endpoint(plays) as server:
        at(server, monkeypatch)
        players = entrants(seeded=True, temperature=0.5, max_tokens=99)
        tournament = Tournament((TINY,), players, terms=GameLimits(actions=30))
        play_game(tournament.match(0))
        first = [body["seed"] for body in server.bodies]
        play_game(tournament.match(0))
        again = [body["seed"] for body in server.bodies[len(first) :]]
        assert {b["temperature"] for b in server.bodies} == {0.5}
        assert {b["max_tokens"] for b in server.bodies} == {99}
    assert len(set(first)) == 1
    assert first == again


def test_the_schema_of_a_game_names_every_kind_of_fault() -> None:
    how = schema("tournament-game")["properties"]["fault"]["properties"]["how"]
    assert {*how["enum"]} == {*FAULTS}
