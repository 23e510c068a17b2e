"""A chat endpoint on loopback that gives prepared answers, good or bad."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

Respond = Callable[["FakeHandler", dict[str, Any]], object]
"""Answers a request by its handler and its body."""


def completion(text: str, prompt: int = 7, reply: int = 3) -> dict[str, Any]:
    """Return what an endpoint answers if all is well."""
    return {
        "id": "x",
        "object": "chat.completion",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": text},
                "finish_reason": "stop",
            }
        ],
        "usage": {"prompt_tokens": prompt, "completion_tokens": reply},
    }


class FakeHandler(BaseHTTPRequestHandler):
    """One request; `send` answers it."""

    protocol_version = "HTTP/1.1"
    server: FakeServer

    def do_POST(self) -> None:
        """Read the request, and let the next script of the server answer."""
        length = int(self.headers.get("Content-Length", 0))
        body = json.loads(self.rfile.read(length) or b"{}")
        self.server.requests.append((self.path, dict(self.headers), body))
        scripts = self.server.scripts
        script = scripts.pop(0) if len(scripts) > 1 else scripts[0]
        with suppress(OSError):
            script(self, body)

    def do_GET(self) -> None:
        """Answer a request that a redirect has made."""
        self.do_POST()

    def send(
        self,
        status: int,
        content: bytes | dict[str, Any],
        kind: str = "application/json; charset=utf-8",
        **headers: str,
    ) -> None:
        """Answer with a status and a body."""
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def drop(self) -> None:
        """Close the connection."""
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class FakeServer(ThreadingHTTPServer):
    """Answers with each of its scripts in turn, and then ever with the last one."""

    daemon_threads = True

    def __init__(self, *scripts: Respond) -> None:
        super().__init__(("127.0.0.1", 0), FakeHandler)
        self.scripts = list(scripts)
        self.requests: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        self.stopped = Event()

    @property
    def url(self) -> str:
        """The address for OPENAI_BASE_URL."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    @property
    def bodies(self) -> list[dict[str, Any]]:
        """The bodies of all requests."""
        return [body for _, _, body in self.requests]


@contextmanager
def fake_endpoint(*scripts: Respond) -> Iterator[FakeServer]:
    """Give a server, and stop it at the end of the block."""
    server = FakeServer(*scripts)
    thread = Thread(target=server.serve_forever, args=[0.05], daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.stopped.set()
        server.shutdown()
        thread.join()
        server.server_close()


def says(text: str) -> Respond:
    """Return a script that replies with a text."""
    return lambda handler, _: handler.send(200, completion(text))


def plays(handler: FakeHandler, body: dict[str, Any]) -> None:
    """Do the last example of the turn, with a deduction that cannot be read."""
    *_, last = body["messages"]
    *_, example = last["content"].strip().split("\n")
    said = "Deduction: the pile has one of s1, s2, s3\n**Deduction:** maybe\n"
    handler.send(200, completion(f"Hm.\r\n{said}{example}\r\n", 100, 10))


def fails(status: int, **headers: str) -> Respond:
    """Return a script that refuses with a status."""
    error = {"error": {"message": f"status {status}"}}
    return lambda handler, _: handler.send(status, error, **headers)


def sends(content: bytes, kind: str = "application/json", status: int = 200) -> Respond:
    """Return a script that answers with these bytes."""
    return lambda handler, _: handler.send(status, content, kind)


def drips(handler: FakeHandler, _: object) -> None:
    """Send a byte of the body now and then, without an end."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000000")
    handler.end_headers()
    while not handler.server.stopped.wait(0.02):
        handler.wfile.write(b" ")
        handler.wfile.flush()


def drips_headers(handler: FakeHandler, _: object) -> None:
    """Send a byte of a header now and then, without an end."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while not handler.server.stopped.wait(0.02):
        handler.wfile.write(b"x")
        handler.wfile.flush()


def hangs(handler: FakeHandler, _: object) -> None:
    """Send nothing."""
    handler.server.stopped.wait()


def closes_in_the_middle(handler: FakeHandler, _: object) -> None:
    """Send half of an answer."""
    data = json.dumps(completion("Action: pass")).encode()
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(data)))
    handler.end_headers()
    handler.wfile.write(data[: len(data) // 2])
    handler.wfile.flush()
    handler.drop()


def closes_at_once(handler: FakeHandler, _: object) -> None:
    """Send nothing, and close."""
    handler.drop()


def sends_too_much(handler: FakeHandler, _: object) -> None:
    """Send without an end."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Connection", "close")
    handler.end_headers()
    while not handler.server.stopped.is_set():
        handler.wfile.write(b"[" * 65_536)
