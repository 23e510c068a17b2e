"""Printing formulas: the shared syntax, the thesis's notation, engine terms.

Brackets are written only where the reading needs them: ~ K E C bind tightest, then
&, |, ->, <->, and quantifiers reach to the right as far as they can.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from mystpy.errors import QueryError
from mystpy.formula_nodes import (
    And,
    AnsTurn,
    CardTerm,
    Common,
    Domain,
    Everyone,
    Exists,
    Falsity,
    ForAll,
    Formula,
    GameOver,
    Group,
    H,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
    PhaseIs,
    Question,
    StillIn,
    Truth,
    Turn,
    Var,
    children,
    refuse_deep,
)
from mystpy.game.cards import Deck, card_latex, set_term, sort_cards

_LOOSEST, _IMPLIES, _OR, _AND, _TIGHTEST = range(5)


def show_formula(formula: Formula, deck: Deck | None = None) -> str:
    """The formula in the shared syntax; `parse_formula` reads it back."""
    refuse_deep(formula)
    return _PLAIN.show(formula, _LOOSEST, True, deck)


def latex(formula: Formula, deck: Deck | None = None) -> str:
    r"""The formula in the thesis's notation: `K(5, \neg h_{0,3})`."""
    refuse_deep(formula)
    return _LATEX.show(formula, _LOOSEST, True, deck)


@dataclass(frozen=True, slots=True)
class _Notation:
    """The marks of one way of writing, and the ways of writing atoms and domains."""

    neg: str
    conj: str
    disj: str
    imp: str
    iff: str
    comma: str
    forall: str
    exists: str
    atom: Callable[[Formula, Deck | None], str]
    group: Callable[[Group, str], str]
    domain: Callable[[Domain], str]

    def show(self, f: Formula, level: int, last: bool, deck: Deck | None) -> str:
        """Write f as an operand of this level.

        `last` says that nothing follows which a quantifier's body could swallow.
        """
        match f:
            case Not(body):
                return self.neg + self.show(body, _TIGHTEST, last, deck)
            case Iff() | Implies() | Or() | And():
                mark, own, levels = self._operator(f)
                bracket = own < level
                lasts = [False] * (len(levels) - 1) + [last or bracket]
                operands = zip(children(f), levels, lasts, strict=True)
                shown = mark.join([self.show(*place, deck) for place in operands])
                return f"({shown})" if bracket else shown
            case Knows() | Everyone() | Common():
                return self._modal(f, deck)
            case ForAll() | Exists():
                return self._quantified(f, last, deck)
        return self.atom(f, deck)

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
                return self.conj, _AND, [_TIGHTEST] * len(parts)

    def _modal(self, f: Knows | Everyone | Common, deck: Deck | None) -> str:
        body = self.show(f.body, _LOOSEST, True, deck)
        if isinstance(f, Knows):
            return f"K({f.player}{self.comma}{body})"
        letter = "E" if isinstance(f, Everyone) else "C"
        return f"{letter}({self.group(f.group, self.comma)}{self.comma}{body})"

    def _quantified(self, f: ForAll | Exists, last: bool, deck: Deck | None) -> str:
        template = self.forall if isinstance(f, ForAll) else self.exists
        body = self.show(f.body, _LOOSEST, True, deck)
        shown = template.format(f.var, self.domain(f.domain)) + body
        return shown if last else f"({shown})"


def _cards(cards: Iterable[CardTerm], deck: Deck | None) -> list[str]:
    """Cards in deck order, then variables."""
    listed = list(cards)
    named = sort_cards((x for x in listed if isinstance(x, str)), deck)
    return named + sorted(str(x) for x in listed if isinstance(x, Var))


def _plain_atom(f: Formula, deck: Deck | None) -> str:
    match f:
        case Truth():
            return "true"
        case Falsity():
            return "false"
        case H(holder, card):
            return f"h({holder},{card})"
        case StillIn(player):
            return f"In({player})"
        case Turn(player) | AnsTurn(player):
            return f"{type(f).__name__}({player})"
        case Question(cards):
            return f"Question({{{','.join(_cards(cards, deck))}}})"
        case GameOver():
            return "GameOver"
        case PhaseIs(phase):
            return phase.value
    raise QueryError(f"{f!r} is not a formula")


def _latex_atom(f: Formula, deck: Deck | None) -> str:
    match f:
        case Truth():
            return r"\top"
        case Falsity():
            return r"\bot"
        case H(holder, card):
            shown = _latex_card(card)
            index = re.fullmatch(r"s_\{?([0-9]+)\}?", shown)
            return f"h_{{{holder},{index[1] if index else shown}}}"
        case Question(cards):
            members = {str(x): x for x in cards}
            ordered = (_latex_card(members[x]) for x in _cards(cards, deck))
            return rf"Question(\{{{', '.join(ordered)}\}})"
    return _plain_atom(f, deck)


def _latex_card(card: CardTerm) -> str:
    return card.name if isinstance(card, Var) else card_latex(card)


def _plain_domain(domain: Domain) -> str:
    if isinstance(domain, str):
        return domain
    return "[" + ",".join(map(str, domain)) + "]"


def _latex_domain(domain: Domain) -> str:
    if isinstance(domain, str):
        return {"cards": "S", "players": "P"}.get(domain, r"\{0\} \cup P")
    shown = (card_latex(x) if isinstance(x, str) else str(x) for x in domain)
    return r"\{" + ", ".join(shown) + r"\}"


_PLAIN = _Notation(
    neg="~",
    conj=" & ",
    disj=" | ",
    imp=" -> ",
    iff=" <-> ",
    comma=",",
    forall="forall {} in {}: ",
    exists="exists {} in {}: ",
    atom=_plain_atom,
    group=lambda group, comma: "[" + comma.join(map(str, group)) + "]",
    domain=_plain_domain,
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
    atom=_latex_atom,
    group=lambda group, comma: r"\{" + comma.join(map(str, group)) + r"\}",
    domain=_latex_domain,
)


def formula_term(formula: Formula, deck: Deck | None = None) -> str:
    """The formula as a term that Prolog and ASP read alike.

    `and` and `or` are binary there: many parts become a balanced tree, so that
    the depth grows with the logarithm of their number. Raises QueryError if
    quantifiers are left: `expand` the formula first.
    """
    refuse_deep(formula)
    return _term(formula, deck)


def _term(f: Formula, deck: Deck | None) -> str:
    match f:
        case Not(body):
            return f"neg({_term(body, deck)})"
        case And(parts):
            return _balanced("and", [_term(part, deck) for part in parts])
        case Or(parts):
            return _balanced("or", [_term(part, deck) for part in parts])
        case Implies(left, right):
            return f"imp({_term(left, deck)},{_term(right, deck)})"
        case Iff(left, right):
            return f"iff({_term(left, deck)},{_term(right, deck)})"
        case Knows(player, body):
            return f"k({player},{_term(body, deck)})"
        case Everyone(group, body):
            return f"e(set({','.join(map(str, group))}),{_term(body, deck)})"
        case Common(group, body):
            return f"c(set({','.join(map(str, group))}),{_term(body, deck)})"
    return _atom_term(f, deck)


def _atom_term(f: Formula, deck: Deck | None) -> str:
    match f:
        case Truth():
            return "truth"
        case Falsity():
            return "falsity"
        case StillIn(player):
            return f"in({player})"
        case Turn(player):
            return f"turn({player})"
        case AnsTurn(player):
            return f"ans_turn({player})"
        case Question(cards):
            return f"question({set_term(map(str, cards), deck)})"
        case GameOver():
            return "game_over"
        case ForAll() | Exists():
            raise QueryError(
                "a quantifier is left in the formula", hint="expand(formula, game)"
            )
    return _plain_atom(f, deck)


def _balanced(functor: str, terms: list[str]) -> str:
    while len(terms) > 1:
        paired = [
            f"{functor}({left},{right})"
            for left, right in zip(terms[::2], terms[1::2], strict=False)
        ]
        terms = paired + terms[len(paired) * 2 :]
    return terms[0]
