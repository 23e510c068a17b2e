"""Measurements of players besides wins: tables for docs/explanation/players.md.

Each measure has its words in docs/players.toml under its name, and fixed seeds.
"""

from __future__ import annotations

import math
import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from mystpy.arena.design import Entrant, Match, Tournament
from mystpy.arena.file import load_tournament
from mystpy.arena.schedule import run_tournament
from mystpy.arena.score import MatchHost, referee_game, score_of
from mystpy.game.game import Game
from mystpy.intervals import LEVEL, Mean, share_interval, t_of
from mystpy.play.belief import BeliefState
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import BeliefApproximation, InformationState
from mystpy.play.player import Choice, Player
from mystpy.players.broomhead import opt_quest
from mystpy.players.broomhead.open_cards import SizeLoss, losses
from mystpy.players.counting_sheet import CountingSheet, TernaryArray
from mystpy.players.registry import KINDS, Option, PlayerKind

ROOT = Path(__file__).parents[1]
ROUNDS = 8
KNOWN = 7
"""Up to so many unknown cards the optimum with perfect memory is computed."""

SHEETS: dict[str, Callable[[InformationState], BeliefApproximation]] = {
    "array and counter": TernaryArray,
    "CountingLogic": CountingSheet,
    "with the trial": partial(CountingSheet, trial=True),
}
"""The beliefs that know less than all consequences."""

Table = Iterator[str]


def table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> Table:
    """A table in Markdown."""
    yield f"| {' | '.join(map(str, head))} |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"


def estimate(found: Sequence[float], sign: str = "") -> str:
    """A mean with the ends of its interval; with "+" as `sign` each has its sign."""
    mean, low, high = (f"{round(each, 3) + 0.0:{sign}.3f}" for each in found)
    return f"{mean} ({low} to {high})"


def source_of(words: Mapping[str, Any]) -> str:
    """Return the source of a claim as the page names it."""
    source: str = words["source"]
    if source.startswith("ours"):
        return source.replace("ours", "this project", 1)
    return source


def tournament_of(name: str) -> Tournament:
    """A tournament that comes along."""
    path = ROOT / "queries" / "tournaments" / f"{name}.toml"
    return load_tournament(path.read_text("utf-8"), path.name)


def optquest() -> Table:
    """The table of OptQuest, and what is lost against perfect memory."""
    sizes = range(1, 11)
    found = {(h, m): opt_quest.best(h, m) for h in sizes for m in sizes}
    head = ("hand \\ pile", *sizes)
    for measure in (opt_quest.printed_entry, lambda advised: advised.questions):
        rows = ((h, *(measure(found[h, m]) for m in sizes)) for h in sizes)
        yield from table(head, rows)
        yield ""
    lost = {at: opt_quest.all_at_once(*at) - found[at].questions for at in found}
    (hand, pile) = most = max(lost, key=lambda at: lost[at])
    yield (
        "Asking for as many cards as the pile has takes more questions than OptQuest"
        f" in {sum(map(bool, lost.values()))} of 100 sizes. The difference is largest"
        f" with {hand} and {pile}: {_both(lost[most])}."
    )
    yield ""
    yield from _with_memory(list(losses(KNOWN)))


def _with_memory(found: Sequence[SizeLoss]) -> Table:
    """Measure the loss of others against a player who forgets nothing."""
    forgetful = sum(one.forgetting > 0 for one in found)
    at_once = sum(one.all_at_once > 0 for one in found)
    yield (
        f"The optimum with perfect memory is known for {len(found)} sizes of up to"
        f" {KNOWN} unknown cards, against an opponent who shows any card. OptQuest"
        f" takes more questions than this optimum in {forgetful} sizes, and asking for"
        f" as many cards as the pile has in {at_once}:"
    )
    yield ""
    head = ("hand", "pile", "least", "OptQuest: more", "as many as the pile: more")
    worse = (one for one in found if one.forgetting or one.all_at_once)
    yield from table(head, ((*one[:2], *map(_both, one[2:5])) for one in worse))


def _both(value: Fraction) -> str:
    return f"{value} ({float(value):.4f})" if value else "0"


def missed() -> Table:
    """Measure the facts that weaker beliefs miss, by round."""
    games = (
        ("Clue, 3 players", Game.clue(3), 150),
        ("Clue, 6 players", Game.clue(6), 60),
        ("generalized, 3 players", Game.from_dict(_of(3, 3)), 200),
        ("generalized, 5 players", Game.from_dict(_of(3, 5)), 60),
    )
    head = ["game", "games", "after round", "views"]
    for name in SHEETS:
        head += [f"{name}: views", "cells"]
    yield from table(head, (row for each in games for row in _missed(*each)))


def _of(cards: int, p: int) -> dict[str, object]:
    return {"rules": "generalized", "m": cards, "n": cards, "p": p}


def _missed(name: str, game: Game, number: int) -> Iterator[tuple[object, ...]]:
    entrants = (Entrant("exact", "exact", copies=game.p),)
    played = Tournament((game,), entrants, rotate=False, seed=7)
    found: defaultdict[int, list[tuple[int, ...]]] = defaultdict(list)
    for k in range(number):
        for after, one in _rounds(played.match(k)):
            found[after].append(one)
    for after, counts in sorted(found.items()):
        if after > ROUNDS or len(counts) < number / 4:
            return
        row: list[object] = [name, len(counts), after, sum(one[0] for one in counts)]
        for k in range(len(SHEETS)):
            row.append(_ratio([(one[2 + 2 * k], one[0]) for one in counts]))
            row.append(_ratio([(one[3 + 2 * k], one[1]) for one in counts]))
        yield tuple(row)


def _rounds(match: Match) -> Iterator[tuple[int, tuple[int, ...]]]:
    """After each round, over all views, what exact knowledge has and sheets have not.

    Views, and cells that are certain; then for each sheet views in which some of them
    are missed, and how many. A cell is whether a holder has a card.
    """
    refereed_game, p = referee_game(match), match.game.p
    starts = [
        InformationState(match.game, i, refereed_game.table.hands[i])
        for i in range(1, p + 1)
    ]
    kinds: Sequence[Callable[[InformationState], BeliefApproximation]] = (
        BeliefState,
        *SHEETS.values(),
    )
    views = [[kind(start) for kind in kinds] for start in starts]
    turns = 0
    for event in refereed_game.events():
        won = refereed_game.table.won
        views = [[one.then(event, won=won) for one in view] for view in views]
        if event.key[0] == "endturn" and not refereed_game.table.over:
            turns += 1
            if turns % p == 0:
                yield turns // p, _counted(match.game, views)


def _counted(
    game: Game, views: Sequence[Sequence[BeliefApproximation]]
) -> tuple[int, ...]:
    counts = [len(views), 0, *[0] * 2 * len(SHEETS)]
    for view in views:
        exact, *weaker = (_cells(game, one) for one in view)
        counts[1] += exact
        for k, cells in enumerate(weaker):
            counts[2 + 2 * k] += exact > cells
            counts[3 + 2 * k] += exact - cells
    return tuple(counts)


def _cells(game: Game, known: BeliefApproximation) -> int:
    """Return the number of certain cells."""
    sure = sum(cards.bit_count() for cards in known.sure)
    never = sum(game.c - cards.bit_count() for cards in known.may)
    return sure + never


def _ratio(pairs: Sequence[tuple[int, int]]) -> str:
    """A ratio of sums with its interval, clustered by game."""
    number, whole = len(pairs), sum(below for _, below in pairs)
    if not any(above for above, _ in pairs):
        return "none"
    mean = sum(above for above, _ in pairs) / whole
    if all(above == below for above, below in pairs):
        return "all"
    squares = sum((above - mean * below) ** 2 for above, below in pairs)
    half = t_of((1 + LEVEL) / 2, number - 1)
    half *= math.sqrt(squares * number / (number - 1)) / whole
    return f"{100 * mean:.2f} % (± {100 * half:.2f})"


def share_of(blocks: Mean, games: int) -> str:
    """Return a share with its interval, for games in blocks."""
    _, low, high = share_interval(blocks, games / max(1, blocks.number))
    return f"{blocks.mean:.3f} ({low:.3f} to {high:.3f})"


def seats() -> Table:
    """Measure the value of the seat among equal players."""
    chosen = [("exact", f"Clue, {p} players", Game.clue(p), 3000) for p in (3, 4, 5, 6)]
    rooms = tournament_of("orders-2200").games[0]
    chosen += [
        ("order-1", "Clue, 4 players", rooms, 2000),
        ("super-crazy", "generalized, 3 players", Game.from_dict(_of(3, 3)), 2000),
        ("super-crazy", "generalized, 5 players", Game.from_dict(_of(3, 5)), 1000),
        ("broomhead", "generalized, 3 players", Game.from_dict(_of(3, 3)), 2000),
    ]
    head = ("players", "game", "games", "fair", *(f"seat {k}" for k in range(1, 7)))
    yield from table(head, (_by_seat(*each) for each in chosen))


def _by_seat(kind: str, name: str, game: Game, games: int) -> Sequence[object]:
    seated = tuple(Entrant(f"seat {k}", kind) for k in range(1, game.p + 1))
    played = Tournament((game,), seated, rotate=False, seed=11)
    shares = _shares(played, games)
    return kind, name, games, f"{1 / game.p:.3f}", *shares, *[""] * (6 - game.p)


GRID = {
    2: (1200, 1200, 1200, 1200, 1200),
    3: (600, 600, 600, 600, 600),
    5: (300, 300, 300, 300, 75),
    7: (84, 84, 84, 84, 28),
    9: (54, 54, 54, 36, 18),
}
"""Numbers of games by players, with 1, 2, 4, 8 and 16 cards: fewer if they are long."""


def grid() -> Table:
    """Measure the wins in generalized Clue, by players and cards."""
    kinds = ("super-crazy", "crazy", "psychotic", "broomhead")
    yield from table(("players", "cards", "games", *kinds), _of_grid(kinds))


def _of_grid(kinds: Sequence[str]) -> Iterator[Sequence[object]]:
    for p, numbers in GRID.items():
        many = -(-p // len(kinds))
        four = tuple(Entrant(kind, kind, copies=many) for kind in kinds)
        for cards, games in zip((1, 2, 4, 8, 16), numbers, strict=True):
            played = Tournament((Game.from_dict(_of(cards, p)),), four, seed=13)
            yield p, cards, games, *_shares(played, games)


def _shares(played: Tournament, games: int) -> Iterator[str]:
    jobs = os.cpu_count() or 1
    found = run_tournament(played, (), lambda _: None, games=games, processes=jobs)
    for each in found.players.values():
        yield share_of(each.blocks, each.games)


def endings() -> Table:
    """Count the games of agents that end by a suggestion that nobody refuted."""
    rows = []
    for setup in ("2200", "2211", "1100", "221100"):
        played, ends = tournament_of(f"orders-{setup}"), Mean()
        for deal in range(0, 300, played.block):
            games = map(played.match, range(deal, deal + played.block))
            ends.add(sum(map(_by_refusal, games)) / played.block)
        rows.append((setup, 300, share_of(ends, 300)))
    yield from table(
        ("setup", "games", "ended by a suggestion that nobody refuted"), rows
    )


def _by_refusal(match: Match) -> bool:
    """Return whether a game is won in a turn in which nobody could show a card."""
    refereed_game = referee_game(match)
    refereed_game.play()
    done = [event.key[0] for event in refereed_game.table.done]
    asked = len(done) - done[::-1].index("asks")
    return refereed_game.table.won and "yes" not in done[asked:]


def alike() -> Table:
    """Measure the results of six equal players, as a scale for others."""
    rows = []
    for kind in ("random", "ternary", "exact"):
        six = (Entrant(kind, kind, copies=6),)
        played = Tournament((Game.clue(6),), six, rotate=False, seed=17)
        rights, wrongs, turns = Mean(), Mean(), Mean()
        for number in range(200):
            match = played.match(number)
            refereed_game = referee_game(match)
            refereed_game.play()
            score = score_of(refereed_game, match)
            rights.add(score.winner is not None)
            wrongs.add(len(score.out))
            turns.add(score.turns)
        right = share_of(rights, 200)
        rows.append((kind, 200, right, f"{wrongs.mean:.2f}", f"{turns.mean:.1f}"))
    head = ("six players", "games", "won by a right guess", "wrong guesses", "turns")
    yield from table(head, rows)


PACES: Sequence[tuple[str, dict[str, Option], int]] = (
    *((f"strong-{level}", {"readable": True}, 60) for level in "abcde"),
    ("strong-f", {"readable": True, "seconds": 0.05}, 30),
    ("strong-f", {"readable": True, "seconds": 0.2}, 15),
    ("strong-f", {"readable": True, "seconds": 1.0}, 6),
)
"""The players at each pace, and the number of games."""


def pace() -> Table:
    """Measure the value of more time for a turn, against two players of level e."""
    head = ("player", "seconds", "games", "share", "milliseconds a turn")
    yield from table(head, (_paced(*each) for each in PACES))


def _paced(kind: str, options: dict[str, Option], games: int) -> Sequence[object]:
    seat = Stopwatch(kind, options)
    both = (
        Entrant("one", "timed"),
        Entrant("others", "strong-e", (("readable", True),), 2),
    )
    played, shares = Tournament((Game.clue(3),), both, seed=29), Mean()
    kinds = {**KINDS, "timed": PlayerKind("", seat)}
    for deal in range(0, games, played.block):
        won = 0
        for match in map(played.match, range(deal, deal + played.block)):
            refereed_game = referee_game(match, MatchHost(kinds))
            refereed_game.play()
            winner = score_of(refereed_game, match).winner
            won += winner is not None and match.seats[winner - 1].name == "one"
        shares.add(won / played.block)
    a_turn = f"{1000 * seat.taken / seat.turns:.1f}"
    return kind, options.get("seconds", ""), games, share_of(shares, games), a_turn


class Stopwatch:
    """Seats players of a kind, and has the turns of all and the time they took."""

    def __init__(self, kind: str, options: dict[str, Option]) -> None:
        self._sit = partial(KINDS[kind].sit, **options)
        self.turns, self.taken = 0, 0.0

    def __call__(self, game: Game, player: int) -> Player:
        """A player whose time is taken."""
        return Timed(self._sit(game, player), self)


class Timed:
    """A wrapper of a player that measures the processor time of its turns and shows."""

    def __init__(self, player: Player, watch: Stopwatch) -> None:
        self._player, self._watch = player, watch

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Choice:
        """Return the player's action."""
        start = time.process_time()
        found = self._player.act(seen, legal_actions, rng)
        self._watch.taken += time.process_time() - start
        self._watch.turns += any(legal.key[0] == "asks" for legal in legal_actions)
        return found


MEASURES: dict[str, Callable[[], Table]] = {
    "optquest": optquest,
    "what-is-missed": missed,
    "grid-2003": grid,
    "seats": seats,
    "time-a-move": pace,
    "orders-endings": endings,
    "six-alike": alike,
}
