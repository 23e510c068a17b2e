"""Fast computations of the strong player, compared with plain computations."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, reduce
from operator import and_
from random import Random
from zlib import crc32

import numpy as np
import pytest

from mystpy.bits import bits, mask_of
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.game.game import Game
from mystpy.history.actions import Asks, NoGuess, Shows
from mystpy.history.table.turn_state import respondents
from mystpy.play.belief import BeliefState
from mystpy.play.dealing import random_deal, random_set
from mystpy.play.game_state import GameState
from mystpy.play.information_state import InformationState, seen_of
from mystpy.play.player import play_on
from mystpy.players.detective import likelihood
from mystpy.players.detective.belief_state import DetectiveBeliefState
from mystpy.players.detective.detective import Detective
from mystpy.players.detective.likelihood import profiles, weigh_by_behaviour
from mystpy.players.detective.question_choice import (
    exact_information,
    gains,
    outcomes,
)
from mystpy.players.detective.rivals import (
    open_to_guess,
    pile_seen_by,
    pile_to_guess,
    piles_left,
    race,
    shown_to,
)
from mystpy.players.detective.sample import (
    Deal,
    DealSample,
    indices,
    pile_count,
    sort_masks,
)
from mystpy.players.policy.exact_policy import ChoicePlayer, exact_policy
from mystpy.players.policy.path_fold import PathFold
from mystpy.players.policy.staircase import Levels, Staircase, levels
from mystpy.views import OBSERVER, sight_of

GAMES = {"Clue": Game.clue(3), "without sorts": Game.myst(3, 2, 3, 2)}
DEALS = 48


@cache
def tables(label: str) -> tuple[GameState, ...]:
    """Games between strong players, half of whom can be read."""
    game = GAMES[label]
    everybody = range(1, game.p + 1)
    found = []
    for seed in range(4):
        table = GameState(game, random_deal(game, Random(seed)))
        readable = seed % 2 == 0
        play_on(
            table,
            [
                Detective(game, i, level="e", deals=32, readable=readable)
                for i in everybody
            ],
            [Random(f"{seed} {i}") for i in everybody],
        )
        found.append(table)
    return tuple(found)


def states(label: str) -> Iterator[tuple[GameState, DetectiveBeliefState]]:
    """Each table before each question and each guess, with what the actor knows."""
    for table in tables(label):
        at = PathFold(DetectiveBeliefState).at
        again = GameState(table.game, table.deal)
        for event in table.done:
            if event.key[0] in (Asks.name, NoGuess.name):
                yield again, at(InformationState.at(again, event.key[1]))
            again.do(event)


@pytest.mark.parametrize("label", GAMES)
def test_a_guess_is_made_exactly_if_the_whole_comparison_says_so(label: str) -> None:
    found = []
    for _, here in states(label):
        if here.belief.pile is None and open_to_guess(here):
            for size in (6, DEALS):
                sample = weigh_by_behaviour(here, size)
                timing = race(here, sample)
                assert pile_to_guess(here, sample) == timing.pays * timing.pile
                found.append(timing.pays)
    assert {True, False} <= set(found)


def plain_piles_left(
    here: DetectiveBeliefState, rival: int, deal: Deal, rng: Random
) -> int:
    """The piles that a rival may hold possible, by conditions one by one."""
    conditions = [Condition(rival, ConditionKind.EXACTLY, deal[rival])]
    for asked, event in shown_to(here)[rival]:
        by = event.key[1]
        card = event.cards or rng.choice(bits(deal[by] & asked))
        conditions.append(Condition(by, ConditionKind.SOME, card))
    return pile_count(here.seen.game, pile_seen_by(here.public, conditions))


@pytest.mark.parametrize("label", GAMES)
def test_rivals_know_what_the_conditions_on_their_view_leave(label: str) -> None:
    compared = 0
    for _, here in states(label):
        for seed, deal in enumerate(here.sample_deals(3).deals):
            for rival in here.rivals:
                args = here, rival, deal
                left = piles_left(*args, shown_to(here), Random(seed))
                assert left == plain_piles_left(*args, Random(seed))
                compared += left > 1
    assert compared


@pytest.mark.parametrize("label", GAMES)
def test_covered_questions_weigh_as_card_by_card(label: str) -> None:
    compared = 0
    for _, here in states(label):
        sample = here.sample_deals(8)
        for profile in profiles(here):
            weights = likelihood._covering(profile, sample)
            plain = [
                plain_cover(here, profile.player, d, profile.questions)
                for d in sample.deals
            ]
            assert weights.tolist() == plain, "to the last bit"
            compared += len(set(plain)) > 1
    assert compared


def plain_cover(
    here: DetectiveBeliefState, player: int, deal: Deal, questions: tuple[int, ...]
) -> float:
    """How much likelier in a deal questions are whose cards are partly own ones."""
    weight = 1.0
    for sort in sort_masks(here.seen.game):
        size, own = sort.bit_count(), (deal[player] & sort).bit_count()
        share = 1.0 if own >= size else likelihood._COVERS if own else 0.0
        other = (1 - share) * size / max(1, size - own)
        for question in questions:
            for card in bits(question & sort):
                mine = card & deal[player]
                weight *= share * size / max(1, own) if mine else other
    return weight


@pytest.mark.parametrize("label", GAMES)
def test_actions_without_a_draw_have_the_enumerated_policy(label: str) -> None:
    kinds = set()
    for table in tables(label)[:2]:
        again = GameState(table.game, table.deal)
        player = Detective(table.game, 1, level="e", deals=32)
        for event in table.done:
            legal = [x for x in again.legal_actions() if x.player == 1]
            if legal and event.key[0] not in (Asks.name, Shows.name):
                seen = InformationState.at(again, 1)
                every = exact_policy(ChoicePlayer(player._choice), seen, legal)
                assert player.policy(seen, legal) == every
                kinds.add(event.key[0])
            again.do(event)
    assert len(kinds) >= 4


@pytest.mark.parametrize("label", GAMES)
def test_the_public_mark_depends_on_public_events(label: str) -> None:
    sight = sight_of(GAMES[label])
    for table, here in states(label):
        mark = here.seen.player
        for event in table.done:
            public = seen_of(event, OBSERVER, sight)
            mark = crc32(f"{public.key} {public.cards}".encode(), mark)
        assert here.public_mark == mark


@pytest.mark.parametrize("label", GAMES)
def test_information_is_that_of_entropies_to_the_last_bit(label: str) -> None:
    rng, game = Random(5), GAMES[label]
    for _, here in states(label):
        sample = here.sample_deals(40)
        questions = [mask_of(random_set(game, rng, game.q), game) for _ in range(30)]
        player = here.seen.player
        ways, unit = outcomes(sample, player, questions, seen=True)
        assert ways.tolist() == plain_outcomes(sample, player, questions, unit)
        plain = exact_information(sample, ways @ sample.open_and_one, unit).round(9)
        assert gains(sample, player, questions).tolist() == plain.tolist()


def plain_outcomes(
    sample: DealSample, player: int, questions: list[int], unit: int
) -> list[list[list[float]]]:
    """How often each card is shown, deal by deal."""
    game = sample.game
    sure = [reduce(and_, hands) for hands in zip(*sample.deals, strict=True)]
    others = respondents(player, game.p)
    found = np.zeros((len(others) * game.q + 1, len(questions), len(sample)))
    for column, deal in enumerate(sample.deals):
        for row, question in enumerate(questions):
            shown = [k for k in others if deal[k] & question]
            if not shown:
                found[-1, row, column] = unit
                continue
            may = deal[shown[0]] & question
            may = may & sure[shown[0]] or may
            first = others.index(shown[0]) * game.q
            for place, card in enumerate(bits(question)):
                if card & may:
                    found[first + place, row, column] = unit // may.bit_count()
    answers: list[list[list[float]]] = found.tolist()
    return answers


@pytest.mark.parametrize("label", GAMES)
def test_a_belief_that_skips_events_is_that_event_by_event(label: str) -> None:
    for _, here in states(label):
        belief, public = (
            BeliefState(here.seen),
            BeliefState(here.seen._replace(player=OBSERVER, hand=0)),
        )
        for event in here.seen.events:
            belief = belief.then(event)
            public = public.then(seen_of(event, OBSERVER, belief.sight))
        assert here.belief.may == belief.may
        assert here.belief.sure == belief.sure
        assert here.belief._shows == belief._shows
        assert here.public.may == public.may
        assert here.public.public_state == belief.public_state


def plain_staircase(values: dict[int, float], steps: Levels) -> dict[int, Fraction]:
    """The probabilities, one action after the other."""
    rounded = {each: round(value, 2) for each, value in values.items()}
    left = steps.best * len(values)
    found: dict[int, Fraction] = {}
    for value in sorted(set(rounded.values()), reverse=True):
        group = [each for each in rounded if rounded[each] == value]
        share = min(left / len(group), Fraction(1))
        left -= share * len(group)
        factor = steps.lower + share * (steps.higher - steps.lower)
        found |= dict.fromkeys(group, factor / len(values))
    return found


@pytest.mark.parametrize("best", [Fraction(1, 4), Fraction(2, 7)])
def test_the_staircase_is_that_of_fractions(best: Fraction) -> None:
    rng, steps = Random(8), levels(0.3, best)
    for number in (1, 2, 7, 30):
        values = {k: rng.choice([0.1, 0.104, 0.5, rng.random()]) for k in range(number)}
        found = Staircase.of(values, steps).chances()
        assert found == plain_staircase(values, steps)
        assert math.isclose(sum(found.values()), 1)


def test_cards_of_questions_are_numbered_alike_one_by_one_and_at_once() -> None:
    game = GAMES["Clue"]
    rng = Random(3)
    questions = [sum(rng.choice(bits(s)) for s in sort_masks(game)) for _ in range(20)]
    plain = [[card.bit_length() - 1 for card in bits(cards)] for cards in questions]
    assert indices(game, questions).tolist() == plain
    assert indices(game, questions[:2]).tolist() == plain[:2]
