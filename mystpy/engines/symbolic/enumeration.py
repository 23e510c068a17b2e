"""The worlds of a history, listed where they are few: announcements remove some."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from math import prod

from mystpy.engines.deals import Deals
from mystpy.engines.symbolic.cases import Cases
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.engines.worlds.model import ExplicitModel
from mystpy.language.nodes import Formula
from mystpy.thresholds import MAX_STEPS_PER_WORLD, MAX_WORLDS_LISTED
from mystpy.views import GivenCards


class EnumeratedWorlds:
    """Worlds, those that are left after some announcements."""

    def __init__(self, model: ExplicitModel) -> None:
        self._model = model

    @classmethod
    def of(
        cls, constraints: PublicConstraints, most: int = MAX_WORLDS_LISTED
    ) -> EnumeratedWorlds | None:
        """The worlds under public constraints; None if they are too many."""
        dealt = Deals(constraints.game, constraints.conditions)
        if dealt.work() > MAX_STEPS_PER_WORLD * most or dealt.count() > most:
            return None
        deals = list(dealt)
        if sum(_choices(constraints, deal) for deal in deals) > most:
            return None
        fluents = [constraints.fluents]
        model = ExplicitModel(constraints.game, fluents, constraints.shows)
        model.add(deals, 0)
        return cls(model)

    def announce(self, phi: Formula) -> EnumeratedWorlds:
        """The worlds in which a formula without quantifiers is true."""
        return EnumeratedWorlds(self._model.restricted(self._model.truth(phi)))

    def announce_all(self, announced: Iterable[Formula]) -> list[EnumeratedWorlds]:
        """The worlds before and after each of some announcements."""
        left = [self]
        for phi in announced:
            left.append(left[-1].announce(phi))
        return left

    def cases(
        self, phi: Formula, given: GivenCards, results: Sequence[tuple[int, bool]] = ()
    ) -> Cases:
        """Whether a formula is true, and false, in some world that fits.

        `results` are piles that were guessed, each with whether it was right.
        """
        found = set(compress(self._model.truth(phi), self._fitting(given, results)))
        return 1 in found, 0 in found

    def _fitting(
        self, given: GivenCards, results: Sequence[tuple[int, bool]]
    ) -> Iterator[bool]:
        model = self._model
        for world, hands in enumerate(model.hands):
            yield (
                all(hands[k] == hand for k, hand in given.hands)
                and all(
                    model.shown[world][index] == card for index, card in given.shown
                )
                and all((hands[0] == pile) is right for pile, right in results)
            )


def _choices(constraints: PublicConstraints, deal: tuple[int, ...]) -> int:
    """In how many ways the cards shown can be chosen in a deal."""
    return prod((deal[show.by] & show.cards).bit_count() for show in constraints.shows)
