"""Settle 40 conjectures that a logician might write: 30 that are true, 10 that are not.

Each is asked of `mystpy theorem --say` in a new process, with no outcome of a prover
kept from an earlier run. Seconds are of processor time, user and system, including
child processes. The benchmark stops if one that is false is PROVED or HOLDS, or one
that is true is FALSE. Names of conjectures as arguments choose some of them.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Mapping

from harness import table

EACH = "forall i in players, k in holders, x in cards: "
ONE = "forall i in players, x in cards: "
TWO = "forall i in players, j in players, x in cards: "
TRUE = {
    # of the past
    "what was known is known": f"{EACH}once K(i,h(k,x)) -> K(i,h(k,x))",
    "a tautology so far": "so far (In(1) | ~In(1))",
    "the end after a guess": "GameOver -> once guessphase",
    "in, so always in so far": "forall i in players: In(i) -> so far In(i)",
    "cards were where they are": f"{EACH}once h(k,x) -> so far h(k,x)",
    "answers follow questions": "ansphase -> before (askphase | ansphase)",
    "all were in once": "forall i in players: once In(i)",
    "who is out had a turn": "forall i in players: ~In(i) -> once Turn(i)",
    "own cards were always known": f"{ONE}h(i,x) -> so far K(i,h(i,x))",
    "the past is remembered": f"{ONE}once K(i,h(0,x)) -> K(i,once K(i,h(0,x)))",
    "the end is the end": "GameOver -> on all ways always GameOver",
    "a question was asked": ("forall Q in questions: Question(Q) -> once askphase"),
    # positive formulas
    "known to know": f"{TWO}K(i,K(j,h(0,x))) -> next K(i,K(j,h(0,x)))",
    "the pile in common": (
        "forall x in cards: C(players,h(0,x)) -> next C(players,h(0,x))"
    ),
    "pooled knowledge stays": (
        "forall x in cards: D([1,2],h(0,x)) & In(1) -> next D([1,2],h(0,x))"
    ),
    "knowing whether stays": f"{TWO}K(i,Kw(j,h(0,x))) -> next K(i,Kw(j,h(0,x)))",
    "known to be out": "forall i in players: ~In(i) -> next C(players,~In(i))",
    # counts and sizes
    "all cards": "c = m + n*p",
    "more cards than in the pile": "c > m + n",
    "own cards are counted": "forall i in players: #(x in cards: K(i,h(i,x))) = n",
    "the pile by exclusion": (
        "forall i in players: #(x in cards: K(i,~h(0,x))) = c - m ->"
        " forall x in cards: Kw(i,h(0,x))"
    ),
    "one holder is left": (
        f"{ONE}#(k in holders: ~K(i,~h(k,x))) = 1 -> exists k in holders: K(i,h(k,x))"
    ),
    "one turn": "#(i in players: Turn(i)) = 1",
    "no more than the pile": "forall i in players: #(x in cards: K(i,h(0,x))) <= m",
    "the whole pile is known": (
        "forall i in players: #(x in cards: K(i,h(0,x))) = m ->"
        " forall x in cards: Kw(i,h(0,x))"
    ),
    "hands together": "#(x in cards, i in players: h(i,x)) = n*p",
    # knowledge, and premises that are never true
    "introspection": f"{ONE}~K(i,h(0,x)) -> K(i,~K(i,h(0,x)))",
    "own hands are common": f"{ONE}C(players,Kw(i,h(i,x)))",
    "no premise": "GameOver & askphase -> K(1,h(0,s1))",
    "never both": "GameOver & Turn(1) & askphase -> false",
}
FALSE = {
    "all stay in": "forall i in players: In(i)",
    "doubt stays": f"{ONE}once ~K(i,h(0,x)) -> ~K(i,h(0,x))",
    "the end after all are out": "GameOver -> once forall i in players: ~In(i)",
    "always asked before": "askphase -> before guessphase",
    "never in doubt so far": f"{ONE}K(i,h(0,x)) -> so far K(i,h(0,x))",
    "ignorance known": f"{TWO}~K(i,K(j,h(0,x))) -> next ~K(i,K(j,h(0,x)))",
    "as many as the pile": "forall i in players: #(x in cards: K(i,h(i,x))) = m",
    "two holders are left": (
        f"{ONE}#(k in holders: ~K(i,~h(k,x))) = 2 -> exists k in holders: K(i,h(k,x))"
    ),
    "too few cards": "c < m + n*p",
    "all know, so in common": (
        "forall x in cards: E(players,h(0,x)) -> C(players,h(0,x))"
    ),
}
GOOD = ("PROVED", "HOLDS")


def settle(text: str, folder: str) -> tuple[float, float, Mapping[str, object]]:
    """Return the processor time, the time that passed, and what was printed."""
    words = ["theorem", "--say", text, "--format", "json"]
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-P", "-m", "mystpy", *words],
        capture_output=True,
        check=False,
        env={**os.environ, "XDG_CACHE_HOME": folder},
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode in (0, 1, 5), done.stderr.decode()
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, time.perf_counter() - begun, json.loads(done.stdout)


def main(chosen: Collection[str] = ()) -> str:
    """Return the table, of the conjectures that are chosen if there are any."""
    rows: list[list[object]] = []
    for said, conjectures in ((True, TRUE), (False, FALSE)):
        for name, text in conjectures.items():
            if chosen and name not in chosen:
                continue
            with tempfile.TemporaryDirectory() as folder:
                spent, passed, found = settle(text, folder)
            verdict = str(found["verdict"])
            assert verdict != "FALSE" if said else verdict not in GOOD, (name, found)
            by = f"{verdict}{', vacuously' * bool(found.get('vacuous'))}"
            rows.append([name, by, found["method"], found["scope"], spent, passed])
            print(*rows[-1], sep=" | ", file=sys.stderr, flush=True)
    headings = ["conjecture", "verdict", "method", "scope", "processor", "passed"]
    return table(headings, rows)


if __name__ == "__main__":
    print(main(sys.argv[1:]))
