"""The language of conjectures: what is read, what is refused, and what it means."""

from __future__ import annotations

from pathlib import Path

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture, Form, bounds_of
from mystpy.conjectures.file import load_conjectures, read_conjecture
from mystpy.conjectures.ranges import games_in
from mystpy.conjectures.replay.query import ground
from mystpy.conjectures.settle import settle
from mystpy.conjectures.truth import holds
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.errors import MystError, ParseError, QueryError
from mystpy.files.table import TomlFile
from mystpy.game.game import Game
from mystpy.language.decidable import parse_conjecture
from mystpy.language.read import parse_formula
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.event import Event

SMALL = (Game.myst(1, 1, 2, 1),)
THREE = (Game.myst(1, 1, 3, 2),)


def found(text: str, form: Form = "always", games: tuple[Game, ...] = SMALL) -> Result:
    budget = Budget(processes=1, scope="sample")
    return settle(Conjecture("test", form, text, games), budget)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("forall i in players, x in cards: Kw(i,h(i,x))", "PROVED"),
        ("exactly 1 of x in cards: h(0,x)", "PROVED"),
        ("at least 2 of x in cards: h(0,x)", "FALSE"),
        ("forall i in players: exactly 1 of (In(i), ~In(i))", "PROVED"),
        ("forall x in cards: D(players,h(0,x)) | D(players,~h(0,x))", "PROVED"),
        ("forall x in cards: D([1],h(0,x)) | D([1],~h(0,x))", "FALSE"),
        ("forall x in cards, i in players: [h(0,x)!]K(i,h(0,x))", "PROVED"),
        ("forall x in cards, i in players: [~h(0,x)!]Kw(i,h(2,x))", "PROVED"),
        ("forall x in cards: D([1,2],h(1,x))", "FALSE"),
        ("forall x in cards: E^2(players,h(0,x)) -> h(0,x)", "PROVED"),
        ("forall G in groups, x in cards: C(G,h(0,x)) -> D(G,h(0,x))", ""),
    ],
)
def test_new_forms_are_settled(text: str, verdict: str) -> None:
    result = found(text, "initially")
    assert result.verdict.startswith(verdict)
    if result.verdict is Verdict.FALSE:
        assert result.counterexample is not None
        replayed = str(result.counterexample["formula"])
        assert parse_formula(replayed, SMALL[0])


@pytest.mark.parametrize(
    "text", ["[h(0,s1)!]C(players,h(0,s1))", "[h(0,s1)!]next K(1,h(0,s1))"]
)
def test_announcements_that_cannot_be_written_out_are_refused(text: str) -> None:
    with pytest.raises(QueryError, match="no announcement is decided") as raised:
        parse_conjecture(text)
    assert "mystpy ask" in (raised.value.hint or "")


def test_a_search_refuses_counts_and_what_is_known_together() -> None:
    game = Game.myst(5, 5, 3, 2)
    for text in ("at least 6 of x in cards: h(0,x)", "D(players,h(0,s1))"):
        with pytest.raises(QueryError, match="the search cannot look at"):
            found(text, games=(game,))


def test_a_conjecture_may_name_the_players_of_its_games() -> None:
    game = Game.clue(
        players=["ann", "bob"],
        sorts={"who": ["red", "blue"], "where": ["hall", "loft", "yard"]},
    )
    named = found("h(ann,hall) -> ~h(bob,hall)", "initially", (game,))
    assert named.verdict is Verdict.PROVED


def test_signs_of_mathematics_are_read_like_words() -> None:
    signs = parse_conjecture("∀ i ∈ players: ¬Turn(i) ∨ In(i) ∧ ⊤ → i ≠ 1")
    words = parse_conjecture("forall i in players: ~Turn(i) | In(i) & true -> i != 1")
    assert signs == words


@pytest.mark.parametrize(
    ("text", "form", "verdict", "method"),
    [
        (
            "forall i in players: Turn(i) -> In(i) | endphase",
            "always",
            "PROVED",
            "provers",
        ),
        (
            "forall j in players: AnsTurn(j) -> ~Turn(j)",
            "always",
            "FALSE",
            "exhaustive",
        ),
        ("GameOver", "never", "FALSE", "exhaustive"),
        ("askphase & ansphase", "never", "PROVED", "provers"),
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
            "provers",
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
    result = found(text, form)
    assert result.verdict.startswith(verdict)
    assert result.method.startswith(method)
    assert result.instances > 0
    assert (result.counterexample is None) is (result.verdict is not Verdict.FALSE)


def test_the_verdict_changes_when_the_statement_is_broken() -> None:
    said = "forall i in players, j in players, x in cards: after shows(j,i,x): "
    right = found(said + "C([i,j], h(j,x))", games=THREE)
    wrong = found(said + "C(players, h(j,x))", games=THREE)
    assert right.verdict is Verdict.PROVED
    assert wrong.verdict is Verdict.FALSE


def test_a_premise_that_is_never_true_is_said() -> None:
    text = "forall i in players: K(i, ~In(i)) & askphase & Turn(i) -> K(i, h(0,s1))"
    result = found(text)
    assert result.verdict is Verdict.PROVED
    assert result.vacuous
    assert "never true" in str(result.note)


@pytest.mark.parametrize(
    ("premise", "met"),
    [
        ("false", False),
        ("GameOver & askphase", False),
        ("~In(1) & ~In(2) & askphase", False),
        ("possible(yes(1)) & possible(no(1))", False),
        ("GameOver", True),
        ("~In(1)", True),
        ("possible(yes(1))", True),
    ],
)
def test_an_invariant_with_premises_that_are_never_true_is_vacuous(
    premise: str, met: bool
) -> None:
    """Unless the premise is met, everything follows from it."""
    text = f"{premise} -> ~(askphase & endphase)"
    result = found(text)
    assert (result.verdict, result.vacuous) == (Verdict.PROVED, not met)
    assert ("never true" in str(result.note)) is not met


def test_deals_that_no_history_leads_to_meet_no_premise() -> None:
    """Before player 3 answers player 1, player 2 has said to have none of the cards."""
    text = (
        "forall Q in questions, x in Q: Question(Q) & Turn(1) & AnsTurn(3) & ansphase"
    )
    three = (Game.myst(1, 1, 3, 1),)
    never = found(f"{text} & h(2,x) -> In(1)", games=three)
    assert never.verdict is Verdict.OPEN
    assert "never true" in str(never.note)
    assert found(f"{text} & h(3,x) -> In(1)", games=three).verdict is Verdict.PROVED


@pytest.mark.parametrize("p", [2, 7])
def test_an_invariant_of_premises_alone_says_nothing(p: int) -> None:
    games = (Game.myst(5, 5, p, 2),)
    text = "forall Q in questions: GameOver & askphase & Question(Q) -> In(1)"
    assert found(text, games=games).vacuous
    result = found("GameOver -> endphase", games=games)
    assert (result.verdict, result.vacuous) == (Verdict.PROVED, False)


@pytest.mark.parametrize(
    ("games", "message"),
    [
        ({"p": "3..2", "c": "..6"}, "empty range"),
        ({"p": 4, "c": "..4"}, "has no game"),
        ({"p": "2..3"}, "has no end"),
        ({"p": "two", "c": "..6"}, "is no range"),
        ({"m": 0, "c": "..6"}, "empty range"),
        ({"p": "3..2"}, "p = '3..2' is an empty range"),
        ({"m": 1, "q": "2..1"}, "q = '2..1' is an empty range"),
        ({"p": 3, "c": "7..6"}, "c = '7..6' is an empty range"),
        ({"n": "2..", "c": "..3"}, "has no game"),
        ({"p": 2, "c": "5.."}, "has no end"),
        ({"s": 1, "c": "..6"}, "no key 's'"),
        ([], "has no game"),
        (7, "a table or a list"),
    ],
)
def test_a_range_without_a_game_is_refused(games: object, message: str) -> None:
    with pytest.raises(QueryError, match=message):
        games_in(games)


@pytest.mark.parametrize(
    ("c", "cards"),
    [
        ("5..6", {5, 6}),
        ("..4", {3, 4}),
        (5, {5}),
        ("5", {5}),
    ],
)
def test_a_range_of_cards_has_two_ends(c: object, cards: set[int]) -> None:
    assert {game.c for game in games_in({"p": 2, "c": c})} == cards


def test_a_range_of_cards_without_an_end_ends_with_the_others() -> None:
    games = games_in({"m": "1..2", "n": "1..2", "p": 2, "q": 1, "c": "4.."})
    assert [game.c for game in games] == [4, 5, 6]


def test_ranges_start_with_the_smallest_game() -> None:
    games = games_in({"m": "1..3", "n": "1..2", "p": "2..4", "q": "1..3", "c": "..8"})
    assert [game.c for game in games] == sorted(game.c for game in games)
    assert max(game.c for game in games) == 8
    assert len(set(games)) == len(games)


@pytest.mark.parametrize(
    ("games", "scope"),
    [
        ({"p": "2..4", "c": "..8"}, {"c": 8, "p": 4, "games": 145}),
        ({"p": "2..3", "q": 1, "c": "..6"}, {"c": 6, "p": 3, "q": "1", "games": 9}),
        ({"p": 2, "c": "..3"}, {"c": 3, "p": 2, "games": 3}),
        (
            {"m": 1, "n": 1, "p": "2..3", "q": 1},
            {"games": "MYST(1,1,2,1), MYST(1,1,3,1)"},
        ),
        (
            {"m": "1..2", "n": 1, "p": 3, "c": "..5"},
            {"m": "1..2", "n": "1", "p": "3", "q": "1..5", "c": "4..5", "games": 9},
        ),
        (Game.clue(3).to_dict(), {"games": "Clue with 3 players and 21 cards"}),
    ],
)
def test_a_scope_is_of_the_games_looked_at(
    games: object, scope: dict[str, object]
) -> None:
    assert bounds_of(games_in(games)) == scope


def test_a_quantifier_over_nothing_is_refused() -> None:
    with pytest.raises(QueryError, match="ranges over nothing"):
        found("forall x in {}: h(0,x)")


def test_a_sweep_that_would_not_end_is_refused_with_an_estimate() -> None:
    text = (
        "forall i in players, S in sets, Q in questions:"
        " K(i, K(i, exists x in S: h(0,x))) -> next K(i, exists x in S: h(0,x))"
    )
    with pytest.raises(QueryError, match="minutes") as raised:
        found(text, games=(*SMALL, Game.myst(6, 2, 3, 2), Game.myst(6, 2, 3, 10)))
    assert "--seconds" in str(raised.value.hint)


def test_a_set_that_is_no_question_is_written_so_that_it_replays() -> None:
    text = "forall R in guesses: ~guessphase | Question(R)"
    result = found(text, games=(Game.myst(2, 1, 2, 1),))
    assert result.verdict is Verdict.FALSE
    assert result.counterexample is not None
    assert result.counterexample["formula"] == "~guessphase"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("In(1) & true", "In(1)"),
        ("In(1) & (false | ~(1 = 1))", "false"),
        ("false | In(1) | In(1)", "In(1)"),
        ("true -> In(1) | In(2)", "In(1) | In(2)"),
        (
            "(In(1) | In(2)) & (1 = 2 -> GameOver) & Turn(1)",
            "(In(1) | In(2)) & Turn(1)",
        ),
        ("In(1) -> 1 = 2", "~In(1)"),
        ("In(1) | In(2) -> false", "~(In(1) | In(2))"),
        ("In(1) <-> 1 = 2", "~In(1)"),
        ("In(1) & In(2) <-> true", "In(1) & In(2)"),
        ("K(1, s1 in {s1} -> h(0,s1))", "K(1,h(0,s1))"),
        ("C([1,2], s1 in {s2})", "false"),
        ("forall x in cards: x in {s1} -> h(1,x)", "h(1,s1)"),
        ("exists x in cards: x in {s1,s2} & h(1,x)", "h(1,s1) | h(1,s2)"),
        ("forall x in cards: h(1,x) -> In(1)", "forall x in cards: h(1,x) -> In(1)"),
        ("~(In(1) -> 1 = 1)", "false"),
    ],
)
def test_what_is_true_or_false_by_itself_is_not_written(
    text: str, written: str
) -> None:
    game = SMALL[0]
    node = parse_conjecture(text, games=[game])
    assert ground(node, game, {}) == written
    same = parse_conjecture(written, games=[game])
    start = EpistemicState.start(game)
    asked = [reached.state for reached in start.after(Event(("asks", 1), 1))]
    for state in (start, *asked):
        there = [holds(each, state, {}) for each in (node, same)]
        assert there[0] == there[1]
    assert parse_formula(written, game)


def test_a_search_is_said_before_it_begins() -> None:
    said: list[str] = []
    conjecture = Conjecture(
        "", "always", "forall x in cards: ~h(0,x)", (Game.myst(5, 5, 3, 2),)
    )
    result = settle(conjecture, Budget(scope="sample", report_progress=said.append))
    assert result.verdict is Verdict.FALSE
    assert "11,732,745,024 deals are too many" in said[0]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"always": "true", "never": "true"}, "has 2 formulas"),
        ({"name": "empty"}, "has 0 formulas"),
        ({"allways": "true"}, "no key 'allways'"),
        ({"always": 3}, "a formula is a text"),
        ({"always": "true", "expect": "yes"}, "expect cannot be"),
        ({"always": "true", "depth": -1}, "depth must be a number of actions"),
        (
            {"always": "true", "within": {"depth": 1, "formula": "true"}},
            "cannot be combined with other keys",
        ),
        ({"always": "K(i, true)"}, "the variable i is free"),
    ],
)
def test_a_wrong_table_is_refused(row: dict[str, object], message: str) -> None:
    with pytest.raises(MystError, match=message):
        read_conjecture(row, TomlFile("", "here"), {"p": 2, "c": "..4"})


def test_without_games_a_conjecture_says_nothing() -> None:
    with pytest.raises(QueryError, match="does not name its games"):
        read_conjecture({"always": "true"}, TomlFile("", "here"))


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
