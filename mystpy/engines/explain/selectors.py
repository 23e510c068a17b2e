"""What a conclusion may rest on: observations, hands that are given, and axioms."""

from __future__ import annotations

from mystpy.compilation import NamedTuple


class StepSelector(NamedTuple):
    """What was observed at a step, counted from 0."""

    step: int
    kind: str = "step"


class HandSelector(NamedTuple):
    """The hand of a holder, which is given."""

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
"""That the pile has one card of each sort, which (2.12) says in Clue."""
