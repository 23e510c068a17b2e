"""Records made of records, notebooks and query files of mystpy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from mystpy.compilation import replace
from mystpy.engines import get_engine
from mystpy.engines.base import Verdict
from mystpy.errors import QueryError
from mystpy.files.whole import write_whole
from mystpy.history.accounts import OpenTurn
from mystpy.history.history import History
from mystpy.notebook.file import NotebookFile, is_about_package
from mystpy.notebook.notebook import Notebook
from mystpy.questions.legality import legal, refusal
from mystpy.questions.query import load_query
from mystpy.records.format.keys import GUESS
from mystpy.records.format.numbered_turns import turn_of_step
from mystpy.records.format.record import Fields, GameRecord, viewers_of
from mystpy.records.format.sections import record_in, texts_in
from mystpy.records.format.turn_lines import OpenLines
from mystpy.records.outcome import outcome_of, result_fields


def of_records(text: str, name: str, _players: Sequence[str]) -> Iterator[GameRecord]:
    """The records of a text."""
    for found in texts_in(text, name):
        yield record_in(found, name)


def of_query(text: str, name: str, _players: Sequence[str]) -> Iterator[GameRecord]:
    """The record of a query file: its game, hands and history."""
    query = load_query(text, name)
    said: Fields = {"title": query.title}
    said |= {} if query.source is None else {"source": query.source}
    yield GameRecord.of(plain(query.history), viewers_of(query.history), said)


def of_notebook(text: str, name: str, _players: Sequence[str]) -> Iterator[GameRecord]:
    """The record of a notebook, which is its owner's."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "notebook"
        write_whole(path, text)
        if is_about_package(path):
            raise QueryError(f"{name} is about a package: records are of MYST and Clue")
        with NotebookFile(path) as file:
            yield record_of_notebook(Notebook.resume(file, "auto"))


def record_of_notebook(notebook: Notebook) -> GameRecord:
    """The record of a notebook: what its owner saw, with notes as comments.

    Raises QueryError for a line in doubt: a record says what happened.
    """
    history = notebook.history
    for number, entry in enumerate(notebook.entries, 1):
        if entry.doubted:
            hint = f"take the doubt back: trusted {number}"
            raise QueryError(f"line {number} of the notebook is in doubt", hint=hint)
    said: Fields = {}
    if found := result_fields(outcome_of(history, notebook.engine), history):
        said["result"] = found
    if rows := _comments(notebook):
        said["turn"] = rows
    seen = _without_pile(plain(history))
    return GameRecord.of(seen, viewers_of(seen), said, _noted(notebook))


def _without_pile(history: History) -> History:
    """The history without the pile, unless all hands are given.

    The pile is given at the table once a right accusation has told it.
    """
    if all(hand is not None for hand in history.hands):
        return history
    return replace(history, hands=(None, *history.hands[1:]))


def plain(history: History) -> History:
    """The history without the places of its source."""
    return replace(history, places=None)


def _noted(notebook: Notebook) -> OpenLines:
    return {
        action: entry.note
        for entry in notebook.entries
        for action in entry.actions
        if isinstance(action, OpenTurn) and entry.note is not None
    }


def _comments(notebook: Notebook) -> list[Fields]:
    """The comments behind lines, by the turns to which they belong."""
    found: dict[int, str] = {}
    for entry in notebook.entries:
        if entry.note is None or entry.is_turn:
            continue
        step = entry.first + len(entry.actions) - 1
        turn = turn_of_step(notebook.history, step)
        found[turn] = "\n".join(filter(None, (found.get(turn), entry.note)))
    return [{"number": turn, "comment": text} for turn, text in sorted(found.items())]


def with_winner(record: GameRecord) -> GameRecord:
    """The record of a game whose last action is a guess that was right."""
    history, game = record.history, record.game
    guess = history.actions[-1]
    cards: frozenset[str] = getattr(guess, "cards", frozenset())
    pile = [game.shown_as(card) for card in game.cards if card in cards]
    out = list(outcome_of(history, get_engine("auto")).out)
    result = {"end": GUESS, "winner": guess.player, "pile": pile}
    return record.with_fields(result=result | ({"out": out} if out else {}))


def with_result(record: GameRecord) -> GameRecord:
    """The record with the result that follows from its history.

    Raises QueryError if the history cannot have happened.
    """
    engine = get_engine("auto")
    judged = legal(record.history, engine)
    if judged.verdict is Verdict.ILLEGAL:
        error = refusal(judged, record.history)
        turn = turn_of_step(record.history, judged.step or 0)
        raise QueryError(f"turn {turn} cannot have happened: {error}", hint=error.hint)
    found = outcome_of(record.history, engine)
    return record.with_fields(result=result_fields(found, record.history) or None)
