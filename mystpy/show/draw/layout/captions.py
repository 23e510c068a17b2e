"""What stands in a world of a picture: its deal, or the truth of its atoms."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from mystpy.kripke.deals import Deal
from mystpy.kripke.model import Model

LONGEST = 22
"""How many letters a caption has at most."""
LONG = 12
"""From how many letters on a name with commas stands on two lines."""
Starts = list[tuple[str, str]]
_HELD = re.compile(r"h\((\w+),(.+)\)")


@dataclass(frozen=True, slots=True)
class Caption:
    """A line, perhaps a smaller one below, and the full name of the world."""

    main: str
    below: str
    full: str


def captions(model: Model) -> list[Caption]:
    """For each world what stands in it; no two are alike."""
    starts, split = _starts(model), _split(model)
    worlds = range(len(model))
    found = [_caption(model, world, starts[world], split) for world in worlds]
    keys = [(one.main, one.below) for one in found]
    seen = Counter(keys)
    return [
        Caption(one.main, f"#{world + 1}", one.full) if seen[key] > 1 else one
        for world, (one, key) in enumerate(zip(found, keys, strict=True))
    ]


def reading_of_bits(model: Model) -> str:
    """How `011` is to be read, if the worlds are written so; else nothing."""
    if not of_bits(model):
        return ""
    last = model.atoms[-1]
    example = "0" * (len(model.atoms) - 1) + "1"
    return f"{example}: of {', '.join(model.atoms)} only {last} is true"


def of_bits(model: Model) -> bool:
    """Whether the worlds are named by the atoms that are true in them."""
    few = 2 <= len(model.atoms) <= 12
    return few and all(
        _begins(model.names[world], _listed(model, world)) is not None
        for world in range(len(model))
    )


def deals_of(model: Model) -> list[Deal] | None:
    """For each world its deal, if the atoms say that of all cards; else None."""
    matches = [_HELD.fullmatch(atom) for atom in model.atoms]
    if not matches or not all(matches):
        return None
    held = [(found[1], found[2]) for found in matches if found]
    players = tuple(dict.fromkeys(player for player, _ in held))
    cards = tuple(dict.fromkeys(card for _, card in held))
    found = []
    for world in range(len(model)):
        holder = {}
        for (player, card), mask in zip(held, model.valuation.values(), strict=True):
            if mask[world]:
                if card in holder:
                    return None
                holder[card] = players.index(player)
        if len(holder) < len(cards):
            return None
        found.append(Deal(cards, players, tuple(holder[card] for card in cards)))
    return found


def _split(model: Model) -> bool:
    """Whether all names have answers after a comma, and are long enough for that."""
    plain = all("," in name and "(" not in name for name in model.names)
    return plain and max(map(len, model.names)) >= LONG


def _caption(model: Model, world: int, starts: Starts, split: bool) -> Caption:
    name = model.names[world]
    for start, shown in starts:
        rest = _begins(name, start)
        if rest is not None:
            return Caption(_short(shown), _short(_spaced(rest)), name)
    if split:
        first, rest = name.split(",", 1)
        return Caption(_short(first), _short(_spaced(rest)), name)
    true = ", ".join(model.true_at(world))
    below = true if len(true) <= LONGEST and true != name else ""
    return Caption(_short(name), below or _false(model, world), name)


def _false(model: Model, world: int) -> str:
    """What stands below a world in which no atom is true, if there are few."""
    if model.true_at(world) or not 0 < len(model.atoms) <= 2:
        return ""
    return ", ".join(f"¬{atom}" for atom in model.atoms)


def _starts(model: Model) -> list[Starts]:
    """How each name may begin that says its atoms, and what is written instead."""
    deals = deals_of(model)
    if deals is not None:
        return [[(deal.short, deal.short), (str(deal), str(deal))] for deal in deals]
    if not of_bits(model):
        return [[] for _ in model.names]
    masks = list(model.valuation.values())
    worlds = range(len(model))
    bits = ["".join("1" if mask[w] else "0" for mask in masks) for w in worlds]
    return [[(_listed(model, w), bits[w])] for w in worlds]


def _listed(model: Model, world: int) -> str:
    return ",".join(model.true_at(world)) or "none"


def _begins(name: str, start: str) -> str | None:
    """What follows in a name that begins like this; None if it does not."""
    if name == start:
        return ""
    return name[len(start) + 1 :] if name.startswith(f"{start},") else None


def _spaced(answers: str) -> str:
    return re.sub(r",(?! )", ", ", answers)


def _short(text: str) -> str:
    """The text with its middle left out if it is long."""
    if len(text) <= LONGEST:
        return text
    return f"{text[: LONGEST - 9]}…{text[-8:]}"
