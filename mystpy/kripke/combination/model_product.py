"""The product of models: its worlds are tuples with one world of each model.

This is the product of epistemic models, as in the interpreted systems of agents whose
local states are independent. With a constraint, it is restricted to those tuples that
are global states (Fagin, Halpern, Moses and Vardi 1995).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import prod

import numpy as np

from mystpy.compilation import dataclass
from mystpy.kripke.clusters import times
from mystpy.kripke.faults import ModelError
from mystpy.kripke.files.given_model import MOST_CELLS, MOST_WORLDS
from mystpy.kripke.files.model_state import ModelState
from mystpy.kripke.model import Model
from mystpy.kripke.names import LazyNames
from mystpy.kripke.partition import Numbers, Partition
from mystpy.language.nodes import Formula

SEPARATORS = (",", "|", " | ")
"""Separators for the names of tuples; the first that no name contains is used."""


@dataclass(frozen=True, slots=True, eq=False)
class ModelProduct:
    """The product of some states, with the state after a constraint.

    `sizes` are the numbers of worlds of the factors; `renamed` has for each factor the
    atoms that got another name because several factors have them.
    """

    state: ModelState
    sizes: tuple[int, ...]
    renamed: tuple[Mapping[str, str], ...]

    @property
    def tuples(self) -> int:
        """Return the number of worlds that the product has without a constraint."""
        return prod(self.sizes)

    def where(self, formula: Formula) -> ModelProduct:
        """Return the part of the product in whose worlds a formula holds.

        Raises ModelError if there is no such world, or the actual world is not among
        them.
        """
        state = self.state
        mask = state.model.truth(formula)
        if not mask.any():
            raise ModelError(f"{formula} is true in no world of the product")
        if state.point is not None and not mask[state.point]:
            raise ModelError(
                f"{formula} is false in {state.actual}, the actual world of the "
                "product",
                hint="give the files actual worlds that fit together, or none",
            )
        point = None if state.point is None else int(mask[: state.point].sum())
        left = ModelState(state.model.restricted(mask), point)
        return ModelProduct(left, self.sizes, self.renamed)


def model_product(factors: Sequence[ModelState]) -> ModelProduct:
    """Return the product of states: the agents of all, with products of relations.

    An agent whom a factor does not have cannot tell its worlds apart. There is an
    actual world if each factor has one. Raises ModelError if there are too many worlds.
    """
    models = [state.model for state in factors]
    sizes = tuple(map(len, models))
    require_listable(sizes, sum(len(model.atoms) for model in models))
    places = np.unravel_index(np.arange(prod(sizes)), sizes)
    agents = tuple(dict.fromkeys(a for model in models for a in model.agents))
    renamed = distinct_atoms([model.atoms for model in models])
    whole = Model(
        names=_tuples([model.names for model in models], places),
        agents=agents,
        relations=tuple(_relation(agent, models, places) for agent in agents),
        valuation={
            names.get(atom, atom): mask[place]
            for model, names, place in zip(models, renamed, places, strict=True)
            for atom, mask in model.valuation.items()
        },
    )
    points = [state.point for state in factors if state.point is not None]
    point = None
    if len(points) == len(factors):
        point = int(np.ravel_multi_index(points, sizes))
    return ModelProduct(ModelState(whole, point), sizes, renamed)


def require_listable(sizes: Sequence[int], atoms: int) -> None:
    """Raise ModelError if a product of these sizes does not fit into memory."""
    size = prod(sizes)
    most = min(MOST_WORLDS, MOST_CELLS // max(atoms, 1))
    if size > most:
        shown = " x ".join(f"{each:,}" for each in sizes)
        raise ModelError(
            f"the product has {size:,} worlds ({shown}), which are too many to list: "
            f"{most:,} are listed at most",
            hint="a file with atoms and a law has only the worlds that the law allows",
        )


def distinct_atoms(atoms: Sequence[Iterable[str]]) -> tuple[dict[str, str], ...]:
    """Return new names for the atoms of each factor that another factor has as well.

    `p` of the second factor is `p_2`, and `h(1,r)` is `h_2(1,r)`.
    """
    listed = [tuple(each) for each in atoms]
    often = Counter(atom for each in listed for atom in each)
    taken = set(often)
    found: list[dict[str, str]] = []
    for number, each in enumerate(listed, 1):
        names: dict[str, str] = {}
        for atom in each:
            if often[atom] > 1:
                head, bracket, rest = atom.partition("(")
                end = f"_{number}"
                while f"{head}{end}{bracket}{rest}" in taken:
                    end = f"_{end}"
                names[atom] = f"{head}{end}{bracket}{rest}"
                taken.add(names[atom])
        found.append(names)
    return tuple(found)


def _relation(
    agent: str, models: Sequence[Model], places: Sequence[Numbers]
) -> Partition:
    """Return the partition of the tuples by what an agent can tell apart."""
    parts = [
        model.relation(agent)
        if agent in model.agents
        else Partition.universal(len(model))
        for model in models
    ]
    found = parts[0].taken(places[0])
    items = np.arange(len(places[0]))
    for part, place in zip(parts[1:], places[1:], strict=True):
        found = times(found, items, part, place)
    return found


def _tuples(names: Sequence[Sequence[str]], places: Sequence[Numbers]) -> LazyNames:
    """Return the names of the tuples, which are computed when they are needed."""
    held = {sign for sign in SEPARATORS for each in names for n in each if sign in n}
    between = next((sign for sign in SEPARATORS if sign not in held), SEPARATORS[-1])

    def name(k: int) -> str:
        return between.join(
            each[int(place[k])] for each, place in zip(names, places, strict=True)
        )

    return LazyNames(len(places[0]), name)
