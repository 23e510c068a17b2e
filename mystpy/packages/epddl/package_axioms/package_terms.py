"""The names of a package for what a planning task declares, and its sorts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from mystpy.compilation import NamedTuple, pattern
from mystpy.packages.epddl.identifiers import unused_name
from mystpy.packages.epddl.reading.planning_task import (
    PlanningTask,
    PredicateSchema,
    TypedWord,
)
from mystpy.packages.epddl.reading.s_expressions import Bracketed, Node, Word, term_of
from mystpy.packages.epddl.reading.static_conditions import Leaf, leaves, types_of
from mystpy.packages.value_sorts import applied_term

_OTHER = pattern(r"\W")
_RESERVED = (
    *("situation", "step", "considered", "done", "stuck", "reached", "can_be_done"),
    *("saw", "sees_action", "unseen", "repeats", "poss", "obs", "obs0", "over", "now"),
    *("element", "not", "true", "false", "in", "forall", "exists", "before", "once"),
    *("so", "far", "players", "agents", "set", "same", "starts_in", "designated"),
    *("offered", "blind", "pile", "given"),
)
_VARIABLES = ("S", "Agent", "Event", "How", "Seen")


class RuleTerm(NamedTuple):
    """A constant, or a variable of a rule: as the rule and as a formula writes it.

    `sort` is that of a variable, and `value` the object that a constant is.
    """

    asp: str
    text: str
    sort: str | None = None
    value: str | None = None


Scope = Mapping[str, RuleTerm]
"""The term for each variable of EPDDL."""


class PackageTerms:
    """The names for one task: each is free in the package, and used once."""

    def __init__(self, task: PlanningTask) -> None:
        self.task = task
        self._taken = set(_RESERVED)
        self.sorts: dict[str, tuple[str, ...]] = {}
        """The values of each sort, by their names in the package."""
        self._sort_names: dict[tuple[str, ...], str] = {}
        objects = {"not", "true", "false"}
        self.objects = {each: _free(each, objects) for each in task.objects}
        self.agent_sort = self.sort("agent", task.place)
        for each in task.predicates:
            plain = _OTHER.sub("_", each.lower())
            self._taken |= {f"begins_{plain}", f"ends_{plain}"}
        self.predicates = {each: self.fresh(each) for each in task.predicates}
        self.changing = {
            effect.atom.head
            for event in task.events.values()
            for effect in effects_of(event.effects)
        }
        """The predicates that some event changes."""
        self.compares = False
        """Whether a formula compares two arguments, by the fluent `same`."""

    def fresh(self, name: str) -> str:
        """Return a name like this one that nothing has yet, and take it."""
        return _free(name, self._taken)

    def sort(self, types: Iterable[Word] | str, place: Node) -> str:
        """Return the sort for some types. Raises ParseError if there is no object."""
        values = self.task.values(types, place)
        names = (types,) if isinstance(types, str) else tuple(x.text for x in types)
        if names not in self._sort_names:
            sort = self.fresh("_or_".join(names))
            self._sort_names[names] = sort
            self.sorts[sort] = tuple(self.objects[each] for each in values)
        return self._sort_names[names]

    def sort_of(self, each: TypedWord, default: str = "object") -> str:
        """Return the sort of a variable."""
        return self.sort(types_of(each, default), each.word)

    def rigid(self, predicate: PredicateSchema) -> bool:
        """Return whether a predicate is the same in all situations of a run."""
        return predicate.word.text not in self.changing

    def at_start(self, atom: Sequence[str]) -> str:
        """Return an instance of a predicate at the start."""
        start = [] if self.rigid(self.task.predicates[atom[0]]) else ["0"]
        arguments = [self.objects[each] for each in atom[1:]]
        return applied_term(self.predicates[atom[0]], [*arguments, *start])

    def any_at_start(self, predicate: PredicateSchema) -> tuple[str, list[str]]:
        """Return a predicate with variables at the start, and the sorts of these."""
        sorts = [self.sort_of(place) for place in predicate.parameters]
        names = [f"X{number}" for number in range(1, len(sorts) + 1)]
        atoms = [f"{sort}({name})" for sort, name in zip(sorts, names, strict=True)]
        start = [] if self.rigid(predicate) else ["0"]
        name = self.predicates[predicate.word.text]
        return applied_term(name, [*names, *start]), atoms

    def constant(self, word: Word) -> RuleTerm:
        """Return an object as a term. Raises ParseError if there is none."""
        if word.text not in self.objects:
            what = "variable" if word.text[0] == "?" else "object"
            raise word.fault(f"there is no {what} {word.text} here")
        return self.value(word.text)

    def value(self, name: str) -> RuleTerm:
        """Return an object that there is as a term."""
        return RuleTerm(self.objects[name], self.objects[name], value=name)

    def term(self, node: Node, scope: Scope) -> RuleTerm:
        """Return the term for a word. Raises ParseError if there is none."""
        word = term_of(node)
        return scope[word.text] if word.text in scope else self.constant(word)


def variables(
    terms: PackageTerms, typed: Iterable[TypedWord], scope: Scope, default: str
) -> dict[str, RuleTerm]:
    """Return the variables of rules for some variables, none of which is in use."""
    taken = {each.asp for each in scope.values()} | set(_VARIABLES)
    found: dict[str, RuleTerm] = {}
    for each in typed:
        plain = _OTHER.sub("_", each.name.lstrip("?"))
        name = _free(plain[:1].upper() + plain[1:], taken, lower=False)
        found[each.name] = RuleTerm(name, name, terms.sort_of(each, default))
    return found


def sort_atoms(found: Iterable[RuleTerm]) -> list[str]:
    """Return the atoms that say of which sort variables are."""
    return [f"{each.sort}({each.asp})" for each in found if each.sort]


class Effect(NamedTuple):
    """A literal of effects: its atom, with the variables and conditions around it.

    It becomes true if it `begins`, else false. `sign` is `when` or `iff` if there is a
    `condition`.
    """

    atom: Bracketed
    begins: bool
    parameters: tuple[TypedWord, ...]
    conditions: tuple[Node, ...]
    sign: str = ""
    condition: Node | None = None


def effects_of(effects: Bracketed | None) -> Iterator[Effect]:
    """Yield the literals of effects. Raises ParseError for what is none."""
    for leaf in leaves(effects, effects) if effects else ():
        if leaf.node.head not in ("when", "iff"):
            yield _effect(leaf)
            continue
        if len(leaf.node.items) != 3:
            raise leaf.node.fault(f"{leaf.node.head} has a condition and literals")
        sign, condition = leaf.node.head, leaf.node.items[1]
        for inner in leaves(leaf.node.items[2], leaf.node):
            yield _effect(inner.within(leaf))._replace(sign=sign, condition=condition)


def _effect(leaf: Leaf) -> Effect:
    negative = leaf.node.head == "not" and len(leaf.node.items) == 2
    atom = leaf.node.items[1] if negative else leaf.node
    if not isinstance(atom, Bracketed):
        raise leaf.node.fault("an atom is expected here")
    return Effect(atom, not negative, leaf.parameters, leaf.conditions)


def _free(name: str, taken: set[str], *, lower: bool = True) -> str:
    """A name like this one that is not taken; it is taken from now on."""
    plain = _OTHER.sub("_", name.lower() if lower else name).lstrip("_0123456789")
    return unused_name(plain or "x", taken)
