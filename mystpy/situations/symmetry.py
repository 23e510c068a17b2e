"""Names of cards do not matter: one choice of cards out of those that are alike.

In the field: symmetry reduction, with one representative of each orbit.

A permutation of the cards that leaves every set told so far as it is turns each world
of a public history into a world of it, and keeps the truth of formulas that name no
other cards. So of the cards in one class, which nothing has told apart, only the number
matters. Games with sorts are left alone, and so are cards that lie face up.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product

from mystpy.bits import bits, mask_of
from mystpy.situations.epistemic_state import EpistemicState

Cells = tuple[tuple[int, ...], ...]
"""Cards, as masks, in classes of those that nothing tells apart."""


def cells(stage: EpistemicState, card_sets: Iterable[int]) -> Cells:
    """The cards in classes of those that nothing tells apart.

    `card_sets` are further sets, besides those of the history and the last question;
    where the worlds are deals, it is not the sets of the history that count, but the
    worlds.
    """
    if stage.frame.shows_public:
        kinds = stage.kinds
        sets = [sum(1 << x for x, k in enumerate(kinds) if k == y) for y in set(kinds)]
    else:
        sets = [event.cards for event in stage.events if event.cards]
    face_up = mask_of(stage.game.face_up, stage.game)
    return _cells(stage.game.c, (*sets, stage.question, face_up, *card_sets))


@lru_cache(maxsize=10_000)
def _cells(c: int, sets: tuple[int, ...]) -> Cells:
    found: dict[tuple[bool, ...], list[int]] = {}
    for card in bits((1 << c) - 1):
        sign = tuple(bool(card & cards) for cards in sets)
        found.setdefault(sign, []).append(card)
    return tuple(map(tuple, found.values()))


@lru_cache(maxsize=10_000)
def choose_sets(classes: Cells, size: int) -> tuple[int, ...]:
    """Card sets of a size, one for each way to take so many of each class."""
    return tuple(
        sum(card for cell, k in zip(classes, counts, strict=True) for card in cell[:k])
        for counts in product(*(range(len(cell) + 1) for cell in classes))
        if sum(counts) == size
    )
