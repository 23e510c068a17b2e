"""The text in a world of a picture: its deal, or the truth of its atoms."""

from __future__ import annotations

import re
from collections import Counter
from math import sqrt

from mystpy.compilation import dataclass
from mystpy.kripke.deals import deals_of
from mystpy.kripke.model import Model
from mystpy.show.draw.svg import width_of

NAME, BELOW = 24.0, 15.0
"""The size of the letters of a world, and of the lines below."""
NAME_LINE, BELOW_LINE = 26.0, 20.0
"""How high their lines are."""
LONGEST = 22
"""The number of letters of a line, unless a word is longer or the text very long."""
MOST = 4
"""The maximal number of lines with true atoms; the rest is counted."""
LONG = 12
"""From how many letters on a name with commas is on two lines."""
NOTHING = "–"
"""Is below a world in which no atom is true."""
Starts = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Caption:
    """Lines, perhaps smaller ones below, and the whole text for a tooltip."""

    main: tuple[str, ...]
    below: tuple[str, ...]
    full: str

    @property
    def size(self) -> tuple[float, float]:
        """How wide and how high it is."""
        wide = [width_of(line, NAME, True) for line in self.main]
        wide += [width_of(line, BELOW) for line in self.below]
        height = NAME_LINE * len(self.main) + BELOW_LINE * len(self.below)
        return max(wide, default=0), height


def captions(model: Model) -> list[Caption]:
    """For each world its text; no two are alike."""
    starts, split = _starts(model), _split(model)
    worlds = range(len(model))
    found = [_caption(model, world, starts[world], split) for world in worlds]
    keys = [(one.main, one.below) for one in found]
    seen = Counter(keys)
    return [
        Caption(one.main, (*one.below, f"#{world + 1}"), one.full)
        if seen[key] > 1
        else one
        for world, (one, key) in enumerate(zip(found, keys, strict=True))
    ]


def reading_of_bits(model: Model) -> str:
    """Return how to read `011`, if the worlds are written so; else nothing."""
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


def _split(model: Model) -> bool:
    """Whether all names have answers after a comma, and are long enough for that."""
    plain = all("," in name and "(" not in name for name in model.names)
    return plain and max(map(len, model.names)) >= LONG


def _caption(model: Model, world: int, starts: Starts, split: bool) -> Caption:
    name, true = model.names[world], model.true_at(world)
    for start, shown in starts:
        rest = _begins(name, start)
        if rest is not None:
            return Caption(_lines(shown), _lines(_spaced(rest)), name)
    first, rest = name.split(",", 1) if split else (name, "")
    full = f"{name}: {', '.join(true)}" if true else name
    atoms = _true(model, true) if ",".join(true) != name else ()
    return Caption(_lines(first), (*_lines(_spaced(rest)), *atoms), full)


def _true(model: Model, true: tuple[str, ...]) -> tuple[str, ...]:
    """Return the true atoms of a world; if there are none or many, a shorter text."""
    if not true and len(model.atoms) <= 2:
        return _atoms(tuple(f"¬{atom}" for atom in model.atoms))
    if len(_atoms(true)) <= MOST:
        return _atoms(true) or (NOTHING,)
    shown = max(k for k in range(len(true)) if len(_atoms(true[:k])) < MOST)
    return (*_atoms(true[:shown]), f"+{len(true) - shown} more")


def _atoms(true: tuple[str, ...]) -> tuple[str, ...]:
    pieces = [f"{atom}, " for atom in true[:-1]] + list(true[-1:])
    return _filled(pieces, LONGEST)


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
    """Return the rest of a name that begins like this; None if it does not."""
    if name == start:
        return ""
    return name[len(start) + 1 :] if name.startswith(f"{start},") else None


def _spaced(answers: str) -> str:
    return re.sub(r",(?! )", ", ", answers)


def _lines(text: str) -> tuple[str, ...]:
    """The text in lines, broken after commas and blanks that no inner bracket holds."""
    inner = 1 if text.startswith("(") and text.endswith(")") else 0
    pieces, depth = [""], 0
    for letter in text:
        pieces[-1] += letter
        depth += (letter in "([{") - (letter in ")]}")
        if letter in ", " and depth <= inner:
            pieces.append("")
    return _filled(pieces, max(LONGEST, round(sqrt(3 * len(text)))))


def _filled(pieces: list[str], longest: int) -> tuple[str, ...]:
    """Lines of so many letters, made of whole pieces."""
    lines: list[str] = []
    for piece in pieces:
        if lines and len(f"{lines[-1]}{piece}".rstrip()) <= longest:
            lines[-1] += piece
        else:
            lines.append(piece)
    return tuple(line.rstrip() for line in lines if line.strip())
