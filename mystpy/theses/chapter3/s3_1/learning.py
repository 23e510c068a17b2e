"""Sections 3.1 and 3.3: the information of actions, and who gets it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain

from mystpy.axiom_folder.signature import OF_THE_THESIS
from mystpy.bits import cards_of, mask_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.engines.transition_system.states import EventKey, Transition
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, No, Shows, Yes
from mystpy.theses.case_analysis import Case, each_game, weigh_cases, with_values
from mystpy.theses.chapter3.search import (
    HistoryEvent,
    no_guesses,
    shortest,
    witness,
)
from mystpy.theses.chapter3.table import DealTable, KnowledgeGameState
from mystpy.theses.public_states import in_all_moves, tells_of_cards


def tells_else_than_none(key: EventKey, move: Transition) -> bool:
    """Return whether a no says something else than that no such card is held."""
    guards = [(guard.player, guard.some, guard.shown) for guard in move.guards]
    return guards != [(key[1], False, False)]


def told_by_no(budget: Budget) -> Result:
    """Return the result for remark-3.1-no."""
    return in_all_moves(budget, ("no",), tells_else_than_none)


def tells_of_some(_key: EventKey, move: Transition) -> bool:
    """Return whether the move says that a player has some of several cards."""
    return any(guard.some for guard in move.guards)


def only_yes(
    budget: Budget, informative: tuple[str, ...] = ("guess", "yes", "shows")
) -> Result:
    """Search for other moves that say that a player has some of several cards."""
    kinds = tuple(x.name for x in OF_THE_THESIS if x.name not in informative)
    return in_all_moves(budget, kinds, tells_of_some)


def told_by_questions(budget: Budget) -> Result:
    """Search for a question whose legality depends on the cards."""
    return in_all_moves(budget, ("asks",), tells_of_cards)


def no_use(budget: Budget) -> Result:
    """Search for an answer after which the responder knows more about the deal."""
    c, depth = (5, 6) if budget.full else (4, 6)

    def news(event: HistoryEvent) -> bool:
        action = event.action
        if not isinstance(action, No | Yes | Shows):
            return False
        j = action.player
        return event.before.views[j] != event.after.views[j]

    found = shortest(each_game(c, 4), news, budget, depth=depth, ways=no_guesses)
    case = None
    if found.event:
        done = [str(action) for action in found.event.done]
        case = with_values(found.event.table.game, history=done)
    scope = {"c": c, "p": 4, "depth": depth, "guesses": False}
    cases = [(found.looked_at, case)]
    return weigh_cases(budget, cases, scope, method="exhaustive")


def axioms_needed(budget: Budget, *, right_guess: bool = True) -> Result:
    """Search for a situation that gives pile cards even without (2.10) and (2.12).

    Without them the pile may be empty, its cards without a holder, and all players'
    hands unchanged. If that is consistent with all information, no card of the pile is
    known.
    """
    c, depth = (4, 8) if budget.full else (3, 8)
    found = shortest(
        each_game(c, 3), lambda e: _tells_of_pile(e, right_guess), budget, depth=depth
    )
    cases = [(found.looked_at, witness(found, _pile_is_public))]
    scope = {"c": c, "p": 3, "depth": depth}
    return weigh_cases(budget, cases, scope, method="exhaustive")


def needed_unless_right(budget: Budget) -> Result:
    """Search for the same, except after a guess that was right."""
    return axioms_needed(budget, right_guess=False)


def _pile_is_public(event: HistoryEvent) -> str:
    x = event.table.game.cards[event.table.deal[0].bit_length() - 1]
    return f"K(2, h(0,{x})) & GameOver"


def _tells_of_pile(event: HistoryEvent, right_guess: bool) -> bool:
    if event.action is None:
        return False
    pile = cards_of(event.table.deal[0], event.table.game)
    if not right_guess and getattr(event.action, "cards", None) == pile:
        return False
    emptied = (0, *event.table.deal[1:])
    conditions = event.table.conditions_of_action(event.before, event.action)
    return not all(condition.satisfied(emptied) for condition in conditions)


def disjunction(event: HistoryEvent, player: int) -> bool:
    """Return whether the action gives the player more than literals.

    That is, whether the remaining deals are fewer than those that satisfy all literals
    which the player knows now and considered possible before.
    """
    table = event.table
    before, after = event.before.views[player], event.after.views[player]
    return after != before & table.closed(after)


def share(game: Game) -> Fraction:
    """Return the share of player 1's first questions that give 3 a disjunction.

    By renaming cards it is the same for every deal, and for questions with equally many
    cards of each holder.
    """
    table = DealTable(game)
    kinds: dict[tuple[int, ...], bool] = {}
    found = []
    for ask, asked in table.steps(table.initial()):
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
    """Yield the answers to a question, one after the other."""
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

    The check covers all games of few cards within the bounds, and further ones.
    """
    c = 8 if budget.full else 7

    def fault(game: Game) -> tuple[int, Case | None]:
        found = share(game)
        return 1, None if 2 * found > 1 else with_values(game, share=found)

    named = [f"MYST({g.m},{g.n},{g.p},{g.q})" for g in further]
    scope = {"c": c, "p": 4} | ({"and": ", ".join(named)} if named else {})
    cases = map(fault, chain(each_game(c, 4, within), further))
    return weigh_cases(budget, cases, scope, method="exhaustive over the questions")


LARGE_PILE = Game.myst(7, 2, 3, 2)


def _of_some_cards(game: Game) -> bool:
    m, n = game.sizes[:2]
    return game.p > 2 and n > 1 and 1 < game.q <= m + n


def few_cards(budget: Budget) -> Result:
    """Return the result for remark-3.1-usually with few cards."""
    return usual(budget, _of_some_cards)


def large_pile(budget: Budget) -> Result:
    """Return the same result, with a large pile as well."""
    return usual(budget, _of_some_cards, (LARGE_PILE,))


def all_games(budget: Budget) -> Result:
    """Return the same result, with hands of one card and long questions."""
    return usual(budget, lambda g: g.p > 2 and g.q > 1)
