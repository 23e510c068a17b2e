"""Reading others: how likely what they did is if the cards lie in some way.

In the field: Bayesian opponent modelling, with importance weights on exact draws.

Three ways of asking are weighed against each other, for all who sit there together:
that nobody asks for own cards, so that each question tells what her own hand has not;
that some of the cards asked for are own ones, and the fewer are left, the likelier
each; and that anything is asked. Which of them it is is learnt with the deal: a deal
has the likelihood of both together. Once somebody has surely asked for own cards, or
passed with what nobody has, the first is dropped for good. In each of these ways a card
that was shown to somebody is hardly asked for again by the same player. And not to
guess after a question that nobody answered tells that the asker has a card of it, until
somebody surely had none; a wrong guess tells what the guesser does not have.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from operator import or_
from random import Random

import numpy as np
import numpy.typing as npt

from mystpy.bits import bits
from mystpy.compilation import NamedTuple
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, No, NoGuess, Shows
from mystpy.players.detective.belief_state import DetectiveBeliefState
from mystpy.players.detective.sample import Counts, DealSample, indices, sort_masks

Weights = npt.NDArray[np.float64]

_WIDE = 3
"""So many deals are drawn for each that is kept."""

_COVERS = 0.25
"""How often a card of a question is an own one, of who covers questions so."""

_COVERING = 0.5
_AVOIDING = 0.15
"""How likely it is that all cover, and that nobody does, against any questions.

These were fitted to what games of this player, of contest-style players and of players
of the sources revealed of the pile, with four and six players.
"""

_AGAIN = 0.05
"""How likely it is, at least, that a card is asked for again that was shown."""

_OVERLOOKED = 0.02
"""How often somebody overlooks that an unanswered question gives the pile away.

As rare is a guess with a card of her own.
"""


class OpponentProfile(NamedTuple):
    """What one opponent did that can be read.

    `question_mask` are all cards asked for, in `questions`; `unanswered` are those that
    nobody answered and after which nothing was guessed, if a question can be the pile;
    `guessed` are the cards of a wrong guess. `shown` has the shows whose card only the
    asker saw: by whom, the cards asked for, and all that were asked for later.
    """

    player: int
    question_mask: int
    unanswered: tuple[int, ...]
    guessed: int = 0
    questions: tuple[int, ...] = ()
    shown: tuple[tuple[int, int, int], ...] = ()


def profiles(here: DetectiveBeliefState) -> list[OpponentProfile]:
    """What each of the others did so far."""
    asked: dict[int, list[int]] = {}
    silent: dict[int, list[int]] = {}
    guessed: dict[int, int] = {}
    last, question = "", 0
    telling = here.seen.game.q == here.seen.game.sizes[0]
    for event in here.seen.events:
        kind, player = event.key[0], event.key[1]
        if kind == Asks.name:
            question = event.cards
            asked.setdefault(player, []).append(question)
        if kind == NoGuess.name and last == No.name and telling:
            silent.setdefault(player, []).append(question)
        if kind == Guess.name:
            guessed[player] = event.cards
        last = kind
    return [
        OpponentProfile(
            k,
            reduce(or_, questions),
            tuple(silent.get(k, ())),
            guessed.get(k, 0),
            tuple(questions),
            tuple(_shown(here, k)),
        )
        for k, questions in sorted(asked.items())
        if k != here.seen.player
    ]


def _shown(here: DetectiveBeliefState, player: int) -> Iterator[tuple[int, int, int]]:
    """The shows to a player whose card was not seen, with what was asked for later."""
    found: list[tuple[int, int, int]] = []
    asked = 0
    for event in here.seen.events:
        if event.key == (Asks.name, player):
            asked = event.cards
            found = [(by, cards, later | asked) for by, cards, later in found]
        if event.key[0] == Shows.name and event.key[-1] == player and not event.cards:
            found.append((event.key[1], asked, 0))
    return (each for each in found if each[1] & each[2])


def covers(here: DetectiveBeliefState, profile: OpponentProfile) -> bool:
    """Whether a player has surely asked for a card of her own."""
    return bool(here.belief.sure[profile.player] & profile.question_mask)


def overlooks(here: DetectiveBeliefState, profile: OpponentProfile) -> bool:
    """Whether a player surely had no card of a question that nobody answered.

    Then the question was the pile and no guess came: not guessing tells nothing more.
    """
    may = here.belief.may[profile.player]
    return any(not cards & may for cards in profile.unanswered)


def weigh_by_behaviour(
    here: DetectiveBeliefState, size: int, rng: Random | None = None
) -> DealSample:
    """Deals drawn from the belief, as likely as what the others did makes them.

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
    """How likely what the others did is in each deal of a sample, up to a factor."""
    weights = _asking(here, sample, found)
    for profile in found:
        if not overlooks(here, profile):
            weights *= _not_guessing(profile, sample)
        if not profile.guessed & here.belief.sure[profile.player]:
            weights *= _guessing(profile, sample)
        weights *= _asking_again(profile, sample)
    return weights


def _asking(
    here: DetectiveBeliefState, sample: DealSample, found: Sequence[OpponentProfile]
) -> Weights:
    """The likelihood of the questions, against that anything is asked."""
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
    """How much likelier the cards asked for are if nobody asks for own cards.

    Compared is with cards that are anything. Each card counts once, of each sort.
    """
    game, held = sample.game, sample.held[profile.player]
    sorts = sort_masks(game)
    asked = indices(game, [profile.question_mask])[0]
    own = _sort_flags(game) @ held
    found = np.ones(len(sample))
    for sort, number in zip(sorts, own.astype(np.intp), strict=True):
        asked_for = (profile.question_mask & sort).bit_count()
        found *= _times_likelier(game.c, sort.bit_count(), asked_for).take(number)
    weights: Weights = found * ~held[asked].any(axis=0)
    return weights


def _covering(profile: OpponentProfile, sample: DealSample) -> Weights:
    """How much likelier the questions are if some of their cards are own ones.

    Compared is with cards that are anything.
    """
    game, held = sample.game, sample.held[profile.player]
    found = np.ones(len(sample))
    for sort, flags in zip(sort_masks(game), _sort_flags(game), strict=True):
        number = (flags @ held).astype(np.intp)
        other, own = _cover_likelier(game.c, sort.bit_count()).take(number, axis=1)
        for question in profile.questions:
            for card in bits(question & sort):
                found *= np.where(held[card.bit_length() - 1], own, other)
    return found


@lru_cache(maxsize=16)
def _cover_likelier(c: int, size: int) -> Weights:
    """How much likelier others' and own cards are, by how many own ones there are."""
    rows = []
    for own in range(c + 1):
        share = 1.0 if own >= size else _COVERS if own else 0.0
        others = (1 - share) * size / max(1, size - own)
        rows.append((others, share * size / max(1, own)))
    return np.array(rows).T


@lru_cache(maxsize=256)
def _times_likelier(c: int, size: int, asked: int) -> Weights:
    """How much likelier, by how many own cards are of a sort that was asked for."""
    ways = [math.comb(max(0, size - k), asked) for k in range(c + 1)]
    return np.array([ways[0] / max(1, each) for each in ways])


@lru_cache(maxsize=8)
def _sort_flags(game: Game) -> Counts:
    rows = [[sort >> k & 1 for k in range(game.c)] for sort in sort_masks(game)]
    return np.array(rows, np.float32)


def _not_guessing(profile: OpponentProfile, sample: DealSample) -> Weights:
    held = sample.held[profile.player]
    found = np.ones(len(sample))
    for cards in profile.unanswered:
        some = held[indices(sample.game, [cards])[0]].any(axis=0)
        found *= np.where(some, 1, _OVERLOOKED)
    return found


def _guessing(profile: OpponentProfile, sample: DealSample) -> Weights:
    """The likelihood of a wrong guess: hardly anybody guesses a card of her own."""
    cards = indices(sample.game, [profile.guessed])[0]
    own = sample.held[profile.player][cards].any(axis=0)
    return np.where(own, _OVERLOOKED, 1.0)


def _asking_again(profile: OpponentProfile, sample: DealSample) -> Weights:
    """The likelihood that cards which were shown are not asked for again.

    Of the cards that somebody could show each was as likely as the others.
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
    """A sample of some size with deals as often as their weights say.

    In the field: systematic resampling (Carpenter and others 1999).
    """
    sums = np.cumsum(weights)
    points = (np.arange(size) + rng.random()) * (sums[-1] / size)
    places = np.minimum(np.searchsorted(sums, points, side="right"), len(sums) - 1)
    return sample[places]
