"""Section 3.1, the knowledge consequences: what a no and a yes tell, and to whom."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, No, Shows, Yes
from mystpy.theses.bench import Statement
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


def _same_no(budget: Budget) -> Finding:
    reading = searched(
        budget,
        lambda event: _poser_gains(event) is not None,
        _poser_gain,
        "each literal that the poser knows after a no and not before is known by "
        "every player but the responder",
        c=4,
        depth=5,
        note="It is the own hands that make the difference.",
    )
    return told_by_no(budget).also(("what each comes to know", reading))


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
        statement="a no(j) to Q tells everybody the same: the conjunction of ~h(j,x) "
        "for x in Q",
        method="exhaustive over the steps of the public diagram",
        instances=looked_at,
        scope={"m, n, q, histories": "all", "p": f"2..{most}"},
        note="What follows from it differs, since the players hold different cards.",
    )


def _poser_gains(event: Event) -> tuple[int, int, Literal] | None:
    """Return the poser, a bystander, and a literal that only the poser gains."""
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
    """Return what a bystander gains from a yes and the poser does not know after it.

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


def _poser_of_yes(budget: Budget) -> Finding:
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
        statement="each literal that a bystander knows after a yes and not before is "
        "known by the poser after the show",
        method="exhaustive",
        instances=found.looked_at,
        scope={"c": 4, "p": 3, "depth": 8},
        note="A bystander who knows more beforehand may gain more from the same yes.",
    )
    return _implied(budget).also(("what each comes to know", reading))


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
        statement="h(j,x), which the poser learns from shows(j,i,x), implies the "
        "disjunction of h(j,y) for y in Q, which all learn from yes(j)",
        method="argument, and exhaustive for player 2's yes to player 1",
        instances=looked_at,
        scope={"by argument": "all m, n, p, q", "c": c, "p": 4},
        note="The card shown is one of the question's, (2.18). Questions differ by "
        "the names of the cards only, so one with a card of player 2 is enough.",
    )


def told_by_yes(game: Game) -> Iterator[tuple[int, int]]:
    """Yield the deals left by player 2's yes to player 1, and by a show after it."""
    table = Table(game)
    last = frozenset(game.cards[-game.q :])
    for action, asked in table.steps(table.start()):
        if action in (Asks(1, frozenset(game.cards[: game.q])), Asks(1, last)):
            for answer, answered in table.steps(asked):
                if isinstance(answer, Yes):
                    yes = table.where(table.told(asked, answer))
                    for show, _ in table.steps(answered):
                        yield yes, table.where(table.told(answered, show))


def _no_use(budget: Budget) -> Finding:
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
        statement="after an own yes, no or show a player considers the same deals "
        "possible as before",
        method="argument, and exhaustive",
        instances=found.looked_at,
        scope={"by argument": "all m, n, p, q", "c": c, "p": 4, "depth": depth},
        note="An answer tells of the responder's own hand only, which the responder "
        "knows, (2.14). That others know it now may be of use to the responder.",
    )


STATEMENTS = (
    Statement(
        "remark-3.1-no",
        "3.1, a response of no",
        "A no tells the same to all, the poser included, and what it tells is a "
        "conjunction of literals.",
        "no(j) to Q leaves of everybody's possible deals those in which j has no card "
        "of Q",
        _same_no,
    ),
    Statement(
        "remark-3.1-yes",
        "3.1, a response of yes",
        "Who asked learns from a yes and the show no less than anybody else.",
        "h(j,x) with x in Q implies the disjunction of h(j,y) for y in Q",
        _poser_of_yes,
    ),
    Statement(
        "remark-3.1-responder",
        "3.1, a response of yes",
        "Who answers learns nothing from the own answer.",
        "the deals that j considers possible are the same before and after no(j), "
        "yes(j) and shows(j,i,x)",
        _no_use,
    ),
)
