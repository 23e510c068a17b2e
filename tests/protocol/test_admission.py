"""Admission of programs: one without a hello is refused, and the next is served."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from threading import Thread

import pytest

from mystpy.errors import QueryError
from mystpy.protocol import admission, message
from mystpy.protocol.admission import (
    MAX_ARRIVALS,
    MAX_HELLO_BYTES,
    Admission,
    AdmittedProgram,
)
from mystpy.protocol.handshake import (
    ContestHandshake,
    LineHandshake,
    new_token,
    require_token,
)
from mystpy.protocol.wire import HOST, of_socket
from tests.programs import HANGING

TOKEN = "0123456789abcdef"


def hello(**other: object) -> bytes:
    said = {"type": "hello", "version": 1, "name": "ann", "token": TOKEN, **other}
    return json.dumps({k: v for k, v in said.items() if v is not None}).encode() + b"\n"


class Door(Admission):
    """An admission that closes the connections that it has given away, too."""

    def next(
        self, name: str = "", check: Callable[[], None] = lambda: None
    ) -> AdmittedProgram:
        found = super().next(name, check)
        self.__dict__.setdefault("given", []).append(found.sock)
        return found

    def close(self) -> None:
        for sock in self.__dict__.get("given", []):
            sock.close()
        super().close()


@contextmanager
def opened(
    *, contest: bool = False, wanted: str | None = TOKEN, seconds: float | None = None
) -> Iterator[tuple[Admission, list[str]]]:
    reasons = list[str]()
    handshake = ContestHandshake(wanted) if contest else LineHandshake("us", wanted)
    place, refused = (HOST, 0), reasons.append
    made = Door(place, handshake, seconds=seconds, refused=refused)
    with closing(made):
        yield made, reasons


def connected(door: Admission) -> socket.socket:
    return socket.create_connection((HOST, door.port), timeout=HANGING)


def admitted(door: Admission, client: Callable[[], object]) -> AdmittedProgram:
    """Return the program that is admitted while a client runs in a thread."""
    thread = Thread(target=client)
    thread.start()
    found = door.next()
    thread.join()
    return found


def good(door: Admission) -> None:
    """A program that says what it should; unread bytes would reset the connection."""
    with connected(door) as sock:
        sock.sendall(hello())
        sock.recv(4_096)


ATTACKS = {
    "http": (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "the message is not JSON"),
    "tls": (b"\x16\x03\x01\x02\x00\x01\x00\n", "the message is not"),
    "binary": (bytes(range(256)), "the message is not"),
    "zeros": (bytes(MAX_HELLO_BYTES), "a hello of more than"),
    "a huge line": (b"x" * 100_000, "a hello of more than"),
    "deep json": (b"[" * 1_000 + b"\n", "the message is not JSON"),
    "deep object": (b'{"a":' * 300 + b"1" + b"}" * 300 + b"\n", "nested more than"),
    "many digits": (b"1" * 3_000 + b"\n", "digits"),
    "nan": (b'{"type":"hello","version":NaN,"name":"x"}\n', "is not a finite number"),
    "no token": (hello(token=None), "the token is missing"),
    "empty token": (hello(token=""), "the token is missing"),
    "wrong token": (hello(token="0123456789abcdee"), "the token is wrong"),
    "token of another kind": (hello(token=7), "token is '7', not of type string"),
    "token that is no ascii": (hello(token="ü" * 16), "the token is wrong"),
    "version": (hello(version=99), "version 99 is not spoken"),
    "no name": (hello(name=""), "the name is ''"),
    "a long name": (hello(name="x" * 101), "the name is"),
    "a name of control characters": (hello(name="\x1b[2J"), "the name is"),
    "another message": (b'{"type":"act","action":"no(1)"}\n', "unexpected act"),
    "an empty line": (b"\n", "the message is not JSON"),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_what_is_no_hello_is_sent_away_and_the_next_is_heard(name: str) -> None:
    data, reason = ATTACKS[name]
    with opened() as (door, reasons), connected(door) as bad:
        bad.sendall(data)
        assert admitted(door, lambda: good(door)).name == "ann"
        while not reasons:  # the bad one may be read later than the good one
            admitted(door, lambda: good(door))
        assert reason in reasons[0]


def test_who_is_sent_away_reads_why() -> None:
    output = list[dict[str, object]]()

    def client(door: Admission) -> None:
        with connected(door) as sock, sock.makefile("rb") as lines:
            assert message.read_hello(lines.readline())["name"] == "us"
            sock.sendall(hello(token=None))
            output.append(json.loads(lines.readline()))
            assert lines.readline() == b""
        good(door)

    with opened() as (door, _):
        admitted(door, lambda: client(door))
    assert output[0]["error"] == "the token is missing"
    assert "mystpy join --token" in str(output[0]["hint"])
    assert "--no-token" in str(output[0]["hint"])


def test_who_leaves_or_resets_is_forgotten() -> None:
    with opened() as (door, reasons):
        connected(door).close()
        reset = connected(door)
        reset.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        reset.close()
        while len(reasons) < 2:
            admitted(door, lambda: good(door))
        assert set(reasons) == {"it left before it said hello"}


def test_a_silent_program_holds_no_seat() -> None:
    """Others are heard while it is silent, and it is sent away in the end."""
    with opened(seconds=0.05) as (door, reasons), connected(door):

        def check() -> None:
            if reasons:
                raise QueryError("it was sent away")

        with pytest.raises(QueryError, match="it was sent away"):
            door.next(check=check)
        assert reasons == ["it said no hello within 0.05 seconds"]


def test_one_byte_after_the_other_does_not_buy_time() -> None:
    with opened(seconds=0.2) as (door, reasons), connected(door) as slow:
        line = iter(b"{" * 100)

        def check() -> None:
            if reasons:
                raise QueryError("it was sent away")
            slow.sendall(bytes(islice(line, 1)))

        with pytest.raises(QueryError, match="it was sent away"):
            door.next(check=check)
        assert "no hello within 0.2 seconds" in reasons[0]


def test_a_hello_in_pieces_and_what_follows_it_are_kept() -> None:
    with opened() as (door, _):

        def client() -> None:
            with connected(door) as sock:
                for byte in hello() + b'{"type":"act","action":"no(1)"}\n{"ty':
                    sock.sendall(bytes([byte]))
                sock.sendall(b'pe":"act","action":"no(2)"}\n')
                sock.recv(4_096)

        found = admitted(door, client)
        line = of_socket(found.sock, received=found.received)
        assert message.read_hello(line.receive(HANGING))["name"] == "ann"
        actions = [message.read_message(line.receive(HANGING), "act") for _ in range(2)]
        assert [one["action"] for one in actions] == ["no(1)", "no(2)"]
        line.close()


def test_many_silent_connections_keep_nobody_out() -> None:
    with opened() as (door, reasons):
        silent = [connected(door) for _ in range(8)]

        def client() -> None:
            for _ in range(2 * MAX_ARRIVALS):
                silent.append(connected(door))
            good(door)

        assert admitted(door, client).name == "ann"
        assert len(door._arrivals) <= MAX_ARRIVALS
        assert "there are too many connections" in reasons
        for sock in silent:
            sock.close()


def test_without_a_token_every_program_may_play() -> None:
    with opened(wanted=None) as (door, reasons):

        def client() -> None:
            with connected(door) as sock:
                sock.sendall(hello(token=None))
                sock.recv(4_096)

        assert admitted(door, client).name == "ann"
        assert not reasons


def test_two_programs_that_come_at_once_take_two_seats() -> None:
    with opened() as (door, _):
        one, two = connected(door), connected(door)
        one.sendall(hello(name="one"))
        two.sendall(hello(name="two"))
        assert {door.next().name, door.next().name} == {"one", "two"}
        one.close()
        two.close()


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (b"ann alive", "the token is missing"),
        (b"ann#wrong-token alive", "the token is wrong"),
        (b"GET / HTTP/1.1\r\n\r\n", "is not 'NAME#TOKEN alive'"),
        (b"#" + TOKEN.encode() + b" alive", "the name is ''"),
    ],
)
def test_programs_of_the_contest_show_it_behind_their_name(
    said: bytes, reason: str
) -> None:
    with opened(contest=True) as (door, reasons), connected(door) as bad:
        bad.sendall(said)

        def client() -> None:
            with connected(door) as sock:
                sock.sendall(f"bob#{TOKEN} alive".encode())

        found = admitted(door, client)
        assert (found.name, found.received) == ("bob", (b"bob alive",))
        while not reasons:
            admitted(door, client)
        assert reason in reasons[0]


def test_a_port_that_is_taken_is_told() -> None:
    with opened() as (door, _), pytest.raises(QueryError, match="nobody can listen"):
        Admission((HOST, door.port), LineHandshake("us", None))


def test_tokens_are_long_and_different() -> None:
    made = {require_token(new_token()) for _ in range(100)}
    assert len(made) == 100
    assert min(map(len, made)) == 32


def test_the_waiting_is_as_long_as_a_move_at_most() -> None:
    for seconds, expected in ((None, 10.0), (2.0, 2.0), (600.0, 10.0)):
        with opened(seconds=seconds) as (door, _):
            assert door._seconds == expected
    assert admission.HELLO_SECONDS == 10.0


@pytest.mark.parametrize("wanted", [TOKEN, None])
def test_a_program_that_tries_only_the_address_of_version_6_is_served(
    wanted: str | None,
) -> None:
    """Some programs connect to the first address of localhost, which may be ::1."""
    with opened(wanted=wanted) as (door, _):
        port = door.port
        try:
            late = socket.create_connection(("::1", port), timeout=HANGING)
        except OSError:
            pytest.skip("this system has no IPv6")
        with late:
            late.sendall(hello(name="late", token=wanted))
            assert door.next("late").name == "late"
        with connected(door) as usual:
            usual.sendall(hello(name="usual", token=wanted))
            assert door.next("usual").name == "usual"
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("::1", port), timeout=HANGING)


def test_another_server_at_that_port_of_version_6_does_not_matter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(admission, "_LOOPBACK_6", "::no address")
    with opened() as (door, _), connected(door) as one:
        one.sendall(hello())
        assert door.next().name == "ann"
