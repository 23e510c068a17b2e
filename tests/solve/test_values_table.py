"""The table of values.md, compared with the program on a sample of its games."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random

import pytest

from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import BLUFFERS, certificate, check_plans
from mystpy.solve.extensive.value_bounds import improving_bounds
from tests.sampling import sample_date
from tools import values
from tools.values import (
    DATA,
    MARK,
    PAGE,
    Effort,
    Found,
    Row,
    bounds,
    closest_by,
    is_open,
    kept,
    open_cells,
    page,
    rows,
    solved,
    with_open_cells,
)

LIGHT = 20_000
"""Games with at most this number of sequences are solved in a second or two."""
SAMPLE = 12
"""The number of games that are solved again."""


def sampled(seed: int) -> list[tuple[Row, str]]:
    """Return some exact cells of the table, of games with few sequences."""
    cells = [
        (row, bluff)
        for row, one in sorted(kept().items())
        for bluff in BLUFFERS
        if one["sequences"] <= LIGHT and bluff in one and len(set(one[bluff])) == 1
    ]
    return Random(seed).sample(cells, SAMPLE)


def test_the_table_says_what_the_program_finds() -> None:
    fixed, daily = sampled(37), sampled(sample_date().toordinal())
    for row, bluff in {*fixed, *daily}:
        game = Game.myst(row.m, row.n, 2, row.q)
        variant = GameVariant(BLUFFERS[bluff], "useful", row.announced)
        *_, found = improving_bounds(game, variant)
        assert found.value == Fraction(kept()[row][bluff][0]), (row, bluff)
        checked = check_plans(certificate(found))
        assert (checked.lower.value, checked.upper.value) == (found.value,) * 2


def test_open_bounds_enclose_those_after_few_turns() -> None:
    for row in (Row(8, 1, 2), Row(9, 1, 1), Row(5, 2, 1)):
        for bluff, who in BLUFFERS.items():
            low, high = bounds(kept()[row], bluff)
            game = Game.myst(row.m, row.n, 2, row.q)
            found = improving_bounds(game, GameVariant(who, "useful"))
            for _ in range(2):
                early = next(found)
                assert early.lower.value <= low <= high <= early.upper.value


def test_the_page_has_what_is_kept() -> None:
    _, mark, table = PAGE.read_text("utf-8").partition(MARK)
    assert mark
    assert table == "\n".join(("", "", *page(kept()), ""))
    assert with_open_cells(PAGE.read_text("utf-8"), kept()) == PAGE.read_text("utf-8")
    assert {*kept()} == {*rows(values.ALL)}
    assert len(json.loads(DATA.read_text("utf-8"))) == len(kept())


def test_a_search_with_a_limit_finds_the_value() -> None:
    game, variant = Game.myst(3, 1, 2, 1), GameVariant(questions="useful")
    found = closest_by(game, variant, Effort(seconds=600))
    assert found == Found(3, 43, (Fraction(3, 5), Fraction(3, 5)), solved=3)
    enough = Fraction(1, 2), Fraction(1, 2)
    assert closest_by(game, variant, Effort(seconds=600), *enough).turns == 0


def test_a_search_goes_on_from_the_bounds_that_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row, one = Row(1, 4, 2), kept()[Row(1, 4, 2)]
    asked = list[tuple[Fraction, ...]]()

    def nothing(*words: object) -> Found:
        asked.append(words[3:])  # type: ignore[arg-type]
        return Found(9, 9, (Fraction(0), Fraction(1)))

    monkeypatch.setattr(values, "closest_by", nothing)
    assert solved(row, there=one) == one
    assert asked == [(Fraction(17, 30),) * 2] * 4
    low, high = Fraction(9, 10), Fraction(1)
    monkeypatch.setattr(values, "closest_by", lambda *_: Found(9, 9, (low, high)))
    with pytest.raises(ValueError, match="cross"):
        solved(row, there=one)
    assert not is_open(one)
    assert is_open({**one, "nobody": ["0", "1"]})


def test_a_search_says_how_far_it_went_and_why_it_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the real search a turn is too large; a time that is up is put in its place."""
    row, effort = Row(5, 2, 3), Effort(seconds=600, room=10**8, bluffs=("both",))
    search = closest_by(Game.myst(5, 2, 2, 3), GameVariant(questions="useful"), effort)
    assert search.solved == 3
    assert search.next is not None
    assert search.next[0] == 4
    assert search.next[1] > 10**8
    assert not search.timed
    wide = {"m": 5, "n": 2, "q": 3, "turns": 1, "sequences": 1, "both": ["0", "1"]}
    found = solved(row, effort, wide)
    size = search.next[1]
    assert found["searched"] == {"both": {"solved": 3, "next": 4, "bytes": size}}
    cells = [*open_cells({row: found})][-1].split(" | ")
    assert cells[:2] == ["| MYST(5,2,2,3)", "both"]
    assert cells[3:] == ["3", "", f"{size / 2**30:,.1f} GB for turn 4 |"]
    ends = Fraction(1, 2), Fraction(3, 4)
    late = Found(4, 9, ends, solved=3, timed=True)
    monkeypatch.setattr(values, "closest_by", lambda *_: late)
    found = solved(row, effort, wide)
    assert found["searched"] == {"both": {"solved": 3, "begun": 4, "seconds": 600}}
    (*_, line) = open_cells({row: found})
    assert line.endswith("| 0.5000 to 0.7500 | 3 | 4 | 600 s |")
    exact = late._replace(ends=(Fraction(5, 8),) * 2, timed=False)
    monkeypatch.setattr(values, "closest_by", lambda *_: exact)
    found = solved(row, effort, found)
    assert "searched" not in found
    assert len([*open_cells({row: found})]) == 2  # the head alone
    (*_, line) = open_cells({row: {**wide, "both": ["1/2", "3/4"]}})
    assert line.endswith("|  |  | older |")


def test_plans_with_a_last_question_alone_need_a_number_of_ways(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["values.py", "--last", "--page"])
    with pytest.raises(SystemExit):
        values.main()
    assert "--last needs --ways" in capsys.readouterr().err
    with pytest.raises(ValueError, match="the page has no"):
        with_open_cells("nothing", {})
