"""A label is a promise: taking out the clauses of any formula makes its probe fail."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import clingo
import pytest

from mystpy.axioms import axioms_dir, blocks, register, row
from tests.house.probes import PROBES, Probe

SETUP = """
:- dynamic dealt/2.
some_of([]).
some_of([K-X|Ps]) :-
    ( assertz(dealt(K,X)) ; true, retractall(dealt(K,X)) ),
    some_of(Ps).
"""


def partners(label: str) -> list[str]:
    """Return what is taken out with a label: an axiom that follows takes one along."""
    entry = row(label)
    if entry.kind == "axiom" and entry.follows_from:
        return [label, entry.follows_from[0]]
    return [label]


def folder_without(labels: Iterable[str], language: str, folder: Path) -> Path:
    """Copy the axiom files, with the clauses of these labels left out."""
    for path in axioms_dir().iterdir():
        if path.is_file():
            shutil.copy(path, folder / path.name)
    found = blocks(language)
    for label in labels:
        block = found[label]
        path = folder / block.file
        lines = path.read_text(encoding="utf-8").split("\n")
        last = block.line - 1 + block.text.rstrip("\n").count("\n")
        for number in range(block.line - 1, last + 1):
            if not lines[number].startswith("%"):
                lines[number] = ""
        path.write_text("\n".join(lines), encoding="utf-8")
    return folder


def holds_in_asp(probe: Probe, folder: Path) -> bool:
    """Return whether clingo finds what the probe asks for."""
    control = clingo.Control(["0"], logger=lambda _code, _text: None)
    control.load(str(folder / probe.base))
    control.add("base", [], probe.facts)
    if probe.models is None:
        control.add("base", [], f"probe_holds :- {probe.asp}. :- not probe_holds.")
    control.ground([("base", [])])
    count = 0
    with control.solve(yield_=True) as handle:
        for _ in handle:
            count += 1
            if probe.models is None or count > probe.models:
                break
    return count > 0 if probe.models is None else count == probe.models


def holds_in_prolog(probe: Probe, folder: Path) -> bool:
    """Return whether SWI-Prolog proves the goal; an error is a no."""
    program = shutil.which("swipl")
    assert program, "SWI-Prolog is not installed: make setup installs it"
    setup = folder / "setup_of_probes.pl"
    setup.write_text(SETUP, encoding="utf-8")
    goal = (
        "catch((game(myst(1,1,2,1)), give(0,[s1]), give(1,[s2]), give(2,[s3]),"
        f" {probe.prolog}), _, fail) -> halt(0) ; halt(1)"
    )
    done = subprocess.run(
        [program, "-q", "-g", f"({goal})", str(folder / "myst.pl"), str(setup)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode == 0


HOLDS = {"asp": holds_in_asp, "prolog": holds_in_prolog}


def test_every_label_has_a_probe() -> None:
    assert set(PROBES) == set(register().labels)


@pytest.mark.parametrize("language", HOLDS)
@pytest.mark.parametrize("label", PROBES)
def test_the_probe_of_a_label_fails_without_it(
    label: str, language: str, tmp_path: Path
) -> None:
    probe = PROBES[label]
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    whole.mkdir()
    cut.mkdir()
    folder_without(probe.besides, language, whole)
    assert HOLDS[language](probe, whole), "the probe holds of the whole axioms"
    folder_without([*probe.besides, *partners(label)], language, cut)
    assert not HOLDS[language](probe, cut), "and fails without the label"
