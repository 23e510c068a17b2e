"""Lemma 3.4 and Theorem 3.2: for which sizes of questions the pile can be found."""

from __future__ import annotations

import math
from functools import partial

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.history.actions import Shows
from mystpy.theses.bench import Statement
from mystpy.theses.chapter3.s3_3.needed import (
    VACUUM,
    Needed,
    Range,
    at_most,
    by_luck,
    by_strategy,
    compared,
    known_deal,
)
from mystpy.theses.chapter3.s3_3.vacuum import questions_needed, vacuum_ways
from mystpy.theses.chapter3.search import (
    Event,
    Literal,
    gained,
    shortest,
    text,
    witness,
)

Limit = Range
"""Says of a game whether its questions are small enough."""


def printed(game: Game) -> bool:
    """The limit of Theorem 3.2: q <= m+n+1."""
    return game.q <= game.sizes[0] + game.sizes[1] + 1


def with_help(game: Game) -> bool:
    """The limit if responders help: q <= m+2n."""
    return game.q <= game.sizes[0] + 2 * game.sizes[1]


def too_large(game: Game) -> bool:
    """The games of Lemma 3.4."""
    return not printed(game)


def knows_all(event: Event) -> bool:
    """Whether player 1 knows the pile."""
    return event.table.knows_pile(event.after, 1)


def pile_is_known(event: Event) -> str:
    """The formula that player 1 knows the pile."""
    return f"K(1, {event.table.pile()})"


def _solved_within(game: Game, found: float, *, limit: Limit) -> bool:
    return (found < math.inf) == limit(game)


def _none_or_no_end(game: Game, *, limit: Limit) -> float:
    return 0 if limit(game) else math.inf


def _without_end(_game: Game, found: float) -> bool:
    return found == math.inf


def _no_end(_game: Game) -> float:
    return math.inf


def solvable_iff(
    budget: Budget,
    needed: Needed,
    limit: Limit,
    statement: str,
    *,
    argument: str | None,
    note: str = VACUUM,
) -> Finding:
    """Settle for which games any number of questions is enough: those in the limit."""
    return compared(
        budget,
        needed,
        partial(_solved_within, limit=limit),
        statement,
        within=lambda game: True,
        bound=partial(_none_or_no_end, limit=limit),
        argument=argument,
        note=note,
    )


_ENOUGH = "For q <= m+n+1 Lemmas 3.1 to 3.3 give the questions."


_HIDDEN = (
    "For q > m+n+1 player p never denies, and is asked only by questions with two of "
    "player p's cards, so can keep one card unseen, which can change places with any "
    "card of the pile."
)


def _stingy_last(game: Game) -> float:
    return questions_needed(game, stingy=frozenset({game.p}))


def unsolvable(
    budget: Budget, needed: Needed, limit: Limit, statement: str, argument: str | None
) -> Finding:
    """Settle that beyond a limit no number of questions is enough."""
    return compared(
        budget,
        needed,
        _without_end,
        statement,
        within=lambda game: not limit(game),
        bound=_no_end,
        argument=argument,
    )


def _lemma_4(budget: Budget) -> Finding:
    main = unsolvable(
        budget,
        known_deal,
        printed,
        "for q > m+n+1 no number of questions lets player 1 know the pile, against "
        "responders who show what helps least",
        _HIDDEN,
    )
    return main.also(
        (
            "only player p is rational, the others show what helps",
            unsolvable(
                budget,
                _stingy_last,
                printed,
                "for q > m+n+1 player p alone can prevent it",
                _HIDDEN,
            ),
        ),
        ("a question of the proof tells nothing of player p's hand", _nothing(budget)),
        ("the pigeonhole principle of the proof", _pigeonhole(budget)),
    )


def _nothing(budget: Budget) -> Finding:
    """Look for a literal about player p's hand learnt from another player's show."""

    def formula(event: Event) -> str:
        return f"K(1, {text(event.table.game, _news(event)[0])})"

    found = shortest(
        at_most(5, too_large),
        lambda event: bool(_news(event)),
        budget,
        depth=5,
        ways=vacuum_ways,
    )
    return Finding.judged(
        witness(found, formula),
        proves=False,
        statement="for q > m+n+1 a question that another player answers with yes "
        "tells player 1 no literal about player p's hand",
        method="exhaustive",
        instances=found.looked_at,
        scope={"c": 5, "p": 4, "depth": 5},
        note="The card shown is not with player p. That player p has some card is "
        "not learnt, and that is what the proof needs.",
    )


def _news(event: Event) -> list[Literal]:
    """Return what player 1 learns of player p's hand from another player's show."""
    last = event.table.game.p
    if not isinstance(event.action, Shows) or event.action.player == last:
        return []
    return sorted(literal for literal in gained(event, 1) if literal[0] == last)


def _pigeonhole(budget: Budget) -> Finding:
    """Check that q cards of the 2n+m that are left contain one that was shown."""
    most, odd, looked_at = 60, None, 0
    for m in range(1, most + 1):
        for n in range(1, most + 1):
            left, shown, asked = 2 * n + m, n - 1, n + m + 2
            looked_at += 1
            if asked <= left and asked - (left - shown) < 1:
                odd = odd or {"values": {"m": str(m), "n": str(n)}}
    return Finding.judged(
        odd,
        proves=True,
        statement="of 2n+m cards n-1 were shown: every m+n+2 of them contain one of "
        "those",
        method="arithmetic",
        instances=looked_at,
        scope={"m": f"1..{most}", "n": f"1..{most}"},
        note="m+n+2 - (2n+m - (n-1)) = 1 for all m and n. For n = 1 there is no such "
        "question: player p is never asked.",
    )


def _helpful(budget: Budget) -> Finding:
    found = shortest(
        at_most(6, too_large), knows_all, budget, depth=15, ways=vacuum_ways
    )
    main = Finding.judged(
        witness(found, pile_is_known),
        proves=False,
        statement="for q > m+n+1 player 1 never knows the pile in the vacuum, "
        "whatever the responders show",
        method="exhaustive",
        instances=found.looked_at,
        scope={"c": 6, "p": 4, "depth": 15},
        note="Player 2 shows another card each time. What player 2 asks tells "
        "player 1 nothing.",
    )
    exact = solvable_iff(
        budget,
        by_luck,
        with_help,
        "with responders who help there are questions after which player 1 knows the "
        "pile, if and only if q <= m+2n",
        argument="If q > m+2n player p is never asked, since some other player has a "
        "card of each question; otherwise all cards of player p can be shown.",
        note="Player 1 asks alone; deal, questions and cards shown are the best.",
    )
    return main.also(("what is true with responders who help", exact))


def _theorem(budget: Budget) -> Finding:
    main = solvable_iff(
        budget,
        known_deal,
        printed,
        "for every deal there are questions after which K(1, S_0 is the pile), "
        "whatever responders show, if and only if 1 <= q <= m+n+1",
        argument=f"{_ENOUGH} {_HIDDEN} For q > c there is no question at all.",
    )
    strategy = solvable_iff(
        budget,
        by_strategy,
        printed,
        "a strategy that does not know the deal lets player 1 know the pile, whatever "
        "the deal and the cards shown, if and only if 1 <= q <= m+n+1",
        argument="Any question may be asked again and again, so all that could help "
        f"are asked at last. {_ENOUGH} {_HIDDEN}",
        note="Neither the deal nor the cards shown are player 1's choice.",
    )
    return main.also(("by a strategy that does not know the deal", strategy))


STATEMENTS = (
    Statement(
        "lemma-3.4",
        "Lemma 3.4",
        "No winning sequence of questions exists if a question has two cards more "
        "than pile and hand, or still more.",
        "q > m+n+1 -> no questions let player 1 know the pile in the vacuum, against "
        "rational responders",
        _lemma_4,
    ),
    Statement(
        "lemma-3.4-helpful",
        "Lemma 3.4",
        "The same if responders show whatever helps.",
        "q > m+n+1 -> no questions let player 1 know the pile in the vacuum",
        _helpful,
    ),
    Statement(
        "theorem-3.2",
        "Theorem 3.2",
        "A winning sequence of questions exists just if questions have at most one "
        "card more than pile and hand.",
        "in the vacuum, against rational responders: a winning sequence exists <-> "
        "1 <= q <= m+n+1",
        _theorem,
    ),
)
