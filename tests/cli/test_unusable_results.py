"""Files of results that another program wrote: what cannot be used is done again."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from mystpy.conjectures.results import PieceJournal
from mystpy.errors import QueryError
from mystpy.files import rows
from mystpy.files.append_only import Log
from mystpy.theses.choice import recorded_rows
from tests.cli.conftest import Run

SAY = ("theorem", "--say", "K(2,h(1,s1)) -> Turn(1)")
GAMES = ("--games", "{m = 1, n = 1, q = 1, p = 2}")


@pytest.mark.parametrize("result", [None, 3, "x", {"a": 1}, {"failure": 3}])
def test_what_another_program_wrote_with_a_right_hash_is_done_again(
    run: Run, tmp_path: Path, result: object
) -> None:
    path = tmp_path / "results.jsonl"
    first = run(*SAY, *GAMES, "--resume", str(path))
    head, line, *_ = path.read_bytes().splitlines(keepends=True)
    row = {"key": json.loads(line)["key"], "result": result}
    path.write_bytes(head + rows.seal_row(row, rows.key_of(head)))
    again = run(*SAY, *GAMES, "--resume", str(path))
    assert again.exit_code == first.exit_code == 1
    assert "results.jsonl:2 does not count: 'result' cannot be" in again.stderr
    with closing(PieceJournal(path)) as journal:
        assert {found["key"] for _, found in journal.rows()} == {row["key"]}


@pytest.mark.parametrize("text", ["[" * 100_000, "9" * 1_000_000, "[{}]", "NaN"])
def test_a_page_of_verdicts_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "theorems.json"
    path.write_text(text)
    with pytest.raises(QueryError, match=r"theorems\.json is no page of verdicts"):
        recorded_rows(path)


SERVE = ("serve", "--game", 'rules="myst", m=1, n=1, p=2, q=1', "random", "random")


def test_one_process_at_a_time_appends_games_to_a_file(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    with closing(Log(path)):
        refused = run(*SERVE, "--out", str(path))
    assert refused.exit_code == 2
    assert f"{path} is in use: " in refused.stderr
    assert "hint: wait until it has ended, or name another file" in refused.stderr
    for games in (1, 2):
        assert run(*SERVE, "--out", str(path)).exit_code == 0
        assert len(path.read_text().splitlines()) == games
