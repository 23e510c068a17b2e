"""`mystpy serve` and `mystpy join`, with programs that know nothing of mystpy."""

from __future__ import annotations

import json
import re
import shlex
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mystpy.engines.base import Verdict
from mystpy.engines.worlds.engine import WorldsEngine
from mystpy.game.game import Game
from mystpy.history.history import History
from tests.cli.conftest import ROOT, Run
from tests.programs import HANGING, alive, begun, children_of, comes_true, ran
from tests.sampling import by_day, cases

PYTHON = shlex.quote(sys.executable)
STRANGER = f"{PYTHON} tests/protocol/stranger.py"
CONTESTANT = f"{PYTHON} tests/protocol/contestant.py"
JOIN = f"{PYTHON} -m mystpy join random"
MYST = 'rules="myst",m=1,n=2,p=3,q=2'
SERVE = [sys.executable, "-m", "mystpy", "serve"]


PATIENT = ("--per-move", str(HANGING))
"""No result depends on how fast a program answers."""


def games(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def require_legal(record: dict[str, Any]) -> None:
    game = Game.from_dict(record["game"])
    history = History.make(game, record["hands"], record["history"])
    assert WorldsEngine().judge(history).verdict is Verdict.LEGAL


@pytest.mark.parametrize("game", cases([MYST, 'rules="clue",p=3'], MYST))
def test_a_program_of_others_plays_over_its_streams(run: Run, game: str) -> None:
    words = ["serve", "--game", game, "--games", "2", f"run:{STRANGER}"]
    done = run(*words, "random", f"run:{JOIN} bob")
    assert done.exit_code == 0, done.output
    found = games(done.stdout)
    assert [one["number"] for one in found] == [1, 2]
    for record in found:
        assert record["players"] == ["stranger", "random", "bob"]
        assert "lost" not in record
        require_legal(record)
    again = run(*words, "random", f"run:{JOIN} bob")
    assert games(again.stdout) == found


@pytest.mark.parametrize("seat", ['kind = "random"', '{kind = "random"}'])
def test_a_seat_has_options_with_and_without_braces(run: Run, seat: str) -> None:
    """`tournament --player` reads both, too."""
    done = run("serve", "--game", MYST, seat, "random", "random")
    assert done.exit_code == 0, done.output
    assert games(done.stdout)[0]["players"] == ["random"] * 3


def test_a_program_of_others_connects(program_dir: Path) -> None:
    """Though others were there first: a silent one, one that left, and a browser."""
    words = [*SERVE, "--game", MYST, "tcp", "tcp", "random"]
    with begun(words, cwd=ROOT) as served:
        assert served.stderr is not None
        assert served.stdout is not None
        found = re.search(r"127\.0\.0\.1:(\d+)#(\w+)$", served.stderr.readline())
        assert found
        stranger = [*shlex.split(STRANGER), "", "eve", *found.groups()]
        place = "127.0.0.1", int(found[1])
        silent = socket.create_connection(place, timeout=HANGING)
        socket.create_connection(place, timeout=HANGING).close()
        with socket.create_connection(place, timeout=HANGING) as browser:
            browser.sendall(b"GET / HTTP/1.1\r\n\r\n")
            while browser.recv(4_096):
                pass
        with begun(stranger, cwd=ROOT), begun([*shlex.split(JOIN), "bob", found[0]]):
            record = json.loads(served.stdout.readline())
        silent.close()
        assert sorted(record["players"]) == ["bob", "eve", "random"]
        require_legal(record)
    assert served.returncode == 0


def test_a_program_of_others_plays_as_in_the_contest(run: Run) -> None:
    seats = [f"run:{CONTESTANT} {{ann}} %%", f"run:{CONTESTANT} {{bob}} %%"]
    ours = f"run:{JOIN} {{me}} %% --protocol speed-clue"
    number = by_day(2)
    words = ("--protocol", "speed-clue", *PATIENT, "--games", str(number))
    done = run("serve", *words, *seats, ours)
    assert done.exit_code == 0, done.output
    found = games(done.stdout)
    assert len(found) == number
    for record in found:
        assert record["players"] == ["ann", "bob", "me"]
        assert "lost" not in record
        require_legal(record)


def test_two_programs_of_one_name_are_told_apart(run: Run, tmp_path: Path) -> None:
    """In the record, and by their transcripts, also where a file cannot tell them."""
    seats = [f"run:{STRANGER} '' '{name}'" for name in ("a/b", "A_b", "a/b")]
    words = ("serve", "--game", MYST, *PATIENT, "--transcripts", str(tmp_path))
    done = run(*words, *seats)
    assert done.exit_code == 0, done.output
    assert games(done.stdout)[0]["players"] == ["a/b", "A_b", "a/b-2"]
    found = sorted(path.name for path in tmp_path.iterdir())
    assert found == ["A_b-2.jsonl", "a_b-3.jsonl", "a_b.jsonl"]
    for path in tmp_path.iterdir():
        assert run("audit", str(path)).exit_code == 0


@pytest.mark.parametrize(("how", "warned"), [("ends without a word", 0), ("rude", 1)])
def test_a_program_of_the_contest_may_end_without_a_word(
    run: Run, how: str, warned: int
) -> None:
    """Its end is what it was asked for; another answer comes with its seat's name."""
    rude = f"{CONTESTANT} {{ann}} %% {shlex.quote(how)}"
    words = ("serve", "--protocol", "speed-clue", *PATIENT)
    done = run(*words, f"run:{CONTESTANT} {{ann}} %%", f"run:{rude}", "random")
    assert done.exit_code == 0, done.output
    assert games(done.stdout)[0]["players"] == ["ann", "ann-2", "random"]
    warning = "mystpy: warning: ann-2: 'no' to 'done'; expected 'dead'"
    warnings = [line for line in done.stderr.splitlines() if "warning" in line]
    assert warnings == [warning] * warned


def test_a_contest_can_be_kept(run: Run, tmp_path: Path) -> None:
    """The messages at the end of a game are written into the transcript, too."""
    words = ("--protocol", "speed-clue", *PATIENT, "--transcripts", str(tmp_path))
    done = run("serve", *words, f"run:{CONTESTANT} {{ann}} %%", "random", "random")
    assert done.exit_code == 0, done.output
    assert (tmp_path / "ann.jsonl").read_bytes().endswith(b"\ndone\ndead\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
def test_a_transcript_that_cannot_be_written_is_told(run: Run, tmp_path: Path) -> None:
    """The game goes on, and its player has not lost it."""
    (tmp_path / "stranger.jsonl").symlink_to("/dev/full")
    words = ("serve", "--game", MYST, *PATIENT, "--transcripts", str(tmp_path))
    done = run(*words, f"run:{STRANGER}", "random", "random")
    assert done.exit_code == 2
    assert "lost" not in games(done.stdout)[0]
    assert "stranger.jsonl cannot be written: no space left" in done.stderr


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("repeat", "suggested before"),
        ("order", "Ba Gr Ca is not suspect, weapon and room"),
        ("suicide", "it has seen one of them"),
    ],
)
def test_who_breaks_a_rule_of_the_contest_loses(
    run: Run, how: str, reason: str
) -> None:
    seats = [f"run:{CONTESTANT} {{ann}} %% {how}", "random", "random"]
    done = run("serve", "--protocol", "speed-clue", *PATIENT, *seats)
    (record,) = games(done.stdout)
    assert (done.exit_code, record["lost"], record["winner"]) == (1, 1, None)
    assert reason in record["reason"]


@pytest.mark.parametrize(
    ("how", "reason", "axiom"),
    [
        ("leave", "the connection was closed", None),
        ("half", "closed in the middle of a message", None),
        ("broken", "the message is not JSON", None),
        (
            "typo",
            "there is no 'action' and no 'text' (write 'action' for 'acton')",
            None,
        ),
        ("unknown", "there is no card s99", None),
        ("cheat", "endturn(2), is not possible by (2.21)", "2.21"),
    ],
)
def test_who_breaks_the_rules_loses_and_why_is_recorded(
    run: Run, how: str, reason: str, axiom: str | None
) -> None:
    seats = ["random", f"run:{STRANGER} {how}", "random"]
    done = run("serve", "--game", MYST, "--games", "5", *seats)
    (record,) = games(done.stdout)
    assert (done.exit_code, record["lost"], record["axiom"]) == (1, 2, axiom)
    assert reason in record["reason"]


def test_who_is_too_slow_loses_and_is_ended(run: Run) -> None:
    seats = [f"run:{STRANGER} sleep", "random", "random"]
    done = run("serve", "--game", MYST, "--per-move", "2", *seats)
    (record,) = games(done.stdout)
    assert record["reason"] == "no answer within 2 seconds"


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (["randon", "random", "random"], "no kind of player 'randon'"),
        (["random", "random"], "3 play this game, but there are 2 seats"),
        ([f"run:{STRANGER} version", "random", "random"], "version 99 is not spoken"),
        (
            ["run:no-such-program", "random", "random"],
            "no-such-program cannot be started",
        ),
        # Nobody connects: the program is looked for before others are waited for.
        (["tcp", "run:no-such-program", "random"], "no-such-program cannot be started"),
        (["run:'", "random", "random"], "is no command"),
        (['{kind="random",luck=1}', "random", "random"], "has no option 'luck'"),
        (["{kind=", "random", "random"], "SEAT"),
        ([], "nobody sits at the table"),
    ],
)
def test_wrong_seats_are_told(run: Run, words: list[str], output: str) -> None:
    done = run("serve", "--game", MYST, *words)
    assert done.exit_code == 2
    assert output in done.stderr


@pytest.mark.parametrize(
    ("address", "output"),
    [
        ("4000x", "'4000x' is no port"),
        ("0", "'0' is no port"),
        ("65536", "'65536' is no port"),
        ("\u0661", "is no port"),
        ("example.org:4000", "the referee is on this machine, not at example.org"),
        ("4000#short", "a token has 8 to 128 letters"),
        ("4000#", "a token has 8 to 128 letters"),
    ],
)
def test_what_is_no_address_is_told(run: Run, address: str, output: str) -> None:
    done = run("join", "random", "ann", address)
    assert done.exit_code == 2
    assert output in done.stderr


def test_a_token_is_asked_for_or_none(run: Run) -> None:
    words = ("serve", "--game", MYST, "random", "random", "random")
    both = run(*words, "--token", "x" * 20, "--no-token")
    assert (both.exit_code, "exclude each other" in both.stderr) == (2, True)
    bad = run(*words, "--token", "with space")
    assert (bad.exit_code, "a token has 8 to 128 letters" in bad.stderr) == (2, True)


def test_a_kind_that_is_not_there_cannot_join(run: Run) -> None:
    done = run("join", "randum")
    assert done.exit_code == 2
    assert "did you mean random?" in done.stderr
    assert "nobody listens at 127.0.0.1:1" in run("join", "random", "ann", "1").stderr


def test_what_a_referee_says_wrong_is_told_to_it(run: Run) -> None:
    hello = '{"type":"hello","version":1,"name":"judge"}\n'
    done = ran(shlex.split(JOIN), input=hello + '{"type":"gane"}\n', cwd=ROOT)
    assert done.returncode == 2
    assert "did you mean game?" in done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["type"] == "error"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_leaves_no_program_behind(tmp_path: Path) -> None:
    words = [*SERVE, "--game", MYST, f"run:{STRANGER} sleep", "random", "random"]
    with begun([*words, "--transcripts", tmp_path], cwd=ROOT) as served:
        said = tmp_path / "stranger.jsonl"
        assert comes_true(lambda: said.exists() and b'"turn"' in said.read_bytes())
        programs = children_of(served.pid)
        assert len(programs) == 1
        served.send_signal(signal.SIGINT)
        _, output = served.communicate()
    assert served.returncode == 130
    assert "mystpy: interrupted" in output
    assert comes_true(lambda: not alive(programs[0]))


def test_who_began_the_command_may_sit_at_the_table() -> None:
    """The program at the seat - talks over the streams of `mystpy serve` itself."""
    words = [*SERVE, "--game", MYST, "-", "random", "random"]
    with begun(words, stdin=subprocess.PIPE, cwd=ROOT) as served:
        assert served.stdin is not None
        assert served.stdout is not None
        play = begun(shlex.split(STRANGER), stdin=served.stdout, stdout=served.stdin)
        with play:
            served.stdin.close()
            served.stdout.close()
            assert served.stderr is not None
            (record,) = games(served.stderr.read())
    assert record["players"][0] == "stranger"
    require_legal(record)


def test_an_audit_prints_each_turn_and_the_whole(run: Run) -> None:
    done = run("audit", "queries/transcripts/clue.jsonl")
    assert done.exit_code == 1
    assert "  false: bob has kitchen\n" in done.stdout
    assert "  missed: cid has revolver\n" in done.stdout
    *_, last, games = done.stdout.splitlines()
    assert games.startswith("1 game: 1 won; in a published test")
    as_json = run("audit", "queries/transcripts/clue.jsonl", "--format", "json")
    whole = json.loads(as_json.stdout.splitlines()[-1])
    assert (whole["turns"], whole["wrong"], whole["missed"]) == (7, 2, 1)
    assert whole["games"] == {"games": 1, "won": 1, "wrong": 0, "lost": 0}
    assert last.endswith(f"score {whole['score']}")
    assert run("audit", "queries/transcripts/myst.jsonl").exit_code == 0
    assert run("audit", "nowhere.jsonl").exit_code == 2


def test_an_audit_counts_the_same_messages_once(run: Run, tmp_path: Path) -> None:
    copy, empty = tmp_path / "copy.jsonl", tmp_path / "empty.jsonl"
    copy.write_bytes(Path("queries/transcripts/clue.jsonl").read_bytes())
    empty.write_text('{"type":"hello","version":1,"name":"mystpy"}\n', "utf-8")
    once = run("audit", "queries/transcripts/clue.jsonl")
    files = ("queries/transcripts/clue.jsonl", str(copy), str(empty))
    done = run("audit", *files)
    assert done.exit_code == 1
    assert f"{copy} has the messages of {files[0]}, and counts once" in done.stderr
    assert f"{empty}: no game began\n" in done.stdout
    assert done.stdout.splitlines()[-2:] == once.stdout.splitlines()[-2:]


def test_a_program_sits_down_in_a_game_of_ours_too(run: Run) -> None:
    program = f'kind="program", command="{STRANGER}"'
    words = ["play", "--game", MYST, "--player", program, "--player", "random"]
    assert "has lost" not in run(*words, "--seed", "1").stdout
    slow = f'kind="program", command="{STRANGER} leave"'
    done = run("play", "--game", MYST, "--player", slow, "--player", "random")
    assert "player 1 has lost: the program ended with exit status 0" in done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere its input ends")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_however_a_game_of_ours_ends_no_program_is_left(number: signal.Signals) -> None:
    program = f'kind="program", command="{STRANGER} sleep"'
    words = ["play", "--game", MYST, "--player", program, "--player", "random"]
    with begun([sys.executable, "-m", "mystpy", *words], cwd=ROOT) as played:
        assert comes_true(lambda: bool(children_of(played.pid)))
        programs = children_of(played.pid)
        played.send_signal(number)
        played.communicate()
    assert comes_true(lambda: not any(map(alive, programs)))
