"""Answers about the deals of a state, and about worlds that groups cannot tell apart.

They use definitions 2 to 5 and 8 of *Knowledge games*: the size of a deal, the deals of
this size, those that are relevant at the start and in a state. There are also the
relations =_B and =_uB of a group.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mystpy.errors import QueryError
from mystpy.files.json_text import Object
from mystpy.kripke.deals import Deal, count_of_size, deals_of
from mystpy.kripke.faults import ModelError
from mystpy.kripke.files.model_state import ModelState, numbers_reached
from mystpy.kripke.partition import Mask
from mystpy.kripke.text import MOST

FEW_PLAYERS = 2
"""The number of players with which the deal is known to all (Fact 1)."""


def read_group(text: str, agents: tuple[str, ...]) -> tuple[str, ...]:
    """Return the agents of `1,2`, or of `all`; raise QueryError for other texts."""
    if text.strip() == "all":
        return agents
    group = tuple(word.strip() for word in text.strip("[]{} ").split(","))
    for word in group:
        if word not in agents:
            raise QueryError(
                f"there is no agent {word!r} in the model",
                hint=f"a group is such as {','.join(agents[:2])}, or all",
            )
    return tuple(dict.fromkeys(group))


def deals_object(state: ModelState) -> Object:
    """Return the size #d of the actual deal, and the number of relevant deals.

    `relevant` counts the deals D_d at the start, `left` has the deals D_s of the state.
    Raises QueryError if the worlds are no deals, or there is no actual deal.
    """
    pointed = state.pointed
    if pointed is None:
        raise QueryError(
            "there is no actual deal", hint='give one in the file: point = "..."'
        )
    if deals_of(pointed.restricted(_only(state)).model) is None:
        raise QueryError(
            "the worlds of the model are no deals",
            hint="in a deal the atoms h(i,x) say of each card who holds it",
        )
    reached = pointed.generated()
    deals = deals_of(reached.model) or []
    actual = deals[reached.point]
    size, every = actual.size, count_of_size(actual.size)
    left = list(dict.fromkeys(map(_name, deals)))
    return {
        "actual": _name(actual),
        "size": list(size),
        "same_size": every,
        "relevant": 1 if len(size) <= FEW_PLAYERS else every,
        "count": len(left),
        "left": left,
    }


def _only(state: ModelState) -> Mask:
    """Return the actual world, as a set."""
    found: Mask = np.arange(len(state.model)) == state.point
    return found


def _name(deal: Deal) -> str:
    letters = all(len(card) == 1 for card in deal.cards)
    return deal.short if letters else str(deal)


def deals_lines(found: Object, every: bool) -> Iterator[str]:
    """Yield the lines with the size and the relevant deals."""
    size, left = found["size"], found["left"]
    assert isinstance(size, list)
    assert isinstance(left, list)
    yield f"  size of the deal {found['actual']}: #d = {'|'.join(map(str, size))}"
    yield (
        f"  deals of this size: {found['same_size']:,}, "
        f"relevant at the start (D_d): {found['relevant']:,}"
    )
    named = " ".join(left if every else left[:MOST])
    more = "" if every or len(left) <= MOST else " ...; --all lists them"
    yield f"  relevant in this state (D_s): {found['count']:,}: {named}{more}"


def group_object(state: ModelState, group: tuple[str, ...], every: bool) -> Object:
    """Return the classes of =_B, and for each world those to which =_uB leads.

    If there are many worlds, only the actual one is listed. `steps` is the number of
    steps of =_uB that lead from the actual world to all of its class. Raises ModelError
    for an agent who may believe something false.
    """
    model = state.model
    for agent in group:
        if model.relation(agent).core is not None:
            raise ModelError(
                f"{agent} may believe here what is false: the relation is no "
                "equivalence, and =_B is of equivalences",
                hint="leave the agent out of the group",
            )
    names = model.names
    listed = every or len(model) <= MOST
    actual = [] if state.point is None else [state.point]
    one_step = {
        names[world]: [
            names[other]
            for other in np.flatnonzero(
                np.any([model.relation(a).class_of(world) for a in group], axis=0)
            ).tolist()
        ]
        for world in (range(len(model)) if listed else actual)
    }
    found: Object = {
        "members": list(group),
        "classes": [
            [names[world] for world in block] for block in model.linked(group).classes()
        ],
        "union": one_step,
    }
    if state.point is not None:
        grown = list(numbers_reached(model.of_agents(group), state.point))
        found["steps"] = len(grown) - 1
    return found


def group_lines(found: Object, state: ModelState, every: bool) -> Iterator[str]:
    """Yield the lines with these classes; many worlds are not listed."""
    members, classes, union = found["members"], found["classes"], found["union"]
    assert isinstance(members, list)
    assert isinstance(classes, list)
    assert isinstance(union, dict)
    group = ",".join(members)
    noun = "class" if len(classes) == 1 else "classes"
    listed = every or len(state.model) <= MOST
    shown = (
        ": " + " | ".join(map(" ".join, classes)) if listed else "; --all lists them"
    )
    yield f"  =_B of B = {group}: {len(classes):,} {noun}{shown}"
    if state.actual is not None:
        near = union[state.actual]
        yield f"  =_uB from {state.actual}, in one step: {' '.join(near)}"
        yield f"  steps from there to all of its class: {found['steps']}"
