"""The truth of formulas in the worlds of a model."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from mystpy.errors import did_you_mean
from mystpy.kripke.faults import ModelError
from mystpy.kripke.formula import (
    After,
    And,
    Atom,
    Common,
    Distributed,
    Everyone,
    Falsity,
    Formula,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
    Truth,
    refuse_deep,
)
from mystpy.kripke.formula_text import Vocabulary, parse_formula
from mystpy.kripke.partition import Mask, Partition

if TYPE_CHECKING:
    from mystpy.kripke.model import Model


def vocabulary(model: Model) -> Vocabulary:
    """What formulas may speak of in a model."""
    return Vocabulary.of(model.agents, model.atoms)


def read(formula: Formula | str, model: Model) -> Formula:
    """A formula, read in the model's vocabulary if it is a text; see ParseError."""
    if isinstance(formula, str):
        return parse_formula(formula, vocabulary(model))
    refuse_deep(formula)
    return formula


def truth(model: Model, formula: Formula | str) -> Mask:
    """The worlds in which a formula holds, as an array of shape (worlds,).

    Raises ParseError for a text that cannot be read, ModelError for atoms and agents
    that the model does not have, QueryError for a formula nested too deeply.
    """
    return _Truth(model).of(read(formula, model))


class _Truth:
    """The truth of formulas in one model; what groups can reach is kept."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.linked: dict[tuple[str, ...], Partition] = {}

    def of(self, f: Formula) -> Mask:
        match f:
            case Atom(name):
                return self.atom(name)
            case Truth() | Falsity():
                return np.full(len(self.model), isinstance(f, Truth))
            case Not(body):
                return ~self.of(body)
            case And(parts):
                return reduce(np.logical_and, [self.of(part) for part in parts])
            case Or(parts):
                return reduce(np.logical_or, [self.of(part) for part in parts])
            case Implies(left, right):
                return ~self.of(left) | self.of(right)
            case Iff(left, right):
                return ~(self.of(left) ^ self.of(right))
            case After(said, body):
                return self.after(self.of(said), body)
            case Knows(agent, body):
                return self.model.relation(agent).inside(self.of(body))
        return self.of_group(f, self.of(f.body))

    def of_group(self, f: Everyone | Common | Distributed, body: Mask) -> Mask:
        match f:
            case Everyone(group):
                relations = map(self.model.relation, group)
                each = [relation.inside(body) for relation in relations]
                return reduce(np.logical_and, each)
            case Common(group):
                if group not in self.linked:
                    self.linked[group] = self.model.linked(group)
                return self.linked[group].inside(body)
        return self.model.together(f.group).inside(body)

    def after(self, said: Mask, body: Formula) -> Mask:
        """Where the body holds after a truth has been announced, or it is no truth."""
        found = ~said
        if said.any():
            found[said] = _Truth(self.model.restricted(said)).of(body)
        return found

    def atom(self, name: str) -> Mask:
        if name not in self.model.valuation:
            near = did_you_mean(name, self.model.atoms)
            raise ModelError(
                f"there is no atom {name} in the model", hint=near, word=name
            )
        return self.model.valuation[name]
