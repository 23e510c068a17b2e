"""Normal forms: one for each formula, as far down as formulas may be nested."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mystpy.conjectures.countermodels.tree import HistorylessForms
from mystpy.engines.symbolic.sat.nnf import AllOf, Known, Maybe, NormalForms
from mystpy.errors import NotCovered
from mystpy.game.game import Game
from mystpy.language.atoms import H
from mystpy.language.nodes import (
    And,
    Common,
    CountOf,
    Formula,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
)
from mystpy.language.read import parse_formula
from mystpy.language.subformulas import MAX_DEPTH

GAME = Game.myst(1, 1, 3, 2)
ONE, OTHER = H(1, "s1"), H(2, "s2")

LAYERS: dict[str, Callable[[Formula], Formula]] = {
    "~": Not,
    "&": lambda f: And((ONE, f)),
    "->": lambda f: Implies(f, ONE),
    "<->": lambda f: Iff(ONE, f),
    "exactly": lambda f: CountOf(True, 1, (f, OTHER)),
    "K": lambda f: Knows(3, f),
}


def forms() -> NormalForms:
    return NormalForms(GAME, lambda _: True)


@pytest.mark.parametrize("layer", LAYERS)
def test_formulas_of_any_allowed_depth_have_a_normal_form(layer: str) -> None:
    formula: Formula = OTHER
    for _ in range(MAX_DEPTH - 1):
        formula = LAYERS[layer](formula)
    made = forms()
    same = made.of(formula) is made.of(formula)
    assert same, "a node is not printed: its parts are shared"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("h(1,s1) -> h(2,s2)", "~h(1,s1) | h(2,s2)"),
        ("~(h(1,s1) & K(2,h(1,s1)))", "~h(1,s1) | ~K(2,h(1,s1))"),
        ("K(1,h(1,s1))", "h(1,s1)"),
        ("K(1,h(2,s1) & h(2,s2))", "K(1,h(2,s1)) & K(1,h(2,s2))"),
        ("K(1,h(1,s1) | h(2,s2))", "h(1,s1) | K(1,h(2,s2))"),
        ("D([1,2],K(1,h(3,s1)))", "K(1,h(3,s1))"),
        ("exactly 2 of (h(1,s1),h(2,s2))", "h(1,s1) & h(2,s2)"),
        ("Turn(1) & h(1,s1)", "h(1,s1)"),
    ],
)
def test_what_is_plainly_equivalent_has_one_normal_form(one: str, other: str) -> None:
    made = forms()
    same = made.of(parse_formula(one, GAME)) is made.of(parse_formula(other, GAME))
    assert same


def test_common_knowledge_is_covered_where_nothing_is_simplified() -> None:
    said = Common((1, 2), And((ONE, OTHER)))
    with pytest.raises(NotCovered, match="common knowledge"):
        forms().of(said)
    node, denied = (HistorylessForms(GAME).of(f) for f in (said, Not(said)))
    assert isinstance(node, Known)
    assert node.common
    assert isinstance(node.body, AllOf)
    assert isinstance(denied, Maybe)


def test_facts_of_an_unknown_history_stay_in_the_normal_form() -> None:
    made = HistorylessForms(GAME)
    turn = parse_formula("Turn(1)", GAME)
    assert made.of(turn) not in (made.true, made.false)
    assert made.of(Or((turn, Not(Not(turn))))) is made.of(turn)
    assert made.of(Not(turn)) is made.opposite(made.of(turn))
