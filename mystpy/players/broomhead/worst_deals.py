"""The number of interrogations in the worst deal, with optimal play.

In the field: the minimax value of a game against an adversary (decision tree depth).

A player asks one opponent for some cards. An opponent who has none of them says so;
another shows one card of them, of the opponent's choice. The adversary has not fixed a
deal, but only answers so that some deal fits: it may exchange cards of hands and pile
as long as this is consistent. Source: Ayzenshtat, Feng and Lee 2003, on the best
solution for the worst permutation. Only the player's own interrogations count. Cards
whose holder is known give no information, and are not asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import permutations, product

from mystpy.compilation import NamedTuple
from mystpy.players.broomhead.holders import spread

PILE = 1
"""The mask of the pile; opponent j (from 1 on) has the mask 2**j."""


class OpenTable(NamedTuple):
    """The open cards, for the asker.

    `places` has how many open cards the pile has, and each opponent; `alike` has for
    each set of holders (a mask) the number of open cards that only they can have.
    """

    places: tuple[int, ...]
    alike: tuple[tuple[int, int], ...]

    @property
    def is_known(self) -> bool:
        """Return whether the cards of the pile are known."""
        return not self.places[0]

    def settled(self) -> OpenTable | None:
        """Return the table without what is certain; None if no deal fits.

        Equivalent opponents are in one order, so that equivalent tables are equal.
        """
        places, alike = list(self.places), Counter(dict(self.alike))
        if not spread(places, alike):
            return None
        changed = True
        while changed:
            changed = False
            for holders, holder in product(list(alike), range(len(places))):
                if not alike[holders] or not holders >> holder & 1:
                    continue
                if not _may_have(places, alike, holders, holder):
                    number = alike.pop(holders)
                    alike[holders & ~(1 << holder)] += number
                    changed = True
                elif holders == 1 << holder:
                    places[holder] -= alike.pop(holders)
                    changed = True
        return _ordered(places, +alike)


def _may_have(
    places: list[int], alike: Counter[int], holders: int, holder: int
) -> bool:
    """Return whether one of the cards that these holders may have can be this one's."""
    if not places[holder]:
        return False
    left, cards = list(places), Counter(alike)
    left[holder] -= 1
    cards[holders] -= 1
    return spread(left, cards)


def _ordered(places: list[int], alike: Counter[int]) -> OpenTable:
    """Return the least of the tables in which opponents are renamed."""
    found = []
    for order in permutations(range(1, len(places))):
        names = (0, *order)
        renamed = Counter[int]()
        for holders, number in alike.items():
            bits = (1 << k for k, name in enumerate(names) if holders >> name & 1)
            renamed[sum(bits)] += number
        renamed_places = tuple(places[name] for name in names)
        found.append(OpenTable(renamed_places, tuple(sorted(renamed.items()))))
    return min(found)


def start(cards: int, opponents: int, pile: int) -> OpenTable:
    """Return the table before the first question; each opponent has `cards` cards."""
    everybody = (1 << opponents + 1) - 1
    table = OpenTable(
        (pile, *[cards] * opponents), ((everybody, pile + opponents * cards),)
    )
    found = table.settled()
    assert found is not None
    return found


def interrogations(table: OpenTable) -> Iterator[tuple[int, dict[int, int]]]:
    """Yield the opponent to ask, and the open cards of each kind, at least one."""
    for asked in range(1, len(table.places)):
        kinds = [(h, number) for h, number in table.alike if h >> asked & 1]
        for chosen in product(*(range(number + 1) for _, number in kinds)):
            if any(chosen):
                pairs = zip(kinds, chosen, strict=True)
                yield asked, {holders: k for (holders, _), k in pairs if k}


def answers(table: OpenTable, asked: int, cards: dict[int, int]) -> Iterator[OpenTable]:
    """Yield the open cards after each answer that fits some deal: none, or one card."""
    left = Counter(dict(table.alike))
    for holders, number in cards.items():
        left[holders] -= number
        left[holders & ~(1 << asked)] += number
    if found := OpenTable(table.places, tuple((+left).items())).settled():
        yield found
    for holders in cards:
        shown = Counter(dict(table.alike))
        shown[holders] -= 1
        places = [n - (k == asked) for k, n in enumerate(table.places)]
        if found := OpenTable(tuple(places), tuple((+shown).items())).settled():
            yield found


@cache
def least_in_worst_deal(table: OpenTable) -> int:
    """Return how many interrogations suffice in each deal, with optimal play."""
    if table.is_known:
        return 0
    return 1 + min(
        max(map(least_in_worst_deal, answers(table, asked, cards)))
        for asked, cards in interrogations(table)
    )
