"""The axioms as first-order formulas (TPTP), for provers that know nothing of mystpy.

In the field: first-order theorem proving by refutation, in the format of the TPTP
(Sutcliffe 2017).

Nothing here determines the number of players, cards, piles or questions, so that a
proof holds for all of them. The definitions are those of the ASP files, except for incp
and the sizes of sets: for these the axioms are the claims that `background` checks.
Sets of cards are objects with elements; the only axiom about their elements is that
they are cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

from mystpy.axiom_folder import cached_by_theory
from mystpy.axiom_folder.signature import (
    HAND_SET,
    OF_THE_THESIS,
    PILE_SET,
    QUESTION_SET,
)
from mystpy.axioms import axioms_dir
from mystpy.compilation import dataclass, replace
from mystpy.conjectures.prover.background import SORTS
from mystpy.conjectures.prover.past import past_atom
from mystpy.engines.programs.clauses import at_the_start, definitions, implications
from mystpy.engines.programs.run import THE_START
from mystpy.errors import AxiomError, NotCovered
from mystpy.language.atoms import (
    ARITIES,
    ActionTerm,
    Constant,
    Equality,
    Fluent,
    Group,
    H,
    Membership,
    Player,
    PossAtom,
    Term,
    Var,
)
from mystpy.language.nodes import (
    After,
    And,
    Common,
    Distributed,
    Everyone,
    Formula,
    Iff,
    Implies,
    Iterated,
    Knows,
    KnowsWhether,
    Modal,
    Next,
    Not,
    Or,
    Quantified,
)
from mystpy.language.temporal import Past
from mystpy.situations.public_steps import incp

_FILES = {
    "s2_03_notation.lp": (
        *(HAND_SET, QUESTION_SET, PILE_SET),
        *("disjoint", "shared", "equals_pile"),
    ),
    "s2_04_actions.lp": ("action",),
    "s2_07_possible_actions.lp": ("poss",),
    "s2_09_successor_state.lp": (*ARITIES, "guesses_wrong", "is_asks"),
}
_RULES = {"action", "poss"}
_WORDS = {x: [f"{x}{k}" for k in range(9)] for x in "XY"}
_GUARDS = {
    "players": "player({})",
    "holders": "(player({0}) | {0} = n0)",
    "cards": "card({})",
    "questions": f"{QUESTION_SET}({{}})",
    "guesses": f"{PILE_SET}({{}})",
}
Axioms = Mapping[str, str]


class UnreadAxioms(AxiomError, NotCovered):
    """The axioms in force have rules that are not translated for provers."""


def fof(name: str, role: str, formula: str) -> str:
    """Return a line of a problem."""
    return f"fof({name}, {role}, {formula}).\n"


def axioms() -> Axioms:
    """Return the axioms of every situation by name: actions, Poss, successor states.

    Raises UnreadAxioms if they do not have the form of the shipped ones.
    """
    return _read(_axioms)


def start() -> Axioms:
    """Return the axioms of section 2.6 about Init0: each public fluent, by name."""
    return _read(_start)


def _read(reader: Callable[[Path], Axioms]) -> Axioms:
    try:
        return reader(axioms_dir())
    except AxiomError as error:
        raise UnreadAxioms(f"provers do not read these axioms: {error}") from error


@cached_by_theory()
def _axioms(_: Path) -> Axioms:
    found = dict(SORTS)
    found |= dict(_unique_names())
    for file, defined in _FILES.items():
        found |= dict(definitions((file,), defined))
        for name in _RULES.intersection(defined):
            found |= dict(implications(file, name))
    return found


@cached_by_theory()
def _start(_: Path) -> Axioms:
    found = dict(at_the_start(THE_START, ARITIES))
    return {f"{name}_at_the_start": text for name, text in found.items()}


def _unique_names() -> Iterator[tuple[str, str]]:
    """Yield the axioms that actions of other kinds, or other arguments, differ."""
    shapes = {row.name: len(row.sorts) for row in OF_THE_THESIS}
    for first, second in combinations(shapes, 2):
        xs, ys = _WORDS["X"][: shapes[first]], _WORDS["Y"][: shapes[second]]
        text = f"{first}({','.join(xs)}) != {second}({','.join(ys)})"
        yield f"{first}_{second}", f"! [{','.join((*xs, *ys))}] : {text}"
    for kind, arity in shapes.items():
        xs, ys = (_WORDS[letter][:arity] for letter in "XY")
        same = " & ".join(f"{x} = {y}" for x, y in zip(xs, ys, strict=True))
        equal = f"{kind}({','.join(xs)}) = {kind}({','.join(ys)})"
        yield f"{kind}_injective", f"! [{','.join((*xs, *ys))}] : ({equal} => ({same}))"


def _members(group: Group) -> tuple[Player, ...]:
    if isinstance(group, tuple):
        return group
    raise NotCovered(f"the group {group} is not written for provers")


def naming(players: Iterable[int], cards: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the axioms that the players and the cards in a formula are different."""
    numbers = sorted({1, *players} - {0})
    for i in numbers:
        yield f"player_{i}", f"player(n{i})"
    for i, j in combinations(numbers, 2):
        yield f"players_{i}_{j}", f"n{i} != n{j}"
    names = sorted(cards)
    for x in names:
        yield f"card_{x}", f"card({x})"
    for x, y in combinations(names, 2):
        yield f"cards_{x}_{y}", f"{x} != {y}"


def number_players(p: int) -> Axioms:
    """Return the players of a game with p players, and their order, (2.5) and (2.6)."""
    players = range(1, p + 1)
    one_of = " | ".join(f"I = n{i}" for i in players)
    found = {"the_players": f"! [I] : (player(I) => ({one_of}))"}
    found |= {f"next_to_{i}": f"incp(n{i},n{j})" for i, j in incp(p).items()}
    return found | dict(naming(players, ()))


def write_formula(
    node: Formula,
    situation: str,
    *,
    accessible: bool = False,
    bound: Mapping[str, str] | None = None,
) -> str:
    """Return a formula in a situation, in TPTP's syntax.

    Below K, E or C it is about `accessible` situations, or about the situation itself:
    see obligations. Free variables are `bound` to words. Raises NotCovered for formulas
    without such a translation.
    """
    return _Writer(situation, bound or {}, accessible).formula(node)


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes formulas in one situation, with names for their variables."""

    situation: str
    bound: Mapping[str, str]
    accessible: bool

    def formula(self, node: Formula) -> str:
        match node:
            case Not(body):
                return f"~({self.formula(body)})"
            case And(parts) | Or(parts):
                return self._joined(" & " if isinstance(node, And) else " | ", parts)
            case Implies(left, right):
                return self._joined(" => ", (left, right))
            case Iff():
                return self._joined(" <=> ", (node.left, node.right))
            case Quantified():
                return self._quantified(node)
            case Modal(_, body):
                return self._known(node) if self.accessible else self.formula(body)
            case After(action, body):
                return self._after(self._action(action), body)
            case Next(body):
                act = f"A{len(self.situation)}"
                after = self._after(act, body)
                return f"(! [{act}] : (action({act}) => {after}))"
        return self._atom(node)

    def _known(self, node: Modal) -> str:
        """Return the formula that the body holds in all accessible situations."""
        here, body = self.situation, node.body
        match node:
            case KnowsWhether(agent):
                either = Knows(agent, body), Knows(agent, Not(body))
                return self._joined(" | ", either)
            case Iterated(group, _, times) if times > 1:
                return self._known(Everyone(group, Iterated(group, body, times - 1)))
        world, knower = f"T{len(self.bound)}", f"J{len(self.bound)}"
        group = node.knowers
        members = [] if group == "players" else list(map(self._word, _members(group)))
        each = [f"acc({i},{world},{here})" for i in members]
        way = {2: "common2", 1: "acc", 0: "common"}.get(len(each))
        if isinstance(node, Distributed):
            all_of = (
                f"! [{knower}] : (player({knower}) => acc({knower},{world},{here}))"
            )
            ahead = " & ".join(each) or all_of
        elif not isinstance(node, Common):
            some = f"? [{knower}] : (player({knower}) & acc({knower},{world},{here}))"
            ahead = " | ".join(each) or some
        elif way is not None:
            ahead = f"{way}({','.join((*members, world, here))})"
        else:
            raise NotCovered(f"C of {len(each)} players is not written for provers")
        bound = {**self.bound, f" {world}": world}
        there = replace(self, situation=world, bound=bound).formula(body)
        return f"(! [{world}] : (({ahead}) => ({there})))"

    def _after(self, act: str, body: Formula) -> str:
        there = replace(self, situation=f"do({act},{self.situation})").formula(body)
        return f"(poss({act},{self.situation}) => ({there}))"

    def _quantified(self, node: Quantified) -> str:
        variable = f"V{len(self.bound)}"
        inner = replace(self, bound={**self.bound, node.var: variable})
        if isinstance(node.domain, Var):
            guard = f"element({variable},{self._word(node.domain)})"
        elif isinstance(node.domain, str) and node.domain in _GUARDS:
            guard = _GUARDS[node.domain].format(variable)
        else:
            raise NotCovered(f"{node.var} ranges over {node.domain}")
        sign, joint = ("!", "=>") if node.every else ("?", "&")
        return f"({sign} [{variable}] : ({guard} {joint} ({inner.formula(node.body)})))"

    def _joined(self, sign: str, parts: Sequence[Formula]) -> str:
        return "(" + sign.join(f"({self.formula(part)})" for part in parts) + ")"

    def _atom(self, node: Formula) -> str:
        match node:
            case Constant(truth):
                return "$true" if truth else "$false"
            case Fluent(_, arg):
                args = [] if arg is None else [self._word(arg)]
                return f"{node.predicate}({','.join((*args, self.situation))})"
            case H(holder, card):
                words = [self._word(holder), self._word(card)]
                words += [self.situation] if self.accessible else []
                return f"{node.predicate}({','.join(words)})"
            case Equality(left, right):
                return f"{self._word(left)} = {self._word(right)}"
            case Past():
                return past_atom(node, self.situation, self._word)
            case Membership(item, of):
                return f"element({self._word(item)},{self._word(of)})"
            case PossAtom(action):
                return f"poss({self._action(action)},{self.situation})"
        raise NotCovered(f"{type(node).__name__} is not written for provers")

    def _action(self, act: ActionTerm) -> str:
        return f"{act.kind}({','.join(map(self._word, act.args))})"

    def _word(self, term: Term) -> str:
        if isinstance(term, Var):
            return self.bound[term.name]
        if isinstance(term, int | str):
            return f"n{term}" if isinstance(term, int) else term
        raise NotCovered("a listed set is not written for provers")
