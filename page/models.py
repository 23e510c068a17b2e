"""The questions of the views Models and Puzzles, each a function.

A model is given by the text of its file and a list of steps. A step can be written as
in a file, `{"do": "announce(p)"}` or `{"action": "hour", "actual": "ab"}`. It can also
be the number of a step of the file, `{"file": 0}`, or make a world actual, `{"point":
"rwb"}`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from mystpy.axioms import queries_dir
from mystpy.errors import QueryError
from mystpy.files.table import TomlFile
from mystpy.files.toml import toml_table
from mystpy.kripke.files.given_steps import FileStep, GivenSteps
from mystpy.kripke.files.model_file import ModelFile, is_large, model_text, read_model
from mystpy.kripke.files.model_state import ModelState, reachable_worlds
from mystpy.kripke.model import Model
from mystpy.kripke.puzzles import text as puzzle_text
from mystpy.kripke.puzzles.expressions import fill_template
from mystpy.kripke.puzzles.outcome import Solution
from mystpy.kripke.puzzles.puzzle_engine import PuzzleEngine
from mystpy.kripke.puzzles.puzzle_file import Puzzle, read_puzzle
from mystpy.kripke.puzzles.solution import solve
from mystpy.kripke.puzzles.solvers.explicit_puzzle import ExplicitPuzzle
from mystpy.kripke.refinement.contraction import bisimulation
from mystpy.language.decidable import parse_in_model
from mystpy.show.draw.layout.kept import places_after
from mystpy.show.draw.layout.thinning import Places
from mystpy.show.draw.model_svg import model_svg

Object = dict[str, Any]
Done = tuple[str, ...]
"""The steps that were done, each as JSON."""
NAME = "the file"
MOST, MOST_DRAWN = 2_000, 32
"""The greatest number of worlds of a model here, and of a picture: more take long."""


def models() -> list[Object]:
    """The model files that come with mystpy, with their texts."""
    return [row for row in _files("models") if not is_large(_source(row["text"]))]


def puzzles() -> list[Object]:
    """The puzzle files that come with mystpy, with their sizes."""
    rows = list(_files("puzzles"))
    for row in rows:
        read = read_puzzle(row["text"], row["name"])
        row["sizes"] = [
            {"name": s.name, "default": s.default, "means": s.means} for s in read.sizes
        ]
    return rows


def _files(kind: str) -> Iterable[Object]:
    for path in sorted((queries_dir() / kind).glob("*.toml")):
        text = path.read_text("utf-8")
        title = str(toml_table(text, path.name).get("title", path.stem))
        yield {"name": path.stem, "title": title, "text": text}


def _source(text: str) -> TomlFile:
    return model_text(text + "\n", NAME)


@lru_cache(maxsize=8)
def _read(text: str) -> ModelFile:
    source = _source(text)
    if is_large(source):
        raise QueryError(
            "this model has too many worlds to list them here",
            hint="`mystpy check` on the command line answers for it",
        )
    return read_model(source)


def read_text(text: str) -> ModelFile:
    """Read the text of a model file. Raises QueryError if it has too many worlds."""
    read = _read(text)
    _few(read.model)
    return read


def state_after(text: str, done: list[Object]) -> ModelState:
    """Return the state of a file after steps. Raises QueryError if one cannot be."""
    return _state(text, tuple(map(json.dumps, done)))


def _few(model: Model) -> None:
    if len(model) > MOST:
        raise QueryError(
            f"the model has {len(model):,} worlds, this page has room for {MOST:,}",
            hint="the command line takes more",
        )


def _step(text: str, row: Mapping[str, Any]) -> FileStep:
    read = _read(text)
    if "file" in row:
        k = row["file"]
        if not isinstance(k, int) or k not in range(len(read.steps)):
            raise QueryError(f"the file has no step {str(k)[:20]!r}")
        step: FileStep = read.steps[k]
        return step
    return GivenSteps(_source("# a step"), read.words).planned(dict(row))


@lru_cache(maxsize=64)
def _state(text: str, done: Done) -> ModelState:
    """The state of a file after what was done."""
    read = _read(text)
    if not done:
        state = ModelState(read.model, read.point)
    else:
        before, row = _state(text, done[:-1]), json.loads(done[-1])
        if "point" in row:
            point = before.model.world(str(row["point"]))
            return ModelState(before.model, point, before.step)
        first = before.contracted() if read.contract else before
        state = first.after(_step(text, row).step)
    _few(state.model)
    return state


@lru_cache(maxsize=64)
def _places(text: str, done: Done) -> Places | None:
    """Return the positions of the worlds after the steps: they keep their places."""
    model, before = _state(text, done).model, None
    if done:
        before = _state(text, done[:-1]).model, _places(text, done[:-1])
    return places_after(before, model)


@lru_cache(maxsize=32)
def _shown(text: str, done: Done) -> Object:
    """A model after what was done: its picture and its worlds.

    Raises QueryError if what was done last cannot happen.
    """
    read, state = _read(text), _state(text, done)
    if state.refused and "file" not in json.loads(done[-1]):
        raise QueryError(f"{state.step} cannot happen: {state.refused}")
    shown = state.model
    reached = None if state.point is None else state.pointed
    answer: Object = {
        "title": read.title,
        "source": read.source,
        "agents": list(shown.agents),
        "atoms": list(shown.atoms),
        "worlds": list(shown.names),
        "true": [list(shown.true_at(k)) for k in range(min(len(shown), MOST_DRAWN))],
        "point": state.point,
        "refused": state.refused,
        "kinds": bisimulation(shown).numbers.tolist(),
        "reached": reached.generated().model.names[:] if reached else None,
        "smallest": state.kinds,
        "steps": [
            {"title": one.title or str(one.step), "step": str(one.step)}
            for one in read.steps
        ],
        "checks": [
            {"formula": one.text, "after": one.after, "expect": one.expect}
            for one in read.checks
        ],
        "actions": _actions(read),
    }
    if len(shown) <= MOST_DRAWN:
        title = read.title if state.step is None else f"{read.title}: {state.step}"
        answer["svg"] = model_svg(state, title, _places(text, done))
    return answer


def model(text: str, done: list[Object], formula: str = "") -> Object:
    """A model after what was done: its picture, its worlds, and where a formula holds.

    Raises ModelError and ParseError as for files, formulas and steps, and QueryError
    for what cannot happen.
    """
    rows = tuple(map(json.dumps, done))
    answer = dict(_shown(text, rows))
    if formula.strip():
        state = _state(text, rows)
        mask = state.model.truth(parse_in_model(formula, _read(text).words))
        answer |= {"truth": mask.tolist(), "value": state.verdict(mask)}
    return answer


def _actions(read: ModelFile) -> list[Object]:
    """The action models that a file names, each with its events."""
    named = read.words.actions or {}
    return [
        {"name": name, "events": list(one.events)}
        for name, one in sorted(named.items())
    ]


@lru_cache(maxsize=4)
def _solved(
    text: str, sizes: tuple[tuple[str, int], ...]
) -> tuple[Puzzle, Solution, tuple[ModelState | None, ...]]:
    """A puzzle with its solution, and its states that can be drawn."""
    read = read_puzzle(text + "\n", NAME)
    states: list[ModelState | None] = []

    def watch(_: str, engine: PuzzleEngine) -> None:
        states.append(_drawn(engine))

    found = solve(read, dict(sizes), watch=watch)
    return read, found, tuple(states)


def _drawn(engine: PuzzleEngine) -> ModelState | None:
    """The state that is drawn, if there is one.

    If there are many worlds, it has only those that somebody considers possible in the
    actual one.
    """
    if not isinstance(engine, ExplicitPuzzle):
        return None
    state = ModelState(engine.model, engine.actual)
    if len(engine.model) > MOST_DRAWN and engine.actual is not None:
        state = reachable_worlds(state, 1)
    return state if len(state.model) <= MOST_DRAWN else None


def puzzle(text: str, sizes: dict[str, int]) -> Object:
    """A puzzle solved with these sizes: its story, the rounds and the answers.

    Raises ModelError and ParseError as `solve` does.
    """
    read, found, states = _solved(text, tuple(sorted(sizes.items())))
    answer = puzzle_text.solution_object(found)
    for row, given in zip(answer["answers"], found.answers, strict=True):
        row["text"] = puzzle_text.value(given.value)
    return answer | {
        "title": read.title,
        "story": fill_template(read.story, found.sizes),
        "note": fill_template(read.note, found.sizes),
        "source": read.source,
        "ranges": [{"name": s.name, "means": s.means} for s in read.sizes],
        "drawn": [state is not None for state in states],
    }


def puzzle_picture(text: str, sizes: dict[str, int], after: int) -> Object:
    """The worlds of a puzzle after some of what is said.

    Raises QueryError if they are too many to be drawn.
    """
    given = tuple(sorted(sizes.items()))
    read, found, states = _solved(text, given)
    state = states[after]
    if state is None:
        raise QueryError("these worlds are too many for a picture")
    said = f": {found.steps[after - 1].says}" if after else ""
    places = _puzzle_places(text, given, after)
    return {"svg": model_svg(state, f"{read.title}{said}", places)}


@lru_cache(maxsize=64)
def _puzzle_places(
    text: str, sizes: tuple[tuple[str, int], ...], after: int
) -> Places | None:
    """Return the positions of the worlds: the earlier ones, if these can be drawn."""
    *_, states = _solved(text, sizes)
    state, earlier = states[after], states[after - 1] if after else None
    assert state is not None
    before = None
    if earlier is not None:
        before = earlier.model, _puzzle_places(text, sizes, after - 1)
    return places_after(before, state.model)


ANSWERS: dict[str, Callable[..., Any]] = {
    each.__name__: each for each in (models, puzzles, model, puzzle, puzzle_picture)
}
