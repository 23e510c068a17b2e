"""The rating list: frozen opponents, results that are checked, and ratings."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from mystpy.arena.design import Entrant, Tournament
from mystpy.arena.ratings import submission
from mystpy.arena.ratings.frozen import (
    POOL,
    FrozenOpponent,
    OpponentPool,
    fingerprint,
    pool_text,
    read_pool,
    refrozen,
    require_frozen,
    shipped_pool,
)
from mystpy.arena.ratings.page import page
from mystpy.arena.ratings.rating_list import (
    Rating,
    ResultsFile,
    list_text,
    merged,
    ratings,
    read_list,
    results_of,
)
from mystpy.arena.ratings.submission import read_submission
from mystpy.arena.schedule import run_tournament
from mystpy.arena.score import play_game
from mystpy.arena.scorebook import Scorebook
from mystpy.compilation import replace
from mystpy.errors import QueryError
from mystpy.files.journal import Journal
from mystpy.game.game import Game
from mystpy.play.information_state import InformationState
from mystpy.players.naive import Naive
from tests.arena.players import kinds
from tests.sampling import cases_by_day

ROOT = Path(__file__).parents[2]
LIST = ROOT / "docs" / "reference" / "ratings.json"
SHIPPED = shipped_pool()
GAME = SHIPPED.games[0]
PYTHON = shlex.quote(sys.executable)
COMMAND = f"{PYTHON} tests/protocol/stranger.py '' bob"
OURS = [SHIPPED.by_name[name].entrant for name in ("random@1", "exact@1")]
GUEST = Entrant("bob", "program", (("command", COMMAND), ("seconds", 600)))
PLAYED = Tournament((GAME,), (*OURS, GUEST), seed=5)


@pytest.mark.parametrize("name", cases_by_day(list(SHIPPED.by_name), 4))
def test_a_frozen_opponent_plays_as_it_did(name: str) -> None:
    opponent = SHIPPED.by_name[name]
    assert fingerprint(opponent.entrant, GAME) == opponent.fingerprint
    require_frozen(opponent, GAME)


def test_an_opponent_that_plays_otherwise_is_another_one() -> None:
    game = Game.myst(1, 2, 3, 2)
    with kinds(changed=Naive):
        entrant = Entrant("changed@1", "changed")
        opponent = FrozenOpponent(entrant, "1.0", fingerprint(entrant, game))
        require_frozen(opponent, game)

    class Other(Naive):
        def question(self, seen: InformationState, rng: Any) -> int:
            super().question(seen, rng)
            return super().question(seen, rng)

    with kinds(changed=Other):
        with pytest.raises(QueryError, match="plays differently than in version"):
            require_frozen(opponent, game)
        (found,) = refrozen(OpponentPool((game,), (opponent,)), "2.0").opponents
        assert (found.name, found.version) == ("changed@2", "2.0")
        require_frozen(found, game)


def test_the_pool_is_read_as_it_is_written() -> None:
    assert pool_text(SHIPPED) == POOL.read_text("utf-8")
    assert read_pool(pool_text(SHIPPED), "x") == SHIPPED


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Play six games with a guest, and return the file of results."""
    path = tmp_path_factory.mktemp("results") / "x.jsonl"
    return written(path, PLAYED)


def written(path: Path, played: Tournament, change: Any = None) -> bytes:
    with closing(Scorebook(path, played.head(), resume=False)) as book:
        rows: list[dict[str, Any]] = []
        found = run_tournament(played, (), lambda row: rows.append({**row}), games=6)
        for row in rows if change is None else change(rows):
            book.write(row)
        book.write(found.as_object())
    return path.read_bytes()


def test_results_are_checked_and_rated(results: bytes, tmp_path: Path) -> None:
    path = tmp_path / "sent.jsonl"
    path.write_bytes(results)
    found = read_submission(path, SHIPPED)
    assert (found.checked, len(found.blocks)) == (6, 2)
    assert path.read_bytes() == results
    kept = results_of(found, path.name)
    assert kept.guests == ["bob"]
    saved = tmp_path / "list.json"
    saved.write_text(list_text([kept]), "utf-8")
    assert read_list(saved) == [kept]
    rated = ratings([kept], 40)
    assert [each.rank for each in rated] == [1, 2, 3]
    for one in rated:
        assert one.lower <= one.rating <= one.upper
        assert one.best <= one.rank <= one.worst
    assert sum(one.rating for one in rated) == pytest.approx(0, abs=1e-3)
    assert "| bob | program |" in page("", SHIPPED, [kept], rated)


CONTESTANT = f"{PYTHON} tests/protocol/contestant.py {{ann}} %%"


@pytest.mark.parametrize(
    ("kind", "command", "faults"),
    [
        ("contest", CONTESTANT, False),
        ("contest", f"{CONTESTANT} order", True),
        ("program", f"{PYTHON} tests/arena/hostile.py exits", True),
        ("program", f"{PYTHON} tests/arena/hostile.py 'for another'", True),
        ("program", f"{PYTHON} tests/protocol/stranger.py cheat", True),
    ],
)
def test_games_with_guests_are_confirmed_with_their_faults(
    kind: str, command: str, faults: bool, tmp_path: Path
) -> None:
    guest = Entrant("guest", kind, (("command", command), ("seconds", 600)))
    path = tmp_path / "sent.jsonl"
    written(path, Tournament((GAME,), (*OURS, guest), seed=6))
    found = read_submission(path, SHIPPED)
    assert found.checked == 6
    kept = results_of(found, path.name)
    assert (kept.faults["guest"] > 0) is faults
    assert kept.faults["exact@1"] == 0


def test_the_same_games_do_not_count_twice(results: bytes, tmp_path: Path) -> None:
    path = tmp_path / "sent.jsonl"
    path.write_bytes(results)
    kept = results_of(read_submission(path, SHIPPED), path.name)
    assert merged([kept], [kept]) == [kept]
    again = kept._replace(digest="another")
    with pytest.raises(QueryError, match="its games are in the list already"):
        merged([kept], [again])
    with pytest.raises(QueryError, match=r"its deals are .* with the same seed"):
        merged([kept], [again._replace(identity="other")])
    secret = again._replace(identity="other", secret="1234")
    assert merged([kept], [secret]) == [kept, secret]
    assert list_text([kept]).count('"secret"') == 0
    other = again._replace(seed=99, kinds={**kept.kinds, "bob": "contest"})
    with pytest.raises(QueryError, match="bob is of the kind program"):
        merged([kept], [other])


def refusal(path: Path, checked: int = 20) -> str:
    with pytest.raises(QueryError) as found:
        read_submission(path, SHIPPED, checked)
    return str(found.value)


def changed(index: int, **values: Any) -> Callable[[list[Any]], list[Any]]:
    def change(rows: list[Any]) -> list[Any]:
        rows[index] |= values
        return rows

    return change


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (changed(0, winner=None), "game 0 differs from its record: winner is None"),
        (changed(1, turns=999), "turns is 999"),
        (changed(2, seats=["bob"] * 3), "game 2 has other seats than by its seed"),
        (
            changed(3, history=["asks(1,{plum,rope,hall})"]),
            "game 3 differs from its record",
        ),
        (changed(4, history=["noise"]), "noise"),
        (changed(5, history=None), "is damaged"),
        (changed(0, fault={"seat": 1, "why": "x", "axiom": None}), "fault"),
        (changed(0, out=[1, 1]), "a player in two places"),
        (lambda rows: rows[:3] + rows[4:], "game 3 is missing"),
        (lambda rows: rows[:5], "5 games, which is no number of whole deals"),
        (lambda rows: [], "0 games"),
    ],
)
def test_games_that_are_not_so_are_refused(
    change: Any, why: str, tmp_path: Path
) -> None:
    """They are refused although each line has its hash, which anybody can compute."""
    path = tmp_path / "sent.jsonl"
    written(path, PLAYED, change)
    assert why in refusal(path)


@pytest.mark.parametrize("number", range(6))
def test_every_game_of_a_guest_is_checked(number: int, tmp_path: Path) -> None:
    """A sample would let a sender forge the few games that a guest is to win."""

    def forge(rows: list[Any]) -> list[Any]:
        row = rows[number]
        seat = row["seats"].index("bob") + 1
        row["winner"] = seat if row["winner"] != seat else None
        row["out"] = [other for other in row["out"] if other != seat]
        return rows

    path = tmp_path / "sent.jsonl"
    written(path, PLAYED, forge)
    assert f"game {number} differs from its record" in refusal(path, checked=1)


def test_a_language_model_may_be_rated(tmp_path: Path) -> None:
    """Its games are confirmed without an endpoint: it acts as in the record."""
    model = Entrant("model", "chat", (("model", "x"),))

    played = Tournament((GAME,), (*OURS, GUEST._replace(name="model")), seed=8)
    path = tmp_path / "played.jsonl"
    rows: list[dict[str, Any]] = []

    def kept(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
        rows.extend(found)
        return found

    written(path, played, kept)
    asked = Tournament((GAME,), (*OURS, model), seed=8)
    sent = tmp_path / "sent.jsonl"
    with closing(Scorebook(sent, asked.head(), resume=False)) as book:
        for row in rows:
            book.write(row)
    found = read_submission(sent, SHIPPED, 1)
    assert found.checked == 6
    assert results_of(found, path.name).guests == ["model"]


def test_games_with_a_secret_are_checked_by_whoever_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sent.jsonl"
    written(path, replace(PLAYED, secret="a long text"))
    assert "were played with a secret" in refusal(path)
    monkeypatch.setenv("MYSTPY_SECRET", "another")
    assert "were played with another secret" in refusal(path)
    monkeypatch.setenv("MYSTPY_SECRET", "a long text")
    kept = results_of(read_submission(path, SHIPPED), path.name)
    saved = tmp_path / "list.json"
    saved.write_text(list_text([kept]), "utf-8")
    assert read_list(saved) == [kept]
    assert kept.secret
    assert "a long text" not in saved.read_text("utf-8")


def test_a_fault_of_ours_is_always_checked(tmp_path: Path) -> None:
    """It is checked whichever games are drawn to be played again."""

    def blame(rows: list[Any]) -> list[Any]:
        for row in rows[-3:]:
            seat = row["seats"].index("exact@1") + 1
            row["fault"] = {"seat": seat, "why": "slow", "axiom": None}
            row["winner"] = None
        return rows

    path = tmp_path / "sent.jsonl"
    written(path, PLAYED, blame)
    assert "differs from its record" in refusal(path, checked=1)


@pytest.mark.parametrize(
    ("entrants", "why"),
    [
        ((Entrant("exact@1", "random"),), "is no frozen opponent"),
        ((Entrant("mine", "exact"),), "is no frozen opponent"),
        ((Entrant("strong-e@1", "strong-e", (("seconds", 1),)),), "no frozen opponent"),
        ((GUEST._replace(name="exact@1"),), "is the name of a frozen opponent"),
        ((GUEST._replace(name="x" * 99),), "is no name"),
        ((GUEST._replace(name="a\x1b[2Jb"),), "is no name"),
        ((GUEST._replace(name=" "),), "is no name"),
        ((GUEST._replace(name="bob "),), "is no name"),
        ((Entrant("bob", "no-such-kind"),), "is no frozen opponent"),
    ],
)
def test_players_of_another_kind_are_refused(
    entrants: tuple[Entrant, ...], why: str, tmp_path: Path
) -> None:
    others = tuple(Entrant(f"guest {k}", "person") for k in range(2))
    path = tmp_path / "sent.jsonl"
    head = Tournament((GAME,), (*entrants, *others)).head()
    Journal(path, head).close()
    assert why in refusal(path)


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"axioms": "others"}, "played by other axioms"),
        ({"tournament": "99.0"}, "played by mystpy 99.0"),
        ({"games": [{"rules": "clue", "p": 3}]}, "is not a game of the list"),
        ({"games": [{"rules": "myst"}]}, "refused"),
        ({"games": []}, "too many games or players, or none"),
        ({"players": []}, "too many games or players, or none"),
        ({"players": [{"name": "x"}]}, "has other keys"),
        ({"players": [7] * 3}, "has other keys"),
        ({"seats": "fixed"}, "its seats were not rotated"),
        ({"seed": "one"}, "its seed is no number"),
        ({"seed": True}, "its seed is no number"),
        ({"more": 1}, "'more' of its first line is not as mystpy writes it"),
        ({"known": True}, "no number of whole deals"),
        ({"known": [1]}, "known of its first line is neither true nor false"),
        ({"actions": 3}, "another limit of actions"),
        ({"actions": "many"}, "another limit of actions"),
        ({"seconds": "x"}, "seconds of its first line is no number"),
        ({"seconds": -1.5}, "seconds must be a number above 0"),
        ({"secret": "0123456789abcdef"}, "were played with a secret"),
    ],
)
def test_another_tournament_is_refused(
    values: dict[str, Any], why: str, tmp_path: Path
) -> None:
    path = tmp_path / "sent.jsonl"
    Journal(path, PLAYED.head() | values).close()
    assert why in refusal(path)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "is not that of a tournament's results"),
        (b"\x00\xff" * 999, "is not that of a tournament's results"),
        (b"[" * 90_000 + b"\n", "is not that of a tournament's results"),
        (b'{"tournament":' + b"9" * 90_000 + b"}\n", "is not that of a tournament's"),
        (b"x" * 200_000, "its first line has more than 100,000 bytes"),
        (b'{"tournament":{}}\n', "is no text"),
    ],
)
def test_files_that_are_no_results_are_refused(
    data: bytes, why: str, tmp_path: Path
) -> None:
    path = tmp_path / "sent.jsonl"
    path.write_bytes(data)
    assert why in refusal(path)


def test_damaged_and_huge_files_are_refused(
    results: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sent.jsonl"
    path.write_bytes(results.replace(b'"turns":', b'"turns":1', 1))
    assert "is damaged: line 2" in refusal(path)
    path.write_bytes(results[:-9])
    assert "it was cut off" in refusal(path)
    monkeypatch.setattr(submission, "MAX_FILE_BYTES", 100)
    assert "it has more than 100 bytes" in refusal(path)
    assert "there is no file" in refusal(tmp_path / "nothing.jsonl")


def test_a_name_begins_nothing_of_the_page() -> None:
    rows = [Rating("a|b](x) <i>", 1.0, 0.0, 2.0, 1, 1, 1)]
    kept = results_of_nothing("a|b](x) <i>")
    text = page("", SHIPPED, [kept], rows)
    assert "a|b](x)" not in text
    assert "<i>" not in text


def results_of_nothing(name: str) -> Any:
    return ResultsFile(
        "f", "d", "i", "v", 1, "", {name: "person"}, {name: 0}, {name: 0}, ()
    )


def test_ratings_find_the_better_player_and_say_when_they_cannot() -> None:
    strong, weak = ratings(of("a", "b", [6, 5] * 40), 100)
    assert (strong.name, weak.name) == ("a", "b")
    assert strong.lower > weak.upper
    one, other = ratings(of("a", "b", [2, 4] * 10), 100)
    assert one.lower <= other.upper
    assert (one.best, one.worst) == (1, 2)


def of(first: str, second: str, wins: list[int]) -> list[Any]:
    """Return results in which the first player has won some of six games of a deal."""
    deals = tuple(
        tuple([[first], [second]] if k < won else [[second], [first]] for k in range(6))
        for won in wins
    )
    empty = results_of_nothing(first)
    return [empty._replace(kinds=dict.fromkeys((first, second), "x"), blocks=deals)]


@pytest.mark.parametrize("number", cases_by_day(list(range(0, 600, 7)), 3))
def test_the_list_has_the_games_of_its_seed(number: int) -> None:
    """This holds while its opponents are in the pool; retired ones cannot be played."""
    results = read_list(LIST)[0]
    if list(results.kinds) != list(SHIPPED.by_name):
        pytest.skip("the opponents of the first results are retired")
    entrants = tuple(each.entrant for each in SHIPPED.opponents)
    played = Tournament(SHIPPED.games, entrants, seed=results.seed)
    score = play_game(played.match(number))
    block = results.blocks[number // played.block]
    ranking = [[score.seats[seat - 1] for seat in group] for group in score.ranks()]
    assert block[number % played.block] == ranking


def test_the_page_is_that_of_the_list() -> None:
    text = LIST.with_suffix(".md").read_text("utf-8")
    results = read_list(LIST)
    assert page(text, SHIPPED, results, ratings(results)) == text
