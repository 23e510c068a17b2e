"""The texts of mystpy in German, by the page's own code: no English is left."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Collection, Iterator
from contextlib import suppress
from datetime import date, timedelta
from importlib import import_module
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mystpy.axioms import queries_dir
from mystpy.daily.judgement import Mark, judge, next_mark, result_line
from mystpy.daily.puzzle import daily_puzzle
from mystpy.daily.session import hint_lines
from mystpy.engines import get_engine
from mystpy.errors import MystError
from mystpy.exercises.exercise import Exercise, load_exercise
from mystpy.exercises.guidance.formula_words import formula_words
from mystpy.exercises.guidance.next_exercise import next_exercise
from mystpy.exercises.guidance.student_record import Attempt, StudentRecord
from mystpy.exercises.marking import mark
from mystpy.exercises.misconceptions.catalogue import catalogue
from mystpy.exercises.parameters import assignments, fixed_text
from mystpy.files.table import TomlFile
from mystpy.history.history import History
from mystpy.history.sentences import action_sentence
from mystpy.language.read import parse_formula
from mystpy.questions import reason_text
from mystpy.questions.query import load_query
from mystpy.questions.why import why
from mystpy.register import register
from mystpy.show.draw.translation import translate_with
from tests.exercises import shelf
from tests.page.words import PAGE, rows, said

EXERCISES = sorted((queries_dir() / "exercises").glob("*.toml"))
ENGLISH = re.compile(
    r"\b(?:the|of|and|is|are|holds?|knows?|player|not|that|with|it|you|your|which)\b"
)
"""Words that no German text of the page has, outside of formulas."""
CODE = re.compile(r"\b(?:not|is|and)\b(?= [a-z]+[(_])|\b(?:not)\b")


def untranslated(found: dict[str, str | None]) -> list[str]:
    """The texts that stay English, and those in which English words are left."""
    left = [text for text, german in found.items() if german is None]
    mixed = [
        f"{text} -> {german}"
        for text, german in found.items()
        if german is not None and ENGLISH.search(CODE.sub("", german))
    ]
    return [*left, *mixed]


def variants(name: str, text: str) -> Iterator[Exercise]:
    """An exercise with each of the values that its parameters can have."""
    file = TomlFile(text, name, what="exercise")
    for found in assignments(file, file.table()):
        yield load_exercise(fixed_text(file, found), name)


def texts_of(exercise: Exercise) -> Iterator[str]:
    """All that a student reads of an exercise."""
    yield from (exercise.title, exercise.chapter, exercise.text)
    yield from (*exercise.hints, *exercise.further)
    for row in exercise.file.rows(exercise.table, "step"):
        yield str(row["ask"])
    for row in exercise.file.rows(exercise.table, "require"):
        if "said" in row:
            yield str(row["said"])


def is_formal(text: str) -> bool:
    """Whether a text is the same in every language: a formula, or a title of a book."""
    book = text.startswith(("docs/", "What is my number?"))
    plain = re.sub(r"(?:not )?\w+\([^()]*\)", "", text)
    return book or not re.search(r"[a-z]{3,} [a-z]{2,}", plain)


EXERCISE_TABLES = (
    re.findall(
        r"EXERCISE_MESSAGES = \[(.*)\]",
        (PAGE / "js" / "exercises.js").read_text("utf-8"),
    )[0]
    .replace('"', "")
    .split(", ")
)
"""The tables that the room Exercises loads."""


def test_exercises_are_translated_with_all_their_variants() -> None:
    texts = {
        text
        for path in EXERCISES
        for exercise in variants(path.name, path.read_text("utf-8"))
        for text in texts_of(exercise)
        if not is_formal(text)
    }
    assert len(texts) > 400
    assert not untranslated(said(texts, *EXERCISE_TABLES))


def templates() -> Iterator[str]:
    """The texts of the exercises as their files have them, with places."""
    for path in EXERCISES:
        table = tomllib.loads(path.read_text("utf-8"))
        yield from (table["title"], table["chapter"], table["text"].strip())
        yield from table.get("hints", ())
        yield from (row["ask"] for row in table.get("step", ()))
        yield from (row["said"] for row in table.get("require", ()) if "said" in row)


def test_no_row_is_left_of_an_exercise_that_has_changed() -> None:
    used = set(templates())
    sources = {source for path in EXERCISES for source in _further(path)}
    for path in (queries_dir() / "models").glob("*.toml"):
        sources.add(tomllib.loads(path.read_text("utf-8")).get("source", ""))
    idle = [
        row[0]
        for row in [*rows("de", "titles"), *rows("de", "exercises")]
        if row[0] not in used
        and not any(re.fullmatch(_loose(row[0]), source) for source in sources)
    ]
    assert not idle


def _further(path: Any) -> list[str]:
    found: list[str] = tomllib.loads(path.read_text("utf-8")).get("further", [])
    return found


def _loose(row: str) -> str:
    return re.sub(r"\\\{\w+\\\}", ".+", re.escape(row))


def test_misconceptions_are_translated_and_no_others() -> None:
    texts = {text for each in catalogue().values() for text in (each.title, each.hint)}
    assert not untranslated(said(texts, "misconceptions"))
    assert {row[0] for row in rows("de", "misconceptions")} == texts


def said_of_answers(marked: Collection[str]) -> Iterator[str]:
    """Yield the messages of marking about the tests' stored answers.

    The exercises that are not `marked` have the stored messages alone, which
    tests/exercises/test_shipped.py compares with those of marking.
    """
    for name in shelf.NAMES:
        kept = shelf.answers(name)
        yield from (row["says"] for row in kept["wrong"])
        if name not in marked:
            continue
        exercise = shelf.exercise(name)
        for answer in (kept["right"], *(row["answer"] for row in kept["wrong"])):
            found = mark(exercise, answer)
            yield found.note
            if found.witness is not None:
                yield found.witness.words


@pytest.mark.parametrize(
    "marked",
    [shelf.SAMPLE, pytest.param(shelf.NAMES, marks=pytest.mark.slow)],
    ids=["sample", "all"],
)
def test_marks_are_translated(marked: list[str]) -> None:
    texts = {text for text in said_of_answers(marked) if text}
    assert len(texts) > 100
    assert not untranslated(said(texts, *EXERCISE_TABLES))


def test_why_an_exercise_comes_next_is_translated() -> None:
    shipped = tuple(shelf.exercise(name) for name in shelf.NAMES)
    names = [each.name for each in shipped]
    ids = list(catalogue())
    records = [StudentRecord(()), *_records(names, ids)]
    found = [next_exercise(record, shipped) for record in records]
    texts = {each.reason for each in found if each is not None}
    assert len(texts) > 20
    assert not untranslated(said(texts, *EXERCISE_TABLES))


def _records(names: list[str], ids: list[str]) -> Iterator[StudentRecord]:
    rng = Random(1)
    for length in (1, 1, 2, 2, 3, 5, 20, 60, 73) * 6:
        tried = rng.sample(names, length)
        yield StudentRecord(
            tuple(
                Attempt(name, right, "" if right else rng.choice(ids))
                for name in tried
                for right in rng.choice([[True], [False], [False, True], [False] * 3])
            )
        )
    yield StudentRecord(tuple(Attempt(name, True, "") for name in names[:-1]))


QUERIES = sorted(queries_dir().glob("*.toml"))


def histories() -> Iterator[History]:
    """The histories of the query files, of which some are of named players."""
    for path in QUERIES:
        query = load_query(path)
        if isinstance(query.history, History):
            yield query.history


def test_turns_in_words_are_translated() -> None:
    texts = {
        action_sentence(action, history.game, reader)
        for history in histories()
        for action in history.actions
        for reader in ("we", "you")
    }
    assert len(texts) > 100
    assert not untranslated(said(texts, "marks"))


def reason_lines() -> Iterator[str]:
    """Yield the reasons of `why` for cells, known or not, in games of query files."""
    engine = get_engine("walk")
    for history in histories():
        game, rng = history.game, Random(len(history.actions))
        seen = [k for k, hand in enumerate(history.hands) if k and hand is not None]
        if not seen or game.p > 4 or game.generalized:
            continue
        for _ in range(4):
            card, holder = rng.choice(game.cards), rng.choice(list(game.holders))
            held = f"{rng.choice(['', '~'])}h({holder},{card})"
            me, other = seen[0], rng.randint(1, game.p)
            for text in (f"K({me}, {held})", f"K({me}, K({other}, {held}))"):
                with suppress(MystError):  # no world fits, or it is too hard
                    found = why(history, parse_formula(text, game), engine)
                    yield from reason_text.text(found, game).splitlines()


def test_reasons_are_translated() -> None:
    texts = {line.strip() for line in reason_lines() if line.strip()}
    assert len(texts) > 200
    found = said(texts, "reasons", "axioms")
    assert not untranslated({k: without_code(v) for k, v in found.items()})


def without_code(text: str | None) -> str | None:
    """A text without formulas and actions."""
    if text is None:
        return None
    codes = r"^(?:wahr|falsch|nicht bestimmt|denn es folgt|Welt|know |which |mine ).*"
    return re.sub(codes, "", re.sub(r"(?<=: )\w+: .* -> .*?(?=, passt)", "", text))


PLACE = re.compile(r"^(?:[^:\n]{1,40}:)?\d+:\d+: ")
TABLE_LINES = [
    *("ann: plum rope hall -> bob passes, cid shows rope", "know", "pile", "mine"),
    *("bob: white knife study -> cid passes, ann shows knife", "changed", "odds"),
    *("cid: mustard wrench lounge -> ann -, bob shows", "which", "help", "history"),
    *("doubtful 3", "trusted 3", "doubtful 3 bob", "grid", "ask h(1,knife)"),
    *("why K(1,h(3,rope))", "why K(1,h(2,rope))", "why K(1,h(2,hall))", "undo"),
    *("fix 1 ann: plum rope hall -> bob shows hall", "insert 2 bob: -", "advice"),
    *("insert 2 green", "fix 1 ann: plum rope hall -> nobody", "undo 1", "undo 99"),
]
CLUE = {"rules": "clue", "players": ["ann", "bob", "cid"], "board": True}
HAND = ["scarlett", "green", "knife", "pipe", "kitchen", "billiard"]


@pytest.fixture(scope="module")
def page_modules() -> Iterator[dict[str, Any]]:
    """The functions that the page asks of Python."""
    names = ("face", "table", "models", "homework")
    sys.path.insert(0, str(PAGE))
    try:
        yield {name: import_module(name) for name in names}
    finally:
        sys.path.remove(str(PAGE))


def test_what_the_table_says_is_translated(
    page_modules: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    face, table = page_modules["face"], page_modules["table"]
    before = table.NOTES
    face.ANSWERS |= table.ANSWERS
    table.NOTES = tmp_path_factory.mktemp("notes") / "said.notes"
    lines: set[str] = set()
    try:
        table.begin(CLUE, {"ann": HAND}, "ann")
        for line in TABLE_LINES:
            answer = json.loads(face.answer("record", json.dumps([line])))
            found = answer.get("answer", {"said": [answer.get("error")]})
            lines |= {each.strip() for each in found["said"]}
            lines |= {
                PLACE.sub("", answer[key])
                for key in ("error", "hint")
                if answer.get(key)
            }
        lines |= {_advice(row) for row in table.advise()}
    finally:
        table.TABLE.close()
        table.NOTES = before
    texts = {
        line.strip()
        for text in lines
        for line in text.splitlines()
        if line and not is_notation(line)
    }
    assert len(texts) > 50
    found = said(texts, "axioms", "reasons")
    left = untranslated({k: without_code(v) for k, v in found.items()})
    assert not left, "\n".join(left)


def _advice(row: dict[str, Any]) -> str:
    """A piece of advice as page/js/table/turn.js joins it."""
    first, *_, last = row["says"]
    return f"{first.partition(': ')[2]}. {last.strip()}"


def is_notation(line: str) -> bool:
    """Whether a line is of a grid, or a turn or actions as a notebook reads them."""
    grid = re.fullmatch(r"\w*(?:  +[\w?%<>.]+)+", line.strip())
    turn = re.match(r"(?:line )?\d*:? *\w+: [\w ]+ (?:->|-$)|\d+  \w+\(", line)
    return bool(grid or turn)


def is_hand(text: str) -> bool:
    """Return whether a text is somebody's name with cards, which has no words."""
    return bool(re.fullmatch(r"(?!your|the)\w+: \w+(?:, \w+)*", text))


DAYS = [date(2026, 11, 1) + timedelta(days=7 * k) for k in range(6)]


def daily_texts() -> Iterator[str]:
    """Yield the messages of the daily puzzle about proved, open and false marks."""
    for day in DAYS:
        puzzle = daily_puzzle(day)
        game, rng = puzzle.game, Random(day.toordinal())
        yield from puzzle.lines
        cells = list(product(game.holders, game.cards, (True, False)))
        for cell in rng.sample(cells, 12):
            judged = judge(puzzle, Mark(*cell))
            yield from (judged.mark.text(game), *judged.because)
        made: list[Mark] = []
        while len(made) < 4 and (found := next_mark(puzzle, made)) is not None:
            yield from hint_lines(puzzle, found)
            made.append(found.mark)
        for count in (0, 1, 5):
            keys = ("marks", "refused", "hints")
            yield result_line(puzzle, dict.fromkeys(keys, count))


def test_the_daily_puzzle_is_translated() -> None:
    texts = {text for text in daily_texts() if not is_hand(text)}
    assert len(texts) > 100
    assert not untranslated(said(texts, "daily"))


def test_axioms_are_translated() -> None:
    texts = {text for row in register().rows for text in (row.name, row.note) if text}
    assert len(texts) > 100
    formal = {"In", "Question", "GameOver", "Turn", "AnsTurn", "noask"}
    formal |= {text for text in texts if re.fullmatch(r"\w+phase", text)}
    assert not untranslated(said(texts - formal, "axioms"))


FORMULAS = [
    *("h(1,s1)", "~h(0,s1)", "h(0,s2)", "~h(2,s1)", "Turn(1)", "~Turn(2)", "In(1)"),
    *("~In(2)", "GameOver", "~GameOver", "askphase", "~guessphase", "AnsTurn(2)"),
    *("~AnsTurn(1)", "Question({s1,s2})", "~Question({s2,s3})", "true", "false"),
]
JOINED = [
    *("K({i}, {f})", "~K({i}, {f})", "Kw({i}, {f})", "~Kw({i}, {f})", "~({f} & {g})"),
    *("{f} & {g}", "{f} | {g}", "{f} -> {g}", "{f} <-> {g}", "C([1,2], {f})"),
    *("C(players, {f})", "E([1,2], {f})", "E(players, {f})", "D([1,2], {f})"),
    *("E^2([1,2], {f})", "forall x in cards: {f} | h(1,x)", "~K({i}, ~({f}))"),
    *("exists k in holders: h(k,s1) & {f}", "exists i in players: K(i, {f})"),
    *("forall x in [s1,s2]: {f} | h(1,x)",),
]


def random_formula(rng: Random, depth: int) -> str:
    if depth == 0:
        return rng.choice(FORMULAS)
    parts = {name: f"({random_formula(rng, depth - 1)})" for name in "fg"}
    return rng.choice(JOINED).format(i=rng.choice([1, 2]), **parts)


def test_formulas_in_words_are_translated() -> None:
    game = load_query(queries_dir() / "own-hand.toml").history.game
    rng = Random(7)
    texts = set()
    for depth, count in ((0, 40), (1, 120), (2, 200), (3, 100)):
        for _ in range(count):
            formula = parse_formula(random_formula(rng, depth), game)
            texts.add(formula_words(formula))
    assert len(texts) > 200
    assert not untranslated(said(texts, apart="formulas"))


def test_a_formula_in_words_is_good_german() -> None:
    game = load_query(queries_dir() / "own-hand.toml").history.game
    for formula, german in (
        ("K(1, ~h(2,s1))", "Spieler 1 weiß, dass Spieler 2 s1 nicht hat"),
        (
            "K(1, h(2,s1) & (h(0,s2) | ~Turn(2)))",
            "Spieler 1 weiß, dass (Spieler 2 s1 hat und "
            "(s2 im Stapel ist oder Spieler 2 nicht am Zug ist))",
        ),
        (
            "~K(1, Kw(2, h(1,s1)))",
            "Spieler 1 weiß nicht, dass Spieler 2 weiß, ob Spieler 1 s1 hat",
        ),
        (
            "C([1,2], h(2,s1))",
            "es ist gemeinsames Wissen von Spieler 1 und Spieler 2, "
            "dass Spieler 2 s1 hat",
        ),
    ):
        words = formula_words(parse_formula(formula, game))
        assert said([words], apart="formulas") == {words: german}


PUZZLES = sorted((queries_dir() / "puzzles").glob("*.toml"))


def puzzle_texts(models: Any) -> Iterator[str]:
    """Yield the texts that the view Puzzles shows of each puzzle."""
    for path in PUZZLES:
        text = path.read_text("utf-8")
        found = models.puzzle(text, {})
        flat = (
            found["story"],
            found["note"],
            *(a["question"] for a in found["answers"]),
        )
        yield from (" ".join(each.split()) for each in flat)
        yield found["title"]
        yield from (row["means"] for row in found["ranges"])
        for step in found["steps"]:
            yield " ".join(step["says"].split())
            yield step.get("refused", "")


def test_puzzles_are_translated(page_modules: dict[str, Any]) -> None:
    texts = {text for text in puzzle_texts(page_modules["models"]) if text}
    assert len(texts) > 150
    assert not untranslated(said(texts, "exclusions", "puzzles"))


def test_what_rounds_of_puzzles_rule_out_is_translated(
    page_modules: dict[str, Any],
) -> None:
    texts = {
        row["why"]
        for path in PUZZLES
        for step in page_modules["models"].puzzle(path.read_text("utf-8"), {})["steps"]
        for row in step["because"]
    }
    plain = {text for text in texts if re.search(r"knows?\b|^not | is false$", text)}
    assert len(plain) > 50
    assert not untranslated(said(plain, apart="exclusions"))


MYST = {"rules": "myst", "m": 1, "n": 1, "p": 2, "q": 1}
VIEWS = [
    *(("player", [1], False), ("player", [1], True), ("player", [2], False)),
    *(("player", [1, 2], False), ("common", [1, 2], False)),
]


def pictured(page_modules: dict[str, Any], notes: Path) -> None:
    """Draw models, what exercises give, and grids."""
    models, table = page_modules["models"], page_modules["table"]
    for row in models.models():
        with suppress(MystError):  # too many worlds
            models.model(row["text"], [])
    for path in EXERCISES:
        page_modules["homework"].read_exercise(path.read_text("utf-8"), path.name)
    before = table.NOTES
    table.NOTES = notes
    try:
        for game, hands, owner in (
            (CLUE, {"ann": HAND}, "ann"),
            (MYST, {"1": ["s1"]}, "1"),
        ):
            table.begin(game, hands, owner)
            for view in VIEWS:
                table.picture(*view)
    finally:
        table.TABLE.close()
        table.NOTES = before


def test_pictures_are_translated(
    page_modules: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    texts: set[str] = set()
    translate_with(lambda text: texts.add(text))
    try:
        pictured(page_modules, tmp_path_factory.mktemp("notes") / "drawn.notes")
    finally:
        translate_with(None)
    models = page_modules["models"].models()
    steps = {
        step["title"]
        for row in models
        for step in _steps(page_modules["models"], row["text"])
    }
    plain = {text for text in steps if not re.match(r"[a-z]+\(", text)}
    assert len(texts) > 60
    assert len(plain) > 20
    texts |= plain | {row["title"] for row in models}
    found = said(texts, "drawings", "titles", "puzzles")
    left = untranslated({text: _without_names(each) for text, each in found.items()})
    assert not left, "\n".join(left)


def _steps(models: Any, text: str) -> list[dict[str, Any]]:
    try:
        found: list[dict[str, Any]] = models.model(text, [])["steps"]
    except MystError:
        return []
    return found


def _without_names(text: str | None) -> str | None:
    """A text without formulas and names of worlds."""
    return text and re.sub(r"\{.*\}|: [^ ]*h\(.*", "", text)
