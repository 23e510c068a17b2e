"""Reasons are enough and none too many; witnesses are worlds not ruled out."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from mystpy.engines import get_engine
from mystpy.engines.base import Value
from mystpy.engines.deals import Condition, Holds
from mystpy.engines.explain import Explainer, WitnessWorld
from mystpy.engines.law import Law, given, laws
from mystpy.engines.scope import seen_by
from mystpy.errors import QueryError
from mystpy.formula_text import parse_formula
from mystpy.formulas import And, Formula, H, Knows, Not, Or
from mystpy.game import Game
from mystpy.history import History
from mystpy.play import random_play
from mystpy.why import why

GAMES = (
    Game.myst(m=1, n=1, p=3, q=2),
    Game.myst(m=1, n=2, p=2, q=2),
    Game.general(["sun", "moon", "star", "sky"], {0: 1, 1: 2, 2: 1}, q=2),
    Game.clue(2, {"who": ["ann", "bob"], "where": ["hall", "loft", "yard"]}),
)


def random_formula(game: Game, rng: Random, depth: int = 3) -> Formula:
    """Return a positive formula."""
    kind = rng.choice("hhkkao") if depth else "h"
    if kind == "h":
        atom = H(rng.choice(list(game.holders)), rng.choice(game.cards))
        return atom if rng.random() < 0.4 else Not(atom)
    if kind == "k":
        player = rng.randint(1, game.p)
        return Knows(player, random_formula(game, rng, depth - 1))
    join = And if kind == "a" else Or
    return join(tuple(random_formula(game, rng, depth - 1) for _ in range(2)))


def random_case(seed: int) -> tuple[History, Formula]:
    """Return a history as one player, everybody or nobody saw it, and a formula."""
    rng = Random(seed)
    game = rng.choice(GAMES)
    history, deal = random_play(game, rng, rng.randint(0, 14))
    history = replace(history, hands=deal)
    viewer = rng.randint(-1, game.p)
    if viewer >= 0:
        history = seen_by(history, viewer or None)
    return history, random_formula(game, rng)


@pytest.mark.parametrize("start", range(0, 300, 50))
def test_reasons_and_witnesses_are_right(start: int) -> None:
    engine = get_engine("worlds")
    for seed in range(start, start + 50):
        history, formula = random_case(seed)
        follows = engine.value(history, formula).value is Value.TRUE
        open_laws = [
            explainer
            for law in laws(history)
            if (explainer := Explainer(law, given(history), formula)).satisfiable()
        ]
        failing = [e for e in open_laws if e.minimal() is None]
        assert follows is not bool(failing), f"{history} {formula}"
        for explainer in open_laws:
            if explainer in failing:
                check_witness(explainer, history)
            else:
                check_reasons(explainer)


def check_reasons(explainer: Explainer) -> None:
    """Check that the sets are enough, minimal, and the smallest not larger."""
    sets = explainer.minimal(), explainer.smallest()
    for chosen in sets:
        assert chosen is not None
        assert explainer.follows_from(chosen)
        for left_out in chosen:
            assert not explainer.follows_from(set(chosen) - {left_out})
    minimal, smallest = ([s for s in c or () if "axiom" not in s] for c in sets)
    assert len(smallest) <= len(minimal)


def check_witness(explainer: Explainer, history: History) -> None:
    """Check each world against the law, and each link against the player's view."""
    worlds = explainer.witness()
    assert worlds is not None
    law = explainer.program.law
    for world in worlds:
        assert fits_law(world, law)
    told = given(history)
    assert all(worlds[0].hands[holder] == hand for holder, hand in told.hands)
    assert all(worlds[0].shown[index] == card for index, card in told.shown)
    assert worlds[0].parent == -1


def fits_law(world: WitnessWorld, law: Law) -> bool:
    """Return whether a world is one of the law's, by the sizes and the conditions."""
    sizes = tuple(hand.bit_count() for hand in world.hands)
    together = 0
    for hand in world.hands:
        together |= hand
    shown = all(
        card & world.hands[show.by] & show.cards
        for card, show in zip(world.shown, law.shows, strict=True)
    )
    return (
        sizes == law.game.sizes
        and together == (1 << law.game.c) - 1
        and shown
        and all(holds(condition, world) for condition in law.conditions)
    )


def holds(condition: Condition, world: WitnessWorld) -> bool:
    """Return whether a condition holds in a world."""
    hand = world.hands[condition.holder]
    return {
        Holds.NONE: not hand & condition.cards,
        Holds.SOME: bool(hand & condition.cards),
        Holds.EXACTLY: hand == condition.cards,
        Holds.NOT_EXACTLY: hand != condition.cards,
    }[condition.holds]


FIVE = History.make(
    Game.myst(m=1, n=1, p=5, q=2),
    {5: ["s6"]},
    """asks(1,{s1,s2}) yes(2) shows(2,1,_) noguess(1) endturn(1)
    asks(2,{s3,s6}) no(3) no(4) yes(5) shows(5,2,s6) noguess(2) endturn(2)
    asks(3,{s1,s2}) yes(4) shows(4,3,_)""",
)


def test_the_reasons_of_section_3_1() -> None:
    formula = parse_formula("K(5, ~h(0,s1))", FIVE.game)
    found = why(FIVE, formula, get_engine("asp"), smallest=True)
    assert found.value is Value.TRUE
    assert [reason.step for reason in found.because] == [1, 13]
    assert found.axioms == ("2.9", "2.33")


def test_one_answer_is_reason_enough() -> None:
    formula = parse_formula("K(5, h(2,s1) | h(2,s2))", FIVE.game)
    found = why(FIVE.prefix(3), formula, get_engine("asp"))
    assert [reason.step for reason in found.because] == [1]
    assert found.axioms == ("2.33",)


def test_a_denied_knowledge_has_a_witness() -> None:
    formula = parse_formula("~K(5, h(2,s1))", FIVE.game)
    found = why(FIVE.prefix(5), formula, get_engine("asp"))
    assert found.value is Value.TRUE
    assert [world.player for world in found.witness] == [0, 5]
    assert "s1" not in found.witness[1].hands[2]


def test_alternating_knowledge_is_refused_with_a_remedy() -> None:
    formula = parse_formula("K(5, ~K(1, h(2,s1)))", FIVE.game)
    with pytest.raises(QueryError, match="under a negation") as caught:
        why(FIVE.prefix(5), formula, get_engine("asp"))
    assert caught.value.hint
