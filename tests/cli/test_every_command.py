"""Every formula through every command: an answer or a refusal, never a fault.

In CI one case in a few is run, a game and a command with all formulas; the others are
slow tests. With MYSTPY_TRIPLES each case adds to the file of that name
how many formulas ended with which status.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from mystpy.cli import cli
from mystpy.engines import ENGINE_NAMES, get_engine
from mystpy.errors import MystError
from mystpy.files.toml import toml_value
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.history import History
from mystpy.language import atoms, nodes, numbers, temporal
from mystpy.language.atoms import Node
from mystpy.language.read import parse_formula
from mystpy.language.subformulas import walk
from mystpy.questions.knowledge import ask
from mystpy.questions.situation import Situation
from tests.language.every_node import GAMES, formulas, situation
from tests.sampling import part_by_day

ANSWERED = (0, 1, 2, 3, 5)
"""The statuses of answers and refusals; 4, that engines disagree, would be a fault."""

Command = Callable[[History, str], tuple[list[str], str | None]]


def given(history: History) -> list[str]:
    """Return the options that say a situation."""
    game = history.game
    words = ["--game", json.dumps(game.to_dict())]
    for holder, hand in enumerate(history.hands):
        if hand:
            words += ["--hand", f"{holder}={','.join(sort_cards(hand, game.deck))}"]
    return [*words, "--do", history.text()]


def asked(engine: str, *more: str) -> Command:
    return lambda history, text: (
        ["ask", *given(history), "--engine", engine, *more, text],
        None,
    )


def reasoned(*more: str) -> Command:
    return lambda history, text: (["why", *given(history), *more, text], None)


def announced(history: History, text: str) -> tuple[list[str], str | None]:
    return ["ask", *given(history), "--announce", text, "K(2,In(1))"], None


def batched(history: History, text: str) -> tuple[list[str], str | None]:
    game = history.game
    base = {"game": game.to_dict(), "history": history.text(), "formula": text}
    hands = {
        str(k): sort_cards(hand, game.deck)
        for k, hand in enumerate(history.hands)
        if hand
    }
    lines = [{**base, "hands": hands, "do": do} for do in ("ask", "why")]
    return ["batch"], "".join(json.dumps(line) + "\n" for line in lines)


def noted(history: History, text: str) -> tuple[list[str], str | None]:
    options = [*given(history), "--as", "1"]
    return ["notebook", "game.notes", *options], f"ask {text}\nwhy {text}\n"


def settled(form: str) -> Command:
    def words(history: History, text: str) -> tuple[list[str], str | None]:
        games = json.dumps([history.game.to_dict()])
        limits = ["--depth", "2", "--sample", "--seconds", "2", "--processes", "1"]
        return [
            "theorem",
            "--say",
            text,
            "--form",
            form,
            "--games",
            games,
            *limits,
        ], None

    return words


def exercised(history: History, text: str) -> tuple[list[str], str | None]:
    rows = {key: toml_value(value) for key, value in history.game.to_dict().items()}
    game = "\n".join(f"{key} = {value}" for key, value in rows.items())
    Path("exercise.toml").write_text(
        'exercise = "formula"\ntitle = "t"\nchapter = "1 c"\npoints = 1\ntext = "t"\n'
        f'histories = ["", {toml_value(history.text())}]\n[game]\n{game}\n'
        '[key]\nsolution = "h(1,' + history.game.cards[0] + ')"\n',
        encoding="utf-8",
    )
    return ["exercise", "exercise.toml", text], None


def filed(history: History, text: str) -> tuple[list[str], str | None]:
    rows = {key: toml_value(value) for key, value in history.game.to_dict().items()}
    game = "\n".join(f"{key} = {value}" for key, value in rows.items())
    Path("query.toml").write_text(
        f"title = 't'\nhistory = {toml_value(history.text())}\n[game]\n{game}\n"
        f"[[ask]]\nformula = {toml_value(text)}\n",
        encoding="utf-8",
    )
    return ["ask", "query.toml"], None


COMMANDS: dict[str, Command] = {
    **{f"ask {engine}": asked(engine) for engine in ENGINE_NAMES},
    "ask json": asked("worlds", "--format", "json"),
    "ask latex": asked("worlds", "--format", "latex"),
    "ask term": asked("worlds", "--format", "term"),
    "ask announce": announced,
    "ask file": filed,
    "why": reasoned(),
    "why smallest": reasoned("--smallest"),
    "why json": reasoned("--format", "json"),
    "why latex": reasoned("--format", "latex"),
    "batch": batched,
    "notebook": noted,
    "exercise": exercised,
    **{f"theorem {form}": settled(form) for form in ("always", "sometimes")},
    "theorem initially": settled("initially"),
}

CASES = [(number, name) for number in range(len(GAMES)) for name in COMMANDS]


@pytest.mark.alike(40)
@pytest.mark.parametrize(("number", "name"), CASES)
def test_a_formula_is_answered_or_refused(
    number: int, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    history, ended = situation(GAMES[number]), Counter[int]()
    texts = chosen(number, 25 if name.startswith("theorem") else 4)
    for text in part_by_day(texts, 12 if name.startswith("theorem") else 4, len(name)):
        words, typed = COMMANDS[name](history, text)
        Path("game.notes").unlink(missing_ok=True)
        done = CliRunner(env={"COLUMNS": "80"}).invoke(cli, words, input=typed)
        output = (text, words, done.stderr[-2_000:])
        assert done.exit_code in ANSWERED, output
        assert "fault in mystpy" not in done.output + done.stderr, output
        ended[done.exit_code] += 1
    record(f"{number} {name}", ended)


def chosen(number: int, step: int) -> list[str]:
    """Return one formula in so many, other ones of the next game."""
    return formulas(GAMES[number])[number % step :: step]


def record(case: str, ended: Counter[int]) -> None:
    """Add a line to the file that MYSTPY_TRIPLES names, if it does."""
    if path := os.environ.get("MYSTPY_TRIPLES"):
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(json.dumps([case, ended]) + "\n")


@pytest.mark.alike(3)
@pytest.mark.parametrize("number", range(len(GAMES)))
def test_engines_give_one_answer(number: int) -> None:
    """Also the Python API, and `why`."""
    history = situation(GAMES[number])
    for text in part_by_day(formulas(GAMES[number]), 24, number):
        found = dict(answers(history, text))
        assert len(set(found.values())) <= 1, (text, found)


def answers(history: History, text: str) -> Iterator[tuple[str, str]]:
    """Generate who answers a formula, and the value: engines, and the Python API."""
    for name in ENGINE_NAMES:
        with suppress(MystError):
            formula = parse_formula(text, history.game)
            yield name, str(ask(history, formula, get_engine(name)).value)
    situation = Situation.of(history)
    with suppress(MystError):
        yield "holds", _VALUES[situation.holds(text)]
    with suppress(MystError):
        yield "why", str(situation.why(text).value)


_VALUES = {True: "true", False: "false", None: "undetermined"}


def test_every_kind_of_node_is_tried() -> None:
    of_models = {atoms.Atom, atoms.OpenAtom, nodes.GroupAnnouncing, temporal.Doing}
    modules = (atoms, nodes, numbers, temporal)
    every = [kind for module in modules for kind in vars(module).values()]
    kinds = {
        kind for kind in every if isinstance(kind, type) and issubclass(kind, Node)
    }
    bare = {kind for kind in kinds if not kind.__subclasses__()} - of_models
    bare |= {nodes.Announcing}
    tried = {
        type(part)
        for text in formulas(GAMES[0])
        for part in walk(parse(text, GAMES[0]))
    }
    assert bare <= tried, bare - tried


def parse(text: str, game: Game) -> nodes.Formula:
    try:
        return parse_formula(text, game)
    except MystError:
        return atoms.Truth()
