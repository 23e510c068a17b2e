"""One request over HTTP, with a limit for the whole of it, and no redirects.

This is an HTTP client with a deadline.

A redirect is refused, so that a key goes to the host of the address only. Proxies of
the environment are used, but not for loopback.
"""

from __future__ import annotations

import socket
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Lock, Timer
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import (
    BaseHandler,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    ProxyHandler,
    Request,
    build_opener,
    getproxies,
)

from mystpy.compilation import NamedTuple
from mystpy.protocol.chat.endpoint_fault import EndpointFault

MAX_BYTES = 4_000_000
"""The maximal number of bytes of an answer."""

LOOPBACK = ("127.0.0.1", "::1", "localhost")


class HttpAnswer(NamedTuple):
    """An answer: the status, the headers in small letters, and the body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def post(
    url: str, body: bytes, headers: Mapping[str, str], seconds: float
) -> HttpAnswer:
    """Post a body, and return the answer, within `seconds`.

    Raises EndpointFault if no complete answer arrives in time.
    """
    deadline = _Deadline(seconds)
    request = Request(url, data=body, headers=dict(headers), method="POST")
    try:
        with deadline:
            return _exchanged(request, deadline)
    except (OSError, HTTPException, ValueError) as error:
        if deadline.expired or isinstance(_reason(error), TimeoutError):
            text = f"the endpoint did not answer within {seconds:.3g} seconds"
            raise EndpointFault(text, "timeout", retry=True) from None
        text = f"the endpoint cannot be reached: {_named(_reason(error))}"
        raise EndpointFault(text, "endpoint", retry=True) from None


def _exchanged(request: Request, deadline: _Deadline) -> HttpAnswer:
    host = urlsplit(request.full_url).hostname
    proxies = {} if host in LOOPBACK else getproxies()
    handlers: list[BaseHandler] = [
        ProxyHandler(proxies),
        _WatchedHttp(deadline),
        _WatchedHttps(deadline),
        _NoRedirect(),
    ]
    try:
        response = build_opener(*handlers).open(request, timeout=deadline.seconds)
    except HTTPError as error:
        response = error
    with response:
        found = {key.lower(): value for key, value in response.headers.items()}
        return HttpAnswer(response.status, found, _body(response, deadline))


def _body(response: Any, deadline: _Deadline) -> bytes:
    """The whole body. Raises EndpointFault if it is too long or incomplete."""
    found = bytearray()
    source: Any = response.fp if isinstance(response, HTTPError) else response
    while data := source.read1(65_536):
        found += data
        if len(found) > MAX_BYTES:
            text = f"the answer has more than {MAX_BYTES:,} bytes"
            raise EndpointFault(text, "malformed", retry=False)
        deadline.check()
    deadline.check()
    if getattr(source, "length", None):
        text = "the connection was closed in the middle of the answer"
        raise EndpointFault(text, "endpoint", retry=True)
    return bytes(found)


def _reason(error: Exception) -> object:
    return error.reason if isinstance(error, URLError) else error


def _named(reason: object) -> str:
    """Return a short text for an error of a connection, without its quotations."""
    if isinstance(reason, OSError) and reason.strerror:
        return reason.strerror.lower()
    return type(reason).__name__


class _Deadline:
    """Ends connections when the time is over, also in the middle of a message."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.expired = seconds, False
        self._sockets: list[socket.socket] = []
        self._lock = Lock()
        self._timer = Timer(seconds, self._expire)
        self._timer.daemon = True

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()

    def watch(self, sock: socket.socket) -> None:
        """End this connection, too."""
        with self._lock:
            self._sockets.append(sock)
            if self.expired:
                _end(sock)

    def check(self) -> None:
        """Raise TimeoutError if the time is over."""
        if self.expired:
            raise TimeoutError

    def _expire(self) -> None:
        with self._lock:
            self.expired = True
            for sock in self._sockets:
                _end(sock)


def _end(sock: socket.socket) -> None:
    with suppress(OSError, ValueError):  # it is closed, or wrapped in another one
        sock.shutdown(socket.SHUT_RDWR)


class _NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Follow no redirect: its status is the answer."""


def _connection(kind: type[HTTPConnection], deadline: _Deadline) -> Any:
    """Connections of a kind that a deadline can end."""

    class Watched(kind):  # type: ignore[misc,valid-type]
        def connect(self) -> None:
            super().connect()
            deadline.watch(self.sock)

    def made(*args: Any, **options: Any) -> HTTPConnection:
        found: HTTPConnection = Watched(*args, **options)
        found._create_connection = partial(  # type: ignore[attr-defined]
            _created, deadline
        )
        return found

    return made


def _created(deadline: _Deadline, *args: Any, **options: Any) -> socket.socket:
    sock = socket.create_connection(*args, **options)
    deadline.watch(sock)
    return sock


class _WatchedHttp(HTTPHandler):
    def __init__(self, deadline: _Deadline) -> None:
        super().__init__()
        self._made = _connection(HTTPConnection, deadline)

    def http_open(self, req: Request) -> Any:
        return self.do_open(self._made, req)


class _WatchedHttps(HTTPSHandler):
    def __init__(self, deadline: _Deadline) -> None:
        super().__init__()
        self._made = _connection(HTTPSConnection, deadline)

    def https_open(self, req: Request) -> Any:
        return self.do_open(self._made, req)
