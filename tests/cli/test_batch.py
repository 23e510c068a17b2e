"""``mystpy batch``: one answer to each line, in order, whatever the line says."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.programs import HANGING, begun

Run = Callable[..., Result]

GAME = {"rules": "myst", "m": 1, "n": 1, "p": 5, "q": 2}
ENGINES = pytest.mark.parametrize("engine", ["asp", "prolog"])


def answers(run: Run, *lines: object, engine: str = "asp") -> list[dict[str, Any]]:
    text = "\n".join(
        line if isinstance(line, str) else json.dumps(line) for line in lines
    )
    done = run("batch", "--engine", engine, stdin=text)
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


@ENGINES
def test_each_kind_of_question_is_answered(run: Run, engine: str) -> None:
    given = {
        "game": GAME,
        "hands": {"5": ["s6"]},
        "history": ["asks(1,{s1,s2})", "yes(2)"],
    }
    legal, poss, ask, know = answers(
        run,
        {"id": 1, "do": "legal", **given},
        {"id": 2, "do": "poss", **given},
        {"id": 3, "do": "ask", "formula": "K(5,h(2,s1)|h(2,s2))", **given},
        {"id": "four", "do": "know", "player": 5, "odds": True, **given},
        engine=engine,
    )
    assert legal == {"id": 1, "verdict": "possible"}
    assert {a["action"] for a in poss["actions"]} == {"shows(2,1,s1)", "shows(2,1,s2)"}
    assert (ask["id"], ask["value"]) == (3, "true")
    assert (know["id"], know["deals"], know["odds"]["2"]["s1"]) == ("four", 48, "1/2")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "the line is not JSON"),
        ("[1]", "the line is not a JSON object"),
        ("[" * 100_000, "the line is not JSON"),
        ({"do": "legal"}, "the line has no 'game'"),
        ({"game": GAME}, "the line has no 'do'"),
        ({"do": "win", "game": GAME}, "there is nothing to do called 'win'"),
        ({"do": ["legal"], "game": GAME}, "there is nothing to do called"),
        ({"do": "legal", "game": "myst"}, "a game is a table"),
        ({"do": "legal", "game": GAME, "hans": {}}, "there is no key 'hans'"),
        ({"do": "legal", "game": GAME, "hands": [1]}, "hands must say who holds"),
        ({"do": "legal", "game": GAME, "history": 7}, "7 is not an action"),
        ({"do": "legal", "game": GAME, "history": [7]}, "is not an action"),
        (
            {"do": "legal", "game": GAME, "history": ["asks(1,{s1,s2})", "noo(2)"]},
            "history[1]:1:1: there is no action 'noo'",
        ),
        ({"do": "ask", "game": GAME, "formula": 7}, "formula is 7, not a text"),
        ({"do": "ask", "game": GAME, "formula": "K(", "id": 7}, "1:3:"),
        ({"do": "know", "game": GAME, "player": 1.5}, "there is no player 1.5"),
        ({"do": "know", "game": GAME, "player": None}, "there is no player None"),
        (
            {"do": "know", "game": GAME, "player": 1, "odds": True},
            "the cards that player 1 holds",
        ),
    ],
)
def test_a_bad_line_is_answered_and_the_next_one_read(
    run: Run, line: object, message: str
) -> None:
    bad, good = answers(run, line, {"id": 8, "do": "legal", "game": GAME})
    assert message in bad["error"]
    assert "hint" in bad
    assert bad["id"] == (line.get("id") if isinstance(line, dict) else None)
    assert good == {"id": 8, "verdict": "legal"}


def test_bytes_that_are_no_text_are_a_bad_line(run: Run) -> None:
    done = run("batch", stdin=b"\xff\xfe\n\n")
    assert "not JSON" in json.loads(done.stdout)["error"]


def test_an_answer_comes_before_the_next_question(program_dir: Path) -> None:
    question = json.dumps({"id": 1, "do": "legal", "game": GAME}) + "\n"
    with begun([program_dir / "mystpy", "batch"], stdin=subprocess.PIPE) as batch:
        assert batch.stdin is not None
        assert batch.stdout is not None
        for _ in range(2):
            batch.stdin.write(question)
            batch.stdin.flush()
            assert json.loads(batch.stdout.readline()) == {"id": 1, "verdict": "legal"}
        batch.stdin.close()
        assert batch.wait(HANGING) == 0


FIFTEEN = {"game": {"rules": "myst", "m": 3, "n": 4, "p": 3, "q": 2}}


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"player": []}, "nobody in the group"),
        ({"player": -1}, "no player -1"),
        ({"player": [1, 2], "odds": True}, "odds is for one player"),
        ({"player": "observer", "limit": "many"}, "limit is 'many'"),
        ({"player": "observer", "count": 0}, "count is 0"),
    ],
)
def test_what_know_cannot_do_with_a_key_is_said(
    run: Run, keys: dict[str, object], message: str
) -> None:
    (answer,) = answers(run, {"do": "know", **FIFTEEN, **keys})
    assert message in answer["error"]


def test_batch_announces_and_leaves_counts_out(run: Run) -> None:
    hand = {"game": {"rules": "myst", "m": 1, "n": 1, "p": 3, "q": 2}}
    history = ["asks(1,{s2,s3})", "yes(2)"]
    asked = {"do": "ask", **hand, "hands": {"1": ["s1"]}, "history": history}
    formula = "K(3,h(2,s2) | h(2,s3))"
    output, uncounted = answers(
        run,
        {**asked, "announce": ["h(2,s2)"], "formula": "K(3,h(2,s2))"},
        {"do": "know", "player": "observer", "count": False, **hand},
    )
    assert (output["value"], output["announced"]) == ("true", ["h(2,s2)"])
    assert "grid" in uncounted
    assert uncounted.get("deals") is None
    (untold,) = answers(run, {**asked, "formula": formula})
    assert untold["value"] == "true"
    assert "announced" not in untold


@pytest.mark.parametrize("formula", ["C([1],h(1,s1))", "~~K(1,h(1,s1))"])
def test_why_reads_common_knowledge_of_one_and_two_negations(
    run: Run, formula: str
) -> None:
    game = {"rules": "myst", "m": 1, "n": 1, "p": 3, "q": 2}
    asked = {"do": "why", "game": game, "hands": {"1": ["s1"]}, "formula": formula}
    (answer,) = answers(run, asked)
    assert answer["value"] == "true"
    assert len(answer["because"]) == 1


@pytest.mark.parametrize(
    ("formula", "value", "worlds"),
    [
        ("K(3,~K(1,h(2,s2)))", "false", 2),
        ("~K(3,~K(1,h(2,s2)))", "true", 2),
        ("h(2,s2) & ~K(3,h(2,s2))", "undetermined", 1),
    ],
)
def test_why_shows_worlds_in_which_negated_knowledge_fails(
    run: Run, formula: str, value: str, worlds: int
) -> None:
    asked = {
        "do": "why",
        "game": {"rules": "myst", "m": 1, "n": 1, "p": 3, "q": 2},
        "hands": {"3": ["s4"]},
        "history": ["asks(1,{s2,s3})", "yes(2)"],
        "formula": formula,
    }
    (answer,) = answers(run, asked)
    assert answer["value"] == value
    assert len(answer["chain"]) == worlds


def test_why_has_no_reasons_where_somebody_has_to_be_ignorant(run: Run) -> None:
    asked = {"do": "why", "game": {"rules": "myst", "m": 1, "n": 1, "p": 3, "q": 2}}
    formula = "K(1,~K(2,h(1,s1)))"
    (answer,) = answers(run, {**asked, "hands": {"1": ["s1"]}, "formula": formula})
    assert "which is true" in answer["error"]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_what_json_has_not_is_no_identifier(run: Run, number: str) -> None:
    line = '{"id": ID, "do": "legal", "game": {"rules": "clue", "p": 3}}'
    done = run("batch", stdin="\n".join(line.replace("ID", x) for x in (number, "1.5")))
    bad, good = (
        json.loads(x, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))
        for x in done.stdout.splitlines()
    )
    assert bad["id"] is None
    assert f"{number} is not a finite number" in bad["error"]
    assert good == {"id": 1.5, "verdict": "legal"}


def test_a_text_that_was_read_before_is_read_with_its_own_game_and_hands(
    run: Run,
) -> None:
    game = {"rules": "myst", "m": 1, "n": 1, "p": 3, "q": 2}
    line = {"do": "legal", "game": game, "history": "asks(1,{s1,s2}) yes(2)"}
    lines = [
        line | {"hands": {"2": ["s1"]}},
        line | {"hands": {"2": ["s3"]}},
        line | {"hands": {"2": ["s1", "s2"]}},
        line | {"game": game | {"q": 1}},
        line | {"history": "asks(1,{s1,s9})"},
        line | {"history": "asks(1,{s1,s9})"},
        line | {"history": ["asks(1,{s1,s2})", "yes(2)"], "hands": {"2": ["s1"]}},
    ]
    together = answers(run, *lines, *lines)
    alone = [answer for each in lines for answer in answers(run, each)]
    assert together == [*alone, *alone]
    assert [one.get("verdict") for one in alone[:2]] == ["legal", "illegal"]
    assert all("error" in one for one in (alone[2], alone[4], alone[5]))
