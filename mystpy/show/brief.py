"""The `repr` of values: the Python code that makes one, or a summary in `<...>`.

A `repr` is at most 400 characters long. Code is given only if it makes an equal value
after `from mystpy import *`; in that of a formula, `game` is its game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from mystpy.engines import get_engine
from mystpy.game.game import Game
from mystpy.history.actions import action_text
from mystpy.history.history import History
from mystpy.language.atoms import Node
from mystpy.language.numbers import Arithmetic, Cardinality, Numeral, Parameter
from mystpy.questions.knowledge import AskResult, Knowledge
from mystpy.questions.legality import Legality, Moves, action_pattern
from mystpy.questions.query import Query
from mystpy.questions.reason import Reason
from mystpy.questions.situation import Situation
from mystpy.questions.why import SeenWorld, Why
from mystpy.questions.written.query_text import given_hands
from mystpy.show import text

if TYPE_CHECKING:
    from mystpy.kripke.files.model_file import ModelFile
    from mystpy.kripke.files.model_state import ModelState
    from mystpy.kripke.model import Model, PointedModel
    from mystpy.packages.game_theory import GameSituation, GameTheory
    from mystpy.questions.announced.announcement import Announcement
    from mystpy.records.format.record import GameRecord

MAX_LENGTH = 400
"""A `repr` is no longer than this many characters."""

_PART = 120
"""No part of a summary is longer than this many characters."""

_MYST = ("m", "n", "p", "q", "players")
_CLUE = ("p", "players", "sizes", "board", "speed", "left_over", "face_up")


def brief(value: object) -> str:
    """Return the `repr` of a value."""
    found = _form_of(tuple(base.__name__ for base in type(value).__mro__))(value)
    if len(found) <= MAX_LENGTH:
        return found
    return f"{found[: MAX_LENGTH - 4]}...>"


@cache
def _form_of(names: tuple[str, ...]) -> Callable[[Any], str]:
    """Return the function for a class, by the names of its bases.

    Models, packages and records are then imported only where there is one.
    """
    return next(form for name, form in _FORMS.items() if name in names)


def _cut(part: object) -> str:
    """Return a part of a summary on one line, with its end left out if it is long."""
    line = " ".join(str(part).split())
    return line if len(line) <= _PART else f"{line[: _PART - 3]}..."


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _code_or(code: str, summary: Callable[[], str]) -> str:
    """Return code if it is short, else a summary."""
    return code if len(code) <= MAX_LENGTH else f"<{summary()}>"


def _call(name: str, arguments: Mapping[str, object]) -> str:
    return f"{name}({', '.join(f'{k}={v!r}' for k, v in arguments.items())})"


def _game_code(game: Game) -> str:
    given = dict(game.to_dict())
    rules = str(given.pop("rules"))
    if rules == "clue" and given == {"p": game.p}:
        return f"Game.clue({game.p})"
    for kind, name, keys in (
        ("myst", "myst", _MYST),
        ("generalized", "generalized_clue", _MYST),
        ("clue", "clue", _CLUE),
    ):
        if rules == kind and set(given) <= set(keys):
            return _call(f"Game.{name}", given)
    return f"Game.from_dict({game.to_dict()!r})"


def _game(game: Game) -> str:
    return _code_or(
        _game_code(game),
        lambda: f"Game: {game.rule_set}, {game.p} players, {game.c} cards",
    )


def _hands(history: History) -> dict[int, list[str]]:
    hands = given_hands(history)
    names = ("0", *history.game.holder_names[1:])
    return {names.index(name): list(cards) for name, cards in hands.items()}


def _last(history: History) -> str:
    if not history.actions:
        return ""
    return f", the last {_cut(action_text(history.actions[-1], history.game))}"


def _history(history: History) -> str:
    hands = _hands(history) or None
    code = f"History.make({_game_code(history.game)}, {hands!r}, {_flat(history)!r})"
    return _code_or(code, lambda: f"History: {_size(history)}")


def _flat(history: History) -> str:
    return history.text().replace("\n", " ")


def _size(history: History) -> str:
    done = _counted(len(history), "action")
    return f"{_game(history.game)}, {done}{_last(history)}"


def _situation(situation: Situation) -> str:
    history = situation.history
    given = [_game_code(history.game)]
    if hands := _hands(history):
        given.append(f"hands={hands!r}")
    if situation.engine is not get_engine():
        given.append(f"engine={situation.engine.name!r}")
    code = f"Situation.init({', '.join(given)})"
    if history.actions:
        shown = (action_text(action, history.game) for action in history.actions)
        code += f".do({', '.join(map(repr, shown))})"
    if situation.theory is not None:
        return f"<Situation under other axioms: {_size(history)}>"
    return _code_or(code, lambda: f"Situation: {_size(history)}")


def _announcement(after: Announcement) -> str:
    code = f"{_situation(after.situation)}.announce({_quoted(after.announced)})"
    said = _counted(len(after.announced), "announcement")
    summary = f"Announcement: {_size(after.history)}, {said}"
    return f"<{summary}>" if code.startswith("<") else _code_or(code, lambda: summary)


def _quoted(values: Iterable[object]) -> str:
    return ", ".join(repr(str(value)) for value in values)


def _formula(formula: Node) -> str:
    if isinstance(formula, Numeral | Parameter | Cardinality | Arithmetic):
        return f"<{type(formula).__name__} {_cut(formula)}>"
    code = f"parse_formula({str(formula)!r}, game)"
    return _code_or(code, lambda: f"{type(formula).__name__}: {_cut(formula)}")


def _ask_result(result: AskResult) -> str:
    return f"<AskResult: {result.value}, {_cut(result.formula)} ({result.method})>"


def _knowledge(known: Knowledge) -> str:
    words = [cell for row in known.cells for cell in row.values()]
    certain = sum(cell in ("yes", "no") for cell in words)
    title = _cut(text.title(known, known.game))
    return f"<Knowledge: {title}, {certain} of {len(words)} cells known>"


def _legality(judged: Legality) -> str:
    if judged.action is None:
        return f"<Legality: {judged.verdict}>"
    action = _cut(action_text(judged.action, judged.game))
    return (
        f"<Legality: {judged.verdict}, {judged.place}, {action}, by ({judged.axiom})>"
    )


def _moves(moves: Moves) -> str:
    game = moves.history.game
    return f"<Moves: {_cut(', '.join(action_pattern(x.action, game) for x in moves))}>"


def _why(found: Why) -> str:
    parts = [str(found.value), _cut(found.formula)]
    if found.because:
        parts.append(_counted(len(found.because), "reason"))
    if found.axioms:
        parts.append(f"by {_cut(' '.join(f'({x})' for x in found.axioms))}")
    if found.witness:
        parts.append(f"a witness of {_counted(len(found.witness), 'world')}")
    return f"<Why: {', '.join(parts)}>"


def _reason(reason: Reason) -> str:
    where = "" if reason.step is None else f"step {reason.step}: "
    return f"<Reason: {where}{_cut(reason.gives)}>"


def _seen_world(world: SeenWorld) -> str:
    hands = (f"{k}={{{','.join(sorted(hand))}}}" for k, hand in enumerate(world.hands))
    return f"<SeenWorld: {' '.join(hands)}>"


def _query(query: Query) -> str:
    asked = _counted(len(query.asks), "question")
    return f"<Query: {_cut(query.title)!r}, {_size(query.history)}, {asked}>"


def _theory(theory: GameTheory) -> str:
    package = theory.package
    given = "".join(f", {k}={v}" for k, v in package.constants.items())
    return f"load_theory({package.folder.name!r}{given})"


def _package_situation(situation: GameSituation) -> str:
    package = situation.package
    steps = " ".join(map(str, situation.steps))
    constants = "".join(f", {k}={v}" for k, v in package.constants.items())
    done = _counted(len(situation.steps), "action")
    return f"<GameSituation: {package.folder.name}{constants}, {done}: {_cut(steps)}>"


def _drawing(drawing: Any) -> str:
    return f"<Drawing: SVG of {len(drawing.svg):,} characters>"


def _listed(names: Iterable[object]) -> str:
    return _cut(", ".join(map(str, names)))


def _model_size(model: Model) -> str:
    atoms = _counted(len(model.atoms), "atom")
    return f"{_counted(len(model), 'world')}, agents {_listed(model.agents)}, {atoms}"


def _model(model: Model) -> str:
    return f"<Model: {_model_size(model)}>"


def _pointed(state: PointedModel) -> str:
    return (
        f"<PointedModel: {_model_size(state.model)}, actual world {_cut(state.name)}>"
    )


def _state(state: ModelState) -> str:
    actual = "" if state.actual is None else f", actual world {_cut(state.actual)}"
    return f"<ModelState: {_model_size(state.model)}{actual}>"


def _model_file(file: ModelFile) -> str:
    steps = _counted(len(file.steps), "step")
    return f"<ModelFile: {_cut(file.title)!r}, {_model_size(file.model)}, {steps}>"


def _record(record: GameRecord) -> str:
    return f"<GameRecord: {_size(record.history)}>"


def _engine(engine: Any) -> str:
    return f"get_engine({engine.name!r})"


_FORMS: dict[str, Callable[[Any], str]] = {
    "Game": _game,
    "History": _history,
    "Situation": _situation,
    "Announcement": _announcement,
    "Node": _formula,
    "AskResult": _ask_result,
    "Knowledge": _knowledge,
    "Legality": _legality,
    "Moves": _moves,
    "Why": _why,
    "Reason": _reason,
    "SeenWorld": _seen_world,
    "Query": _query,
    "GameTheory": _theory,
    "GameSituation": _package_situation,
    "Drawing": _drawing,
    "Model": _model,
    "PointedModel": _pointed,
    "ModelState": _state,
    "ModelFile": _model_file,
    "GameRecord": _record,
    "PickledByName": _engine,
}
"""For classes, by name, what their values look like."""
