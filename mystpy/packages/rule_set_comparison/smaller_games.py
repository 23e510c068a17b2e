"""Small games of a package: with smaller constants, or fewer cards of each sort."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations, islice

from mystpy.compilation import replace
from mystpy.errors import MystError
from mystpy.packages.declarations import read_package
from mystpy.packages.package import Package
from mystpy.packages.rule_set_comparison.game_link import GameLink
from mystpy.packages.value_sorts import Element, PackageSort

MAX_TRIED = 40
"""So many values of the constants are tried."""

CARDS_OF_A_SORT = (2, 3)
"""So many cards there are of each sort, where cards have sorts."""


def smaller_games(package: Package) -> list[Package]:
    """Return small games that a package with a claim describes, the smallest first.

    The number of their deals counts. Those are left out that are no game of the rule
    set of the claim.
    """
    found: list[tuple[int, Package]] = []
    for small in _packages(package):
        try:
            link = GameLink(small)
        except MystError:
            continue
        found.append((link.game.deal_count(), small))
    return [small for _, small in sorted(found, key=lambda pair: pair[0])]


def _packages(package: Package) -> Iterator[Package]:
    assert package.claim is not None
    sorts = package.claim.sorts
    for constants in islice(_constants(package.constants), MAX_TRIED):
        try:
            small = read_package(str(package.folder), constants, trust=True)
        except MystError:
            continue
        if not sorts:
            yield small
        for number in CARDS_OF_A_SORT if sorts else ():
            yield _with_fewer(small, sorts, number)


def _with_fewer(package: Package, sorts: Collection[str], number: int) -> Package:
    """The package with the first cards of each of these sorts alone."""
    known = [package.sorts[name] for name in sorts if name in package.sorts]
    all_cards = {x for sort in known for x in sort.elements}
    dropped = all_cards - {x for sort in known for x in sort.elements[:number]}
    fewer = {name: _without(sort, dropped) for name, sort in package.sorts.items()}
    return replace(
        package,
        sorts=fewer,
        fluents={
            name: replace(x, sorts=tuple(fewer[sort.name] for sort in x.sorts))
            for name, x in package.fluents.items()
        },
        actions={
            name: replace(x, sorts=tuple(fewer[sort.name] for sort in x.sorts))
            for name, x in package.actions.items()
        },
        hash=f"{package.hash}-{number}",
    )


def _without(sort: PackageSort, dropped: Collection[Element]) -> PackageSort:
    return replace(
        sort,
        elements=tuple(x for x in sort.elements if x not in dropped),
        parts=tuple(tuple(x for x in part if x not in dropped) for part in sort.parts),
    )


def _constants(constants: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """Values for constants that are no larger, those with a small sum first.

    What is 0 remains so.
    """
    names = [name for name, value in constants.items() if value > 0]
    for total in range(len(names), 4 * len(names) + 1):
        for cuts in combinations(range(1, total), max(len(names) - 1, 0)):
            ends = zip((0, *cuts), (*cuts, total), strict=True)
            values = dict(zip(names, (b - a for a, b in ends), strict=True))
            if all(x <= max(constants[n], 2) for n, x in values.items()):
                yield {**constants, **values}
