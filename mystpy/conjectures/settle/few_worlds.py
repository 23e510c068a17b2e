"""Conjectures about knowledge proved in all histories: no few worlds refute them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import (
    Conjecture,
    bounds_of,
    judge_result,
    sizes_of,
    span,
)
from mystpy.conjectures.countermodels.few_cards import (
    about_the_pile,
    games_that_differ,
    is_of_few_players,
    needed_games,
)
from mystpy.conjectures.countermodels.instances import (
    Universal,
    hold_in_few_worlds,
    pieces,
)
from mystpy.conjectures.limits import game_label
from mystpy.conjectures.settle.proofs import is_met
from mystpy.conjectures.verdict import Result
from mystpy.conjectures.workers import spread
from mystpy.engines.symbolic.solver import SearchLimitReached
from mystpy.errors import AxiomError, QueryError
from mystpy.game.game import Game
from mystpy.language.nodes import Formula, Modal
from mystpy.language.subformulas import players_in, walk


def for_all_players(conjecture: Conjecture, budget: Budget) -> Result | None:
    """Return PROVED for all sizes and numbers of players if that is soon seen."""
    if not all(map(is_of_few_players, pieces(about_the_pile(conjecture.node)))):
        return None
    return for_all_sizes(conjecture, budget)


def for_all_sizes(conjecture: Conjecture, budget: Budget) -> Result | None:
    """Return PROVED for all sizes if it holds in the games in which that is enough."""
    node = conjecture.node
    if not _is_of_knowledge(node):
        return None
    budget.tick()
    said = pieces(about_the_pile(node))
    players = sorted({game.p for game in conjecture.games})
    looked = [_holding((said, game)) for game in needed_games(said, players)]
    if not looked or not all(looked):
        return None
    least = max((2, *players_in(node)))
    few = all(map(is_of_few_players, said))
    free = ", ".join((*sizes_of(conjecture.games), "depth"))
    scope = {"p": f">= {least}" if few else span(players), free: "any"}
    return _proved(conjecture, sum(looked), scope)


def for_named_games(conjecture: Conjecture, budget: Budget) -> Result | None:
    """Return PROVED for the games named if no few worlds over their deals refute it.

    None if it speaks of nobody's knowledge, or if some worlds do, which perhaps no
    history leads to.
    """
    if not _is_of_knowledge(conjecture.node):
        return None
    looked = _game_by_game(conjecture, budget)
    scope = bounds_of(conjecture.games) | {"depth": "any"}
    return _proved(conjecture, looked, scope) if looked else None


def _is_of_knowledge(node: Formula) -> bool:
    return any(isinstance(part, Modal) for part in walk(node))


def _proved(
    conjecture: Conjecture, looked: int, scope: Mapping[str, object]
) -> Result | None:
    if not is_met(conjecture.node, conjecture.games, depth=conjecture.depth):
        return None
    return judge_result(
        conjecture,
        None,
        proves=True,
        method="few worlds",
        instances=looked,
        scope=scope,
        note="a solver finds no worlds, each a deal, that refute it, whether a history"
        " leads to them or not: a few are enough, for what is not known (cards and"
        " players renamed)",
    )


def _game_by_game(conjecture: Conjecture, budget: Budget) -> int:
    """How many instances hold in the games named; 0 if some does not."""
    said = pieces(conjecture.node)
    first, *rest = games_that_differ(said, conjecture.games)
    items = [(game_label(game), (said, game)) for game in rest]
    total = _holding((said, first))
    if not total:
        return 0
    label = f"few worlds|{conjecture.form}|{conjecture.text}"
    for _, looked in spread(budget, label, _holding, items):
        if not looked:
            return 0
        total += looked
    return total


def _holding(item: tuple[Sequence[Universal], Game]) -> int:
    """How many instances hold in a game; 0 if one does not, or it is not known."""
    said, game = item
    try:
        holds, looked = hold_in_few_worlds(said, game)
    except (SearchLimitReached, QueryError, AxiomError):
        return 0
    return looked if holds else 0
