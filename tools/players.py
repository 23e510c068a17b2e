"""Make players.md: settle claims of the sources about players by tournaments.

    python -m tools.players [--keep DIR] [NAME ...]

docs/players.toml has the claims. Each names a tournament in queries/tournaments, the
number of games that decide it, and two players, or a player and a number, of which the
first should be larger. A claim is confirmed if the interval of the difference lies
above 0, refuted if below, and undecided otherwise. Some players of the sources are
partly reconstructed. If a tournament has such a player, a source's claim is undecided
instead of refuted. With a sweep over the reconstructed values it is only confirmed if
it is confirmed at each value. Sentences that no tournament can settle give the reason.
Duels, in tools/duels.py, are claims with a table; with --keep their games, and the rows
of `baselines`, are stored in files, and a later run continues from them. Other
measurements are in tools/measures.py, tools/broomhead_measures.py,
tools/exploitability_measures.py and tools/baseline_measures.py. With names only these
are settled; the others stay on the page as they are.
"""

from __future__ import annotations

import math
import os
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from mystpy.arena.design import Tournament
from mystpy.arena.schedule import run_tournament
from mystpy.arena.standings import Standings
from mystpy.intervals import LEVEL, t_of
from mystpy.players.registry import Option

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.baseline_measures import BASELINE_MEASURES
from tools.broomhead_measures import BROOMHEAD
from tools.duels import duelled
from tools.exploitability_measures import EXPLOITABILITY, KEPT
from tools.measures import MEASURES, source_of, table, tournament_of

ROOT = Path(__file__).parents[1]
CLAIMS = ROOT / "docs" / "players.toml"
PAGE = ROOT / "docs" / "explanation" / "players.md"
ALL_MEASURES: dict[str, Callable[..., Iterator[str]]]
ALL_MEASURES = {**MEASURES, **BROOMHEAD, **EXPLOITABILITY, **BASELINE_MEASURES}
MARK = "<!-- what follows is written by tools/players.py -->"


class Settled(NamedTuple):
    """The result of a claim: the difference with its interval, and all the shares.

    `swept` has the result at each reconstructed value.
    """

    claim: dict[str, Any]
    mean: float
    lower: float
    upper: float
    standings: Standings
    swept: tuple[tuple[Option, Settled], ...] = ()

    @property
    def verdict(self) -> str:
        """Return whether the claim is borne out, whatever is reconstructed."""
        verdicts = {self._alone, *(each._alone for _, each in self.swept)}
        found = verdicts.pop() if len(verdicts) == 1 else "undecided"
        if found == "refuted" and reconstructions(self.claim):
            return "undecided"
        return found

    @property
    def _alone(self) -> str:
        if self.lower > 0:
            return "confirmed"
        return "refuted" if self.upper < 0 else "undecided"


@cache
def all_reconstructions() -> list[dict[str, Any]]:
    """Return the reconstructed parts of players of the sources."""
    found: list[dict[str, Any]] = tomllib.loads(CLAIMS.read_text("utf-8"))[
        "reconstruction"
    ]
    return found


def reconstructions(claim: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the reconstructed parts that a claim depends on; none for our claims.

    They are those of the players of the tournament, not those the claim names.
    """
    if claim["source"].startswith("ours"):
        return []
    seated = {each.kind for each in tournament_of(claim["tournament"]).entrants}
    return [each for each in all_reconstructions() if seated & {*each["kinds"]}]


def settled(claim: dict[str, Any]) -> Settled:
    """Play the tournament of a claim, with a sweep if it has one."""
    tournament = tournament_of(claim["tournament"])
    found = _settled(claim, tournament)
    sweep = claim.get("sweep")
    if sweep is None:
        return found
    swept = []
    for value in sweep["values"]:
        option = (sweep["option"], value)
        entrants = tuple(
            each._replace(options=(*each.options, option))
            if each.kind == sweep["kind"]
            else each
            for each in tournament.entrants
        )
        swept.append((value, _settled(claim, replace(tournament, entrants=entrants))))
    return found._replace(swept=tuple(swept))


def _settled(claim: dict[str, Any], tournament: Tournament) -> Settled:
    jobs = os.cpu_count() or 1
    standings = run_tournament(
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
    _, low, high = blocks.interval(watched=False)
    mean = blocks.blocks.mean - above
    return Settled(claim, mean, low - above, high - above, standings)


def lines(found: Settled) -> list[str]:
    """Return the lines of a claim with its result."""
    claim, standings = found.claim, found.standings
    shares = []
    for name, each in standings.players.items():
        _, low, high = each.interval(watched=False)
        shares.append(f"{name} {each.blocks.mean:.3f} ({low:.3f} to {high:.3f})")
    what = f"{claim['better']} minus {claim.get('worse', claim.get('above'))}"
    return [
        f"### {claim['id']}: {found.verdict}",
        "",
        f"{claim['says']} ({source_of(claim)})",
        "",
        f"- {standings.games} games; shares: {', '.join(shares)}",
        f"- {what}: {found.mean:+.3f} ({found.lower:+.3f} to {found.upper:+.3f})",
        f"- `mystpy tournament example:{claim['tournament']} --games {claim['games']}`",
        *_printed(found),
        *_swept(found),
        *_reconstructed(claim),
        *([f"- {claim['note']}"] if "note" in claim else []),
        "",
    ]


def _printed(found: Settled) -> list[str]:
    """Return the conclusion from the source's own few games, and the result here."""
    claim, standings = found.claim, found.standings
    if "printed" not in claim:
        return []
    low, high = within(*claim["printed"])
    of = "{} of {}".format(*claim["printed"])
    here = standings.players[claim["better"]].wins / standings.games
    sentence = f"The source has {of} games for all copies together, an interval"
    return [f"- {sentence} of {low:.2f} to {high:.2f}; here the share is {here:.2f}."]


def _reconstructed(claim: dict[str, Any]) -> list[str]:
    """Return the reconstructed parts that a claim's outcome depends on."""
    found = [each["detail"] for each in reconstructions(claim)]
    return [
        f"- The result depends on reconstructed details: {'; '.join(found)}."
    ] * bool(found)


def _swept(found: Settled) -> list[str]:
    """Return the result of a claim at each reconstructed value."""
    if not found.swept:
        return []
    claim = found.claim
    option, better = claim["sweep"]["option"], claim["better"]
    head = [option, *found.standings.players, f"{better} minus {claim['worse']}"]
    rows = []
    for value, each in found.swept:
        players = each.standings.players
        shares = [f"{one.blocks.mean:.3f}" for one in players.values()]
        apart = f"{each.mean:+.3f} ({each.lower:+.3f} to {each.upper:+.3f})"
        wrong = f"{players[better].wrong} of {players[better].games}"
        rows.append([str(value), *shares, apart, wrong])
    head.append(f"{better} guesses wrong")
    return ["", *table(head, rows), ""]


def within(won: int, games: int) -> tuple[float, float]:
    """The interval of a share by so few games (Clopper and Pearson 1934)."""
    tail = (1 - LEVEL) / 2

    def at_least(number: int, share: float) -> float:
        return sum(
            math.comb(games, k) * share**k * (1 - share) ** (games - k)
            for k in range(number, games + 1)
        )

    def where(is_below: Callable[[float], bool]) -> float:
        low, high = 0.0, 1.0
        for _ in range(50):
            middle = (low + high) / 2
            low, high = (middle, high) if is_below(middle) else (low, middle)
        return low

    lowest = where(lambda share: at_least(won, share) < tail) if won else 0.0
    highest = where(lambda share: 1 - at_least(won + 1, share) > tail)
    return lowest, highest if won < games else 1.0


def sentence(words: dict[str, str]) -> list[str]:
    """A sentence that is not settled, and why."""
    head = f"### {words['id']}: {words['verdict']}"
    return [
        head,
        "",
        f"{words['says']} ({source_of(words)})",
        "",
        f"- {words['why']}",
        "",
    ]


def measured(words: dict[str, str], *, keep: Path | None = None) -> list[str]:
    """A measure with its table."""
    name = words["id"]
    kept = {"keep": keep} if name in (*BASELINE_MEASURES, *KEPT) else {}
    head = [f"### {name}: measured", "", f"{words['says']} ({source_of(words)})", ""]
    return [*head, *ALL_MEASURES[name](**kept), *_note(words), ""]


def _note(words: dict[str, str]) -> list[str]:
    return ["", words["note"]] if "note" in words else []


def on_page(page: str) -> dict[str, list[str]]:
    """Return the text of the page under each name."""
    blocks = page.partition(MARK)[2].split("\n### ")[1:]
    names = [block.partition(":")[0] for block in blocks]
    texts = [f"### {block.rstrip()}\n".split("\n") for block in blocks]
    return dict(zip(names, texts, strict=True))


def main(words: list[str]) -> None:
    """Settle what is named, or all, and write the page."""
    keep = None
    if words[:1] == ["--keep"]:
        keep, words = Path(words[1]), words[2:]
    listed = tomllib.loads(CLAIMS.read_text("utf-8"))
    makers: dict[str, Callable[[Any], list[str]]] = {
        "claim": settled_lines,
        "sentence": sentence,
        "duel": partial(duelled, keep=keep),
        "measure": partial(measured, keep=keep),
    }
    order = [each["id"] for kind in makers for each in listed[kind]]
    if strange := [word for word in words if word not in order]:
        sys.exit(f"there is no {strange[0]}; there are {', '.join(order)}")
    kept = on_page(PAGE.read_text("utf-8"))
    for kind, make in makers.items():
        for each in listed[kind]:
            if not words or each["id"] in words:
                kept[each["id"]] = make(each)
                print("\n".join(kept[each["id"]]), flush=True)
                _write(kept, order)


def settled_lines(claim: dict[str, Any]) -> list[str]:
    """Return the lines of a claim with its present result."""
    return lines(settled(claim))


def _write(kept: dict[str, list[str]], order: list[str]) -> None:
    """Write the page with what there is of each name, in this order."""
    listed = [kept[name] for name in order if name in kept]
    verdicts = Counter(block[0].rpartition(": ")[2] for block in listed)
    sentence = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.items())
    head = PAGE.read_text("utf-8").partition(MARK)[0]
    text = [line for block in listed for line in block]
    PAGE.write_text("\n".join((f"{head}{MARK}", "", sentence, "", *text)), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
