"""A model that is drawn: worlds with places, links, and the model file that says so.

The drawing and the text of the file are two views of one model. A drawing becomes a
text here, and a text a drawing; mystpy reads the text, and what it says of it is what
the page shows. Places are kept in a comment of the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import combinations
from typing import Any

from mystpy.cli.answers import error_object
from mystpy.errors import MystError, QueryError
from mystpy.files.toml import toml_rows, toml_table, toml_value
from mystpy.kripke.files.model_file import ModelFile
from mystpy.kripke.files.model_state import ModelState
from mystpy.kripke.model import Model
from mystpy.show.draw import stroke
from mystpy.show.draw.layout.kept import places_after
from mystpy.show.draw.layout.thinning import links

_models = import_module("models")  # beside this module, and in no package
MOST_DRAWN, NAME = _models.MOST_DRAWN, _models.NAME
Object = dict[str, Any]
Pair = tuple[str, str]
_PLACES = re.compile(r"^# places = (\{.*\})[ \t]*\n?", re.M)
_HEADER = re.compile(r"""^[ \t]*\[\[?[ \t]*([\w"'.-]+)[ \t]*\]\]?[ \t]*(#.*)?$""")
_AFTER = ("action", "step", "check")
"""The tables of a file that a drawing does not have: they stay as they are written."""
_HIGH, _GAP, _WIDEST = 80.0, 24.0, 3.0
_HEAD = ("title", "source", "contract")


def drawing(text: str) -> Object:
    """The drawing of a model file: its worlds with places, atoms, agents and links.

    Raises QueryError if there are too many worlds, and what `load_model` raises.
    """
    read: ModelFile = _models.read_text(text)
    model = read.model
    if len(model) > MOST_DRAWN:
        raise QueryError(
            f"{len(model)} worlds are too many to be drawn by hand",
            hint=f"the picture has room for {MOST_DRAWN}; the text can be changed",
        )
    given = toml_table(text + "\n", NAME)
    places = _places(text, model)
    worlds = [
        {"name": name, "true": list(model.true_at(k)), "x": x, "y": y}
        for k, (name, (x, y)) in enumerate(zip(model.names, places, strict=True))
    ]
    return {
        "title": read.title,
        "worlds": worlds,
        "atoms": list(model.atoms),
        "agents": list(_agents(given.get("relations", {}), model, places)),
        "point": None if read.point is None else model.names[read.point],
        "more": any(key in given for key in _AFTER),
    }


def drawing_file(drawn: Object, text: str, how: str = "close") -> Object:
    """The file of a drawing, whose further tables are those of a text before.

    With "close" the arrows of belief are completed to a relation of belief. `error`
    is what mystpy has to say against the file, if anything.
    """
    found = file_of(drawn, text, close=how == "close")
    try:
        return {"text": found, "drawing": drawing(found), "error": None}
    except MystError as error:
        return {"text": found, "drawing": None, "error": error_object(error)}


def file_of(drawn: Object, text: str, *, close: bool) -> str:
    """The model file of a drawing."""
    try:
        before = toml_table(text + "\n", NAME)
    except MystError:
        before = {}
    head = {key: before[key] for key in _HEAD if key in before}
    head["title"] = drawn["title"]
    head["agents"] = [agent["name"] for agent in drawn["agents"]]
    head["atoms"] = drawn["atoms"]
    head["worlds"] = [world["name"] for world in drawn["worlds"]]
    if drawn["point"] is not None:
        head["point"] = drawn["point"]
    names = head["worlds"]
    relations = {
        agent["name"]: _relation(agent, names, close=close) for agent in drawn["agents"]
    }
    valuation = {
        world["name"]: [atom for atom in drawn["atoms"] if atom in world["true"]]
        for world in drawn["worlds"]
    }
    places = {w["name"]: [round(w["x"]), round(w["y"])] for w in drawn["worlds"]}
    lines = [
        *_first_comments(text),
        *toml_rows(head),
        *("", "[relations]", *toml_rows(relations)),
        *("", "[valuation]", *toml_rows(valuation)),
        *("", f"# places = {json.dumps(places, ensure_ascii=False)}", ""),
    ]
    return "\n".join([*lines, *_rest(text, before)]).rstrip("\n") + "\n"


def _relation(agent: Object, names: Sequence[str], *, close: bool) -> object:
    """The relation of an agent as a file has it."""
    pairs = [(one, other) for one, other in agent["links"]]
    if not agent["belief"]:
        found = list(dict.fromkeys(pair for pair in pairs if pair[0] != pair[1]))
        return {"links": found} if found else "none"
    seen = closed(pairs, names) if close else {n: set[str]() for n in names}
    for one, other in pairs:
        seen.setdefault(one, set()).add(other)
    ordered = {
        name: [other for other in names if other in seen[name]] for name in names
    }
    serial = {} if all(ordered.values()) else {"serial": False}
    return {"believes": ordered} | serial


def closed(pairs: Iterable[Pair], names: Iterable[str]) -> dict[str, set[str]]:
    """Return each world's successors in the transitive, euclidean closure of pairs."""
    seen: dict[str, set[str]] = {name: set() for name in names}
    for one, other in pairs:
        seen.setdefault(one, set()).add(other)
        seen.setdefault(other, set())
    grows = True
    while grows:
        before = sum(map(len, seen.values()))
        for others in seen.values():
            for other in list(others):
                seen[other] |= others
                others |= seen[other]
        grows = sum(map(len, seen.values())) > before
    return seen


def _first_comments(text: str) -> Iterator[str]:
    """The comments with which a file begins."""
    for line in text.split("\n"):
        if not line.startswith("#"):
            return
        if not _PLACES.fullmatch(line):
            yield line


def _rest(text: str, before: Mapping[str, Any]) -> list[str]:
    """The tables of a text that a drawing does not have, as they are written there."""
    kept, inside = list[str](), False
    for line in _PLACES.sub("", text).split("\n"):
        header = _HEADER.match(line)
        if header:
            inside = header[1].partition(".")[0].strip("\"'") in _AFTER
        if inside:
            kept.append(line)
    wanted = {key: before[key] for key in _AFTER if key in before}
    try:
        if toml_table("\n".join(kept) + "\n", NAME) == wanted:
            return kept
    except MystError:
        pass
    return [line for key, value in wanted.items() for line in _tables(key, value)]


def _tables(key: str, value: object) -> Iterator[str]:
    """Yield the lines of a table, or of a list of tables, of a file."""
    if isinstance(value, Mapping):
        yield from ("", f"[{key}]", *toml_rows(value))
    elif isinstance(value, list) and all(isinstance(one, Mapping) for one in value):
        for one in value:
            yield from ("", f"[[{key}]]", *toml_rows(one))
    else:  # no file that can be read; it is said when this one is
        yield f"{key} = {toml_value(value)}"


def _places(text: str, model: Model) -> list[tuple[float, float]]:
    """Return the positions of the worlds: from a comment of the file, or computed."""
    noted = _PLACES.search(text)
    try:
        given = json.loads(noted[1]) if noted else {}
        return [(float(given[name][0]), float(given[name][1])) for name in model.names]
    except (ValueError, KeyError, TypeError, IndexError):
        laid = places_after(None, model) or []
        wider = _wider(model, laid)
        return [(round(place.real * wider), round(place.imag)) for place in laid]


def _wider(model: Model, laid: Sequence[complex]) -> float:
    """Return the factor by which worlds with visible atoms must be moved apart."""
    widths = [_width(model, k) for k in range(len(laid))]
    found = 1.0
    for (one, a), (other, b) in combinations(enumerate(laid), 2):
        across, down = abs(a.real - b.real), abs(a.imag - b.imag)
        if down < _HIGH and across > 1:
            needed = (widths[one] + widths[other]) / 2 + _GAP
            found = max(found, needed / across)
    return min(found, _WIDEST)


def _width(model: Model, world: int) -> float:
    """About how wide a world is drawn, with a chip for each atom that is true."""
    chips = sum(9 * len(atom) + 18 for atom in model.true_at(world))
    return max(64, min(236, chips + 6), 9 * len(model.names[world]) + 28)


def _agents(
    given: Mapping[str, Any], model: Model, places: Sequence[tuple[float, float]]
) -> Iterator[Object]:
    """The agents with their links: those that are written, or enough to see classes."""
    lines, _ = links(model, [complex(*place) for place in places])
    names = model.names
    for k, (agent, relation) in enumerate(
        zip(model.agents, model.relations, strict=True)
    ):
        written = given.get(agent)
        told = written if isinstance(written, dict) else {}
        belief = relation.core is not None or "believes" in told
        if belief:
            seen = [(w, v) for w in range(len(model)) for v in _seen(relation, w)]
        elif "links" in told:
            seen = []
        else:
            seen = [line.pair for line in lines if k in line.agents]
        drawn = [[names[one], names[other]] for one, other in seen]
        if not belief and "links" in told:
            drawn = [list(pair) for pair in told["links"]]
        look = stroke(k)
        yield {
            "name": agent,
            "belief": belief,
            "links": drawn,
            "colour": look.colour,
            "dash": look.dash,
        }


def _seen(relation: Any, world: int) -> list[int]:
    return [k for k, there in enumerate(relation.class_of(world).tolist()) if there]


def considered(
    text: str, done: list[Object], start: str | None, path: list[list[str]]
) -> Object:
    """Return the worlds that agents consider possible, along a path from one world.

    `path` has steps `[agent, world]`: the world is one of those that the agent before
    holds possible, and the first is `start`. Steps to other worlds are left out.
    """
    state: ModelState = _models.state_after(text, done)
    model = state.model
    first = model.names[state.point or 0]
    if start is not None and start in model.names:
        first = start
    known, rows, here = {first}, list[Object](), ""
    for agent, world in path:
        here = world
        if agent not in model.agents or here not in known:
            break
        relation = model.relation(agent)
        worlds = _seen(relation, model.world(here))
        known = {model.names[k] for k in worlds}
        rows.append(
            {
                "agent": agent,
                "world": here,
                "belief": relation.core is not None,
                "worlds": [model.names[k] for k in worlds],
                "always": _everywhere(model, worlds, True),
                "never": _everywhere(model, worlds, False),
            }
        )
    shown = {first}.union(*(row["worlds"] for row in rows))
    true = {name: list(model.true_at(model.world(name))) for name in sorted(shown)}
    return {
        "start": first,
        "rows": rows,
        "true": true,
        "agents": list(model.agents),
        "atoms": list(model.atoms),
    }


def _everywhere(model: Model, worlds: Sequence[int], value: bool) -> list[str]:
    """The atoms that have this truth value in all of these worlds, if there are any."""
    return [
        atom
        for atom, mask in model.valuation.items()
        if worlds and all(bool(mask[k]) == value for k in worlds)
    ]


ANSWERS: dict[str, Callable[..., Any]] = {
    each.__name__: each for each in (drawing, drawing_file, considered)
}
