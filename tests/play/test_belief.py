"""A player's belief: compared with `know` of the engines, and deals drawn from it."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from mystpy.bits import mask_of
from mystpy.engines import get_engine
from mystpy.engines.base import Odds
from mystpy.engines.worlds.engine import WorldsEngine
from mystpy.errors import NoWorldFits, QueryError
from mystpy.game.game import Game
from mystpy.play.belief import BeliefState
from mystpy.play.game_state import GameState
from mystpy.play.information_state import InformationState
from mystpy.questions.knowledge import know
from mystpy.situations.event import Event
from mystpy.views import OBSERVER, seen_by, shows_of
from tests.engines.situations import ALL_GAMES, GAMES
from tests.play.test_game_state import played

WORLDS = WorldsEngine()


@pytest.mark.alike(2)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", ALL_GAMES, ids=repr)
def test_belief_is_what_the_engines_say_is_known(game: Game, seed: int) -> None:
    beliefs: dict[int, BeliefState] = {}
    for table in played(game, Random(seed), 25):
        for i in range(1, game.p + 1):
            if table.done:
                beliefs[i] = beliefs[i].then(table.done[-1], won=table.won)
            else:
                beliefs[i] = BeliefState.of(InformationState.at(table, i))
            known = WORLDS.grid(table.history(), i)
            assert beliefs[i].grid.cells() == known.cells
            assert beliefs[i].count() == known.deals
            rows = tuple(tuple(row.values()) for row in known.counts)
            assert beliefs[i].tally().cells == rows
            anew = BeliefState.of(InformationState.at(table, i))
            assert (anew.may, anew.sure) == (beliefs[i].may, beliefs[i].sure)


def test_a_belief_stays_when_another_follows_from_it() -> None:
    *_, table = played(Game.myst(2, 2, 3, 2), Random(3), 30)
    start = InformationState.at(table, 1)._replace(events=(), won=False)
    beliefs = [BeliefState.of(start)]
    counts = [beliefs[0].count()]
    for event in table.done:
        beliefs.append(beliefs[-1].then(event))
        counts.append(beliefs[-1].count())
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1]
    assert [belief.count() for belief in beliefs] == counts


def test_the_odds_are_those_of_know_in_both_models() -> None:
    game = Game.myst(2, 2, 3, 2)
    for table in played(game, Random(5), 30):
        belief = BeliefState.of(InformationState.at(table, 2))
        for odds in Odds:
            known = know(table.history(), 2, get_engine("asp"), odds=odds)
            assert known.odds is not None
            rows = tuple(tuple(row.values()) for row in known.odds)
            assert belief.tally(odds).odds() == rows


@pytest.mark.parametrize("odds", list(Odds))
@pytest.mark.alike(2)
@pytest.mark.parametrize("seed", range(6))
def test_a_deal_has_as_many_numbers_as_it_weighs(seed: int, odds: Odds) -> None:
    rng = Random(seed)
    game = rng.choice(
        [GAMES[3], GAMES[8], Game.myst(2, 2, 2, 2), Game.myst(1, 2, 3, 2)]
    )
    *_, table = played(game, rng, rng.randrange(12))
    belief = BeliefState.of(InformationState.at(table, 1))
    weights = _weights(belief, table, odds)
    lot = belief.lot(odds)
    held = lot.numbered(np.arange(lot.total)).astype(int)
    rows = (1 << np.arange(game.c)) @ held
    found = Counter(map(tuple, rows.T.tolist()))
    total = sum(weights.values())
    for deal, weight in weights.items():
        assert found.pop(deal) * total == pytest.approx(weight * lot.total)
    assert not found, "a deal that does not fit"


def test_numbers_are_drawn_evenly_and_fit_where_they_are_long() -> None:
    """Chi-square over all deals; the numbers are the same in each run."""
    game = Game.myst(2, 2, 2, 2)
    lot, rng, draws = (
        BeliefState(InformationState(game, 1, 0b11)).lot(),
        Random(1),
        4_000,
    )
    deals = lot.draws(rng, draws).transpose(2, 0, 1).reshape(draws, -1)
    found = np.unique(deals, axis=0, return_counts=True)[1]
    freedom = lot.total - 1
    square = ((found - draws / lot.total) ** 2).sum() * lot.total / draws
    assert len(found) == lot.total
    assert square <= freedom + 5 * (2 * freedom) ** 0.5
    large = Game.myst(10, 10, 4, 3)
    seen = InformationState(large, 1, (1 << 10) - 1)
    hands = BeliefState(seen).draw(rng)
    assert hands[1] == seen.hand
    assert [hand.bit_count() for hand in hands] == list(large.sizes)
    assert sum(hands) == (1 << large.c) - 1


def _weights(
    belief: BeliefState, play: GameState, odds: Odds
) -> dict[tuple[int, ...], float]:
    """Return the deals that player 1 holds possible, each with its weight."""
    game = belief.game
    seen = seen_by(play.history(), 1)
    over = play.over
    deals = {
        tuple(mask_of(hand, game) for hand in world.hands)
        for world in WORLDS.worlds(seen)
        if world.over == over
    }
    shows = shows_of(seen)
    weights = dict.fromkeys(deals, 1.0)
    for number, _ in shows.cards if odds is Odds.SHOWS else ():
        show = shows.shows[number]
        for deal in deals:
            weights[deal] /= (deal[show.by] & show.cards).bit_count()
    return weights


def test_what_cannot_be_is_refused() -> None:
    game = Game.myst(1, 1, 3, 2)
    seen = InformationState(game, 1, 0b0010)
    with pytest.raises(QueryError, match="can be done"):
        BeliefState.of(seen).then(Event(("no", 2)))
    denied = [Event(("asks", 1), 0b1101 & 0b0101), Event(("no", 2)), Event(("no", 3))]
    belief = BeliefState.of(seen._replace(events=tuple(denied)))
    belief = belief.then(Event(("noguess", 1))).then(Event(("endturn", 1)))
    belief = belief.then(Event(("asks", 2), 0b0101)).then(Event(("yes", 3)))
    with pytest.raises(NoWorldFits):
        belief.count()


def test_threads_that_continue_one_public_belief_get_their_own_state() -> None:
    game = Game.myst(1, 1, 3, 2)
    public = BeliefState(InformationState(game, OBSERVER, 0))
    mine, other = Event(("asks", 1), 0b0011), Event(("asks", 1), 0b0101)

    class Interrupted(Event):
        """An event during whose comparison another thread continues the belief."""

        __hash__ = Event.__hash__

        def __eq__(self, stored: object) -> bool:
            public.then(other)
            return stored == mine

    expected = public.then(mine)
    assert public.then(Interrupted(mine.key, mine.cards)) is expected
    assert public.then(other) is not expected
