"""The token that a program shows when it connects: only who was given it may play.

In the field: authentication by a shared secret.
"""

from __future__ import annotations

import hmac
import secrets
from typing import Any

from mystpy.compilation import pattern
from mystpy.errors import QueryError

MARK = "#"
"""What separates a token from the address or the name before it."""

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
    """Raise QueryError unless the token that a program has shown is the wanted one."""
    if not isinstance(shown, str) or not shown:
        raise QueryError("the token is missing", hint=hint)
    if not hmac.compare_digest(shown.encode(errors="replace"), wanted.encode()):
        raise QueryError("the token is wrong", hint=hint)


def split_token(text: str) -> tuple[str, str | None]:
    """An address or a name, and the token behind it, if there is one."""
    before, mark, token = text.partition(MARK)
    return before, token if mark else None


def with_token(text: str, token: str | None) -> str:
    """An address or a name with the token behind it."""
    return f"{text}{MARK}{token}" if token else text
