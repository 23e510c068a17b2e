"""The first message of a program in each protocol: its name and token; the answer.

This is a handshake, with authentication by a shared secret. Only a program with the
token may play.
"""

from __future__ import annotations

import hmac
import secrets
from typing import Any, Protocol

from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import MystError, QueryError
from mystpy.protocol import message

MARK = "#"
"""The mark between the address or the name and the token."""

VARIABLE = "MYSTPY_TOKEN"
"""The environment variable with the token: unlike an argument it is not in `ps`."""

_TOKEN = pattern(r"[A-Za-z0-9._~-]{8,128}")


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_hex(16)


def require_token(text: str) -> str:
    """The token that a text is. Raises QueryError if it cannot be one."""
    if not _TOKEN.fullmatch(text):
        raise QueryError(
            "a token has 8 to 128 letters, digits and . _ ~ -",
            hint="leave it out, and mystpy serve makes one",
        )
    return text


def require_same(shown: Any, wanted: str, hint: str) -> None:
    """Raise QueryError unless the token of a program is the wanted one."""
    if not isinstance(shown, str) or not shown:
        raise QueryError("the token is missing", hint=hint)
    if not hmac.compare_digest(shown.encode(errors="replace"), wanted.encode()):
        raise QueryError("the token is wrong", hint=hint)


def split_token(text: str) -> tuple[str, str | None]:
    """Return an address or a name, and the token after it, if there is one."""
    before, mark, token = text.partition(MARK)
    return before, token if mark else None


def with_token(text: str, token: str | None) -> str:
    """Return an address or a name with the token after it."""
    return f"{text}{MARK}{token}" if token else text


class Hello(NamedTuple):
    """A hello that was accepted: a name, and the bytes to be read again."""

    name: str
    received: tuple[bytes, ...]


class Handshake(Protocol):
    """The handshake: the format of a hello, and of a refusal."""

    greeting: bytes

    def read(self, came: bytes) -> Hello | None:
        """Return the hello in the bytes so far, None if it is not complete yet.

        Raises MystError for text that is no hello, or lacks the token.
        """

    def refusal(self, error: MystError) -> bytes:
        """The message to a program that is sent away."""


class LineHandshake:
    """The hello of the JSON messages; without `wanted` no token is needed."""

    def __init__(self, name: str, wanted: str | None) -> None:
        self.greeting = message.write_message(message.hello(name))
        self._wanted = wanted

    def read(self, came: bytes) -> Hello | None:
        """The hello, once its line has ended. Raises MystError as described above."""
        line, end, _ = came.partition(b"\n")
        if not end:
            return None
        hello = message.read_hello(line)
        if self._wanted is not None:
            require_same(hello.get("token"), self._wanted, _LINE_HINT)
        return Hello(hello["name"], (came,))

    def refusal(self, error: MystError) -> bytes:
        """The error as a message."""
        return message.write_message(message.error(error))


_LINE_HINT = (
    "add the token that mystpy serve prints behind its address: mystpy join --token,"
    ' or "token" in the hello; serve --no-token needs none'
)


class ContestHandshake:
    """`NAME#TOKEN alive`, which a program of the contest says in its own words.

    Such a program uses the name that it was started with.
    """

    greeting = b""

    def __init__(self, wanted: str | None) -> None:
        self._wanted = wanted

    def read(self, came: bytes) -> Hello | None:
        """The name, once it is whole. Raises MystError as described above."""
        text = came.rstrip(b"\0\r\n").decode("ascii", "replace")
        if not text.endswith(" alive"):
            if b"\n" in came or b"\0" in came:
                raise QueryError(f"{text[:40]!r} is not 'NAME{MARK}TOKEN alive'")
            return None
        name, shown = split_token(text.removesuffix(" alive"))
        if self._wanted is not None:
            require_same(shown, self._wanted, _CONTEST_HINT)
        message.require_name(name)
        return Hello(name, (f"{name} alive".encode(),))

    def refusal(self, error: MystError) -> bytes:
        """Nothing: the contest has no words for it."""
        return b""


_CONTEST_HINT = (
    "start the program with the name NAME#TOKEN, with the token that mystpy serve"
    " prints; serve --no-token needs none"
)
