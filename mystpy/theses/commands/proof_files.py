"""The options of `mystpy theorem` that write proofs, or check them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from mystpy.cli.running.progress import Progress
from mystpy.cli.source import require_folder
from mystpy.cli.status import YES
from mystpy.conjectures.conjecture import Conjecture
from mystpy.errors import QueryError
from mystpy.files.json_text import json_line
from mystpy.files.whole import write_whole
from mystpy.theses.statement import Statement


def prover_proofs(given: Mapping[str, Any]) -> int:
    """Write problems for provers, with proofs, or check proofs that were written."""
    from mystpy.conjectures.prover.obligations import support
    from mystpy.conjectures.prover.prover_results import check_proofs, write

    if given["tptp"] is not None:
        for path in write(given["tptp"], support()):
            click.echo(f"written: {path}", err=True)
    if given["proofs"] is not None:
        for path, steps in check_proofs(given["proofs"]):
            click.echo(f"{path.stem}: {steps} steps, each of which follows")
    return YES


def sweep_certificate(
    choice: Sequence[Statement], conjectures: Sequence[Conjecture], file: Path
) -> int:
    """Write the certificate of one statement, or of one conjecture."""
    from mystpy.conjectures.sweep.certificate import certificate

    found = [*conjectures]
    for stated in choice:
        if stated.assertion.formula is None:
            raise QueryError(
                f"{stated.id} is no formula, so no certificate says that it is true",
                hint="a formula of your own goes behind --say",
            )
        found.append(stated.assertion.formula.conjecture(stated.id))
    if len(found) != 1:
        raise QueryError(
            f"a certificate is of one statement, not of {len(found)}",
            hint="name it, or give its formula: --say FORMULA",
        )
    write_whole(file, json_line(certificate(found[0])) + "\n")
    click.echo(f"written: {file}; python tools/check_sweep.py checks it", err=True)
    return YES


@contextmanager
def drat_proofs(given: Mapping[str, Any], progress: Progress) -> Iterator[None]:
    """Have proofs written if `--drat` names a folder; say at the end how many."""
    folder = given["drat"]
    if folder is None:
        yield
        return
    if given["resume"] is not None:
        raise QueryError(
            "--drat needs all work done, and --resume takes it from earlier runs",
            hint="leave out the one or the other",
        )
    if given["processes"] not in (None, 1):
        raise QueryError(
            "proofs are written by one process", hint="leave out --processes"
        )
    require_folder(folder)
    from mystpy.engines.refutations.recording import written_proofs

    with written_proofs(folder, lambda: progress.name) as proofs:
        try:
            yield
        finally:
            progress.clear()
            number = len(proofs.written)
            click.echo(
                f"mystpy: {number} proof{'s' * (number != 1)} in {folder}", err=True
            )
            for why, count in Counter(proofs.not_covered).items():
                click.echo(f"mystpy: {count} without a proof: {why}", err=True)
