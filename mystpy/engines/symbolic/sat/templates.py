"""Queries that differ only in the cards they name, prepared once.

In the field: prepared statements.

A formula is split into its shape and the cards that it names. The normal form, the
copies of the world and the links between them depend on the shape alone. They are
computed once and used again until the game ends. Templates cover chains of knowledge,
combined by connectives, of players whose view is given, if the solver needs no
refinement. All other formulas are decided by the general method (`refinement.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.compilation import NamedTuple
from mystpy.engines.symbolic.sat.copies import CopySolver
from mystpy.engines.symbolic.sat.nnf import (
    AllOf,
    AnyOf,
    Group,
    Known,
    Literal,
    Maybe,
    Modality,
    Node,
    NormalForms,
)
from mystpy.language.atoms import H
from mystpy.language.nodes import And, Formula, Implies, Knows, Not, Or
from mystpy.thresholds import MAX_WORLDS_IN_TEMPLATE

Shape = tuple[object, ...]
"""A formula with numbers for its cards, in the order in which it names them."""

_KEPT = 1_000
"""The number of shapes that are kept; beyond it all are discarded."""


def shape_of(
    formula: Formula, cards: dict[str, int], positive: bool | None = None
) -> Shape | None:
    """Return the shape of a formula, and collect the cards that it names.

    It is None if the formula has other atoms than who holds a card, other connectives
    than not, and, or and implication, or negated knowledge within knowledge, which
    needs a search. Within knowledge, `positive` tells whether the part is positive.
    """
    turned = None if positive is None else not positive
    parts: list[tuple[Formula, bool | None]]
    label: object = type(formula)
    match formula:
        case H(holder, card):
            plain = type(holder) is int and type(card) is str
            return (holder, cards.setdefault(str(card), len(cards))) if plain else None
        case Knows(agent, body) if positive is not False and type(agent) is int:
            label, parts = agent, [(body, True)]
        case Not(body):
            parts = [(body, turned)]
        case And(joined) | Or(joined):
            parts = [(part, positive) for part in joined]
        case Implies(left, right):
            parts = [(left, turned), (right, positive)]
        case _:
            return None
    shapes = [shape_of(part, cards, under) for part, under in parts]
    return (label, *shapes) if all(shapes) else None


class _Place(NamedTuple):
    """A literal of a query: in a copy, whether a holder has one of its cards."""

    copy: int
    holder: int
    card: int
    positive: bool


class Template:
    """The query to the solver for one modality of a shape, for any cards."""

    def __init__(
        self, node: Modality, forms: NormalForms, names: dict[int, int]
    ) -> None:
        """Store a modality, and the number of each card in the shape.

        `agents` are the other players whose knowledge it is about; `size` is 0 if the
        query needs flags or too many copies.
        """
        self.group = node.group
        self.is_known = isinstance(node, Known)
        self._names = names
        self._links: list[tuple[int, int, Group]] = []
        self._places: list[_Place] = []
        body = forms.opposite(node.body) if self.is_known else node.body
        self.size = self._place(body, 0, 1)
        self.agents = frozenset(i for _, _, group in self._links for i in group)
        if self.size > MAX_WORLDS_IN_TEMPLATE:
            self.size = 0

    def _place(self, node: Node, copy: int, free: int) -> int:
        """Collect the literals that make a node true; return the next free copy.

        For knowledge or a disjunction it returns a number that is too large.
        """
        match node:
            case Literal(holder, card, positive):
                self._places.append(_Place(copy, holder, self._names[card], positive))
                return free
            case AllOf(parts):
                for part in parts:
                    free = self._place(part, copy, free)
                return free
            case Maybe(group, body):
                self._links.append((copy, free, group))
                return self._place(body, free, free + 1)
        return MAX_WORLDS_IN_TEMPLATE + 1 + free

    def sought(self, copies: CopySolver, cards: Sequence[int]) -> list[int]:
        """Return the literals to assume for these cards."""
        found = [copies.link(*link) for link in self._links]
        for copy, holder, card, positive in self._places:
            atom = copies.card(copy, holder, cards[card])
            found.append(atom if positive else -atom)
        return found


class ShapeQuestion(NamedTuple):
    """A prepared shape: all of its parts have to hold, or one if not `every`."""

    every: bool
    parts: tuple[Template, ...]


class Templates:
    """The queries of a game, by shape."""

    def __init__(self) -> None:
        self._questions: dict[Shape, ShapeQuestion | None] = {}

    def of(
        self, shape: Shape, formula: Formula, cards: Sequence[int], forms: NormalForms
    ) -> ShapeQuestion | None:
        """Return the query of a shape, given a formula of it with its cards.

        It is None if the general method has to decide it.
        """
        try:
            return self._questions[shape]
        except KeyError:
            if len(self._questions) >= _KEPT:
                self._questions.clear()
            names = {card: number for number, card in enumerate(cards)}
            found = self._questions[shape] = _prepared(forms.of(formula), forms, names)
            return found


def _prepared(
    node: Node, forms: NormalForms, names: dict[int, int]
) -> ShapeQuestion | None:
    nodes = node.parts if isinstance(node, (AllOf, AnyOf)) else (node,)
    parts = [Template(n, forms, names) for n in nodes if isinstance(n, Modality)]
    if len(parts) < len(nodes) or not all(part.size for part in parts):
        return None
    return ShapeQuestion(not isinstance(node, AnyOf), tuple(parts))
