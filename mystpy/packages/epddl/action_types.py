"""Action types: how many events there are, and how the agents tell them apart."""

from __future__ import annotations

from collections.abc import Iterable

from mystpy.compilation import NamedTuple
from mystpy.packages.epddl.event_models import PackageEvents

Classes = tuple[int, ...]
"""For each event its class: events of one class look alike."""


class ActionType(NamedTuple):
    """A number of events, and the ways in which agents observe them, by name."""

    name: str
    events: int
    observability: dict[str, Classes]

    def type_of(self, classes: Classes) -> str:
        """Return the observability type of an agent with these classes of events."""
        return next(
            name for name, each in self.observability.items() if each == classes
        )


def action_types(actions: Iterable[PackageEvents]) -> dict[str, ActionType]:
    """Return the action types of some actions, by the actions' public terms.

    Agents that tell all events apart observe them `Fully`, those that tell none apart
    `Partially`, and others in part: `Partially2` and so on.
    """
    known: dict[tuple[Classes, ...], ActionType] = {}
    found = {}
    for each in actions:
        ways = tuple(sorted(set(each.relations), reverse=True))
        if ways not in known:
            known[ways] = _made(ways, len(each.events), known.values())
        found[str(each.step)] = known[ways]
    return found


def _made(
    ways: tuple[Classes, ...], events: int, others: Iterable[ActionType]
) -> ActionType:
    observability: dict[str, Classes] = {}
    for classes in ways:
        if len(set(classes)) == events:
            observability["Fully"] = classes
        else:
            number = len(observability.keys() - {"Fully"}) + 1
            alone = number == 1 and len(set(classes)) == 1
            observability["Partially" if alone else f"Partially{number}"] = classes
    kind = "public" if list(observability) == ["Fully"] else "semi-private"
    name = f"{kind}-{events}"
    same = sum(each.name.startswith(name) for each in others)
    return ActionType(f"{name}-{same + 1}" if same else name, events, observability)
