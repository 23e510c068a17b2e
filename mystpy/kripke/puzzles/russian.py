"""The Russian cards problem: announcements that inform one player, not the other.

Anne, Bill and Cath hold a, b and c of the cards 0, 1, ...; Anne announces that her hand
is one of some hands. Afterwards Bill must know her hand, Cath must know none of her and
Bill's cards, and both must hold in every deal that the announcement leaves. For the
deal 3-3-1 this is then common knowledge, since any two hands leave a card for Cath.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import combinations, islice

from mystpy.compilation import dataclass
from mystpy.kripke.faults import ModelError

Hand = frozenset[int]
Announcement = frozenset[Hand]

_MOST_CARDS = 12
MOST_CANDIDATES = 200_000
"""The maximal number of sets of hands that a search examines."""


@dataclass(frozen=True, slots=True)
class HandSizes:
    """The numbers of cards held; ModelError unless there are 1 to 12 in all."""

    anne: int
    bill: int
    cath: int

    def __post_init__(self) -> None:
        if min(self.anne, self.bill, self.cath) < 1 or self.cards > _MOST_CARDS:
            raise ModelError(
                f"hands of {self.anne}, {self.bill} and {self.cath} cards: each has at "
                f"least one, and together they have at most {_MOST_CARDS}"
            )

    @property
    def cards(self) -> int:
        """The number of cards."""
        return self.anne + self.bill + self.cath

    @classmethod
    def read(cls, text: str) -> HandSizes:
        """Read `3,3,1` or `3-3-1`. Raises ModelError."""
        found = re.fullmatch(r"\s*(\d+)\s*[-,.]\s*(\d+)\s*[-,.]\s*(\d+)\s*", text)
        if not found:
            raise ModelError(
                f"{text!r} are not three numbers of cards", hint="write 3,3,1"
            )
        return cls(*map(int, found.groups()))


def hand(text: str) -> Hand:
    """Read a hand, a digit for each card, or numbers with dots between: `012`."""
    words = text.split(".") if "." in text else list(text)
    try:
        return frozenset(map(int, words))
    except ValueError:
        raise ModelError(
            f"{text!r} is not a hand", hint="write 012 or 0.1.12"
        ) from None


def hand_text(cards: Hand) -> str:
    """A hand as it is read."""
    return (".", "")[max(cards, default=0) < 10].join(map(str, sorted(cards)))


def read_announcement(text: str, sizes: HandSizes) -> Announcement:
    """Read hands with spaces or commas between. Raises ModelError."""
    found = [hand(word) for word in re.split(r"[\s,]+", text.strip()) if word]
    for cards in found:
        if len(cards) != sizes.anne or max(cards, default=-1) >= sizes.cards:
            raise ModelError(
                f"{hand_text(cards)} is no hand of {sizes.anne} of the cards "
                f"0..{sizes.cards - 1}"
            )
    if not found:
        raise ModelError("there is no hand in the announcement", hint="write '012 034'")
    return frozenset(found)


def order_hands(announcement: Iterable[Hand]) -> list[Hand]:
    """The hands of an announcement in order."""
    return sorted(announcement, key=sorted)


def leaks(said: Announcement, sizes: HandSizes) -> Iterator[str]:
    """Yield the reasons why an announcement is not safe.

    In the first kind, two of Anne's hands leave enough cards for Bill to hold none of
    either. In the second, Cath has a hand for which all of Anne's possible hands have a
    card in common, or all lack one.
    """
    for one, other in combinations(order_hands(said), 2):
        left = sizes.cards - len(one | other)
        if left >= sizes.bill:
            yield (
                f"Bill may hold none of {hand_text(one)} and {hand_text(other)}, "
                "and cannot tell them apart"
            )
    for cards in combinations(range(sizes.cards), sizes.cath):
        possible = [h for h in order_hands(said) if not h & frozenset(cards)]
        if not possible:
            continue
        name = hand_text(frozenset(cards))
        for card in sorted(possible[0].intersection(*possible)):
            yield f"with {name} Cath learns that Anne holds {card}"
        seen = frozenset().union(*possible)
        for card in sorted(set(range(sizes.cards)) - set(cards) - seen):
            yield f"with {name} Cath learns that Bill holds {card}"


def is_safe(said: Announcement, sizes: HandSizes) -> bool:
    """Whether an announcement is safe."""
    return next(leaks(said, sizes), None) is None


def safe_announcements(own: Hand, sizes: HandSizes) -> list[Announcement]:
    """Return all safe announcements with Anne's hand, by length and then in order.

    Examines only those sets of hands of which Bill can distinguish any two. Raises
    ModelError if there are too many of them.
    """
    hands = [frozenset(h) for h in combinations(range(sizes.cards), sizes.anne)]
    room = sizes.cards - sizes.bill

    def apart(one: Hand, other: Hand) -> bool:
        return len(one | other) > room

    def grown(chosen: tuple[Hand, ...], left: list[Hand]) -> Iterator[tuple[Hand, ...]]:
        yield chosen
        for place, new in enumerate(left):
            rest = [other for other in left[place + 1 :] if apart(new, other)]
            yield from grown((*chosen, new), rest)

    first = [other for other in hands if other != own and apart(own, other)]
    found = list(islice(grown((own,), first), MOST_CANDIDATES + 1))
    if len(found) > MOST_CANDIDATES:
        raise ModelError(
            f"there are more than {MOST_CANDIDATES:,} sets of hands to look at",
            hint="choose fewer cards",
        )
    safe = [said for said in map(frozenset, found) if is_safe(said, sizes)]
    return sorted(
        safe, key=lambda said: (len(said), [sorted(h) for h in order_hands(said)])
    )
