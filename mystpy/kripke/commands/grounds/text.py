"""Why a formula holds in a model or does not, as text and as JSON objects."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.files.json_text import Object
from mystpy.kripke.refutation import Ground
from mystpy.kripke.valuation.vacuity import in_words
from mystpy.language.nodes import Announcing, Believes, Distributed, Knows, Not

FEW = 8
"""How many worlds, and how many parts of a conjunction, are listed one by one."""


def text(found: Ground, said: str, value: str) -> Iterator[str]:
    """The value of a formula, as it was written, and below it why that is so."""
    yield f"{value}: {said}"
    here = "" if value == _value(found) else f", where it is {_value(found)}"
    yield f"  in {found.name}{here}"
    yield from _below(found, "  ")


def _below(found: Ground, margin: str) -> Iterator[str]:
    if isinstance(found.formula, Not):
        yield from _below(found.parts[0], margin)
        return
    if found.every:
        yield f"{margin}{_everywhere(found)}"
    if found.nothing:
        group = isinstance(found.formula, Distributed)
        holders = (", ".join(found.nothing),) if group else found.nothing
        yield f"{margin}{in_words(holders)} there, so that anything is believed"
    for part in found.parts[:FEW]:
        yield from _line(found, part, margin)
        yield from _below(part, f"{margin}  ")
    if len(found.parts) > FEW:
        yield f"{margin}and so are {len(found.parts) - FEW} more"


def _line(found: Ground, part: Ground, margin: str) -> Iterator[str]:
    model = part.model
    for move in part.way:
        yield f"{margin}{_who(move.agents)} possible there: {model.names[move.world]}"
    if part.before:
        yield f"{margin}before the last step, in {part.name}:"
    if part.said is not None:
        left = f"{len(part.model):,} of {len(found.model):,} worlds are left"
        yield f"{margin}after the announcement of {part.said} {left}"
    elif isinstance(found.formula, Announcing):
        yield f"{margin}it cannot be announced:"
    yield f"{margin}{part.formula} is {_value(part)}"


def _value(found: Ground) -> str:
    return "true" if found.true else "false"


def _who(agents: tuple[str, ...]) -> str:
    if len(agents) == 1:
        return f"{agents[0]} holds"
    return f"{', '.join(agents[:-1])} and {agents[-1]} together hold"


def _everywhere(found: Ground) -> str:
    names = [found.model.names[world] for world in found.every[:FEW]]
    rest = len(found.every) - len(names)
    more = f" and {rest:,} more" if rest else ""
    match found.formula:
        case Knows(agent, _) | Believes(agent, _):
            who = f"{agent} holds nothing possible but"
        case Distributed():
            who = f"{_who(tuple(map(str, found.formula.members)))} nothing possible but"
        case _:
            who = "no steps of these agents lead further than to"
    return f"{who} {' '.join(names)}{more}, and there it is true"


def json(
    found: Ground, said: str, value: str, after: int, vacuous: tuple[str, ...] = ()
) -> Object:
    """The value, the grounds one within the other, and the path of worlds."""
    path = [move for one in found.path() for move in _moves(one)]
    return {
        "formula": said,
        "value": value,
        "after": after,
        "method": "model",
        "world": found.name,
        "path": path,
        "grounds": _object(found),
    } | ({"vacuous": list(vacuous)} if vacuous else {})


def _moves(found: Ground) -> list[Object]:
    return [
        {"agents": list(move.agents), "world": found.model.names[move.world]}
        for move in found.way
    ]


def _object(found: Ground) -> Object:
    row: Object = {
        "formula": str(found.formula),
        "world": found.name,
        "value": _value(found),
    }
    if found.way:
        row["way"] = _moves(found)
    if found.said is not None:
        row["announced"] = str(found.said)
    if found.every:
        row["worlds"] = [found.model.names[world] for world in found.every]
    if found.nothing:
        row["no_world_possible"] = list(found.nothing)
    if found.before:
        row["before"] = True
    if found.parts:
        row["because"] = [_object(part) for part in found.parts]
    return row
