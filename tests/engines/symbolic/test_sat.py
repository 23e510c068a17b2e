"""Nested knowledge by linked copies and lazy expansion agrees with listed worlds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import ParamSpec, TypeVar

import pytest

from mystpy.engines import get_engine
from mystpy.engines.base import Value, no_deal
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.engines.symbolic.bdd.value import DiagramSession
from mystpy.engines.symbolic.public_constraints import (
    PublicConstraints,
    constraint_sets,
)
from mystpy.engines.symbolic.sat.layout import WitnessWorld
from mystpy.engines.symbolic.sat.session import SatSession
from mystpy.engines.symbolic.solver import SearchLimitReached
from mystpy.errors import NotCovered, NoWorldFits
from mystpy.game.game import Game
from mystpy.history.actions import Guess
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.nodes import Distributed, Formula, Knows, Not
from mystpy.language.read import parse_formula
from mystpy.play.dealing import random_set
from mystpy.views import GivenCards, Show, given_cards, seen_by
from tests.engines.situations import GAMES
from tests.engines.symbolic.groups import shared, some_group
from tests.engines.symbolic.questions import (
    MOST_WORLDS,
    Worlds,
    any_given,
    chain,
    formula,
    growing_constraints,
)
from tests.engines.symbolic.test_grid import hall, pigeons
from tests.engines.symbolic.views import BLOCK, Masks, random_game, seeds
from tests.random_games import random_play

P = ParamSpec("P")
T = TypeVar("T")

NOTHING = GivenCards((), ())

LARGER = (
    *GAMES,
    Game.myst(m=1, n=2, p=3, q=2),
    Game.clue(3, {"a": ["a1", "a2"], "b": ["b1", "b2", "b3"], "c": ["c1", "c2", "c3"]}),
)


def outcome(ask: Callable[P, T], *args: P.args, **named: P.kwargs) -> T | None:
    """Return an answer; None if no world is consistent."""
    try:
        return ask(*args, **named)
    except NoWorldFits:
        return None


def positions(seed: int) -> Iterator[tuple[Random, SatSession, Worlds, Masks]]:
    """Yield a session with more and more constraints, its worlds and one deal."""
    rng = Random(seed)
    game = random_game(rng)
    session: SatSession | None = None
    for constraints, deal in growing_constraints(game, rng):
        if session is None:
            session = SatSession(constraints)
        session.update_constraints(constraints)
        worlds = Worlds(constraints)
        if len(worlds.model) > MOST_WORLDS:
            return
        yield rng, session, worlds, deal


@pytest.mark.parametrize("block", seeds(4, 60))
def test_values_are_those_of_listed_worlds(block: int) -> None:
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        for rng, session, worlds, deal in positions(seed):
            for _ in range(3):
                known = any_given(session.constraints, rng, deal)
                phi = formula(session.constraints.game, rng, rng.randint(1, 4))
                found = outcome(session.value, phi, known)
                expected = outcome(worlds.value, phi, known)
                assert found == expected, (seed, str(phi), known)


@pytest.mark.parametrize("block", seeds(6, 60))
def test_values_of_histories_are_those_of_the_model_of_worlds(block: int) -> None:
    engine = get_engine("worlds")
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        rng = Random(seed)
        history = any_history(rng)
        for _ in range(2):
            phi = formula(history.game, rng, rng.randint(1, 4))
            found = outcome(value, history, phi)
            expected = outcome(engine.value, history, phi)
            assert found == (expected and expected.value), (seed, history, str(phi))


@pytest.mark.parametrize("block", seeds(4, 60))
def test_what_groups_know_together_is_what_listed_worlds_say(block: int) -> None:
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        for rng, session, worlds, deal in positions(seed):
            game = session.constraints.game
            for _ in range(3):
                known = any_given(session.constraints, rng, deal)
                phi = formula(game, rng, rng.randint(1, 3))
                phi = shared(phi, game, rng, Distributed)
                found = outcome(session.value, phi, known)
                expected = outcome(worlds.value, phi, known)
                assert found == expected, (seed, str(phi), known)


@pytest.mark.parametrize("block", seeds(4, 60))
def test_what_groups_know_together_after_histories_is_what_the_lists_say(
    block: int,
) -> None:
    engine = get_engine("worlds")
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        rng = Random(seed)
        history = any_history(rng)
        game = history.game
        for _ in range(2):
            body = formula(game, rng, rng.randrange(3))
            phi = Distributed(some_group(game, rng), body)
            found = outcome(value, history, phi)
            expected = outcome(engine.value, history, phi)
            assert found == (expected and expected.value), (seed, history, str(phi))


def value(history: History, phi: Formula) -> Value:
    """Return whether a formula follows, whatever the outcome of a last guess."""
    found = set()
    for constraints in constraint_sets(history):
        with suppress(NoWorldFits):
            found.add(SatSession(constraints).value(phi, given_cards(history)))
    if not found:
        raise no_deal()
    return found.pop() if len(found) == 1 else Value.UNDETERMINED


def any_history(rng: Random) -> History:
    """Return a history that is partly or fully given; often it ends in a guess."""
    game = rng.choice(LARGER)
    history, deal = random_play(game, rng, rng.randint(0, 14), right_guesses=0.05)
    if rng.random() < 0.5:
        for player in range(1, game.p + 1):
            guess = rng.choice([deal[0], random_set(game, rng, game.sizes[0])])
            guessed = history.then(Guess(player, guess))
            if outcome(constraint_sets, guessed):
                history = guessed
                break
    kind = rng.randrange(4)
    if kind == 0:
        return replace(history, hands=deal)
    if kind == 1:
        return seen_by(replace(history, hands=deal), rng.randint(1, game.p))
    if kind == 2:
        return seen_by(history, None)
    hands = tuple(hand if rng.random() < 0.4 else None for hand in deal)
    return replace(history, hands=hands)


@pytest.mark.parametrize("block", seeds(2, 20))
def test_cells_are_the_values_of_the_formulas_they_stand_for(block: int) -> None:
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        for rng, session, worlds, deal in positions(seed):
            known = any_given(session.constraints, rng, deal)
            players = chain(session.constraints.game, rng, rng.randrange(4))
            found = outcome(session.nested_cells, players, known)
            expected = outcome(cells, worlds, players, known)
            assert found == expected, (seed, players, known)
            if not players:
                assert outcome(session.cells, known) == expected


def cells(
    worlds: Worlds, players: tuple[int, ...], known: GivenCards
) -> tuple[dict[str, str], ...]:
    def word(holder: int, card: str) -> str:
        held: Formula = H(holder, card)
        for meant, inner in ("yes", held), ("no", Not(held)):
            phi = inner
            for player in reversed(players):
                phi = Knows(player, phi)
            if worlds.value(phi, known) is Value.TRUE:
                return meant
        return "?"

    game = worlds.constraints.game
    return tuple({x: word(k, x) for x in game.cards} for k in game.holders)


@pytest.mark.parametrize("block", seeds(3, 40))
def test_witnesses_are_worlds_that_nobody_can_rule_out(block: int) -> None:
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        for rng, session, worlds, deal in positions(seed):
            known = any_given(session.constraints, rng, deal)
            phi = formula(session.constraints.game, rng, rng.randint(0, 4))
            found = outcome(session.witness, phi, known)
            expected = outcome(worlds.value, phi, known)
            if found is None:
                assert expected in (None, Value.FALSE), (seed, str(phi))
                continue
            first, *_ = numbers = check_linked(found, worlds)
            assert worlds.fits(first, known)
            assert worlds.truth(phi)[first], (seed, str(phi))
            assert len(numbers) == len(found)


def check_linked(found: tuple[WitnessWorld, ...], worlds: Worlds) -> list[int]:
    """Check that these are worlds, linked to their parents; return their numbers."""
    numbers = [worlds.number(w.hands, w.shown) for w in found]
    assert found[0].parent == -1
    for k, world in enumerate(found[1:], 1):
        assert 0 <= world.parent < k
        before = worlds.view(numbers[world.parent], world.player)
        assert worlds.view(numbers[k], world.player) == before
    return numbers


@pytest.mark.parametrize("block", seeds(2, 20))
def test_a_chain_of_possibilities_has_a_world_for_each(block: int) -> None:
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        for rng, session, worlds, deal in positions(seed):
            phi = formula(session.constraints.game, rng, rng.randrange(2))
            bodies = [phi]
            one, other = rng.sample(range(1, session.constraints.game.p + 1), 2)
            for player in one, other, one:
                phi = Not(Knows(player, Not(phi)))
                bodies.append(phi)
            known = any_given(session.constraints, rng, deal)
            found = outcome(session.witness, phi, known)
            if not found:
                continue
            numbers = check_linked(found, worlds)
            places = {-1}
            for body in reversed(bodies):
                near = [k for k, w in enumerate(found) if places & {w.parent, k}]
                places = {k for k in near if worlds.truth(body)[numbers[k]]}
                assert places, (seed, str(phi))


@pytest.mark.parametrize("seed", seeds(8, 200))
def test_values_in_clue_are_those_of_decision_diagrams(seed: int) -> None:
    pytest.importorskip("oxidd")
    rng = Random(seed)
    game = Game.clue(3)
    history, deal = random_play(game, rng, rng.randint(40, 120))
    viewer = rng.choice([None, *range(1, game.p + 1)])
    seen = seen_by(replace(history, hands=deal), viewer)
    known = given_cards(seen)
    for constraints in constraint_sets(seen):
        session, diagrams = (
            SatSession(constraints, rounds=300),
            DiagramSession(constraints),
        )
        for _ in range(4):
            phi = formula(game, rng, rng.randint(1, 3))
            if rng.random() < 0.5:
                phi = shared(phi, game, rng, Distributed)
            with suppress(SearchLimitReached):
                found = outcome(session.value, phi, known)
                assert found == outcome(diagrams.value, phi, known), str(phi)


def constraints_of(
    game: Game, conditions: list[Condition], shows: tuple[Show, ...] = ()
) -> PublicConstraints:
    """Return public constraints with these conditions."""
    (constraints,) = constraint_sets(History.make(game, {}, ""))
    return replace(
        constraints, timed_conditions=tuple((0, c) for c in conditions), shows=shows
    )


def check_values(constraints: PublicConstraints, expected: dict[str, Value]) -> None:
    """Compare values, with budgets that do not allow a search by trial."""
    session = SatSession(constraints, budget=1_000, rounds=300)
    last = constraints.game.cards[-1]
    for text, meant in expected.items():
        phi = parse_formula(text.format(last=last), constraints.game)
        assert session.value(phi, NOTHING) is meant, text


@pytest.mark.parametrize("shown", [False, True])
@pytest.mark.parametrize("n", [3, 6, 9, 14, 19])
def test_a_hand_full_of_answers_is_no_hard_question(n: int, shown: bool) -> None:
    """Player 1 has one of each three: nobody needs to try which."""
    expected = {
        "K(2,~h(1,{last}))": Value.TRUE,
        "K(3,K(2,K(3,K(2,~h(1,{last})))))": Value.TRUE,
        "K(2,K(3,K(4,h(1,s1) | h(1,s2) | h(1,s3))))": Value.TRUE,
        "K(2,K(3,h(1,s1)))": Value.FALSE,
        "K(3,h(1,s1))": Value.UNDETERMINED,
        "K(2,~K(3,~h(1,{last})))": Value.FALSE,
        "K(2,~K(3,h(1,s1)))": Value.UNDETERMINED,
        "K(2,~K(3,h(0,s1)))": Value.TRUE,
        "K(3,~K(2,~K(3,h(0,s1))))": Value.FALSE,
        "~K(2,~K(3,~K(2,h(1,s1))))": Value.UNDETERMINED,
        "K(1,~K(2,K(3,h(1,s1) & h(1,s4))))": Value.TRUE,
    }
    game, conditions = pigeons(n)
    shows = [Show(k, 1, 2 + k % 3, c.cards) for k, c in enumerate(conditions) if shown]
    constraints = constraints_of(game, conditions, tuple(shows))
    check_values(constraints, expected)
    cells = SatSession(constraints, budget=1_000).nested_cells((3, 2), NOTHING)
    assert cells[1][game.cards[-1]] == "no"


@pytest.mark.parametrize(("holders", "size"), [(5, 2), (19, 2), (2, 19), (3, 9)])
def test_holders_of_all_the_cards_they_may_have(holders: int, size: int) -> None:
    seen = Value.UNDETERMINED if holders == 2 else Value.TRUE
    expected = {
        "K(2,K(1,~h(0,s1)))": Value.TRUE,
        "K(2,~K(1,h(2,s1)))": seen,
        "K(1,~K(2,h(1,s1)))": seen,
        "K(1,~K(2,~K(1,~h(0,s1))))": Value.TRUE,
        "K(1,K(2,~K(1,h(0,{last}))))": Value.TRUE,
    }
    check_values(constraints_of(*hall(holders, size)), expected)


def test_what_takes_too_long_is_given_up() -> None:
    """Each of six triangles needs two of 12 cards: clause learning has to try them."""
    game = Game.myst(3, 12, 3, 2)
    edges = [edge << 3 * k for k in range(6) for edge in (0b011, 0b110, 0b101)]
    constraints = constraints_of(
        game, [Condition(1, ConditionKind.SOME, edge) for edge in edges]
    )
    phi = parse_formula("K(2,~K(3,~K(2,h(1,s1))))", game)
    with pytest.raises(SearchLimitReached, match="conflicts"):
        SatSession(constraints, budget=1).value(phi, NOTHING)
    with pytest.raises(SearchLimitReached, match="worlds"):
        SatSession(constraints, rounds=0).value(phi, NOTHING)


def test_no_witness_names_a_group() -> None:
    constraints = constraints_of(Game.clue(3), [])
    phi = parse_formula("~D([1,2],h(0,rope))", constraints.game)
    with pytest.raises(NotCovered, match="witnesses"):
        SatSession(constraints).witness(phi, NOTHING)


def test_common_knowledge_of_two_is_not_handled() -> None:
    constraints = constraints_of(Game.clue(3), [])
    phi = parse_formula("C([1,2],h(0,rope))", constraints.game)
    with pytest.raises(NotCovered):
        SatSession(constraints).value(phi, NOTHING)
