"""Notes of `mystpy update` on steps: what is learned, and the order of steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from mystpy.cli.source import file_read, is_file
from mystpy.compilation import dataclass, field
from mystpy.files.json_text import Object
from mystpy.kripke.files.model_file import ModelFile
from mystpy.kripke.files.model_state import ModelState
from mystpy.kripke.files.protocol_text import parse_protocol
from mystpy.kripke.update.order_protocol import (
    PROTOCOLS,
    OrderProtocol,
    kind_and_player,
)
from mystpy.kripke.update.publicity import StepPublicity, step_publicity


@dataclass(slots=True)
class StepNotes:
    """The notes on a step: lines of text, and keys of its object.

    `against` says that the step violates the protocol.
    """

    lines: list[str] = field(default_factory=list)
    keys: Object = field(default_factory=dict)
    against: bool = False


def step_notes(
    read: ModelFile,
    states: Sequence[ModelState],
    group: tuple[str, ...] | None,
    protocol: str | None,
) -> list[StepNotes]:
    """Return notes on each step that led from one of the states to the next."""
    found = [StepNotes() for _ in states[1:]]
    if group is not None:
        for notes, (before, after) in zip(found, pairwise(states), strict=True):
            begun = before.contracted() if read.contract else before
            said = publicity_of(begun, after, group)
            notes.lines += [] if said is None else publicity_lines(said)
            notes.keys["publicity"] = said and publicity_object(said)
    if protocol is not None:
        _follow(read_protocol(protocol, read), states[1:], found)
    return found


def read_protocol(word: str, read: ModelFile) -> OrderProtocol:
    """The protocol of a file, of a name or of a text, for the players of a model."""
    source = "--protocol"
    if word not in PROTOCOLS and is_file(word):
        word, source = file_read(word)
    players = [agent for agent in read.model.agents if agent != "0"]
    return parse_protocol(word, players, read.words.actions, source)


def _follow(
    protocol: OrderProtocol, steps: Sequence[ModelState], notes: list[StepNotes]
) -> None:
    """Note for each step whether it follows the protocol, until one does not.

    Steps that are refused, and those in which nothing happens, do not count.
    """
    now: OrderProtocol | None = protocol
    last: StepNotes | None = None
    for number, (state, note) in enumerate(zip(steps, notes, strict=True), 1):
        kind = None if state.step is None else kind_and_player(state.step)
        note.keys["protocol"] = None
        if now is None or kind is None or state.refused:
            continue
        expected, now = now.expected(), now.after(*kind)
        follows = now is not None
        note.keys["protocol"] = {
            "follows": follows,
            "expected": expected,
            "next": [] if now is None else now.expected(),
            "complete": now is not None and now.complete,
        }
        last = note
        if now is None:
            note.against = True
            may = " or ".join(expected) or "nothing more"
            note.lines.append(
                f"   against the protocol: step {number} is {state.step}, and {may} "
                "was expected"
            )
    if last is not None and now is not None:
        last.lines.append(f"   {_way_on(now)}")


def _way_on(now: OrderProtocol) -> str:
    more = " or ".join(now.expected())
    if now.complete:
        tail = f", and may go on with {more}" if more else ""
        return f"the protocol is kept, and complete{tail}"
    return f"the protocol is kept; {more} may follow"


def publicity_of(
    before: ModelState, after: ModelState, group: tuple[str, ...]
) -> StepPublicity | None:
    """Return what a group learns in the step that led from one state to another."""
    if after.step is None:
        return None
    return step_publicity(after.step, before.model, before.point, group)


def publicity_lines(found: StepPublicity) -> Iterator[str]:
    """Yield the lines about it that follow the line of the step."""
    events = ", ".join(f"{name} if {when}" for name, when in found.conditions.items())
    group = ",".join(found.group)
    alike = " | ".join(map(" ".join, found.classes))
    yield f"   events: {events}; actual: {found.actual}"
    yield f"   pub_B of B = {group}: {alike}; B learns: {' '.join(found.learned)}"
    if found.public is None:
        wrong = ", ".join(found.misled)
        yield f"   no public part: something else seems to happen to {wrong}"
    else:
        yield f"   public part: {' '.join(found.public)}"
    if found.trivial is not None:
        yield f"   trivial (Definition 12): {'yes' if found.trivial else 'no'}"


def publicity_object(found: StepPublicity) -> Object:
    """The same as an object."""
    return {
        "events": found.conditions,
        "actual": found.actual,
        "group": list(found.group),
        "classes": [list(block) for block in found.classes],
        "learned": list(found.learned),
        "public": None if found.public is None else list(found.public),
        "misled": list(found.misled),
        "trivial": found.trivial,
    }
