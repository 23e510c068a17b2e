"""Have Coq check the theory in proofs/, and write proofs/checked.json.

    python tools/proofs.py

compiles proofs/ in build/coq; compares a thousand random histories, computed in Coq,
with the axioms in Prolog and a part of them in ASP, and two thousand formulas of
knowledge with the engines; reads what each theorem that the bench names assumes, which
has to be nothing; runs coqchk over all of it; and writes docs/coq.md, a table of them.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from proof_histories import compared_in_asp, drawn, sample
from proof_knowledge import compared
from proof_page import write_page
from statements import claims, written

from mystpy.axioms import blocks
from mystpy.coq.claims import FILE
from mystpy.coq.formulas import coq_files, formula_text, labels_of_the_thesis, prints
from mystpy.coq.record import key, sources_print, statement_print, theorems
from mystpy.theses.bench import statement

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "coq"
TESTED = "8.16"
HISTORIES, IN_ASP, SEED = 1000, 200, 7
FORMULAS = 2000
OPTIONS = ("-w", "-notation-overridden", "-R", ".", "Myst")
PRINTING = """Set Warnings "none".
Set Printing Width 1000000.
From mathcomp Require Import all_ssreflect ssralg ssrnum rat."""
"""How types are printed: with the notations of mathcomp, which all versions share."""

CLOSED = "Closed under the global context"


def main() -> int:
    """Check everything, and write down what was checked; 1 if something fails."""
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
    rows = drawn(HISTORIES, SEED)
    _tell(f"{len(rows)} random histories in Coq and in Prolog, {IN_ASP} of them in ASP")
    (BUILD / "Sample.v").write_text(sample(rows), encoding="utf-8")
    coqc("Sample.v")
    compared_in_asp(rows, IN_ASP)
    _tell(f"{FORMULAS} formulas in Coq and by the engines, which takes minutes")
    _tell(compared(FORMULAS, SEED))
    assumed, types = assumptions()
    open_ones = {name: text for name, text in assumed.items() if text != CLOSED}
    if open_ones:
        return _fail("\n".join(f"{k} assumes: {v}" for k, v in open_ones.items()))
    if faults := list(other_claims(types)):
        return _fail("\n".join(faults))
    _tell("coqchk, which takes a minute")
    modules = [f"Myst.{path.stem}" for path in coq_files()]
    if "* Axioms: <none>" not in _run(
        "coqchk", "-silent", "-o", "-R", ".", "Myst", *modules
    ):
        return _fail("coqchk finds axioms")
    _write(version, types)
    write_page(version)
    return 0


def untested(version: str) -> str | None:
    """What to say of a Coq that is older or newer than the one that was tested."""
    age = [int(part) for part in re.findall(r"[0-9]+", version)][:2]
    tested = [int(part) for part in TESTED.split(".")]
    if age == tested:
        return None
    word = "older" if age < tested else "newer"
    return (
        f"Coq {version} is {word} than the one that proofs/ was tested with, {TESTED};"
        " if a file does not compile, that may be why"
    )


def labels() -> Iterator[str]:
    """What of the labels is not said alike in Coq and in the axiom files."""
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


def assumptions() -> tuple[dict[str, str], dict[str, str]]:
    """What each theorem that is named assumes, and what it says."""
    names = sorted({name for row in theorems() for name in row.names})
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


def _write(version: str, types: dict[str, str]) -> None:
    found = {
        "coq": version,
        "sources": sources_print(),
        "theorems": types,
        "statements": {
            key(row.id, row.reading): statement_print(_text(row.id, row.reading))
            for row in theorems()
            if row.formula is None
        },
        "formulas": prints(),
    }
    path = ROOT / "proofs" / "checked.json"
    path.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", "utf-8")
    _tell(f"{len(types)} theorems, none of which assumes anything: {path.name}")


def _text(id: str, reading: str | None) -> str:
    """The text of a statement, or of a reading of it."""
    stated = statement(id)
    if reading is None:
        return stated.formal
    found = next((each for each in stated.readings if each.words == reading), None)
    if found is None:
        raise SystemExit(f"{id} has no reading {reading!r}")
    return found.text or stated.formal


def coqc(name: str) -> str:
    """What Coq prints when it compiles a file of the build folder."""
    return _run("coqc", *OPTIONS, name)


def _run(*words: str) -> str:
    """What a command prints, run in the build folder; an error ends everything."""
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
