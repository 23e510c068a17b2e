"""A situation as a few numbers: what the player knows, and how far the others may be.

In the field: hand-made features of an information state.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from mystpy.history.actions import Asks, Shows
from mystpy.players.detective.belief_state import DetectiveBeliefState
from mystpy.players.detective.question_choice import Expectation
from mystpy.players.detective.sample import DealSample, pile_count

SITUATION = (
    "bits of the pile that are open",
    "share of the likeliest pile",
    "bits by the cards that may be there",
    "bits for somebody without a hand",
    "players",
    "rivals still in",
    "own questions",
    "shows to a rival, at most",
    "shows to rivals, on average",
)
"""The features of a situation."""

QUESTION = ("bits it tells", "bits it tells others", "chance that nobody shows")
"""The further features of a question."""


def of_situation(here: DetectiveBeliefState, sample: DealSample) -> list[float]:
    """The numbers of a situation, in the order of `SITUATION`."""
    game, me = here.seen.game, here.seen.player
    shows = dict.fromkeys(here.rivals, 0)
    own = 0
    for event in here.seen.events:
        own += event.key == (Asks.name, me)
        if event.key[0] == Shows.name and event.key[-1] in shows:
            shows[event.key[-1]] += 1
    counts = list(shows.values()) or [0]
    return [
        sample.uncertainty,
        max(sample.piles().values()),
        math.log2(pile_count(game, here.belief.may[0])),
        math.log2(pile_count(game, here.public.may[0])),
        float(game.p),
        float(len(here.rivals)),
        float(own),
        float(max(counts)),
        sum(counts) / len(counts),
    ]


def of_questions(
    situation: Sequence[float], expectations: Sequence[Expectation]
) -> list[list[float]]:
    """The numbers of questions that may be asked in a situation."""
    return [[*situation, one.gain, one.leak, one.unshown] for one in expectations]
