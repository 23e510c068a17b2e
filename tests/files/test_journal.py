"""Files of results: a line that was cut short does not count, and is said."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from mystpy.errors import QueryError
from mystpy.files.journal import Journal, add_line

HEAD = {"kind": "test"}


def test_lines_that_are_none_are_refused_or_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with closing(Journal(path, HEAD)) as file:
        file.write({"number": 1})
    path.write_bytes(path.read_bytes() + b'{"numb{"number":2}\n')
    add_line(path, {"number": 3})
    with closing(Journal(path, HEAD)) as file:
        found = [told for _, told in file.rows(strict=False)]
        assert found == [{"number": 1}, {"number": 3}]
        assert file.torn
        with pytest.raises(QueryError, match=r"results\.jsonl:3: this is not the line"):
            list(file.rows())


def test_a_place_says_where_a_line_begins(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with closing(Journal(path, HEAD)) as file:
        file.write({"number": 1})
        file.write({"number": 2})
        (_, _), (place, told) = file.rows()
    assert told == {"number": 2}
    assert path.read_bytes()[place:] == b'{"number":2}\n'


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    for write in (Journal, add_line):
        with pytest.raises(QueryError, match="cannot be written"):
            write(tmp_path, HEAD)
