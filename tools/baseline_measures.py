"""Compare baselines that search or learn with the levels, for players.md.

`python -m tools.players baselines` plays the games, with fixed seeds, and draws the
shares against the time of a turn in docs/players-baselines.svg. With `--keep DIR` each
row is kept in a file as soon as it is played, and not played again.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from mystpy.arena.design import Entrant, Tournament
from mystpy.arena.score import MatchHost, referee_game, score_of
from mystpy.game.game import Game
from mystpy.intervals import Mean, share_interval
from mystpy.players.registry import KINDS, Option, PlayerKind
from tools.measures import Stopwatch, Table, table

PICTURE = Path(__file__).parents[1] / "docs" / "players-baselines.svg"
SEED = 43
READABLE: dict[str, Option] = {"readable": True}
"""The strong players ask what tells them most, as the others do."""


class Measured(NamedTuple):
    """A kind with options, its share with the interval, and the time of a turn."""

    kind: str
    options: dict[str, Option]
    games: int
    share: tuple[float, float, float]
    milliseconds: float

    @property
    def name(self) -> str:
        """The kind with its options."""
        return " ".join([self.kind, *(f"{k}={v}" for k, v in self.options.items())])

    def row(self) -> Sequence[object]:
        """A row of the table."""
        mean, low, high = self.share
        share = f"{mean:.3f} ({low:.3f} to {high:.3f})"
        return self.name, self.games, share, f"{self.milliseconds:.1f}"


# With 150 games the intervals are about 0.08 wide to each side.
BASELINES: tuple[tuple[str, dict[str, Option], int], ...] = (
    ("strong-a", READABLE, 150),
    ("strong-d", READABLE, 150),
    ("strong-e", READABLE, 150),
    ("strong-e", {}, 150),
    ("learned", {}, 450),
    ("learned", {"told": 0.3}, 150),
    ("pimc", {"iterations": 100}, 150),
    ("pimc", {"iterations": 400}, 150),
    ("pimc", {"iterations": 400, "reads": True}, 150),
    ("pimc", {"iterations": 400, "open_cards": True}, 150),
    ("ismcts", {"iterations": 100}, 150),
    ("ismcts", {"iterations": 400}, 150),
    ("ismcts", {"iterations": 400, "reads": True}, 150),
    ("mo-ismcts", {"iterations": 400}, 150),
    ("cfr", {}, 150),
)
"""The measured kinds with their options, and numbers of games."""

OTHERS = ("strong-e", "minimax", "exact")
"""Against whom the best two are compared."""


def measured(
    kind: str, options: dict[str, Option], games: int, other: str, game: Game
) -> Measured:
    """One player among copies of another, in all seats in turn."""
    seat = Stopwatch(kind, options)
    asks = tuple(READABLE.items()) if other.startswith("strong-") else ()
    others = Entrant("others", other, asks, copies=game.p - 1)
    both = Entrant("one", "timed"), others
    played, shares = Tournament((game,), both, seed=SEED), Mean()
    kinds = {**KINDS, "timed": PlayerKind("", seat)}
    for deal in range(0, games, played.block):
        won = 0
        for match in map(played.match, range(deal, deal + played.block)):
            refereed_game = referee_game(match, MatchHost(kinds))
            refereed_game.play()
            winner = score_of(refereed_game, match).winner
            won += winner is not None and match.seats[winner - 1].name == "one"
        shares.add(won / played.block)
    _, low, high = share_interval(shares, games / max(1, shares.number))
    a_turn = 1000 * seat.taken / max(1, seat.turns)
    return Measured(kind, options, games, (shares.mean, low, high), a_turn)


def kept(
    keep: Path | None,
    kind: str,
    options: dict[str, Option],
    games: int,
    other: str,
    p: int,
) -> Measured:
    """Do the same in Clue; a row in the file of rows is not played again."""
    key = [kind, options, games, other, p, SEED]
    path = keep and keep / "baselines.jsonl"
    if path and path.exists():
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            if row["key"] == key:
                share = tuple(row["share"])
                return Measured(kind, options, games, share, row["milliseconds"])
    found = measured(kind, options, games, other, Game.clue(p))
    print(other, p, *found.row(), flush=True)
    if path:
        row = {"key": key, "share": found.share, "milliseconds": found.milliseconds}
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
    return found


def baselines(keep: Path | None = None) -> Table:
    """The baselines beside the levels, the picture, and the best by opponents."""
    found = [
        kept(keep, kind, options, games, "strong-e", 3)
        for kind, options, games in BASELINES
    ]
    PICTURE.write_text(picture(found), "utf-8")
    head = ("player", "games", "share", "milliseconds a turn")
    yield from table(head, (each.row() for each in found))
    yield ""
    yield "![Share against time of a turn](../players-baselines.svg)"
    yield ""
    yield (
        "The best two by opponents and number of players."
        " The fair share is 1 divided by the number of players."
    )
    yield ""
    head = ("opponents", "players", "games", "learned", "strong-e")
    yield from table(head, _by_opponents(keep))


def _by_opponents(keep: Path | None) -> Iterator[Sequence[object]]:
    for other in OTHERS:
        for p, games in ((3, 150), (4, 120), (6, 90)):
            shares = []
            for kind in ("learned", "strong-e"):
                if kind == other:
                    shares.append(f"{1 / p:.3f} (identical)")
                    continue
                options = READABLE if kind == "strong-e" else {}
                found = kept(keep, kind, options, games, other, p)
                mean, low, high = found.share
                shares.append(f"{mean:.3f} ({low:.3f} to {high:.3f})")
            yield other, p, games, *shares


WIDTH, HEIGHT, LEFT, TOP = 620, 320, 60, 30
INK, GRID = "#222222", "#d9d9d9"
COLOURS = {
    "strong": "#0072B2",
    "learned": "#D55E00",
    "pimc": "#009E73",
    "ismcts": "#CC79A7",
    "mo-ismcts": "#E69F00",
    "cfr": "#000000",
}


def picture(found: Sequence[Measured]) -> str:
    """The shares with their intervals against the time of a turn, on a log scale."""
    times = [each.milliseconds for each in found]
    low, high = (f(map(math.log10, times)) for f in (min, max))
    low, high = math.floor(low), math.ceil(high)

    def across(milliseconds: float) -> float:
        return LEFT + WIDTH * (math.log10(milliseconds) - low) / (high - low)

    def down(share: float) -> float:
        return TOP + HEIGHT * (1 - share)

    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="0 0 {WIDTH + LEFT + 150} {HEIGHT + TOP + 50}" '
        'font-family="sans-serif" font-size="13">',
        "<title>Share of wins against two of strong-e, by the time of a turn</title>",
        '<rect width="100%" height="100%" fill="white"/>',
        *_axes(range(low, high + 1), across, down),
    ]
    for each in found:
        parts += _point(each, across(each.milliseconds), down)
    for number, (name, colour) in enumerate(COLOURS.items()):
        x, y = WIDTH + LEFT + 20, TOP + 20 * number
        parts.append(f'<circle cx="{x}" cy="{y}" r="5" fill="{colour}"/>')
        parts.append(f'<text x="{x + 12}" y="{y + 4}" fill="{INK}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _axes(
    powers: range, across: Callable[[float], float], down: Callable[[float], float]
) -> Iterator[str]:
    for tenth in range(0, 11, 2):
        y = down(tenth / 10)
        yield f'<path d="M{LEFT} {y:.1f}h{WIDTH}" stroke="{GRID}"/>'
        where = f'x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end"'
        yield f'<text {where} fill="{INK}">{tenth / 10:.1f}</text>'
    y = down(1 / 3)
    yield f'<path d="M{LEFT} {y:.1f}h{WIDTH}" stroke="{INK}" stroke-dasharray="4"/>'
    for power in powers:
        x = across(10.0**power)
        yield f'<path d="M{x:.1f} {TOP + HEIGHT}v6" stroke="{INK}"/>'
        where = f'x="{x:.1f}" y="{TOP + HEIGHT + 22}" text-anchor="middle"'
        yield f'<text {where} fill="{INK}">{10.0**power:g}</text>'
    where = f'x="{LEFT + WIDTH / 2}" y="{TOP + HEIGHT + 42}" text-anchor="middle"'
    yield f'<text {where} fill="{INK}">milliseconds a turn</text>'


def _point(each: Measured, x: float, down: Callable[[float], float]) -> Iterator[str]:
    mean, low, high = each.share
    kind = "strong" if each.kind.startswith("strong") else each.kind
    stroke = f'stroke="{COLOURS[kind]}" stroke-width="2"'
    yield f'<path d="M{x:.1f} {down(low):.1f}V{down(high):.1f}" {stroke}/>'
    yield f'<circle cx="{x:.1f}" cy="{down(mean):.1f}" r="5" fill="{COLOURS[kind]}">'
    yield f"<title>{escape(each.name)}: {mean:.3f}</title></circle>"


BASELINE_MEASURES: dict[str, Callable[..., Table]] = {"baselines": baselines}
