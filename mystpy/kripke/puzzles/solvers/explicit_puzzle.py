"""Puzzles with all their worlds listed: the engine that supports every puzzle."""

from __future__ import annotations

import copy
from collections.abc import Sequence

import numpy as np

from mystpy.compilation import replace
from mystpy.kripke.faults import ModelError
from mystpy.kripke.files.model_state import ModelState
from mystpy.kripke.model import Earlier, Model
from mystpy.kripke.names import LazyNames, numbered_names
from mystpy.kripke.partition import Mask, Numbers, Partition, of_masks
from mystpy.kripke.puzzles.expressions import Column
from mystpy.kripke.puzzles.puzzle_engine import PuzzleEngine
from mystpy.kripke.puzzles.setting import (
    AT_FIRST,
    KNOWS_VALUE,
    Setting,
    known_value,
    knows_value,
    names_of_agents,
)
from mystpy.kripke.puzzles.solvers.occurrence import (
    facts_of,
    occurrence,
    refuse_after,
    with_actions,
)
from mystpy.kripke.puzzles.solvers.puzzle_worlds import MOST_WORLDS, PuzzleWorlds
from mystpy.kripke.valuation.vacuity import vacuous
from mystpy.kripke.valuation.world_sets import needs_past
from mystpy.language.nodes import Formula

Moment = tuple["ExplicitPuzzle | None", Numbers]
"""A moment before, and for each world the one from which it came.

The moment is lost if worlds have been contracted since.
"""


class ExplicitPuzzle(PuzzleEngine):
    """The model of a puzzle in the course of announcements and actions.

    `model` has the worlds that are left, `points` their numbers among all, which mean
    nothing once an action has made other worlds of them.
    """

    name = "explicit"
    explains_parts = True
    earlier: Moment | None = None

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.all = PuzzleWorlds(setting)
        self.columns = self.all.by_name
        self.meanings = self.all.meanings()
        self.points: Numbers = np.arange(len(next(iter(self.columns.values()))))
        self.model = self._model(len(self.points))
        atoms = self.model.valuation
        self.actual = self._actual()
        words = with_actions(setting, self.all.vocabulary(atoms), atoms)
        super().__init__(setting, None, words)

    def _model(self, size: int) -> Model:
        relations = []
        for seen in self.setting.sees.values():
            relation = Partition.universal(size)
            for text in seen:
                relation = relation.meet(self._by_value(text))
            relations.append(relation)
        names = LazyNames(size, lambda k: self.world_name(k))
        return Model(names, self.setting.agents, tuple(relations), self._atoms())

    def _by_value(self, text: str) -> Partition:
        found, numbers = np.unique(
            self.all.compute(text, self.columns), return_inverse=True
        )
        return Partition(numbers.astype(np.int64).reshape(-1), len(found))

    def _atoms(self) -> dict[str, Mask]:
        return {
            atom: self.columns[name] == value
            for atom, (name, value) in self.meanings.items()
        }

    def _actual(self) -> int | None:
        """The place of the actual world among the worlds, or None if none is given."""
        if not self.setting.actual:
            return None
        mask = np.ones(len(self.points), np.bool_)
        for name, value in self.setting.actual.items():
            mask &= self.columns[name] == self.all.number(value)
        found = np.flatnonzero(mask)
        if len(found) != 1:
            raise ModelError(
                f"{self.setting.puzzle.name}: {len(found)} worlds are as the actual one"
            )
        return int(found[0])

    def world_name(self, point: int) -> str:
        """A world by the values of its variables, as `(May,15)`."""
        domains = self.setting.domains.items()
        varied = [v for v, domain in domains if domain not in tuple(AT_FIRST)]
        if not varied:
            return "start"
        cells = [int(self.all.by_name[v][point]) for v in varied]
        return f"({','.join(self.all.value_text(cell) for cell in cells)})"

    def count(self) -> int:
        """How many worlds are left."""
        return len(self.model)

    @property
    def left(self) -> tuple[str, ...]:
        """The names of the worlds that are left, if they are few and stay the same."""
        few = self.count() <= 10 and not self.setting.acts()
        return tuple(self.model.names) if few else ()

    def truth(self, formula: Formula) -> Mask:
        """Where a formula holds among the worlds that are left."""
        refuse_after(formula, self.setting)
        return self.spoken_of(formula).truth(formula)

    def vacuous(self, formula: Formula) -> tuple[str, ...]:
        """Return the agents without possible worlds, if the value depends on them."""
        return vacuous(self.spoken_of(formula), formula, self.here)

    def spoken_of(self, formula: Formula) -> Model:
        """The model with atoms for the values that a formula says agents know.

        It knows those of the moments before, if the formula speaks of them.
        """
        atoms = (found[0] for found in KNOWS_VALUE.finditer(str(formula)))
        known = set(filter(None, map(known_value, atoms)))
        moments: list[tuple[ExplicitPuzzle | None, Numbers]] = []
        moment = self.earlier if needs_past(formula) else None
        while moment is not None:
            moments.append(moment)
            moment = None if moment[0] is None else moment[0].earlier
        earlier: Earlier | None = None
        for engine, origins in reversed(moments):
            then = None if engine is None else engine.with_known(known, earlier)
            earlier = Earlier(then, origins)
        return self.with_known(known, earlier)

    def with_known(self, known: set[tuple[str, str]], earlier: Earlier | None) -> Model:
        """The model with atoms for these agents, values and indices."""
        masks = dict(self.model.valuation)
        for agent, name in known:
            masks[knows_value(agent, name)] = self.knowing(agent, name)
        model = self.model
        return Model(model.names, model.agents, model.relations, masks, None, earlier)

    def remember(self, before: ExplicitPuzzle, origins: Numbers | None = None) -> None:
        """Keep the moment before something happened, if formulas speak of it.

        Each world came from the one with its origin's number, or from itself.
        """
        if self.remembers:
            same = np.arange(len(self.model))
            self.earlier = (before, same if origins is None else origins)

    def knowing(self, agent: str, name: str) -> Mask:
        """Where an agent knows a value."""
        relation = self.model.knowledge(agent)
        if name not in self.columns:
            raise ModelError(f"there is no value {name!r}", word=name)
        return agreeing(relation, self.columns[name])

    def keep(self, mask: Mask) -> None:
        """Keep some of the worlds. Raises ModelError if there are none."""
        before = copy.copy(self)
        if self.actual is not None:
            self.actual = int(np.count_nonzero(mask[: self.actual]))
        self.model = self.model.restricted(mask)
        self.points = self.points[mask]
        self.columns = {name: column[mask] for name, column in self.columns.items()}
        self.remember(before, np.flatnonzero(mask))

    def act(self, name: str, event: str) -> tuple[str, str]:
        """Let an event of an action happen, and return it.

        Also why it cannot happen, if it cannot: then nothing changes. Raises ModelError
        if there is no such event, or if there would be too many worlds.
        """
        step = occurrence(self.setting, self.vocabulary, name, event)
        worlds = sum(map(self.size, step.made.extents(self.model)))
        if worlds > MOST_WORLDS:
            raise ModelError(
                f"{self.setting.puzzle.name}: after {step} there are {worlds:,} "
                f"worlds; room is for {MOST_WORLDS:,}",
                hint="choose smaller sizes, or contract = true",
            )
        before, state = copy.copy(self), ModelState(self.model, self.actual).after(step)
        if not state.refused:
            self._take(state)
            self.remember(before, state.model.origins)
            self.step = step
        return str(step), (state.refused or "").removeprefix("the action is ")

    def contract(self) -> None:
        """Contract the worlds that no formula tells apart, and rename them."""
        state = ModelState(self.model, self.actual).contracted()
        model = replace(state.model, names=numbered_names(len(state.model)))
        self._take(ModelState(model, state.point))
        if self.earlier is not None:
            self.earlier = (None, np.zeros(len(model), np.int64))
        self.step = None

    def _take(self, state: ModelState) -> None:
        """Continue with another model, whose atoms determine all variables."""
        model, self.actual = state.model, state.point
        self.points = np.arange(len(model))
        self.columns = facts_of(self.setting, self.all, model.valuation)
        atoms = self._atoms() if self.setting.values else {}
        valuation = {**model.valuation, **atoms}
        self.model = replace(model, valuation=valuation, earlier=None)

    def announce_value(self, text: str, group: Sequence[str] = ()) -> None:
        """A group, or all, learn the value of an expression."""
        self.learn(self._by_value(self.setting.filled(text)), group)

    def tell_whether(self, mask: Mask, group: Sequence[str]) -> None:
        """A group learns whether the actual world is in a set; no world goes."""
        self.learn(of_masks([mask], len(mask)), group)

    def share(self, group: Sequence[str]) -> None:
        """Those of a group tell each other all that they know.

        In the field: their distributed knowledge is resolved (Agotnes and Wang 2017).
        """
        self.learn(self.model.together(group), group)

    def learn(self, partition: Partition, group: Sequence[str] = ()) -> None:
        """A group, or all, learn in which class of a partition the actual world is."""
        before = copy.copy(self)
        self.refine(partition, group)
        self.remember(before)

    def refine(self, partition: Partition, group: Sequence[str] = ()) -> None:
        """A group, or all, learn in which class of a partition the actual world is.

        The others see that the group does.
        """
        model = self.model
        relations = tuple(
            relation.meet(partition) if agent in (group or model.agents) else relation
            for agent, relation in zip(model.agents, model.relations, strict=True)
        )
        self.model = Model(model.names, model.agents, relations, model.valuation)

    def size(self, mask: Mask) -> int:
        """How many worlds a set has."""
        return int(np.count_nonzero(mask))

    def example(self, mask: Mask) -> str | None:
        """A world of a set by name, or None if it is empty."""
        found = np.flatnonzero(mask)
        return self.model.names[int(found[0])] if len(found) else None

    def has_actual(self, mask: Mask) -> bool:
        """Whether the actual world is in a set."""
        return bool(mask[self.actual])

    def values(self, text: str) -> list[int | str]:
        """The values that an expression has in the worlds that are left, ascending."""
        found = np.unique(self.all.compute(self.setting.filled(text), self.columns))
        named = {number: word for word, number in self.all.words.items()}
        return [named.get(value, value) for value in found.tolist()]

    def when(self, template: str) -> dict[str, int | None]:
        """After how many rounds each agent knows; as for `PuzzleEngine`."""
        names = names_of_agents(template, self.setting.agents)
        found: dict[str, int | None] = dict.fromkeys(names)
        before, number = None, 1
        while True:
            masks = {agent: self.knowing(agent, name) for agent, name in names.items()}
            for agent, mask in masks.items():
                if found[agent] is None and self.here(mask):
                    found[agent] = number
            said = of_masks(masks.values(), self.count())
            if before is not None and before == said:
                return found
            self.refine(said)
            before, number = said, number + 1


def agreeing(relation: Partition, column: Column) -> Mask:
    """The worlds in whose class a value is the same everywhere."""
    by_value = np.lexsort((column, relation.numbers))
    numbers, values = relation.numbers[by_value], column[by_value]
    differ = (numbers[1:] == numbers[:-1]) & (values[1:] != values[:-1])
    doubted = np.zeros(relation.count, np.bool_)
    doubted[numbers[1:][differ]] = True
    return ~doubted[relation.numbers]
