"""Claims of sections 2 and 5: questions, answers, and what is noticed of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.kripke.deals import Deal, hexa, initial_state
from mystpy.kripke.model import PointedModel
from mystpy.kripke.partition import Mask, Partition, join
from mystpy.kripke.refinement.contraction import bisimilar
from mystpy.kripke.update.game_actions import GameAction, knowing_deal, shown_to, to_all
from mystpy.kripke.update.steps import Declare, Request
from mystpy.theses.knowledge_games.claim import Case, sought
from mystpy.theses.knowledge_games.small_games import case, deal_of, moves, plays, sizes


def plays_of_example_1(budget: Budget) -> Finding:
    """Asking for one of two or three cards wins; asking for the own card loses."""

    def cases() -> Iterator[Case | None]:
        for name in hexa().model.names:
            state = hexa().model.at(name)
            own, other = _cards_of(state, "2"), _cards_of(state, "1")
            for count in (2, 3):
                for cards in combinations("rwb", count):
                    answer = other if other in cards else None
                    asked = Request("2", "1", cards, answer)
                    fine = _knows(asked.after(state), "2")
                    yield None if fine else case(_deal(name), asked)
            refused = Request("2", "1", (own,)).after(state)
            after = Declare("2", False).after(refused)
            yield None if _knows(after, "3") else case(_deal(name))

    return sought(cases())


def _deal(name: str) -> str:
    return "|".join(name)


def _cards_of(state: PointedModel, player: str) -> str:
    return next(x for x in "rwb" if state.holds(f"h({player},{x})"))


def _knows(state: PointedModel, player: str) -> bool:
    return bool(knowing_deal(state.model, player)[state.point])


def shown_red(budget: Budget) -> Finding:
    """What 2 knows after 1 has shown red: that 1 holds red and 3 blue (Example 5)."""
    asked = Request("2", "1", ("r", "w", "b"), "r")
    formula = "K(2, h(1,r) & h(3,b))"

    def outcome(hands: str) -> Finding:
        state = asked.after(initial_state(Deal.read(hands)))
        check = [{"formula": formula, "expect": "true"}]
        fine = state.holds(formula)
        return sought([None if fine else case(hands, asked, check=check)])

    return outcome("r|b|w").also(rwb=outcome("r|w|b"))


def groups_of_show(budget: Budget) -> Finding:
    """What groups learn of a card shown to 2: show_12 is =, show_13 and show_123 U."""
    pub = Request("2", "1", ("r", "w", "b"), "r").action(hexa().model).publicity
    wanted = {"12": 3, "13": 1, "123": 1}
    counts = {group: join([pub[a] for a in group], 3).count for group in wanted}
    return sought(
        None if counts[group] == wanted[group] else case("r|w|b", values=counts)
        for group in wanted
    )


Question = tuple[Mask, ...]


def unions_of_classes(budget: Budget) -> Finding:
    """The answers of a covering that is coarser than ~r are unions of its classes."""
    most = 4 if budget.full else 3
    printed = sought(
        (_is_union(*found) for found in coverings(most)), {"worlds": most, "answers": 2}
    )
    partitions = (
        _is_union(*found)
        for found in coverings(most)
        if not np.any(np.sum(found[1], axis=0) > 1)
    )
    read = sought(partitions, {"worlds": most, "answers": 2})
    return printed.also(no_overlap=read)


def coverings(most: int) -> Iterator[tuple[Partition, Question]]:
    """Partitions with coverings by two answers, coarser as the paper prints it."""
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


def complement(budget: Budget) -> Finding:
    """If all cards are asked for, nobody can say to have none (Definition 11)."""
    most = 5 if budget.full else 3

    def cases(least: int) -> Iterator[Case | None]:
        for players in (2, 3):
            for size in sizes(players, most):
                if size[1] < least:
                    continue
                deal = deal_of(size)
                asked = Request("1", "2", deal.cards)
                state = initial_state(deal)
                fine = not any(str(move) == str(asked) for move in moves(state, deal))
                yield None if fine else case(deal, asked)

    scope = {"players": 3, "cards": most}
    return sought(cases(0), scope).also(some_card=sought(cases(1), scope))


def own_card_is_trivial(budget: Budget) -> Finding:
    """To ask another for the own card is trivial in hexa (Example 9)."""
    state = hexa()
    question = {"unknown": np.ones(len(state.model), np.bool_)}
    public = to_all(state.model.agents, question)
    asked = GameAction.make(state.model, 2, question, 1, "unknown", public)
    fine = asked.trivial(state) and bisimilar(asked.execute(state), state)
    return sought([None if fine else case("r|w|b")])


def nothing_gained(budget: Budget) -> Finding:
    """A trivial action does not change the state (below Example 9)."""
    length = 2 if budget.full else 1

    def cases() -> Iterator[Case | None]:
        for size in ((0, 1, 1), (1, 1, 1)):
            deal = deal_of(size)
            for state, play in plays(deal, length):
                for move in moves(state, deal):
                    if move.action(state.model).trivial(state):
                        fine = bisimilar(move.after(state), state)
                        yield None if fine else case(deal, *play, move)

    return sought(cases(), {"actions": length + 1, "sizes": ["0|1|1", "1|1|1"]})


def overlapping(budget: Budget) -> Finding:
    """The question of example 7 covers hexa, and each world is in two answers."""
    state = hexa()
    question = {f"not{x}": state.model.truth(f"~h(1,{x})") for x in "rwb"}
    public = shown_to(state.model.agents, question, (1, 2))
    asked = GameAction.make(state.model, 2, question, 1, "notw", public)
    counts = np.sum(list(asked.question.values()), axis=0).tolist()
    return sought([None if counts == [2] * 6 else case("r|w|b")])


def not_solved(_budget: Budget) -> Finding:
    """Nothing is known about the value of these games yet."""
    return Finding.open()
