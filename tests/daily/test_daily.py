"""Daily puzzles: each mark is proved by the lines, refuted, or left open by a deal."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import combinations

import pytest
from click.testing import CliRunner, Result

from mystpy.cli import cli
from mystpy.daily.judgement import (
    Mark,
    Verdict,
    is_solved,
    judge,
    next_mark,
    own_marks,
    provable_marks,
    read_mark,
    result_line,
)
from mystpy.daily.puzzle import (
    FIRST_DAY,
    NEEDED,
    DeductionPuzzle,
    daily_puzzle,
    drawn_puzzle,
)
from mystpy.engines import get_engine
from mystpy.engines.base import Verdict as Legal
from mystpy.errors import QueryError
from mystpy.questions.knowledge import know
from mystpy.questions.legality import legal

DAYS = [FIRST_DAY + timedelta(k) for k in range(28)]
ONE = date(2026, 11, 29)


def run(*words: str, stdin: str = "") -> Result:
    return CliRunner().invoke(cli, ["daily", *words], input=stdin)


def deals_that_fit(
    puzzle: DeductionPuzzle, lines: Sequence[str] | None = None
) -> list[tuple[frozenset[str], ...]]:
    """All deals in which the lines can have happened, dealt one by one.

    Nothing of mystpy is asked: an answer is read off the words of the lines.
    """
    (suspects, weapons, rooms), own = (
        [cards for _, cards in puzzle.game.sorts],
        puzzle.history.hands[1],
    )
    assert own is not None
    told = puzzle.lines if lines is None else lines
    found: list[tuple[frozenset[str], ...]] = []
    for pile in ((a, b, c) for a in suspects for b in weapons for c in rooms):
        rest = [x for x in puzzle.game.cards if x not in own and x not in pile]
        if own & set(pile):
            continue
        for bob in map(frozenset, combinations(rest, 3)):
            hands = {"ann": own, "bob": bob, "cid": frozenset(rest) - bob}
            if all(fits(line, hands) for line in told):
                found.append((frozenset(pile), own, bob, frozenset(rest) - bob))
    return found


def fits(line: str, hands: dict[str, frozenset[str]]) -> bool:
    asker, _, rest = line.partition(": ")
    asked, _, answers = rest.partition(" -> ")
    cards = set(asked.split())
    if answers == "nobody":
        return not any(hands[name] & cards for name in hands if name != asker)
    for answer in answers.split(", "):
        name, verb, *shown = answer.split()
        if verb == "passes" and hands[name] & cards:
            return False
        if verb == "shows" and not hands[name] & (set(shown) or cards):
            return False
    return True


@pytest.mark.parametrize("day", DAYS[:7], ids=str)
def test_marks_are_judged_as_the_deals_say_that_fit(day: date) -> None:
    puzzle = daily_puzzle(day)
    deals = deals_that_fit(puzzle)
    assert deals
    for holder in puzzle.game.holders:
        for card in puzzle.game.cards:
            where = {card in deal[holder] for deal in deals}
            for held in (True, False):
                verdict = judge(puzzle, Mark(holder, card, held)).verdict
                if where == {held}:
                    assert verdict is Verdict.PROVED
                elif where == {not held}:
                    assert verdict is Verdict.FALSE
                else:
                    assert verdict is Verdict.OPEN


@pytest.mark.parametrize("day", DAYS[:3], ids=str)
def test_the_difficulty_is_the_number_of_lines_that_are_needed(day: date) -> None:
    puzzle = daily_puzzle(day)
    needed = 0
    for card in puzzle.pile:
        fewest = next(
            n
            for n in range(len(puzzle.lines) + 1)
            if any(
                all(card in deal[0] for deal in deals_that_fit(puzzle, lines))
                for lines in combinations(puzzle.lines, n)
            )
        )
        needed = max(needed, fewest)
    assert puzzle.needed == needed


def test_a_hand_that_is_shown_fits_the_lines_and_not_the_mark() -> None:
    puzzle = daily_puzzle(ONE)
    deals = deals_that_fit(puzzle)
    seen = 0
    for holder in puzzle.game.holders:
        for card in puzzle.game.cards:
            judged = judge(puzzle, Mark(holder, card, True))
            if judged.verdict is Verdict.OPEN:
                seen += 1
                (line,) = judged.because
                who, _, cards = line.partition(": ")
                hand = frozenset(cards.split(", "))
                assert who == puzzle.game.holder_names[holder]
                assert hand in {deal[holder] for deal in deals}
                assert card not in hand
    assert seen


@pytest.mark.parametrize("day", DAYS, ids=str)
def test_every_puzzle_can_have_happened_and_tells_the_pile(day: date) -> None:
    puzzle = daily_puzzle(day)
    assert legal(puzzle.history, get_engine("walk")).verdict is not Legal.ILLEGAL
    assert abs(puzzle.needed - NEEDED[day.weekday()]) <= 1
    assert is_solved(puzzle, provable_marks(puzzle))
    other = know(puzzle.history, 1, get_engine("worlds"), count=False).cells
    known = {
        Mark(k, x, c == "yes")
        for k, row in enumerate(other)
        for x, c in row.items()
        if c != "?"
    }
    assert known == set(provable_marks(puzzle))


def test_hints_lead_to_the_end_and_each_is_proved() -> None:
    puzzle = daily_puzzle(ONE)
    marks: list[Mark] = []
    while (found := next_mark(puzzle, marks)) is not None:
        assert found.verdict is Verdict.PROVED
        assert found.mark not in own_marks(puzzle)
        marks.append(found.mark)
    assert is_solved(puzzle, marks)
    assert {*marks, *own_marks(puzzle)} == set(provable_marks(puzzle))


def test_the_same_seed_gives_the_same_puzzle_always() -> None:
    puzzle = drawn_puzzle("frozen", 3)
    assert puzzle == drawn_puzzle("frozen", 3)
    assert puzzle.needed == 3
    assert daily_puzzle(ONE).lines == (
        "ann: peacock rope hall -> bob shows peacock",
        "bob: white knife hall -> cid shows",
        "cid: white knife hall -> ann passes, bob shows",
        "ann: white pipe lounge -> bob shows pipe",
        "bob: peacock pipe kitchen -> cid shows",
        "cid: plum pipe hall -> ann passes, bob shows",
        "ann: green rope hall -> nobody",
    )


def test_the_result_does_not_tell_the_pile() -> None:
    puzzle = daily_puzzle(ONE)
    line = result_line(puzzle, {"marks": 1, "refused": 0, "hints": 1})
    assert line == "mystpy daily 2026-11-29 *** solved: 1 mark, 0 refused, 1 hint"
    assert not any(card in line for card in puzzle.game.cards)


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("pile rope", Mark(0, "rope", True)),
        ("bob not knife", Mark(2, "knife", False)),
        ("Cid: ~Pipe", Mark(3, "pipe", False)),
        ("rope pile", Mark(0, "rope", True)),
        ("bob does not have rope", None),
        ("rope", None),
        ("bob cid rope", None),
        ("bbo rope", None),
    ],
)
def test_a_mark_is_read_or_refused_with_what_to_write(
    text: str, mark: Mark | None
) -> None:
    game = daily_puzzle(ONE).game
    if mark is not None:
        assert read_mark(text, game) == mark
        return
    with pytest.raises(QueryError) as error:
        read_mark(text, game)
    assert error.value.hint


def test_a_guess_is_refused_and_a_proof_accepted() -> None:
    done = run("2026-11-29", stdin="bob not knife\npile plum\nbob cid\nquit\n")
    assert done.exit_code == 1
    assert "not proved yet: bob does not hold knife. This hand fits" in done.stdout
    assert "proved: plum is in the pile" in done.stdout
    assert "a mark names one holder and one card" in done.stderr


def test_a_puzzle_is_solved_and_the_result_told() -> None:
    pile = daily_puzzle(ONE).pile
    done = run("2026-11-29", stdin="hint\n" + "".join(f"pile {x}\n" for x in pile))
    assert done.exit_code == 0
    assert "solved: 3 marks, 0 refused, 1 hint" in done.stdout


def test_a_hint_tells_where_to_look_and_then_what_follows() -> None:
    done = run("2026-11-29", stdin="hint\nhint\ngrid\nlines\nhelp\n")
    assert "; hint again tells what\nit follows that " in done.stdout
    assert done.exit_code == 1


def test_the_puzzle_as_json_does_not_tell_the_pile() -> None:
    done = run("2026-11-29", "--format", "json")
    found = json.loads(done.stdout)
    assert found["hand"] == ["green", "rope", "lounge"]
    assert "pile" not in found
    assert len(found["lines"]) == 7


def test_the_archive_lists_days_back_to_the_first() -> None:
    done = run("2026-11-03", "--archive", "30")
    days = [line.split()[0] for line in done.stdout.splitlines()]
    assert days == ["2026-11-03", "2026-11-02", "2026-11-01"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["2026-10-31"], "the first one is of 2026-11-01"),
        (["29.11.2026"], "write it as 2026-11-29"),
        (["2026-11-29", "--seed", "x"], "--seed is a puzzle without a date"),
    ],
)
def test_bad_days_are_refused(words: list[str], said: str) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert said in done.stderr
