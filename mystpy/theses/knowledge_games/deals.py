"""Claims of sections 3 and 4: deals, and states of a game."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.kripke.deals import (
    Deal,
    count_of_size,
    hexa,
    initial_model,
    initial_state,
    own_hand,
    relevant,
    same_size,
    tetra,
)
from mystpy.kripke.model import Model
from mystpy.kripke.refinement.contraction import bisimilar
from mystpy.theses.knowledge_games.claim import Case, sought
from mystpy.theses.knowledge_games.small_games import case, deal_of, plays, sizes


def all_relevant(budget: Budget) -> Finding:
    """With more than two players D_d = D_#d (Proposition 1)."""
    most = 6 if budget.full else 4

    def cases() -> Iterator[Case | None]:
        for players in (3, 4):
            for size in sizes(players, most):
                deal = deal_of(size)
                fine = len(relevant(deal)) == count_of_size(size)
                yield None if fine else case(deal)

    return sought(cases(), {"players": 4, "cards": most})


def three_steps(budget: Budget) -> Finding:
    """Any two deals are linked by at most three steps (footnote 2)."""
    most = 6 if budget.full else 4
    outcome = sought(
        (
            None if farthest(deal_of(size)) <= 3 else case(deal_of(size))
            for players in (3, 4)
            for size in sizes(players, most)
        ),
        {"players": 4, "cards": most},
    )
    two = (
        None if farthest(deal_of(size)) <= 2 else case(deal_of(size))
        for size in sizes(3, most)
    )
    return outcome.also(two_steps=sought(two, {"players": 3, "cards": most}))


def farthest(deal: Deal) -> int:
    """The greatest number of steps that it takes from one deal to another."""
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


def two_players(budget: Budget) -> Finding:
    """With one or two players =_A is the identity (Fact 1)."""
    most = 8 if budget.full else 5

    def cases() -> Iterator[Case | None]:
        for players in (1, 2):
            for size in sizes(players, most):
                model = initial_model(deal_of(size))
                fine = model.linked().count == len(model)
                yield None if fine else case(deal_of(size))

    return sought(cases(), {"players": 2, "cards": most})


def valuation_of_all(budget: Budget) -> Finding:
    """V, given on D_d, is given on all worlds of I_d, which are D_#d (Definition 6)."""
    most = 5 if budget.full else 3
    cases = (
        None
        if len(relevant(deal_of(size))) == count_of_size(size)
        else case(
            deal_of(size),
            values={"D_d": len(relevant(deal_of(size))), "D_#d": count_of_size(size)},
        )
        for players in (1, 2, 3)
        for size in sizes(players, most)
    )
    read = sought(
        (
            None if _named_by_valuations(deal_of(size)) else case(deal_of(size))
            for players in (1, 2, 3)
            for size in sizes(players, most)
        ),
        {"players": 3, "cards": most},
    )
    return sought(cases, {"players": 3, "cards": most}).also(all_worlds=read)


def _named_by_valuations(deal: Deal) -> bool:
    model = initial_model(deal)
    return len({model.true_at(w) for w in range(len(model))}) == len(model)


def initial_or_not(budget: Budget) -> Finding:
    """A state with d1 =_a d2 => d1 ~a d2 is bisimilar to an initial one (4.2)."""
    length = 3 if budget.full else 2

    def cases() -> Iterator[Case | None]:
        for size in ((1, 1, 1), (1, 1, 2)):
            deal = deal_of(size)
            start = initial_state(deal)
            for state, play in plays(deal, length):
                fine = not _as_at_the_start(state.model, deal)
                fine = fine or bisimilar(state, start)
                yield None if fine else case(deal, *play)

    return sought(cases(), {"actions": length, "sizes": ["1|1|1", "1|1|2"]})


def _as_at_the_start(model: Model, deal: Deal) -> bool:
    return all(own_hand(model, a) == model.relation(a) for a in deal.players)


def described(budget: Budget) -> Finding:
    """The description of footnote 3 holds in all worlds of initial models."""
    wanted = [(1, 1), (1, 1, 1), (1, 1, 2), (2, 1, 1)]
    if budget.full:
        wanted += [(0, 1, 1), (1, 2, 1), (1, 1, 1, 1)]
    cases = (
        None
        if initial_model(deal_of(size)).truth(description(deal_of(size))).all()
        else case(deal_of(size))
        for size in wanted
    )
    return sought(cases, {"sizes": len(wanted)})


def description(deal: Deal) -> str:
    """Which deals there are, and that players imagine what agrees with their cards."""
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


def figure_2(budget: Budget) -> Finding:
    """What examples 2, 3 and 4 say of letter, hexa and tetra."""
    said = {
        "K(1,h(1,r))": True,
        "K(2,~K(1,h(1,b)))": False,
        "K(1,K(2,~K(3,h(3,r))))": False,
    }
    cases: list[Case | None] = [
        None if hexa().holds(formula) == value else case("r|w|b", formula=formula)
        for formula, value in said.items()
    ]
    cases.append(None if relevant(Deal.read("b|w")) == ["bw"] else case("b|w"))
    cases.append(None if len(hexa().model) == 6 else case("r|w|b"))
    cases.append(None if len(tetra().model) == 12 else case("n|e|sw"))
    return sought(cases)
