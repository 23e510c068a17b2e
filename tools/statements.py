"""Write proofs/Statements.v: the formulas of the bench that Coq proves, as terms.

    python tools/statements.py

reads the rows of proofs/theorems.toml whose statement or reading has a formula about
MYST. For each it writes the term of that formula and the claim that it holds. The files
proofs/Bench*.v prove the claims. proofs/Language.v is about MYST(m,n,p,q) only, so a
formula about games with sorts is left out. `tools/proofs.py` refuses a file that is not
current.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from mystpy.conjectures.ranges import games_in
from mystpy.coq.claims import FILE, Claim, claim_of
from mystpy.coq.record import Theorem, theorems
from mystpy.theses.bench import statement
from mystpy.theses.statement import Formula

PROOFS = Path(__file__).parents[1] / "proofs"
HEAD = """(* The formulas of the bench that are proved, as terms of Language.v.
   Written by tools/statements.py from proofs/theorems.toml and the statements:
   each formula is the one that `mystpy theorem ID --show` prints. The files
   Bench*.v prove the claims. *)

From Coq Require Import String.
From mathcomp Require Import ssreflect ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Language.
Import Formula.
Open Scope string_scope.

"""


def formula_of(row: Theorem) -> Formula | None:
    """The formula of the statement, or of the reading, that a row is about."""
    stated = statement(row.id)
    if row.reading is None:
        return stated.assertion.formula
    return next(x.formula for x in stated.readings if x.words == row.reading)


def is_about_myst(formula: Formula) -> bool:
    """Return whether all games of a formula are games of proofs/Language.v."""
    return all(game.rules == "myst" for game in games_in(formula.games))


def claims() -> Iterator[tuple[Theorem, Claim, str]]:
    """The rows with a formula, what is to be proved of each, and the formula."""
    for row in theorems():
        formula = formula_of(row)
        if formula is None or not is_about_myst(formula):
            continue
        text = str(formula)
        claim = claim_of(row.id, row.reading, text, row.scope, refuted=row.refutes)
        if claim is None:
            raise SystemExit(f"{row.id}: proofs/Language.v has no term for {text}")
        yield row, claim, text


def written() -> str:
    """Return the text that proofs/Statements.v must have."""
    found = list(claims())
    names = [claim.name for _, claim, _ in found]
    assert len(set(names)) == len(names), "two claims of one name"
    parts = []
    for row, claim, text in found:
        reading = "" if row.reading is None else f", read as: {row.reading}"
        parts.append(claim.written(f"{row.id}{reading}: {text}"))
    return HEAD + "\n".join(parts)


def main() -> int:
    """Write the file, and say of which claims theorems.toml names no theorem."""
    (PROOFS / FILE).write_text(written(), encoding="utf-8")
    found = list(claims())
    missing = [claim.theorem for row, claim, _ in found if row.formula is None]
    print(f"{len(found)} claims, {len(found) - len(missing)} proved", *missing)
    return 0


if __name__ == "__main__":
    sys.exit(main())
