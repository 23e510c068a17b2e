"""A history's answer set program as one text, for a clingo backend."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache

from mystpy.engines.backend import control
from mystpy.engines.programs.formula_atoms import FormulaAtoms
from mystpy.errors import AxiomError, NotCovered
from mystpy.files.toml import file_text
from mystpy.language.atoms import Atom, Truth
from mystpy.language.nodes import And, Formula, Not
from mystpy.language.truth import evaluate
from mystpy.packages.action_terms import ActionStep
from mystpy.packages.folders import AXIOMS, driver
from mystpy.packages.history_runs.answer_set_program import program_text
from mystpy.packages.package import Package
from mystpy.packages.prolog_runs.package_run import PackageRun
from mystpy.packages.value_sorts import term_parts

Atoms = frozenset[str]
"""The atoms of an answer set that are shown, as texts."""

parts_of = lru_cache(maxsize=100_000)(term_parts)
"""The name and the arguments of an atom: atoms are read many times here."""

SHOWN = ("now/2", "saw/3", "done/2", "reached/1", "offered/1")


class BackendProgram:
    """The program of a history with the fluents of some situations."""

    def __init__(
        self,
        package: Package,
        steps: Sequence[ActionStep],
        situations: Sequence[int],
        extra: str = "",
    ) -> None:
        public = [step.public for step in steps]
        self.package = package
        self._text = "\n".join(
            (
                package.axioms,
                file_text(driver()),
                program_text(package, public, situations),
                extra,
                "#defined offered/1.",
                *(f"#show {each}." for each in SHOWN),
            )
        )
        self._constants = [f"--const={k}={v}" for k, v in package.constants.items()]

    def answer_sets(
        self, rules: str = "", *, most: int = 0, mode: str = "auto"
    ) -> list[Atoms]:
        """Return answer sets, with further rules; the last one is that of a mode.

        `mode` is clingo's: `cautious` and `brave` have one set in the end. Raises
        AxiomError if the axioms cannot be read or ground.
        """
        options = ["--warn=none", f"--enum-mode={mode}", *self._constants]
        run = control(()).run
        found = json.loads(run(f"{self._text}\n{rules}", most, *options))
        if found["Result"] in ("ERROR", "UNKNOWN"):
            where = self.package.folder / AXIOMS
            raise AxiomError(
                f"the axioms cannot be used: {found.get('Error', where)}",
                hint=f"check {where}",
            )
        return [
            frozenset(witness.get("Value", ()))
            for call in found.get("Call", ())
            for witness in call.get("Witnesses", ())
        ]

    def consequences(self, rules: str, mode: str) -> Atoms | None:
        """Return what is true in all answer sets, or in some; None if there is none."""
        found = self.answer_sets(rules, mode=mode)
        return found[-1] if found else None


def constraints_of(given: Formula) -> str | None:
    """Return what is given as constraints; None if it is no conjunction of literals."""
    parts = given.parts if isinstance(given, And) else (given,)
    lines = []
    for part in parts:
        if isinstance(part, Truth):
            continue
        if isinstance(part, And):
            inner = constraints_of(part)
            if inner is None:
                return None
            lines.append(inner)
        elif isinstance(part, Atom):
            lines.append(f":- not now({term_of(part)},0).")
        elif isinstance(part, Not) and isinstance(part.body, Atom):
            lines.append(f":- now({term_of(part.body)},0).")
        else:
            return None
    return "\n".join(lines)


def term_of(atom: Atom) -> str:
    """Return a fluent as the program has it, with sets as terms."""
    return atom.name.replace("{", "set(").replace("}", ")")


def objective_rules(formula: Formula, situation: int) -> str | None:
    """Return rules by which `claim` is true where a formula is, in a situation.

    None if the formula speaks of knowledge, or of something else than fluents.
    """
    atoms = _FluentAtoms(situation)
    try:
        claimed = evaluate(formula, atoms)
    except NotCovered:
        return None
    return "\n".join([*atoms.rules, f"claim :- {claimed}."])


class _FluentAtoms(FormulaAtoms):
    """The rules of a formula's parts in one situation; each part has a number."""

    def __init__(self, situation: int) -> None:
        self.situation = situation
        self.rules: list[str] = []
        self._parts = 0

    def defined(self, *bodies: str) -> str:
        self._parts += 1
        atom = f"claimed({self._parts})"
        self.rules += [f"{atom} :- {body}." for body in bodies]
        return atom

    def atom(self, f: Formula) -> str:
        if not isinstance(f, Atom):
            raise self.refusal(f)
        return self.defined(f"now({term_of(f)},{self.situation})")


def run_of(atoms: Atoms, agents: Sequence[str], length: int) -> PackageRun:
    """Return the run of an answer set, for a history with `length` steps."""
    fluents: list[set[str]] = [set() for _ in range(length + 1)]
    seen: dict[str, list[set[str]]] = {
        agent: [set() for _ in range(length + 1)] for agent in agents
    }
    done: dict[int, str] = {}
    reached = 0
    for atom in atoms:
        name, arguments = parts_of(atom)
        if name == "now":
            fluents[int(arguments[1])].add(arguments[0])
        elif name == "saw":
            at = 0 if arguments[1] == "start" else int(arguments[1]) + 1
            seen[arguments[0]][at].add(arguments[2])
        elif name == "done":
            done[int(arguments[1])] = arguments[0]
        elif name == "reached":
            reached = max(reached, int(arguments[0]))
    facts = tuple(map(frozenset, fluents[: reached + 1]))
    views = (tuple(map(frozenset, seen[agent][: reached + 1])) for agent in agents)
    actions = tuple(done[number] for number in sorted(done))
    return PackageRun(facts[0], actions, facts, tuple(views))
