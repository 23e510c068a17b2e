"""What a group is told in a file of SMCDEL, `[a,b ! F]G`, on decision diagrams."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from mystpy.compilation import dataclass
from mystpy.decision_diagrams import Diagram
from mystpy.kripke.bdd import KnowledgeStructure
from mystpy.language.nodes import Formula
from mystpy.language.truth import Algebra, evaluate


@dataclass(frozen=True, slots=True)
class StructureAnnouncement:
    """A group is told that a formula is true, or whether it is: see `Doing`.

    All others see that the group is told which of both is so, and not which.
    """

    group: tuple[str, ...]
    said: Formula
    whether: bool
    events: ClassVar[tuple[str, ...]] = ("told",)

    def leading_to(
        self,
        model: KnowledgeStructure,
        event: str | None,
        every: bool,
        body: Formula,
        sets: Callable[[KnowledgeStructure], Algebra[Diagram]],
    ) -> Diagram:
        """Where a formula holds after it; `every` counts where it cannot happen."""
        said = evaluate(self.said, sets(model))
        after = model.inform_group(self.group, said)
        found = model.untold(after.law & evaluate(body, sets(after)))
        if self.whether:
            return found
        return ~said | found if every else said & found
