"""The parts and checks of a program of clingo under edited axioms."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from mystpy.axiom_folder import cached_by_theory
from mystpy.axioms import axioms_dir
from mystpy.compilation import pattern
from mystpy.engines.backend import has_backend
from mystpy.engines.edited.edited_rules import (
    AspRule,
    EditedRules,
    edited_rules,
    refusal_error,
)
from mystpy.engines.edited.one_answer_set import GroundRules
from mystpy.engines.programs.poss import outer_parts
from mystpy.errors import AxiomError
from mystpy.language.atoms import H
from mystpy.sight.rule_texts import rules_of

if TYPE_CHECKING:
    from clingo import Control

WHOLE_HANDS = f":- given(K,X), {H.predicate}(K,Y,init0), not given(K,Y), not refused."
"""A given hand is complete: the shipped sizes imply it, but others may not."""

_INCLUDE = pattern(r'#include "([^"]+)"')
_OF_MYSTPY = ("names.lp", "deck.lp", "drive/by_hand.lp", "drive/drive.lp")
"""The files that come with the facts of a game, and the drivers."""

_NO_FLUENTS = frozenset(
    ("poss", "law", "before", "before_or_equal", "equal", "compared", "considered")
)


def edited_files(rules: str) -> tuple[Path, ...]:
    """Return the files that the entry file of these rules includes, and the driver.

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


class EditedProgram:
    """The rules that are added to a program, and the check of its ground rules."""

    def __init__(self, control: Control, rules: str) -> None:
        self._rule_set = rules
        # The clingo of another backend cannot be observed.
        self._ground = None if has_backend() else GroundRules(control)
        self.rules = f"{WHOLE_HANDS}\n{named_fluents(rules)}"

    def require_one_answer_set(self) -> None:
        """Raise AxiomError if a deal may have several answer sets, or none."""
        if self._ground is not None:
            self._ground.require_one_answer_set(self._rule_set)


@cached_by_theory(16)
def named_fluents(rules: str) -> str:
    """Return the rules for new fluents in situations that have names.

    The program of a history calls the situation before step T at(T), and derives
    shipped fluents in at(T) if they hold in do(A,at(T-1)). These rules do the same for
    fluents that an edit adds. Raises AxiomError for a rule that decomposes a situation,
    since it has no effect if situations have names.
    """
    read = edited_rules(rules)
    for rule in read.new:
        if _takes_apart(rule):
            raise refusal_error(
                rule,
                "this looks further back than one action",
                "use a fluent of your own that each action passes on",
            )
    return "\n".join(dict.fromkeys(_rules(read)))


def _takes_apart(rule: AspRule) -> bool:
    """Return whether a rule looks into a situation other than its own."""
    text = "".join(rule.text.split())
    head = text.partition(":-")[0]
    return any(
        "do(" in term[3:] or (term not in head and f"situation({term})" not in text)
        for term in rule.situations
    )


def _rules(read: EditedRules) -> Iterator[str]:
    for rule in read.new:
        name = rule.predicate
        if not name or name in read.shipped | _NO_FLUENTS:
            continue
        head = "".join(rule.head.split())
        arguments = outer_parts(head.partition("(")[2].removesuffix(")"))
        for place, argument in enumerate(arguments):
            if argument.startswith("do("):
                named, before = (
                    ",".join(
                        situation if k == place else f"V{k}"
                        for k in range(len(arguments))
                    )
                    for situation in ("S1", "S")
                )
                yield f"{name}({named}) :- names(S1,S), {name}({before})."
