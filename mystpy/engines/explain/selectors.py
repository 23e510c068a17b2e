"""What a conclusion may rest on: observations, hands that are given, and axioms."""

from __future__ import annotations

from mystpy.compilation import dataclass


@dataclass(frozen=True, slots=True)
class StepSelector:
    """What was observed at a step, counted from 0."""

    step: int


@dataclass(frozen=True, slots=True)
class HandSelector:
    """The hand of a holder, which is given."""

    holder: int


@dataclass(frozen=True, slots=True)
class AxiomSelector:
    """A partition axiom, by its number."""

    label: str


Selector = StepSelector | HandSelector | AxiomSelector

ONE_HOLDER, SOME_HOLDER, HAND_SIZES, PILE_SIZE = map(
    AxiomSelector, ("2.9", "2.10", "2.11", "2.12")
)
AXIOMS = (ONE_HOLDER, SOME_HOLDER, HAND_SIZES, PILE_SIZE)
SORTS = AxiomSelector("sorts")
"""That the pile has one card of each sort, which (2.12) says in Clue."""
