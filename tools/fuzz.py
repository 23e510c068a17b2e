"""Inputs changed at random: whatever they say, no traceback, and never status 70.

A campaign is made by its seed, and ends after so many seconds or inputs. What falls
through is printed: the words of the command, what was piped into it, and the fault.

    python tools/fuzz.py --seed 1 --seconds 60
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

ANSWERS = range(6)
"""The exit statuses that there are; 70 is a fault, whatever was typed."""
LONGEST = 10.0
"""Seconds that one input may take: what takes longer is left, and told."""
SIGNS = [
    *"()[]{},.:;=#\"'~&|<>-_!?*+0123456789 \n\t\0\u00e9\u2200\u202e\ud800",
    *("99999999999999999999", "-1", "1..99999", "K(", "forall x in cards: "),
    *("asks(1,{", "[[", '"""'),
]
"""What is put in: signs of all kinds, and beginnings of what they may be."""


class Input(NamedTuple):
    """The words of a command, what is piped into it, and what is in its file.

    The word FILE stands for the path of that file, of none if it is not there yet.
    """

    words: tuple[str, ...]
    piped: str = ""
    file: str | None = None


def mutated(text: str, rng: random.Random) -> str:
    """A text with a few changes: pieces left out, doubled, swapped or put in."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        start, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        end = min(end, start + rng.choice((1, 3, 20)))
        piece = text[start:end]
        put_in = rng.choice(("", piece * 2, rng.choice(SIGNS), piece[::-1]))
        text = text[:start] + put_in + text[end:]
        if rng.random() < 0.05:
            text = text[: rng.randrange(len(text) + 1)]
    return text


KINDS = {
    "queries": "query",
    "models": "model",
    "puzzles": "puzzle",
    "tournaments": "tournament",
}
"""What kind of files a folder of queries has; the others have others."""


def sources() -> dict[str, list[str]]:
    """The files that come with mystpy, by the command that reads them."""
    texts: dict[str, list[str]] = {name: [] for name in (*KINDS.values(), "other")}
    for path in sorted((ROOT / "queries").rglob("*.toml")):
        kind = KINDS.get(path.parent.name, "other")
        text = path.read_text(encoding="utf-8")
        if len(text) < 4_000:
            texts[kind].append(text)
    return texts


FORMULAS = (
    "K(3, ~h(2,s5))",
    "forall i in players, x in cards: K(i, h(i,x)) <-> h(i,x)",
    "exactly 1 of (h(1,s1), h(2,s1)) & #(x in cards: h(0,x)) <= m",
    "[h(1,s1)!] C([1,2], Kw(3, h(0,s2))) -> E^2(players, In(1))",
)
MOVES = "?\nasks(1,{s1,s3})\nnoguess\nknow\nasks(1,{s6,s7})\nguess(1,{s6})\n"
HISTORY = "asks(1,{s3,s5}) yes(2) shows(2,1,_) noguess(1) endturn(1)"
NOTES = "ann: plum rope hall -> bob passes, cid shows\nbob: plum knife study -> cid"
GAME = '{"rules": "myst", "m": 1, "n": 2, "p": 3, "q": 2}'
GAMES = '{m = "1..2", p = 2, c = "..5"}'
CLUE = 'rules = "clue", players = ["ann", "bob", "cid"]'
HAND = "cid=green,white,knife,wrench,study,kitchen"
ORDERS = """undo
undo 1
fix 1 ann: plum rope hall -> nobody
history
doubtful 1
which
trusted 1
mine
pile
changed
grid
"""
NOTEBOOK = f"""mystpy notebook 1
game {{"rules": "clue", "p": 3, "players": ["ann", "bob", "cid"]}}
hand cid {{green,white,knife,wrench,study,kitchen}}
owner cid
events
{NOTES}
"""


def inputs(rng: random.Random) -> Iterator[Input]:
    """Inputs without end."""
    texts = sources()
    line = {"id": 1, "do": "ask", "game": json.loads(GAME), "formula": FORMULAS[0]}
    theorem = ("theorem", "--show", "--say", FORMULAS[0])
    tournament = ("tournament", "-", "--games", "1", "--jobs", "1")
    person = ("play", "example:exact-knowledge", "--player", "person")
    table = ("notebook", "FILE", "--game", CLUE, "--hand", HAND)
    kinds: Sequence[Callable[[], Input]] = (
        lambda: Input(("ask", "-"), mutated(rng.choice(texts["query"]), rng)),
        lambda: Input(("show", "-"), mutated(rng.choice(texts["query"]), rng)),
        lambda: Input(("legal", "-"), mutated(rng.choice(texts["query"]), rng)),
        lambda: Input(("check", "-"), mutated(rng.choice(texts["model"]), rng)),
        lambda: Input(("update", "-"), mutated(rng.choice(texts["model"]), rng)),
        lambda: Input(("draw", "-"), mutated(rng.choice(texts["other"]), rng)),
        lambda: Input(
            ("ask", "--game", GAME, "--", mutated(rng.choice(FORMULAS), rng))
        ),
        lambda: Input(("poss", "--game", GAME, f"--do={mutated(HISTORY, rng)}")),
        lambda: Input(("legal", "--game", CLUE, f"--do={mutated(NOTES, rng)}")),
        lambda: Input(("legal", f"--game={mutated(rng.choice((GAME, CLUE)), rng)}")),
        lambda: Input(
            ("puzzle", "FILE"), file=mutated(rng.choice(texts["puzzle"]), rng)
        ),
        lambda: Input(table, mutated(f"{NOTES}\n{ORDERS}", rng)),
        lambda: Input(("notebook", "FILE"), ORDERS, mutated(NOTEBOOK, rng)),
        lambda: Input(("batch",), mutated(json.dumps(line), rng) + "\n"),
        lambda: Input(tournament, mutated(rng.choice(texts["tournament"]), rng)),
        lambda: Input(person, mutated(MOVES, rng)),
        lambda: Input((*theorem, f"--games={mutated(GAMES, rng)}")),
    )
    while True:
        yield rng.choice(kinds)()


class TooLong(BaseException):
    """The time for one input is up; no handler of errors is to take it for one."""


def fault_of(given: Input) -> str | None:
    """What is wrong with the answer to an input, if anything is."""
    from click.testing import CliRunner

    from mystpy.cli import cli

    piped = given.piped.encode(errors="replace")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "given.toml"
        if given.file is not None:
            path.write_bytes(given.file.encode(errors="replace"))
        words = [str(path) if word == "FILE" else word for word in given.words]
        done = CliRunner().invoke(cli, words, input=piped)
    of_our_own = TooLong.__name__ in done.output  # told where a destructor was at work
    if done.exit_code in ANSWERS and ("Traceback" not in done.output or of_our_own):
        return None
    trace = traceback.format_exception(*done.exc_info) if done.exc_info else []
    return f"status {done.exit_code}\n{done.output}{''.join(trace)}"[-2_000:]


def _stop(_number: int, _frame: object) -> None:
    raise TooLong


def campaign(seed: int, seconds: float, most: int) -> list[tuple[Input, str]]:
    """The faults of a campaign, each with its input; it tells how it went."""
    signal.signal(signal.SIGALRM, _stop)
    started, number, long = time.monotonic(), 0, 0
    faults = []
    for given in inputs(random.Random(seed)):
        if number >= most or time.monotonic() - started > seconds:
            break
        number += 1
        signal.setitimer(signal.ITIMER_REAL, LONGEST)
        try:
            fault = fault_of(given)
        except TooLong:
            fault, long = None, long + 1
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        if fault is not None:
            faults.append((given, fault))
    told = f"{number:,} inputs, {long} of them took longer than {LONGEST:g} s"
    print(f"seed {seed}: {told}; {len(faults)} fell through")
    return faults


def main() -> int:
    """Run one campaign; the status is 1 if something fell through."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seed", type=int, default=int(time.time()))
    options.add_argument("--seconds", type=float, default=60.0)
    options.add_argument("--inputs", type=int, default=1_000_000)
    given = options.parse_args()
    faults = campaign(given.seed, given.seconds, given.inputs)
    for found, fault in faults:
        print(json.dumps(found._asdict()))
        print(f"{fault}\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
