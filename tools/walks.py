"""Count what a command passes on its way: packages, modules, functions, and calls.

    .venv/bin/python tools/walks.py

prints a table with a row for each of a few typical uses. Each runs once before it is
counted, so that modules are loaded and what is kept on disk is there. A package is a
folder of `mystpy/`. A link is a pair of modules of which one calls the other; it goes
back if the module that is called was entered before from elsewhere. Calls are those
from one module to another.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any
from unittest.mock import patch

from click.testing import CliRunner

ROOT = Path(__file__).parents[1]
PACKAGE = f"{ROOT / 'mystpy'}/"
sys.path.insert(0, str(ROOT))

HEAD = ("use", "packages", "modules", "functions", "links", "back", "calls")
FILE = str(ROOT / "queries" / "fifteen-cards.toml")
NOTES = ("--game", "rules='clue', players=['ann','bob','cid']", "--hand")
HAND = "bob=plum,white,candlestick,kitchen,ballroom,conservatory"
LINES = (
    "ann: mustard rope hall -> cid shows",
    "bob: green knife study -> cid passes, ann passes",
)


class DealEngine:
    """The calls between functions of the package while it is `recorded`."""

    def __init__(self) -> None:
        self.functions: set[tuple[str, str]] = set()
        self.links: dict[tuple[str, str], bool] = {}
        self.calls = 0

    @contextmanager
    def recorded(self) -> Iterator[None]:
        """Record what is called in this thread."""
        sys.setprofile(self._see)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _see(self, frame: FrameType, event: str, _: Any) -> None:
        if event != "call" or not frame.f_code.co_filename.startswith(PACKAGE):
            return
        module = frame.f_code.co_filename
        caller = frame.f_back
        while caller and not caller.f_code.co_filename.startswith(PACKAGE):
            caller = caller.f_back  # a library calls back
        origin = caller.f_code.co_filename if caller else "the program"
        if origin != module:
            self.calls += 1
            entered = any(name == module for name, _ in self.functions)
            self.links.setdefault((origin, module), entered)
        self.functions.add((module, frame.f_code.co_qualname))

    def row(self, use: str) -> tuple[str, list[int]]:
        """Return the row of the table."""
        modules = {module for module, _ in self.functions}
        packages = {Path(module).parent for module in modules}
        sizes = (packages, modules, self.functions, self.links)
        return use, [*map(len, sizes), sum(self.links.values()), self.calls]


def command(*words: str) -> Callable[[DealEngine], None]:
    """Return the use of a command."""

    def use(walk: DealEngine) -> None:
        from mystpy.cli.group import cli

        with walk.recorded():
            done = CliRunner().invoke(cli, words)
        assert done.exit_code == 0, done.output

    return use


READER = "mystpy.cli.running.lines.bounded_lines"


class _Typed:
    """Lines for a command to read; the trace of the last one is recorded."""

    def __init__(self, walk: DealEngine) -> None:
        self._lines, self._walk = [*LINES], walk

    def __call__(self, *_: object) -> Iterator[bytes]:
        sys.setprofile(None)
        if self._lines:
            line = self._lines.pop(0)
            if not self._lines:
                sys.setprofile(self._walk._see)
            yield line.encode()


def notebook_line(walk: DealEngine) -> None:
    """Type a second line into a notebook."""
    from mystpy.cli.group import cli

    with TemporaryDirectory() as folder, patch(READER, _Typed(walk)):
        words = ["notebook", f"{folder}/game.notes", *NOTES, HAND]
        done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output


def tournament_move(walk: DealEngine) -> None:
    """Play a question of the second turn in a game between exact players."""
    from mystpy.arena.design import Entrant, Tournament
    from mystpy.arena.score import referee_game
    from mystpy.game.game import Game

    tournament = Tournament((Game.clue(3),), [Entrant(x, "exact") for x in "abc"])
    events = referee_game(tournament.match(0)).events()
    for event in events:
        if event.key[0] == "endturn":
            break
    with walk.recorded():
        next(events)


SIZES = ("--games", "MYST(1,1,3,2)", "--processes", "1")
FORMULA = "K(3, ~h(2,s5))"
SAYING = "forall i in players, x in cards: h(i,x) -> K(i,h(i,x))"
USES: dict[str, Callable[[DealEngine], None]] = {
    "ask": command("ask", FILE, FORMULA),
    "why": command("why", FILE, FORMULA),
    "a conjecture": command("theorem", "--say", SAYING, *SIZES),
    "a line of a notebook": notebook_line,
    "a move of a tournament": tournament_move,
}


def main(names: list[str]) -> None:
    """Print the table of these uses, or of all."""
    rows: list[tuple[object, ...]] = [HEAD, ("---",) * len(HEAD)]
    for name in names or USES:
        USES[name](DealEngine())
        walk = DealEngine()
        USES[name](walk)
        use, numbers = walk.row(name)
        rows.append((use, *numbers))
    for row in rows:
        print(f"| {' | '.join(map(str, row))} |")


if __name__ == "__main__":
    main(sys.argv[1:])
