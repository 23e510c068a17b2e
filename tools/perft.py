"""Write docs/perft.json and perft.md: situations and histories of twenty games.

python tools/perft.py [--check-only]

Each game is counted by the public transition system, and up to the depth in the column
"by clingo" by clingo from the axiom files alone. The run ends with an error if the two
differ. --check-only compares the counts with docs/perft.json and writes nothing.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mystpy.game.game import Game
from mystpy.perft.axiom_counts import AxiomPerft
from mystpy.perft.counts import Perft
from mystpy.theories import origin_keys

DOCS = Path(__file__).parents[1] / "docs"
DATA = DOCS / "perft.json"
PAGE = DOCS / "reference" / "perft.md"
MARK = "<!-- the tables are written by tools/perft.py -->"

_TWO = {"who": ["ann", "bob"], "how": ["axe", "bow"]}
_THREE = {"who": ["ann", "bob", "cid"], "how": ["axe", "bow", "net"]}
_NINE = {**_THREE, "where": ["attic", "barn", "cave"]}


def _myst(m: int, n: int, p: int, q: int, **more: object) -> dict[str, object]:
    return {"rules": "myst", "m": m, "n": n, "p": p, "q": q, **more}


def _clue(p: int, sorts: dict[str, list[str]], **more: object) -> dict[str, object]:
    return {"rules": "clue", "p": p, "sorts": sorts, **more}


_UNEVEN = {"rules": "cards", "cards": ["sun", "moon", "star", "sky"], "q": 1}

GAMES: tuple[tuple[str, dict[str, object], int, int], ...] = (
    ("MYST(1,1,2,1)", _myst(1, 1, 2, 1), 24, 12),
    ("MYST(2,1,2,1)", _myst(2, 1, 2, 1), 16, 8),
    ("MYST(1,2,2,1)", _myst(1, 2, 2, 1), 14, 7),
    ("MYST(1,2,2,2)", _myst(1, 2, 2, 2), 12, 5),
    ("MYST(2,2,2,2)", _myst(2, 2, 2, 2), 10, 4),
    ("MYST(1,3,2,2)", _myst(1, 3, 2, 2), 10, 3),
    ("MYST(1,4,2,2)", _myst(1, 4, 2, 2), 8, 3),
    ("MYST(1,1,3,1)", _myst(1, 1, 3, 1), 20, 8),
    ("MYST(1,1,3,2)", _myst(1, 1, 3, 2), 16, 7),
    ("MYST(2,1,3,2)", _myst(2, 1, 3, 2), 12, 5),
    ("MYST(1,2,3,2)", _myst(1, 2, 3, 2), 9, 3),
    ("MYST(1,1,4,2)", _myst(1, 1, 4, 2), 12, 5),
    (
        "4 cards, hands of 2 and 1",
        {**_UNEVEN, "sizes": {"0": 1, "1": 2, "2": 1}},
        16,
        8,
    ),
    ("Clue, 2 + 2 cards, 2 players", _clue(2, _TWO), 16, 8),
    ("Clue, 3 + 3 cards, 3 players", _clue(3, _THREE), 10, 5),
    ("Clue, 3 + 3 + 3 cards, 3 players", _clue(3, _NINE), 5, 2),
    ("Clue on a board, 2 + 2 cards", _clue(2, _TWO, board=True), 14, 7),
    ("Speed Clue, 2 + 2 cards", _clue(2, _TWO, speed=True), 16, 8),
    (
        "generalized Clue, 4 cards, 3 players",
        {"rules": "generalized", "m": 1, "n": 1, "p": 3, "q": 2},
        7,
        3,
    ),
    ("MYST(1,1,2,1) with events", _myst(1, 1, 2, 1, events=True), 6, 3),
)
"""Each game with its name, the depth, and the depth up to which clingo counts too."""


def row_of(name: str, game: dict[str, object], depth: int, checked: int) -> Any:
    """The counts of a game. Raises SystemExit if clingo has other ones."""
    perft = Perft(Game.from_dict(game))
    levels = list(perft.levels(depth))
    by_axioms = list(AxiomPerft(perft.game).levels(checked))
    if by_axioms != levels[: checked + 1]:
        raise SystemExit(f"{name}: clingo has other counts: {by_axioms}")
    return {
        "name": name,
        "game": game,
        "deals": perft.deals,
        "checked": checked,
        "levels": [level._asdict() for level in levels],
    }


def page_tables(rows: list[Any]) -> Iterator[str]:
    """The tables of the page."""
    yield "| game | deals | depth | histories | runs | public | states | by clingo |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    for row in rows:
        last = row["levels"][-1]
        numbers = [row["deals"], *last.values(), row["checked"]]
        yield f"| {row['name']} | " + " | ".join(f"{n:,}" for n in numbers) + " |"
    for row in rows:
        yield f"\n### {row['name']}\n\n```json\n{json.dumps(row['game'])}\n```\n"
        yield "| depth | histories | runs | public | states |"
        yield "|--:|--:|--:|--:|--:|"
        for level in row["levels"]:
            yield "| " + " | ".join(f"{n:,}" for n in level.values()) + " |"


def main() -> None:
    """Count all games, and write the files."""
    rows = []
    for entry in GAMES:
        print(entry[0], flush=True)
        rows.append(row_of(*entry))
    if "--check-only" in sys.argv:
        written = json.loads(DATA.read_text("utf-8"))
        if rows != [{k: x for k, x in row.items() if k != "mystpy"} for row in written]:
            raise SystemExit("docs/perft.json has other counts")
        return
    origin = origin_keys()
    lines = ",\n".join(json.dumps({**row, **origin}) for row in rows)
    DATA.write_text(f"[\n{lines}\n]\n", "utf-8")
    head, _, _ = PAGE.read_text("utf-8").partition(MARK)
    PAGE.write_text("\n".join((head + MARK, "", *page_tables(rows), "")), "utf-8")


if __name__ == "__main__":
    main()
