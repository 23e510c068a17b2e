"""Names of EPDDL for what a package declares: types, objects, agents and predicates.

Numbers are no names in EPDDL, so the name of a number contains its sort, as in
`child1`. A name that two sorts have contains its sort, too.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from re import findall

from mystpy.errors import QueryError
from mystpy.packages.action_terms import ActionStep, read_steps
from mystpy.packages.epddl.event_models import PackageEvents
from mystpy.packages.package import FluentSymbol, Package
from mystpy.packages.value_sorts import PackageSort, Value, in_braces, write_value

AGENT = "agent"
"""The type that agents have in EPDDL."""

OCCASION, NOW = "occasion", "now"
"""A type with one object: plank passes over actions without a parameter."""

RESERVED = frozenset(
    (
        *(AGENT, "object", "entity", "world", "event", OCCASION, NOW, "define"),
        *("domain", "problem", "either", "default", "if", "else", "iff", "when"),
        *("and", "or", "not", "imply", "forall", "exists", "true", "false"),
    )
)
"""Words that have a meaning in EPDDL."""


def unused_name(name: str, taken: set[str], joint: str = "_") -> str:
    """Return a name, with a number after it if it is taken, and take it."""
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name}{joint}{number}"
    taken.add(found)
    return found


class Identifiers:
    """The names for one package."""

    def __init__(self, package: Package) -> None:
        self.package = package
        sorts = [package.agents, *self.sorts()]
        named = {sort.name: sort for sort in sorts}
        self._uses = Counter(
            value
            for sort in named.values()
            if sort.sizes is None
            for value in sort.elements
        )
        for name in (*package.fluents, *package.actions):
            if name in RESERVED:
                raise QueryError(
                    f"the word {name} has a meaning in EPDDL",
                    hint=f"call it otherwise in {package.folder}",
                )
        self.atoms = {
            atom: names
            for fluent in package.fluents.values()
            for atom, names in self._instances(fluent)
        }
        """The instances of fluents, each as predicate and arguments."""

    def sorts(self) -> list[PackageSort]:
        """Return the sorts of the arguments of fluents, without that of the agents."""
        found = {
            sort.name: sort
            for fluent in self.package.fluents.values()
            for sort in fluent.sorts
        }
        found.pop(self.package.agents.name, None)
        return list(found.values())

    def type(self, sort: PackageSort) -> str:
        """Return the type of the values of a sort."""
        if sort.name == self.package.agents.name:
            return AGENT
        return f"{sort.name}-sort" if sort.name in RESERVED else sort.name

    def value(self, sort: PackageSort, value: Value) -> str:
        """Return the name of a value."""
        if isinstance(value, tuple):
            return "-".join([sort.name, *map(str, value)])
        if isinstance(value, int) or self._uses[value] > 1 or value in RESERVED:
            return f"{sort.name}{'' if isinstance(value, int) else '-'}{value}"
        return value

    def agent(self, word: str) -> str:
        """Return the name of an agent."""
        agents = self.package.agents
        return self.value(agents, agents.value(word))

    def agents(self) -> list[str]:
        """Return the names of all agents, in order."""
        agents = self.package.agents
        return [self.value(agents, each) for each in agents.elements]

    def action(self, step: ActionStep) -> str:
        """Return the name of an action, by its arguments that are known."""
        words = [step.action.name]
        for argument in step.arguments:
            if argument is not None:
                words += findall(r"\w+", write_value(argument))
        return "-".join(words)

    def ground_action(self, step: ActionStep, *, lifted: bool) -> str:
        """Return the name of an action in a ground task, by its parameters.

        Where actions are lifted, these are its public arguments.
        """
        if not lifted:
            return f"{self.action(step)}_{NOW}"
        pairs = zip(step.action.sorts, step.arguments, strict=True)
        words = [self.value(sort, each) for sort, each in pairs if each is not None]
        return "_".join([step.action.name, *(words or [NOW])])

    def lifted_event(self, action: PackageEvents, event: str) -> str:
        """Return the name of an event by its private arguments."""
        (step,) = read_steps(in_braces(event), self.package)
        hidden = [
            self.value(step.action.sorts[place], argument)
            for place, argument in enumerate(step.arguments)
            if place in action.step.action.private and argument is not None
        ]
        return "-".join(["e", step.action.name, *hidden])

    def events(self, action: PackageEvents) -> list[str]:
        """Return the names of the events of an action, numbered if one is several."""
        called = [
            self.action(read_steps(in_braces(event.action), self.package)[0])
            for event in action.events
        ]
        often = Counter(called)
        return [
            f"e{called[: place + 1].count(name)}-{name}"
            if often[name] > 1
            else f"e-{name}"
            for place, name in enumerate(called)
        ]

    def atom(self, atom: str) -> tuple[str, ...]:
        """Return the predicate of an instance of a fluent, and its arguments."""
        return self.atoms[in_braces(atom)]

    def _instances(self, fluent: FluentSymbol) -> list[tuple[str, tuple[str, ...]]]:
        found = []
        for row in product(*(sort.values() for sort in fluent.sorts)):
            written_row = ",".join(map(write_value, row))
            atom = f"{fluent.name}({written_row})" if row else fluent.name
            pairs = zip(fluent.sorts, row, strict=True)
            found.append((atom, (fluent.name, *(self.value(s, v) for s, v in pairs))))
        return found
