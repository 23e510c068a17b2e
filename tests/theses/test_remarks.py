"""The remarks of chapters 2 and 3: their verdicts, and that these can change."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from pathlib import Path

import pytest

from mystpy.bits import members
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Verdict
from mystpy.game.game import Game
from mystpy.history.actions import action_term
from mystpy.situations.explore import situations
from mystpy.situations.public_steps import incp
from mystpy.theses import public_states
from mystpy.theses.bench import statement
from mystpy.theses.chapter2 import (
    s1_deck,
    s1_worlds,
    s2_06_initial,
    s2_07_turns,
    s2_09_printed,
    s2_09_shows,
    s2_10,
)
from mystpy.theses.chapter2.formulas import formula_result
from mystpy.theses.chapter3.s3_2 import fifteen
from mystpy.theses.chapter3.s3_2.fifteen import fifteen_cards
from mystpy.theses.chapter3.s3_3 import lemmas, needed
from mystpy.theses.chapter3.s3_3.needed import known_deal
from mystpy.theses.statement import Formula
from tests.edits import copied_axioms
from tests.sampling import cases_by_day

PROVED, HOLDS, FALSE, MISPRINTED, ANSWERED, OPEN = Verdict


ONLY_WRONG = "only a wrong guess leads to the end phase"
BEFORE = "In refers to s, before the endturn"
AFTER = "In refers to do(a,s), after it"
BOTH = "everything that the two learn from the show, C({i,j}, h(j,x))"
STILL_IN = "a player who knows the pile wins: she is still in"
NOBODY = "a player who knows the pile wins: nobody can guess first"
TO_KNOW = "to know it, not to discover it"
SMALL = (Game.myst(1, 1, 2, 1), Game.myst(1, 1, 3, 2))


def formula_of(name: str, reading: str | None) -> Formula:
    """Return the formula of a statement, or of the formalization in these words."""
    stated = statement(name)
    parts = [
        x for x in (stated.assertion, *stated.readings) if x.words == (reading or "")
    ]
    assert parts[0].formula is not None
    return parts[0].formula


def sample() -> Budget:
    return Budget(processes=1, scope="sample")


# ---- the verdicts change with the statements


@pytest.mark.parametrize(
    ("name", "reading", "broken"),
    [
        ("remark-1.4-discovers", None, ("& K(i,h(j,x)) -> next", "-> next")),
        ("remark-2.2-right-guess", None, ("forall x in M", "exists x in cards")),
        ("remark-2.2-right-guess", None, ("exists x in M", "exists x in cards")),
        ("remark-2.2-right-guess", None, ("& endphase", "& ~endphase")),
        ("axiom-2.31-situation", BEFORE, ("askphase & ~endphase", "endphase")),
        ("axiom-2.31-situation", AFTER, ("endphase <-> ~In", "endphase <-> In")),
        ("remark-3.1-initial", None, ("K(j,", "C(players,")),
        ("remark-3.1-lacks", None, ("K(i, ~", "C(players, ~")),
    ],
)
@pytest.mark.alike(2)
def test_a_broken_formula_is_false(
    name: str, reading: str | None, broken: tuple[str, str]
) -> None:
    formula = formula_of(name, reading)
    assert broken[0] in formula.text

    def verdict(said: str) -> Verdict:
        games = lambda _: SMALL  # noqa: E731
        return formula_result(sample(), said, games=games, form=formula.form).verdict

    assert verdict(formula.text).good
    assert verdict(formula.text.replace(*broken)) is FALSE


def test_the_formulas_that_are_false_would_hold_if_they_said_less() -> None:
    def verdict(name: str, reading: str | None, old: str, new: str) -> Verdict:
        formula = formula_of(name, reading)
        assert old in formula.text
        text = formula.text.replace(old, new)
        games = lambda _: SMALL[:1]  # noqa: E731
        return formula_result(sample(), text, games=games, form=formula.form).verdict

    assert verdict("remark-3.1-initial", BOTH, "[i,j]", "[j]") is PROVED
    assert verdict("remark-3.2-won", STILL_IN, "In(i)", "(In(i) | ~In(i))").good
    assert verdict("remark-3.2-won", NOBODY, "~GameOver", "true").good
    assert verdict("remark-2.2-right-guess", ONLY_WRONG, "~endphase", "endphase").good
    assert verdict("remark-1.4-discovers", TO_KNOW, "next ~", "next ").good
    kept = verdict("axiom-2.31-situation", None, "In(j)", "(In(j) | ~In(j))")
    assert kept is PROVED


def test_lines_of_section_2_6_that_are_left_out_would_be_missed() -> None:
    given = s2_06_initial.undetermined(2)
    without = s2_06_initial.undetermined(2, given="")
    assert {"GameOver", "Question({s1})"} == set(without) - set(given)
    assert "askphase" not in without
    assert s2_06_initial.undetermined(2, uniform=True) == [
        "AnsTurn(1)",
        "AnsTurn(2)",
    ]


def changed_axioms(folder: Path, name: str, change: tuple[str, str]) -> None:
    path = copied_axioms(folder) / name
    text = path.read_text("utf-8")
    assert change[0] in text
    path.write_text(text.replace(*change), encoding="utf-8")


@cache
def no_matter_by_the_shipped_axioms() -> Verdict:
    return s2_06_initial._no_matter(sample()).verdict


@pytest.mark.parametrize(
    "act", cases_by_day(["A", "endturn(2)", "asks(3, set(s2))", "no(3)"], 2)
)
def test_it_would_be_noticed_if_it_mattered_who_is_to_answer_at_first(
    act: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = "ans_turn(J, do(yes(J), S)) :- situation(do(yes(J), S))."
    done = f"do({act}, S)"
    kept = f"{rule}\nans_turn(J, {done}) :- situation({done}), ans_turn(J, S)."
    changed_axioms(tmp_path, "s2_09_successor_state.lp", (rule, kept))
    assert no_matter_by_the_shipped_axioms() is PROVED
    monkeypatch.setenv("MYSTPY_AXIOMS", str(tmp_path))
    assert s2_06_initial._no_matter(sample()).verdict is FALSE


def test_a_game_that_stays_over_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = "game_over(do(A, S)) :-\n    situation(do(A, S)),\n    not in("
    stays = f"game_over(do(A, S)) :- situation(do(A, S)), game_over(S).\n{rule}"
    changed_axioms(tmp_path, "s2_09_successor_state.lp", (rule, stays))
    found = s2_09_printed.over_persists(sample())
    assert (found.verdict, found.counterexample is None) == (FALSE, False)
    monkeypatch.setenv("MYSTPY_AXIOMS", str(tmp_path))
    kept = s2_09_printed.over_persists(sample())
    assert kept.verdict is HOLDS
    assert kept.instances > found.instances


def test_what_ends_the_end_is_found_among_all_actions() -> None:
    states = situations(Game.myst(1, 1, 2, 1), most=3).levels()
    over = next(state for level in states for state in level if state.system_state.over)
    world = next(members(over.full))
    tried, ended = s2_09_printed.ends_the_end(over, world)
    assert len(tried) == 2 * (3 + 1 + 1 + 2 * 3 + 3 + 1 + 1)
    right = action_term(over.history(world).actions[-1])
    assert {*tried} - {*ended} >= {right}
    assert {"no(1)", "asks(2,set(s1))"} <= {*ended}


def test_a_show_of_any_card_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change = ("shared(X, Q, J)", "card(X)")
    changed_axioms(tmp_path, "s2_07_possible_actions.lp", change)
    assert s2_09_shows.shown_without_card(sample()).verdict is PROVED
    monkeypatch.setenv("MYSTPY_AXIOMS", str(tmp_path))
    assert s2_09_shows.shown_without_card(sample()).verdict is FALSE


def test_steps_that_go_otherwise_are_found() -> None:
    def stays(p: int) -> Callable[[int], int]:
        return lambda i: i

    faults = [
        partial(s2_07_turns.turn_goes_wrong, following=stays),
    ]
    for fault in faults:
        found_out = public_states.in_all_steps(
            sample(),
            fault,
        )
        assert found_out.verdict is FALSE


def test_players_who_do_not_sit_in_a_circle_would_be_noticed() -> None:
    following = incp(4)
    assert following == {1: 2, 2: 3, 3: 4, 4: 1}
    assert s2_07_turns.can_be_renamed({1: 3, 3: 2, 2: 4, 4: 1}, 2, following)
    assert not s2_07_turns.can_be_renamed({1: 2, 2: 1, 3: 4, 4: 3}, 1, following)
    assert not s2_07_turns.can_be_renamed(following, 1, {1: 2, 2: 1, 3: 4, 4: 3})


def test_an_answer_tells_something_and_a_question_nothing() -> None:
    def verdict(kind: str) -> Verdict:
        return public_states.in_all_moves(
            sample(), (kind,), public_states.tells_of_cards
        ).verdict

    assert verdict("asks") is PROVED
    assert verdict("no") is FALSE
    assert verdict("guess") is FALSE


def test_two_answers_a_guess_would_be_too_many_to_ask_for() -> None:
    both = ("no", "yes")
    assert s2_10.at_least(sample(), both).verdict is PROVED
    assert s2_10.at_least(sample(), both, times=2).verdict is FALSE
    assert s2_10.at_least(sample(), ("asks",)).verdict is PROVED
    assert s2_10.at_least(sample(), ("endturn",)).verdict is FALSE


def test_a_deck_that_is_not_shuffled_would_be_noticed() -> None:
    game = s1_deck.dealt_out(3, 2)
    whole, part = (s1_deck.by_shuffling(game, orders=k) for k in (0, 20))
    assert s1_deck.unevenly(game, whole) is None
    assert s1_deck.misplaced(game, whole) is None
    assert s1_deck.unevenly(game, part) is not None
    assert s1_deck.misplaced(game, part) is not None


def test_with_two_players_the_cards_of_the_other_are_located() -> None:
    game = s1_deck.dealt_out(2, 2)
    assert s1_deck.located(game, s1_deck.by_shuffling(game)) is not None


def test_what_is_not_implied_by_what_is_known_may_be_unknown() -> None:
    assert not any(case for _, case in s1_worlds.omniscience_cases(2))
    assert any(case for _, case in s1_worlds.omniscience_cases(2, implied=False))


def test_two_cards_shown_do_not_tell_a_hand_of_three() -> None:
    def verdict(n: int) -> Verdict:
        c = range(3 * n + 1, 3 * n + 2)
        return fifteen.two_answers(sample(), fifteen.unsure, c, n=n).verdict

    assert verdict(2) is PROVED
    assert verdict(3) is FALSE


def test_a_player_3_with_the_other_cards_would_not_be_in_doubt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    query = fifteen_cards()
    query["hands"] = {
        "0": [f"s{k}" for k in (14, 15, 7, 8, 9, 10, 11, 12, 13)],
        "1": ["s5", "s6"],
        "2": ["s1", "s3"],
        "3": ["s2", "s4"],
    }
    changed = str(query["history"]).replace("{s14,s15}", "{s2,s4}")
    query["history"] = literal_eval(changed.replace("shows(3,2,s14)", "shows(3,2,s2)"))
    assert fifteen.player_3_in_doubt().verdict is PROVED
    monkeypatch.setattr(fifteen, "fifteen_cards", lambda: query)
    assert fifteen.player_3_in_doubt().verdict is FALSE


def test_a_question_may_be_larger_than_proper_ones() -> None:
    game, larger = Game.myst(1, 1, 2, 3), Game.myst(1, 2, 2, 4)
    assert needed.by_proper_questions(game) == float("inf")
    assert needed.by_proper_questions(larger) == known_deal(larger) == 2


def scaled(m: int, n: int, p: int, times: Fraction) -> Fraction:
    return lemmas.bound(m, n, p) * times


def test_a_bound_that_is_too_large_or_too_small_would_be_noticed() -> None:
    assert lemmas.with_three(sample()).verdict is PROVED
    for times in (Fraction(2), Fraction(1, 2)):
        other = partial(scaled, times=times)
        assert lemmas.with_three(sample(), other).verdict is FALSE
    assert lemmas.enough_at_once(Game.myst(1, 1, 3, 3)) == lemmas.bound(1, 1, 3)
