"""Perfect recall, and the classes of S5, as properties of the worlds of a game.

The statement axiom-2.24 proves by induction that views are only refined. Here this is
checked in the worlds themselves, and also that players learn only what they see.
Together these imply that the worlds change as products with actions do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from mystpy.bits import members
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.replay.query import situation_of
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.situations.epistemic_state import EpistemicState, SuccessorState
from mystpy.situations.explore import ExplorationStep
from mystpy.theses.bridge.walk import (
    NO_COUNTS,
    Item,
    Piece,
    explore,
    first_fault,
    swept,
)
from mystpy.theses.case_analysis import Case
from mystpy.views import SHIPPED


def forgotten(step: ExplorationStep[EpistemicState, SuccessorState]) -> int | None:
    """Return a world after an action that a player distinguishes from fewer worlds."""
    for i in step.after.players:
        for alike in step.after.classes(i):
            first = step.before.alike[i][step.way.parents[next(members(alike))]]
            for w in members(alike):
                if not first >> step.way.parents[w] & 1:
                    return w
    return None


def miracle(step: ExplorationStep[EpistemicState, SuccessorState]) -> int | None:
    """Return a world that a player distinguishes from one with equal observations.

    Players see all of an action, except that only two see the card of a show. A right
    guess and a wrong guess lead to two public histories.
    """
    event = step.after.events[-1]
    for i in step.after.players:
        sees = event.key[0] == "shows" and SHIPPED.sees(i, *event.key[1:])
        groups: dict[object, int] = {}
        for w, parent in enumerate(step.way.parents):
            card = step.after.shown[w][-1] if sees else None
            view = step.before.alike[i][parent], card
            groups[view] = groups.get(view, 0) | 1 << w
        for w, parent in enumerate(step.way.parents):
            card = step.after.shown[w][-1] if sees else None
            if groups[step.before.alike[i][parent], card] & ~step.after.alike[i][w]:
                return w
    return None


def no_classes(step: ExplorationStep[EpistemicState, SuccessorState]) -> int | None:
    """Return a world after an action that is in no class of a player, or in two."""
    state = step.after
    for i in state.players:
        once = 0
        for alike in state.classes(i):
            if once & alike:
                return next(members(once & alike))
            once |= alike
        if once != state.full:
            return next(members(state.full & ~once))
    return None


LAWS: dict[
    str, Callable[[ExplorationStep[EpistemicState, SuccessorState]], int | None]
] = {
    "recall": forgotten,
    "no miracles": miracle,
    "classes": no_classes,
}


def recall_piece(item: Item[str]) -> Piece:
    """Return actions, worlds after them, depth, and a situation that fails."""
    ahead, law = explore(item.game, item.work), LAWS[item.how]

    def found() -> Iterator[tuple[int, Case | None, Mapping[str, int]]]:
        for step in ahead.steps():
            wrong = law(step)
            fault = None if wrong is None else situation_of(step.after, wrong)
            yield step.after.size, fault, NO_COUNTS

    return first_fault(ahead, found())


def recall(budget: Budget) -> Result:
    """Return the result for bridge-perfect-recall."""

    def work(game: Game) -> int:
        return 20_000 if budget.full else 1_500

    main, no_miracles, classes = (
        swept(budget, law, recall_piece, law, work) for law in LAWS
    )
    return main.also(no_miracles=no_miracles, classes=classes)
