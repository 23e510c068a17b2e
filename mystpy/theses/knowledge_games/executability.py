"""Claims of sections 5 and 6: actions in general, and one that is worked out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.kripke.deals import Deal, hexa, is_game_state, own_hand, tetra
from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import PointedModel
from mystpy.kripke.partition import Partition, closure
from mystpy.kripke.update.game_actions import GameAction
from mystpy.kripke.update.steps import Declare, Request
from mystpy.theses.case_analysis import sought
from mystpy.theses.knowledge_games.small_games import (
    Move,
    deal_of,
    each_move,
    example,
    moves,
    plays,
    unless,
)

SIZES = [(1, 1), (0, 1, 1), (1, 1, 1), (1, 1, 2)]


def truthful(budget: Budget) -> Result:
    """An answer can be given just where the respondent knows it (Definition 10)."""

    def fine(state: PointedModel, move: Move, _: Deal) -> bool:
        model, action = state.model, move.action(state.model)
        given, sees = action.question[action.answer], model.relation(action.respondent)
        worlds = range(len(model))
        return all(
            action.executable(model.at(w)) == bool(given[sees.class_of(w)].all())
            for w in worlds
        )

    length = 1 if budget.full else 0
    cases = each_move(dict.fromkeys(SIZES, length), fine)
    return sought(budget, cases, {"actions": length + 1, "sizes": len(SIZES)})


def answered(budget: Budget, can: Callable[..., Iterator[Move]] = moves) -> Result:
    """Each question for cards has an answer in each state (section 5.4)."""
    length = 2 if budget.full else 1

    def unanswered(
        state: PointedModel, deal: Deal
    ) -> set[tuple[str, str, tuple[str, ...]]]:
        chosen = [
            x for k in range(len(deal.cards)) for x in combinations(deal.cards, k + 1)
        ]
        asked = {(q, r, x) for q, r in permutations(deal.players, 2) for x in chosen}
        done = (m for m in can(state, deal) if isinstance(m, Request))
        return asked - {(m.asker, m.respondent, m.cards) for m in done}

    cases = (
        unless(not unanswered(state, deal), deal, *play)
        for deal in map(deal_of, SIZES[:3])
        for state, play in plays(deal, length)
    )
    return sought(budget, cases, {"actions": length, "sizes": 3})


def no_wins(budget: Budget) -> Result:
    """Where nobody can win, or all must, there is one answer (Definition 11)."""
    shown = Request("2", "1", ("r", "w", "b"), "r")

    def only(state: PointedModel, wins: bool) -> bool:
        try:
            Declare("2", not wins).action(state.model)
        except ModelError:
            (given,) = Declare("2", wins).action(state.model).question.values()
            return bool(given.all())
        return False

    return example(
        budget,
        unless(only(hexa(), wins=False), "r|w|b"),
        unless(only(shown.after(hexa()), wins=True), "r|w|b", shown),
    )


def two_cards_shown(budget: Budget) -> Result:
    """3 shows a card to 1 and the other one to 2, as one action (section 5.1)."""
    model = tetra().model
    pairs = ["".join(pair) for pair in permutations("nesw", 2)]
    question = {x: model.truth(f"h(3,{x[0]}) & h(3,{x[1]})") for x in pairs}
    seen = {str(k + 1): Partition.of_keys(x[k] for x in pairs) for k in (0, 1)}
    publicity = {**seen, "3": Partition.identity(len(pairs))}
    after = GameAction.make(model, 1, question, 3, "sw", publicity).execute(tetra())
    formula = "K(1,h(3,s)) & ~K(1,h(3,w)) & K(2,h(3,w)) & ~K(2,h(3,s))"
    fine = is_game_state(after, Deal.read("n|e|sw")) and after.holds(formula)
    return example(budget, unless(fine, "n|e|sw", formula=formula))


def red_is_shown(budget: Budget) -> Result:
    """The state of figure 3: 2 has all worlds apart, 1 and 3 see what they saw."""
    shown = Request("2", "1", ("r", "w", "b"), "r").after(hexa())
    model = shown.model
    worlds = {model.true_at(w) for w in range(len(model))}
    before = {hexa().model.true_at(w) for w in range(6)}
    return example(
        budget,
        unless(worlds == before and len(model) == 6, "r|w|b"),
        unless(shown.holds("h(1,r) & h(2,w)"), "r|w|b"),
        unless(model.relation("2").count == 6, "r|w|b"),
        *(unless(model.relation(a) == own_hand(model, a), "r|w|b") for a in "13"),
    )


def products(budget: Budget, *, loops: bool = False) -> Result:
    """The product of two connected structures with one link need not be connected."""
    link = [(0, 1), (1, 0), *([(0, 0), (1, 1)] if loops else [])]
    both = [(2 * a + c, 2 * b + d) for (a, b), (c, d) in product(link, repeat=2)]
    parts = closure(both, 4).count
    return sought(
        budget, [None if parts > 1 else {"values": {"parts": parts}}], {"points": 4}
    )
