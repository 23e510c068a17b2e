"""Claims of sections 3 and 4: deals, and states of a game."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.kripke.deals import (
    Deal,
    count_of_size,
    hexa,
    initial_model,
    initial_state,
    letter,
    own_hand,
    relevant,
    same_size,
    tetra,
)
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.refinement.contraction import bisimilar
from mystpy.theses.case_analysis import Case, sought
from mystpy.theses.knowledge_games.small_games import (
    Move,
    Size,
    deal_of,
    each_deal,
    each_move,
    example,
    unless,
)


def irrelevant(deal: Deal) -> Case | None:
    """Return the deal if not all deals of its size are relevant, D_d = D_#d."""
    counts = {"D_d": len(relevant(deal)), "D_#d": count_of_size(deal.size)}
    return unless(counts["D_d"] == counts["D_#d"], deal, values=counts)


def all_relevant(budget: Budget) -> Result:
    """Check that with more than two players D_d = D_#d (Proposition 1)."""
    return each_deal(budget, (3, 4), 6 if budget.full else 4, irrelevant)


def three_steps(budget: Budget) -> Result:
    """Check that any two deals are linked by at most three steps (footnote 2)."""
    most = 6 if budget.full else 4

    def farther(steps: int, players: Sequence[int]) -> Result:
        return each_deal(
            budget, players, most, lambda deal: unless(farthest(deal) <= steps, deal)
        )

    return farther(3, (3, 4)).also(two_steps=farther(2, (3,)))


def farthest(deal: Deal) -> int:
    """Return the greatest number of steps needed from one deal to another."""
    model = initial_model(deal)
    return max(_steps(model, world) for world in range(len(model)))


def _steps(model: Model, world: int) -> int:
    here = np.arange(len(model)) == world
    steps = 0
    while True:
        wider = np.any([part.touching(here) for part in model.relations], axis=0)
        if np.array_equal(wider, here):
            return steps
        here, steps = wider, steps + 1


def two_players(budget: Budget) -> Result:
    """Check that with one or two players =_A is the identity (Fact 1)."""

    def linked(deal: Deal) -> Case | None:
        model = initial_model(deal)
        return unless(model.linked().count == len(model), deal)

    return each_deal(budget, (1, 2), 8 if budget.full else 5, linked)


def valuation_of_all(budget: Budget) -> Result:
    """Check that V, given on D_d, covers all worlds of I_d, D_#d (Definition 6)."""
    most = 5 if budget.full else 3
    main = each_deal(budget, (1, 2, 3), most, irrelevant)
    return main.also(all_worlds=each_deal(budget, (1, 2, 3), most, _alike))


def _alike(deal: Deal) -> Case | None:
    """Return the deal if worlds of the initial model have the same valuation."""
    model = initial_model(deal)
    named = {model.true_at(w) for w in range(len(model))}
    return unless(len(named) == len(model), deal)


def initial_or_not(budget: Budget) -> Result:
    """Check that states with d1 =_a d2 => d1 ~a d2 are like initial ones (4.2)."""
    lengths: dict[Size, int] = {(1, 1, 1): 2 if budget.full else 1, (1, 1, 2): 1}

    def outcome(left: bool) -> Result:
        def fine(state: PointedModel, move: Move, deal: Deal) -> bool:
            after = move.after(state)
            apart = not _as_at_the_start(after.model, deal, left)
            return apart or bisimilar(after, initial_state(deal))

        scope = {"|".join(map(str, size)): n + 1 for size, n in lengths.items()}
        return sought(budget, each_move(lengths, fine), {"actions": scope})

    return outcome(left=False).also(left=outcome(left=True))


def _as_at_the_start(model: Model, deal: Deal, left: bool) -> bool:
    """Return whether deals with the same hand look alike: all, or those left."""
    lost = count_of_size(deal.size) - len({*map(model.true_at, range(len(model)))})
    alike = all(own_hand(model, a) == model.relation(a) for a in deal.players)
    return alike and (left or not lost)


def described(budget: Budget) -> Result:
    """Check that the description of footnote 3 holds in initial models."""
    wanted = [(1, 1), (1, 1, 1), (1, 1, 2), (2, 1, 1)]
    if budget.full:
        wanted += [(0, 1, 1), (1, 2, 1), (1, 1, 1, 1)]
    cases = (
        unless(initial_model(deal).truth(description(deal)).all(), deal)
        for deal in map(deal_of, wanted)
    )
    return sought(budget, cases, {"sizes": len(wanted)})


def description(deal: Deal) -> str:
    """Return the existing deals, and that players imagine those with their cards."""
    whole = [_said(one, deal.players) for one in same_size(deal)]
    imagine = [
        f"(K({i},{_said(one, (i,))}) <-> ~K({i},~{said}))"
        for i in deal.players
        for one, said in zip(same_size(deal), whole, strict=True)
    ]
    return f"({' | '.join(whole)}) & {' & '.join(imagine)}"


def _said(deal: Deal, players: tuple[str, ...]) -> str:
    held = [(i, deal.hands[deal.player(i)]) for i in players]
    parts = [
        f"h({i},{x})" if x in hand else f"~h({i},{x})"
        for i, hand in held
        for x in deal.cards
    ]
    return f"({' & '.join(parts)})"


def figure_2(budget: Budget) -> Result:
    """Check examples 2, 3 and 4 about letter, hexa and tetra."""
    said = {
        "K(1,h(1,r))": True,
        "K(2,~K(1,h(1,b)))": False,
        "K(1,K(2,~K(3,h(3,r))))": False,
    }
    return example(
        budget,
        *(
            unless(hexa().holds(formula) == value, "r|w|b", formula=formula)
            for formula, value in said.items()
        ),
        unless(relevant(Deal.read("b|w")) == ["bw"], "b|w"),
        unless(letter().holds("K(1, h(2,w)) & K(2, h(1,b))"), "b|w"),
        unless(len(hexa().model) == 6, "r|w|b"),
        unless(len(tetra().model) == 12, "n|e|sw"),
        unless(_truncated(tetra().model), "n|e|sw"),
    )


def _truncated(model: Model) -> bool:
    """Return whether 2 and 3 link the worlds as edges of a truncated tetrahedron.

    It has four triangles, and each two of them are joined by one edge.
    """
    faces = model.relation("2").classes()
    joined = {
        frozenset(k for k, face in enumerate(faces) if {*face} & {*edge})
        for edge in model.relation("3").classes()
        if len(edge) == 2
    }
    return [len(face) for face in faces] == [3] * 4 and sum(map(len, joined)) == 12
