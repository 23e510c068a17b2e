"""Input that is too large: refused with the limit, and never held whole."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest

from mystpy.errors import QueryError
from mystpy.files import bounded
from mystpy.files.bounded import bounded_lines, file_bytes, stream_bytes
from mystpy.files.toml import file_text, toml_table

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="devices of POSIX")


def test_a_file_of_the_largest_size_is_read_and_no_larger_one(tmp_path: Path) -> None:
    path = tmp_path / "some"
    path.write_bytes(b"x" * 10)
    assert file_bytes(path, limit=10) == b"x" * 10
    with pytest.raises(QueryError, match="has more than 9 bytes"):
        file_bytes(path, limit=9)


def test_a_file_that_is_too_large_is_named_with_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    with path.open("wb") as file:
        file.truncate(bounded.MAX_FILE_BYTES + 1)
    with pytest.raises(QueryError, match=r"large\.toml has more than 64 MB"):
        file_text(path)


class Endless(BytesIO):
    """Zeros, as /dev/zero has them; it counts what was read of it."""

    given = 0

    def read(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert size >= 0
        self.given += size
        return bytes(size)

    def readline(self, size: int | None = -1, /) -> bytes:
        return self.read(size)


def test_a_stream_without_end_is_read_up_to_the_limit() -> None:
    stream = Endless()
    with pytest.raises(QueryError, match="standard input has more than 2 MB"):
        stream_bytes(stream, "standard input", 2 * 2**20)
    assert stream.given <= 2 * 2**20 + 1


def test_a_line_that_is_too_long_is_passed_over_and_the_next_is_read() -> None:
    stream = BytesIO(b"one\n" + b"x" * 5_000_000 + b"\ntwo\n\nthree")
    found = list(bounded_lines(stream, "it", 10))
    assert [str(one) if isinstance(one, QueryError) else one for one in found] == [
        b"one\n",
        "a line of it has more than 10 bytes, which is the largest size read",
        b"two\n",
        b"\n",
        b"three",
    ]


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_a_line_of_the_largest_size_is_a_line(end: bytes) -> None:
    line = b"x" * (10 - len(end)) + end
    assert list(bounded_lines(BytesIO(line), "it", 10)) == [line]


def test_a_line_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "MAX_SKIPPED_BYTES", 2**22)
    stream = Endless()
    lines = bounded_lines(stream, "it", 10)
    assert isinstance(next(lines), QueryError)
    with pytest.raises(QueryError, match="a line of it does not end"):
        next(lines)
    assert stream.given <= 2**23


@POSIX
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/full", "/dev/random"])
def test_a_device_is_no_file(device: str) -> None:
    if not Path(device).exists():
        pytest.skip("there is no such device here")
    with pytest.raises(QueryError, match=f"{device} is a device, not a file"):
        file_text(Path(device))


@POSIX
def test_the_null_device_is_an_empty_file() -> None:
    assert file_text(Path(os.devnull)) == ""


@POSIX
def test_a_pipe_is_read_to_its_end_or_to_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)

    def read(size: int) -> bytes:
        writer = threading.Thread(target=lambda: written(path, size))
        writer.start()
        try:
            return file_bytes(path, limit=100_000)
        finally:
            writer.join()

    assert read(100_000) == b"x" * 100_000
    with pytest.raises(QueryError, match="more than 100,000 bytes"):
        read(10_000_000)


def written(path: Path, size: int) -> None:
    with suppress(BrokenPipeError):  # the reader has seen enough
        path.write_bytes(b"x" * size)


@POSIX
def test_a_socket_is_no_file(tmp_path: Path) -> None:
    import socket

    place = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as sock:
        sock.bind(str(place))
        with pytest.raises(QueryError, match="is a device, not a file"):
            file_text(place)


@pytest.mark.parametrize("text", ["a\r\nb\rc\n", "\ufeffa\nb\nc\n"])
def test_ends_of_lines_and_a_mark_at_the_beginning_are_as_before(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / "some.toml"
    path.write_bytes(text.encode())
    assert file_text(path) == "a\nb\nc\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            ".".join("a" * 100_000) + " = 1",
            "a key in the TOML has more than 1,000 parts",
        ),
        (f"[{' . '.join('a' * 5_000)}]", "has more than 1,000 parts"),
        (".".join(['"a"', "'b'"] * 600) + " = 1", "has more than 1,000 parts"),
        ("x = {" + ".".join("a" * 1_001) + " = 1}", "has more than 1,000 parts"),
        ("a = " + "[" * 200 + "]" * 200, "it is nested more than 100 deep"),
        ("a = " + "[" * 100_000, "nested too deeply"),
        ("a = " + "1" * 101, "a number has more than 100 digits"),
        ("a = " + "1" * 1_000_000, "a number has thousands of digits"),
    ],
)
def test_toml_that_would_need_much_memory_is_refused(text: str, message: str) -> None:
    with pytest.raises(Exception, match=message) as caught:
        toml_table(text, "some.toml")
    assert isinstance(caught.value, QueryError) or "TOML" in str(caught.value)


def test_texts_with_many_dots_are_no_long_keys() -> None:
    text = f'a = "{"no. " * 200}"\n' + "b.c.d = 1.5\n"
    assert toml_table(text, None)["b"] == {"c": {"d": 1.5}}
