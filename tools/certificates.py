"""Make certificates.md: certificates of the solved games, and their checks.

    python tools/certificates.py [MOST_SEQUENCES]
    python tools/certificates.py --last

The first command solves the games of docs/values.json with at most so many sequences
once more, and has each certificate checked by the program apart. The second does the
same for games with a value that a last question has found, and writes the last table.
Times are of the processor, in ms.
"""

from __future__ import annotations

import contextlib
import io
import json
import runpy
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import BLUFFERS, certificate
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import (
    ValueBounds,
    improving_bounds,
    sides,
)
from mystpy.solve.trees.explicit_question import explicit_bounds
from mystpy.solve.trees.last_question import last_question_bounds

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "reference" / "certificates.md"
CHECKER = Path(__file__).parent / "check_certificate.py"
MOST, MOST_LAST, NAMED = 500_000, 600_000, 6
"""The most sequences of games with certificates, without and with a last question.

The third number is the most cards that are all named.
"""
ABOUT = """# Certificates of the solved games

`make certificates` solves the games of [values.md](../explanation/values.md) again,
with at most {most:,} sequences of both players, and has
`tools/check_certificate.py` check each certificate: {number} certificates, of which
none failed. All are for the games without
[idle questions](../explanation/idle-questions.md). Where q is larger than n no
question is a bluff, and one certificate is valid for all modes.

Times are processor times in milliseconds:

- `all turns`: to solve the game, turn after turn;
- `last turn`: to grow the tree of the last turn again, solve its linear programme and
  make both plans exact;
- `alike`: to check the certificate, trying equivalent cards once;
- `named`: the same with all named cards, for games of up to {named} cards;
- `times`: `alike` as a multiple of `last turn`, at most {worst:.2f}.

{table}
"""
LAST = """
## Values found with a last question

These values were found with a
[last question](../explanation/values.md#last-questions). The command
`python tools/certificates.py --last` turns each plan into one of the usual game with
one more turn, and has its certificate checked in the same way. `sequences` is for the
tree of the plans, and `whole` for that with one more turn, in which the player has only
the actions of the last question. Values with more than
{most:,} sequences are left out. `solve` is the time to find the plans, `write` the time
to turn them into others.

{table}
"""
LAST_HEAD = (
    *("value", "game", "bluffs by", "sequences", "whole", "bytes"),
    *("solve", "write", "alike"),
)
HEAD = (
    *("game", "bluffs by", "value", "sequences", "bytes"),
    *("all turns", "last turn", "alike", "times", "named"),
)


class Solved(NamedTuple):
    """A game as the page of values has it: its sizes, and who may bluff in it.

    `sequences` is how many the players have: if both may bluff, or with a last question
    in this game.
    """

    m: int
    n: int
    q: int
    bluff: str
    value: str
    sequences: int

    @property
    def game(self) -> Game:
        """The game of these sizes."""
        return Game.myst(self.m, self.n, 2, self.q)

    @property
    def name(self) -> str:
        """The game as it is written on the pages."""
        return f"MYST({self.m},{self.n},2,{self.q})"

    def enclosure(self) -> ValueBounds:
        """The game solved once more."""
        *_, found = improving_bounds(
            self.game, GameVariant(BLUFFERS[self.bluff], "useful")
        )
        return found


def solved(most: int, *, last: bool = False) -> Iterator[Solved]:
    """The games told one by one with at most so many sequences and a known value.

    With `last` they are the games whose value a last question has found, else the
    others.
    """
    for row in json.loads((DOCS / "values.json").read_text("utf-8")):
        if not BLUFFERS.keys() <= row.keys():
            continue
        m, n, q = (row[name] for name in "mnq")
        for bluff in BLUFFERS if q <= n else ("both",):
            if (bluff in row.get("last_question", ())) != last:
                continue
            size = row["last_question"][bluff] if last else row
            low, high = row[bluff]
            if low == high and size["sequences"] <= most:
                yield Solved(m, n, q, bluff, low, size["sequences"])


@cache
def _checker() -> Callable[[list[str]], int]:
    main: Callable[[list[str]], int] = runpy.run_path(str(CHECKER))["main"]
    return main


def checked(text: str, option: str) -> str:
    """Return the independent checker's result; ValueError for a wrong certificate."""
    with tempfile.TemporaryDirectory() as folder:
        path, said = Path(folder) / "certificate.json", io.StringIO()
        path.write_text(text, "utf-8")
        with contextlib.redirect_stdout(said):
            status = _checker()([str(path), option])
    if status:
        raise ValueError(said.getvalue())
    return said.getvalue()


def _taken(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1e3


def line(one: Solved) -> tuple[str, float]:
    """A line of the table, and how often as long as solving the check takes."""
    kept: list[ValueBounds] = []
    all_turns = _taken(lambda: kept.append(one.enclosure()))
    (found,) = kept
    assert found.value is not None
    assert str(found.value) == one.value
    text = json.dumps(certificate(found))
    turns, share = found.turns, 1 - found.turns % 2
    last = _taken(
        lambda: sides(TreeBuilder(one.game, found.variant).form(turns), share)
    )
    alike = _taken(lambda: checked(text, "--alike"))
    named = ""
    if one.game.c <= NAMED:
        named = f"{_taken(lambda: checked(text, '--all')):,.0f}"
    cells = (
        *(one.name, one.bluff, one.value),
        *(f"{number:,}" for number in (sum(found.sequences), len(text))),
        *(f"{number:,.0f}" for number in (all_turns, last, alike)),
        *(f"{alike / last:.2f}", named),
    )
    return f"| {' | '.join(cells)} |", alike / last


def last_line(one: Solved) -> str:
    """A line of the table of values that a last question has found."""
    variant = GameVariant(BLUFFERS[one.bluff], "useful")
    found: list[ValueBounds] = []
    solve = _taken(lambda: found.extend(last_question_bounds(one.game, variant)))
    write = _taken(lambda: found.append(explicit_bounds(found[-1])))
    *_, before, whole = found
    assert str(before.value) == str(whole.value) == one.value
    text = json.dumps(certificate(whole))
    alike = _taken(lambda: checked(text, "--alike"))
    numbers = sum(before.sequences), sum(whole.sequences), len(text)
    cells = (
        *(one.value, one.name, one.bluff),
        *(f"{number:,.0f}" for number in (*numbers, solve, write, alike)),
    )
    return f"| {' | '.join(cells)} |"


def write_last(most: int) -> None:
    """Write the table of values that a last question has found."""
    found = []
    for one in solved(most, last=True):
        found.append(last_line(one))
        print(found[-1], flush=True)
    head = f"| {' | '.join(LAST_HEAD)} |", "|---" * len(LAST_HEAD) + "|"
    page = PAGE.read_text("utf-8").partition(LAST[:20])[0]
    part = LAST.format(most=most, table="\n".join((*head, *found)))
    PAGE.write_text(page + part, "utf-8")


def main(words: list[str]) -> None:
    """Write the page, or its last table."""
    if words == ["--last"]:
        return write_last(MOST_LAST)
    most = int(words[0]) if words else MOST
    line(next(solved(most)))  # what is loaded only once is no part of the times
    found = []
    for one in solved(most):
        found.append(line(one))
        print(found[-1][0], flush=True)
    head = f"| {' | '.join(HEAD)} |", "|---" * len(HEAD) + "|"
    page = ABOUT.format(
        most=most,
        number=len(found),
        named=NAMED,
        worst=max(times for _, times in found),
        table="\n".join((*head, *(text for text, _ in found))),
    )
    last = PAGE.read_text("utf-8").partition(LAST[:20])
    PAGE.write_text(page + "".join(last[1:]), "utf-8")
    return None


if __name__ == "__main__":
    main(sys.argv[1:])
