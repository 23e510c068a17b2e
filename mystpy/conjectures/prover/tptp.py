"""The axioms as a first-order problem (TPTP), for provers that know nothing of mystpy.

In the field: first-order theorem proving by refutation, in the format of the TPTP
(Sutcliffe 2017).

For p players; cards and sets of cards are left open, so what is proved holds for all
piles, hands and questions. The definitions are those of the ASP files. A statement is
one step of an induction over situations, axiom (1.4): the invariants hold before, an
action is possible, and the formula holds after it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from mystpy.conjectures.induction.invariants import SUPPORT
from mystpy.engines.programs.clauses import definitions
from mystpy.language.atoms import (
    ACTIONS,
    PREDICATES,
    Act,
    Constant,
    Fluent,
    H,
    Member,
    Possible,
    Same,
    Term,
    Var,
)
from mystpy.language.decidable import parse_conjecture
from mystpy.language.nodes import And, Formula, Iff, Implies, Not, Or, Quantified
from mystpy.situations.successor import incp

_FILES = {
    "s2_03_notation.lp": ("disjoint", "shared", "equals_pile"),
    "s2_04_actions.lp": ("action",),
    "s2_07_possible_actions.lp": ("poss",),
    "s2_09_successor_state.lp": (
        *("in", "guesses_wrong", "question", "is_asks", "game_over"),
        *("turn", "ans_turn", "askphase", "ansphase", "showphase"),
        *("guessphase", "endphase"),
    ),
}
_GUARDS = {"players": "player", "questions": "question_set", "guesses": "pile_set"}

_PHASES = ("askphase", "ansphase", "showphase", "guessphase", "endphase")


@dataclass(frozen=True, slots=True)
class Goal:
    """What is to be proved, and from what: definitions, and invariants by number.

    `after` an action, if it is a step; of that action it is then known that it is one,
    and, unless `any_action`, that it is possible. A prover finds its way better if it
    is given only what it may need.
    """

    states: str
    uses: tuple[str, ...]
    invariants: tuple[int, ...] = ()
    after: bool = True
    any_action: bool = False


GOALS: dict[str, Goal] = {
    "one-turn": Goal(SUPPORT[1], ("turn",), (1,), any_action=True),
    "one-answerer": Goal(SUPPORT[2], ("ans_turn",), any_action=True),
    "one-question": Goal(SUPPORT[10], ("question", "is_asks"), (10,), any_action=True),
    "some-phase": Goal(SUPPORT[3], (*_PHASES, "action"), any_action=True),
    "one-phase-ask": Goal(SUPPORT[4], _PHASES, any_action=True),
    "one-phase-answer": Goal(SUPPORT[5], _PHASES, any_action=True),
    "one-phase-show": Goal(SUPPORT[6], _PHASES, any_action=True),
    "no-2.32": Goal(
        "forall j in players, Q in questions:"
        " Question(Q) & possible(no(j)) -> forall x in Q: ~h(j,x)",
        ("poss", "disjoint"),
        (10,),
        after=False,
    ),
    "yes-2.33": Goal(
        "forall j in players, Q in questions:"
        " Question(Q) & possible(yes(j)) -> exists x in Q: h(j,x)",
        ("poss", "disjoint"),
        (10,),
        after=False,
    ),
    "over-nothing-possible": Goal(
        "forall j in players, Q in questions: GameOver ->"
        " ~possible(asks(j,Q)) & ~possible(no(j)) & ~possible(yes(j))"
        " & ~possible(noguess(j)) & ~possible(endturn(j))",
        ("poss",),
        after=False,
    ),
    "yes-or-no": Goal(
        "forall j in players: ~(possible(yes(j)) & possible(no(j)))",
        ("poss", "disjoint"),
        (10,),
        after=False,
    ),
}
"""What is given to the prover: steps of inductions, and what follows in a situation."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A TPTP problem: its name, what it states in the language, and its text."""

    name: str
    states: str
    text: str


def problems(p: int) -> tuple[Problem, ...]:
    """The statements that are given to a prover, for p players."""
    return tuple(
        Problem(name, goal.states, "".join(_lines(goal, p)))
        for name, goal in GOALS.items()
    )


def _lines(goal: Goal, p: int) -> Iterator[str]:
    yield from axiom_lines(p, goal.uses)
    for number in goal.invariants:
        invariant = written(parse_conjecture(SUPPORT[number]), "s")
        yield _fof(f"invariant_{number}", "axiom", invariant)
    if "action" in goal.uses:
        yield _fof("an_action", "axiom", "action(a)")
    if goal.after and not goal.any_action:
        yield _fof("possible", "axiom", "poss(a,s)")
    situation = "do(a,s)" if goal.after else "s"
    stated = written(parse_conjecture(goal.states), situation)
    yield _fof("goal", "conjecture", stated)


def axiom_lines(p: int, names: Collection[str] | None = None) -> Iterator[str]:
    """The axioms for p players, one a line; of the definitions those named.

    Without names all are given, and the players and who is next are listed; with names
    only what (2.6) makes of incp, so that the proofs are the same for every p.
    """
    yield from _listed(p) if names is None else incp_lines(p)
    found = [
        (name, formula)
        for file, defined in _FILES.items()
        for name, formula in definitions(
            (file,), [name for name in defined if names is None or name in names]
        )
    ]
    text = " ".join(formula for _, formula in found)
    yield from _unique_names([kind for kind in ACTIONS if f" {kind}(" in text])
    for name, formula in found:
        yield _fof(name, "axiom", formula)


def _listed(p: int) -> Iterator[str]:
    """The players and who is next, as a list; players and the pile differ."""
    players = [f"n{i}" for i in range(1, p + 1)]
    for first, second in combinations(["n0", *players], 2):
        yield _fof(f"distinct_{first}_{second}", "axiom", f"{first} != {second}")
    either = " | ".join(f"X = {i}" for i in players)
    yield _fof("players", "axiom", f"! [X] : (player(X) <=> ({either}))")
    pairs = " | ".join(f"(X = n{i} & Y = n{j})" for i, j in incp(p).items())
    yield _fof("incp", "axiom", f"! [X,Y] : (incp(X,Y) <=> ({pairs}))")


def incp_lines(p: int) -> Iterator[str]:
    """What holds of incp: a function from players to other players, one to one.

    And the sorts of the fluents' arguments, as section 2.3 has them. What holds of incp
    is checked here in the list for p players, from which it follows.
    """
    following, players = incp(p), set(range(1, p + 1))
    assert following.keys() == players == set(following.values()), "one to one"
    assert all(i != j for i, j in following.items()), "nobody follows oneself"
    for name, formula in (
        ("total", "! [X] : (player(X) => ? [Y] : incp(X,Y))"),
        ("players", "! [X,Y] : (incp(X,Y) => (player(X) & player(Y)))"),
        ("function", "! [X,Y,Z] : ((incp(X,Y) & incp(X,Z)) => Y = Z)"),
        ("one_to_one", "! [X,Y,Z] : ((incp(X,Z) & incp(Y,Z)) => X = Y)"),
        ("others", "! [X] : ~incp(X,X)"),
    ):
        yield _fof(f"incp_{name}", "axiom", formula)
    for name, sort in (("turn", "player"), ("ans_turn", "player")):
        yield _fof(f"{name}_typed", "axiom", f"! [X,S] : ({name}(X,S) => {sort}(X))")
    typed = "! [Q,S] : (question(Q,S) => question_set(Q))"
    yield _fof("question_typed", "axiom", typed)


def _unique_names(kinds: Sequence[str]) -> Iterator[str]:
    """Actions of different kinds differ, and so do those of different arguments."""
    shapes = {kind: len(ACTIONS[kind]) for kind in kinds}
    for first, second in combinations(shapes, 2):
        xs = [f"X{k}" for k in range(shapes[first])]
        ys = [f"Y{k}" for k in range(shapes[second])]
        text = f"{first}({','.join(xs)}) != {second}({','.join(ys)})"
        yield _fof(f"{first}_{second}", "axiom", f"! [{','.join(xs + ys)}] : {text}")
    for kind, arity in shapes.items():
        xs = [f"X{k}" for k in range(arity)]
        ys = [f"Y{k}" for k in range(arity)]
        same = " & ".join(f"{x} = {y}" for x, y in zip(xs, ys, strict=True))
        equal = f"{kind}({','.join(xs)}) = {kind}({','.join(ys)})"
        text = f"! [{','.join(xs + ys)}] : ({equal} => ({same}))"
        yield _fof(f"{kind}_injective", "axiom", text)


def _fof(name: str, role: str, formula: str) -> str:
    return f"fof({name}, {role}, {formula}).\n"


def written(
    node: Formula, situation: str, bound: Mapping[str, str] | None = None
) -> str:
    """A formula of the public fluents and of h in TPTP's syntax."""
    names = bound or {}

    def inner(part: Formula) -> str:
        return written(part, situation, names)

    match node:
        case Not(body):
            return f"~({inner(body)})"
        case And(parts):
            return _joined(" & ", [inner(part) for part in parts])
        case Or(parts):
            return _joined(" | ", [inner(part) for part in parts])
        case Implies(left, right):
            return _joined(" => ", [inner(left), inner(right)])
        case Iff(left, right):
            return _joined(" <=> ", [inner(left), inner(right)])
        case Quantified():
            return _quantified(node, situation, names)
    return _atom(node, situation, names)


def _atom(node: Formula, situation: str, names: Mapping[str, str]) -> str:
    match node:
        case Constant(truth):
            return "$true" if truth else "$false"
        case Fluent(name, arg):
            args = [situation] if arg is None else [_word(arg, names), situation]
            return f"{PREDICATES[name]}({','.join(args)})"
        case H(holder, card):
            return f"h({_word(holder, names)},{_word(card, names)})"
        case Same(left, right):
            return f"{_word(left, names)} = {_word(right, names)}"
        case Member(item, of):
            return f"element({_word(item, names)},{_word(of, names)})"
        case Possible(action):
            return f"poss({_action(action, names)},{situation})"
    raise TypeError(f"{node} is about more than one situation, or about knowledge")


def _quantified(node: Quantified, situation: str, bound: Mapping[str, str]) -> str:
    variable = f"V{len(bound)}"
    body = written(node.body, situation, {**bound, node.var: variable})
    guard = (
        f"{_GUARDS[node.domain]}({variable})"
        if isinstance(node.domain, str)
        else f"element({variable},{_word(node.domain, bound)})"
    )
    sign, joint = ("!", "=>") if node.every else ("?", "&")
    return f"({sign} [{variable}] : ({guard} {joint} ({body})))"


def _joined(sign: str, parts: Sequence[str]) -> str:
    return "(" + sign.join(f"({part})" for part in parts) + ")"


def _action(act: Act, bound: Mapping[str, str]) -> str:
    return f"{act.kind}({','.join(_word(arg, bound) for arg in act.args)})"


def _word(term: Term, bound: Mapping[str, str]) -> str:
    if isinstance(term, Var):
        return bound[term.name]
    assert isinstance(term, int | str), "a name or a number"
    return f"n{term}" if isinstance(term, int) else term
