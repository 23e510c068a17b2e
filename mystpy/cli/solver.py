"""What `mystpy solve` does: turns, many games, what is kept, written and checked."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mystpy.cli.source import file_read
from mystpy.cli.status import NO, YES
from mystpy.errors import QueryError
from mystpy.show import json as shown
from mystpy.workers import spread, tick

if TYPE_CHECKING:
    from mystpy.game.game import Game
    from mystpy.solve.extensive.enclosure import Enclosure
    from mystpy.solve.extensive.menu import Variant


def write_files(best: Enclosure, certificate: str | None, efg: str | None) -> None:
    """Write what others are to read: the strategies, the tree; - is standard output."""
    from mystpy.solve.extensive import certificate as certificates
    from mystpy.solve.trees import gambit
    from mystpy.solve.trees.reduced_tree import ReducedTree

    if certificate is not None:
        write_certificate(certificates.certificate(best), certificate)
    if efg is not None:
        tree = ReducedTree(best.game, best.variant, best.turns, Fraction(0))
        with click.open_file(efg, "w", encoding="utf-8") as file:
            name = f"{best.game.to_dict()}".replace('"', "'")
            file.writelines(f"{line}\n" for line in gambit.efg(tree, name))


def write_certificate(told: Mapping[str, Any], name: str) -> None:
    """Write a certificate as a line of JSON; - is standard output."""
    with click.open_file(name, "w", encoding="utf-8") as file:
        file.write(f"{json.dumps(told)}\n")


def bounds_of(
    game: Game,
    *,
    bluff: str,
    useful: bool,
    unlocated: bool,
    announced: bool,
    rounds: int | None,
    turns: int | None,
    resume: str | None,
    force: bool,
) -> Iterator[Enclosure]:
    """Better and better bounds, told to who watches, and kept if they are to be."""
    from mystpy.solve.equilibria.stages import StageFile
    from mystpy.solve.extensive.enclosure import enclosures

    variant = variant_of(bluff, useful, unlocated, announced)
    stages = StageFile(Path(resume), game, variant, rounds) if resume else None
    known, looked = None, 0
    if stages and resume and Path(resume).exists():
        known, looked = stages.read()
    found = enclosures(
        game,
        variant,
        rounds=rounds,
        known=known,
        looked=looked,
        room=None if force else memory(),
    )
    for seen, enclosure in enumerate(found, looked if known else 1):
        yield enclosure
        _tell(enclosure)
        if stages:
            stages.write(enclosure, seen)
        if turns is not None and enclosure.turns >= turns:
            return


def memory() -> int | None:
    """How many bytes of memory there are, if the system says so."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def _tell(enclosure: Enclosure) -> None:
    """Tell who watches how far it is."""
    if sys.stderr is not None and sys.stderr.isatty():
        low, high = float(enclosure.low.worth), float(enclosure.high.worth)
        told = f"{enclosure.turns} turns: {low:.4f} to {high:.4f}"
        click.echo(f"mystpy: {told}, {sum(enclosure.sequences)} sequences", err=True)


def variant_of(bluff: str, useful: bool, unlocated: bool, announced: bool) -> Variant:
    """How a game is played, by the options."""
    from mystpy.solve.extensive.certificate import BLUFFERS
    from mystpy.solve.extensive.menu import Variant

    asked = "useful" if useful else "unlocated" if unlocated else "any"
    return Variant(BLUFFERS[bluff], asked, announced)


def solvable(games: Iterable[Game]) -> list[Game]:
    """Those of some games that are of two players for one prize.

    Raises QueryError if there are none.
    """
    from mystpy.solve.extensive.growth import check_solved

    found = []
    for game in games:
        try:
            check_solved(game)
        except QueryError as error:
            refused = error
        else:
            found.append(game)
    if not found:
        raise refused
    return found


def solved_range(
    games: Sequence[Game],
    *,
    jobs: int | None,
    cluster: str | None,
    turns: int | None,
    rounds: int | None,
    force: bool,
    **played: Any,
) -> Iterator[dict[str, Any]]:
    """The bounds of many games as they are found, the largest games first: objects.

    They are solved by so many processes, or on a cluster. Raises as `spread` and
    `spread_over` do.
    """
    from mystpy.cluster import spread_over

    room = None if force else memory()
    work = partial(_solved, variant_of(**played), turns, rounds, room)
    if cluster is not None:
        found = spread_over(cluster, work, enumerate(reversed(games)))
    else:
        named = dict(enumerate(games))
        processes = jobs or os.cpu_count() or 1
        found = spread(work, named, processes, largest_first=True)
    return (told for _, told in found)


def _solved(
    variant: Variant,
    turns: int | None,
    rounds: int | None,
    room: int | None,
    game: Game,
) -> dict[str, Any]:
    """The bounds of a game as an object, those found before it is too large."""
    from mystpy.show import worth
    from mystpy.solve.extensive.enclosure import enclosures

    best, start = None, time.monotonic()
    try:
        for best in enclosures(game, variant, tick, rounds, room=room):
            if turns is not None and best.turns >= turns:
                break
    except QueryError:
        if best is None:
            raise
    assert best is not None, "there is a first turn"
    return worth.enclosure_object(best, time.monotonic() - start)


def value_line(told: Mapping[str, Any]) -> str:
    """A game and its value, or bounds of it, in a line."""
    from mystpy.game.game import Game

    value = told["value"] or f"{told['lower']} to {told['upper']}"
    game = Game.from_dict(told["game"])
    if game.sorts:
        sizes = " + ".join(str(len(cards)) for _, cards in game.sorts)
        return f"Clue {sizes}: {value}"
    return f"MYST({game.m},{game.n},{game.p},{game.q}): {value}"


def check_file(name: str, form: str) -> int:
    """No if a certificate claims what its strategies are not worth."""
    from mystpy.show import worth
    from mystpy.solve.extensive.certificate import checked, claims
    from mystpy.solve.profiles import profile_certificate
    from mystpy.solve.profiles.profile import worth as worth_of

    start = time.monotonic()
    text, _ = file_read(name)
    try:
        told = json.loads(text)
    except ValueError as error:
        raise QueryError(f"{name} cannot be read as a certificate: {error}") from error
    if not isinstance(told, dict):
        raise QueryError(f"{name} is no certificate", hint="mystpy solve writes them")
    if told.get("certificate") == profile_certificate.VERSION:
        tree, profile = profile_certificate.profile_of(told)
        seen = worth_of(tree, profile)
        right = profile_certificate.claims(told, seen)
        lines = worth.profile_lines(tree, seen)
        shown_as = worth.profile_object(tree, seen, time.monotonic() - start)
    else:
        found = checked(told)
        right = claims(told) == (found.low.worth, found.high.worth)
        lines = worth.enclosure_lines(found)
        shown_as = worth.enclosure_object(found, time.monotonic() - start)
    if form == "json":
        click.echo(shown.line(shown_as | {"claimed": right}))
    else:
        for line in lines:
            click.echo(line)
        if not right:
            click.echo("that is not what the certificate claims")
    return YES if right else NO
