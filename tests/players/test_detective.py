"""The strong player: legal, blind to hidden cards, and its reasons are true."""

from __future__ import annotations

import math
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, count
from random import Random

import numpy as np
import pytest

from mystpy.bits import bits, mask_of
from mystpy.engines.worlds.engine import WorldsEngine
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.table.turn_state import respondents
from mystpy.play.belief import BeliefState
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState
from mystpy.play.information_state import EventFold, InformationState
from mystpy.play.player import any_of, play_on
from mystpy.players.detective.belief_state import DetectiveBeliefState
from mystpy.players.detective.detective import LEVELS, Detective
from mystpy.players.detective.likelihood import likelihoods, profiles, resample
from mystpy.players.detective.question_choice import (
    candidates,
    certainty,
    inquiries,
    with_leaks,
)
from mystpy.players.detective.rivals import (
    disclosures,
    piles_left,
    readiness,
    shown_by_me,
    shown_to,
)
from mystpy.players.detective.sample import Deal, DealSample, sort_masks
from mystpy.players.detective.search import Rollouts, RootSearch
from mystpy.questions.advice import advice
from mystpy.situations.event import Event
from tests.programs import ran
from tests.sampling import part_by_day, reaches

MYST = Game.myst(1, 2, 3, 2)
SMALL = Game.clue(
    3,
    sorts={
        "who": ["plum", "green", "peach"],
        "what": ["rope", "knife", "pipe"],
        "where": ["hall", "study", "attic"],
    },
)
CLUE = Game.clue(4)


def detective(game: Game, player: int, level: str) -> Detective:
    """Return a player who draws few deals."""
    return Detective(game, player, level=level, deals=32, rollouts=40)


def played(game: Game, level: str, seed: int, most: int = 10_000) -> GameState:
    table = GameState(game, random_deal(game, Random(seed)))
    everybody = range(1, game.p + 1)
    players = [detective(game, i, level) for i in everybody]
    play_on(table, players, [Random(i) for i in everybody], most=most)
    return table


def views(table: GameState) -> Iterator[tuple[InformationState, Event]]:
    """Yield what each actor had seen, and the action; the last first."""
    while table.done:
        event = table.undo()
        yield InformationState.at(table, event.key[1]), event


def every_deal(game: Game, belief: BeliefState) -> list[Deal]:
    """Return all deals held possible, found by trying every deal."""
    whole = (1 << game.c) - 1

    def dealt(holder: int, free: int) -> Iterator[Deal]:
        if holder > game.p:
            yield ()
            return
        for hand in subsets(free, game.sizes[holder]):
            for rest in dealt(holder + 1, free & ~hand):
                yield (hand, *rest)

    evidence = belief.grid.conditions
    sorts = [sum(1 << game.deck[x] for x in xs) for _, xs in game.sorts]
    return [
        deal
        for deal in dealt(0, whole)
        if all(condition.satisfied(deal) for condition in evidence)
        and all((deal[0] & sort).bit_count() == 1 for sort in sorts)
    ]


def subsets(cards: int, size: int) -> Iterator[int]:
    if size == 0:
        yield 0
        return
    for card in bits(cards):
        for rest in subsets(cards & -card & ~card, size - 1):
            yield card | rest


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", [MYST, SMALL, CLUE], ids=repr)
def test_whole_games_end_with_a_winner_and_are_legal(level: str, game: Game) -> None:
    table = played(game, level, 3)
    assert table.over
    if level < "d":
        assert table.won
        assert [d.key[0] for d in table.done].count("guess") == 1
    assert WorldsEngine().judge(table.history()).verdict.value == "legal"


def same_view(seen: InformationState, rng: Random) -> GameState:
    """Return a table with other hidden cards at which a player sees the same."""
    names = seen.game.cards
    hands = BeliefState.of(seen).draw(rng)
    deal = [
        frozenset(x for k, x in enumerate(names) if hand >> k & 1) for hand in hands
    ]
    table = GameState(seen.game, tuple(deal))
    for event in seen.events:
        cards = event.cards
        if event.key[0] == "shows" and not cards:
            cards = rng.choice(bits(hands[event.key[1]] & table.question_mask))
        table.do(Event(event.key, cards))
    return table


@pytest.mark.parametrize("level", LEVELS)
def test_who_has_seen_the_same_does_the_same_whatever_the_others_hold(
    level: str,
) -> None:
    rng, hidden = Random(5), 0
    for seen, done in part_by_day([*views(played(CLUE, level, 4))], 6):
        other = same_view(seen, rng)
        assert InformationState.at(other, seen.player) == seen
        hidden += other.hands[0] != BeliefState.of(seen).pile
        player = detective(CLUE, seen.player, level)
        legal_actions = [o for o in other.legal_actions() if o.player == seen.player]
        event = player.act(seen, legal_actions, Random(6))
        again = detective(CLUE, seen.player, level)
        again.why(seen._replace(events=()), Event(("endturn", 1)))  # it is carried on
        assert again.act(seen, legal_actions, Random(6)) == event
        policy = player.policy(seen, legal_actions)
        assert sum(policy.values()) == 1
        assert again.policy(seen, legal_actions) == policy
        if level >= "c" or done.key[0] != "shows":
            assert {event, done} <= policy.keys()
    assert reaches(hidden)


def test_who_does_not_bluff_asks_for_no_own_cards() -> None:
    bluffs = 0
    for seed in range(3):
        table = GameState(CLUE, random_deal(CLUE, Random(seed)))
        players = [
            Detective(CLUE, i, level=level, deals=32, bluffs=i == 1)
            for i, level in enumerate("bbde", start=1)
        ]
        play_on(table, players, [Random(i) for i in range(4)])
        for event in table.done:
            if event.key[0] == "asks" and event.cards & table.hands[event.key[1]]:
                assert event.key[1] == 1
                bluffs += 1
    assert bluffs, "the first of them covers questions with own cards"


def showable(
    deals: Sequence[Deal], deal: Deal, holder: int, question: int
) -> list[int]:
    """Return the cards that a holder may show: those that are known before others."""
    known = question
    for other in deals:
        known &= other[holder]
    return bits(known or deal[holder] & question)


def told_by_trial(
    game: Game, player: int, deals: Sequence[Deal], question: int
) -> float:
    """Return the expected information by going through all deals and answers."""
    seen: dict[tuple[int, int], dict[Deal, float]] = {}
    for deal in deals:
        for step in range(game.p - 1):
            other = (player + step) % game.p + 1
            if cards := showable(deals, deal, other, question):
                for card in cards:
                    evidence = seen.setdefault((other, card), defaultdict(float))
                    evidence[deal] += 1 / len(cards)
                break
        else:
            seen.setdefault((0, 0), defaultdict(float))[deal] += 1
    left = sum(sum(w.values()) * uncertain(game, w) for w in seen.values())
    return uncertain(game, Counter(deals)) - left / len(deals)


def uncertain(game: Game, weights: Mapping[Deal, float]) -> float:
    """Return how uncertain the pile is, in bits."""
    found, whole = 0.0, sum(weights.values())
    for k in range(game.c):
        share = sum(w for deal, w in weights.items() if deal[0] >> k & 1) / whole
        parts = (share,) if game.sorts else (share, 1 - share)
        found -= sum(x * math.log2(x) for x in parts if x > 0)
    return found


@pytest.mark.parametrize("game", [MYST, SMALL], ids=repr)
def test_with_all_deals_the_expected_information_is_exact(game: Game) -> None:
    looked = 0
    for seen, event in part_by_day(list(views(played(game, "b", 7)))[::-1], 2):
        if event.key[0] != "asks" or BeliefState.of(seen).pile is not None:
            continue
        here = EventFold(DetectiveBeliefState).at(seen)
        deals = every_deal(game, here.belief)
        assert len(deals) == here.belief.count()
        sample, heard = (
            DealSample.of(game, each) for each in (deals, every_deal(game, here.public))
        )
        questions = [sum(1 << game.deck[x] for x in Q) for Q in game.questions()]
        evidence = inquiries(sample, seen.player, questions)
        found = {t.question: t for t in with_leaks(evidence, heard, seen.player)}
        for question, one in found.items():
            exact = told_by_trial(game, seen.player, deals, question)
            assert one.gain == pytest.approx(exact, abs=1e-6)
        engine = WorldsEngine()
        for other in advice(seen.history(), seen.player, engine, most=3):
            one = found[sum(1 << game.deck[x] for x in other.question)]
            assert one.leak == pytest.approx(other.leak, abs=1e-6)
            assert one.unshown == pytest.approx(other.unshown, abs=1e-6)
            looked += 1
    assert reaches(looked)


def test_a_question_is_covered_by_cards_that_nobody_can_show() -> None:
    """Else who asks for them is shown what is known, for ever."""
    shares = np.array([0, 0, 1, 0.5, 0.5, 0, 0, 0, 1], np.float32)
    others = (1 << 3, 1 << 4, 1 << 5)
    assert candidates(SMALL, 0, shares) == [1 << 8 | card | 1 << 2 for card in others]
    covered = candidates(SMALL, 0b10, np.zeros(9, np.float32))
    assert [cards & 0b111 for cards in covered] == [0b10]


def test_what_a_shown_card_leaves_the_asker_holds_in_every_deal() -> None:
    """The piles that are left are at least those of the deals that fit."""
    looked = 0
    for seen, event in chain(*(views(played(SMALL, "c", seed)) for seed in range(6))):
        here = EventFold(DetectiveBeliefState).at(seen)
        if (
            event.key[0] != "shows"
            or (cards := seen.hand & here.question_mask) == event.cards
        ):
            continue
        found = disclosures(here, event.key[-1], cards)
        (shown,) = (one for one in found if one.card == event.cards)
        assert shown.tells < found[0].tells + 0.1
        before = shown_by_me(here)[event.key[-1]]
        deals = [
            deal
            for deal in every_deal(SMALL, here.public)
            if before & deal[seen.player] == before
        ]
        for one in found:
            piles = {deal[0] for deal in deals if deal[seen.player] & one.card}
            assert len(piles) <= one.piles <= one.before
            looked += 1
    assert looked


@pytest.mark.parametrize("shown", [0, 1])
def test_a_card_that_the_asker_has_seen_is_shown_again(shown: int) -> None:
    table, rng = GameState(CLUE, random_deal(CLUE, Random(0))), Random(0)
    mine = [bits(table.hands[2] & sort)[:1] for sort in sort_masks(CLUE)]
    cards = [card for row in mine for card in row][:2]
    question = next(
        Q
        for Q in map(partial(mask_of, game=CLUE), CLUE.questions())
        if Q & table.hands[2] == sum(cards)
    )
    table.do(Event(("asks", 1), question))
    table.do(Event(("yes", 2)))
    table.do(Event(("shows", 2, 1), cards[shown]))
    while not any(legal.key == ("asks", 1) for legal in table.legal_actions()):
        legal_actions = [o for o in table.legal_actions() if o.key[0] != "guess"]
        table.do(any_of(rng.choice(legal_actions), CLUE, rng))
    table.do(Event(("asks", 1), question))
    table.do(Event(("yes", 2)))
    seen, player = InformationState.at(table, 2), Detective(CLUE, 2, level="c")
    event = player.act(seen, table.legal_actions(), rng)
    assert event.cards == cards[shown]
    assert player.why(seen, event) == "the asker has seen it before"
    other = Event(event.key, sum(cards) - event.cards)
    assert "was seen by the asker before" in player.why(seen, other)


def test_nobody_knows_less_than_rivals_are_taken_to_know() -> None:
    rng, looked = Random(3), 0
    for seen, event in views(played(SMALL, "d", 11)):
        if event.key[0] not in ("guess", "noguess") or BeliefState.of(seen).pile:
            continue
        here = EventFold(DetectiveBeliefState).at(seen)
        shown = shown_to(here)
        other = same_view(seen, rng)
        for rival in here.rivals:
            theirs = BeliefState.of(InformationState.at(other, rival))
            known = {deal[0] for deal in every_deal(SMALL, theirs)}
            left = piles_left(here, rival, other.hands, shown, rng)
            if all(d.cards for _, d in shown[rival]):
                assert len(known) <= left
                looked += 1
    assert looked


def test_the_race_weighs_a_guess_against_one_more_question() -> None:
    for seen, event in views(played(CLUE, "d", 12)):
        if event.key[0] not in ("guess", "noguess") or BeliefState.of(seen).pile:
            continue
        player = detective(CLUE, seen.player, "d")
        said = player.why(seen, event)
        if said.startswith("the pile is not known"):
            assert event.key[0] == "noguess"
            continue
        numbers = [int(x) / 100 for x in re.findall(r"(\d+)%", said)]
        chance, waiting, before, later = numbers
        assert abs(waiting - (1 - before) * later) < 0.02
        assert (event.key[0] == "guess") == (chance > waiting) or chance == waiting


def test_a_right_guess_is_the_likelier_the_fewer_piles_are_left() -> None:
    assert readiness(1, 3) == readiness(1, 6) == 1
    assert readiness(4, 3) == 0.25 < readiness(4, 6) == 0.5 < readiness(3, 6)


def chance_with_cover(own: int, question: int) -> float:
    """Return how likely a question is of who asks for an own card of a sort at 1/4."""
    chance = 1.0
    for sort in sort_masks(SMALL):
        mine, others = own & sort, sort & ~own
        cover = 0.25 if mine and others else bool(mine)
        pool, share = (mine, cover) if question & mine else (others, 1 - cover)
        chance *= share / max(1, pool.bit_count())
    return chance


def weighed(here: DetectiveBeliefState) -> list[tuple[Deal, float]]:
    """Return all deals held possible, each with its weight."""
    deals = every_deal(SMALL, here.belief)
    sample = DealSample.of(SMALL, deals)
    found = likelihoods(here, sample, profiles(here))
    return list(zip(deals, found.tolist(), strict=True))


def test_questions_tell_of_the_hand_of_the_asker() -> None:
    """The weights by another route: of all questions those without own cards."""
    table = GameState(SMALL, random_deal(SMALL, Random(1)))
    own = table.hands[1]
    free = [bits(sort & ~own)[0] for sort in sort_masks(SMALL)]
    table.do(Event(("asks", 1), sum(free)))
    while not any(legal.key == ("endturn", 1) for legal in table.legal_actions()):
        legal = next(o for o in table.legal_actions() if o.key[0] != "guess")
        table.do(any_of(legal, SMALL, Random(0)))
    seen = InformationState.at(table, 3)
    here = EventFold(DetectiveBeliefState).at(seen)
    (profile,) = profiles(here)
    assert profile.question_mask == sum(free)
    questions = [mask_of(Q, SMALL) for Q in SMALL.questions()]
    for deal, weight in weighed(here):
        fit = [Q for Q in questions if not Q & deal[1]]
        avoids = len(questions) / len(fit) if profile.question_mask in fit else 0
        covered = len(questions) * chance_with_cover(deal[1], profile.question_mask)
        expected = 1 + 0.5 * covered
        if not profile.unanswered:
            expected += 0.15 * avoids
        elif not deal[1] & profile.question_mask:
            expected *= 0.02
        assert weight == pytest.approx(expected)


def test_a_card_that_was_shown_is_hardly_asked_for_again() -> None:
    looked = 0
    for seen, _ in views(played(SMALL, "a", 6)):
        here = EventFold(DetectiveBeliefState).at(seen)
        found = profiles(here)
        if not any(profile.shown for profile in found):
            continue
        deals = every_deal(SMALL, here.belief)
        sample = DealSample.of(SMALL, deals)
        blind = [profile._replace(shown=()) for profile in found]
        weights = likelihoods(here, sample, found)
        for k, before in enumerate(likelihoods(here, sample, blind)):
            for by, cards, later in chain(*(profile.shown for profile in found)):
                able = bits(deals[k][by] & cards)
                once = [card for card in able if not card & later]
                before *= max(0.05, len(once) / len(able))
                looked += len(once) < len(able)
            assert weights[k] == pytest.approx(before)
    assert looked


def test_deals_are_drawn_again_as_often_as_they_weigh() -> None:
    deals = [(1, 2), (2, 1)]
    game = Game.general(["x", "y", "z"], (1, 1, 1), 1)
    sample = DealSample.of(game, deals)
    found = resample(sample, np.array([1.0, 3.0]), 100, Random(0))
    assert [found.deals.count(deal) for deal in deals] == [25, 75]


def test_draws_are_the_same_in_each_process() -> None:
    """Nothing depends on the order of sets, which differs from process to process."""
    script = (
        "from tests.players.test_detective import CLUE, played\n"
        "print(hash(tuple(d.cards for d in played(CLUE, 'b', 3, 60).done)))"
    )
    said = {
        ran([sys.executable, "-c", script], env=os.environ | {"PYTHONHASHSEED": seed})
        for seed in "12"
    }
    assert len({done.stdout for done in said}) == 1
    assert not any(done.returncode for done in said)


def test_a_level_that_is_not_there_is_refused() -> None:
    with pytest.raises(QueryError, match="no level 'z'"):
        Detective(CLUE, 1, level="z")


def right_by_trial(
    game: Game, player: int, deals: Sequence[Deal], question: int
) -> float:
    """Return how likely the best guess after an answer is to be right."""
    seen: dict[tuple[int, int], dict[int, float]] = {}
    for deal in deals:
        others = respondents(player, game.p)
        holder = next((k for k in others if deal[k] & question), 0)
        cards = showable(deals, deal, holder, question) if holder else [0]
        for card in cards:
            piles = seen.setdefault((holder, card), {})
            piles[deal[0]] = piles.get(deal[0], 0) + 1 / len(cards)
    return sum(max(piles.values()) for piles in seen.values()) / len(deals)


def test_trials_count_how_often_a_guess_after_the_answer_is_right() -> None:
    looked = 0
    for seen, event in views(played(SMALL, "b", 7)):
        if event.key[0] != "asks" or BeliefState.of(seen).pile is not None:
            continue
        here = EventFold(DetectiveBeliefState).at(seen)
        sample = DealSample.of(SMALL, every_deal(SMALL, here.belief))
        questions = [mask_of(Q, SMALL) for Q in SMALL.questions()]
        late, soon = (
            Rollouts(seen.player, seen.hand, sample, sample, beaten)
            for beaten in (lambda _: 1, lambda _: 0)
        )
        for question in questions:
            exact = right_by_trial(SMALL, seen.player, sample.deals, question)
            assert late.later([question]) == pytest.approx(exact, abs=1e-5)
            assert certainty(sample, seen.player, [question]) == late.later([question])
            (last,), (first,) = late.trials([question]), soon.trials([question])
            assert last.wins == pytest.approx(exact, abs=1e-5)
            assert first.wins >= last.wins - 1e-6
            looked += first.wins > last.wins
    assert looked


def test_a_search_goes_on_as_long_as_it_has_time() -> None:
    """The clock is one that tells how often it was looked at."""
    for seen, event in views(played(SMALL, "b", 7)):
        if event.key[0] == "noguess" and BeliefState.of(seen).pile is None:
            break
    here = EventFold(DetectiveBeliefState).at(seen)
    question = mask_of(next(iter(SMALL.questions())), SMALL)
    for seconds, looks in ((0, 2), (2.5, 4)):
        ticks = count()
        search = RootSearch(here, None, seconds, clock=ticks.__next__)
        found = search.race([question])
        assert next(ticks) == looks
        assert 0 < found.chance < 1
    fixed = RootSearch(here, 40, 100, clock=ticks.__next__)
    assert fixed.race([question]) == RootSearch(here, 40, 0).race([question])


def test_a_wrong_guess_tells_that_the_guesser_has_none_of_its_cards() -> None:
    game = Game.myst(1, 1, 3, 1)
    table = GameState(game, tuple(frozenset([f"s{k}"]) for k in (1, 2, 3, 4)))
    for event in (Event(("asks", 1), 1), Event(("no", 2)), Event(("no", 3))):
        table.do(event)
    table.do(Event(("guess", 1), 1 << 3))
    seen = InformationState.at(table, 2)
    here = EventFold(DetectiveBeliefState).at(seen)
    deals = every_deal(game, here.belief)
    weights = likelihoods(here, DealSample.of(game, deals), profiles(here))
    own = [w for deal, w in zip(deals, weights, strict=True) if deal[1] == 1 << 3]
    others = [w for deal, w in zip(deals, weights, strict=True) if deal[1] == 1 << 1]
    assert own
    assert others
    assert max(own) == pytest.approx(0.02 * max(others))


def test_the_bits_of_a_reason_are_those_of_the_deals_drawn() -> None:
    looked = 0
    for seen, event in list(views(played(CLUE, "b", 13)))[-60:]:
        if event.key[0] != "asks":
            continue
        here = EventFold(DetectiveBeliefState).at(seen)
        deals = list(here.sample_deals(32).deals)
        bits_told = told_by_trial(CLUE, seen.player, deals, event.cards)
        said = detective(CLUE, seen.player, "b").why(seen, event)
        assert f"expected to tell {bits_told:.2f} bits" in said
        others = respondents(seen.player, CLUE.p)
        none = sum(all(not deal[k] & event.cards for k in others) for deal in deals)
        assert said.endswith(f"nobody shows a card with {none / len(deals):.0%}")
        looked += 1
    assert looked > 3


def test_a_level_that_knows_no_more_says_what_is_open() -> None:
    for seen, event in views(played(SMALL, "a", 14)):
        said = detective(SMALL, seen.player, "a").why(seen, event)
        pile = BeliefState.of(seen).pile
        if event.key[0] == "guess":
            assert pile == event.cards
            assert said == "it is the only pile possible"
        if event.key[0] == "noguess":
            assert pile is None
            assert said.startswith("the pile is not known: up to ")
        if event.key[0] in ("yes", "no", "endturn"):
            assert said == "the rules leave no choice"
        if event.key[0] == "asks" and pile is None:
            assert said.startswith("not known whether the pile has {")
