"""How `mystpy solve` gets on: its rounds, what is kept, what is written for others."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from mystpy.game.game import Game
    from mystpy.solve.extensive.enclosure import Enclosure


def write_files(best: Enclosure, certificate: str | None, efg: str | None) -> None:
    """Write what others are to read: the strategies, the tree."""
    from mystpy.solve.extensive import certificate as certificates
    from mystpy.solve.trees import gambit
    from mystpy.solve.trees.reduced_tree import ReducedTree

    if certificate is not None:
        told = json.dumps(certificates.certificate(best))
        Path(certificate).write_text(told + "\n", "utf-8")
    if efg is not None:
        tree = ReducedTree(best.game, best.variant, best.turns, Fraction(0))
        with Path(efg).open("w", encoding="utf-8") as file:
            name = f"{best.game.to_dict()}".replace('"', "'")
            file.writelines(f"{line}\n" for line in gambit.efg(tree, name))


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
    from mystpy.solve.extensive.certificate import BLUFFERS
    from mystpy.solve.extensive.enclosure import enclosures
    from mystpy.solve.extensive.menu import Variant
    from mystpy.solve.extensive.stages import StageFile

    asked = "useful" if useful else "unlocated" if unlocated else "any"
    variant = Variant(BLUFFERS[bluff], asked, announced)
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
