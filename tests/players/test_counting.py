"""CountingLogic: sound in random games, and the share of consequences it misses."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from mystpy.game.game import Game
from mystpy.play.belief import BeliefState
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState
from mystpy.play.information_state import BeliefApproximation, InformationState
from mystpy.play.player import any_of
from mystpy.players.counting_logic import Clue, CountingLogic, InvalidClue, apply_trials
from mystpy.players.counting_sheet import CountingSheet
from tests.engines.situations import GAMES
from tests.play.test_game_state import played

SORTS = {sort: [f"{sort}{i}" for i in range(4)] for sort in ("who", "how", "where")}
LARGER = (Game.myst(2, 4, 4, 3), Game.myst(3, 3, 5, 2), Game.clue(6))


def logic(sizes: list[int], *clues: Clue) -> CountingLogic:
    found = CountingLogic(sizes, (1 << sum(sizes)) - 1)
    found.add(clues)
    return found


def test_a_clue_is_reduced_by_what_is_known() -> None:
    clue = Clue(0b11110, 2, 2, 3)
    assert clue.reduced(0b00010, 0b00100) == Clue(0b11000, 2, 1, 2)
    assert clue.reduced(0b00110, 0) == Clue(0b11000, 2, 0, 1)
    with pytest.raises(InvalidClue):
        clue.reduced(0, 0b01110)
    with pytest.raises(InvalidClue):
        clue.reduced(0b11110, 0)


def test_a_clue_that_the_number_of_cards_tells_is_dropped() -> None:
    """If two of four cards are held, any three of them have one or two of these."""
    evidence = [Clue(0b0111, 1, 1, 2), Clue(0b0011, 1, 0, 2)]
    assert not logic([1, 2, 1], *evidence).unresolved
    assert logic([1, 2, 1], Clue(0b0111, 1, 1, 1)).unresolved
    assert logic([1, 2, 1], Clue(0b0011, 1, 1, 2)).unresolved


@pytest.mark.alike(2)
@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_lost_with_what_is_dropped(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(seed)
    clues = []
    deal = rng.sample(range(12), 12)
    sizes = [2, 4, 3, 3]
    for _ in range(14):
        k = rng.randrange(4)
        hand = set(deal[sum(sizes[:k]) : sum(sizes[: k + 1])])
        cards = rng.sample(range(12), rng.randint(1, 8))
        held = len(hand.intersection(cards))
        mask = sum(1 << card for card in cards)
        clues.append(Clue(mask, k, rng.randint(0, held), rng.randint(held, len(cards))))
    found = [logic(sizes, *clues[: i + 1]) for i in range(len(clues))]
    monkeypatch.setattr(Clue, "follows", lambda clue, size: not clue.cards)
    kept = [logic(sizes, *clues[: i + 1]) for i in range(len(clues))]
    assert [(x.held, x.lacked) for x in found] == [(x.held, x.lacked) for x in kept]
    assert sum(len(x.unresolved) for x in found) < sum(len(x.unresolved) for x in kept)


def test_what_is_held_by_one_is_lacked_by_the_others_and_sizes_count() -> None:
    found = logic([1, 2, 2], Clue(0b00011, 1, 2, 2))
    assert found.held == [0, 0b00011, 0]
    assert found.lacked == [0b00011, 0b11100, 0b00011]
    found.add([Clue(0b00100, 2, 0, 0)])
    assert found.held == [0b00100, 0b00011, 0b11000], "the last entry of a card is +"
    assert not found.unresolved


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(InvalidClue, match="cannot have"):
        logic([1, 1, 1], Clue(0b011, 1, 2, 2))
    with pytest.raises(InvalidClue, match="two holders"):
        logic([1, 1, 1], Clue(0b001, 1, 1, 1), Clue(0b001, 2, 1, 1))
    with pytest.raises(InvalidClue):
        logic([1, 1, 1], *(Clue(0b001, k, 0, 0) for k in range(3)))


def test_a_trial_that_fails_sets_the_other_value() -> None:
    """Three pairs share a card, and the hand has two: without it they need three."""
    pairs = [Clue(0b000001 | 1 << k, 1, 1, 2) for k in (1, 2, 3)]
    found = logic([2, 2, 2], *pairs)
    assert not any(found.held)
    assert len(found.unresolved) == 3
    assert apply_trials(found).held == [0, 1, 0]
    assert not any(found.held), "what was known stays as it was"
    with pytest.raises(InvalidClue):
        apply_trials(
            logic([2, 1, 3], *pairs, Clue(0b010001, 1, 1, 2), Clue(0b110000, 1, 1, 2))
        )


def test_what_follows_in_both_cases_is_entered() -> None:
    """Whichever of two cards player 1 has, player 2 lacks it and has a third."""
    clues = [Clue(0b0011, 1, 1, 1), Clue(0b0111, 2, 2, 3), Clue(0b0011, 2, 1, 2)]
    found = apply_trials(logic([1, 1, 2], *clues))
    assert found.held == [0b1000, 0, 0b0100]


def test_the_example_of_the_thesis_is_beyond_counting_and_trials() -> None:
    """Two disjoint pairs fill a hand of two, see 3.2: no single clue says so."""
    pairs = [Clue(0b000011, 1, 1, 2), Clue(0b001100, 1, 1, 2)]
    assert not any(apply_trials(logic([2, 2, 2], *pairs)).lacked)


def is_sound(weak: BeliefApproximation, strong: BeliefApproximation) -> bool:
    """Return whether each entry of the weak belief is an entry of the strong one."""
    return all(
        not sure & ~really and not maybe & ~might
        for sure, maybe, might, really in zip(
            weak.sure, strong.sure, weak.may, strong.may, strict=True
        )
    )


def known(belief: BeliefApproximation, cards: int) -> int:
    """Return the number of entries that are not 0."""
    whole = (1 << cards) - 1
    pairs = zip(belief.may, belief.sure, strict=True)
    return sum((sure | whole & ~may).bit_count() for may, sure in pairs)


def compared(table: GameState, player: int, found: Counter[str]) -> None:
    """Count the known entries of each of the beliefs."""
    seen = InformationState.at(table, player)
    exact = BeliefState.of(seen)
    plain, crazy = CountingSheet.of(seen), CountingSheet.of(seen, trial=True)
    assert is_sound(plain, crazy)
    assert is_sound(crazy, exact)
    assert plain.pile in (None, exact.pile)
    found["exact"] += known(exact, seen.game.c)
    found["plain"] += known(plain, seen.game.c)
    found["trial"] += known(crazy, seen.game.c)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_counting_is_sound_in_small_games(game: Game, seed: int) -> None:
    found: Counter[str] = Counter()
    rng = Random(seed)
    for table in played(game, rng, 25):
        compared(table, rng.randint(1, game.p), found)
    assert found["plain"] <= found["trial"] <= found["exact"]


def test_counting_is_incomplete_and_the_trial_misses_less() -> None:
    found: Counter[str] = Counter()
    for game in LARGER:
        rng = Random(3)
        table = GameState(game, random_deal(game, rng))
        for step in range(150):
            legal_actions = [o for o in table.legal_actions() if o.key[0] != "guess"]
            table.do(any_of(rng.choice(legal_actions), game, rng))
            if step % 5 == 4:
                compared(table, 1 + step // 5 % game.p, found)
    assert found["plain"] < found["trial"] < found["exact"]


def test_a_sheet_goes_on_from_event_to_event() -> None:
    game = Game.clue(3, SORTS)
    sheets: dict[int, CountingSheet] = {}
    for table in played(game, Random(4)):
        for i in range(1, game.p + 1):
            seen = InformationState.at(table, i)
            if not table.done:
                sheets[i] = CountingSheet(seen)
            else:
                before = sheets[i].may
                kept = sheets[i]
                sheets[i] = kept.then(table.done[-1], won=table.won)
                assert kept.may == before
            anew = CountingSheet.of(seen)
            assert (anew.may, anew.sure) == (sheets[i].may, sheets[i].sure)
            assert anew.pile == sheets[i].pile


def test_what_lies_face_up_is_on_the_sheet_from_the_start() -> None:
    game = Game.clue(3, SORTS, face_up=["who1", "how2"])
    seen = InformationState.at(GameState(game, random_deal(game, Random(8))), 1)
    assert game.table is not None
    table = 1 << game.deck["who1"] | 1 << game.deck["how2"]
    assert CountingSheet.of(seen).sure[game.table] & table == table
    assert not CountingSheet.of(seen).may[0] & table
