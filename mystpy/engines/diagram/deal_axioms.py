"""Check that the axioms in force treat the deal as the shipped ones do.

The methods on diagrams do not read from the axioms how cards are dealt and what
conjuncts such as `disjoint` mean. Axioms that differ in this are refused here. Possible
actions and their effects on public fluents may be edited.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from mystpy.axioms import (
    SUFFIXES,
    axioms_dir,
    blocks,
    rules_in_force,
    shipped_axioms_dir,
)
from mystpy.compilation import pattern
from mystpy.errors import AxiomError
from mystpy.language.atoms import ARITIES

_OF_DEALS = {
    *("h", "card", "number_of_cards", "hand_size", "player", "holder", "violates"),
    *("element", "entry", "twice", "card_set", "size", "question_set", "pile_set"),
    *("disjoint", "shared", "equals_pile", "holds_all", "ill_sorted"),
}
"""The predicates whose rules define how cards are dealt and compare hands."""

FLUENT_NAMES = {*ARITIES} - {"h"}
"""The predicates of the fluents that change."""

_INCLUDE = pattern(r"""(?:#include\s*"|:-\s*include\('?)([\w./]+)""")
_BLOCK_COMMENT = pattern(r"%\*.*?\*%|/\*.*?\*/", re.DOTALL)
_RULE_END = pattern(r"\.(?=\s|$)")
_NAME = pattern(r"\b([a-z]\w*)\(")
_HEAD = pattern(r"[\d\s{]*([a-z]\w*)")


def require_known_deals(rules: str) -> None:
    """Raise AxiomError if the axioms for these rules deal cards in another way.

    Without MYSTPY_AXIOMS no file is read.
    """
    if os.environ.get("MYSTPY_AXIOMS"):
        from mystpy.engines.lent import is_there

        language = "asp" if is_there() else "prolog"
        _require_known(rules_in_force(), rules, language)


@lru_cache(maxsize=16)
def _require_known(_in_force: Hashable, rules: str, language: str) -> None:
    folder, shipped = axioms_dir(), shipped_axioms_dir()
    read, known = (
        rules_read(folder, rules, language),
        rules_read(shipped, rules, language),
    )
    new, gone = of_deals(read, language), of_deals(known, language)
    deals = "how cards are dealt and hands compared"
    for rule in new - gone:
        raise _unknown(_label(rule, folder, language), rule, f"a new rule of {deals}")
    for rule in gone - new:
        label = _label(rule, shipped, language)
        raise _unknown(label, rule, f"missing, a rule of {deals}")
    for rule in effects_of_deals(read):
        label = _label(rule, folder, language)
        raise _unknown(label, rule, "an effect that depends on the deal")


def _unknown(label: str, rule: str, what: str) -> AxiomError:
    return AxiomError(
        f"{label}{rule}: this is {what}, which this method does not follow",
        hint="use --engine asp, and a game of at most 2,000 deals",
    )


def of_deals(rules: Iterable[str], language: str) -> Counter[str]:
    """The rules that derive something about deals, choose, or exclude deals."""
    return Counter(rule for rule in rules if _is_of_deals(rule, language))


def effects_of_deals(rules: Iterable[str]) -> Iterator[str]:
    """The rules by which a fluent after an action depends on the deal.

    All but those in which it is said whether a guess is right, by `equals_pile`.
    """
    known = tuple(rules)
    bodies: dict[str, set[str]] = {}
    for rule in known:
        if head := _HEAD.match(rule):
            bodies.setdefault(head[1], set()).update(_named(rule))
    for rule in known:
        if _is_effect(rule) and "h" in _reached(_named(rule), bodies):
            yield rule


def _is_effect(rule: str) -> bool:
    """Whether a rule says what a fluent is after an action."""
    head = _HEAD.match(rule)
    return (
        head is not None
        and head[1] in FLUENT_NAMES
        and "do(" in rule.partition(":-")[0]
    )


def _reached(names: set[str], bodies: Mapping[str, set[str]]) -> set[str]:
    """The predicates that these call, without fluents and the guessed pile."""
    found: set[str] = set()
    ahead = set(names)
    while ahead := ahead - found - FLUENT_NAMES - {"equals_pile"}:
        found |= ahead
        ahead = {name for each in ahead for name in bodies.get(each, ())}
    return found


def _named(rule: str) -> set[str]:
    """What the body of a rule names, with arguments behind it."""
    return set(_NAME.findall(rule.partition(":-")[2]))


def rules_read(folder: Path, rules: str, language: str) -> tuple[str, ...]:
    """The rules in the files for games of these rules."""
    texts = (path.read_text("utf-8") for path in _files(folder, rules, language))
    return tuple(rule for text in texts for rule in _rules(text))


def _files(folder: Path, rules: str, language: str) -> Iterable[Path]:
    """The file that is the entry for these rules, and what it includes."""
    found: dict[Path, None] = {}
    ahead = [folder / f"{rules}{SUFFIXES[language]}"]
    while ahead:
        path = ahead.pop()
        if path in found or not path.exists():
            continue
        found[path] = None
        for name in _INCLUDE.findall(_bare(path.read_text("utf-8"))):
            ahead.append((path.parent / name).with_suffix(SUFFIXES[language]).resolve())
    return found


def _rules(text: str) -> Iterator[str]:
    """The rules of a file without comments, each in one line."""
    for rule in _RULE_END.split(_bare(text)):
        if words := " ".join(rule.split()):
            yield words


def _bare(text: str) -> str:
    """A text without comments: of a block, as in clingo, what follows it stays."""
    return re.sub(r"%.*", "", _BLOCK_COMMENT.sub(" ", text))


def _is_of_deals(rule: str, language: str) -> bool:
    if rule.startswith(":-"):
        return language == "asp"  # In Prolog it is a directive.
    head = _HEAD.match(rule)
    return head is not None and head[1] in _OF_DEALS


def _label(rule: str, folder: Path, language: str) -> str:
    """The label of the axiom that has a rule, with brackets, or nothing."""
    for label, block in blocks(language, folder).items():
        if rule in _rules(block.text):
            return f"({label}): "
    return ""
