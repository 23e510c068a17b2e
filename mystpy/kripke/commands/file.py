"""What the commands about Kripke models share: FILE, and how far it is played."""

from __future__ import annotations

from itertools import islice

from mystpy.cli.source import file_read
from mystpy.errors import QueryError
from mystpy.files.table import TomlFile
from mystpy.kripke.commands.smcdel import as_model_file
from mystpy.kripke.files.model_file import ModelFile, model_text
from mystpy.kripke.files.model_file import read_model as model_in
from mystpy.kripke.files.model_state import ModelState, stages


def read_model(file: str) -> ModelFile:
    """What a model file says, or standard input if it is -."""
    return model_in(source_of(file))


def source_of(file: str) -> TomlFile:
    """The text of a model file, or standard input if it is -."""
    return model_text(*as_model_file(*file_read(file)))


def stages_of(file: ModelFile, after: int | None) -> list[ModelState]:
    """The stages up to that after so many steps, or after all of them."""
    steps = len(file.steps)
    if after is not None and not 0 <= after <= steps:
        raise QueryError(f"--after is {after}, but FILE has {steps} steps")
    return list(islice(stages(file), 1 + (steps if after is None else after)))
