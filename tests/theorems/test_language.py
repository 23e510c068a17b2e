"""The language of conjectures: what is read, what is refused, and what it means."""

from __future__ import annotations

from pathlib import Path

import pytest

from mystpy.errors import MystError, ParseError, QueryError
from mystpy.game import Game
from mystpy.theorems.bench import Budget
from mystpy.theorems.conjecture import Conjecture, Form
from mystpy.theorems.language_file import load_conjectures, read_conjecture
from mystpy.theorems.language_ranges import games_in
from mystpy.theorems.language_settle import settle
from mystpy.theorems.language_text import parse_conjecture
from mystpy.theorems.verdict import Finding, Verdict

SMALL = (Game.myst(1, 1, 2, 1),)
THREE = (Game.myst(1, 1, 3, 2),)


def found(text: str, form: Form = "always", games: tuple[Game, ...] = SMALL) -> Finding:
    budget = Budget(processes=1, scope="sample")
    return settle(Conjecture("test", form, text, games), budget)


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        ("K(i, h(0,s1))", "the variable i is free", 2),
        ("h(1,x)", "the variable x is free", 4),
        ("K(s1, true)", "a player must stand here, not the card s1", 2),
        ("forall x in cards: K(x, true)", "a player must stand here, not x", 21),
        ("forall k in holders: In(k)", "a player must stand here, not k", 24),
        ("forall Q in questions: h(1,Q)", "a card must stand here, not Q", 27),
        ("forall i in players, x in cards: i = x", "a player is never a card", 35),
        ("after waits(1): true", "waits is no action", 6),
        ("after no(1) true", "':' must stand here", 12),
        ("h(0,s1) &", "the end of the text", 9),
        ("In(1) $ In(2)", "unexpected '$'", 6),
        ("Trun(1)", "Trun is no formula", 0),
        ("C([], true)", "a group of players must not be empty", 2),
        ("forall s in nowhere: true", "nowhere is nothing to range over", 12),
        ("true true", "the end must stand here", 5),
    ],
)
def test_a_wrong_formula_is_refused_where_it_is_wrong(
    text: str, message: str, position: int
) -> None:
    with pytest.raises(ParseError, match=None) as raised:
        parse_conjecture(text)
    assert message in str(raised.value)
    assert raised.value.position == position


def test_signs_of_mathematics_are_read_like_words() -> None:
    signs = parse_conjecture("∀ i ∈ players: ¬Turn(i) ∨ In(i) ∧ ⊤ → i ≠ 1")
    words = parse_conjecture("forall i in players: ~Turn(i) | In(i) & true -> i != 1")
    assert signs == words


@pytest.mark.parametrize(
    ("text", "form", "verdict", "method"),
    [
        ("forall i in players: Turn(i) -> In(i) | endphase", "always", "PROVED", "ind"),
        (
            "forall j in players: AnsTurn(j) -> ~Turn(j)",
            "always",
            "FALSE",
            "exhaustive",
        ),
        ("GameOver", "never", "FALSE", "exhaustive"),
        ("askphase & ansphase", "never", "PROVED", "induction"),
        (
            "forall i in players, x in cards: h(i,x) -> K(i,h(i,x))",
            "initially",
            "PROVED",
            "",
        ),
        ("exists i in players, x in cards: K(i, h(0,x))", "initially", "FALSE", ""),
        ("exists i in players, x in cards: K(i, h(0,x))", "sometimes", "PROVED", ""),
        (
            "forall j in players, Q in questions: Question(Q) & possible(yes(j))"
            " -> (after yes(j): C(players, exists x in Q: h(j,x)))",
            "always",
            "PROVED",
            "induction over public states",
        ),
        (
            "forall j in players, Q in questions: Question(Q) & possible(yes(j))"
            " -> (after yes(j): C(players, forall x in cards: x in Q -> ~h(j,x)))",
            "always",
            "FALSE",
            "exhaustive",
        ),
        ("forall i in players: In(i) -> next In(i)", "always", "FALSE", "exhaustive"),
        (
            "forall G in groups: C(G, ~exists x in cards: h(1,x) & h(2,x))",
            "always",
            "",
            "",
        ),
    ],
)
def test_conjectures_are_settled(
    text: str, form: Form, verdict: str, method: str
) -> None:
    finding = found(text, form)
    assert finding.verdict.startswith(verdict)
    assert finding.method.startswith(method)
    assert finding.instances > 0
    assert (finding.counterexample is None) is (finding.verdict is not Verdict.FALSE)


def test_the_verdict_changes_when_the_statement_is_broken() -> None:
    said = "forall i in players, j in players, x in cards: after shows(j,i,x): "
    right = found(said + "C([i,j], h(j,x))", games=THREE)
    wrong = found(said + "C(players, h(j,x))", games=THREE)
    assert right.verdict is Verdict.PROVED
    assert wrong.verdict is Verdict.FALSE


def test_a_premise_that_is_never_true_is_said() -> None:
    text = "forall i in players: K(i, ~In(i)) & askphase & Turn(i) -> K(i, h(0,s1))"
    finding = found(text)
    assert finding.verdict is Verdict.OPEN
    assert "never true" in str(finding.note)


@pytest.mark.parametrize(
    ("games", "message"),
    [
        ({"p": "3..2", "c": "..6"}, "empty range"),
        ({"p": 4, "c": "..4"}, "has no game"),
        ({"p": "2..3"}, "has no end"),
        ({"p": "two", "c": "..6"}, "is no range"),
        ({"m": 0, "c": "..6"}, "empty range"),
        ({"s": 1, "c": "..6"}, "no key 's'"),
        ([], "has no game"),
        (7, "a table or a list"),
    ],
)
def test_a_range_without_a_game_is_refused(games: object, message: str) -> None:
    with pytest.raises(QueryError, match=message):
        games_in(games)


def test_ranges_start_with_the_smallest_game() -> None:
    games = games_in({"m": "1..3", "n": "1..2", "p": "2..4", "q": "1..3", "c": "..8"})
    assert [game.c for game in games] == sorted(game.c for game in games)
    assert max(game.c for game in games) == 8
    assert len(set(games)) == len(games)


def test_a_quantifier_over_nothing_is_refused() -> None:
    with pytest.raises(QueryError, match="ranges over nothing"):
        found("forall x in {}: h(0,x)")


def test_a_sweep_that_would_not_end_is_refused_with_an_estimate() -> None:
    text = (
        "forall i in players, S in sets, Q in questions:"
        " K(i, K(i, exists x in S: h(0,x))) -> K(i, exists x in S: h(0,x))"
    )
    with pytest.raises(QueryError, match="minutes") as raised:
        found(text, games=(*SMALL, Game.myst(6, 2, 3, 2), Game.myst(6, 2, 3, 10)))
    assert "--seconds" in str(raised.value.hint)


def test_a_set_that_is_no_question_is_written_so_that_it_replays() -> None:
    text = "forall R in guesses: ~guessphase | Question(R)"
    finding = found(text, games=(Game.myst(2, 1, 2, 1),))
    assert finding.verdict is Verdict.FALSE
    assert finding.counterexample is not None
    assert finding.counterexample["formula"] == "~guessphase | false"


def test_a_search_is_said_before_it_begins() -> None:
    said: list[str] = []
    conjecture = Conjecture(
        "", "always", "forall x in cards: ~h(0,x)", (Game.myst(5, 5, 3, 2),)
    )
    finding = settle(conjecture, Budget(scope="sample", tell=said.append))
    assert finding.verdict is Verdict.FALSE
    assert "11,732,745,024 deals are too many" in said[0]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"always": "true", "never": "true"}, "has 2 formulas"),
        ({"name": "empty"}, "has 0 formulas"),
        ({"allways": "true"}, "no key 'allways'"),
        ({"always": 3}, "a formula is a text"),
        ({"always": "true", "expect": "yes"}, "expect cannot be"),
        ({"always": "true", "depth": -1}, "depth is a number"),
        ({"always": "true", "within": {"depth": 1, "formula": "true"}}, "stands alone"),
        ({"always": "K(i, true)"}, "the variable i is free"),
    ],
)
def test_a_wrong_table_is_refused(row: dict[str, object], message: str) -> None:
    with pytest.raises(MystError, match=message):
        read_conjecture(row, "here", {"p": 2, "c": "..4"})


def test_without_games_a_conjecture_says_nothing() -> None:
    with pytest.raises(QueryError, match="of which games"):
        read_conjecture({"always": "true"}, "here")


def test_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'games = {p = 2, c = "..4"}\n[[conjecture]]\nname = "a"\nnever = "GameOver"\n'
        '[[conjecture]]\nwithin = {depth = 2, formula = "~GameOver"}\n',
        encoding="utf-8",
    )
    first, second = load_conjectures(path)
    assert (first.form, second.form, second.depth) == ("never", "always", 2)
    path.write_text("games = {\n", encoding="utf-8")
    with pytest.raises(ParseError, match="this is not TOML"):
        load_conjectures(path)
    with pytest.raises(QueryError, match="there is no file"):
        load_conjectures(tmp_path / "missing.toml")
