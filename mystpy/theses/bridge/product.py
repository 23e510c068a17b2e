"""The worlds of a history are what its actions make of the model of all deals."""

from __future__ import annotations

from dataclasses import dataclass

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.replay.query import situation_of
from mystpy.conjectures.verdict import Finding
from mystpy.conjectures.workers import spread
from mystpy.game.game import Game
from mystpy.theses.bridge.updates import Refused, Updated
from mystpy.theses.bridge.walk import scope_of, small_games, walk


@dataclass(frozen=True, slots=True)
class Item:
    """A game to be swept as far as `work` goes.

    `nowin`: noguess(i) says that i does not know the pile; the worlds in which i does
    are left out.
    """

    game: Game
    work: int
    nowin: bool


def product_piece(item: Item) -> tuple[int, int, int, dict[str, object] | None, int]:
    """Histories, worlds, depth, and a situation that differs, or None.

    Then how many states have other worlds than the images, or other views.
    """
    ahead = walk(item.game, item.work, nowin=item.nowin)
    states = {ahead.start: Updated.start(ahead.start)}
    histories, worlds, others = 1, ahead.start.size, 0
    for step in ahead.steps():
        try:
            updated = states[step.before].after(step, nowin=item.nowin)
        except Refused as error:
            found = situation_of(step.after, error.world)
            return histories, worlds, ahead.depth, found, others
        states[step.after] = updated
        histories, worlds = histories + 1, worlds + step.after.size
        wrong = updated.unlike()
        if wrong is not None:
            return histories, worlds, ahead.depth, different(updated, wrong), others
        others += not updated.isomorphic()
    return histories, worlds, ahead.depth, None, others


def different(updated: Updated, wrong: int) -> dict[str, object]:
    """A situation whose image differs, as a query if a formula is found that says so.

    Otherwise that of the world `wrong`.
    """
    told = updated.told_apart()
    if told is None:
        return situation_of(updated.stage, wrong)
    world, formula, value = told
    said = {"formula": str(formula), "value": "true" if value else "false"}
    return situation_of(updated.stage, world) | said


def _swept(budget: Budget, *, nowin: bool) -> Finding:
    games, work = small_games(budget), 8_000 if budget.full else 800
    items = [(str(game.to_dict()), Item(game, work, nowin)) for game in games]
    label = f"bridge-product|{work}|{nowin}"
    found = [result for _, result in spread(budget, label, product_piece, items)]
    wrong = next((x[3] for x in found if x[3] is not None), None)
    others = sum(x[4] for x in found)
    return Finding.judged(
        wrong,
        proves=False,
        method="exhaustive",
        scope=scope_of(games, [x[2] for x in found]),
        instances=sum(x[1] for x in found),
        values={"histories": sum(x[0] for x in found), "others": others},
        case="others" if others else None,
    )


def told_or_not(game: Game, work: int) -> tuple[int, dict[str, object] | None]:
    """Worlds where noguess says nothing beside states where it tells of not knowing.

    How many public histories were compared, and a shortest one that differs.
    """
    ahead = walk(game, work)
    states, histories = {ahead.start: Updated.start(ahead.start)}, 1
    for step in ahead.steps():
        try:
            updated = states[step.before].after(step, nowin=True, lenient=True)
        except Refused as error:
            return histories, situation_of(step.after, error.world)
        states[step.after] = updated
        histories += 1
        if -1 in updated.images:
            return histories, different(updated, updated.images.index(-1))
        wrong = updated.unlike()
        if wrong is not None:
            return histories, different(updated, wrong)
    return histories, None


def _mixed(budget: Budget) -> Finding:
    histories, wrong = 0, None
    for game in sorted(small_games(budget), key=lambda g: (g.c, g.p, g.q)):
        budget.tick()
        looked, wrong = told_or_not(game, 800)
        histories += looked
        if wrong is not None:
            break
    return Finding.judged(
        wrong,
        proves=False,
        method="exhaustive",
        scope={"c": game.c, "p": game.p},
        instances=histories,
    )


def product(budget: Budget) -> Finding:
    """What is found of bridge-product-update."""
    return _swept(budget, nowin=False).also(
        nowin=_swept(budget, nowin=True), told_only=_mixed(budget)
    )
