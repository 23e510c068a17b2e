"""Puzzles with all their worlds listed: the engine that understands every puzzle."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from mystpy.kripke.faults import ModelError
from mystpy.kripke.files.stage import ModelStage
from mystpy.kripke.model import Model
from mystpy.kripke.names import LazyNames, numbered
from mystpy.kripke.partition import Mask, Numbers, Partition
from mystpy.kripke.puzzles.setting import (
    AT_FIRST,
    Setting,
    knows_value,
    names_of_agents,
    read_formula,
    split,
)
from mystpy.kripke.puzzles.solvers.columns import MOST_WORLDS, Columns
from mystpy.kripke.puzzles.solvers.occurrence import (
    facts_of,
    occurrence,
    refuse_after,
    with_actions,
)
from mystpy.kripke.update.named import Happen
from mystpy.kripke.update.product import extents
from mystpy.language.nodes import Formula
from mystpy.language.vocabulary import ModelWords


class Explicit:
    """The model of a puzzle in the course of what is said and done.

    `model` has the worlds that are left, `points` their numbers among all, which mean
    nothing once an action has made other worlds of them; `step` is the action that has
    just led to it, if one has.
    """

    name = "explicit"

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.all = Columns(setting)
        self.columns = self.all.by_name
        self.meanings = self.all.meanings()
        self.points: Numbers = np.arange(len(next(iter(self.columns.values()))))
        self.model = self._model(len(self.points))
        atoms = self.model.valuation
        self.vocabulary = with_actions(setting, self._vocabulary(), atoms)
        self.actual = self._actual()
        self.step: Happen | None = None

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
        """Where the atoms are true that formulas speak of."""
        return {
            atom: self.columns[name] == value
            for atom, (name, value) in self.meanings.items()
        }

    def _vocabulary(self) -> ModelWords:
        atoms = set(self.model.valuation)
        for base in self.setting.known_values():
            for name in self.columns:
                if split(name)[0] == base:
                    atoms |= {knows_value(a, name) for a in self.setting.agents}
        plain = ModelWords.of(self.setting.agents, sorted(atoms))
        acts, applied = self.setting.acts(), self.setting.applied()
        domains: dict[str, tuple[str, ...]] = {}
        for name, column in self.columns.items():
            base, index = split(name)
            shown = [index] if index and name in self.all.yes_no else []
            if acts and name in self.setting.values and not shown:
                continue  # its values change
            if name not in self.all.yes_no and base in applied:
                shown = [self.all.shown(v) for v in np.unique(column).tolist()]
            domains[base] = tuple(dict.fromkeys([*domains.get(base, ()), *shown]))
        return ModelWords(plain.agents, plain.atoms, {**domains, **plain.domains})

    def _actual(self) -> int | None:
        """The place of the actual world among the worlds, or None if none is told."""
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
        return f"({','.join(self.all.shown(cell) for cell in cells)})"

    def count(self) -> int:
        """How many worlds are left."""
        return len(self.model)

    def read(self, text: str, agent: str | None = None) -> Formula:
        """A formula of the file; see `read_formula`."""
        return read_formula(self.setting, text, self.vocabulary, agent)

    def truth(self, formula: Formula) -> Mask:
        """Where a formula holds among the worlds that are left."""
        refuse_after(formula, self.setting)
        masks = dict(self.model.valuation)
        for agent, base, index in re.findall(
            r"Kv\((\w+),(\w+)(?:,(\w+))?\)", str(formula)
        ):
            name = f"{base}({index})" if index else base
            masks[knows_value(agent, name)] = self.knowing(agent, name)
        model = self.model
        known = Model(model.names, model.agents, model.relations, masks)
        return known.truth(formula)

    def knowing(self, agent: str, name: str) -> Mask:
        """Where an agent knows a value."""
        relation = self.model.knowledge(agent)
        if name not in self.columns:
            raise ModelError(f"there is no value {name!r}", word=name)
        by_value = np.lexsort((self.columns[name], relation.numbers))
        numbers, values = relation.numbers[by_value], self.columns[name][by_value]
        differ = (numbers[1:] == numbers[:-1]) & (values[1:] != values[:-1])
        doubted = np.zeros(relation.count, np.bool_)
        doubted[numbers[1:][differ]] = True
        return ~doubted[relation.numbers]

    def keep(self, mask: Mask) -> None:
        """Keep some of the worlds. Raises ModelError if there are none."""
        if self.actual is not None:
            self.actual = int(np.count_nonzero(mask[: self.actual]))
        self.model = self.model.restricted(mask)
        self.points = self.points[mask]
        self.columns = {name: column[mask] for name, column in self.columns.items()}

    def act(self, name: str, event: str) -> tuple[str, str]:
        """Let an event of an action happen, and say what did.

        Also why it cannot happen, if it cannot: then nothing changes. Raises ModelError
        if there is no such event, or if there would be too many worlds.
        """
        step = occurrence(self.setting, self.vocabulary, name, event)
        worlds = sum(map(self.size, extents(self.model, step.action)))
        if worlds > MOST_WORLDS:
            raise ModelError(
                f"{self.setting.puzzle.name}: after {step} there are {worlds:,} "
                f"worlds; room is for {MOST_WORLDS:,}",
                hint="choose smaller sizes, or contract = true",
            )
        stage = ModelStage(self.model, self.actual).after(step)
        if not stage.refused:
            self._take(stage)
            self.step = step
        return str(step), (stage.refused or "").removeprefix("the action is ")

    def contract(self) -> None:
        """Make one world of those that no formula tells apart, and name them anew."""
        stage = ModelStage(self.model, self.actual).contracted()
        model = replace(stage.model, names=numbered(len(stage.model)))
        self._take(ModelStage(model, stage.point))
        self.step = None

    def _take(self, stage: ModelStage) -> None:
        """Go on with another model, whose atoms tell all variables."""
        model, self.actual = stage.model, stage.point
        self.points = np.arange(len(model))
        self.columns = facts_of(self.setting, self.all, model.valuation)
        atoms = self._atoms() if self.setting.values else {}
        self.model = replace(model, valuation={**model.valuation, **atoms})

    def tell(self, text: str, group: Sequence[str] = ()) -> None:
        """A group, or all, learn the value of an expression."""
        self.refine(self._by_value(self.setting.filled(text)), group)

    def tell_whether(self, mask: Mask, group: Sequence[str]) -> None:
        """A group learns whether the actual world is in a set.

        It is the product with the action of `tell` in model files: one of its two
        events can happen in each world, so no world goes and none is doubled.
        """
        self.refine(_of_mask(mask), group)

    def share(self, group: Sequence[str]) -> None:
        """Those of a group tell each other all that they know.

        In the field: their distributed knowledge is resolved (Agotnes and Wang 2017).
        """
        self.refine(self.model.together(group), group)

    def refine(self, told: Partition, group: Sequence[str] = ()) -> None:
        """A group, or all, learn in which class of a partition the actual world is.

        The others see that the group does.
        """
        model = self.model
        relations = tuple(
            relation.meet(told) if agent in (group or model.agents) else relation
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

    def here(self, mask: Mask) -> bool | None:
        """Whether the actual world is in a set.

        Where no world is actual: whether all are; None if only some are.
        """
        if self.actual is not None:
            return bool(mask[self.actual])
        return True if mask.all() else None if mask.any() else False

    def holds_of(self, text: str, agent: str) -> bool:
        """Whether a formula, with i for an agent, holds in the actual world, or all."""
        return self.here(self.truth(self.read(text, agent))) is True

    def outside(self, mask: Mask) -> Mask:
        """The worlds that are not in a set."""
        found: Mask = ~mask
        return found

    def values(self, text: str) -> list[int | str]:
        """The values that an expression has in the worlds that are left, ascending."""
        found = np.unique(self.all.compute(self.setting.filled(text), self.columns))
        named = {number: word for word, number in self.all.words.items()}
        return [named.get(value, value) for value in found.tolist()]

    def when(self, template: str) -> dict[str, int | None]:
        """After how many rounds each agent knows the value of that name.

        In each round all say at the same time whether they know theirs. `template`
        has i for the agent. None: never.
        """
        agents = self.setting.agents
        found: dict[str, int | None] = dict.fromkeys(agents)
        names = names_of_agents(template, agents)
        before, number = None, 1
        while True:
            masks = [self.knowing(a, names[a]) for a in agents]
            for agent, mask in zip(agents, masks, strict=True):
                if found[agent] is None and self.here(mask):
                    found[agent] = number
            told = Partition.universal(len(self.points))
            for mask in masks:
                told = told.meet(_of_mask(mask))
            if before is not None and before == told:
                return found
            self.refine(told)
            before, number = told, number + 1


def _of_mask(mask: Mask) -> Partition:
    return Partition.of_codes(mask.astype(np.int64), 2)
