"""Which format a file has, and the records that are made of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module

from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import MystError, ParseError, QueryError, did_you_mean
from mystpy.records.format.record import GameRecord

Importer = Callable[[str, str, Sequence[str]], Iterator[GameRecord]]


class LogFormat(NamedTuple):
    """A format that is imported: what it is, and by what its text is recognized."""

    what: str
    mark: str


FORMATS = {
    "record": LogFormat("records, as they are", r"(?m)^[ \t]*record[ \t]*="),
    "notebook": LogFormat("a notebook of mystpy notebook", r"\Amystpy notebook\b"),
    "tournament": LogFormat(
        "the results of mystpy tournament --out, whose games are played again",
        r'\A\{"tournament":',
    ),
    "transcript": LogFormat(
        "messages to and from a program, as serve --transcripts keeps them",
        r'\A\{[^\n]*"type":\s*"(?:hello|welcome|game)"',
    ),
    "lines": LogFormat(
        "JSON lines with game, hands and history, as play and batch have them",
        r'\A\{(?=[^\n]*"game":)[^\n]*"history":',
    ),
    "contest": LogFormat(
        "texts to and from a program of the Speed Clue contest",
        r"(?mi)^\W*reset [3-6] [0-5](?: [a-z]{2})+\s*$",
    ),
    "cluebot": LogFormat(
        "game.yml of cluebot (github.com/jdrbc/cluebot)",
        r"(?m)^setup:\s*(?:#.*)?$",
    ),
    "reasoner": LogFormat(
        "calls of the ClueReasoner exercise (T. Neller, Gettysburg College)",
        r"""(?:\bsuggest|\bhand|\badd_hand)\s*\(\s*["']""",
    ),
    "query": LogFormat("a query file", r"(?m)^history[ \t]*="),
}
"""The formats, in the order in which they are recognized."""

_MODULES = {
    "record": "own_files:of_records",
    "notebook": "own_files:of_notebook",
    "query": "own_files:of_query",
    "lines": "json_lines:of_lines",
    "tournament": "tournament:of_tournament",
    "transcript": "transcript:of_transcript",
    "contest": "contest:of_contest",
    "cluebot": "cluebot:of_cluebot",
    "reasoner": "reasoner:of_reasoner",
}


def imported(
    text: str, name: str, source: str | None, players: Sequence[str]
) -> Iterator[GameRecord]:
    """The records of a file's text; `source` is the name of its format, if it is given.

    `players` are names for the players, where the format has none. Raises QueryError
    for formats that are not known, and for files that are wrong, with the place.
    """
    found = format_of(text, name) if source is None else source
    if found not in FORMATS:
        near = did_you_mean(found, FORMATS)
        hint = near or f"the formats are {', '.join(FORMATS)}"
        raise QueryError(f"there is no format {found!r}", hint=hint)
    module, _, function = _MODULES[found].partition(":")
    make: Importer = getattr(
        import_module(f"mystpy.records.importers.{module}"), function
    )
    try:
        yield from make(text, name, players)
    except ParseError:
        raise
    except MystError as error:
        message = str(error)
        message = message if name in message else f"{name}: {message}"
        raise QueryError(message, hint=error.hint) from None


def format_of(text: str, name: str) -> str:
    """The name of the format that a text has. Raises QueryError if it is unknown."""
    begins = text.lstrip("\ufeff \t\r\n")
    for found, each in FORMATS.items():
        if pattern(each.mark).search(begins):
            return found
    listed = "; ".join(f"{key}: {each.what}" for key, each in FORMATS.items())
    raise QueryError(
        f"{name} has no format that is known here",
        hint=f"--from FORMAT names one of {listed}",
    )
