"""The pictures of model files and puzzle files that `mystpy draw` draws."""

from __future__ import annotations

from typing import Any

from mystpy.compilation import pattern
from mystpy.errors import QueryError
from mystpy.kripke.commands.file import last_step, states_of
from mystpy.kripke.files.model_file import ModelFile, load_model
from mystpy.kripke.files.model_state import ModelState, reachable_worlds
from mystpy.kripke.puzzles.puzzle_engine import PuzzleEngine
from mystpy.kripke.puzzles.puzzle_file import read_puzzle
from mystpy.kripke.puzzles.setting import arrange
from mystpy.kripke.puzzles.solution import solve
from mystpy.kripke.puzzles.solvers.explicit_puzzle import ExplicitPuzzle
from mystpy.kripke.update.product import Happen, NamedActionModel
from mystpy.show.draw.layout.kept import places_along
from mystpy.show.draw.model_dot import model_dot
from mystpy.show.draw.model_svg import model_svg
from mystpy.show.draw.model_tikz import model_tikz
from mystpy.show.draw.stages_svg import alternatives_svg, stages_svg

DrawingOptions = dict[str, Any]
NAMES = {"svg": "SVG", "dot": "DOT", "tikz": "TikZ"}
SIZES = ("n", "k")
"""The sizes of a puzzle that options choose."""
_STEPS = pattern(r"(\d+)(?:\.\.(\d+))?")


def read_steps(text: str | None, least: int, most: int) -> tuple[int, int] | None:
    """Return the first and last step of `A..B`, or of `A` alone; None for no text.

    Raises QueryError if the history does not have these steps.
    """
    if text is None:
        return None
    found = _STEPS.fullmatch(text.strip())
    if not found:
        raise QueryError(f"--steps is {text!r}", hint="write --steps 2..5")
    first, last = int(found[1]), int(found[2] or found[1])
    if not least <= first <= last <= most:
        raise QueryError(
            f"--steps is {text}, but the steps are {least} to {most}"
            if most >= least
            else f"--steps is {text}, but there are no steps"
        )
    return first, last


def draw_model(text: str, name: str, kind: str, options: DrawingOptions) -> str:
    """Return the picture of a model file."""
    read = load_model(text, name)
    if options["alternatives"]:
        return _alternatives(read, kind, options)
    titles = [step.title for step in read.steps]
    if options["stages"]:
        found = states_of(read, options["after"])
        return _states(found, read.title, titles, kind, options)
    after = options["after"] or 0
    found = states_of(read, after)
    title = read.title
    if after:
        steps = "1 step" if after == 1 else f"{after} steps"
        title = f"{read.title} – after {titles[after - 1] or steps}"
    return _one(found, title, kind, options)


def draw_puzzle(text: str, name: str, kind: str, options: DrawingOptions) -> str:
    """Return the picture of a puzzle with these sizes, before or after its steps."""
    puzzle = read_puzzle(text, name)
    sizes = {key: options[key] for key in SIZES if options[key] is not None}
    if not options["stages"] and options["after"] is None:
        found = ExplicitPuzzle(arrange(puzzle, sizes))
        state = ModelState(found.model, found.actual)
        return _one([state], puzzle.title, kind, options)
    states: list[ModelState] = []
    names: list[str | None] = []

    def watch(said: str, engine: PuzzleEngine) -> None:
        assert isinstance(engine, ExplicitPuzzle)
        states.append(ModelState(engine.model, engine.actual, engine.step))
        names.append(said)

    solve(puzzle, sizes, engine="explicit", watch=watch)
    after = last_step(options["after"], len(states) - 1)
    states = states[: after + 1]
    if options["stages"]:
        return _states(states, puzzle.title, names[1:], kind, options)
    return _one(states, f"{puzzle.title} – after: {names[after]}", kind, options)


def _states(
    states: list[ModelState],
    title: str,
    names: list[str | None],
    kind: str,
    options: DrawingOptions,
) -> str:
    if kind != "svg":
        raise QueryError(f"--stages are drawn as SVG or PDF, not as {NAMES[kind]}")
    _refuse(options, ("contract",), "stages")
    if options["reach"] is not None:
        states = [reachable_worlds(state, options["reach"]) for state in states]
    steps = read_steps(options["steps"], 1, len(states) - 1)
    return stages_svg(states, title, names, steps=steps, width=options["width"])


def _alternatives(read: ModelFile, kind: str, options: DrawingOptions) -> str:
    """Return pictures of the model and of its updates by each action of the file."""
    if kind != "svg":
        raise QueryError(f"--actions is drawn as SVG or PDF, not as {NAMES[kind]}")
    _refuse(options, ("contract", "reach", "stages", "steps"), "actions")
    actions = [
        each
        for each in read.words.actions.values()
        if isinstance(each, NamedActionModel)
    ]
    if not actions:
        raise QueryError(
            f"{read.title} names no actions",
            hint="[action.NAME] in the file names one; --stages draws its steps",
        )
    state = states_of(read, options["after"] or 0)[-1]
    after = [
        (each.title or each.name, state.after(Happen(each.happening(None), each.name)))
        for each in actions
    ]
    return alternatives_svg(state, after, read.title, options["width"])


def _refuse(options: DrawingOptions, names: tuple[str, ...], other: str) -> None:
    """Raise QueryError for an option that cannot be combined with another one."""
    for name in names:
        if options[name] not in (None, False):
            raise QueryError(f"--{name} cannot be combined with --{other}")


def _one(
    states: list[ModelState], title: str, kind: str, options: DrawingOptions
) -> str:
    if options["steps"] is not None:
        raise QueryError("--steps needs --stages, or a game")
    state, part = states[-1], options["contract"] or options["reach"] is not None
    state = state.contracted() if options["contract"] else state
    state = (
        state if options["reach"] is None else reachable_worlds(state, options["reach"])
    )
    width = options["width"]
    places = None
    if len(states) > 1 and not part:
        places = places_along([one.model for one in states])[-1]
    elif width is not None:
        (places,) = places_along([state.model], width)
    draw = {"svg": model_svg, "dot": model_dot, "tikz": model_tikz}[kind]
    return draw(state, title, places)
