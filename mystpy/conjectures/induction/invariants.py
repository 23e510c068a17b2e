"""Invariants by induction over situations, axiom (1.4).

In the field: inductive invariants.

An invariant holds in Init0 and is preserved by every possible action in every state
that satisfies it, reachable or not. Then it holds in every executable situation. The
state and the cards are free, and the axioms are those of the files. The solver looks
for a state and an action that violate the invariant, and finds none. Card sets are
represented by single cards (see program.py). So a proof for p players is a proof for
every pile, every hand size, every size of questions, and for Clue.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from mystpy.axiom_folder.signature import CHANGING, DEAL, PHASES, QUESTION_SET
from mystpy.compilation import dataclass
from mystpy.conjectures.induction.program import (
    Rules,
    SampleRules,
    count_sets,
    in_situation,
)
from mystpy.engines.programs.run import RULES_OF_THE_GAME, THE_START, first_answer
from mystpy.errors import NotCovered
from mystpy.language.atoms import ARITIES, Falsity
from mystpy.language.decidable import parse_conjecture
from mystpy.language.nodes import After, And, Formula, Implies, Next, Quantified
from mystpy.language.subformulas import walk

SUPPORT = (
    "exists i in players: Turn(i)",
    "forall i in players, j in players: Turn(i) & Turn(j) -> i = j",
    "forall i in players, j in players: AnsTurn(i) & AnsTurn(j) -> i = j",
    "askphase | ansphase | showphase | guessphase | endphase",
    "askphase -> ~ansphase & ~showphase & ~guessphase & ~endphase",
    "ansphase -> ~showphase & ~guessphase & ~endphase",
    "showphase -> ~guessphase & ~endphase",
    "guessphase -> ~endphase",
    "ansphase | showphase -> exists j in players: AnsTurn(j) & ~Turn(j)",
    "ansphase | showphase | guessphase -> exists Q in questions: Question(Q)",
    "forall Q in questions, R in questions: Question(Q) & Question(R) -> Q = R",
    "forall j in players, Q in questions: showphase & AnsTurn(j) & Question(Q)"
    " -> exists x in Q: h(j,x)",
    "forall i in players: Turn(i) & ~endphase -> In(i)",
    "GameOver -> endphase",
)
"""The invariants on which other proofs rest; they are proved together."""


def _changing(name: str, *sorts: str) -> str:
    """Return rules that choose a fluent's value before, and derive the value after."""
    arg, given = ("V,", f" : {sorts[0]}(V)") if sorts else ("", "")
    return (
        f"{{ {name}({arg}st){given} }}.\n"
        f"{name}({arg}next) :- chosen(A), {name}({arg}do(A,st)).\n"
    )


_SETS = {QUESTION_SET: "set_term"}
_FLUENTS = [
    *(_changing(x.name, *(_SETS.get(y, y) for y in x.sorts)) for x in CHANGING),
    *map(_changing, PHASES),
]
_STATE = f"""{"".join(_FLUENTS)}
{{ {DEAL.name}(I,X,init0) : player(I), card(X) }}.
{{ {DEAL.name}(0,X,init0) : card(X) }} 1.
{{ chosen(A) : action(A) }} 1.
moved :- chosen(A).
situation(do(A,st)) :- chosen(A).
state(st). state(next).
considered(A,S) :- state(S), action(A).
something_possible(S) :- poss(A,S).
"""
_START = f"""
{{ {DEAL.name}(K,X,init0) : holder(K) }} :- card(X).
state(init0).
considered(A,init0) :- action(A).
something_possible(init0) :- poss(A,init0).
#show.
"""


_SHOWN = ":- not broken.\n#show.\n" + "".join(
    f"#show {name}/{n}.\n" for name, n in (ARITIES | {"chosen": 1}).items()
)


@dataclass(frozen=True, slots=True)
class InvariantViolation:
    """A state that satisfies the invariants, and the action after which one fails.

    `atoms` are the fluents before and the action, as the solver prints them; empty if
    the invariant fails in Init0.
    """

    atoms: tuple[str, ...]

    @property
    def at_the_start(self) -> bool:
        """Return whether it fails in Init0."""
        return not self.atoms


def find_violation(
    node: Formula,
    p: int,
    *,
    support: Iterable[Formula] | None = None,
    assumed: Iterable[Formula] = (),
    executable: bool = True,
) -> InvariantViolation | None:
    """Return where the induction for p players fails; None for an invariant.

    The formula is proved together with `support` (by default SUPPORT). Formulas that
    are `assumed` hold before the action, and are not checked after it. Unless
    `executable`, actions need not be possible: then it holds in every situation. A
    formula about steps is checked in every state that satisfies the support. Raises
    NotCovered unless the formula is about the public fluents only.
    """
    known = list(_support() if support is None else support)
    nodes, of_step, given = [node, *known], is_stepwise(node), list(assumed)
    sets = count_sets([*nodes, *given])
    if not of_step and _start_breaks(nodes, p, sets):
        return InvariantViolation(())
    rules = Rules(p, sets)
    atoms = [rules.atom(each, {}) for each in nodes]
    held = [*atoms[of_step:], *(rules.atom(each, {}) for each in given)]
    after = "".join(f"broken :- not {in_situation('next', atom)}.\n" for atom in atoms)
    after += ":- not moved.\n"
    if of_step:
        after = f"broken :- not {in_situation('st', atoms[0])}.\n"
    text = [_constants(p, sets), _STATE, *_conditions(held, executable), after, _SHOWN]
    found = first_answer(RULES_OF_THE_GAME, "\n".join([*text, *rules.lines]))
    return None if found is None else InvariantViolation(_of_the_state(found))


def _conditions(held: Iterable[str], executable: bool) -> Iterator[str]:
    """Yield the conditions on the state before the action."""
    for atom in held:
        yield f":- not {in_situation('st', atom)}."
    if executable:
        yield ":- chosen(A), not poss(A,st)."


def induce(item: tuple[Formula, int, bool]) -> bool:
    """Return whether the induction for a formula and a number of players fails.

    The third part of the item says whether situations are executable; if not, there is
    no support.
    """
    node, p, executable = item
    support = None if executable else ()
    return find_violation(node, p, support=support, executable=executable) is not None


def is_stepwise(node: Formula) -> bool:
    """Return whether the formula says what holds after all single actions.

    Raises NotCovered if it is about some of the actions only, or about several in
    sequence.
    """
    match node:
        case Next(Falsity()):
            return False
        case Quantified(every=True, body=body):
            return is_stepwise(body)
        case And(parts):
            found = [is_stepwise(part) for part in parts]  # all are looked at
            return any(found)
        case Implies(left, right) if not is_stepwise(left):
            return is_stepwise(right)
        case After(_, body) | Next(body) if not is_stepwise(body):
            return True
    if any(map(_is_step, walk(node))):
        raise NotCovered("it is not about single actions, all of them")
    return False


def _is_step(node: Formula) -> bool:
    return isinstance(node, After) or (
        isinstance(node, Next) and node.body != Falsity()
    )


def is_public(node: Formula, p: int) -> bool:
    """Return whether the formula is about the public fluents of p players only."""
    try:
        is_stepwise(node)
        SampleRules(p, count_sets([node])).atom(node, {})
    except NotCovered:
        return False
    return True


def _start_breaks(nodes: Sequence[Formula], p: int, sets: int) -> bool:
    rules = Rules(p, sets)
    atoms = [rules.atom(each, {}) for each in nodes]
    fails = "".join(f"broken :- not {in_situation('init0', atom)}.\n" for atom in atoms)
    text = [_constants(p, sets), _START, fails, ":- not broken.\n", *rules.lines]
    files = (*RULES_OF_THE_GAME, THE_START)
    return first_answer(files, "\n".join(text)) is not None


def _constants(p: int, sets: int) -> str:
    """Return a game with as many cards as there are representatives, or a few more."""
    n = -(-sets // p)
    cards = "; ".join(f"{k},c{k}" for k in range(1, 1 + n * p + 1))
    terms = "; ".join(f"set(c{k})" for k in range(1, sets + 1))
    return (
        f"constant(m,1; n,{n}; p,{p}; q,1). symbol({cards}). set_term({terms}).\n"
        "#defined ill_sorted/1. #defined examined/1. #defined reported/1.\n"
        "#defined sets_examined/0."
    )


def _of_the_state(atoms: Iterable[str]) -> tuple[str, ...]:
    return tuple(
        sorted(a for a in atoms if a.endswith("st)") or a.startswith("chosen"))
    )


@cache
def _support() -> tuple[Formula, ...]:
    return tuple(map(parse_conjecture, SUPPORT))
