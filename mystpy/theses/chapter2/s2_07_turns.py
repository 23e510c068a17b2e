"""Chapter 2: what its sentences say of turns, guesses and shows between the axioms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import permutations, product

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.engines.diagram.diagram import diagram
from mystpy.engines.programs.run import RULES_OF_THE_GAME, first_answer
from mystpy.game.game import Game, facts
from mystpy.history.actions import Shows
from mystpy.situations.rotations import next_player
from mystpy.situations.successor import incp
from mystpy.theses.bench import Statement
from mystpy.theses.chapter2.formulas import found, players_up_to_seven, stated
from mystpy.theses.chapter2.s2_10_knowledge import SHOWN
from mystpy.theses.chapter2.steps import RIGHT_ENDS, Step, in_all_steps
from mystpy.theses.chapter3.search import Event, games, shortest, witness

RIGHT_NO_END = (
    "forall i in players, M in guesses: after guess(i,M): GameOver & In(i) -> ~endphase"
)
WRONG_ENDS = (
    "forall i in players, M in guesses: (exists x in M: ~h(0,x)) ->"
    " (after guess(i,M): ~In(i) & endphase)"
)
IN_EVERYWHERE = "forall j in players: In(j)"
IN_BEFORE = (
    "forall i in players, j in players:"
    " (In(j) -> (after endturn(i): Turn(j) -> askphase & ~endphase))"
    " & (~In(j) -> (after endturn(i): Turn(j) -> endphase & ~askphase))"
)
IN_AFTER = (
    "forall i in players, j in players: after endturn(i):"
    " Turn(j) -> (askphase <-> In(j)) & (endphase <-> ~In(j))"
)
OUT_IS_OVER = "(forall i in players: ~In(i)) -> GameOver"


Order = Mapping[int, int]
"""For each player the player who is next."""


def can_be_renamed(order: Order, first: int, printed: Order) -> bool:
    """Whether, players renamed, the first is 1 and the order is the printed one."""
    name, player, number = dict[int, int](), first, 1
    while player not in name:
        name[player] = number
        player, number = order[player], printed[number]
    whole = name.keys() == order.keys() and len({*name.values()}) == len(name)
    return whole and all(name[order[i]] == printed[name[i]] for i in order)


def cyclic_orders(p: int) -> Iterator[Order]:
    """Yield all orders in which p players may sit around a table."""
    for others in permutations(range(2, p + 1)):
        seats = (1, *others)
        yield dict(zip(seats, (*others, 1), strict=True))


def _generality(budget: Budget) -> Finding:
    most = 7 if budget.full else 5
    looked, odd = 0, None
    for p in range(2, most + 1):
        budget.tick()
        for order, first in product(cyclic_orders(p), range(1, p + 1)):
            looked += 1
            if not can_be_renamed(order, first, incp(p)):
                odd = odd or {"values": {"p": p, "order": str(order), "first": first}}
    return Finding.judged(
        odd,
        proves=True,
        statement="for each cyclic order f of the players and each i there is a"
        " bijection g with g(i) = 1 and g(f(j)) = incp(g(j)) for all j",
        method="argument, and exhaustive over the orders",
        scope={"by argument": "all p", "p": f"2..{most}"},
        instances=looked,
        note="number them as they sit, from the one who begins",
    )


def turn_goes_wrong(
    p: int, step: Step, *, following: Callable[[int], Callable[[int], int]]
) -> bool:
    """Whether the turn moves without endturn, or not to the following player."""
    before, key, after = step
    if key[0] == "endturn":
        (turn,) = before.turn
        return after.turn != (following(p)(turn),)
    return after.turn != before.turn


def _turn_order(budget: Budget) -> Finding:
    return in_all_steps(
        budget,
        partial(turn_goes_wrong, following=next_player),
        "after endturn(i) it is the turn of incp(i) and of nobody else; after any other"
        " action it is the turn of whom it was before",
        "looked at in every step between the public states",
    )


def shows_unanswered(p: int, step: Step, *, answer: str = "yes") -> bool:
    """Whether the step leads to a show by another player than said yes in it."""
    _, key, after = step
    steps = diagram(p)
    able = {act[1] for act in steps.moves(steps.number(after)) if act[0] == "shows"}
    return bool(able - ({key[1]} if key[0] == answer else set()))


def _only_after_yes(budget: Budget) -> Finding:
    finding = in_all_steps(
        budget,
        shows_unanswered,
        "if shows(j,i,x) is possible for some i and x, the last action was yes(j)",
        "that it is possible after a yes is remark-2.7-shows",
    )
    text = "forall i in players, j in players, x in cards: ~possible(shows(j,i,x))"
    start = found(budget, text, games=players_up_to_seven, form="initially")
    return finding.also(("no card can be shown in Init0", start))


def _not_needed(budget: Budget) -> Finding:
    """Whether (2.25) says something that does not follow from (2.18)."""
    follows = found(budget, SHOWN)
    poss = shown_without_card(budget)
    first = shortest(
        games(3, 2), lambda e: isinstance(e.action, Shows), budget, depth=4
    )

    def told(event: Event) -> str:
        assert isinstance(event.action, Shows)
        j, i, x = event.action.player, event.action.to, event.action.card
        return f"C([{i},{j}], h({j},{x}))"

    derived = follows.verdict.good and poss.verdict.good
    return Finding.judged(
        witness(first, told) if derived else None,
        proves=False,
        statement="what (2.25) says does not follow from Poss, (2.18), for players who"
        " know all axioms and see the action",
        method="induction over public states",
        scope=follows.scope,
        instances=follows.instances + poss.instances,
        note="the formula is true without (2.25), which no engine uses: who shows a"
        " card must hold it, and both see the card. (2.32)-(2.34) follow in the same"
        " way from (2.16), (2.17) and (2.28)",
    ).also(
        ("it follows from (2.18)", follows),
        ("its step about the cards, without section 2.9", poss),
    )


def shown_without_card(budget: Budget) -> Finding:
    """Look for a state in which a card can be shown that the player does not hold."""
    players = range(2, 8 if budget.full else 4)
    files = [name for name in RULES_OF_THE_GAME if not name.startswith("s2_09")]
    wrong, looked = None, 0
    for p in players:
        budget.tick()
        game = Game.myst(1, 1, p, 2)
        pairs = ";".join(
            f"set({x},{y})"
            for k, x in enumerate(game.cards)
            for y in game.cards[k + 1 :]
        )
        text = (
            f"{facts(game)} set_term({pairs}).\n"
            "{ h(K,X) : holder(K), card(X) }. { question(Q,st) : set_term(Q) }.\n"
            "{ turn(I,st) : player(I); ans_turn(I,st) : player(I) }.\n"
            "{ askphase(st); ansphase(st); showphase(st); guessphase(st) }.\n"
            "{ endphase(st); game_over(st) }.\n"
            "considered(shows(J,I,X),st) :- player(J), player(I), card(X).\n"
            "lacks(J,X) :- poss(shows(J,I,X),st), not h(J,X).\n"
            ":- not lacks(_,_).\n#show. #show lacks/2.\n"
        )
        looked += 1
        atoms = first_answer(files, text)
        if atoms is not None:
            wrong = wrong or {"game": game.to_dict(), "values": {"shown": atoms[0]}}
    return Finding.judged(
        wrong,
        proves=True,
        statement="Poss(shows(j,i,x),s) -> h(j,x), in every state, reachable or not",
        method="solver",
        scope={"game": "MYST(1,1,p,2)", "p": f"2..{players[-1]}"},
        instances=looked,
        note="the axioms of section 2.9, and (2.25) with them, were left out",
    )


def _uniform(budget: Budget) -> Finding:
    finding = found(budget, OUT_IS_OVER, games=players_up_to_seven)
    game = Game.myst(1, 1, 2, 1).to_dict()
    formula = {"game": game, "values": {"uniform formula": OUT_IS_OVER}}
    return Finding.judged(
        formula if finding.verdict.good else None,
        proves=False,
        statement="no formula about In and GameOver alone, but tautologies, is true in"
        " every situation",
        method=finding.method,
        scope=finding.scope,
        instances=finding.instances,
        note="this one is not a tautology, and is true in every situation by (2.28)",
    ).also(("the formula itself", finding))


STATEMENTS = (
    Statement(
        "remark-2.1-order",
        "2.1, (2.7)",
        "It is no loss of generality that the next player is the one with the next"
        " number.",
        "every cyclic order of the players, with any first one, is incp renamed",
        _generality,
    ),
    stated(
        "remark-2.2-right-guess",
        "2.2, (2.31)",
        "A right guess ends the game, and only a wrong one leads to the end phase.",
        RIGHT_NO_END,
        games=players_up_to_seven,
        note="(2.31) and figure 2.2 lead from every guess to the end phase",
        also=(
            ("a right guess wins, and the game is over", RIGHT_ENDS),
            ("a wrong guess eliminates, and leads to the end phase", WRONG_ENDS),
        ),
    ),
    Statement(
        "remark-2.7-only-after-yes",
        "(2.18)",
        "Nobody shows a card who has not just said yes.",
        "Poss(shows(j,i,x),s) -> for some s': s = do(yes(j),s')",
        _only_after_yes,
    ),
    Statement(
        "remark-2.8-only",
        "2.8",
        "Only of turns, questions and phases is there anything special to MYST to say"
        " that is true of every situation by itself.",
        "no uniform formula about the other fluents is true in every situation",
        _uniform,
    ),
    Statement(
        "axiom-2.25-needed",
        "2.9",
        "Without an axiom of its own it would not follow what a show tells.",
        "(2.25) does not follow from the other formulae",
        _not_needed,
    ),
    Statement(
        "axiom-2.29-order",
        "(2.29)",
        "The turn passes by endturn only, and to the next player.",
        "always: after endturn(i) Turn(incp(i)) alone; after any other action the turn"
        " is where it was",
        _turn_order,
    ),
    stated(
        "axiom-2.31-situation",
        "(2.31)",
        "As printed, with In of no situation in the first and the last line, they"
        " define askphase and endphase: In is the same in all situations.",
        IN_EVERYWHERE,
        games=players_up_to_seven,
        instead=(
            ("In of s, before the endturn", IN_BEFORE),
            ("In of do(a,s), after it", IN_AFTER),
        ),
    ),
)
