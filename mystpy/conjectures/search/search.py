"""The search for a counterexample by a solver: the shortest history first.

In the field: bounded model checking (Biere and others 1999), with counterexample-guided
refinement of claims about knowledge.

For each number of actions clingo searches for a history, a deal and values of the
variables for which the formula fails. Knowledge that must hold is first only claimed. A
world that refutes a claim becomes a test that further solutions have to pass; it is the
deal with the fewest moved cards. If there is no solution, the formula holds after all
histories of that length. Failures of common knowledge are searched for in chains of up
to CHAIN worlds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from mystpy.conjectures.search.claims import KnowledgeClaim
from mystpy.conjectures.search.found import FoundSituation
from mystpy.conjectures.search.goals import GoalRules, actions_ahead
from mystpy.conjectures.search.program import SearchProgram
from mystpy.conjectures.search.truth import TruthRules
from mystpy.engines.asp.program import symbol
from mystpy.engines.programs.worlds import GameControl
from mystpy.errors import EngineFailed
from mystpy.game.game import Game
from mystpy.language.atoms import H
from mystpy.language.counting.linear import decide_comparisons
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import cards_in

_ROUNDS = 500
"""The number of failed candidates after which a length is given up."""

_TESTS_AT_ONCE = 8
"""The number of refuting worlds that become tests together."""


class BoundedSearch:
    """The search in one game; `chained` says that chains of worlds were searched for.

    `tick` is called regularly; an error that it raises ends the search. Each solver
    call stops after `effort` conflicts, if that is not None. Raises NotCovered if a
    part of the formula cannot be treated.
    """

    def __init__(
        self,
        node: Formula,
        game: Game,
        tick: Callable[[], None],
        effort: int | None = None,
    ) -> None:
        self.node = decide_comparisons(node, game)
        self.game = game
        self.chained = False
        self._tick = tick
        self._effort = effort
        self._tests: list[tuple[int, dict[str, str]]] = []

    def after(self, length: int) -> FoundSituation | None:
        """Return a situation after `length` actions with a false formula, or None.

        Raises EngineFailed if the search gives up.
        """
        more = actions_ahead(self.node)
        scene = SearchProgram(self.game, length, more)
        scene.start(cards_in(self.node))
        goals = GoalRules(scene, TruthRules(scene))
        goals.fail(self.node)
        self.chained = goals.chained
        for k, moved in self._tests:
            goals.claims[k].write_test(moved, scene, goals.truth)
        chooser = GameControl(
            self.game.rule_set, _text(scene), self._tick, limit=self._effort
        )
        for _ in range(_ROUNDS):
            found = self._answer(chooser, goals)
            if found is None:
                return None
            if self._passes(found, chooser) and (
                goals.exact or found.confirmed(self.node, length)
            ):
                return found
        raise EngineFailed(f"{_ROUNDS} situations were looked at in vain")

    def _answer(self, chooser: GameControl, goals: GoalRules) -> FoundSituation | None:
        idle = [(symbol(claim.refute), False) for claim in goals.claims]
        model = chooser.first(idle)
        return (
            None if model is None else FoundSituation(self.game, _by_name(model), goals)
        )

    def _passes(self, found: FoundSituation, chooser: GameControl) -> bool:
        """Return whether no world refutes the claims, and exclude this solution.

        A refuted claim becomes a test. A situation that passes is excluded, so that the
        next solution differs if this one turns out to be no counterexample.
        """
        goals, reached = found.goals, set(map(str, found.atoms["goal"]))
        scene = goals.scene
        scene.lines = []
        for k, claim in enumerate(goals.claims):
            if claim.goal not in reached:
                continue
            for moved in self._against(claim, found, chooser):
                self._tests.append((k, moved))
                claim.write_test(moved, scene, goals.truth)
        refuted = bool(scene.lines)
        if not refuted:
            scene.never(map(str, _choices(found)))
        chooser.add(_text(scene))
        return not refuted

    def _against(
        self, claim: KnowledgeClaim, found: FoundSituation, chooser: GameControl
    ) -> list[dict[str, str]]:
        """Return the moved cards of some worlds that refute a claim, if any exist."""
        h = H.predicate
        names = {f"{h}{claim.world}", f"shown{claim.world}", h, "shown"}
        names |= {"step", "element", "value", "goal"}
        fixed = [(atom, True) for name in names for atom in found.atoms[name]]
        others = [
            (symbol(other.refute), False)
            for other in found.goals.claims
            if other is not claim
        ]
        asked = [(symbol(claim.refute), True), *others, *fixed]
        models = chooser.best(
            [*asked, *chooser.false("element", 2, fixed)], _TESTS_AT_ONCE
        )
        moves: list[dict[str, str]] = []
        for model in models:
            there = FoundSituation(self.game, _by_name(model), found.goals)
            moved = there.moved(claim.world, claim.against)
            if moved not in moves:
                moves.append(moved)
        return moves


def _choices(found: FoundSituation) -> Iterator[Any]:
    """Yield the atoms that determine a situation."""
    for name in ("step", "shown", "value"):
        yield from found.atoms[name]
    yield from (atom for atom in found.atoms[H.predicate] if len(atom.arguments) == 3)
    for atom in found.atoms["element"]:
        if atom.arguments[1].name in ("asked", "guessed", "var"):
            yield atom


def _by_name(model: frozenset[Any]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = defaultdict(list)
    for atom in model:
        found[atom.name].append(atom)
    return found


def _text(scene: SearchProgram) -> str:
    return "\n".join(scene.lines)
