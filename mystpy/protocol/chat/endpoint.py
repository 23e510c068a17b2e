"""A client of a chat endpoint like OpenAI's: messages are sent, and a reply returns.

This is a client of the chat completions API.

The address and the key are in the environment. The key is sent in a header to the host
of the address, and is in no error, no record and no repr; where a server repeats it,
it is replaced.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from mystpy.compilation import pattern
from mystpy.files.json_text import json_line
from mystpy.protocol.chat.chat_answer import (
    ChatAnswer,
    ChatOptions,
    ChatUsage,
    error_message,
    read_answer,
)
from mystpy.protocol.chat.endpoint_fault import EndpointFault

if TYPE_CHECKING:
    from mystpy.protocol.chat.exchange import HttpAnswer

URL_VARIABLE, KEY_VARIABLE = "OPENAI_BASE_URL", "OPENAI_API_KEY"
"""The variables of the environment with the address and the key, if not named."""

MAX_WAIT = 60.0
"""Seconds between two tries, at most."""

_VARIABLE = pattern(r"[A-Za-z_][A-Za-z0-9_]{0,79}")
_PRINTABLE = pattern(r"[\x21-\x7e]+")
_AGAIN = frozenset((408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529))
_REDIRECTS = range(300, 400)
_QUOTED = 200
_SECRET = 8
"""A key with fewer characters is a placeholder, such as `x` or `none`."""

ChatMessage = Mapping[str, str]
"""A message of a conversation: its `role` and its `content`."""


class ChatEndpoint:
    """An endpoint, with its address and key, and how often a request is tried again."""

    def __init__(
        self,
        url: str,
        key: str = "",
        *,
        retries: int = 5,
        usage: ChatUsage | None = None,
        sleep: Callable[[float], object] = time.sleep,
        key_variable: str = KEY_VARIABLE,
    ) -> None:
        self._url, self._key = _address(url, key), key
        self._retries, self._sleep = retries, sleep
        self._key_variable = key_variable
        self.usage = usage or ChatUsage()
        self._jitter = Random()

    def __repr__(self) -> str:
        return f"ChatEndpoint({self._url!r})"

    def __reduce__(self) -> str:
        raise TypeError("an endpoint has a key and is not written down")

    def complete(
        self, messages: Sequence[ChatMessage], options: ChatOptions, seconds: float
    ) -> ChatAnswer:
        """Return the model's reply, after all tries within `seconds`.

        Raises EndpointFault.
        """
        end, tries = time.monotonic() + seconds, 0
        while True:
            left = end - time.monotonic()
            if left <= 0:
                text = f"the endpoint did not answer within {seconds:g} seconds"
                raise EndpointFault(text, "timeout", retry=False)
            try:
                answer = self._asked(messages, options, left)
            except EndpointFault as fault:
                wait = self._wait(fault, tries)
                if not fault.retry or tries >= self._retries:
                    raise self._redacted(fault) from None
                if time.monotonic() + wait >= end:
                    text = f"{fault}; no time is left for another try"
                    late = EndpointFault(text, "timeout", retry=False)
                    raise self._redacted(late) from None
                self._sleep(wait)
                tries += 1
                self.usage.retries += 1
                continue
            self.usage.add(answer)
            answer.require_text()
            return answer

    def _wait(self, fault: EndpointFault, tries: int) -> float:
        """Return the seconds before another try: the endpoint's, or growing ones."""
        if fault.after is not None:
            return min(fault.after, MAX_WAIT)
        return min(2.0**tries, MAX_WAIT / 2) * self._jitter.uniform(0.5, 1)

    def _asked(
        self, messages: Sequence[ChatMessage], options: ChatOptions, seconds: float
    ) -> ChatAnswer:
        from mystpy.protocol.chat.exchange import post  # loads ssl

        given = {k: v for k, v in options._asdict().items() if v is not None}
        body = {**given, "messages": [dict(m) for m in messages], "stream": False}
        headers = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            "User-Agent": "mystpy",
        }
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        answer = post(self._url, json_line(body).encode(), headers, seconds)
        self._require_success(answer)
        found = read_answer(answer)
        return found._replace(text=self._hidden(found.text))

    def _require_success(self, answer: HttpAnswer) -> None:
        """Raise EndpointFault for a status that says that something is wrong."""
        status = answer.status
        if 200 <= status < 300:
            return
        if status in _REDIRECTS:
            raise EndpointFault(
                f"the endpoint redirects (status {status}), which is not followed",
                "endpoint",
                retry=False,
                hint="set the address to the one that it redirects to",
            )
        body = answer.body[:2000].decode("utf-8", "replace")
        said = self._hidden(error_message(answer.body) or body)
        said = " ".join(said.split())[:_QUOTED]
        hint = None
        if status in (401, 403):
            hint = f"is the key right? It is read from {self._key_variable}"
        elif status == 404:
            hint = "the address ends before /chat/completions, mostly with /v1"
        raise EndpointFault(
            f"the endpoint says {status}: {said or 'nothing'}",
            "endpoint",
            retry=status in _AGAIN,
            after=_retry_after(answer.headers.get("retry-after")),
            hint=hint,
        )

    def _hidden(self, text: str) -> str:
        """A text without the key, should a server repeat it.

        A short key is no secret, and may be a part of words: local servers take any.
        """
        if not self._key:
            return text
        text = text.replace(f"Bearer {self._key}", "Bearer [key]")
        return text.replace(self._key, "[key]") if len(self._key) >= _SECRET else text

    def _redacted(self, fault: EndpointFault) -> EndpointFault:
        hint = fault.hint and self._hidden(fault.hint)
        text = self._hidden(str(fault))
        return EndpointFault(text, fault.how, retry=fault.retry, hint=hint)


def endpoint_of(
    url_variable: str = URL_VARIABLE,
    key_variable: str = KEY_VARIABLE,
    *,
    retries: int = 5,
    usage: ChatUsage | None = None,
) -> ChatEndpoint:
    """The endpoint whose address and key are in the environment.

    Raises EndpointFault if the address is not there or is none.
    """
    url = os.environ.get(url_variable, "").strip()
    if not url:
        raise EndpointFault(
            f"the variable {url_variable} of the environment is not set",
            "start",
            retry=False,
            hint=f"for example export {url_variable}=http://127.0.0.1:8000/v1",
        )
    key = os.environ.get(key_variable, "").strip()
    return ChatEndpoint(
        url, key, retries=retries, usage=usage, key_variable=key_variable
    )


def require_variable(name: str, option: str) -> str:
    """The name of a variable. Raises EndpointFault, which does not repeat it, if not.

    It may be a key that was given in the wrong place.
    """
    if not _VARIABLE.fullmatch(name) or name.startswith("sk"):
        text = f"{option} is the name of a variable of the environment, not its value"
        raise EndpointFault(text, "start", retry=False)
    return name


def _address(url: str, key: str) -> str:
    """Return the address of requests; EndpointFault for addresses that are not safe."""
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host, parts = None, None
    if not host or parts is None or parts.scheme not in ("http", "https"):
        text = "the address of the endpoint does not begin with https:// or http://"
        raise EndpointFault(text, "start", retry=False)
    if parts.username or parts.password or parts.query or parts.fragment:
        text = "the address of the endpoint has a password, a query or a fragment"
        hint = f"put the key into {KEY_VARIABLE}"
        raise EndpointFault(text, "start", retry=False, hint=hint)
    if key and not _PRINTABLE.fullmatch(key):
        text = "the key has spaces or signs that are no ASCII"
        raise EndpointFault(text, "start", retry=False)
    if key and parts.scheme == "http" and not is_loopback(host):
        raise EndpointFault(
            "a key is not sent without encryption",
            "start",
            retry=False,
            hint="use https, or leave the key out",
        )
    return f"{url.rstrip('/').removesuffix('/chat/completions')}/chat/completions"


def is_loopback(host: str) -> bool:
    """Whether a host is this machine."""
    return host in ("127.0.0.1", "::1", "localhost")


def _retry_after(value: str | None) -> float | None:
    """The seconds of a header Retry-After: a number, or a date."""
    if value is None:
        return None
    if value.strip().isdecimal():
        return float(value.strip()[:6])
    from email.utils import parsedate_to_datetime

    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return None
