"""Two linked runs: a run, and another one that differs from it in few choices.

An agent does not know F in a run if there is another run with the same view in which F
is false. For this there are two copies of the ground program of a history. The second
has the choices of the first, except for some that are inverted. If these are few, as
when two cards change places, the same can be done in many more runs.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from mystpy.engines.backend import control
from mystpy.packages.history_runs.ground_rules import (
    GroundRule,
    RuleIndex,
    chosen_atoms,
)
from mystpy.packages.history_runs.solver_calls import solving
from mystpy.thresholds import MAX_VAIN_SEARCHES

Literal = int

NEAR = (2, 4, 8, 16)
"""Numbers of different choices by which another run is sought first."""


class LinkedRuns:
    """Two copies of a program's ground rules: a run, and another one beside it.

    `index` returns them with those that came later, by which formulas were encoded.
    """

    def __init__(
        self, rules: Sequence[GroundRule], index: Callable[[], RuleIndex]
    ) -> None:
        self._control = control(["--warn=none"])
        self._index = index
        self._first: dict[int, int] = {}
        self._second: dict[int, int] = {}
        self._exchanged: dict[int, int] = {}
        self._others: dict[
            tuple[tuple[Literal, ...], tuple[Literal, ...]], Literal
        ] = {}
        self._misses: Counter[int | None] = Counter()
        self._faults: dict[tuple[object, ...], Literal] = {}
        with self._control.backend() as backend:
            self.broken: int = backend.add_atom()
            chosen = chosen_atoms(rules)
            varying = index().depending(chosen)
            self._exchange(backend, chosen)
            self._copy(backend, rules, varying)
            every = [(x, 1) for x in self._exchanged.values()]
            self._more = {k: self._weighted(backend, k + 1, every) for k in NEAR}

    @property
    def choices(self) -> tuple[Literal, ...]:
        """The atoms that are chosen, of which each other atom is a consequence."""
        return tuple(self._exchanged)

    def _exchange(self, backend: Any, chosen: Iterable[int]) -> None:
        """Make an atom for each choice that says whether the copies differ in it."""
        for atom in chosen:
            exchanged = backend.add_atom()
            backend.add_rule([exchanged], [], True)
            self._exchanged[atom] = exchanged

    def _copy(
        self, backend: Any, rules: Sequence[GroundRule], varying: set[int]
    ) -> None:
        """Add rules to the copies; constant atoms are the same in both."""
        mentioned = {abs(x) for r in rules for x in (*r.head, *r.literals)}
        for atom in mentioned - self._first.keys():
            self._first[atom] = one = backend.add_atom()
            self._second[atom] = backend.add_atom() if atom in varying else one
        for rule in rules:
            body = [(_of(self._first, x), w) for x, w in rule.body]
            _add(backend, rule, [self._first[x] for x in rule.head], body)
            varies = any(abs(x) in varying for x in (*rule.head, *rule.literals))
            if varies:
                self._copy_second(backend, rule)

    def _copy_second(self, backend: Any, rule: GroundRule) -> None:
        body = [(_of(self._second, x), w) for x, w in rule.body]
        heads = [self._second[x] for x in rule.head]
        if not heads:
            _add(backend, rule, [self.broken], body)
        elif not rule.choice:
            _add(backend, rule, heads, body)
        else:
            may = backend.add_atom()
            _add(backend, rule._replace(choice=False), [may], body)
            for atom, head in zip(rule.head, heads, strict=True):
                one, exchanged = self._first[atom], self._exchanged[atom]
                backend.add_rule([head], [may, one, -exchanged])
                backend.add_rule([head], [may, -one, exchanged])

    @staticmethod
    def _weighted(backend: Any, least: int, parts: list[tuple[int, int]]) -> int:
        atom: int = backend.add_atom()
        backend.add_weight_rule([atom], least, parts)
        return atom

    def _require(self, backend: Any, literals: Iterable[Literal]) -> None:
        """Copy the rules that came later on which some literals depend."""
        defining = self._index().defining
        wanted, rules = list(map(abs, literals)), []
        seen = set(wanted)
        while wanted:
            atom = wanted.pop()
            if atom not in self._first:
                for rule in defining.get(atom, ()):
                    rules.append(rule)
                    more = set(map(abs, rule.literals)) - seen
                    wanted += more
                    seen |= more
        new = {x for rule in rules for x in rule.head}
        self._copy(backend, rules, new)

    def fault(
        self,
        view: Sequence[Literal],
        needed: Sequence[Literal],
        lacking: Sequence[Literal],
    ) -> Literal:
        """Return a literal, true if the second run does not make a body doubtful.

        This is so if it breaks a constraint, differs from the first in the view, lacks
        a needed literal, or one of the literals with which it would lack the body.
        """
        key = tuple(view), tuple(needed)
        whole = *key, tuple(lacking)
        if whole not in self._faults:
            with self._control.backend() as backend:
                self._require(backend, [*view, *needed, *lacking])
                if key not in self._others:
                    self._others[key] = self._other(backend, view, needed)
                self._faults[whole] = found = backend.add_atom()
                backend.add_rule([found], [self._others[key]])
                for literal in lacking:
                    backend.add_rule([found], [-_of(self._second, literal)])
        return self._faults[whole]

    def _other(
        self, backend: Any, view: Sequence[Literal], needed: Sequence[Literal]
    ) -> Literal:
        """Return a literal, true if the second is no run, or has another view."""
        found: int = backend.add_atom()
        backend.add_rule([found], [self.broken])
        for literal in needed:
            backend.add_rule([found], [-_of(self._second, literal)])
        for literal in map(abs, view):
            one, two = self._first[literal], self._second[literal]
            if one != two:
                backend.add_rule([found], [one, -two])
                backend.add_rule([found], [-one, two])
        return found

    def nearest(self, fault: Literal, true: frozenset[Literal]) -> set[int] | None:
        """Return the choices in which another run without a fault differs.

        `true` are the literals that are true in the first run. None if there is none.
        """
        fixed = [_of(self._first, x if x in true else -x) for x in self._exchanged]
        for near in (*NEAR, None):
            if self._misses[near] >= MAX_VAIN_SEARCHES:
                continue
            bounds = [] if near is None else [-self._more[near]]
            with solving(self._control, [*fixed, -fault, *bounds]) as handle:
                model = handle.model()
                if model is not None:
                    self._misses[near] = -sys.maxsize
                    pairs = self._exchanged.items()
                    return {x for x, other in pairs if model.is_true(other)}
            self._misses[near] += near is not None
        return None


def _of(copy: dict[int, int], literal: Literal) -> Literal:
    return copy[literal] if literal > 0 else -copy[-literal]


def _add(
    backend: Any, rule: GroundRule, head: list[int], body: list[tuple[int, int]]
) -> None:
    if rule.lower is None:
        backend.add_rule(head, [literal for literal, _ in body], rule.choice)
    else:
        backend.add_weight_rule(head, rule.lower, body, rule.choice)
