"""A check that players see and know the same by the axioms in force as by the shipped.

An axiom of section 1.3 defines which actions and cards players see. Methods that
neither ask the axioms nor read a `Sight` refuse axioms that let players see or know
something else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from functools import lru_cache
from pathlib import Path

from mystpy.axiom_folder import named_folder
from mystpy.axioms import axioms_dir, rules_in_force, shipped_axioms_dir
from mystpy.bits import mask_of
from mystpy.compilation import NamedTuple
from mystpy.errors import AxiomError
from mystpy.history.actions import Guess, ResultTold, Right, Wrong
from mystpy.history.history import History

HINT = (
    "ask and know follow it with --engine asp or --engine prolog, in a game of at most "
    "2,000 deals"
)

_OF_SIGHT = {
    *("obs0", "obs", "private", "view", "done", "outcome", "last_guess"),
    *("holds", "doubts", "reaches", "reached_view"),
}
"""The predicates whose rules say what players see, and what K, E and C mean.

A rule of one of these has to be edited before it can call a new predicate.
"""


def require_known_sight(rules: str, by: str = "this method", hint: str = HINT) -> None:
    """Raise AxiomError if players see or know something else by the axioms in force.

    `rules` are those of a game. `by` names in the message the method that cannot follow
    such axioms, and `hint` names one that can. If no other axioms are chosen, no file
    is read.
    """
    if named_folder():
        found = _difference(rules_in_force(), rules)
        if found is not None:
            raise AxiomError(f"{found}, which {by} does not follow", hint=hint)


def is_known_sight(rules: str) -> bool:
    """Return whether the axioms in force agree with the shipped ones on sight and K.

    If no other axioms are chosen, no file is read.
    """
    if not named_folder():
        return True
    return _difference(rules_in_force(), rules) is None


@lru_cache(maxsize=16)
def _difference(_in_force: Hashable, rules: str) -> str | None:
    """Return the first rule by which players see or know other things, in words.

    An axiom that is edited in one language alone counts.
    """
    for language in ("asp", "prolog"):
        found = _difference_in(language, rules)
        if found is not None:
            return found
    return None


def _difference_in(language: str, rules: str) -> str | None:
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


def _unknown(label: str, rule: str, what: str) -> str:
    return f"{label}{rule}: this is {what} what players see and know"


class GuessResult(NamedTuple):
    """At a step `player`, and nobody else, learnt whether `pile` (a mask) is it."""

    step: int
    player: int
    pile: int


def results_of(history: History) -> tuple[GuessResult, ...]:
    """Return the guesses of a history whose results only the guesser sees."""
    guessed, found = 0, []
    if not history.game.generalized:
        return ()
    for step, action in enumerate(history.actions):
        if isinstance(action, Guess):
            guessed = mask_of(action.cards, history.game)
        elif isinstance(action, Right | Wrong | ResultTold):
            found.append(GuessResult(step, action.player, guessed))
    return tuple(found)


def results_given(history: History) -> tuple[tuple[int, bool], ...]:
    """The piles guessed whose results are given, each with whether it is right.

    The results are private to the guesser, as in `results_of`.
    """
    return tuple(
        (result.pile, isinstance(history.actions[result.step], Right))
        for result in results_of(history)
        if not isinstance(history.actions[result.step], ResultTold)
    )
