"""Printing formulas: the shared syntax, and the thesis's notation.

Brackets are written only where they are needed for reading: ~ K E C D and [F!] bind
tightest, then &, |, ->, <->. The scope of quantifiers, counts and `after` extends to
the right as far as possible.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, cast

from mystpy.axioms import name_in_force
from mystpy.errors import QueryError
from mystpy.game.names import Deck, card_latex, sort_cards
from mystpy.language.atoms import (
    ActionTerm,
    Atom,
    Domain,
    Equality,
    Falsity,
    Fluent,
    Group,
    H,
    Membership,
    Node,
    OpenAtom,
    PossAtom,
    Term,
    Truth,
    Var,
)
from mystpy.language.counting.notation import number_text
from mystpy.language.nodes import (
    After,
    And,
    Announcing,
    CountOf,
    CountOver,
    Exists,
    ForAll,
    Formula,
    GroupAnnouncing,
    GroupModal,
    Iff,
    Implies,
    Iterated,
    KnowsWhether,
    Modal,
    Next,
    Not,
    Or,
    PlayerModal,
    TrulyAnnouncing,
)
from mystpy.language.numbers import Binder, Comparison, Number, NumberTerm
from mystpy.language.subformulas import children, refuse_deep
from mystpy.language.temporal import Doing, Temporal

_LOOSEST, _IMPLIES, _OR, _AND, _TIGHT, _TIGHTEST = range(6)


def show(
    formula: Formula, deck: Deck | None = None, players: Sequence[str] = ()
) -> str:
    """The formula in the shared syntax, with these players' names; `read` reads it."""
    refuse_deep(formula)
    return _Notation(players).show(formula, _LOOSEST, True, deck)


def latex(formula: Formula, deck: Deck | None = None) -> str:
    r"""The formula in the thesis's notation: `K(5, \neg h_{0,3})`."""
    refuse_deep(formula)
    return _Printed().show(formula, _LOOSEST, True, deck)


class _Notation:
    """The shared syntax: its marks, and how cards, sets and groups are written."""

    neg, conj, disj, imp, iff = "~", " & ", " | ", " -> ", " <-> "
    forall, exists = "forall {} in {}: ", "exists {} in {}: "
    box, diamond = "[{}]", "<{}>"
    same, within, colon, comma = (" = ", " != "), " in ", ": ", ","
    braces, brackets = ("{", "}"), ("[", "]")
    signs: ClassVar[Mapping[str, str]] = {}

    def __init__(self, players: Sequence[str] = ()) -> None:
        self._names: dict[object, str] = dict(enumerate(players, 1))

    def text(self, words: str) -> str:
        """The words that a sign has not."""
        return words

    def card(self, card: str | Var) -> str:
        """A card, or a variable for one."""
        return str(card)

    def held(self, f: H) -> str:
        """Return the text of a holder and a card."""
        return f"{name_in_force(f.name)}({self.player(f.holder)},{f.card})"

    def player(self, player: int | str | Var) -> str:
        """A player, by name if there is one, or a variable for one."""
        return self._names.get(player) or str(player)

    def named(self, name: str) -> str:
        """A constant, or a set by its name."""
        return name

    def show(self, f: Formula, level: int, last: bool, deck: Deck | None) -> str:
        """The text of f as an operand of this level.

        `last` says that no text follows that could be read as part of a quantifier's
        body.
        """
        match f:
            case Not(Equality(left, right)):
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
            case Announcing() | Doing() | GroupAnnouncing():
                return self._update(f, deck) + self.show(f.body, _TIGHTEST, last, deck)
            case CountOf(exact, number, parts):
                listed = [self.show(part, _LOOSEST, True, deck) for part in parts]
                inside = self.comma.join(listed)
                return f"{self._counted(exact, number)}({inside})"
            case Next(body) | Temporal(body):
                head = self.text(f"{f.phrase if isinstance(f, Temporal) else 'next'} ")
                return f"{head}{self.show(body, _TIGHTEST, last, deck)}"
            case Modal():
                inside = self.show(f.body, _LOOSEST, True, deck)
                return f"{self._knower(f, deck)}{self.comma}{inside})"
            case Binder() | After():
                head = self._head(f, deck)
                shown = head + self.show(f.body, _LOOSEST, True, deck)
                return shown if last else f"({shown})"
        return self._atom(f, level, deck)

    def _update(self, f: Formula, deck: Deck | None) -> str:
        """Return the update in square brackets, or in angles for some way."""
        every = not isinstance(f, TrulyAnnouncing)
        match f:
            case Announcing(said):
                inside = f"{self.show(said, _LOOSEST, True, deck)}!"
            case Doing(every):
                inside = f.written_name
            case GroupAnnouncing(every=every):
                inside = self._term(f.group, deck)
        return (self.box if every else self.diamond).format(inside)

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

    def _knower(self, f: PlayerModal | GroupModal, deck: Deck | None) -> str:
        letter = self.text("Kw") if isinstance(f, KnowsWhether) else f.letter
        if isinstance(f, PlayerModal):
            return f"{letter}({self.player(f.agent)}"
        power = f"^{f.times}" if isinstance(f, Iterated) else ""
        return f"{letter}{power}({self._term(f.group, deck)}"

    def _counted(self, exact: bool, number: Number) -> str:
        return self.text(f"{'exactly' if exact else 'at least'} {number} of ")

    def _head(self, f: ForAll | Exists | CountOver | After, deck: Deck | None) -> str:
        """Return the text before the body of a formula with a wide scope."""
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

    def _number(self, f: NumberTerm, deck: Deck | None) -> str:
        return number_text(
            f,
            self.signs,
            lambda node: f"{node.var}{self.within}{self._domain(node.domain)}",
            lambda body: f"{self.colon}{self.show(body, _LOOSEST, True, deck)}",
        )

    def _term(self, term: Term | Group, deck: Deck | None) -> str:
        if isinstance(term, frozenset):
            return self._set(term, deck)
        if isinstance(term, tuple):
            return self._listed(self.brackets, map(self._word, term))
        return self.named(term) if term == "players" else self._word(term)

    def _word(self, word: int | str | Var) -> str:
        return self.card(word) if isinstance(word, str) else self.player(word)

    def _set(self, cards: Iterable[str | Var], deck: Deck | None) -> str:
        """A set of cards in deck order, then variables."""
        listed = list(cards)
        ordered: list[str | Var] = []
        ordered += sort_cards((x for x in listed if isinstance(x, str)), deck)
        ordered += sorted((x for x in listed if isinstance(x, Var)), key=str)
        return self._listed(self.braces, map(self.card, ordered))

    def _listed(self, marks: tuple[str, str], members: Iterable[str]) -> str:
        return marks[0] + self.comma.join(members) + marks[1]

    def _action(self, action: ActionTerm, deck: Deck | None) -> str:
        args = self.comma.join(self._term(arg, deck) for arg in action.args)
        return f"{name_in_force(action.kind)}({args})"

    def _atom(self, f: Formula, level: int, deck: Deck | None) -> str:
        match f:
            case Truth() | Falsity():
                return self.named("true" if isinstance(f, Truth) else "false")
            case Atom(name):
                return name
            case OpenAtom(name, places):
                return f"{name}({','.join(map(str, places))})"
            case Equality(left, right):
                return self._compared(left, self.same[0], right, level, deck)
            case Comparison(left, sign, right):
                sides = self._number(left, deck), self._number(right, deck)
                shown = f" {self.signs.get(sign, sign)} ".join(sides)
                return f"({shown})" if level == _TIGHTEST else shown
            case Membership(item, of):
                return self._compared(item, self.within, of, level, deck)
            case PossAtom(action):
                return f"{self.text('possible')}({self._action(action, deck)})"
        return self._fluent(f, deck)

    def _fluent(self, f: Formula, deck: Deck | None) -> str:
        match f:
            case H():
                return self.held(f)
            case Fluent(name, arg):
                name = name_in_force(name)
                return name if arg is None else f"{name}({self._term(arg, deck)})"
        raise QueryError(f"{f!r} is not a formula")


class _Printed(_Notation):
    """The thesis's notation, in LaTeX."""

    neg, conj, disj = r"\neg ", r" \wedge ", r" \vee "
    imp, iff = r" \supset ", r" \equiv "
    forall, exists = r"\forall {} \in {} \colon ", r"\exists {} \in {} \colon "
    diamond = r"\langle {}\rangle "
    same, within, colon, comma = (" = ", r" \neq "), r" \in ", r" \colon ", ", "
    braces = brackets = (r"\{", r"\}")
    signs: ClassVar = {"<=": r"\leq", ">=": r"\geq", "!=": r"\neq"}
    signs.update({"*": r"\cdot", "#": r"\#"})

    def text(self, words: str) -> str:
        """The words, set upright."""
        return rf"\text{{{words}}}"

    def card(self, card: str | Var) -> str:
        """A card, with its number as an index."""
        return card.name if isinstance(card, Var) else card_latex(card)

    def held(self, f: H) -> str:
        """Return the text of a holder and a card, as indices of h."""
        shown = self.card(f.card)
        index = re.fullmatch(r"s_\{?([0-9]+)\}?", shown)
        return f"h_{{{f.holder},{index[1] if index else shown}}}"

    def named(self, name: str) -> str:
        """The sign of a constant or a set, or its name."""
        signs = {"true": r"\top", "false": r"\bot", "cards": "S", "players": "P"}
        signs["holders"] = r"\{0\} \cup P"
        return signs.get(name, rf"\mathit{{{name}}}")


Node.written = cast("Callable[[Node], str]", show)
