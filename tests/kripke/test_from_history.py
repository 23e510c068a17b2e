"""A situation as game actions gives the state that its possible worlds give.

Held over all situations of small games up to some depth, and over random ones of
games of all rules.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mystpy.engines.worlds.engine import WorldsEngine
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Guess, Shows
from mystpy.history.history import History
from mystpy.kripke.faults import ModelError
from mystpy.kripke.from_history import state_of, states_of
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.partition import Partition
from mystpy.kripke.refinement.contraction import bisimilar
from mystpy.kripke.update.product import announce
from mystpy.questions.legality import expand_patterns
from tests.engines.situations import walked
from tests.sampling import by_day

ENGINE = WorldsEngine()
STORIES = st.composite(walked)(longest=10)


def possible_worlds(history: History) -> PointedModel:
    """Return the model of all worlds of the public history, with the actual world."""
    game = history.game
    worlds = list(ENGINE.worlds(history, public=True))
    last = history.actions[-1] if history.actions else None
    guessed = last.cards if isinstance(last, Guess) else None
    sees = {i: [k for k, action in enumerate(history.actions)
                if isinstance(action, Shows) and i in (action.player, action.to)]
            for i in range(1, game.p + 1)}  # fmt: skip
    shown = [dict(world.shown) for world in worlds]

    def view(player: int, k: int) -> tuple[object, ...]:
        seen = tuple(shown[k][step] for step in sees[player])
        return worlds[k].hands[player], seen, worlds[k].hands[0] == guessed

    model = Model(
        names=[str(k) for k in range(len(worlds))],
        agents=tuple(map(str, sees)),
        relations=tuple(
            Partition.of_keys(view(i, k) for k in range(len(worlds))) for i in sees
        ),
        valuation={
            f"h({i},{x})": np.array([x in world.hands[i] for world in worlds])
            for i in game.holders
            for x in game.cards
        },
    )
    given = {k: action.card for k, action in enumerate(history.actions)
             if isinstance(action, Shows)}  # fmt: skip
    point = next(
        k
        for k, world in enumerate(worlds)
        if world.hands == history.hands and shown[k] == given
    )
    return PointedModel(model, point)


def situations(history: History, depth: int) -> Iterator[History]:
    """The history and all legal continuations of up to so many actions."""
    yield history
    if depth == 0:
        return
    for found in expand_patterns(ENGINE.possible(history), history.game):
        yield from situations(history.then(found.action), depth - 1)


def deal(game: Game) -> History:
    """The first deal in the order of the cards; the others are like it."""
    cards = iter(game.cards)
    hands = {k: [next(cards) for _ in range(n)] for k, n in enumerate(game.sizes)}
    return History.make(game, hands)


@pytest.mark.parametrize(
    ("m", "n", "p", "q", "depth"),
    [
        (1, 1, 2, 1, 7),
        pytest.param(1, 1, 2, 2, 7, marks=pytest.mark.slow),
        (1, 1, 3, 1, 5),
        pytest.param(1, 1, 3, 2, 5, marks=pytest.mark.slow),
        (1, 2, 2, 2, 4),
        pytest.param(1, 1, 2, 1, 10, marks=pytest.mark.slow),
        pytest.param(1, 1, 2, 2, 10, marks=pytest.mark.slow),
        pytest.param(1, 1, 3, 1, 7, marks=pytest.mark.slow),
        pytest.param(1, 1, 3, 2, 7, marks=pytest.mark.slow),
        pytest.param(2, 1, 2, 2, 7, marks=pytest.mark.slow),
    ],
)
def test_all_situations_of_small_games(
    m: int, n: int, p: int, q: int, depth: int
) -> None:
    count = 0
    for history in situations(deal(Game.myst(m=m, n=n, p=p, q=q)), depth):
        assert bisimilar(state_of(history), possible_worlds(history)), str(history)
        count += 1
    assert count > 30


@given(STORIES)
def test_random_situations_of_games_of_all_rules(history: History) -> None:
    assert bisimilar(state_of(history), possible_worlds(history))


def test_a_card_shown_to_all_would_be_noticed() -> None:
    """The comparison can fail: player 3 must not see which card 2 shows to 1."""
    game = Game.myst(m=1, n=1, p=3, q=2)
    hands = {0: ["s1"], 1: ["s2"], 2: ["s3"], 3: ["s4"]}
    history = History.make(game, hands, "asks(1,{s3,s4}) yes(2) shows(2,1,s3)")
    shown_to_all = announce(state_of(history), "h(2,s3)")
    assert bisimilar(state_of(history), possible_worlds(history))
    assert not bisimilar(shown_to_all, possible_worlds(history))


def test_the_thesis_situation_of_three_players() -> None:
    game = Game.myst(m=1, n=1, p=3, q=2)
    hands = {0: ["s1"], 1: ["s2"], 2: ["s3"], 3: ["s4"]}
    history = History.make(game, hands, "asks(1,{s2,s3}) yes(2) shows(2,1,s3)")
    *_, before, after = states_of(history)
    assert not before.holds("K(3,h(2,s3))")
    assert after.holds("K(1,h(2,s3)) & K(3,h(2,s2) | h(2,s3)) & ~K(3,h(2,s3))")
    assert after.holds("C([1,2,3], h(2,s2) | h(2,s3))")


def test_not_guessing_may_tell_that_the_pile_is_not_known() -> None:
    """Player 1 was shown the third card of three, and does not name the pile."""
    game = Game.myst(m=1, n=1, p=2, q=1)
    hands = {0: ["s1"], 1: ["s2"], 2: ["s3"]}
    start = History.make(game, hands, "asks(1,{s2}) no(2)")
    quiet = start.then("noguess(1)")
    assert len(state_of(quiet).model) == len(state_of(start).model)
    with_nowin = state_of(quiet, nowin=True)
    assert with_nowin.holds("K(2,h(1,s2))")
    assert not state_of(quiet).holds("K(2,h(1,s2))")


def test_who_knows_the_pile_cannot_declare_not_to() -> None:
    game = Game.myst(m=1, n=1, p=2, q=1)
    hands = {0: ["s1"], 1: ["s2"], 2: ["s3"]}
    history = History.make(game, hands, "asks(1,{s1}) no(2) noguess(1)")
    assert state_of(history).holds("K(1,h(0,s1))")
    with pytest.raises(ModelError, match="not executable"):
        state_of(history, nowin=True)


def test_everything_must_be_given() -> None:
    game = Game.myst(m=1, n=1, p=2, q=1)
    with pytest.raises(QueryError, match="the hand of holder 0 is not given"):
        state_of(History.make(game, {1: ["s2"], 2: ["s3"]}))
    unseen = "asks(1,{s3}) yes(2) shows(2,1,_)"
    hands = {0: ["s1"], 1: ["s2"], 2: ["s3"]}
    with pytest.raises(QueryError, match="the card of shows\\(2,1,_\\) is not given"):
        state_of(History.make(game, hands, unseen))


def test_what_cannot_happen_is_refused() -> None:
    game = Game.myst(m=1, n=1, p=2, q=1)
    hands = {0: ["s1"], 1: ["s2"], 2: ["s3"]}
    with pytest.raises(ModelError, match="not executable"):
        state_of(History.make(game, hands, "asks(1,{s3}) no(2)"))


@settings(max_examples=by_day(30, 4))
@given(STORIES)
def test_states_stay_small_enough_to_look_at(history: History) -> None:
    states = list(states_of(history))
    assert len(states) == len(history) + 1
    assert all(len(state.model) <= 5000 for state in states)
