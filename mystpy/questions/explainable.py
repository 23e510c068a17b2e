"""What has an explanation of the kinds that there are: reasons, or a witness."""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.engines.explain.explainer import Explainer
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Right, Wrong
from mystpy.history.history import History
from mystpy.language.decidable import grounded
from mystpy.language.nodes import Common, Distributed, Formula
from mystpy.language.read import written
from mystpy.language.subformulas import agents_in, is_positive, walk
from mystpy.views import results_of


def require_cards_alone(
    history: History, phi: Formula, found: Sequence[Explainer] = ()
) -> None:
    """Raise QueryError if it matters what somebody alone was told of a guess.

    Who is told that sees more than hands and shown cards, of which reasons are made. It
    does not matter where neither those players nor the results are in question, and
    where the cards are enough: these explain the formula from them.
    """
    told = {result.player for result in results_of(history)}
    given = any(isinstance(action, Right | Wrong) for action in history.actions)
    if not given and not told & agents_in(phi):
        return
    if not found or not all(each.follows_from(each.switches) for each in found):
        raise QueryError(
            "why gives reasons from cards, and here it matters how a guess was, which "
            "only who guessed was told",
            hint="mystpy ask says whether it holds",
        )


def require_explained(phi: Formula, follows: bool, game: Game) -> None:
    """Raise QueryError for what has no explanation of the kinds that there are."""
    parts = list(walk(grounded(phi, game)))
    if any(isinstance(part, Distributed) for part in parts):
        raise QueryError(
            "why does not explain what players know together, only what each knows",
            hint="mystpy ask says whether it holds; ask why about K(1,F)",
        )
    if any(isinstance(part, Common) and len(part.members) > 1 for part in parts):
        raise QueryError(
            "why does not explain common knowledge: it rests on what everybody has "
            "seen, however often one adds that everybody knows it",
            hint="ask why about E([1,2],F), or about E([1,2],E([1,2],F))",
        )
    if follows and not is_positive(phi):
        raise QueryError(
            f"why gives reasons for formulas in which no K stands under a negation, "
            f"not for {written(phi, game)}, which is true",
            hint="mystpy ask says that it holds; ask why about its parts",
        )
