"""What the rooms Models and Puzzles ask of mystpy: each question a function.

A model is given by the text of its file and by what was done since: steps as a file
has them, `{"do": "announce(p)"}` or `{"action": "hour", "actual": "ab"}`, steps of the
file by number, `{"file": 0}`, and worlds made actual, `{"point": "rwb"}`.
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
from mystpy.kripke.files.given_steps import GivenSteps, Planned
from mystpy.kripke.files.model_file import ModelFile, model_text, read_model
from mystpy.kripke.files.stage import ModelStage
from mystpy.kripke.files.structure_file import is_large
from mystpy.kripke.model import Model
from mystpy.kripke.puzzles import text as told
from mystpy.kripke.puzzles.families import filled
from mystpy.kripke.puzzles.puzzle_engine import Representation
from mystpy.kripke.puzzles.puzzle_file import Puzzle, read_puzzle
from mystpy.kripke.puzzles.solution import Solution, solve
from mystpy.kripke.puzzles.solvers.explicit import Explicit
from mystpy.kripke.refinement.contraction import bisimulation
from mystpy.language.decidable import parse_in_model
from mystpy.show.draw.layout.kept import places_along
from mystpy.show.draw.model_svg import model_svg

Object = dict[str, Any]
NAME = "the file"
MOST, MOST_DRAWN = 2_000, 32
"""How many worlds a model may have here, and how many a picture: more take long."""


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


def _few(model: Model) -> None:
    if len(model) > MOST:
        raise QueryError(
            f"the model has {len(model):,} worlds, this page has room for {MOST:,}",
            hint="the command line takes more",
        )


def _step(text: str, row: Mapping[str, Any]) -> Planned:
    read = _read(text)
    if "file" in row:
        step: Planned = read.steps[row["file"]]
        return step
    return GivenSteps(_source("# a step"), read.words).planned(dict(row))


def _stages(text: str, done: list[Object]) -> list[ModelStage]:
    """The stages of a file after what was done. Raises QueryError if one is refused."""
    read = _read(text)
    stage = ModelStage(read.model, read.point)
    _few(stage.model)
    found = [stage]
    for row in done:
        if "point" in row:
            point = stage.model.world(row["point"])
            stage = ModelStage(stage.model, point, stage.step)
        else:
            first = stage.contracted() if read.contract else stage
            stage = first.after(_step(text, row).step)
            if stage.refused and row is done[-1] and "file" not in row:
                raise QueryError(f"{stage.step} cannot happen: {stage.refused}")
            _few(stage.model)
        found.append(stage)
    return found


def model(text: str, done: list[Object], formula: str = "") -> Object:
    """A model after what was done: its picture, its worlds, and where a formula holds.

    Raises ModelError and ParseError as for files, formulas and steps, and QueryError
    for what cannot happen.
    """
    read, stage = _read(text), _stages(text, done)[-1]
    shown = stage.model
    reached = None if stage.point is None else stage.state
    answer: Object = {
        "title": read.title,
        "source": read.source,
        "agents": list(shown.agents),
        "atoms": list(shown.atoms),
        "worlds": list(shown.names),
        "true": [list(shown.true_at(k)) for k in range(min(len(shown), MOST_DRAWN))],
        "point": stage.point,
        "refused": stage.refused,
        "kinds": bisimulation(shown).numbers.tolist(),
        "reached": reached.generated().model.names[:] if reached else None,
        "smallest": stage.kinds,
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
        answer["svg"] = _picture(text, json.dumps(done))
    if formula.strip():
        asked = parse_in_model(formula, read.words)
        answer["truth"] = shown.truth(asked).tolist()
        answer["value"] = stage.value(asked)
    return answer


@lru_cache(maxsize=32)
def _picture(text: str, done: str) -> str:
    """The picture of a model after what was done, whose worlds keep their places."""
    found = _stages(text, json.loads(done))
    stage, title = found[-1], _read(text).title
    title = title if stage.step is None else f"{title}: {stage.step}"
    return model_svg(stage, title, places_along([one.model for one in found])[-1])


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
) -> tuple[Puzzle, Solution, tuple[ModelStage | None, ...]]:
    read = read_puzzle(text + "\n", NAME)
    stages: list[ModelStage | None] = []

    def watch(_: str, engine: Representation) -> None:
        stage = None
        if isinstance(engine, Explicit):
            stage = ModelStage(engine.model, engine.actual)
        stages.append(stage)

    found = solve(read, dict(sizes), watch=watch)
    return read, found, tuple(stages)


def puzzle(text: str, sizes: dict[str, int]) -> Object:
    """A puzzle solved with these sizes: its story, the rounds and the answers.

    Raises ModelError and ParseError as `solve` does.
    """
    read, found, stages = _solved(text, tuple(sorted(sizes.items())))
    answer = told.solution_object(found)
    for row, given in zip(answer["answers"], found.answers, strict=True):
        row["text"] = told.value(given.value)
    return answer | {
        "title": read.title,
        "story": filled(read.story, found.sizes),
        "note": filled(read.note, found.sizes),
        "source": read.source,
        "ranges": [{"name": s.name, "means": s.means} for s in read.sizes],
        "drawn": [
            stage is not None and len(stage.model) <= MOST_DRAWN for stage in stages
        ],
    }


def puzzle_picture(text: str, sizes: dict[str, int], after: int) -> Object:
    """The worlds of a puzzle after some of what is said.

    Raises QueryError if they are too many to be drawn.
    """
    read, found, stages = _solved(text, tuple(sorted(sizes.items())))
    stage = stages[after]
    if stage is None or len(stage.model) > MOST_DRAWN:
        raise QueryError("these worlds are too many for a picture")
    kept: list[ModelStage] = []
    for one in reversed(stages[: after + 1]):
        if one is None or len(one.model) > MOST_DRAWN:
            break
        kept.insert(0, one)
    places = places_along([one.model for one in kept])[-1]
    said = f": {found.steps[after - 1].says}" if after else ""
    return {"svg": model_svg(stage, f"{read.title}{said}", places)}


ANSWERS: dict[str, Callable[..., Any]] = {
    each.__name__: each for each in (models, puzzles, model, puzzle, puzzle_picture)
}
