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

from collections.abc import Collection, Iterable
from functools import partial

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.theses.bridge.axioms import AxiomChoice
from mystpy.theses.bridge.positive_sweep import (
    KINDS,
    complete_piece,
    first_underived,
    sound_piece,
)
from mystpy.theses.bridge.shown import THEORY, shown_piece
from mystpy.theses.bridge.walk import Item, Piece, pieces, scope_of, swept

BARE = AxiomChoice()
AXIOM_0 = AxiomChoice(own_hands=True)
ENDS = AxiomChoice(own_hands=True, ends=True)


def work_for(game: Game, budget: Budget) -> int:
    """How far a game is swept: the smallest of them until all have guessed wrong."""
    if game.c == 3:
        return 5_000
    return 12_000 if budget.full else 4_500


def sound(budget: Budget, reading: AxiomChoice) -> Result:
    """Whether everything that the axioms derive is true: whether all instances are."""
    work = partial(work_for, budget=budget)
    found = swept(budget, f"sound|{reading}", sound_piece, reading, work)
    if found.counterexample is None:
        return found
    axiom = found.counterexample["axiom"]
    return replace(found, values={**found.values, "instance": axiom}, case="wrong")


def complete(budget: Budget, reading: AxiomChoice, kinds: Collection[str]) -> Result:
    """Whether every true positive formula is derived, in situations of these kinds."""
    work = partial(work_for, budget=budget)
    label = f"complete|{reading}"
    found = pieces(budget, label, complete_piece, reading, work)

    def count(names: Iterable[str], games: Iterable[Piece]) -> int:
        return sum(piece[4].get(name, 0) for piece in games for name in names)

    every, bad = [piece for _, piece in found], [f"{name} failed" for name in kinds]
    failing = [game for game, piece in found if count(bad, [piece])]
    wrong = None
    if failing:
        item = Item(failing[0], work(failing[0]), reading)
        wrong = first_underived(item, kinds)
    by_kind = {
        name.replace(" ", "_"): f"{count([f'{name} failed'], every)} of"
        f" {count([name], every)}"
        for name in KINDS
    }
    return Result.judged(
        wrong,
        proves=False,
        method="simulation",
        scope=scope_of(found),
        instances=count(kinds, every),
        values={
            "looked": count(kinds, every),
            "failed": count(bad, every),
            "histories": sum(piece[0] for piece in every),
            **by_kind,
        },
        case="derived" if not failing else "by_kind" if len(kinds) > 1 else None,
    )


def shown(budget: Budget) -> Result:
    """Whether the axioms with the show known to all derive all that is true."""

    def work(game: Game) -> int:
        return work_for(game, budget) // 4

    return swept(budget, "shown", shown_piece, 24, work, "simulation")


SEEN = tuple(kind for kind in KINDS if "hidden" not in kind)
"""The kinds of situations in which no third player is left in doubt about a show."""


def derives_truths(budget: Budget) -> Result:
    """Whether what the knowledge axioms derive is true, by how they are read."""
    return sound(budget, BARE).also(
        own_hands=sound(budget, AXIOM_0), shown=sound(budget, THEORY)
    )


def derives_all(budget: Budget) -> Result:
    """Whether the knowledge axioms derive every positive truth, by how they are read.

    With Axiom 0 (2.14) is known to all players; with `ends` (2.34) is read of the guess
    that ends the game, too.
    """
    with_axiom_0 = {
        kind: complete(budget, AXIOM_0, (kind,))
        for kind in ("plain", "right", "last", "hidden")
    }
    return replace(complete(budget, BARE, KINDS), case="printed").also(
        own_hands=complete(budget, AXIOM_0, KINDS),
        **with_axiom_0,
        ends=complete(budget, ENDS, SEEN),
        shown=shown(budget),
    )
