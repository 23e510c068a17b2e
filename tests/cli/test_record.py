"""`mystpy record`, and records as FILE of other commands."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from mystpy import __version__
from mystpy.axioms import fingerprint
from mystpy.records.format.reader import read_record
from mystpy.records.format.sections import read_records

Run = Callable[..., Result]

VALID = "docs/records/valid"
GAME = "example:records/full-game"
MANY = f"{VALID}/many.toml"


def test_each_record_of_a_file_is_checked(run: Run) -> None:
    done = run("record", "check", GAME, MANY)
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        f"{GAME}: right, 14 turns",
        f"{MANY}[1]: right, 4 turns",
        f"{MANY}[2]: right, 3 turns",
        f"{MANY}[7]: right, 2 turns",
    ]
    wrong = "docs/records/invalid/winner-wrong.toml"
    done = run("record", "check", GAME, wrong)
    assert done.exit_code == 1
    assert f"{wrong}: the winner is player 1 (ann)\n  hint: write  winner = 1" in (
        done.stdout
    )
    assert run("record", "check", MANY, "--record", "7").stdout.count("right") == 1
    assert run("record", "check", MANY, "--record", "3").exit_code == 2


def test_a_record_that_cannot_be_read_does_not_end_the_check(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "games.records.toml"
    text = Path(MANY).read_text("utf-8")
    path.write_text(text.replace("green rope study", "green rope studdy", 1), "utf-8")
    done = run("record", "check", str(path))
    assert done.exit_code == 2
    assert done.stdout.count("right") == 2
    line = text[: text.index("green rope study")].count("\n") + 1
    assert f"{path}:{line}:" in done.stderr
    assert "hint: did you mean study?" in done.stderr


@pytest.mark.parametrize("engine", ["asp", "prolog"])
def test_the_axioms_themselves_check_a_record(run: Run, engine: str) -> None:
    small = f"{VALID}/actions.toml"
    done = run("record", "check", small, "--engine", engine)
    assert (done.exit_code, done.stdout) == (0, f"{small}: right, 2 turns\n")


def test_views_are_written_and_merged(run: Run, tmp_path: Path) -> None:
    paths = [str(tmp_path / f"{k}.record.toml") for k in (1, 2, 3)]
    for who, path in zip(("Zoë", "小明", "3"), paths, strict=True):
        assert run("record", "view", GAME, "--as", who, "-o", path).exit_code == 0
        assert run("record", "check", path).exit_code == 0
    both = run("record", "merge", *paths)
    assert both.exit_code == 0
    whole = read_record(Path("queries/records/full-game.toml").read_text("utf-8"))
    assert read_record(both.stdout).history == whole.history
    spectator = run("record", "view", paths[0], "--spectator").stdout
    assert 'view = "spectator"' in spectator
    assert "shows mustard" not in spectator
    many = run("record", "view", MANY, "--spectator").stdout
    assert many.count("[2.game]") == 1
    for words in (("--spectator", "--as", "1"), ()):
        assert run("record", "view", GAME, *words).exit_code == 2
    clash = run("record", "merge", paths[0], f"{VALID}/referee.toml")
    assert (clash.exit_code, clash.stdout) == (2, "")
    assert "different games" in clash.stderr
    assert run("record", "merge", GAME).exit_code == 2


def test_knowledge_is_computed_for_the_turns_that_are_named(run: Run) -> None:
    done = run("record", "know", GAME, "--as", "2", "--at-turn", "3")
    record = read_record(done.stdout)
    rows = {row["number"]: row for row in record.rows("turn")}
    asked = run("know", "2", GAME, "--at-turn", "3", "--format", "json")
    assert rows[3]["know"][0]["deals"] == json.loads(asked.stdout)["deals"]
    assert len(rows[6]["know"]) == 3  # what was there stays
    alone = run("record", "know", f"{VALID}/spectator-unknown-cards.toml")
    assert alone.exit_code == 2
    assert "what a player has seen" in alone.stderr


AT_TURN = {
    ("know", "1", GAME): 0,
    ("legal", GAME): 0,
    ("poss", GAME): 0,
    ("ask", GAME, "K(2,h(2,pipe))"): 0,
    ("why", GAME, "K(2,h(2,pipe))"): 0,
    ("show", GAME): 0,
    ("sheet", GAME, "--as", "1"): 0,
    ("draw", GAME, "--player", "1"): 0,
}


@pytest.mark.parametrize("words", AT_TURN)
def test_commands_read_a_record_at_a_turn(run: Run, words: tuple[str, ...]) -> None:
    status = AT_TURN[words]
    early = run(*words, "--at-turn", "1")
    late = run(*words, "--at-turn", "9")
    assert (early.exit_code, late.exit_code) == (status, status), early.stderr
    whole = run(*words)
    if words[0] in ("know", "show", "sheet", "draw"):
        assert len({early.stdout, late.stdout, whole.stdout}) == 3
    beyond = run(*words, "--at-turn", "99")
    assert (beyond.exit_code, beyond.stdout) == (2, "")
    assert "the turns are 1 to 14, and 0 is the start" in beyond.stderr


def test_a_turn_of_a_query_file_and_of_no_file(run: Run) -> None:
    query = "example:clue-game-three"
    assert run("legal", query, "--at-turn", "3").exit_code in (0, 5)
    assert run("legal", query, "--record", "2").exit_code == 2
    none = run("legal", "--game", "MYST(1,1,2,1)", "--at-turn", "1")
    assert none.exit_code == 2
    assert "--at-turn is about a FILE" in none.stderr
    what_if = run("know", "1", GAME, "--at-turn", "2", "--hand", "0=plum,rope,billiard")
    assert what_if.exit_code == 0
    game = run("know", "1", GAME, "--game", "MYST(1,1,2,1)")
    assert "the game of a record cannot be replaced" in game.stderr


def test_one_record_of_many_is_chosen(run: Run) -> None:
    done = run("legal", MANY, "--record", "7", "--format", "json")
    assert json.loads(done.stdout)["verdict"] == "legal"
    assert run("legal", MANY, "--record", "4").exit_code == 2
    assert "Three at a table" in run("show", MANY, "--record", "1").stdout


def test_a_record_in_batch(run: Run) -> None:
    text = Path(f"{VALID}/player.toml").read_text("utf-8")
    lines = [
        {"do": "know", "player": 1, "record": text, "turn": 0},
        {"do": "know", "player": 1, "record": text},
        {"do": "know", "player": 1, "record": text, "turn": 9},
        {"do": "know", "player": 1, "record": text, "game": {"rules": "clue", "p": 3}},
        {"do": "legal", "game": {"rules": "clue", "p": 3}, "turn": 1},
    ]
    asked = "".join(json.dumps(line) + "\n" for line in lines)
    answers = [json.loads(x) for x in run("batch", stdin=asked).stdout.splitlines()]
    assert answers[0]["deals"] > answers[1]["deals"] > 0
    assert "no turn 9" in answers[2]["error"]
    assert "its own game" in answers[3]["error"]
    assert "turn needs record" in answers[4]["error"]


def test_games_that_are_played_are_kept_as_records(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.record.toml"
    words = ("--player", "random", "--game", "MYST(1,1,3,1)")
    assert run("play", *words, "--save", str(path)).exit_code == 0
    assert run("record", "check", str(path)).exit_code == 0
    assert run("play", "--replay", str(path), "--as", "1").exit_code == 0
    query = tmp_path / "game.toml"
    assert run("play", *words, "--save", str(query)).exit_code == 0
    assert "record = 1" not in query.read_text("utf-8")
    imported = read_record(run("record", "import", str(query)).stdout)
    assert imported.history == read_record(path.read_text("utf-8")).history


def test_a_tournament_and_its_results_give_the_same_records(
    run: Run, tmp_path: Path
) -> None:
    results, path = tmp_path / "results.jsonl", tmp_path / "games.records.toml.gz"
    words = ("tournament", "--player", "random", "--player", "exact", "--games", "4")
    game = ("--game", "MYST(1,1,2,1)", "--jobs", "1")
    done = run(*words, *game, "--out", str(results), "--records", str(path))
    assert done.exit_code == 0
    again = tmp_path / "again.records.toml"
    assert run("record", "import", str(results), "-o", str(again)).exit_code == 0
    assert list(read_records(path)) == list(read_records(again))
    text = results.read_text("utf-8").replace('"winner":1', '"winner":2', 1)
    results.write_text(text, "utf-8")
    wrong = run("record", "import", str(results))
    assert wrong.exit_code == 2
    assert "ends in another way when it is played again" in wrong.stderr
    text = results.read_text("utf-8").replace('"tournament":"', '"tournament":"9', 1)
    results.write_text(text, "utf-8")
    assert "by the same version" in run("record", "import", str(results)).stderr
    program = ("tournament", "--player", "kind='program',command='true'")
    refused = run(*program, "--player", "random", *game, "--records", str(path))
    assert refused.exit_code == 2
    assert "--records of games with guests needs --out" in refused.stderr


def test_games_with_guests_are_recorded_as_they_were_played(
    run: Run, tmp_path: Path
) -> None:
    results, path = tmp_path / "results.jsonl", tmp_path / "games.records.toml"
    command = f"{shlex.quote(sys.executable)} tests/protocol/stranger.py"
    row = '{{kind="program",name="{}",command="""{}""",seconds=600}}'
    game = ("--game", "MYST(1,1,3,2)", "--jobs", "1", "--games", "3")
    players = [row.format("bob", f"{command} '' bob"), row.format("x", "false")]
    words = (*game, "--player", players[0], "--player", "random", "--player", "exact")
    done = run("tournament", *words, "--out", str(results), "--records", str(path))
    assert done.exit_code == 0, done.stderr
    assert run("record", "check", str(path)).stdout.count(": right") == 3
    assert "stranger.py" not in path.read_text("utf-8"), "commands are left out"
    again = tmp_path / "again.records.toml"
    assert run("record", "import", str(results), "-o", str(again)).exit_code == 0
    assert again.read_bytes() == path.read_bytes()
    failing, results = (*words[:-1], players[1]), tmp_path / "failing.jsonl"
    run("tournament", *failing, "--out", str(results), "--records", str(path))
    (first, *_) = read_records(path)
    assert first.fields["result"]["end"] == "fault"
    assert "exit status" in first.fields["result"]["fault"]["why"]


@pytest.mark.parametrize("kind", ["program", "contest", "chat", "connect", "person"])
def test_importing_results_starts_no_program(
    run: Run, tmp_path: Path, kind: str
) -> None:
    """A results file may be somebody else's: its commands are only text."""
    witness, results = tmp_path / "started", tmp_path / "sent.jsonl"
    command = f"touch {witness} {{x}} %%"
    guest = {"command": command, "confinement": "off", "seconds": 5}
    head = {
        "tournament": __version__,
        "axioms": fingerprint(),
        "games": [{"rules": "clue", "p": 3, "speed": True}],
        "players": [
            {"name": "x", "kind": kind, "options": guest, "copies": 1},
            {"name": "random", "kind": "random", "options": {}, "copies": 2},
        ],
        "seats": "rotate",
        "seed": 1,
        "actions": 100,
        "seconds": None,
    }
    row: dict[str, object] = {"number": 0, "seats": ["x", "random", "random"]}
    row |= {"winner": None, "out": [], "turns": 0, "actions": 0}
    for history in (None, [], ["asks(1,{plum,rope,hall})"]):
        more = {} if history is None else {"history": history}
        lines = [json.dumps(each) for each in (head, {**row, **more})]
        results.write_text("\n".join(lines), "utf-8")
        done = run("record", "import", str(results))
        assert done.exit_code == 2
        assert "cannot play again" in done.stderr or "ends in another" in done.stderr
    assert not witness.exists()


def test_a_secret_is_needed_to_record_the_games_again(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results, path = tmp_path / "results.jsonl", tmp_path / "games.records.toml"
    words = ("--game", "MYST(1,1,2,1)", "--player", "random", "--games", "2")
    done = run(
        *("tournament", *words, "--secret", "a long text", "--jobs", "1"),
        *("--out", str(results), "--records", str(path)),
    )
    assert done.exit_code == 0
    for secret, message in (("", "with a secret"), ("other", "with another secret")):
        monkeypatch.setenv("MYSTPY_SECRET", secret)
        refused = run("record", "import", str(results))
        assert refused.exit_code == 2
        assert message in refused.stderr
        assert "set MYSTPY_SECRET" in refused.stderr
    monkeypatch.setenv("MYSTPY_SECRET", "a long text")
    again = run("record", "import", str(results))
    assert again.stdout == path.read_text("utf-8")


def test_a_notebook_becomes_its_owners_record(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "friday.notes"
    game = 'rules="clue",players=["Zoë","小明","Cid"]'
    hand = "Zoë=scarlett,white,knife,pipe,kitchen,lounge"
    lines = (
        "Zoë: plum rope hall -> 小明 shows plum\n"
        "小明: green rope ? -> Cid shows\n"
        "noguess(2) endturn(2) asks(3,{green,rope,hall}) no(1) no(2) # he was sure\n"
    )
    said = run("notebook", str(path), "--game", game, "--hand", hand, stdin=lines)
    assert said.exit_code in (0, 1), said.stderr
    record = read_record(run("record", "import", str(path)).stdout)
    assert record.viewers == (1,)
    assert record.game.shown_as(record.game.players[1]) == "小明"
    assert "green rope ? -> Cid shows" in record.fields["history"]
    assert {"number": 3, "comment": "he was sure"} in record.rows("turn")
    run("notebook", str(path), stdin="doubtful 1 小明\n")
    doubted = run("record", "import", str(path))
    assert doubted.exit_code == 2
    assert "line 1 of the notebook is in doubt" in doubted.stderr


def test_a_record_becomes_a_notebook(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "new.notes")
    words = ("--from", GAME, "--as", "小明", "--at-turn", "6")
    done = run("notebook", path, *words, stdin="history\n")
    assert done.exit_code == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[-1].endswith("plum pipe lounge -> Zoë passes, 小明 shows pipe")
    assert lines[2].endswith("plum rope ballroom -> Zoë shows")  # not seen which card
    back = read_record(run("record", "import", path).stdout)
    asked = run("know", "2", GAME, "--at-turn", "6", "--format", "json").stdout
    known = run("record", "know", "-", "--at-turn", "6").exit_code
    assert known == 2  # standard input is empty
    assert back.turns == 6
    own = tmp_path / "own.record.toml"
    own.write_text(run("record", "import", path).stdout, "utf-8")
    assert run("know", "2", str(own), "--format", "json").stdout == asked
    assert "is a notebook already" in run("notebook", path, *words).stderr
    resumed = run("notebook", path, "--at-turn", "2")
    assert "--at-turn is about a FILE" in resumed.stderr
    several = run("notebook", str(tmp_path / "x"), "--from", GAME)
    assert "--as PLAYER says whose" in several.stderr
    none = run(
        "notebook", str(tmp_path / "x"), "--at-turn", "1", "--game", "MYST(1,1,2,1)"
    )
    assert none.exit_code == 2


def test_wrong_calls_are_refused(run: Run, tmp_path: Path) -> None:
    assert "needs a FILE" in run("record", "check").stderr
    assert "there is no file" in run("record", "check", "nowhere.toml").stderr
    query = run("record", "check", "queries/full-deal.toml")
    assert "this is no record of a game, but a query file" in query.stderr
    assert run("record", "archive", "x").exit_code == 2
    folder = run("record", "archive", "--games", "1", "-o", str(tmp_path / "no" / "x"))
    assert folder.exit_code == 2


def test_statistics_as_text(run: Run) -> None:
    done = run("record", "statistics", GAME, f"{VALID}/player.toml")
    assert done.stdout.startswith("2 records\n\nclue, 3 players, 21 cards: 2 records\n")
    assert "  wins of player 2: 1 of 2, 0.500 (" in done.stdout
    assert "not followed, since cards are unknown: 1 record\n" in done.stdout


def test_a_record_of_a_compressed_archive_is_shown_and_replayed(run: Run) -> None:
    archive = "queries/records/archive.records.toml.gz"
    turns = run("record", "check", archive, "--record", "3").stdout
    assert turns.endswith(": right, 24 turns\n")
    shown = run("show", archive, "--record", "3")
    whole = run("play", "--replay", archive, "--record", "3")
    part = run("play", "--replay", archive, "--record", "3", "--at-turn", "2")
    assert "guesses that the pile is" in shown.stdout
    assert whole.stdout.startswith(part.stdout.rstrip("\n"))
    assert whole.stdout.count("\n") > part.stdout.count("\n") > 10
    refused = run("play", "--record", "3")
    assert "--record is about the FILE of --replay" in refused.stderr


def test_texts_of_others_do_not_control_the_terminal(run: Run, tmp_path: Path) -> None:
    record, query = tmp_path / "x.record.toml", tmp_path / "x.toml"
    game = '[game]\nrules = "myst"\nm = 1\nn = 1\np = 2\nq = 1\n'
    title = 'title = "Käse \\u001b]0;x\\u0007\\u202e"\nhistory = "{}"\n'
    name = '[[player]]\nname = "\\u001b[2J"\n'
    record.write_text(f"record = 1\n{title.format('')}{game}{name}", "utf-8")
    query.write_text(f"{title.format('init0')}{game}", "utf-8")
    for words in (("show", record), ("show", query), ("record", "statistics", record)):
        done = run(*map(str, words))
        assert done.exit_code == 0, done.stderr
        assert not {"\x1b", "\x07", "\u202e"} & {*done.stdout}
    assert run("show", str(record)).stdout.startswith(r"Käse \x1b]0;x\x07\u202e")
    kept = read_record(record.read_text("utf-8"))
    assert "\x1b" in str(kept.title), "the record keeps its texts"
