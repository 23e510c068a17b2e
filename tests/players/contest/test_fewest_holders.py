"""The player who asks for the cards that the fewest others may hold."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from mystpy.bits import bits
from mystpy.game.game import Game
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState, sort_masks
from mystpy.play.information_state import InformationState
from mystpy.play.player import play_on
from mystpy.players.contest.fewest_holders import FewestHolders
from mystpy.players.counting_sheet import CountingSheet
from mystpy.players.naive import BELIEFS
from mystpy.players.player_base import draw_question, unknown
from mystpy.situations.event import Event

CLUE = Game.clue(3)
MYST = Game.myst(3, 3, 3, 2)


class Aimless(FewestHolders):
    """A player who asks for any cards, also those that it has seen."""

    def question(self, seen: InformationState, rng: Random) -> int:
        """Return any question."""
        return draw_question(self.game, (), rng)


def turns(
    game: Game,
    seed: int,
    belief: str = "counting",
    kind: type[FewestHolders] = FewestHolders,
) -> Iterator[tuple[InformationState, Event]]:
    """Yield each action of a game, the last first, with what its player saw before."""
    table = GameState(game, random_deal(game, Random(seed)))
    everybody = range(1, game.p + 1)
    players = [kind(game, i, belief=belief) for i in everybody]
    play_on(table, players, [Random(seed + i) for i in everybody])
    assert table.won
    while table.done:
        event = table.undo()
        player = event.key[1]
        yield InformationState.at(table, player), event


def numbers(may: tuple[int, ...], cards: int) -> list[int]:
    """Return how many players may hold each of some cards."""
    return [[hand & card > 0 for hand in may[1:]].count(True) for card in bits(cards)]


@pytest.mark.parametrize("belief", ["counting", "exact"])
def test_the_card_of_each_sort_is_one_that_the_fewest_may_hold(belief: str) -> None:
    compared, fewer = 0, 0
    for seed in range(6):
        for seen, event in turns(CLUE, seed, belief):
            if event.key[0] != "asks":
                continue
            found = BELIEFS[belief](seen)
            for each in seen.events:
                found = found.then(each)
            open_ = unknown(found) | found.sure[0]
            for sort in sort_masks(CLUE):
                every = numbers(found.may, sort & open_)
                asked = numbers(found.may, event.cards & open_ & sort)
                assert asked == [min(every)]
                fewer += min(every) < max(every)
            earlier = [each.cards for each in seen.events if each.key == event.key]
            assert event.cards not in earlier, "each answer tells something"
            compared += 1
    assert compared > 50
    assert fewer > 50


@pytest.mark.parametrize("game", [MYST, Game.myst(2, 2, 3, 5)], ids=["2", "5"])
def test_without_sorts_cards_of_the_pile_come_last(game: Game) -> None:
    compared, padded = 0, 0
    for seed in range(12):
        for seen, event in turns(game, seed):
            if event.key[0] != "asks":
                continue
            sheet = CountingSheet.of(seen)
            open_ = unknown(sheet)
            if open_.bit_count() < game.q:
                padded += 1
                assert event.cards & open_ == open_
            elif event.key not in {e.key for e in seen.events}:
                asked = numbers(sheet.may, event.cards & open_)
                assert sorted(asked) == sorted(numbers(sheet.may, open_))[: game.q]
                compared += 1
    assert compared > 20
    assert (padded > 20) == (game.q == 5)


def test_a_card_that_the_asker_has_seen_is_shown_again() -> None:
    again, drawn = 0, set[bool]()
    for seed in range(6):
        for seen, event in turns(CLUE, seed, kind=Aimless):
            if event.key[0] != "shows":
                continue
            (question,) = [e.cards for e in seen.events if e.key[0] == "asks"][-1:]
            before = sum({e.cards for e in seen.events if e.key == event.key})
            may = question & seen.hand
            if may & before:
                assert event.cards & before
                why = FewestHolders(CLUE, seen.player).why(seen, event)
                assert why == "the asker has seen it before"
                again += may.bit_count() > 1
            elif may.bit_count() > 1:
                drawn.add(event.cards == min(bits(may)))
    assert again > 3
    assert drawn == {False, True}, "any card is shown for the first time"


def test_the_reason_of_a_question_has_the_numbers() -> None:
    seen = InformationState(CLUE, 1, sum(1 << k for k in (0, 1, 6, 7, 12, 13)))
    player = FewestHolders(CLUE, 1)
    question = Event(("asks", 1), player.question(seen, Random(1)))
    why = "players who may hold the cards with unknown holders: 2, 2, 2"
    assert player.why(seen, question) == why
