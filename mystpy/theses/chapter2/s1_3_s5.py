"""Section 1.3: the laws of S5, and common knowledge as an infinite conjunction.

What a player knows in a world depends only on which truth values occur in the worlds
that look alike to the player. With two formulas phi and psi there are four pairs of
values, so a class of worlds is one of fifteen sets of pairs, and the laws are checked
in all of them: that is all models, since the views make classes, (S1.3.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.engines.transition_system.states import SystemState
from mystpy.engines.worlds.model import BranchFluents, ExplicitModel
from mystpy.game.game import Game
from mystpy.language.atoms import H
from mystpy.language.nodes import Common, Everyone, Formula, Implies, Knows, Not
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
_PAIRS = (0, 1, 2, 3)
"""The truth values of phi and psi as masks of two cards that the pile may have."""


def _model(worlds: Sequence[tuple[int, ...]]) -> ExplicitModel:
    """A model of worlds: what the pile has says what is true, hands are the views."""
    game = Game.general(["phi", "psi"], [2, 0, 0], q=1)
    sight_of(game)  # K is as shipped, and players see their hands
    state = SystemState((), (), (), (), asked=False, over=False)
    model = ExplicitModel(game, [BranchFluents(state, None)], ())
    model.add(worlds, 0)
    return model


def classes() -> Iterator[tuple[int, ...]]:
    """Every set of pairs of truth values that a class of worlds may have."""
    for flags in product((False, True), repeat=4):
        if any(flags):
            yield tuple(x for x, flag in zip(_PAIRS, flags, strict=True) if flag)


def fails(law: Formula) -> tuple[list[int] | None, int]:
    """The first class of worlds in which a law is false of a world; the worlds."""
    looked = 0
    for values in classes():
        model = _model([(value, 0) for value in values])
        truth = model.truth(law)
        looked += len(values)
        if not all(truth):
            return list(values), looked
    return None, looked


def laws(budget: Budget) -> Result:
    """What is found of s5-laws."""
    results = [(name, _law(name, law)) for name, law in LAWS.items()]
    results.append(("generalization", _generalization()))
    wrong = [result for _, result in results if not result.verdict.good]
    first = wrong[0] if wrong else None
    return Result.judged(
        None if first is None else first.counterexample,
        proves=True,
        method="exhaustive",
        scope={"models": "all"},
        instances=sum(result.instances for _, result in results),
    ).also(**dict(results))


def _law(name: str, law: Formula) -> Result:
    wrong, looked = fails(law)
    return Result.judged(
        None if wrong is None else {"law": name, "class": wrong},
        proves=True,
        method="exhaustive",
        scope={"models": "all"},
        instances=looked,
    )


def _generalization() -> Result:
    """What is true in all worlds of a model is known in all of them."""
    looked, wrong = 0, None
    for values in classes():
        model = _model([(value, 0) for value in values])
        if all(model.truth(PHI)):
            looked += len(values)
            if not all(model.truth(Knows(1, PHI))):
                wrong = wrong or {"law": "generalization", "class": list(values)}
    return Result.judged(
        wrong,
        proves=True,
        method="exhaustive",
        scope={"models": "all"},
        instances=looked,
    )


def infinite(budget: Budget) -> Result:
    """C as the conjunction of E^k, in all models of few worlds and two players."""
    most = 4 if budget.full else 3
    looked, wrong = 0, None
    for size in range(2, most + 1):
        for values, first, second in product(
            product((0, 1), repeat=size), partitions(size), partitions(size)
        ):
            model = _model(list(zip(values, first, second, strict=True)))
            looked += size
            if model.truth(Common((1, 2), PHI)) != _every_power(model, size):
                views = [list(first), list(second)]
                wrong = wrong or {"values": {"worlds": views}}
    return Result.judged(
        wrong,
        proves=False,
        method="exhaustive",
        scope={"worlds": f"2..{most}", "players": 2},
        instances=looked,
    )


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
