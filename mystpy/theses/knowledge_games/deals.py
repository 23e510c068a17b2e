"""Claims of sections 3 and 4: deals, and states of a game."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

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
from mystpy.theses.knowledge_games.claim import Case, Claim, Outcome, sought
from mystpy.theses.knowledge_games.small_games import case, deal_of, plays, sizes


def all_relevant(full: bool) -> Outcome:
    """With more than two players D_d = D_#d (Proposition 1)."""
    most = 6 if full else 4

    def cases() -> Iterator[Case | None]:
        for players in (3, 4):
            for size in sizes(players, most):
                deal = deal_of(size)
                fine = len(relevant(deal)) == count_of_size(size)
                yield None if fine else case(deal)

    return sought(cases(), {"players": 4, "cards": most})


def three_steps(full: bool) -> Outcome:
    """Any two deals are linked by at most three steps (footnote 2)."""
    most = 6 if full else 4
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
    return outcome.read_as(
        "two steps are enough", sought(two, {"players": 3, "cards": most})
    )


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


def two_players(full: bool) -> Outcome:
    """With one or two players =_A is the identity (Fact 1)."""
    most = 8 if full else 5

    def cases() -> Iterator[Case | None]:
        for players in (1, 2):
            for size in sizes(players, most):
                model = initial_model(deal_of(size))
                fine = model.linked().count == len(model)
                yield None if fine else case(deal_of(size))

    return sought(cases(), {"players": 2, "cards": most})


def valuation_of_all(full: bool) -> Outcome:
    """V, given on D_d, is given on all worlds of I_d, which are D_#d (Definition 6)."""
    most = 5 if full else 3
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
    return sought(
        cases,
        {"players": 3, "cards": most},
        "With two players most deals of the same size are not relevant, but are worlds "
        "of the initial model; it is enough to define V on D_#d.",
    ).read_as("V is given on D_#d, and different worlds have different V", read)


def _named_by_valuations(deal: Deal) -> bool:
    model = initial_model(deal)
    return len({model.true_at(w) for w in range(len(model))}) == len(model)


def initial_or_not(full: bool) -> Outcome:
    """A state with d1 =_a d2 => d1 ~a d2 is bisimilar to an initial one (4.2)."""
    length = 3 if full else 2

    def cases() -> Iterator[Case | None]:
        for size in ((1, 1, 1), (1, 1, 2)):
            deal = deal_of(size)
            start = initial_state(deal)
            for state, play in plays(deal, length):
                fine = not _as_at_the_start(state.model, deal)
                fine = fine or bisimilar(state, start)
                yield None if fine else case(deal, *play)

    return sought(
        cases(),
        {"actions": length, "sizes": ["1|1|1", "1|1|2"]},
        "The condition speaks of the worlds that are left; where all is known, one "
        "world is left. It would have to say that no deal has been lost, too.",
    )


def _as_at_the_start(model: Model, deal: Deal) -> bool:
    return all(own_hand(model, a) == model.relation(a) for a in deal.players)


def described(full: bool) -> Outcome:
    """The description of footnote 3 holds in all worlds of initial models."""
    wanted = [(1, 1), (1, 1, 1), (1, 1, 2), (2, 1, 1)]
    if full:
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


def figure_2(full: bool) -> Outcome:
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


CLAIMS = (
    Claim(
        "games-proposition-1",
        "Proposition 1",
        "With more than two players all deals of the size are relevant.",
        "|A| > 2: D_d = D_#d for all d",
        all_relevant,
    ),
    Claim(
        "games-footnote-2",
        "footnote 2",
        "Any two deals of a size are linked by at most three steps.",
        "|A| > 2: the composition of three steps, each =_a for some a, is D_#d x D_#d",
        three_steps,
    ),
    Claim(
        "games-fact-1",
        "Fact 1",
        "With one or two players only the actual deal is relevant.",
        "|A| <= 2: =_A is the identity on D_#d",
        two_players,
    ),
    Claim(
        "games-definition-6",
        "Definition 6",
        "The valuation of an initial state is given on all of its worlds.",
        "V: D_d -> P -> {0,1} is given for every world in D_#d",
        valuation_of_all,
    ),
    Claim(
        "games-examples-2-4",
        "Examples 2, 3 and 4",
        "What is said of who knows what in letter, hexa and tetra.",
        "the formulas of the examples in the states of figure 2",
        figure_2,
    ),
    Claim(
        "games-initial-states",
        "section 4.2",
        "A state in which players know no more than their cards is an initial one.",
        "d1 =_a d2 => d1 ~a d2 for all worlds and a: s is bisimilar to an si_d",
        initial_or_not,
    ),
    Claim(
        "games-footnote-3",
        "footnote 3",
        "An initial model is described by its deals and by what players can imagine.",
        "OR_d' delta_d' & AND_a,d' (K_a delta_d'^a <-> M_a delta_d') in all worlds",
        described,
    ),
)
