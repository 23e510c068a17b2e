"""`mystpy solve --check`: the values of the strategies in a certificate."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.running.limit import patience, within
from mystpy.cli.running.signals import interrupt_python
from mystpy.cli.source import file_read
from mystpy.cli.status import NO, YES
from mystpy.errors import EngineFailed, QueryError
from mystpy.processes.ticking import tick
from mystpy.solve.commands.turns import in_use, memory, memory_reported
from mystpy.theories import result_keys

MAX_POSITIONS = 500_000
"""The most positions of a tree of three players or more that is built without --force.
"""
_EVERY = 16
"""Calls between two checks of the memory in use."""
_HINT = "--force checks it anyway"


def check_file(
    name: str, form: str, seconds: float | None, *, force: bool, verified: bool
) -> int:
    """Return the status 0 if a certificate claims the values of its strategies, else 1.

    If `verified`, the checker that is proved correct in Coq has to accept it as well.
    Raises QueryError if the file is not a certificate, or if the certificate is too
    large to be checked in the memory of the machine.
    """
    from mystpy.solve.extensive.certificate import certificate_in
    from mystpy.solve.profiles.profile_certificate import VERSION
    from mystpy.solve.teams.team_certificate import VERSION as TEAM

    start = time.monotonic()
    text, _ = file_read(name)
    document = certificate_in(text, name)
    numbers = _numbers(document) if verified else []
    interrupt_python()
    kinds: dict[Any, Callable[[Mapping[str, Any], bool], _Judged]]
    kinds = {VERSION: _judged_profile, TEAM: _judged_team}
    judged = kinds.get(document.get("certificate"), _judged_bounds)
    with patience(), within(seconds, lambda _: None), memory_reported("certificate"):
        right, lines, found = judged(document, force)
        if verified:
            accepted, more, fields = _verified(numbers)
            right, lines, found = right and accepted, lines + more, found | fields
    found |= {"seconds": round(time.monotonic() - start, 3), "claimed": right}
    if not right:
        lines.append("that is not what the certificate claims")
    print_answer(form, {**found, **result_keys()}, lines)
    return YES if right else NO


_Judged = tuple[bool, list[str], dict[str, Any]]
"""Whether the claims are right, and the values of the strategies as text and as JSON.
"""


def _judged_bounds(document: Mapping[str, Any], force: bool) -> _Judged:
    from mystpy.solve.commands import text as value_text
    from mystpy.solve.extensive.certificate import claims
    from mystpy.solve.strategy_value import proven_bounds

    found = proven_bounds(document, tick if force else _memory_watch())
    right = claims(document) == (found.lower, found.upper)
    return right, list(value_text.proven_lines(found)), value_text.proven_object(found)


def _numbers(document: Mapping[str, Any]) -> list[int]:
    """Return the input of the verified checker.

    Raises QueryError for certificates for which there is no theorem.
    """
    from mystpy.solve.profiles.profile_certificate import VERSION
    from mystpy.solve.teams.team_certificate import VERSION as TEAM
    from mystpy.solve.verified.checker_input import checker_numbers

    if document.get("certificate") in (VERSION, TEAM):
        raise QueryError("--verified is for certificates of two players")
    return checker_numbers(document)


def _verified(numbers: list[int]) -> _Judged:
    """Return the verdict of the checker that is proved correct in Coq.

    It is for games of two players.
    """
    from mystpy.solve.verified.checker_input import both_bluff
    from mystpy.solve.verified.extraction import THEOREM, THEOREM_BY, verdict

    accepted, lower, upper = verdict(numbers, lambda text: click.echo(text, err=True))
    word = "accepts" if accepted else "rejects"
    bounds = str(lower) if lower == upper else f"{lower} to {upper}"
    lines = [f"The verified checker {word} the certificate: {bounds}."]
    theorem = THEOREM if both_bluff(numbers) else THEOREM_BY
    which = "with all questions" if both_bluff(numbers) else "without idle questions"
    if accepted:
        lines.append(f"By {theorem} in Coq that holds for the game {which}.")
    fields = {"accepted": accepted, "lower": str(lower), "upper": str(upper)}
    return accepted, lines, {"verified": fields | {"theorem": theorem}}


def _judged_profile(document: Mapping[str, Any], force: bool) -> _Judged:
    from mystpy.solve.commands import text as value_text
    from mystpy.solve.profiles import profile_certificate
    from mystpy.solve.profiles.profile import profile_value as worth_of

    most = None if force else MAX_POSITIONS
    try:
        tree, profile = profile_certificate.profile_of(document, most=most, tick=tick)
    except EngineFailed as error:
        raise QueryError(str(error), hint=_HINT) from None
    seen = worth_of(tree, profile)
    right = profile_certificate.claims(document, seen)
    lines = list(value_text.profile_lines(tree, seen))
    return right, lines, value_text.profile_object(tree, seen, 0.0)


def _judged_team(document: Mapping[str, Any], force: bool) -> _Judged:
    from mystpy.solve.commands.teams import team_lines, team_object
    from mystpy.solve.teams.team_certificate import judged_team

    most = None if force else MAX_POSITIONS
    try:
        seen, right = judged_team(document, most=most, tick=tick)
    except EngineFailed as error:
        raise QueryError(str(error), hint=_HINT) from None
    named = document["named"]
    return right, list(team_lines(seen, named)), team_object(seen, named, 0.0)


def _memory_watch() -> Callable[[], None]:
    """Return a function that raises QueryError if memory runs short.

    It is to be called often. The limit is half of the memory that the machine has.
    """
    room, calls = memory(), 0

    def watch() -> None:
        nonlocal calls
        tick()
        calls += 1
        if room is not None and calls % _EVERY == 0 and in_use() > room / 2:
            raise QueryError(
                f"the certificate needs more than {room / 2**31:,.1f} GB of memory,"
                " half of what there is",
                hint=_HINT,
            )

    return watch
