"""What `mystpy solve` reads and writes: certificates, and trees for others."""

from __future__ import annotations

import json
import time
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from mystpy.cli.source import file_read
from mystpy.cli.status import NO, YES
from mystpy.show import json as shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mystpy.solve.extensive.enclosure import Enclosure


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


def check_file(name: str, form: str) -> int:
    """No if a certificate claims what its strategies are not worth."""
    from mystpy.show import worth
    from mystpy.solve.extensive.certificate import certificate_in, checked, claims
    from mystpy.solve.profiles import profile_certificate
    from mystpy.solve.profiles.profile import worth as worth_of

    start = time.monotonic()
    text, _ = file_read(name)
    told = certificate_in(text, name)
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
