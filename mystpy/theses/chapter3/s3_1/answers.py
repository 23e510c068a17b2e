"""Section 3.1, the knowledge consequences: what a no and a yes tell, and to whom."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, No, Shows, Yes
from mystpy.theses.chapter3.s3_1.disjunctions import moves
from mystpy.theses.chapter3.search import (
    Event,
    Literal,
    confirmed,
    gained,
    games,
    literals,
    no_guesses,
    searched,
    shortest,
    text,
)
from mystpy.theses.chapter3.table import Table, valued


def same_no(budget: Budget) -> Finding:
    """What is found of remark-3.1-no."""
    reading = searched(
        budget, lambda event: _poser_gains(event) is not None, _poser_gain, c=4, depth=5
    )
    return told_by_no(budget).also(each_learns=reading)


def told_by_no(budget: Budget) -> Finding:
    """Look for a no that tells something else than that the responder has none."""
    most = 4 if budget.full else 3
    looked_at, odd = 0, None
    for p in range(2, most + 1):
        budget.tick()
        for key, move in moves(p):
            if key[0] == "no":
                looked_at += 1
                told = [(g.player, g.some, g.shown) for g in move.guards]
                if told != [(key[1], False, False)]:
                    odd = odd or {"values": {"p": str(p), "move": str(key)}}
    return Finding.judged(
        odd,
        proves=True,
        method="exhaustive over the steps of the public diagram",
        instances=looked_at,
        scope={"m, n, q, histories": "all", "p": f"2..{most}"},
    )


def _poser_gains(event: Event) -> tuple[int, int, Literal] | None:
    """The poser, a bystander, and a literal that only the poser gains."""
    if not isinstance(event.action, No):
        return None
    poser = next(a.player for a in reversed(event.done) if isinstance(a, Asks))
    gain = gained(event, poser)
    for other in event.table.game.holders[1:]:
        if other not in (poser, event.action.player):
            for literal in sorted(gain - literals(event.table, event.after, other)):
                return poser, other, literal
    return None


def _poser_gain(event: Event) -> str:
    found = _poser_gains(event)
    assert found is not None, "the search found it"
    poser, other, literal = found
    known = text(event.table.game, literal)
    return f"K({poser}, {known}) & ~K({other}, {known})"


def show_hides(event: Event) -> tuple[int, int, Action, Literal] | None:
    """What a bystander gains from a yes and the poser does not know after it.

    The bystander, the poser, a show for which it is so, and the literal.
    """
    if not isinstance(event.action, Yes):
        return None
    table = event.table
    (poser,) = table.public(event.after).turn
    for other in table.game.holders[1:]:
        if other not in (poser, event.action.player):
            gain = gained(event, other)
            for show, after in table.steps(event.after) if gain else ():
                for literal in sorted(gain - literals(table, after, poser)):
                    return other, poser, show, literal
    return None


def poser_of_yes(budget: Budget) -> Finding:
    """What is found of remark-3.1-yes."""
    found = shortest(
        games(4, 3),
        lambda event: show_hides(event) is not None,
        budget,
        depth=8,
        ways=no_guesses,
    )
    query = None
    if found.event and (hidden := show_hides(found.event)):
        other, poser, show, literal = hidden
        table = found.event.table
        known = text(table.game, literal)
        formula = f"K({other}, {known}) & ~K({poser}, {known})"
        query = confirmed(table.query((*found.event.done, show), formula))
    reading = Finding.judged(
        query,
        proves=False,
        method="exhaustive",
        instances=found.looked_at,
        scope={"c": 4, "p": 3, "depth": 8},
    )
    return _implied(budget).also(each_learns=reading)


def _implied(budget: Budget) -> Finding:
    """Check that what a show tells the poser implies what the yes told everybody."""
    c = 8 if budget.full else 6
    looked_at, odd = 0, None
    for game in games(c, 4):
        budget.tick()
        for yes, show in told_by_yes(game):
            looked_at += 1
            if show & ~yes:
                odd = odd or valued(game)
    return Finding.judged(
        odd,
        proves=True,
        method="argument, and exhaustive for player 2's yes to player 1",
        instances=looked_at,
        scope={"by argument": "all m, n, p, q", "c": c, "p": 4},
    )


def told_by_yes(game: Game) -> Iterator[tuple[int, int]]:
    """The deals left by player 2's yes to player 1, and by a show after it."""
    table = Table(game)
    last = frozenset(game.cards[-game.q :])
    for action, asked in table.steps(table.start()):
        if action in (Asks(1, frozenset(game.cards[: game.q])), Asks(1, last)):
            for answer, answered in table.steps(asked):
                if isinstance(answer, Yes):
                    yes = table.where(table.told(asked, answer))
                    for show, _ in table.steps(answered):
                        yield yes, table.where(table.told(answered, show))


def no_use(budget: Budget) -> Finding:
    """Look for an answer after which the responder knows more of the deal."""
    c, depth = (5, 6) if budget.full else (4, 6)

    def news(event: Event) -> bool:
        action = event.action
        if not isinstance(action, No | Yes | Shows):
            return False
        j = action.player
        return event.before.views[j] != event.after.views[j]

    found = shortest(games(c, 4), news, budget, depth=depth, ways=no_guesses)
    odd = None
    if found.event:
        odd = valued(found.event.table.game, history=[*map(str, found.event.done)])
    return Finding.judged(
        odd,
        proves=True,
        method="argument, and exhaustive",
        instances=found.looked_at,
        scope={"by argument": "all m, n, p, q", "c": c, "p": 4, "depth": depth},
    )
