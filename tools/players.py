"""Make docs/players.md: what the sources say of players, settled by tournaments.

    python tools/players.py [CLAIM ...]

docs/players.toml has the claims; each names a tournament in queries/tournaments, how
many games decide it, and who is to have a larger share than whom, or than which number.
A claim is confirmed if the interval of the difference lies above 0, refuted if below,
and undecided otherwise. With names of claims only these are settled, and nothing is
written.
"""

from __future__ import annotations

import math
import os
import sys
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from mystpy.arena.file import load_tournament
from mystpy.arena.intervals import LEVEL, t_of
from mystpy.arena.schedule import conducted
from mystpy.arena.standings import Standings

ROOT = Path(__file__).parents[1]
CLAIMS = ROOT / "docs" / "players.toml"
PAGE = ROOT / "docs" / "players.md"
MARK = "<!-- what follows is written by tools/players.py -->"


class Settled(NamedTuple):
    """What a claim came to: the difference with its interval, and all the shares."""

    claim: dict[str, Any]
    mean: float
    low: float
    high: float
    standings: Standings

    @property
    def verdict(self) -> str:
        """Whether the claim is borne out."""
        if self.low > 0:
            return "confirmed"
        return "refuted" if self.high < 0 else "undecided"


def settled(claim: dict[str, Any]) -> Settled:
    """Play the tournament of a claim."""
    path = ROOT / "queries" / "tournaments" / f"{claim['tournament']}.toml"
    tournament = load_tournament(path.read_text("utf-8"), path.name)
    jobs = os.cpu_count() or 1
    standings = conducted(
        tournament, [], lambda _: None, games=claim["games"], processes=jobs
    )
    if "worse" in claim:
        first, second = claim["better"], claim["worse"]
        sign = 1 if (first, second) in standings.pairs else -1
        pair = (first, second) if sign == 1 else (second, first)
        found, _ = standings.pairs[pair]
        half = t_of((1 + LEVEL) / 2, found.number - 1)
        half *= math.sqrt(found.variance / found.number)
        mean = sign * found.mean
        return Settled(claim, mean, mean - half, mean + half, standings)
    blocks, above = standings.players[claim["better"]], claim["above"]
    low, high = blocks.interval(watched=False)
    mean = blocks.blocks.mean - above
    return Settled(claim, mean, low - above, high - above, standings)


def lines(found: Settled) -> list[str]:
    """A claim with what it came to."""
    claim, standings = found.claim, found.standings
    shares = []
    for name, each in standings.players.items():
        low, high = each.interval(watched=False)
        shares.append(f"{name} {each.blocks.mean:.3f} ({low:.3f} to {high:.3f})")
    what = f"{claim['better']} before {claim.get('worse', claim.get('above'))}"
    return [
        f"### {claim['id']}: {found.verdict}",
        "",
        f"{claim['says']} ({claim['source']})",
        "",
        f"- {standings.games} games; shares: {', '.join(shares)}",
        f"- {what}: {found.mean:+.3f} ({found.low:+.3f} to {found.high:+.3f})",
        f"- `mystpy tournament example:{claim['tournament']} --games {claim['games']}`",
        *([f"- {claim['note']}"] if "note" in claim else []),
        "",
    ]


def main(words: list[str]) -> None:
    """Settle the claims, and write the page if all of them are settled."""
    claims = tomllib.loads(CLAIMS.read_text("utf-8"))["claim"]
    text: list[str] = []
    counts: dict[str, int] = {}
    for claim in claims:
        if words and claim["id"] not in words:
            continue
        found = settled(claim)
        counts[found.verdict] = counts.get(found.verdict, 0) + 1
        print("\n".join(lines(found)), flush=True)
        text += lines(found)
    if words:
        return
    told = ", ".join(f"{number} {verdict}" for verdict, number in counts.items())
    head, _, _ = PAGE.read_text("utf-8").partition(MARK)
    PAGE.write_text("\n".join((f"{head}{MARK}", "", told, "", *text)), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
