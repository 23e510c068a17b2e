"""Sections 1.3 and 1.4: the laws of S5, the deck of 52 cards, and omniscience.

What a player knows in a world depends only on which truth values occur in the worlds
that look alike to the player. With two formulas phi and psi there are four pairs of
values, so a class of worlds is one of fifteen sets of pairs, and the laws are checked
in all of them: that is all models, since the views make classes, (S1.3.1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import compress, permutations, product
from math import factorial

from mystpy.bits import cards_of
from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.engines.deals import Deals
from mystpy.engines.transition_system.states import SystemState
from mystpy.engines.worlds.model import ExplicitModel
from mystpy.game.game import Game
from mystpy.language.atoms import H
from mystpy.language.nodes import Common, Everyone, Formula, Implies, Knows, Not
from mystpy.theses.case_analysis import Case, weigh_cases
from mystpy.views import sight_of

Deal = tuple[frozenset[str], ...]

PHI, PSI = H(0, "phi"), H(0, "psi")
LAWS: dict[str, Formula] = {
    "distribution": Implies(
        Knows(1, PHI), Implies(Knows(1, Implies(PHI, PSI)), Knows(1, PSI))
    ),
    "truth": Implies(Knows(1, PHI), PHI),
    "positive_introspection": Implies(Knows(1, PHI), Knows(1, Knows(1, PHI))),
    "negative_introspection": Implies(Not(Knows(1, PHI)), Knows(1, Not(Knows(1, PHI)))),
}


def model_of(names: Sequence[str], worlds: Iterable[Sequence[int]]) -> ExplicitModel:
    """A model of worlds: what the pile has says what is true, hands are the views."""
    game = Game.general(names, [len(names), 0, 0], q=1)
    sight_of(game)  # K is as shipped, and players see their hands
    state = SystemState((), (), (), (), asked=False, over=False)
    model = ExplicitModel(game, [state.fluents(None)], ())
    model.add([tuple(world) for world in worlds], 0)
    return model


def classes(names: Sequence[str], values: Sequence[int]) -> Iterator[ExplicitModel]:
    """A class of alike worlds for every set of these truth values, given as masks."""
    for flags in product((False, True), repeat=len(values)):
        if any(flags):
            worlds = ((value, 0, 0) for value in compress(values, flags))
            yield model_of(names, worlds)


def law_cases(name: str, law: Formula) -> Iterator[tuple[int, Case | None]]:
    """The classes of worlds, with how many there are, and whether a law fails there."""
    for model in classes(("phi", "psi"), range(4)):
        truth = model.truth(law)
        case = {"law": name, "class": [world[0] for world in model.hands]}
        yield len(truth), None if all(truth) else case


def generalization_cases() -> Iterator[tuple[int, Case | None]]:
    """The same of what is true in all worlds, which is known in all of them."""
    for model in classes(("phi", "psi"), range(4)):
        if all(model.truth(PHI)):
            known = model.truth(Knows(1, PHI))
            case = {"law": "generalization"}
            yield len(known), None if all(known) else case


def laws(budget: Budget) -> Result:
    """What is found of s5-laws."""

    def found(cases: Iterable[tuple[int, Case | None]]) -> Result:
        scope = {"models": "all"}
        return weigh_cases(budget, cases, scope, proves=True, method="exhaustive")

    results = {name: found(law_cases(name, law)) for name, law in LAWS.items()}
    results["generalization"] = found(generalization_cases())
    every = results.values()
    first = next((x for x in every if not x.verdict.good), results["truth"])
    count = sum(result.instances for result in every)
    return replace(first, instances=count).also(**results)


def infinite(budget: Budget) -> Result:
    """C as the conjunction of E^k, in all models of few worlds and two players."""
    most = 4 if budget.full else 3

    def cases() -> Iterator[tuple[int, Case | None]]:
        for size in range(2, most + 1):
            for values, first, second in product(
                product((0, 1), repeat=size), partitions(size), partitions(size)
            ):
                worlds = zip(values, first, second, strict=True)
                model = model_of(("phi", "psi"), worlds)
                right = model.truth(Common((1, 2), PHI)) == _every_power(model, size)
                case = {"values": {"worlds": [[*first], [*second]]}}
                yield size, None if right else case

    scope = {"worlds": f"2..{most}", "players": 2}
    return weigh_cases(budget, cases(), scope, method="exhaustive")


def _every_power(model: ExplicitModel, size: int) -> bytes:
    found = [1] * size
    phi: Formula = PHI
    for _ in range(size):
        phi = Everyone((1, 2), phi)
        found = [a & b for a, b in zip(found, model.truth(phi), strict=True)]
    return bytes(found)


def partitions(size: int) -> list[tuple[int, ...]]:
    """All partitions of so many worlds: for each world the number of its class."""
    found: list[tuple[int, ...]] = [(0,)]
    for _ in range(size - 1):
        found = [(*p, k) for p in found for k in range(max(p) + 2)]
    return found


def dealt_out(p: int, each: int) -> Game:
    """A deck that is dealt out to p players with as many cards each, and no pile."""
    deck = [f"s{k}" for k in range(1, p * each + 1)]
    return Game.general(deck, [0, *[each] * p], q=1)


def by_shuffling(game: Game, orders: int = 0) -> Counter[Deal]:
    """How many orders of the deck lead to each deal; of the first `orders`, if given.

    The cards are given out as they lie, to player 1 first.
    """
    found: Counter[Deal] = Counter()
    each = game.sizes[1]
    for number, order in enumerate(permutations(game.cards), 1):
        found[
            tuple(frozenset(order[each * k : each * (k + 1)]) for k in range(game.p))
        ] += 1
        if number == orders:
            break
    return found


def unevenly(game: Game, shuffled: Counter[Deal]) -> Case | None:
    """What is wrong with the worlds of player 1, who holds the first cards; or None."""
    each, others = game.sizes[1], game.c - game.sizes[1]
    own = frozenset(game.cards[:each])
    worlds = {deal: number for deal, number in shuffled.items() if deal[0] == own}
    listed = {
        tuple(cards_of(hand, game) for hand in hands[1:])
        for hands in Deals(game, ())
        if cards_of(hands[1], game) == own
    }
    count = factorial(others) // factorial(each) ** (game.p - 1)
    if (
        len(set(worlds.values())) == 1
        and worlds.keys() == listed
        and len(listed) == count
    ):
        return None
    numbers = sorted(set(worlds.values()))
    return {"values": {"p": game.p, "cards each": each, "orders": numbers}}


def misplaced(game: Game, shuffled: Counter[Deal]) -> Case | None:
    """A card that is not with every player equally likely before anybody looks."""
    total = sum(shuffled.values())
    for card, k in product(game.cards, range(game.p)):
        having = sum(n for deal, n in shuffled.items() if card in deal[k])
        if Fraction(having, total) != Fraction(1, game.p):
            chance = str(Fraction(having, total))
            return {"values": {"card": card, "player": k + 1, "probability": chance}}
    return None


def located(game: Game, shuffled: Counter[Deal]) -> Case | None:
    """A card of the others that has one holder in all worlds of player 1."""
    own = frozenset(game.cards[: game.sizes[1]])
    worlds = [deal for deal in shuffled if deal[0] == own]
    for card in game.cards[game.sizes[1] :]:
        if len({k for deal in worlds for k in range(game.p) if card in deal[k]}) == 1:
            return {"values": {"p": game.p, "cards each": game.sizes[1], "card": card}}
    return None


Check = Callable[[Game, Counter[Deal]], Case | None]


def over_decks(budget: Budget, wrong: Check, *, least: int = 2) -> Result:
    """Look for something wrong with the deals of small decks, in all their orders."""
    sizes = [(2, 1), (2, 2), (3, 1), (4, 1), (2, 3), (3, 2)]
    if budget.full:
        sizes.append((4, 2))

    def cases() -> Iterator[tuple[int, Case | None]]:
        for p, each in sizes:
            if p >= least:
                game = dealt_out(p, each)
                shuffled = by_shuffling(game)
                yield sum(shuffled.values()), wrong(game, shuffled)

    scope = {"cards": 8 if budget.full else 6, "p": f"{least}..4"}
    method = "exhaustive over the orders of the deck"
    return weigh_cases(budget, cases(), scope, proves=True, method=method)


def bridge_worlds() -> int:
    """The deals of 52 cards to four players in which player 1 has a given hand."""
    game = dealt_out(4, 13)
    return game.deal_count((None, frozenset(game.cards[:13])))


def _uneven(game: Game, shuffled: Counter[Deal]) -> Case | None:
    worlds = bridge_worlds()
    if worlds != factorial(39) // factorial(13) ** 3:
        return {"values": {"p": 4, "cards each": 13, "worlds": str(worlds)}}
    return unevenly(game, shuffled)


def example(budget: Budget) -> Result:
    """What is found of example-1.3-deck."""
    main = over_decks(budget, _uneven)
    return replace(main, values={"worlds": bridge_worlds()}).also(
        before=over_decks(budget, misplaced),
        others=over_decks(budget, located, least=3),
    )


def omniscience_cases(
    premises: int, *, implied: bool = True
) -> Iterator[tuple[int, Case | None]]:
    """The classes in which some premises may be known, and the conclusion not.

    In each of their worlds the premises imply the conclusion, unless that is not
    `implied`.
    """
    every = (1 << premises) - 1
    worlds = [
        value
        for value in range(1 << premises + 1)
        if not implied or value & every != every or value >> premises & 1
    ]
    names = [f"f{k}" for k in range(premises + 1)]
    for model in classes(names, worlds):
        *known, last = (all(model.truth(Knows(1, H(0, name)))) for name in names)
        values = {"premises": premises, "class": [w[0] for w in model.hands]}
        case = {"values": values} if all(known) and not last else None
        yield len(model), case


def omniscient(budget: Budget) -> Result:
    """What is found of axiom-1.3-omniscience."""
    most = 3 if budget.full else 2
    cases = (case for k in range(most + 1) for case in omniscience_cases(k))
    method = "exhaustive over all classes of worlds"
    scope = {"premises": f"0..{most}"}
    return weigh_cases(budget, cases, scope, proves=True, method=method)
