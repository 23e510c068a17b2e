"""Reading others: the likelihood of their actions for a deal.

In the field: Bayesian opponent modelling, with importance weights on exact draws.

Three ways of asking are compared, for all players together. In the first one nobody
asks for own cards, so that each question reveals cards that are not in the asker's
hand. In the second one some of the cards asked for are own ones, and the fewer are
left, the likelier each is. In the third one questions are random. The way is learnt
together with the deal: a deal has the likelihood of both.

Once a player has surely asked for own cards, or passed with cards that nobody has, the
first way is dropped. In each of these ways, the same player rarely asks again for a
card that she was shown. Not to guess after a question that nobody answered reveals that
the asker has a card of it, until a player surely had none. A wrong guess reveals cards
that the guesser does not have.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_
from random import Random

import numpy as np
import numpy.typing as npt

from mystpy.compilation import NamedTuple
from mystpy.history.actions import Asks, Guess, No, NoGuess, Shows
from mystpy.players.detective.belief_state import DetectiveBeliefState
from mystpy.players.detective.sample import (
    DealSample,
    indices,
    numbers,
    sort_masks,
)

Weights = npt.NDArray[np.float64]

_WIDE = 3
"""The number of deals that are drawn for each that is kept."""

_COVERS = 0.25
"""The frequency of own cards in the questions of a player who covers questions."""

_COVERING = 0.5
_AVOIDING = 0.15
"""The prior odds that all cover, and that nobody does, against random questions.

These were fitted to the information about the pile in games of this player, of
contest-style players and of players of the sources, with four and six players.
"""

_AGAIN = 0.05
"""The least likelihood of asking again for a card that was shown."""

_OVERLOOKED = 0.02
"""How often a player overlooks that an unanswered question gives the pile away.

A guess with a card of her own is equally rare.
"""


class OpponentProfile(NamedTuple):
    """The actions of one opponent that give information.

    `question_mask` are all cards asked for, in `questions`. `unanswered` are the
    questions that nobody answered and after which she did not guess, if a question can
    be the pile; `guessed` are the cards of a wrong guess. `shown` has the events in
    which only the asker saw the card: the player who showed it, the cards asked for,
    and all cards of later questions.
    """

    player: int
    question_mask: int
    unanswered: tuple[int, ...]
    guessed: int = 0
    questions: tuple[int, ...] = ()
    shown: tuple[tuple[int, int, int], ...] = ()


def profiles(here: DetectiveBeliefState) -> list[OpponentProfile]:
    """Return the actions of each of the others so far."""
    found: dict[int, _Actions] = {}
    last, question = "", 0
    telling = here.seen.game.q == here.seen.game.sizes[0]
    for event in here.seen.events:
        key, cards = event.key, event.cards
        kind, player = key[0], key[1]
        if kind == Asks.name:
            question = cards
            if player not in found:
                found[player] = _Actions()
            found[player].ask(question)
        elif kind == Shows.name and not cards:
            found[key[-1]].shown.append((player, question, 0))
        elif kind == NoGuess.name and last == No.name and telling:
            found[player].unanswered.append(question)
        elif kind == Guess.name:
            found.setdefault(player, _Actions()).guessed = cards
        last = kind
    return [
        actions.profile(k)
        for k, actions in sorted(found.items())
        if k != here.seen.player and actions.questions
    ]


class _Actions:
    """The actions of one player while they are read, see `OpponentProfile`."""

    def __init__(self) -> None:
        self.questions: list[int] = []
        self.unanswered: list[int] = []
        self.shown: list[tuple[int, int, int]] = []
        self.guessed = 0

    def ask(self, question: int) -> None:
        """Note a question, which comes after all cards shown so far."""
        self.questions.append(question)
        self.shown = [(by, cards, later | question) for by, cards, later in self.shown]

    def profile(self, player: int) -> OpponentProfile:
        """Return the profile, with shows of cards that were asked for again."""
        return OpponentProfile(
            player,
            reduce(or_, self.questions),
            tuple(self.unanswered),
            self.guessed,
            tuple(self.questions),
            tuple([each for each in self.shown if each[1] & each[2]]),
        )


def covers(here: DetectiveBeliefState, profile: OpponentProfile) -> bool:
    """Return whether a player has surely asked for a card of her own."""
    return bool(here.belief.sure[profile.player] & profile.question_mask)


def overlooks(here: DetectiveBeliefState, profile: OpponentProfile) -> bool:
    """Return whether a player surely had no card of a question that nobody answered.

    Then the question was the pile and no guess followed: not guessing gives no more
    information.
    """
    may = here.belief.may[profile.player]
    return any(not cards & may for cards in profile.unanswered)


def weigh_by_behaviour(
    here: DetectiveBeliefState, size: int, rng: Random | None = None
) -> DealSample:
    """Return deals drawn from the belief, weighed by the actions of the others.

    Raises CountTooLarge.
    """
    rng = rng or here.stream
    found = profiles(here)
    if not found:
        return here.sample_deals(size, rng)
    wide = here.sample_deals(size * _WIDE, rng)
    return resample(wide, likelihoods(here, wide, found), size, rng)


def likelihoods(
    here: DetectiveBeliefState, sample: DealSample, found: Sequence[OpponentProfile]
) -> Weights:
    """Return the likelihood of the others' actions in each deal, up to a factor."""
    weights = _asking(here, sample, found)
    for profile in found:
        if profile.unanswered and not overlooks(here, profile):
            weights *= _not_guessing(profile, sample)
        if profile.guessed and not profile.guessed & here.belief.sure[profile.player]:
            weights *= _guessing(profile, sample)
        if profile.shown:
            weights *= _asking_again(profile, sample)
    return weights


def _asking(
    here: DetectiveBeliefState, sample: DealSample, found: Sequence[OpponentProfile]
) -> Weights:
    """Return the likelihood of the questions, relative to random questions."""
    covering, avoiding = np.ones(len(sample)), np.ones(len(sample))
    for profile in found:
        covering *= _covering(profile, sample)
        passed = profile.unanswered and not overlooks(here, profile)
        if passed or covers(here, profile):
            avoiding *= 0
        else:
            avoiding *= _avoiding(profile, sample)
    weights: Weights = 1 + _COVERING * covering + _AVOIDING * avoiding
    return weights


def _avoiding(profile: OpponentProfile, sample: DealSample) -> Weights:
    """Return the likelihood of the cards asked for if nobody asks for own cards.

    It is relative to random cards. Each card counts once, of each sort.
    """
    game, held = sample.game, sample.held[profile.player]
    sorts = sort_masks(game)
    asked = indices(game, [profile.question_mask])[0]
    found = np.ones(len(sample))
    for sort, number in zip(sorts, sample.by_sort(profile.player), strict=True):
        asked_for = (profile.question_mask & sort).bit_count()
        found *= _times_likelier(game.c, sort.bit_count(), asked_for).take(number)
    weights: Weights = found * ~held[asked].any(axis=0)
    return weights


def _covering(profile: OpponentProfile, sample: DealSample) -> Weights:
    """Return the likelihood of the questions if some of their cards are own ones.

    It is relative to random cards.
    """
    game, held = sample.game, sample.held[profile.player]
    sorts = sort_masks(game)
    number = sample.by_sort(profile.player)
    factors, cards, rows = [], list[int](), list[int]()
    for row, sort in enumerate(sorts):
        likelier = _cover_likelier(game.c, sort.bit_count())
        factors.append(likelier.take(number[row], axis=1))
        for question in profile.questions:
            cards += numbers(question & sort)
        rows += [row] * (len(cards) - len(rows))
    other, own = np.array(factors).swapaxes(0, 1).take(rows, axis=1)
    found: Weights = np.where(held.take(cards, axis=0), own, other).prod(axis=0)
    return found


@lru_cache(maxsize=16)
def _cover_likelier(c: int, size: int) -> Weights:
    """Return the likelihoods of others' and own cards, by the number of own ones."""
    rows = []
    for own in range(c + 1):
        share = 1.0 if own >= size else _COVERS if own else 0.0
        others = (1 - share) * size / max(1, size - own)
        rows.append((others, share * size / max(1, own)))
    return np.array(rows).T


@lru_cache(maxsize=256)
def _times_likelier(c: int, size: int, asked: int) -> Weights:
    """Return the likelihood by the number of own cards of a sort that was asked for."""
    ways = [math.comb(max(0, size - k), asked) for k in range(c + 1)]
    return np.array([ways[0] / max(1, each) for each in ways])


def _not_guessing(profile: OpponentProfile, sample: DealSample) -> Weights:
    held = sample.held[profile.player]
    found = np.ones(len(sample))
    for cards in profile.unanswered:
        some = held[indices(sample.game, [cards])[0]].any(axis=0)
        found *= np.where(some, 1, _OVERLOOKED)
    return found


def _guessing(profile: OpponentProfile, sample: DealSample) -> Weights:
    """Return the likelihood of a wrong guess, which rarely has a card of her own."""
    cards = indices(sample.game, [profile.guessed])[0]
    own = sample.held[profile.player][cards].any(axis=0)
    return np.where(own, _OVERLOOKED, 1.0)


def _asking_again(profile: OpponentProfile, sample: DealSample) -> Weights:
    """Return the likelihood that cards which were shown are not asked for again.

    Each of the cards that could be shown was equally likely.
    """
    found = np.ones(len(sample))
    for by, cards, later in profile.shown:
        held = sample.held[by]
        able = held[indices(sample.game, [cards])[0]].sum(axis=0)
        again = held[indices(sample.game, [cards & later])[0]].sum(axis=0)
        found *= np.maximum(1 - again / np.maximum(able, 1), _AGAIN)
    return found


def resample(
    sample: DealSample, weights: Weights, size: int, rng: Random
) -> DealSample:
    """Return a sample of some size with deals as often as their weights demand.

    In the field: systematic resampling (Carpenter and others 1999).
    """
    sums = np.cumsum(weights)
    points = (np.arange(size) + rng.random()) * (sums[-1] / size)
    places = np.minimum(np.searchsorted(sums, points, side="right"), len(sums) - 1)
    return sample[places]
