"""Knowledge actions: groups learn which of some alternatives takes place.

These are the knowledge actions of van Ditmarsch's thesis (2000), without sequences.
L_123(!L_12?r_1 u L_12?w_1) is written `learn([1,2,3], !learn([1,2],?h(1,r)),
learn([1,2],?h(1,w)))` here: the agents 1 and 2 learn that 1 holds red, and all learn
that they learn that or that 1 holds white.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from mystpy.compilation import NamedTuple, dataclass, field
from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import Model
from mystpy.kripke.partition import Partition
from mystpy.kripke.update.action_model import Action, EventFrame
from mystpy.kripke.update.product import ActionStep
from mystpy.language.junctions import simply
from mystpy.language.nodes import Formula


@dataclass(frozen=True, slots=True)
class KnowledgeTest:
    """`?F`: a test of F, from which nobody learns."""

    formula: Formula
    said: str | None = field(default=None, compare=False)

    group = frozenset[str]()
    """The agents who learn something in it."""

    def __str__(self) -> str:
        return f"?{self.said or self.formula}"


@dataclass(frozen=True, slots=True)
class Learning:
    """`learn(B, A, !A, ...)`: the group B learns that one of these takes place.

    `chosen` is the number of the one that does.
    """

    members: tuple[str, ...]
    alternatives: tuple[KnowledgeTest | Learning, ...]
    chosen: int

    @property
    def group(self) -> frozenset[str]:
        """The agents who learn something in it."""
        return frozenset(self.members)

    def __str__(self) -> str:
        several = len(self.alternatives) > 1
        said = ",".join(
            f"{'!' * (several and k == self.chosen)}{each}"
            for k, each in enumerate(self.alternatives)
        )
        return f"learn([{','.join(self.members)}],{said})"

    def require_sense(self) -> None:
        """Raise ModelError unless one and the same group learns the alternatives.

        It has to be a part of the group that learns of them.
        """
        groups = {each.group for each in self.alternatives}
        if len(groups) > 1:
            raise ModelError(
                f"in {self} the alternatives are learnt by different groups",
                hint="use ?true if nothing is learnt in one of them: learn([1],?true)",
            )
        (inner,) = groups
        if outside := sorted(inner - self.group):
            raise ModelError(
                f"{outside[0]} learns something in {self}, and is not in its group"
            )
        for each in self.alternatives:
            if isinstance(each, Learning):
                each.require_sense()

    def tests(self) -> Iterator[KnowledgeTest]:
        """The tests in it, from left to right."""
        for each in self.alternatives:
            if isinstance(each, Learning):
                yield from each.tests()
            else:
                yield each

    @property
    def actual(self) -> int:
        """The number of the test that takes place."""
        before = self.alternatives[: self.chosen]
        passed = sum(
            len([*each.tests()]) if isinstance(each, Learning) else 1 for each in before
        )
        each = self.alternatives[self.chosen]
        return passed + (each.actual if isinstance(each, Learning) else 0)

    def classes(self, agent: str, fresh: Iterator[int]) -> list[int]:
        """Return a number for each test, equal for tests that look alike to `agent`."""
        if agent not in self.group:
            return [next(fresh)] * len([*self.tests()])
        alike, found = next(fresh), list[int]()
        for each in self.alternatives:
            if isinstance(each, Learning) and agent in each.group:
                found += each.classes(agent, fresh)
            else:
                size = len([*each.tests()]) if isinstance(each, Learning) else 1
                found += [alike] * size
        return found


class _Named(NamedTuple):
    """An event: its name, and the test that is its precondition."""

    name: str
    test: KnowledgeTest


@dataclass(frozen=True, slots=True)
class Learn(ActionStep):
    """A knowledge action as a step: all agents learn something, as `learning` says."""

    learning: Learning

    def __str__(self) -> str:
        return str(self.learning)

    @property
    def events(self) -> list[_Named]:
        """The tests, with names of events."""
        return [
            _Named(f"t{k}", each) for k, each in enumerate(self.learning.tests(), 1)
        ]

    def conditions(self, model: Model) -> list[str]:
        """When each event can happen, in words."""
        return [event.test.said or simply(event.test.formula) for event in self.events]

    def action(self, model: Model) -> Action:
        """The action model. Raises ModelError unless all agents learn something."""
        missing = [a for a in model.agents if a not in self.learning.group]
        if missing:
            raise ModelError(
                f"{missing[0]} learns nothing in {self}: an action has a public part",
                hint=f"learn([{','.join(model.agents)}],...) is of all agents",
            )
        self.learning.require_sense()
        names = tuple(event.name for event in self.events)
        publicity = {
            agent: Partition.of_keys(self.learning.classes(agent, count()))
            for agent in model.agents
        }
        frame = EventFrame(names, publicity, self.learning.actual)
        return Action(frame, tuple(event.test.formula for event in self.events))
