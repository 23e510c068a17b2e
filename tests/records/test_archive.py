"""The archive of games: what is in it, that it is made again, and that it is true."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from mystpy.engines import get_engine
from mystpy.engines.base import Verdict
from mystpy.game.game import Game
from mystpy.questions.legality import legal
from mystpy.records.archive import GAMES, archive_records
from mystpy.records.check import faults_of
from mystpy.records.format.record import GameRecord
from mystpy.records.format.sections import read_records
from mystpy.records.statistics import RecordStatistics
from tests.sampling import cases_by_day

PATH = Path(__file__).parents[2] / "queries" / "records" / "archive.records.toml.gz"
SIZE = 1_000
MOST_BYTES = 400_000
AUTO = get_engine("auto")


def test_the_archive_is_small_and_has_all_games() -> None:
    assert PATH.stat().st_size < MOST_BYTES
    kinds, ends, wrong = Counter[str](), Counter[str](), 0
    for number, record in enumerate(read_records(PATH), 1):
        assert record.fields["round"] == number
        kinds[str(record.game.to_dict())] += 1
        ends[record.fields["result"]["end"]] += 1
        wrong += len(record.fields["result"].get("out", ()))
    assert sum(kinds.values()) == SIZE
    expected = {str(Game.from_dict(each.game).to_dict()) for each in GAMES}
    assert kinds.keys() == expected
    assert min(kinds.values()) >= SIZE // len(GAMES)
    assert ends["guess"] > SIZE // 2
    assert wrong > SIZE // 20


def of_any_version(record: GameRecord) -> GameRecord:
    """Return a record without the name of the archive, which has the version."""
    fields = {key: x for key, x in record.fields.items() if key != "event"}
    return replace(record, fields=fields)


def test_the_first_games_are_made_again() -> None:
    count = 2 * len(GAMES)
    made, kept = archive_records(count, 1), islice(read_records(PATH), count)
    assert list(map(of_any_version, made)) == list(map(of_any_version, kept))
    assert next(archive_records(1, 2)) != next(archive_records(1, 1))


def sample(number: int) -> GameRecord:
    return next(islice(read_records(PATH), number, None))


@pytest.mark.parametrize("number", cases_by_day(range(SIZE), 6))
@pytest.mark.alike(40)
def test_a_game_is_legal_by_two_engines_and_its_result_follows(number: int) -> None:
    record = sample(number)
    assert not list(map(str, faults_of(record, AUTO)))
    for name in ("prolog", "worlds"):
        assert legal(record.history, get_engine(name)).verdict is Verdict.LEGAL


@pytest.mark.slow
def test_every_game_of_the_archive_can_be_true() -> None:
    for record in read_records(PATH):
        assert not list(map(str, faults_of(record, AUTO))), record.fields["round"]


def test_statistics_are_counts_of_the_records() -> None:
    records = list(islice(read_records(PATH), 24))
    total = RecordStatistics()
    for record in records:
        total.add(record)
    found = total.as_object()
    assert found["records"] == 24
    assert sum(game["records"] for game in found["games"].values()) == 24
    name = next(key for key in found["games"] if key.startswith("clue, 3 players"))
    games = [r for r in records if r.game.rule_set == "clue" and r.game.p == 3]
    game = found["games"][name]
    assert game["records"] == len(games)
    for seat in (1, 2, 3):
        wins = sum(r.fields["result"].get("winner") == seat for r in games)
        assert game["seats"][str(seat)]["number"] == wins
    lengths = sorted(r.turns for r in games if r.fields["result"]["end"] == "guess")
    assert game["turns"]["number"] == len(lengths)
    assert (game["turns"]["least"], game["turns"]["most"]) == (lengths[0], lengths[-1])
    for row in game["seats"].values():
        assert row["low"] <= row["share"] <= row["high"]
    for player in ("1", "2", "3"):
        known = game["knowable"][player]
        assert known["number"] + known["never"] == len(games)
