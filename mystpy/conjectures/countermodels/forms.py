"""Formulas of any situation in negation normal form: facts, junctions, modalities.

In the field: negation normal form.

Nothing is known of the history, so what is public stays a fact, though one that is the
same in all worlds, and what speaks of actions is a fact of which only its name is
known. There are two relations between worlds: some players who pool what they see do
not tell them apart, or they are connected for a group. A modality says what holds in
all worlds that are so related, or in some.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from mystpy.compilation import dataclass
from mystpy.language.atoms import Constant, Fluent, H, Possible
from mystpy.language.nodes import (
    After,
    And,
    Common,
    Distributed,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    Next,
    Not,
    OfGroup,
    Or,
)


class NotCovered(Exception):
    """The formula says what countermodels over deals know nothing of."""


@dataclass(frozen=True, slots=True)
class Relation:
    """How a group relates worlds: its members `pool` what they see, or it is C's."""

    kind: Literal["pooled", "common"]
    group: tuple[int, ...]

    def within(self, other: Relation) -> bool:
        """Whether what is related so is in any case related in the other way."""
        mine, others = set(self.group), set(other.group)
        if other.kind == "pooled":
            return self.kind == "pooled" and others <= mine
        return bool(mine & others) if self.kind == "pooled" else mine <= others


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """What is true or false in a world; if `public`, in all worlds alike."""

    atom: Formula
    positive: bool

    @property
    def public(self) -> bool:
        """Whether it is a public fluent."""
        return isinstance(self.atom, Fluent)


@dataclass(frozen=True, slots=True, eq=False)
class Compound:
    """All of the parts, or one of them."""

    every: bool
    parts: tuple[Form, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Mode:
    """The body holds in every world that is related, or in some."""

    every: bool
    relation: Relation
    body: Form


Form = Fact | Compound | Mode
"""Equal forms are one and the same object, so they are compared by identity."""


class Forms:
    """Makes normal forms: the same formula gives the same one."""

    def __init__(self) -> None:
        self._made: dict[tuple[object, ...], Form] = {}
        self._seen: dict[tuple[Formula, bool], Form] = {}

    def of(self, f: Formula, wanted: bool) -> Form:
        """The normal form of a formula, or of its negation if it is not wanted.

        Quantifiers and counts are expanded. Raises NotCovered.
        """
        key = f, wanted
        if key not in self._seen:
            self._seen[key] = self._of(f, wanted)
        return self._seen[key]

    def _of(self, f: Formula, wanted: bool) -> Form:
        match f:
            case Constant(holds):
                return self.joined(holds is wanted, ())
            case H() | Fluent() | Possible() | After() | Next():
                return self._kept(Fact, f, wanted)
            case Not(body):
                return self.of(body, not wanted)
            case And(parts) | Or(parts):
                every = isinstance(f, And) is wanted
                return self.joined(every, [self.of(part, wanted) for part in parts])
            case Implies(left, right):
                sides = [self.of(left, not wanted), self.of(right, wanted)]
                return self.joined(not wanted, sides)
            case Iff(left, right):
                ways = [
                    self.joined(False, [self.of(left, False), self.of(right, wanted)]),
                    self.joined(
                        False, [self.of(left, True), self.of(right, not wanted)]
                    ),
                ]
                return self.joined(True, ways)
            case Knows() | OfGroup():
                return self._modal(f, wanted)
        raise NotCovered(f"{type(f).__name__} is not looked at in countermodels")

    def _modal(self, f: Knows | OfGroup, wanted: bool) -> Form:
        body = self.of(f.body, wanted)
        members = (int(str(f.agent)),) if isinstance(f, Knows) else f.numbers
        relations = [Relation("pooled", (i,)) for i in members]
        match f:
            case Common() if len(members) > 1:
                relations = [Relation("common", members)]
            case Distributed():
                relations = [Relation("pooled", members)]
            case Knows() | Everyone() | Common():
                pass
            case _:
                raise NotCovered(f"{type(f).__name__} is not expanded")
        made = [self._kept(Mode, wanted, relation, body) for relation in relations]
        return self.joined(wanted, made)

    def joined(self, every: bool, parts: Iterable[Form]) -> Form:
        """The conjunction or disjunction of forms."""
        listed = tuple(dict.fromkeys(parts))
        return listed[0] if len(listed) == 1 else self._kept(Compound, every, listed)

    def opposite(self, form: Form) -> Form:
        """The normal form of the negation."""
        match form:
            case Fact(atom, positive):
                return self._kept(Fact, atom, not positive)
            case Compound(every, parts):
                return self.joined(not every, map(self.opposite, parts))
        body = self.opposite(form.body)
        return self._kept(Mode, not form.every, form.relation, body)

    def _kept(self, make: type[Form], *parts: object) -> Form:
        key = make, *parts
        if key not in self._made:
            self._made[key] = make(*parts)  # type: ignore[arg-type]
        return self._made[key]


def relations(form: Form) -> frozenset[Relation]:
    """The relations of which a form speaks, and those of the members of its groups."""
    found = {part.relation for part in _walk(form) if isinstance(part, Mode)}
    singles = {Relation("pooled", (i,)) for each in found for i in each.group}
    return frozenset(found | singles)


def _walk(form: Form) -> Iterator[Form]:
    waiting, met = [form], {form}
    while waiting:
        part = waiting.pop()
        yield part
        below = part.parts if isinstance(part, Compound) else ()
        below = (part.body,) if isinstance(part, Mode) else below
        fresh = [each for each in below if each not in met]
        met.update(fresh)
        waiting += fresh
