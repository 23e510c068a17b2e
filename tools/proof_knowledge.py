"""Knowledge computed in Coq and by the engines, in random situations of small games.

    python tools/proof_knowledge.py [NUMBER [SEED]]

draws situations with the axioms in Prolog, and a random formula for each. It computes
the formulas by `Evaluator.evaluate`, extracted to OCaml, and some of them in Coq, too;
`Evaluator.evaluateP` proves that the result is their truth. It asks the engines prolog,
asp and worlds, and the sweep that settles the statements. The exit status is 1 if they
differ. Run `tools/proofs.py` first, which compiles proofs/.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from math import factorial
from pathlib import Path
from random import Random
from typing import NamedTuple

from proof_formulas import DEPTH, RandomFormula
from proof_histories import Row, coq_list, coq_term, drawn

from mystpy.conjectures.evaluation import StateWithPast
from mystpy.conjectures.truth import holds
from mystpy.coq.terms import formula_term
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.decidable import parse_conjecture
from mystpy.language.read import read
from mystpy.language.vocabulary import ConjectureWords
from mystpy.questions.situation import Situation
from mystpy.situations.event import Event
from mystpy.situations.explore import steps

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "coq"
NUMBER, SEED = 2000, 11
MOST_CARDS, MOST_ACTIONS, MOST_DEALS = 6, 12, 200
IN_COQ, IN_ONE_FILE = 200, 100
COQC = ("coqc", "-w", "-notation-overridden", "-R", ".", "Myst")
PRINT = """let () =
  List.iter (fun (met, value) -> Printf.printf "(%b, %b)\\n" met value)
    Extracted.answers
"""
ENGINES = ("prolog", "asp", "worlds")
SWEEP = "sweep"

Answers = dict[str, bool]
"""The answers of each engine, by its name."""


class Case(NamedTuple):
    """A situation, and a formula; whether that is about this situation alone."""

    row: Row
    game: Game
    history: History
    formula: str
    static: bool


def cases(number: int, seed: int) -> Iterator[Case]:
    """So many executable random histories, with a formula for each."""
    rng, found = Random(seed), 0
    while found < number:
        for row in drawn(number, rng.randrange(1 << 30), MOST_CARDS, MOST_ACTIONS):
            m, n, p, q = map(int, re.findall("[0-9]+", row.game))
            deals = factorial(m + n * p) // (factorial(m) * factorial(n) ** p)
            if not row.executable or found == number or deals > MOST_DEALS:
                continue
            found += 1
            game = Game.myst(m=m, n=n, p=p, q=q)
            hands = dict(enumerate(_cards(hand) for hand in row.hands))
            actions = [re.sub(r"set\((.*?)\)", r"{\1}", each) for each in row.actions]
            history = History.make(game, hands, actions)
            static = rng.random() < 0.6
            formula = RandomFormula(game, rng, static=static).formula(DEPTH)
            yield Case(row, game, history, formula, static)


def _cards(text: str) -> list[str]:
    return re.findall(r"s[0-9]+", text)


def by_engines(case: Case) -> Answers:
    """Return the answers of the engines and of the sweep, which gets all formulas."""
    found = {SWEEP: by_sweep(case)}
    for engine in ENGINES if case.static else ():
        answer = Situation.of(case.history, engine=engine).holds(case.formula)
        if answer is None:
            raise SystemExit(f"{engine} leaves {case.formula} open: {case.row.actions}")
        found[engine] = answer
    return found


def by_sweep(case: Case) -> bool:
    """The value by what settles the statements: all worlds of the public history."""
    state = StateWithPast.start(case.game)
    hands = tuple(frozenset(_cards(hand)) for hand in case.row.hands)
    here = sum(
        1 << w
        for w in range(state.size)
        if tuple(map(frozenset, state.history(w).hands)) == hands  # type: ignore[arg-type]
    )
    for action in case.history.actions:
        found = [
            (reached.state, reached.lowered(here) & meant)
            for reached, meant in steps(state, Event.of(action, case.game))
        ]
        [(after, here)] = [(s, worlds) for s, worlds in found if worlds]
        assert isinstance(after, StateWithPast)
        state = after
    assert here.bit_count() == 1, case.row.actions
    node = parse_conjecture(case.formula, None, [case.game])
    return bool(holds(node, state, {}) & here)


def by_coq(asked: list[Case]) -> list[bool]:
    """Return the values that Coq computes by its virtual machine."""
    values: list[bool] = []
    for start in range(0, len(asked), IN_ONE_FILE):
        part = asked[start : start + IN_ONE_FILE]
        (BUILD / "Knows.v").write_text(
            _sample(part, "Eval vm_compute in "), encoding="utf-8"
        )
        values += _values(part, _run(*COQC, "Knows.v"))
    return values


def by_extraction(asked: list[Case]) -> list[bool]:
    """Return the values of the evaluator as a program in OCaml, extracted by Coq."""
    text = _sample(asked, "Definition answers := ")
    text += 'Extraction "extracted.ml" answers.\n'
    (BUILD / "Extracted.v").write_text(text, encoding="utf-8")
    (BUILD / "print_answers.ml").write_text(PRINT, encoding="utf-8")
    _run(*COQC, "Extracted.v")
    files = ("extracted.mli", "extracted.ml", "print_answers.ml")
    _run("ocamlfind", "ocamlopt", "-w", "-a", *files, "-o", "print_answers")
    return _values(asked, _run("./print_answers"))


def _values(asked: list[Case], printed: str) -> list[bool]:
    """The values. SystemExit if the premises of `evaluateP` are not met."""
    pairs = re.findall(r"\(\s*(true|false),\s+(true|false)\)", printed)
    assert len(pairs) == len(asked), f"{len(pairs)} answers to {len(asked)} questions"
    for case, (met, _) in zip(asked, pairs, strict=True):
        if met != "true":
            raise SystemExit(f"not executable or ill-sorted in Coq: {case}")
    return [value == "true" for _, value in pairs]


def _run(*words: str) -> str:
    """Return the output of a program, run in the build folder."""
    done = subprocess.run(words, cwd=BUILD, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{words[0]} fails:\n{done.stdout}{done.stderr}")
    return done.stdout


def _sample(part: list[Case], command: str) -> str:
    """A file for Coq: of each case whether its premises hold, and its value."""
    lines = [
        "From Coq Require Import String Extraction ExtrOcamlBasic.",
        "From mathcomp Require Import ssreflect ssrbool eqtype ssrnat seq.",
        "From Myst Require Import Situation Fluents Computed Language.",
        "From Myst Require Import ListedDeals Evaluator.",
        "Import Formula.",
        "Open Scope string_scope.",
        "Definition asked G o acts f := let s := history acts in",
        "  ([&& valid_sizes G, o \\in deals G, executable G (coded o) s",
        "    & well_sorted G [::] f], evaluate G f o s).",
        f"{command}[::",
    ]
    return "\n".join([*lines, ";\n".join(map(_row, part)), "]."]) + "\n"


def _row(case: Case) -> str:
    """Return the Coq term of a case."""
    game = " ".join(re.findall(r"[0-9]+", case.row.game))
    hands = [_cards(hand) for hand in case.row.hands]
    holders = (
        next(k for k, hand in enumerate(hands) if card in hand)
        for card in case.game.cards
    )
    acts = coq_list(map(coq_term, case.row.actions))
    term = formula_term(read(case.formula, ConjectureWords.of(()), None))
    return f"asked (MYST {game}) {coq_list(holders)} {acts} {term}"


def compared(number: int, seed: int) -> str:
    """Compare so many; SystemExit with the first that differs, else what was done."""
    asked = list(cases(number, seed))
    with_ocaml = shutil.which("ocamlfind") is not None
    in_coq = by_coq(asked[:IN_COQ] if with_ocaml else asked)
    values = by_extraction(asked) if with_ocaml else in_coq
    how = ", in all extracted" if with_ocaml else ""
    true = of_engines = 0
    for k, (case, value) in enumerate(zip(asked, values, strict=True)):
        answers = by_engines(case)
        answers |= {"vm_compute": in_coq[k]} if k < len(in_coq) else {}
        if any(answer != value for answer in answers.values()):
            raise SystemExit(
                f"Coq computes {value}, others {answers}: {case.formula}\n"
                f"{case.row.game} {case.row.hands} {case.row.actions}"
            )
        true, of_engines = true + value, of_engines + case.static
    assert number < 50 or 0 < true < number, "all formulas have one value"
    return (
        f"{number} random situations: Coq's knowledge, in {len(in_coq)} of them by"
        f" vm_compute{how}, is that of the sweep,"
        f" and in {of_engines} that of {', '.join(ENGINES)}; {true} formulas are true"
    )


def main() -> int:
    """Compare as many as are named."""
    number, seed, *_ = (*map(int, sys.argv[1:]), *(NUMBER, SEED)[len(sys.argv) - 1 :])
    print(compared(number, seed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
