"""Section 3.1: what it takes to win, and cards that are with nobody known."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mystpy.bits import mask_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, show_action
from mystpy.theses.chapter3.s3_1.direct_questions import turn_start
from mystpy.theses.chapter3.search import (
    Event,
    Ways,
    all_steps,
    confirmed,
    exists,
    games,
    no_guesses,
    over_games,
    searched,
    shortest,
)
from mystpy.theses.chapter3.table import Query, Stand, Table, valued

Knows = Callable[[Table, Stand, int], bool]
"""Whether a player knows enough to guess right."""


def lost(event: Event) -> list[int]:
    """The cards that the last player knows not to be in the pile, no more."""
    table, player = event.table, event.table.game.p
    return [
        x
        for x in table.unlocated(event.after, player)
        if table.excludes(event.after, player, 0, x)
    ]


def _without_holder(event: Event) -> str:
    i, x = event.table.game.p, event.table.game.cards[lost(event)[0]]
    return f"K({i}, ~h(0,{x})) & ~(exists j in players: K({i}, h(j,{x})))"


def counterexample(budget: Budget) -> Finding:
    """What is found of remark-3.1-counterexample."""
    return _unlocated(budget, no_guesses, 15).also(
        guesses=_unlocated(budget, all_steps, 8)
    )


def _unlocated(budget: Budget, ways: Ways, depth: int) -> Finding:
    found = shortest(
        games(4, 3), lambda event: bool(lost(event)), budget, depth=depth, ways=ways
    )
    return exists(found, _without_holder, {"c": 4, "p": 3, "depth": depth})


def certain(budget: Budget) -> Finding:
    """What is found of equation-3.1."""
    eliminated = searched(
        budget,
        _knows_too_late,
        lambda event: f"K(1, {event.table.pile()}) & ~In(1) & ~GameOver",
        c=4,
        depth=6,
    )
    beaten = searched(
        budget,
        _beaten,
        lambda event: f"K(1, {event.table.pile()}) & In(1) & GameOver & ~Turn(1)",
        c=4,
        depth=11,
    )
    return over_deals(budget).also(
        sure_question=sure_question(budget), eliminated=eliminated, beaten=beaten
    )


def sure_question(budget: Budget, knows: Knows = Table.knows_pile) -> Finding:
    """Look for a first question after which player 1 knows the pile, whatever is said.

    `knows` tells whether the player knows enough to guess right.
    """
    c, looked_at = 5 if budget.full else 4, 0
    query, asked = None, ""
    for game in games(c, 3):
        budget.tick()
        table = Table(game)
        looked_at += game.question_count()
        ask = _sure(table, knows)
        if query is None and ask and not knows(table, table.start(), 1):
            query = confirmed(table.query((), f"~K(1, {table.pile()})"))
            asked = show_action(ask, game.deck)
    return Finding.judged(
        query,
        proves=False,
        method="exhaustive",
        instances=looked_at,
        scope={"c": c, "p": 3},
        values={"asked": asked},
        case=None if asked else "none",
    )


def _sure(table: Table, knows: Knows) -> Asks | None:
    """A first question after which player 1 knows in every deal, if any.

    Deals are alike but for the names of cards: a question with so many own cards leads
    in some deal where another one with as many leads in the deal of the table.
    """
    unsure: set[int] = set()
    asked_with: dict[int, Asks] = {}
    for ask, asked in table.steps(table.start()):
        assert isinstance(ask, Asks)
        own = (mask_of(ask.cards, table.game) & table.deal[1]).bit_count()
        asked_with.setdefault(own, ask)
        if not all(knows(table, stand, 1) for stand in _answered(table, asked)):
            unsure.add(own)
    return next((ask for own, ask in asked_with.items() if own not in unsure), None)


def _answered(table: Table, asked: Stand) -> Iterator[Stand]:
    """Every stand in which the question has been answered, and shown to."""
    ahead = [asked]
    while ahead:
        stand = ahead.pop()
        if "guessphase" in table.public(stand).phases:
            yield stand
        else:
            ahead += [after for _, after in table.steps(stand)]


def _knows_too_late(event: Event) -> bool:
    state = event.table.public(event.after)
    out = 1 not in state.still_in and not state.over
    return out and event.table.knows_pile(event.after, 1)


def _beaten(event: Event) -> bool:
    """Whether another player guesses right; 1 knew since that player's turn began."""
    table = event.table
    if not isinstance(event.action, Guess) or event.action.player == 1:
        return False
    if 1 not in table.public(event.before).still_in:
        return False
    return (
        table.public(event.after).over
        and table.knows_pile(event.before, 1)
        and not table.knows_pile(turn_start(event), 1)
    )


def over_deals(budget: Budget) -> Finding:
    """Check that a guess of m cards, all of them in the pile, is right."""
    c = 8 if budget.full else 6

    def fault(game: Game) -> tuple[int, Query | None]:
        table, looked_at = Table(game), 0
        for guess in game.guesses():
            looked_at += 1
            known = table.every
            for x in guess:
                known &= table.has[0][game.deck[x]]
            _, right = table.walker.outcomes(Guess(1, guess))
            if known != table.where((right,)):
                return looked_at, valued(game, guess=sorted(guess))
        return looked_at, None

    looked_at, odd = over_games((g for g in games(c, 4) if g.q == 1), fault, budget)
    return Finding.judged(
        odd,
        proves=True,
        method="argument, its step about deals exhaustive",
        instances=looked_at,
        scope={"by argument": "all m, n, p, q", "c": c, "p": 4},
    )
