"""Model files: a model, its updates, and formulas to check, in TOML.

```toml
title = "Player 1 shows player 2 the red card"
[deal]
hands = "r|w|b"                   # the initial state of a knowledge game; or
                                  # worlds, relations and valuation
[[step]]
do = "show(2,1,{r,w,b},r)"
worlds = 6                        # expected

[[check]]
formula = "K(2,h(1,r))"
expect = "true"
```

All keys are in models.md, each in an example that the tests run. The worlds of some
files are not listed, since they may be too many: such a file has `atoms` and no worlds,
relations given by the atoms that agents see, and only announcements. Its formulas are
evaluated on decision diagrams, see bdd.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from mystpy.compilation import dataclass, field, pattern, replace
from mystpy.files.table import Table, TomlFile
from mystpy.kripke.bdd import KnowledgeStructure
from mystpy.kripke.faults import ModelError
from mystpy.kripke.files.given_model import (
    GivenModel,
    agents_of,
    law_of,
    require_names,
    seen_atoms,
)
from mystpy.kripke.files.given_steps import FileStep, FormulaCheck, GivenSteps
from mystpy.kripke.files.step_formula import StepTexts
from mystpy.kripke.model import Model
from mystpy.kripke.update.steps import Announce, Expect, Step
from mystpy.language.nodes import Formula
from mystpy.language.vocabulary import ModelWords
from mystpy.representation import brief_repr
from mystpy.thresholds import MAX_ATOMS_LISTED

KEYS = (
    *("title", "source", "deal", "agents", "worlds", "atoms", "law", "relations"),
    *("valuation", "point", "contract", "action", "step", "check"),
)


@dataclass(frozen=True, slots=True)
class ModelFile:
    """The content of a model file: a model, steps, and formulas to check.

    `title` and `source` are texts of the file. `model` is the model before the `steps`;
    `point` is its actual world, or None. `checks` are formulas with the expected
    values. `contract` says that the model is made as small as it can be before each
    step; `words` are what formulas may speak of. Source: mystpy.

    >>> from mystpy.kripke import load_model
    >>> file = load_model("example:models/hexa")
    >>> len(file.model), file.model.names[file.point]
    (6, 'rwb')
    """

    title: str
    source: str | None
    model: Model
    point: int | None
    steps: tuple[FileStep, ...] = ()
    checks: tuple[FormulaCheck, ...] = ()
    contract: bool = False
    words: ModelWords = field(default_factory=lambda: ModelWords.of((), ()))

    __repr__ = brief_repr


def load_model(path_or_text: str | Path, name: str | None = None) -> ModelFile:
    """Read a model file from a path, an example, or a text.

    `path_or_text` is a path, `example:NAME`, or a text with several lines or a `=`;
    `name` is used for a text in errors. Raises QueryError for a file that cannot be
    read; ModelError for unknown or missing keys and for what is not a model or a step;
    ParseError, with its place, for TOML, formulas and steps. Source: mystpy.

    >>> from mystpy.kripke import load_model
    >>> file = load_model("example:models/hexa")
    >>> file.model.agents
    ('1', '2', '3')
    """
    if isinstance(path_or_text, Path) or not set("\n=") & set(path_or_text):
        from mystpy.sources.examples import example_text  # commands give the text

        text, _ = example_text(path_or_text)
        return read_model(model_text(text, name or str(path_or_text)))
    return read_model(model_text(path_or_text, name or "model"))


def model_text(text: str, name: str) -> TomlFile:
    """Return the text of a model file, whose errors are raised as ModelErrors."""
    return TomlFile(text, name, ModelError)


def read_model(source: TomlFile) -> ModelFile:
    """The model in the text of a file; errors as for `load_model`."""
    given = source.table()
    source.only(given, KEYS, "a model file")
    model, point = GivenModel(source, given).read()
    words = replace(model.words, steps=StepTexts())
    named = GivenSteps(source, words).actions(given)
    words = replace(words, actions=named) if named else words
    steps, checks = GivenSteps(source, words).all(given)
    return ModelFile(
        title=source.word(given, "title") or source.called,
        source=source.word(given, "source"),
        model=model,
        point=point,
        steps=steps,
        checks=checks,
        contract=source.flag(given, "contract"),
        words=words,
    )


_ON_DIAGRAMS = pattern(r"\s*(announce|expect)\b")


@dataclass(frozen=True, eq=False)
class StructureState:
    """A knowledge structure, and the atoms true in the actual world if one is given."""

    structure: KnowledgeStructure
    point: tuple[str, ...] | None

    def value(self, formula: Formula) -> str:
        """Whether a formula is true or false; without a point, perhaps undetermined."""
        if self.point is not None:
            return "true" if self.structure.holds(self.point, formula) else "false"
        where = self.structure.where(formula)
        if not (self.structure.law & where).satisfiable():
            return "false"
        return "true" if self.structure.valid(formula) else "undetermined"

    def vacuous(self, formula: Formula) -> tuple[str, ...]:
        """Return nobody: all agents consider the actual world possible."""
        return ()

    def where(self, formula: Formula, most: int) -> tuple[int, int, list[str]]:
        """In how many worlds a formula holds, of how many, and the first by name."""
        found = self.structure.law & self.structure.where(formula)
        names = [
            ",".join(true) or "none" for true in self.structure.worlds(found, most)
        ]
        count = int(found.sat_count(len(self.structure.atoms)))
        return count, self.structure.count(), names

    def after(self, step: Step, source: TomlFile) -> StructureState:
        """The state after an announcement, or this one if that is not true."""
        if isinstance(step, Expect):
            if self.value(step.formula) != "true":
                raise source.fault(f"{step} is refused: that is not true")
            return self
        assert isinstance(step, Announce), "see _suits"
        if self.value(step.formula) == "false":
            return self
        return StructureState(self.structure.announce(step.formula), self.point)


@dataclass(frozen=True, slots=True)
class StructureFile:
    """The content of a file with many atoms: its words, its states, and its checks."""

    words: ModelWords
    states: tuple[StructureState, ...]
    checks: tuple[FormulaCheck, ...]


def is_large(source: TomlFile) -> bool:
    """Whether a file is answered on diagrams.

    The limit is MAX_ATOMS_LISTED, and the file may use only what diagrams support.
    """
    given = source.table()
    atoms = given.get("atoms")
    listed = "worlds" in given or "deal" in given
    if not isinstance(atoms, list) or listed:
        return False
    return len(atoms) > MAX_ATOMS_LISTED and _suits(given)


def _suits(given: Table) -> bool:
    """Return whether relations are given by atoms seen, and the point by all atoms."""
    relations, steps = given.get("relations"), given.get("step", [])
    return (
        isinstance(relations, dict)
        and "action" not in given
        and all(isinstance(each, dict) for each in relations.values())
        and all({"sees", "unseen"} >= set(each) for each in relations.values())
        and isinstance(given.get("point", []), list)
        and isinstance(steps, list)
        and all(isinstance(row, dict) for row in steps)
        and all(_ON_DIAGRAMS.match(str(row.get("do"))) for row in steps)
    )


def read_large(source: TomlFile) -> StructureFile:
    """Return the content of a file with many atoms.

    It must be one that `is_large`. Errors are those of `load_model`; EngineError as
    `KnowledgeStructure`.
    """
    given = source.table()
    source.only(given, KEYS, "a model file")
    atoms = tuple(source.words(given["atoms"], "atoms"))
    agents = agents_of(source, given)
    require_names(source, agents, atoms)
    words = ModelWords.of(agents, atoms)
    structure = source.with_location(lambda: _structure(source, given, atoms, words))
    point = tuple(source.words(given["point"], "point")) if "point" in given else None
    steps, checks = GivenSteps(source, words).all(given)
    start = StructureState(structure, point)
    if point is not None:
        source.with_location(
            partial(structure.holds, point, "true")
        )  # the law allows it
    announced = (planned.step for planned in steps)
    return StructureFile(words, tuple(_states(start, announced, source)), checks)


def _structure(
    source: TomlFile, given: Table, atoms: tuple[str, ...], words: ModelWords
) -> KnowledgeStructure:
    seen: dict[str | int, list[str]] = {}
    for agent in words.agents:
        relation = given["relations"][agent]
        what = f"the relation of {agent}"
        source.only(relation, ("sees", "unseen"), what)
        if len(relation) != 1:
            raise source.fault(f"{what} has either sees or unseen")
        seen[agent] = seen_atoms(source, relation, atoms, what)
    return KnowledgeStructure(atoms, seen, law_of(source, given, words))


def _states(
    state: StructureState, steps: Iterator[Step], source: TomlFile
) -> Iterator[StructureState]:
    yield state
    for step in steps:
        state = source.with_location(partial(state.after, step, source))
        yield state
