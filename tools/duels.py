"""One player against copies of another, at every size: tables for players.md.

A duel is a claim with a cell for each other player and each number of players: that the
share is above the fair one, or above 1.5 times it. All its cells are corrected together
for their number (Holm 1979). It is confirmed if each of them is borne out, refuted if
one is below the fair share, and undecided otherwise.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from mystpy.arena.design import Entrant, Tournament
from mystpy.arena.schedule import run_tournament
from mystpy.arena.score import Score
from mystpy.arena.scorebook import Scorebook
from mystpy.arena.standings import Standing
from mystpy.game.game import Game
from mystpy.intervals import LEVEL, Mean, difference_chance, holm
from mystpy.play.game_state import GameState, sort_masks
from tools.measures import share_of, source_of, table

SIZES = (3, 4, 5, 6)
OFTEN = 40
"""Groups with fewer deals are left out if deals are divided."""


class Cell(NamedTuple):
    """A row of a duel at one size, with the results of its games."""

    row: Mapping[str, Any]
    tournament: Tournament
    scores: Sequence[Score]
    standing: Standing

    @property
    def p(self) -> int:
        """Return the number of players."""
        return self.tournament.games[0].p

    def tests(self) -> dict[float, float]:
        """The multiples of the fair share that are tested, with the chance of each."""
        blocks = self.standing.blocks
        aims = {1.0, self.row["aim"]}
        return {aim: difference_chance(blocks, aim / self.p) for aim in aims}

    def verdict(self, chances: Mapping[float, float]) -> str:
        """Return the significant result in words."""
        share = self.standing.blocks.mean * self.p
        sure = [aim for aim, chance in chances.items() if chance <= 1 - LEVEL]
        if passed := [aim for aim in sure if share > aim]:
            return "above" if max(passed) == 1 else f"{max(passed):g} times"
        return "below" if 1.0 in sure else "open"

    def share(self) -> str:
        """The share with its interval."""
        return share_of(self.standing.blocks, self.standing.games)


def _entrant(name: str, copies: int = 1) -> Entrant:
    """A player of a duel; a strong one asks what tells it most, and can be read."""
    options = (("readable", True),) if name.startswith("strong-") else ()
    return Entrant(name, name, options, copies)


def tournament(row: Mapping[str, Any], p: int, seed: int) -> Tournament:
    """The tournament of a row: one against copies of the other."""
    better, other = row["better"], row["other"]
    both = _entrant(better), _entrant(other, p - 1)
    return Tournament((Game.clue(p),), both, seed=seed)


def cell(row: Mapping[str, Any], p: int, seed: int, keep: Path | None) -> Cell:
    """Play a row at one size; games stored in a file are not played again."""
    played = tournament(row, p, seed)
    wanted = row["games"]
    wanted = wanted[SIZES.index(p)] if isinstance(wanted, list) else wanted
    book, before, write = None, [], lambda _: None
    if keep is not None:
        path = keep / f"{row['better']}-{row['other']}-{p}.jsonl"
        book = Scorebook(path, played.head(), resume=True)
        before, write = list(book.found()), book.write
    scores = list(before)

    def note(verdict_row: Mapping[str, object]) -> None:
        write(verdict_row)
        scores.append(Score.of(verdict_row))

    jobs = os.cpu_count() or 1
    found = run_tournament(played, before, note, games=wanted, processes=jobs)
    if book is not None:
        book.close()
    return Cell(row, played, scores, found.players[row["better"]])


def duelled(duel: Mapping[str, Any], keep: Path | None = None) -> list[str]:
    """Return a duel with its results; store its games if a folder is given."""
    common = {"aim": 1.0, "better": duel["better"]}
    cells: list[Cell] = []
    for row in duel["rows"]:
        for p in SIZES:
            cells.append(cell({**common, **row}, p, duel["seed"], keep))
            verdict_row = cells[-1].row["better"], cells[-1].row["other"], p
            print(*verdict_row, cells[-1].share(), flush=True)
    verdicts = judged(cells)
    closer = [one for one in cells if one.row.get("closer")]
    return [
        f"### {duel['id']}: {_whole(cells, verdicts)}",
        "",
        f"{duel['says']} ({source_of(duel)})",
        "",
        *_rows(cells, verdicts),
        "",
        *_summary(cells, verdicts),
        *(["", *_closer(closer, "seat", _seat)] if closer else ()),
        *(["", *_closer(closer, "cards of each sort", _shape)] if closer else ()),
        "",
    ]


def judged(cells: Sequence[Cell]) -> list[str]:
    """The verdict of each cell, corrected for the number of all tests."""
    corrected = holm(
        {
            (k, aim): chance
            for k, one in enumerate(cells)
            for aim, chance in one.tests().items()
        }
    )
    return [
        one.verdict({aim: corrected[k, aim] for aim in one.tests()})
        for k, one in enumerate(cells)
    ]


def _fails(one: Cell, verdict: str) -> bool:
    """Return whether a cell is not what the duel says."""
    return verdict != (f"{one.row['aim']:g} times" if one.row["aim"] > 1 else "above")


def _whole(cells: Sequence[Cell], verdicts: Sequence[str]) -> str:
    if "below" in verdicts:
        return "refuted"
    return "undecided" if any(map(_fails, cells, verdicts)) else "confirmed"


def _rows(cells: Sequence[Cell], verdicts: Sequence[str]) -> Iterator[str]:
    """The table: a row for each player who is played against."""
    head = ("player", "against", "games", *(f"{p} players" for p in SIZES))
    rows = []
    for k in range(0, len(cells), len(SIZES)):
        some, verdict_row = cells[k : k + len(SIZES)], verdicts[k:]
        games = dict.fromkeys(one.standing.games for one in some)
        shares = (f"{x.share()}, {y}" for x, y in zip(some, verdict_row, strict=False))
        row = some[0].row
        rows.append((row["better"], row["other"], "/".join(map(str, games)), *shares))
    yield from table(head, rows)


def _summary(cells: Sequence[Cell], verdicts: Sequence[str]) -> Iterator[str]:
    """Yield the number of cells that agree with the duel, and those that do not."""
    failed: dict[str, list[str]] = defaultdict(list)
    for one, verdict in zip(cells, verdicts, strict=True):
        if _fails(one, verdict):
            failed[one.row["other"]].append(str(one.p))
    number = len(cells) - sum(map(len, failed.values()))
    seed = cells[0].tournament.seed
    verdict_row = (
        f"The claim is confirmed in {number} of {len(cells)} cells; the seed is {seed}."
    )
    listed = "; ".join(f"{who} ({', '.join(at)} players)" for who, at in failed.items())
    yield verdict_row + (f" It is open, or less, against {listed}." if failed else "")


def _closer(cells: Iterable[Cell], name: str, key: Callable[..., str]) -> Iterator[str]:
    """The shares of both, where either sits or by what either holds."""
    rows = []
    for one in cells:
        found = by_key(one, key)
        often = ((k, x) for k, x in found.items() if x[0].number >= OFTEN)
        for what, (mine, theirs) in sorted(often):
            shares = (share_of(each, each.number) for each in (mine, theirs))
            rows.append((one.p, what, mine.number, *shares))
    row = one.row
    yield from table(("players", name, "deals", row["better"], row["other"]), rows)


def by_key(
    one: Cell, key: Callable[[GameState, int], str]
) -> dict[str, tuple[Mean, Mean]]:
    """Return both players' shares, deal by deal, for each key of a seat."""
    found: dict[str, tuple[Mean, Mean]] = defaultdict(lambda: (Mean(), Mean()))
    block = one.tournament.block
    for k in range(0, len(one.scores), block):
        sums: dict[tuple[str, bool], list[float]] = defaultdict(list)
        for score in one.scores[k : k + block]:
            match, points = one.tournament.match(score.number), score.points()
            at = GameState(match.game, match.deal)
            for seat, name in enumerate(score.seats, 1):
                won = points.get(seat, 0.0)
                sums[key(at, seat), name != one.row["better"]].append(won)
        for (what, other), won in sums.items():
            found[what][other].add(sum(won) / len(won))
    return found


def _seat(at: GameState, seat: int) -> str:
    return f"{seat}, {at.hands[seat].bit_count()} cards"


def _shape(at: GameState, seat: int) -> str:
    held = ((at.hands[seat] & sort).bit_count() for sort in sort_masks(at.game))
    return " ".join(map(str, sorted(held, reverse=True)))
