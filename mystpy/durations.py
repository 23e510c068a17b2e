"""Times in seconds that can be waited for: finite, above 0, and with a largest one."""

from __future__ import annotations

from mystpy.errors import QueryError

MAX_SECONDS = 10**9
"""The longest time, some thirty years; systems refuse to wait for much longer ones."""


def is_duration(value: object) -> bool:
    """Whether a value is a number of seconds that can be waited for."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and 0 < value <= MAX_SECONDS  # type: ignore[operator]


def require_duration(value: object, what: str = "seconds") -> float:
    """The time in seconds that a value is. Raises QueryError if it is not one.

    `what` names it in the message.
    """
    if not is_duration(value):
        raise QueryError(
            f"{what} must be a number above 0, not {value!r}",
            hint=f"at most {MAX_SECONDS:,} seconds",
            word="seconds",
        )
    return float(value)  # type: ignore[arg-type]
