"""Formulas of the public fluents as rules of an ASP program, for any situation S.

Each set of cards is represented by a set of one card. The axioms use only three
properties of a card set: whether a player holds one of its cards, whether it is the
pile, and which set it is. A formula may therefore use a set only in these ways.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mystpy.compilation import dataclass, replace
from mystpy.errors import NotCovered
from mystpy.history.actions import Shows
from mystpy.language.atoms import (
    ActionTerm,
    Constant,
    Equality,
    Falsity,
    Fluent,
    H,
    PossAtom,
    Term,
    Truth,
    Var,
)
from mystpy.language.nodes import (
    After,
    And,
    Exists,
    Formula,
    Iff,
    Implies,
    Next,
    Not,
    Or,
    Quantified,
)
from mystpy.language.subformulas import free_variables, walk
from mystpy.language.temporal import Historically, Once, Past, Previously

Bound = Mapping[str, int | str]


@dataclass(frozen=True, slots=True)
class _About:
    """A formula, its quantifier moved inwards, and the variables it does not bind."""

    node: Formula
    narrowed: Formula
    free: tuple[str, ...]


class Rules:
    """The rules that define formulas in a situation S; `literal` adds a formula."""

    def __init__(self, p: int, sets: int) -> None:
        self.players = range(1, p + 1)
        self.sets = [f"set(c{k})" for k in range(1, sets + 1)]
        self.lines: list[str] = []
        self._known: dict[tuple[str, ...], str] = {}
        self._about: dict[int, _About] = {}
        self._atoms: dict[tuple[int | str, ...], str] = {}

    def atom(self, node: Formula, bound: Bound) -> str:
        """Return an atom, with S for the situation, that holds if the formula does."""
        about = self._about.get(id(node))
        if about is None:
            about = _About(node, _narrowed(node), tuple(sorted(free_variables(node))))
            self._about[id(node)] = about
        key = (id(node), *(bound[name] for name in about.free))
        if key not in self._atoms:
            moved = about.narrowed
            same = moved is node or moved == node
            made = self._made(node, bound) if same else self.atom(moved, bound)
            self._atoms[key] = made
        return self._atoms[key]

    def _made(self, node: Formula, bound: Bound) -> str:
        match node:
            case Constant(truth):
                return self._rule("state(S)") if truth else self._rule("#false")
            case Fluent(_, arg):
                term = "" if arg is None else f"{self.term(arg, bound)},"
                return f"{node.predicate}({term}S)"
            case Equality(left, right):
                same = self.term(left, bound) == self.term(right, bound)
                return self._made(Truth() if same else Falsity(), bound)
            case Not(body):
                return self._denied(body, bound)
            case And(parts):
                return self._all(self.atom(part, bound) for part in parts)
            case Or(parts):
                return self._rule(*(self.atom(part, bound) for part in parts))
            case Implies(left, right):
                return self._rule(self._denied(left, bound), self.atom(right, bound))
            case Iff(left, right):
                both = self._all(self.atom(part, bound) for part in (left, right))
                none = self._all(self._denied(part, bound) for part in (left, right))
                return self._rule(both, none)
            case PossAtom(action):
                return f"poss({self.action(action, bound)},S)"
        return self._more(node, bound)

    def _more(self, node: Formula, bound: Bound) -> str:
        match node:
            case Next(Falsity()):
                return self._rule("state(S), not something_possible(S)")
            case Next(body):
                return self._later(self.atom(body, bound), "not moved")
            case After(action, body):
                act = self.action(action, bound)
                return self._later(self.atom(body, bound), f"not chosen({act})")
            case Historically(body):
                ever = self._of_the_past(Once, self._denied(body, bound))
                return self._rule(f"state(S), not {ever}")
            case Once(body) | Previously(body):
                return self._of_the_past(type(node), self.atom(body, bound))
        if not isinstance(node, Quantified):
            kind = type(node).__name__
            raise NotCovered(f"{kind} is more than a public fluent")
        some = self._some_card(node, bound)
        if some is not None:
            return self._rule(f"state(S), not {some}") if node.every else some
        parts = (
            self.atom(node.body, {**bound, node.var: x}) for x in self._domain(node)
        )
        return self._all(parts) if node.every else self._rule(*parts)

    def _some_card(self, node: Quantified, bound: Bound) -> str | None:
        """Return the atom of `exists x in Q: h(j,x)`, or `... possible(shows(j,i,x))`.

        Also of `forall x in Q: ~...`, which is its negation; else None.
        """
        body = node.body
        if node.every:
            body = body.body if isinstance(body, Not) else Truth()
        if not isinstance(node.domain, Var):
            return None
        cards = self.term(node.domain, bound)
        match body:
            case H(holder, card) if card == Var(node.var):
                j = self.term(holder, bound)
                return self._rule(f"player({j}), not disjoint({cards},{j})")
            case PossAtom(ActionTerm(Shows.name, (by, to, card))) if card == Var(
                node.var
            ):
                one = cards.removeprefix("set(").removesuffix(")")
                players = f"{self.term(by, bound)},{self.term(to, bound)}"
                return f"poss({Shows.name}({players},{one}),S)"
        return None

    def _domain(self, node: Quantified) -> list[int] | list[str]:
        match node.domain:
            case "players":
                return list(self.players)
            case "questions" | "guesses":
                return self.sets
        raise NotCovered(f"{node.var} ranges over more than players and questions")

    def term(self, term: Term, bound: Bound) -> str:
        """Return a player's number or a representative of a set."""
        match term:
            case Var(name):
                return str(bound[name])
            case int() if term in self.players:
                return str(term)
            case frozenset() | tuple():
                raise NotCovered("a listed set is more than a stand-in")
        raise NotCovered(f"{term} is more than a player or a stand-in set")

    def action(self, act: ActionTerm, bound: Bound) -> str:
        """Return the action as a term."""
        if act.kind == Shows.name:
            raise NotCovered("shows names a card")
        return f"{act.kind}({','.join(self.term(arg, bound) for arg in act.args)})"

    def _denied(self, node: Formula, bound: Bound) -> str:
        return self._rule(f"state(S), not {self.atom(node, bound)}")

    def _later(self, atom: str, otherwise: str) -> str:
        """Return the atom of what holds after the chosen action, or the default."""
        body = in_situation("next", atom)
        return self._rule(f"S = st, {body}", f"S = st, {otherwise}")

    def _of_the_past(self, operator: type[Past], atom: str) -> str:
        """Return the atom of what held before: free in the state before the action.

        In the field: a history variable.
        """
        key = operator.__name__, atom
        if key not in self._known:
            head, earlier = f"f({len(self._known)},S)", in_situation("st", atom)
            self._known[key] = head
            self.lines.append(f"{{ {head} }} :- state(S), S = st.")
            if operator is Once:
                self.lines.append(f"{head} :- state(S), {atom}.")
                earlier = in_situation("st", head)
            self.lines.append(f"{head} :- state(S), S = next, {earlier}.")
        return self._known[key]

    def _all(self, parts: Iterator[str]) -> str:
        return self._rule(", ".join(("state(S)", *parts)))

    def _rule(self, *bodies: str) -> str:
        """Return the atom of a formula that holds if one of these bodies does."""
        if bodies not in self._known:
            head = f"f({len(self._known)},S)"
            self._known[bodies] = head
            self.lines += [
                f"{head} :- state(S), {body}." for body in bodies if body != "#false"
            ]
        return self._known[bodies]


def in_situation(situation: str, atom: str) -> str:
    """Return the atom of a formula in this situation instead of S."""
    return atom.removesuffix("S)") + f"{situation})"


class SampleRules(Rules):
    """Rules with only one instance of each kind, to see whether there are any."""

    def _domain(self, node: Quantified) -> list[int] | list[str]:
        return super()._domain(node)[:1]


def _narrowed(node: Formula) -> Formula:
    """Return a formula with its first quantifier moved inwards as far as possible.

    Domains of quantifiers are not empty: there are players, and sets.
    """
    if not isinstance(node, Quantified) or not isinstance(node.domain, str):
        return node
    body = _narrowed(node.body)
    if node.var not in free_variables(body):
        return body
    if isinstance(body, And if node.every else Or):
        kind, parts = type(body), body.parts
        return kind(tuple(_narrowed(replace(node, body=part)) for part in parts))
    if isinstance(body, Implies) and node.every:
        if node.var not in free_variables(body.left):
            return Implies(body.left, _narrowed(replace(node, body=body.right)))
        if node.var not in free_variables(body.right):
            some = Exists(node.var, node.domain, body.left, sort=node.sort)
            return Implies(_narrowed(some), body.right)
    return replace(node, body=body)


def count_sets(nodes: Sequence[Formula]) -> int:
    """Return how many sets a proof that these formulas are invariants needs.

    One formula fails after the action: this needs the sets in it, and the set of the
    action. All formulas hold before: this needs the sets that they assert to exist.
    Raises NotCovered if forall and exists over sets are nested, because one
    representative for each is then not enough.
    """
    counts = list(map(_sets_of, nodes))
    return sum(existing for _, existing in counts) + max(x for x, _ in counts) + 2


def _sets_of(
    node: Formula, positive: bool = True, outer: bool | None = None
) -> tuple[int, int]:
    """Count the sets in a part that fails, and the sets that are asserted to exist.

    They are counted in a formula or, unless `positive`, in its negation. `outer` says
    whether the quantifier over sets around it is universal; None if there is none.
    """
    match node:
        case Quantified(every, sort=sort, body=body):
            says_all, is_set = every is positive, sort == "set"
            if is_set and outer not in (None, says_all):
                raise NotCovered("forall and exists over sets are nested")
            outer = says_all if is_set else outer
            at_once, existing = _sets_of(body, positive, outer)
            return at_once + (is_set and says_all), existing + (is_set and not says_all)
        case Not(body):
            return _sets_of(body, not positive, outer)
        case Implies(left, right):
            return _sets_of(Or((Not(left), right)), positive, outer)
        case And(parts) | Or(parts):
            counts = [_sets_of(part, positive, outer) for part in parts]
            one_fails = isinstance(node, And) is positive
            together = max if one_fails else sum
            return together(x for x, _ in counts), sum(x for _, x in counts)
        case Iff(left, right):
            for side in (left, right, Not(left), Not(right)):
                _sets_of(side, positive, outer)  # refused, if they are nested
        case Past(body=body) if _sets_in(body):
            raise NotCovered("what is said of the past is said of all sets")
    number = _sets_in(node)
    return number, number


def _sets_in(node: Formula) -> int:
    return sum(isinstance(x, Quantified) and x.sort == "set" for x in walk(node))
