"""What the Speed Clue contest forbids beside the rules of the game.

Source: its page ai_restrictions.md, 4 and 5. A suggestion is not made twice, an
accusation names no card that the player has seen, and who suggested what nobody could
disprove, and has seen none of it, must accuse.
"""

from __future__ import annotations

from mystpy.play.seen import Seen
from mystpy.situations.deed import Deed


def is_repeated(deed: Deed, seen: Seen) -> bool:
    """Whether a suggestion was made before by the same player."""
    return deed in seen.events


def is_hopeless(cards: int, seen: Seen) -> bool:
    """Whether the player has a card of an accusation, or was shown one."""
    return bool(cards & _met(seen))


def due(seen: Seen) -> int:
    """The cards that the player must accuse now, 0 if it need not."""
    asks = next(deed for deed in reversed(seen.events) if deed.key[0] == "asks")
    disproved = seen.events[-1].key[0] == "shows"
    return 0 if disproved or is_hopeless(asks.cards, seen) else asks.cards


def _met(seen: Seen) -> int:
    """The cards in the own hand, and those that were shown to the player."""
    found = seen.hand
    for deed in seen.events:
        if deed.key[0] == "shows" and deed.key[-1] == seen.player:
            found |= deed.cards
    return found
