"""Printing formulas: the shared syntax, and the thesis's notation.

Brackets are written only where the reading needs them: ~ K E C D and [F!] bind
tightest, then &, |, ->, <->; quantifiers, counts and `after` reach to the right as far
as they can.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import cast

from mystpy.errors import QueryError
from mystpy.game.cards import Deck, card_latex, sort_cards
from mystpy.language.atoms import (
    Act,
    Atom,
    Domain,
    Falsity,
    Fluent,
    Group,
    H,
    Member,
    Node,
    OpenAtom,
    Possible,
    Same,
    Term,
    Truth,
    Var,
)
from mystpy.language.nodes import (
    After,
    And,
    Announcing,
    Common,
    CountOf,
    CountOver,
    Distributed,
    Everyone,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Iterated,
    Knows,
    Next,
    Not,
    OfGroup,
    Or,
    Whether,
)
from mystpy.language.subformulas import children, refuse_deep

_LOOSEST, _IMPLIES, _OR, _AND, _TIGHT, _TIGHTEST = range(6)
_LETTERS: dict[type[OfGroup], str] = {Everyone: "E", Common: "C", Distributed: "D"}


def show(formula: Formula, deck: Deck | None = None) -> str:
    """The formula in the shared syntax; `read` reads it back."""
    refuse_deep(formula)
    return _PLAIN.show(formula, _LOOSEST, True, deck)


def latex(formula: Formula, deck: Deck | None = None) -> str:
    r"""The formula in the thesis's notation: `K(5, \neg h_{0,3})`."""
    refuse_deep(formula)
    return _LATEX.show(formula, _LOOSEST, True, deck)


@dataclass(frozen=True, slots=True)
class _Notation:
    """The marks of one way of writing, and the ways of writing cards, sets, groups."""

    neg: str
    conj: str
    disj: str
    imp: str
    iff: str
    comma: str
    forall: str
    exists: str
    said: str
    same: tuple[str, str]
    within: str
    colon: str
    text: Callable[[str], str]
    braces: tuple[str, str]
    brackets: tuple[str, str]
    card: Callable[[str | Var], str]
    held: Callable[[H], str]
    named: Callable[[str], str]

    def show(self, f: Formula, level: int, last: bool, deck: Deck | None) -> str:
        """The text of f as an operand of this level.

        `last` says that nothing follows which a quantifier's body could swallow.
        """
        match f:
            case Not(Same(left, right)):
                return self._compared(left, self.same[1], right, level, deck)
            case Not(body):
                return self.neg + self.show(body, _TIGHTEST, last, deck)
            case Iff() | Implies() | Or() | And():
                mark, own, levels = self._operator(f)
                bracket = own < level
                lasts = [False] * (len(levels) - 1) + [last or bracket]
                operands = zip(children(f), levels, lasts, strict=True)
                shown = mark.join([self.show(*place, deck) for place in operands])
                return f"({shown})" if bracket else shown
            case Announcing(said, body):
                said_first = self.said.format(self.show(said, _LOOSEST, True, deck))
                return said_first + self.show(body, _TIGHTEST, last, deck)
            case CountOf(exact, number, parts):
                listed = [self.show(part, _LOOSEST, True, deck) for part in parts]
                inside = self.comma.join(listed)
                return f"{self._counted(exact, number)}({inside})"
            case Next(body):
                head = self.text("next ")
                return f"{head}{self.show(body, _TIGHTEST, last, deck)}"
            case Knows() | Whether() | OfGroup():
                body = cast("Knows", f).body
                inside = self.show(body, _LOOSEST, True, deck)
                return f"{self._knower(f, deck)}{self.comma}{inside})"
            case ForAll() | Exists() | CountOver() | After():
                head = self._head(f, deck)
                shown = head + self.show(f.body, _LOOSEST, True, deck)
                return shown if last else f"({shown})"
        return self._atom(f, level, deck)

    def _operator(self, f: Iff | Implies | Or | And) -> tuple[str, int, list[int]]:
        """The mark, how tightly it binds, and the levels of the operands."""
        match f:
            case Iff():
                return self.iff, _LOOSEST, [_LOOSEST, _IMPLIES]
            case Implies():
                return self.imp, _IMPLIES, [_OR, _IMPLIES]
            case Or(parts):
                return self.disj, _OR, [_AND] * len(parts)
            case And(parts):
                return self.conj, _AND, [_TIGHT] * len(parts)

    def _knower(self, f: Knows | Whether | OfGroup, deck: Deck | None) -> str:
        if isinstance(f, OfGroup):
            power = f"^{f.times}" if isinstance(f, Iterated) else ""
            letter = _LETTERS.get(type(f), "E")
            return f"{letter}{power}({self._term(f.group, deck)}"
        letter = "K" if isinstance(f, Knows) else self.text("Kw")
        return f"{letter}({f.agent}"

    def _counted(self, exact: bool, number: int) -> str:
        return self.text(f"{'exactly' if exact else 'at least'} {number} of ")

    def _head(self, f: ForAll | Exists | CountOver | After, deck: Deck | None) -> str:
        """What stands before the body of a formula that reaches far to the right."""
        if isinstance(f, After):
            head = self.text("after ")
            return f"{head}{self._action(f.action, deck)}{self.colon}"
        if isinstance(f, CountOver):
            counted = self._counted(f.exact, f.number)
            return f"{counted}{f.var}{self.within}{self._domain(f.domain)}{self.colon}"
        template = self.forall if isinstance(f, ForAll) else self.exists
        return template.format(f.var, self._domain(f.domain))

    def _domain(self, domain: Domain) -> str:
        if isinstance(domain, str):
            return self.named(domain)
        if isinstance(domain, Var):
            return domain.name
        return self._listed(self.brackets, map(self._word, domain))

    def _compared(
        self, left: Term, mark: str, right: Term, level: int, deck: Deck | None
    ) -> str:
        shown = f"{self._term(left, deck)}{mark}{self._term(right, deck)}"
        return f"({shown})" if level == _TIGHTEST else shown

    def _term(self, term: Term | Group, deck: Deck | None) -> str:
        if isinstance(term, frozenset):
            return self._set(term, deck)
        if isinstance(term, tuple):
            return self._listed(self.brackets, map(self._word, term))
        return self.named(term) if term == "players" else self._word(term)

    def _word(self, word: int | str | Var) -> str:
        return self.card(word) if isinstance(word, str) else str(word)

    def _set(self, cards: Iterable[str | Var], deck: Deck | None) -> str:
        """A set of cards in deck order, then variables."""
        listed = list(cards)
        ordered: list[str | Var] = []
        ordered += sort_cards((x for x in listed if isinstance(x, str)), deck)
        ordered += sorted((x for x in listed if isinstance(x, Var)), key=str)
        return self._listed(self.braces, map(self.card, ordered))

    def _listed(self, marks: tuple[str, str], members: Iterable[str]) -> str:
        return marks[0] + self.comma.join(members) + marks[1]

    def _action(self, action: Act, deck: Deck | None) -> str:
        args = self.comma.join(self._term(arg, deck) for arg in action.args)
        return f"{action.kind}({args})"

    def _atom(self, f: Formula, level: int, deck: Deck | None) -> str:
        match f:
            case Truth() | Falsity():
                return self.named("true" if isinstance(f, Truth) else "false")
            case Atom(name):
                return name
            case OpenAtom(name, places):
                return f"{name}({','.join(map(str, places))})"
            case Same(left, right):
                return self._compared(left, self.same[0], right, level, deck)
            case Member(item, of):
                return self._compared(item, self.within, of, level, deck)
            case Possible(action):
                return f"{self.text('possible')}({self._action(action, deck)})"
        return self._fluent(f, deck)

    def _fluent(self, f: Formula, deck: Deck | None) -> str:
        match f:
            case H():
                return self.held(f)
            case Fluent(name, arg):
                return name if arg is None else f"{name}({self._term(arg, deck)})"
        raise QueryError(f"{f!r} is not a formula")


def _latex_card(card: str | Var) -> str:
    return card.name if isinstance(card, Var) else card_latex(card)


def _latex_held(f: H) -> str:
    shown = _latex_card(f.card)
    index = re.fullmatch(r"s_\{?([0-9]+)\}?", shown)
    return f"h_{{{f.holder},{index[1] if index else shown}}}"


def _latex_named(name: str) -> str:
    signs = {
        "true": r"\top",
        "false": r"\bot",
        "cards": "S",
        "players": "P",
        "holders": r"\{0\} \cup P",
    }
    return signs.get(name, rf"\mathit{{{name}}}")


_PLAIN = _Notation(
    neg="~",
    conj=" & ",
    disj=" | ",
    imp=" -> ",
    iff=" <-> ",
    comma=",",
    forall="forall {} in {}: ",
    exists="exists {} in {}: ",
    said="[{}!]",
    same=(" = ", " != "),
    within=" in ",
    colon=": ",
    text=str,
    braces=("{", "}"),
    brackets=("[", "]"),
    card=str,
    held=lambda f: f"h({f.holder},{f.card})",
    named=str,
)
_LATEX = _Notation(
    neg=r"\neg ",
    conj=r" \wedge ",
    disj=r" \vee ",
    imp=r" \supset ",
    iff=r" \equiv ",
    comma=", ",
    forall=r"\forall {} \in {} \colon ",
    exists=r"\exists {} \in {} \colon ",
    said="[{}!]",
    same=(" = ", r" \neq "),
    within=r" \in ",
    colon=r" \colon ",
    text=lambda words: rf"\text{{{words}}}",
    braces=(r"\{", r"\}"),
    brackets=(r"\{", r"\}"),
    card=_latex_card,
    held=_latex_held,
    named=_latex_named,
)

Node.written = cast("Callable[[Node], str]", show)
