"""Section 3.1: which questions determine a portion of the pile."""

from __future__ import annotations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.engines.deals import Condition
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Guess, No, Shows
from mystpy.theses.chapter3.search import Event, games, no_guesses, over_games, searched
from mystpy.theses.chapter3.table import Query, Stand, Table, valued


def turn_start(event: Event) -> Stand:
    """The stand before the last question."""
    last = max(k for k, a in enumerate(event.done) if isinstance(a, Asks))
    return event.table.stands(event.done[:last])[-1]


def _asker(event: Event) -> int:
    return next(a.player for a in reversed(event.done) if isinstance(a, Asks))


def _portion_by_yes(event: Event) -> bool:
    """Whether the poser newly knows a part of the pile from a question with a yes."""
    if not isinstance(event.action, Shows):
        return False
    table, poser = event.table, event.action.to
    known = table.known_pile(event.after, poser)
    if known in (0, table.deal[0]):
        return False
    return bool(known & ~table.known_pile(turn_start(event), poser))


def _portion_by_guess(event: Event) -> bool:
    """Whether player 2, still in, newly knows a part of the pile from a wrong guess."""
    table = event.table
    if not isinstance(event.action, Guess) or event.action.player == 2:
        return False
    known = table.known_pile(event.after, 2)
    before = table.known_pile(event.before, 2)
    state = table.public(event.after)
    return (
        known not in (0, table.deal[0])
        and bool(known & ~before)
        and 2 in state.still_in
        and not state.over
    )


def known_part(event: Event, player: int) -> str:
    """The formula that the player knows some cards of the pile, and not another."""
    game, stand = event.table.game, event.after
    known = event.table.known_pile(stand, player)
    some = [x for k, x in enumerate(game.cards) if known >> k & 1]
    yes = " & ".join(f"h(0,{x})" for x in some)
    pile = event.table.deal[0] & ~known
    other = game.cards[pile.bit_length() - 1]
    return f"K({player}, {yes}) & ~K({player}, h(0,{other}))"


def direct(budget: Budget) -> Finding:
    """What is found of remark-3.1-direct."""
    main = searched(
        budget,
        _portion_by_yes,
        lambda event: known_part(event, _asker(event)),
        c=5,
        depth=5,
    )
    by_guess = searched(
        budget,
        _portion_by_guess,
        lambda event: f"{known_part(event, 2)} & In(2) & ~GameOver",
        c=4,
        depth=6,
    )
    return main.also(of_two=_of_two(budget), by_guess=by_guess)


def _of_two(budget: Budget) -> Finding:
    return searched(
        budget,
        _portion_by_yes,
        lambda event: known_part(event, _asker(event)),
        c=6 if budget.full else 5,
        depth=12,
        p=2,
        ways=_two_player_ways,
    )


def _two_player_ways(table: Table, stand: Stand) -> list[tuple[Action, Stand]]:
    """The ways in which nobody guesses and player 2 asks one question only."""
    (turn,) = table.public(stand).turn
    first = frozenset(table.game.cards[: table.game.q])
    return [
        (a, s)
        for a, s in no_guesses(table, stand)
        if turn == 1 or not isinstance(a, Asks) or a.cards == first
    ]


def all_no(budget: Budget) -> Finding:
    """What is found of remark-3.1-all-no."""
    c = 8 if budget.full else 6
    main = searched(
        budget,
        _nothing_by_no,
        lambda e: f"forall x in cards: ~K({_asker(e)}, h(0,x))",
        c=4,
        depth=4,
    )
    looked_at, fault = over_games(games(c, 4), _not_in_pile, budget, "all no")
    reading = Finding.judged(
        fault,
        proves=True,
        method="argument, and exhaustive for player 1",
        instances=looked_at,
        scope={"by argument": "all m, n, p, q", "c": c, "p": 4},
    )
    return main.also(not_own=reading)


def _nothing_by_no(event: Event) -> bool:
    state = event.table.public(event.after)
    return (
        isinstance(event.action, No)
        and "guessphase" in state.phases
        and not event.table.known_pile(event.after, _asker(event))
    )


def _not_in_pile(game: Game) -> tuple[int, Query | None]:
    """Look for a question of player 1 that all deny, with a card not in the pile."""
    table = Table(game)
    own = table.start().views[1]
    looked_at = 0
    for question in game.questions():
        deals = own & table.where(_denied(table, question))
        for x in question:
            looked_at += 1
            place = game.deck[x]
            free = deals & ~table.has[1][place]
            if free & ~table.has[0][place]:
                return looked_at, valued(game, question=sorted(question))
    return looked_at, None


def _denied(table: Table, question: frozenset[str]) -> frozenset[Condition]:
    """What is told when player 1 asks and all others say no."""
    everybody = map(No, table.game.holders[2:])
    (branch,), _ = table.walker.walk([Asks(1, question), *everybody])
    return branch.conditions
