"""Answers are verified by the engine that is named, also if there are many deals."""

from __future__ import annotations

from random import Random

import pytest

from mystpy.game.game import Game
from mystpy.positions.answers.verification import second_engine
from mystpy.positions.drawing import draw_game
from mystpy.positions.full_deck.fitting_deals import FittingDeals
from mystpy.views import seen_by
from tests.sampling import seeds_by_day

GAMES = (
    Game.myst(1, 2, 2, 2),
    Game.myst(2, 1, 3, 2),
    Game.clue(3, {"who": ["ann", "bob", "cid"], "how": ["axe", "bow", "net"]}),
)


@pytest.mark.parametrize("engine", ["asp", "prolog", "sat"])
@pytest.mark.parametrize("seed", seeds_by_day(9, 2))
def test_each_deal_is_listed_once_whatever_was_shown(seed: int, engine: str) -> None:
    judge, rng = second_engine(engine), Random(seed)
    for game in GAMES:
        drawn = draw_game(game, rng.randint(1, 4), rng)
        for history in (seen_by(drawn.history, None), drawn.seen_by(1)):
            deals = list(judge.deals(history))
            assert len(deals) == len(set(deals))
            assert set(deals) == {world.hands for world in judge.worlds(history)}


def test_clingo_lists_the_deals_of_a_large_game() -> None:
    """The engine asp of other commands counts them by symbolic methods."""
    rng = Random(1)
    history = draw_game(Game.clue(3), 14, rng).seen_by(2)
    fitting = FittingDeals(history, 2).first(20_000)
    assert fitting is not None
    judge = second_engine("asp")
    assert type(judge).__name__ == "AspEngine"
    assert judge.grid(history, 2).deals == len(judge.deals(history)) == len(fitting)
