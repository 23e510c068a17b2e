"""Formulas (2.16)-(2.31) as they are printed: free variables closed universally.

A definition `F == G` with a variable in G that is not in F defines F only if G is the
same for every value of the variable. That is a formula, and it is checked; so is the
reading "for some", which then defines what the axiom files have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from mystpy.bits import members
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.replay.query import situation_of
from mystpy.conjectures.verdict import Result
from mystpy.engines.programs.run import RULES_OF_THE_GAME, THE_START, first_answer
from mystpy.game.game import Game, facts
from mystpy.game.names import set_term
from mystpy.history.actions import action_term
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.explore import situations
from mystpy.situations.public_steps import PublicStep, next_player
from mystpy.theses.case_analysis import Case, weigh_cases
from mystpy.theses.public_states import in_all_steps


def over_persists(budget: Budget) -> Result:
    """Whether the game stays over after any action, possible or not.

    The shortest history is looked for after which it is made not to be over.
    """

    def cases() -> Iterator[tuple[int, Case | None]]:
        for level in situations(Game.myst(1, 1, 2, 1), most=4).levels():
            for state in level:
                for world in members(state.full if state.system_state.over else 0):
                    tried, ended = ends_the_end(state, world)
                    yield len(tried), _over_no_more(state, world, ended)

    scope = {"c": 3, "p": 2, "depth": 5}
    return weigh_cases(budget, cases(), scope, method="solver")


def _over_no_more(state: EpistemicState, world: int, ended: list[str]) -> Case | None:
    if not ended:
        return None
    then = min(ended, key=lambda action: (len(action), action))
    said = {"formula": "GameOver", "value": "true", "then": then}
    return situation_of(state, world) | said


def ends_the_end(state: EpistemicState, world: int) -> tuple[list[str], list[str]]:
    """The actions of a game that is over, and those after which it is not over.

    Of all actions of section 2.4, possible or not, by the axiom files.
    """
    game, situation = state.game, "init0"
    for action in state.history(world).actions:
        situation = f"do({action_term(action, game.deck)},{situation})"
    hands = situation_of(state, world)["hands"]
    assert isinstance(hands, Mapping)
    held = " ".join(
        f"h({k},{card},init0)." for k, cards in hands.items() for card in cards
    )
    sets = ";".join(set_term([card], game.deck) for card in game.cards)
    text = (
        f"{facts(game)} {held} set_term({sets}).\n"
        f"situation({situation}). situation(do(A,{situation})) :- action(A).\n"
        "situation(S) :- situation(do(A,S)).\n"
        "considered(A,S) :- situation(do(A,S)).\n"
        f"over :- game_over({situation}). :- not over.\n"
        "#show. #show tried(A) : action(A).\n"
        f"#show ended(A) : action(A), not game_over(do(A,{situation})).\n"
    )
    atoms = first_answer((*RULES_OF_THE_GAME, THE_START), text) or ()
    return _named("tried", atoms), _named("ended", atoms)


def _named(name: str, atoms: Iterable[str]) -> list[str]:
    start = f"{name}("
    return [x.removeprefix(start)[:-1] for x in atoms if x.startswith(start)]


def answerer_as_read(p: int, step: PublicStep) -> bool:
    """Whether AnsTurn after a step is not as (2.30) says with "for some Q"."""
    _, key, after = step
    to_answer: tuple[int, ...] = ()
    if key[0] in ("asks", "no"):
        to_answer = (next_player(p)(key[1]),)
    elif key[0] == "yes":
        to_answer = (key[1],)
    return after.ans_turn != to_answer


def answerer_for_some(budget: Budget) -> Result:
    """Whether (2.30), read with "for some Q", is so in every step."""
    return in_all_steps(budget, answerer_as_read)


def phase_as_read(p: int, step: PublicStep) -> bool:
    """Whether the phase after a step is not as (2.31) says with "for some"."""
    before, key, after = step
    follows = next_player(p)
    match key:
        case ("asks", *_):
            phase = "ans"
        case ("no", j):
            phase = "guess" if follows(j) in before.turn else "ans"
        case ("yes", *_):
            phase = "show"
        case ("shows", *_):
            phase = "guess"
        case ("endturn", i):
            phase = "ask" if follows(i) in before.still_in else "end"
        case _:
            phase = "end"
    return after.phases != (f"{phase}phase",)


def phases_for_some(budget: Budget) -> Result:
    """Whether (2.31), read with "for some", is so in every step."""
    return in_all_steps(budget, phase_as_read)
