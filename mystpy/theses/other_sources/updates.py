"""The report on Clue agents: its example world, and updates that keep S5 or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.theses.case_analysis import Case, sought
from mystpy.theses.other_sources.submodels import multiplied

Link = tuple[int, int]
Relation = frozenset[Link]
"""The accessibility relation of one player, as pairs of worlds."""

GOAL = frozenset(("peacock", "rope", "library"))
"""The world of the goal model in the report's example."""

HANDS = (
    frozenset(("scarlett", "poison", "dagger", "white")),
    frozenset(("green", "pistol", "axe", "study")),
)
"""The worlds of the model of a hand in that example."""

PRINTED = frozenset(("scarlett", "poison", "library"))
"""The cards of the goal in the worlds that the report prints for the product."""


def example_worlds(budget: Budget) -> Result:
    """Check whether the product has the printed worlds, or those of its factors."""
    return _as_printed(budget, PRINTED).also(meant=_as_printed(budget, GOAL))


def _as_printed(budget: Budget, goal: frozenset[str]) -> Result:
    made = multiplied([[GOAL], HANDS])
    shown = [(goal, hand) for hand in HANDS]
    case = {
        "values": {
            "printed goal": sorted(goal),
            "goal in each world of the product": sorted(made[0][0]),
        }
    }
    found = None if made == shown else case
    return sought(budget, [found], {"example": "the one of the report"}, proves=True)


# ---- which updates keep S5


def equivalences(size: int) -> Iterator[Relation]:
    """Yield the equivalence relations on `size` worlds."""
    for numbers in _classes(size):
        yield frozenset(
            (v, w)
            for v, w in product(range(size), repeat=2)
            if numbers[v] == numbers[w]
        )


def _classes(size: int) -> Iterator[tuple[int, ...]]:
    """Yield for each partition of the worlds the class of each, in order of use."""
    if not size:
        yield ()
        return
    for before in _classes(size - 1):
        for number in range(max(before, default=-1) + 2):
            yield (*before, number)


def is_s5(relation: Relation, worlds: Sequence[int]) -> bool:
    """Return whether a relation is reflexive, transitive and Euclidean."""
    reflexive = all((w, w) in relation for w in worlds)
    pairs = [(one, other) for one in relation for other in relation]
    transitive = all((u, x) in relation for (u, v), (w, x) in pairs if v == w)
    euclidean = all((v, x) in relation for (u, v), (w, x) in pairs if u == w)
    return reflexive and transitive and euclidean


Update = Callable[[Relation, Sequence[bool]], Relation]
"""The rest of a relation, given in which worlds a formula is true."""


def without_worlds(relation: Relation, true: Sequence[bool]) -> Relation:
    """Return the relation without the worlds in which the formula is false."""
    return frozenset((v, w) for v, w in relation if true[v] and true[w])


def without_links(relation: Relation, true: Sequence[bool]) -> Relation:
    """Return the relation without links between worlds with different values."""
    return frozenset((v, w) for v, w in relation if true[v] == true[w])


def worlds_removed(budget: Budget, *, update: Update = without_worlds) -> Result:
    """Check whether S5 is kept if all worlds with a false formula are removed."""
    return _kept(budget, update, removes=True)


def links_removed(budget: Budget) -> Result:
    """Check that removing one link destroys S5, but separating answers does not."""
    whole = next(equivalences(3))
    assert len(whole) == 9, "the first partition has one class"
    lost = next(
        left
        for v, w in sorted(whole)
        if v < w and not is_s5(left := whole - {(v, w), (w, v)}, range(3))
    )
    removed = sorted(whole - lost)[0]
    example = {"values": {"worlds, all linked": 3, "removed, both ways": [*removed]}}
    found = sought(budget, [None], {"worlds": 3}, proves=True)
    return replace(found, example=example).also(
        separated=_kept(budget, without_links, removes=False)
    )


def _kept(budget: Budget, update: Update, *, removes: bool) -> Result:
    most = 5 if budget.full else 4

    def cases() -> Iterator[Case | None]:
        for size in range(1, most + 1):
            truths = list(product((False, True), repeat=size))
            for relation, true in product(equivalences(size), truths):
                left = [w for w in range(size) if true[w] or not removes]
                found = update(relation, true)
                yield None if is_s5(found, left) else {"values": {"worlds": size}}

    return sought(budget, cases(), {"worlds": f"1..{most}"})
