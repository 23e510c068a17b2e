"""Claims of sections 2 and 5: questions, answers, and what is noticed of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.kripke.deals import Deal, hexa, initial_state
from mystpy.kripke.model import PointedModel
from mystpy.kripke.partition import Mask, Partition, join
from mystpy.kripke.refinement.contraction import bisimilar
from mystpy.kripke.update.game_actions import GameAction, knowing_deal, shown_to, to_all
from mystpy.kripke.update.steps import Declare, Request
from mystpy.theses.case_analysis import Case, sought
from mystpy.theses.knowledge_games.small_games import (
    Move,
    each_deal,
    each_move,
    example,
    moves,
    unless,
)


def plays_of_example_1(budget: Budget) -> Result:
    """Check that asking for one of two or three cards wins; an own card loses."""

    def cases() -> Iterator[Case | None]:
        for name in hexa().model.names:
            state, hands = hexa().model.at(name), "|".join(name)
            own, other = _cards_of(state, "2"), _cards_of(state, "1")
            for count in (2, 3):
                for cards in combinations("rwb", count):
                    answer = other if other in cards else None
                    asked = Request("2", "1", cards, answer)
                    yield unless(knows(asked.after(state), "2"), hands, asked)
            refused = Request("2", "1", (own,)).after(state)
            yield unless(knows(Declare("2", False).after(refused), "3"), hands)

    return example(budget, *cases())


def _cards_of(state: PointedModel, player: str) -> str:
    return next(x for x in "rwb" if state.holds(f"h({player},{x})"))


def knows(state: PointedModel, player: str) -> bool:
    """Return whether a player knows the deal."""
    return bool(knowing_deal(state.model, player)[state.point])


def shown_red(budget: Budget) -> Result:
    """Check what 1, 2 and 3 know after 1 has shown red to 2 (Example 5)."""
    asked = Request("2", "1", ("r", "w", "b"), "r")
    both = "(K(2,h(1,r)) | K(2,h(1,w)) | K(2,h(1,b)))"
    others = f"~K(1,h(2,w)) & ~K(3,h(1,r)) & K(1,{both}) & K(3,{both})"
    formula = f"K(2, h(1,r) & h(2,w) & h(3,b)) & {others}"

    def outcome(hands: str) -> Result:
        state = asked.after(initial_state(Deal.read(hands)))
        check = [{"formula": formula, "expect": "true"}]
        return example(budget, unless(state.holds(formula), hands, asked, check=check))

    return outcome("r|b|w").also(rwb=outcome("r|w|b"))


def groups_of_show(budget: Budget) -> Result:
    """Check what groups learn of a card shown to 2: show_12 is =, the others U."""
    pub = Request("2", "1", ("r", "w", "b"), "r").action(hexa().model).publicity
    wanted = {"12": 3, "13": 1, "123": 1}
    counts = {group: join([pub[a] for a in group], 3).count for group in wanted}
    cases = (unless(counts[x] == wanted[x], "r|w|b", values=counts) for x in wanted)
    return example(budget, *cases)


Question = tuple[Mask, ...]


def unions_of_classes(budget: Budget) -> Result:
    """Check that answers of a covering coarser than ~r are unions of its classes."""
    most = 4 if budget.full else 3

    def outcome(overlaps: bool) -> Result:
        cases = (
            _is_union(relation, answers)
            for relation, answers in coverings(most)
            if overlaps or not np.any(np.sum(answers, axis=0) > 1)
        )
        return sought(budget, cases, {"worlds": most, "answers": 2})

    return outcome(overlaps=True).also(no_overlap=outcome(overlaps=False))


def coverings(most: int) -> Iterator[tuple[Partition, Question]]:
    """Yield partitions with coverings by two answers, coarser as printed."""
    for size in range(1, most + 1):
        sets = [
            np.array([k >> w & 1 for w in range(size)], np.bool_)
            for k in range(1, 2**size)
        ]
        for keys in _partitions(size):
            relation = Partition.of_keys(keys)
            for pair in combinations(sets, 2):
                if np.all(pair[0] | pair[1]) and _together(relation, pair):
                    yield relation, pair


def _partitions(size: int) -> Iterator[tuple[int, ...]]:
    if size == 0:
        yield ()
        return
    for keys in _partitions(size - 1):
        for new in range(max(keys, default=-1) + 2):
            yield (*keys, new)


def _together(relation: Partition, question: Question) -> bool:
    size = len(relation)
    return all(
        any(mask[x] and mask[y] for mask in question)
        for x in range(size)
        for y in range(size)
        if relation.same(x, y)
    )


def _is_union(relation: Partition, question: Question) -> Case | None:
    if all(np.array_equal(relation.inside(mask), mask) for mask in question):
        return None
    answers = [np.flatnonzero(mask).tolist() for mask in question]
    return {"values": {"classes": relation.classes(), "answers": answers}}


def complement(budget: Budget) -> Result:
    """Check that nobody can deny a question for all cards (Definition 11)."""
    most = 5 if budget.full else 3

    def none_said(deal: Deal) -> Case | None:
        asked, state = Request("1", "2", deal.cards), initial_state(deal)
        possible = map(str, moves(state, deal))
        return unless(str(asked) not in possible, deal, asked)

    def though_some(deal: Deal) -> Case | None:
        return none_said(deal) if deal.hands[1] else None

    main = each_deal(budget, (2, 3), most, none_said)
    return main.also(some_card=each_deal(budget, (2, 3), most, though_some))


def own_card_is_trivial(budget: Budget) -> Result:
    """Check that asking another for her own card is trivial in hexa (Example 9)."""
    state = hexa()
    question = {"unknown": np.ones(len(state.model), np.bool_)}
    public = to_all(state.model.agents, question)
    asked = GameAction.make(state.model, 2, question, 1, "unknown", public)
    fine = asked.trivial(state) and bisimilar(asked.execute(state), state)
    return example(budget, unless(fine, "r|w|b"))


def nothing_gained(budget: Budget) -> Result:
    """Check that a trivial action does not change the state (below Example 9)."""
    length = 2 if budget.full else 1

    def fine(state: PointedModel, move: Move, deal: Deal) -> bool:
        trivial = move.action(state.model).trivial(state)
        return not trivial or bisimilar(move.after(state), state)

    cases = each_move(dict.fromkeys([(0, 1, 1), (1, 1, 1)], length), fine)
    scope = {"actions": length + 1, "sizes": ["0|1|1", "1|1|1"]}
    return sought(budget, cases, scope)


def overlapping(budget: Budget) -> Result:
    """Check that example 7's question covers hexa, each world by two answers."""
    state = hexa()
    question = {f"not{x}": state.model.truth(f"~h(1,{x})") for x in "rwb"}
    public = shown_to(state.model.agents, question, (1, 2))
    asked = GameAction.make(state.model, 2, question, 1, "notw", public)
    counts = np.sum(list(asked.question.values()), axis=0).tolist()
    return example(budget, unless(counts == [2] * 6, "r|w|b"))
