"""Compare provers and few worlds with the methods before them, in processor time.

`provers` prove for all sizes and any number of players. The peer of the invariants is
the induction by clingo for p up to 7. The peer of knowledge is a sweep of five actions
in three small games, which proves nothing about longer histories or other games. `with
E` includes E's proofs, with each of their steps made again. The first row is about all
statements that `make theorems` settles by provers, or would without Coq, with all their
readings. Its peer settles the same without provers, by induction for p up to 7, public
states and sweeps. The second row is the part of the provers: make their problems, run
them, and make the proofs again. Its peer is the induction for the invariants. `few
worlds` proves knowledge in all histories; its peer is the same sweep. The peers get the
same results, and `ratio` is their time divided by that of mystpy. E's own time counts.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, TypeVar
from unittest.mock import patch

from harness import table

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.countermodels.few_worlds import for_all_sizes, for_named_games
from mystpy.conjectures.induction.invariants import SUPPORT, find_violation
from mystpy.conjectures.outcomes import forget, fresh
from mystpy.conjectures.prover.obligations import support
from mystpy.conjectures.prover.prover_results import Effort, ask_provers
from mystpy.conjectures.prover.provers import prove
from mystpy.conjectures.prover.smt import steps
from mystpy.conjectures.sweep.sweep import sweep
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.language.decidable import parse_conjecture
from mystpy.theses import bench

T = TypeVar("T")

MOST_PLAYERS = 7
GAMES = (Game.myst(1, 1, 2, 1), Game.myst(2, 1, 2, 1), Game.myst(1, 1, 3, 2))
DEPTH = 5
ALL = "forall i in players, x in cards: "
KNOWN = {
    "a hand and the pile": "K(1,h(0,s1)) -> ~h(1,s1)",
    "introspection": f"{ALL}~K(i,h(0,x)) -> K(i,~K(i,h(0,x)))",
    "C -> E": f"{ALL}C(players,h(0,x)) -> E(players,h(0,x))",
    "theorem 3.1": f"{ALL}h(0,x) -> (K(i,h(0,x)) <-> K(i, forall j in players: ~h(j,x))"
    " | (forall y in cards: ~h(0,y) -> K(i,~h(0,y))))",
}


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """Return what the work finds, and the processor time of it and what it starts."""
    start = _spent()
    found = work()
    return found, _spent() - start


def _spent() -> float:
    return time.process_time() + sum(os.times()[2:4])


def by_induction() -> float:
    """Measure the induction by clingo for the invariants, p up to 7."""
    nodes = [parse_conjecture(text) for text in SUPPORT]
    players = range(2, MOST_PLAYERS + 1)
    found, seconds = timed(
        lambda: [find_violation(node, p) for p in players for node in nodes]
    )
    assert not any(found), "they are invariants"
    return seconds


SETTLING = ("mystpy.conjectures.prover.provers.prove",)
"""The functions that call the provers for a statement, which may do without them."""
PROVERS_ONLY = (
    "mystpy.theses.chapter2.provers.prove_properties",
    "mystpy.theses.chapter2.provers.prover_finding",
)
"""The functions that call them for statements about knowledge."""


def stated() -> list[list[object]]:
    """Settle again what the page says is settled by provers, each in this process."""
    page = Path(__file__).parents[1] / "docs/theorems.json"
    rows = json.loads(page.read_text("utf-8"))
    names = [row["id"] for row in rows if "by provers" in _settled_by(row)]
    assert names, "the page tells what provers settle"
    ours, provers = settled(names, SETTLING + PROVERS_ONLY)
    theirs, rest = settled(names, PROVERS_ONLY, without=SETTLING)
    induction = by_induction()
    return [
        _row(f"{len(names)} statements; peer: without provers", ours, theirs - rest),
        _row(
            f"of that the provers' part; peer: {len(SUPPORT)} invariants,"
            f" p <= {MOST_PLAYERS}",
            provers,
            induction,
        ),
    ]


def _settled_by(row: dict[str, Any]) -> str:
    """Return the method of a verdict, and the one without Coq."""
    return f"by {row['method']}; {row['note'] or ''}"


def _row(what: str, ours: float, theirs: float) -> list[object]:
    return [what, "with E", ours, theirs, theirs / ours]


def settled(
    names: list[str], clocked: tuple[str, ...], without: tuple[str, ...] = ()
) -> tuple[float, float]:
    """Return the time to settle statements, and the part in the measured functions."""
    inside: list[float] = []

    def watched(entry: Callable[..., T]) -> Callable[..., T]:
        def called(*given: Any, **named: Any) -> T:
            found, seconds = timed(lambda: entry(*given, **named))
            inside.append(seconds)
            return found

        return called

    budget = Budget(scope="full", processes=1)
    with ExitStack() as patches:
        for entry in clocked:
            patches.enter_context(patch(entry, watched(resolve_name(entry))))
        for entry in without:
            patches.enter_context(patch(entry, lambda *_, **__: None))
        _, whole = timed(
            lambda: [bench.settle(bench.statement(name), budget) for name in names]
        )
    return whole, sum(inside)


def inducing(effort: Effort, what: str) -> list[object]:
    """Prove the invariants for all p, with nothing proved before, and for p up to 7."""
    forget()
    steps.cache_clear()
    opinions, ours = timed(lambda: ask_provers(support(), effort))
    assert opinions.failed is None, "they are invariants"
    theirs = by_induction()
    said = f"{len(SUPPORT)} invariants, all p; peer: p <= {MOST_PLAYERS}"
    return [said, what, ours, theirs, theirs / ours]


def few_worlds(conjecture: Conjecture, budget: Budget) -> Result | None:
    """Prove it for all sizes if that is enough, else for the games named."""
    every_size = for_all_sizes(conjecture, budget)
    return every_size or for_named_games(conjecture, budget)


def knowing(name: str) -> list[list[object]]:
    """Prove a formula of knowledge in both ways, and sweep small games."""
    conjecture = Conjecture(name, "always", KNOWN[name], GAMES)
    node, budget = conjecture.node, Budget(scope="sample", processes=1)
    swept, theirs = timed(lambda: [sweep(node, g, work=0, depth=DEPTH) for g in GAMES])
    assert all(each.failure is None for each in swept), "it holds"
    rows: list[list[object]] = []
    for method, settle in (("provers", prove), ("few worlds", few_worlds)):
        found, ours = timed(lambda settle=settle: settle(conjecture, budget))
        assert found is not None, "it is proved"
        rows.append([name, method, ours, theirs, theirs / ours])
    return rows


def main() -> str:
    """Return the table; no outcome counts that an earlier run has kept."""
    with fresh():
        rows = [
            *stated(),  # first, before anything is known
            inducing(Effort.CVC5, "provers"),
            inducing(Effort.BOTH, "with E"),
            *(row for name in KNOWN for row in knowing(name)),
        ]
    return table("what|by|seconds|peer, seconds|ratio".split("|"), rows)


if __name__ == "__main__":
    print(main())
