"""Section 3.3: player 1 without loss of generality, Theorem 3.2 if all players ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mystpy.bits import cards_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.engines.transition_system.orbits import Renaming
from mystpy.engines.transition_system.system import transition_system_of
from mystpy.game.names import sort_cards
from mystpy.history.actions import Action, Asks, Guess, Shows
from mystpy.situations.public_steps import alike, incp, next_player, public_states
from mystpy.theses.case_analysis import Case, sought, weigh_cases
from mystpy.theses.chapter3.s3_3.needed import at_most, up_to_largest
from mystpy.theses.chapter3.search import Ways, events
from mystpy.theses.chapter3.table import DealTable, KnowledgeGameState

Asked = Callable[[DealTable, int], frozenset[str]]
"""The question of another player."""

Shown = Callable[[DealTable, KnowledgeGameState, Shows], bool]
"""Whether player p shows this card."""


def hostile_question(table: DealTable, poser: int) -> frozenset[str]:
    """Return a question to which the next player says yes, whatever the swap."""
    game = table.game
    following = incp(game.p)[poser]
    wanted = table.deal[following] | (table.deal[0] if following == game.p else 0)
    cards = [1 << x for x in range(game.c)]
    cards.sort(key=lambda card: not card & wanted)
    return cards_of(sum(cards[: game.q]), game)


def grudging(table: DealTable, game_state: KnowledgeGameState, show: Shows) -> bool:
    """Return whether player p shows player 1 the first card that can be shown."""
    asked = game_state.public.question_mask
    if show.to != 1 or not asked:
        return True
    held = asked & table.deal[table.game.p]
    return cards_of(held & -held, table.game) == {show.card}


def hostile_ways(
    table: DealTable,
    game_state: KnowledgeGameState,
    asked: Asked = hostile_question,
    shown: Shown = grudging,
) -> Iterator[tuple[Action, KnowledgeGameState]]:
    """Yield player 1's actions, and the other players' least informative ones."""
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
    """Play against others whose questions give player 1 no information."""
    c = 6 if budget.full else 5

    def cases() -> Iterator[Case | None]:
        for game in at_most(c, lambda game: not up_to_largest(game)):
            table = DealTable(game)
            pile = sort_cards(cards_of(table.deal[0], game), game.deck)
            known = f"K(1, {' & '.join(f'h(0,{x})' for x in pile)})"
            for event in events(table, 10**6, ways):
                knows = table.knows_pile(event.after, 1)
                yield table.query(event.done, known) if knows else None

    scope, method = {"c": c, "p": 4}, "exhaustive over all histories"
    found = sought(budget, cases(), scope, proves=True, method=method)
    return found.by_witness(refutes=False)


def seats_are_alike(budget: Budget) -> Result:
    """Check whether the rules are the same for the players one seat further on."""
    return rotated(budget, next_player)


def rotated(budget: Budget, turn: Callable[[int], Renaming]) -> Result:
    """Check that the steps of a game are those of the game with players renamed.

    `turn(p)` is the renaming of p players.
    """
    most = 4 if budget.full else 3

    def cases() -> Iterator[tuple[int, Case | None]]:
        for p in range(2, most + 1):
            steps, rename = transition_system_of(p), turn(p)
            for number in public_states(p):
                values = {"p": str(p), "state": str(steps.state(number))}
                same = alike(steps, number, rename)
                yield len(steps.moves(number)), None if same else {"values": values}

    scope = {"m, n, q, histories": "all", "p": f"2..{most}"}
    method = "exhaustive over the steps of the public diagram"
    return weigh_cases(budget, cases(), scope, proves=True, method=method)
