"""The page of what is proved in Coq, docs/explanation/coq.md, for tools/proofs.py."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from proof_links import link

from mystpy.coq.formulas import coq_files
from mystpy.coq.record import (
    Theorem,
    checked_later,
    further_theorems,
    theorems,
)
from mystpy.theses.bench import statement

DOCS = Path(__file__).parents[1] / "docs"
COMMENT = re.compile(r"\(\*.*?\*\)", re.S)
ABOUT = """# The theory in Coq

`proofs/` has chapter 2 of the thesis, and what is proved from it, in Coq with
mathcomp, for all numbers of players and cards, all questions and histories of any
length. Coq's kernel checks every proof; no theorem below assumes an axiom, and the
one that has a premise which is computed elsewhere says so. {lines} lines,
of which {code} are neither blank nor comments; last checked with Coq {version}.
The same files compile with Coq 8.16 and mathcomp 1.15 (Debian 12) and with Coq 8.20
and mathcomp 2.3 (Debian 13); on both, `apt-get install coq libcoq-mathcomp-ssreflect
libcoq-mathcomp-algebra`. `proofs/coq-myst.opam` has the bounds for opam.

`make proofs` compiles `proofs/`, compares the formulas with those of `axioms/`, label
by label; computes a thousand random histories in Coq and with the axioms in Prolog,
some in ASP, too: who is in, whose turn it is, the phase, what is possible; computes two
thousand formulas of knowledge in Coq and with the engines, see below; reads what
each theorem says and assumes; runs `coqchk`, Coq's second checker, for axioms,
type-in-type, unguarded recursion and positivity that is assumed; and writes what Coq
said to `proofs/checked.json`. `make proofs LAST_STATES=1` compiles `LastStates.v`, too,
which takes minutes.

`make test` compiles `proofs/` and compares what Coq says of each theorem, its type and
what it assumes, with `proofs/checked.json`; `make check-all`, which runs once a day,
does so with all that `make proofs` looks at, and with `LastStates.v`. So a theorem that
says something else is noticed there, whatever hash the file has.

mystpy itself does not run Coq. It says PROVED (Coq: ...) because `proofs/checked.json`
says that the theorem was checked and assumes nothing, and neither the sources nor the
statement have changed since. Who does not want to trust that file runs `make proofs`.
Without `proofs/`, or after a change, the verdict says what it rests on without Coq.

Where the print is false or ill-formed the theorem is of the reading that is named;
[errata.md](../errata.md) has all of them. What stays outside of Coq: that a definition
says what the sentence says. Definitions are short, and stand beside the formulas that
they are of (`mystpy axiom 2.16`).

## How to read the files

Each file opens with what it is about and a glossary of what it defines. What the thesis
numbers has a name that says what it is, and its number as a second name: `poss_no` is
`ax_2_16`, `K` is `ax_S1_3_1e`. Both are listed at the end of `Situation.v`,
`Fluents.v`, `Partition.v` and `Knowledge.v`. The names in the table below lead to the
line where a theorem is stated. `make coqdoc` writes a page for each file, without the
proofs, in which each name leads to its definition; in the book that `make course` makes
after that, the names lead there.

Most files are written in SSReflect, the proof language of mathcomp, and have its
rational numbers, `rat`, as chances and values. Those of the recurrence (4.1),
`Recurrence.v`, `Polynomial.v`, `Draws.v`, `Parabola.v`, `OneCard.v`, `Tabulation.v` and
`LastStates.v`, are written in Coq's own language over its own fractions, `Q`: their
proofs need its tactics `field`, `lra` and `nia`, which mathcomp 1.15 does not have.
`RecurrenceRat.v` proves that the numbers of both are the same.

## Related work

Lescanne embedded epistemic logic, and then common knowledge logic, in Coq, and proved
puzzles in it ([Mechanizing epistemic logic with
Coq](https://hal-lara.archives-ouvertes.fr/hal-02102004), 2004; Mechanizing common
knowledge logic using Coq, Annals of Mathematics and Artificial Intelligence); with
Puisségur he added changes of what is known (Dynamic logic of common knowledge in a
proof assistant). Capretta proved Aumann's theorem in Coq, with common knowledge as a
coinductive modality. In Isabelle, the Archive of Formal Proofs has epistemic logic and
[public announcement logic](https://isa-afp.org/browser_info/current/AFP/Public_Announcement_Logic/PAL.html)
by From, with Kripke models and proofs of soundness and completeness, and an
[embedding](https://isa-afp.org/browser_info/current/AFP/PAL/PAL.html) of the latter in
higher-order logic by Reiche and Benzmüller. Here no logic is axiomatized, and no
completeness is proved: worlds are the deals and histories of one family of games, K is
truth in those that look alike, and the laws of S5 and of common knowledge are theorems.

[Coq-Polyhedra](https://doi.org/10.1007/s10817-018-9477-1) by Allamigeon and Katz has
the simplex method, Farkas' lemma and the duality of linear programming in mathcomp;
[LP_Duality](https://isa-afp.org/browser_info/current/AFP/LP_Duality/LP_Duality.html) in
the Archive of Formal Proofs has weak and strong duality in Isabelle, and Parsert a
[solver](https://arxiv.org/abs/2403.19639) that is proved to be right. `Minimax.v` uses
none of them: it proves what is needed of duality, the theorem of von Neumann, by
eliminating unknowns. `Checker.v` does not solve; it checks what a solver found.

## The formulas of the bench

`Language.v` has the formula language of the bench as a datatype, and what it is for a
formula to be true in a world: the fluents, K, E, C, D, quantifiers and counts over
players, holders, cards, sets and groups, what holds after an action, and what held
before. It leaves out comparisons of numbers, announcements, and `on all ways`. Of each
statement below that is a formula about MYST(m,n,p,q), and not about games with sorts,
`Statements.v` has the term, printed by the program from the formula that
`mystpy theorem ID` prints, with the games that it is said of; the files `Bench*.v`
prove it ({formulas} statements and readings). A verdict rests on that term: it counts
only while the program prints the term that was proved. The theorems of the other rows
were matched with the statement by hand, and the verdict rests on a hash of its text.

## Knowledge, computed

`Evaluator.v` computes whether a formula is true after a concrete deal and history, of
any game, and `evaluateP` proves that what is computed is the truth. The histories of
worlds that look alike differ in the cards shown to others only; so `Worlds.v` goes
through all deals and, for each, all cards that may have been shown, and proves that
nothing else is possible. `python tools/proof_knowledge.py 200` draws situations of
games of at most six cards and formulas at random, and compares what the evaluator
computes, extracted to OCaml and by Coq's virtual machine, with the engines `prolog`,
`asp` and `worlds`, and with the sweep that settles the statements; `make proofs` does
so with 2,000.

## Files

| file | what is in it |
|---|---|
"""
TABLE = """
## Thesis, Coq, verdict

A row is a statement of the bench (`mystpy theorem ID`), or a reading of it. The
verdict is the one of [theorems.md](../theorems.md).

| place | statement | Coq | how it is put | verdict |
|---|---|---|---|---|
"""


FURTHER = """
## Further theorems

These are of no single statement; Coq says of them, too, that they assume nothing.

| theorem | what it says |
|---|---|
"""
MUTATIONS = """
## What is noticed

`make check-all` makes these changes one by one, in a copy, and has the check on the
right notice each; those that need no Coq are made by `make test`, too.

| file | instead of | this | noticed by | at |
|---|---|---|---|---|
"""


def write_page(version: str) -> None:
    """Write the page: the files, and the theorem of each statement."""
    texts = {path: path.read_text("utf-8") for path in coq_files()}
    lines = [line for text in texts.values() for line in text.splitlines()]
    bare = "".join(COMMENT.sub("", text) for text in texts.values()).splitlines()
    code = sum(bool(line.strip()) for line in bare)
    formulas = sum(row.formula is not None for row in theorems())
    sizes = {"lines": f"{len(lines):,}", "code": f"{code:,}", "formulas": formulas}
    page = ABOUT.format(**sizes, version=version)
    page += "".join(
        f"| `{path.name}` | {_about(text)} |\n" for path, text in texts.items()
    )
    page += (
        TABLE
        + "".join(_rows())
        + FURTHER
        + "".join(_further())
        + MUTATIONS
        + "".join(_mutations())
    )
    (DOCS / "explanation" / "coq.md").write_text(page, encoding="utf-8")


def _about(text: str) -> str:
    """The first sentence of a file."""
    comment = " ".join(text.partition("(*")[2].partition("*)")[0].split())
    return comment.partition(". ")[0].rstrip(".").replace("|", "\\|")


def _rows() -> Iterator[str]:
    verdicts = json.loads((DOCS / "theorems.json").read_text("utf-8"))
    by_id = {row["id"]: row for row in verdicts}
    order = {name: place for place, name in enumerate(by_id)}
    for row in sorted(theorems(), key=lambda row: order.get(row.id, len(order))):
        stated, found = statement(row.id), by_id.get(row.id)
        name = f"[{row.id}](../theorems.md#{row.id.replace('.', '')})"
        name += f", read as: {row.reading}" if row.reading else ""
        coq = ", ".join(map(link, row.names))
        cells = (stated.place, name, coq, _put(row), _verdict(row, found))
        yield f"| {' | '.join(cells)} |\n"


def _put(row: Theorem) -> str:
    """How a theorem puts the statement, and whether its premise was proved."""
    said = row.note or ""
    if row.later is None:
        return said
    was = "was" if checked_later(row.later) else "was not"
    return f"{said} `{row.later}` has no premise; it {was} checked as it is now."


def _verdict(row: Theorem, found: dict[str, Any] | None) -> str:
    """The verdict on the page of all statements, if it is there already."""
    if found is None:
        return "not settled yet"
    if row.reading is None:
        return str(found["verdict"])
    read = (each for each in found["readings"] if each["reading"] == row.reading)
    verdict = next((each["verdict"] for each in read), "not settled yet")
    return f"{found['verdict']}; the reading {verdict}"


def _further() -> Iterator[str]:
    """Theorems that are no statement's."""
    for name, says in further_theorems().items():
        yield f"| `{name}` | {says} |\n"


def _mutations() -> Iterator[str]:
    """What the tests change, and what notices it."""
    path = DOCS.parent / "tests" / "coq" / "mutations.toml"
    for row in tomllib.loads(path.read_text("utf-8"))["mutation"]:
        old, new = (_code(row[each]) for each in ("old", "new"))
        cells = (f"`{row['at']}`", old, new, row["notice"], f"`{row['breaks']}`")
        yield f"| {' | '.join(cells)} |\n"


def _code(text: str) -> str:
    """A text as code in a cell."""
    return f"`{' '.join(text.split())}`".replace("|", "\\|")
