"""The concordance: what each place of the sources says, and the command that shows it.

`docs/sources.toml` lists the sources. The entries of a source are in a file of its own,
`docs/sources/ID.toml`, in the order of the source; see the head of docs/sources.toml.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from mystpy.compilation import dataclass
from mystpy.errors import QueryError
from mystpy.files.table import Table, TomlFile
from mystpy.files.toml import file_text

STATES = {
    "same": "It is in mystpy as in the source.",
    "corrected": "The source has a misprint or an error here, and mystpy corrects it.",
    "other reading": "mystpy takes one of several readings, or does it in another way;"
    " the entry says which.",
    "ours": "The source does not have this; mystpy adds it.",
    "left out": "It is not in mystpy; the entry says why.",
}
"""The states of an entry, and what they mean."""

_PACKAGE = Path(__file__).resolve().parents[1]
_FOLDERS = (_PACKAGE / "_sources", _PACKAGE.parent / "docs")
_SOURCE_LISTS = ("names", "authors", "cites")
_SOURCE = ("id", "called", "title", "year", "published", "where", "text", "known")
_SOURCE_KEYS = (*_SOURCE, *_SOURCE_LISTS)
_ELSEWHERE = ("says", "page", "where", "checked")
_NEEDED = ("place", "says", "state")
_LISTS = ("names", "run", "gives", "statements", "labels", "examples")
_ENTRY = (*_NEEDED, *_LISTS, "title", "picture", "course", "why")


@dataclass(frozen=True, slots=True)
class ShownCommand:
    """A command that shows what an entry says, and a text that is in its output."""

    command: str
    gives: str


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """A place of a source: its content, in our words, and where it can be run.

    `place` is a section, or what has a number or a name: `3.2`, `figure 2.2`,
    `Theorem 3.1`, `(4.1)`. `why` is the reason for a state other than `same`.
    """

    source: str
    place: str
    says: str
    state: str
    title: str = ""
    names: tuple[str, ...] = ()
    run: tuple[ShownCommand, ...] = ()
    statements: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    picture: str = ""
    course: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A source: how it is cited, the names it is found by, and what it cites itself.

    `called` is its short name in answers; `text` says which text was read, `where`
    where it can be found, and `known` how far that was checked.
    """

    id: str
    called: str
    names: tuple[str, ...]
    title: str
    authors: tuple[str, ...]
    year: str
    published: str
    where: str
    text: str
    known: str
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ElsewhereFigure:
    """A figure that our pages quote, and that no text of the sources has.

    `page` is where we quote it, `where` where it can be looked up, `checked` what was
    found there.
    """

    says: str
    page: str
    where: str
    checked: str


def sources_dir() -> Path:
    """The folder of sources.toml. Raises QueryError if it is missing."""
    for folder in _FOLDERS:
        if (folder / "sources.toml").exists():
            return folder
    raise QueryError("the list of sources is missing: docs/sources.toml")


@cache
def sources() -> tuple[Source, ...]:
    """The sources in their order. Raises QueryError for keys that are not known."""
    file, table = _index()
    return tuple(_source(row, file) for row in file.rows(table, "source"))


@cache
def figures_from_elsewhere() -> tuple[ElsewhereFigure, ...]:
    """The figures that are quoted from other pages than the texts of the sources."""
    file, table = _index()
    found = []
    for row in file.rows(table, "elsewhere"):
        file.only(row, _ELSEWHERE, "a figure from elsewhere", needed=_ELSEWHERE)
        texts = (file.needed(row, key, "a figure") for key in _ELSEWHERE)
        found.append(ElsewhereFigure(*texts))
    return tuple(found)


@cache
def entries(source: str) -> tuple[SourceEntry, ...]:
    """The entries of a source in its order.

    Raises QueryError if an entry has an unknown key or state, no reason where it needs
    one, or other numbers of commands and outputs.
    """
    path = sources_dir() / "sources" / f"{source}.toml"
    file = TomlFile(file_text(path), path.name)
    table = file.table()
    file.only(table, ("entry",), "a file of entries")
    return tuple(
        _entry(source, row, file.of(str(row.get("place", number))))
        for number, row in enumerate(file.rows(table, "entry"), 1)
    )


def all_entries() -> tuple[SourceEntry, ...]:
    """The entries of all sources."""
    return tuple(entry for source in sources() for entry in entries(source.id))


@cache
def _index() -> tuple[TomlFile, Table]:
    path = sources_dir() / "sources.toml"
    file = TomlFile(file_text(path), path.name)
    table = file.table()
    file.only(table, ("source", "elsewhere"), "the list of sources")
    return file, table


def _source(row: Table, file: TomlFile) -> Source:
    file.only(row, _SOURCE_KEYS, "a source", needed=_SOURCE)
    given: dict[str, Any] = {
        key: file.needed(row, key, "a source")
        for key in _SOURCE_KEYS
        if key not in _SOURCE_LISTS
    }
    given |= {key: file.strings(row, key) for key in _SOURCE_LISTS}
    return Source(**given)


def _entry(source: str, row: Table, file: TomlFile) -> SourceEntry:
    file.only(row, _ENTRY, "an entry", needed=_NEEDED)
    given: dict[str, Any] = {
        key: file.word(row, key) or "" for key in _ENTRY if key not in _LISTS
    }
    given |= {key: _listed(row, key, file) for key in _LISTS}
    run, gives = given["run"], given.pop("gives")
    if len(run) != len(gives):
        hint = f"{len(run)} commands, {len(gives)} outputs"
        raise file.fault("run and gives have different lengths", hint)
    _require_reason(given, run, file)
    given["run"] = tuple(map(ShownCommand, run, gives))
    return SourceEntry(source=source, **given)


def _listed(row: Table, key: str, file: TomlFile) -> tuple[str, ...]:
    """The texts under a key, which may be a single one."""
    value = row.get(key)
    return (value,) if isinstance(value, str) else file.strings(row, key)


def _require_reason(texts: Table, run: Sequence[str], file: TomlFile) -> None:
    """Refuse an unknown state, and a state that needs a command or a reason."""
    state = file.choice(texts["state"], STATES, "state")
    if state != "same" and not texts["why"]:
        raise file.fault(f"the state {state!r} needs a reason", "add why")
    if state != "left out" and not run:
        raise file.fault("no command shows this", "add run and gives")
