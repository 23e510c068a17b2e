"""The shortest way to make a formula true by announcements and actions.

The method is epistemic planning, breadth first over bisimulation contractions (Bolander
and Andersen 2011).

Models that no formula distinguishes count as one: each is contracted, and identified by
its normal form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mystpy.compilation import dataclass
from mystpy.kripke.faults import NotExecutable
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.refinement.contraction import contract, contract_model
from mystpy.kripke.refinement.isomorphism import NormalForm, normal_form
from mystpy.kripke.update.steps import Step
from mystpy.language.nodes import Formula
from mystpy.progress import report_progress


@dataclass(frozen=True, slots=True, eq=False)
class PlanNode:
    """A contracted model, its actual world if there is one, and the steps to it."""

    model: Model
    point: int | None
    steps: tuple[str, ...] = ()

    @property
    def form(self) -> NormalForm:
        """Return a value that is equal for two nodes iff they are bisimilar."""
        return normal_form(self.model, self.point)

    def holds(self, formula: Formula) -> bool:
        """Whether a formula is true here; without an actual world, everywhere."""
        mask = self.model.truth(formula)
        return bool(mask.all() if self.point is None else mask[self.point])

    def after(self, name: str, step: Step) -> PlanNode | None:
        """The contracted model after a step, or None if it is not executable."""
        try:
            if self.point is None:
                return small(step.on(self.model), None, (*self.steps, name))
            state = step.after(PointedModel(self.model, self.point))
        except NotExecutable:
            return None
        return small(state.model, state.point, (*self.steps, name))


@dataclass(frozen=True, slots=True)
class PlanSearch:
    """The current state of a search.

    `steps` are those of a shortest plan, or None if none is found yet: then there is no
    plan of up to `length` steps, and none at all if the search is `closed`. `models`
    are the models that were reached, with bisimilar ones counted once.
    """

    steps: tuple[str, ...] | None
    length: int
    models: int
    closed: bool = False


def small(model: Model, point: int | None, steps: tuple[str, ...] = ()) -> PlanNode:
    """The node of a model, contracted."""
    if point is None:
        return PlanNode(contract_model(model), None, steps)
    state = contract(PointedModel(model, point))
    return PlanNode(state.model, state.point, steps)


def plans(
    model: Model, point: int | None, steps: Mapping[str, Step], goal: Formula
) -> Iterator[PlanSearch]:
    """Yield the state of the search for a shortest plan, after each length.

    The last one has a plan or is closed; if the models never end, there is no last one.
    """
    start = small(model, point)
    if start.holds(goal):
        yield PlanSearch((), 0, 1)
        return
    known, layer, length = {start.form}, [start], 0
    yield PlanSearch(None, 0, 1)
    while layer:
        length += 1
        found = _next(layer, steps, known, goal, length)
        if isinstance(found, PlanNode):
            yield PlanSearch(found.steps, length, len(known))
            return
        layer = found
        yield PlanSearch(None, length, len(known), closed=not layer)


def _next(
    layer: Sequence[PlanNode],
    steps: Mapping[str, Step],
    known: set[NormalForm],
    goal: Formula,
    length: int,
) -> list[PlanNode] | PlanNode:
    """The new nodes one step further, or one of them in which the goal is true."""
    found = []
    for number, node in enumerate(layer):
        report_progress(f"plans of length {length}", number, len(layer))
        for name, step in steps.items():
            after = node.after(name, step)
            if after is None or (form := after.form) in known:
                continue
            known.add(form)
            if after.holds(goal):
                return after
            found.append(after)
    return found
