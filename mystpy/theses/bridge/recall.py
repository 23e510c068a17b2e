"""Perfect recall, and the classes of S5, as properties of the worlds of a game.

That views are only refined is proved by induction in the statement axiom-2.24; here it
is looked at in the worlds themselves, and with it that nothing is learnt but what is
seen: with both, the worlds change as products with actions do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mystpy.bits import members
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.replay.query import situation_of
from mystpy.conjectures.verdict import Finding
from mystpy.conjectures.workers import spread
from mystpy.game.game import Game
from mystpy.situations.explore import Step
from mystpy.situations.stage import Reached, Stage
from mystpy.theses.bridge.walk import scope_of, small_games, walk

RECALL, NO_MIRACLES, CLASSES = "recall", "no miracles", "classes"


def forgotten(step: Step[Stage, Reached]) -> int | None:
    """A world after an action that a player tells from fewer worlds than before."""
    for i in step.after.players:
        for alike in step.after.classes(i):
            first = step.before.alike[i][step.way.parents[next(members(alike))]]
            for w in members(alike):
                if not first >> step.way.parents[w] & 1:
                    return w
    return None


def miracle(step: Step[Stage, Reached]) -> int | None:
    """A world after an action that a player tells from one alike in all that was seen.

    What is seen of an action: all of it, but of a show only the two see the card. A
    guess that was right and one that was wrong lead to two public histories.
    """
    deed = step.after.deeds[-1]
    for i in step.after.players:
        sees = deed.key[0] == "shows" and i in deed.key[1:]
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


def no_classes(step: Step[Stage, Reached]) -> int | None:
    """A world after an action that is in no class of a player, or in two."""
    return _no_classes(step.after)


def _no_classes(stage: Stage) -> int | None:
    for i in stage.players:
        once = 0
        for alike in stage.classes(i):
            if once & alike:
                return next(members(once & alike))
            once |= alike
        if once != stage.full:
            return next(members(stage.full & ~once))
    return None


LAWS: dict[str, Callable[[Step[Stage, Reached]], int | None]] = {
    RECALL: forgotten,
    NO_MIRACLES: miracle,
    CLASSES: no_classes,
}


@dataclass(frozen=True, slots=True)
class Item:
    """A game to be swept as far as `work` goes, and the law to be looked at."""

    game: Game
    work: int
    law: str


def recall_piece(item: Item) -> tuple[int, int, int, dict[str, object] | None]:
    """Actions, worlds after them, depth, and a situation where the law fails."""
    ahead, law, actions, worlds = walk(item.game, item.work), LAWS[item.law], 0, 0
    for step in ahead.steps():
        actions, worlds = actions + 1, worlds + step.after.size
        wrong = law(step)
        if wrong is not None:
            return actions, worlds, ahead.depth, situation_of(step.after, wrong)
    return actions, worlds, ahead.depth, None


def _swept(budget: Budget, law: str) -> Finding:
    games, work = small_games(budget), 20_000 if budget.full else 1_500
    items = [(str(game.to_dict()), Item(game, work, law)) for game in games]
    name = LAWS[law].__name__
    found = [
        result
        for _, result in spread(budget, f"bridge-{name}|{work}", recall_piece, items)
    ]
    wrong = next((x[3] for x in found if x[3] is not None), None)
    return Finding.judged(
        wrong,
        proves=False,
        method="exhaustive",
        scope=scope_of(games, [x[2] for x in found]),
        instances=sum(x[1] for x in found),
        values={"actions": sum(x[0] for x in found)},
    )


def recall(budget: Budget) -> Finding:
    """What is found of bridge-perfect-recall."""
    return _swept(budget, RECALL).also(
        no_miracles=_swept(budget, NO_MIRACLES), classes=_swept(budget, CLASSES)
    )
