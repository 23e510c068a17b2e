"""Linear programs of sequence forms, in integers, for other people's solvers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from math import lcm
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array

from mystpy.solve.equilibria.listed_form import ListedForm, sequences
from tests.programs import ran


class Row(NamedTuple):
    """A row of a linear program: coefficients by column, and its relation."""

    entries: dict[int, int]
    equals: int | None = None


def programme(form: ListedForm, player: int = 1) -> tuple[int, list[Row], int]:
    """Return the linear program of a player's best strategy, in integers.

    The first columns are the strategy. The values of the other's information sets
    follow, and the last one is that of the game, which is to be maximized. It is to be
    divided by the integer that is returned last.
    """
    sign = 1 if player == 1 else -1
    whole = lcm(*(chance.denominator for chance in form.payoffs.values()))
    count, others = form.counts[player - 1], form.sets[2 - player]
    last = count + len(others)
    rows = [Row({0: 1}, 1)]
    rows += [
        Row({s.parent: -1} | dict.fromkeys(sequences(s), 1), 0)
        for s in form.sets[player - 1]
    ]
    worths = [Row({last: -1})]
    worths += [Row({count + k: -1}) for k, s in enumerate(others) for _ in s.actions]
    for k, s in enumerate(others):
        worths[s.parent].entries[count + k] = 1
    for pair, chance in form.payoffs.items():
        entries = worths[pair[2 - player]].entries
        entries[pair[player - 1]] = sign * int(chance * whole)
    return count, rows + worths, whole


def value(form: ListedForm, player: int = 1) -> float:
    """Return a player's value by HiGHS; player 2 loses the payoff of player 1."""
    count, rows, whole = programme(form, player)
    columns = 1 + max(max(row.entries) for row in rows)
    equal, least = [
        list(part) for _, part in groupby(rows, lambda row: row.equals is None)
    ]

    def matrix(some: Sequence[Row], sign: int) -> coo_array:
        cells = [(k, c, x) for k, r in enumerate(some) for c, x in r.entries.items()]
        at, columns_at, entries = zip(*cells, strict=True)
        data = sign * np.array(entries, float)
        return coo_array((data, (at, columns_at)), shape=(len(some), columns))

    goal = np.zeros(columns)
    goal[-1] = -1
    found = linprog(
        goal,
        A_ub=matrix(least, -1).tocsr(),
        b_ub=np.zeros(len(least)),
        A_eq=matrix(equal, 1).tocsr(),
        b_eq=np.array([row.equals for row in equal], float),
        bounds=[(0, None)] * count + [(None, None)] * (columns - count),
        method="highs-ds",
    )
    assert found.status == 0, found.message
    return -float(found.fun) / whole


def by_glpsol(form: ListedForm, folder: Path, player: int = 1) -> Fraction:
    """Return the value by GLPK's exact simplex method, which prints 15 digits.

    The fraction is the simplest one with these digits.
    """
    model, solution = folder / "programme.lp", folder / "solution.txt"
    count, rows, whole = programme(form, player)
    model.write_text("\n".join(_lp(count, rows)), "utf-8")
    done = ran(["glpsol", "--lp", model, "--exact", "--write", solution])
    assert "OPTIMAL SOLUTION FOUND" in done.stdout, done.stdout
    document = next(
        line for line in solution.read_text().splitlines() if line[0] == "s"
    )
    *_, status, _, worth = document.split()
    assert status == "f", document
    return Fraction(worth).limit_denominator(10**4) / whole


def _lp(count: int, rows: Sequence[Row]) -> Iterator[str]:
    """Yield a program in the format of CPLEX."""
    columns = 1 + max(max(row.entries) for row in rows)
    yield f"Maximize x{columns - 1}"
    yield "Subject To"
    for row in rows:
        terms = (f"{x:+} x{k}" for k, x in row.entries.items() if x)
        document = ">= 0" if row.equals is None else f"= {row.equals}"
        yield f"{' '.join(terms)} {document}"
    yield "Bounds"
    yield from (f"x{k} free" for k in range(count, columns))
    yield "End"
