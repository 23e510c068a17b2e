"""The page of verdicts that need an axiom: its data, and some of it computed again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from mystpy.conjectures.verdict import Verdict
from mystpy.theories import theory_in
from mystpy.theses.bench import statements
from tests.programs import HANGING
from tools.dependencies import axioms_hash, fallen, taken_out, verdict_of, without_label
from tools.dependency_page import page_text, picture

DOCS = Path(__file__).parents[2] / "docs"
DATA = json.loads((DOCS / "dependencies.json").read_text("utf-8"))
AXIOMS: dict[str, dict[str, list[str]]] = DATA["axioms"]
GOOD = frozenset({str(Verdict.PROVED), str(Verdict.HOLDS)})
AGAIN = 2
"""So many statements of each kind are settled again for one axiom."""


def test_the_page_is_about_these_axioms_and_statements() -> None:
    assert DATA["axioms_hash"] == axioms_hash(), "run make dependencies"
    assert set(AXIOMS) == taken_out()
    assert set(DATA["shipped"]) <= set(statements())
    assert {
        name for kinds in AXIOMS.values() for names in kinds.values() for name in names
    } <= set(DATA["shipped"])


def test_the_page_and_the_picture_show_the_data() -> None:
    text = page_text(AXIOMS, DATA["statements"], DATA["seconds"])
    assert text == (DOCS / "reference" / "dependencies.md").read_text("utf-8")
    assert picture(AXIOMS) == (DOCS / "dependencies.svg").read_text("utf-8")


def test_a_verdict_falls_only_if_it_was_good() -> None:
    for kinds in AXIOMS.values():
        for kind in ("false", "open", "not followed"):
            assert {DATA["shipped"][name] for name in kinds[kind]} <= GOOD
        assert not {DATA["shipped"][name] for name in kinds["true"]} & GOOD


def test_each_axiom_is_needed_by_some_verdict() -> None:
    # Nothing that is computed uses induction over situations: they are all finite.
    unneeded = [
        label for label, kinds in sorted(AXIOMS.items()) if not any(kinds.values())
    ]
    assert unneeded == ["1.4"]


def with_formulas(names: Iterator[str]) -> list[str]:
    """Some of the statements that are formulas: these are settled in a moment."""
    stated = statements()
    return [name for name in names if stated[name].assertion.formula][:AGAIN]


@pytest.mark.alike(3)
@pytest.mark.parametrize("label", sorted(AXIOMS))
def test_some_verdicts_without_an_axiom_are_found_again(
    label: str, tmp_path: Path
) -> None:
    false = with_formulas(iter(AXIOMS[label]["false"]))
    changed = {name for names in AXIOMS[label].values() for name in names}
    kept = with_formulas(
        name
        for name, verdict in DATA["shipped"].items()
        if verdict in GOOD and name not in changed
    )
    with theory_in(without_label(label, tmp_path / "axioms"), trust=True):
        found = {n: verdict_of(statements()[n], HANGING) for n in false + kept}
    shipped = {name: DATA["shipped"][name] for name in found}
    assert fallen(shipped, found)["false"] == false
