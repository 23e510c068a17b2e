"""Whether the axioms in force let players see and know what the shipped ones do.

What players see is an axiom, section 1.3. Methods that neither ask the axioms nor read
a `Sight` refuse axioms that let players see or know something else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from functools import lru_cache
from pathlib import Path

from mystpy.axiom_folder import named_folder
from mystpy.axioms import axioms_dir, rules_in_force, shipped_axioms_dir
from mystpy.errors import AxiomError

_OF_SIGHT = {
    *("obs0", "obs", "private", "view", "done", "outcome", "last_guess"),
    *("holds", "doubts", "reaches", "reached_view"),
}
"""The predicates whose rules say what players see, and what K, E and C mean.

A rule of one of these has to change before it can call a predicate of one's own.
"""


def require_known_sight(rules: str) -> None:
    """Raise AxiomError if players see or know something else by the axioms in force.

    `rules` are those of a game. If no other axioms are chosen, no file is read.
    """
    if named_folder():
        error = _difference(rules_in_force(), rules)
        if error is not None:
            raise error


def is_known_sight(rules: str) -> bool:
    """Whether the axioms in force say of sight and knowledge what the shipped ones say.

    If no other axioms are chosen, no file is read.
    """
    if not named_folder():
        return True
    return _difference(rules_in_force(), rules) is None


@lru_cache(maxsize=16)
def _difference(_in_force: Hashable, rules: str) -> AxiomError | None:
    """The error that names the first rule by which players see or know other things.

    An axiom that is edited in one language alone counts.
    """
    for language in ("asp", "prolog"):
        error = _difference_in(language, rules)
        if error is not None:
            return error
    return None


def _difference_in(language: str, rules: str) -> AxiomError | None:
    from mystpy.sight.rule_texts import label_of  # only edited axioms are compared

    new, gone = sight_rules(language, rules)
    for rule in new:
        label = label_of(rule, axioms_dir(), language)
        return _unknown(label, rule, "a new rule of")
    for rule in gone:
        label = label_of(rule, shipped_axioms_dir(), language)
        return _unknown(label, rule, "missing, a rule of")
    return None


def sight_rules(language: str, rules: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rules of sight and knowledge that are new in the axioms in force, or gone.

    Each is a text in one line. `rules` are those of a game.
    """
    folders = axioms_dir(), shipped_axioms_dir()
    read, known = (_of_sight(folder, rules, language) for folder in folders)
    return tuple(read - known), tuple(known - read)


def _of_sight(folder: Path, rules: str, language: str) -> Counter[str]:
    """The rules that derive what players see or know."""
    from mystpy.sight.rule_texts import head_of, rules_read

    read = rules_read(folder, rules, language)
    return Counter(rule for rule in read if head_of(rule) in _OF_SIGHT)


def _unknown(label: str, rule: str, what: str) -> AxiomError:
    return AxiomError(
        f"{label}{rule}: this is {what} what players see and know, "
        "which this method does not follow",
        hint="ask and know follow it with --engine asp or --engine prolog, in a game "
        "of at most 2,000 deals",
    )
