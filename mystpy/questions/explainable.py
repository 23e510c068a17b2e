"""The formulas that have an explanation: reasons, or a witness."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mystpy.compilation import replace
from mystpy.engines.base import Engine, Value
from mystpy.engines.explain.explainer import Explainer
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Looks, Right, Shows, Wrong
from mystpy.history.history import History
from mystpy.language.decidable import ground
from mystpy.language.nodes import Common, Distributed, Everyone, Formula, Iterated
from mystpy.language.read import write_formula
from mystpy.language.subformulas import (
    agents_in,
    is_past,
    is_positive,
    is_static,
    walk,
)
from mystpy.language.temporal import Future
from mystpy.sight import results_of
from mystpy.views import sees_card, sight_of

_DEEPEST = 4
"""The maximal number of levels of common knowledge tested: a path through worlds."""


def require_cards_alone(
    history: History, phi: Formula, found: Sequence[Explainer] = ()
) -> None:
    """Raise QueryError if a result of a guess that one player learned matters.

    Such a player sees more than hands and shown cards, from which reasons are made. It
    does not matter if neither those players nor the results occur in the formula, and
    if the cards suffice: then the formula is explained by them.
    """
    informed = {result.player for result in results_of(history)}
    given = any(isinstance(action, Right | Wrong) for action in history.actions)
    if not given and not informed & agents_in(phi):
        return
    if not found or not all(each.follows_from(each.selectors) for each in found):
        raise QueryError(
            "why gives reasons from cards, and here it matters how a guess was, which "
            "only who guessed was told",
            hint="mystpy ask says whether it holds",
        )


def is_common(phi: Formula) -> bool:
    """Whether this is common knowledge of several players."""
    return isinstance(phi, Common) and len(phi.members) > 1


def without_common(
    history: History, phi: Common, follows: bool, engine: Engine
) -> tuple[History, Formula]:
    """Return the formula explained in place of common knowledge, and its history.

    If it follows, the formula is that all know it by public observations, which is
    common knowledge. If not, it is that they know that they know it, and so on, up to
    the level at which one does not.

    Raises QueryError if neither explains it.
    """
    group, body = phi.group, phi.body
    if follows:
        shared, everybody = _seen_by_all(history, phi.numbers), Everyone(group, body)
        if engine.value(shared, everybody).value is Value.TRUE:
            return shared, everybody
    else:
        deeper = (Iterated(group, body, k) for k in range(2, _DEEPEST + 1))
        for knows in (body, Everyone(group, body), *deeper):
            if engine.value(history, knows).value is not Value.TRUE:
                return history, knows
    said = write_formula(Everyone(group, Everyone(group, body)), history.game)
    raise QueryError(
        "why finds no reasons that all have seen for this common knowledge"
        if follows
        else f"all know it {_DEEPEST} times over: why finds no world against it",
        hint=f"mystpy ask says whether it holds; ask why about {said}",
    )


def _seen_by_all(history: History, group: Collection[int]) -> History:
    """The history without hands, and with the cards that each of a group has seen."""
    sight = sight_of(history.game)
    actions = tuple(
        replace(action, card=None)
        if isinstance(action, Shows | Looks)
        and not all(sees_card(history, step, k, sight) for k in group)
        else action
        for step, action in enumerate(history.actions)
    )
    return replace(history, hands=(None,) * len(history.hands), actions=actions)


def require_present(phi: Formula) -> None:
    """Raise QueryError for formulas about the past, and about possible actions."""
    ways_ahead = any(isinstance(part, Future) for part in walk(phi))
    if not is_static(phi) and not ways_ahead:  # those are refused by `ground`
        when = "what was before" if is_past(phi) else "what can be done"
        raise QueryError(
            f"why does not explain {when}, only what holds now",
            hint="mystpy ask --engine worlds says whether it holds",
        )


def require_explained(phi: Formula, follows: bool, game: Game) -> None:
    """Raise QueryError for a formula that has no explanation of these kinds."""
    parts = list(walk(ground(phi, game)))
    if any(isinstance(part, Distributed) for part in parts):
        raise QueryError(
            "why does not explain what players know together, only what each knows",
            hint="mystpy ask says whether it holds; ask why about K(1,F)",
        )
    if any(is_common(part) for part in parts):
        raise QueryError(
            "why does not explain common knowledge within other formulas",
            hint="mystpy ask says whether it holds; ask why about C(...) alone",
        )
    if follows and not is_positive(phi):
        raise QueryError(
            f"why gives reasons for formulas in which no K is within a negation, "
            f"not for {write_formula(phi, game)}, which is true",
            hint="mystpy ask says that it holds; ask why about its parts",
        )
