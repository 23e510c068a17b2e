"""A list of mutations of axioms and of claims: each is noticed.

The list is `mutations.toml`. The quick suite makes a third of each kind. The unchanged
originals hold, as the tests of each kind show. Strategies and examples that fail are in
`theses/test_witnesses.py`, and removed labels in `house/test_removal.py`.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.induction.invariants import find_violation
from mystpy.conjectures.prover import background, smt
from mystpy.conjectures.prover.accessibility import relations
from mystpy.conjectures.prover.obligations import support
from mystpy.conjectures.prover.prover_results import on_the_invariants
from mystpy.conjectures.prover.provers import prove
from mystpy.conjectures.settle import settle
from mystpy.conjectures.verdict import Verdict
from mystpy.errors import AxiomError
from mystpy.language.decidable import parse_conjecture
from mystpy.register import register
from mystpy.theses.bench import statement
from mystpy.theses.chapter2.formulas import said
from tests.axioms import test_laws_in_asp as in_asp
from tests.axioms import test_laws_in_prolog as in_prolog
from tests.edits import copied_axioms
from tests.house.test_removal import Folders, answered, expected
from tests.theses.test_verdicts import EXPECTED

Mutation = Mapping[str, Any]
Mutated = Callable[[], Path]
"""A function that changes the axioms that mystpy reads, and returns their folder."""

LIST = Path(__file__).with_name("mutations.toml")
SAMPLE = Budget(scope="sample", processes=1)
ONE_IN = 3


def mutate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str, old: str, new: str
) -> Path:
    """Have mystpy read axioms in which one place of a file says something else."""
    folder = tmp_path / "axioms"
    copied_axioms(folder)
    text = (folder / at).read_text("utf-8")
    assert old in text
    (folder / at).write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setenv("MYSTPY_AXIOMS", str(folder))
    return folder


def a_consequence_in_prolog(mutation: Mutation, mutated: Mutated) -> None:
    if not in_prolog.SWIPL:
        pytest.skip("SWI-Prolog is not installed")
    _, found = in_prolog.sweep(in_prolog.TWO_ASKED, 5, 5, axioms=mutated())
    assert set(mutation["breaks"]) <= set(found)


def a_consequence_in_asp(mutation: Mutation, mutated: Mutated) -> None:
    (label,) = mutation["breaks"]
    mutated()
    in_asp.tree.cache_clear()
    with pytest.raises(AssertionError, match=rf"\({label}\)"):
        in_asp.test_the_consequences_hold_in_every_situation("two sorts")
    in_asp.tree.cache_clear()


def what_provers_are_told(_: Mutation, mutated: Mutated) -> None:
    assert background.first_unfounded_name() is None
    mutated()
    assert background.first_unfounded_name() in background.SORTS | background.SIZES
    assert on_the_invariants(fully=False).failed is not None
    stated = Conjecture("test", "always", "endphase | ~endphase", ())
    assert prove(stated, SAMPLE) is None


def who_sees_what(_: Mutation, mutated: Mutated) -> None:
    whole = dict(relations(["acc"]))
    mutated()
    try:
        assert dict(relations(["acc"])) != whole
    except AxiomError as error:
        assert str(error).startswith("(S1.3.")  # noqa: PT017


def a_proof(_: Mutation, mutated: Mutated) -> None:
    (whole,) = [p for p in support() if p.name == "invariant_2-step"]
    mutated()
    (changed,) = [p for p in support() if p.name == "invariant_2-step"]
    assert changed.text != whole.text
    assert not smt.answer(changed.text).proved


def an_induction(_: Mutation, mutated: Mutated) -> None:
    node = parse_conjecture(said("invariant-no-deadlock").text)
    assert find_violation(node, 3) is None
    mutated()
    assert find_violation(node, 3) is not None


def formulas(mutation: Mutation, *, full: bool = False) -> tuple[Conjecture, ...]:
    """A statement's formula as it is, and as it is mutated."""
    stated = statement(mutation["at"])
    part = (stated.assertion, *stated.readings)[mutation["reading"]]
    assert part.formula is not None
    assert mutation["old"] in part.formula.text
    whole = part.formula.conjecture(stated.id, full=full)
    return whole, replace(
        whole, text=whole.text.replace(mutation["old"], mutation["new"])
    )


def a_formula_that_fails(mutation: Mutation, _: Mutated) -> None:
    as_it_is = EXPECTED[mutation["at"]].split()[mutation["reading"]]
    assert as_it_is in ("PROVED", "HOLDS")  # test_verdicts settles it
    assert settle(formulas(mutation)[1], SAMPLE).verdict is Verdict.FALSE


def a_false_formula_that_holds(mutation: Mutation, _: Mutated) -> None:
    whole, changed = formulas(mutation)
    assert settle(whole, SAMPLE).verdict is Verdict.FALSE
    assert settle(changed, SAMPLE).verdict.good


def nothing_is_found(mutation: Mutation, _: Mutated) -> None:
    whole, changed = formulas(mutation)
    assert settle(whole, SAMPLE).example is not None
    assert settle(changed, SAMPLE).example is None


def no_proof(mutation: Mutation, _: Mutated) -> None:
    whole, changed = formulas(mutation, full=True)
    found = settle(whole, SAMPLE)
    assert (found.verdict, found.example is None) == (Verdict.PROVED, False)
    assert settle(changed, SAMPLE).verdict is not Verdict.PROVED


def _probes_noticed(language: str, mutation: Mutation, folder: Path) -> None:
    label, changed = mutation["of"], Folders(language, folder.parent, folder)
    (found,) = answered(label, changed, ())
    whole = expected(label)
    assert found.keys() == whole.keys()
    assert found != whole


def a_probe_in_prolog(mutation: Mutation, mutated: Mutated) -> None:
    if not in_prolog.SWIPL:
        pytest.skip("SWI-Prolog is not installed")
    _probes_noticed("prolog", mutation, mutated())


def a_probe_in_asp(mutation: Mutation, mutated: Mutated) -> None:
    _probes_noticed("asp", mutation, mutated())


NOTICED: dict[str, Callable[[Mutation, Mutated], None]] = {
    notice.__name__.replace("_", " "): notice
    for notice in (
        a_consequence_in_prolog,
        a_consequence_in_asp,
        what_provers_are_told,
        who_sees_what,
        a_proof,
        an_induction,
        a_formula_that_fails,
        a_false_formula_that_holds,
        nothing_is_found,
        no_proof,
        a_probe_in_prolog,
        a_probe_in_asp,
    )
}


def mutations() -> Iterator[ParameterSet]:
    """The mutations; of each kind the first and every third after it are quick."""
    before: dict[str, int] = defaultdict(int)
    for mutation in tomllib.loads(LIST.read_text("utf-8"))["mutation"]:
        kind = mutation["notice"]
        marks = [pytest.mark.slow] if before[kind] % ONE_IN else []
        before[kind] += 1
        name = f"{kind} {before[kind]}: {mutation['at']}"
        yield pytest.param(mutation, id=name, marks=marks)


def test_every_kind_of_mutation_is_made() -> None:
    listed = list(mutations())
    assert {each.values[0]["notice"] for each in listed} == NOTICED.keys()  # type: ignore[index]
    assert len(listed) > 80


def test_each_axiom_about_events_has_mutations_in_both_languages() -> None:
    """Only that a set laid open is type-checked is left out in ASP: (E6) says it."""
    made = {
        (each.values[0]["notice"], each.values[0]["of"])  # type: ignore[index]
        for each in mutations()
        if "of" in each.values[0]  # type: ignore[operator]
    }
    labels = [row.label for row in register().rows if re.match(r"E\d", row.label)]
    assert len(labels) == 20
    kinds = ("a probe in prolog", "a probe in asp")
    assert made == set(product(kinds, labels))


@pytest.mark.parametrize("mutation", list(mutations()))
@pytest.mark.alike(5)
def test_a_mutation_is_noticed(
    mutation: Mutation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mutated() -> Path:
        where = mutation["at"], mutation["old"], mutation["new"]
        return mutate(tmp_path, monkeypatch, *where)

    check = NOTICED[mutation["notice"]]
    check(mutation, mutated)
