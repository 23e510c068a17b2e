"""Write proofs/Values.v and LargerValues.v: values of games as theorems in Coq.

    python tools/coq_values.py

solves each game, and writes its certificate as a term of Coq with the theorem that the
game has this value, which Coq proves by running its verified checker on that term.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path

from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import certificate
from mystpy.solve.extensive.value_bounds import improving_bounds
from mystpy.solve.verified.checker_input import checker_numbers

PROOFS = Path(__file__).parents[1] / "proofs"
SMALL = (
    *((1, 1, 1), (2, 1, 1), (3, 1, 1)),
    *((1, 2, 1), (1, 2, 2), (2, 2, 2), (3, 1, 2)),
)
LARGER = ((4, 1, 1), (2, 2, 1), (1, 3, 2))
"""Games MYST(m,n,2,q), as (m, n, q). Coq needs half a minute for the larger ones."""
WIDTH = 80
HEAD = """(* Values of {kind} games of two players as theorems: tools/coq_values.py
   writes this file. In each of them player 1 (false) wins with the chance that
   is named, whatever player 2 does, and player 2 (true) with the rest, whatever
   player 1 does. That is proved by running Checker.check on a certificate.

   Glossary{worth}
     certificate_m_n_2_q
                      the certificate of MYST(m,n,2,q), for the checker *)

From Coq Require Import NArith.
From mathcomp Require Import all_ssreflect.
Set Warnings "-ambiguous-paths".
From mathcomp Require Import ssralg ssrnum rat.
From Myst Require Import Optimal Checker Certified{more}.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
"""
WORTH_SAYS = """
     worth m n q v    MYST(m,n,2,q) has the value v
     a // b           a fraction of the checker"""
WORTH = """
Definition worth (m n q : nat) (v : rat) : Prop :=
  @assures m n q false v (last_turn m n) /\\
  @assures m n q true (1 - v) (last_turn m n).

Notation "a // b" := (Frac a b) (at level 40).
"""


class Reader:
    """The numbers of `checker_numbers` one after the other, as terms of Coq."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = iter(numbers)

    def number(self) -> int:
        """Return the next number."""
        return next(self.numbers)

    def parts(self) -> str:
        """Return a list of numbers."""
        return _listed([str(self.number()) for _ in range(self.number())])

    def fraction(self) -> str:
        """Return a fraction."""
        return f"({self.number()} // {self.number()})"

    def action(self) -> str:
        """Return an action."""
        kind = ("Asks", "Shows", "Guesses", "NoGuess")[self.number()]
        return kind if kind == "NoGuess" else f"{kind} {self.parts()}"

    def weighed(self) -> str:
        """Return an action with its probability."""
        action = self.action()
        return f"({action}, {self.fraction()})"

    def entry(self) -> str:
        """Return an information set with what is done there."""
        turn, parts = self.number(), self.parts()
        acts = [self.weighed() for _ in range(self.number())]
        return f"({turn}, {parts},\n   {_listed(acts)})"

    def table(self) -> str:
        """Return a strategy."""
        entries = [self.entry() for _ in range(self.number())]
        return _listed(entries, ";\n  ")


def _listed(terms: list[str], between: str = "; ") -> str:
    return f"[:: {between.join(terms)}]" if terms else "[::]"


def theorem(m: int, n: int, q: int) -> Iterator[str]:
    """Yield the lines of a certificate and of its theorem."""
    game, variant = Game.myst(m, n, 2, q), GameVariant(questions="useful")
    *_, found = improving_bounds(game, variant)
    value = found.value
    assert value is not None
    read = Reader(checker_numbers(certificate(found)))
    bluffers = [read.number() for _ in range(2)]
    assert bluffers == [1, 1], "check_sound is about games in which both may bluff"
    sizes = [read.number() for _ in range(3)]
    name = f"{m}_{n}_2_{q}"
    yield f"\n(* MYST({m},{n},2,{q}) *)"
    yield f"Definition certificate_{name} : certificate := Certificate"
    yield f"  {' '.join(f'{size}%nat' for size in sizes)}"
    yield f"  {read.fraction()}%num {read.fraction()}%num"
    yield f"  ({read.table()})%num"
    yield f"  ({read.table()})%num."
    yield f"Theorem value_{name} : worth {m} {n} {q} ({_ratio(value)})."
    yield "Proof."
    yield f"have ok : check certificate_{name} by vm_cast_no_check (erefl true)."
    yield "exact: (check_sound ok)."
    yield "Qed."


def _ratio(value: Fraction) -> str:
    return f"{value.numerator}%:R / {value.denominator}%:R"


def text(games: Iterable[tuple[int, int, int]], *, larger: bool) -> str:
    """Return a file with the values of some games."""
    kind, more = ("larger", " Values") if larger else ("small", "")
    said = WORTH_SAYS * (not larger)
    lines = (line for game in games for line in theorem(*game))
    head = HEAD.format(kind=kind, more=more, worth=said) + WORTH * (not larger)
    return head + _narrow("\n".join(lines)) + "\n"


def _narrow(text: str) -> str:
    """Return a text with long lines broken."""
    return "\n".join(
        textwrap.fill(line, WIDTH, subsequent_indent="     ", break_long_words=False)
        if len(line) > WIDTH
        else line
        for line in text.splitlines()
    )


def main() -> None:
    """Write the files."""
    (PROOFS / "Values.v").write_text(text(SMALL, larger=False), "utf-8")
    (PROOFS / "LargerValues.v").write_text(text(LARGER, larger=True), "utf-8")


if __name__ == "__main__":
    main()
