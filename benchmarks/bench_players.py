"""Games a second of the strong player's levels, and of the players of the sources.

All players of a game have the same level, and all levels play the same deals, in turns
in one run. The ratios are therefore reliable on a busy machine, too. Time is the
processor's. The highest level makes a fixed number of rollouts, since else it takes the
time that it is given. Players of the sources play the tournaments of
`queries/tournaments`.

BENCH_BASE may name the Python of an older checkout. Then it plays the games of some
tournaments in turn with this one, each in a process of its own, and it is compared
whether they are the same games. In a checkout without the option `readable` all strong
players can be read. `python benchmarks/bench_players.py contests` measures these only.
"""

from __future__ import annotations

import inspect
import json
import re
import statistics
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from harness import BASE, medians, table

from mystpy.arena.file import load_tournament
from mystpy.arena.score import play_game
from mystpy.game.game import Game
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState
from mystpy.play.player import play_on
from mystpy.players.registry import KINDS, Option, kind

GAMES = {"Clue, 3 players": Game.clue(3), "Clue, 6 players": Game.clue(6)}
OPTIONS: dict[str, dict[str, Option]] = {"strong-f": {"rollouts": 400}}
READABLE: dict[str, Option] = {"readable": True}
DEALS = 4
RUNS = 3

TOURNAMENTS = ("broomhead-three", "orders-2211", "orders-exact")
MATCHES = 40


def asked(name: str, readable: bool, game: Game) -> int:
    """Play some games of one kind; the number of questions asked."""
    number = 0
    everybody = range(1, game.p + 1)
    for seed in range(DEALS):
        board = GameState(game, random_deal(game, Random(seed)))
        options = OPTIONS.get(name, {}) | (READABLE if readable else {})
        sit = partial(kind(name).sit, **options)
        players = [sit(game, i) for i in everybody]
        play_on(board, players, [Random(f"{seed} {i}") for i in everybody])
        number += sum(event.key[0] == "asks" for event in board.done)
    return number


def rows(label: str) -> list[list[object]]:
    """Measure all kinds at one game."""
    game = GAMES[label]
    names = [name for name in KINDS if name.startswith("strong-")]
    both = [(name, readable) for name in names for readable in (False, True)]
    numbers = [asked(*each, game) for each in both]
    works = [partial(asked, *each, game) for each in both]
    times = medians(works, RUNS, time.process_time)
    return [
        [
            *(label, f"{name}, readable" if readable else name),
            *(f"{DEALS / taken:.1f}", f"{number / DEALS:.1f}", taken / times[0]),
        ]
        for (name, readable), number, taken in zip(both, numbers, times, strict=True)
    ]


def sources() -> list[list[object]]:
    """Measure tournaments between players of the sources, at their first game."""
    found: list[list[object]] = []
    for name in TOURNAMENTS:
        path = Path("queries/tournaments") / f"{name}.toml"
        tournament = load_tournament(path.read_text(encoding="utf-8"), str(path))
        tournament = replace(tournament, games=tournament.games[:1])
        matches = [tournament.match(k) for k in range(MATCHES)]
        (taken,) = medians(
            [lambda matches=matches: [play_game(match) for match in matches]],
            RUNS,
            time.process_time,
        )
        kinds = ", ".join(each.kind for each in tournament.seated)
        found.append([name, kinds, f"{MATCHES / taken:.0f}"])
    return found


TWO_MINIMAX = """
game = {{ rules = "clue", p = 3 }}
player = [
  {{ name = "strong", kind = "strong-e"{option} }},
  {{ name = "one", kind = "minimax" }},
  {{ name = "two", kind = "minimax" }},
]
"""
"""A strong player against two minimax players."""

SIX = """
game = {{ rules = "clue", p = 6 }}
player = [
  {{ name = "one", kind = "strong-e"{option} }},
  {{ name = "two", kind = "strong-e"{option} }},
  {{ name = "three", kind = "strong-e"{option} }},
  {{ name = "four", kind = "strong-e"{option} }},
  {{ name = "five", kind = "strong-e"{option} }},
  {{ name = "six", kind = "strong-e"{option} }},
]
"""
"""Six strong players."""

CONTESTS = {
    "six strong-e": 24,
    "six strong-e, readable": 24,
    "strong-contest": 60,
    "strong-levels": 24,
    "strong-e, readable, and two minimax": 40,
    "strong-e and two minimax": 40,
}
"""Tournaments that two checkouts play, and how many games of them."""


def contest_text(name: str) -> str:
    """Return the file of a tournament, without an option that the checkout lacks."""
    path = Path("queries/tournaments") / f"{name}.toml"
    if path.exists():
        text = path.read_text(encoding="utf-8")
    else:
        seats = SIX if name.startswith("six") else TWO_MINIMAX
        text = seats.format(option=", readable = true" * ("readable" in name))
    if "readable" in inspect.signature(kind("strong-e").sit).parameters:
        return text
    return re.sub(r"(, )?readable = true", "", text)


def contest(name: str, number: int) -> dict[str, object]:
    """Play games of a tournament; return the time and the results."""
    tournament = load_tournament(contest_text(name), name)
    kinds = {(each.kind, each.options) for each in tournament.seated}
    # If all seats are of one kind, rotating them plays the same game again.
    step = len(tournament.seated) if len(kinds) == 1 else 1
    matches = [tournament.match(k * step) for k in range(number)]
    play_game(matches[0])  # which computes what is public, and keeps it
    start = time.process_time()
    scores = [play_game(match) for match in matches]
    taken = time.process_time() - start
    found = [(score.winner, score.out, score.actions) for score in scores]
    return {"seconds": taken, "games": found}


def contests() -> list[list[object]]:
    """Have both checkouts play the same games, in turn."""
    found: list[list[object]] = []
    for name, number in CONTESTS.items():
        pythons = {"now": sys.executable, **({"before": BASE} if BASE else {})}
        times: dict[str, list[float]] = {label: [] for label in pythons}
        games: dict[str, object] = {}
        for _ in range(RUNS):
            for label, python in pythons.items():
                words = [python, __file__, "contest", name, str(number)]
                done = subprocess.run(words, capture_output=True, check=True)
                result = json.loads(done.stdout)
                times[label].append(result["seconds"])
                games[label] = result["games"]
        rates = {each: number / statistics.median(took) for each, took in times.items()}
        row: list[object] = [name, number, f"{rates['now']:.1f}"]
        if BASE:
            ratio = f"{rates['now'] / rates['before']:.2f}"
            same = "yes" if games["before"] == games["now"] else "no"
            row += [f"{rates['before']:.1f}", ratio, same]
        found.append(row)
    return found


def main() -> str:
    """Return the tables."""
    head: tuple[str, ...]
    head = ("game", "player", "games a second", "questions a game", "time/strong-a")
    first = table(head, [row for label in GAMES for row in rows(label)])
    head = ("tournament", "players", "games a second")
    second = table(head, sources())
    return "\n\n".join([first, second, compared()])


def compared() -> str:
    """Return the table of the games that both checkouts play."""
    head = ["tournament", "games", "a second"]
    head += ["before", "now / before", "same games"] if BASE else []
    return table(head, contests())


if __name__ == "__main__":
    if sys.argv[1:2] == ["contest"]:
        print(json.dumps(contest(sys.argv[2], int(sys.argv[3]))))
    elif sys.argv[1:2] == ["contests"]:
        print(compared())
    else:
        print(main())
