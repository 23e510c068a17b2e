"""The Broomheads: whom they ask, for what, what they show, and what they assume."""

from __future__ import annotations

from collections import Counter
from random import Random

from mystpy.bits import bits
from mystpy.game.game import Game
from mystpy.play.belief import BeliefState
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState
from mystpy.play.information_state import InformationState
from mystpy.play.player import play_on
from mystpy.players.broomhead.broomhead import (
    Broomhead,
    Crazy,
    card_to_show,
    interrogation,
    spared_opponent,
    target,
    uncertain,
)
from mystpy.players.broomhead.opponent_models import (
    Ages,
    Assumption,
    Psychotic,
    SuperCrazy,
)
from mystpy.players.counting_sheet import CountingSheet
from mystpy.situations.event import Event

GAME = Game.myst(2, 3, 3, 8)
"""Lists of eight of eleven cards: three are left out, as many as a hand has."""

OWN = 0b111


def turn(i: int, question: int, *answers: Event) -> tuple[Event, ...]:
    """A turn of Bart's rules, where the one after i is asked first."""
    ends = (Event(("noguess", i)), Event(("endturn", i)))
    return (Event(("asks", i), question), *answers, *ends)


def answered(j: int, i: int, card: int = 0) -> tuple[Event, Event]:
    return Event(("yes", j)), Event(("shows", j, i), card)


def test_the_uncertain_cards_are_those_of_each_opponent() -> None:
    seen = InformationState(GAME, 1, OWN)
    start = CountingSheet.of(seen)
    assert uncertain(start, 1) == dict.fromkeys((2, 3), (1 << 11) - 1 - OWN)
    events = turn(1, 0b11111111 << 3, *answered(2, 1, 0b1000))
    sheet = CountingSheet.of(seen._replace(events=events))
    assert uncertain(sheet, 1) == dict.fromkeys((2, 3), (1 << 11) - 1 - 0b1111)


def test_the_target_has_most_uncertain_cards_and_the_spared_one_is_last() -> None:
    rng = Random(1)
    open_ = {2: 0b111, 3: 0b1, 4: 0b11}
    assert target(open_, [2, 3, 4], 0, rng) == 2
    assert target(open_, [2, 3, 4], 2, rng) == 4
    assert target(open_, [3], 3, rng) == 3, "there is nobody else"
    assert target({2: 0b1}, [2, 3, 4], 2, rng) == 2, "the end game"
    assert {target({2: 1, 3: 2}, [2, 3], 0, rng) for _ in range(30)} == {2, 3}


def test_one_opponent_is_spared_all_through_a_game() -> None:
    found = {spared_opponent(GAME, 1, hand) for hand in range(40)}
    assert found == {2, 3}
    assert len({spared_opponent(GAME, 1, OWN) for _ in range(9)}) == 1


def test_in_the_open_game_all_uncertain_cards_are_asked_for_and_some_more() -> None:
    sheet = CountingSheet.of(InformationState(GAME, 1, OWN))
    open_ = uncertain(sheet, 1)
    padding: Counter[int] = Counter()
    for seed in range(400):
        chosen = interrogation(sheet, open_, 2, GAME, Random(seed))
        assert chosen.cards == open_[2]
        assert not chosen.padding & ~OWN
        padding.update(bits(chosen.padding))
    assert all(260 < padding[card] < 340 for card in bits(OWN)), "three of four"


def test_in_the_end_game_as_many_are_asked_for_as_the_pile_has() -> None:
    game = Game.myst(2, 3, 2, 4)
    sheet = CountingSheet.of(InformationState(game, 1, OWN))
    open_ = uncertain(sheet, 1)
    asked, padding = set(), 0
    for seed in range(400):
        chosen = interrogation(sheet, open_, 2, game, Random(seed))
        assert chosen.cards.bit_count() == 2
        assert not chosen.cards & ~open_[2]
        assert not chosen.padding & ~OWN
        asked.add(chosen.cards)
        padding += chosen.padding.bit_count()
    assert len(asked) == 10, "any two of five"
    assert 240 < padding < 360, "one of four of three"


def test_a_card_shown_before_is_shown_again() -> None:
    events = turn(2, 0b1110, *answered(1, 2, 0b010))
    seen = InformationState(GAME, 1, OWN, events)
    assert card_to_show(seen, 0b111, Random(0)) == 0b010
    assert {card_to_show(seen, 0b101, Random(i)) for i in range(20)} == {0b001, 0b100}
    later = seen._replace(events=(*events, *turn(3, 0b1110, *answered(1, 3, 0b100))))
    assert card_to_show(later, 0b111, Random(0)) == 0b010, "the first one"
    assert card_to_show(later, 0b101, Random(0)) == 0b100


def test_who_is_asked_is_one_who_may_be_asked() -> None:
    """Where the respondent is chosen, each of them is offered."""
    seen = InformationState(GAME, 1, OWN)
    keys = [("asks", 1, 2), ("asks", 1, 3)]
    for kind in (Broomhead, Crazy, SuperCrazy, Psychotic):
        chosen = {
            kind(GAME, 1).choose_question(seen, keys, Random(i)).key for i in range(20)
        }
        if kind is Broomhead:
            assert chosen == set(keys)
        else:
            assert len(chosen) == 1, "one is spared"
        only = kind(GAME, 1).choose_question(seen, keys[1:], Random(0))
        assert only.key == keys[1]
        assert only.cards & ~OWN == ((1 << 11) - 1) & ~OWN


def assumption(*events: Event, player: int = 1, hand: int = OWN) -> Assumption:
    seen = InformationState(GAME, player, hand)
    found = Assumption(CountingSheet(seen))
    for event in events:
        found.then(event)
    return found


LEFT_OUT = 0b111 << 8
LIST = ((1 << 11) - 1) & ~LEFT_OUT


def test_what_a_first_interrogation_leaves_out_is_taken_to_be_held() -> None:
    asks = turn(1, ((1 << 11) - 1) & ~OWN, *answered(2, 1, 1 << 8))
    found = assumption(*asks, *turn(2, LIST, *answered(3, 2)))
    assert found.sheet
    assert found.sheet.sure[2] == LEFT_OUT
    plain = CountingSheet.of(InformationState(GAME, 1, OWN, asks))
    assert plain.sure[2] == 1 << 8


def test_an_assumption_is_made_once_and_for_opponents_only() -> None:
    found = assumption(Event(("asks", 1), LIST))
    assert found.sheet
    assert not found.sheet.sure[2]
    heard = assumption(Event(("asks", 1), LIST), player=2, hand=0b111 << 3)
    assert heard.sheet
    assert heard.sheet.sure[1] == LEFT_OUT
    small = Game.myst(2, 2, 3, 5)
    seen = InformationState(small, 2, 0b11)
    many = Assumption(CountingSheet(seen))
    many.then(Event(("asks", 1), 0b11111))
    assert many.sheet
    assert not many.sheet.sure[1], "three cards are more than a hand of two"


def test_an_assumption_that_is_refuted_is_dropped_for_good() -> None:
    """Player 1 asks for all but cards of player 2, so the assumption fails."""
    hand = 0b111 << 3
    listed = ((1 << 11) - 1) & ~hand
    passed = Event(("asks", 1), listed), Event(("no", 2))
    found = assumption(*passed, player=2, hand=hand)
    assert not found.sheet, "player 1 cannot have the cards of player 2"
    kept = assumption(Event(("asks", 1), LIST), player=2, hand=hand)
    assert kept.sheet
    found.then(Event(("yes", 3)))
    assert not found.sheet
    player = SuperCrazy(GAME, 2)
    seen = InformationState(GAME, 2, hand, (Event(("asks", 1), listed),))
    assert player.belief(seen).sure == CountingSheet.of(seen).sure


def test_only_the_first_list_counts() -> None:
    hand = 0b111 << 3
    events = (
        *turn(1, LIST, *answered(2, 1, 0b1000)),
        *turn(2, LIST, *answered(3, 2, 1)),
        *turn(3, ((1 << 11) - 1) & ~0b111, *answered(1, 3)),
    )
    found = assumption(*events, player=2, hand=hand)
    assert found.sheet
    assert found.sheet.sure[3] == 0b111
    again = turn(1, ((1 << 11) - 1) & ~(0b111 << 6), *answered(2, 1, 0b1000))
    for event in again:
        found.then(event)
    assert found.sheet
    assert found.sheet.sure[1] == LEFT_OUT, "what the second list leaves out, is not"


def test_a_card_not_asked_for_again_grows_old() -> None:
    """Player 1 asks player 2 for all, then for all but the card that was shown."""
    ages = Ages(GAME)
    whole = (1 << 11) - 1
    for question in (whole, whole ^ 0b1000, whole ^ 0b1000):
        for event in (Event(("asks", 1), question), *answered(2, 1)):
            ages.then(event)
    assert ages.age(1, 2, 0b1000) == 2
    assert ages.age(1, 2, 0b0001) == 0
    assert ages.age(1, 3, 0b0001) == 3, "player 3 was not asked"
    assert ages.age(3, 2, 0b1000) == 0, "player 3 has not asked"
    ages.then(Event(("asks", 1), 0b1000))
    ages.then(Event(("no", 2)))
    assert ages.age(1, 2, 0b1000) == 3, "nothing was shown, all grow"
    assert ages.times_asked == {1: 0, 2: 4, 3: 0}
    assert ages.hand(2, 3, 0b1111, 1, Random(0)) == 0b1000
    assert ages.hand(2, 1, 0b1111, 1, Random(0)).bit_count() == 1


def test_psychotic_guesses_before_it_is_certain() -> None:
    game = Game.myst(2, 2, 3, 7)
    wrong = early = 0
    for seed in range(12):
        table = GameState(game, random_deal(game, Random(seed)))
        players = [Psychotic(game, 1), Crazy(game, 2), Crazy(game, 3)]
        play_on(table, players, [Random(f"{seed} {i}") for i in range(3)], most=400)
        for step, event in enumerate(table.done):
            if event.key == ("guess", 1):
                before = GameState(game, table.deal)
                for done in table.done[:step]:
                    before.do(done)
                early += BeliefState.of(InformationState.at(before, 1)).pile is None
                wrong += event.cards != table.hands[0]
            elif event.key[0] == "guess":
                assert event.cards == table.hands[0], "the others are certain"
    assert 0 < wrong < early


def test_super_crazy_wins_more_often_than_crazy() -> None:
    """Where what is left out of the first list is a hand, and askers ask so."""
    wins: Counter[bool] = Counter()
    for seed in range(60):
        table = GameState(GAME, random_deal(GAME, Random(seed)))
        at = seed % 3 + 1
        players = [(SuperCrazy if i == at else Crazy)(GAME, i) for i in (1, 2, 3)]
        play_on(table, players, [Random(f"{seed} {i}") for i in range(3)], most=400)
        wins[table.won and table.done[-1].key[1] == at] += 1
    assert wins[True] > 20, wins
