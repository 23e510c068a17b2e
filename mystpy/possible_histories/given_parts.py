"""Replace the given hands, and parts of hands, of a history."""

from __future__ import annotations

from mystpy.compilation import replace
from mystpy.history.given_hands import HandsGiven
from mystpy.history.history import History


def with_hands(history: History, hands: HandsGiven) -> History:
    """Return the history with these hands, or parts of them, as the given ones."""
    new, old = History.make(history.game, hands), history
    none = (frozenset[str](),) * len(new.hands)
    rows = zip(new.hands, new.parts or none, old.hands, old.parts or none, strict=True)
    given = [(a, b) if a is not None or b else (c, d) for a, b, c, d in rows]
    parts = tuple(part for _, part in given)
    return replace(
        history,
        hands=tuple(hand for hand, _ in given),
        parts=parts if any(parts) else (),
    )
