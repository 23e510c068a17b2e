"""The runs of a history in a list, as Kripke models of its situations.

For common knowledge, or preconditions about knowledge that follow one another, a list
of all runs is much faster than searches: situation by situation the runs in which a
precondition is false are removed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from mystpy.errors import NoWorldFits
from mystpy.kripke.model import Model
from mystpy.kripke.partition import Mask, Numbers, Partition
from mystpy.language.nodes import Common, Distributed, Formula, Knows
from mystpy.packages.action_terms import ActionStep, literals_of
from mystpy.packages.fluent_words import words_of
from mystpy.packages.history_runs.control import Literal, Snapshot
from mystpy.packages.history_runs.formula_encoder import EncodedKnowledge
from mystpy.packages.history_runs.history_model import HistoryModel
from mystpy.packages.history_runs.knowledge_search import RunsOfHistory
from mystpy.packages.history_runs.situation_knowledge import SituationFormulas
from mystpy.packages.history_runs.solver_calls import RunRows


class ListedHistory:
    """All runs of a history, and which of them satisfy the preconditions."""

    def __init__(self, runs: RunsOfHistory, listed: RunRows) -> None:
        self.runs = runs
        self.agents = tuple(runs.solver.saw)
        self._listed = listed
        shape = len(listed.rows), len(listed.places)
        joined = np.frombuffer(b"".join(listed.rows), np.uint8)
        self._true = joined.reshape(shape).astype(np.bool_)
        self._size = len(listed.rows)
        self._last: tuple[Model, Numbers] | None = None
        self._kept: dict[int, tuple[Mask, Mask]] = {}
        self._columns: dict[Literal, Mask] | None = None

    def __len__(self) -> int:
        return self._size

    def fix_preconditions(self) -> None:
        """Fix the agents' knowledge in the program where steps have preconditions."""
        self._alive(fix=True)

    def legality(
        self, given: Formula, steps: Sequence[ActionStep]
    ) -> tuple[str, int] | None:
        """Return the first step that is illegal, or else possible only in some runs.

        None if all steps are legal. Raises NoWorldFits if no start fits what is given.
        """
        alive = np.ones(self._size, np.bool_)
        fits = self._model(self.runs.end, alive)[0].truth(given).copy()
        if not fits.any():
            raise NoWorldFits("no start fits what is given")
        doubtful: tuple[str, int] | None = None
        for number, step in enumerate(steps):
            alive &= self._column(self.runs.solver.reached.get(number))
            can = self._can(number, step, alive)
            here = fits & alive
            if not (here & can).any():
                return "illegal", number
            if doubtful is None and (here & ~can).any():
                doubtful = "possible", number
            alive &= self._true_before(number, alive)
            if step.public != step:
                fits &= self._any(literals_of(step, number, self.runs.solver.done))
        return doubtful

    def _can(self, number: int, step: ActionStep, alive: Mask) -> Mask:
        """The runs in which a step is possible, its precondition included."""
        solver = self.runs.solver
        if step.public == step:
            can = ~self._column(solver.stuck.get(number))
        else:
            can = self._any(literals_of(step, number, solver.possible))
        return can & self._true_before(number, alive)

    def _true_before(self, number: int, alive: Mask) -> Mask:
        """The runs of those that are alive in which a step's precondition is true."""
        if not self.runs.steps[number].action.precondition or not alive.any():
            return alive
        before, found = self._kept.get(number, (None, alive))
        if before is None or not np.array_equal(before, alive):
            model, places = self._model(self.runs.at(number), alive)
            found = np.zeros(self._size, np.bool_)
            found[places[model.truth(self.runs.precondition(number))]] = True
            self._kept[number] = alive.copy(), found
        return found

    def offered(
        self,
        literals: dict[str, Literal],
        preconditions: dict[str, Formula],
        fits: tuple[Formula, Sequence[ActionStep]],
    ) -> tuple[set[str], set[str]]:
        """Return the actions that can be done in some runs that fit, and in all.

        `literals` say where the axioms allow an action; the solver has to watch them.
        """
        model, places = self._end()
        here = self._fitting(model, places, *fits)
        some, sure = set[str](), set[str]()
        for action, literal in literals.items():
            can = self._column(literal)[places][here]
            if can.any() and action in preconditions:
                can = can & model.truth(preconditions[action])[here]
            if can.any():
                some.add(action)
                sure |= {action} if can.all() else set()
        return some, sure

    def end(self, given: Formula, steps: Sequence[ActionStep]) -> HistoryModel:
        """Return the model after all steps, with the runs that fit what is given.

        There must be a run in which all steps are possible.
        """
        model, places = self._end()
        return HistoryModel(model, self._fitting(model, places, given, steps))

    def _end(self) -> tuple[Model, Numbers]:
        """The model after all steps, and the place of each of its worlds in the list.

        There must be a run in which all steps are possible.
        """
        if self._last is None:
            self._last = self._model(self.runs.end, self._alive(fix=False))
        return self._last

    def _fitting(
        self, model: Model, places: Numbers, given: Formula, steps: Sequence[ActionStep]
    ) -> Mask:
        fits = model.truth(given).copy()
        for number, step in enumerate(steps):
            if step.public != step:
                done = literals_of(step, number, self.runs.solver.done)
                fits &= self._any(done)[places]
        return fits

    def _alive(self, *, fix: bool) -> Mask:
        """The runs to the end in which preconditions are true; they may be fixed."""
        alive = np.ones(self._size, np.bool_)
        for number, step in enumerate(self.runs.steps):
            alive &= self._column(self.runs.solver.reached.get(number))
            if fix and step.action.precondition and alive.any():
                here = self.runs.at(number)
                model, places = self._model(here, alive)
                here.encoded(self.runs.precondition(number))
                for modal in here.modals:
                    self._fix(here, modal, model, places)
            alive &= self._true_before(number, alive)
        return alive & self._column(self.runs.solver.reached.get(len(self.runs.steps)))

    def _any(self, literals: Sequence[Literal]) -> Mask:
        """In which runs one of some literals is true."""
        found = np.zeros(self._size, np.bool_)
        for literal in literals:
            found |= self._column(literal)
        return found

    def _column(self, literal: Literal | None) -> Mask:
        """In which runs a literal is true; None is one that is false in all."""
        place, value = (
            (None, False) if literal is None else self._listed.column(literal)
        )
        if place is None:
            return np.full(self._size, value, np.bool_)
        column: Mask = self._true[:, place]
        return column if value else ~column

    def _model(self, here: SituationFormulas, alive: Mask) -> tuple[Model, Numbers]:
        """The model of the runs that are alive in a situation, with their places."""
        places = np.flatnonzero(alive)
        relations = tuple(self._relation(agent, here, places) for agent in self.agents)
        fluents = self.runs.solver.fluents[here.number]
        valuation = {
            atom: self._column(fluents.get(atom))[places]
            for atom in words_of(self.runs.solver.package).atoms
        }
        return Model(names_of(places), self.agents, relations, valuation), places

    def _relation(
        self, agent: str, here: SituationFormulas, places: Numbers
    ) -> Partition:
        """The partition of runs by what an agent has seen before a situation."""
        seen = self.runs.solver.seen(agent, here.number)
        known = (self._listed.column(x)[0] for x in seen if x in self._listed.equal)
        columns = sorted({place for place in known if place is not None})
        return Partition.of_rows(self._true[places][:, columns])

    def _fix(
        self,
        here: SituationFormulas,
        modal: EncodedKnowledge,
        model: Model,
        places: Numbers,
    ) -> None:
        """Fix the value of knowledge in the situation, once for each view."""
        truth = model.truth(modal.formula)
        for agents, relation in self._holders(modal.formula, model):
            _, firsts = np.unique(relation.numbers, return_index=True)
            for world in firsts.tolist():
                run = self._snapshot(int(places[world]))
                key: object = here.joint_view(agents, run)
                if isinstance(modal.formula, Common):
                    key = agents[0], key
                here.keep(modal, key, known=bool(truth[world]))

    def _holders(
        self, formula: Formula, model: Model
    ) -> Iterator[tuple[tuple[str, ...], Partition]]:
        """Yield those whose views decide knowledge: one agent, or some together."""
        if isinstance(formula, Common):
            for agent in map(str, formula.members):
                yield (agent,), model.relation(agent)
        elif isinstance(formula, Knows | Distributed):
            one = isinstance(formula, Knows)
            agents = (formula.agent,) if one else formula.members  # type: ignore[union-attr]
            names = tuple(map(str, agents))
            yield names, model.together(names)

    def _snapshot(self, place: int) -> Snapshot:
        if self._columns is None:
            self._columns = {x: self._column(x) for x in self._listed.equal}
        true = (x for x, column in self._columns.items() if column[place])
        return Snapshot(frozenset(true), ())


def names_of(places: Numbers) -> list[str]:
    """Return the names of worlds: the places of their runs in the list."""
    return list(map(str, places.tolist()))
