"""The actions of a puzzle, as model files have them, and the facts after they happened.

Facts are variables of yes and no. In a model they are atoms, which an action changes;
all further values of a puzzle are computed from its variables, before and after.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from mystpy.compilation import replace
from mystpy.errors import did_you_mean
from mystpy.kripke.faults import ModelError
from mystpy.kripke.files.given_steps import GivenSteps
from mystpy.kripke.partition import Mask
from mystpy.kripke.puzzles.expressions import Column
from mystpy.kripke.puzzles.setting import Setting, atom_of, known_value
from mystpy.kripke.puzzles.solvers.puzzle_worlds import PuzzleWorlds
from mystpy.kripke.update.product import Happen, NamedActionModel
from mystpy.language.atoms import Atom
from mystpy.language.nodes import Announcing, Formula
from mystpy.language.subformulas import children
from mystpy.language.temporal import Doing
from mystpy.language.vocabulary import ModelWords


def with_actions(
    setting: Setting, words: ModelWords, atoms: Iterable[str]
) -> ModelWords:
    """The words with the actions that the puzzle names, whose events speak of atoms.

    Raises ModelError and ParseError as for model files, and ModelError for an event
    that changes what is no variable of yes and no.
    """
    source = setting.puzzle.file
    plain = ModelWords(words.agents, frozenset(atoms), words.domains)
    named = GivenSteps(source, plain).actions({"action": setting.actions})
    for name, one in named.items():
        assert isinstance(one, NamedActionModel), "the actions of a file are read there"
        for atom in {atom for post in one.action.changes.values() for atom in post}:
            if not setting.is_yes_no(atom):
                facts = [x for x in setting.domains if setting.is_yes_no(x)]
                raise ModelError(
                    f"{setting.puzzle.name}: the action {name} changes {atom}, which "
                    "is no variable of yes and no",
                    hint=did_you_mean(atom, facts),
                    word=atom,
                )
    return replace(words, actions=named)


def occurrence(setting: Setting, words: ModelWords, name: str, event: str) -> Happen:
    """Return the step of an event of an action; its actual event if none is named.

    Raises ModelError if there is no such action, or no such event.
    """
    given = {"action": name} | ({"actual": event} if event else {})
    source = setting.puzzle.file
    found = source.with_location(lambda: GivenSteps(source, words).named(given))
    assert isinstance(found, Happen)
    return found


def facts_of(
    setting: Setting, listed: PuzzleWorlds, valuation: Mapping[str, Mask]
) -> dict[str, Column]:
    """The values of a puzzle in the worlds of a model with atoms for all variables."""
    found: dict[str, Column] = {}
    for name in setting.domains:
        if name in listed.yes_no:
            found[name] = valuation[name].astype(np.int64)
            continue
        column = found[name] = np.zeros(len(next(iter(valuation.values()))), np.int64)
        for value in np.unique(listed.by_name[name]).tolist():
            column[valuation[atom_of(name, listed.value_text(value))]] = value
    return listed.valued(found)


def refuse_after(
    formula: Formula, setting: Setting, *, said: bool = False, done: bool = False
) -> None:
    """Raise ModelError for atoms within an update that are of the model as it is now.

    These are `Kv(..)` within an announcement or an action, and within an action what
    is computed from the facts that it may change.
    """
    if (said or done) and isinstance(formula, Atom):
        known = known_value(formula.name)
        computed = done and formula.name.partition("(")[0] in setting.computed()
        if known or computed:
            where = "[..].." if done else "[..!].."
            raise ModelError(
                f"{formula} is not understood within {where}, make it a step"
            )
    said = said or isinstance(formula, Announcing)
    done = done or isinstance(formula, Doing)
    for part in children(formula):
        refuse_after(part, setting, said=said, done=done)
