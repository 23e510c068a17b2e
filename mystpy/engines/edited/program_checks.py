"""What a program of clingo needs besides, and what is checked, under edited axioms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mystpy.engines.backend import has_backend
from mystpy.engines.edited.one_answer_set import GroundRules
from mystpy.engines.edited.own_fluents import named_fluents
from mystpy.language.atoms import H

if TYPE_CHECKING:
    from clingo import Control

WHOLE_HANDS = f":- given(K,X), {H.predicate}(K,Y,init0), not given(K,Y), not refused."
"""A hand is given whole: the shipped sizes of hands imply it, others may not."""


class EditedProgram:
    """The rules that are added to a program, and the check of its ground rules."""

    def __init__(self, control: Control, rules: str) -> None:
        self._rule_set = rules
        # A clingo that is lent cannot be observed.
        self._ground = None if has_backend() else GroundRules(control)
        self.rules = f"{WHOLE_HANDS}\n{named_fluents(rules)}"

    def require_one_answer_set(self) -> None:
        """Raise AxiomError if a deal may have several answer sets, or none."""
        if self._ground is not None:
            self._ground.require_one_answer_set(self._rule_set)
