"""What `mystpy solve` reads and writes: certificates, and trees for others."""

from __future__ import annotations

import json
import time
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from mystpy.cli.source import file_read
from mystpy.cli.status import NO, YES
from mystpy.errors import QueryError
from mystpy.show import json as shown

if TYPE_CHECKING:
    from mystpy.solve.extensive.enclosure import Enclosure


def write_files(best: Enclosure, certificate: str | None, efg: str | None) -> None:
    """Write what others are to read: the strategies, the tree; - is standard output."""
    from mystpy.solve.extensive import certificate as certificates
    from mystpy.solve.trees import gambit
    from mystpy.solve.trees.reduced_tree import ReducedTree

    if certificate is not None:
        told = json.dumps(certificates.certificate(best))
        with click.open_file(certificate, "w", encoding="utf-8") as file:
            file.write(f"{told}\n")
    if efg is not None:
        tree = ReducedTree(best.game, best.variant, best.turns, Fraction(0))
        with click.open_file(efg, "w", encoding="utf-8") as file:
            name = f"{best.game.to_dict()}".replace('"', "'")
            file.writelines(f"{line}\n" for line in gambit.efg(tree, name))


def check_file(name: str, form: str) -> int:
    """No if a certificate claims what its strategies are not worth."""
    from mystpy.show import worth
    from mystpy.solve.extensive.certificate import checked, claims

    start = time.monotonic()
    text, _ = file_read(name)
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise QueryError(f"{name} cannot be read as a certificate: {error}") from None
    if not isinstance(told, dict):
        raise QueryError(f"{name} is no certificate", hint="mystpy solve writes them")
    found = checked(told)
    right = claims(told) == (found.low.worth, found.high.worth)
    if form == "json":
        told = worth.enclosure_object(found, time.monotonic() - start)
        click.echo(shown.line(told | {"claimed": right}))
    else:
        for line in worth.enclosure_lines(found):
            click.echo(line)
        if not right:
            click.echo("that is not what the certificate claims")
    return YES if right else NO
