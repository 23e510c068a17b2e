"""Advice on what to ask: what it says a question tells is what all deals say."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

import pytest

from mystpy.engines import get_engine
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.questions.advice import advice

GAME = Game.clue(3, {"who": ["a", "b", "c", "d"], "how": ["u", "v", "w", "x"]})
HAND = frozenset("au")
HISTORY = History.make(
    GAME, {1: HAND}, "1: b v -> 2 passes, 3 shows v\n2: c w -> 3 shows"
)
Deal = tuple[frozenset[str], ...]


def deals() -> Iterator[Deal]:
    """Every deal, hand by hand, that agrees with the history and the hand."""
    for pile in ({"bcd"[i], "vwx"[k]} for i in range(3) for k in range(3)):
        rest = set(GAME.cards) - HAND - pile
        for two in combinations(sorted(rest), 2):
            second, third = frozenset(two), frozenset(rest - set(two))
            if not second & set("bv") and "v" in third and third & set("cw"):
                yield frozenset(pile), HAND, second, third


def bits(found: Iterable[Deal]) -> float:
    """How uncertain the pile is: the entropies of its two cards."""
    listed = list(found)
    total = 0.0
    for sort in ("abcd", "uvwx"):
        counts = Counter(next(iter(deal[0] & set(sort))) for deal in listed)
        total -= sum(
            n / len(listed) * math.log2(n / len(listed)) for n in counts.values()
        )
    return total


def gained(question: frozenset[str]) -> float:
    """Compute the information of the answers to player 1's question, deal by deal."""
    all_deals = list(deals())
    left = 0.0
    for who in (2, 3):
        first = [d for d in all_deals if d[who] & question]
        first = [d for d in first if who == 2 or not d[2] & question]
        shown = {x: [d for d in first if x in d[who]] for x in question}
        whole = sum(map(len, shown.values()))
        for seen in filter(None, shown.values()):
            left += len(first) / len(all_deals) * len(seen) / whole * bits(seen)
    nobody = [d for d in all_deals if not (d[2] | d[3]) & question]
    if nobody:
        left += len(nobody) / len(all_deals) * bits(nobody)
    return bits(all_deals) - left


@pytest.mark.parametrize(
    "name", ["worlds", pytest.param("asp", marks=pytest.mark.slow)]
)
def test_a_question_tells_as_much_as_all_deals_say(name: str) -> None:
    found = advice(HISTORY, 1, get_engine(name), most=20)
    assert len(found) > 8
    for text in found:
        assert text.gain == pytest.approx(gained(frozenset(text.question)), abs=1e-9)
    best = max(gained(question) for question in GAME.questions())
    assert max(text.gain for text in found) == pytest.approx(best)


def test_the_others_learn_nothing_from_what_they_know() -> None:
    found = advice(HISTORY, 1, get_engine("worlds"), most=20)
    assert all(text.leak >= -1e-9 for text in found)
    assert found == sorted(found, key=lambda text: text.leak - text.gain)


def test_who_is_out_gets_no_advice() -> None:
    out = HISTORY.then("noguess(2) endturn(2)")
    history = History.make(GAME, {1: HAND}, "1: b v -> all\n1 accuses b v: wrong")
    assert advice(out, 1, get_engine("worlds"))
    with pytest.raises(QueryError, match="out of the game"):
        advice(history, 1, get_engine("worlds"))


def test_answers_that_are_missing_are_asked_for() -> None:
    history = History.make(GAME, {1: HAND}, "1: b v")
    with pytest.raises(QueryError, match="still has to answer"):
        advice(history, 1, get_engine("worlds"))


def test_where_no_turn_passes_advice_waits_for_the_own_turn() -> None:
    game = Game.myst(1, 2, 3, 1)
    done = "asks(1,{s1}) no(2) no(3) noguess(1) endturn(1)"
    history = History.make(game, {1: ["s2", "s5"]}, done)
    with pytest.raises(QueryError, match="that of player 2 comes before it") as refused:
        advice(history, 1, get_engine("worlds"))
    assert "note what is done until then" in str(refused.value.hint)
    done += " asks(2,{s6}) no(3) no(1) noguess(2) endturn(2) asks(3,{s7}) no(1)"
    with pytest.raises(QueryError, match="player 2 still has to answer"):
        advice(History.make(game, {1: ["s2", "s5"]}, done), 1, get_engine("worlds"))
    done += " no(2) noguess(3) endturn(3)"
    assert advice(History.make(game, {1: ["s2", "s5"]}, done), 1, get_engine("worlds"))
