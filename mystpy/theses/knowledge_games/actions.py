"""Claims of sections 5 to 7: actions in general, and the next state of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, permutations, product

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.kripke.deals import (
    Deal,
    hexa,
    initial_state,
    is_game_state,
    own_hand,
    tetra,
)
from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import PointedModel
from mystpy.kripke.partition import Partition, closure, join
from mystpy.kripke.refinement.contraction import contract
from mystpy.kripke.update.game_actions import GameAction
from mystpy.kripke.update.steps import Declare, GeneralQuestion, Request
from mystpy.language.decidable import parse_in_model
from mystpy.theses.case_analysis import sought
from mystpy.theses.knowledge_games.questions import knows
from mystpy.theses.knowledge_games.small_games import (
    Move,
    Size,
    deal_of,
    each_move,
    example,
    moves,
    plays,
    sizes,
    unless,
)

SIZES = [(1, 1), (0, 1, 1), (1, 1, 1), (1, 1, 2)]


def truthful(budget: Budget) -> Result:
    """Check that an answer is possible iff the respondent knows it (Definition 10)."""

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
    """Check that each question for cards has an answer in each state (section 5.4)."""
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
    """Check that one answer exists if nobody, or all, can win (Definition 11)."""
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
    """Check that 3 can show two cards, to 1 and 2, as one action (section 5.1)."""
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
    """Check figure 3: 2 distinguishes all worlds, 1 and 3 only by hands."""
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
    """Check that a product of connected structures need not be connected."""
    link = [(0, 1), (1, 0), *([(0, 0), (1, 1)] if loops else [])]
    both = [(2 * a + c, 2 * b + d) for (a, b), (c, d) in product(link, repeat=2)]
    parts = closure(both, 4).count
    found = None if parts > 1 else {"values": {"parts": parts}}
    return sought(budget, [found], {"points": 4}, proves=True)


def next_is_game_state(budget: Budget) -> Result:
    """Check that the next state is a game state for the same deal (Proposition 2)."""
    lengths: dict[Size, int] = {(1, 1): 1, (0, 1, 1): 1, (1, 1, 1): 1}
    if budget.full:
        lengths = {(1, 1): 3, (0, 1, 1): 3, (1, 1, 1): 2, (2, 1, 1): 0, (1, 2, 1): 0}
    cases = each_move(lengths, lambda s, move, d: is_game_state(move.after(s), d))
    scope = {"|".join(map(str, size)): n + 1 for size, n in lengths.items()}
    return sought(budget, cases, {"actions": scope})


def stays_connected(budget: Budget) -> Result:
    """Check that connected states and frames give connected states (Proposition 3)."""
    most = 4 if budget.full else 3

    def after_one(sizes: Iterable[Size], most: int) -> Result:
        cases = each_move(dict.fromkeys(sizes, 0), kept_connected)
        return sought(budget, cases, {"cards": most, "actions": 1})

    all_hold = (size for size in sizes(3, most + 1) if min(size) > 0)
    return after_one(sizes(3, most), most).also(
        first=after_one(all_hold, most + 1), later=later(budget)
    )


def kept_connected(state: PointedModel, move: Move, deal: Deal) -> bool:
    """Return whether an action with a connected frame leaves a state connected."""
    public = move.action(state.model).publicity
    connected = join(list(public.values()), _answers(public)).count == 1
    return not connected or move.after(state).model.linked().count == 1


def _answers(public: object) -> int:
    assert isinstance(public, dict)
    return len(next(iter(public.values())))


THREE = (
    Request("2", "1", ("b",)),
    Request("3", "2", ("b",)),
    Request("3", "1", ("r", "w"), "r"),
)
"""Two refusals leave two worlds of hexa; then a card is shown."""


def later(budget: Budget, play: Sequence[Request] = THREE) -> Result:
    """Check the same for later actions, by one play of hexa."""
    state = hexa()
    for refused in play[:-1]:
        state = contract(refused.after(state))
    fine = play[-1].after(state).model.linked().count == 1
    scope = {"size": "1|1|1", "actions": len(play)}
    fault = unless(fine, "r|w|b", *play, contract=True)
    found = sought(budget, [fault], scope)
    return found.by_witness(refutes=True)


WHISPER: dict[str, object] = {
    "title": "1 whispers to 2 not to have white",
    "asker": "2",
    "respondent": "1",
    "question": {"notred": "~h(1,r)", "notwhite": "~h(1,w)", "notblue": "~h(1,b)"},
    "answer": "notwhite",
    "publicity": "show",
}
"""The question of example 11, as a step of a model file."""


def whispered(state: PointedModel) -> PointedModel:
    """Return the state after the whisper of example 11."""
    asked = WHISPER["question"]
    assert isinstance(asked, dict)
    words = state.model.words
    answers = {name: parse_in_model(text, words) for name, text in asked.items()}
    return GeneralQuestion("2", "1", answers, "notwhite", "show").after(state)


def twelve_worlds(budget: Budget) -> Result:
    """Check that after the whisper in (hexa, rbw) neither 2 nor 3 knows red."""
    formula = "~K(2, ~(h(1,b) & h(2,w))) & ~K(3, ~(h(1,w) & h(2,r)))"
    formula += " & ~K(2,h(1,r)) & ~K(3,h(1,r))"
    another = "h(1,r) & h(2,w) & K(2,h(1,r))"

    def outcome(hands: str) -> Result:
        state = whispered(initial_state(Deal.read(hands)))
        fine = len(contract(state).model) == 12 and state.holds(formula)
        fine = fine and bool(state.model.truth(another).any())
        check = [{"formula": formula, "expect": "true"}]
        return example(budget, unless(fine, hands, WHISPER, check=check))

    return outcome("r|b|w").also(rwb=outcome("r|w|b"))


SHOWN = Request("2", "3", tuple("nesw"), "s")
"""In tetra a card is shown that the respondent can choose."""


def more_worlds(budget: Budget, shown: Request = SHOWN) -> Result:
    """Check that a choice of the respondent may increase the number of worlds."""
    after = shown.after(tetra())
    fine = len(contract(after).model) > len(contract(tetra()).model)
    return example(budget, unless(fine, "n|e|sw")).by_witness(refutes=False)


def hexa_is_won(budget: Budget) -> Result:
    """Check that the first player can win hexa in the first move, for each question."""

    def won(name: str, count: int) -> bool:
        """Return whether player 1 knows the deal after asking for `count` cards."""
        state = hexa().model.at(name)
        asked = (x for x in moves(state, Deal.read("r|w|b")) if isinstance(x, Request))
        first = (x for x in asked if (x.asker, len(x.cards)) == ("1", count))
        return any(knows(move.after(state), "1") for move in first)

    return example(
        budget,
        *(
            unless(won(name, count), "|".join(name), values={"cards": count})
            for name in hexa().model.names
            for count in (1, 2, 3)
        ),
    )


REFUSED = Request("2", "1", ("w",))


def frames_fall_apart(budget: Budget, refused: Request = REFUSED) -> Result:
    """Check that the frame of an action, with id or show, may be disconnected."""
    won = Declare("3", True)
    publicities = (
        refused.action(hexa().model).publicity,
        won.action(REFUSED.after(hexa()).model).publicity,
    )
    found = example(
        budget,
        *(
            unless(join(list(p.values()), _answers(p)).count == 2, "r|w|b", refused)
            for p in publicities
        ),
    )
    return found.by_witness(refutes=False)
