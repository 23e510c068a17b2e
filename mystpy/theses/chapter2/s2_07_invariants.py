"""Sections 2.2, 2.4, 2.7 and 2.8: turns, phases and what is possible, as invariants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.induction.invariants import induce
from mystpy.conjectures.verdict import Finding
from mystpy.conjectures.workers import spread
from mystpy.engines.programs.run import RULES_OF_THE_GAME, THE_START, first_answer
from mystpy.game.game import Game
from mystpy.language.decidable import parse_conjecture
from mystpy.language.nodes import Formula
from mystpy.situations.successor import others_after
from mystpy.theses.bench import Statement
from mystpy.theses.chapter2.formulas import found, players_up_to_seven, stated

ONE_TURN = (
    "(forall i in players, j in players: Turn(i) & Turn(j) -> i = j)"
    " & (forall i in players, j in players: AnsTurn(i) & AnsTurn(j) -> i = j)"
    " & (forall Q in questions, R in questions: Question(Q) & Question(R) -> Q = R)"
)
ONE_PHASE = (
    "(askphase | ansphase | showphase | guessphase | endphase)"
    " & (askphase -> ~ansphase & ~showphase & ~guessphase & ~endphase)"
    " & (ansphase -> ~showphase & ~guessphase & ~endphase)"
    " & (showphase -> ~guessphase & ~endphase) & (guessphase -> ~endphase)"
)
NO_DEADLOCK = "next false <-> GameOver"
ELIMINATED = (
    "forall i in players:"
    " Turn(i) & (askphase | ansphase | showphase | guessphase) -> In(i)"
)
ONE_KIND = (
    "forall i in players, j in players, Q in questions, M in guesses:"
    " (possible(asks(i,Q)) -> askphase & Turn(i))"
    " & (possible(no(j)) -> ansphase & AnsTurn(j) & ~possible(yes(j)))"
    " & (possible(yes(j)) -> ansphase & AnsTurn(j))"
    " & ((exists x in Q: possible(shows(j,i,x))) -> showphase & Turn(i) & AnsTurn(j))"
    " & (possible(guess(i,M)) -> guessphase & Turn(i))"
    " & (possible(noguess(i)) -> guessphase & Turn(i))"
    " & (possible(endturn(i)) -> endphase & Turn(i))"
)
OMIT = (
    "forall i in players, j in players, Q in questions, M in guesses:"
    " (possible(asks(i,Q)) & possible(asks(j,Q)) -> i = j)"
    " & (possible(no(i)) & possible(no(j)) -> i = j)"
    " & (possible(yes(i)) & possible(yes(j)) -> i = j)"
    " & (possible(guess(i,M)) & possible(guess(j,M)) -> i = j)"
    " & (possible(noguess(i)) & possible(noguess(j)) -> i = j)"
    " & (possible(endturn(i)) & possible(endturn(j)) -> i = j)"
    " & ((exists x in Q: possible(shows(i,j,x))) -> AnsTurn(i) & Turn(j))"
)
ARROWS = (
    "(askphase -> next ansphase)"
    " & (forall j in players: ansphase -> (after no(j): ansphase | guessphase))"
    " & (forall j in players: ansphase -> (after yes(j): showphase))"
    " & (showphase -> next guessphase) & (guessphase -> next endphase)"
    " & (endphase -> next (askphase | endphase))"
)
STILL_IN = (
    "(forall i in players, k in players, M in guesses: In(i) -> (after guess(k,M):"
    " In(i) <-> ~(i = k & exists x in M: ~h(0,x))))"
    " & (forall i in players: (~In(i) -> next ~In(i))"
    " & (In(i) & ~guessphase -> next In(i)))"
)


def in_every_situation(text: str, budget: Budget) -> Finding:
    """Whether an invariant holds after impossible actions too."""
    node = parse_conjecture(text)
    players = range(2, 8 if budget.full else 4)
    failing = _failing(budget, text, dict.fromkeys(players, node), executable=False)
    return Finding.judged(
        _in_game(failing, text),
        proves=True,
        statement=f"in every situation: {text}",
        method="induction",
        scope={"p": f"2..{players[-1]}", "m, n, q, depth": "any"},
        instances=len(players),
    )


def _in_game(failing: Sequence[int], invariant: str) -> Mapping[str, object] | None:
    """The first number of players for which an invariant fails, in a game with it."""
    if not failing:
        return None
    game = Game.myst(1, 1, failing[0], 1).to_dict()
    return {"game": game, "values": {"no invariant": invariant}}


def _failing(
    budget: Budget, label: str, nodes: Mapping[int, Formula], *, executable: bool = True
) -> list[int]:
    """The numbers of players for which the formula is no invariant."""
    items = [(f"p={p}", (node, p, executable)) for p, node in nodes.items()]
    label = f"induction {executable}|{label}"
    said = dict(spread(budget, label, induce, items, largest_first=True))
    return [p for p in nodes if said[f"p={p}"]]


def _invariant_in_all(id: str, place: str, says: str, text: str) -> Statement:
    """An invariant of executable situations, and whether it is one of all."""

    def check(budget: Budget) -> Finding:
        finding = found(budget, text, games=players_up_to_seven)
        words = "in every situation, also after actions that were not possible"
        return finding.also((words, in_every_situation(text, budget)))

    return Statement(id, place, says, f"always: {text}", check)


def _no_deadlock(budget: Budget) -> Finding:
    finding = found(budget, NO_DEADLOCK, games=players_up_to_seven)
    scope = {k: v for k, v in finding.scope.items() if k != "m, n, q, depth"}
    if scope != finding.scope:
        scope |= {"m, n, depth": "any", "q": "1..c"}
    finding = replace(finding, scope=scope)
    words = "for all constants that (2.1) allows, also q > c"
    return finding.also((words, _with_long_questions()))


def _with_long_questions() -> Finding:
    """Whether something is possible in Init0 when a question has more than c cards."""
    game = {"rules": "myst", "m": 1, "n": 1, "p": 2, "q": 4}
    text = (
        "constant(m,1; n,1; p,2; q,4). symbol(1,s1; 2,s2; 3,s3).\n"
        "set_term(set(s1); set(s2); set(s3); set(s1,s2); set(s1,s3); set(s2,s3)).\n"
        "set_term(set(s1,s2,s3)). h(0,s1,init0). h(1,s2,init0). h(2,s3,init0).\n"
        "considered(A,init0) :- action(A). #show. #show poss/2.\n"
    )
    possible = first_answer((*RULES_OF_THE_GAME, THE_START), text)
    return Finding.judged(
        {"game": game, "values": {"possible in Init0": "nothing"}}
        if possible == ()
        else None,
        proves=True,
        statement="Init0, m = n = 1, p = 2, q = 4: some action is possible",
        method="exhaustive",
        scope={"m": 1, "n": 1, "p": 2, "q": 4},
        instances=1,
        note="(2.1) bounds q only from below; no set of q > c cards can be asked for,"
        " so the first player has nothing to do",
    )


def _in_order(p: int) -> str:
    """Whoever is between the poser and the answerer has said no to the question."""
    parts = []
    for i in range(1, p + 1):
        others = others_after(p, i)
        for place, j in enumerate(others):
            for k in others[:place]:
                parts.append(
                    f"(ansphase & Turn({i}) & AnsTurn({j}) -> forall Q in questions:"
                    f" Question(Q) -> forall x in Q: ~h({k},x))"
                )
        parts.append(f"(ansphase -> ~(Turn({i}) & AnsTurn({i})))")
    return " & ".join(parts)


def _answers_in_order(budget: Budget) -> Finding:
    players = range(2, 8 if budget.full else 4)
    nodes = {p: parse_conjecture(_in_order(p)) for p in players}
    wrong = _failing(budget, "in order", nodes)
    return Finding.judged(
        _in_game(wrong, "the answers in order"),
        proves=True,
        statement="always: in the answer phase the answerer j is not the poser i, and"
        " all players between i and j (by incp) hold no card of the question",
        method="induction",
        scope={"p": f"2..{players[-1]}", "m, n, q, depth": "any"},
        instances=len(players),
    )


STATEMENTS = (
    Statement(
        "remark-2.2-in-order",
        "2.2",
        "Players answer in the order of incp, until one says yes or all have said no.",
        "always: the answerer is not the poser, and who is between them has said no",
        _answers_in_order,
    ),
    stated(
        "figure-2.2",
        "2.2, figure 2.2",
        "Phases change along the arrows of figure 2.2, by the actions on the arrows.",
        ARROWS,
    ),
    stated(
        "remark-2.4-omit",
        "2.4",
        "The players in the actions could be left out: the situation determines them.",
        OMIT,
        games=players_up_to_seven,
    ),
    _invariant_in_all(
        "invariant-2.22",
        "(2.22)",
        "There is at most one player whose turn it is, one answerer, one question.",
        ONE_TURN,
    ),
    _invariant_in_all(
        "invariant-phases",
        "2.8",
        "There is exactly one phase.",
        ONE_PHASE,
    ),
    Statement(
        "invariant-no-deadlock",
        "2.2, 2.7",
        "Something is possible in every executable situation, unless the game is over.",
        f"always: {NO_DEADLOCK}",
        _no_deadlock,
    ),
    stated(
        "invariant-eliminated",
        "2.2",
        "An eliminated player's turn has nothing but the end phase.",
        ELIMINATED,
        games=players_up_to_seven,
    ),
    stated(
        "invariant-one-kind",
        "2.7",
        "All that is possible is of one kind and by one player, but for guess and"
        " noguess; so a player who may do it must.",
        ONE_KIND,
        games=players_up_to_seven,
    ),
    stated(
        "remark-2.7-first",
        "2.7",
        "In Init0 player 1 may ask every question.",
        "forall Q in questions: possible(asks(1,Q))",
        form="initially",
    ),
    stated(
        "remark-2.7-shows",
        "2.7",
        "Who has just said yes can show a card.",
        "forall j in players: after yes(j):"
        " exists i in players, x in cards: possible(shows(j,i,x))",
    ),
    stated(
        "remark-2.26-still-in",
        "2.9",
        "A player is still in just if no guess of the player was wrong.",
        STILL_IN,
    ),
)
