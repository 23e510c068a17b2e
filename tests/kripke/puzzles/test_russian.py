"""The Russian cards: known solutions, and every verdict by listing deals."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from mystpy.kripke.faults import ModelError
from mystpy.kripke.puzzles.russian import (
    Announcement,
    HandSizes,
    hand,
    hand_text,
    is_safe,
    leaks,
    read_announcement,
    safe_announcements,
)
from tests.kripke.puzzles.russian_model import is_safe_by_model

SEVEN = HandSizes(3, 3, 1)
OWN = hand("012")

KNOWN_SAFE = [
    "012 034 056 135 246",  # the solution that everybody gives
    "012 034 056 135 146 236 245",  # the Fano plane
    "012 034 056 135 146 236",
]
KNOWN_LEAKY = [
    "012 345",
    "012 034 056",
    "012 016 036 345",
]


def safe_by_deals(said: Announcement, sizes: HandSizes) -> bool:
    """List the deals that are left, and ask in each what Bill and Cath know."""
    cards = frozenset(range(sizes.cards))
    deals = [
        (anne, frozenset(bill), cards - anne - frozenset(bill))
        for anne in said
        for bill in combinations(sorted(cards - anne), sizes.bill)
    ]
    for _, bill, cath in deals:
        if len({d[0] for d in deals if d[1] == bill}) > 1:
            return False
        possible = [d for d in deals if d[2] == cath]
        for card in cards - cath:
            if len({card in d[0] for d in possible}) == 1:
                return False
    return True


@pytest.fixture(scope="module")
def found() -> list[Announcement]:
    return safe_announcements(OWN, SEVEN)


def test_there_are_102_safe_announcements(found: list[Announcement]) -> None:
    """As van Ditmarsch lists them (Studia Logica 75, 2003)."""
    assert Counter(map(len, found)) == {5: 60, 6: 36, 7: 6}
    assert len(set(found)) == 102
    assert all(OWN in said for said in found)


def test_those_found_are_safe_by_listing_deals(found: list[Announcement]) -> None:
    assert all(safe_by_deals(said, SEVEN) for said in found)


def test_those_found_are_safe_in_the_model(found: list[Announcement]) -> None:
    assert all(is_safe_by_model(said, OWN, SEVEN) for said in found[::8])


@pytest.mark.parametrize("text", KNOWN_SAFE)
def test_known_solutions_are_found(text: str, found: list[Announcement]) -> None:
    said = read_announcement(text, SEVEN)
    assert said in found
    assert is_safe(said, SEVEN)


@pytest.mark.parametrize("text", KNOWN_LEAKY)
def test_leaky_announcements_are_not_safe(text: str, found: list[Announcement]) -> None:
    said = read_announcement(text, SEVEN)
    assert said not in found
    assert not is_safe_by_model(said, OWN, SEVEN)
    assert list(leaks(said, SEVEN))


def test_all_sets_of_up_to_five_hands_are_judged_as_by_listing_deals() -> None:
    """Verdicts on random sets with the speaker's hand equal those of listed deals."""
    hands = [frozenset(h) for h in combinations(range(7), 3) if frozenset(h) != OWN]
    random = Random(2)
    safe = 0
    for _ in range(400):
        few = random.sample(hands, random.randint(1, 6))
        said = frozenset([OWN, *few])
        assert is_safe(said, SEVEN) == safe_by_deals(said, SEVEN)
    near = read_announcement(KNOWN_SAFE[1], SEVEN)
    for number in range(2, 8):
        for part in combinations(sorted(near, key=sorted), number):
            said = frozenset(part)
            safe += is_safe(said, SEVEN)
            assert is_safe(said, SEVEN) == safe_by_deals(said, SEVEN)
    assert safe > 1


@pytest.mark.parametrize("text", ["1,1,1", "2,2,1", "3,2,1"])
def test_for_these_hands_nothing_is_safe(text: str) -> None:
    sizes = HandSizes.read(text)
    own = frozenset(range(sizes.anne))
    hands = [frozenset(h) for h in combinations(range(sizes.cards), sizes.anne)]
    assert safe_announcements(own, sizes) == []
    for number in (2, 3):
        for part in combinations(hands, number):
            assert not safe_by_deals(frozenset(part), sizes)


def test_four_two_one_has_six_solutions() -> None:
    sizes = HandSizes.read("4-2-1")
    found = safe_announcements(frozenset(range(4)), sizes)
    assert Counter(map(len, found)) == {7: 6}
    assert all(safe_by_deals(said, sizes) for said in found)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("012 03", "no hand of 3"),
        ("012 037", "0..6"),
        ("0x1", "not a hand"),
        ("", "no"),
    ],
)
def test_a_wrong_announcement_is_told(text: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        read_announcement(text, SEVEN)


@pytest.mark.parametrize("text", ["3,3", "0,3,1", "9,9,9", "a,b,c"])
def test_wrong_numbers_of_cards_are_told(text: str) -> None:
    with pytest.raises(ModelError):
        HandSizes.read(text)


def test_hands_of_many_cards_are_written_with_dots() -> None:
    assert hand_text(hand("0.10.3")) == "0.3.10"
    assert hand_text(hand("210")) == "012"
