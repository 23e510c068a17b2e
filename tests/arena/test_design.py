"""The seats and cards of a game follow from the seed and the game's number alone."""

from __future__ import annotations

import math

import pytest

from mystpy.arena import schedule
from mystpy.arena.design import Entrant, Tournament
from mystpy.arena.file import load_tournament
from mystpy.arena.schedule import run_tournament
from mystpy.arena.score import play_game
from mystpy.engines.transition_system.system import TransitionSystem
from mystpy.errors import GameError, MystError, QueryError
from mystpy.game.game import Game

GAME = Game.myst(1, 1, 3, 2)
THREE = tuple(Entrant(name, "random") for name in "abc")


def seats(tournament: Tournament, number: int) -> list[str]:
    return [entrant.name for entrant in tournament.match(number).seats]


def test_each_deal_has_every_player_once_in_every_seat() -> None:
    tournament = Tournament((GAME,), THREE)
    for first in range(0, 30, 3):
        block = [tournament.match(first + k) for k in range(3)]
        assert len({match.deal for match in block}) == 1
        for seat in range(3):
            assert {match.seats[seat].name for match in block} == set("abc")
    orders = {tuple(seats(tournament, first)) for first in range(0, 180, 3)}
    assert len(orders) == 6  # who sits beside whom is drawn, too


def test_fixed_seats_are_those_of_the_file() -> None:
    tournament = Tournament((GAME,), THREE, rotate=False)
    assert [seats(tournament, k) for k in range(3)] == [list("abc")] * 3
    assert tournament.match(0).deal != tournament.match(1).deal


def test_of_more_players_than_seats_all_come_to_play() -> None:
    tournament = Tournament((GAME,), tuple(Entrant(x, "random") for x in "abcdef"))
    assert {name for k in range(0, 60, 3) for name in seats(tournament, k)} == {
        *"abcdef"
    }


def test_games_of_several_sizes_take_turns() -> None:
    tournament = Tournament((GAME, Game.myst(1, 1, 2, 1)), THREE)
    assert tournament.block == 5
    sizes = [tournament.match(k).game.p for k in range(10)]
    assert sizes == [3, 3, 3, 2, 2] * 2
    assert tournament.match(3).deal == tournament.match(4).deal


def test_another_seed_has_other_deals() -> None:
    one, other = (Tournament((GAME,), THREE, seed=seed) for seed in (1, 2))
    first, second = ([t.match(3 * k).deal for k in range(8)] for t in (one, other))
    assert first == [one.match(3 * k).deal for k in range(8)]
    assert first != second


def test_players_of_one_kind_have_just_the_same_share() -> None:
    found = run_tournament(Tournament((GAME,), THREE), (), lambda line: None, games=30)
    means = [each.blocks.mean for each in found.players.values()]
    assert sum(means) == pytest.approx(means[0] * 3)
    assert all(
        each.blocks.variance < 1e-9 or each.wins for each in found.players.values()
    )
    wins = {each.wins for each in found.players.values()}
    assert len(wins) == 1


def test_shares_are_the_same_with_each_deal_in_all_seats_and_with_one_game_each() -> (
    None
):
    """Pairing is unbiased: this is tested by all orders of the seats of many deals."""
    pair = (Entrant("exact", "exact"), Entrant("random", "random"))
    game = Game.myst(1, 1, 2, 1)
    paired = Tournament((game,), pair)
    found = run_tournament(paired, (), lambda line: None, games=400)
    other = Tournament((game,), pair, seed=2)
    # One game of each deal, in the first order that is drawn for it.
    wins = [
        score.winner is not None and score.seats[score.winner - 1] == "exact"
        for score in (play_game(other.match(2 * k)) for k in range(400))
    ]
    blocks, share = found.players["exact"].blocks, sum(wins) / 400
    error = math.sqrt(blocks.variance / blocks.number + share * (1 - share) / 400)
    assert abs(blocks.mean - share) < 3 * error
    assert blocks.mean > 0.5 + 10 * error


TOML = """
game = {rules = "myst", m = 1, n = 1, p = 3, q = 2}
[[player]]
kind = "exact"
[[player]]
kind = "random"
copies = 2
"""


def test_a_file_says_who_plays_what() -> None:
    tournament = load_tournament(TOML, "some.toml")
    assert tournament.games == (GAME,)
    assert [each.name for each in tournament.seated] == ["exact", "random", "random"]
    assert (tournament.rotate, tournament.seed) == (True, 1)
    assert load_tournament("seed = 3\n" + TOML, None).seed == 3
    assert load_tournament("seed = 3\n" + TOML, None, 4).seed == 4


@pytest.mark.parametrize(
    ("old", "new", "message", "hint"),
    [
        ('"exact"', '"exakt"', "no kind of player 'exakt'", "did you mean exact?"),
        ('"exact"', '"random"', "two players are called random", "copies = 2"),
        ("copies = 2", "", "there are 2 players for the 3 seats", "[[player]]"),
        ("copies = 2", "copies = 0", "there cannot be 0 copies of random", "leave"),
        ("copies = 2", 'name = ""', "a player cannot be called ''", "1 to 100"),
        ("copies = 2", 'name = " a"', "a player cannot be called ' a'", "no space"),
        ("copies = 2", 'name = "\\u001b[2J"', r"called '\x1b[2J'", "printable"),
        ("copies = 2", "copies = 10000000000", "there cannot be 10000000000", ""),
        ("copies = 2", "copys = 2", "has no option 'copys'", "no options"),
        ("copies = 2", "copies = 2\nskill = [1]", "skill must be a number", ""),
        ("n = 1, ", "n = 0, ", "n = 0, but (2.1)", ""),
        ("game", "games", "no key 'games'", "did you mean game?"),
        ("\ngame", '\nseats = "sideways"\ngame', "seats cannot be", "rotate"),
        ("\ngame", "\nseconds = 0\ngame", "seconds must be a number above 0", ""),
        ("\ngame", "\nseconds = nan\ngame", "seconds must be a number above 0", ""),
        ("\ngame", "\nseconds = inf\ngame", "seconds must be a number above 0", ""),
        ("\ngame", "\nseconds = 1e300\ngame", "seconds must be a number above", ""),
        ("\ngame", "\nseconds = true\ngame", "seconds must be a number above 0", ""),
        ('{rules = "myst", m = 1, n = 1, p = 3, q = 2}', "[]", "there is no game", ""),
    ],
)
def test_what_is_wrong_with_a_file_is_told(
    old: str, new: str, message: str, hint: str
) -> None:
    with pytest.raises(MystError) as caught:
        load_tournament(TOML.replace(old, new), "some.toml")
    assert isinstance(caught.value, QueryError | GameError)
    assert message in str(caught.value)
    assert str(caught.value).startswith("some.toml")
    assert hint in (caught.value.hint or "")


def test_fixed_seats_are_as_many_as_players() -> None:
    four = tuple(Entrant(x, "random") for x in "abcd")
    with pytest.raises(QueryError, match="4 players for the 3 seats"):
        Tournament((GAME,), four, rotate=False)
    assert Tournament((GAME,), four).block == 3


def test_public_states_are_there_before_the_games_begin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[tuple[int, str]] = []
    monkeypatch.setattr(
        TransitionSystem, "complete", lambda found: done.append((found.p, "complete"))
    )
    games = (Game.clue(3), Game.clue(4, speed=True), Game.myst(1, 1, 12, 2))
    players = (Entrant("a", "random", copies=12),)
    Tournament(games, players).prepare()
    assert done == [(3, "complete"), (4, "complete")]


def test_pieces_of_work_have_all_games_once_and_grow_where_games_are_short() -> None:
    pieces = schedule._WorkUnits(3, 100)
    numbers: list[int] = []
    sizes: list[int] = []
    for start, piece in pieces:
        assert start == piece[0]
        numbers += piece
        sizes.append(len(piece))
        pieces.took(len(piece), 0.01 if len(piece) < 8 else 10.0)
    assert numbers == list(range(3, 100))
    assert sizes[:4] == [1, 2, 4, 8]
    assert set(sizes[4:-1]) == {8}
