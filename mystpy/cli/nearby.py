"""Suggestions for unknown names: of commands, and of their arguments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.cli.command_table import COMMANDS
from mystpy.cli.running.added_commands import added_commands
from mystpy.errors import QueryError, did_you_mean, one_of

_SAME = {
    "knows": "know",
    "prove": "theorem",
    "verify": "theorem",
    "run": "demo",
    "list": "examples",
    "ls": "examples",
    "query": "ask",
    "eval": "ask",
    "value": "solve",
    "moves": "poss",
    "shell": "notebook",
    "quiz": "exercise",
    "version": "--version",
}
"""Words that other programs use for these commands."""

_MOST = 3
"""The greatest number of commands that are named."""


def unknown_command(name: str) -> QueryError:
    """Return the error for an unknown command, with suggestions."""
    commands = [*COMMANDS, *added_commands()]
    hint = (
        _thing(name)
        or (f"did you mean {_SAME[name]}?" if name in _SAME else None)
        or _described(name.title())
        or did_you_mean(name, commands)
        or _described(name)
        or "mystpy --help lists the commands"
    )
    return QueryError(f"there is no command {name!r}", hint=hint, word=name)


def _described(word: str) -> str | None:
    """Return the commands whose help line has the word."""
    lines = {name: entry.line for name, entry in COMMANDS.items()}
    found = [name for name in lines if len(word) > 3 and word in lines[name]]
    if not found or len(found) > _MOST:
        return None
    return f"did you mean {one_of(found)}?"


def _thing(name: str) -> str | None:
    """Return the command for a formula's number, a statement, or a file given alone."""
    if len(name) < 3 or name in COMMANDS:
        return None
    return next(_uses(name), None)


def _uses(name: str) -> Iterator[str]:
    from mystpy.files import EXAMPLE  # only for errors, as all that follows
    from mystpy.files.table import kind_of
    from mystpy.files.toml import file_text, toml_table
    from mystpy.register import register
    from mystpy.sources.examples import examples
    from mystpy.theses.statement import find_statement

    bare = name.removeprefix("(").removesuffix(")")
    if bare in register().labels:
        yield f"write mystpy axiom {bare}"
    if find_statement(name) is not None:
        yield f"write mystpy theorem {name}"
    short = name.removeprefix(EXAMPLE)
    for full, path in examples().items():
        if short in (full, full.split("/")[-1]):
            kind = kind_of(toml_table(file_text(path), full)) or "query"
            yield f"write mystpy {_reader(kind)} {EXAMPLE}{full}"


_READERS: Sequence[tuple[str, str]] = (
    ("model", "model"),
    ("puzzle", "puzzle"),
    ("conjecture", "theorem --file"),
    ("tournament", "tournament"),
    ("exercise", "exercise"),
    ("worksheet", "worksheet"),
    ("record", "record"),
)


def _reader(kind: str) -> str:
    """Return the command that reads a file of a kind."""
    return next((command for word, command in _READERS if word in kind), "show")
