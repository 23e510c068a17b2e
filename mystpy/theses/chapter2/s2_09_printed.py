"""Formulas (2.16)-(2.31) as they are printed: free variables closed universally.

A definition `F == G` with a variable in G that is not in F defines F only if G is the
same for every value of the variable. That is a formula, and it is checked; so is the
reading "for some", which then defines what the axiom files have.
"""

from __future__ import annotations

from collections.abc import Mapping

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.replay.query import situation_of
from mystpy.conjectures.verdict import Finding
from mystpy.engines.programs.run import RULES_OF_THE_GAME, THE_START, first_answer
from mystpy.game.cards import set_term
from mystpy.game.game import Game, facts
from mystpy.history.actions import action_term
from mystpy.situations.explore import deeds, steps
from mystpy.situations.rotations import next_player
from mystpy.situations.stage import Stage
from mystpy.theses.bench import Statement
from mystpy.theses.chapter2.formulas import found, noted, players_up_to_seven, stated
from mystpy.theses.chapter2.s2_07_invariants import in_every_situation
from mystpy.theses.chapter2.steps import Step, in_all_steps

_NO = "ansphase & AnsTurn(j) & Question({0}) & forall x in {0}: ~h(j,x)"
_YES = "ansphase & AnsTurn(j) & Question({0}) & exists x in {0}: h(j,x)"
_SHOWS = "Turn(i) & AnsTurn(j) & showphase & Question({0}) & x in {0} & h(j,x)"
_SOME_Q = "for some Q, with GameOver false as section 2.7 says"

POSS_PRINTED = (
    "forall i in players, j in players, Q in questions, R in questions, x in cards:"
    f" (({_NO.format('Q')}) <-> ({_NO.format('R')}))"
    f" & (({_YES.format('Q')}) <-> ({_YES.format('R')}))"
    f" & (({_SHOWS.format('Q')}) <-> ({_SHOWS.format('R')}))"
)
POSS_READ = (
    "(forall j in players: possible(no(j)) <->"
    f" ~GameOver & exists Q in questions: {_NO.format('Q')})"
    " & (forall j in players: possible(yes(j)) <->"
    f" ~GameOver & exists Q in questions: {_YES.format('Q')})"
    " & (forall i in players, j in players, x in cards: possible(shows(j,i,x)) <->"
    f" ~GameOver & exists Q in questions: {_SHOWS.format('Q')})"
)
_WRONG = "({0} = L & exists x in {0}: ~h(0,x))"
IN_PRINTED = (
    "forall i in players, L in guesses, M in guesses, N in guesses:"
    " possible(guess(i,L)) ->"
    f" ((In(i) & ~{_WRONG.format('M')}) <-> (In(i) & ~{_WRONG.format('N')}))"
)
IN_READ = (
    "forall i in players, k in players, L in guesses:"
    " (In(i) -> (after guess(k,L): In(i) <-> ~(i = k & exists x in L: ~h(0,x))))"
    " & (~In(i) -> (after guess(k,L): ~In(i)))"
)
_ASKED = "((k = {0} & L = Q) | (Question(Q) & ~(k = {0} & L = {1})))"
QUESTION_PRINTED = (
    "forall k in players, L in questions, Q in questions, i in players, j in players,"
    " R in questions, T in questions: possible(asks(k,L))"
    f" -> ({_ASKED.format('i', 'R')} <-> {_ASKED.format('j', 'T')})"
)
QUESTION_SOME_PLAYER = (
    "forall k in players, L in questions, Q in questions, R in questions,"
    " T in questions: possible(asks(k,L))"
    " -> ((L = Q | (Question(Q) & ~(L = R))) <-> (L = Q | (Question(Q) & ~(L = T))))"
)
QUESTION_READ = (
    "(forall k in players, L in questions, Q in questions: possible(asks(k,L))"
    " -> (after asks(k,L): Question(Q) <-> Q = L))"
    " & (forall Q in questions: ~askphase & Question(Q) -> next Question(Q))"
    " & (forall Q in questions: ~askphase & ~Question(Q) -> next ~Question(Q))"
)
_OVER = "((k = {0} & L = {1} & forall x in {1}: h(0,x)) | forall l in players: ~In(l))"
OVER_PRINTED = (
    "forall k in players, L in guesses, i in players, j in players, M in guesses,"
    " N in guesses: after guess(k,L):"
    f" {_OVER.format('i', 'M')} <-> {_OVER.format('j', 'N')}"
)
OVER_READ = (
    "(forall k in players, L in guesses: after guess(k,L):"
    " GameOver <-> (forall x in L: h(0,x)) | forall l in players: ~In(l))"
    " & (~guessphase -> next (GameOver <-> forall l in players: ~In(l)))"
    " & (forall i in players: after noguess(i):"
    " GameOver <-> forall l in players: ~In(l))"
)
ANSWERER_PRINTED = (
    "forall i in players, L in questions, Q in questions, R in questions:"
    " possible(asks(i,L)) -> (L = Q <-> L = R)"
)
PHASE_PRINTED = (
    "forall k in players, i in players, j in players: possible(yes(k))"
    " -> (k = i <-> k = j)"
)
ALL_OUT = "(forall i in players: ~In(i)) -> GameOver"
POSER_ANSWERS = "forall j in players: AnsTurn(j) -> ~Turn(j)"


def _over_persists(budget: Budget) -> Finding:
    """Whether the game stays over after any action, possible or not."""
    game = Game.myst(1, 1, 2, 1)
    query, looked = _over_no_more(game, budget)
    finding = Finding.judged(
        query,
        proves=False,
        statement="GameOver(s) -> GameOver(do(a,s)) for every situation s and action a",
        method="search",
        scope={"c": 3, "p": 2, "depth": 5},
        instances=looked,
        note="the history is executable and GameOver holds after it; after the action"
        " `then`, which is impossible, (2.28) makes it false. Found by clingo in the"
        " axiom files: (2.28) asks for a right guess as the last action, or for all to"
        " be out",
    )
    read = found(budget, "GameOver -> next false", games=players_up_to_seven)
    return finding.also(
        ("in executable situations: nothing is possible then", read),
        ("when all players are out", in_every_situation(ALL_OUT, budget)),
    )


def _over_no_more(game: Game, budget: Budget) -> tuple[dict[str, object] | None, int]:
    """The shortest history after which a game that is over is made not to be over."""
    level, looked = [Stage.start(game)], 0
    for _ in range(5):
        for stage in level:
            budget.tick()
            if stage.state.over:
                looked += 1
                then = _ends_the_end(stage)
                if then is not None:
                    query = situation_of(stage, 0)
                    return query | {
                        "formula": "GameOver",
                        "value": "true",
                        "then": then,
                    }, looked
        level = [
            reached.stage
            for stage in level
            for deed in deeds(stage)
            for reached, _ in steps(stage, deed)
        ]
    return None, looked


def _ends_the_end(stage: Stage) -> str | None:
    """An action after which the axioms say that a game that is over is not over."""
    game = stage.game
    situation = "init0"
    for action in stage.history(0).actions:
        situation = f"do({action_term(action, game.deck)},{situation})"
    then = "endturn(1)"
    hands = situation_of(stage, 0)["hands"]
    assert isinstance(hands, Mapping)
    held = " ".join(
        f"h({k},{card},init0)." for k, cards in hands.items() for card in cards
    )
    sets = ";".join(set_term([card], game.deck) for card in game.cards)
    text = (
        f"{facts(game)} {held} set_term({sets}).\n"
        f"situation(S) :- situation(do(A,S)). situation(do({then},{situation})).\n"
        "considered(A,S) :- situation(do(A,S)).\n"
        f"#show. #show over : game_over({situation}).\n"
        f"#show still : game_over(do({then},{situation})).\n"
    )
    atoms = first_answer((*RULES_OF_THE_GAME, THE_START), text)
    return then if atoms == ("over",) else None


def _poser(budget: Budget) -> Finding:
    finding = found(budget, POSER_ANSWERS, games=players_up_to_seven)
    finding = noted(finding, "after the last no it is AnsTurn of the poser, by (2.30)")
    phase = "forall j in players: ansphase & AnsTurn(j) -> ~Turn(j)"
    read = found(budget, phase, games=players_up_to_seven)
    return finding.also(("in the answer phase", read))


def answerer_as_read(p: int, step: Step) -> bool:
    """Whether AnsTurn after a step is not as (2.30) says with "for some Q"."""
    _, key, after = step
    to_answer: tuple[int, ...] = ()
    if key[0] in ("asks", "no"):
        to_answer = (next_player(p)(key[1]),)
    elif key[0] == "yes":
        to_answer = (key[1],)
    return after.ans_turn != to_answer


def _answerer(budget: Budget) -> Finding:
    read = in_all_steps(
        budget,
        answerer_as_read,
        "AnsTurn(incp(i),do(a,s)) just if a = asks(i,Q) for some Q, a = no(i) or"
        " a = yes(incp(i)), for every possible action a",
        "looked at in every step between the public states",
    )
    return found(budget, ANSWERER_PRINTED).read_as("for some Q", read)


def phase_as_read(p: int, step: Step) -> bool:
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


def _phases(budget: Budget) -> Finding:
    read = in_all_steps(
        budget,
        phase_as_read,
        "the phase of do(a,s) is the one of the line of (2.31) in which a stands, for"
        " some values of its free variables, and no other, for every possible action a",
        "looked at in every step between the public states, all five lines",
    )
    return found(budget, PHASE_PRINTED).read_as("for some i, in all lines", read)


STATEMENTS = (
    stated(
        "axiom-2.16-printed",
        "(2.16)-(2.18)",
        "As printed, with the free Q closed universally, they define Poss.",
        POSS_PRINTED,
        instead=((_SOME_Q, POSS_READ),),
    ),
    stated(
        "axiom-2.26-printed",
        "(2.26)",
        "As printed, with the free M closed universally, it defines In.",
        IN_PRINTED,
        instead=(("for no M, inside the negation", IN_READ),),
    ),
    stated(
        "axiom-2.27-printed",
        "(2.27)",
        "As printed, closed universally, it defines Question.",
        QUESTION_PRINTED,
        also=(("i for some, Q and Q' for all, as printed", QUESTION_SOME_PLAYER),),
        instead=(("for some i; for no i and Q', in the negation", QUESTION_READ),),
    ),
    stated(
        "axiom-2.28-printed",
        "(2.28)",
        "As printed, with the free i and M closed universally, it defines GameOver.",
        OVER_PRINTED,
        instead=(("for some i and M", OVER_READ),),
    ),
    Statement(
        "axiom-2.28-persists",
        "(2.28)",
        "Once the game is over it stays over, in every later situation.",
        "GameOver(s) -> GameOver(do(a,s)) for every s and a",
        _over_persists,
    ),
    Statement(
        "axiom-2.30-printed",
        "(2.30)",
        "As printed, with the free Q closed universally, it defines AnsTurn.",
        f"always: {ANSWERER_PRINTED}",
        _answerer,
    ),
    Statement(
        "axiom-2.30-poser",
        "(2.30)",
        "AnsTurn holds only of a player who is to answer, never of the poser.",
        f"always: {POSER_ANSWERS}",
        _poser,
    ),
    Statement(
        "axiom-2.31-printed",
        "(2.31)",
        "As printed, with the free i closed universally, the third line defines"
        " showphase (the free variables of the other lines likewise).",
        f"always: {PHASE_PRINTED}",
        _phases,
    ),
)
