"""In which order cards are dealt, so that little has to be remembered at any time.

In the field: elimination orders of small width.
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.bits import bits


def order(cards: int, scopes: Sequence[int], first: int | None = None) -> list[int]:
    """The cards, each as a mask: those of one scope after the other.

    A scope is the set of cards that something is remembered about until the last of
    them is dealt. Next comes the scope with the fewest cards left (or, to begin
    with, the `first`), and among those the one that opens the fewest others.
    Cards in no scope come last.
    """
    found: list[int] = []
    left = cards
    scope = scopes[first] if first is not None else _next(scopes, left, cards)
    while scope:
        done = cards & ~left
        chosen = bits(scope & left)
        found += sorted(chosen, key=lambda card: _opened(card, scopes, done))
        left &= ~scope
        scope = _next(scopes, left, cards)
    return found + bits(left)


def _next(scopes: Sequence[int], left: int, cards: int) -> int:
    """The scope to finish next, or 0 if all are finished."""
    done = cards & ~left
    best, least = 0, (0, 0)
    for scope in scopes:
        if rest := scope & left:
            fresh = sum(1 for x in scopes if x & rest and not x & done)
            rank = rest.bit_count(), fresh
            if not best or rank < least:
                best, least = scope, rank
    return best


def _opened(card: int, scopes: Sequence[int], done: int) -> int:
    """How many scopes of a card are untouched, less those that are open."""
    return sum(-1 if x & done else 1 for x in scopes if x & card)
