"""Common knowledge and announcements: milliseconds after each turn of Clue.

`C` is C([1,2,3], ~h(3,rope)) as player 1 sees the game, and `grid` all cells of C for
that group. `ignorance` is the grid of player 1 after the announcement that nobody knows
the pile, if that is possible. Each is answered from nothing; the columns are median and
worst, and for grids and chains also the mean. `open` counts the turns at which diagrams
answered, because the bounds did not meet or took too many conflicts. `chain` is ten
announcements in a row by diagrams, from nothing, after every fifth turn of the games
with three players: these say in turn, truthfully, whether they know the pile. The peer
lists the worlds, where it finds 20,000 at most (`small` is the number of these turns),
for C and for the announcement with one formula after it. The answers are compared, and
`ratio` is the peer's mean time divided by that of mystpy, for both. The last column
says how many megabytes were used so far.
"""

from __future__ import annotations

import resource
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from bench_grid import timed
from games import KINDS, turns_seen
from harness import table

from mystpy.engines.announcements.ignorance import (
    IgnoranceWorlds,
    ignorance,
    knows_pile,
)
from mystpy.engines.base import Answer, Value
from mystpy.engines.symbolic import DIAGRAMS
from mystpy.engines.symbolic.bdd.value import DiagramSession
from mystpy.engines.symbolic.cases import cases_of
from mystpy.engines.symbolic.common_knowledge.bounds import (
    CommonKnowledge,
    ReachedCards,
)
from mystpy.engines.symbolic.enumeration import EnumeratedWorlds
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.errors import NoWorldFits
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.expand import expand
from mystpy.language.nodes import Common, Formula, Not
from mystpy.views import GivenCards, given_cards

SEEDS = {"random": 4, "smart": 4, "stress": 20}
TURNS = 40
CHAINS = range(5, TURNS + 1, 5)
LENGTH = 10
GROUP = (1, 2, 3)
PHI = Not(H(3, "rope"))

Cells = tuple[int, ...]


def common(constraints: PublicConstraints, known: GivenCards) -> Answer:
    """Return whether C holds."""
    return CommonKnowledge(constraints, GROUP).value(PHI, known)


def grid(constraints: PublicConstraints, known: GivenCards) -> ReachedCards:
    """Return the cells of all worlds that the group's links reach."""
    return CommonKnowledge(constraints, GROUP).cells(known)


def after_ignorance(constraints: PublicConstraints, known: GivenCards) -> Cells | None:
    """Return the cells left by the announcement; None if it is false."""
    try:
        return IgnoranceWorlds(constraints, range(1, constraints.game.p + 1)).cells(
            known
        )
    except NoWorldFits:
        return None


def chain(constraints: PublicConstraints, known: GivenCards) -> int:
    """Let the players say whether they know the pile; return the deals left."""
    game = constraints.game
    now = DiagramSession(constraints, agents=range(1, game.p + 1))
    for turn in range(LENGTH):
        knows = knows_pile(game, turn % game.p + 1)
        true = now.value(knows, known) is Value.TRUE
        now = now.announce(knows if true else Not(knows))
    return now.count()


def listed(
    constraints: PublicConstraints,
    announced: Formula | None,
    phi: Formula,
    known: GivenCards,
) -> object:
    """Return the cases of a formula in the worlds listed; None if they are many."""
    worlds = EnumeratedWorlds.of(constraints)
    if worlds and announced:
        worlds = worlds.announce(expand(announced, constraints.game))
    return worlds and worlds.cases(phi, known)


@dataclass
class Times:
    """The times at the turns of some games; pairs are of mystpy and the peer."""

    common: list[float] = field(default_factory=list)
    grid: list[float] = field(default_factory=list)
    ignorance: list[float] = field(default_factory=list)
    chain: list[float] = field(default_factory=list)
    pairs: list[tuple[float, float]] = field(default_factory=list)
    open: int = 0

    def measure(self, constraints: PublicConstraints, known: GivenCards) -> None:
        """Ask what is common, and what player 1 knows after one announcement."""
        found, first = timed(common, constraints, known)
        reach, second = timed(grid, constraints, known)
        left, third = timed(after_ignorance, constraints, known)
        self.common.append(first)
        self.grid.append(second)
        self.open += DIAGRAMS in (found.method, reach.method)
        if left:
            self.ignorance.append(third)
        phi, announced = (
            Common(GROUP, PHI),
            ignorance(constraints.game, range(1, constraints.game.p + 1)),
        )
        cases, taken = timed(listed, constraints, None, phi, known)
        if cases is None:
            return
        assert cases == cases_of(found.value), "the answers differ"
        cases, longer = timed(listed, constraints, announced, PHI, known)
        assert not left or cases == held_by_3(left, constraints.game), (
            "the answers differ"
        )
        self.pairs.append((first + third, taken + longer))


def held_by_3(cells: Cells, game: Game) -> tuple[bool, bool]:
    """Return the cases of the formula in deals that have these cells."""
    rope = 1 << game.deck["rope"]
    others = any(cells[k] & rope for k in game.holders if k != 3)
    return others, bool(cells[3] & rope)


def row(players: int, kind: str) -> list[object]:
    """Follow some games of one kind."""
    game, times = Game.clue(players), Times()
    for seed in range(SEEDS[kind]):
        deal, history = KINDS[kind](game, Random(seed), TURNS)
        for turn, (constraints, known) in enumerate(turns_seen(history, 1), 1):
            times.measure(constraints, known)
            if players == 3 and turn in CHAINS:
                everything = given_cards(History(game, deal))
                times.chain.append(timed(chain, constraints, everything)[1])
    ours, peers = zip(*times.pairs, strict=True) if times.pairs else ((), ())
    return [
        f"{kind}, {players}",
        len(times.common),
        *_spread(times.common),
        *_spread(times.grid),
        _mean(times.grid),
        times.open,
        *_spread(times.ignorance),
        *_spread(times.chain),
        _mean(times.chain),
        len(times.pairs),
        statistics.fmean(peers) / statistics.fmean(ours) if ours else "",
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    ]


def _spread(times: Sequence[float]) -> list[object]:
    return [statistics.median(times), max(times)] if times else ["", ""]


def _mean(times: Sequence[float]) -> object:
    return statistics.fmean(times) if times else ""


def main() -> str:
    """Return the table."""
    head = "game, players|turns|C|worst|grid|worst|mean|open"
    rows = [row(players, kind) for players in (3, 6) for kind in KINDS]
    head += "|ignorance|worst|chain|worst|mean|small|ratio|MB"
    return table(head.split("|"), rows)


if __name__ == "__main__":
    print(main())
