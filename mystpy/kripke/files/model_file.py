"""Model files: a model, what happens in it, and what holds then, in TOML.

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

All keys stand in docs/models.md, each in an example that the tests run.
"""

from __future__ import annotations

from pathlib import Path

from mystpy.compilation import dataclass, field, replace
from mystpy.files.table import TomlFile
from mystpy.files.toml import file_text
from mystpy.kripke.faults import ModelError
from mystpy.kripke.files.given_model import GivenModel
from mystpy.kripke.files.given_steps import FileStep, FormulaCheck, GivenSteps
from mystpy.kripke.model import Model
from mystpy.language.vocabulary import ModelWords

KEYS = (
    *("title", "source", "deal", "agents", "worlds", "atoms", "law", "relations"),
    *("valuation", "point", "contract", "action", "step", "check"),
)


@dataclass(frozen=True, slots=True)
class ModelFile:
    """What a model file says. `point` is None if no actual world is given.

    `contract` says that the model is contracted before each step; `words` are what
    formulas may speak of, the file's actions included.
    """

    title: str
    source: str | None
    model: Model
    point: int | None
    steps: tuple[FileStep, ...] = ()
    checks: tuple[FormulaCheck, ...] = ()
    contract: bool = False
    words: ModelWords = field(default_factory=lambda: ModelWords.of((), ()))


def load_model(path_or_text: str | Path, name: str | None = None) -> ModelFile:
    """The model in a file, or in a text (a string of several lines or with a `=`).

    Raises QueryError for a file that cannot be read; ModelError for unknown or
    missing keys and for whatever is no model or no step; ParseError, with its place,
    for TOML, formulas and steps.
    """
    if isinstance(path_or_text, Path) or not set("\n=") & set(path_or_text):
        path = Path(path_or_text)
        return read_model(model_text(file_text(path), name or str(path)))
    return read_model(model_text(path_or_text, name or "model"))


def model_text(text: str, name: str) -> TomlFile:
    """The text of a model file, whose faults are ModelErrors."""
    return TomlFile(text, name, ModelError)


def read_model(source: TomlFile) -> ModelFile:
    """The model in the text of a file; errors as for `load_model`."""
    given = source.table()
    source.only(given, KEYS, "a model file")
    model, point = GivenModel(source, given).read()
    words = model.words
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
