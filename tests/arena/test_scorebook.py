"""The file of results: it is the same for each way of playing, and can be continued."""

from __future__ import annotations

import json
import os
import sys
from contextlib import closing
from pathlib import Path

import pytest

from mystpy.arena.design import Entrant, Tournament
from mystpy.arena.schedule import replay_games, run_tournament
from mystpy.arena.scorebook import Scorebook
from mystpy.errors import QueryError
from mystpy.files.journal import Journal
from mystpy.game.game import Game
from tests.programs import ran
from tests.sampling import is_nightly

TOURNAMENT = Tournament(
    (Game.myst(1, 1, 3, 2),),
    (Entrant("exact", "exact"), Entrant("others", "random", copies=2)),
)
GAMES = 60


def run(
    path: Path, games: int = GAMES, *, processes: int = 1, resume: bool = False
) -> bool:
    """Play into a file, and return whether a line of it was torn."""
    book = Scorebook(path, TOURNAMENT.head(), resume=resume)
    replay_games(TOURNAMENT, book.missing(), book.write, processes)
    found = run_tournament(
        TOURNAMENT, book.found(), book.write, games=games, processes=processes
    )
    book.write(found.as_object())
    book.close()
    return book.torn


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    path = tmp_path / "whole.jsonl"
    assert not run(path)
    return path.read_bytes()


def test_two_processes_write_the_same_file(tmp_path: Path, whole: bytes) -> None:
    run(tmp_path / "two.jsonl", processes=2)
    assert (tmp_path / "two.jsonl").read_bytes() == whole


SCRIPT = """
import sys
from mystpy.arena.design import Entrant, GameLimits, Tournament
from mystpy.arena.score import play_game
from mystpy.game.game import Game
from mystpy.players.registry import KINDS
kinds = [kind for kind in KINDS if kind != "program"]  # which needs a command
untimed = {"strong-f": (("rollouts", 100),)}
everybody = tuple(Entrant(kind, kind, untimed.get(kind, ())) for kind in kinds)
everybody += (Entrant("another", "exact"),)
game = Game.myst(1, 1, 3, 2)
tournament = Tournament((game,), everybody, terms=GameLimits(actions=60))
for number in range(0, 3 * 2 * len(kinds), int(sys.argv[1])):
    print(play_game(tournament.match(number)))
"""


def test_no_kind_of_player_leans_on_the_order_of_sets() -> None:
    """Hashes of texts differ in each process, and so does the order of their sets."""
    step = "1" if is_nightly() else "2"
    output = [
        ran(
            [sys.executable, "-c", SCRIPT, step],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert output[0] == output[1] != ""


@pytest.mark.parametrize("kept", [0.0001, 0.03, 0.3, 0.5, 0.77, 0.95, 1.0])
def test_a_run_that_was_ended_anywhere_goes_on_to_the_same_file(
    tmp_path: Path, whole: bytes, kept: float
) -> None:
    path = tmp_path / "cut.jsonl"
    start = whole[: int(len(whole) * kept)]
    path.write_bytes(start)
    assert run(path, resume=True) is (start[-1:] not in (b"", b"\n"))
    assert path.read_bytes() == whole


def test_games_between_are_those_that_were_there(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "fewer.jsonl"
    run(path, games=20)  # 21, since each deal is played in all seats
    assert path.read_bytes().splitlines()[:22] == whole.splitlines()[:22]
    assert path.read_bytes().count(b"\n") == 23
    run(path, resume=True)
    assert path.read_bytes() == whole
    run(path, games=20, resume=True)  # what was played is not taken back
    assert path.read_bytes() == whole


def test_the_last_line_tells_what_the_games_come_to(whole: bytes) -> None:
    head, *games, last = map(json.loads, whole.splitlines())
    assert head["players"][1]["copies"] == 2
    assert [game["number"] for game in games] == list(range(GAMES))
    assert {"games", "seed", "players"} <= set(last)
    keys = {"games", "wins", "share", "low", "high", "wrong", "seats"}
    assert all(keys <= set(row) for row in last["players"].values())


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text("mine\n")
    with pytest.raises(QueryError, match="exists already"):
        run(path)
    with pytest.raises(QueryError, match=r"some\.jsonl:1: this is not the line"):
        run(path, resume=True)
    assert path.read_text() == "mine\n"
    path.write_text('{"mine":1}\n{"cut')
    with pytest.raises(QueryError, match="another tournament"):
        run(path, resume=True)
    assert path.read_text() == '{"mine":1}\n{"cut'


def test_results_of_another_tournament_are_told(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "whole.jsonl"
    other = Tournament(TOURNAMENT.games, TOURNAMENT.entrants, seed=2)
    with pytest.raises(QueryError, match="results of another tournament"):
        Scorebook(path, other.head(), resume=True)
    assert path.read_bytes() == whole


def games_in(path: Path) -> list[dict[str, object]]:
    """Return the games of a file that count, in the order of their numbers."""
    with closing(Scorebook(path, TOURNAMENT.head(), resume=True)) as book:
        return [score.as_object() for score in book.found()]


NO_GAMES = (b"{}\n", b'{"number":7}\n', b"[1]\n", b"\xff\n", b"\n")


@pytest.mark.parametrize("line", NO_GAMES)
def test_games_that_are_damaged_are_played_again_and_no_others(
    tmp_path: Path, whole: bytes, line: bytes
) -> None:
    """One of the three missing games is at the start, and two are together."""
    path = tmp_path / "broken.jsonl"
    lines = whole.splitlines(keepends=True)
    kept = [lines[0], line, *lines[2:5], line, line, *lines[7:]]
    path.write_bytes(b"".join(kept))
    with closing(Scorebook(path, TOURNAMENT.head(), resume=True)) as book:
        assert book.missing() == [range(1), range(4, 6)]
        assert [row.line for row in book.damaged] == [2, 6, 7]
    run(path, resume=True)
    again = path.read_bytes().splitlines(keepends=True)
    assert again == [*kept[:-1], *(lines[k] for k in (1, 5, 6)), lines[-1]]
    (tmp_path / "whole.jsonl").write_bytes(whole)
    assert games_in(path) == games_in(tmp_path / "whole.jsonl")


def test_a_row_is_a_game_of_this_tournament(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "wrong.jsonl"
    game = json.loads(whole.splitlines()[1])
    del game["hash"]
    wrong = [
        {"seats": ["exact", "Others", "others"]},
        {"seats": "exact"},
        {"number": -1},
        {"number": True},
        {"number": 10**9},
        {"number": 10**90},
        {"winner": 4},
        {"winner": "1"},
        {"out": [0, {}]},
        {"turns": None},
        {"fault": {"seat": 9, "why": "", "axiom": None}},
        {"fault": {"seat": 1}},
        {"known": [1, "2", 3]},
        {"more": 1},
    ]
    run(path, games=3)
    with closing(Journal(path, TOURNAMENT.head())) as file:
        for change in wrong:
            file.write(game | change)
        file.write({"games": "3", "players": {}})
    with closing(Scorebook(path, TOURNAMENT.head(), resume=True)) as book:
        assert len(book.damaged) == len(wrong) + 1
        assert len(list(book.found())) == 3


def test_a_tournament_that_is_watched_stops_in_time(tmp_path: Path) -> None:
    stopped = run_tournament(TOURNAMENT, (), lambda line: None, games=10_000, until=0.3)
    assert stopped.width <= 0.3
    assert 30 < stopped.games < 1000
    assert stopped.games % 3 == 0
    again = run_tournament(
        TOURNAMENT, (), lambda line: None, games=10_000, until=0.3, processes=2
    )
    assert again.as_object() == stopped.as_object()
