"""Claims of the introduction, example 1 and 5.1: growth, and who notices an answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.kripke.clusters import core_relation
from mystpy.kripke.deals import Deal, hexa, tetra
from mystpy.kripke.model import PointedModel
from mystpy.kripke.partition import Partition
from mystpy.kripke.refinement.contraction import contract
from mystpy.kripke.update.action_model import EventFrame, secret
from mystpy.kripke.update.product import product, update
from mystpy.kripke.update.steps import Request
from mystpy.language.atoms import H
from mystpy.theses.case_analysis import Case, sought
from mystpy.theses.knowledge_games.actions import SHOWN, whispered
from mystpy.theses.knowledge_games.small_games import (
    Move,
    Size,
    each_move,
    example,
    unless,
)

SIZES: tuple[Size, ...] = ((1, 1), (0, 1, 1), (1, 1, 1))


def too_many_worlds(before: PointedModel, after: PointedModel) -> bool:
    """Return whether a state is no refinement of partitions on another's worlds.

    A refinement has no more worlds than before. The same holds for every state that is
    bisimilar to it after worlds that no formula distinguishes are merged.
    """
    return len(contract(after).model) > len(before.model)


def no_refinement(budget: Budget) -> Result:
    """Check that in examples 8 and 11 learning does not refine the partitions."""
    grown = (
        (hexa(), whispered(hexa()), "r|w|b"),
        (tetra(), SHOWN.after(tetra()), "n|e|sw"),
    )
    cases = (
        unless(too_many_worlds(before, after), hands) for before, after, hands in grown
    )
    return example(budget, *cases).also(no_choice=without_choice(budget))


def without_choice(budget: Budget) -> Result:
    """Check that partitions of the same worlds are refined if one answer is true."""
    length = 1 if budget.full else 0

    def refined(state: PointedModel, move: Move, _: Deal) -> bool:
        before, answers = state.model, move.action(state.model).question
        if not np.all(np.sum(list(answers.values()), axis=0) == 1):
            return True
        after = move.after(state).model
        places = [name.rpartition(",")[0] for name in after.names]
        order = [places.index(name) for name in before.names]
        relations = zip(after.relations, before.relations, strict=True)
        return len(after) == len(before) and all(
            new.taken(np.array(order)).is_finer(old) for new, old in relations
        )

    cases = each_move(dict.fromkeys(SIZES, length), refined)
    return sought(budget, cases, {"actions": length + 1, "sizes": len(SIZES)})


NOTHING = "nothing"
"""The event that a player who notices nothing believes to happen."""


def unnoticed(state: PointedModel, move: Move, by: Sequence[str]) -> PointedModel:
    """Return the state after an action of which some players notice nothing at all.

    The others notice the same as before, and know who notices nothing.
    """
    action = move.action(state.model)
    events = (*action.question, NOTHING)
    size, nothing = len(events), np.arange(len(events)) == len(events) - 1
    publicity: dict[str, Partition] = {}
    for agent, noticed in action.publicity.items():
        keys = [*map(int, noticed.numbers), -1]
        publicity[agent] = Partition.of_keys(keys)
        if agent in by:
            publicity[agent] = core_relation(Partition.universal(size), nothing)
    frame = EventFrame(events, publicity, action.frame.actual)
    everywhere = np.ones(len(state.model), np.bool_)
    extents = [*action.question.values(), everywhere]
    model = product(state.model, frame, extents)
    return model.at(f"{state.name},{action.answer}")


def public_part(budget: Budget) -> Result:
    """Check that the next state is not reflexive if a player notices nothing."""
    length = 1 if budget.full else 0

    def fine(state: PointedModel, move: Move, deal: Deal) -> bool:
        respondent = move.action(state.model).respondent
        return all(
            not _possible_to(unnoticed(state, move, (player,)), player)
            for player in deal.players
            if player != respondent
        )

    cases = each_move(dict.fromkeys(SIZES, length), fine)
    scope = {"actions": length + 1, "sizes": len(SIZES)}
    return sought(budget, cases, scope).also(noticed=noticed(budget))


def noticed(budget: Budget) -> Result:
    """Check that if all notice something, all consider the actual state possible."""
    length = 1 if budget.full else 0

    def fine(state: PointedModel, move: Move, deal: Deal) -> bool:
        after = move.after(state)
        return all(_possible_to(after, player) for player in deal.players)

    cases = each_move(dict.fromkeys(SIZES, length), fine)
    return sought(budget, cases, {"actions": length + 1, "sizes": len(SIZES)})


def _possible_to(state: PointedModel, player: str) -> bool:
    return state.model.relation(player).same(state.point, state.point)


def unaware(budget: Budget) -> Result:
    """Check that after answer (ii) player 3 has a false belief, after (iii) not."""
    learnt, false = "B(2, h(1,r))", "B(3, ~B(2, h(1,r)))"

    def cases(*, seen: bool) -> Iterator[Case | None]:
        state = hexa()
        told = secret(H(1, "r"), ("1", "2"), state.model.agents)
        asked = Request("2", "1", ("r", "b"), "r")
        after = asked.after(state) if seen else update(state, told)
        fine = after.holds(learnt) and state.holds(false)
        yield unless(fine and after.holds(false) is not seen, "r|w|b", formula=false)

    answered = example(budget, *cases(seen=True))
    return example(budget, *cases(seen=False)).also(shown=answered)
