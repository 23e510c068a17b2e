"""Counts of listed formulas: every engine counts, and a list of worlds is the judge."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from mystpy.engines import get_engine
from mystpy.engines.programs.term import formula_term
from mystpy.engines.symbolic.counts import at_least
from mystpy.engines.symbolic.solver import Solver
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.decidable import ground
from mystpy.language.junctions import conjunction
from mystpy.language.nodes import CountOf, Formula, Knows, Not
from mystpy.language.read import parse_formula
from tests.language.every_node import GAMES, situation
from tests.sampling import by_day, cases_by_day

BIG = Game.myst(2, 2, 4, 2)
CLUE = Game.clue(3)


@pytest.mark.alike(3)
@pytest.mark.parametrize("engine", ["asp", "walk"])
@pytest.mark.parametrize(
    ("game", "text", "value"),
    [
        (BIG, "#(x in cards, k in players: h(k,x)) = 8", "true"),
        (BIG, "#(x in cards, k in players: h(k,x)) >= 9", "false"),
        (BIG, "#(x in cards, k in [1,2]: h(k,x)) = 4", "true"),
        (BIG, "K(1,#(x in [s1,s2,s3], k in [2,3]: h(k,x)) <= 3)", "true"),
        (BIG, "#(x in cards, k in [2,3]: K(1,h(k,x))) = 0", "true"),
        (CLUE, "#(x in cards, k in players: h(k,x)) >= 1", "true"),
        (CLUE, "#(x in cards, k in players: h(k,x)) = 18", "true"),
        (CLUE, "#(x in cards, k in [1,2]: h(k,x)) > 12", "false"),
    ],
)
def test_a_count_of_two_variables_is_answered(
    game: Game, text: str, value: str, engine: str
) -> None:
    formula = parse_formula(text, game)
    assert get_engine(engine).value(History.make(game), formula).value == value


def test_a_count_of_two_variables_is_common_knowledge() -> None:
    pytest.importorskip("oxidd")
    text = "C(players, #(x in cards, k in players: h(k,x)) = 8)"
    found = get_engine("walk").value(History.make(BIG), parse_formula(text, BIG))
    assert found.value == "true"


@pytest.mark.parametrize("seed", cases_by_day(range(72), len(GAMES)))
@pytest.mark.alike(6)
def test_engines_count_as_a_list_of_worlds_does(seed: int) -> None:
    """The judge checks each world and counts, by Python's own sum."""
    rng, game = Random(seed), GAMES[seed % len(GAMES)]
    history = situation(game, seed)
    for _ in range(by_day(6, 6)):
        parts = tuple(_part(game, rng) for _ in range(rng.randrange(1, 9)))
        counted = CountOf(rng.random() < 0.5, rng.randrange(len(parts) + 2), parts)
        expected = {_holds(counted, world) for world in _worlds(history, parts)}
        word = "undetermined" if len(expected) == 2 else str(*expected).lower()
        for engine in ("worlds", "walk", "asp", "prolog"):
            found = get_engine(engine).value(history, counted)
            assert found.value == word, (seed, engine, str(counted))


def _part(game: Game, rng: Random) -> Formula:
    held = H(rng.choice(game.holders), rng.choice(game.cards))
    known = Knows(rng.randint(1, game.p), held)
    return rng.choice((held, held, Not(held), known, Not(known)))


def _worlds(history: History, parts: tuple[Formula, ...]) -> list[tuple[bool, ...]]:
    """Return for each bisimulation class of consistent worlds the true parts."""
    engine = get_engine("worlds")
    kinds = []
    for signs in product((True, False), repeat=len(parts)):
        pairs = zip(parts, signs, strict=True)
        said = conjunction(part if sign else Not(part) for part, sign in pairs)
        if engine.value(history, said).value != "false":
            kinds.append(signs)
    return kinds


def _holds(counted: CountOf, held: tuple[bool, ...]) -> bool:
    number = sum(held)
    return number == counted.number if counted.exact else number >= counted.number


@pytest.mark.parametrize("seed", range(30))
def test_the_solver_counts_literals_that_are_repeated_or_denied(seed: int) -> None:
    rng, solver = Random(seed), Solver()
    atoms = solver.atoms(4)
    literals = [rng.choice((1, -1)) * rng.choice(atoms) for _ in range(6)]
    number = rng.randrange(-1, 8)
    (guard,) = solver.atoms(1)
    at_least(solver, number, literals, guard)
    for signs in product((1, -1), repeat=4):
        world = [sign * atom for sign, atom in zip(signs, atoms, strict=True)]
        enough = sum(literal in world for literal in literals) >= number
        assert bool(solver.solve([*world, guard], bool)) is enough
        assert solver.solve([*world, -guard], bool)


def test_constants_are_gone_before_an_engine_sees_a_formula() -> None:
    game = Game.myst(1, 1, 2, 1)
    for text, left in {
        "h(1,s1) | 1 = 2": "h(1,s1)",
        "exactly 1 of (h(1,s1), true)": "~h(1,s1)",
        "at least 2 of (h(1,s1), true, false, h(2,s2))": "h(1,s1) | h(2,s2)",
        "K(1,false) -> h(1,s1)": "true",
        "[false!]C(players,h(1,s1))": "true",
        "[h(1,s1)!]C(players,true)": "true",
        "M(1,true)": "true",
        "E(players,m = 1) <-> h(1,s1)": "h(1,s1)",
        "#(x in cards: h(1,x)) >= 0": "true",
    }.items():
        assert str(ground(parse_formula(text, game), game)) == left
    kept = ground(parse_formula("before true", game), game, other_situations=True)
    assert str(kept) == "before true"


def test_a_count_has_a_term() -> None:
    counted = CountOf(False, 2, (H(1, "s1"), H(1, "s2"), H(2, "s3")))
    listed = "list(h(1,s1),list(h(1,s2),list(h(2,s3),end)))"
    assert formula_term(counted) == f"at_least(2,{listed})"
