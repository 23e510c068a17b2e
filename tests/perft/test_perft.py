"""Counts of situations and histories: by two engines, by playing, by arithmetic."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import comb
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mystpy.cli import cli
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.perft import counts
from mystpy.perft.axiom_counts import AxiomPerft
from mystpy.perft.counts import Perft, PerftCounts
from mystpy.play.game_state import GameState
from tests.sampling import cases_by_day
from tests.situations.test_counts import COUNTS

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Return a function that calls a command in this process."""
    return lambda *words: CliRunner().invoke(cli, list(words))


ROWS: list[Any] = json.loads(
    (Path(__file__).parents[2] / "docs" / "perft.json").read_text("utf-8")
)
SORTS = {"who": ["ann", "bob"], "how": ["axe", "bow"]}
PLAYED = [
    (Game.myst(1, 1, 2, 1), 7),
    (Game.myst(1, 1, 3, 2), 5),
    (Game.clue(2, SORTS), 5),
    (Game.from_dict({"rules": "clue", "p": 2, "sorts": SORTS, "speed": True}), 5),
    (Game.from_dict({"rules": "clue", "p": 2, "sorts": SORTS, "board": True}), 5),
]


def written(row: Any, depth: int) -> list[PerftCounts]:
    return [PerftCounts(**level) for level in row["levels"][: depth + 1]]


def test_the_table_has_twenty_games() -> None:
    assert len(ROWS) == 20
    assert len({json.dumps(row["game"]) for row in ROWS}) == 20


@pytest.mark.parametrize("row", cases_by_day(ROWS, 5), ids=lambda row: row["name"])
def test_the_table_is_what_both_engines_count(row: Any) -> None:
    game, depth = Game.from_dict(row["game"]), min(len(row["levels"]) - 1, 5)
    assert list(Perft(game).levels(depth)) == written(row, depth)
    checked = min(row["checked"], 3 if game.c < 8 else 1)
    assert list(AxiomPerft(game).levels(checked)) == written(row, checked)


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_the_whole_table_is_counted_again(row: Any) -> None:
    perft = Perft(Game.from_dict(row["game"]))
    assert perft.deals == row["deals"]
    assert list(perft.levels(len(row["levels"]) - 1)) == written(
        row, len(row["levels"])
    )


@pytest.mark.parametrize(("game", "depth"), PLAYED, ids=lambda x: str(x)[:30])
def test_playing_each_deal_gives_the_same_counts(game: Game, depth: int) -> None:
    """A third count: all games of each deal, action by action."""
    perft = Perft(game)
    histories: list[set[str]] = [set() for _ in range(depth + 1)]
    runs = [0] * (depth + 1)

    def grow(play: GameState) -> None:
        done = len(play.done)
        histories[done].add(play.history().term())
        runs[done] += 1
        if done < depth:
            for event in tuple(play.events()):
                play.do(event)
                grow(play)
                play.undo()

    for deal in perft._deals:
        hands = [
            [card for card, place in game.deck.items() if hand >> place & 1]
            for hand in deal
        ]
        grow(GameState(game, hands))
    found = list(perft.levels(depth))
    assert [level.histories for level in found] == [len(x) for x in histories]
    assert [level.runs for level in found] == runs


@pytest.mark.parametrize(("game", "by_deal"), COUNTS, ids=lambda x: "")
def test_runs_are_the_histories_of_one_deal_times_the_deals(
    game: Game, by_deal: list[int]
) -> None:
    if not game.m:
        pytest.skip("in this game deals differ")
    perft = Perft(game)
    runs = [level.runs for level in perft.levels(len(by_deal) - 1)]
    assert runs == [perft.deals * number for number in by_deal]


@pytest.mark.parametrize(
    "game",
    [Game.myst(1, 2, 2, 2), Game.myst(2, 1, 3, 2), Game.myst(1, 4, 2, 2)],
    ids=lambda game: str(game.sizes),
)
def test_the_first_levels_by_arithmetic(game: Game) -> None:
    m, n, c, q = game.sizes[0], game.sizes[1], game.c, game.q
    perft = Perft(game)
    _, one, two, three = perft.levels(3)
    assert one[1:] == (comb(c, q), perft.deals * comb(c, q), comb(c, q), comb(c, q))
    assert two.runs == one.runs
    assert two.histories == comb(c, q) * (1 + (c - q >= n))
    last = comb(c, m) + 1 if game.p == 2 else 1
    by_deal = n * comb(c - 1, q - 1) + comb(c - n, q) * last
    assert three.runs == perft.deals * by_deal


def test_a_card_that_one_player_does_not_see_is_no_part_of_a_public_history() -> None:
    two, three = (Perft(Game.myst(1, 1, p, 2)) for p in (2, 3))
    shown = list(two.levels(3))[3]
    assert shown.public >= shown.histories  # results of guesses tell histories apart
    hidden = list(three.levels(3))[3]
    assert hidden.public < hidden.histories


def test_a_game_with_too_many_deals_is_refused() -> None:
    with pytest.raises(QueryError, match=f"more than {counts.MAX_DEALS:,}"):
        Perft(Game.myst(3, 3, 3, 2))
    with pytest.raises(QueryError, match="lists all deals"):
        Perft(Game.myst(9, 9, 9, 9))  # so many that not even a count by search ends


def test_the_axioms_are_not_asked_about_too_many_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("mystpy.perft.axiom_counts.MAX_RUNS_CHECKED", 20)
    with pytest.raises(QueryError, match="up to 20 runs"):
        list(AxiomPerft(Game.myst(1, 1, 2, 1)).levels(3))


def test_the_command_prints_the_table_of_the_page(run: Run) -> None:
    done = run("perft", "MYST(1,1,2,1)", "--depth", "6", "--check")
    assert done.exit_code == 0
    page = (Path(__file__).parents[2] / "docs" / "reference" / "perft.md").read_text(
        "utf-8"
    )
    assert done.stdout.strip() in page


def test_other_counts_by_the_axioms_end_with_status_4(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AxiomPerft, "levels", lambda self, depth: iter(()))
    done = run("perft", "MYST(1,1,2,1)", "--depth", "1", "--check")
    assert done.exit_code == 4
    assert "one of the two is wrong" in done.stdout


def test_what_is_no_game_is_an_error_with_an_example(run: Run) -> None:
    done = run("perft", "MYST(1,1)")
    assert done.exit_code == 2
    assert "does not say the four numbers m, n, p and q" in done.stderr
    assert "MYST(1,2,3,2)" in done.stderr
