"""Make values.md: the values of games of two players, with and without bluffs.

python tools/values.py [--missing | --open | --closer] [--only M,N,Q] [--last]
                       [--seconds N] [--memory GB] [--stages DIR] [--ways N]
                       [--rounds N] [--both] [--jobs N] [--anew] [MOST_CARDS]

A game is solved as by `mystpy solve`, turn after turn, until its bounds agree, for at
most `--seconds` of processor time for each bluffing rule. With `--stages` each turn is
stored in a file in that folder, and a later run continues from it. The search starts
from the stored bounds, which are true, unless `--anew` is given. Each game is stored as
soon as it is solved, so a run can be ended at any time and started again.

`--open` takes the games whose bounds differ, those with the fewest cards first;
`--only`, which may be repeated, these games; `--missing` those without a stored result.
`--closer` makes the bounds of large games closer by plans with few questions. With
`--ways` no clock is used: the search goes on while the game has at most that number of
ends. With `--last`, too, plans are sought only in the largest trees that end with a
last question, by `--rounds` of regret minimization. `--both` leaves out the other
bluffing rules.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import signal
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from math import ceil, floor
from multiprocessing.connection import Connection
from operator import sub
from pathlib import Path
from typing import Any, NamedTuple

from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.processes.workers import spread
from mystpy.solve.commands.turns import bounds_of, run_of
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import BLUFFERS
from mystpy.solve.extensive.value_bounds import (
    TreeTooLarge,
    ValueBounds,
    improving_bounds,
    needed,
)
from mystpy.solve.recurrence import Recurrence
from mystpy.solve.trees.few_questions import side_of_few
from mystpy.solve.trees.last_question import side_of_last_question
from mystpy.theories import origin_keys

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "explanation" / "values.md"
DATA = ROOT / "docs" / "values.json"
CHECKS = ROOT / "docs" / "reference" / "certificates.md"
MARK = "<!-- the table is written by tools/values.py -->"
OPEN = "<!-- the open cells are written by tools/values.py -->"
END = "<!-- here they end -->"
ALL = 11
"""The greatest number of cards of the games that are solved."""
NAMED = 8
"""Games of at most this number of cards are listed one by one."""
FAR = 7, 1, 1, False
"""This game is listed, too: with a card each and questions for one, games are easy."""
DIGITS = 10**6
"""Bounds are rounded outwards to this precision."""
LONGEST = 24
"""A fraction with more characters is shown by its first digits."""


class Row(NamedTuple):
    """A game of the table: cards of the pile and of each hand, asked for, and rules."""

    m: int
    n: int
    q: int
    announced: bool = False

    @property
    def cards(self) -> int:
        """Return the number of cards."""
        return self.m + 2 * self.n

    @property
    def largest(self) -> bool:
        """Return whether no question can be larger; such trees are soon whole."""
        return self.q == self.m + self.n + 1


SECONDS = 600
"""The processor time that a game may take, for each bluffing rule."""
FEW, MORE = 300_000, 6_000_000
"""The most ways to end a game in which a player has few questions.

The second number is for games whose bounds are `FAR_APART` then.
"""
CLOSE, FAR_APART = Fraction(1, 100), Fraction(1, 4)
"""Bounds of large games that are no further apart are not made closer."""
TRIALS = (CLOSE, FEW, True), (FAR_APART, MORE, True), (FAR_APART, MORE, False)
"""Efforts for bounds further apart than a gap: numbers of ends, and hidden cards.

If not both may bluff, only the first is used.
"""
ASKED = "useful"
"""The questions that may be asked."""

KNOWN = 7
"""The greatest number of cards of knowledge games."""


def rows(most: int) -> Iterator[Row]:
    """Yield games up to a number of cards in which a wrong guess is fatal.

    Among games of one size the easiest are first.
    """
    for cards in range(3, most + 1):
        for n in range(1, (cards + 1) // 2):
            m = cards - 2 * n
            for q in range(m + n + 1, 0, -1):
                yield Row(m, n, q)
                if cards <= KNOWN:
                    yield Row(m, n, q, announced=True)


Ends = tuple[Fraction, Fraction]
"""The bounds of a game, both the same if it is solved."""


class Effort(NamedTuple):
    """The limits of the search in a game.

    It takes `seconds` of processor time and a number of bytes of memory, and stores
    each turn in a folder of `stages`. If `ways` is given, it goes on while the game has
    at most that number of ends. With `last`, too, plans come from the largest such
    trees that end with a last question, by that number of `rounds` of regret
    minimization. The bluffing rules are `bluffs`.
    """

    seconds: int = SECONDS
    room: int | None = None
    stages: Path | None = None
    ways: int | None = None
    last: bool = False
    bluffs: tuple[str, ...] = tuple(BLUFFERS)
    rounds: int | None = None


class Found(NamedTuple):
    """The bounds of a game after so many turns, and how many sequences it then has.

    Its end is a `last` question if this is set. `solved` is the last turn that was
    solved, and `next` the turn and the bytes that it would need, if it was too large.
    The search was `timed` if it ended because its time was up.
    """

    turns: int
    sequences: int
    ends: Ends
    last: bool = False
    solved: int = 0
    next: tuple[int, int] | None = None
    timed: bool = False


def solved(
    row: Row,
    effort: Effort | None = None,
    there: dict[str, Any] | None = None,
    *,
    few_only: bool = False,
) -> dict[str, Any]:
    """The closest bounds of a game, whoever may bluff, as an object.

    The search goes on from the bounds that are `there`. Plans with few questions are
    sought if there are none, or with `few_only`, and then nothing else. Raises
    ValueError if bounds contradict each other.
    """
    game, effort, old = (
        Game.myst(row.m, row.n, 2, row.q),
        effort or Effort(),
        there or {},
    )
    row_object: dict[str, Any] = {"m": row.m, "n": row.n, "q": row.q}
    if row.announced:
        row_object["announced"] = True
    row_object |= {name: old.get(name, 0) for name in ("turns", "sequences")}
    for key in NOTES:
        row_object[key] = {**old.get(key, {})}
    found = {name: bounds(old, name) for name in BLUFFERS if name in old}
    for bluff in ["both"] if row.announced else BLUFFERS:
        if bluff not in (*effort.bluffs, *found):
            continue
        who = BLUFFERS[bluff]
        ends = known(found, who)
        if row.q > row.n and bluff != "both":  # no question is a bluff
            ends = found["both"]
        else:
            if not few_only and bluff in effort.bluffs:
                variant = GameVariant(who, ASKED, row.announced)
                one = closest_by(game, variant, effort, *ends)
                better = max(ends[0], one.ends[0]), min(ends[1], one.ends[1])
                note(row_object, bluff, one, effort, new=better != ends or not old)
                ends = better
            if not is_small(row) and (few_only or not old):
                ends = closer(row, bluff, ends, row_object)
        if ends[0] > ends[1]:
            raise ValueError(f"bounds of {row}, bluffs by {bluff}, cross: {ends}")
        found[bluff] = ends
    best = {bluff: known(found, BLUFFERS[bluff]) for bluff in found}
    return noted(row_object, best) | {
        bluff: [str(x) for x in ends] for bluff, ends in best.items()
    }


NOTES = "last_question", "searched"
"""The keys of a row that are for each bluffing rule."""


def noted(row_object: dict[str, Any], best: Mapping[str, Ends]) -> dict[str, Any]:
    """Return a row with the notes that are still of interest.

    These are no searches for bounds that agree by now.
    """
    notes = {key: row_object.pop(key) for key in NOTES}
    exact = {bluff for bluff, (low, high) in best.items() if low == high}
    searches = {k: one for k, one in notes["searched"].items() if k not in exact}
    notes["searched"] = searches
    return row_object | {key: note for key, note in notes.items() if note}


def searched(one: Found, effort: Effort) -> dict[str, int]:
    """Return how far a search went, and the reason why it ended.

    The reason is the time, in `seconds`, or the `next` turn and the `bytes` that it
    would need. A turn that is only `begun` has bounds by regret minimization.
    """
    found = {"solved": one.solved}
    if one.turns > one.solved:
        found["begun"] = one.turns
    if one.next is not None:
        found |= dict(zip(("next", "bytes"), one.next, strict=True))
    return found | ({"seconds": effort.seconds} if one.timed else {})


def note(
    row_object: dict[str, Any], bluff: str, one: Found, effort: Effort, *, new: bool
) -> None:
    """Note how far a search went, and whether `new` bounds need a last question.

    The size of trees without one is noted only if both may bluff.
    """
    if one.timed or one.next:
        row_object["searched"][bluff] = searched(one, effort)
    if not new:
        return
    size, last = {"turns": one.turns, "sequences": one.sequences}, dict[str, Any]()
    row_object["last_question"].pop(bluff, None)
    if one.last:
        last[bluff] = size
    elif bluff == "both":
        row_object |= size
    last |= row_object["last_question"]
    row_object["last_question"] = {
        name: last[name] for name in BLUFFERS if name in last
    }


def is_small(row: Row) -> bool:
    """Return whether plans with few questions are not needed for a game."""
    return row.cards <= NAMED or row == FAR or row.largest


def closest_by(
    game: Game,
    variant: GameVariant,
    effort: Effort,
    low: Fraction = Fraction(0),
    high: Fraction = Fraction(1),
) -> Found:
    """The closest bounds of a game that are found with so much effort.

    The search runs in a process of its own, which the system ends once its processor
    time is up, whatever library it is in.
    """
    if effort.ways is not None and effort.last:
        return by_last_questions(game, variant, effort.ways, effort.rounds)
    if effort.ways is not None:
        best = closest(game, variant, effort.ways, low, high)
        ends = best.lower.value, best.upper.value
        return Found(best.turns, sum(best.sequences), ends)
    reader, writer = multiprocessing.Pipe(duplex=False)
    context = multiprocessing.get_context("fork")
    child = context.Process(target=_search, args=(writer, game, variant, effort))
    child.start()
    writer.close()
    found = Found(0, 0, (Fraction(0), Fraction(1)))
    with suppress(EOFError):
        while max(found.ends[0], low) < min(found.ends[1], high):
            found = reader.recv()
    child.terminate()
    child.join()
    return found._replace(timed=child.exitcode == -signal.SIGXCPU)


def by_last_questions(
    game: Game, variant: GameVariant, ways: int, rounds: int | None = None
) -> Found:
    """The bounds of a game by both players' plans with a last question.

    They are those of the largest trees with at most that number of ends.
    """
    found = Found(0, 0, (Fraction(0), Fraction(1)))
    with suppress(MystError):  # a variant without last questions
        for player in (1, 2):
            if side := side_of_last_question(game, variant, player, ways, rounds):
                low, high = found.ends
                ends = (side.value, high) if player == 1 else (low, side.value)
                turns, sequences = side.form.turns, sum(side.form.counts)
                if sequences < found.sequences:
                    turns, sequences = found[:2]
                found = Found(turns, sequences, ends, last=True)
    return found


def _search(
    writer: Connection, game: Game, variant: GameVariant, effort: Effort
) -> None:
    """Send the bounds after each turn, as `mystpy solve` finds them."""
    resource.setrlimit(resource.RLIMIT_CPU, (effort.seconds, effort.seconds + 1))
    (bluff,) = (name for name, who in BLUFFERS.items() if who == variant.bluffers)
    run = run_of(
        [game],
        bluff=bluff,
        useful=True,
        unlocated=False,
        whole=False,
        announced=variant.announced,
        either=False,
        rounds=None,
        gap=None,
        turns=None,
        force=False,
    )
    run = run._replace(room=effort.room or run.room)
    stages = None
    if effort.stages is not None:
        effort.stages.mkdir(parents=True, exist_ok=True)
        parts = [*map(str, game.sizes[:2]), str(game.q), bluff]
        parts += ["announced"] * variant.announced
        stages = str(effort.stages / f"{'-'.join(parts)}.jsonl")
    one = Found(0, 0, (Fraction(0), Fraction(1)))
    try:
        for found in bounds_of(game, run, stages):
            ends = found.lower.value, found.upper.value
            solved = one.solved if found.begun else found.turns
            last = bool(found.last_questions)
            one = Found(found.turns, sum(found.sequences), ends, last, solved)
            writer.send(one)
    except TreeTooLarge as error:
        writer.send(one._replace(next=(error.turns, error.size)))
    except MystError as error:
        print(f"the search ended: {error}", flush=True)


def closer(row: Row, bluff: str, ends: Ends, row_object: dict[str, Any]) -> Ends:
    """Bounds made closer by plans with few questions, unless they are close.

    The sizes of the trees are stored if they are larger than those stored before.
    """
    low, high = ends
    game = Game.myst(row.m, row.n, 2, row.q)
    for gap, ways, hidden in TRIALS if bluff == "both" else TRIALS[:1]:
        for player in (1, 2) if high - max(low, proved(row, bluff)) > gap else ():
            variant = GameVariant(BLUFFERS[bluff], ASKED)
            if side := side_of_few(game, variant, player, ways, hidden=hidden):
                if player == 1:
                    low = max(low, side.value)
                else:
                    high = min(high, side.value)
                sizes = side.form.turns, sum(side.form.counts)
                for name, size in zip(("turns", "sequences"), sizes, strict=True):
                    row_object[name] = max(row_object[name], size)
    return low, high


def proved(row: Row, bluff: str) -> Fraction:
    """Return player 1's guarantee by claim 4.5 (Coq: Optimal.claim_4_5), or 0.

    It is for games in which both may bluff. If player 2 may not bluff, player 1 gets no
    less. If q is larger than n, no question is a bluff.
    """
    sure = not row.announced and (bluff in ("both", "one") or row.q > row.n)
    return Fraction(sure, 2)


def known(found: dict[str, Ends], who: frozenset[int]) -> Ends:
    """Return bounds of a game with a bluffing rule, by those with other rules.

    A player with more options does not do worse.
    """

    def better(some: frozenset[int], others: frozenset[int]) -> bool:
        """Return whether player 1 has no less, and player 2 no more."""
        return some & {1} >= others & {1} and some & {2} <= others & {2}

    lows = [low for k, (low, _) in found.items() if better(who, BLUFFERS[k])]
    highs = [high for k, (_, high) in found.items() if better(BLUFFERS[k], who)]
    return max(lows, default=Fraction(0)), min(highs, default=Fraction(1))


def closest(
    game: Game,
    variant: GameVariant,
    most: int,
    low: Fraction = Fraction(0),
    high: Fraction = Fraction(1),
) -> ValueBounds:
    """The closest bounds before a game can end in more than so many ways.

    They are no closer than what is needed beside what is known already.
    A tree is not even grown if it is likely to be many times as large.
    """
    found, sizes = None, [1]
    try:
        for found in improving_bounds(game, variant, room=needed(most, None)):
            if found.begun:
                continue
            sizes.append(
                max(side.form.root.size for side in (found.lower, found.upper))
            )
            if max(found.lower.value, low) >= min(found.upper.value, high):
                break
            if sizes[-1] ** 2 > 3 * most * sizes[-2]:
                break
    except QueryError:
        pass
    assert found is not None, "one turn is always looked at"
    return found


def rounded_bounds(low: Fraction, high: Fraction, digits: int = DIGITS) -> str:
    """A value, or bounds, rounded outwards; a long fraction by its first digits."""
    if low == high:
        text = str(low)
        return text if len(text) <= LONGEST else f"{floor(low * 10**12) / 10**12}..."
    places = len(str(digits)) - 1
    ends = floor(low * digits) / digits, ceil(high * digits) / digits
    return f"{ends[0]:.{places}f} to {ends[1]:.{places}f}"


def bounds(found: dict[str, Any], bluff: str = "both") -> Ends:
    """The bounds of a game, if so many may bluff."""
    low, high = found[bluff]
    return Fraction(low), Fraction(high)


OTHERS = {"one": "player 1", "other": "player 2", "nobody": "nobody"}
"""The bluffing rules other than both, in words."""

Kept = dict[Row, dict[str, Any]]


def checks() -> dict[str, tuple[str, str]]:
    """Return the cost to solve each game, and to check its certificate, by its name.

    With bluffs by both, in milliseconds, as told by the page of certificates.
    """
    found, head = dict[str, tuple[str, str]](), list[str]()
    for line in CHECKS.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] == "game":
            head = cells
        elif cells[0].startswith("MYST("):
            one = dict(zip(head, cells, strict=True))
            if one["bluffs by"] == "both":
                found[one["game"]] = one["all turns"], one["alike"]
    return found


def by_one(found: Kept) -> Iterator[str]:
    """The table of games one by one, whoever may bluff."""
    names = ("game", "bluffs by both", "by player 1", "by player 2", "by nobody")
    more = "(4.1)", "turns", "sequences", "solved", "checked"
    yield f"| {' | '.join((*names, *more))} |"
    yield "|---" * len((*names, *more)) + "|"
    times = checks()
    for row in sorted(found, key=lambda row: (row.q, row.n, row.m)):
        (m, n, q, _), one = row, found[row]
        if not row.announced and (row.cards <= NAMED or row == FAR):
            cells = [rounded_bounds(*bounds(one, bluff)) for bluff in BLUFFERS]
            formula = str(Recurrence(m + 2 * n)(m, n, n)) if q == 1 else ""
            cells += [formula, str(one["turns"]), str(one["sequences"])]
            name = f"MYST({m},{n},2,{q})"
            cells += times.get(name, ("", ""))
            yield f"| {' | '.join((name, *cells))} |"


def by_q(found: Kept, announced: bool, digits: int, bluff: str) -> Iterator[str]:
    """A table with a line for each pile and hands, and a column for each q."""
    some = {
        row: in_short(row, *bounds(one, bluff), digits, bluff)
        for row, one in found.items()
        if row.announced == announced
        and (announced or row.cards > NAMED)
        and (bluff == "both" or row.q <= row.n)
        and bluff in one
    }
    largest = max(row.q for row in some)
    yield f"| cards | {' | '.join(map(str, range(1, largest + 1)))} |"
    yield "|---" * (largest + 1) + "|"
    for _, n, m in sorted({(row.cards, row.n, row.m) for row in some}):
        cells = [some.get(Row(m, n, q + 1, announced), "") for q in range(largest)]
        yield f"| {m} and {n} | {' | '.join(cells)} |"


def in_short(row: Row, low: Fraction, high: Fraction, digits: int, bluff: str) -> str:
    """Bounds as `rounded_bounds`, and what is proved where that is more."""
    text, sure = rounded_bounds(low, high, digits), proved(row, bluff)
    return text.replace(" to ", f" ({sure}) to ") if low < sure else text


def open_cells(found: Kept) -> Iterator[str]:
    """The table of the cells whose bounds differ, and of the searches in them."""
    yield "| game | bluffs by | bounds | solved | begun | ended by |"
    yield "|---" * 6 + "|"
    for row in sorted(found, key=lambda row: (row.cards, row.n, row.q)):
        one = found[row]
        for bluff in BLUFFERS if row.q <= row.n else ("both",):
            if not row.announced and bluff in one and len({*one[bluff]}) > 1:
                search = one.get("searched", {}).get(bluff, {})
                cells = (
                    f"MYST({row.m},{row.n},2,{row.q})",
                    {"both": "both", **OTHERS}[bluff],
                    in_short(row, *bounds(one, bluff), 10**4, bluff),
                    *(str(search.get(key, "")) for key in ("solved", "begun")),
                    reason(search),
                )
                yield f"| {' | '.join(cells)} |"


def reason(search: Mapping[str, int]) -> str:
    """Why a search ended, in words; it is `older` if this is not known."""
    if "bytes" in search:
        return f"{search['bytes'] / 2**30:,.1f} GB for turn {search['next']}"
    return f"{search['seconds']} s" if search else "older"


def with_open_cells(text: str, found: Kept) -> str:
    """Return the page with the new table of open cells."""
    before, head, rest = text.partition(OPEN)
    _, foot, after = rest.partition(END)
    if not (head and foot):
        raise ValueError(f"the page has no {OPEN} and {END}")
    table = "\n".join(open_cells(found))
    return f"{before}{OPEN}\n\n{table}\n\n{END}{after}"


def page(found: Kept) -> Iterator[str]:
    """The lines of the tables."""
    yield from by_one(found)
    yield ""
    large = f"Games of {NAMED + 1} to {ALL} cards"
    yield (
        f"{large}, bluffs by both. The first column gives m and n,"
        " the others are for q:"
    )
    yield ""
    yield from by_q(found, False, 10**4, "both")
    for bluff, who in OTHERS.items():
        yield ""
        yield (
            f"{large}, bluffs by {who}. The first column gives m and n; q is at most n:"
        )
        yield ""
        yield from by_q(found, False, 10**4, bluff)
    yield ""
    yield (
        "Knowledge games (section 7): only a player who knows the pile guesses, and"
        " questions may be repeated. The first column gives the cards on the table and"
        " in each hand, the others are for q."
    )
    yield ""
    yield from by_q(found, True, DIGITS, "both")


def kept() -> Kept:
    """Return the stored results."""
    found = {}
    for one in json.loads(DATA.read_text("utf-8")):
        found[Row(*(one.get(name, False) for name in Row._fields))] = one
    return found


def keep(row: Row, one: dict[str, Any]) -> None:
    """Write the results beside the page, in place of the stored ones."""
    found = kept() | {row: {**one, **origin_keys()}}
    order = sorted(found, key=lambda row: (row.announced, row.q, row.n, row.m))
    objects = ",\n".join(json.dumps(found[row]) for row in order)
    DATA.write_text(f"[\n{objects}\n]\n", "utf-8")


def solved_of(
    asked: tuple[Row, Effort, dict[str, Any] | None, bool],
) -> dict[str, Any]:
    """Do the same as `solved`, with its arguments in a tuple."""
    row, effort, there, few_only = asked
    return solved(row, effort, there, few_only=few_only)


def is_open(one: dict[str, Any]) -> bool:
    """Return whether the bounds of a game differ for some bluffing rule."""
    return any(one[bluff][0] != one[bluff][1] for bluff in BLUFFERS if bluff in one)


def options() -> argparse.ArgumentParser:
    """Return the options of this program."""
    found = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    found.add_argument("most", type=int, nargs="?", default=ALL)
    found.add_argument("--missing", action="store_true", help="games not kept yet")
    found.add_argument("--open", action="store_true", help="games with open bounds")
    found.add_argument("--closer", action="store_true", help="few questions only")
    found.add_argument("--only", metavar="M,N,Q", action="append", help="this game")
    found.add_argument("--seconds", type=int, default=SECONDS, help="processor time")
    found.add_argument("--memory", metavar="GB", type=float, help="at most so much")
    found.add_argument("--stages", metavar="DIR", type=Path, help="keep each turn here")
    found.add_argument(
        "--last", action="store_true", help="with --ways: these trees only"
    )
    found.add_argument("--ways", type=int, help="look no further than that, untimed")
    found.add_argument("--rounds", type=int, help="of regret minimization, with both")
    found.add_argument("--both", action="store_true", help="only bluffs by both")
    found.add_argument("--jobs", type=int, default=1, help="so many processes")
    found.add_argument("--anew", action="store_true", help="forget the bounds kept")
    found.add_argument("--page", action="store_true", help="only write the page again")
    return found


def chosen(asked: argparse.Namespace) -> list[Row]:
    """The games that are to be solved, in order. Raises ValueError for other games."""
    some, there = list(rows(asked.most)), kept()
    if asked.only:
        sizes = [tuple(map(int, text.split(","))) for text in asked.only]
        some = [row for row in some if row[:3] in sizes]
        if missed := set(sizes) - {row[:3] for row in some}:
            raise ValueError(f"no such games: {missed}")
    if asked.closer:  # those that need it most come first
        some.sort(key=lambda row: sub(*bounds(there[row])))
    if asked.open:
        some = [row for row in some if row in there and is_open(there[row])]
    if asked.missing:
        some = [row for row in some if row not in there]
    return [] if asked.page else some


def main() -> None:
    """Solve the games, or some of them, and keep each at once."""
    parser = options()
    asked = parser.parse_args()
    try:
        some = chosen(asked)
    except ValueError as error:
        parser.error(str(error))
    if asked.last and asked.ways is None:
        parser.error(
            "--last needs --ways; without them, games end with a last question"
        )
    there = {} if asked.anew else kept()
    room = None if asked.memory is None else int(asked.memory * 2**30)
    bluffs = ("both",) if asked.both else tuple(BLUFFERS)
    efforts = (asked.seconds, room, asked.stages, asked.ways, asked.last, bluffs)
    effort = Effort(*efforts, asked.rounds)
    work = {row: (row, effort, there.get(row), asked.closer) for row in some}
    for row, one in spread(solved_of, work, asked.jobs):
        keep(row, one)
        print(*row, rounded_bounds(*bounds(one)), flush=True)
    text, _, _ = with_open_cells(PAGE.read_text("utf-8"), kept()).partition(MARK)
    PAGE.write_text("\n".join((text + MARK, "", *page(kept()), "")), "utf-8")


if __name__ == "__main__":
    main()
