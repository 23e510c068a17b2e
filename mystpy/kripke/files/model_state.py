"""States between the steps of a model file: a model, with a point or without."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice

import numpy as np

from mystpy.compilation import dataclass
from mystpy.errors import QueryError
from mystpy.kripke.faults import ModelError, NotExecutable
from mystpy.kripke.files.given_steps import FileStep
from mystpy.kripke.files.model_file import ModelFile
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.partition import Mask
from mystpy.kripke.refinement.contraction import bisimulation, contract, contract_model
from mystpy.kripke.refinement.distinction import Distinction, distinction, mismatch
from mystpy.kripke.update.steps import Announce, Step
from mystpy.kripke.valuation.vacuity import vacuous
from mystpy.language.nodes import Formula
from mystpy.language.temporal import Previously
from mystpy.representation import Represented, brief_repr


@dataclass(frozen=True, eq=False)
class ModelState(Represented):
    """A model, and its actual world if one is given; a state in a model file.

    `point` is the number of the actual world, or None. `step` is the step that led to
    the state; `refused` says why that step could not be executed, in which case nothing
    changed. Source: mystpy.

    >>> from mystpy.kripke import load_model, stages
    >>> *_, last = stages(load_model("example:models/hexa"))
    >>> last.value("K(1, h(1,r))")
    'true'
    """

    model: Model
    point: int | None
    step: Step | None = None
    refused: str | None = None

    __repr__ = brief_repr

    @property
    def actual(self) -> str | None:
        """The name of the actual world, if one is given."""
        return None if self.point is None else self.model.names[self.point]

    @property
    def pointed(self) -> PointedModel | None:
        """The model with its actual world, if one is given."""
        return None if self.point is None else PointedModel(self.model, self.point)

    def value(self, formula: Formula | str) -> str:
        """Return whether a `formula` holds in the actual world: `true` or `false`.

        Without an actual world: `true` if it holds in all worlds, `false` if in none,
        else `undetermined`. Raises ParseError if it cannot be read, and ModelError for
        agents or atoms that the model does not have.
        """
        return self.verdict(self.model.truth(formula))

    def verdict(self, mask: Mask) -> str:
        """Return the value of a formula with this extension."""
        if self.point is not None:
            return "true" if mask[self.point] else "false"
        return "true" if mask.all() else "undetermined" if mask.any() else "false"

    def vacuous(self, formula: Formula) -> tuple[str, ...]:
        """Return the agents without possible worlds, if the value depends on them."""
        return vacuous(self.model, formula, self.verdict)

    def where(self, formula: Formula | str, most: int) -> tuple[int, int, list[str]]:
        """Return in how many worlds a formula holds, of how many, and the first names.

        Errors as for Model.truth.
        """
        found = np.flatnonzero(self.model.truth(formula)).tolist()
        names = [self.model.names[world] for world in found[:most]]
        return len(found), len(self.model), names

    def only(self, worlds: list[int]) -> ModelState:
        """The state among these worlds, in this order."""
        model = self.model.taken(np.array(worlds, np.int64))
        return ModelState(
            model, worlds.index(self.point) if self.point in worlds else None
        )

    def after(self, step: Step) -> ModelState:
        """The state after a step, or this one if it is refused.

        Raises ModelError if the step is no action in this model.
        """
        try:
            if self.point is None:
                after = step.on(self.model).following(self.model)
                return ModelState(after, None, step)
            state = step.after(PointedModel(self.model, self.point))
        except NotExecutable as error:
            return ModelState(self.model, self.point, step, str(error))
        return ModelState(state.model.following(self.model), state.point, step)

    def true_before(self) -> str | None:
        """The step to write instead of a refused announcement that was true before.

        None unless it was true before the last step that was done.
        """
        step = self.step
        if self.refused is None or not isinstance(step, Announce):
            return None
        try:
            value = self.value(Previously(step.formula))
        except ModelError:
            return None
        said = step.said or step.formula
        return f"announce(before ({said}))" if value == "true" else None

    @cached_property
    def kinds(self) -> int:
        """Return the number of bisimulation classes of the reachable worlds."""
        if self.point is None:
            return bisimulation(self.model).count
        return len(contract(PointedModel(self.model, self.point)).model)

    def contracted(self) -> ModelState:
        """Return the smallest bisimilar state, with the worlds that can be reached."""
        if self.point is None:
            return ModelState(contract_model(self.model), None, self.step, self.refused)
        small = contract(PointedModel(self.model, self.point))
        return ModelState(small.model, small.point, self.step, self.refused)


def stages(file: ModelFile) -> Iterator[ModelState]:
    """Yield the state with which a model file begins, and that after each of its steps.

    Raises ModelError if a step of the `file` is no action in its model. Source: mystpy.

    >>> from mystpy.kripke import load_model, stages
    >>> [len(state.model) for state in stages(load_model("example:models/hexa"))][0]
    6
    """
    state = ModelState(file.model, file.point)
    yield state
    for planned in file.steps:
        state = (state.contracted() if file.contract else state).after(planned.step)
        yield state


def told_apart(one: ModelState, other: ModelState) -> tuple[Distinction, bool] | None:
    """Return what distinguishes two states, and whether it is false in the first.

    None if they are bisimilar. If one has no actual world, all worlds are compared.
    Raises ModelError unless both have the same agents and atoms.
    """
    if one.pointed is not None and other.pointed is not None:
        apart = distinction(one.pointed, other.pointed)
        return None if apart is None else (apart, False)
    for swapped, pair in enumerate(((one, other), (other, one))):
        if apart := mismatch(pair[0].model, pair[1].model):
            return apart, bool(swapped)
    return None


def unmet(planned: FileStep, state: ModelState) -> Iterator[str]:
    """Yield what a file expects of a step and the state after it does not satisfy."""
    why, step = state.refused, planned.step
    if planned.refused is None and why:
        yield f"{step} is refused: {why}"
    elif planned.refused is not None and planned.refused not in (why or ""):
        yield f"{step} was expected to be refused: {planned.refused}"
    if planned.worlds not in (None, len(state.model)):
        yield f"{planned.worlds} worlds were expected after {step}"
    if planned.contracted is not None and planned.contracted != state.kinds:
        yield f"{planned.contracted} bisimulation classes were expected after {step}"


def reachable_worlds(state: ModelState, steps: int | None) -> ModelState:
    """Return the state of the worlds that agents reach in `steps` steps, or in any.

    Raises QueryError if there is no actual world.
    """
    if state.point is None:
        raise QueryError(
            "there is no actual world to reach others from",
            hint='give one in the file: point = "..."',
        )
    pointed = PointedModel(state.model, state.point)
    if steps is None:
        found = pointed.generated()
    else:
        *_, mask = islice(_within(state.model, state.point), steps + 1)
        found = pointed.restricted(mask)
    return ModelState(found.model, found.point, state.step, state.refused)


def numbers_reached(model: Model, point: int) -> Iterator[int]:
    """Yield the numbers of worlds reached in 0, 1, ... steps, while they grow."""
    for mask in _within(model, point):
        yield int(mask.sum())


def _within(model: Model, point: int) -> Iterator[Mask]:
    """Yield the worlds reached in 0, 1, ... steps, while there are more."""
    mask, grows = np.zeros(len(model), np.bool_), True
    mask[point] = True
    while grows:
        yield mask
        near = [relation.touching(mask) for relation in model.relations]
        wider = np.any([mask, *near], axis=0)
        mask, grows = wider, bool((wider != mask).any())
