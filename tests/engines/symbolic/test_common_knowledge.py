"""Common knowledge by bounds or by diagrams agrees with listed worlds."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from dataclasses import replace
from functools import reduce
from itertools import product
from operator import or_
from random import Random

import pytest

from mystpy.engines import get_engine
from mystpy.engines.base import Answer, Value
from mystpy.engines.symbolic import BOUNDS, DIAGRAMS, LISTED
from mystpy.engines.symbolic.bdd.value import DiagramSession
from mystpy.engines.symbolic.common_knowledge import bounds as common_knowledge
from mystpy.engines.symbolic.common_knowledge.bounds import (
    CommonKnowledge,
    ReachedCards,
)
from mystpy.engines.symbolic.public_constraints import constraint_sets
from mystpy.engines.symbolic.value import lean, value
from mystpy.errors import NoWorldFits
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.expand import expand
from mystpy.language.nodes import Common, Not
from mystpy.language.read import parse_formula
from mystpy.language.subformulas import size
from mystpy.views import GivenCards, given_cards, seen_by
from tests.engines.symbolic.groups import (
    clue,
    formula,
    growing,
    objective,
    outcome,
    played,
    runs,
    some_group,
    stress,
)
from tests.engines.symbolic.questions import Worlds
from tests.programs import ran
from tests.sampling import reaches, seeds_by_day


@pytest.mark.parametrize("start", runs(250, 4_000))
def test_any_formula_has_the_value_that_listed_worlds_give_it(start: int) -> None:
    for seed in seeds_by_day(50, start=start):
        rng, history = played(seed)
        for _ in range(2):
            phi = formula(history.game, rng, rng.randint(0, 4))
            found = outcome(value, history, phi)
            expected = outcome(get_engine("worlds").value, history, phi)
            same = found and found.value, expected and expected.value
            assert same[0] == same[1], f"{seed}: {phi}"


@pytest.mark.parametrize("start", runs(100, 3_000))
def test_bounds_close_on_what_listed_worlds_say(start: int) -> None:
    methods: Counter[str] = Counter()
    by_diagrams: Counter[Value] = Counter()
    for seed in seeds_by_day(50, start=start):
        for rng, constraints, worlds, known in growing(seed):
            group = some_group(constraints.game, rng)
            shared = CommonKnowledge(constraints, group)
            for _ in range(2):
                phi = objective(constraints.game, rng)
                found = outcome(shared.value, phi, known)
                expected = outcome(worlds.value, Common(group, phi), known)
                assert (found and found.value) == expected, f"{seed}: {group} {phi}"
                methods[found.method if found else ""] += 1
                if found and found.method == DIAGRAMS:
                    by_diagrams[found.value] += 1
    assert reaches(methods[BOUNDS] > 4 * methods[DIAGRAMS])
    assert not by_diagrams[Value.FALSE]


@pytest.mark.parametrize("start", runs(100, 3_000))
def test_the_cells_reached_are_those_that_links_reach(start: int) -> None:
    methods: Counter[str] = Counter()
    for seed in seeds_by_day(50, start=start):
        for rng, constraints, worlds, known in growing(seed):
            group = some_group(constraints.game, rng)
            found = outcome(CommonKnowledge(constraints, group).cells, known)
            expected = outcome(reached, worlds, group, known)
            assert (found and found.cells) == expected, f"{seed}: {group}"
            methods[found.method if found else ""] += 1
    assert reaches(methods[BOUNDS] > 9 * methods[DIAGRAMS])


def reached(
    worlds: Worlds, group: tuple[int, ...], known: GivenCards
) -> tuple[int, ...]:
    """Return the cells of a world that links of the group reach, by search."""
    together: dict[object, list[int]] = defaultdict(list)
    for w, i in product(range(len(worlds.model)), group):
        together[i, repr(worlds.view(w, i))].append(w)
    found, waiting = set[int](), worlds.fitting(known)
    while waiting:
        at = waiting.pop()
        if at not in found:
            found.add(at)
            for i in group:
                waiting += together.pop((i, repr(worlds.view(at, i))), ())
    hands = [worlds.model.hands[w] for w in found]
    return tuple(reduce(or_, column) for column in zip(*hands, strict=True))


@pytest.mark.parametrize("start", runs(100, 1_000))
def test_what_bounds_leave_open_is_settled_by_diagrams(
    start: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With chains of one step hardly any bounds meet."""
    monkeypatch.setattr(common_knowledge, "FEWEST", 1)
    monkeypatch.setattr(common_knowledge, "MOST", 1)
    monkeypatch.setattr(CommonKnowledge, "_closed", lambda *_: False)
    methods: Counter[str] = Counter()
    for seed in seeds_by_day(50, start=start):
        for rng, constraints, worlds, known in growing(seed):
            group = some_group(constraints.game, rng)
            phi = objective(constraints.game, rng)
            shared = CommonKnowledge(constraints, group)
            found = outcome(shared.value, phi, known)
            expected = outcome(worlds.value, Common(group, phi), known)
            assert (found and found.value) == expected, f"{seed}: {group} {phi}"
            cells = outcome(shared.cells, known)
            walked = outcome(reached, worlds, group, known)
            assert (cells and cells.cells) == walked, f"{seed}: {group}"
            methods[cells.method if cells else ""] += 1
    assert reaches(methods[DIAGRAMS])


@pytest.mark.parametrize("start", runs(50, 1_000))
def test_a_lean_formula_says_the_same_with_less(start: int) -> None:
    fewer = 0
    for seed in seeds_by_day(50, start=start):
        for rng, constraints, worlds, _ in growing(seed):
            phi = expand(formula(constraints.game, rng, 4), constraints.game)
            short = lean(phi)
            assert worlds.truth(short) == worlds.truth(phi), f"{seed}: {phi}"
            fewer += size(short) < size(phi)
            assert size(short) <= size(phi)
    assert reaches(fewer)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("K(1,C([1,2],h(0,s1)))", "C([1,2],h(0,s1))"),
        ("C([1,2],K(2,h(0,s1)))", "C([1,2],h(0,s1))"),
        ("C([1,2],E([1,2],h(0,s1)))", "C([1,2],h(0,s1))"),
        ("C([1,2],~C([1,2,3],h(0,s1)))", "~C([1,2,3],h(0,s1))"),
        ("K(1,~K(1,K(1,h(0,s1))))", "~K(1,h(0,s1))"),
        ("K(3,C([1,2],h(0,s1)))", "K(3,C([1,2],h(0,s1)))"),
        ("C([1,2],K(3,h(0,s1)))", "C([1,2],K(3,h(0,s1)))"),
        ("K(1,E([1,2],h(0,s1)))", "K(1,E([1,2],h(0,s1)))"),
        ("E([1,2],E([1,2],h(0,s1)))", "E([1,2],E([1,2],h(0,s1)))"),
    ],
)
def test_which_formulas_are_made_lean(text: str, expected: str) -> None:
    game = Game.myst(m=1, n=1, p=3, q=1)
    assert str(lean(parse_formula(text, game))) == expected


CLUES = [(3, 6), (6, 24)]
LATER = [(3, 24), (3, 12), (3, 18), (3, 36), (6, 16), (6, 20), (6, 36)]


@pytest.mark.parametrize(
    ("players", "turns"),
    [*CLUES, *(pytest.param(*case, marks=pytest.mark.slow) for case in LATER)],
)
def test_bounds_and_diagrams_agree_on_clue(players: int, turns: int) -> None:
    history = clue(turns, 10 * turns + players, players)
    for viewer in (1, 3):
        seen = seen_by(history, viewer)
        (constraints,) = constraint_sets(seen)
        known = given_cards(seen)
        for group in ((1, 2, 3), (2, 3)):
            shared, diagrams = (
                CommonKnowledge(constraints, group),
                DiagramSession(constraints),
            )
            cells = shared.cells(known)
            assert cells.method == BOUNDS or viewer not in group
            assert cells.cells == diagrams.common_cells(group, known)
            for card in ("rope", "plum", "hall"):
                phi = Not(H(3, card))
                found = shared.value(phi, known)
                assert found.value == diagrams.value(Common(group, phi), known)


@pytest.mark.parametrize(
    ("turns", "seed"),
    [
        *((12, 0), (33, 8)),
        *(pytest.param(20 + k, k, marks=pytest.mark.slow) for k in range(0, 20, 4)),
    ],
)
def test_bounds_and_diagrams_agree_where_all_clauses_stay_open(
    turns: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = seen_by(stress(Game.clue(3), turns, Random(seed)), 1)
    (constraints,) = constraint_sets(history)
    known = given_cards(history)
    expected = DiagramSession(constraints).common_cells((1, 2, 3), known)
    for quick in (True, False):  # with long chains, too
        monkeypatch.setattr(common_knowledge, "is_quick", lambda _, q=quick: q)
        assert CommonKnowledge(constraints, (1, 2, 3)).cells(known).cells == expected


def test_hard_chains_are_left_to_diagrams_that_are_quick(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    history = seen_by(stress(Game.myst(m=3, n=3, p=3, q=3), 4, Random(1)), 1)
    (constraints,) = constraint_sets(history)
    known = given_cards(history)
    monkeypatch.setattr(CommonKnowledge, "_closed", lambda *_: False)
    monkeypatch.setattr(common_knowledge, "MAX_CONFLICTS_BEFORE_DIAGRAMS", -1)
    found = CommonKnowledge(constraints, (1, 2, 3)).cells(known)
    assert found.method == DIAGRAMS
    monkeypatch.setattr(common_knowledge, "is_quick", lambda _: False)
    assert CommonKnowledge(constraints, (1, 2, 3)).cells(known) == ReachedCards(
        found.cells, BOUNDS
    )


def test_all_that_is_said_at_the_table_is_common_knowledge() -> None:
    game = Game.clue(3)
    history = History.make(game, {}, "asks(1,{plum,rope,hall}) no(2) yes(3)")
    common = "C([1,2,3], ~h(2,rope) & (h(3,plum) | h(3,rope) | h(3,hall)))"
    assert value(history, parse_formula(common, game)) == Answer(Value.TRUE, BOUNDS)
    unknown = "C([1,2,3], ~h(3,rope))"
    assert value(history, parse_formula(unknown, game)).value is Value.FALSE
    shown = History.make(
        game, {}, "asks(1,{plum,rope,hall}) no(2) yes(3) shows(3,1,rope)"
    )
    for group, expected in (("[1,3]", Value.TRUE), ("[1,2,3]", Value.FALSE)):
        phi = parse_formula(f"C({group}, h(3,rope))", game)
        assert value(shown, phi).value is expected


def test_where_nothing_fits_there_is_no_value() -> None:
    game = Game.clue(3)
    hands = {2: ["plum", "rope", "hall", "knife", "green", "study"]}
    phi = parse_formula("C([1,2], h(0,white))", game)
    asked = History.make(game, hands, "asks(1,{plum,wrench,lounge}) no(2) no(3)")
    for history in (asked, asked.then("guess(1,{white,wrench,lounge})")):
        with pytest.raises(NoWorldFits):
            value(history, phi)
        unknown = replace(history, hands=(None,) * 4)
        assert value(unknown, phi).value is not Value.TRUE


PROGRAM = """
import sys
sys.modules["oxidd"] = sys.modules["oxidd.bcdd"] = None
from mystpy.engines.symbolic.value import value
from mystpy.errors import EngineMissing
from mystpy.language.read import parse_formula
from mystpy.game.game import Game
from mystpy.history.history import History
small, large = Game.myst(m=1, n=1, p=2, q=1), Game.clue(3)
for game, text in [
    (large, "C([1,2,3], ~h(2,rope))"),
    (small, "C([1,2], ~K(1, h(0,s1)))"),
    (large, "C([1,2,3], ~K(1, h(0,rope)))"),
]:
    asked = "{s2}" if game is small else "{plum,rope,hall}"
    history = History.make(game, {}, f"asks(1,{asked}) no(2)")
    try:
        print(*str(value(history, parse_formula(text, game)).method).split())
    except EngineMissing as error:
        print(error, "|", error.hint)
"""


def test_without_oxidd_the_bounds_answer_and_few_worlds_are_listed() -> None:
    done = ran(
        [sys.executable, "-c", PROGRAM],
    )
    assert done.returncode == 0, done.stderr
    bounds, listed, missing = done.stdout.splitlines()
    assert (bounds, listed) == (BOUNDS, LISTED)
    assert "oxidd" in missing
    assert "pip install 'oxidd>=0.13,<0.14'" in missing
