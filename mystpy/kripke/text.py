"""Stages told: as lines of text, as JSON objects, and as a model file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from mystpy.kripke.clusters import BeliefClusters
from mystpy.kripke.files.model_state import ModelState
from mystpy.kripke.partition import Partition
from mystpy.kripke.update.product import left_blind

MOST = 50
"""How many worlds are listed, unless all are asked for."""

Object = dict[str, object]


def text(stage: ModelState, every: bool = False) -> Iterator[str]:
    """The lines that describe a stage: counts, classes of the agents, worlds."""
    yield counts(stage)
    listed = every or len(stage.model) <= MOST
    for agent, relation in zip(stage.model.agents, stage.model.relations, strict=True):
        classes = _classes(stage, relation) if listed else ""
        noun = "class" if relation.count == 1 else "classes"
        yield f"  {agent}: {relation.count} {noun}{classes}"
    yield from map("  {}".format, losses(stage))
    if not listed:
        yield f"  more than {MOST} worlds; --all lists them"
        return
    width = max(map(len, stage.model.names))
    for world, name in enumerate(stage.model.names):
        mark = "*" if world == stage.point else " "
        true = " ".join(stage.model.true_at(world)) or "-"
        yield f"  {mark} {name:{width}}  {true}"


def counts(stage: ModelState) -> str:
    """One line: how many worlds there are, and which is the actual one."""
    size = len(stage.model)
    noun = "world" if size == 1 else "worlds"
    actual = "" if stage.actual is None else f", the actual one is {stage.actual}"
    same = stage.kinds
    kinds = "" if same == size else f" ({same} after contraction)"
    return f"{size} {noun}{kinds}{actual}"


def losses(stage: ModelState) -> Iterator[str]:
    """Who holds no world possible, and where: relations that are not serial there."""
    for agent, worlds in left_blind(stage.model).items():
        places = [stage.model.names[world] for world in worlds[:4]]
        few = ", ".join(places) + (", ..." if len(worlds) > len(places) else "")
        yield (
            f"{agent} holds no world possible in {few}: "
            f"there B({agent},F) is true of every F (not KD45, but K45)"
        )


def _classes(stage: ModelState, relation: Partition) -> str:
    names = stage.model.names
    shown = []
    for outside, core in relation.views():
        seen = " ".join(names[w] for w in core) or "nothing"
        head = f"{' '.join(names[w] for w in outside)} -> " if outside else ""
        shown.append(head + seen)
    return f": {' | '.join(shown)}"


def _seen(stage: ModelState, relation: BeliefClusters) -> dict[str, list[str]]:
    """For each world by name the worlds that are held possible there."""
    names = stage.model.names
    return {
        names[world]: [names[v] for v in core]
        for outside, core in relation.views()
        for world in sorted(outside + core)
    }


def as_json(stage: ModelState, every: bool = False) -> Object:
    """The stage as an object; worlds and classes are left out where there are many."""
    model = stage.model
    found: Object = {
        "worlds": len(model),
        "contracted": stage.kinds,
        "actual": stage.actual,
        "agents": list(model.agents),
        "atoms": list(model.atoms),
        "classes": {
            agent: relation.count
            for agent, relation in zip(model.agents, model.relations, strict=True)
        },
    }
    if every or len(model) <= MOST:
        found["relations"] = {
            agent: _seen(stage, relation)
            if isinstance(relation, BeliefClusters)
            else _named(stage, relation)
            for agent, relation in zip(model.agents, model.relations, strict=True)
        }
        found["valuation"] = {
            name: list(model.true_at(world)) for world, name in enumerate(model.names)
        }
    return found


def step_json(number: int, stage: ModelState) -> Object:
    """What a step did, as an object; `refused` says why it was not executable."""
    return {
        "step": number,
        "action": str(stage.step),
        "executable": stage.refused is None,
        "refused": stage.refused,
        "worlds": len(stage.model),
        "contracted": stage.kinds,
        "actual": stage.actual,
    } | _nothing_possible(stage)


def _nothing_possible(stage: ModelState) -> Object:
    """The worlds in which agents hold no world possible, if there are any."""
    names = stage.model.names
    found = {
        agent: [names[world] for world in worlds[:MOST]]
        for agent, worlds in left_blind(stage.model).items()
    }
    return {"no_world_possible": found} if found else {}


def _named(stage: ModelState, relation: Partition) -> list[list[str]]:
    names = stage.model.names
    return [[names[world] for world in block] for block in relation.classes()]


def as_toml(stage: ModelState, title: str) -> Iterator[str]:
    """The lines of a model file that describes the stage."""
    model = stage.model
    yield f"title = {_text(title)}"
    yield f"agents = {_list(model.agents)}"
    yield f"atoms = {_list(model.atoms)}"
    yield f"worlds = {_list(model.names)}"
    if stage.actual is not None:
        yield f"point = {_text(stage.actual)}"
    yield ""
    yield "[relations]"
    for agent, relation in zip(model.agents, model.relations, strict=True):
        if isinstance(relation, BeliefClusters):
            seen = _seen(stage, relation).items()
            rows = ", ".join(f"{_text(world)} = {_list(x)}" for world, x in seen)
            serial = ", serial = false" if relation.blind().any() else ""
            yield f"{_text(agent)} = {{ believes = {{ {rows} }}{serial} }}"
            continue
        classes = ", ".join(map(_list, _named(stage, relation)))
        yield f"{_text(agent)} = [{classes}]"
    yield ""
    yield "[valuation]"
    for world, name in enumerate(model.names):
        yield f"{_text(name)} = {_list(model.true_at(world))}"


def _text(word: str) -> str:
    return json.dumps(word, ensure_ascii=False)


def _list(words: Iterable[str]) -> str:
    return "[" + ", ".join(map(_text, words)) + "]"
