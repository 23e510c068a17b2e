"""Editions of Clue by their names: which cards there are, by their sorts."""

from __future__ import annotations

from pathlib import Path

from mystpy.errors import GameError, did_you_mean

FOLDER = Path(__file__).with_name("editions")


def edition_names() -> tuple[str, ...]:
    """The names of all editions."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def edition_sorts(name: object) -> dict[str, list[str]]:
    """The sorts of an edition, each with its cards.

    Raises GameError for an unknown edition.
    """
    import tomllib  # most games are told without

    names = edition_names()
    if name not in names:
        hint = did_you_mean(str(name), names) or f"the editions are {', '.join(names)}"
        raise GameError(f"there is no edition {str(name)[:40]!r}", hint=hint)
    table = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    return {sort: cards for sort, cards in table.items() if sort != "title"}
