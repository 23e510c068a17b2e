"""Lists of cards and of holders in a claim, and the formulas made from them.

These are generalized quantifiers over listed sets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.language.atoms import H
from mystpy.language.junctions import conjunction, disjunction
from mystpy.language.nodes import Formula, Not

MAX_COUNTED = 8
"""The maximal number of cards in a claim with a count."""


class CardList(NamedTuple):
    """Some cards, and the claimed number of them; those of `without` are denied."""

    quantity: str
    number: int
    cards: tuple[str, ...]
    without: tuple[str, ...] = ()

    def of(self, holder: int, *, has: bool) -> Formula:
        """Return the formula that a holder has this number of cards, or has not."""
        atoms: list[Formula] = [H(holder, card) for card in self.cards]
        found = self._counted(atoms, has=has)
        denied = [Not(H(holder, card)) for card in self.without]
        return conjunction([found, *denied]) if denied else found

    def _counted(self, atoms: Sequence[Formula], *, has: bool) -> Formula:
        none = conjunction(map(Not, atoms))
        match self.quantity:
            case "none":
                if not has:
                    raise QueryError("it is denied twice")
                return none
            case "some" | "or":
                return disjunction(atoms) if has else none
            case "list":
                return conjunction(atoms) if has else none
            case "all":
                found = conjunction(atoms)
            case "exactly":
                found = self._exactly(atoms)
            case "most":
                found = Not(self._at_least(atoms, self.number + 1))
            case _:
                found = self._at_least(atoms, self.number)
        return found if has else Not(found)

    def _at_least(self, atoms: Sequence[Formula], number: int) -> Formula:
        if number > len(atoms):
            raise QueryError(f"{number} of {len(atoms)} cards is not possible")
        if len(atoms) > MAX_COUNTED and number > 1:
            raise QueryError(f"more than {MAX_COUNTED} cards are not counted")
        return disjunction(conjunction(some) for some in combinations(atoms, number))

    def _exactly(self, atoms: Sequence[Formula]) -> Formula:
        least = self._at_least(atoms, self.number)
        if self.number == len(atoms):
            return least
        return conjunction([least, Not(self._at_least(atoms, self.number + 1))])


class HolderList(NamedTuple):
    """Some holders, and the number of them of whom something is claimed.

    `quantity` is all, some, exactly (one) or none.
    """

    quantity: str
    holders: tuple[int, ...]

    def each(self, part: Callable[[int], Formula]) -> Formula:
        """Return the claim for these holders; `part` is the claim for one of them."""
        parts = [part(holder) for holder in self.holders]
        if self.quantity == "exactly":
            more = [conjunction(pair) for pair in combinations(parts, 2)]
            return conjunction([disjunction(parts), *map(Not, more)])
        return (conjunction if self.quantity == "all" else disjunction)(parts)

    @property
    def is_denial(self) -> bool:
        """Return whether the claim denies something of all of them."""
        return self.quantity == "none"
