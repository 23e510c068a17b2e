"""The files of a planning task, read: EPDDL, a list of files, or a ground task."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from mystpy.errors import QueryError, did_you_mean
from mystpy.files.json_text import json_value
from mystpy.files.toml import file_text
from mystpy.packages.epddl.reading.domain_reader import HEADS, DomainReader, kind_of
from mystpy.packages.epddl.reading.ground_json import is_ground_task, read_ground_task
from mystpy.packages.epddl.reading.planning_task import ExplicitStart, PlanningTask
from mystpy.packages.epddl.reading.s_expressions import (
    Bracketed,
    Node,
    fields,
    list_of,
    read_text,
    word_of,
)
from mystpy.packages.epddl.reading.static_conditions import (
    Environment,
    distinct_names,
    list_elements,
    named_lists,
    named_relations,
    require_known,
)

SPECIFICATION = "specification.json"
"""The list of the files of a specification, as plank reads it."""

LIBRARY = Path(__file__).with_name("action-types.epddl")
"""Action types that every domain may use, unless its libraries define others."""


def read_task(paths: Sequence[Path]) -> PlanningTask:
    """Return the planning task of some files, or of a folder with a list of them.

    Raises QueryError if a file cannot be read or is none of a task, ParseError with the
    place for what is wrong in it.
    """
    found: list[Path] = []
    for path in paths:
        if not path.exists() and not path.suffix:
            hint = "give a folder with specification.json, or the files"
            raise QueryError(f"there is no folder {path}", hint=hint)
        if path.is_dir():
            path = path / SPECIFICATION
        if path.suffix == ".json":
            value = _json(path)
            if is_ground_task(value) and len(paths) == 1:
                return read_ground_task(value, str(path))
            found += _named(value, path)
        else:
            found.append(path)
    if not found:
        raise QueryError(
            "no files are given", hint="give domain, problem and libraries"
        )
    shipped = read_text(file_text(LIBRARY), LIBRARY.name)
    return read_specification([read_text(file_text(p), str(p)) for p in found], shipped)


def _json(path: Path) -> Any:
    try:
        return json_value(file_text(path))
    except ValueError as error:
        raise QueryError(f"{path} is not JSON: {error}") from None


def _named(value: object, path: Path) -> list[Path]:
    """The files that a specification names, which are in its folder or below."""
    keys = ("domain", "problem", "action-type-libraries")
    if not isinstance(value, Mapping) or not {"domain", "problem"} <= set(value):
        raise QueryError(
            f"{path} is neither a ground task nor a list of files",
            hint='a list of files has the keys "domain", "problem" and'
            ' "action-type-libraries"',
        )
    names: list[object] = [value[key] for key in keys[:2]]
    libraries = value.get(keys[2], [])
    names += libraries if isinstance(libraries, list) else [libraries]
    found = []
    for name in names:
        if not isinstance(name, str):
            raise QueryError(f"{path} names a file that is no text")
        inner = path.parent / name
        if not inner.resolve().is_relative_to(path.parent.resolve()):
            raise QueryError(
                f"{path} names {name}, which is outside of its folder",
                hint="give that file on the command line",
            )
        found.append(inner)
    return found


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
        self.each_part(
            self.problem,
            {
                ":domain": self._require_domain,
                ":objects": self.typed(add, "object"),
                ":agents": self.typed(add, "agent"),
                ":agent-groups": _refuse_groups,
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

    def _require_domain(self, part: Bracketed) -> None:
        named = kind_of(self.domain)[1].text
        if len(part.items) == 2 and word_of(part.items[1], "a domain").text != named:
            raise part.fault(f"the problem is of another domain than {named}")

    def _facts(self, part: Bracketed) -> None:
        for each in part.items[1:]:
            atom = list_of(each, "a fact", part)
            predicate, _ = self.found.arguments(atom)
            if not predicate.fact:
                raise atom.fault(f"{predicate.word.text} is not declared as a :fact")
            self.found.facts.add(self._ground(atom, {}))

    def _ground(self, atom: Bracketed, known: Environment) -> tuple[str, ...]:
        predicate, words = self.found.arguments(atom)
        names = [known.get(each.text, each.text) for each in words]
        for word, name in zip(words, names, strict=True):
            if name not in self.found.objects:
                near = did_you_mean(name, self.found.objects)
                raise word.fault(f"there is no object {name}", near)
        return (predicate.word.text, *names)

    def _goal(self, part: Bracketed) -> None:
        self.found.goal = part.argument("a goal is one formula")

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
            atoms = set()
            for atom, known in list_elements(self.found, inner, {}):
                row = self._ground(atom, known)
                if self.found.predicates[row[0]].fact:
                    raise atom.fault(f"{row[0]} is a :fact", "write it in :facts-init")
                atoms.add(row)
            found[name.text] = frozenset(atoms)
        return found


def _refuse_groups(part: Bracketed) -> None:
    raise part.fault(
        "named groups of agents are not read", "write the agents out: [C. (ann bob)]"
    )
