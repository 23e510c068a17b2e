"""The report on Clue agents: whether a model can be split into models of its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product

from mystpy.axiom_folder.signature import deal_atom
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.kripke.construction import build_model
from mystpy.kripke.deals import Deal, initial_model
from mystpy.kripke.model import Agent, Model
from mystpy.kripke.partition import Partition
from mystpy.theses.case_analysis import Case, sought

HOLDERS = ("0", "1", "2")
"""The goal, and two players."""

World = tuple[frozenset[str], ...]
"""The cards of the goal and of each hand, in a world of the product."""

FORMULAS = ("K(1, h(0,w) | h(2,w))", "K(1, h(2,w) -> K(2, ~h(0,w)))")
"""Player 1's knowledge, holding r, about w, and about player 2's knowledge."""


def multiplied(parts: Sequence[Sequence[frozenset[str]]]) -> list[World]:
    """Return the worlds of the product of a model of the goal and one of each hand."""
    return list(product(*parts))


def model_of(worlds: Iterable[World]) -> Model:
    """Return the model of these worlds, in which players see their own hands."""
    listed = list(worlds)
    names = ["|".join("".join(sorted(cards)) for cards in world) for world in listed]
    relations: dict[Agent, Partition] = {
        player: Partition.of_keys(world[int(player)] for world in listed)
        for player in HOLDERS[1:]
    }
    truths = {
        name: [
            deal_atom(HOLDERS[k], card)
            for k, cards in enumerate(world)
            for card in sorted(cards)
        ]
        for name, world in zip(names, listed, strict=True)
    }
    return build_model(names, relations, truths)


def without_own(worlds: Iterable[World], player: int) -> list[World]:
    """Return the worlds in which no card of a player is anywhere else."""
    return [
        world
        for world in worlds
        if not any(
            world[player] & cards for k, cards in enumerate(world) if k != player
        )
    ]


def is_deal(world: World, cards: Iterable[str]) -> bool:
    """Return whether every card is in exactly one place."""
    return sorted(card for part in world for card in part) == sorted(cards)


Kept = Callable[[Iterable[World], int], list[World]]
"""A function that returns the worlds that a player does not exclude."""


def splitting(
    budget: Budget, actual: str = "b|r|w", *, kept: Kept = without_own
) -> Result:
    """Check whether the product of the parts knows as much as that of all deals."""
    cards = "rwb"
    parts = [[frozenset(card) for card in cards]] * len(HOLDERS)
    worlds = multiplied(parts)
    deals = [world for world in worlds if is_deal(world, cards)]
    of_product = model_of(kept(worlds, 1)).at(actual)
    of_deals = model_of(deals).at(actual)
    values = {
        formula: f"{_word(of_deals.holds(formula))} of deals,"
        f" {_word(of_product.holds(formula))} of the product"
        for formula in FORMULAS
    }
    counts = {"worlds of the product": len(worlds), "deals": len(deals)}
    lost = any(of_deals.holds(x) and not of_product.holds(x) for x in FORMULAS)
    case = {"deal": {"hands": actual}, "values": {**counts, **values}}
    main = sought(budget, [case if lost else None], {"cards": 3, "players": 2})
    return main.by_witness(refutes=True).also(deals=restricted(budget))


def _word(truth: bool) -> str:
    return "true" if truth else "false"


def restricted(budget: Budget) -> Result:
    """Check whether the product is the model of all deals, if only deals are kept."""
    most = 6 if budget.full else 4

    def cases() -> Iterator[Case | None]:
        for sizes in product(range(1, most - 1), repeat=len(HOLDERS)):
            if sum(sizes) <= most:
                yield None if _same(sizes) else {"values": {"sizes": [*sizes]}}

    return sought(budget, cases(), {"cards": most, "players": 2})


def _same(sizes: Sequence[int]) -> bool:
    """Return whether the product's deals, and views, are those of all deals."""
    cards = "abcdef"[: sum(sizes)]
    hands, rest = [], list(cards)
    for size in sizes:
        hands.append("".join(rest[:size]))
        rest = rest[size:]
    deals = initial_model(Deal.read("|".join(hands), first=0))
    parts = [_subsets(cards, size) for size in sizes]
    found = model_of(w for w in multiplied(parts) if is_deal(w, cards))
    order = {frozenset(deals.true_at(w)): w for w in range(len(deals))}
    truths = [frozenset(found.true_at(w)) for w in range(len(found))]
    if sorted(map(sorted, truths)) != sorted(map(sorted, order)):
        return False
    places = [order[truth] for truth in truths]
    return all(
        Partition.of_keys(int(deals.relation(player).numbers[w]) for w in places)
        == found.relation(player)
        for player in HOLDERS[1:]
    )


def _subsets(cards: str, size: int) -> list[frozenset[str]]:
    return [frozenset(chosen) for chosen in combinations(cards, size)]
