"""A check on ground rules whether choices can be exchanged in all runs with them.

Some choices of a run are inverted, such as which player holds which of two cards. For
some atoms, the value does not depend on the other choices. Others have the same value
in the run before and after, since their rules reduce to the same rules. About the rest
nothing is known. This is decided rule by rule, without a search: in a sum of weights
one card makes up for the other, which a search would prove slowly. If the constraints
also reduce to the same, the exchange makes a run of every run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mystpy.packages.history_runs.ground_rules import GroundRule, RuleIndex

Reduced = tuple[bool, frozenset[tuple[int, int]], int]
"""The reduced body: of a choice rule or not, its open literals, the bound."""

Values = tuple[bool | None, bool | None]
"""The values of an atom before and after the exchange, None where it depends."""


class Exchange:
    """The effect on each atom of inverting some choices in a run.

    `fixed` has the values of some chosen atoms before and after; all others are chosen
    as before.
    """

    def __init__(
        self, index: RuleIndex, fixed: Mapping[int, tuple[bool, bool]]
    ) -> None:
        self._index = index
        self._fixed = fixed
        self._values: dict[int, Values] = dict(fixed)
        self._unknown: set[int] = set()
        self._touched: set[GroundRule] = set()
        self._propagate()

    def same(self, literal: int) -> bool:
        """Return whether a literal surely has the same value before and after."""
        atom = abs(literal)
        if atom in self._values:
            before, after = self._values[atom]
            return before is not None and before == after
        return atom not in self._unknown

    def after(self, literal: int) -> bool | None:
        """Return the value of a literal afterwards, None if that is not known."""
        return self._value(literal, 1)

    def makes_runs(self) -> bool:
        """Return whether every run with the choices becomes a run again."""
        return all(map(self._may_choose, self._fixed)) and self._constraints_hold()

    def _propagate(self) -> None:
        ahead = list(self._fixed)
        while ahead:
            for rule in self._index.using.get(ahead.pop(), ()):
                if not rule.head:
                    self._touched.add(rule)
                for atom in rule.head:
                    if atom not in self._fixed and self._changes(atom):
                        ahead.append(atom)

    def _changes(self, atom: int) -> bool:
        """Look at the rules of an atom again; return whether more is known of it."""
        values = self._defined(atom, 0), self._defined(atom, 1)
        same = values == (None, None) and self._same_bodies(atom)
        known = self._values.get(atom, (None, None))
        if values != known:
            self._values[atom] = values
            return True
        if not same and values == (None, None) and atom not in self._unknown:
            self._unknown.add(atom)
            return True
        return False

    def _defined(self, atom: int, copy: int) -> bool | None:
        """Return the value that the rules of an atom give it, None if it depends."""
        bodies = self._bodies(atom, copy)
        if not bodies:
            return False
        return True if (False, frozenset(), 0) in bodies else None

    def _bodies(self, atom: int, copy: int) -> set[Reduced]:
        found = (self._reduced(r, copy) for r in self._index.defining.get(atom, ()))
        return {body for body in found if body is not None}

    def _same_bodies(self, atom: int) -> bool:
        before, after = self._bodies(atom, 0), self._bodies(atom, 1)
        return before == after and all(
            self._open(literal) for body in after for literal, _ in body[1]
        )

    def _reduced(self, rule: GroundRule, copy: int) -> Reduced | None:
        """Return the reduced body, None if it is false."""
        left = sum(w for _, w in rule.body) if rule.lower is None else rule.lower
        open_parts: dict[int, int] = {}
        for literal, weight in rule.body:
            value = self._value(literal, copy)
            if value:
                left -= weight
            elif value is None:
                open_parts[literal] = open_parts.get(literal, 0) + weight
        if left <= 0:
            return rule.choice, frozenset(), 0
        if sum(open_parts.values()) < left:
            return None
        return rule.choice, frozenset(open_parts.items()), left

    def _value(self, literal: int, copy: int) -> bool | None:
        atom = abs(literal)
        values = self._values.get(atom)
        value = values[copy] if values else self._index.constant(atom)
        return value if value is None or literal > 0 else not value

    def _may_choose(self, atom: int) -> bool:
        """Whether an atom may be chosen as it is chosen after the exchange."""
        rules = self._index.defining.get(atom, ())
        if not all(rule.choice for rule in rules):
            return False
        if not self._fixed[atom][1] or (True, frozenset(), 0) in self._bodies(atom, 1):
            return True
        return self._fixed[atom][0] and self._same_bodies(atom)

    def _constraints_hold(self) -> bool:
        before = {self._reduced(rule, 0) for rule in self._touched}
        for rule in self._touched:
            after = self._reduced(rule, 1)
            if after is None:
                continue
            if after not in before or not all(self._open(x) for x, _ in after[1]):
                return False
        return True

    def _open(self, literal: int) -> bool:
        """Whether an atom that other choices decide is the same before and after."""
        return abs(literal) not in self._unknown and self.same(literal)


def reasons_for_doubt(
    index: RuleIndex,
    changed: Mapping[int, bool],
    view: Sequence[int],
    needed: Sequence[int],
    lacking: Sequence[int],
) -> list[int] | None:
    """Return choices for which a body is doubtful in every run that has them.

    `changed` has the choices of one run that are inverted in another, with the same
    view and without the body, which is false where all of `lacking` are true. None if
    the exchange need not make a run of every run.
    """
    exchange = Exchange(index, {atom: (on, not on) for atom, on in changed.items()})
    if (
        all(map(exchange.after, lacking))
        and exchange.makes_runs()
        and all(map(exchange.same, view))
        and all(map(exchange.same, needed))
    ):
        return [x if on else -x for x, on in changed.items()]
    return None
