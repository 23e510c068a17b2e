"""Language models answer questions about positions; the endpoint is fake."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mystpy.cli import cli
from mystpy.errors import QueryError
from mystpy.positions.answers.scoring import score_answers
from mystpy.positions.models.answering import MOST_FAILURES, answer_questions
from mystpy.positions.models.published import PUBLISHED, games_won
from mystpy.positions.record import PositionQuestion, read_questions
from mystpy.protocol.chat.chat_answer import ChatOptions
from mystpy.protocol.chat.endpoint import ChatEndpoint
from mystpy.protocol.chat.endpoint_fault import EndpointFault
from tests.cli.test_schemas import check, refuses
from tests.protocol.fake_endpoint import (
    FakeHandler,
    completion,
    fails,
    fake_endpoint,
    says,
)


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["positions", *words])


TOM = Path(__file__).with_name("tom.jsonl")
MODEL = ChatOptions("tiny", temperature=0.0)
KEY = "sk-secret-0123456789abcdef"


def questions() -> list[PositionQuestion]:
    return read_questions(TOM)[:8]


def ask(url: str, path: Path, options: ChatOptions = MODEL) -> Any:
    endpoint = ChatEndpoint(url, KEY, retries=0, sleep=lambda _: None)
    return answer_questions(questions(), path, endpoint, options, 300)


def test_each_question_is_a_conversation_of_its_own_and_answers_are_scored(
    tmp_path: Path,
) -> None:
    key = {one.prompt: one.answer for one in questions()}

    def script(handler: FakeHandler, body: dict[str, Any]) -> None:
        (message,) = body["messages"]
        right = key[message["content"]]
        handler.send(200, completion(f"Let me see.\nAnswer: {right}", 50, 5))

    path = tmp_path / "answers.jsonl"
    with fake_endpoint(script) as server:
        found = ask(server.url, path)
        assert {body["temperature"] for body in server.bodies} == {0.0}
    assert (found.before, found.answered, found.failed) == (0, 8, 0)
    scored = score_answers(questions(), path)
    assert all(one.right for one in scored)
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert rows[0]["model"] == "tiny"
    assert rows[0]["prompt_tokens"] == 50
    assert KEY not in path.read_text("utf-8")


def test_what_failed_is_asked_again_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    with fake_endpoint(says("yes"), fails(500), says("Answer: no")) as server:
        first = ask(server.url, path)
        assert (first.answered, first.failed) == (7, 1)
        assert "says 500" in first.last_fault
        again = ask(server.url, path)
        assert (again.before, again.answered, again.failed) == (7, 1, 0)
        assert len(server.requests) == 9
    ids = [json.loads(line)["id"] for line in path.read_text("utf-8").splitlines()]
    assert sorted(ids) == sorted(one.id for one in questions())


def test_an_endpoint_that_refuses_everything_is_not_asked_on(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    with fake_endpoint(says("yes"), fails(401)) as server:
        with pytest.raises(EndpointFault, match="says 401") as caught:
            ask(server.url, path)
        assert len(server.requests) == 2 + MOST_FAILURES
    assert KEY not in str(caught.value)
    assert len(path.read_text("utf-8").splitlines()) == 1


def test_answers_of_two_models_do_not_go_into_one_file(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    with fake_endpoint(says("yes")) as server:
        ask(server.url, path)
        with pytest.raises(QueryError, match="this answer is of tiny"):
            ask(server.url, path, ChatOptions("other"))


def results(path: Path, winners: list[int | None]) -> Path:
    players = [
        {"name": "gpt", "kind": "chat"},
        {"name": "qwen", "kind": "chat"},
        {"name": "exact", "kind": "exact"},
    ]
    seats = ["gpt", "qwen", "exact"]
    rows: list[dict[str, Any]] = [{"tournament": "1", "players": players}]
    for number, winner in enumerate(winners):
        turned = seats[number % 3 :] + seats[: number % 3]
        rows.append({"number": number, "seats": turned, "winner": winner})
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def test_won_games_have_intervals_beside_the_published_ones(tmp_path: Path) -> None:
    path = results(tmp_path / "games.jsonl", [1, 3, None, 2, 1, 1])
    found = list(games_won(path))
    assert [(one.name, one.won, one.games) for one in found] == [
        ("gpt", 2, 6),
        ("qwen", 2, 6),
        ("any model", 4, 6),
    ]
    assert all(one.share.lower < one.share.value < one.share.upper for one in found)
    share = PUBLISHED.share
    assert (round(share.lower, 3), round(share.upper, 3)) == (0.090, 0.452)
    (tmp_path / "none.jsonl").write_text('{"tournament":"1","players":[]}\n', "utf-8")
    with pytest.raises(QueryError, match="no games of a player of the kind chat"):
        list(games_won(tmp_path / "none.jsonl"))


def test_the_command_answers_scores_and_compares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = tmp_path / "few.jsonl"
    few.write_text("".join(TOM.read_text("utf-8").splitlines(True)[:4]), "utf-8")
    out, games = tmp_path / "answers.jsonl", tmp_path / "games.jsonl"
    words = ("answer", str(few), "--model", "tiny", "--out", str(out))
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    assert "OPENAI_BASE_URL" in run(*words).stderr
    with fake_endpoint(says("Answer: yes")) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        done = run(*words, "--max-tokens", "9", "--temperature", "0")
        assert done.exit_code == 0
        assert f"4 answers in {out}" in done.stdout
        assert {body["max_tokens"] for body in server.bodies} == {9}
        again = run(*words, "--format", "json")
        answered = json.loads(again.stdout)
        assert answered["before"] == 4
        refuses(check("position-answered"), "position-answered", answered)
        assert len(server.requests) == 4
    for each in (done, again):
        assert KEY not in each.stdout + each.stderr
    assert run("score", str(few), str(out)).exit_code == 0
    results(games, [1, 2, 3])
    rows = run("compare", str(few), str(out), str(games)).stdout
    assert "answers.jsonl: " in rows
    assert "any model: 2 of 3 games" in rows
    assert "published: 4 of 18 games  0.222  [0.090, 0.452]" in rows
    lines = run("compare", str(few), str(out), str(games), "--format", "json").stdout
    compared = [json.loads(line) for line in lines.splitlines()]
    assert [one.get("player", one.get("answers")) for one in compared] == [
        *("answers.jsonl", "gpt", "qwen", "any model", "published"),
    ]
    for one in compared:
        refuses(check("position-compared"), "position-compared", one)
    wanted = run("answer", str(few))
    assert wanted.exit_code == 2
    assert "needs a model and a file" in wanted.stderr
