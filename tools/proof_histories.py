"""Random histories for tools/proofs.py: in Prolog, as rows for Coq, and in ASP."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import clingo

from mystpy.axioms import axioms_dir

ROOT = Path(__file__).parents[1]
PHASES = {
    "askphase": "Ask",
    "ansphase": "Ans",
    "showphase": "Show",
    "guessphase": "Guess",
    "endphase": "End",
}
LARGEST = 12
"""The most elements of a set that is spelled out in ASP."""

TOLD = ("fluent(", "poss(", "is_executable")
"""The beginnings of the atoms that are compared."""

_ROW = re.compile(
    r"row\((myst\(.*?\)),\[(.*?)\],\[(.*?)\],(true|false),\[(.*?)\],\[(.*)\]\)"
)
_TERM = re.compile(r"[a-z_]+(?:\((?:[^()]|\([^()]*\))*\))?")


class Row(NamedTuple):
    """A history, oldest action first, and what the axioms in Prolog say after it."""

    game: str
    hands: list[str]
    actions: list[str]
    executable: bool
    fluents: list[str]
    poss: list[tuple[str, bool]]


def drawn(number: int, seed: int, *most: int) -> list[Row]:
    """Return random histories, evaluated by SWI-Prolog, of `most` cards and actions."""
    words = [
        "swipl",
        "proofs/histories.pl",
        "--",
        str(axioms_dir() / "myst.pl"),
        str(number),
        str(seed),
        *map(str, most),
    ]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    return [_row(line) for line in done.stdout.splitlines()]


def _row(line: str) -> Row:
    found = _ROW.fullmatch(line)
    assert found, f"no row: {line}"
    game, hands, actions, executable, fluents, poss = found.groups()
    values = [value == "true" for value in re.findall(r"-(true|false)", poss)]
    tried = _TERM.findall(re.sub(r"-(true|false)", "", poss))
    return Row(
        game,
        _TERM.findall(hands),
        _TERM.findall(actions),
        executable == "true",
        _TERM.findall(fluents),
        list(zip(tried, values, strict=True)),
    )


def sample(rows: Sequence[Row]) -> str:
    """Return a Coq file that compiles if and only if Coq agrees on all rows."""
    lines = [
        "From mathcomp Require Import ssreflect ssrbool eqtype ssrnat seq.",
        "From Myst Require Import Situation Fluents Computed.",
    ]
    for number, row in enumerate(rows):
        lines.append(f"Definition row{number} := {_coq_row(row)}.")
        lines.append(f"Lemma agrees{number} : agrees row{number} = true.")
        lines.append("Proof. vm_compute. reflexivity. Qed.")
    return "\n".join(lines) + "\n"


def _coq_row(row: Row) -> str:
    fluents = [each for each in row.fluents if each not in PHASES]
    phase = next(PHASES[each] for each in row.fluents if each in PHASES)
    asked = [
        coq_term(each).partition(" ")[2]
        for each in fluents
        if each.startswith("question")
    ]
    parts = (
        f"(MYST {' '.join(re.findall(r'[0-9]+', row.game))})",
        coq_list(map(coq_term, row.hands)),
        coq_list(map(coq_term, row.actions)),
        _bool(row.executable),
        *(_numbers(name, fluents) for name in ("in", "turn", "ans_turn")),
        f"(Some {asked[0]})" if asked else "None",
        _bool("game_over" in fluents),
        phase,
        coq_list(f"({coq_term(act)}, {_bool(value)})" for act, value in row.poss),
    )
    return f"Row {' '.join(parts)}"


def coq_term(term: str) -> str:
    """An action, a fluent or a set in the words of Coq."""
    name, _, inside = term.partition("(")
    if name == "set":
        return coq_list(re.findall(r"[0-9]+", inside))
    given = re.findall(r"set\([^)]*\)|s?[0-9]+", inside)
    words = (coq_term(x) if x.startswith("set") else x.lstrip("s") for x in given)
    return f"{name} {' '.join(words)}"


def coq_list(items: object) -> str:
    """A list in the words of Coq."""
    return f"[:: {'; '.join(map(str, items))}]" if (items := list(items)) else "[::]"  # type: ignore[call-overload]


def _numbers(name: str, fluents: Sequence[str]) -> str:
    found = (re.fullmatch(rf"{name}\(([0-9]+)\)", each) for each in fluents)
    return coq_list(sorted(int(each[1]) for each in found if each))


def _bool(value: bool) -> str:
    return str(value).lower()


def compared_in_asp(rows: Sequence[Row], number: int) -> None:
    """Ask the axioms in ASP about so many of the histories; SystemExit if they differ.

    Those with larger sets than ASP spells out, see (2.8), are passed over.
    """
    small = [row for row in rows if all(len(x) <= LARGEST for x in _sets(row))]
    for row in small[:number]:
        found = _in_asp(row)
        wanted = {f"fluent({each})" for each in row.fluents}
        wanted |= {f"poss({action})" for action, value in row.poss if value}
        wanted |= {"is_executable"} if row.executable else set()
        if found != wanted:
            difference = " ".join(sorted(found ^ wanted))
            raise SystemExit(f"Prolog and ASP differ on {row.actions}: {difference}")


def _sets(row: Row) -> list[list[str]]:
    """The cards of each set that an action of a row names."""
    actions = (*row.actions, *(action for action, _ in row.poss))
    sets = re.findall(r"set\([^)]*\)", " ".join(actions))
    return [re.findall(r"s[0-9]+", each) for each in sets]


def _in_asp(row: Row) -> set[str]:
    situation = "init0"
    for action in row.actions:
        situation = f"do({action},{situation})"
    hands = enumerate(re.findall(r"s[0-9]+", hand) for hand in row.hands)
    facts = [
        f"game({row.game}).",
        f"history({situation}).",
        "reported(S) :- history(S).",
    ]
    facts += [f"given({k},({';'.join(cards)}))." for k, cards in hands]
    facts += [f"tried({action})." for action, _ in row.poss]
    facts += [f"offered_set(set({','.join(each)}))." for each in _sets(row)]
    facts += ["considered(A,S) :- tried(A), history(S)."]
    facts += ["#show. #show fluent(F) : reported(S), fluent(F,S)."]
    facts += ["#show poss(A) : tried(A), reported(S), poss(A,S)."]
    facts += ["#show is_executable : reported(S), executable(S)."]
    control = clingo.Control(["--warn=none"])
    control.load(str(axioms_dir() / "myst.lp"))
    control.add("base", [], "\n".join(facts))
    control.ground([("base", [])])
    found: set[str] = set()
    control.solve(on_model=lambda m: found.update(map(str, m.symbols(shown=True))))
    return {each for each in found if each.startswith(TOLD)}
