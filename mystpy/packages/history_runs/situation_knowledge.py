"""The agents' knowledge in one situation of a history: guesses checked by searches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from mystpy.errors import Undecided
from mystpy.language.nodes import Common, Distributed, Formula, Knows
from mystpy.packages.history_runs.control import Literal, Snapshot
from mystpy.packages.history_runs.exchanged_choices import reasons_for_doubt
from mystpy.packages.history_runs.formula_encoder import (
    DecidedFormulas,
    Encoded,
    EncodedKnowledge,
    FormulaEncoder,
)
from mystpy.packages.history_runs.solver_calls import minimal_core
from mystpy.thresholds import MIN_VIEWS_TO_SHORTEN_CORES

if TYPE_CHECKING:
    from mystpy.packages.history_runs.knowledge_search import RunsOfHistory

MAX_VIEWS = 5_000
"""The maximal number of views reached for common knowledge."""

View = tuple[Literal, ...]


class SituationFormulas(FormulaEncoder):
    """The literals of formulas in one situation of a history, and agents' knowledge."""

    def __init__(self, runs: RunsOfHistory, number: int) -> None:
        super().__init__(runs.solver, number)
        self.runs = runs
        self._values: dict[tuple[Formula, Hashable], bool] = {}
        self._fixed: defaultdict[tuple[Literal, bool], list[View]] = defaultdict(list)
        self._lacking: dict[tuple[Literal, tuple[bool, ...]], Literal] = {}
        self._implied: dict[Literal, tuple[EncodedKnowledge, ...]] = {}

    def _modal(self, f: Formula) -> Encoded:
        """Encode a subformula about knowledge, which is true if it is known.

        Common knowledge is known to each member of the group.
        """
        found = super()._modal(f)
        for modal in found.modals:
            if modal.formula == f:
                parts = [modal.body]
                if isinstance(f, Common):
                    parts += [self.encoded(Knows(i, f.body)) for i in f.members]
                here = [each.literal for each in self.runs.conditions(self.number)]
                for part in parts:
                    self.solver.exclude([modal.atom, *here, -part.literal])
                inner = dict.fromkeys(x for part in parts for x in part.modals)
                self._implied[modal.atom] = tuple(inner)
        return found

    def implied(self, modal: EncodedKnowledge) -> tuple[EncodedKnowledge, ...]:
        """Return the subformulas on which the value of knowledge depends."""
        return self._implied[modal.atom]

    def view(self, agent: str, run: Snapshot) -> View:
        """Return literals that fix what an agent has seen before this situation."""
        return self.solver.view(agent, run, self.number)

    def truth(self, modal: EncodedKnowledge, run: Snapshot) -> bool:
        """Return whether somebody knows something in a run; it is kept for the view."""
        f = modal.formula
        if isinstance(f, Common):
            return self._common(modal, f, run)
        view = self.joint_view(agents_of(f), run)
        key = f, view
        if key not in self._values:
            doubt = self._doubt_of(modal, view)
            self._values[key] = doubt is None
            if doubt is None:
                self._fix(modal, self._shorter(modal, view), known=True)
            else:
                self._fix(modal, view, known=False)
                if (choices := self._doubtful(modal, run, doubt)) is not None:
                    self._fix(modal, choices, known=False)
        return self._values[key]

    def joint_view(self, agents: Sequence[str], run: Snapshot) -> View:
        """Return literals that fix what some agents together have seen."""
        return tuple(x for agent in agents for x in self.view(agent, run))

    def keep(self, modal: EncodedKnowledge, key: Hashable, *, known: bool) -> None:
        """Keep whether somebody knows something with a view that was decided elsewhere.

        `key` is the view, or for common knowledge an agent and its view.
        """
        if (modal.formula, key) not in self._values:
            self._values[modal.formula, key] = known
            view = key[1] if isinstance(modal.formula, Common) else key  # type: ignore[index]
            self._fix(modal, view, known=known)  # type: ignore[arg-type]

    def _doubtful(
        self, modal: EncodedKnowledge, run: Snapshot, doubt: Snapshot
    ) -> Sequence[Literal] | None:
        """Return choices for which a formula is not known in any run, if found.

        `doubt` is a run with the same view in which the body is false.
        """
        here = self.runs.conditions(self.number)
        linked = self.solver.linked
        if linked is None or any(x.modals for x in here):
            return None
        agents = agents_of(modal.formula)
        view = [x for agent in agents for x in self.solver.seen(agent, self.number)]
        needed = [each.literal for each in here]
        lacking = self._without_modals(modal, doubt)
        changed = linked.nearest(linked.fault(view, needed, lacking), run.true)
        if changed is None:
            return None
        return reasons_for_doubt(
            self.solver.rule_index(),
            {x: x in run.true for x in changed},
            view,
            needed,
            lacking,
        )

    def _without_modals(self, modal: EncodedKnowledge, doubt: Snapshot) -> View:
        """Return literals, true in a run that lacks a body, as in all such runs.

        They contain no knowledge: the knowledge in that run is replaced by the
        observations and choices from which it follows.
        """
        inner = modal.body.modals
        if not inner:
            return (-modal.body.literal,)
        known = {each.formula: each.atom in doubt.true for each in inner}
        key = modal.atom, tuple(known.values())
        if key not in self._lacking:
            body = DecidedFormulas(self.solver, self.number, known)
            self._lacking[key] = -body.encoded(_body_of(modal.formula)).literal
        reasons = {x for each in inner for x in self._reason(each, doubt)}
        return (self._lacking[key], *sorted(reasons))

    def _reason(self, modal: EncodedKnowledge, run: Snapshot) -> tuple[Literal, ...]:
        """Return the fewest literals from which knowledge in a run follows."""
        known = modal.atom in run.true
        fixed = self._fixed[modal.atom, known]
        return min((each for each in fixed if run.has(each)), key=len)

    def _doubt_of(self, modal: EncodedKnowledge, view: View) -> Snapshot | None:
        """A run with a view in which the body is false; None if there is none.

        Positive observations are tried first, without negative ones: they often
        suffice, and are more informative. Afterwards `solver.core` has literals from
        which the body follows.
        """
        wanted = [*self.runs.conditions(self.number), modal.body.negated()]
        seen = [x for x in view if x > 0 and x not in self._certain]
        found = self.runs.find(wanted, seen)
        if found is None or found.has(view):
            return found
        return self.runs.find(wanted, view)

    @cached_property
    def _certain(self) -> frozenset[Literal]:
        """Return the observations in all runs to this situation."""
        here = [x.literal for x in self.runs.conditions(self.number)]
        return self.solver.certain_observations(here)

    def _shorter(self, modal: EncodedKnowledge, view: View) -> Sequence[Literal]:
        """Return literals of a view from which a formula follows.

        After the first few times they are minimal. Negative observations are then tried
        as well, since "this card is not in my hand" is one literal where the hand is
        several.
        """
        there = set(view) - self._certain
        core = [x for x in self.solver.core if x in there]
        if len(self._fixed[modal.atom, True]) < MIN_VIEWS_TO_SHORTEN_CORES:
            return core
        wanted = [*self.runs.conditions(self.number), modal.body.negated()]

        def follows(literals: Sequence[Literal]) -> bool:
            return self.runs.find(wanted, literals) is None

        core = minimal_core(core, follows)
        if len(core) > 1:
            unseen_first = sorted(there)
            core = min(core, minimal_core(unseen_first, follows), key=len)
        return core

    def _doubted(self, modal: EncodedKnowledge, view: Sequence[Literal]) -> bool:
        wanted = [*self.runs.conditions(self.number), modal.body.negated()]
        return self.runs.find(wanted, view) is not None

    def _fix(
        self, modal: EncodedKnowledge, view: Sequence[Literal], *, known: bool
    ) -> None:
        """Let the guess be right in all runs to this situation with these views."""
        wrong = -modal.atom if known else modal.atom
        here = [each.literal for each in self.runs.conditions(self.number)]
        self.solver.exclude([wrong, *here, *view])
        self._fixed[modal.atom, known].append(tuple(view))

    def _common(self, modal: EncodedKnowledge, f: Common, run: Snapshot) -> bool:
        """Whether no chain of views leads from a run to one without the body."""
        group = tuple(map(str, f.members))
        start = [(agent, self.view(agent, run)) for agent in group]
        for each in start:
            if (known := self._values.get((f, each))) is not None:
                return known
        if not self._doubted(modal, ()):
            self._fix(modal, (), known=True)
            return True
        reached, holds = self._reached(modal, group, start)
        for each in reached if holds else start:
            self._values[f, each] = holds
            self._fix(modal, each[1], known=holds)
        return holds

    def _reached(
        self,
        modal: EncodedKnowledge,
        group: Sequence[str],
        start: list[tuple[str, View]],
    ) -> tuple[list[tuple[str, View]], bool]:
        """The views that chains lead to, and whether all their runs have the body."""
        reached = dict.fromkeys(start)
        ahead = list(start)
        known: dict[str, list[Literal]] = {agent: [] for agent in group}
        for agent, view in start:
            known[agent].append(self.solver.conjunction(view))
        here = self.runs.conditions(self.number)
        while ahead:
            _, view = ahead.pop()
            if self._doubted(modal, view):
                return list(reached), False
            while run := self.runs.find([*here, self._new(known)], view):
                for other in group:
                    found = other, self.view(other, run)
                    if found not in reached:
                        reached[found] = None
                        ahead.append(found)
                        known[other].append(self.solver.conjunction(found[1]))
                if len(reached) > MAX_VIEWS:
                    raise Undecided(
                        f"common knowledge is undecided within {MAX_VIEWS:,} views",
                        hint="ask for E^2 or E^3 instead of C",
                    )
        return list(reached), True

    def _new(self, known: Mapping[str, list[Literal]]) -> Encoded:
        """Return the formula that some agent has a view that is not a known one."""
        solver = self.solver
        others = (solver.conjunction([-x for x in views]) for views in known.values())
        return Encoded(solver.disjunction(list(others)))


def agents_of(f: Formula) -> list[str]:
    """Return who knows F according to K(i,F) or D(i,j,F)."""
    assert isinstance(f, Knows | Distributed)
    return list(map(str, (f.agent,) if isinstance(f, Knows) else f.members))


def _body_of(f: Formula) -> Formula:
    assert isinstance(f, Knows | Distributed)
    return f.body
