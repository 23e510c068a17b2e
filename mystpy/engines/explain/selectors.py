"""The possible reasons of a conclusion: observations, given hands, and axioms."""

from __future__ import annotations

from mystpy.compilation import NamedTuple


class StepSelector(NamedTuple):
    """The observation at a step, counted from 0."""

    step: int
    kind: str = "step"


class HandSelector(NamedTuple):
    """The given hand of a holder."""

    holder: int
    kind: str = "hand"


class AxiomSelector(NamedTuple):
    """A partition axiom, by its number."""

    label: str
    kind: str = "axiom"


Selector = StepSelector | HandSelector | AxiomSelector

ONE_HOLDER, SOME_HOLDER, HAND_SIZES, PILE_SIZE = map(
    AxiomSelector, ("2.9", "2.10", "2.11", "2.12")
)
AXIOMS = (ONE_HOLDER, SOME_HOLDER, HAND_SIZES, PILE_SIZE)
SORTS = AxiomSelector("sorts")
"""The axiom that the pile has one card of each sort, (2.12) in Clue."""
