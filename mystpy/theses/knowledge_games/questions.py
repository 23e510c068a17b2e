"""Claims of sections 2 and 5: questions, answers, and what is noticed of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from mystpy.kripke.deals import Deal, hexa, initial_state
from mystpy.kripke.model import PointedModel
from mystpy.kripke.partition import Mask, Partition, join
from mystpy.kripke.refinement.contraction import bisimilar
from mystpy.kripke.update.game_actions import (
    GameAction,
    knowing_deal,
    shown_to,
    to_all,
)
from mystpy.kripke.update.steps import Declare, Request
from mystpy.theses.knowledge_games.claim import Case, Claim, Outcome, sought
from mystpy.theses.knowledge_games.small_games import (
    case,
    deal_of,
    moves,
    plays,
    sizes,
)


def plays_of_example_1(full: bool) -> Outcome:
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

    return sought(
        cases(),
        note="The deal is printed as rgb, and there is no card g: read rwb. After the "
        "lost play player 1 knows the deal as well, which the example does not say.",
    )


def _deal(name: str) -> str:
    return "|".join(name)


def _cards_of(state: PointedModel, player: str) -> str:
    return next(x for x in "rwb" if state.holds(f"h({player},{x})"))


def _knows(state: PointedModel, player: str) -> bool:
    return bool(knowing_deal(state.model, player)[state.point])


def shown_red(full: bool) -> Outcome:
    """What 2 knows after 1 has shown red: that 1 holds red and 3 blue (Example 5)."""
    asked = Request("2", "1", ("r", "w", "b"), "r")
    formula = "K(2, h(1,r) & h(3,b))"

    def outcome(hands: str) -> Outcome:
        state = asked.after(initial_state(Deal.read(hands)))
        check = [{"formula": formula, "expect": "true"}]
        fine = state.holds(formula)
        return sought([None if fine else case(hands, asked, check=check)])

    return outcome("r|b|w").read_as("with rwb for rbw", outcome("r|w|b"))


def groups_of_show(full: bool) -> Outcome:
    """What groups learn of a card shown to 2: show_12 is =, show_13 and show_123 U."""
    pub = Request("2", "1", ("r", "w", "b"), "r").action(hexa().model).publicity
    wanted = {"12": 3, "13": 1, "123": 1}
    counts = {group: join([pub[a] for a in group], 3).count for group in wanted}
    return sought(
        None if counts[group] == wanted[group] else case("r|w|b", values=counts)
        for group in wanted
    )


Question = tuple[Mask, ...]


def unions_of_classes(full: bool) -> Outcome:
    """The answers of a covering that is coarser than ~r are unions of its classes."""
    most = 4 if full else 3
    printed = sought(
        (_is_union(*found) for found in coverings(most)),
        {"worlds": most, "answers": 2},
        "In a covering two worlds may be together in one answer and not in another: "
        "Q(x,x') for some answer does not say that it is so for all.",
    )
    partitions = (
        _is_union(*found)
        for found in coverings(most)
        if not np.any(np.sum(found[1], axis=0) > 1)
    )
    read = sought(partitions, {"worlds": most, "answers": 2})
    return printed.read_as("if the answers do not overlap", read)


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


def complement(full: bool) -> Outcome:
    """If all cards are asked for, nobody can say to have none (Definition 11)."""
    most = 5 if full else 3

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
    return sought(cases(0), scope, "A player may hold no card at all.").read_as(
        "if the respondent holds a card", sought(cases(1), scope)
    )


def own_card_is_trivial(full: bool) -> Outcome:
    """To ask another for the own card is trivial in hexa (Example 9)."""
    state = hexa()
    question = {"unknown": np.ones(len(state.model), np.bool_)}
    public = to_all(state.model.agents, question)
    asked = GameAction.make(state.model, 2, question, 1, "unknown", public)
    fine = asked.trivial(state) and bisimilar(asked.execute(state), state)
    return sought([None if fine else case("r|w|b")])


def nothing_gained(full: bool) -> Outcome:
    """A trivial action does not change the state (below Example 9)."""
    length = 2 if full else 1

    def cases() -> Iterator[Case | None]:
        for size in ((0, 1, 1), (1, 1, 1)):
            deal = deal_of(size)
            for state, play in plays(deal, length):
                for move in moves(state, deal):
                    if move.action(state.model).trivial(state):
                        fine = bisimilar(move.after(state), state)
                        yield None if fine else case(deal, *play, move)

    return sought(
        cases(),
        {"actions": length + 1, "sizes": ["0|1|1", "1|1|1"]},
        "What all know need not be common knowledge, and after the action it is.",
    )


def overlapping(full: bool) -> Outcome:
    """The question of example 7 covers hexa, and each world is in two answers."""
    state = hexa()
    question = {f"not{x}": state.model.truth(f"~h(1,{x})") for x in "rwb"}
    public = shown_to(state.model.agents, question, (1, 2))
    asked = GameAction.make(state.model, 2, question, 1, "notw", public)
    counts = np.sum(list(asked.question.values()), axis=0).tolist()
    return sought([None if counts == [2] * 6 else case("r|w|b")])


CLAIMS = (
    Claim(
        "games-example-1",
        "Example 1",
        "In hexa, asking for one of two or of three cards wins at once; asking for the "
        "own card lets the next player win.",
        "for all six deals: after the answer 2 knows the deal; after noshow for a card "
        "that 2 holds, and nowin, 3 knows it",
        plays_of_example_1,
    ),
    Claim(
        "games-example-5",
        "Example 5",
        "In (hexa, rbw), when 1 has shown 2 the red card, 2 knows that 3 holds blue.",
        "show(2,1,{r,w,b},r) in (hexa, rbw): K(2, h(1,r) & h(3,b))",
        shown_red,
    ),
    Claim(
        "games-example-6",
        "section 5.2",
        "What the groups 12, 13 and 123 learn when a card is shown to 2.",
        "show_12 is =, show_13 and show_123 are universal",
        groups_of_show,
    ),
    Claim(
        "games-example-7",
        "Example 7",
        "The answers of example 7 cover the worlds and overlap.",
        "Q covers D(hexa), and each world is in two members of Q",
        overlapping,
    ),
    Claim(
        "games-footnote-4",
        "footnote 4",
        "All members of a covering coarser than ~r are unions of its classes.",
        "Q covers W, and x ~r x' -> some R in Q has x and x': each R is a union",
        unions_of_classes,
    ),
    Claim(
        "games-definition-11",
        "section 5.3",
        "If all cards are asked for, the complement is empty.",
        "t = |C|: Comp = {}",
        complement,
    ),
    Claim(
        "games-example-9",
        "Example 9",
        "To ask another player which card you have is trivial in hexa.",
        "<2,{D(hexa)},1,D(hexa),id> is trivial, and the next state is the same",
        own_card_is_trivial,
    ),
    Claim(
        "games-trivial",
        "below Example 9",
        "There is nothing to be gained from an action that is trivial.",
        "mu trivial in s (Definition 12): s x mu is bisimilar to s",
        nothing_gained,
    ),
)
