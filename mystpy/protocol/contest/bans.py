"""What the Speed Clue contest forbids beside the rules of the game.

Source: its page ai_restrictions.md, 4 and 5. A suggestion is not made twice, an
accusation names no card that the player has seen, and who suggested what nobody could
disprove, and has seen none of it, must accuse.
"""

from __future__ import annotations

from mystpy.play.information_state import InformationState
from mystpy.situations.event import Event


def is_repeated(event: Event, seen: InformationState) -> bool:
    """Whether a suggestion was made before by the same player."""
    return event in seen.events


def is_hopeless(cards: int, seen: InformationState) -> bool:
    """Whether the player has a card of an accusation, or was shown one."""
    return bool(cards & _met(seen))


def due(seen: InformationState) -> int:
    """The cards that the player must accuse now, 0 if it need not."""
    asks = next(event for event in reversed(seen.events) if event.key[0] == "asks")
    disproved = seen.events[-1].key[0] == "shows"
    return 0 if disproved or is_hopeless(asks.cards, seen) else asks.cards


def _met(seen: InformationState) -> int:
    """The cards in the own hand, and those that were shown to the player."""
    found = seen.hand
    for event in seen.events:
        if event.key[0] == "shows" and event.key[-1] == seen.player:
            found |= event.cards
    return found
