"""The messages of a game so far, within a limit of characters.

This is context window management.

If it becomes too long, old replies first lose their thoughts, then old messages the
list of legal actions; the events of the game are kept longest.
"""

from __future__ import annotations

from mystpy.compilation import NamedTuple
from mystpy.protocol.chat.endpoint import ChatMessage
from mystpy.protocol.claims.reply_text import actions_said, deductions_said

LEFT_OUT = "[Earlier messages are left out.]"


class _Entry(NamedTuple):
    role: str
    text: str
    short: str


class Conversation:
    """The messages to and from a model in one game."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._entries: list[_Entry] = []

    def say(self, text: str, news: str) -> None:
        """Add a message to the model, of which the `news` must not be lost."""
        self._entries.append(_Entry("user", text, news))

    def reply(self, text: str) -> None:
        """Add the model's reply."""
        lines = [f"Deduction: {one}" for one in deductions_said(text)]
        lines += [f"Action: {one}" for one in actions_said(text)[-1:]]
        self._entries.append(_Entry("assistant", text, "\n".join(lines)))

    def messages(self) -> list[ChatMessage]:
        """The messages to be sent; the first and the last one are always whole."""
        texts = [entry.text for entry in self._entries]
        for role in ("assistant", "user"):
            for at, entry in enumerate(self._entries[1:-1], 1):
                if sum(map(len, texts)) <= self._limit:
                    break
                if entry.role == role:
                    texts[at] = entry.short
        first, start = 1, len(texts)
        while sum(map(len, texts)) > self._limit and first < start - 1:
            texts[first] = ""
            first += 1
        if first > 1:
            texts[0] += f"\n{LEFT_OUT}"
        return [
            {"role": entry.role, "content": text}
            for entry, text in zip(self._entries, texts, strict=True)
            if text
        ]
