"""One clingo control for a history: its runs, and the agents' observations.

Formulas become atoms that rules define (Tseitin 1968); assumptions select runs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from mystpy.compilation import NamedTuple
from mystpy.packages.action_terms import ActionStep
from mystpy.packages.history_runs.answer_set_program import READ, ground, program_text
from mystpy.packages.history_runs.ground_rules import (
    GroundRules,
    RuleIndex,
    chosen_atoms,
    state_counts,
)
from mystpy.packages.history_runs.linked_runs import LinkedRuns
from mystpy.packages.history_runs.solver_calls import (
    RunRows,
    consequences,
    listed_rows,
    models,
    solving,
)
from mystpy.packages.package import Package
from mystpy.progress import report_progress

Literal = int
"""An atom of the program by its number, negative if it is false."""


class Observation(NamedTuple):
    """A possible observation: its literal, the step (-1: the start), and its text."""

    literal: Literal
    step: int
    content: str


class Snapshot(NamedTuple):
    """A run: the literals of views and guesses that are true, and its fluents."""

    true: frozenset[Literal]
    fluents: tuple[str, ...]

    def has(self, literals: Iterable[Literal]) -> bool:
        """Return whether all of some literals, of views and choices, are true."""
        return all((abs(x) in self.true) == (x > 0) for x in literals)


class RunSolver:
    """The runs of a history as answer sets, found under assumptions."""

    def __init__(
        self,
        package: Package,
        steps: Sequence[ActionStep],
        extra: str,
        situations: Collection[int],
    ) -> None:
        self.package = package
        text = program_text(package, steps, situations)
        self._rules = GroundRules()
        self._control = ground(package, text + extra, self._rules)
        state_counts(self._control, self._rules.rules)
        self._program = tuple(self._rules.rules)
        self._chosen = chosen_atoms(self._program)
        self._index = RuleIndex(self._program)
        self._indexed = len(self._program)
        self.true = self._fact()
        self.fluents: dict[int, dict[str, Literal]] = {s: {} for s in situations}
        for (fluent, number), literal in self._literals("now", _at).items():
            self.fluents[number][fluent] = literal
        self._end = self.fluents[len(steps)]
        self.done = self._literals("done", _by_step)
        self.possible = self._literals("can_be_done", _by_step)
        self.reached = self._literals("reached", _number)
        self.stuck = self._literals("stuck", _number)
        self.saw: dict[str, list[Observation]] = {
            str(agent): [] for agent in package.agents.elements
        }
        for (agent, step, content), x in self._literals("saw", _by_agent).items():
            self.saw[agent].append(Observation(x, step, content))
        self._watched = {x.literal for each in self.saw.values() for x in each}
        self._watched |= {*self._chosen, *self.done.values()} - {self.true}
        self.core: list[Literal] = []
        self._free = self._searches = 0
        self._named: dict[str, dict[str, Literal]] = {}

    def _literals(self, name: str, key: Any) -> dict[Any, Literal]:
        atoms = self._control.symbolic_atoms
        return {
            key(atom.symbol): self._literal(atom)
            for signature in atoms.signatures
            if signature[0] == name and signature[:2] in READ
            for atom in atoms.by_signature(*signature)
        }

    def _literal(self, atom: Any) -> Literal:
        """The number of an atom; clingo has 0 for one that no rule derives."""
        if atom.is_fact:
            return self.true
        literal: int = atom.literal
        return literal or -self.true

    def _fact(self) -> Literal:
        with self._control.backend() as backend:
            atom: int = backend.add_atom()
            backend.add_rule([atom])
        return atom

    @cached_property
    def linked(self) -> LinkedRuns | None:
        """Two linked copies of the ground program, None if it cannot be copied."""
        if not self._program or not self._rules.complete:
            return None
        return LinkedRuns(self._program, self.rule_index)

    def rule_index(self) -> RuleIndex:
        """Return the ground rules by their atoms, with those of formulas.

        Later exclusions are omitted: they follow from the other rules.
        """
        new = self._rules.rules[self._indexed :]
        self._index.add(rule for rule in new if rule.head)
        self._indexed += len(new)
        return self._index

    def free(self) -> Literal:
        """Return a new atom that may be true or false; snapshots have its value."""
        with self._control.backend() as backend:
            atom: int = backend.add_atom()
            backend.add_rule([atom], [], True)
        self._watched.add(atom)
        self._free += 1
        return atom

    def watch(self, literals: Iterable[Literal]) -> None:
        """Include these literals in snapshots, too."""
        self._watched.update(literals)

    def conjunction(self, parts: Iterable[Literal]) -> Literal:
        """Return a literal that is true where all of some literals are."""
        body = list(parts)
        with self._control.backend() as backend:
            atom: int = backend.add_atom()
            backend.add_rule([atom], body)
        return atom

    def disjunction(self, parts: Iterable[Literal]) -> Literal:
        """Return a literal that is true where one of some literals is."""
        return -self.conjunction([-part for part in parts])

    def count(self, least: int, parts: Sequence[Literal], exact: bool) -> Literal:
        """Return a literal that is true if at least, or exactly, `least` parts are."""
        if exact:
            enough, more = (self.count(k, parts, False) for k in (least, least + 1))
            return self.conjunction([enough, -more])
        with self._control.backend() as backend:
            atom: int = backend.add_atom()
            backend.add_weight_rule([atom], least, [(part, 1) for part in parts])
        return atom

    def exclude(self, literals: Sequence[Literal]) -> None:
        """Leave out the runs in which all of these are true."""
        with self._control.backend() as backend:
            backend.add_rule([], list(literals))

    def find(self, assumptions: Sequence[Literal]) -> Snapshot | None:
        """Return a run in which these literals are true, or None.

        Afterwards `core` has the assumptions because of which there is none.
        """
        self._searches += 1
        report_progress("searches", self._searches, 0)
        with solving(self._control, assumptions) as handle:
            model = handle.model()
            if model is None:
                self.core = list(handle.core())
                return None
            watched = (x for x in self._watched if model.is_true(x))
            fluents = (f for f, x in self._end.items() if model.is_true(x))
            return Snapshot(frozenset(watched), tuple(fluents))

    def atoms(self, name: str) -> dict[str, Literal]:
        """Return the fluents at the end, or first arguments of another predicate."""
        if name == "now":
            return self._end
        return self._literals(name, lambda atom: str(atom.arguments[0]))

    def atoms_of(self, name: str) -> dict[str, Literal]:
        """Return the atoms of a predicate that may be true, as texts."""
        if name not in self._named:
            self._named[name] = self._literals(name, str)
        return self._named[name]

    def true_atoms(
        self, assumptions: Sequence[Literal], names: Collection[str]
    ) -> list[str] | None:
        """Return the true atoms of some predicates in a run, None without a run."""
        atoms = {a: x for name in names for a, x in self.atoms_of(name).items()}
        for model in models(self._control, assumptions):
            return [atom for atom, x in atoms.items() if model.is_true(x)]
        return None

    def consequences(
        self, assumptions: Sequence[Literal], mode: str, name: str
    ) -> set[str]:
        """Return which atoms are true in all, or some, runs in which these are true.

        `mode` is clingo's: `cautious` or `brave`; `name` is as in `atoms`.
        """
        atoms = self.atoms(name)
        true = consequences(self._control, assumptions, mode, atoms.values())
        return {each for each, x in atoms.items() if x in true}

    def certain_observations(
        self, assumptions: Sequence[Literal]
    ) -> frozenset[Literal]:
        """Return the observations made in all runs in which these literals are true."""
        every = [x.literal for each in self.saw.values() for x in each]
        return consequences(self._control, assumptions, "cautious", every)

    @property
    def size(self) -> int:
        """How many ground rules there are, those of formulas included."""
        return len(self._rules.rules) or len(self._watched)

    @property
    def is_fresh(self) -> bool:
        """Whether no formula is encoded, so that answer sets are runs one by one."""
        return not self._free

    def run_list(self, most: int) -> RunRows | None:
        """Return all runs, None if there are more than `most`.

        The program must be fresh.
        """
        assert self.is_fresh
        groups = [*self.fluents.values(), self.done, self.possible, self.reached]
        every = {x for each in (*groups, self.stuck) for x in each.values()}
        index = self.rule_index()
        equal = {abs(x): index.equal_to(abs(x)) for x in every | self._watched}
        return listed_rows(self._control, equal, self.true, most)

    def view(self, agent: str, run: Snapshot, before: int) -> tuple[Literal, ...]:
        """Return literals that fix what an agent has seen before a situation."""
        return tuple(
            each if each in run.true else -each for each in self.seen(agent, before)
        )

    def seen(self, agent: str, before: int) -> list[Literal]:
        """Return the literals of all that an agent may have seen before a situation."""
        return [
            each.literal
            for each in self.saw[agent]
            if each.step < before and each.literal != self.true
        ]

    def observations(self, literals: Iterable[Literal]) -> Iterator[str]:
        """Yield what literals of a view say was seen, step by step."""
        named = {x.literal: x for each in self.saw.values() for x in each}
        known = [(named[abs(x)], x) for x in literals if abs(x) in named]
        for seen, literal in sorted(known, key=lambda pair: pair[0].step):
            at = "at the start" if seen.step < 0 else f"step {seen.step}"
            yield f"{at}: {'' if literal > 0 else 'not '}{seen.content}"


def _number(atom: Any) -> int:
    number: int = atom.arguments[0].number
    return number


def _at(atom: Any) -> tuple[str, int]:
    content, situation = atom.arguments
    return str(content), situation.number


def _by_step(atom: Any) -> tuple[int, str]:
    action, step = _at(atom)
    return step, action


def _by_agent(atom: Any) -> tuple[str, int, str]:
    agent, when, content = atom.arguments
    return str(agent), -1 if str(when) == "start" else when.number, str(content)
