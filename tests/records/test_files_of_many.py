"""Files of many records, of any length, and files that somebody wrote to do harm."""

from __future__ import annotations

import gzip
import io
import tomllib
import tracemalloc
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import pytest

from mystpy.errors import MystError, QueryError
from mystpy.files.bounded import MAX_FILE_BYTES
from mystpy.files.toml import file_text
from mystpy.records.format.keys import MAX_RECORD_BYTES
from mystpy.records.format.reader import read_record
from mystpy.records.format.sections import (
    read_records,
    record_in,
    record_texts,
    texts_in,
)
from mystpy.records.format.writer import record_text, records_text

DOCS = Path(__file__).parents[2] / "docs" / "records" / "valid"
SMALL = (DOCS / "actions.toml").read_text("utf-8")
REFEREE = (DOCS / "referee.toml").read_text("utf-8")


class Endless(io.RawIOBase):
    """A stream of lines that are made when they are read; `read_lines` counts them."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        super().__init__()
        self._lines = lines
        self.read_lines = 0

    def readline(self, size: int | None = -1) -> bytes:
        self.read_lines += 1
        return next(self._lines, b"")


def sections(numbers: Iterator[int]) -> Iterator[bytes]:
    """The lines of records with these numbers."""
    record = read_record(SMALL)
    for number in numbers:
        yield from record_text(record, number).encode().splitlines(keepends=True)


def test_a_file_without_an_end_is_read_record_by_record() -> None:
    stream = Endless(sections(count(1)))
    found = list(islice(record_texts(stream, "endless"), 300))  # type: ignore[arg-type]
    assert [each.number for each in found] == list(range(1, 301))
    lines = record_text(read_record(SMALL), 1).count("\n")
    assert stream.read_lines == 300 * lines + 1
    assert found[-1].first_line == 299 * lines + 1
    assert record_in(found[-1], "endless") == read_record(SMALL)


def test_many_records_are_one_document_and_read_alike() -> None:
    records = [read_record(SMALL), read_record(REFEREE), read_record(SMALL)]
    text = "".join(records_text(records))
    assert list(tomllib.loads(text)) == ["1", "2", "3"]
    assert [record_in(x, "m") for x in texts_in(text, "m")] == records


def test_an_error_in_a_later_record_names_the_line_of_the_file() -> None:
    text = "".join(records_text([read_record(REFEREE)] * 3))
    at = text.rindex("green rope study")
    wrong = text[:at] + text[at:].replace("green rope study", "green rope studdy", 1)
    line = wrong.count("\n", 0, at) + 1
    found = list(texts_in(wrong, "games.records.toml"))
    with pytest.raises(MystError, match=rf"games\.records\.toml:{line}:"):
        record_in(found[2], "games.records.toml")
    assert record_in(found[1], "games.records.toml")


def test_headers_within_texts_begin_no_record() -> None:
    trap = '_a = """\n[7]\n[7.game]\n\\"""\n[8]\n"""\n'
    trap += "_b = '''\n[9]\n'''\n" + '_c = "[10]"\n'
    text = "".join(records_text([read_record(SMALL)]))
    text = text.replace("[1]\n", f"[1]\n{trap}", 1)
    (found,) = texts_in(text, "trap")
    fields = record_in(found, "trap").fields
    assert fields["_a"] == '[7]\n[7.game]\n"""\n[8]\n'
    assert fields["_b"] == "[9]\n"


def test_windows_and_old_mac_line_ends_and_a_byte_mark_are_read(tmp_path: Path) -> None:
    many = "".join(records_text([read_record(REFEREE)] * 2))
    for number, (text, size) in enumerate([(REFEREE, 1), (many, 2)]):
        for ends in ("\r\n", "\r"):
            path = tmp_path / f"{number}.toml"
            path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", ends).encode())
            found = list(read_records(path))
            assert found == [read_record(REFEREE)] * size


HOSTILE = {
    "a key twice": (SMALL.replace("record = 1", "record = 1\nrecord = 1"), "not TOML"),
    "deep": (SMALL + "_x = " + "[" * 200 + "]" * 200 + "\n", "nested"),
    "very deep": (SMALL + "_x = " + "[" * 100_000 + "]" * 100_000 + "\n", "nested"),
    "a key of many parts": ("record.a" + ".a" * 5_000 + " = 1\n", "parts"),
    "a long number": (SMALL + "_x = " + "9" * 5_000 + "\n", "digits"),
    "a name that is syntax": (
        SMALL.replace('[game]\nrules = "myst"', '[game]\nrules = "]\\n[hands]"'),
        "rules",
    ),
    "a turn with a huge number": (SMALL.replace("2. asks", "999999999. asks"), "order"),
    "a turn with more digits": (SMALL.replace("2. asks", "9" * 30 + ". asks"), ""),
    "players that are not there": (SMALL.replace("p = 3", "p = 999999999"), ""),
    "a null character": (SMALL.replace("asks(2", "asks(2\x00"), ""),
    "half a pair": (SMALL + '_x = "\\ud800"\n', "not TOML"),
    "an object as history": (SMALL.replace('history = """', 'x = """'), "'x'"),
    "a situation term": (
        '[game]\nrules = "clue"\np = 3\n',
        "no record",
    ),
    "records in lists": ("[[1]]\nrecord = 1\n", ""),
}


LAST = SMALL.count("\n") + 1
LINES = {
    "a key twice": 2,
    "deep": LAST,
    "very deep": LAST,
    "a long number": LAST,
    "a turn with a huge number": 4,
    "half a pair": LAST,
    "a key of many parts": 1,
}
"""The lines that are at fault."""
WITHOUT_HINT: set[str] = set()


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_are_refused_with_a_message(name: str) -> None:
    text, says = HOSTILE[name]
    with pytest.raises(MystError) as caught:
        [record_in(found, "hostile.toml") for found in texts_in(text, "hostile.toml")]
    assert says in str(caught.value)
    assert len(str(caught.value)) < 2_000
    assert caught.value.hint or name in WITHOUT_HINT
    if name in LINES:
        assert f"hostile.toml:{LINES[name]}" in str(caught.value)


def test_names_that_look_like_syntax_are_kept_as_they_are() -> None:
    record = read_record(SMALL)
    title = '"""\n[2]\n[[turn]]\nrecord = 2 # \\ \x7f \u2028 ' + "'''"
    other = record.with_fields(title=title, _x={"a.b": {"]": title}, "": [title]})
    assert read_record(record_text(other)) == other
    many = "".join(records_text([other, other]))
    assert [record_in(x, "m") for x in texts_in(many, "m")] == [other, other]


def test_a_record_that_is_too_large_is_refused_before_it_is_kept() -> None:
    line = b"# " + b"x" * 1_000 + b"\n"
    stream = Endless(iter([b"[1]\n", *[line] * 10_000]))
    with pytest.raises(QueryError, match=r"big:\d+: a record has more than 4 MB"):
        list(record_texts(stream, "big"))  # type: ignore[arg-type]
    assert stream.read_lines < MAX_RECORD_BYTES / 1_000 + 10


def test_a_compressed_file_that_grows_without_bounds_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.records.toml.gz"
    path.write_bytes(gzip.compress(b"#" * (MAX_FILE_BYTES // 4), 9))
    assert path.stat().st_size < 100_000
    with pytest.raises(QueryError, match="more than 4 MB"):
        list(read_records(path))
    path.write_bytes(gzip.compress(SMALL.encode())[:-20])
    with pytest.raises(QueryError, match="cannot be read to its end"):
        list(read_records(path))


def test_a_long_line_needs_memory_in_proportion_to_its_length() -> None:
    for text in (
        b'comment = "%b"',
        b'comment = """%b"""',
        b"comment = '''%b'''",
        b"# %b",
    ):
        line = text % (b"x" * 1_000_000) + b"\n"
        tracemalloc.start()
        (found,) = record_texts(io.BytesIO(line), "long")
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert len(found.text) == len(line)
        assert peak < 10 * len(line), text


@pytest.mark.parametrize(
    ("texts", "left_open"),
    [
        (('a = """', 'x " y', '""""'), False),
        (('a = """x"" \\"""', "[2]"), True),
        (("a = '''x'' '", "[2]"), True),
        (('a = "x\\"y" # """', "b = 1"), False),
        (('a = """x""" # \'\'\'', "b = 1"), False),
    ],
)
def test_texts_over_several_lines_end_where_toml_ends_them(
    texts: tuple[str, ...], left_open: bool
) -> None:
    text = "[1]\n" + "\n".join(texts) + "\n[9]\n"
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        assert left_open
    else:
        assert not left_open
    numbers = [each.number for each in texts_in(text, "x")]
    assert numbers == ([1] if left_open else [1, 9])


def test_any_file_may_be_compressed(tmp_path: Path) -> None:
    path = tmp_path / "one.record.toml.gz"
    path.write_bytes(gzip.compress(REFEREE.encode()))
    assert file_text(path) == REFEREE
    path.write_bytes(gzip.compress(b"#" * (MAX_FILE_BYTES + 1), 9))
    with pytest.raises(QueryError, match="unpacked, has more than 64 MB"):
        file_text(path)
    path.write_bytes(gzip.compress(REFEREE.encode())[:-20])
    with pytest.raises(QueryError, match="cannot be unpacked"):
        file_text(path)
