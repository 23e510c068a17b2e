"""Statistics of many records, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mystpy.names.written import safe_text

Row = Mapping[str, Any]


def statistics_lines(found: Row) -> Iterator[str]:
    """Yield the statistics of each game."""
    yield _count(found["records"])
    for name, game in found["games"].items():
        yield ""
        yield f"{name}: {_count(game['records'])}"
        yield from (f"  {line}" for line in _game_lines(game))


def _game_lines(game: Row) -> Iterator[str]:
    ends = ", ".join(f"{name} {number:,}" for name, number in game["ends"].items())
    yield f"ends: {ends}"
    if game["turns"]["number"]:
        yield f"turns until a right guess: {_spread(game['turns'])}"
    for seat, row in game["seats"].items():
        yield f"wins of player {seat}: {_share(row)}"
    for name, row in game["players"].items():
        yield f"wins of {safe_text(name)}: {_share(row)}"
    for row in game["openings"]:
        yield f"first suggestion {' '.join(row['cards'])}: {_share(row)}"
    for number, row in game["own_cards"].items():
        cards = "card" if number == "1" else "cards"
        yield f"first suggestion with {number} own {cards}: {_share(row)}"
    for seat, row in game["knowable"].items():
        if not row["number"]:
            yield f"player {seat} could not know the pile in any game"
            continue
        never = f"; in {row['never']:,} games not" if row["never"] else ""
        yield f"player {seat} could first know the pile in turn {_spread(row)}{never}"
    if game["not_followed"]:
        yield f"not followed, since cards are unknown: {_count(game['not_followed'])}"


def _count(number: int) -> str:
    return f"{number:,} record{'s' * (number != 1)}"


def _share(row: Row) -> str:
    interval = f"{row['low']:.3f} to {row['high']:.3f}"
    return f"{row['number']:,} of {row['games']:,}, {row['share']:.3f} ({interval})"


def _spread(row: Row) -> str:
    return (
        f"{row['mean']:.1f} on average, {row['median']:g} in the middle, "
        f"{row['least']} to {row['most']}"
    )
