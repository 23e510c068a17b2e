"""Rows of chapters 4 and 5 beside a second way to find what they rest on."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from random import Random

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Verdict
from mystpy.engines import get_engine
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.solve.bounds import leader_value
from mystpy.solve.solo_play import questions_needed
from mystpy.solve.strategies import (
    GameStrategy,
    algorithm,
    certain,
    hand_of,
    likeliest,
    sight,
)
from mystpy.theses import chapter5
from mystpy.theses.chapter3.s3_3.winning_questions import tells_pile
from mystpy.theses.chapter4 import three_players
from mystpy.theses.chapter4.s4_1 import both_by_algorithm
from mystpy.theses.chapter4.s4_2 import bluffing, counter_strategy, predictable
from mystpy.theses.chapter4.s4_3 import usually_private

SAMPLE = Budget(scope="sample")


# ---- section 4.1


def test_the_smallest_game_against_theorem_4_1_has_seven_cards() -> None:
    found = both_by_algorithm.by_algorithm(SAMPLE)
    assert found.counterexample is not None
    assert found.counterexample["game"] == Game.myst(1, 3, 2, 5).to_dict()
    fewer = [size for size in both_by_algorithm.UP_TO_SEVEN if size != (1, 3, 5)]
    kept = both_by_algorithm.bound_kept(
        SAMPLE, fewer, both_by_algorithm.STEADY, algorithm
    )
    assert kept.verdict is Verdict.HOLDS


def test_a_card_left_out_is_shown_twice_as_often_as_another() -> None:
    game = Game.myst(1, 3, 2, 5)
    done = History.make(
        game,
        {"1": ["s1", "s2", "s3"], "2": ["s4", "s5", "s6"]},
        "asks(1,{s1,s2,s4,s5,s7}) yes(2) shows(2,1,s4) noguess(1) endturn(1)"
        " asks(2,{s1,s2,s5,s6,s7}) yes(1) shows(1,2,s1) noguess(2) endturn(2)",
    )
    seen = sight(game, 1, frozenset({"s1", "s2", "s3"}), done.actions)
    chances = both_by_algorithm.left_out_first(seen, ("s2", "s3"))
    assert chances == {"s3": Fraction(2, 3), "s2": Fraction(1, 3)}
    assert both_by_algorithm.left_out_first(seen, ("s1", "s2")) == {
        "s1": Fraction(1, 2),
        "s2": Fraction(1, 2),
    }


# ---- section 4.2


def test_where_player_1_wins_for_certain_no_bluffs_are_needed() -> None:
    sure = bluffing.bluffs_needed(SAMPLE, [(1, 1, 1)])
    assert sure.verdict is Verdict.FALSE


def test_cards_put_in_are_the_only_reason_for_what_is_missed() -> None:
    def put_in(case: counter_strategy.CounterPlay) -> bool:
        return not counter_strategy.nothing_put_in(case)

    missed = counter_strategy.repeated(
        SAMPLE, counter_strategy.own_cards_named, among=put_in
    )
    assert missed.verdict is Verdict.FALSE


@pytest.mark.parametrize("own", [1, 2])
def test_a_predictable_question_names_as_many_own_cards_in_every_turn(own: int) -> None:
    game = Game.myst(1, 2, 2, 4)
    done = "asks(1,{s1,s2,s3,s4}) yes(2) shows(2,1,s3) noguess(1) endturn(1)"
    hands = {"1": ["s1", "s2"], "2": ["s3", "s4"]}
    for actions in ((), History.make(game, hands, done).actions):
        seen = sight(game, 1, frozenset({"s1", "s2"}), actions)
        asked = predictable.always_naming(own)(seen)
        assert sum(asked.values()) == 1
        assert {len(cards & hand_of(seen)) for cards in asked} == {own}


def test_player_2_has_the_advantage_in_the_two_smaller_games() -> None:
    def wins(size: tuple[int, int, int]) -> Fraction:
        plan = GameStrategy((predictable.always_naming(2),), (certain,), alike=True)
        return 1 - leader_value(size, 1, plan)

    assert list(map(wins, predictable.SIZES)) == [
        Fraction(7, 9),
        Fraction(7, 12),
        Fraction(23, 50),
    ]
    early = predictable.beaten(SAMPLE, likeliest)
    assert early.verdict is Verdict.FALSE


# ---- section 4.3


def test_what_is_known_of_the_pile_is_what_the_engine_says() -> None:
    """Random questions are played again as a history, and the engine is asked."""
    game, engine = Game.myst(2, 2, 2, 2), get_engine("worlds")
    for seed in range(12):
        rng, twin = Random(seed), Random(seed)
        deck = list(range(game.c))
        twin.shuffle(deck)
        name = [game.cards[x] for x in deck]
        hands = {"0": name[:2], "1": name[2:4], "2": name[4:]}
        done = list[str]()
        for turn, known in enumerate(usually_private.known_piles(game, rng)):
            poser, other = turn % 2 + 1, 2 - turn % 2
            asked = [game.cards[x] for x in twin.sample(range(game.c), game.q)]
            held = sorted(set(asked) & set(hands[str(other)]), key=game.cards.index)
            done.append(f"asks({poser},{{{','.join(asked)}}})")
            if held:
                done += [f"yes({other})", f"shows({other},{poser},{twin.choice(held)})"]
            else:
                done.append(f"no({other})")
            done += [f"noguess({poser})", f"endturn({poser})"]
            history = History.make(game, hands, done)
            for player, mine in enumerate(known, 1):
                for x, card in enumerate(game.cards):
                    phi = parse_formula(f"K({player},h(0,{card}))", game)
                    said = str(engine.value(history, phi).value) == "true"
                    assert said is (x in mine)


def test_a_share_below_one_half_is_false(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = usually_private.private_turns

    def turned(game: Game, rng: Random) -> list[bool]:
        return [not private for private in counted(game, rng)]

    monkeypatch.setattr(usually_private, "private_turns", turned)
    assert usually_private.usually_private(SAMPLE).verdict is Verdict.FALSE


# ---- games of three players, games with sorts


def test_play_that_is_broken_off_is_no_equilibrium() -> None:
    assert three_players.infeasible(SAMPLE, turns=1).verdict is Verdict.OPEN
    small = three_players.too_large(SAMPLE, [(1, 1, 1)])
    assert small.verdict is Verdict.FALSE


@pytest.mark.parametrize(("m", "n", "p"), [(1, 1, 2), (2, 1, 2), (1, 2, 2), (1, 1, 3)])
def test_without_sorts_the_same_search_finds_theorem_3_2(
    m: int, n: int, p: int
) -> None:
    for q in range(1, m + n * p + 1):
        game = Game.myst(m, n, p, q)
        solved = questions_needed(game, strategy=True) < inf
        assert tells_pile(game) is solved
        assert solved is (q <= m + n + 1)


def test_a_game_with_sorts_that_is_not_solved_is_noticed() -> None:
    found = chapter5.theorem_3_2(SAMPLE, sure=lambda game: game.p == 2)
    assert found.verdict is Verdict.FALSE
