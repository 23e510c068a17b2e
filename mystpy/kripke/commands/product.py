"""`mystpy product`: the product of several models as one model."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.options import format_option
from mystpy.cli.status import YES
from mystpy.errors import QueryError
from mystpy.files.json_text import Object
from mystpy.kripke import text as model_text
from mystpy.kripke.combination.model_product import ModelProduct, model_product
from mystpy.kripke.commands.file import read_model, states_of
from mystpy.kripke.files.model_file import ModelFile
from mystpy.language.decidable import parse_in_model


@click.command("product")
@click.argument("files", nargs=-1, metavar="FILE FILE...")
@click.option(
    "--where", metavar="FORMULA", help="Keep the worlds in which this formula holds."
)
@click.option(
    "--after", metavar="N,M,...", help="After the first N steps of the first FILE, ..."
)
@click.option("--contract", is_flag=True, help="Show the smallest bisimilar model.")
@click.option(
    "--all", "every", is_flag=True, help="List all worlds, however many there are."
)
@format_option("text", "json", "toml")
def command(
    files: tuple[str, ...],
    where: str | None,
    after: str | None,
    form: str,
    *,
    contract: bool,
    every: bool,
) -> int:
    """Combine the models of two or more files into their product.

    The worlds of the product are tuples with one world of each FILE. An agent cannot
    tell two tuples apart if it cannot tell them apart in any place; an agent that a
    FILE does not have cannot tell any of its worlds apart. An atom p of several files
    becomes p_1, p_2 and so on. --where keeps the tuples in which FORMULA holds. The
    product has an actual world if each FILE has one. The format toml writes a model
    file.

    \b
    Examples:
      $ mystpy product example:agents-goal example:agents-hand-1 example:agents-hand-2
      $ mystpy product example:hexa example:coin-in-a-box --where 'h(1,r)'
    """
    read = _read(files)
    pairs = zip(read, _steps(after, len(files)), strict=True)
    found = model_product([states_of(file, steps)[-1] for file, steps in pairs])
    if where is not None:
        found = found.where(parse_in_model(where, found.state.model.words, "--where"))
    state = found.state.contracted() if contract else found.state
    if form == "toml":
        title = " x ".join(file.title for file in read)
        click.echo("\n".join(model_text.as_toml(state, title)))
        return YES
    lines = chain(_counts(found, files), model_text.text(state, every))
    print_answer(form, lambda: _report(found) | model_text.as_json(state, every), lines)
    return YES


def _read(files: tuple[str, ...]) -> list[ModelFile]:
    """Return the contents of the files; raises QueryError unless there are two."""
    if len(files) < 2:
        raise QueryError(
            "a product is of two model files at least",
            hint="mystpy product A.toml B.toml",
        )
    return [read_model(file) for file in files]


def _steps(after: str | None, files: int) -> list[int]:
    """Return the number of steps done in each file; raises QueryError."""
    parts = ["0"] * files if after is None else after.split(",")
    if len(parts) != files or not all(part.strip().isdecimal() for part in parts):
        raise QueryError(
            f"--after is {after!r}, and there are {files} files",
            hint=f"write {files} numbers: --after {','.join(['0'] * files)}",
        )
    return [int(part) for part in parts]


def _report(found: ModelProduct) -> Object:
    renamed: list[dict[str, str]] = [dict(names) for names in found.renamed]
    return {"factors": list(found.sizes), "tuples": found.tuples, "renamed": renamed}


def _counts(found: ModelProduct, files: tuple[str, ...]) -> Iterator[str]:
    """Lines with the numbers of worlds, and the atoms that have another name."""
    sizes = " x ".join(f"{size:,}" for size in found.sizes)
    left = len(found.state.model)
    kept = "" if left == found.tuples else f"{left:,} of them are left"
    yield f"{sizes} = {found.tuples:,} worlds" + (f", {kept}" if kept else "")
    for file, names in zip(files, found.renamed, strict=True):
        if names:
            said = ", ".join(f"{atom} is {name}" for atom, name in names.items())
            yield f"of {file}: {said}"
