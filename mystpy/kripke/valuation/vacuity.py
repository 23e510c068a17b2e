"""Find the agents without accessible worlds on whom the value of a formula depends.

Such an agent believes everything, true or false, since no accessible world is a
counterexample. A value depends on this if it would be different if some of these agents
believed nothing instead. In the field: vacuous truth; frames that are not serial.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import combinations
from typing import TYPE_CHECKING

from mystpy.kripke.partition import Mask
from mystpy.kripke.valuation.world_sets import (
    BeliefConvention,
    Holders,
    WorldSets,
)
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import walk
from mystpy.language.temporal import Doing, Past
from mystpy.language.truth import evaluate

if TYPE_CHECKING:  # which evaluates formulas by the sets of this package
    from mystpy.kripke.model import Model

MOST_CHOICES = 500
"""The largest number of sets of agents tried; beyond it, only all together."""


def vacuous(
    model: Model, formula: Formula, value: Callable[[Mask], Hashable]
) -> tuple[str, ...]:
    """Return the agents without accessible worlds on whom the value depends.

    `value` maps a set of worlds to a value, such as whether the actual world is in it.
    The agents are those of the smallest sets on which the value depends. A group that
    has no accessible world only together is named in one text: `a, b`.
    """
    if _sees_always(model, formula):
        return ()
    usual = BeliefConvention()
    found = value(evaluate(formula, WorldSets(model, usual)))
    met = sorted(usual.met, key=lambda one: (len(one), model.agents.index(one[0])))

    def rests_on(chosen: tuple[Holders, ...]) -> bool:
        other = BeliefConvention(frozenset(chosen))
        return value(evaluate(formula, WorldSets(model, other))) != found

    named: dict[Holders, None] = {}
    for size in range(1, len(met) + 1):
        if 2 ** len(met) > MOST_CHOICES and 1 < size < len(met):
            continue
        for chosen in combinations(met, size):
            if rests_on(chosen):
                named.update(dict.fromkeys(chosen))
        if named:
            break
    return tuple(", ".join(holders) for holders in met if holders in named)


def _sees_always(model: Model, formula: Formula) -> bool:
    """Whether all agents know what they believe, and no action is spoken of."""
    return all(relation.core is None for relation in model.relations) and not any(
        isinstance(node, Doing | Past) for node in walk(formula)
    )


def in_words(holders: tuple[str, ...]) -> str:
    """Return a clause that names these agents; an empty text if there are none."""
    clauses = []
    alone = [name for name in holders if ", " not in name]
    if alone:
        verb = "holds" if len(alone) == 1 else "hold"
        clauses.append(f"{_listed(alone)} {verb} no world possible")
    for group in holders:
        if ", " in group:
            clauses.append(
                f"{_listed(group.split(', '))} together hold no world possible"
            )
    return "; ".join(clauses)


def vacuity_note(holders: tuple[str, ...]) -> str:
    """Return the clause as printed behind an answer; empty if there are none."""
    return f"  ({in_words(holders)})" if holders else ""


def _listed(names: list[str]) -> str:
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"
