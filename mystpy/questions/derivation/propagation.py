"""Unit propagation over the partition axioms and clauses about holders of cards.

Each partition axiom is a set of cardinality constraints: a card has at most one holder
(2.9) and at least one (2.10), hands and the pile have their sizes (2.11, 2.12). A
literal is an integer: the number of an atom h(k,x), negative if it is denied.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set

from mystpy.compilation import NamedTuple
from mystpy.engines.explain.selectors import (
    HAND_SIZES,
    ONE_HOLDER,
    PILE_SIZE,
    SOME_HOLDER,
    SORTS,
    AxiomSelector,
)
from mystpy.game.game import Game
from mystpy.language.atoms import H
from mystpy.language.junctions import conjunction, disjunction
from mystpy.language.nodes import And, Formula, Not, Or

Clause = frozenset[int]
"""A disjunction of literals."""

Case = frozenset[int]
"""A conjunction of literals."""


class CardinalityConstraint(NamedTuple):
    """Bounds by an axiom on the number of true atoms among some."""

    axiom: AxiomSelector
    atoms: tuple[int, ...]
    least: int
    most: int


class Deduction(NamedTuple):
    """New literals by an axiom, with the premises of each."""

    axiom: AxiomSelector
    causes: Mapping[int, frozenset[int]]


class AtomNumbers(NamedTuple):
    """The numbers of the atoms h(k,x) of a game."""

    game: Game

    def number(self, holder: int, card: str) -> int:
        """The number of an atom, from 1 on."""
        return 1 + holder * self.game.c + self.game.deck[card]

    def formula(self, literal: int) -> Formula:
        """The formula of a literal."""
        holder, card = self.place(literal)
        held = H(holder, card)
        return held if literal > 0 else Not(held)

    def place(self, literal: int) -> tuple[int, str]:
        """The holder and the card of a literal."""
        holder, index = divmod(abs(literal) - 1, self.game.c)
        return holder, self.game.cards[index]

    def conjunction(self, literals: Iterable[int]) -> Formula:
        """The conjunction of literals, card by card."""
        return conjunction(self.formula(x) for x in self.ordered(literals))

    def disjunction(self, literals: Iterable[int]) -> Formula:
        """The disjunction of literals, holder by holder."""
        return disjunction(map(self.formula, sorted(literals, key=abs)))

    def ordered(self, literals: Iterable[int]) -> list[int]:
        """Literals holder by holder."""
        return sorted(literals, key=abs)

    def clauses(self, formula: Formula) -> list[Clause] | None:
        """A ground formula as clauses; None if it is no conjunction of clauses."""
        found: list[Clause] = []
        for part in _parts(And, _inwards(formula, True)):
            clause = [self._literal(each) for each in _parts(Or, part)]
            if None in clause:
                return None
            found.append(frozenset(x for x in clause if x is not None))
        return found

    def _literal(self, formula: Formula) -> int | None:
        match formula:
            case Not(H() as atom):
                return -self.number(int(str(atom.holder)), str(atom.card))
            case H():
                return self.number(int(str(formula.holder)), str(formula.card))
        return None


def _parts(kind: type[And | Or], formula: Formula) -> Iterator[Formula]:
    """The parts of nested conjunctions, or disjunctions."""
    if isinstance(formula, kind):
        for part in formula.parts:
            yield from _parts(kind, part)
    else:
        yield formula


def _inwards(formula: Formula, holds: bool) -> Formula:
    """A formula, or its negation, with negations moved inwards."""
    match formula:
        case Not(body):
            return _inwards(body, not holds)
        case And(parts):
            join = conjunction if holds else disjunction
            return join(_inwards(part, holds) for part in parts)
        case Or(parts):
            join = disjunction if holds else conjunction
            return join(_inwards(part, holds) for part in parts)
    return formula if holds else Not(formula)


def constraints_of(
    game: Game, axioms: Iterable[AxiomSelector]
) -> list[CardinalityConstraint]:
    """Return the cardinality constraints of these partition axioms."""
    c, rows = game.c, range(len(game.sizes))
    columns = [tuple(1 + k * c + x for k in rows) for x in range(c)]
    hands = [tuple(range(1 + k * c, 1 + k * c + c)) for k in rows]
    pile = [CardinalityConstraint(PILE_SIZE, hands[0], game.sizes[0], game.sizes[0])]
    of_axiom = {
        ONE_HOLDER: [CardinalityConstraint(ONE_HOLDER, x, 0, 1) for x in columns],
        SOME_HOLDER: [
            CardinalityConstraint(SOME_HOLDER, x, 1, len(x)) for x in columns
        ],
        HAND_SIZES: [
            CardinalityConstraint(HAND_SIZES, hands[k], game.sizes[k], game.sizes[k])
            for k in rows[1:]
        ],
        PILE_SIZE: pile,
        SORTS: [
            CardinalityConstraint(SORTS, tuple(1 + game.deck[x] for x in cards), 1, 1)
            for _, cards in game.sorts
        ],
    }
    return [each for axiom in axioms for each in of_axiom[axiom]]


def deductions(
    known: Collection[int], constraints: Sequence[CardinalityConstraint]
) -> Iterator[Deduction]:
    """Yield the consequences of each axiom by the literals that are known."""
    found: dict[AxiomSelector, dict[int, frozenset[int]]] = {}
    for each in constraints:
        true = frozenset(x for x in each.atoms if x in known)
        false = frozenset(-x for x in each.atoms if -x in known)
        open_ = [x for x in each.atoms if x not in known and -x not in known]
        causes = found.setdefault(each.axiom, {})
        if len(true) >= each.most:
            causes.update((-x, true) for x in open_ if -x not in causes)
        elif len(true) + len(open_) <= each.least:
            causes.update((x, false) for x in open_ if x not in causes)
    return (Deduction(axiom, causes) for axiom, causes in found.items() if causes)


def violation(
    known: Collection[int], constraints: Iterable[CardinalityConstraint]
) -> tuple[AxiomSelector, frozenset[int]] | None:
    """An axiom that literals violate, with those that do; None if there is none."""
    for each in constraints:
        true = frozenset(x for x in each.atoms if x in known)
        false = frozenset(-x for x in each.atoms if -x in known)
        if len(true) > each.most:
            return each.axiom, true
        if len(each.atoms) - len(false) < each.least:
            return each.axiom, false
    return None


def reduced(clause: Clause, known: Set[int]) -> Clause | None:
    """Return the rest of a clause; None if a literal of it is known."""
    if clause & known:
        return None
    return frozenset(x for x in clause if -x not in known)


def multiplied(cases: Iterable[Case], clause: Clause) -> list[Case]:
    """The cases of a disjunction of cases and a clause, without those in others."""
    found = {case | {literal} for case in cases for literal in clause}
    kept: list[Case] = []
    for case in sorted(found, key=lambda each: (len(each), sorted(map(abs, each)))):
        if not any(other <= case for other in kept):
            kept.append(case)
    return sorted(kept, key=lambda each: sorted(map(abs, each)))
