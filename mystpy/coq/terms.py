"""Formulas of the bench as terms of Coq: `Formula.formula` of proofs/Language.v.

The constructors there have the names of the classes of `mystpy.language`, so that a
term can be compared with the formula. `M`, `Kw` and the other operators are unchanged.
A conjunction of several parts becomes nested pairs, and `B` becomes `K`, since belief
is knowledge in a game.
"""

from __future__ import annotations

from functools import cache

from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import NotCovered
from mystpy.language.atoms import (
    ActionTerm,
    AnsTurn,
    Cards,
    Constant,
    Domain,
    Equality,
    GameOver,
    Group,
    H,
    Membership,
    PhaseIs,
    PossAtom,
    Question,
    StillIn,
    Term,
    Turn,
    Var,
)
from mystpy.language.nodes import (
    After,
    BinaryConnective,
    Common,
    CountOver,
    Distributed,
    Everyone,
    Formula,
    Iterated,
    NaryConnective,
    Next,
    Not,
    PlayerModal,
    Quantified,
)
from mystpy.language.numbers import Number
from mystpy.language.read import read
from mystpy.language.temporal import Historically, Once, Previously
from mystpy.language.vocabulary import ConjectureWords

_STATED = pattern(
    r"(always|initially|never)(?: within ([0-9]+) actions)?(, no guesses)?: (.*)"
)
_CARD = pattern(r"s([1-9][0-9]*)")
_DOMAINS = {
    "players": "Players",
    "holders": "Holders",
    "cards": "Cards",
    "questions": "Questions",
    "guesses": "Guesses",
    "sets": "Sets",
    "groups": "Groups",
}
_PHASES = ("Ask", "Ans", "Show", "Guess", "End")
_COLLECTIONS = ("set", "group")


class StatementTerm(NamedTuple):
    """A statement in Coq: its form, whether it has guesses, its depth, its formula."""

    form: str
    guesses: bool
    depth: int | None
    formula: str

    def __str__(self) -> str:
        depth = "None" if self.depth is None else f"(Some {self.depth})"
        head = f"{self.form.capitalize()} {str(self.guesses).lower()} {depth}"
        return f"Statement {head} {self.formula}"


@cache
def statement_term(text: str) -> StatementTerm | None:
    """Return the term of a statement; None if it is no formula of the language.

    `text` is the statement as the bench prints it: `always, no guesses: K(1,h(1,s1)) |
    ...`.
    """
    found = _STATED.fullmatch(" ".join(text.split()))
    if found is None:
        return None
    form, depth, no_guesses, formula = found.groups()
    try:
        term = formula_term(read(formula, ConjectureWords.of(()), None))
    except NotCovered:
        return None
    return StatementTerm(form, not no_guesses, int(depth) if depth else None, term)


def formula_term(formula: Formula) -> str:
    """Return the term of a formula. Raises NotCovered if Language.v has none."""
    return _Printer({}).formula(formula)


class _Printer:
    """Prints formulas; `sorts` has the sorts of the bound variables."""

    def __init__(self, sorts: dict[str, str]) -> None:
        self.sorts = sorts

    def formula(self, f: Formula) -> str:
        """Return a formula as an argument: in parentheses unless it is one word."""
        words = self.words(f)
        return words[0] if len(words) == 1 else f"({' '.join(words)})"

    def words(self, f: Formula) -> tuple[str, ...]:
        """Return the constructor of a formula and its arguments."""
        name = type(f).__name__
        match f:
            case Constant() | GameOver():
                return (name,)
            case H(holder, card):
                return (name, self.one(holder), self.one(card))
            case StillIn(player) | Turn(player) | AnsTurn(player):
                return (name, self.one(player))
            case Question(cards):
                return (name, self.many(cards))
            case PhaseIs(phase):
                return (name, _PHASES[list(type(phase)).index(phase)])
            case Equality(left, right):
                return self.equality(left, right)
            case Membership(item, of):
                return (name, self.one(item), self.many(of))
            case PossAtom(action):
                return (name, self.action(action))
            case _:
                return self.compound(f)

    def compound(self, f: Formula) -> tuple[str, ...]:
        """Return the constructor of a compound formula, and its arguments."""
        name = type(f).__name__
        match f:
            case Not(body) | Next(body):
                return (name, self.formula(body))
            case Previously(body) | Once(body) | Historically(body):
                return (name, self.formula(body))
            case NaryConnective(parts):
                first, *rest = parts
                other = type(f)(tuple(rest)) if len(rest) > 1 else rest[0]
                return (name, self.formula(first), self.formula(other))
            case BinaryConnective(left, right):
                return (name, self.formula(left), self.formula(right))
            case PlayerModal(agent, body):
                name = "Knows" if name == "Believes" else name
                return (name, self.one(agent), self.formula(body))
            case Iterated(times=times):
                return (name, str(times), self.many(f.group), self.formula(f.body))
            case Everyone() | Common() | Distributed():
                return (name, self.many(f.group), self.formula(f.body))
            case After(action, body):
                return (name, self.action(action), self.formula(body))
            case Quantified() | CountOver():
                return (name, *self.bound(f))
        raise NotCovered(f"{f} has no term in Coq")

    def bound(self, f: Quantified | CountOver) -> tuple[str, ...]:
        """Return the variable of a quantifier or a count, its domain, and its body."""
        count: tuple[str, ...] = ()
        if isinstance(f, CountOver):
            count = (str(f.exact).lower(), self.number(f.number))
        inner = _Printer({**self.sorts, f.var: f.sort})
        return (*count, f'"{f.var}"', self.domain(f.domain), inner.formula(f.body))

    def one(self, term: Term) -> str:
        """Return the term of a player, a holder or a card."""
        if isinstance(term, Var):
            return f'(Var "{term}")'
        if isinstance(term, int):
            return f"(Num {term})"
        card = _CARD.fullmatch(term) if isinstance(term, str) else None
        if card is None:
            raise NotCovered(f"{term} is no player and no card of MYST")
        return f"(Num {card[1]})"

    def many(self, term: Cards | Group) -> str:
        """Return the term of a set of cards, or of a group of players."""
        if isinstance(term, Var):
            return f'(CollectionVar "{term}")'
        if term == "players":
            return "AllPlayers"
        kind = "CardSet" if isinstance(term, frozenset) else "PlayerGroup"
        items = [self.one(x) for x in term]
        items = sorted(items) if kind == "CardSet" else items
        return f"({kind} [:: {'; '.join(items)}])"

    def equality(self, left: Term, right: Term) -> tuple[str, ...]:
        """Return an equation of players or cards, or of sets or groups."""
        if self.is_collection(left) or self.is_collection(right):
            return ("SetEquality", self.many(left), self.many(right))  # type: ignore[arg-type]
        return ("Equality", self.one(left), self.one(right))

    def is_collection(self, term: Term) -> bool:
        """Return whether a term denotes a set or a group."""
        if isinstance(term, Var):
            return self.sorts.get(term.name) in _COLLECTIONS
        return isinstance(term, frozenset | tuple)

    def action(self, action: ActionTerm) -> str:
        """Return an action, with its arguments in the order of section 2.4."""
        given = [
            self.many(x) if self.is_collection(x) else self.one(x)  # type: ignore[arg-type]
            for x in action.args
        ]
        return f"(Do{action.kind.capitalize()} {' '.join(given)})"

    def domain(self, domain: Domain) -> str:
        """Return the domain of a variable."""
        if isinstance(domain, Var):
            return f'(MembersOf "{domain}")'
        if isinstance(domain, tuple):
            return f"(Listed [:: {'; '.join(map(self.one, domain))}])"
        if domain not in _DOMAINS:
            raise NotCovered(f"{domain} is no set of a game")
        return _DOMAINS[domain]

    def number(self, number: Number) -> str:
        """Return the term of a number, or of a constant of the game."""
        if isinstance(number, int):
            return f"(Numeral {number})"
        return f"Size{number.upper()}"
