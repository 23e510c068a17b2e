"""The engine "worlds": verdicts, formulas and counts, worked out by hand."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from random import Random

import pytest

from mystpy.engines.base import Conjunct, PossibleAction, Value, Verdict
from mystpy.engines.worlds import engine as worlds_module
from mystpy.engines.worlds.engine import WorldsEngine
from mystpy.errors import LargeEnumerationWarning, NoWorldFits
from mystpy.game.game import Game
from mystpy.history.actions import Asks, EndTurn, Guess, No, NoGuess, Shows, Yes
from mystpy.history.given_hands import HandsGiven
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.views import seen_by
from tests.random_games import random_play

ENGINE = WorldsEngine()
SMALL = Game.myst(1, 1, 2, 1)
THREE = Game.myst(1, 1, 3, 2)
FIVE = Game.myst(1, 1, 5, 2)
CLUE = Game.clue(2, {"who": ["ann", "bob"], "how": ["axe", "bow"]})


def made(game: Game, text: str, hands: HandsGiven | None = None) -> History:
    return History.make(game, hands, text)


def value(history: History, formula: str) -> Value:
    return ENGINE.value(history, parse_formula(formula, history.game)).value


# --- Verdicts ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "text", "verdict"),
    [
        ({}, "", "legal"),
        ({}, "asks(1,{s1})", "legal"),
        ({}, "asks(1,{s1}) no(2)", "possible"),
        ({2: ["s3"]}, "asks(1,{s1}) no(2)", "legal"),
        ({1: ["s1"]}, "asks(1,{s1}) no(2)", "legal"),
        ({2: ["s1"]}, "asks(1,{s1}) no(2)", "illegal"),
        ({}, "asks(1,{s1}) yes(2) shows(2,1,_)", "possible"),
        ({2: ["s1"]}, "asks(1,{s1}) yes(2) shows(2,1,_)", "legal"),
        ({2: ["s1"]}, "asks(1,{s1}) yes(2) shows(2,1,s2)", "illegal"),
        ({}, "asks(1,{s1}) no(2) guess(1,{s2})", "possible"),
        ({0: ["s2"], 2: ["s3"]}, "asks(1,{s1}) no(2) guess(1,{s2})", "legal"),
        ({0: ["s2"]}, "asks(1,{s1}) no(2) guess(1,{s2}) endturn(1)", "illegal"),
        ({0: ["s3"]}, "asks(1,{s1}) no(2) guess(1,{s2}) endturn(1)", "possible"),
    ],
)
def test_a_history_is_legal_possible_or_illegal(
    hands: dict[int, list[str]], text: str, verdict: str
) -> None:
    assert ENGINE.judge(made(SMALL, text, hands)).verdict == verdict


def test_a_conjunct_that_fails_is_named_with_its_cards() -> None:
    judged = ENGINE.judge(made(THREE, "asks(1,{s4,s2}) no(2)", {2: ["s2"]}))
    assert (judged.step, judged.axiom) == (1, "2.16")
    assert judged.failed == (Conjunct("disjoint", (("s2", "s4"), 2)),)
    assert judged.every_deal


def test_all_conjuncts_that_fail_are_named_in_the_order_of_the_axiom() -> None:
    judged = ENGINE.judge(made(THREE, "asks(1,{s1,s2}) shows(1,3,s3)"))
    assert judged.axiom == "2.18"
    assert [str(conjunct) for conjunct in judged.failed] == [
        "turn(3)",
        "ans_turn(1)",
        "shared(s3,set(s1,s2),1)",
        "showphase",
    ]


def test_a_question_that_was_never_asked_is_one_conjunct() -> None:
    judged = ENGINE.judge(made(THREE, "yes(2)"))
    assert [str(c) for c in judged.failed] == ["ansphase", "ans_turn(2)", "question"]


def test_a_card_that_was_not_seen_stands_for_some_card() -> None:
    text = "asks(1,{s1,s2}) shows(2,1,_)"
    judged = ENGINE.judge(made(THREE, text, {2: ["s3"]}))
    assert [str(conjunct) for conjunct in judged.failed] == [
        "not disjoint(set(s1,s2),2)",
        "showphase",
    ]


def test_the_step_at_fault_is_the_one_at_which_the_last_deal_dies() -> None:
    """Both others deny the two cards that are not with player 1: one is in the pile."""
    text = "asks(1,{s2,s3}) no(2) no(3) noguess(1) endturn(1) asks(2,{s2,s4}) no(3)"
    history = made(THREE, text, {1: ["s1"]})
    assert ENGINE.judge(history).step == 2
    assert ENGINE.judge(history.prefix(2)).verdict is Verdict.POSSIBLE


def test_nothing_follows_a_guess_that_is_right_in_every_deal() -> None:
    history = made(SMALL, "asks(1,{s1}) no(2) guess(1,{s3}) endturn(1)", {0: ["s3"]})
    judged = ENGINE.judge(history)
    assert (judged.step, judged.axiom) == (3, "2.21")
    assert judged.failed == (Conjunct("game_over", (), negated=True),)


def test_a_long_history_is_walked_in_one_go() -> None:
    first = "asks(1,{s1}) no(2) noguess(1) endturn(1) "
    second = "asks(2,{s1}) no(1) noguess(2) endturn(2) "
    history = made(SMALL, (first + second) * 2_000, {0: ["s1"]})
    assert ENGINE.judge(history).verdict is Verdict.LEGAL
    judged = ENGINE.judge(history.then("no(1)"))
    assert judged.step == 16_000


def test_hands_that_leave_no_deal_are_an_error() -> None:
    history = made(CLUE, "", {1: ["ann"], 2: ["bob"]})
    for ask in (ENGINE.judge, ENGINE.state, ENGINE.possible, ENGINE.cells):
        with pytest.raises(NoWorldFits):
            ask(history)
    with pytest.raises(NoWorldFits):
        ENGINE.grid(history, None)
    with pytest.raises(NoWorldFits):
        value(history, "true")


# --- The state, and what may follow ------------------------------------------


def test_the_state_after_a_guess_is_open_where_the_deal_is() -> None:
    text = "asks(1,{s1}) no(2) guess(1,{s3})"
    open_state = ENGINE.state(made(SMALL, text))
    assert open_state.game_over is None
    assert open_state.still_in == {2}
    assert open_state.phases == {"endphase"}
    assert ENGINE.state(made(SMALL, text, {0: ["s3"]})).game_over is True
    wrong = ENGINE.state(made(SMALL, text, {0: ["s1"]}))
    assert wrong.game_over is False
    assert wrong.still_in == {2}


def test_what_is_possible_says_in_how_many_deals() -> None:
    asked = made(THREE, "asks(1,{s3,s4})")
    some, every = Verdict.POSSIBLE, Verdict.LEGAL
    assert ENGINE.possible(asked) == (
        PossibleAction(No(2), some),
        PossibleAction(Yes(2), some),
    )
    held = made(THREE, "asks(1,{s3,s4})", {2: ["s3"]})
    assert ENGINE.possible(held) == (PossibleAction(Yes(2), every),)
    shown = [PossibleAction(Shows(2, 1, card), some) for card in ("s3", "s4")]
    assert list(ENGINE.possible(asked.then("yes(2)"))) == shown
    after = ENGINE.possible(asked.then("yes(2) shows(2,1,_)"))
    none = frozenset[str]()
    assert after == (
        PossibleAction(Guess(1, none), every),
        PossibleAction(NoGuess(1), every),
    )
    guessed = asked.then("yes(2) shows(2,1,_) guess(1,{s1})")
    assert ENGINE.possible(guessed) == (PossibleAction(EndTurn(1), some),)
    assert ENGINE.possible(made(THREE, "")) == (PossibleAction(Asks(1, none), every),)


# --- Worlds ------------------------------------------------------------------


def test_a_world_is_a_deal_with_the_cards_that_were_shown() -> None:
    game = Game.myst(1, 2, 2, 2)
    history = made(game, "asks(1,{s1,s2}) yes(2) shows(2,1,s1)", {1: ["s3", "s4"]})
    fitting = list(ENGINE.worlds(history))
    assert len(fitting) == 2
    assert all(world.shown == ((2, "s1"),) for world in fitting)
    everything = list(ENGINE.worlds(history, public=True))
    # Player 2 holds one of s1, s2: 2 * 3 hands, one card to show; or both, and two.
    assert len(everything) == (6 * 1 + 1 * 2) * 3
    assert len(set(everything)) == len(everything)


def test_a_right_guess_makes_worlds_in_which_the_game_is_over() -> None:
    history = made(SMALL, "asks(1,{s1}) no(2) guess(1,{s3})")
    over = {world.hands[0]: world.over for world in ENGINE.worlds(history)}
    assert over == {frozenset({x}): x == "s3" for x in ("s1", "s2", "s3")}


# --- Formulas ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("true", "true"),
        ("h(2,s1) | h(2,s2)", "true"),
        ("h(2,s1)", "undetermined"),
        ("h(2,s3)", "false"),
        ("K(5, h(2,s1) | h(2,s2))", "true"),
        ("K(5, h(2,s1))", "false"),
        ("K(5, ~h(0,s1)) | K(5, ~h(0,s2))", "false"),
        ("K(1, h(2,s1)) | K(1, h(2,s2))", "true"),
        ("K(1, h(2,s1))", "undetermined"),
        ("K(5, K(1, h(2,s1)) | K(1, h(2,s2)))", "true"),
        ("C([1,2,3,4,5], h(2,s1) | h(2,s2))", "true"),
        ("E([1,2], h(2,s1))", "undetermined"),
        ("E([1,3], h(2,s1))", "undetermined"),
        ("E([1,3,5], h(2,s1))", "false"),
        ("C([1,2], h(2,s1) -> K(1, h(2,s1)))", "true"),
        ("C([3,4], h(5,s6))", "false"),
        ("K(3, h(5,s6))", "false"),
        ("~K(5, h(1,s3)) & K(5, h(5,s6))", "true"),
        ("guessphase & Turn(1) & ~GameOver & In(4) & ~AnsTurn(2)", "true"),
        ("Question({s1,s2}) & ~Question({s1,s3})", "true"),
        ("forall x in cards: h(5,x) -> K(5,h(5,x))", "true"),
        ("exists x in cards: K(5,h(0,x))", "false"),
        ("h(5,s6) <-> K(5,h(5,s6))", "true"),
    ],
)
def test_what_follows_after_a_card_was_shown(formula: str, expected: str) -> None:
    """Player 5 holds s6 and has seen that 2 showed 1 one of s1 and s2."""
    history = made(FIVE, "asks(1,{s1,s2}) yes(2) shows(2,1,_)", {5: ["s6"]})
    assert value(history, formula) == expected


def test_that_a_card_is_not_in_the_pile_is_known_without_who_holds_it() -> None:
    """The thesis, section 3.1: two players said yes to the same two cards."""
    text = (
        "asks(1,{s1,s2}) yes(2) shows(2,1,_) noguess(1) endturn(1) "
        "asks(2,{s3,s4}) yes(3) shows(3,2,_) noguess(2) endturn(2) "
        "asks(3,{s1,s2}) yes(4) shows(4,3,_)"
    )
    history = made(FIVE, text, {5: ["s6"]})
    assert value(history, "K(5, ~h(0,s1)) & K(5, ~h(0,s2))") == "true"
    assert value(history, "K(5, h(2,s1)) | K(5, h(4,s1))") == "false"


def test_the_shown_card_makes_common_knowledge_of_the_two_who_saw_it() -> None:
    history = made(THREE, "asks(1,{s1,s2}) yes(2) shows(2,1,s1)")
    assert value(history, "C([1,2], h(2,s1))") == "true"
    assert value(history, "K(3, h(2,s1))") == "undetermined"
    assert value(history, "C([1,2,3], h(2,s1))") == "false"
    assert value(history, "C([1,2,3], h(2,s1) | h(2,s2))") == "true"


def test_common_knowledge_is_more_than_knowledge_of_everybody() -> None:
    history = made(THREE, "asks(1,{s1,s2}) yes(2) shows(2,1,s1)", {3: ["s2"]})
    assert value(history, "E([1,2,3], h(2,s1))") == "true"
    assert value(history, "C([1,2,3], h(2,s1))") == "false"
    assert value(history, "E([1,2,3], E([1,2,3], h(2,s1)))") == "false"


def test_the_outcome_of_a_last_guess_is_seen_by_all() -> None:
    text = "asks(1,{s1}) no(2) guess(1,{s3})"
    assert value(made(SMALL, text), "K(2, GameOver) | K(2, ~GameOver)") == "true"
    right = made(SMALL, text, {0: ["s3"]})
    assert value(right, "C([1,2], h(0,s3))") == "true"
    assert ENGINE.grid(right, 2).deals == 1
    assert ENGINE.grid(made(SMALL, text, {0: ["s1"]}), 2).deals == 3


@pytest.mark.parametrize("seed", range(20))
def test_restricting_the_worlds_changes_no_answer(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one knower, the worlds that share their view are enough."""
    rng = Random(seed)
    history, deal = random_play(THREE, rng, rng.randint(3, 14), wrong_guesses=0.2)
    hands = tuple(hand if rng.random() < 0.5 else None for hand in deal)
    history = History(THREE, hands, history.actions)
    formulas = [
        f"{text} & ~{other}"
        for text, other in zip(
            _sentences(rng.randint(1, 3), rng.choice(THREE.cards)),
            _sentences(1, rng.choice(THREE.cards)),
            strict=True,
        )
    ]
    narrow = [value(history, formula) for formula in formulas]
    everything = seen_by(history, None)
    monkeypatch.setattr(worlds_module, "in_scope", lambda *_: everything)
    worlds_module._models.cache_clear()
    assert [value(history, formula) for formula in formulas] == narrow
    worlds_module._models.cache_clear()


def _sentences(player: int, card: str) -> Sequence[str]:
    return (
        f"K({player}, ~h(0,{card}))",
        f"(h(2,{card}) | K({player}, h(3,{card})))",
        f"K({player}, ~K({player}, h(1,{card})))",
    )


# --- Counting ----------------------------------------------------------------


def test_a_grid_counts_the_deals_and_says_what_they_share() -> None:
    history = made(THREE, "asks(1,{s1,s2}) yes(2) shows(2,1,_)", {1: ["s4"]})
    grid = ENGINE.grid(history, 3)
    # Player 2 holds s1 or s2; the hand of 1 is not player 3's to see.
    assert grid.deals == 2 * 6
    assert grid.cells[2] == {"s1": "?", "s2": "?", "s3": "no", "s4": "no"}
    assert grid.counts[2] == {"s1": 6, "s2": 6, "s3": 0, "s4": 0}
    assert ENGINE.grid(history, None).deals == 2 * 2
    assert ENGINE.grid(history, None).cells[1]["s4"] == "yes"


@pytest.mark.parametrize("seed", range(20))
def test_cells_are_those_of_the_grid(seed: int) -> None:
    rng = Random(seed)
    history, deal = random_play(CLUE, rng, rng.randint(0, 9), wrong_guesses=0.2)
    hands = tuple(hand if rng.random() < 0.3 else None for hand in deal)
    history = History(CLUE, hands, history.actions)
    assert ENGINE.cells(history) == ENGINE.grid(history, None).cells


def test_a_large_enumeration_is_announced_and_a_count_is_not() -> None:
    large = Game.myst(1, 3, 4, 1)
    history = made(large, "asks(1,{s1}) no(2) no(3) no(4)", {1: ["s1", "s2", "s3"]})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ENGINE.judge(made(large, "")).verdict is Verdict.LEGAL
        assert ENGINE.grid(history, 1).deals == 10 * 1680
        assert value(history, "K(1, h(1,s1))") == "true"
    with pytest.warns(LargeEnumerationWarning):
        next(ENGINE.worlds(made(large, "")))


# --- Clashes -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "hands", "observed", "held"),
    [
        ("asks(1,{s1,s2}) no(2)", {2: ["s1"], 3: ["s4"]}, [], [2]),
        ("no(1)", {2: ["s1"]}, [], []),
        ("asks(1,{s2,s3}) no(2) no(3)", {1: ["s1"]}, [1], [1]),
        (
            "asks(1,{s1,s2}) no(2) no(3) guess(1,{s1}) endturn(1)",
            {1: ["s2"]},
            [1, 2, 3],
            [1],
        ),
    ],
)
def test_a_clash_is_what_no_deal_fits_together(
    text: str, hands: HandsGiven, observed: list[int], held: list[int]
) -> None:
    history = made(THREE, text, hands)
    found = ENGINE.clash(history)
    assert found.step == ENGINE.judge(history).step == len(history) - 1
    assert found.action == history.actions[-1]
    assert [step for step, _ in found.observations] == observed
    assert list(found.hands) == held
