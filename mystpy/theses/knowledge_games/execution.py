"""Claims of sections 6 and 7: the next state of a game."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.kripke.deals import Deal, hexa, initial_state, is_game_state, tetra
from mystpy.kripke.model import PointedModel
from mystpy.kripke.partition import join
from mystpy.kripke.refinement.contraction import contract
from mystpy.kripke.truth import vocabulary
from mystpy.kripke.update.game_actions import knowing_deal
from mystpy.kripke.update.steps import GeneralQuestion, Request
from mystpy.language.decidable import parse_in_model
from mystpy.theses.knowledge_games.claim import Case, sought
from mystpy.theses.knowledge_games.small_games import (
    Size,
    case,
    deal_of,
    moves,
    plays,
    sizes,
)


def next_is_game_state(budget: Budget) -> Finding:
    """The next state is a knowledge game state for the same deal (Proposition 2)."""
    lengths: dict[Size, int] = {(1, 1): 1, (0, 1, 1): 1, (1, 1, 1): 1}
    if budget.full:
        lengths = {(1, 1): 3, (0, 1, 1): 3, (1, 1, 1): 2, (2, 1, 1): 0, (1, 2, 1): 0}

    def cases() -> Iterator[Case | None]:
        for size, length in lengths.items():
            deal = deal_of(size)
            for state, play in plays(deal, length):
                for move in moves(state, deal):
                    fine = is_game_state(move.after(state), deal)
                    yield None if fine else case(deal, *play, move)

    scope = {"|".join(map(str, size)): n + 1 for size, n in lengths.items()}
    return sought(cases(), {"actions": scope})


def stays_connected(budget: Budget) -> Finding:
    """If state and frame are connected, so is the next state (Proposition 3)."""
    most = 4 if budget.full else 3
    printed = sought(
        (found for size in sizes(3, most) for found in _first_actions(size)),
        {"cards": most, "actions": 1},
    )
    all_hold = (s for s in sizes(3, most + 1) if min(s) > 0)
    first = sought(
        (found for size in all_hold for found in _first_actions(size)),
        {"cards": most + 1, "actions": 1},
    )
    later = sought(_later_actions(), {"size": "1|1|1", "actions": 3})
    printed = printed.also(first=first)
    return printed.also(later=later)


def _first_actions(size: Size) -> Iterator[Case | None]:
    deal = deal_of(size)
    state = initial_state(deal)
    for move in moves(state, deal):
        public = move.action(state.model).publicity
        if join(list(public.values()), _answers(public)).count == 1:
            fine = move.after(state).model.linked().count == 1
            yield None if fine else case(deal, move)


def _answers(public: object) -> int:
    assert isinstance(public, dict)
    return len(next(iter(public.values())))


def _later_actions() -> Iterator[Case | None]:
    """Two refusals leave two worlds of hexa; then a card is shown."""
    refusals = (Request("2", "1", ("b",)), Request("3", "2", ("b",)))
    state = hexa()
    for refused in refusals:
        state = contract(refused.after(state))
    shown = Request("3", "1", ("r", "w"), "r")
    fine = shown.after(state).model.linked().count == 1
    yield None if fine else case("r|w|b", *refusals, shown)


def _whispered(state: PointedModel) -> PointedModel:
    words = vocabulary(state.model)
    names = {"notred": "r", "notwhite": "w", "notblue": "b"}
    answers = {n: parse_in_model(f"~h(1,{x})", words) for n, x in names.items()}
    return GeneralQuestion("2", "1", answers, "notwhite", "show").after(state)


def twelve_worlds(budget: Budget) -> Finding:
    """After the whisper of example 11 in (hexa, rbw) neither 2 nor 3 knows red."""
    formula = "~K(2,h(1,r)) & ~K(3,h(1,r))"

    def outcome(hands: str) -> Finding:
        state = _whispered(initial_state(Deal.read(hands)))
        fine = len(contract(state).model) == 12 and state.holds(formula)
        check = [{"formula": formula, "expect": "true"}]
        return sought([None if fine else case(hands, check=check)])

    return outcome("r|b|w").also(rwb=outcome("r|w|b"))


def more_worlds(budget: Budget) -> Finding:
    """Where the respondent can choose, there may be more worlds than before."""
    shown = Request("2", "3", tuple("nesw"), "s").after(tetra())
    fine = len(contract(shown).model) > len(contract(tetra()).model)
    return sought([None if fine else case("n|e|sw")])


def hexa_is_won(budget: Budget) -> Finding:
    """The beginner of hexa can win in the first move, for each kind of question."""

    def cases() -> Iterator[Case | None]:
        for name in hexa().model.names:
            state = hexa().model.at(name)
            for count in (1, 2, 3):
                asked = [
                    move
                    for move in moves(state, Deal.read("r|w|b"))
                    if isinstance(move, Request)
                    and (move.asker, len(move.cards)) == ("1", count)
                ]
                fine = any(
                    bool(knowing_deal(after.model, "1")[after.point])
                    for after in (move.after(state) for move in asked)
                )
                yield None if fine else case("|".join(name), values={"cards": count})

    return sought(cases())


def frames_fall_apart(budget: Budget) -> Finding:
    """The frame of an action with publicity id, or show, may be disconnected."""
    refused = Request("2", "1", ("w",))
    public = refused.action(hexa().model).publicity
    parts = join(list(public.values()), _answers(public)).count
    return sought([None if parts == 2 else case("r|w|b", refused)])
