"""A line that cannot have happened is refused in the words of a table."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mystpy.engines import get_engine
from mystpy.engines.base import Value, Verdict
from mystpy.errors import IllegalActionError, ParseError
from mystpy.game.game import Game
from mystpy.history.actions import (
    Action,
    Asks,
    EndTurn,
    Guess,
    No,
    NoGuess,
    Shows,
    Yes,
    action_text,
)
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.notebook.clashes import refusal_error
from mystpy.notebook.commands.prompt import NotebookPrompt
from mystpy.notebook.file import NotebookFile
from mystpy.notebook.ledger import read_line
from mystpy.notebook.notebook import Notebook
from mystpy.notebook.start import GameStart
from mystpy.questions.legality import legal
from tests.random_games import random_play
from tests.sampling import seeds_by_day

ANN = ["scarlett", "green", "knife", "pipe", "kitchen", "billiard"]
SAID = "Ann: plum rope hall -> Bob passes, Cid shows rope"


@pytest.fixture
def prompt(tmp_path: Path) -> Iterator[NotebookPrompt]:
    game = Game.clue(players=["Ann", "Bob", "Cid"], board=True)
    start = GameStart.of(History.make(game, {"ann": ANN}))
    with NotebookFile(tmp_path / "game.notes", create=True) as file:
        yield NotebookPrompt(Notebook.begin(file, start))


@pytest.mark.parametrize(
    ("before", "line", "words"),
    [
        ([], "no(2)", "nobody has asked yet: it is your turn"),
        ([], "asks(2,{plum,rope,hall})", "it is your turn, not Bob's"),
        (["asks(1,{plum,rope,hall})"], "no(3)", "Bob is to answer before Cid"),
        (["asks(1,{plum,rope,hall})"], "no(1)", "you asked, and the others answer"),
        (
            ["asks(1,{plum,rope,hall}) no(2)"],
            "no(2)",
            "Bob has answered already: Cid is to answer",
        ),
        (
            ["asks(1,{plum,rope,hall}) no(2)"],
            "noguess(1)",
            "Cid has not answered the suggestion yet",
        ),
        (
            ["asks(1,{plum,rope,hall}) no(2) yes(3)"],
            "noguess(1)",
            "Cid has not shown the card yet",
        ),
        ([SAID], "asks(1,{plum,rope,hall})", "you have made a suggestion in this turn"),
        ([SAID], "no(2)", "the suggestion has been answered already"),
        (
            [SAID],
            "Bob: plum knife study -> Cid passes, Ann passes",
            "you cannot have passed: you hold the knife",
        ),
        (
            [SAID],
            "Bob: white rope study -> Cid passes, Ann passes",
            "Cid cannot have passed: Cid holds the rope (line 1)",
        ),
        (
            [SAID, "Bob: - ", "Cid: -"],
            "Ann: plum wrench hall -> Bob shows hall",
            "Bob cannot have shown the hall: Bob does not hold the hall (line 1)",
        ),
        (
            [SAID],
            "Bob: white knife study -> Cid passes, Ann shows study",
            "you cannot have shown the study: you do not hold the study",
        ),
        (
            [SAID],
            "Bob: plum pipe hall -> Cid passes, Ann shows knife",
            "the knife was not asked for",
        ),
        (
            ["Ann accuses white wrench study: wrong"],
            "Bob: plum rope hall -> Cid passes, Ann passes\n",
            None,
        ),
    ],
)
def test_what_cannot_be_is_said_as_players_say_it(
    prompt: NotebookPrompt, before: list[str], line: str, words: str | None
) -> None:
    for each in before:
        prompt.notebook.record(each)
    if words is None:
        prompt.notebook.record(line)
        return
    with pytest.raises(IllegalActionError) as refused:
        list(prompt.answer(line))
    error = refused.value
    assert str(error).startswith(words)
    assert not re.search(r"\(2\.\d+\)|step \d", str(error))
    assert error.axiom is not None
    assert error.failed
    hint = f"by axiom ({error.axiom}): `why` shows which condition fails"
    assert hint in str(error.hint)
    said = list(prompt.answer("why"))
    assert f"by ({error.axiom})" in said[0]
    assert all(fact in said[0] for fact in error.failed)


def test_why_alone_needs_a_line_that_was_refused(prompt: NotebookPrompt) -> None:
    with pytest.raises(Exception, match="why needs a formula"):
        list(prompt.answer("why"))
    with pytest.raises(IllegalActionError):
        prompt.notebook.record("no(2)")
    prompt.notebook.record(SAID)
    with pytest.raises(Exception, match="why needs a formula"):
        list(prompt.answer("why"))


@pytest.mark.parametrize(
    ("line", "words", "hint"),
    [
        ("Cid: plum rope hall", "it is Bob's turn, not Cid's", "write  Bob: -"),
        ("Ann: plum rope hall", "it is Bob's turn, not Ann's", "if Bob passed"),
        ("Bob: plum rope", "this one has no room", ""),
        ("Bob: plum rope rope", "rope is named twice", ""),
        ("Bob: plum rope knife hall", "rope and knife as weapon", ""),
        ("Bob: plum rope knife", "rope and knife as weapon and no room", ""),
        ("Bob accuses plum rope", "an accusation has one suspect", ""),
        (
            "Bob: plum rope hall -> Cid -, Ann -, Cid -",
            "Cid has answered already",
            "go round from Bob",
        ),
        (
            "Bob: plum rope hall -> Ann -, Cid -",
            "Cid comes before Ann in the order of seats",
            "go round",
        ),
        (
            "Bob: plum rope hall -> Cid shows, Ann -",
            "Cid has shown a card, so Ann is not asked",
            "go round",
        ),
        ("Bob: plum rope hall -> Bob -", "Bob asked, and does not answer", ""),
    ],
)
def test_a_line_that_is_no_turn_is_refused_in_the_same_words(
    prompt: NotebookPrompt, line: str, words: str, hint: str
) -> None:
    prompt.notebook.record(SAID)
    with pytest.raises(ParseError) as refused:
        list(prompt.answer(line))
    assert words in str(refused.value)
    assert hint in (refused.value.hint or "")


def test_a_suggestion_without_all_answers_is_told_before_the_next_line(
    prompt: NotebookPrompt,
) -> None:
    said = list(prompt.answer("Ann: plum rope hall -> Bob passes"))
    assert "Cid has not answered yet" in said[-2]
    assert said[-1].strip() == (
        "fix 1 Ann: plum rope hall -> Bob passes, Cid passes  (or shows)"
    )
    with pytest.raises(ParseError) as refused:
        list(prompt.answer("Bob: -"))
    assert "Cid has not answered Ann's suggestion yet" in str(refused.value)
    assert "-> Cid passes  or  -> Cid shows" in str(refused.value.hint)
    fixed = list(prompt.answer("fix 1 Ann: plum rope hall -> Bob passes, Cid passes"))
    assert not any("not answered" in line for line in fixed)
    assert not any("not answered" in line for line in prompt.answer("Bob: -"))


def candidates(game: Game, history: History) -> Iterator[Action]:
    """Yield actions of every kind, of which many cannot be done."""
    asked = next((a for a in history.actions[::-1] if isinstance(a, Asks)), None)
    for player in range(1, game.p + 1):
        for kind in (No, Yes, NoGuess, EndTurn):
            yield kind(player)
        yield Asks(player, next(game.questions()))
        yield Guess(player, next(game.guesses()))
        if asked is not None:
            yield Shows(player, asked.player, min(asked.cards))


@pytest.mark.parametrize("seed", seeds_by_day(6, 2))
def test_every_refusal_has_words_that_are_true(seed: int) -> None:
    chosen = random.Random(seed)
    game = chosen.choice(
        [
            Game.myst(1, 2, 3, 2, players=["ann", "bob", "cid"]),
            Game.clue(
                sorts={"who": ["v", "w", "x"], "what": ["k", "l", "o", "y"]},
                players=["ann", "bob", "cid"],
            ),
        ]
    )
    played, deal = random_play(game, chosen, 9)
    history = History.make(game, {1: deal[1]}, list(played.actions))
    engine, other = get_engine("worlds"), get_engine("walk")
    refused = 0
    for number in range(len(history) + 1):
        before = history.prefix(number)
        for action in candidates(game, before):
            after = before.then(action)
            judged = legal(after, engine)
            if judged.verdict is not Verdict.ILLEGAL or judged.step != number:
                continue
            refused += 1
            lines = [read_line(action_text(a, game), before) for a in after.actions]
            entries = [
                each.__class__(place, each.actions) for place, each in enumerate(lines)
            ]
            error = refusal_error(judged, entries, after, engine, 1)
            assert "is not possible by" not in str(error)
            check_fact(str(error), before, other)
    assert refused > 10


def check_fact(said: str, history: History, engine: object) -> None:
    """Hold what is said of a hand to another engine's answer."""
    found = re.search(
        r"cannot have \w+(?: a card| the \w+| \w+)?: (you|\w+) "
        r"(holds?|ha(?:s|ve) none of|do(?:es)? not hold) ([\w, ]+)",
        said,
    )
    if found is None:
        return
    who = "ann" if found[1] == "you" else found[1]
    words = re.split(r", | and | or ", found[3])
    cards = [word.removeprefix("the ").strip() for word in words]
    joint = " | " if " or " in found[3] else " & "
    sign = "" if found[2].startswith("hold") else "~"
    formula = joint.join(f"{sign}h({who},{card})" for card in cards)
    value = engine.value(history, parse_formula(formula, history.game)).value  # type: ignore[attr-defined]
    assert value is Value.TRUE, (said, formula)


@pytest.mark.parametrize(
    ("owner", "guess", "words"),
    [
        (1, "1 guesses s7 wrong -> s1 s2", "you have accused already, and are out"),
        (2, "1 guesses s7 -> s1 s2", "player 1 has accused already, and is out"),
    ],
)
def test_who_is_out_of_the_game_is_said_grammatically(
    owner: int, guess: str, words: str, tmp_path: Path
) -> None:
    game, hand = Game.generalized_clue(1, 2, 3), {1: ["s1", "s2"], 2: ["s3", "s4"]}
    start = GameStart.of(History.make(game, {owner: hand[owner]}))
    with NotebookFile(tmp_path / "game.notes", create=True) as file:
        prompt = NotebookPrompt(Notebook.begin(file, start))
        prompt.notebook.record(guess)
        with pytest.raises(IllegalActionError) as refused:
            list(prompt.answer("2: s5 s1 -> 1 -"))
    assert str(refused.value).startswith(f"{words} of the game")


def test_names_are_completed_as_they_were_written(tmp_path: Path) -> None:
    sorts = {"suspect": ["Miss Scarlett", "plum"], "weapon": ["Lead Pipe", "rope"]}
    game = Game.clue(players=["Ann", "Mrs White"], sorts=sorts)
    start = GameStart.of(History.make(game, {"ann": ["plum"]}))
    with NotebookFile(tmp_path / "game.notes", create=True) as file:
        words = NotebookPrompt(Notebook.begin(file, start)).words()
    assert {"Miss Scarlett", "Lead Pipe", "rope", "Ann", "Mrs White"} <= set(words)
    assert not {"miss_scarlett", "lead_pipe", "ann", "mrs_white"} & set(words)
