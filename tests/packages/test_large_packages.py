"""Deep knowledge and counting in games of full size, by the number of searches."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from mystpy.cli import cli
from mystpy.packages import kept_histories
from mystpy.packages.declarations import read_package
from mystpy.packages.history_runs import situation_knowledge
from mystpy.packages.history_runs.control import RunSolver
from mystpy.packages.history_runs.ground_rules import (
    ExactCount,
    GroundRule,
    exact_counts,
    implied_counts,
)
from mystpy.packages.kept_histories import forget
from mystpy.packages.package_answers import PackageSituation
from tests.packages.test_kept_histories import HOLES, PIGEONS
from tests.programs import ran

OWN = "h(1,s2) & h(1,s6) & h(1,s11) & h(1,s23) & h(1,s28)"
ANSWERS = """
asks(1,2,{s2,s10,s13}) has(2,1) asks(2,4,{s1,s9,s20}) has(4,1)
asks(3,5,{s3,s8,s25}) has(5,2) asks(4,1,{s6,s14,s16}) has(1,1)
asks(5,3,{s5,s7,s22}) has(3,2) asks(1,4,{s4,s12,s15}) has(4,2)
asks(2,3,{s1,s13,s17}) has(3,2)
"""
FULL = {"players": 5, "hand": 5}
"""28 suspects; no more than a few answers, so that much is open."""


def full_size() -> PackageSituation:
    return PackageSituation.make(read_package("black-vienna", FULL), ANSWERS, [OWN])


DEEP = [
    "K(1, ~K(2, h(0,s12)))",
    "K(1, K(3, ~K(2, h(0,s12))))",
    "K(1, K(2, K(3, ~K(4, h(0,s10)))))",
    "K(1, ~K(2, K(3, h(0,s12))))",
    "K(1, ~(h(0,s1) & h(0,s9) & h(0,s12) & h(0,s18)))",
]
MANY_SEARCHES = 3_000
"""Without generalization each of several thousand hands is looked at by itself."""


@pytest.mark.parametrize("formula", DEEP)
def test_deep_knowledge_takes_few_searches(
    formula: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches = 0
    first = RunSolver.find

    def counted(solver: RunSolver, assumptions: object) -> object:
        nonlocal searches
        searches += 1
        assert searches < MANY_SEARCHES
        return first(solver, assumptions)  # type: ignore[arg-type]

    monkeypatch.setattr(RunSolver, "find", counted)
    situation = full_size()
    assert situation.value(formula) == "true"
    forget(situation.key)


# --- Counts that follow from others ---------------------------------------------------


def test_the_cards_that_are_left_over_have_a_count() -> None:
    package = read_package("black-vienna", FULL)
    solver = RunSolver(package, (), "", {0})
    gang = frozenset(x for f, x in solver.fluents[0].items() if f.startswith("h(0,"))
    defined = {frozenset(map(solver.rule_index().equal_to, gang)), gang}
    counts = exact_counts(solver._program)
    assert [x.number for x in counts if x.atoms in defined] == [3]
    assert solver.find([]) is not None


def exactly(number: int, atoms: range) -> list[GroundRule]:
    """Return the ground rules by which so many of these atoms are true."""
    body = tuple((atom, 1) for atom in atoms)
    enough, more, both = (1000 * k + atoms[0] for k in (1, 2, 3))
    return [
        GroundRule(True, tuple(atoms), ()),
        GroundRule(False, (enough,), body, number),
        GroundRule(False, (more,), body, number + 1),
        GroundRule(False, (both,), ((enough, 1), (-more, 1))),
        GroundRule(False, (), ((-both, 1),)),
    ]


def test_counts_follow_only_where_one_family_covers_the_other() -> None:
    rows = [*exactly(1, range(1, 4)), *exactly(1, range(4, 7))]
    assert {x.number for x in exact_counts(rows)} == {1}
    assert implied_counts(rows) == []
    inside = [*rows, *exactly(1, range(2, 6))]
    assert implied_counts(inside) == [ExactCount(frozenset({1, 6}), 1)]
    beyond = [*rows, *exactly(1, range(3, 9))]
    assert implied_counts(beyond) == []


def test_a_bound_that_need_not_hold_is_no_count() -> None:
    (choice, enough, more, _, _) = exactly(1, range(1, 4))
    assert exact_counts([choice, enough, more]) == []
    least = GroundRule(False, (), ((-1001, 1),))
    assert exact_counts([choice, enough, least]) == []


# --- Limits ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ask", "know", "legal", "poss", "why", "model"])
def test_each_command_about_packages_has_a_limit(name: str) -> None:
    done = CliRunner().invoke(cli, [name, "--theory", "muddy-children", "--help"])
    assert done.output.count("--seconds") == 1
    assert "undecided, with status 5" in " ".join(done.output.split())


def test_common_knowledge_that_is_given_up_is_undecided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kept_histories, "MAX_RUNS_LISTED_FOR_C", 0)
    monkeypatch.setattr(situation_knowledge, "MAX_VIEWS", 2)
    kept_histories._kept.cache_clear()
    given = "muddy(1) & ~muddy(2) & ~muddy(3)"
    formula = "C({1,2,3}, ~(muddy(1) & muddy(2) & muddy(3)))"
    words = ["ask", "--theory", "muddy-children", "--do", "father", "--given", given]
    done = CliRunner().invoke(cli, [*words, formula])
    kept_histories._kept.cache_clear()
    assert done.exit_code == 5
    assert "common knowledge is undecided within 2 views" in done.stderr


def test_what_is_not_decided_in_time_says_what_was_tried(tmp_path: Path) -> None:
    (tmp_path / "theory.toml").write_text(PIGEONS, encoding="utf-8")
    (tmp_path / "theory.lp").write_text(HOLES, encoding="utf-8")
    program = [sys.executable, "-m", "mystpy"]
    words = ["ask", "--theory", str(tmp_path), "alone", "--seconds", "1"]
    done = ran([*program, *words])
    assert (done.returncode, done.stdout) == (5, "")
    assert "undecided within 1 second, in which was tried: " in done.stderr
    line = json.dumps(
        {"id": 7, "do": "ask", "theory": str(tmp_path), "formula": "alone"}
    )
    other = json.dumps({"id": 8, "do": "legal", "theory": "muddy-children"})
    lines = ran([*program, "batch", "--seconds", "3"], input=f"{line}\n{other}\n")
    first, second = map(json.loads, lines.stdout.splitlines())
    assert first["error"].startswith("undecided within 3 seconds, in which was tried")
    assert (first["id"], second["id"]) == (7, 8)
