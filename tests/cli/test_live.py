"""A notebook with a live grid: what is typed, what is completed, what is shown."""

from __future__ import annotations

import sys

import pytest

from mystpy.errors import QueryError
from mystpy.notebook.commands.live import LiveInput, style_lines

application = pytest.importorskip("prompt_toolkit.application")
pipes = pytest.importorskip("prompt_toolkit.input")
documents = pytest.importorskip("prompt_toolkit.document")
outputs = pytest.importorskip("prompt_toolkit.output")

GRID = ["          pile  ann", "plum        no  yes", "green        ?   no"]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("ann: plum\r", "ann: plum"),
        ("ann\x03bob: -\r", "bob: -"),
        ("\x04", None),
    ],
)
def test_lines_are_typed(typed: str, expected: str | None) -> None:
    with (
        pipes.create_pipe_input() as pipe,
        application.create_app_session(input=pipe, output=outputs.DummyOutput()),
    ):
        source = LiveInput(lambda: GRID)
        pipe.send_text(typed)
        assert source.line("ann> ") == expected
        assert source.number == 1


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("hist", ["history"]),
        ("ann: plum co", ["conservatory"]),
        ("ann: MI", ["Miss Scarlett"]),
        ("ann: plum xy", []),
    ],
)
def test_the_word_under_the_cursor_is_completed(
    typed: str, expected: list[str]
) -> None:
    source = LiveInput(lambda: GRID)
    source.complete(lambda: ["history", "conservatory", "Miss Scarlett"])
    document = documents.Document(typed)
    found = source.completer().get_completions(document, None)
    assert [completion.text for completion in found] == expected


def test_cells_are_coloured_by_what_they_mean() -> None:
    found = style_lines(GRID)
    assert "".join(piece for _, piece in found) == "\n".join(GRID)
    styles = {piece: style for style, piece in found if style}
    assert set(styles) == {"yes", "no", "?"}
    assert len(set(styles.values())) == 3


def test_without_the_library_it_is_said_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "prompt_toolkit", None)
    with pytest.raises(QueryError) as caught:
        LiveInput(lambda: GRID)
    assert "pip install 'mystpy[table]'" in (caught.value.hint or "")
