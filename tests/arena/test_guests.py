"""Guests in tournaments: they play, lose by their faults, and are stopped."""

from __future__ import annotations

import json
import os
import shlex
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from mystpy.arena.design import Entrant, Tournament
from mystpy.arena.file import require_kind
from mystpy.arena.schedule import run_tournament
from mystpy.arena.score import MatchHost, Score, play_game
from mystpy.arena.scorebook import Scorebook
from mystpy.engines.base import Verdict
from mystpy.engines.worlds.engine import WorldsEngine
from mystpy.errors import QueryError
from mystpy.files.append_only import Log
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.play.referee import RuleViolation
from mystpy.protocol import wire
from mystpy.protocol.audit import audit, record
from mystpy.protocol.contest.abbreviations import contest_game
from mystpy.protocol.guests.guest_fault import FAULTS
from tests.programs import HANGING, alive, children_of, comes_true
from tests.sampling import cases

GAME = Game.myst(1, 2, 3, 2)
PYTHON = shlex.quote(sys.executable)
RANDOM = Entrant("random", "random", copies=2)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes of POSIX")


def program(command: str, name: str = "guest", **options: Any) -> Entrant:
    given = {"command": f"{PYTHON} {command}", "seconds": HANGING, **options}
    return Entrant(name, "program", tuple(given.items()))


def hostile(how: str, *words: str, **options: Any) -> Entrant:
    words = tuple(map(shlex.quote, (how, *words)))
    return program(f"tests/arena/hostile.py {' '.join(words)}", **options)


def contestant(how: str = "", **options: Any) -> Entrant:
    command = f"{PYTHON} tests/protocol/contestant.py {{ann}} %% {how}"
    given = {"command": command, "seconds": HANGING, **options}
    return Entrant("ann", "contest", tuple(given.items()))


def fault(first: Entrant, game: Game = GAME) -> RuleViolation:
    """Return the fault of the first player of a game."""
    others = Entrant("others", "exact", copies=2)
    found = play_game(Tournament((game,), (first, others), rotate=False).match(0)).fault
    assert found is not None
    assert found.seat == 1
    assert found.how in FAULTS
    return found


@pytest.mark.parametrize(
    ("how", "kind", "why"),
    [
        ("floods", "malformed", "there is no player 9"),
        ("floods without end of line", "malformed", "more than 1000000 bytes"),
        ("huge line", "malformed", "more than 1000000 bytes"),
        ("leaves in a line", "exit", "exit status 0, in the middle of a message"),
        ("no UTF-8", "malformed", "the message is not UTF-8: byte 36"),
        ("exits", "exit", "exit status 1; standard error ends with 'Traceback: a card"),
        ("kills itself", "signal", "ended by signal 9"),
        ("closes its output", "left", "stopped talking"),
        ("another game", "malformed", "there is no card plum"),
        ("another step", "malformed", "it answers step 1, not step 0"),
        ("for another", "illegal", "acted for player 2"),
    ],
)
def test_a_guest_loses_by_what_it_does(how: str, kind: str, why: str) -> None:
    found = fault(hostile(how))
    assert found.how == kind
    assert why in found.why


@pytest.mark.parametrize(
    "how",
    cases(
        ["sleeps", "never reads", "stops in a line", "writes errors without end"],
        "writes errors without end",
    ),
)
def test_a_guest_that_does_not_answer_loses(how: str) -> None:
    before = {*children_of(os.getpid())}
    found = fault(hostile(how, seconds=1))
    assert found == RuleViolation(1, "no answer within 1 seconds", how="timeout")
    assert {*children_of(os.getpid())} <= before


def test_a_guest_that_never_speaks_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "PATIENCE", 1.0)
    assert fault(hostile("never speaks", seconds=1)).how == "timeout"


def test_a_guest_that_uses_too_much_loses() -> None:
    assert fault(hostile("allocates", memory=60)).how == "memory"
    found = fault(hostile("bombs", memory=100_000))
    assert found.how == "processes"
    assert "more processes than it may" in found.why


def test_a_guest_leaves_no_process_behind(tmp_path: Path) -> None:
    """The guest has started others, in sessions of their own, and has ended itself."""
    path = tmp_path / "pids"
    writer = hostile("forks", str(path), writes=str(tmp_path))
    assert fault(writer).how == "exit"
    started = [int(word) for word in path.read_text().split()]
    assert len(started) == 3
    assert comes_true(lambda: not any(map(alive, started)))


def test_a_guest_has_no_secret_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MYSTPY_TOKEN", "token-of-the-table")
    monkeypatch.setenv("OPENAI_API_KEY", "key-of-the-user")
    found = "[v for v in os.environ.values() if '-of-' in v]"
    code = f"import os, sys; sys.exit(str({found}))"
    command = f"-c {shlex.quote(code)}"
    assert "of-the-" not in fault(program(command)).why
    named = program(command, variables="OPENAI_API_KEY, OTHER")
    assert "key-of-the-user" in fault(named).why
    assert "token-of-the-table" not in fault(named).why


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"command": ""}, "the command of the program is not given"),
        ({"command": "no-such-program %%"}, "there is no such program"),
        ({"command": "'"}, "is no command"),
        ({"folder": "no/such/folder"}, "there is no folder no/such/folder"),
        ({"seconds": 0}, "the seconds of a program must be a number above 0"),
        ({"memory": 0}, "memory is a number of megabytes"),
    ],
)
@pytest.mark.parametrize("kind", ["program", "contest"])
def test_wrong_options_are_reported_before_a_game(
    kind: str, options: dict[str, Any], message: str
) -> None:
    game = contest_game(3)
    entrant = Entrant("x", kind, tuple({"command": f"{PYTHON} %%", **options}.items()))
    with pytest.raises(QueryError, match=message):
        require_kind(entrant, game)


def test_a_program_of_the_contest_plays_in_a_tournament() -> None:
    exact = Entrant("exact", "exact")
    played = Tournament((contest_game(3),), (contestant(), exact, RANDOM), seed=3)
    scores = [play_game(played.match(number)) for number in range(4)]
    assert all(score.fault is None for score in scores)
    for score in scores[:2]:
        require_legal(played, score)
    assert play_game(played.match(1)) == scores[1]


def require_legal(played: Tournament, score: Score) -> None:
    match = played.match(score.number)
    assert score.history is not None
    history = History.make(match.game, dict(enumerate(match.deal)), score.history)
    assert WorldsEngine().judge(history).verdict is Verdict.LEGAL


@pytest.mark.parametrize(
    ("how", "kind", "why"),
    [
        ("repeat", "rule", "suggested before"),
        ("order", "malformed", "is not suspect, weapon and room"),
        ("suicide", "rule", "it has seen one of them"),
    ],
)
def test_a_program_of_the_contest_loses_by_its_faults(
    how: str, kind: str, why: str
) -> None:
    found = fault(contestant(how), contest_game(3))
    assert found.how == kind
    assert why in found.why


def test_a_program_of_the_contest_has_to_connect() -> None:
    command = f"{PYTHON} -c 'raise SystemExit(4)' {{ann}} %%"
    gone = contestant()._replace(options=(("command", command),))
    found = fault(gone, contest_game(3))
    assert found.how == "exit"
    assert "exit status 4, before it connected" in found.why


def test_a_program_of_the_contest_plays_its_own_game_alone() -> None:
    with pytest.raises(QueryError, match="play Speed Clue"):
        require_kind(contestant(), Game.clue(3))
    no_port = contestant()._replace(options=(("command", f"{PYTHON} x.py"),))
    with pytest.raises(QueryError, match="nothing of the port"):
        require_kind(no_port, contest_game(3))


def test_a_language_model_plays_in_words_and_may_try_again(tmp_path: Path) -> None:
    model = program("tests/arena/model.py", "model", tries=2)
    played = Tournament((GAME,), (model, RANDOM), rotate=False)
    score = play_game(played.match(0), MatchHost(None, tmp_path))
    assert score.fault is None
    (path,) = tmp_path.iterdir()
    lines = path.read_bytes().splitlines()
    told = [json.loads(line) for line in lines if b'"error"' in line]
    assert told
    assert all(one["again"] for one in told)
    replies = list(audit(lines, path.name))
    assert len(replies) == len(told)
    assert {one.action for one in replies} <= {
        "ask s1, s2",
        "no guess",
        "show s1",
        "show s2",
    }
    found = fault(program("tests/arena/model.py", "model"))
    assert found.how == "malformed"


STRANGER = program("tests/protocol/stranger.py '' bob", "bob")
MIXED = Tournament((GAME,), (hostile("exits"), STRANGER, Entrant("exact", "exact")))


def test_a_tournament_goes_on_after_faults_of_guests() -> None:
    found = run_tournament(MIXED, (), lambda line: None, games=6)
    guest, exact = found.players["guest"], found.players["exact"]
    assert guest.faults == guest.games == found.faults == 6
    assert guest.fault_kinds == {"exit": 6}
    assert (guest.wins, exact.faults) == (0, 0)
    assert exact.blocks.mean > 1 / 3


def test_games_with_guests_are_the_same_on_many_cores_and_after_an_end(
    tmp_path: Path,
) -> None:
    """A repeated game has the same results and transcripts, byte for byte."""
    one, two = (tmp_path / name for name in ("one", "two"))
    for folder, processes in ((one, 1), (two, 2)):
        (folder / "said").mkdir(parents=True)
        host = MatchHost(None, folder / "said")
        with closing(Scorebook(folder / "x", MIXED.head(), resume=False)) as book:
            run_tournament(
                MIXED, (), book.write, games=9, processes=processes, host=host
            )
    whole = (one / "x").read_bytes()
    assert (two / "x").read_bytes() == whole
    (two / "x").write_bytes(whole[: len(whole) // 2])
    with closing(Scorebook(two / "x", MIXED.head(), resume=True)) as book:
        host = MatchHost(None, two / "said")
        run_tournament(MIXED, book.found(), book.write, games=9, host=host)
    assert (two / "x").read_bytes() == whole
    names = sorted(path.name for path in (one / "said").iterdir())
    assert len(names) >= 9
    assert all(name.startswith("game-00000") for name in names)
    for name in names:
        assert (two / "said" / name).read_bytes() == (one / "said" / name).read_bytes()


def test_a_transcript_has_every_message_of_its_game(tmp_path: Path) -> None:
    played = Tournament((GAME,), (STRANGER, RANDOM), rotate=False)
    score = play_game(played.match(0), MatchHost(None, tmp_path))
    (path,) = tmp_path.iterdir()
    lines = path.read_bytes().splitlines()
    kinds = [json.loads(line)["type"] for line in lines]
    assert kinds[:3] == ["hello", "hello", "game"]
    assert kinds[-1] == "over"
    assert kinds.count("turn") == kinds.count("act") > 0
    events = [json.loads(line) for line in lines if b'"event"' in line]
    assert [one["step"] for one in events] == list(range(score.actions))
    assert list(audit(lines, path.name))
    assert record(lines).games == 1


@pytest.mark.parametrize("how", ["huge line", "no UTF-8", "exits", "another game"])
def test_a_transcript_ends_with_what_the_guest_has_lost_by(
    how: str, tmp_path: Path
) -> None:
    played = Tournament((GAME,), (hostile(how), RANDOM), rotate=False)
    score = play_game(played.match(0), MatchHost(None, tmp_path))
    assert score.fault is not None
    (path,) = tmp_path.iterdir()
    lines = path.read_bytes().splitlines()
    over = json.loads(lines[-1])
    assert (over["lost"], over["reason"]) == (1, score.fault.why)
    assert record(lines).lost == 1
    assert path.read_text("utf-8")


@pytest.mark.parametrize(
    "guest", [program("tests/protocol/stranger.py '' guest"), contestant()]
)
@pytest.mark.parametrize("message", [1, 4])
def test_a_transcript_that_cannot_be_written_is_no_fault_of_the_guest(
    guest: Entrant, message: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tournament ends with the error, as with one of its results."""
    game = contest_game(3) if guest.kind == "contest" else GAME
    others = Entrant("others", "random", copies=2)
    played, left = Tournament((game,), (guest, others), seed=2), [message]
    write = Log.write

    def full(log: Log, data: bytes) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise QueryError(f"{log.path} cannot be written: no space left on device")
        write(log, data)

    monkeypatch.setattr(Log, "write", full)
    with pytest.raises(QueryError, match="no space left on device") as caught:
        play_game(played.match(0), MatchHost(transcripts=tmp_path))
    assert "leave out --transcripts" in str(caught.value.hint)
    monkeypatch.setattr(Log, "write", write)
    assert play_game(played.match(0), MatchHost(transcripts=tmp_path)).fault is None
    (path,) = tmp_path.iterdir()
    path.unlink()
    path.mkdir()
    with pytest.raises(QueryError, match="cannot be written: it is a folder"):
        play_game(played.match(0), MatchHost(transcripts=tmp_path))
