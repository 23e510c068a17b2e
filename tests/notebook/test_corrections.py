"""Any line of a notebook changed, taken out or doubted, and what then clashes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mystpy.errors import IllegalActionError, QueryError
from mystpy.game.game import Game
from mystpy.history.actions import NoAsk
from mystpy.history.history import History
from mystpy.notebook.commands import text as shown
from mystpy.notebook.file import NotebookFile
from mystpy.notebook.ledger import Correction, table_entry
from mystpy.notebook.notebook import Notebook
from mystpy.notebook.owner_knowledge import cells
from mystpy.notebook.start import GameStart

GAME = Game.clue(3, players=["ann", "bob", "cid"])
HAND = ["scarlett", "green", "knife", "pipe", "kitchen", "billiard"]
START = GameStart.of(History.make(GAME, {"ann": HAND}))
LINES = (
    "ann: plum rope hall -> bob passes, cid shows rope",
    "bob: white wrench study -> cid passes, ann passes",
    "cid: mustard wrench lounge -> ann passes, bob shows",
    "ann: mustard rope lounge -> bob shows lounge",
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.notes"


@pytest.fixture
def notebook(path: Path) -> Iterator[Notebook]:
    with NotebookFile(path, create=True) as file:
        found = Notebook.begin(file, START)
        for line in LINES:
            found.record(line)
        yield found


def correct(notebook: Notebook, line: str) -> None:
    correction = Correction.read(line)
    assert correction is not None
    notebook.correct(correction)


def again(path: Path, notebook: Notebook) -> Notebook:
    """Return the notebook as its file tells it."""
    notebook.file.close()
    with NotebookFile(path) as file:
        return Notebook.resume(file)


def rewritten(*lines: str) -> History:
    """Return the history of a notebook in which these lines are written at once."""
    history = START.history
    for line in lines:
        history = history.then(table_entry(line, history).actions)
    return history


def test_an_earlier_line_can_be_changed(notebook: Notebook, path: Path) -> None:
    better = "bob: white wrench study -> cid shows"
    correct(notebook, f"fix 2 {better}")
    assert notebook.history == rewritten(LINES[0], better, *LINES[2:])
    assert cells(notebook.history, 1, notebook.engine)[3]["study"] == "?"
    assert again(path, notebook).history == notebook.history


def test_lines_can_be_taken_out(notebook: Notebook, path: Path) -> None:
    correct(notebook, "undo 4")
    correct(notebook, "undo 3")
    assert notebook.history == rewritten(*LINES[:2])
    found = again(path, notebook)
    assert found.history == notebook.history
    assert [event.note for event in found.entries] == list(LINES[:2])


def test_what_no_longer_fits_is_told_with_both_lines(
    notebook: Notebook, path: Path
) -> None:
    before = path.read_bytes(), notebook.history
    with pytest.raises(IllegalActionError) as caught:
        correct(notebook, "fix 1 ann: plum rope lounge -> bob passes, cid shows rope")
    assert "line 1, ann: plum rope lounge" in (caught.value.hint or "")
    assert f"line 4, {LINES[3]}" in (caught.value.hint or "")
    assert str(caught.value).startswith("line 4 no longer fits: bob cannot have shown")
    assert (path.read_bytes(), notebook.history) == before


def test_a_line_that_is_then_out_of_turn_is_named(notebook: Notebook) -> None:
    with pytest.raises(QueryError) as caught:
        correct(notebook, "undo 2")
    said = str(caught.value)
    assert "line 2, cid: mustard" in said
    assert "it is bob's turn, not cid's" in said


def test_a_doubtful_line_tells_nothing(notebook: Notebook, path: Path) -> None:
    known = cells(notebook.history, 1, notebook.engine)
    assert known[3]["white"] == "no"
    correct(notebook, "doubtful 2")
    assert sum(isinstance(a, NoAsk) for a in notebook.history.actions) == 1
    assert cells(notebook.history, 1, notebook.engine)[3]["white"] == "?"
    notebook.record("bob: white wrench study -> cid shows")
    assert again(path, notebook).history == notebook.history


def test_a_doubt_is_taken_back(notebook: Notebook, path: Path) -> None:
    before = notebook.history
    correct(notebook, "doubtful 2")
    correct(notebook, "trusted 2")
    assert notebook.history == before
    assert again(path, notebook).history == before


def test_which_names_the_smallest_sets_of_lines(notebook: Notebook) -> None:
    notebook.record("bob: white candlestick hall -> cid shows")
    notebook.record("cid: plum candlestick hall -> ann passes, bob shows")
    with pytest.raises(IllegalActionError):
        notebook.record("ann: plum rope lounge -> bob passes, cid passes")
    entries, found = notebook.conflicts()
    sets = [conflict.lines for conflict in found]
    assert all(len(entries) in lines for lines in sets)
    assert {lines[0] for lines in sets} == {1, 4}
    said = list(shown.conflicts(entries, found, notebook.history))
    assert f"  line 1, {LINES[0]}: the answer of cid" in said
    assert "or these:" in said


def test_all_lines_can_be_true(notebook: Notebook) -> None:
    assert notebook.conflicts()[1] == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("fix 9 ann: -", "there is no line 9"),
        ("undo 0", "there is no line 0"),
        ("fix 2", "fix needs what the line is to say"),
        ("fix", "fix needs a line"),
        ("doubtful", "doubtful needs a line"),
        ("undo 2 3", "undo 2 must be given without"),
        ("trusted 1", "line 1 is not doubtful"),
        ("fix 2 bob: white wrench", "this one has no room"),
        ("fix 1 ann: plum rope hall -> cid shows", "has seen the card"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(
    notebook: Notebook, path: Path, line: str, words: str
) -> None:
    before = path.read_bytes()
    with pytest.raises(QueryError if "no room" not in words else Exception) as caught:
        correct(notebook, line)
    assert words in f"{caught.value} {caught.value.hint}"  # type: ignore[attr-defined]
    assert path.read_bytes() == before


def test_half_a_turn_cannot_be_doubtful(notebook: Notebook) -> None:
    notebook.record("noguess(1) endturn(1) asks(2,{white,wrench,hall})")
    with pytest.raises(QueryError, match="all its answers"):
        correct(notebook, "doubtful 5")


def test_what_was_refused_is_forgotten_with_the_next_line(notebook: Notebook) -> None:
    with pytest.raises(IllegalActionError):
        correct(notebook, "fix 1 ann: plum rope lounge -> bob passes, cid shows rope")
    assert notebook.conflicts()[1]
    notebook.undo()
    assert notebook.conflicts()[1] == []
