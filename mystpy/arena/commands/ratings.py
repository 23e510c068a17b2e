"""`mystpy ratings`: frozen opponents, submitted results, and a list of ratings."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from secrets import randbelow

import click

from mystpy import __version__
from mystpy.arena.file import read_entrant, require_kind
from mystpy.arena.ratings.frozen import (
    POOL,
    pool_text,
    refrozen,
    require_frozen,
    shipped_pool,
)
from mystpy.arena.ratings.page import page
from mystpy.arena.ratings.rating_list import (
    DRAWS,
    Rating,
    list_text,
    merged,
    ratings,
    read_list,
    results_of,
    same_names,
)
from mystpy.arena.ratings.submission import CHECKED, GUEST_KINDS, read_submission
from mystpy.cli.answers import print_answer
from mystpy.cli.options import format_option
from mystpy.cli.source import file_read
from mystpy.cli.status import NO, YES
from mystpy.errors import QueryError
from mystpy.files.table import TomlFile
from mystpy.files.whole import write_whole

_DIGITS = 9
"""The digits of a random seed: few enough to be read, and seldom the same."""

ACTIONS = ("show", "file", "add", "check", "freeze", "write")


@click.command("ratings")
@click.argument("action", type=click.Choice(ACTIONS), default="show")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option(
    "--list",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("docs/reference/ratings.json"),
    show_default=True,
    help="The file of the list; its page is beside it, as .md.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    help="With file: the seed of the tournament; a random one if not given.",
)
@click.option(
    "--games",
    "checked",
    type=click.IntRange(1),
    default=CHECKED,
    show_default=True,
    help="With add: the number of games of each file that are played again, besides "
    "those with guests or a fault.",
)
@format_option("text", "json")
def command(
    action: str,
    files: tuple[str, ...],
    path: Path,
    seed: int | None,
    checked: int,
    form: str,
) -> int:
    """Rate programs, people and players of mystpy against fixed opponents.

    \b
      show    print the list
      file    print a tournament file: the frozen opponents and the entries of FILEs
      add     check results of mystpy tournament, and add them to the list
      check   compare the play of the frozen opponents with their fingerprints
      freeze  give a new id to each opponent whose play has changed
      write   write the page of the list again

    To be rated, play with the tournament file, and send the file of --out. If add
    refuses a file, the error gives the reason, and the list stays as it is.

    \b
    Examples:
      $ mystpy ratings show --list docs/reference/ratings.json
      $ mystpy ratings file --seed 7
    To add the results of a tournament:
      mystpy ratings add rated.jsonl
    """
    if action == "check":
        return _checked()
    if action == "file":
        drawn = randbelow(10**_DIGITS) if seed is None else seed
        click.echo(_tournament_file(files, drawn), nl=False)
    elif action == "freeze":
        write_whole(POOL, pool_text(refrozen(shipped_pool(), __version__)))
    elif action == "add":
        _add(files, path, checked)
    elif action == "write":
        _write(path)
    else:
        _show(path, form)
    return YES


def _show(path: Path, form: str) -> None:
    """Print the list."""
    results = read_list(path)
    found = ratings(results, DRAWS) if results else []
    print_answer(form, {"ratings": [each._asdict() for each in found]}, _table(found))


def _table(found: Sequence[Rating]) -> Iterator[str]:
    if not found:
        yield "the list is empty: mystpy ratings add FILE adds results"
        return
    width = max(len(each.name) for each in found)
    for each in found:
        interval = f"{round(each.lower):+d} to {round(each.upper):+d}"
        ranks = f"rank {each.best} to {each.worst}"
        name = f"{each.name:<{width}}"
        yield f"{each.rank:>3}  {name}  {each.rating:+5.0f}  {interval:>15}  {ranks}"


def _checked() -> int:
    """Compare fingerprints; the status says whether all are the same."""
    pool, status = shipped_pool(), YES
    for opponent in pool.opponents:
        try:
            require_frozen(opponent, pool.games[0])
        except QueryError as error:
            click.echo(f"{error}\nhint: {error.hint}")
            status = NO
        else:
            click.echo(f"{opponent.name} plays as in version {opponent.version}")
    return status


def _tournament_file(files: Sequence[str], seed: int) -> str:
    """Return a tournament of the frozen opponents and of entries in files."""
    pool = shipped_pool()
    lines = pool_text(pool).splitlines()
    start = next(k for k, line in enumerate(lines) if line.startswith("game = "))
    kept = [
        line.replace("[[opponent]]", "[[player]]")
        for line in lines[start:]
        if not line.startswith(("version = ", "fingerprint = "))
    ]
    kept[1:1] = [f"seed = {seed}"]
    for name in files:
        text, called = file_read(name)
        kept += ["", *_entries(text, called)]
    return "\n".join(kept) + "\n"


def _entries(text: str, name: str | None) -> Iterator[str]:
    """Yield the players of a file of entries. Raises QueryError for non-guests."""
    pool = shipped_pool()
    file = TomlFile(text, name, what="file of entries")
    table = file.table()
    file.only(table, ("player",), "a file of entries", needed=("player",))
    for row in file.rows(table, "player"):
        entrant = read_entrant(row, file)
        if entrant.kind not in GUEST_KINDS or entrant.copies != 1:
            hint = f"the kinds of entries are {', '.join(GUEST_KINDS)}"
            raise file.fault(f"{entrant.name} is no entry of yours", hint)
        if entrant.name in pool.by_name or "@" in entrant.name:
            raise file.fault(f"{entrant.name} is the name of a frozen opponent", None)
        if entrant.kind in ("program", "contest"):
            file.with_location(require_kind, entrant, pool.games[0])
        yield "[[player]]"
        for key, value in {"name": entrant.name, **row}.items():
            yield f"{key} = {_toml(value)}"
        yield ""


def _toml(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _add(files: Sequence[str], path: Path, checked: int) -> None:
    """Check results, and write the list and the page with them, or raise the reason."""
    if not files:
        raise QueryError("there are no results to add", hint="mystpy ratings add FILE")
    pool, more = shipped_pool(), []
    for name in files:
        found = read_submission(Path(name), pool, checked)
        more.append(results_of(found, Path(name).name))
        click.echo(f"{name}: {more[-1].games:,} games; {found.checked} played again")
    before = read_list(path)
    results = merged(before, more)
    for each in more:
        if any(each.digest == other.digest for other in before):
            click.echo(f"{each.name}: the list has these results already")
    for line in same_names(results, results[len(before) :]):
        click.echo(line)
    write_whole(path, list_text(results))
    _write(path)


def _write(path: Path) -> None:
    results = read_list(path)
    there = path.with_suffix(".md")
    head = there.read_text("utf-8") if there.exists() else ""
    found = ratings(results) if results else []
    write_whole(there, page(head, shipped_pool(), results, found))
    click.echo(f"{there}: {len(found)} players, {path.name} beside it")
