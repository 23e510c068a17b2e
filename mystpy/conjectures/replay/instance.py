"""Counterexamples explained: the statement with its values, part by part.

In the field: the report of a model checker about a violated invariant, with the value
of each subformula in the violating state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from mystpy.compilation import dataclass, replace
from mystpy.conjectures.replay.engines import Query, binding_of, history_of
from mystpy.conjectures.replay.query import term_of
from mystpy.conjectures.values import Binding
from mystpy.engines import get_engine
from mystpy.engines.base import Engine
from mystpy.engines.world_count import is_small
from mystpy.errors import AxiomError, ParseError, QueryError
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.actions import made_action
from mystpy.history.history import History
from mystpy.language.atoms import (
    ActionTerm,
    Domain,
    Equality,
    Falsity,
    H,
    Membership,
    PlayerFluent,
    PossAtom,
    Question,
    Term,
    Var,
)
from mystpy.language.nodes import (
    After,
    And,
    BinaryConnective,
    CountOf,
    ForAll,
    Formula,
    GroupModal,
    Implies,
    Modal,
    NaryConnective,
    Not,
    Or,
    PlayerModal,
    Quantified,
)
from mystpy.language.numbers import Binder
from mystpy.language.read import parse_formula, write_formula
from mystpy.language.subformulas import children, walk, with_children
from mystpy.questions.knowledge import ask

ENGINE = "worlds"
"""The engine that evaluates the parts."""


def explained(query: Query, node: Formula | None = None) -> dict[str, object]:
    """Return the counterexample with the value of each part of the refuted formula.

    If the formula of a conjecture is given, `instance` is that formula with the values
    of its variables; it is false before the actions in `taken`. `parts` are its
    subformulas, or those of the query's own formula, each with its value and its depth.
    Both are left out if worlds are not listed, and for formulas about whole paths
    ahead.
    """
    found = dict(query)
    history = history_of(query)
    if not is_small(history.game):
        return found
    try:
        if node is None:
            text = str(query["formula"])
        else:
            before = len(history) - len(cast("list[str]", query.get("taken", [])))
            history = history.prefix(before)
            text = _instance(node, query, history)
        parts = list(valued_parts(history, text))
    except (ParseError, QueryError, AxiomError):
        return found
    if node is not None:
        if parts[0].value != "false":
            return found
        found["instance"] = text
    return found | {"parts": [part.to_dict() for part in parts]}


@dataclass(frozen=True, slots=True)
class ValuedPart:
    """A part of a formula with its value; `depth` is its nesting depth."""

    formula: str
    value: str
    depth: int

    def to_dict(self) -> dict[str, object]:
        """Return the part as a JSON object."""
        return {"formula": self.formula, "value": self.value, "depth": self.depth}


def valued_parts(history: History, text: str) -> Iterator[ValuedPart]:
    """Yield the formula and its subformulas with their values, in preorder.

    The body of `after` is evaluated after that action. The bodies of quantifiers, of
    `next` and of past operators have no single value, and are left out.
    """
    engine = get_engine(ENGINE)
    yield from _parts(parse_formula(text, history.game), history, engine, 0)


def _parts(
    node: Formula, history: History, engine: Engine, depth: int
) -> Iterator[ValuedPart]:
    value = str(ask(history, node, engine).value)
    yield ValuedPart(write_formula(node, history.game), value, depth)
    if isinstance(node, After):
        after = history.then(made_action(node.action.kind, node.action.args))
        if engine.judge(after).step is None:
            yield from _parts(node.body, after, engine, depth + 1)
    elif isinstance(node, NaryConnective | BinaryConnective | Not | Modal | CountOf):
        for part in children(node):
            yield from _parts(part, history, engine, depth + 1)


def _instance(node: Formula, query: Query, history: History) -> str:
    """Return the text of a formula with the values of its leading variables."""
    game = history.game
    binding = binding_of(node, str(query.get("where", "")), game)
    return write_formula(instance_of(node, binding, game), game)


def instance_of(node: Formula, binding: Binding, game: Game) -> Formula:
    """Return the formula without the universal quantifiers that the binding covers.

    Only quantifiers that are not negated are removed: so the formula implies the
    instance.
    """
    sorts = {part.var: part.sort for part in walk(node) if isinstance(part, Quantified)}
    terms = {x: term_of(value, sorts[x], game) for x, value in binding.items()}
    return _Substitution(game, terms).instantiated(node)


@dataclass(frozen=True, slots=True)
class _Substitution:
    """The terms that replace the free variables of a formula."""

    game: Game
    terms: Mapping[str, Term]

    def instantiated(self, node: Formula) -> Formula:
        """Return the formula with the terms substituted, without their quantifiers."""
        match node:
            case Quantified(every=True) if node.var in self.terms:
                return self.instantiated(node.body)
            case And(parts) | Or(parts):
                return with_children(node, list(map(self.instantiated, parts)))
            case Implies(left, right):
                return Implies(self.put_in(left), self.instantiated(right))
            case After(action, body):
                return After(self._action(action), self.instantiated(body))
        return self.put_in(node)

    def put_in(self, node: Formula) -> Formula:
        """Return the formula with the terms substituted for its free variables."""
        if isinstance(node, Binder):
            rest = {x: term for x, term in self.terms.items() if x != node.var}
            body = _Substitution(self.game, rest).put_in(node.body)
            found = replace(cast("ForAll", node), domain=self._domain(node), body=body)
            return cast("Formula", found)
        node = self._with_terms(node)
        below = list(map(self.put_in, children(node)))
        return with_children(node, below) if below else node

    def _domain(self, node: Binder) -> Domain:
        """Return the domain of a variable; a set of cards is listed."""
        if isinstance(node.domain, str):
            return node.domain
        found = self._term(node.domain)
        if isinstance(found, frozenset):
            found = tuple(sort_cards(cast("frozenset[str]", found), self.game.deck))
        return cast("Domain", found)

    def _with_terms(self, node: Formula) -> Formula:
        """Return a node with the terms substituted that are valid in it."""
        names: tuple[str, ...] = ()
        if isinstance(node, _OF_TERMS):
            names = node.__match_args__
        elif isinstance(node, PlayerModal | GroupModal | PossAtom | After):
            names = node.__match_args__[:1]  # the players, or the action
        new: dict[str, object] = {
            name: self._action(term)
            if isinstance(term, ActionTerm)
            else self._term(term)
            for name, term in ((name, getattr(node, name)) for name in names)
        }
        found = replace(node, **new) if new else node  # type: ignore[arg-type]
        if isinstance(found, Question) and isinstance(found.cards, frozenset):
            # A set of another size is no question, and is none in a formula.
            return found if len(found.cards) == self.game.q else Falsity()
        return found

    def _action(self, action: ActionTerm) -> ActionTerm:
        return replace(action, args=tuple(map(self._term, action.args)))

    def _term(self, term: Term) -> Term:
        match term:
            case Var(name):
                return self.terms.get(name, term)
            case frozenset():
                return frozenset(cast("str", self._term(card)) for card in term)
            case tuple():
                return tuple(cast("int", self._term(each)) for each in term)
        return term


_OF_TERMS = (H, PlayerFluent, Question, Equality, Membership)
"""The formulas whose parts are all terms."""
