"""The pages about what is proved in Coq, for tools/proofs.py.

These are docs/explanation/coq.md and docs/reference/coq-theorems.md.
"""

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

`proofs/` contains chapter 2 of the thesis, and what is proved from it, in Coq with
mathcomp: for all numbers of players and cards, all questions, and histories of any
length. Coq's kernel checks every proof. No theorem assumes an axiom; one theorem has a
premise that is computed elsewhere, and says so. There are {lines} lines, of
which {code} are neither blank nor comments. They were last checked with Coq {version}.

All theorems, with the statements that they prove, are in
[coq-theorems.md](../reference/coq-theorems.md). If a sentence is false or ill-formed as
printed, the theorem is about the reading that is named;
[errata.md](../errata.md) lists these cases.

## What you have to trust

mystpy does not run Coq. It says PROVED (Coq: ...) if `proofs/checked.json` says that
the theorem was checked and assumes nothing, and if neither the sources nor the
statement have changed since. If you do not want to trust this file, run `make proofs`.
Without `proofs/`, or after a change, the verdict says what it rests on without Coq.

Coq cannot check that a definition expresses the sentence of the thesis. The definitions
are short, and each is next to the formula that it formalizes (`mystpy axiom 2.16`).

## How the proofs are checked

`make proofs`

- compiles `proofs/`;
- compares the formulas with those of `axioms/`, label by label;
- computes a thousand random histories in Coq and with the Prolog axioms, some also in
  ASP: the players who are in, the turn, the phase, and the possible actions;
- computes two thousand formulas of knowledge in Coq and with the engines
  ([below](#knowledge-computed));
- reads what each theorem says and assumes;
- runs `coqchk`, Coq's second checker, for axioms, type-in-type, unguarded recursion
  and assumed positivity;
- writes what Coq said to `proofs/checked.json`.

`make proofs LAST_STATES=1` also compiles `LastStates.v`, which takes minutes.

`make test` compiles `proofs/` and compares the type of each theorem, and what it
assumes, with `proofs/checked.json`. `make check-all`, which runs once a day, compares
everything that `make proofs` examines, including `LastStates.v`. So a theorem that says
something else is detected, even if the hash of its file was edited. `make check-all`
also makes deliberate errors, one by one, and verifies that each is detected
([the list](../reference/coq-theorems.md#deliberate-errors)).

To install Coq: `apt-get install coq libcoq-mathcomp-ssreflect
libcoq-mathcomp-algebra`. The files compile with Coq 8.16 and mathcomp 1.15 (Debian 12)
and with Coq 8.20 and mathcomp 2.3 (Debian 13). `proofs/coq-myst.opam` has the version
bounds for opam.

## How to read the files

Each file begins with a summary and a glossary of what it defines. Everything that the
thesis numbers has a descriptive name, and its number as a second name: `poss_no` is
`ax_2_16`, `K` is `ax_S1_3_1e`. Both are listed at the end of `Situation.v`,
`Fluents.v`, `Partition.v` and `Knowledge.v`. `make coqdoc` writes a page for each file,
without the proofs, in which each name links to its definition; the book that
`make course` builds afterwards links to these pages.

Most files are written in SSReflect, the proof language of mathcomp, and use its
rational numbers, `rat`, for probabilities and values. The files about the recurrence
(4.1), `Recurrence.v`, `Polynomial.v`, `Draws.v`, `Parabola.v`, `OneCard.v`,
`Tabulation.v` and `LastStates.v`, are written in Coq's own language with its own
fractions, `Q`. Their proofs need the tactics `field`, `lra` and `nia`, which mathcomp
1.15 does not have. `RecurrenceRat.v` proves that both kinds of numbers agree.

## Statements that are formulas

`Language.v` defines the formula language of mystpy as a datatype, and when a formula is
true in a world. It has the fluents, K, E, C and D, quantifiers and counts over players,
holders, cards, sets and groups, and operators for the situations before and after an
action. Comparisons of numbers, announcements, and `on all ways` are not included.

If a statement is a formula about MYST(m,n,p,q), and not about games with sorts,
`Statements.v` contains its term. The program prints this term from the formula that
`mystpy theorem ID` prints, with the games that it is about. The files `Bench*.v` prove
it ({formulas} statements and readings). Such a verdict rests on the term: it counts
only as long as the program prints the same term. All other theorems were matched with
their statements by hand, and their verdicts rest on a hash of the text.

## Knowledge, computed

`Evaluator.v` computes whether a formula is true after a concrete deal and history of
any game, and `evaluateP` proves that the result is correct. Worlds that a player cannot
distinguish have histories that differ only in the cards shown to others. So `Worlds.v`
enumerates all deals and, for each, all cards that may have been shown, and proves that
there are no other worlds.

`python tools/proof_knowledge.py 200` draws situations of games of at most six cards and
formulas at random. It compares what the evaluator computes, extracted to OCaml and in
Coq's virtual machine, with the engines `prolog`, `asp` and `worlds`, and with the sweep
that settles the statements. `make proofs` does so with 2,000.

## Related work

**Epistemic logic.** Lescanne embedded epistemic logic, and then common knowledge logic,
in Coq, and proved puzzles in it ([Mechanizing epistemic logic with
Coq](https://hal-lara.archives-ouvertes.fr/hal-02102004), 2004; Mechanizing common
knowledge logic using Coq, Annals of Mathematics and Artificial Intelligence). With
Puisségur he added changes of knowledge (Dynamic logic of common knowledge in a proof
assistant). Capretta proved Aumann's theorem in Coq, with common knowledge as a
coinductive modality. For Isabelle, the Archive of Formal Proofs has epistemic logic and
[public announcement logic](https://isa-afp.org/browser_info/current/AFP/Public_Announcement_Logic/PAL.html)
by From, with Kripke models and proofs of soundness and completeness. It also has an
[embedding](https://isa-afp.org/browser_info/current/AFP/PAL/PAL.html) of the latter in
higher-order logic by Reiche and Benzmüller. This project axiomatizes no logic and
proves no completeness. Worlds are the deals and histories of one family of games, K is
truth in all indistinguishable worlds, and the laws of S5 and of common knowledge are
theorems.

**Linear programming.** [Coq-Polyhedra](https://doi.org/10.1007/s10817-018-9477-1) by
Allamigeon and Katz has the simplex method, Farkas' lemma and the duality of linear
programming in mathcomp.
[LP_Duality](https://isa-afp.org/browser_info/current/AFP/LP_Duality/LP_Duality.html) in
the Archive of Formal Proofs has weak and strong duality in Isabelle, and Parsert a
[solver](https://arxiv.org/abs/2403.19639) that is proved correct. `Minimax.v` uses none
of them. It proves what it needs of duality, the theorem of von Neumann, by eliminating
variables. `Checker.v` does not solve a game; it checks the result of a solver.
"""
REFERENCE = """# Theorems in Coq

This page is written by `make proofs`. [coq.md](../explanation/coq.md) explains how the
proofs are checked, and what you have to trust.

## Files

| file | what is in it |
|---|---|
"""
TABLE = """
## Thesis, Coq, verdict

A row is a statement (`mystpy theorem ID`), or a reading of it, with the theorems that
prove it. Each name links to the line where the theorem is stated. "How it is put" says
where the theorem differs from the wording. The verdict is the one in
[theorems.md](../theorems.md).

| place | statement | Coq | how it is put | verdict |
|---|---|---|---|---|
"""
FURTHER = """
## Further theorems

These theorems belong to no single statement. They assume nothing either.

| theorem | what it says |
|---|---|
"""
MUTATIONS = """
## Deliberate errors

`make check-all` makes these changes one by one, in a copy, and verifies that the check
named on the right detects each. `make test` makes those that do not need Coq.

| file | instead of | this | detected by | at |
|---|---|---|---|---|
"""


def write_page(version: str) -> None:
    """Write both pages: the explanation, and the files and theorems."""
    texts = {path: path.read_text("utf-8") for path in coq_files()}
    lines = [line for text in texts.values() for line in text.splitlines()]
    bare = "".join(COMMENT.sub("", text) for text in texts.values()).splitlines()
    code = sum(bool(line.strip()) for line in bare)
    formulas = sum(row.formula is not None for row in theorems())
    sizes = {"lines": f"{len(lines):,}", "code": f"{code:,}", "formulas": formulas}
    about = ABOUT.format(**sizes, version=version)
    (DOCS / "explanation" / "coq.md").write_text(about, encoding="utf-8")
    files = (f"| `{path.name}` | {_about(text)} |\n" for path, text in texts.items())
    page = (
        REFERENCE
        + "".join(files)
        + TABLE
        + "".join(_rows())
        + FURTHER
        + "".join(_further())
        + MUTATIONS
        + "".join(_mutations())
    )
    path = DOCS / "reference" / "coq-theorems.md"
    path.write_text(page, encoding="utf-8")


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
    """Return the form of the statement in a theorem, and the status of its premise."""
    said = row.note or ""
    if row.later is None:
        return said
    was = "was" if checked_later(row.later) else "was not"
    return f"{said} `{row.later}` has no premise; it {was} checked as it is now."


def _verdict(row: Theorem, found: dict[str, Any] | None) -> str:
    """Return the verdict on the page of all statements, if it is already there."""
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
    """Yield the mutations of the tests, and the part that notices each."""
    path = DOCS.parent / "tests" / "coq" / "mutations.toml"
    for row in tomllib.loads(path.read_text("utf-8"))["mutation"]:
        old, new = (_code(row[each]) for each in ("old", "new"))
        cells = (f"`{row['at']}`", old, new, row["notice"], f"`{row['breaks']}`")
        yield f"| {' | '.join(cells)} |\n"


def _code(text: str) -> str:
    """A text as code in a cell."""
    return f"`{' '.join(text.split())}`".replace("|", "\\|")
