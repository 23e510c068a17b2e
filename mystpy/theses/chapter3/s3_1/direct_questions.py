"""Section 3.1: which questions determine a portion of the pile."""

from __future__ import annotations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.engines.deals import Condition
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Guess, No, Shows
from mystpy.theses.bench import Statement
from mystpy.theses.chapter3.search import (
    Event,
    games,
    no_guesses,
    over_games,
    searched,
)
from mystpy.theses.chapter3.table import Query, Stand, Table, valued


def turn_start(event: Event) -> Stand:
    """Return the stand before the last question."""
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


def _direct(budget: Budget) -> Finding:
    main = searched(
        budget,
        _portion_by_yes,
        lambda event: known_part(event, _asker(event)),
        "if after the answers to a question its poser knows a card of the pile that "
        "the poser did not know before, and not the whole pile, then all others said "
        "no",
        c=5,
        depth=5,
        note="Player 2 says no, and the card that player 3 shows fills player 3's "
        "hand: for the other card only the pile is left. With four cards it cannot "
        "happen: there m = 2 needs n = 1 and p = 2, and a show tells all.",
    )
    by_guess = searched(
        budget,
        _portion_by_guess,
        lambda event: f"{known_part(event, 2)} & In(2) & ~GameOver",
        "if an action lets player 2, who is still in, know a card of the pile, and not "
        "the whole pile, then it is a no",
        c=4,
        depth=6,
        note="A wrong guess does: the pile is not M, (2.34).",
    )
    return main.also(
        ("two players, nobody guesses", _of_two(budget)),
        ("nothing but direct questions determines a portion (3.2)", by_guess),
    )


def _of_two(budget: Budget) -> Finding:
    return searched(
        budget,
        _portion_by_yes,
        lambda event: known_part(event, _asker(event)),
        "the same in games of two players in which nobody guesses",
        c=6 if budget.full else 5,
        depth=12,
        p=2,
        ways=_two_player_ways,
        note="Player 1 alone asks; what player 2 asks, player 1 answers and learns "
        "nothing of the deal from.",
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


def _all_no(budget: Budget) -> Finding:
    c = 8 if budget.full else 6
    main = searched(
        budget,
        _nothing_by_no,
        lambda e: f"forall x in cards: ~K({_asker(e)}, h(0,x))",
        "if all others say no, the poser knows a card of the pile",
        c=4,
        depth=4,
        note="The poser may ask for own cards only. Of every other card that was "
        "asked for, the poser learns that it is in the pile.",
    )
    looked_at, fault = over_games(games(c, 4), _not_in_pile, budget, "all no")
    reading = Finding.judged(
        fault,
        proves=True,
        statement="if all others say no to Q, the poser knows h(0,x) for every x in Q "
        "that is not the poser's",
        method="argument, and exhaustive for player 1",
        instances=looked_at,
        scope={"by argument": "all m, n, p, q", "c": c, "p": 4},
        note="What was said before can only add to it.",
    )
    return main.read_as("the cards that the poser does not hold", reading)


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
    """Return what is told when player 1 asks and all others say no."""
    everybody = map(No, table.game.holders[2:])
    (branch,), _ = table.walker.walk([Asks(1, question), *everybody])
    return branch.conditions


STATEMENTS = (
    Statement(
        "remark-3.1-all-no",
        "3.1, everyone responded no",
        "A question to which all opponents say no determines a portion of the pile.",
        "all others say no to i's Q -> for some x K(i, h(0,x))",
        _all_no,
    ),
    Statement(
        "remark-3.1-direct",
        "end of 3.1, 3.2",
        "Nothing but a question to which all say no determines a portion of the pile, "
        "unless all of it is known.",
        "if i, who asked Q, knows h(0,x) after the answers and not before, and not "
        "the whole pile, then all others said no to Q",
        _direct,
    ),
)
