"""Prepared questions have the same answers as questions normalised one by one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest

from mystpy.bits import mask_of
from mystpy.engines.base import Value
from mystpy.engines.symbolic.public_constraints import (
    PublicConstraints,
    constraint_sets,
)
from mystpy.engines.symbolic.sat import session as sat_session
from mystpy.engines.symbolic.sat.session import SatSession
from mystpy.engines.symbolic.sat.templates import shape_of
from mystpy.engines.symbolic.solver import SearchLimitReached
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, EndTurn, No, NoGuess, Shows, Yes
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.nodes import And, Formula, Implies, Knows, Not, Or
from mystpy.language.read import parse_formula
from mystpy.play.dealing import random_deal, random_set
from mystpy.views import GivenCards, given_cards, seen_by
from tests.engines.symbolic.questions import MOST_WORLDS, Worlds
from tests.engines.symbolic.views import seeds

SMALL = (
    Game.myst(m=1, n=2, p=3, q=2),
    Game.myst(m=1, n=3, p=2, q=2),
    Game.clue(3, {"a": ["a1", "a2"], "b": ["b1", "b2", "b3"], "c": ["c1", "c2", "c3"]}),
)
LARGE = (Game.clue(3), Game.clue(6), Game.myst(m=3, n=6, p=4, q=3))


def stress_turns(game: Game, rng: Random, turns: int) -> Iterator[History]:
    """Yield a history, turn by turn, in which hardly anybody says no."""
    deal = random_deal(game, rng)
    history = History(game, deal)
    for turn in range(turns):
        player = turn % game.p + 1
        asked = random_set(game, rng, game.q)
        for _ in range(20):
            if asked & deal[player % game.p + 1]:
                break
            asked = random_set(game, rng, game.q)
        actions: list[Action] = [Asks(player, asked)]
        for k in range(1, game.p):
            other = (player + k - 1) % game.p + 1
            held = sorted(asked & deal[other])
            if held:
                actions += [Yes(other), Shows(other, player, rng.choice(held))]
                break
            actions.append(No(other))
        history = history.then([*actions, NoGuess(player), EndTurn(player)])
        yield history


def positions(
    game: Game, rng: Random, turns: int
) -> Iterator[tuple[PublicConstraints, GivenCards]]:
    """Yield the law and what somebody has seen after the turns of a stress game."""
    for history in stress_turns(game, rng, turns):
        viewer = rng.choice([None, *game.holders[1:], *game.holders[1:]])
        view = history if rng.random() < 0.1 else seen_by(history, viewer)
        (constraints,) = constraint_sets(view)
        yield constraints, given_cards(view)


def nested(game: Game, rng: Random, depth: int, cards: list[str]) -> Formula:
    """Return knowledge of knowledge of few cards, with connectives here and there."""
    kind = rng.random()
    if depth == 0 or kind < 0.05:
        held: Formula = H(rng.choice(game.holders), rng.choice(cards))
        return Not(held) if rng.random() < 0.4 else held
    if kind < 0.75:
        return Knows(rng.randint(1, game.p), nested(game, rng, depth - 1, cards))
    one, other = (nested(game, rng, depth - 1, cards) for _ in range(2))
    joined = And((one, other)), Or((one, other)), Implies(one, other), Not(one)
    return rng.choice(joined)


def by_the_general_way(
    constraints: PublicConstraints, phi: Formula, known: GivenCards
) -> Value:
    """Return the value that a new session finds without templates."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sat_session, "shape_of", lambda *_: None)
        return SatSession(constraints).value(phi, known)


@pytest.mark.parametrize("seed", seeds(30, 400))
def test_values_after_stress_games_are_those_of_listed_worlds(seed: int) -> None:
    rng = Random(seed)
    game = rng.choice(SMALL)
    session: SatSession | None = None
    for constraints, known in positions(game, rng, rng.randint(2, 7)):
        session = session or SatSession(constraints)
        session.update_constraints(constraints)
        worlds = Worlds(constraints)
        if len(worlds.model) > MOST_WORLDS:
            return
        for _ in range(6):
            phi = nested(game, rng, rng.randint(1, 4), rng.sample(game.cards, 2))
            expected = worlds.value(phi, known)
            assert session.value(phi, known) is expected, (seed, str(phi), known)
            assert session.value(phi, known) is expected, (seed, str(phi), known)


@pytest.mark.parametrize("seed", seeds(4, 60))
def test_values_in_large_games_are_those_of_the_general_way(seed: int) -> None:
    rng = Random(seed)
    game = rng.choice(LARGE)
    session: SatSession | None = None
    for constraints, known in positions(game, rng, 12):
        session = session or SatSession(constraints)
        session.update_constraints(constraints)
        for _ in range(3):
            phi = nested(game, rng, rng.randint(1, 3), rng.sample(game.cards, 3))
            with suppress(SearchLimitReached):
                found = session.value(phi, known)
                assert found is by_the_general_way(constraints, phi, known), (
                    seed,
                    str(phi),
                )


@pytest.mark.parametrize("seed", seeds(3, 30))
def test_one_shape_serves_all_cards_and_turns(seed: int) -> None:
    rng = Random(seed)
    game, prepared = Game.clue(3), 0
    session: SatSession | None = None
    for history in stress_turns(game, rng, 6):
        view = seen_by(history, 1)
        (constraints,) = constraint_sets(view)
        session = session or SatSession(constraints)
        session.update_constraints(constraints)
        for card in rng.sample(game.cards, 4):
            phi = Knows(1, Knows(2, H(3, card)))
            found = session.value(phi, given_cards(view))
            assert found is by_the_general_way(constraints, phi, given_cards(view))
        prepared = len(session._templates._questions)
    assert prepared == 1


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("K(1,K(2,h(0,plum)))", "K(1,K(2,h(0,rope)))", True),
        ("K(1,K(2,h(0,plum)))", "K(1,K(2,h(3,plum)))", False),
        ("K(1,K(2,h(0,plum)))", "K(1,K(3,h(0,plum)))", False),
        ("K(1,K(2,h(0,plum)))", "K(1,K(2,~h(0,plum)))", False),
        ("K(1,h(2,plum) | h(2,rope))", "K(1,h(2,hall) | h(2,plum))", True),
        ("K(1,h(2,plum) | h(2,rope))", "K(1,h(2,hall) | h(2,hall))", False),
        ("K(1,h(2,plum) | h(2,rope))", "K(1,h(2,plum) & h(2,rope))", False),
        ("K(1,h(2,plum) -> h(2,rope))", "K(1,h(2,rope) -> h(2,plum))", True),
    ],
)
def test_formulas_have_one_shape_if_and_only_if_they_differ_in_cards(
    one: str, other: str, same: bool
) -> None:
    game = Game.clue(3)
    shapes = [shape_of(parse_formula(text, game), {}) for text in (one, other)]
    assert None not in shapes
    assert (shapes[0] == shapes[1]) is same


@pytest.mark.parametrize(
    "text",
    [
        "K(1,~K(2,h(0,plum)))",
        "K(1,K(2,h(0,plum)) -> h(0,rope))",
        "K(1,Turn(2))",
        "K(1,h(0,plum) <-> h(0,rope))",
        "E({1,2},h(0,plum))",
    ],
)
def test_other_formulas_have_no_shape(text: str) -> None:
    assert shape_of(parse_formula(text, Game.clue(3)), {}) is None


def test_what_a_player_showed_matters_to_whoever_saw_it() -> None:
    """A player knows which cards he showed, but not who else knows them."""
    game = Game.clue(3)
    hand = ["plum", "rope", "hall", "white", "knife", "study"]
    text = "asks(1,{plum,rope,hall}) yes(2) shows(2,1,rope)"
    history = seen_by(History.make(game, {2: hand}, text), 2)
    (constraints,) = constraint_sets(history)
    session = SatSession(constraints)
    seen = given_cards(history)
    values = [
        session.value(parse_formula(f"K(2,K(1,h(2,{card})))", game), seen)
        for card in ("plum", "rope")
    ]
    assert values == [Value.FALSE, Value.TRUE]
    assert seen.hands == ((2, mask_of(hand, game)),)
