"""What a conclusion may rest on, and copies of the world, read off an answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mystpy.bits import bits
from mystpy.compilation import dataclass
from mystpy.engines.symbolic.law import Law
from mystpy.engines.symbolic.solver import Assignment
from mystpy.engines.symbolic.witness import WitnessWorld
from mystpy.views import Given


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


@dataclass(frozen=True, slots=True)
class Copy:
    """The atoms of a copy: by holder and card, and by show and card."""

    held: list[list[int]]
    shown: dict[int, dict[int, int]]

    def of(self, holder: int, cards: int) -> list[int]:
        """The atoms of these cards with a holder."""
        held = self.held[holder]
        return [held[card.bit_length() - 1] for card in bits(cards)]


class Reader:
    """Reads the worlds of one law, with what is given of the first."""

    def __init__(self, law: Law, given: Given) -> None:
        self._law = law
        self._hands = given.hands
        self._cards = dict(given.shown)

    def read(
        self, model: Assignment, tree: Sequence[tuple[int, int]], copies: Sequence[Copy]
    ) -> tuple[WitnessWorld, ...]:
        """The worlds of copies; the tree has the parent and player of each."""
        worlds: list[WitnessWorld] = []
        for (parent, player), copy in zip(tree, copies, strict=True):
            hands = tuple(_true(model, row) for row in copy.held)
            before = worlds[parent] if parent >= 0 else None
            shown = tuple(
                next(card for card, x in copy.shown[e].items() if model.is_true(x))
                if e in copy.shown
                else self._shown(e, hands, player, before)
                for e in range(len(self._law.shows))
            )
            worlds.append(WitnessWorld(parent, player, hands, shown))
        return tuple(worlds)

    def _shown(
        self,
        e: int,
        hands: Sequence[int],
        player: int,
        before: WitnessWorld | None,
    ) -> int:
        """A card that will do for a show which nobody asks for."""
        show = self._law.shows[e]
        if before is None and e in self._cards:
            return self._cards[e]
        if before is not None and player == show.by:
            return before.shown[e]
        held = hands[show.by] & show.cards or show.cards
        return held & -held

    def failed(self, worlds: Sequence[WitnessWorld]) -> set[Selector]:
        """The switches of the observations that are not true in worlds."""
        first = worlds[0]
        failed: set[Selector] = {
            StepSelector(step)
            for step, condition in self._law.told
            if not all(condition.satisfied(world.hands) for world in worlds)
        }
        for e, show in enumerate(self._law.shows):
            as_given = first.shown[e] == self._cards.get(e, first.shown[e])
            held = all(world.shown[e] & world.hands[show.by] for world in worlds)
            if not (as_given and held):
                failed.add(StepSelector(show.step))
        failed |= {HandSelector(k) for k, hand in self._hands if first.hands[k] != hand}
        return failed


def _true(model: Assignment, atoms: Iterable[int]) -> int:
    """The mask of the numbers whose atoms are true."""
    return sum(1 << k for k, atom in enumerate(atoms) if model.is_true(atom))
