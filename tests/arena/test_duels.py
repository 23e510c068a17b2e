"""Duels: tables of one player against copies of another, and what is beyond luck."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from mystpy.arena.file import require_kind
from mystpy.arena.score import Score
from mystpy.arena.standings import Standing
from tools.duels import SIZES, Cell, by_key, cell, duelled, judged, tournament

ROOT = Path(__file__).parents[2]
DUELS = tomllib.loads((ROOT / "docs" / "players.toml").read_text("utf-8"))["duel"]
ROWS = [{**duel, **row} for duel in DUELS for row in duel["rows"]]

QUICK = {"better": "exact", "other": "random", "games": 6, "aim": 1.5}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['better']}-{row['other']}")
def test_the_players_of_a_duel_can_play_at_all_sizes(row: dict[str, Any]) -> None:
    for p in SIZES:
        played = tournament(row, p, seed=1)
        assert len(played.seated) == p
        for each in played.entrants:
            require_kind(each, played.games[0])


def found(share: float, deals: int, aim: float) -> Cell:
    """A cell with three players in whose deals the share was this on the whole."""
    standing = Standing(3)
    for k in range(deals):
        standing.blocks.add(min(1.0, max(0.0, share + (0.1 if k % 2 else -0.1))))
        standing.games += 3
    played = tournament(QUICK, 3, seed=1)
    return Cell({**QUICK, "aim": aim}, played, (), standing)


def test_a_verdict_says_what_is_beyond_luck() -> None:
    shares = (0.7, 0.45, 0.34, 0.2)
    cells = [found(share, 40, 1.5) for share in shares]
    assert judged(cells) == ["1.5 times", "above", "open", "below"]
    assert judged([found(0.7, 40, 1.0), found(0.7, 2, 1.0)]) == ["above", "open"]


def test_verdicts_are_corrected_for_the_number_of_cells() -> None:
    few = found(0.48, 8, 1.0)
    assert judged([few]) == ["above"]
    assert set(judged([few] * 50)) == {"open"}


def test_what_is_kept_is_not_played_again(tmp_path: Path) -> None:
    first = cell(QUICK, 3, 1, tmp_path)
    (path,) = tmp_path.iterdir()
    before = path.read_bytes()
    again = cell(QUICK, 3, 1, tmp_path)
    assert again.scores == first.scores == cell(QUICK, 3, 1, None).scores
    assert path.read_bytes() == before
    more = cell({**QUICK, "games": 9}, 3, 1, tmp_path)
    assert more.scores[:6] == first.scores
    assert len(more.scores) == 9


def test_shares_by_seat_are_those_of_the_games() -> None:
    one = cell({**QUICK, "games": 30}, 3, 1, None)
    shares = by_key(one, lambda at, seat: str(seat))
    for seat in (1, 2, 3):
        wins = [
            (score.seats[seat - 1], score.winner == seat)
            for score in one.scores
            if isinstance(score, Score)
        ]
        own = [won for name, won in wins if name == "exact"]
        mine, theirs = shares[str(seat)]
        assert mine.mean == pytest.approx(sum(own) / len(own))
        assert mine.number == theirs.number == len(own) == 10


def test_a_duel_is_told_as_a_table() -> None:
    duel = {"id": "x", "says": "s", "source": "ours", "seed": 1, "better": "exact"}
    rows = [{"other": "random", "games": 6, "closer": True}]
    lines = duelled({**duel, "rows": rows})
    assert lines[0].startswith("### x: ")
    assert lines[2] == "s (this project)"
    assert any(line.startswith("| exact | random | 6/8/10 |") for line in lines)
    assert any(" cells; the seed is 1." in line for line in lines)
