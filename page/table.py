"""The questions of the view Table: each is a function, and each answer an object.

Nothing is decided here: a game that is followed is a notebook, kept in a file in the
browser's memory.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from typing import Any

import turns

from mystpy.axioms import queries_dir
from mystpy.engines import get_engine
from mystpy.engines.base import Odds, Verdict
from mystpy.errors import LargeEnumerationWarning, MystError, QueryError
from mystpy.game.game import Game
from mystpy.game.table import edition_names
from mystpy.history.actions import (
    Action,
    Asks,
    Guess,
    Lays,
    Looks,
    NoAsk,
    action_text,
)
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.nodes import Common, Formula, Knows, Not
from mystpy.language.read import parse_formula
from mystpy.notebook.commands.prompt import NotebookPrompt
from mystpy.notebook.commands.text import unanswered
from mystpy.notebook.entry import Entry
from mystpy.notebook.file import NotebookFile, is_about_package
from mystpy.notebook.ledger import DOUBTFUL, Correction, words_of
from mystpy.notebook.notebook import Notebook
from mystpy.notebook.start import GameStart
from mystpy.questions import reason_text as reasons
from mystpy.questions.knowledge import Knowledge, know, know_common, know_that
from mystpy.questions.knowledge import ask as ask_of
from mystpy.questions.legality import legal
from mystpy.questions.query import Query, load_query
from mystpy.questions.why import why
from mystpy.questions.written.query_text import query_text
from mystpy.show import json as objects
from mystpy.show import text
from mystpy.show.draw.grid_svg import grid_svg

Object = dict[str, Any]

ENGINE = "walk"
NOTES = Path("/table.notes")


class Table:
    """The game at the table: one notebook, or none."""

    def __init__(self) -> None:
        self.prompt: NotebookPrompt | None = None
        self._actions: tuple[Action, ...] = ()
        self._texts: list[str] = []
        self._words: dict[Entry, str] = {}

    @property
    def notebook(self) -> Notebook:
        """The notebook. Raises QueryError before a game is begun."""
        if self.prompt is None:
            raise QueryError("no game is begun", hint="begin one, or open one")
        return self.prompt.notebook

    def close(self) -> None:
        """Leave the game."""
        if self.prompt is not None:
            self.prompt.notebook.file.close()
        self.prompt = None
        if "package_table" in sys.modules:
            _packages().PACKAGE_TABLE.close()

    def take(self, notebook: Notebook) -> Object:
        """Go on with this notebook, and show it."""
        self.prompt = NotebookPrompt(notebook)
        self._actions, self._texts = (), []
        self._words.clear()
        return view()

    def texts(self) -> list[str]:
        """The actions in words: those that the view before had as well are kept."""
        game, actions = self.notebook.start.game, self.notebook.history.actions
        pairs = zip(self._actions, actions, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
        self._texts[same:] = [action_text(action, game) for action in actions[same:]]
        self._actions = actions
        return list(self._texts)

    def words(self, entry: Entry) -> str:
        """An entry in words, which are kept."""
        found = self._words.get(entry)
        if found is None:
            found = self._words[entry] = words_of(entry, self.notebook.history)
        return found


TABLE = Table()


def _packages() -> Any:
    """The module about packages, which is loaded when it is needed."""
    return import_module("package_table")


def editions() -> list[str]:
    """The names of all editions of Clue."""
    return list(edition_names())


def game_of(game: Object) -> Object:
    """A game as the page needs it to choose a hand."""
    return _game(Game.from_dict(game))


def begin(game: Object, hands: dict[str, list[str]], owner: str) -> Object:
    """Begin a game with these hands; the owner is who follows it."""
    return _begin(History.make(Game.from_dict(game), hands), owner)


def _begin(history: History, owner: str | int | None) -> Object:
    given = [k for k, hand in enumerate(history.hands) if hand is not None and k]
    if owner is None and given:
        owner = min(given[0], history.game.p)
    start = GameStart.of(history.prefix(0), owner)
    TABLE.close()
    NOTES.unlink(missing_ok=True)
    file = NotebookFile(NOTES, create=True)
    shown = TABLE.take(Notebook.begin(file, start, ENGINE))
    for line in _turns(history):
        TABLE.notebook.record(line)
    return view() if history.actions else shown


def begin_lines(history: History, owner: int, lines: list[str]) -> Object:
    """Begin a game with these hands, and take in its lines."""
    _begin(history.prefix(0), owner)
    for line in lines:
        TABLE.notebook.record(line)
    return view()


def _turns(history: History) -> Iterator[str]:
    """The actions of a history, one turn to a line."""
    turn: list[Action] = []
    for action in history.actions:
        apart = isinstance(action, Asks | NoAsk | Looks | Lays)
        if turn and (apart or isinstance(turn[-1], Looks | Lays)):
            yield _line(turn, history.game)
            turn = []
        turn.append(action)
    if turn:
        yield _line(turn, history.game)


def _line(turn: list[Action], game: Game) -> str:
    return " ".join(action_text(action, game) for action in turn)


def open_notes(notes: str) -> Object:
    """Go on with a notebook that was saved."""
    TABLE.close()
    NOTES.write_text(notes, "utf-8")
    if is_about_package(NOTES):
        return dict(_packages().open_package_notes())
    return TABLE.take(Notebook.resume(NotebookFile(NOTES), ENGINE))


def open_text(given: str, owner: str | None = None) -> Object:
    """Open a notebook or a query file, whichever it is."""
    if given.lstrip("\ufeff \n").startswith("mystpy notebook"):
        return open_notes(given.lstrip("\ufeff \n"))
    found = _query(given)
    said = [f"{row['value']}  {row['formula']}" for row in _asked(found)]
    return {**_begin(found.history, owner), "said": said}


def answers(given: str, engine: str = ENGINE) -> Object:
    """Answer a query file: whether its history is legal, and its formulas."""
    found = _query(given)
    judged = legal(found.history, get_engine(engine))
    return {
        "legal": objects.legality(judged, found.history.game),
        "asks": _asked(found, engine) if judged.verdict is not Verdict.ILLEGAL else [],
    }


def _query(given: str) -> Query:
    return load_query(given + "\n", "the file")


def _asked(found: Query, engine: str = ENGINE) -> list[Object]:
    by, game = get_engine(engine), found.history.game
    return [
        objects.ask_result(ask_of(found.history, q.formula, by, q.announced), game)
        | {"expect": q.expect}
        for q in found.asks
    ]


def example(name: str, owner: str | None = None) -> Object:
    """Open one of the query files that come with mystpy."""
    return open_text((queries_dir() / f"{name}.toml").read_text("utf-8"), owner)


def record(line: str) -> Object:
    """Record a line: an event, a correction, or a question; return the answer to it.

    A question leaves the game as it is, and nothing but its answer is returned.
    """
    assert TABLE.prompt or TABLE.notebook
    before = TABLE.notebook.situation
    ended = _is_won(before.history)
    said = list(TABLE.prompt.answer(line)) if TABLE.prompt else []
    if ended and not _is_won(TABLE.notebook.history):
        _replay(TABLE.notebook.entries, None)  # the pile is not known any more
    if TABLE.notebook.situation is before:
        return {"said": said, "same": True}
    # The form beside the grid asks for the missing answers; a line is not needed.
    waits = set(unanswered(TABLE.notebook)) if TABLE.notebook.entries else set()
    return {"said": [line for line in said if line.strip() not in waits], **view()}


def record_lines(lines: list[str]) -> Object:
    """Record lines, all or none; return the answer to the last one."""
    notebook = TABLE.notebook
    ended = len(lines) > 1
    if ended:
        turns.record_all(notebook, lines[:-1])
    try:
        return record(lines[-1])
    except MystError:
        if ended:
            for _ in lines[:-1]:
                notebook.undo()
        raise


def accused_rightly(who: int, cards: list[str]) -> Object:
    """Take in that an accusation was right, by which the game ends.

    The pile is then known, and given with the hands.
    """
    notebook = TABLE.notebook
    entries, notes = notebook.entries, NOTES.read_text("utf-8")
    if turns.turn_object(notebook)["open_guess"]:
        entries = entries[:-1]
    line = f"{notebook.start.game.players[who - 1]} accuses {' '.join(cards)}"
    try:
        _replay(entries, cards)
        return record(line)
    except MystError:
        open_notes(notes)
        raise


def _is_won(history: History) -> bool:
    """Return whether the last action is a right accusation."""
    last = history.actions[-1] if history.actions else None
    return isinstance(last, Guess) and last.cards == history.hands[0]


def _replay(entries: list[Entry], pile: list[str] | None) -> None:
    """Write the same lines down behind a start that gives the pile, or does not."""
    start = TABLE.notebook.start
    lines = list(turns.entry_lines(entries, TABLE.notebook.history))
    hands = {k: hand for k, hand in enumerate(start.history.hands) if hand and k}
    given = History.make(start.game, hands | ({0: pile} if pile else {}))
    _begin(given, start.owner)
    for line, _ in lines:
        TABLE.notebook.record(line)
    for number, (_, doubted) in enumerate(lines, 1):
        if doubted:
            TABLE.notebook.correct(Correction(DOUBTFUL, number, ""))


def choices(who: int, cards: list[str], saw: list[int] | None = None) -> list[Object]:
    """The answers that a suggestion may have, as lines that may be entered."""
    return turns.choices(TABLE.notebook, who, cards, saw or [])


def example_line() -> str:
    """A line that can come next, for those who type."""
    return turns.example_line(TABLE.notebook)


def advise() -> list[Object]:
    """Return suggestions that the owner may make, the best first."""
    return turns.advice_objects(TABLE.notebook)


def view() -> Object:
    """The game as it stands: notes, lines, whose turn it is."""
    notebook = TABLE.notebook
    game, history = notebook.start.game, notebook.history
    state = notebook.engine.state(history)
    return {
        **_game(game),
        "notes": NOTES.read_text("utf-8"),
        "owner": notebook.owner,
        "hand": sorted(history.hands[notebook.owner] or (), key=game.deck.__getitem__),
        "events": [TABLE.words(entry) for entry in notebook.entries],
        "actions": TABLE.texts(),
        "turn": sorted(state.turn),
        **turns.turn_object(notebook),
        "won": _is_won(history),
        "over": state.game_over,
    }


def following() -> Object:
    """Return the actions that can come next."""
    notebook = TABLE.notebook
    found = text.possible(notebook.situation.possible(), notebook.start.game)
    return {"next": list(found)}


def _game(game: Game) -> Object:
    return {
        "game": game.to_dict(),
        "rules": game.rules,
        "named": game.named,
        "shown": dict(game.shown),
        "players": list(game.players),
        "holders": list(game.holder_names),
        "cards": list(game.cards),
        "sizes": list(game.sizes),
        "sorts": [[name, list(cards)] for name, cards in game.sorts],
        "q": game.q,
    }


def _known(kind: str, who: list[int], odds: bool, step: int | None) -> Knowledge:
    """Return one player's knowledge, nested knowledge, or a group's common knowledge.

    A step is a number of actions; without it, all actions count.
    """
    history, engine = _after(step), TABLE.notebook.engine
    if kind == "common":
        return know_common(history, who, engine)
    if len(who) > 1:
        return know_that(history, who, engine)
    if odds:
        return know(history, who[0], engine, odds=Odds.EQUAL)
    return know(history, who[0], engine, count=False)


def _after(step: int | None) -> History:
    history = TABLE.notebook.history
    return history if step is None else history.prefix(min(step, len(history)))


def grid(kind: str, who: list[int], odds: bool, step: int | None = None) -> Object:
    """Return the grid of knowledge as an object."""
    return objects.knowledge(_known(kind, who, odds, step))


def picture(kind: str, who: list[int], odds: bool, step: int | None = None) -> Object:
    """Return the grid of knowledge as the picture that `mystpy draw` makes."""
    known = _known(kind, who, odds, step)
    return {"svg": grid_svg(known, TABLE.notebook.start.game)}


def why_cell(
    kind: str, who: list[int], cell: tuple[int, str, str], step: int | None = None
) -> Object:
    """Explain why a cell is known, or show a case in which it is false.

    The cell is a holder, a card, and its value.
    """
    holder, card, value = cell
    held: Formula = Not(H(holder, card)) if value == "no" else H(holder, card)
    if kind == "common":
        held = Common(tuple(who), held)
    else:
        for player in reversed(who):
            held = Knows(player, held)
    notebook = TABLE.notebook
    found = why(_after(step), held, notebook.engine)
    return reasons.json(found, notebook.start.game) | {
        "text": reasons.text(found, notebook.start.game)
    }


def ask(formula: str, engine: str = ENGINE) -> Object:
    """Return whether a formula follows, by one of the engines.

    Raises QueryError if the engine would look at more deals than there is time for.
    """
    notebook = TABLE.notebook
    game = notebook.start.game
    phi = parse_formula(formula, game)
    with warnings.catch_warnings():
        warnings.simplefilter("error", LargeEnumerationWarning)
        try:
            found = ask_of(notebook.history, phi, get_engine(engine))
        except LargeEnumerationWarning as large:
            raise QueryError(
                f"{str(large).partition(';')[0]}, one by one: too many for this engine",
                hint="choose another one under Computed by",
            ) from None
    return objects.ask_result(found, game)


def why_formula(formula: str) -> Object:
    """From what a formula follows, or how it fails."""
    notebook = TABLE.notebook
    return {"text": reasons.text(notebook.situation.why(formula), notebook.start.game)}


def as_query() -> Object:
    """The game as a query file."""
    notebook = TABLE.notebook
    verdict = legal(notebook.history, notebook.engine).verdict
    return {"toml": query_text("A game from the table", notebook.history, verdict)}


ANSWERS: dict[str, Callable[..., Any]] = {
    each.__name__: each
    for each in (
        *(editions, game_of, begin, open_notes, open_text, example, record, view),
        *(record_lines, accused_rightly, choices, example_line, advise, following),
        *(grid, picture, why_cell, ask, why_formula, as_query, answers),
    )
}
