"""The files of edited axioms in ASP, from the entry file of a rule set."""

from __future__ import annotations

from pathlib import Path

from mystpy.axioms import axioms_dir
from mystpy.compilation import pattern
from mystpy.errors import AxiomError
from mystpy.sight.rule_texts import rules_of

_INCLUDE = pattern(r'#include "([^"]+)"')
_OF_MYSTPY = ("names.lp", "deck.lp", "drive/by_hand.lp", "drive/drive.lp")
"""What the facts of a game bring, and the drivers."""


def edited_files(rules: str) -> tuple[Path, ...]:
    """The files that the entry file of these rules includes, and the driver.

    Raises AxiomError if the entry file has axioms of its own.
    """
    path = axioms_dir() / f"{rules}.lp"
    included: list[str] = []
    for rule in rules_of(path.read_text("utf-8")):
        found = _INCLUDE.fullmatch(rule)
        if found:
            included.append(found[1])
        elif not rule.startswith(("rules(", "#defined")):
            raise AxiomError(
                f"{path.name} has an axiom of its own: {rule}",
                hint="put it into a file that this one includes",
            )
    axioms = [name for name in included if name not in _OF_MYSTPY]
    return tuple(axioms_dir() / name for name in (*axioms, "drive/drive.lp"))
