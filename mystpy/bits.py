"""Sets as whole numbers: bit k says whether the k-th thing is in the set, a mask.

Sets of cards are masks over the deck, sets of worlds over the worlds of a frame.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from mystpy.thresholds import MIN_BITS_READ_AS_TEXT

if TYPE_CHECKING:
    from mystpy.game.game import Game


def bits(mask: int) -> list[int]:
    """The things of a set, each as a set of its own, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low)
        mask ^= low
    return found


def members(mask: int) -> Iterator[int]:
    """The numbers of the things in a set, ascending."""
    # A large set is read faster as a text than bit by bit.
    if mask.bit_length() > 64 and mask.bit_count() * 4 > mask.bit_length():
        yield from (w for w, bit in enumerate(reversed(f"{mask:b}")) if bit == "1")
        return
    if mask.bit_length() > MIN_BITS_READ_AS_TEXT:
        text = f"{mask:b}"[::-1]
        place = text.find("1")
        while place >= 0:
            yield place
            place = text.find("1", place + 1)
        return
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def set_of(flags: Iterable[object]) -> int:
    """The set of the things whose flags are true; the flags are in their order."""
    return int("".join("1" if flag else "0" for flag in flags)[::-1] or "0", 2)


def set_of_members(numbers: Iterable[int]) -> int:
    """The set of the things with these numbers."""
    flags = bytearray()
    for number in numbers:
        place = number >> 3
        if place >= len(flags):
            flags.extend(bytes(place + 1 - len(flags)))
        flags[place] |= 1 << (number & 7)
    return int.from_bytes(flags, "little")


def mask_of(cards: Iterable[str], game: Game) -> int:
    """The set of some cards of a game."""
    return sum(1 << game.deck[card] for card in cards)


def cards_of(mask: int, game: Game) -> frozenset[str]:
    """The cards of a game that are in a set."""
    return frozenset(card for k, card in enumerate(game.cards) if mask >> k & 1)
