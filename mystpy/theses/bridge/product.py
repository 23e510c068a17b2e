"""Perfect recall, and the worlds of a history as products with its actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import bounds_of
from mystpy.conjectures.ranges import size_of
from mystpy.conjectures.replay.query import situation_of
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.kripke.from_state import ActionRefused, UpdatedState
from mystpy.theses.bridge.walk import (
    NO_COUNTS,
    Item,
    Piece,
    explore,
    first_fault,
    small_games,
    swept,
)
from mystpy.theses.case_analysis import Case, weigh_cases


def product_piece(item: Item[bool]) -> Piece:
    """Return histories, worlds, depth, and a situation that differs, or None.

    The last value counts the states whose worlds or views differ from the images. With
    `how`, nowin, noguess(i) says that i does not know the pile, and excludes the worlds
    in which i does.
    """
    ahead = explore(item.game, item.work, nowin=item.how)
    states = {ahead.start: UpdatedState.start(ahead.start)}

    def found() -> Iterator[tuple[int, Case | None, Mapping[str, int]]]:
        yield ahead.start.size, None, {"others": 0}
        for step in ahead.steps():
            try:
                updated = states[step.before].after(step, nowin=item.how)
            except ActionRefused as error:
                yield step.after.size, situation_of(step.after, error.world), NO_COUNTS
                return
            states[step.after] = updated
            wrong = updated.unlike()
            fault = None if wrong is None else different(updated, wrong)
            others = fault is None and not updated.isomorphic()
            yield step.after.size, fault, {"others": others}

    return first_fault(ahead, found())


def different(updated: UpdatedState, wrong: int) -> dict[str, object]:
    """Return a situation whose image differs, with a formula that shows it, if any.

    Otherwise return that of the world `wrong`.
    """
    difference = updated.told_apart()
    if difference is None:
        return situation_of(updated.state, wrong)
    world, formula, value = difference
    said = {"formula": str(formula), "value": "true" if value else "false"}
    return situation_of(updated.state, world) | said


def told_or_not(game: Game, work: int) -> tuple[int, dict[str, object] | None]:
    """Compare worlds in which noguess is uninformative with states in which it is not.

    Returns how many public histories were compared, and a shortest one that differs.
    """
    ahead = explore(game, work)
    states, histories = {ahead.start: UpdatedState.start(ahead.start)}, 1
    for step in ahead.steps():
        try:
            updated = states[step.before].after(step, nowin=True, lenient=True)
        except ActionRefused as error:
            return histories, situation_of(step.after, error.world)
        states[step.after] = updated
        histories += 1
        if -1 in updated.images:
            return histories, different(updated, updated.images.index(-1))
        wrong = updated.unlike()
        if wrong is not None:
            return histories, different(updated, wrong)
    return histories, None


def _mixed(budget: Budget) -> Result:
    games = sorted(small_games(budget), key=size_of)
    cases = (told_or_not(game, 800) for game in games)
    return weigh_cases(budget, cases, bounds_of(games), method="exhaustive")


def product(budget: Budget) -> Result:
    """Return the result for bridge-product-update."""

    def looked_at(nowin: bool) -> Result:
        def work(game: Game) -> int:
            return 8_000 if budget.full else 800

        found = swept(budget, f"product|{nowin}", product_piece, nowin, work)
        return replace(found, case="others" if found.values["others"] else None)

    return looked_at(False).also(nowin=looked_at(True), told_only=_mixed(budget))
