"""Section 1.3: the laws of S5, common knowledge, and omniscience.

The knowledge of a player in a world depends only on which truth values occur in the
worlds that look alike to the player. Two formulas phi and psi have four pairs of
values, so a class of worlds is one of fifteen sets of pairs. The laws are checked in
all of them. These are all models, since the views form classes, (S1.3.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, product

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.engines.transition_system.states import SystemState
from mystpy.engines.worlds.model import ExplicitModel
from mystpy.game.game import Game
from mystpy.language.atoms import H
from mystpy.language.nodes import Common, Everyone, Formula, Implies, Knows, Not
from mystpy.theses.case_analysis import Case, weigh_cases
from mystpy.views import sight_of

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
    """Return a model of worlds: the pile encodes the truth values, hands the views."""
    game = Game.general(names, [len(names), 0, 0], q=1)
    sight_of(game)  # K is as shipped, and players see their hands
    state = SystemState((), (), (), (), asked=False, over=False)
    model = ExplicitModel(game, [state.fluents(None)], ())
    model.add([tuple(world) for world in worlds], 0)
    return model


def classes(names: Sequence[str], values: Sequence[int]) -> Iterator[ExplicitModel]:
    """Yield a class of alike worlds for every set of these truth values, as masks."""
    for flags in product((False, True), repeat=len(values)):
        if any(flags):
            worlds = ((value, 0, 0) for value in compress(values, flags))
            yield model_of(names, worlds)


def law_cases(name: str, law: Formula) -> Iterator[tuple[int, Case | None]]:
    """Yield the classes of worlds, with their size, and whether a law fails there."""
    for model in classes(("phi", "psi"), range(4)):
        truth = model.truth(law)
        case = {"law": name, "class": [world[0] for world in model.hands]}
        yield len(truth), None if all(truth) else case


def generalization_cases() -> Iterator[tuple[int, Case | None]]:
    """Yield the same for formulas that are true in all worlds, and so known."""
    for model in classes(("phi", "psi"), range(4)):
        if all(model.truth(PHI)):
            known = model.truth(Knows(1, PHI))
            case = {"law": "generalization"}
            yield len(known), None if all(known) else case


def laws(budget: Budget) -> Result:
    """Return the result for s5-laws."""

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
    """Check C as the conjunction of E^k, in all models of few worlds, two players."""
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


def finite_list(budget: Budget) -> Result:
    """Return the result for definition-1.3-finite, in models of few worlds."""
    most = 4 if budget.full else 3

    def captured(*, by_induction: bool) -> Result:
        cases = (
            case
            for size in range(1, most + 1)
            for case in _captured(size, by_induction=by_induction)
        )
        scope = {"worlds": f"1..{most}", "players": 2}
        return weigh_cases(budget, cases, scope, method="exhaustive")

    return captured(by_induction=True).also(
        induction_left_out=captured(by_induction=False)
    )


def _captured(size: int, *, by_induction: bool) -> Iterator[tuple[int, Case | None]]:
    """Yield for each model whether the axioms of C are true of C alone.

    Sets of worlds are integers, with a bit for each world.
    """
    sets = range(1 << size)
    for values, first, second in product(sets, partitions(size), partitions(size)):
        alike = [
            sum(1 << v for v in range(size) if part[v] == part[w])
            for w in range(size)
            for part in (first, second)
        ]

        def everybody(known: int, seen: list[int] = alike) -> int:
            return sum(
                1 << w
                for w in range(size)
                if not (seen[2 * w] | seen[2 * w + 1]) & ~known
            )

        kept = [x for x in sets if not x & ~everybody(values & x)]
        found = [x for x in kept if not by_induction or all(not y & ~x for y in kept)]
        worlds = [(values >> w & 1, first[w], second[w]) for w in range(size)]
        truth = model_of(("phi", "psi"), worlds).truth(Common((1, 2), PHI))
        common = sum(1 << w for w in range(size) if truth[w])
        case = {"values": {"worlds": [[*first], [*second]], "sets": found}}
        yield len(sets), None if found == [common] else case


def partitions(size: int) -> list[tuple[int, ...]]:
    """Return all partitions of `size` worlds: for each world its class."""
    found: list[tuple[int, ...]] = [(0,)]
    for _ in range(size - 1):
        found = [(*p, k) for p in found for k in range(max(p) + 2)]
    return found


def omniscience_cases(
    premises: int, *, implied: bool = True
) -> Iterator[tuple[int, Case | None]]:
    """Yield the classes in which premises may be known, but not the conclusion.

    In each of their worlds the premises imply the conclusion, unless `implied` is
    false.
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
    """Return the result for axiom-1.3-omniscience."""
    most = 3 if budget.full else 2
    cases = (case for k in range(most + 1) for case in omniscience_cases(k))
    method = "exhaustive over all classes of worlds"
    scope = {"premises": f"0..{most}"}
    return weigh_cases(budget, cases, scope, proves=True, method=method)
