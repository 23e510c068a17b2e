"""The package What's my number? against the list of all states."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

import pytest

import mystpy
from mystpy.kripke.my_number.board import PLAYERS, QUESTIONS, Magic, board
from mystpy.kripke.my_number.experiment import deals
from mystpy.kripke.my_number.game_file import GameMoment, NumberGame
from mystpy.packages.game_theory import GameTheory

NAME = "my-number-questions"


def actions(moments: list[GameMoment]) -> str:
    """Return the answers and passes of a game as a history."""
    words = []
    for moment in moments:
        player, question = moment.turn % len(PLAYERS) + 1, moment.question + 1
        said = "yes" if moment.says else "no"
        words.append("all_pass" if moment.passes else f"{said}({player},{question})")
    return " ".join(words)


def example() -> NumberGame:
    return NumberGame(((7, 9), (1, 4), (3, 8)), (4, 11, 17), Magic.STEADY)


def drawn(seed: int) -> NumberGame:
    """Return a game with epistemagic once that takes two to four turns."""
    random, decks = Random(seed), deals(seed)[1]
    while True:
        place = random.randrange(len(decks))
        game = NumberGame(board().states[place], decks[place], Magic.ONCE)
        *_, last = game.moments()
        if 1 <= last.turn <= 3 and last.winners and last.worlds < 800:
            return game


def theory(*, small: bool = False) -> GameTheory:
    """Return the package with nine numbers, or with four and a number each."""
    if small:
        return mystpy.load_theory(NAME, hand=1, cards=4)
    return mystpy.load_theory(NAME)


def worlds_after(history: str, *, small: bool = False) -> int:
    """Return how many runs there are of a history."""
    model = theory(small=small).after(history).model()
    return len(model.model)


@pytest.mark.parametrize("game", [example(), drawn(1), drawn(2)], ids=range(3))
def test_a_game_leaves_the_same_worlds(game: NumberGame) -> None:
    moments = list(game.moments())
    history, last = actions(moments), moments[-1]
    assert worlds_after(history) == last.worlds
    given = [f"has({p + 1},{number})" for p in PLAYERS for number in game.truth[p]]
    here = theory().after(history, given=given)
    knowing = [
        p + 1
        for p in PLAYERS
        if here.holds(f"forall x in cards: Kw({p + 1}, has({p + 1},x))")
    ]
    assert knowing == list(last.winners)
    assert here.holds(f"turn({(last.turn + 1) % len(PLAYERS) + 1})")


def test_questions_are_answered_alike_in_every_state() -> None:
    found = 0
    for question, other in product(range(len(QUESTIONS)), repeat=2):
        both = board().answers[0, question] & ~board().answers[1, other]
        if question != other and 0 < both.sum() <= 400:
            found += 1
            if found % 40 == 0:
                history = f"yes(1,{question + 1}) no(2,{other + 1})"
                assert worlds_after(history) == both.sum(), history
    assert found > 30


def test_small_games_are_those_of_a_list() -> None:
    """All questions with one card each, against the questions as `board` asks them."""
    deals_ = [d for d in product(range(1, 5), repeat=3) if len(set(d)) == 3]
    expected: dict[str, Callable[[tuple[int, int]], bool]] = {
        "1": lambda v: abs(v[0] - v[1]) == 1,
        "2": lambda v: sum(v) < 16,
        "3": lambda v: sum(v) > 20,
        "4": lambda v: any(x % 2 == 0 for x in v),
        "5": lambda v: any(x % 2 == 1 for x in v),
        "6": lambda v: all(x % 2 == 0 for x in v),
        "7": lambda v: all(x % 2 == 1 for x in v),
        "8": lambda v: sum(x % 2 for x in v) < 1,
        "9": lambda v: sum(x % 2 for x in v) > 1,
        "10": lambda v: sum(x % 2 for x in v) == 1,
        "11": lambda v: 3 in v,
        "12": lambda v: False,
        "13": lambda v: set(v) == {2, 4},
        "14": lambda v: False,
        "15": lambda v: True,
        "16": lambda v: False,
        "17": lambda v: False,
        "18": lambda v: abs(v[0] - v[1]) == 1,
    }
    for question, is_yes in expected.items():
        number = sum(is_yes((b, c)) for _, b, c in deals_)
        for said, expected_number in (("yes", number), ("no", 24 - number)):
            history = f"{said}(1,{question})"
            if expected_number:
                assert worlds_after(history, small=True) == expected_number, history
            else:
                assert verdict(history) == "illegal", history


def verdict(history: str) -> str:
    return theory(small=True).after(history).legality().verdict


def test_a_question_comes_once_and_in_turn() -> None:
    for history in ("yes(2,4)", "yes(1,4) yes(1,5)", "yes(1,4) yes(2,4)"):
        assert verdict(history) == "illegal"
    assert verdict("yes(1,4) no(2,7)") == "possible"


def test_players_see_the_cards_of_the_others() -> None:
    given = ["has(1,1)", "has(2,2)", "has(3,3)"]
    here = theory(small=True).after("", given=given)
    assert here.holds("K(1, has(2,2) & has(3,3))")
    assert not here.holds("K(1, has(1,1))")
