"""`mystpy theorem`: lists, verdicts, files, and how it is stopped and resumed."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from pathlib import Path

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.kripke.files.model_file import load_model
from mystpy.kripke.files.model_state import stages
from mystpy.theses.commands import verdicts
from mystpy.theses.statement import Statement
from tests.cli.conftest import ROOT, Run
from tests.files.faults import Faults, failing
from tests.programs import HANGING, begun, comes_true, ran

QUICK = "axiom-2.30-poser"


def test_without_names_the_statements_are_counted(run: Run) -> None:
    result = run("theorem")
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) < 15
    assert "chapter 4" in result.stdout
    assert "249 in all" in result.stdout
    rows = run("theorem", "--format", "json").stdout.splitlines()
    assert len(rows) == 249
    assert json.loads(rows[0])["id"] == "remark-1.1-special"


def test_statements_are_listed_by_chapter_and_words(run: Run) -> None:
    result = run("theorem", "--chapter", "2", "--search", "A NO is common")
    assert result.exit_code == 0
    (line,) = result.stdout.splitlines()
    assert line.split()[0] == "axiom-2.32"
    (row,) = run(
        *("theorem", "--chapter", "2", "--search", "A no is", "--format", "json")
    ).stdout.splitlines()
    assert json.loads(row)["form"] == "always"
    none = run("theorem", "--chapter", "5", "--search", "A no is common")
    assert (none.exit_code, none.stdout) == (0, "")
    assert "no statement fits these options" in none.stderr


def test_statements_are_chosen_by_a_verdict_that_is_computed(run: Run) -> None:
    words = ("theorem", "--chapter", "1", "--chapter", "2", "--sample", "--search")
    proved = run(*words, "axiom-2.9", "--verdict", "proved")
    assert proved.exit_code == 0
    assert "axiom-2.9-from-rest  (2.9)-(2.12)  PROVED" in proved.stdout
    assert "axiom-2.9-printed  (2.9)" not in proved.stdout
    false = run(*words, "axiom-2.30-p", "--verdict", "false")
    assert false.exit_code == 1
    assert "axiom-2.30-poser" in false.stdout
    assert "axiom-2.30-printed  (2.30)" not in false.stdout


@pytest.mark.slow
def test_more_statements_are_chosen_by_a_verdict_that_is_computed(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle, found = vars(verdicts)["settle"], dict[str, tuple[Result, float]]()

    def settled_once(stated: Statement, budget: Budget) -> tuple[Result, float]:
        if stated.id not in found:
            found[stated.id] = settle(stated, budget)
        return found[stated.id]

    monkeypatch.setattr(verdicts, "settle", settled_once)
    words = ("theorem", "--search", "axiom-2.2", "--sample", "--processes", "1")
    proved = run(*words, "--chapter", "1", "--chapter", "2", "--verdict", "proved")
    assert proved.exit_code == 0
    assert "axiom-2.24  (2.24)  PROVED" in proved.stdout
    assert "axiom-2.25-needed" not in proved.stdout
    false = run(*words, "--verdict", "false")
    assert false.exit_code == 1
    assert "axiom-2.30-poser" in false.stdout
    assert "axiom-2.24" not in false.stdout


def test_verdicts_are_read_from_a_page_that_was_recorded(
    run: Run, tmp_path: Path
) -> None:
    page = str(ROOT / "docs" / "theorems.json")
    words = ("theorem", "--chapter", "5", "--search", "sorts", "--verdict", "false")
    result = run(*words, "--page", page)
    assert result.exit_code == 1
    names = [line.split()[0] for line in result.stdout.splitlines()]
    assert names == ["remark-5-mixed"]
    assert "recorded on 20" in result.stderr
    assert "not settled now" in result.stderr
    answered = run("theorem", "--chapter", "5", "--verdict", "answered", "--page", page)
    assert answered.exit_code == 1  # one of the two questions has the answer no
    names = [line.split()[0] for line in answered.stdout.splitlines()]
    assert names == ["question-5-third", "question-5-partition"]
    wrong = tmp_path / "page.json"
    wrong.write_text('{"id": 1}', encoding="utf-8")
    refused = run("theorem", "--verdict", "open", "--page", str(wrong))
    assert refused.exit_code == 2
    assert "no page of verdicts" in refused.stderr


def test_the_formal_statement_is_shown(run: Run) -> None:
    result = run("theorem", "axiom-2.32", "--show")
    assert result.exit_code == 0
    assert "C(players, forall x in Q: ~h(j,x))" in result.stdout
    assert "PROVED" not in result.stdout


def test_a_verdict_as_json_and_its_counterexample_replays(
    run: Run, tmp_path: Path
) -> None:
    words = ("--sample", "--processes", "1", "--format", "json")
    result = run("theorem", QUICK, *words, "--save", str(tmp_path))
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["id"] == QUICK
    assert found["verdict"] == "FALSE"
    keys = {"statement", "reading", "scope", "method", "instances", "seconds"}
    assert keys <= found.keys()
    assert found["counterexample"]["value"] == "false"
    assert found["readings"][0]["verdict"] == "PROVED"
    (path,) = tmp_path.glob("*.toml")
    again = run("ask", str(path), "--check")
    assert again.exit_code == 0
    assert "false" in again.stdout


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("games-definition-6", 1),
        ("games-definition-11", 1),
        ("games-example-5", 1),
        ("games-example-11", 1),
        ("games-proposition-3", 2),
    ],
)
def test_counterexamples_of_knowledge_games_replay_as_model_files(
    run: Run, tmp_path: Path, name: str, files: int
) -> None:
    words = ("theorem", name, "--sample", "--processes", "1", "--save", str(tmp_path))
    assert "nothing to replay" not in run(*words).stderr
    written = sorted(tmp_path.glob("*.toml"))
    assert len(written) == files
    for path in written:
        assert run("update", str(path)).exit_code == 0
        assert run("check", str(path), "--check").exit_code == 0
        text = path.read_text("utf-8").replace('expect = "false"', 'expect = "true"')
        agrees = run("check", "-", "--check", stdin=text).exit_code == 0
        assert agrees == ("[[check]]" not in text)


def test_a_counterexample_tells_that_it_needs_contractions(
    run: Run, tmp_path: Path
) -> None:
    words = ("--sample", "--processes", "1", "--save", str(tmp_path))
    run("theorem", "games-proposition-3", *words)
    (path,) = tmp_path.glob("*reading-2.toml")
    text = path.read_text("utf-8")

    output = list(stages(load_model(text)))
    plain = list(stages(load_model(text.replace("contract = true", ""))))
    assert output[-1].model.linked().count > 1
    assert plain[-2].model.linked().count > 1  # so that the claim says nothing of it
    assert output[-2].contracted().model.linked().count == 1
    assert len(output[-1].model) < len(plain[-1].model)


def test_what_is_proved_ends_with_success(run: Run) -> None:
    result = run("theorem", "invariant-phases", "--sample", "--processes", "1")
    assert result.exit_code == 0
    assert "PROVED" in result.stdout
    assert "by induction" in result.stdout


def test_a_conjecture_on_the_command_line(run: Run) -> None:
    said = "exists i in players: K(i, h(0,s1))"
    games = '{"rules": "myst", "m": 1, "n": 1, "p": 2, "q": 1}'
    words = ("theorem", "--say", said, "--games", games, "--form")
    assert run(*words, "sometimes").exit_code == 0
    never = run(*words, "never")
    assert never.exit_code == 1
    assert "counterexample" in never.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("axiom-2.33x",), "did you mean axiom-2.33?"),
        (("--say", "K(i, true)"), "the variable i is free"),
        (("--say", "true", "--games", '{p = "3..2", c = 5}'), "empty range"),
        (("--say", "forall x in {}: h(0,x)"), "ranges over nothing"),
        (("--file", "missing.toml"), "there is no file missing.toml"),
        ((QUICK, "--report", "."), "hint: settle them all: --all"),
        (("--say", "true", "--report", "."), "--report writes the page of all"),
        (("--all", "--chapter", "4", "--report", "."), "--report writes the page"),
        (("--chapter", "knowledge"), "did you mean knowledge_games?"),
        (
            (QUICK, "--chapter", "2"),
            "IDs cannot be combined with --chapter, --search and --verdict",
        ),
        (("--page", "docs/theorems.json"), "give --verdict too"),
        (("--say", "true", "--games", '{p = "3..2"}'), "p = '3..2' is an empty range"),
        (
            ("--say", "always: true", "--form", "never"),
            "leave out the one or the other",
        ),
        (
            ("--say", "sometimes within 2 actions: true", "--depth", "3"),
            "--depth says 3",
        ),
    ],
)
def test_wrong_input_is_refused(run: Run, words: tuple[str, ...], message: str) -> None:
    result = run("theorem", *words)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_report_of_a_few_statements_does_not_replace_the_page(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "theorems.md").write_text("all of them\n", encoding="utf-8")
    assert run("theorem", QUICK, "--report", str(tmp_path)).exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["theorems.md"]
    assert (tmp_path / "theorems.md").read_text(encoding="utf-8") == "all of them\n"


def test_words_of_a_verdict(run: Run) -> None:
    games = ("--games", "{m = 1, n = 1, p = 2, q = 1, c = 3}")
    said = run("theorem", "--say", "GameOver ->\n  endphase", *games).stdout
    head, statement, by, base, note = said.splitlines()
    assert "PROVED" in head
    assert statement == "  always: GameOver -> endphase"
    assert by == "  by provers; p >= 2, m, n, q, depth any; 1 instance"
    assert base.startswith("  rests on: cvc5")
    assert note.startswith("  cvc5 proves 1 of 1 problems")
    shown = run("theorem", "--say", "GameOver ->\n  endphase", "--show").stdout
    assert shown.splitlines()[1:] == ["  always: GameOver -> endphase"]
    pasted = "sometimes in some game within 3 actions, no guesses: K(1,h(0,s1))"
    shown = run("theorem", "--say", pasted, "--show").stdout
    assert shown.splitlines()[1:] == [f"  {pasted}"]
    assert (
        run("theorem", "--say", pasted, *games).stdout.splitlines()[1] == f"  {pasted}"
    )
    formal = run("theorem", "axiom-2.32", "--show").stdout
    assert len(formal.splitlines()) == 5
    assert "  speaks of: all games" in formal.splitlines()
    misprinted = run("theorem", QUICK, "--sample", "--processes", "1").stdout
    assert "\n  PROVED, read as: " in misprinted
    none = run("theorem", "axiom-2.32", "--seconds", "0", "--processes", "1").stdout
    assert "0 instances" not in none


def test_what_is_printed_does_not_depend_on_the_order_of_sets() -> None:
    """The order of a set is another one in each process, by the seed of hashes."""
    words = [sys.executable, "-m", "mystpy", "theorem", "remark-4.2-technique"]

    def printed(seed: int) -> object:
        env = os.environ | {"PYTHONHASHSEED": str(seed)}
        found = json.loads(ran([*words, "--format", "json"], cwd=ROOT, env=env).stdout)
        return found | {"seconds": 0}

    assert printed(1) == printed(2)


def test_the_examples_are_as_they_say(run: Run) -> None:
    path = "queries/conjectures/first-steps.toml"
    result = run("theorem", "--file", path, "--check", "--sample")
    assert result.exit_code == 0, result.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", sorted((ROOT / "queries" / "conjectures").glob("*.toml")), ids=str
)
def test_all_examples_are_as_they_say(run: Run, path: Path) -> None:
    assert run("theorem", "--file", str(path), "--check").exit_code == 0


def test_a_file_that_expects_something_else_is_told(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(
        "games = {p = 2, c = 3}\n[[conjecture]]\n"
        'never = "askphase"\nexpect = "holds"\n',
        encoding="utf-8",
    )
    result = run("theorem", "--file", str(path), "--check")
    assert result.exit_code == 1
    assert "holds was expected" in result.stdout


def test_no_time_leaves_it_open_unless_coq_proves_it(run: Run) -> None:
    result = run("theorem", QUICK, "--seconds", "0", "--processes", "1")
    assert result.exit_code == 5
    assert "OPEN" in result.stdout
    result = run("theorem", "axiom-2.32", "--seconds", "0", "--processes", "1")
    assert result.exit_code == 0
    assert "the cross-check did not end within 0 seconds" in result.stdout


@pytest.mark.slow
def test_ctrl_c_keeps_what_is_done_and_leaves_nobody_behind(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    words = [sys.executable, "-m", "mystpy", "theorem", "s5-laws", "axiom-2.32"]
    words += ["axiom-2.33", "--processes", "2", "--resume", str(results)]
    words += ["--cross-check"]

    def some_are_done() -> bool:
        return results.exists() and len(results.read_text("utf-8").splitlines()) > 5

    with begun(words, cwd=ROOT) as program:
        comes_true(lambda: some_are_done() or program.poll() is not None)
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=HANGING)
    assert program.returncode == 130
    assert "s5-laws" in out
    assert "interrupted after" in err
    before = len(results.read_text("utf-8").splitlines())
    assert before > 5
    again = ran(words, cwd=ROOT)
    assert again.returncode == 0
    heads = [line for line in again.stdout.splitlines() if line[:1] not in (" ", "3")]
    assert sum("  PROVED (Coq: " in line for line in heads) == len(heads) == 3


@pytest.mark.parametrize("folder", ["/proc/nowhere", "README.md/inside"])
def test_a_folder_that_cannot_be_written_is_told_before_the_work(
    run: Run, folder: str
) -> None:
    done = run("theorem", "--say", "forall i in players: In(i)", "--save", folder)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("mystpy: error: nothing can be written into")


def test_a_counterexample_calls_players_by_their_names(
    run: Run, tmp_path: Path
) -> None:
    game = 'rules="clue", players=["ann","bob"], sorts={who=["x","y"], how=["u","v"]}'
    words = ("theorem", "--say", "Turn(ann) -> K(bob, h(ann,x))", "--games", game)
    result = run(*words, "--save", str(tmp_path), "--processes", "1")
    assert "formula: K(bob,h(ann,x))" in result.stdout
    assert "ann=" in result.stdout
    (saved,) = tmp_path.iterdir()
    assert run("ask", str(saved), "--check").exit_code == 0


def test_the_games_named_for_a_card_that_some_lack_answer(run: Run) -> None:
    say = ("theorem", "--say", "h(1,s4) -> K(1,h(1,s4))")
    refused = run(*say)
    assert refused.exit_code == 2
    assert "there is no card s4 in " in refused.stderr
    given = re.search(r"--games '(.*)'", refused.stderr)
    assert given is not None
    answered = run(*say, "--games", given[1])
    assert answered.exit_code == 0, answered.output
    assert "PROVED" in answered.stdout


ATOMS = [f"h({i},s{k})" for i in range(4) for k in range(1, 16)]


@pytest.mark.parametrize(
    "said",
    [
        f"at least 30 of ({', '.join(ATOMS)})",
        f"exactly 30 of ({', '.join(ATOMS)})",
        f"~(In(1) & at least 30 of ({', '.join(ATOMS)}))",
        "Kw(1," * 30 + "h(1,s1)" + ")" * 30,
        " <-> ".join(ATOMS[:30]),
    ],
    ids=["at least", "exactly", "inside", "Kw", "iff"],
)
def test_what_is_written_out_as_too_much_is_refused_with_the_number(
    run: Run, said: str
) -> None:
    done = run("theorem", "--say", said, "--games", "{c = 15, p = 3}")
    assert done.exit_code == 2
    assert re.search(
        r"this formula has [0-9,]{7,} parts, more than 100,000", done.stderr
    )
    assert "hint: count fewer formulas; or let mystpy ask" in done.stderr


def test_counts_of_fewer_formulas_are_settled(run: Run) -> None:
    said = f"~(at least 3 of ({', '.join(ATOMS[:3] * 2)}))"
    done = run("theorem", "--say", said, "--games", "{m = 1, n = 1, q = 1, p = 2}")
    assert done.exit_code == 0, done.output


def test_proofs_of_what_the_solver_does_not_find_are_written_and_checked(
    run: Run, tmp_path: Path
) -> None:
    proved = ("theorem", "axiom-2.9-from-rest", "--sample", "--drat", str(tmp_path))
    result = run(*proved)
    assert result.exit_code == 0
    assert f"mystpy: 12 proofs in {tmp_path}" in result.stderr
    assert len(list(tmp_path.glob("axiom-2.9-from-rest-*.cnf"))) == 12
    checked = ran([sys.executable, ROOT / "tools" / "check_drat.py", tmp_path])
    assert checked.returncode == 0
    assert checked.stdout.endswith("12 of 12 proofs accepted\n")
    for words in (("--resume", str(tmp_path / "kept")), ("--processes", "2")):
        refused = run(*proved, *words)
        assert refused.exit_code == 2
        assert "leave out" in refused.stderr


@pytest.mark.parametrize(
    ("name", "number"),
    [("axiom-2.9-from-rest", 1), ("axiom-2.9-from-rest", 3), ("remark-3.1-initial", 1)],
)
def test_on_a_full_disk_no_half_of_a_proof_is_left(
    name: str, number: int, run: Run, tmp_path: Path
) -> None:
    """A method that fails is not passed over for another one, as others are."""
    words = ("theorem", name, "--sample", "--drat", str(tmp_path))
    with failing(Faults("write", number)) as faults:
        result = run(*words)
    assert faults.met
    assert result.exit_code == 2
    assert "mystpy: 0 proofs in" in result.stderr
    assert "cannot be written: no space left on device" in result.stderr
    assert not list(tmp_path.iterdir())
    result = run(*words)
    assert result.exit_code == 0
    proofs = list(tmp_path.glob("*.drat"))
    assert f"mystpy: {len(proofs)} proof" in result.stderr
    checked = ran([sys.executable, ROOT / "tools" / "check_drat.py", tmp_path])
    assert checked.returncode == 0
    assert checked.stdout.endswith(f"{len(proofs)} of {len(proofs)} proofs accepted\n")
