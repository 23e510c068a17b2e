"""A planning task as its files declare it, with types, objects, events and actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mystpy.compilation import NamedTuple, dataclass, field
from mystpy.errors import did_you_mean
from mystpy.packages.epddl.reading.s_expressions import (
    Bracketed,
    Node,
    Word,
    term_of,
    word_of,
)

ROOTS = ("entity", "object", "agent")
"""The types that every domain has: agents and objects are entities."""


class TypedWord(NamedTuple):
    """A name or variable with its types; an object may be of any of several."""

    word: Word
    types: tuple[Word, ...]

    @property
    def name(self) -> str:
        """The name alone."""
        return self.word.text


class PredicateSchema(NamedTuple):
    """A predicate: its name, its arguments, and whether it is a fact for good."""

    word: Word
    parameters: tuple[TypedWord, ...]
    fact: bool = False


class EventSchema(NamedTuple):
    """An event: when it can happen, and its effects."""

    word: Word
    parameters: tuple[TypedWord, ...]
    precondition: Node | None
    effects: Bracketed | None


class ActionTypeFrame(NamedTuple):
    """An action type: events, and how each observability type relates them.

    `relations` has for each type the pairs of events, the second of which is considered
    possible when the first happens.
    """

    name: str
    events: tuple[str, ...]
    relations: Mapping[str, frozenset[tuple[str, str]]]
    designated: frozenset[str]
    word: Word


class EventUse(NamedTuple):
    """An event of an action, with the terms that are its arguments."""

    word: Word
    arguments: tuple[Word, ...]


class ActionSchema(NamedTuple):
    """An action: parameters that satisfy a condition, events, and who observes how."""

    word: Word
    parameters: tuple[TypedWord, ...]
    condition: Node | None
    frame: ActionTypeFrame
    events: tuple[EventUse, ...]
    observability: Bracketed | None


class ExplicitStart(NamedTuple):
    """Worlds one by one: pairs of each agent's relation, and what holds in each."""

    worlds: tuple[str, ...]
    relations: Mapping[str, frozenset[tuple[str, str]]]
    labels: Mapping[str, frozenset[tuple[str, ...]]]
    designated: frozenset[str]
    place: Node


@dataclass(slots=True)
class PlanningTask:
    """A planning task. `start` is explicit, or the list of a finitary S5 theory.

    `supertypes` has the type above each type, and `objects` the type of each constant,
    object and agent.
    """

    name: str
    place: Node
    goal: Node | None = None
    start: ExplicitStart | Bracketed | None = None
    supertypes: dict[str, str] = field(default_factory=dict)
    objects: dict[str, str] = field(default_factory=dict)
    predicates: dict[str, PredicateSchema] = field(default_factory=dict)
    facts: set[tuple[str, ...]] = field(default_factory=set)
    events: dict[str, EventSchema] = field(default_factory=dict)
    actions: dict[str, ActionSchema] = field(default_factory=dict)

    def add_type(self, each: TypedWord) -> None:
        """Add a type below another one. Raises ParseError if there is no such type."""
        above = each.types[0].text if each.types else "object"
        if above not in self.supertypes and above not in ROOTS:
            raise each.types[0].fault(f"there is no type {above}")
        if each.name in self.supertypes or each.name in ROOTS:
            raise each.word.fault(f"the type {each.name} is declared twice")
        self.supertypes[each.name] = above

    def add_object(self, each: TypedWord, default: str) -> None:
        """Add an object. Raises ParseError for a second one, or an unknown type."""
        kind = each.types[0].text if each.types else default
        if kind not in self.supertypes and kind not in ROOTS:
            raise each.types[0].fault(f"there is no type {kind}")
        if self.objects.setdefault(each.name, kind) != kind:
            raise each.word.fault(f"{each.name} is declared twice")

    def values(self, types: Iterable[Word] | str, place: Node) -> tuple[str, ...]:
        """Return the objects of some types. Raises ParseError if there are none."""
        names = [types] if isinstance(types, str) else [each.text for each in types]
        for name in names:
            if name not in self.supertypes and name not in ROOTS:
                near = did_you_mean(name, [*self.supertypes, *ROOTS])
                raise place.fault(f"there is no type {name}", near)
        found = tuple(
            each
            for each, kind in self.objects.items()
            if any(name in self._above(kind) for name in names)
        )
        if not found:
            raise place.fault(f"there is no object of the type {' or '.join(names)}")
        return found

    def _above(self, kind: str) -> set[str]:
        found = {"entity"}
        while kind in self.supertypes:
            found.add(kind)
            kind = self.supertypes[kind]
        return found | {kind}

    def agents(self) -> tuple[str, ...]:
        """Return the agents. Raises ParseError if there are none."""
        return self.values("agent", self.place)

    def arguments(self, atom: Bracketed) -> tuple[PredicateSchema, tuple[Word, ...]]:
        """Return the predicate and the terms of an atom, `(holds ann red)`.

        Raises ParseError if there is no such predicate, or it has other arguments.
        """
        head, *rest = atom.items or (atom,)
        if not isinstance(head, Word) or head.text not in self.predicates:
            name = head.text if isinstance(head, Word) else "a list"
            near = did_you_mean(name, self.predicates)
            raise atom.fault(f"there is no predicate {name}", near)
        found = self.predicates[head.text]
        if len(rest) != len(found.parameters):
            count = len(found.parameters)
            raise atom.fault(
                f"{head.text} has {count} argument{'s' * (count != 1)}, not {len(rest)}"
            )
        return found, tuple(map(term_of, rest))


def typed_words(items: Sequence[Node], what: str) -> list[TypedWord]:
    """Return names with types: `?i ?j - agent ?r - (either room hall)`.

    A type is that of all names before it that have none yet.
    """
    found: list[TypedWord] = []
    ahead: list[Word] = []
    place = 0
    while place < len(items):
        each = items[place]
        if isinstance(each, Word) and each.text == "-":
            if not ahead or place + 1 == len(items):
                raise each.fault(f"{what} and a type are expected around -")
            types = _types_in(items[place + 1])
            found += (TypedWord(word, types) for word in ahead)
            ahead, place = [], place + 2
            continue
        ahead.append(word_of(each, what))
        place += 1
    return [*found, *(TypedWord(word, ()) for word in ahead)]


def _types_in(node: Node) -> tuple[Word, ...]:
    if isinstance(node, Bracketed) and node.head == "either":
        return tuple(word_of(each, "a type") for each in node.items[1:])
    return (word_of(node, "a type"),)


def such_that(items: Sequence[Node]) -> tuple[list[TypedWord], Node | None]:
    """Return variables, and the condition behind `|`, or None."""
    for place, each in enumerate(items):
        if isinstance(each, Word) and each.text == "|":
            if place + 2 != len(items):
                raise each.fault("one condition is expected behind |")
            return typed_words(items[:place], "a variable"), items[place + 1]
    return typed_words(items, "a variable"), None
