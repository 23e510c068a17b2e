"""Sections 1.3, 2.9 and 2.10: what actions teach, and that it is never forgotten."""

from __future__ import annotations

from dataclasses import replace

from mystpy.bits import members
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.induction.public_states import public_states
from mystpy.conjectures.replay.query import situation_of
from mystpy.conjectures.settle.settle import settle
from mystpy.conjectures.sweep.sweep import next_stages
from mystpy.conjectures.verdict import Finding
from mystpy.conjectures.workers import spread, tick
from mystpy.engines.diagram.diagram import diagram
from mystpy.engines.programs.run import first_answer
from mystpy.game.game import Game
from mystpy.situations.stage import Reached, Stage
from mystpy.theses.bench import Statement
from mystpy.theses.chapter2.formulas import found, noted, stated, up_to_eight_cards

SHOWN = (
    "forall i in players, j in players, x in cards:"
    " after shows(j,i,x): C([i,j], h(j,x))"
)
NO = (
    "forall j in players, Q in questions: Question(Q) & possible(no(j))"
    " -> (after no(j): C(players, forall x in Q: ~h(j,x)))"
)
YES = (
    "forall j in players, Q in questions: Question(Q) & possible(yes(j))"
    " -> (after yes(j): C(players, exists x in Q: h(j,x)))"
)
WRONG = (
    "forall i in players, M in guesses:"
    " after guess(i,M): ~GameOver -> C(players, exists x in M: ~h(0,x))"
)
LAST_WRONG = (
    "forall i in players, M in guesses:"
    " after guess(i,M): ~In(i) -> C(players, exists x in M: ~h(0,x))"
)
RIGHT_TEACHES_NOTHING = (
    "forall i in players, j in players, x in cards, M in guesses:"
    " possible(guess(i,M)) & ~K(j,h(0,x))"
    " -> (after guess(i,M): GameOver & In(i) -> ~K(j,h(0,x)))"
)
IMPLIED = (
    "forall i in players, j in players, Q in questions, x in Q:"
    " Turn(i) & ~(i = j) & Question(Q) & C([i,j], h(j,x))"
    " -> C(players, exists y in Q: h(j,y))"
)
IMPLIED_AFTER = (
    "forall i in players, j in players, Q in questions, x in cards:"
    " Question(Q) -> (after shows(j,i,x): C(players, exists y in Q: h(j,y)))"
)
IMPLIED_CARDS = (
    "forall j in players, Q in questions, x in Q: h(j,x) -> exists y in Q: h(j,y)"
)
FORGOTTEN = (
    "exists i in players, k in holders, x in cards: ~K(i,h(k,x)) & ~next ~K(i,h(k,x))"
)
_STEP = """
player(1..p). constant(p,p). card(x; y).
world(1; 2). last_event(1). outcome((1;2),none).
1 { event(1,J,I) : player(J), player(I), J != I } 1.
1 { shown(W,1,X) : card(X) } 1 :- world(W).
1 { hand(W,I,(a;b)) } 1 :- world(W), player(I).
#defined asked/1. #defined s5_args/1. #defined all_players/1. #defined element/2.
#defined holds/2.
alike(I) :- view(I,1,V), view(I,2,V).
alike_before(I) :- hand(1,I,V), hand(2,I,V).
forgets :- alike(I), not alike_before(I).
forgets :- world(W), player(I), not 1 { view(I,W,V) } 1.
:- not forgets.
#show. #show forgets/0.
"""


def _views_refine(players: range, budget: Budget) -> int | None:
    """The least number of players for which what is seen later does not tell all.

    The views before a show are free, as are who shows whom which card: if worlds look
    alike after it, they looked alike before, by (S1.3.1a)-(S1.3.1d).
    """
    for p in players:
        budget.tick()
        text = _STEP.replace("1..p", f"1..{p}").replace("(p,p)", f"(p,{p})")
        if first_answer(("s1_03_knowledge.lp",), text) is not None:
            return p
    return None


def refined(before: Stage, reached: Reached) -> int | None:
    """A world after an action whose world before had another deal, or other views.

    None if there is none: then every formula without K, E or C under a negation that
    is true before is true after the action.
    """
    after = reached.stage
    for player in range(1, after.game.p + 1):
        class_of = {
            w: number
            for number, alike in enumerate(before.classes(player))
            for w in members(alike)
        }
        for alike in after.classes(player):
            worlds = list(members(alike))
            parents = [reached.parents[w] for w in worlds]
            if len({class_of[w] for w in parents}) > 1:
                return worlds[0]
            for w, parent in zip(worlds, parents, strict=True):
                if after.worlds[w] != before.worlds[parent]:
                    return w
    return None


def refine_piece(
    item: tuple[Game, int],
) -> tuple[int, int, dict[str, object] | None]:
    """Whether worlds and views are only refined, in the situations of one game."""
    game, work = item
    level, steps, depth = [Stage.start(game)], 0, 0
    seen = set()
    while True:
        ahead = []
        for stage in level:
            tick()
            for reached in next_stages(stage, ()):
                child = reached.stage
                work -= child.size + 30
                if work < 0:
                    return steps, depth, None
                steps += 1
                wrong = refined(stage, reached)
                if wrong is not None:
                    return steps, depth, situation_of(child, wrong)
                key = child.number, child.question, child.frame.content(child.full)
                if key not in seen:
                    seen.add(key)
                    ahead.append(child)
        level, depth = ahead, depth + 1


def _kept(budget: Budget) -> Finding:
    """(2.24), by induction over the views and by a sweep of the worlds."""
    players = range(2, 8 if budget.full else 5)
    games = up_to_eight_cards(budget)
    work = 6_000 if budget.full else 2_000
    items = [(str(game.to_dict()), (game, work)) for game in games]
    swept = [
        found for _, found in spread(budget, f"refine|{work}", refine_piece, items)
    ]
    wrong = next((x[2] for x in swept if x[2] is not None), None)
    forgets = _views_refine(players, budget)
    if wrong is None and forgets is not None:
        wrong = {"values": {"p": forgets}}
    depth = min(x[1] for x in swept)
    return Finding.judged(
        wrong,
        proves=True,
        statement="always, for every formula F of h, ~h, &, |, K, E, C: F -> next F",
        method="induction",
        scope={"p": f"2..{players[-1]}", "m, n, q, depth": "any"},
        instances=sum(x[0] for x in swept) + len(players),
        note="a world after an action comes from one before with the same deal, and"
        " worlds that look alike after it looked alike before (from (S1.3.1), the views"
        " before being free); so what is true of all worlds stays so, also for K in K"
        f" and for C. Also seen in {sum(x[0] for x in swept)} steps of all games of up"
        f" to {max(g.c for g in games)} cards, at least {depth} deep",
    )


def _four(budget: Budget) -> Finding:
    """Only no, yes, shows and guess tell anybody anything."""
    players = range(2, 8 if budget.full else 4)
    looked, wrong = 0, None
    for p in players:
        budget.tick()
        steps = diagram(p)
        for number in public_states(p):
            for key, move in steps.moves(number).items():
                if key[0] in ("asks", "noguess", "endturn"):
                    looked += 1
                    if move.guards or len(move.after) > 1:
                        wrong = wrong or {
                            "game": Game.myst(1, 1, p, 1).to_dict(),
                            "values": {"action": str(key)},
                        }
    finding = Finding.judged(
        wrong,
        proves=True,
        statement="after asks, noguess and endturn worlds and views are those before",
        method="induction over public states",
        scope={"p": f"2..{players[-1]}", "m, n, q, depth": "any"},
        instances=looked,
        note="where they are possible, they are so whatever the cards are, and nobody"
        " is shown a card: no world is left out, no views are told apart",
    )
    kinds = ("no", "yes", "shows", "guess")
    return finding.also(*(_teaches(kind, budget) for kind in kinds))


def _teaches(kind: str, budget: Budget) -> tuple[str, Finding]:
    """That an action of this kind does change what somebody knows, somewhere."""
    further = {"guess": ", M in guesses", "shows": ", l in players, y in cards"}
    acts = {"guess": "guess(j,M)", "shows": "shows(j,l,y)"}
    text = (
        f"exists i in players, j in players{further.get(kind, '')}, k in holders,"
        f" x in cards: ~K(i,~h(k,x)) & ~(after {acts.get(kind, f'{kind}(j)')}:"
        " GameOver | ~K(i,~h(k,x)))"
    )
    games = (Game.myst(2, 1, 2, 1) if kind != "shows" else Game.myst(1, 2, 2, 2),)
    example = settle(Conjecture("", "sometimes", text, games), budget)
    return f"{kind} does teach somebody something, in some situation", example


def _shown_printed(budget: Budget) -> Finding:
    """(2.25) as printed, also for shows that are not possible, with the Truth Axiom."""
    text = "forall i in players, j in players, x in cards: h(j,x)"
    finding = found(budget, text, form="initially")
    finding = replace(
        finding,
        statement="C({i,j}, h(j,x), do(shows(j,i,x),s)) for all i, j, x, s; with the"
        f" Truth Axiom and (2.23): {text}",
    )
    finding = noted(
        finding,
        "as printed, whoever is said to show a card holds it, also in do(shows(j,i,x),"
        "Init0); by Truth and (2.23) all players hold all cards",
    )
    return finding.read_as("where the show is possible", found(budget, SHOWN))


STATEMENTS = (
    Statement(
        "axiom-2.24",
        "(2.24)",
        "What is known about cards stays known; likewise for C, and for K within K.",
        "always: F -> next F, for every formula F of h, ~h, &, |, K, E, C",
        _kept,
    ),
    stated(
        "remark-1.3-not-kept",
        "1.3",
        "That a player does not know something may change.",
        FORGOTTEN,
        form="sometimes",
    ),
    Statement(
        "axiom-2.25-printed",
        "(2.25)",
        "As printed, it holds without assuming that the show was possible.",
        "C({i,j}, h(j,x), do(shows(j,i,x),s))",
        _shown_printed,
    ),
    stated(
        "axiom-2.32",
        "(2.32)",
        "A no is common knowledge of all players.",
        NO,
    ),
    stated(
        "axiom-2.33",
        "(2.33)",
        "A yes is common knowledge of all players.",
        YES,
    ),
    stated(
        "axiom-2.34",
        "(2.34)",
        "A wrong guess after which the game goes on is common knowledge.",
        WRONG,
    ),
    stated(
        "remark-2.34-last",
        "2.10",
        "The same holds when the last player who is in guesses wrong.",
        LAST_WRONG,
        note="all see whether a guess was right; (2.34) itself says nothing here, since"
        " the game is over",
    ),
    Statement(
        "remark-2.10-four",
        "2.10",
        "Only no, yes, shows and guess change what anybody knows about cards.",
        "always: after asks, noguess, endturn everybody knows what they knew before",
        _four,
    ),
    stated(
        "remark-2.10-right-guess",
        "2.10",
        "Only a wrong guess, not a right one, can teach anybody something.",
        RIGHT_TEACHES_NOTHING,
    ),
    stated(
        "remark-2.10-implies",
        "2.10, note",
        "What the poser learns from the card implies, as a formula, what all learn from"
        " the yes.",
        IMPLIED,
        also=(
            ("right after the show, for all players", IMPLIED_AFTER),
            ("as what is said of the cards", IMPLIED_CARDS),
        ),
    ),
)
