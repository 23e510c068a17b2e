"""Kripke models as EPDDL: a domain without actions, and a problem with the worlds.

An atom `p(a,b)` becomes the predicate `p` with objects; one of another form becomes a
predicate without arguments.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mystpy.compilation import pattern
from mystpy.errors import QueryError
from mystpy.files.toml import toml_rows
from mystpy.kripke.files.model_state import ModelState
from mystpy.packages.epddl.epddl_texts import (
    places_text,
    start_text,
    write_specification,
)
from mystpy.packages.epddl.event_models import MAX_PAIRS
from mystpy.packages.epddl.identifiers import NOW, OCCASION, RESERVED, unused_name
from mystpy.packages.epddl.reading.planning_task import ExplicitStart, PlanningTask
from mystpy.packages.value_sorts import applied_term

_ATOM = pattern(r"(\w+)(?:\((\w+(?:,\w+)*)\))?")
_OTHER = pattern(r"[^A-Za-z0-9]+")
_NEEDS = ":typing :lists :multi-pointed-models :general-frames"
_RESERVED = RESERVED - {OCCASION, NOW} | {"All", "else-if", "nothing"}


def export_model(state: ModelState, title: str, folder: Path) -> list[Path]:
    """Write a model as domain, problem and list of files; return the paths.

    Raises QueryError if its relations have too many pairs, or the folder cannot be
    written.
    """
    written = _WrittenModel(state, title)
    texts = {"domain.epddl": written.domain(), "problem.epddl": written.problem()}
    return write_specification(folder, texts)


class _WrittenModel:
    """The names of one model in EPDDL, and its texts."""

    def __init__(self, state: ModelState, title: str) -> None:
        self.model, self.point = state.model, state.point
        pairs = sum(
            len(core) * (len(outside) + len(core))
            for relation in self.model.relations
            for outside, core in relation.views()
        )
        if pairs > MAX_PAIRS:
            raise QueryError(
                f"the relations have {pairs:,} pairs, more than {MAX_PAIRS:,}",
                hint="contract the model, or take a smaller one",
            )
        taken = set(_RESERVED)
        self.name = _named(title, "model", taken)
        self.agents = {x: _named(x, "agent", taken) for x in self.model.agents}
        self.worlds = [_named(x, "w", taken) for x in self.model.names]
        self.objects: dict[str, str] = {}
        self.atoms = {each: self._parts(each) for each in self.model.atoms}
        for words in self.atoms.values():
            for word in words[1:]:
                if word not in self.agents and word not in self.objects:
                    self.objects[word] = _named(word, "object", taken)
        heads = dict.fromkeys((w[0], len(w) - 1) for w in self.atoms.values())
        self.heads = {each: _named(each[0], "p", taken) for each in heads}

    def _parts(self, atom: str) -> tuple[str, ...]:
        found = _ATOM.fullmatch(atom)
        if not found:
            return (atom,)
        return (found[1], *(found[2].split(",") if found[2] else ()))

    def domain(self) -> str:
        """Return the domain."""
        predicates = "".join(
            f"\n    ({name}{places_text(['entity'] * places)})"
            for (_, places), name in self.heads.items()
        )
        return (
            f"(define (domain {self.name})\n  (:requirements {_NEEDS})\n"
            f"  (:predicates{predicates or ' (nothing)'}))\n"
        )

    def problem(self) -> str:
        """Return the problem, with the actual world designated, or all worlds."""
        objects = "".join(f" {name}" for name in self.objects.values())
        declared = f"\n  (:objects{objects} - object)" if objects else ""
        labels = {
            world: " ".join(map(self._atom, self.model.true_at(number)))
            for number, world in enumerate(self.worlds)
        }
        start = start_text(
            self.worlds,
            dict(self._relations()),
            labels,
            self.worlds if self.point is None else [self.worlds[self.point]],
        )
        return (
            f"(define (problem {self.name}-start)\n  (:domain {self.name})\n"
            f"  (:requirements {_NEEDS})\n"
            f"  (:agents {' '.join(self.agents.values())}){declared}\n"
            f"{start}\n  (:goal (true)))\n"
        )

    def _relations(self) -> Iterator[tuple[str, str]]:
        pairs = zip(self.agents.values(), self.model.relations, strict=True)
        for agent, relation in pairs:
            yield (
                agent,
                " ".join(
                    f"({self.worlds[w]} {self.worlds[v]})"
                    for outside, core in relation.views()
                    for w in sorted(outside + core)
                    for v in core
                ),
            )

    def _atom(self, atom: str) -> str:
        head, *rest = self.atoms[atom]
        names = (self.agents.get(x) or self.objects[x] for x in rest)
        return f"({' '.join([self.heads[head, len(rest)], *names])})"


def _named(word: str, kind: str, taken: set[str]) -> str:
    """A name of EPDDL like a word, which nothing else has; it is taken from now on."""
    plain = _OTHER.sub("-", word).strip("-")
    return unused_name(plain if plain[:1].isalpha() else f"{kind}{plain}", taken, "-")


def model_file(task: PlanningTask) -> str:
    """Return a model file with the worlds in which a planning task starts.

    The actual world is the designated one, if there is only one. Raises QueryError for
    a finitary theory, which lists no worlds.
    """
    start = task.start
    if not isinstance(start, ExplicitStart):
        raise QueryError(
            f"the problem {task.name} starts with a theory, which lists no worlds",
            hint="mystpy theory import makes a package of it",
        )
    agents = task.agents()
    taken: set[str] = set()
    names = {  # formulas have no `-` in names
        word: unused_name(word.replace("-", "_"), taken)
        for word in dict.fromkeys([*agents, *task.predicates, *task.objects])
    }
    labels = {}
    for world in start.worlds:
        rows = ([names[each] for each in atom] for atom in start.labels[world])
        labels[world] = sorted(applied_term(row[0], row[1:]) for row in rows)
    top: dict[str, object] = {
        "title": task.name,
        "agents": [names[each] for each in agents],
        "atoms": sorted({atom for label in labels.values() for atom in label}),
        "worlds": list(start.worlds),
    }
    if len(start.designated) == 1:
        top["point"] = next(iter(start.designated))
    relations = {names[each]: _seen(start, each) for each in agents}
    lines = [*toml_rows(top), "", "[relations]", *toml_rows(relations)]
    return "\n".join([*lines, "", "[valuation]", *toml_rows(labels)]) + "\n"


def _seen(start: ExplicitStart, agent: str) -> object:
    """The relation of an agent: all pairs, or what is believed if it may be wrong."""
    pairs = start.relations.get(agent, frozenset())
    if all((w, w) in pairs for w in start.worlds):
        return {"pairs": [list(pair) for pair in sorted(pairs)]}
    after = {w: [v for v in start.worlds if (w, v) in pairs] for w in start.worlds}
    found: dict[str, object] = {"believes": after}
    return found if all(after.values()) else {**found, "serial": False}
