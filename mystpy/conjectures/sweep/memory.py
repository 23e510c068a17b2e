"""What of the past has to be remembered, so that longer histories add nothing.

In the field: the truth of the subformulas of the past, carried along with a state, as
when past temporal formulas are monitored (Havelund and Rosu 2002).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import cast

from mystpy.compilation import dataclass
from mystpy.conjectures.evaluation.state_with_past import StateWithPast
from mystpy.conjectures.truth import holds
from mystpy.conjectures.values import Binding, Value, domain
from mystpy.game.game import Game
from mystpy.language.atoms import Var
from mystpy.language.nodes import Formula
from mystpy.language.numbers import Binder
from mystpy.language.subformulas import children, free_variables
from mystpy.language.temporal import Past
from mystpy.situations import canonical
from mystpy.situations.epistemic_state import EpistemicState, SuccessorState
from mystpy.situations.explore import Exploration, key_of, next_stages


@dataclass(frozen=True, slots=True)
class PastFormula:
    """A formula of the past with all that its free variables may stand for."""

    number: int
    node: Past
    bindings: tuple[Binding, ...]
    sorts: Mapping[str, str]

    def of(self, stage: EpistemicState) -> canonical.Past:
        """The worlds in which it holds, for each binding."""
        return tuple(
            (self.number, self._values(x), holds(cast("Formula", self.node), stage, x))
            for x in self.bindings
        )

    def _values(self, binding: Binding) -> tuple[canonical.Value, ...]:
        return tuple(
            (self.sorts[name], value if isinstance(value, tuple) else (value,))
            for name, value in binding.items()
        )


def memories(node: Formula, game: Game) -> tuple[PastFormula, ...]:
    """What is to be remembered for a formula."""
    found = []
    for number, (part, bound) in enumerate(_pasts(node, {})):
        names = sorted(free_variables(cast("Formula", part)))
        values = [_values(bound[name], game) for name in names]
        bindings = [dict(zip(names, x, strict=True)) for x in product(*values)]
        sorts = {name: str(bound[name].sort) for name in names}
        found.append(PastFormula(number, part, tuple(bindings), sorts))
    return tuple(found)


def _pasts(
    node: Formula, bound: Mapping[str, Binder]
) -> Iterator[tuple[Past, Mapping[str, Binder]]]:
    """The formulas of the past in a formula, and what binds their variables."""
    if isinstance(node, Past):
        yield node, bound
    if isinstance(node, Binder):
        bound = {**bound, node.var: node}
    for child in children(node):
        yield from _pasts(child, bound)


def _values(node: Binder, game: Game) -> list[Value]:
    """All that a variable can stand for, whatever others stand for."""
    over = node.domain
    if isinstance(over, str) or not (
        isinstance(over, Var) or any(isinstance(x, Var) for x in over)
    ):
        return list(domain(node, game, {}))
    if node.sort == "card":
        return list(range(game.c))
    return list(game.holders)


def remembering(
    ahead: Exploration[EpistemicState, SuccessorState],
    node: Formula,
    named: tuple[int, ...],
    game: Game,
    *,
    guesses: bool,
) -> None:
    """Have an exploration tell stages apart by what held before, too."""
    kept = memories(node, game)

    def ways(stage: EpistemicState) -> Iterator[tuple[SuccessorState, EpistemicState]]:
        card_sets = (*named, *stage.card_sets)
        for reached in next_stages(stage, card_sets, guesses=guesses):
            yield reached, reached.stage

    ahead.start = StateWithPast.start(game)
    ahead.ways = ways
    ahead.key = lambda stage: key_of(
        stage, named, tuple(held for memory in kept for held in memory.of(stage))
    )
