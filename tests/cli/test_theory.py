"""`--theory` on every command: the same question by other axioms, which are named."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mystpy.axiom_folder import choice
from mystpy.axioms import fingerprint
from mystpy.cli import cli
from mystpy.cli.command_table import COMMANDS
from tests.edits import NO_IS_FREE, SAME_END_OF_TURN, added, edited
from tests.programs import begun, ran

Run = Callable[..., Result]

NOTICE = "not the shipped ones"
FIFTEEN = "queries/fifteen-cards.toml"
GAME = ("--game", 'rules="myst",m=1,n=2,p=3,q=2')
SMALL = ("--game", 'rules="myst",m=1,n=1,p=2,q=1')
SMALL_THREE = ("--game", 'rules="myst",m=1,n=1,p=3,q=1')
NO = ("--do", "asks(1,{s3,s4}) no(2)")
FORMULA = "K(1,~h(2,s3))"

FROM_AXIOMS = {name for name, entry in COMMANDS.items() if entry.theory}

ANSWERS: Mapping[str, tuple[str, ...]] = {
    "legal": ("legal", FIFTEEN),
    "poss": ("poss", FIFTEEN),
    "ask": ("ask", *GAME, *NO, FORMULA),
    "know": ("know", "3", FIFTEEN),
    "why": ("why", FIFTEEN, "K(3,~h(2,s5))"),
    "theorem": ("theorem", "--say", "Turn(1) -> In(1)", "--games", "MYST(1,1,2,1)"),
    "solve": ("solve", *SMALL),
    "draw": ("draw", FIFTEEN, "--player", "3"),
    "notebook": ("notebook", "{tmp}/notes", *SMALL, "--hand", "1=s1"),
    "play": ("play", "--player", "random", *SMALL),
    "tournament": ("tournament", "--player", "random", "--games", "2", *SMALL),
    "measure": ("measure", "random", "--games", "1", "--deals", "2", *SMALL_THREE),
    "exercise": ("exercise", "example:exercises/hexa-own-card"),
    "grade": ("grade", "queries/exercises/class", "--jobs", "1"),
    "worksheet": ("worksheet", "example:worksheets/week-1"),
    "serve": ("serve", *SMALL, "--games", "1", "random", "random"),
    "join": ("join", "random"),
    "audit": ("audit", "queries/transcripts/clue.jsonl"),
    "axiom": ("axiom", "2.16"),
    "show": ("show", FIFTEEN),
    "record": ("record", "check", "example:records/full-game"),
    "sheet": ("sheet", FIFTEEN),
    "perft": ("perft", "MYST(1,1,2,1)", "--depth", "2"),
    "minsat": ("minsat", FIFTEEN, "--as", "3", "--of", "2"),
    "batch": ("batch",),
}
"""A call of each command that reads axioms."""

NO_AXIOMS = {
    "demo": "it shows commands and their answers as they are written in the course",
    "examples": "it lists files",
    "completion": "it prints a script",
    "help": "it prints how a command is called",
    "theory": "it is about packages, which have axioms of their own",
    "source": "it shows what the sources say, and no answer of its own",
    "optquest": "it is about a number of cards, without a game",
    "recurrence": "it sets the thesis's recurrence beside its game",
    "ratings": "its list is of games by the shipped axioms",
    "positions": "its questions are about games by the shipped axioms",
    "daily": "its puzzles are games by the shipped axioms",
    "winning": "it shows the questions of the thesis's lemmas",
    **dict.fromkeys(
        ("model", "update", "check", "bisimilar", "product", "plan", "puzzle"),
        "a model file says itself which worlds there are and who can tell them apart",
    ),
}
"""The other commands, and why they have no --theory."""

CLOSES_STREAMS = {"join", "serve"}
"""These are not called in the process of the tests."""

STDIN = {
    "batch": '{"do":"legal","game":{"rules":"clue","p":3}}\n',
    "join": '{"type":"hello","version":1,"name":"judge"}\n',
    "notebook": "asks(1,{s2})\n",
}


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a copy of the axioms in which whoever is asked may say no."""
    return edited(tmp_path_factory.mktemp("theories") / "mine", NO_IS_FREE)


@pytest.fixture(scope="module")
def alike(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a copy of the axioms that says the same in other words."""
    return edited(tmp_path_factory.mktemp("theories") / "mine", SAME_END_OF_TURN)


def test_each_command_reads_axioms_or_is_known_not_to() -> None:
    assert ANSWERS.keys() == FROM_AXIOMS
    assert not ANSWERS.keys() & NO_AXIOMS.keys()
    assert ANSWERS.keys() | NO_AXIOMS.keys() == COMMANDS.keys()


@pytest.mark.parametrize("name", ANSWERS)
def test_each_command_names_the_axioms(
    run: Run, alike: Path, tmp_path: Path, name: str
) -> None:
    words = [word.replace("{tmp}", str(tmp_path)) for word in ANSWERS[name]]
    words += ["--theory", str(alike)]
    if name in CLOSES_STREAMS:
        program = [sys.executable, "-m", "mystpy", *words]
        ended = ran(program, input=STDIN.get(name, ""))
        status, output = ended.returncode, ended.stderr
    else:
        done = run(*words, stdin=STDIN.get(name))
        status, output = done.exit_code, done.stderr
    assert status in (0, 1, 5), output
    assert output.count(f"the axioms are those of {alike} (") == 1
    assert NOTICE in output
    assert choice() is None  # the command leaves nothing behind


@pytest.mark.parametrize("name", NO_AXIOMS)
def test_other_commands_have_no_theory(run: Run, mine: Path, name: str) -> None:
    done = run(name, "--theory", str(mine))
    assert done.exit_code == 2
    assert "--theory" in done.stderr


def _with_json(name: str) -> bool:
    command = cli.get_command(None, name)  # type: ignore[arg-type]
    forms = [x.type for x in command.params if x.name == "form"]  # type: ignore[union-attr]
    return any("json" in getattr(each, "choices", ()) for each in forms)


@pytest.mark.parametrize("name", [*filter(_with_json, ANSWERS), "batch"])
def test_json_names_the_axioms(run: Run, alike: Path, name: str) -> None:
    form = () if name == "batch" else ("--format", "json")
    done = run(*ANSWERS[name], *form, "--theory", str(alike), stdin=STDIN.get(name))
    assert done.exit_code in (0, 1, 5), done.output
    lines = done.stdout.splitlines()
    assert lines
    for line in lines:
        kept = {"name": "mine", "hash": fingerprint(alike)[:8]}
        assert json.loads(line)["theory"] == kept, line


@pytest.mark.parametrize("name", ["legal", "poss", "ask", "know", "axiom", "batch"])
def test_a_copy_that_is_the_same_is_not_named(
    run: Run, tmp_path: Path, name: str
) -> None:
    same = edited(tmp_path / "same")
    done = run(*ANSWERS[name], "--theory", str(same), stdin=STDIN.get(name))
    assert NOTICE not in done.stderr
    assert "theory" not in done.stdout


def test_the_option_wins_over_the_file_and_the_file_over_the_variable(
    run: Run, mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "query.toml"
    text = Path(FIFTEEN).read_text("utf-8")
    (tmp_path / "other").symlink_to(mine)
    file.write_text(f'theory = "other"\n{text}', encoding="utf-8")
    assert "other (" in run("legal", str(file)).stderr
    assert NOTICE not in run("legal", str(file), "--theory", "shipped").stderr
    monkeypatch.setenv("MYSTPY_AXIOMS", str(mine))
    done = run("legal", str(file))
    assert f"the axioms are those of {tmp_path / 'other'} (" in done.stderr
    assert NOTICE not in run("legal", FIFTEEN, "--theory", "shipped").stderr
    assert f"those of {mine} (" in run("legal", FIFTEEN).stderr


def test_a_file_is_answered_by_the_axioms_that_it_names(
    run: Run, mine: Path, tmp_path: Path
) -> None:
    words = ("ask", *GAME, *NO, FORMULA)
    assert run(*words).stdout.startswith("true")
    assert run(*words, "--theory", str(mine)).stdout.startswith("undetermined")
    file = tmp_path / "query.toml"
    file.write_text(
        f'theory = {json.dumps(str(mine))}\nhistory = "{NO[1]}"\n'
        f'[game]\nrules = "myst"\nm = 1\nn = 2\np = 3\nq = 2\n'
        f'[[ask]]\nformula = "{FORMULA}"\n',
        encoding="utf-8",
    )
    for form in ("text", "json"):
        done = run("ask", str(file), "--format", form)
        assert "undetermined" in done.stdout
    assert run("why", str(file), FORMULA).exit_code == 5
    assert "undetermined" in run("ask", "-", stdin=file.read_text("utf-8")).stdout


def test_a_saved_game_names_its_axioms(run: Run, alike: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    words = ("play", "--player", "random", *SMALL, "--seed", "1", "--save", str(path))
    run(*words, "--theory", str(alike))
    assert f'theory = "{alike}"' in path.read_text("utf-8")
    done = run("play", "--replay", str(path))
    assert (done.exit_code, done.stderr.count(NOTICE)) == (0, 1)


def test_each_line_of_batch_may_name_its_axioms(run: Run, mine: Path) -> None:
    base: dict[str, object] = {"do": "ask"}
    base |= {"game": {"rules": "myst", "m": 1, "n": 2, "p": 3, "q": 2}}
    base |= {"history": NO[1], "formula": FORMULA}
    rows = [base, {**base, "theory": str(mine)}, {**base, "theory": "mone"}, base]
    rows += [{**base, "theory": 3}]
    done = run("batch", stdin="".join(f"{json.dumps(row)}\n" for row in rows))
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each.get("value") for each in found] == [
        "true", "undetermined", None, "true", None,
    ]  # fmt: skip
    assert [each.get("theory", {}).get("name") for each in found] == [
        None, "mine", None, None, None,
    ]  # fmt: skip
    assert "there is no theory 'mone'" in found[2]["error"]
    assert found[4]["error"] == "theory is 3, not a text"


def test_a_theory_that_is_none_is_told(run: Run) -> None:
    done = run("legal", FIFTEEN, "--theory", "nowhere", "--format", "json")
    assert done.exit_code == 2
    assert "there is no theory 'nowhere'" in json.loads(done.stdout)["error"]
    assert "copy" in done.stderr


def test_a_theory_that_could_do_more_is_trusted_on_request(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "x(X) :- shell(X).\n"
    folder = added(tmp_path / "mine", "s2_03_notation.pl", text)
    done = run("legal", FIFTEEN, "--theory", str(folder))
    assert done.exit_code == 2
    assert "s2_03_notation.pl:76: it calls shell/1" in done.stderr
    assert run("legal", FIFTEEN, "--theory", str(folder), "--trust").exit_code == 5
    monkeypatch.setenv("MYSTPY_AXIOMS", str(folder))
    assert run("legal", FIFTEEN).exit_code == 2
    assert run("legal", FIFTEEN, "--trust").exit_code == 5
    monkeypatch.setenv("MYSTPY_TRUST", "1")
    assert run("legal", FIFTEEN).exit_code == 5


def test_theory_comes_with_its_own_help() -> None:
    for name in FROM_AXIOMS:
        shown = CliRunner().invoke(cli, [name, "--help"]).stdout
        assert "--theory DIR|NAME" in shown, name
        assert "--trust" in shown, name


# --- What other axioms change -------------------------------------------------


@pytest.mark.parametrize(
    "same", ["axiom-2.9-from-rest", pytest.param("axiom-2.33", marks=pytest.mark.slow)]
)
def test_changed_lists_the_statements_with_another_verdict(
    run: Run, mine: Path, same: str
) -> None:
    names = ("axiom-2.32", same)
    done = run("theorem", *names, "--changed", "--sample", "--theory", str(mine))
    assert done.exit_code == 1, done.output
    first, before, *_ = done.stdout.splitlines()
    assert first.startswith("axiom-2.32  (2.32)  FALSE")
    assert before == "  PROVED of the shipped axioms"
    assert "formula: C([1,2],forall x in [s1]: ~h(2,x))" in done.stdout
    assert "2 statements: 1 changed, 0 not settled" in done.stdout
    assert f"proved in Coq of the shipped axioms only: {same}" in done.stdout
    assert "(Coq" not in done.stdout


def test_a_saved_counterexample_names_its_axioms(
    run: Run, mine: Path, tmp_path: Path
) -> None:
    words = ("theorem", "axiom-2.32", "--sample", "--save", str(tmp_path))
    assert run(*words, "--theory", str(mine)).exit_code == 1
    (path,) = tmp_path.glob("*.toml")
    assert f'theory = "{mine}"' in path.read_text("utf-8")
    done = run("ask", str(path), "--check")
    assert (done.exit_code, done.stderr.count(NOTICE)) == (0, 1)


def test_changed_as_json(run: Run, mine: Path) -> None:
    words = ("theorem", "axiom-2.32", "--changed", "--sample", "--format", "json")
    done = run(*words, "--theory", str(mine))
    found = json.loads(done.stdout)
    assert (found["id"], found["verdict"], found["shipped"]) == (
        "axiom-2.32", "FALSE", "PROVED",
    )  # fmt: skip
    assert found["theory"]["name"] == "mine"
    assert "1 statement: 1 changed" in done.stderr


def test_changed_needs_other_axioms(run: Run) -> None:
    done = run("theorem", "--all", "--changed")
    assert done.exit_code == 2
    assert "give --theory DIR, or --report" in done.stderr


LOWEST = (
    ("s2_03_notation.lp", "    element(X, Q),\n    h(J, X).",
     "    element(X, Q),\n    h(J, X),\n    not h(J, Y) : element(Y, Q), Y < X."),
)  # fmt: skip
"""The lowest of the shared cards must be shown."""


def test_a_verdict_is_never_that_of_the_shipped_axioms(
    run: Run, tmp_path: Path
) -> None:
    asked = "showphase & AnsTurn(2) & Question({s3,s4}) & h(2,s4) & ~GameOver"
    said = f"{asked} & Turn(1) -> possible(shows(2,1,s4))"
    words = ("theorem", "--say", said, "--games", "MYST(1,2,2,2)", "--depth", "3")
    assert "PROVED" in run(*words).stdout
    done = run(*words, "--theory", str(edited(tmp_path / "lowest", LOWEST)))
    assert (done.exit_code, done.stdout) == (2, "")
    assert "(S2.3.4)" in done.stderr


OUT = (
    ("s2_09_successor_state.lp",
     "    in(I, S),\n    not guesses_wrong(I, A).\nguesses_wrong(I, guess(I, M)) :-\n"
     "    considered(guess(I, M), S),\n    not equals_pile(M).\n", "    in(I, S).\n"),
    ("s2_09_successor_state.pl",
     "    in(I, S),\n    \\+ ( A = guess(I, M), \\+ equals_pile(M) ).",
     "    in(I, S)."),
)  # fmt: skip
"""Nobody is eliminated."""


def test_a_proof_in_coq_is_of_the_shipped_axioms(run: Run, tmp_path: Path) -> None:
    folder = edited(tmp_path / "out", OUT)
    words = ("theorem", "axiom-2.34", "--sample")
    assert "Coq" in run(*words, "--no-cross-check").stdout
    done = run(*words, "--theory", str(folder))
    assert done.exit_code == 0, done.output
    assert "Coq" not in done.stdout
    assert "by induction over public states; c <= 4, p <= 3" in done.stdout


def test_ctrl_c_keeps_what_is_done(mine: Path) -> None:
    words = ("theorem", "--chapter", "2", "--changed", "--sample", "--theory")
    program = begun([sys.executable, "-m", "mystpy", *words, mine])
    assert program.stdout is not None
    first = program.stdout.readline()
    program.send_signal(signal.SIGINT)
    out, err = program.communicate()
    assert first
    assert program.returncode == 130, err
    assert "mystpy: interrupted after" in err
    assert "changed" in out


def test_no_record_is_written_of_a_game_by_other_axioms(
    run: Run, alike: Path, tmp_path: Path
) -> None:
    path = tmp_path / "x.record.toml"
    words = ("--player", "random", *SMALL, "--theory", str(alike))
    for more in (("play", "--save"), ("tournament", "--games", "2", "--records")):
        done = run(*more[:-1], *words, more[-1], str(path))
        assert done.exit_code == 2
        assert "records are written of games by the shipped axioms" in done.stderr
        assert not path.exists()
