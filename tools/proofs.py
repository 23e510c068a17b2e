"""Have Coq check the theory in proofs/, and write proofs/checked.json.

    python tools/proofs.py [--compare] [--quick | --last-states]

compiles proofs/ in build/coq. It compares a thousand random histories, computed in Coq,
with the axioms in Prolog and some of them in ASP, and two thousand formulas of
knowledge with the engines. It reads the statement and the assumptions of each named
theorem; there must be no assumption. It runs coqchk over all of it, and writes the
results to proofs/checked.json and two pages about them (tools/proof_page.py).

With --compare nothing is written: differences from checked.json are printed. With
--quick the histories and coqchk are left out, and two hundred formulas are asked. With
--last-states LastStates.v is compiled, too, which takes minutes, and coqchk computes
the same again.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from proof_histories import compared_in_asp, drawn, sample
from proof_knowledge import compared
from proof_page import write_page
from proof_record import differences, summary, text_of
from statements import claims, written

from mystpy.axioms import blocks
from mystpy.coq.claims import FILE
from mystpy.coq.formulas import coq_files, formula_text, labels_of_the_thesis, prints
from mystpy.coq.record import (
    CLOSED,
    LATER,
    key,
    later_files,
    later_print,
    named_theorems,
    record,
    sources_print,
    statement_print,
    theorems,
)

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "coq"
TESTED = ("8.16", "8.20")
HISTORIES, IN_ASP, SEED = 1000, 200, 7
FORMULAS, QUICK_FORMULAS = 2000, 200
COMPUTED = ("Values", "LargerValues")
"""The files in which Coq computes the value of a game."""
OPTIONS = ("-w", "-notation-overridden", "-R", ".", "Myst")
PRINTING = """Set Warnings "none".
Set Printing Width 1000000.
From mathcomp Require Import all_ssreflect ssralg ssrnum rat."""
"""Options for printing types: the notations of mathcomp, which all versions share."""


def main() -> int:
    """Check everything, and write down what was checked; 1 if something fails."""
    chosen = _options()
    if shutil.which("coqc") is None:
        return _fail(
            "Coq is not installed, so proofs/ cannot be checked; the verdicts say what"
            " they rest on without it. Debian, Ubuntu: apt-get install coq"
            " libcoq-mathcomp-ssreflect libcoq-mathcomp-algebra"
        )
    version = _run("coqc", "--print-version").split()[0]
    if warning := untested(version):
        _tell(warning)
    faults = [*labels(), *unsound_words(), *other_formulas()]
    if faults:
        return _fail("\n".join(faults))
    compile_all()
    compare_with_engines(quick=chosen.quick)
    found = what_coq_says(version)
    if not chosen.quick:
        found["coqchk"] = summary(coqchk(version, coq_files()))
    if chosen.last_states:
        found[LATER] = last_states(version)
    faults = [*other_claims(found["theorems"]), *unclean(found)]
    if faults := [*faults, *unclean(found.get(LATER, {}))]:
        return _fail("\n".join(faults))
    if not chosen.compare:
        _write(found)
        write_page(version)
    elif faults := list(differences(found, record())):
        return _fail("\n".join(("not as checked.json has it: `make proofs`", *faults)))
    number = len(found["theorems"])
    _tell(f"Coq {version}: {number} theorems, none of which assumes anything")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--compare", action="store_true")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--quick", action="store_true")
    length.add_argument("--last-states", action="store_true")
    return parser.parse_args()


def compare_histories() -> None:
    """Have random histories computed in Coq, in Prolog and some in ASP."""
    rows = drawn(HISTORIES, SEED)
    _tell(f"{len(rows)} random histories in Coq and in Prolog, {IN_ASP} of them in ASP")
    (BUILD / "Sample.v").write_text(sample(rows), encoding="utf-8")
    coqc("Sample.v")
    compared_in_asp(rows, IN_ASP)


def compare_with_engines(*, quick: bool) -> None:
    """Have random histories, and formulas of knowledge, computed in Coq as well."""
    if not quick:
        compare_histories()
    number = QUICK_FORMULAS if quick else FORMULAS
    _tell(f"{number} formulas in Coq and by the engines")
    _tell(compared(number, SEED))


def what_coq_says(version: str) -> dict[str, Any]:
    """The types and assumptions of the theorems, and the prints of what they are of."""
    assumed, types = assumptions(named_theorems())
    return {
        "coq": version,
        "sources": sources_print(),
        "theorems": types,
        "assumptions": assumed,
        "statements": {
            key(row.id, row.reading): statement_print(text_of(row.id, row.reading))
            for row in theorems()
            if row.formula is None
        },
        "formulas": prints(),
    }


def last_states(version: str) -> dict[str, Any]:
    """Return Coq's results on the theorems that take minutes to compile."""
    _tell("LastStates.v, which takes minutes, and coqchk as long again")
    for path in later_files():
        (BUILD / path.name).write_bytes(path.read_bytes())
        coqc(path.name)
    assumed, types = assumptions(row.later for row in theorems() if row.later)
    said: dict[str, Any] = {
        "coq": version,
        "sources": later_print(),
        "theorems": types,
        "assumptions": assumed,
    }
    if _has_bytecode(version):
        said["coqchk"] = summary(coqchk(version, later_files()))
    return said


def coqchk(version: str, files: Iterable[Path]) -> str:
    """Return the results of Coq's second checker on files and their dependencies.

    Files that compute games take it hours without bytecode, and are left out then.
    """
    _tell("coqchk, which takes minutes")
    faster = ("-bytecode-compiler", "yes") if _has_bytecode(version) else ()
    modules = [
        f"Myst.{path.stem}" for path in files if faster or path.stem not in COMPUTED
    ]
    return _run("coqchk", "-silent", "-o", *faster, "-R", ".", "Myst", *modules)


def _has_bytecode(version: str) -> bool:
    """Return whether coqchk may compute with bytecode; that of 8.20 fails then."""
    return _age(version) == _age(TESTED[0])


def unclean(found: dict[str, Any]) -> Iterator[str]:
    """Yield the assumptions that Coq or coqchk report."""
    for name, text in found.get("assumptions", {}).items():
        if text != CLOSED:
            yield f"{name} assumes: {text}"
    for heading, listed in found.get("coqchk", {}).items():
        if listed:
            yield f"coqchk: {heading}: {', '.join(listed)}"


def untested(version: str) -> str | None:
    """Return the warning about a Coq version that was not tested."""
    age = _age(version)
    first, *_, last = map(_age, TESTED)
    if any(age == _age(each) for each in TESTED):
        return None
    word = "older" if age < first else "newer" if age > last else "other"
    return (
        f"Coq {version} is {word} than those that proofs/ was tested with,"
        f" {' and '.join(TESTED)}; if a file does not compile, that may be why"
    )


def _age(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"[0-9]+", version)][:2]


def labels() -> Iterator[str]:
    """Yield the labels that differ between Coq and the axiom files."""
    for label in labels_of_the_thesis():
        printed = blocks("prolog")[label].text.splitlines()[0].partition(") ")[2]
        if formula_text(label) != printed:
            yield f"({label})\n  axioms: {printed}\n  Coq:    {formula_text(label)}"


def other_formulas() -> Iterator[str]:
    """That Statements.v has other formulas than the bench, if it has."""
    if (ROOT / "proofs" / FILE).read_text("utf-8") != written():
        yield f"proofs/{FILE} is not current: python tools/statements.py"


def other_claims(types: dict[str, str]) -> Iterator[str]:
    """The formulas of the bench of which the theorem that is named says another."""
    for row, claim, _ in claims():
        if row.formula is None:
            yield f"{row.id}: no theorem of {claim.theorem} is named as its formula"
        elif types[row.formula] != claim.theorem:
            yield f"{row.formula} is not of {claim.theorem}: {types[row.formula]}"


def unsound_words() -> Iterator[str]:
    """Words in the sources that would leave something unproved."""
    word = re.compile(r"\b(Admitted|admit|Axiom|Parameter|Conjecture|Abort)\b")
    for path in coq_files():
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if word.search(line.partition("(*")[0]):
                yield f"{path.name}:{number}: {line.strip()}"


def compile_all() -> None:
    """Compile the files of proofs/ in the build folder."""
    BUILD.mkdir(parents=True, exist_ok=True)
    for path in coq_files():
        copy, old = BUILD / path.name, path.read_bytes()
        if not copy.exists() or copy.read_bytes() != old:
            copy.write_bytes(old)
    shutil.copy(coq_files()[0].parent / "_CoqProject", BUILD)
    _tell("compiling")
    _run("coq_makefile", "-f", "_CoqProject", "-o", "Makefile.coq")
    _run("make", "-f", "Makefile.coq", "-j", "2")


def assumptions(named: Iterable[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the assumptions and the statement of each named theorem."""
    names = sorted(set(named))
    files = sorted({name.partition(".")[0] for name in names})
    lines = [PRINTING, f"From Myst Require {' '.join(files)}."]
    for name in names:
        lines += [f"Print Assumptions Myst.{name}.", f"Check Myst.{name}."]
    (BUILD / "Assumptions.v").write_text("\n".join(lines) + "\n", encoding="utf-8")
    said = coqc("Assumptions.v")
    assumed, types = {}, {}
    parts = re.split(r"^(?=Closed under|Axioms:|Section Variables:)", said, flags=re.M)
    parts = [part for part in parts if part.strip()]
    assert len(parts) == len(names), f"{len(parts)} answers for {len(names)} theorems"
    for name, part in zip(names, parts, strict=True):
        first, _, rest = part.partition("\n")
        assumed[name] = first.strip() if first.strip() == CLOSED else part.strip()
        types[name] = " ".join(rest.partition(":")[2].split())
    return assumed, types


def _write(found: dict[str, Any]) -> None:
    """Write down what Coq said; of the longest files as before, unless it was asked."""
    path = ROOT / "proofs" / "checked.json"
    found = {LATER: record().get(LATER, {})} | found
    path.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", "utf-8")
    _tell(f"written: {path.name}")


def coqc(name: str) -> str:
    """Return Coq's output when it compiles a file of the build folder."""
    return _run("coqc", *OPTIONS, name)


def _run(*words: str) -> str:
    """Return the output of a command in the build folder; exit on an error."""
    BUILD.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(words, cwd=BUILD, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{words[0]} fails:\n{done.stdout}{done.stderr}")
    return done.stdout + (done.stderr if words[0] == "coqchk" else "")


def _fail(text: str) -> int:
    _tell(text)
    return 1


def _tell(text: str) -> None:
    print(f"proofs: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
