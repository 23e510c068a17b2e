"""A bounded queue of messages that were received and not yet read.

In the field: a bounded buffer with backpressure.
"""

from __future__ import annotations

from collections import deque
from threading import Condition

from mystpy.errors import QueryError

MAX_UNREAD_MESSAGES = 1_000
"""So many messages are kept before the other side has to wait."""

MAX_UNREAD_BYTES = 2_000_000
"""So many bytes of messages are kept before the other side has to wait."""


class Inbox:
    """The messages of one sender, in order; the sender waits while it is full."""

    def __init__(self) -> None:
        self._messages: deque[bytes] = deque()
        self._size = 0
        self._fault: QueryError | None = None
        self._is_closed = False
        self._changed = Condition()

    def put(self, message: bytes) -> None:
        """Add a message, once there is room for it; once it is closed, drop it."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or self._has_room(message))
            if not self._is_closed:
                self._messages.append(message)
                self._size += len(message)
                self._changed.notify_all()

    def _has_room(self, message: bytes) -> bool:
        if not self._messages:
            return True
        full = len(self._messages) >= MAX_UNREAD_MESSAGES
        return not full and self._size + len(message) <= MAX_UNREAD_BYTES

    def end(self, fault: QueryError) -> None:
        """Let `get` raise this error behind the last message."""
        with self._changed:
            self._fault = fault
            self._changed.notify_all()

    def get(self, seconds: float | None = None) -> bytes:
        """The next message.

        Raises TimeoutError if none comes within these seconds, and behind the last
        message the error with which it has ended.
        """
        with self._changed:
            ready = self._changed.wait_for(
                lambda: bool(self._messages) or self._fault is not None, seconds
            )
            if not ready:
                raise TimeoutError
            if not self._messages:
                assert self._fault is not None
                raise self._fault
            message = self._messages.popleft()
            self._size -= len(message)
            self._changed.notify_all()
            return message

    def close(self) -> None:
        """Take no further messages, so that nobody waits for room any more."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
