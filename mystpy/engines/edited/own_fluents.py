"""Fluents of one's own in a program that names its situations.

The program of a history calls the situation before step T at(T), and says of the
shipped fluents that they hold in at(T) if they hold in do(A,at(T-1)). Here the same is
said of fluents that an edit brings.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache

from mystpy.axioms import rules_in_force
from mystpy.engines.edited.edited_rules import (
    AspRule,
    EditedRules,
    edited_rules,
    refusal_error,
)
from mystpy.engines.programs.poss import outer_parts

_NO_FLUENTS = frozenset(
    ("poss", "law", "before", "before_or_equal", "equal", "compared", "considered")
)


def named_fluents(rules: str) -> str:
    """The rules that carry fluents of one's own over to named situations.

    Raises AxiomError for a rule that takes a situation apart, which has no effect where
    situations have names.
    """
    return _named_fluents(rules_in_force(), rules)


@lru_cache(maxsize=16)
def _named_fluents(_in_force: Hashable, rules: str) -> str:
    read = edited_rules(rules)
    for rule in read.new:
        if _takes_apart(rule):
            raise refusal_error(
                rule,
                "this looks further back than one action",
                "say it by a fluent of your own that each action carries along",
            )
    return "\n".join(dict.fromkeys(_rules(read)))


def _takes_apart(rule: AspRule) -> bool:
    """Whether a rule looks into a situation, other than the one that it is about."""
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
