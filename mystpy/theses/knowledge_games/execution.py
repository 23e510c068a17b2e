"""Claims of sections 6 and 7: the next state of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.kripke.deals import Deal, hexa, initial_state, is_game_state, tetra
from mystpy.kripke.model import PointedModel
from mystpy.kripke.partition import join
from mystpy.kripke.refinement.contraction import contract
from mystpy.kripke.update.steps import Declare, GeneralQuestion, Request
from mystpy.language.decidable import parse_in_model
from mystpy.theses.case_analysis import sought
from mystpy.theses.knowledge_games.questions import knows
from mystpy.theses.knowledge_games.small_games import (
    Move,
    Size,
    each_move,
    example,
    moves,
    sizes,
    unless,
)


def next_is_game_state(budget: Budget) -> Result:
    """The next state is a knowledge game state for the same deal (Proposition 2)."""
    lengths: dict[Size, int] = {(1, 1): 1, (0, 1, 1): 1, (1, 1, 1): 1}
    if budget.full:
        lengths = {(1, 1): 3, (0, 1, 1): 3, (1, 1, 1): 2, (2, 1, 1): 0, (1, 2, 1): 0}
    cases = each_move(lengths, lambda s, move, d: is_game_state(move.after(s), d))
    scope = {"|".join(map(str, size)): n + 1 for size, n in lengths.items()}
    return sought(budget, cases, {"actions": scope})


def stays_connected(budget: Budget) -> Result:
    """If state and frame are connected, so is the next state (Proposition 3)."""
    most = 4 if budget.full else 3

    def after_one(sizes: Iterable[Size], most: int) -> Result:
        cases = each_move(dict.fromkeys(sizes, 0), kept_connected)
        return sought(budget, cases, {"cards": most, "actions": 1})

    all_hold = (size for size in sizes(3, most + 1) if min(size) > 0)
    return after_one(sizes(3, most), most).also(
        first=after_one(all_hold, most + 1), later=later(budget)
    )


def kept_connected(state: PointedModel, move: Move, deal: Deal) -> bool:
    """Whether an action with a connected frame leaves a state connected."""
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
    """The same for later actions, by one play of hexa."""
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


def _whispered(state: PointedModel) -> PointedModel:
    whispered = WHISPER["question"]
    assert isinstance(whispered, dict)
    words = state.model.words
    answers = {name: parse_in_model(text, words) for name, text in whispered.items()}
    return GeneralQuestion("2", "1", answers, "notwhite", "show").after(state)


def twelve_worlds(budget: Budget) -> Result:
    """After the whisper of example 11 in (hexa, rbw) neither 2 nor 3 knows red."""
    formula = "~K(2, ~(h(1,b) & h(2,w))) & ~K(3, ~(h(1,w) & h(2,r)))"
    formula += " & ~K(2,h(1,r)) & ~K(3,h(1,r))"
    another = "h(1,r) & h(2,w) & K(2,h(1,r))"

    def outcome(hands: str) -> Result:
        state = _whispered(initial_state(Deal.read(hands)))
        fine = len(contract(state).model) == 12 and state.holds(formula)
        fine = fine and bool(state.model.truth(another).any())
        check = [{"formula": formula, "expect": "true"}]
        return example(budget, unless(fine, hands, WHISPER, check=check))

    return outcome("r|b|w").also(rwb=outcome("r|w|b"))


SHOWN = Request("2", "3", tuple("nesw"), "s")
"""In tetra a card is shown that the respondent can choose."""


def more_worlds(budget: Budget, shown: Request = SHOWN) -> Result:
    """Where the respondent can choose, there may be more worlds than before."""
    after = shown.after(tetra())
    fine = len(contract(after).model) > len(contract(tetra()).model)
    return example(budget, unless(fine, "n|e|sw")).by_witness(refutes=False)


def hexa_is_won(budget: Budget) -> Result:
    """The beginner of hexa can win in the first move, for each kind of question."""

    def won(name: str, count: int) -> bool:
        """Whether player 1 knows the deal after asking for so many cards."""
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
    """The frame of an action with publicity id, or show, may be disconnected."""
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
