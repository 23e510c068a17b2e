"""States as text: as lines of text, as JSON objects, and as a model file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from mystpy.kripke.clusters import BeliefClusters
from mystpy.kripke.files.model_state import ModelState
from mystpy.kripke.partition import Partition
from mystpy.kripke.update.product import left_blind

MOST = 50
"""The maximal number of worlds that are listed without --all."""

Object = dict[str, object]


def text(state: ModelState, every: bool = False) -> Iterator[str]:
    """The lines that describe a state: counts, classes of the agents, worlds."""
    yield counts(state)
    listed = every or len(state.model) <= MOST
    for agent, relation in zip(state.model.agents, state.model.relations, strict=True):
        classes = _classes(state, relation) if listed else ""
        noun = "class" if relation.count == 1 else "classes"
        yield f"  {agent}: {relation.count} {noun}{classes}"
    yield from map("  {}".format, losses(state))
    if not listed:
        yield f"  more than {MOST} worlds; --all lists them"
        return
    width = max(map(len, state.model.names))
    for world, name in enumerate(state.model.names):
        mark = "*" if world == state.point else " "
        true = " ".join(state.model.true_at(world)) or "-"
        yield f"  {mark} {name:{width}}  {true}"


def counts(state: ModelState) -> str:
    """Return one line: how many worlds there are, and which is the actual one."""
    size = len(state.model)
    noun = "world" if size == 1 else "worlds"
    actual = "" if state.actual is None else f", the actual one is {state.actual}"
    same = state.kinds
    kinds = "" if same == size else f" ({same} after contraction)"
    return f"{size} {noun}{kinds}{actual}"


def losses(state: ModelState) -> Iterator[str]:
    """Yield the agents who consider no world possible somewhere, and where."""
    for agent, worlds in left_blind(state.model).items():
        places = [state.model.names[world] for world in worlds[:4]]
        few = ", ".join(places) + (", ..." if len(worlds) > len(places) else "")
        yield (
            f"{agent} holds no world possible in {few}: "
            f"there B({agent},F) is true of every F (not KD45, but K45)"
        )


def _classes(state: ModelState, relation: Partition) -> str:
    names = state.model.names
    shown = []
    for outside, core in relation.views():
        seen = " ".join(names[w] for w in core) or "nothing"
        head = f"{' '.join(names[w] for w in outside)} -> " if outside else ""
        shown.append(head + seen)
    return f": {' | '.join(shown)}"


def _seen(state: ModelState, relation: BeliefClusters) -> dict[str, list[str]]:
    """Return for each world by name the worlds that are considered possible there."""
    names = state.model.names
    return {
        names[world]: [names[v] for v in core]
        for outside, core in relation.views()
        for world in sorted(outside + core)
    }


def as_json(state: ModelState, every: bool = False) -> Object:
    """The state as an object; worlds and classes are left out where there are many."""
    model = state.model
    found: Object = {
        "worlds": len(model),
        "contracted": state.kinds,
        "actual": state.actual,
        "agents": list(model.agents),
        "atoms": list(model.atoms),
        "classes": {
            agent: relation.count
            for agent, relation in zip(model.agents, model.relations, strict=True)
        },
    }
    if every or len(model) <= MOST:
        found["relations"] = {
            agent: _seen(state, relation)
            if isinstance(relation, BeliefClusters)
            else _named(state, relation)
            for agent, relation in zip(model.agents, model.relations, strict=True)
        }
        found["valuation"] = {
            name: list(model.true_at(world)) for world, name in enumerate(model.names)
        }
    return found


def step_json(number: int, state: ModelState) -> Object:
    """Return the effect of a step as an object; `refused` says why it failed."""
    return {
        "step": number,
        "action": str(state.step),
        "executable": state.refused is None,
        "refused": state.refused,
        "worlds": len(state.model),
        "contracted": state.kinds,
        "actual": state.actual,
    } | _nothing_possible(state)


def _nothing_possible(state: ModelState) -> Object:
    """Return the worlds in which agents consider no world possible."""
    names = state.model.names
    found = {
        agent: [names[world] for world in worlds[:MOST]]
        for agent, worlds in left_blind(state.model).items()
    }
    return {"no_world_possible": found} if found else {}


def _named(state: ModelState, relation: Partition) -> list[list[str]]:
    names = state.model.names
    return [[names[world] for world in block] for block in relation.classes()]


def as_toml(state: ModelState, title: str) -> Iterator[str]:
    """The lines of a model file that describes the state."""
    model = state.model
    yield f"title = {_text(title)}"
    yield f"agents = {_list(model.agents)}"
    yield f"atoms = {_list(model.atoms)}"
    yield f"worlds = {_list(model.names)}"
    if state.actual is not None:
        yield f"point = {_text(state.actual)}"
    yield ""
    yield "[relations]"
    for agent, relation in zip(model.agents, model.relations, strict=True):
        if isinstance(relation, BeliefClusters):
            seen = _seen(state, relation).items()
            rows = ", ".join(f"{_text(world)} = {_list(x)}" for world, x in seen)
            serial = ", serial = false" if relation.blind().any() else ""
            yield f"{_text(agent)} = {{ believes = {{ {rows} }}{serial} }}"
            continue
        classes = ", ".join(map(_list, _named(state, relation)))
        yield f"{_text(agent)} = [{classes}]"
    yield ""
    yield "[valuation]"
    for world, name in enumerate(model.names):
        yield f"{_text(name)} = {_list(model.true_at(world))}"


def _text(word: str) -> str:
    return json.dumps(word, ensure_ascii=False)


def _list(words: Iterable[str]) -> str:
    return "[" + ", ".join(map(_text, words)) + "]"
