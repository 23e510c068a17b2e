"""What the thesis's knowledge axioms derive of what is true: for positive formulas.

A positive formula is built from h(k,x) and ~h(k,x) with &, |, K, E and C, and no
negation stands in front of knowledge. How derivability is decided, exactly, stands in
`ignorance`; for the axioms with the show known to all in `shown`.

Where all are told which card was shown, or only two play, and no guess has ended the
game, Axiom 0 is enough, whatever the size and however long the history: let F be what
was told to all, with two players also the cards shown. Then every node (A,v) but the
root has F in v, arrows keep own hands, and the worlds are the deals with F. So a world
with the deal v (and with two players the cards that were shown) simulates (A,v). That
the check finds the same is a test of both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.conjectures.workers import spread
from mystpy.game.game import Game
from mystpy.theses.bridge.axioms import Reading
from mystpy.theses.bridge.positive_sweep import (
    KINDS,
    Item,
    complete_piece,
    first_underived,
    sound_piece,
)
from mystpy.theses.bridge.shown import THEORY, Tried, shown_piece
from mystpy.theses.bridge.walk import scope_of, small_games

BARE = Reading()
AXIOM_0 = Reading(own_hands=True)
ENDS = Reading(own_hands=True, ends=True)


def work_for(game: Game, budget: Budget) -> int:
    """How far a game is swept: the smallest of them until all have guessed wrong."""
    if game.c == 3:
        return 5_000
    return 12_000 if budget.full else 4_500


def sound(budget: Budget, reading: Reading) -> Finding:
    """Whether everything that the axioms derive is true: whether all instances are."""
    games = small_games(budget)
    items = [
        (str(game.to_dict()), Item(game, work_for(game, budget), reading))
        for game in games
    ]
    label = f"bridge-sound|{budget.scope}|{reading}"
    found = [result for _, result in spread(budget, label, sound_piece, items)]
    wrong = next((x for x in found if x[3] is not None), None)
    return Finding.judged(
        wrong and wrong[3],
        proves=False,
        method="exhaustive",
        scope=scope_of(games, [x[2] for x in found]),
        instances=sum(x[1] for x in found),
        values={"histories": sum(x[0] for x in found), "instance": wrong and wrong[4]},
        case="wrong" if wrong else None,
    )


Swept = list[tuple[Game, int, int, Mapping[str, list[int]]]]
"""Of each game how many histories, the depth, and by kind situations and failures."""


def swept(budget: Budget, reading: Reading) -> Swept:
    """All games swept with one reading of the axioms, the smallest first."""
    games = small_games(budget)
    items = [(str(g.to_dict()), Item(g, work_for(g, budget), reading)) for g in games]
    label = f"bridge-complete|{budget.scope}|{reading}"
    results = dict(spread(budget, label, complete_piece, items))
    found = []
    for (name, _), game in zip(items, games, strict=True):
        found.append((game, *results[name]))
    return sorted(found, key=lambda x: (x[0].c, x[0].p, x[0].q))


def complete(budget: Budget, reading: Reading, kinds: Collection[str]) -> Finding:
    """Whether every true positive formula is derived, in situations of these kinds."""
    found = swept(budget, reading)
    counts = [
        (game, [sum(of[kind][k] for kind in kinds) for k in (0, 1)])
        for game, _, _, of in found
    ]
    failing = next((game for game, (_, wrong) in counts if wrong), None)
    wrong = None
    if failing is not None:
        item = Item(failing, work_for(failing, budget), reading)
        wrong = first_underived(item, kinds)
    looked, failed = (sum(of[k] for _, of in counts) for k in (0, 1))
    return Finding.judged(
        wrong,
        proves=False,
        method="simulation",
        scope=scope_of([game for game, *_ in found], [x[2] for x in found]),
        instances=looked,
        values={
            "looked": looked,
            "failed": failed,
            "histories": sum(x[1] for x in found),
            **dict(_by_kind(found)),
        },
        case="derived" if not failed else "by_kind" if len(kinds) > 1 else None,
    )


def _by_kind(found: Swept) -> Iterator[tuple[str, str]]:
    """Of each kind, in how many of its situations something is not derived."""
    for kind in KINDS:
        failed, looked = (sum(of[kind][n] for *_, of in found) for n in (1, 0))
        yield kind.replace(" ", "_"), f"{failed} of {looked}"


def shown(budget: Budget) -> Finding:
    """Whether the axioms with the show known to all derive all that is true."""
    games = small_games(budget)
    items = [
        (str(game.to_dict()), Tried(game, work_for(game, budget) // 4))
        for game in games
    ]
    label = f"bridge-shown|{budget.scope}"
    found = [result for _, result in spread(budget, label, shown_piece, items)]
    return Finding.judged(
        next((x[4] for x in found if x[4]), None),
        proves=False,
        method="simulation",
        scope=scope_of(games, [x[3] for x in found]),
        instances=sum(x[1] for x in found),
        values={"nodes": sum(x[2] for x in found)},
    )


SEEN = tuple(kind for kind in KINDS if "hidden" not in kind)
"""The kinds of situations in which no third player is left in doubt about a show."""


def derives_truths(budget: Budget) -> Finding:
    """Whether what the knowledge axioms derive is true, by how they are read."""
    return sound(budget, BARE).also(
        own_hands=sound(budget, AXIOM_0), shown=sound(budget, THEORY)
    )


def derives_all(budget: Budget) -> Finding:
    """Whether the knowledge axioms derive every positive truth, by how they are read.

    With Axiom 0 (2.14) is known to all players; with `ends` (2.34) is read of the guess
    that ends the game, too.
    """
    return replace(complete(budget, BARE, KINDS), case="printed").also(
        own_hands=complete(budget, AXIOM_0, KINDS),
        plain=complete(budget, AXIOM_0, ("plain",)),
        right=complete(budget, AXIOM_0, ("right",)),
        last=complete(budget, AXIOM_0, ("last",)),
        hidden=complete(budget, AXIOM_0, ("hidden",)),
        ends=complete(budget, ENDS, SEEN),
        shown=shown(budget),
    )
