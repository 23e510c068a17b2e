"""Numbers that choose between methods: in one file, each with its benchmark."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mystpy import thresholds
from tests.house.package import ROOT, modules, nodes, syntax
from tests.house.test_layers import is_in

ROW = re.compile(r"((?:^# .*\n)+)^(\w+) = [\d_.]+$", re.M)
REFUSALS = {"fail", "refuse"}
"""Calls that end an `if` as `raise` does."""

ELSEWHERE: dict[str, tuple[str, ...]] = {
    "what is drawn, printed, or listed for a reader": (
        *("show", "cli", "commands", "kripke.text", "questions.derivation"),
        "solve.minimum_hitting_set.MAX_LISTED",
        "exercises.package_tasks.package_context.MAX_DRAWN",
        *(
            "exercises.tasks.comparison_contexts.DRAWN",
            "exercises.tasks.modelling.LARGEST_SAID",
        ),
        *("conjectures.conjecture._NAMED", "protocol.game_client._QUOTED"),
        "questions.situation._SHOWN",
        *("kripke.refinement.distinction", "kripke.puzzles.step_matrices"),
        "packages.note_lines.package_instructions.MAX_LISTED_VALUES",
        *("packages.history_runs.offered_actions.FEW", "solve.runs.forecast"),
        "exercises.classwork.mark_table._WIDEST",
        "exercises.worksheets.links.LONG_LINK",
    ),
    "how a player plays: another number is another player": ("players",),
    "how much of a text, file, or message from outside is read": (
        *("axiom_folder.prolog_terms.MAX_DEPTH", "exercises.sandbox"),
        "exercises.guidance.plain_sentences.LONGEST_SENTENCE",
        *(
            "exercises.submissions._MAX_FOLDERS",
            "exercises.classwork.archives",
            "exercises.classwork.staging",
            "exercises.classwork.watching.MAX_WATCHED",
            "files",
            "language.expand.MOST_COUNTED",
        ),
        "positions.answers.answer_reading._MOST_DIGITS",
        "protocol.claims.claim_text._SHORT_ASIDE",
        *("history.printed.meaning._MOST_READINGS", "language.reading"),
        *("language.notations", "names.numbered._FAR"),
        *("kripke.files.given_model.MOST_WORLDS", "progress.MAX_SECONDS"),
        *("processes.guardian", "protocol.admission.MAX_ARRIVALS", "protocol.wire"),
        "protocol.chat.endpoint._SECRET",
        "solve.extensive.certificate.MOST_TURNS",
    ),
    "what is too large for any method: it is refused, or said to be open": (
        *("engines.symbolic.bdd.deals.STATES", "exercises.tasks.clause.MOST_CASES"),
        *("kripke.valuation.vacuity.MOST_CHOICES", "notebook.clashes._MOST_TRIED"),
        "packages.axiom_checks.package_checks.MAX_INSTANCES",
        "packages.certificates.compared_answers.MAX_DEALS",
        "packages.backend_runs.view_queries.MAX_RUNS",
        "packages.prolog_runs.comparison_checks.MAX_RIGID",
        "packages.rule_set_comparison.shortest_run.MAX_ACTIONS",
        "protocol.claims.claim.MAX_TERMS",
        *(
            "solve.profiles.game_tree.MOST",
            "solve.profiles.size_estimate",
            "views.LIMIT",
        ),
    ),
    "how much is kept for the next question": (
        *("arena.design._MOST_PREPARED", "engines.asp.kept.MAX_WORLDS"),
        *("engines.asp.step.MAX_EFFECTS", "engines.symbolic.bdd.value.STAGES"),
        *("engines.symbolic.sat.bounds._GRIDS", "engines.symbolic.sat.templates._KEPT"),
        "packages.kept_histories.MAX_KEPT",
    ),
    "how far a float may be from what it stands for, or when it has converged": (
        *("arena.standings._CLOSE", "engines.symbolic.count.levels.WORD"),
        *("solve.equilibria", "solve.extensive.value_bounds._NEAR"),
        "solve.extensive.reductions.double_oracle",
        *("solve.extensive.program._NOTHING", "solve.extensive.regret._FIRST"),
        "solve.teams.team_bounds.CLOSE",
    ),
    "the design of an experiment, and the size of pieces of work": (
        *("arena.schedule._SOON", "kripke.my_number.experiment.STATES"),
    ),
}
"""Numbers in other files that are compared, by purpose: this list only shrinks.

A comparison that decides whether something is refused needs no row. A package stands
for all of its modules.
"""


def is_number(node: ast.expr | None) -> bool:
    """Return whether a number is written there, perhaps as a product or a power."""
    if isinstance(node, ast.BinOp):
        return is_number(node.left) and is_number(node.right)
    if isinstance(node, ast.UnaryOp):
        return is_number(node.operand)
    value = node.value if isinstance(node, ast.Constant) else None
    return isinstance(value, int | float) and not isinstance(value, bool)


def numbers(path: Path) -> Iterator[str]:
    """Yield the names that a module gives to numbers."""
    for node in syntax(path).body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and is_number(node.value):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (x.id for x in targets if isinstance(x, ast.Name))


def refuses(node: ast.If) -> bool:
    """Return whether something is refused if a condition is true."""
    last = node.body[-1]
    call = last.value if isinstance(last, ast.Expr) else None
    name = ast.unparse(call.func) if isinstance(call, ast.Call) else ""
    return isinstance(last, ast.Raise) or name.rpartition(".")[2] in REFUSALS


def compared(path: Path, known: dict[str, str]) -> Iterator[str]:
    """Yield the full names of known numbers by whose size a module decides what to do.

    `known` has them by full name, with the name of the module.
    """
    own = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in nodes(path)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    found = {n: x for n, x in own.items() if x in known}
    found |= {x.rpartition(".")[2]: x for x in known if modules()[known[x]] == path}
    refused = {
        id(x)
        for node in nodes(path)
        if isinstance(node, ast.If) and refuses(node)
        for x in ast.walk(node.test)
    }
    for node in nodes(path):
        if isinstance(node, ast.Compare) and id(node) not in refused:
            ordered = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
            if any(isinstance(x, ordered) for x in node.ops):
                names = [x.id for x in ast.walk(node) if isinstance(x, ast.Name)]
                yield from (found[name] for name in names if name in found)


def known_numbers() -> dict[str, str]:
    """Return the numbers of all modules by full name, with the names of the modules."""
    return {f"{m}.{x}": m for m, path in modules().items() for x in numbers(path)}


def test_each_threshold_names_a_benchmark_and_is_used() -> None:
    text = Path(thresholds.__file__).read_text(encoding="utf-8")
    rows = {name: comment for comment, name in ROW.findall(text)}
    assert set(rows) == set(numbers(Path(thresholds.__file__)))
    assert len(rows) > 40
    for name, comment in rows.items():
        benchmarks = re.findall(r"\bbench_\w+", comment)
        assert benchmarks, f"{name}: name the benchmark that set it"
        for benchmark in benchmarks:
            assert (ROOT / "benchmarks" / f"{benchmark}.py").exists(), name
    used = {
        alias.name
        for path in modules().values()
        for node in nodes(path)
        if isinstance(node, ast.ImportFrom) and node.module == "mystpy.thresholds"
        for alias in node.names
    }
    assert used == set(rows)


def test_bench_thresholds_moves_thresholds() -> None:
    path = ROOT / "benchmarks" / "bench_thresholds.py"
    moved = re.findall(r'\bRow\(\s*"(\w+)"', path.read_text(encoding="utf-8"))
    assert len(set(moved)) > 20
    assert all(hasattr(thresholds, name) for name in moved)


def test_no_other_number_chooses_between_methods() -> None:
    known = known_numbers()
    found = {x for path in modules().values() for x in compared(path, known)}
    found = {x.removeprefix("mystpy.") for x in found}
    found = {x for x in found if not x.startswith("thresholds.")}
    listed = {x for names in ELSEWHERE.values() for x in names}
    new = {x for x in found if not any(is_in(x, y) for y in listed)}
    gone = {y for y in listed if not any(is_in(x, y) for x in found)}
    assert not new, "move them to mystpy/thresholds.py, or say here what they are"
    assert not gone, "no longer so: take them out of ELSEWHERE"


@pytest.mark.parametrize(
    ("condition", "noticed"),
    [
        ("if size > LIMIT:\n    return list()", True),
        ("few = size <= LIMIT", True),
        ("if size > LIMIT:\n    raise ValueError", False),
        ("if size > LIMIT:\n    self.fail('large')", False),
        ("if size == LIMIT:\n    return list()", False),
    ],
)
def test_a_number_that_decides_is_noticed(
    condition: str, noticed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sample.py"
    path.write_text(f"LIMIT = 10 ** 3\n{condition}\n", encoding="utf-8")
    monkeypatch.setitem(modules(), "sample", path)
    assert [*numbers(path)] == ["LIMIT"]
    assert [*compared(path, {"sample.LIMIT": "sample"})] == ["sample.LIMIT"] * noticed
