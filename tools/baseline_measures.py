"""Compare baselines that search or learn with the levels, for players.md.

`python -m tools.players baselines` plays the games, with fixed seeds, and draws the
shares against the time of a turn in docs/players-baselines.svg. With `--keep DIR` each
deal is kept in a file as soon as it is played, and not played again.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from mystpy.arena.design import Entrant, Tournament
from mystpy.arena.score import MatchHost, referee_game, score_of
from mystpy.game.game import Game
from mystpy.intervals import LEVEL, Mean, difference_chance, holm, share_interval, t_of
from mystpy.players.registry import KINDS, Option, PlayerKind
from tools.measures import Stopwatch, Table, estimate, table

PICTURE = Path(__file__).parents[1] / "docs" / "players-baselines.svg"
SEED = 43
READABLE: dict[str, Option] = {"readable": True}
"""The strong players ask what tells them most, as the others do."""


class PlayedDeal(NamedTuple):
    """The games of one deal, one for each seat of the player.

    It has the part of them that the player won, the processor time of its turns in
    seconds, and their number.
    """

    share: float
    taken: float
    turns: int


class Measured(NamedTuple):
    """A kind with options, and what it won of each deal."""

    kind: str
    options: dict[str, Option]
    players: int
    deals: tuple[PlayedDeal, ...]

    @property
    def name(self) -> str:
        """The kind with its options."""
        return " ".join([self.kind, *(f"{k}={v}" for k, v in self.options.items())])

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.deals) * self.players

    @property
    def share(self) -> tuple[float, float, float]:
        """The share of the games that it won, and the ends of the interval."""
        shares = mean_of(deal.share for deal in self.deals)
        _, low, high = share_interval(shares, self.players)
        return shares.mean, low, high

    @property
    def milliseconds(self) -> float:
        """The processor time of a turn."""
        taken = sum(deal.taken for deal in self.deals)
        return 1000 * taken / max(1, sum(deal.turns for deal in self.deals))

    @property
    def chance(self) -> float:
        """The p-value of the fair share: one win in the games of a deal.

        Wins are whole numbers, so an even share has no variance by rounding.
        """
        wins = (round(deal.share * self.players) for deal in self.deals)
        return difference_chance(mean_of(each - 1 for each in wins))


def mean_of(numbers: Iterable[float]) -> Mean:
    """The mean of some numbers, with their variance."""
    found = Mean()
    for number in numbers:
        found.add(number)
    return found


def apart(one: Measured, other: Measured) -> Mean:
    """How much more one of two players won of each deal, if the deals are the same."""
    pairs = zip(one.deals, other.deals, strict=True)
    return mean_of(mine.share - theirs.share for mine, theirs in pairs)


# With 150 games the intervals are about 0.08 wide to each side.
BASELINES: tuple[tuple[str, dict[str, Option], int], ...] = (
    ("strong-a", READABLE, 150),
    ("strong-d", READABLE, 150),
    ("strong-e", READABLE, 450),
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


def played(
    kind: str, options: dict[str, Option], other: str, game: Game
) -> Callable[[int], PlayedDeal]:
    """One player among copies of another, in all seats in turn, by number of deal."""
    seat = Stopwatch(kind, options)
    asks = tuple(READABLE.items()) if other.startswith("strong-") else ()
    others = Entrant("others", other, asks, copies=game.p - 1)
    tournament = Tournament((game,), (Entrant("one", "timed"), others), seed=SEED)
    host = MatchHost({**KINDS, "timed": PlayerKind("", seat)})

    def play(deal: int) -> PlayedDeal:
        before, won = (seat.taken, seat.turns), 0
        for number in range(deal * tournament.block, (deal + 1) * tournament.block):
            match = tournament.match(number)
            refereed_game = referee_game(match, host)
            refereed_game.play()
            winner = score_of(refereed_game, match).winner
            won += winner is not None and match.seats[winner - 1].name == "one"
        taken, turns = seat.taken - before[0], seat.turns - before[1]
        return PlayedDeal(won / tournament.block, taken, turns)

    return play


def measured(
    keep: Path | None,
    kind: str,
    options: dict[str, Option],
    games: int,
    other: str,
    game: Game,
) -> Measured:
    """Play games of a player; a deal in the file of deals is not played again."""
    key = [kind, options, other, game.p, SEED]
    path = keep and keep / "baselines.jsonl"
    found = _in_file(path, key) if path else {}
    play, deals = played(kind, options, other, game), []
    for number in range(-(-games // game.p)):
        if number not in found:
            found[number] = play(number)
            if path:
                _add(path, {"key": key, "deal": number, "found": found[number]})
        deals.append(found[number])
    row = Measured(kind, options, game.p, tuple(deals))
    print(other, game.p, row.name, row.games, estimate(row.share), flush=True)
    return row


def _in_file(path: Path, key: Sequence[object]) -> dict[int, PlayedDeal]:
    """The deals of a row that were played, by number."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    rows = map(json.loads, lines)
    return {row["deal"]: PlayedDeal(*row["found"]) for row in rows if row["key"] == key}


def _add(path: Path, row: dict[str, object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def baselines(keep: Path | None = None) -> Table:
    """The baselines beside the levels, the picture, and the best by opponents."""
    found = [
        measured(keep, kind, options, games, "strong-e", Game.clue(3))
        for kind, options, games in BASELINES
    ]
    PICTURE.write_text(picture(found), "utf-8")
    head = ("player", "games", "share", "p (Holm)", "milliseconds a turn")
    yield from table(head, rows(found))
    yield ""
    yield "![Share against time of a turn](../players-baselines.svg)"
    yield ""
    yield (
        "The best of them compared with strong-e, by opponents and number of players."
        " Both ask questions that may be read, or both have the limit of 0.3 bits per"
        " question (`told = 0.3`, as strong-e has it by default). The fair share is 1"
        " divided by the number of players. Both play the same deals, and the interval"
        " of the difference is that of the differences by deal. A difference is"
        " significant if its p-value, corrected for the"
        f" {len(SETTINGS)} rows (Holm 1979), is below {1 - LEVEL:.2f}."
    )
    yield ""
    yield from compared(keep, SETTINGS)


def fewest_holders(keep: Path | None = None) -> Table:
    """The player with the rule of a contest program beside strong-e, by opponents."""
    yield from compared(keep, FEWEST_SETTINGS)


def compared(keep: Path | None, settings: Sequence[Setting]) -> Table:
    """A table of contenders beside strong-e, each in the same deals."""
    head = (
        *("player", "questions", "opponents", "players", "games", "share"),
        *("strong-e", "difference", "p (Holm)"),
    )
    yield from table(head, by_opponents(keep, settings))


def rows(found: Sequence[Measured]) -> Iterator[Sequence[object]]:
    """The rows of the first table; each share is tested against the fair one."""
    chances = holm({k: each.chance for k, each in enumerate(found)})
    for k, each in enumerate(found):
        cells = each.name, each.games, estimate(each.share), f"{chances[k]:.3f}"
        yield *cells, f"{each.milliseconds:.1f}"


Contender = tuple[str, dict[str, Option]]
"""A kind with its options."""

LEARNED: Contender = ("learned", {})
LIMITED: Contender = ("learned", {"told": 0.3})
SEARCH: Contender = ("ismcts", {"iterations": 400, "reads": True})
"""The player that searches with the highest share."""

FEWEST: Contender = ("fewest-holders", {})

Setting = tuple[Contender, str, int, int]
"""How strong-e is compared: the contender, the opponents, the players, the games."""

SETTINGS: tuple[Setting, ...] = (
    *((LEARNED, "strong-e", p, games) for p, games in ((3, 450), (4, 120), (6, 90))),
    *((LEARNED, "minimax", p, games) for p, games in ((3, 450), (4, 120), (6, 90))),
    *((LEARNED, "exact", p, games) for p, games in ((3, 300), (4, 120), (6, 90))),
    *((SEARCH, other, 3, 150) for other in ("strong-e", "minimax", "exact")),
    *((LIMITED, other, 3, 150) for other in ("strong-e", "minimax", "exact")),
)

FEWEST_SETTINGS: tuple[Setting, ...] = tuple(
    (FEWEST, other, p, games)
    for other in ("strong-e", "minimax", "weighted", "exact")
    for p, games in ((3, 300), (4, 120), (6, 90))
)


def strong_like(contender: Contender) -> Contender:
    """Strong-e with the same limit for its questions as a contender."""
    return "strong-e", {} if "told" in contender[1] else READABLE


def by_opponents(
    keep: Path | None, settings: Sequence[Setting]
) -> Iterator[Sequence[object]]:
    """The shares of contenders and strong-e in the same deals, with the difference."""
    pairs = [
        [
            measured(keep, *one, games, other, Game.clue(p))
            for one in (contender, strong_like(contender))
        ]
        for contender, other, p, games in settings
    ]
    differences = [apart(*both) for both in pairs]
    chances = holm({k: difference_chance(x) for k, x in enumerate(differences)})
    for k, (contender, other, p, _) in enumerate(settings):
        one = pairs[k][0]
        limit = "0.3 bits" if "told" in contender[1] else "readable"
        shares = (estimate(each.share) for each in pairs[k])
        by = estimate(t_interval(differences[k]), "+")
        cells = one.name, limit, other, p, one.games, *shares, by
        yield *cells, f"{chances[k]:.3f}"


def t_interval(blocks: Mean) -> tuple[float, float, float]:
    """A mean with its interval, by Student's t."""
    half = t_of((1 + LEVEL) / 2, blocks.number - 1)
    half *= math.sqrt(blocks.variance / blocks.number)
    return blocks.mean, blocks.mean - half, blocks.mean + half


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
        f'<text x="{LEFT}" y="{TOP - 12}" fill="{INK}">share of wins</text>',
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


BASELINE_MEASURES: dict[str, Callable[..., Table]] = {
    "baselines": baselines,
    "fewest-holders": fewest_holders,
}
