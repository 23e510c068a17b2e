"""A domain, a problem and libraries as a planning task."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mystpy.errors import QueryError, did_you_mean
from mystpy.packages.epddl.reading.declared_relations import (
    distinct_names,
    named_lists,
    named_relations,
    require_known,
)
from mystpy.packages.epddl.reading.domain_reader import HEADS, DomainReader, kind_of
from mystpy.packages.epddl.reading.planning_task import (
    ExplicitStart,
    PlanningTask,
)
from mystpy.packages.epddl.reading.s_expressions import (
    Bracketed,
    Node,
    fields,
    list_of,
    word_of,
)
from mystpy.packages.epddl.reading.static_conditions import (
    Environment,
    list_elements,
)


def read_specification(texts: Sequence[Bracketed], shipped: Bracketed) -> PlanningTask:
    """Return the planning task of a domain, a problem and libraries.

    The action types of a shipped library count where no other has the same name.

    Raises QueryError if one is missing, ParseError for what is wrong in them.
    """
    found: dict[str, list[Bracketed]] = {head: [] for head in HEADS}
    for text in texts:
        found[kind_of(text)[0]].append(text)
    for head in HEADS[:2]:
        if len(found[head]) != 1:
            count = "no" if not found[head] else "more than one"
            raise QueryError(
                f"there is {count} {head} among the files",
                hint="give one domain, one problem, and the libraries of the domain",
            )
    (domain,), (problem,), libraries = found.values()
    return _Reading(domain, problem).task([shipped, *libraries])


class _Reading(DomainReader):
    """One reading of the files of a specification."""

    def task(self, libraries: Iterable[Bracketed]) -> PlanningTask:
        found = self.found
        for library in libraries:
            self.each_part(library, {":action-type": self.frame})
        self.each_part(self.domain, {":types": self.types})
        add = found.add_object
        self.each_part(self.domain, {":constants": self.typed(add, "object")})
        named = kind_of(self.domain)[1].text
        self.each_part(
            self.problem,
            {
                ":domain": lambda part: _same_domain(part, named),
                ":objects": self.typed(add, "object"),
                ":agents": self.typed(add, "agent"),
                ":agent-groups": _groups,
            },
        )
        self.each_part(self.domain, {":predicates": self.predicates})
        self.each_part(self.domain, {":event": self.event})
        self.each_part(self.domain, {":action": self.action})
        self.each_part(
            self.problem,
            {":facts-init": self._facts, ":init": self._start, ":goal": self._goal},
        )
        if found.start is None:
            raise self.problem.fault("the problem has no :init")
        return found

    # --- The problem ----------------------------------------------------------

    def _facts(self, part: Bracketed) -> None:
        for each in part.items[1:]:
            atom = list_of(each, "a fact", part)
            predicate, _ = self.found.arguments(atom.items or (atom,), atom)
            if not predicate.fact:
                raise atom.fault(f"{predicate.word.text} is not declared as a :fact")
            self.found.facts.add(self._ground(atom, {}))

    def _ground(self, atom: Bracketed, known: Environment) -> tuple[str, ...]:
        predicate, words = self.found.arguments(atom.items or (atom,), atom)
        names = [known.get(each.text, each.text) for each in words]
        for word, name in zip(words, names, strict=True):
            if name not in self.found.objects:
                near = did_you_mean(name, self.found.objects)
                raise word.fault(f"there is no object {name}", near)
        return (predicate.word.text, *names)

    def _labelled(self, atom: Bracketed, known: Environment) -> tuple[str, ...]:
        found = self._ground(atom, known)
        if self.found.predicates[found[0]].fact:
            raise atom.fault(f"{found[0]} is a :fact", "write it in :facts-init")
        return found

    def _goal(self, part: Bracketed) -> None:
        if len(part.items) != 2:
            raise part.fault("a goal is one formula")
        self.found.goal = part.items[1]

    def _start(self, part: Bracketed) -> None:
        first = part.items[1] if len(part.items) > 1 else None
        if isinstance(first, Bracketed):
            self.found.start = first
            return
        keys = (":worlds", ":relations", ":labels", ":designated")
        values = fields(part.items[1:], keys)
        worlds = distinct_names(values.get(":worlds"), part)
        agents = self.found.agents()
        related = named_relations(
            values.get(":relations"), part, agents, worlds, "world"
        )
        designated = distinct_names(values.get(":designated"), part)
        require_known(designated, worlds, values.get(":designated") or part)
        self.found.start = ExplicitStart(
            worlds,
            related,
            self._labels(values.get(":labels"), part, worlds),
            frozenset(designated),
            values.get(":relations") or part,
        )

    def _labels(
        self, node: Node | None, near: Node, worlds: tuple[str, ...]
    ) -> dict[str, frozenset[tuple[str, ...]]]:
        found = dict.fromkeys(worlds, frozenset[tuple[str, ...]]())
        for name, inner in named_lists(list_of(node, ":labels", near)):
            require_known((name.text,), worlds, name)
            found[name.text] = frozenset(
                self._labelled(atom, known)
                for atom, known in list_elements(self.found, inner, {})
            )
        return found


def _same_domain(part: Bracketed, named: str) -> None:
    if len(part.items) == 2 and word_of(part.items[1], "a domain").text != named:
        raise part.fault(f"the problem is of another domain than {named}")


def _groups(part: Bracketed) -> None:
    raise part.fault(
        "named groups of agents are not read", "write the agents out: [C. (ann bob)]"
    )
