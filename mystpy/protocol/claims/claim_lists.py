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

DENIED_TWICE = "it is denied twice"


class CardList(NamedTuple):
    """Some cards, and the claimed number of them; those of `without` are denied.

    `quantity` is list (all are meant one by one), all, or, either, some, none, or with
    a `number` exactly, least, most or some (which is 1).
    """

    quantity: str
    number: int
    cards: tuple[str, ...]
    without: tuple[str, ...] = ()

    def of(self, holder: int, *, has: bool) -> Formula:
        """Return the formula that a holder has this number of cards, or has not.

        Raises QueryError for a negation of a negation.
        """
        found = self._wide(self._atoms(holder), has=has)
        denied = [Not(atom) for atom in self._atoms(holder, self.without)]
        if denied and not has:
            raise QueryError(DENIED_TWICE)
        return conjunction([found, *denied]) if denied else found

    def denied(self, holder: int, *, lacks: bool) -> Formula:
        """Return the formula that of this number of cards it is denied one by one.

        So does `Bob lacks one of ...`, and `one of ... is not with Bob`. Raises
        QueryError if this may mean two things.
        """
        if self.quantity == "none" or self.without:
            raise QueryError(DENIED_TWICE)
        atoms = [Not(atom) for atom in self._atoms(holder)]
        if self.quantity == "list" or (lacks and self.quantity == "all"):
            return conjunction(atoms)
        if self.quantity == "all":
            raise QueryError("'all are not' may mean 'not all' or 'none': write that")
        if self.quantity == "some" and not self.number:
            return conjunction(atoms)  # lacks any of them
        if lacks and self.quantity in ("or", "either"):
            raise QueryError("'lacks A or B' may mean 'neither A nor B': write that")
        return self._wide(atoms, has=True)

    def _atoms(
        self, holder: int, cards: Sequence[str] | None = None
    ) -> Sequence[Formula]:
        return [H(holder, card) for card in (self.cards if cards is None else cards)]

    def _wide(self, atoms: Sequence[Formula], *, has: bool) -> Formula:
        """Return the formula that so many atoms are true, or the denial of that."""
        none = conjunction(map(Not, atoms))
        match self.quantity:
            case "none":
                if not has:
                    raise QueryError(DENIED_TWICE)
                return none
            case "some" | "or" | "either":
                return disjunction(atoms) if has else none
            case "list":
                return conjunction(atoms) if has else none
            case "all":
                found = conjunction(atoms)
            case "exactly":
                found = self._exactly(atoms)
            case "most":
                found = self._at_most(atoms)
            case _:
                found = self._at_least(atoms, self.number)
        return found if has else Not(found)

    def _at_least(self, atoms: Sequence[Formula], number: int) -> Formula:
        if number > len(atoms):
            raise QueryError(f"{number} of {len(atoms)} cards is not possible")
        if len(atoms) > MAX_COUNTED and number > 1:
            raise QueryError(f"more than {MAX_COUNTED} cards are not counted")
        return disjunction(conjunction(some) for some in combinations(atoms, number))

    def _at_most(self, atoms: Sequence[Formula]) -> Formula:
        return Not(self._at_least(atoms, self.number + 1))

    def _exactly(self, atoms: Sequence[Formula]) -> Formula:
        least = self._at_least(atoms, self.number)
        if self.number == len(atoms):
            return least
        return conjunction([least, self._at_most(atoms)])


class HolderList(NamedTuple):
    """Some holders, and the number of them of whom something is claimed.

    `quantity` is list (joined by `and`), all, some, exactly or most (one), or none.
    """

    quantity: str
    holders: tuple[int, ...]

    def each(self, part: Callable[[int], Formula]) -> Formula:
        """Return the claim for these holders; `part` is the claim for one of them."""
        parts = [part(holder) for holder in self.holders]
        if self.quantity in ("list", "all"):
            return conjunction(parts)
        if self.quantity == "some":
            return disjunction(parts)
        pairs = [Not(conjunction(pair)) for pair in combinations(parts, 2)]
        if self.quantity == "most":
            return conjunction(pairs)
        return conjunction([disjunction(parts), *pairs])

    def require_one(self) -> None:
        """Raise QueryError if several holders are said to have the same cards."""
        if self.quantity == "list" and len(self.holders) > 1:
            raise QueryError("a card has one holder: say who has each card")

    @property
    def is_denial(self) -> bool:
        """Return whether the claim denies something of all of them."""
        return self.quantity == "none"
