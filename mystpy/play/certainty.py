"""What players take for certain of the deal, behind one face: exact beliefs and weaker.

In the field: sound approximations of a belief state.
"""

from __future__ import annotations

from typing import Protocol, Self

from mystpy.situations.deed import Deed


class Certainty(Protocol):
    """What follows for a player, or part of it; `then` makes the next, this one stays.

    `Belief` is all that follows. A weaker one is sound: each holder has the cards that
    are `sure`, and none but those that `may` be.
    """

    @property
    def may(self) -> tuple[int, ...]:
        """For each holder the cards that he may have, as masks."""

    @property
    def sure(self) -> tuple[int, ...]:
        """For each holder the cards that he must have, as masks."""

    @property
    def pile(self) -> int | None:
        """The pile, if it is known."""

    def then(self, deed: Deed, *, won: bool = False) -> Self:
        """What follows once one more action was seen, `won` if it was a right guess."""
