"""The remarks of chapters 4 and 5: their verdicts, and those of broken versions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from mystpy.bits import cards_of, members
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.game.game import Game
from mystpy.history.actions import Shows
from mystpy.play.information_state import InformationState
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.turns import TurnStep, TwoPlayerGame, shown_and_denied
from mystpy.solve.strategies import (
    Cards,
    GameStrategy,
    anything,
    asking_open,
    likeliest,
    own_cards,
    sight,
    uniform,
)
from mystpy.theses import chapter5
from mystpy.theses.chapter4 import s4_4
from mystpy.theses.chapter4.s4_1 import chances, theorem_4_1
from mystpy.theses.chapter4.s4_1.algorithm import AlgorithmPrefixGame
from mystpy.theses.chapter4.s4_2 import bluffs_told, counter_strategy
from mystpy.theses.chapter4.s4_3 import common_knowledge, left_out
from mystpy.theses.chapter4.sweep import Fault, learned, question, single, swept

SAMPLE = Budget(scope="sample")


def parts(result: Result) -> list[Result]:
    """Return the result, and those of the formalizations."""
    return [result, *(read for _, read in result.readings)]


def values(result: Result) -> object:
    """Return the values of a counterexample."""
    assert result.counterexample is not None
    return result.counterexample["values"]


# ---- section 4.1


def test_to_leave_out_an_own_card_costs_something() -> None:
    game = Game.myst(1, 2, 2, 4)
    found = {
        len(q & {"s1", "s2"}): chances.guessed_at_once(game, q)
        for q in game.questions()
    }
    assert found == {1: Fraction(1, 2), 2: Fraction(2, 3)}


def test_against_a_wasted_question_player_2_need_not_guess_early() -> None:
    wasteful = theorem_4_1.hopeless(
        SAMPLE,
        theorem_4_1.WASTEFUL,
        [(1, 2, 4)],
    )
    assert wasteful.verdict is Verdict.FALSE
    assert values(wasteful) == {"player 2 wins": "1"}


# ---- section 4.2


def test_with_fewer_repetitions_than_own_cards_these_are_not_found() -> None:
    fewer = counter_strategy.repeated(
        SAMPLE,
        lambda case: case.own.bit_count() - 1,
    )
    assert fewer.verdict is Verdict.FALSE


def test_the_count_fails_by_the_bonus() -> None:
    without = counter_strategy.recoup(SAMPLE, lambda q, own: 0)
    assert without.verdict is Verdict.HOLDS


def learns_by_mixing(players: TwoPlayerGame, step: TurnStep) -> Fault | None:
    """A broken remark: a player who asks for an own card and others learns nothing."""
    own = 0
    for x in members(question(step)):
        own |= players.held(step.poser, x)
    return learned(players, step, step.poser, own), "true"


def test_a_question_that_is_no_bluff_tells_something() -> None:
    mixed = swept(SAMPLE, 5, learns_by_mixing, fits=bluffs_told.can_bluff)
    bluff = bluffs_told.learns_by_bluff
    pure = swept(SAMPLE, 5, bluff, fits=bluffs_told.can_bluff)
    assert (mixed.verdict, pure.verdict) == (Verdict.FALSE, Verdict.PROVED)


def poser_learns(players: TwoPlayerGame, step: TurnStep) -> Fault | None:
    """A broken remark: questions exclude no deal for the poser, either."""
    return learned(players, step, step.poser, step.after.full), "true"


def test_a_question_tells_its_poser_something() -> None:
    assert (
        swept(
            SAMPLE,
            3,
            poser_learns,
        ).verdict
        is Verdict.FALSE
    )


def believer(seen: InformationState) -> Mapping[Cards, Fraction]:
    """Ask for other cards than the opponent last asked for, if there are enough."""
    last = [event.cards for event in seen.events if event.key[0] == "asks"][-1]
    asked = cards_of(last, seen.game)
    others = [q for q in seen.game.questions() if not q & asked]
    return uniform(others or seen.game.questions())


def test_who_believes_questions_can_be_misled() -> None:
    believing = bluffs_told.whatever_is_asked(
        SAMPLE, lambda size: GameStrategy((believer,), (likeliest,), alike=True)
    )
    assert believing.verdict is Verdict.FALSE


def test_bluffs_only_prevent_no_guess() -> None:
    predicted = bluffs_told.prevented(SAMPLE, own_cards)
    assert predicted.verdict is Verdict.FALSE


def test_in_the_smallest_game_a_question_without_bluffs_tells_the_pile() -> None:
    game = Game.myst(1, 1, 2, 1)
    assert bluffs_told.first_guess(game, asking_open(1)) == 1
    assert bluffs_told.first_guess(game, anything) == Fraction(1, 2)


# ---- section 4.3


def denied_to_one(players: TwoPlayerGame, step: TurnStep) -> Fault | None:
    """A broken formalization: a card denied to one player is common knowledge."""
    return common_knowledge.not_common(step.after, shown_and_denied(step.after)[3])


def test_both_have_to_be_denied_a_card() -> None:
    both = common_knowledge.denied_not_common
    assert (
        swept(
            SAMPLE,
            3,
            denied_to_one,
        ).verdict
        is Verdict.FALSE
    )
    assert (
        swept(
            SAMPLE,
            3,
            both,
        ).verdict
        is Verdict.PROVED
    )


def test_cards_in_hands_cannot_be_left_out_and_those_of_the_pile_can() -> None:
    hands = swept(
        SAMPLE,
        3,
        left_out.any_kept,
    )
    pile = swept(
        SAMPLE,
        3,
        left_out.pile_kept,
    )
    assert (hands.verdict, pile.verdict) == (Verdict.FALSE, Verdict.PROVED)


def test_a_game_without_free_questions_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(left_out, "free_questions", lambda game: iter(()))
    (_, read) = parts(left_out.no_cost(SAMPLE))
    assert read.verdict is Verdict.FALSE


@pytest.mark.parametrize(("q", "free"), [(2, 0), (3, 10), (4, 5)])
def test_questions_larger_than_a_hand_cost_nothing(q: int, free: int) -> None:
    found = list(left_out.free_questions(Game.myst(1, 2, 2, q)))
    assert len(found) == free


# ---- section 4.4


class Spent(s4_4.OpenQuestionGame):
    """The same, except that a located card counts as open."""

    def questions(self, state: EpistemicState, poser: int) -> list[frozenset[str]]:  # type: ignore[override]
        return list(s4_4.HonestGame.questions(self, state, poser))


def test_a_located_card_lowers_no_number() -> None:
    fault = s4_4.not_lower
    spent = swept(SAMPLE, 4, fault, fits=single, of=Spent)
    kept = swept(SAMPLE, 4, fault, fits=single, of=s4_4.OpenQuestionGame)
    assert (spent.verdict, kept.verdict) == (Verdict.FALSE, Verdict.PROVED)


def test_with_larger_questions_who_is_left_alone_may_never_know() -> None:
    assert s4_4.decided(SAMPLE).verdict is Verdict.PROVED
    assert s4_4.decided(SAMPLE, beyond=1).verdict is Verdict.FALSE


def test_questions_that_prefer_some_cards_say_more_than_they_ask() -> None:
    uneven = s4_4.guessed(
        SAMPLE,
        s4_4.favouring,
    )
    assert values(uneven) == {"said": "1/2", "is": "10/19"}


def test_the_own_unknown_cards_say_nothing_of_the_deals_held_possible() -> None:
    broken = s4_4.described(SAMPLE, lambda m, other: m + 1)
    assert broken.verdict is Verdict.FALSE


def test_a_quarter_is_right_in_the_maximum_only() -> None:
    alone = s4_4.shortcut(SAMPLE, in_maximum=False)
    assert values(alone) == {"1/(2a+2)": "1/6", "printed": "1/4"}


# ---- chapter 5


def test_a_limit_that_depends_on_p_is_noticed() -> None:
    def shifted(m: int, n: int, p: int, most: int) -> list[int]:
        return list(range(1, m + p - 1))

    assert chapter5.independent(SAMPLE, shifted).verdict is Verdict.FALSE


class KnownCards(AlgorithmPrefixGame):
    """Questions that name a card which player 2 has shown, if there is one."""

    def questions(self, state: EpistemicState, poser: int) -> list[frozenset[str]]:  # type: ignore[override]
        every = list(TwoPlayerGame.questions(self, state, poser))
        shown = {a.card for a in state.actions if isinstance(a, Shows) and a.to == 1}
        return [q for q in every if q & shown] if poser == 1 and shown else every


def test_to_ask_for_cards_already_shown_leaves_more_deals() -> None:
    assert chapter5.fewest_deals(SAMPLE).verdict is Verdict.PROVED
    known = chapter5.fewest_deals(SAMPLE, KnownCards)
    assert known.verdict is Verdict.FALSE


def test_lowest_asks_for_one_open_card_of_each_sort() -> None:
    game = chapter5.sorted_game((2, 2), 2)
    asked = chapter5.lowest(sight(game, 1, frozenset(["c1_1"]), ()))
    assert asked == {frozenset(["c1_2", "c2_1"]): 1}


def test_four_cards_of_either_of_two_sorts_are_harder_for_who_begins() -> None:
    found = chapter5.never_harder(SAMPLE, (4, 4))
    assert found.verdict is Verdict.FALSE
    assert found.counterexample is not None
    values = found.counterexample["values"]
    assert values == {
        "4 + 4": "from 1/2 to 43/80 with sorts, from 67/124 to 7/10 without"
    }
