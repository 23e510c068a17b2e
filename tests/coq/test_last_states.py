"""The comparisons that Coq leaves for the counterexample below (4.1) are made.

`last_states` in `proofs/Parabola.v` is the premise of the refutation; the bench makes
the comparisons with the numbers of its `LimitProof`.
"""

from __future__ import annotations

import re
from fractions import Fraction

from mystpy.axioms import proofs_dir
from mystpy.theses.chapter4.recurrence.limit import LimitProof

FOLDER = proofs_dir()
assert FOLDER is not None
DRAWS = (FOLDER / "Draws.v").read_text("utf-8")
BORDER = (FOLDER / "Parabola.v").read_text("utf-8")


def constant(text: str, name: str) -> Fraction:
    """Return a number that is defined in Coq."""
    found = re.search(rf"^Definition {name} : Q := (.*)\.$", text, re.M)
    assert found, name
    said = re.sub(r"\(?(\d+) ?# ?(\d+)\)?", r"Fraction(\1,\2)", found[1])
    value = eval(said.replace("^", "**"), {"Fraction": Fraction})
    return Fraction(value)


def test_the_sum_has_the_numbers_of_the_bench() -> None:
    proof = LimitProof()
    up, low, side = proof.factors
    assert constant(DRAWS, "c") == proof.c
    assert constant(DRAWS, "a") == up
    assert constant(DRAWS, "b") == low
    assert constant(DRAWS, "s") == side
    assert constant(BORDER, "gain") == proof.gain
    exponents = re.findall(
        r"(?:fall|rise) [mxy] (\d)", DRAWS.split("Definition side")[0]
    )
    assert {int(k) for k in exponents} >= {proof.ups, proof.lows}
    assert f"fall y {proof.j} / rise x {proof.j}" in DRAWS


def test_the_last_states_are_those_of_the_bench() -> None:
    proof = LimitProof()
    said = BORDER[BORDER.index("Definition last_states") :].split(".\n")[0]
    both, least = 2 * proof.half, proof.smallest - 1
    assert f"({least} <= x)%nat -> ({least} <= y)%nat" in said
    assert f"(x + y = if Nat.even m then {both} else {both - 1})%nat" in said
    assert proof.least == Fraction(3, 2)
    assert "(3 * (x + 1) * (y + 1) <= 2 * (m + 2))%nat" in said
    assert f"q m <= {proof.most} -> 0 <= G m x y" in said
