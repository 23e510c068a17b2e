"""The model files of the project whose worlds can be listed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mystpy.kripke.faults import ModelError
from mystpy.kripke.files.model_file import load_model
from mystpy.kripke.files.model_state import ModelState, stages

MODELS = Path(__file__).parents[3] / "queries" / "models"


def example(name: str, after: int = 0) -> ModelState:
    """Return a state of one of the files."""
    return list(stages(load_model(MODELS / f"{name}.toml")))[after]


def listed() -> Iterator[str]:
    """Yield the names of the files that have a model that can be listed."""
    for path in sorted(MODELS.glob("*.toml")):
        try:
            load_model(path)
        except ModelError as error:
            if "worlds are too many" not in str(error):
                raise
        else:
            yield path.stem
