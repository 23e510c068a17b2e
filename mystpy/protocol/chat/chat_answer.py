"""Replies of models, options of requests, and the number of tokens used."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from mystpy.compilation import NamedTuple
from mystpy.files.json_text import json_value
from mystpy.protocol.chat.endpoint_fault import EndpointFault

if TYPE_CHECKING:
    from mystpy.protocol.chat.exchange import HttpAnswer


class ChatOptions(NamedTuple):
    """The options sent besides the messages; those that are None are not sent."""

    model: str
    temperature: float | None = None
    max_tokens: int | None = None
    seed: int | None = None


class ChatAnswer(NamedTuple):
    """The reply of a model, with its tokens as the endpoint counts them."""

    text: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    ended: str = ""
    """Why the model stopped, in the endpoint's word: `stop`, `length`."""

    def require_text(self) -> None:
        """Raise EndpointFault if the endpoint ended the reply before any text."""
        if self.text.strip() or self.ended not in _WITHOUT_TEXT:
            return
        reason, hint = _WITHOUT_TEXT[self.ended]
        text = f"the reply has no text: {reason}"
        raise EndpointFault(text, "malformed", retry=False, hint=hint)


_WITHOUT_TEXT = {
    "length": (
        "the model used all of its tokens before it",
        "allow more with max_tokens (--max-tokens)",
    ),
    "content_filter": ("a filter of the endpoint removed it", None),
}
"""Why a reply is empty, and the fix."""


class ChatUsage:
    """The requests and tokens so far, and their cost by prices for a million tokens."""

    def __init__(self, price_in: float = 0.0, price_out: float = 0.0) -> None:
        self.requests = self.retries = self.prompt_tokens = self.completion_tokens = 0
        self._prices = price_in, price_out

    def add(self, answer: ChatAnswer) -> None:
        """Count an answer."""
        self.requests += 1
        self.prompt_tokens += answer.prompt_tokens
        self.completion_tokens += answer.completion_tokens

    def as_object(self) -> dict[str, float]:
        """The numbers for a record; the cost only if there are prices."""
        found: dict[str, float] = {
            "requests": self.requests,
            "retries": self.retries,
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
        }
        if any(self._prices):
            tokens = (self.prompt_tokens, self.completion_tokens)
            cost = sum(n * p for n, p in zip(tokens, self._prices, strict=True)) / 1e6
            found["cost"] = round(cost, 8)
        return found


def read_answer(answer: HttpAnswer) -> ChatAnswer:
    """The reply in an answer. Raises EndpointFault if there is none."""
    found: Any = None
    with suppress(ValueError):
        found = json_value(answer.body)
    if found is None:
        raise _no_json(answer.headers.get("content-type", ""))
    try:
        choice = found["choices"][0]
        text = _content(choice["message"].get("content"))
        usage = found.get("usage") or {}
        sent, received = map(usage.get, ("prompt_tokens", "completion_tokens"))
        ended = str(choice.get("finish_reason") or "")
    except (ValueError, LookupError, TypeError, AttributeError):
        said = error_message(answer.body)
        text = "the endpoint's answer is no chat completion"
        how = "endpoint" if said else "malformed"
        said = f"the endpoint says: {said}" if said else text
        raise EndpointFault(said, how, retry=True) from None
    return ChatAnswer(text, _count(sent), _count(received), ended)


def _no_json(kind: str) -> EndpointFault:
    """The fault of an answer that is no JSON, by its content type."""
    if "json" in kind.lower():
        text = "the endpoint's answer is no chat completion"
        return EndpointFault(text, "malformed", retry=True)
    name = kind.partition(";")[0].strip()[:40] or "nothing"
    text = f"the endpoint answers with {name}, not with JSON"
    return EndpointFault(text, "malformed", retry="html" in name)


def error_message(body: bytes) -> str:
    """The message in the JSON of an error; an empty text if there is none.

    Endpoints have it as `error.message`, `error`, `message` or `detail`; some send it
    with the status 200.
    """
    found: Any = None
    with suppress(ValueError):
        found = json_value(body)
    for name in ("error", "message", "detail"):
        if isinstance(found, dict) and (inner := found.get(name)):
            found = inner
    return found if isinstance(found, str) else ""


def _content(content: object) -> str:
    """The text of a message, which may be in parts. Raises TypeError for others."""
    if content is None:
        return ""
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content)
    if not isinstance(content, str):
        raise TypeError
    return content


def _count(value: object) -> int:
    is_count = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return min(int(value), 10**12) if is_count else 0  # type: ignore[call-overload]
