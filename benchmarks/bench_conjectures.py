"""Settle 25 typical conjectures with `mystpy theorem`, each in a new process.

Seconds of processor time, user and system, including child processes; the minimum of
several runs in turn. `first` runs every prover, since no outcome is kept yet; `again`
uses the outcomes that `first` has kept. BENCH_BASE may name the Python of an older
checkout in which mystpy is installed: its times are another column, and the baseline of
the ratio. The benchmark stops if verdict, scope, method, note or counterexample differ.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from harness import BASE, table

RUNS = 3
ALL = "forall i in players, j in players: "
CONJECTURES: dict[str, tuple[str, ...]] = {
    # true of all sizes, by induction
    "one turn": (f"{ALL}Turn(i) & Turn(j) -> i = j",),
    "whose turn it is, is in": ("forall i in players: Turn(i) -> In(i) | endphase",),
    "after the end": ("GameOver -> next false",),
    "after the end, 3 actions": ("GameOver -> next false", "--depth", "3"),
    "no deadlock": ("GameOver | ~(next false)",),
    "a question in each answer": ("ansphase -> exists Q in questions: Question(Q)",),
    "who is out stays out": ("forall i in players: ~In(i) -> next ~In(i)",),
    "by Coq: (2.32)": ("axiom-2.32",),
    "by Coq: a show after a yes": ("remark-2.7-only-after-yes",),
    # true, of knowledge
    "a no is common": (
        "forall j in players, Q in questions: Question(Q) & possible(no(j)) ->"
        " after no(j): C(players, forall x in Q: ~h(j,x))",
    ),
    "a shown card is known": (
        f"{ALL}forall x in cards: after shows(j,i,x): K(i, h(j,x))",
    ),
    "own cards are known": ("forall i in players, x in cards: h(i,x) -> K(i, h(i,x))",),
    "known cards stay known": (
        "forall i in players, k in holders, x in cards:"
        " K(i,h(k,x)) -> next K(i,h(k,x))",
    ),
    "a guess is noticed": (
        "forall i in players, M in guesses: possible(guess(i,M)) ->"
        " after guess(i,M): C(players, endphase)",
    ),
    "own hand at the start": (
        "forall i in players, x in cards: K(i,h(i,x)) <-> h(i,x)",
        *("--form", "initially"),
    ),
    "there is a sure guess": (
        "exists i in players, x in cards: K(i, h(0,x)) & guessphase",
        *("--form", "sometimes", "--games", "MYST(1,1,2,1)"),
    ),
    # false
    "a show is common": (
        f"{ALL}forall x in cards: after shows(j,i,x): C(players, h(j,x))",
    ),
    "all stay in": ("forall i in players: In(i)",),
    "nobody knows the pile": ("forall i in players, x in cards: ~K(i, h(0,x))",),
    "nobody else learns a card, 4 actions": (
        f"{ALL}forall x in cards: K(i, h(j,x)) -> i = j",
        *("--depth", "4"),
    ),
    "a no ends the answers": (
        "forall j in players: possible(no(j)) -> after no(j): guessphase",
    ),
    # within bounds, or open
    "the pile in common, two players": (
        "forall x in cards: E(players, h(0,x)) -> C(players, h(0,x))",
        *("--games", '{p = 2, c = "..4"}', "--moves", "no guesses"),
    ),
    "knowing the pile together": (
        "forall x in cards: E(players, h(0,x)) -> K(1, K(2, h(0,x))) | askphase",
        *("--games", '{p = 2, c = "..5"}', "--depth", "5"),
    ),
    "who sees a show, 5 actions": (
        "forall i in players, j in players, k in players, Q in questions: Question(Q) &"
        " ~(k = i) & ~(k = j) & AnsTurn(j) & Turn(i) & showphase ->"
        " next K(k, exists x in Q: K(i, h(j,x)))",
        *("--games", '{m = "1..2", n = 1, p = 3, q = "1..2"}', "--depth", "5"),
    ),
    "a game that ends at once": (
        "GameOver & askphase",
        *("--form", "sometimes", "--games", '{p = 3, c = "..5"}', "--sample"),
    ),
}
Found = Mapping[str, object]
_TIMES = ("seconds", "kept")


def words_of(name: str) -> list[str]:
    """Return the arguments that settle a conjecture or a statement."""
    first, *options = CONJECTURES[name]
    said = ["--say", first] if " " in first else [first]
    return ["theorem", *said, *options, "--format", "json"]


def settled(program: list[str], words: list[str], folder: str) -> tuple[float, Found]:
    """Return the processor time of a command, and its output without times."""
    given = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [*program, *words],
        capture_output=True,
        check=False,
        env=given | {"XDG_CACHE_HOME": folder},
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode in (0, 1, 5), done.stderr.decode()
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    found = json.loads(done.stdout)
    return spent, {key: found[key] for key in found if key not in _TIMES}


def row_of(name: str, baseline: list[str] | None, folder: str) -> list[object]:
    """Return the name, the verdict, and the minimum time of each kind of run."""
    ours, words = [sys.executable, "-P", "-m", "mystpy"], words_of(name)
    kinds = {"first": (ours, words), "again": (ours, words)}
    if baseline:
        kinds = {"baseline": (baseline, words), **kinds}
    times: dict[str, list[float]] = {kind: [] for kind in kinds}
    verdicts = []
    for _ in range(RUNS):
        for kind, (program, given) in kinds.items():
            if kind == "first":
                for path in Path(folder, "mystpy").glob("provers*"):
                    path.unlink()
            spent, found = settled(program, given, folder)
            times[kind].append(spent)
            verdicts.append(found)
    assert all(found == verdicts[0] for found in verdicts), (name, verdicts)
    least = [min(taken) for taken in times.values()]
    said = f"{verdicts[0]['verdict']}, {verdicts[0]['method']}"
    return [name, said, *least, least[0] / least[-1]]


def main() -> str:
    """Return the table."""
    baseline = [BASE, "-P", "-m", "mystpy"] if BASE else None
    kinds = [*(["baseline"] if baseline else []), "first", "again"]
    with tempfile.TemporaryDirectory() as folder:
        rows = [row_of(name, baseline, folder) for name in CONJECTURES]
    sums = [sum(float(str(row[k])) for row in rows) for k in range(2, 2 + len(kinds))]
    rows.append(["all", "", *sums, sums[0] / sums[-1]])
    return table(["conjecture", "verdict", *kinds, "ratio"], rows)


if __name__ == "__main__":
    print(main())
