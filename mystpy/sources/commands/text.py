"""Entries of the sources as text and as JSON."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from textwrap import wrap

from mystpy.files.json_text import Object
from mystpy.sources.concordance import STATES, Source, SourceEntry, entries, sources

_WIDEST = 100
_INDENT = 14


def entry_object(entry: SourceEntry) -> Object:
    """Return an entry as an object for JSON."""
    return {
        "source": entry.source,
        "place": entry.place,
        "title": entry.title or None,
        "says": entry.says,
        "state": entry.state,
        "why": entry.why or None,
        "run": [{"command": each.command, "gives": each.gives} for each in entry.run],
        "statements": list(entry.statements),
        "labels": list(entry.labels),
        "examples": list(entry.examples),
        "picture": entry.picture or None,
        "course": entry.course or None,
    }


def source_object(source: Source) -> Object:
    """Return a source as an object for JSON, with its number of entries by state."""
    return {
        "source": source.id,
        "title": source.title,
        "authors": list(source.authors),
        "year": source.year,
        "published": source.published,
        "where": source.where,
        "entries": len(entries(source.id)),
        "states": _states(source),
    }


def source_lines() -> Iterator[str]:
    """Yield a list of the sources, with how many entries each has in each state."""
    for source in sources():
        authors = ", ".join(source.authors)
        yield f"{source.id:<16} {authors}: {source.title} ({source.year})"
        counts = ", ".join(f"{n} {state}" for state, n in _states(source).items() if n)
        yield f"{'':<16} {len(entries(source.id))} places: {counts}"
    yield ""
    yield "mystpy source thesis lists the places of a source; mystpy source thesis 3.2,"
    yield "or mystpy source 'figure 2.2', shows what is there and the command for it."


def list_lines(found: Iterable[SourceEntry]) -> Iterator[str]:
    """Yield a line for each entry: its place, state, and what it says."""
    for entry in found:
        line = f"{entry.place:<16} {entry.state:<14} {entry.title or entry.says}"
        width = min(_width(), _WIDEST)
        yield line if len(line) <= width else f"{line[: width - 3].rstrip()}..."


def entry_lines(entry: SourceEntry, called: str) -> Iterator[str]:
    """Yield the lines of an entry; `called` is the short name of its source."""
    title = f": {entry.title}" if entry.title else ""
    yield f"{called}, {entry.place}{title}"
    yield from _wrapped(entry.says, "  ", "  ")
    yield from _field("state", ". ".join(filter(None, (entry.state, entry.why))))
    for each in entry.run:
        yield f"  {'run':<{_INDENT - 2}}{each.command}"
        yield f"  {'prints':<{_INDENT - 2}}... {each.gives} ..."
    yield from _field("statements", ", ".join(entry.statements))
    yield from _field("axioms", ", ".join(f"({label})" for label in entry.labels))
    yield from _field("files", ", ".join(f"example:{name}" for name in entry.examples))
    yield from _field("picture", entry.picture)
    yield from _field("course", entry.course)


def _field(name: str, text: str) -> list[str]:
    first = f"  {name:<{_INDENT - 2}}"
    return _wrapped(text, first, " " * _INDENT) if text else []


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    return wrap(
        text,
        _width(),
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
        break_long_words=False,
    )


def _states(source: Source) -> dict[str, int]:
    found = [entry.state for entry in entries(source.id)]
    return {state: found.count(state) for state in STATES}


def _width() -> int:
    return min(shutil.get_terminal_size().columns, _WIDEST)
