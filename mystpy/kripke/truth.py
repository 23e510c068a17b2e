"""The truth of formulas in the worlds of a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mystpy.errors import did_you_mean
from mystpy.kripke.faults import ModelError
from mystpy.kripke.partition import Mask, Partition
from mystpy.language.atoms import Player
from mystpy.language.decidable import parse_in_model
from mystpy.language.nodes import Common, Distributed, Formula
from mystpy.language.subformulas import refuse_deep
from mystpy.language.truth import Algebra, evaluate
from mystpy.language.vocabulary import ModelWords

if TYPE_CHECKING:
    from mystpy.kripke.model import Model


def vocabulary(model: Model) -> ModelWords:
    """What formulas may speak of in a model."""
    return ModelWords.of(model.agents, model.atoms)


def read(formula: Formula | str, model: Model) -> Formula:
    """A formula, read in the model's vocabulary if it is a text; see ParseError."""
    if isinstance(formula, str):
        return parse_in_model(formula, vocabulary(model))
    refuse_deep(formula)
    return formula


def truth(model: Model, formula: Formula | str) -> Mask:
    """The worlds in which a formula holds, as an array of shape (worlds,).

    Raises ParseError for a text that cannot be read, ModelError for atoms and agents
    that the model does not have, QueryError for a formula nested too deeply.
    """
    return evaluate(read(formula, model), _Sets(model))


class _Sets(Algebra[Mask]):
    """Sets of worlds of one model as arrays; what groups can reach is kept."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.linked: dict[tuple[Player, ...], Partition] = {}

    def constant(self, true: bool) -> Mask:
        """All worlds, or none."""
        return np.full(len(self.model), true)

    def atom(self, f: Formula) -> Mask:
        """Where an atom is true. Raises ModelError if the model does not have it."""
        name = str(f)
        if name not in self.model.valuation:
            near = did_you_mean(name, self.model.atoms)
            raise ModelError(
                f"there is no atom {name} in the model", hint=near, word=name
            )
        return self.model.valuation[name]

    def own(self, a: Mask) -> Mask:
        """A copy, to be written into."""
        return a.copy()

    def meet(self, a: Mask, b: Mask) -> Mask:
        """The worlds in both, written into the first."""
        a &= b
        return a

    def join(self, a: Mask, b: Mask) -> Mask:
        """The worlds in one of them, written into the first."""
        a |= b
        return a

    def known(self, player: Player, body: Mask) -> Mask:
        """Where an agent knows it. Raises ModelError if there is no such agent."""
        return self.model.relation(str(player)).inside(body)

    def common(self, f: Common, body: Mask) -> Mask:
        """Where it holds in all worlds that the group's relations lead to."""
        if f.members not in self.linked:
            self.linked[f.members] = self.model.linked(map(str, f.members))
        return self.linked[f.members].inside(body)

    def distributed(self, f: Distributed, body: Mask) -> Mask:
        """Where it holds in all worlds that are alike for all of the group."""
        return self.model.together(map(str, f.members)).inside(body)

    def announced(self, said: Mask, body: Formula) -> Mask:
        """Where the body holds after a truth has been announced, or it is no truth."""
        found = ~said
        if said.any():
            found[said] = evaluate(body, _Sets(self.model.restricted(said)))
        return found
