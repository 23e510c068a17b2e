"""What is measured of players besides who wins: tables for docs/players.md.

Each measure has its words in docs/players.toml under its name, and fixed seeds.
"""

from __future__ import annotations

import math
import os
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from mystpy.arena.design import Entrant, Match, Tournament
from mystpy.arena.file import load_tournament
from mystpy.arena.intervals import LEVEL, Mean, share_interval, t_of
from mystpy.arena.schedule import conducted
from mystpy.arena.score import bout_of
from mystpy.game.game import Game
from mystpy.play.belief import Belief
from mystpy.play.certainty import Certainty
from mystpy.play.seen import Seen
from mystpy.players.broomhead import opt_quest
from mystpy.players.broomhead.open_cards import Loss, losses
from mystpy.players.note_sheet.sheet import CountingSheet

ROOT = Path(__file__).parents[1]
ROUNDS = 8
KNOWN = 7
"""Up to so many unknown cards the optimum with perfect memory is computed."""

Table = Iterator[str]


def table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> Table:
    """A table in Markdown."""
    yield f"| {' | '.join(map(str, head))} |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"


def tournament_of(name: str) -> Tournament:
    """A tournament that comes along."""
    path = ROOT / "queries" / "tournaments" / f"{name}.toml"
    return load_tournament(path.read_text("utf-8"), path.name)


def optquest() -> Table:
    """The table of OptQuest, and what is lost against perfect memory."""
    sizes = range(1, 11)
    found = {(h, m): opt_quest.best(h, m) for h in sizes for m in sizes}
    head = ("hand \\ pile", *sizes)
    for told in (opt_quest.printed, lambda advised: advised.questions):
        rows = ((h, *(told(found[h, m]) for m in sizes)) for h in sizes)
        yield from table(head, rows)
        yield ""
    lost = {at: opt_quest.all_at_once(*at) - found[at].questions for at in found}
    (hand, pile) = most = max(lost, key=lambda at: lost[at])
    yield (
        "Who always asks for as many cards as the pile has needs more than OptQuest in"
        f" {sum(map(bool, lost.values()))} of 100 sizes, most with {hand} and {pile}:"
        f" {_both(lost[most])} questions more."
    )
    yield ""
    yield from _with_memory(list(losses(KNOWN)))


def _with_memory(found: Sequence[Loss]) -> Table:
    """What others lose against who forgets nothing."""
    forgetful = sum(one.forgetting > 0 for one in found)
    at_once = sum(one.all_at_once > 0 for one in found)
    yield (
        f"Of {len(found)} sizes of up to {KNOWN} unknown cards, against who shows any"
        f" card, OptQuest needs more than the least with perfect memory in {forgetful},"
        f" and who asks for as many as the pile has in {at_once}:"
    )
    yield ""
    head = ("hand", "pile", "least", "OptQuest: more", "as many as the pile: more")
    worse = (one for one in found if one.forgetting or one.all_at_once)
    yield from table(head, ((*one[:2], *map(_both, one[2:5])) for one in worse))


def _both(value: Fraction) -> str:
    return f"{value} ({float(value):.4f})" if value else "0"


def counting() -> Table:
    """What CountingLogic misses, by round, with the trial and without."""
    games = (
        ("Clue, 3 players", Game.clue(3), 150),
        ("Clue, 6 players", Game.clue(6), 60),
        ("generalized, 3 players", Game.from_dict(_of(3, 3)), 300),
        ("generalized, 5 players", Game.from_dict(_of(3, 5)), 100),
    )
    head = ["game", "games", "after round", "views"]
    head += ["views that miss something", "cells missed"]
    head += ["with the trial: views", "cells"]
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
        views = sum(count[0] for count in counts)
        row: list[object] = [name, len(counts), after, views]
        for kind in (1, 2):
            some = _ratio([(count[2 * kind], count[0]) for count in counts])
            cells = _ratio([(count[2 * kind - 1], count[5]) for count in counts])
            row += [some, cells]
        yield tuple(row)


def _rounds(match: Match) -> Iterator[tuple[int, tuple[int, ...]]]:
    """After each round, over all views, what exact knowledge has and sheets have not.

    Views; cells that are missed without the trial, and views with such cells; the same
    with it; cells that are certain. A cell is whether a holder has a card.
    """
    bout, p = bout_of(match), match.game.p
    starts = [Seen(match.game, i, bout.table.hands[i]) for i in range(1, p + 1)]
    views: list[tuple[Certainty, ...]] = [
        (Belief(s), CountingSheet(s), CountingSheet(s, trial=True)) for s in starts
    ]
    turns = 0
    for deed in bout.deeds():
        won = bout.table.won
        views = [tuple([one.then(deed, won=won) for one in view]) for view in views]
        if deed.key[0] == "endturn" and not bout.table.over:
            turns += 1
            if turns % p == 0:
                yield turns // p, _counted(match.game, views)


def _counted(game: Game, views: Sequence[tuple[Certainty, ...]]) -> tuple[int, ...]:
    counts = [0] * 6
    for view in views:
        exact, plain, crazy = (_cells(game, one) for one in view)
        counts[0] += 1
        counts[1] += exact - plain
        counts[2] += exact > plain
        counts[3] += exact - crazy
        counts[4] += exact > crazy
        counts[5] += exact
    return tuple(counts)


def _cells(game: Game, known: Certainty) -> int:
    """How many cells are certain."""
    sure = sum(cards.bit_count() for cards in known.sure)
    never = sum(game.c - cards.bit_count() for cards in known.may)
    return sure + never


def _ratio(pairs: Sequence[tuple[int, int]]) -> str:
    """A ratio of sums with its interval, clustered by game."""
    number, whole = len(pairs), sum(below for _, below in pairs)
    if not any(above for above, _ in pairs):
        return "none"
    mean = sum(above for above, _ in pairs) / whole
    squares = sum((above - mean * below) ** 2 for above, below in pairs)
    half = t_of((1 + LEVEL) / 2, number - 1)
    half *= math.sqrt(squares * number / (number - 1)) / whole
    return f"{100 * mean:.2f} % (± {100 * half:.2f})"


def seats() -> Table:
    """What the seat is worth among equals."""
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
    jobs = os.cpu_count() or 1
    found = conducted(played, (), lambda _: None, games=games, processes=jobs)
    shares = []
    for each in found.players.values():
        low, high = each.interval(watched=False)
        shares.append(f"{each.blocks.mean:.3f} ({low:.3f} to {high:.3f})")
    return kind, name, games, f"{1 / game.p:.3f}", *shares, *[""] * (6 - game.p)


def endings() -> Table:
    """How many games of agents end by a suggestion that nobody refuted."""
    rows = []
    for setup in ("2200", "2211", "1100", "221100"):
        played, ends = tournament_of(f"orders-{setup}"), Mean()
        for number in range(300):
            bout = bout_of(played.match(number))
            bout.play()
            done = [deed.key[0] for deed in bout.table.done]
            asked = len(done) - done[::-1].index("asks")
            ends.add(bout.table.won and "yes" not in done[asked:])
        low, high = share_interval(ends, 1)
        rows.append((setup, 300, f"{ends.mean:.3f} ({low:.3f} to {high:.3f})"))
    yield from table(
        ("setup", "games", "ended by a suggestion that nobody refuted"), rows
    )


MEASURES: dict[str, Callable[[], Table]] = {
    "optquest": optquest,
    "counting-misses": counting,
    "seats": seats,
    "orders-endings": endings,
}


def words() -> list[dict[str, str]]:
    """What is said of each measure, in the order of the page."""
    found = tomllib.loads((ROOT / "docs" / "players.toml").read_text("utf-8"))
    listed: list[dict[str, str]] = found["measure"]
    return listed
