"""Section 3.1: which actions tell a player a disjunction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain

from mystpy.bits import mask_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Yes
from mystpy.theses.chapter3.search import HistoryEvent, games, over_games
from mystpy.theses.chapter3.table import DealTable, KnowledgeGameState, Query, valued


def disjunction(event: HistoryEvent, player: int) -> bool:
    """Whether what the action tells the player is more than literals.

    That is, whether the deals left are fewer than those that satisfy all literals
    which the player knows now and considered possible before.
    """
    table = event.table
    before, after = event.before.views[player], event.after.views[player]
    return after != before & table.closed(after)


def share(game: Game) -> Fraction:
    """How many of player 1's first questions give a third player a disjunction.

    As a part of all; by renaming cards it is the same for every deal, and for questions
    with as many cards of each holder.
    """
    table = DealTable(game)
    kinds: dict[tuple[int, ...], bool] = {}
    found = []
    for ask, asked in table.steps(table.start()):
        assert isinstance(ask, Asks)
        cards = mask_of(ask.cards, game)
        kind = tuple((hand & cards).bit_count() for hand in table.deal)
        if kind not in kinds:
            kinds[kind] = _tells_a_third(table, ask, asked)
        found.append(kinds[kind])
    return Fraction(sum(found), len(found))


def _tells_a_third(table: DealTable, ask: Asks, asked: KnowledgeGameState) -> bool:
    return any(
        isinstance(event.action, Yes) and disjunction(event, i)
        for event in _answers(table, ask, asked)
        for i in table.game.holders[2:]
        if event.action != Yes(i)
    )


def _answers(
    table: DealTable, ask: Action, asked: KnowledgeGameState
) -> Iterator[HistoryEvent]:
    """The answers to a question, one after the other."""
    done: tuple[Action, ...] = (ask,)
    game_state = asked
    while "ansphase" in table.public(game_state).phases:
        ((answer, after),) = table.steps(game_state)
        yield HistoryEvent(table, done, game_state, answer, after)
        done, game_state = (*done, answer), after


def usual(
    budget: Budget, within: Callable[[Game], bool], further: tuple[Game, ...] = ()
) -> Result:
    """Check that more than half of the first questions generate a disjunction.

    In all games of few cards within the bounds, and in the further ones.
    """
    c = 8 if budget.full else 7

    def fault(game: Game) -> tuple[int, Query | None]:
        found = share(game)
        if 2 * found > 1:
            return 1, None
        return 1, valued(game, share=found)

    chosen = chain(games(c, 4, q=within), further)
    looked_at, counterexample = over_games(chosen, fault, budget)
    named = [f"MYST({g.m},{g.n},{g.p},{g.q})" for g in further]
    return Result.judged(
        counterexample,
        proves=False,
        method="exhaustive over the questions",
        instances=looked_at,
        scope={"c": c, "p": 4} | ({"and": ", ".join(named)} if named else {}),
    )


LARGE_PILE = Game.myst(7, 2, 3, 2)


def _of_some_cards(game: Game) -> bool:
    m, n = game.sizes[:2]
    return game.p > 2 and n > 1 and 1 < game.q <= m + n


def few_cards(budget: Budget) -> Result:
    """What is found of remark-3.1-usually with few cards."""
    return usual(budget, _of_some_cards)


def large_pile(budget: Budget) -> Result:
    """The same with a large pile besides."""
    return usual(budget, _of_some_cards, (LARGE_PILE,))


def all_games(budget: Budget) -> Result:
    """The same where hands may have one card, and questions many."""
    return usual(budget, lambda g: g.p > 2 and g.q > 1)
