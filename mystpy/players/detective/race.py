"""When to guess: what a guess wins now, against being overtaken while waiting.

In the field: optimal stopping, looking one turn ahead.
"""

from __future__ import annotations

import math

from mystpy.compilation import NamedTuple
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.history.table.turn_state import respondents
from mystpy.players.detective.belief_state import DetectiveBeliefState
from mystpy.players.detective.question_choice import candidates, certainty
from mystpy.players.detective.rivals import piles_left, shown_to
from mystpy.players.detective.sample import Deal, DealSample, pile_count

_MOST = 24
"""Nobody guesses, or looks at a guess, where more piles than these are possible."""

_LOOKED_AT = 12
"""In so many of the drawn deals it is looked what others may know."""


class GuessTiming(NamedTuple):
    """A pile to guess (a mask), and how guessing compares with waiting.

    `chance` is how likely it is to be the pile, `chance_of_defeat` how likely somebody
    else is to guess right before the own next guess, `later` how likely the best guess
    then is to be right, by what one more question tells.
    """

    pile: int
    chance: float
    beaten: float
    later: float

    @property
    def waiting(self) -> float:
        """What waiting wins: not to be beaten, and to guess right then."""
        # If each turn leaves the same share of doubt, and of games that go on, what t
        # turns of waiting win is log-concave in t: where one does not pay none does.
        return (1 - self.beaten) * self.later

    @property
    def pays(self) -> bool:
        """Whether guessing now wins more than waiting."""
        return self.chance > self.waiting


def open_to_guess(here: DetectiveBeliefState) -> bool:
    """Whether few enough piles are possible that a guess is worth a look."""
    return pile_count(here.seen.game, here.belief.may[0]) <= _MOST


def race(
    here: DetectiveBeliefState, sample: DealSample, *, bluffs: bool = True
) -> GuessTiming:
    """The best guess now against waiting, by deals that the player holds possible."""
    game, hand = here.seen.game, here.seen.hand
    questions = candidates(game, hand, sample.shares, bluffs=bluffs)
    later = certainty(sample, here.seen.player, questions)
    pile = likeliest(sample)
    return GuessTiming(
        pile, sample.piles()[pile], chance_of_defeat(here, sample), later
    )


def likeliest(sample: DealSample) -> int:
    """The pile of most deals, the first of several."""
    piles = sample.piles()
    return min(piles, key=lambda cards: (-piles[cards], cards))


def chance_of_defeat(
    here: DetectiveBeliefState, sample: DealSample, question: int = 0
) -> float:
    """How likely it is that another player guesses right before the next own guess.

    In some of the deals it is looked how many piles each rival may hold possible, once
    all heard who answers a question, if there is one.
    """
    rng, shown = here.stream, shown_to(here)
    deals = spread(sample).deals
    missed = 0.0
    for deal in deals:
        said = public_answers(here, deal, question) if question else []
        left = (piles_left(here, k, deal, shown, rng, said) for k in shown)
        missed += math.prod(1 - readiness(n, here.seen.game.p) for n in left)
    return round(1 - missed / len(deals), 9)


def public_answers(
    here: DetectiveBeliefState, deal: Deal, question: int
) -> list[Condition]:
    """What all hear of the answers to the player's question in a deal."""
    said: list[Condition] = []
    for other in respondents(here.seen.player, here.seen.game.p):
        has = bool(deal[other] & question)
        said.append(
            Condition(
                other, ConditionKind.SOME if has else ConditionKind.NONE, question
            )
        )
        if has:
            break
    return said


def readiness(piles: int, players: int) -> float:
    """How likely somebody with so many piles left is to guess right at the next turn.

    Of n piles one question finds the right one with 1/n; but others ask before that,
    the more the more players there are. In games of this player about n**(-3/p) were
    right: of 16 to 31 piles 0.27 with six players, and 0.15 with three.
    """
    return math.pow(piles, -min(1.0, 3 / players))


def spread(sample: DealSample) -> DealSample:
    """Some of the deals, at even distances."""
    step = max(1, len(sample) // _LOOKED_AT)
    return sample[::step][:_LOOKED_AT]
