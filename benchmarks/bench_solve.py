"""What it costs to solve a game of two players, and to check the certificate.

To grow the tree, to solve its linear programme and to judge both plans by exact best
replies, at the turn where the bounds meet. Peers in the same run: the check of the
certificate by the program apart, with cards that look alike tried once and with all
named cards.
"""

from __future__ import annotations

import json
import sys
import tempfile
from fractions import Fraction
from pathlib import Path
from subprocess import run

from harness import medians, table

from mystpy.game.game import Game
from mystpy.solve.extensive.certificate import certificate, checked
from mystpy.solve.extensive.enclosure import enclosures, sides
from mystpy.solve.extensive.growth import grown
from mystpy.solve.extensive.menu import Variant
from mystpy.solve.extensive.program import optimum

CHECKER = Path(__file__).parents[1] / "tools" / "check_certificate.py"
GAMES = ((3, 1, 1), (4, 1, 1), (2, 2, 1), (3, 2, 2))
USEFUL = Variant(idle=False)


def row(size: tuple[int, int, int], folder: Path) -> list[object]:
    """Measure one game."""
    m, n, q = size
    game = Game.myst(m, n, 2, q)
    *_, found = enclosures(game, USEFUL)
    cut = USEFUL._replace(turns=found.turns)
    form, told = grown(game, cut), certificate(found)
    path = folder / "certificate.json"
    path.write_text(json.dumps(told), "utf-8")
    check = [sys.executable, str(CHECKER), str(path)]
    grow, solve, judge, ours, alike, named = medians(
        [
            lambda: grown(game, cut),
            lambda: optimum(form, form.won(Fraction(0))),
            lambda: sides(form, Fraction(0)),
            lambda: checked(told),
            lambda: run([*check, "--alike"], check=True, capture_output=True),
            lambda: run([*check, "--all"], check=True, capture_output=True),
        ],
        3,
    )
    times = [
        f"{taken * 1e3:,.0f}" for taken in (grow, solve, judge, ours, alike, named)
    ]
    name = f"MYST({m},{n},2,{q})"
    return [name, sum(found.sequences), *times, grow / solve, alike / ours]


def main() -> str:
    """Return the table; times are in ms."""
    head = (
        *("game", "sequences", "grow", "programme", "programme and plans"),
        *("check", "apart, alike", "apart, named", "grow/programme", "alike/check"),
    )
    with tempfile.TemporaryDirectory() as folder:
        return table(head, [row(size, Path(folder)) for size in GAMES])
