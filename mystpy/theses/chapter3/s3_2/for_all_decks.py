"""Section 3.2: statements about one hand, for a deck of any size, by provers.

The problems for provers are about the deal alone. For a hand they get its number of
cards. For deals they get that two cards can be exchanged: this preserves the sizes of
all hands, so that the result is a deal again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture, Form
from mystpy.conjectures.prover.obligations import Problem
from mystpy.conjectures.prover.prover_results import Effort, ask_provers
from mystpy.conjectures.prover.tptp import fof, naming, write_formula
from mystpy.conjectures.settle import settle
from mystpy.conjectures.verdict import Result
from mystpy.errors import EngineMissing
from mystpy.language.atoms import Equality, Membership, Var
from mystpy.language.junctions import disjunction
from mystpy.language.nodes import (
    And,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Quantified,
)
from mystpy.language.subformulas import cards_in, players_in

Axioms = Mapping[str, str]


def in_any_deck(conjecture: Conjecture, budget: Budget) -> Result:
    """Settle a formula about named cards of player 2's hand for decks of any size.

    It is settled first for the games that are listed.
    """
    named = settle(conjecture, budget)
    (n,) = {game.sizes[2] for game in conjecture.games}
    problems = hand_problems(conjecture.node, n)
    scope = {"p": ">= 2", "m, q": "any", "c": f">= {len(cards_in(conjecture.node))}"}
    return _further(named, problems, scope, budget)


def hand_problems(node: Formula, n: int) -> Iterator[Problem]:
    """Yield the problems that a formula about named cards holds for n-card hands."""
    known = dict(naming(players_in(node), cards_in(node))) | {"hand": hand_of(n)}
    given = "".join(fof(name, "axiom", text) for name, text in known.items())
    for k, part in enumerate(node.parts if isinstance(node, And) else (node,)):
        goal = write_formula(listed(part), "init0")
        yield Problem(f"part{k}", str(part), given + fof("goal", "conjecture", goal))


def hand_of(n: int) -> str:
    """Return the formula, in TPTP, that player 2 has n cards."""
    names = [f"C{k}" for k in range(n)]
    parts = [f"card({x})" for x in names]
    parts += [f"{x} != {y}" for x, y in combinations(names, 2)]
    one_of = " | ".join(f"X = {x}" for x in names)
    parts.append(f"! [X] : (h(n2,X) <=> ({one_of}))")
    return f"? [{','.join(names)}] : ({' & '.join(parts)})"


def listed(node: Formula) -> Formula:
    """Return the formula, with equations for listed sets of cards."""
    match node:
        case Quantified() if isinstance(node.domain, tuple):
            one_of = disjunction([Equality(Var(node.var), x) for x in node.domain])
            body = listed(node.body)
            if node.every:
                return ForAll(node.var, "cards", Implies(one_of, body))
            return Exists(node.var, "cards", And((one_of, body)))
        case Quantified():
            return replace(node, body=listed(node.body))
        case And(parts) | Or(parts):
            return replace(node, parts=tuple(map(listed, parts)))
        case Implies(left, right) | Iff(left, right):
            return replace(node, left=listed(left), right=listed(right))
        case Not(body):
            return Not(listed(body))
        case Membership(item, of) if isinstance(of, frozenset):
            return disjunction([Equality(item, x) for x in sorted(of, key=str)])
    return node


PREMISES: Mapping[str, Form] = {
    "forall Q in questions: ansphase & AnsTurn(2) & Question(Q) & ~GameOver"
    " -> (possible(yes(2)) <-> exists x in Q: h(2,x))": "always",
    "forall Q in questions: after asks(1,Q):"
    " after yes(2): K(3, exists y in Q: h(2,y))": "initially",
}
"""When player 2 can say yes, and the first half of the information of a yes."""

EXCHANGED: Axioms = {
    "exchanged_one": "! [W,X,Y,K] : (h(K,X,exchange(X,Y,W)) <=> h(K,Y,W))",
    "exchanged_other": "! [W,X,Y,K] : (h(K,Y,exchange(X,Y,W)) <=> h(K,X,W))",
    "exchanged_none": (
        "! [W,X,Y,K,Z] : ((Z != X & Z != Y) => (h(K,Z,exchange(X,Y,W)) <=> h(K,Z,W)))"
    ),
}
"""`exchange(X,Y,W)` is the deal W with the cards X and Y exchanged."""

ASKED: Axioms = {
    "holders": "n0 != n2 & n0 != n3 & n2 != n3",
    "held_by_one": "! [J,K,X,W] : ((h(J,X,W) & h(K,X,W)) => J = K)",
    "in_pile": "h(n0,c,w)",
    "asked": "a != b & ~h(n3,a,w) & ~h(n3,b,w)",
}
"""The deal w: a and b are the cards of the question, c one of the pile."""

WITHOUT_OTHER = "(! [X] : (h(n3,X,{0}) <=> h(n3,X,w))) & h(n2,a,{0}) & ~h(n2,b,{0})"
"""Player 3 has the same hand in a deal, and player 2 has a, but not b."""

CASES: Axioms = {
    "h(n2,a,w) & ~h(n2,b,w)": "w",
    "~h(n2,a,w) & h(n2,b,w)": "exchange(a,b,w)",
    "h(n2,a,w) & h(n2,b,w)": "exchange(b,c,w)",
}
"""Player 2's possible cards of the question after a yes, each with a deal without b."""


def clause_of_two(conjecture: Conjecture, budget: Budget) -> Result:
    """Settle remark-3.2-literals for any sizes, with questions of two cards.

    All see asks and yes. So after them player 3 considers exactly those deals possible
    that have her hand and in which player 2 can say yes. For each card of the question
    there is one in which player 2 has no other card of it.
    """
    named = settle(conjecture, budget)
    for text, form in PREMISES.items():
        found = settle(Conjecture("", form, text, conjecture.games), budget)
        if not found.for_all_sizes:
            return named
    scope = {"p": ">= 3", "m, n": "any"}
    return _further(named, exchange_problems(), scope, budget)


def exchange_problems(cases: Axioms = CASES) -> Iterator[Problem]:
    """Yield the problem of each case: the deal after an exchange is as required."""
    given = "".join(
        fof(name, "axiom", text) for name, text in {**EXCHANGED, **ASKED}.items()
    )
    for k, (held, deal) in enumerate(cases.items()):
        goal = fof("goal", "conjecture", WITHOUT_OTHER.format(deal))
        text = f"{given}{fof('held', 'axiom', held)}{goal}"
        yield Problem(f"exchange{k}", held, text)


def _further(
    named: Result,
    problems: Iterator[Problem],
    scope: Mapping[str, object],
    budget: Budget,
) -> Result:
    """Return the result for games, or for the scope if it is good and proved."""
    if not named.verdict.good:
        return named
    effort = Effort.BOTH if budget.full else Effort.CVC5
    try:
        found = ask_provers(problems, effort, tick=budget.tick)
    except EngineMissing:
        return named
    if found.failed is not None:
        return named
    note = f"{found}; every deal of the named games was also examined"
    return replace(
        named,
        method="provers",
        scope=scope,
        instances=named.instances + found.problems,
        note=note,
    )
