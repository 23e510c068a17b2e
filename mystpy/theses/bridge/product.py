"""The worlds of a history are what its actions make of the model of all deals."""

from __future__ import annotations

from dataclasses import dataclass

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.conjectures.workers import spread
from mystpy.game.game import Game
from mystpy.theses.bench import Statement
from mystpy.theses.bridge.updates import Refused, Updated
from mystpy.theses.bridge.walk import Walk, scope_of, small_games

SAME = (
    "the worlds of the public history (deals and cards shown; alike to i: the hand of i"
    " and the cards shown to and by i) are bisimilar, each to its image, to the product"
    " of the model of all deals with the game actions of the history"
)


@dataclass(frozen=True, slots=True)
class Item:
    """A game to be swept as far as `work` goes.

    `nowin`: noguess(i) says that i does not know the pile; the worlds in which i does
    are left out.
    """

    game: Game
    work: int
    nowin: bool


def product_piece(
    item: Item,
) -> tuple[int, int, int, dict[str, object] | None, int]:
    """Histories, worlds, depth, and a situation that differs, or None.

    Then how many states have other worlds than the images, or other views.
    """
    walk = Walk(item.game, item.work, nowin=item.nowin)
    states = {walk.start: Updated.start(walk.start)}
    histories, worlds, others = 1, len(walk.start), 0
    for step in walk:
        try:
            updated = states[step.before].after(step, nowin=item.nowin)
        except Refused as error:
            found = step.after.situation(error.world)
            return histories, worlds, walk.depth, found, others
        states[step.after] = updated
        histories, worlds = histories + 1, worlds + len(step.after)
        wrong = updated.unlike()
        if wrong is not None:
            return histories, worlds, walk.depth, different(updated, wrong), others
        others += not updated.isomorphic()
    return histories, worlds, walk.depth, None, others


def different(updated: Updated, wrong: int) -> dict[str, object]:
    """A situation whose image differs, as a query if a formula is found that says so.

    Otherwise that of the world `wrong`.
    """
    told = updated.told_apart()
    if told is None:
        return updated.scene.situation(wrong)
    world, formula, value = told
    said = {"formula": str(formula), "value": "true" if value else "false"}
    return updated.scene.situation(world) | said


def _swept(budget: Budget, *, nowin: bool) -> Finding:
    games, work = small_games(budget), 8_000 if budget.full else 800
    items = [(str(game.to_dict()), Item(game, work, nowin)) for game in games]
    label = f"bridge-product|{work}|{nowin}"
    found = [result for _, result in spread(budget, label, product_piece, items)]
    wrong = next((x[3] for x in found if x[3] is not None), None)
    others = sum(x[4] for x in found)
    said = "noguess(i) says that i does not know the pile: " if nowin else ""
    return Finding.judged(
        wrong,
        proves=False,
        statement=f"in every executable situation, {said}{SAME}",
        method="exhaustive",
        scope=scope_of(games, [x[2] for x in found]),
        instances=sum(x[1] for x in found),
        note=f"{sum(x[0] for x in found)} public histories up to names of cards, all"
        " worlds of each; "
        + (
            f"in {others} of the states there are other worlds than the images, or"
            " other views"
            if others
            else "in all of them the images are all worlds of the state, once each, and"
            " what looks alike is the same: the models are isomorphic"
        ),
    )


def told_or_not(game: Game, work: int) -> tuple[int, dict[str, object] | None]:
    """Worlds where noguess says nothing beside states where it tells of not knowing.

    How many public histories were compared, and a shortest one that differs.
    """
    walk = Walk(game, work)
    states, histories = {walk.start: Updated.start(walk.start)}, 1
    for step in walk:
        try:
            updated = states[step.before].after(step, nowin=True, lenient=True)
        except Refused as error:
            return histories, step.after.situation(error.world)
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
        statement=f"in every executable situation {SAME}, noguess(i) taken as telling"
        " that i does not know the pile",
        method="exhaustive",
        scope={"c": game.c, "p": game.p},
        instances=histories,
        note="worlds in which i knows the pile have no image then, and the others learn"
        " that i does not know it",
    )


def _product(budget: Budget) -> Finding:
    return _swept(budget, nowin=False).also(
        (
            "nowin: noguess(i) tells all that i does not know the pile, and the worlds"
            " in which i does are left out",
            _swept(budget, nowin=True),
        ),
        (
            "noguess(i) is told in the state only, and says nothing in the worlds",
            _mixed(budget),
        ),
    )


STATEMENTS = (
    Statement(
        "bridge-product-update",
        "1.3, 2.10; knowledge games, Def. 14",
        "The possible worlds of a history are the state that its actions, as game"
        " actions, make of the model of all deals.",
        f"in every executable situation {SAME}",
        _product,
    ),
)
