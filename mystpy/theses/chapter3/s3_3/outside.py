"""Theorem 3.2 outside the vacuum: all players ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mystpy.bits import cards_of, mask_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Guess, Shows
from mystpy.situations.successor import incp
from mystpy.theses.chapter3.s3_3.needed import at_most
from mystpy.theses.chapter3.s3_3.solvable import printed
from mystpy.theses.chapter3.search import Ways, events, over_games
from mystpy.theses.chapter3.table import DealTable, KnowledgeGameState, Query

Asked = Callable[[DealTable, int], frozenset[str]]
"""What another player asks."""

Shown = Callable[[DealTable, KnowledgeGameState, Shows], bool]
"""Whether player p shows this card."""


def hostile_question(table: DealTable, poser: int) -> frozenset[str]:
    """A question that the next player answers with yes, whatever the swap."""
    game = table.game
    following = incp(game.p)[poser]
    wanted = table.deal[following] | (table.deal[0] if following == game.p else 0)
    first = [card for card in table.cards if card & wanted]
    rest = [card for card in table.cards if not card & wanted]
    return cards_of(sum((*first, *rest)[: game.q]), game)


def grudging(table: DealTable, game_state: KnowledgeGameState, show: Shows) -> bool:
    """Whether player p shows player 1 the first of the cards that can be shown."""
    if show.to != 1 or game_state.question is None:
        return True
    held = mask_of(game_state.question, table.game) & table.deal[table.game.p]
    return cards_of(held & -held, table.game) == {show.card}


def hostile_ways(
    table: DealTable,
    game_state: KnowledgeGameState,
    asked: Asked = hostile_question,
    shown: Shown = grudging,
) -> Iterator[tuple[Action, KnowledgeGameState]]:
    """Player 1's ways, and one way of the others that tells player 1 least."""
    (turn,) = table.public(game_state).turn
    game = table.game
    for action, after in table.steps(game_state):
        if isinstance(action, Guess):
            continue
        if isinstance(action, Asks) and turn != 1:
            if action.cards == asked(table, turn):
                yield action, after
        elif isinstance(action, Shows) and action.player == game.p:
            if shown(table, game_state, action):
                yield action, after
        else:
            yield action, after


def hostile(budget: Budget, ways: Ways = hostile_ways) -> Result:
    """Play against others who ask so that the answers tell player 1 nothing."""
    c = 6 if budget.full else 5

    def fault(game: Game) -> tuple[int, Query | None]:
        looked_at = 0
        for event in events(DealTable(game), 10**6, ways):
            looked_at += 1
            budget.tick()
            if event.table.knows_pile(event.after, 1):
                known = f"K(1, {event.table.pile()})"
                return looked_at, event.table.query(event.done, known)
        return looked_at, None

    looked_at, counterexample = over_games(
        at_most(c, lambda game: not printed(game)), fault, budget
    )
    return Result.judged(
        counterexample,
        proves=True,
        method="exhaustive over all histories",
        instances=looked_at,
        scope={"c": c, "p": 4},
    ).by_witness(refutes=False)
