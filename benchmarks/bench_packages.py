"""Measure questions about packages, each beside a baseline in the same run.

Times are processor time of this process in seconds, but for cold starts, which are
whole processes. `list of worlds` is a brute force in Python: it deals out all worlds,
leaves those out in which something that was said is false, and compares views. For the
package `myst` the baseline is the engines of MYST.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import bench_cold
from harness import seconds, table

import mystpy
from mystpy.packages import kept_histories
from mystpy.packages.declarations import read_package
from mystpy.packages.package_answers import PackageSituation

Hands = dict[int, frozenset[str]]
"""The suspects of each player, and of 0, the gang."""


def vienna(players: int, hand: int, questions: int, seed: int) -> tuple[Hands, str]:
    """Return a deal at random, and questions to players at random, answered."""
    draw = random.Random(seed)
    suspects = [f"s{k}" for k in range(1, 4 + players * hand)]
    draw.shuffle(suspects)
    starts = [0, *range(3, len(suspects) + 1, hand)]
    hands = {
        k: frozenset(suspects[start : hand * k + 3]) for k, start in enumerate(starts)
    }
    actions = []
    for number in range(questions):
        asker = number % players + 1
        other = draw.choice([x for x in range(1, players + 1) if x != asker])
        asked = draw.sample(sorted(suspects), 3)
        count = len(hands[other] & set(asked))
        actions.append(
            f"asks({asker},{other},{{{','.join(asked)}}}) has({other},{count})"
        )
    return hands, " ".join(actions)


def situation(
    name: str, actions: str, given: str, **constants: int
) -> PackageSituation:
    """Return a situation of a package."""
    return PackageSituation.make(read_package(name, constants), actions, [given])


def own(hands: Hands, player: int) -> str:
    """Return the formula that says which suspects a player holds."""
    return " & ".join(f"h({player},{x})" for x in sorted(hands[player]))


def first_and_next(
    make: Callable[[], PackageSituation], formulas: Sequence[str]
) -> list[float]:
    """Return the time of the first answer, and the median of the others."""
    kept_histories._kept.cache_clear()
    times = [seconds(lambda f=f: make().value(f), time.process_time) for f in formulas]
    return [times[0], statistics.median(times[1:])]


# --- The baselines ----------------------------------------------------------------


def deals(suspects: frozenset[str], players: int, hand: int) -> Iterator[Hands]:
    """Yield all ways to deal suspects to players; the rest are the gang."""

    def dealt(left: frozenset[str], player: int) -> Iterator[Hands]:
        if player > players:
            yield {0: left}
            return
        for chosen in combinations(sorted(left), hand):
            for others in dealt(left - set(chosen), player + 1):
                yield {player: frozenset(chosen), **others}

    return dealt(suspects, 1)


def brute_nested(hands: Hands, suspect: str) -> bool:
    """Return whether 1 knows at first that 2 does not know a suspect's membership."""
    players = len(hands) - 1
    every = frozenset().union(*hands.values())
    worlds = list(deals(every, players, len(hands[1])))
    knows: dict[frozenset[str], bool] = {}
    for world in worlds:
        knows[world[2]] = knows.get(world[2], True) and suspect in world[0]
    return all(not knows[w[2]] for w in worlds if w[1] == hands[1])


def brute_numbers(hands: Hands) -> bool:
    """Return whether 1 knows, after three announcements, that she lacks card 1."""
    players = range(1, len(hands))
    every = frozenset().union(*hands.values())
    worlds = list(deals(every, len(players), len(hands[1])))

    def others(world: Hands, player: int) -> tuple[frozenset[str], ...]:
        return tuple(world[k] for k in players if k != player)

    for player in players:
        seen: dict[tuple[frozenset[str], ...], set[frozenset[str]]] = {}
        for world in worlds:
            seen.setdefault(others(world, player), set()).add(world[player])
        worlds = [w for w in worlds if len(seen[others(w, player)]) > 1]
    alike = [w for w in worlds if others(w, 1) == others(hands, 1)]
    return all(min(every) not in w[1] for w in alike)


# --- Rows -------------------------------------------------------------------------


def small() -> list[object]:
    """Return the row of a small game."""
    hands, actions = vienna(3, 2, 0, 1)
    formulas = [f"K(1, ~K(2, h(0,s{k})))" for k in range(1, 10)]
    times = first_and_next(
        lambda: situation("black-vienna", actions, own(hands, 1)), formulas
    )
    brute = seconds(lambda: brute_nested(hands, "s1"), time.process_time)
    return ["Black Vienna, 3 players, 7,560 deals: K~K", *times, brute]


def middle() -> list[object]:
    """Return the row of a larger game."""
    hands, actions = vienna(3, 3, 0, 1)
    formulas = [f"K(1, ~K(2, h(0,s{k})))" for k in range(1, 10)]
    times = first_and_next(
        lambda: situation("black-vienna", actions, own(hands, 1), hand=3), formulas
    )
    brute = seconds(lambda: brute_nested(hands, "s1"), time.process_time)
    return ["Black Vienna, 3 players, 369,600 deals: K~K", *times, brute]


def common() -> list[object]:
    """Return the row of common knowledge."""
    hands, actions = vienna(3, 2, 1, 1)
    formulas = [f"C(agents, ~h(0,s{k}))" for k in range(1, 10)]
    times = first_and_next(
        lambda: situation("black-vienna", actions, own(hands, 1)), formulas
    )
    return ["Black Vienna, 3 players, one answer: C", *times, None]


def large(what: str, pattern: str, most: int = 8) -> list[object]:
    """Return a row of a game of full size; `pattern` is a formula about a suspect."""
    hands, actions = vienna(5, 5, 15, 1)
    formulas = [pattern.format(x) for x in sorted(hands[0] | hands[2])[:most]]
    times = first_and_next(
        lambda: situation("black-vienna", actions, own(hands, 1), players=5, hand=5),
        formulas,
    )
    return [f"Black Vienna, 5 players, 28 suspects, 15 answers: {what}", *times, None]


def numbers() -> list[object]:
    """Return the row of What's my number: three players say that they do not know."""
    cards = [str(k) for k in range(1, 10)]
    hands = {k: frozenset(cards[2 * k - 2 : 2 * k]) for k in (1, 2, 3)}
    hands[0] = frozenset(cards[6:])
    given = " & ".join(f"has({k},{x})" for k in (1, 2, 3) for x in sorted(hands[k]))
    formulas = [f"K(1, ~has(1,{x}))" for x in cards]
    times = first_and_next(
        lambda: situation(
            "whats-my-number",
            "unknown(1) unknown(2) unknown(3)",
            given,
            players=3,
            hand=2,
            cards=9,
        ),
        formulas,
    )
    brute = seconds(lambda: brute_numbers(hands), time.process_time)
    return ["What's my number, 7,560 deals, three announcements: K", *times, brute]


def myst() -> list[object]:
    """Return the row of the package of MYST."""
    game = mystpy.Game.myst(m=1, n=1, p=5, q=2)
    actions = "asks(1,{s1,s2})"
    formulas = [f"K(1, ~K(2, h(0,s{k})))" for k in range(1, 7)]
    given = "h(1,s3)"
    times = first_and_next(
        lambda: situation("myst", actions, given, m=1, n=1, p=5, q=2), formulas
    )
    base = seconds(
        lambda: mystpy.Situation.init(game, {1: "s3"}).do(actions).holds(formulas[0]),
        time.process_time,
    )
    return ["package myst, MYST(1,1,5,2): K~K (baseline: engine auto)", *times, base]


def cold() -> list[object]:
    """Return the row of a cold start."""
    words = ["ask", "--theory", "black-vienna", "--given", "h(1,s1)", "K(1,h(1,s1))"]
    bench_cold.COMMANDS["package"] = [*bench_cold.MYSTPY, *words]
    times = {"package": [], bench_cold.UNIT: []}  # type: ignore[var-annotated]
    for _ in range(bench_cold.RUNS):
        for name, found in times.items():
            found.append(bench_cold.processor_time(sys.executable, name))
    taken, unit = (statistics.median(each) for each in times.values())
    return [f"ask --theory black-vienna, a process: {taken / unit:.2f} x import clingo",
            taken, None, unit]  # fmt: skip


ROWS: list[Callable[[], list[object]]] = [
    small,
    middle,
    common,
    lambda: large("K of one cell", "K(1, ~h(0,{}))"),
    lambda: large("K~K", "K(1, ~K(2, h(0,{})))"),
    lambda: large("KK~K", "K(1, K(3, ~K(2, h(0,{}))))", 3),
    lambda: large("KKK~K", "K(1, K(2, K(3, ~K(4, h(0,{})))))", 3),
    lambda: large("K~KK", "K(1, ~K(2, K(3, ~h(0,{}))))", 3),
    lambda: large("four in a gang of three", "h(0,s1) & h(0,s9) & h(0,s13) & h(0,{})"),
    numbers,
    myst,
    cold,
]


def main() -> str:
    """Return the table."""
    rows = [row() for row in ROWS]
    head = ["question", "first answer", "next answers", "baseline"]
    return table(head, [["" if x is None else x for x in row] for row in rows])


if __name__ == "__main__":
    print(main())
