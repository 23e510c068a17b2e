"""Random questions about groups, and random moments of games of which some is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import ParamSpec, TypeVar

from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.errors import NoWorldFits
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, EndTurn, No, NoGuess, Shows, Yes
from mystpy.history.history import History
from mystpy.language.nodes import Common, Distributed, Everyone, Formula, Knows
from mystpy.language.subformulas import children, is_objective, with_children
from mystpy.play.dealing import random_deal, random_set
from mystpy.views import GivenCards, seen_by
from tests.engines.situations import GAMES
from tests.engines.symbolic.questions import (
    MOST_WORLDS,
    Worlds,
    any_given,
    atom,
    growing_constraints,
)
from tests.engines.symbolic.questions import formula as formula_without_groups
from tests.engines.symbolic.views import random_game
from tests.random_games import random_play
from tests.sampling import cases_by_day

P = ParamSpec("P")
T = TypeVar("T")

LARGER = (
    *GAMES,
    Game.myst(m=1, n=2, p=3, q=2),
    Game.clue(3, {"a": ["a1", "a2"], "b": ["b1", "b2", "b3"], "c": ["c1", "c2", "c3"]}),
)


def runs(quick: int, all_of_them: int, step: int = 50) -> list[object]:
    """Return where runs of seeds start: a quarter of the quick ones is tried by day."""
    number = len(range(0, (quick + 3) // 4, step))
    return cases_by_day(range(0, all_of_them, step), number)


def outcome(ask: Callable[P, T], *args: P.args, **named: P.kwargs) -> T | None:
    """Return an answer; None if no world fits."""
    try:
        return ask(*args, **named)
    except NoWorldFits:
        return None


def some_group(game: Game, rng: Random) -> tuple[int, ...]:
    return tuple(rng.sample(range(1, game.p + 1), rng.randint(1, game.p)))


def formula(game: Game, rng: Random, depth: int) -> Formula:
    """Return a formula with K, E and C, nested and negated."""
    return shared(formula_without_groups(game, rng, depth), game, rng)


def shared(
    phi: Formula,
    game: Game,
    rng: Random,
    make: type[Common | Distributed] = Common,
) -> Formula:
    """Put C, or D, of a group here and there for K and E."""
    phi = with_children(phi, [shared(part, game, rng, make) for part in children(phi)])
    if isinstance(phi, Knows | Everyone) and rng.random() < 0.4:
        return make(some_group(game, rng), phi.body)
    return phi


def objective(game: Game, rng: Random) -> Formula:
    """Return a formula that speaks of the deal only."""
    if rng.random() < 0.5:
        return atom(game, rng)
    while not is_objective(phi := formula_without_groups(game, rng, 1)):
        pass
    return phi


def partly(history: History, deal: tuple[frozenset[str], ...], rng: Random) -> History:
    """Give all hands and cards shown, or what one player saw, or some, or nothing."""
    history = replace(history, hands=deal)
    kind = rng.randrange(4)
    if kind == 0:
        return history
    if kind < 3:
        return seen_by(history, rng.randint(1, len(deal) - 1) if kind == 1 else None)
    hands = tuple(hand if rng.random() < 0.4 else None for hand in deal)
    actions = tuple(
        replace(action, card=None)
        if isinstance(action, Shows) and rng.random() < 0.6
        else action
        for action in history.actions
    )
    return replace(history, hands=hands, actions=actions)


def played(seed: int, longest: int = 16) -> tuple[Random, History]:
    """Return a random game up to a moment, often a guess, of which some is given."""
    rng = Random(seed)
    game = rng.choice(LARGER)
    history, deal = random_play(
        game, rng, rng.randint(0, longest), wrong_guesses=0.2, right_guesses=0.1
    )
    return rng, partly(history, deal, rng)


def growing(
    seed: int,
) -> Iterator[tuple[Random, PublicConstraints, Worlds, GivenCards]]:
    """Yield laws that say more and more, with their worlds, and what may be given."""
    rng = Random(seed)
    game = random_game(rng)
    for constraints, deal in growing_constraints(game, rng):
        worlds = Worlds(constraints)
        if len(worlds.model) > MOST_WORLDS:
            return
        yield rng, constraints, worlds, any_given(constraints, rng, deal)


def clue(turns: int, seed: int, players: int = 3) -> History:
    """Return a game of Clue in which everybody asks for random cards."""
    game, rng = Game.clue(players), Random(seed)
    deal = random_deal(game, rng)
    history = History(game, deal)
    for turn in range(turns):
        i = turn % players + 1
        asked = random_set(game, rng, game.q)
        actions: list[Action] = [Asks(i, asked)]
        for k in range(1, players):
            j = (i + k - 1) % players + 1
            held = sorted(asked & deal[j])
            if held:
                actions += [Yes(j), Shows(j, i, rng.choice(held))]
                break
            actions.append(No(j))
        history = history.then([*actions, NoGuess(i), EndTurn(i)])
    return history


def stress(game: Game, turns: int, rng: Random) -> History:
    """Return a game in which the next player always has a card to show.

    There is hardly a no, and the same players show cards to the same again and again.
    """
    deal = random_deal(game, rng)
    history = History(game, deal)
    for turn in range(turns):
        i, j = turn % game.p + 1, (turn + 1) % game.p + 1
        asked = random_set(game, rng, game.q)
        while not asked & deal[j]:
            asked = random_set(game, rng, game.q)
        shown = rng.choice(sorted(asked & deal[j]))
        actions: list[Action] = [Asks(i, asked), Yes(j), Shows(j, i, shown)]
        history = history.then([*actions, NoGuess(i), EndTurn(i)])
    return history
