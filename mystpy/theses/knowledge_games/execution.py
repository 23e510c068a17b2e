"""Claims of sections 6 and 7: the next state of a game."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.kripke.deals import Deal, hexa, initial_state, is_game_state, tetra
from mystpy.kripke.model import PointedModel
from mystpy.kripke.partition import join
from mystpy.kripke.refinement.contraction import contract
from mystpy.kripke.truth import vocabulary
from mystpy.kripke.update.game_actions import knowing_deal
from mystpy.kripke.update.steps import GeneralQuestion, Request
from mystpy.language.decidable import parse_in_model
from mystpy.theses.knowledge_games.claim import Case, Claim, Outcome, sought
from mystpy.theses.knowledge_games.small_games import (
    Size,
    case,
    deal_of,
    moves,
    plays,
    sizes,
)


def next_is_game_state(full: bool) -> Outcome:
    """The next state is a knowledge game state for the same deal (Proposition 2)."""
    lengths: dict[Size, int] = {(1, 1): 1, (0, 1, 1): 1, (1, 1, 1): 1}
    if full:
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


def stays_connected(full: bool) -> Outcome:
    """If state and frame are connected, so is the next state (Proposition 3)."""
    most = 4 if full else 3
    printed = sought(
        (found for size in sizes(3, most) for found in _first_actions(size)),
        {"cards": most, "actions": 1},
        "In the proof (w,R') and (w',R') are linked through pairs (v,R') with v not in "
        "R', which are no worlds of the product.",
    )
    all_hold = (s for s in sizes(3, most + 1) if min(s) > 0)
    first = sought(
        (found for size in all_hold for found in _first_actions(size)),
        {"cards": most + 1, "actions": 1},
    )
    later = sought(_later_actions(), {"size": "1|1|1", "actions": 3})
    printed = printed.read_as("for first actions, if all players hold cards", first)
    return printed.read_as("for later actions, if all players hold cards", later)


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


def twelve_worlds(full: bool) -> Outcome:
    """After the whisper of example 11 in (hexa, rbw) neither 2 nor 3 knows red."""
    formula = "~K(2,h(1,r)) & ~K(3,h(1,r))"

    def outcome(hands: str) -> Outcome:
        state = _whispered(initial_state(Deal.read(hands)))
        fine = len(contract(state).model) == 12 and state.holds(formula)
        check = [{"formula": formula, "expect": "true"}]
        return sought([None if fine else case(hands, check=check)])

    return outcome("r|b|w").read_as("with rwb for rbw", outcome("r|w|b"))


def more_worlds(full: bool) -> Outcome:
    """Where the respondent can choose, there may be more worlds than before."""
    shown = Request("2", "3", tuple("nesw"), "s").after(tetra())
    fine = len(contract(shown).model) > len(contract(tetra()).model)
    return sought([None if fine else case("n|e|sw")])


def hexa_is_won(full: bool) -> Outcome:
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

    return sought(
        cases(),
        note="With one other card asked for, the answer, yes or no, gives the deal.",
    )


def frames_fall_apart(full: bool) -> Outcome:
    """The frame of an action with publicity id, or show, may be disconnected."""
    refused = Request("2", "1", ("w",))
    public = refused.action(hexa().model).publicity
    parts = join(list(public.values()), _answers(public)).count
    return sought([None if parts == 2 else case("r|w|b", refused)])


CLAIMS = (
    Claim(
        "games-definition-13",
        "below Definition 13",
        "The frame of a show or noshow may consist of disconnected parts.",
        "noshow in hexa: the frame has two parts",
        frames_fall_apart,
    ),
    Claim(
        "games-proposition-2",
        "Proposition 2",
        "What an action leads to is a knowledge game state for the same deal.",
        "s a state for d, mu executable in s: s x mu is a state for d",
        next_is_game_state,
    ),
    Claim(
        "games-proposition-3",
        "Proposition 3",
        "Where state and frame are connected, the next state is connected.",
        "[v]~A = W and [R]pub_A = Q: [(v,R)]~'A = W'",
        stays_connected,
    ),
    Claim(
        "games-example-8",
        "Examples 8 and 11",
        "Where a player can choose what to show, the number of worlds may grow.",
        "show(2,3,{n,e,s,w},s) in tetra: more worlds after contraction than before",
        more_worlds,
    ),
    Claim(
        "games-example-11",
        "Example 11",
        "In (hexa, rbw), when 1 has whispered to 2 not to hold white, there are twelve "
        "worlds, and neither 2 nor 3 knows that 1 holds red.",
        "~K(2,h(1,r)) & ~K(3,h(1,r)), and 12 worlds that formulas tell apart",
        twelve_worlds,
    ),
    Claim(
        "games-value-hexa",
        "section 7",
        "The value of hexa is 1: the beginner can always win in the first move.",
        "for all deals and questions of 1, 2 or 3 cards: some question makes 1 know it",
        hexa_is_won,
    ),
)
