"""The results of many games: counts, ratings, and the gain by pairing."""

from __future__ import annotations

import gc
import tracemalloc
from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest

from mystpy.arena.commands.text import standings
from mystpy.arena.design import Entrant, Tournament
from mystpy.arena.schedule import run_tournament
from mystpy.arena.score import Score
from mystpy.arena.standings import ChoiceCounts, Standings
from mystpy.game.game import Game
from mystpy.play.referee import RuleViolation

PAIR = Tournament(
    (Game.myst(1, 1, 2, 1),), (Entrant("a", "exact"), Entrant("b", "random"))
)


def score(number: int, seats: str, winner: int | None, *out: int) -> Score:
    return Score(number, tuple(seats), winner, out, 4, 10)


def test_players_are_counted_by_seat() -> None:
    found = Standings(PAIR)
    found.add([score(0, "ab", 1), score(1, "ba", 1, 2)])
    found.add([score(2, "ba", None, 1, 2), score(3, "ab", 2)])
    a, b = found.players["a"], found.players["b"]
    assert (a.games, a.wins, a.wrong, b.wins, b.wrong) == (4, 1, 2, 2, 1)
    assert (a.sat, a.points, b.points) == ([2, 2], [1, 0], [1, 1])
    assert (found.nobody, found.games, found.blocks) == (1, 4, 2)
    output = found.as_object()
    assert isinstance(output["players"], dict)
    assert output["players"]["a"]["share"] == 0.25
    assert output["players"]["a"]["seats"] == [0.5, 0.0]
    # Last and first, first and last where both guessed wrongly, and last.
    assert output["players"]["a"]["rank"] == 1.5


def test_who_is_ahead_by_a_fault_has_a_part_of_the_win() -> None:
    found = Standings(PAIR)
    found.add(
        [
            score(0, "ab", None)._replace(fault=RuleViolation(2, "slow")),
            score(1, "ba", 1),
        ]
    )
    assert found.players["a"].blocks.mean == 0.5
    assert (found.players["a"].wins, found.faults) == (0, 1)
    lines = list(standings(found.as_object()))
    assert "b has lost 1 game by a fault (error 1), first: slow" in lines
    assert not any("a has lost" in line for line in lines)


def test_what_a_model_used_is_added_up_over_seats_and_games() -> None:
    found = Standings(PAIR)
    first = {"requests": 3, "retries": 0, "prompt_tokens": 1200, "cost": 0.1}
    other = {"requests": 4, "retries": 1, "prompt_tokens": 800, "cost": 0.2}
    found.add([score(0, "ab", 1)._replace(usage={"1": first})])
    found.add([score(1, "ba", 1)._replace(usage={"2": other})])
    found.add([score(2, "ab", 1)])
    output = found.as_object()
    used = {"requests": 7, "retries": 1, "prompt_tokens": 2000, "cost": 0.3}
    assert output["players"]["a"]["usage"] == used  # type: ignore[index]
    assert "usage" not in output["players"]["b"]  # type: ignore[index]
    lines = list(standings(output))
    said = "7 requests, 1 again; 2,000 tokens sent, 0 received; cost 0.3000"
    assert f"a in 3 games: {said}" in lines
    assert not any(line.startswith("b in ") for line in lines)


def test_the_seats_and_wins_of_a_summary_add_up() -> None:
    games: list[Score] = []
    found = run_tournament(
        PAIR, (), lambda line: games.append(Score.of(line)), games=80
    )
    output = found.as_object()["players"]
    assert isinstance(output, dict)
    won = Counter(s.seats[s.winner - 1] for s in games if s.winner)
    assert {name: row["wins"] for name, row in output.items()} == won
    for row in output.values():
        assert row["low"] < row["share"] < row["high"]
        assert row["share"] == pytest.approx(sum(row["seats"]) / 2, abs=1e-5)
    ((pair, difference, chance),) = found.compared()
    assert pair == ("a", "b")
    assert difference > 0
    assert chance < 0.01


def test_a_share_is_the_part_of_the_games_that_is_won() -> None:
    """Also if a player has more seats in some deals. A watched share is by deals."""
    game, names = Game.myst(1, 2, 3, 1), (("a", 2), ("b", 1), ("c", 1))
    entrants = tuple(Entrant(name, "random", (), copies) for name, copies in names)
    tournament = Tournament((game,), entrants)
    found, watched = Standings(tournament), Standings(tournament, watched=True)
    rng = Random(7)
    for number in range(30):
        seats = "".join(rng.sample("aabc", 3))
        block = [score(number, seats, rng.randint(1, 3)) for _ in range(3)]
        found.add(block)
        watched.add(block)
    for name in "abc":
        standing = found.players[name]
        low, share, high = (
            standing.as_object(False, 0)[key] for key in ("low", "share", "high")
        )
        assert share == pytest.approx(standing.wins / standing.games, abs=1e-6)
        assert low < share < high  # type: ignore[operator]
        by_deals = watched.players[name].as_object(True, 0)["share"]
        assert by_deals == pytest.approx(standing.blocks.mean, abs=1e-6)


def test_pairing_is_worth_what_the_seat_would_blur() -> None:
    """If the seat alone decides, one deal in all seats shows it."""
    rng, found = Random(1), Standings(PAIR)
    for k in range(200):
        # The first seat wins with the better chance, whoever sits there.
        luck = rng.random() < 0.9
        first = [score(2 * k, "ab", 1 if luck else 2)]
        found.add([*first, score(2 * k + 1, "ba", 1 if rng.random() < 0.9 else 2)])
    worth = found.pairing()
    assert worth is not None
    assert worth > 2
    alike = Standings(PAIR)
    for k in range(50):
        alike.add([score(2 * k, "ab", 1), score(2 * k + 1, "ba", 1)])
    assert alike.pairing() is None  # no number of other games would tell as much


def test_ratings_find_the_strengths_that_made_the_ranks() -> None:
    strength = {"a": 4.0, "b": 2.0, "c": 1.0, "d": 0.5}
    rng, choices = Random(6), ChoiceCounts(list(strength))
    for number in range(3000):
        seats = rng.sample(list(strength), 3)
        order, left = [], list(seats)
        while left:
            weights = [strength[name] for name in left]
            order.append(rng.choices(left, weights)[0])
            left.remove(order[-1])
        place = {name: seat for seat, name in enumerate(seats, 1)}
        out = tuple(place[name] for name in reversed(order[1:]))
        choices.add(Score(number, tuple(seats), place[order[0]], out, 4, 10))
    found = choices.ratings()
    for name, better in (("d", "c"), ("c", "b"), ("b", "a")):
        # Twice as strong is 120 points more.
        assert found[better] - found[name] == pytest.approx(120.4, abs=20)
    assert sum(found.values()) == pytest.approx(0, abs=1e-6)


def test_who_never_loses_has_a_rating_all_the_same() -> None:
    choices = ChoiceCounts(["a", "b"])
    for number in range(50):
        choices.add(score(number, "ab", 1, 2))
    found = choices.ratings()
    assert 400 < found["a"] - found["b"] < 2000


@pytest.mark.slow
def test_what_is_kept_does_not_grow_with_the_games() -> None:
    """A million games would not fit into memory, and they need not."""
    kept: list[int] = []

    def write(line: Mapping[str, object]) -> None:
        if line["number"] in (499, 1999):
            gc.collect()
            kept.append(tracemalloc.get_traced_memory()[0])

    tracemalloc.start()
    try:
        run_tournament(PAIR, (), write, games=2000)
    finally:
        tracemalloc.stop()
    early, late = kept
    assert late - early < 100 * 1500 / 10  # a tenth of the file
