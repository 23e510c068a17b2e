"""Knowledge games: finite S5 models, their formulas, and their updates.

Models are explicit: worlds, a partition of the worlds for each agent, and a truth value
for each atom and world. `model` has them, with the truth of formulas. `construction`
builds them, `update` executes announcements and actions, and `refinement` computes the
smallest bisimilar model. `deals` and `update.game_actions` have the definitions of van
Ditmarsch's *Knowledge games* (2000). `files` reads all of these from a file, and
`puzzles` and `my_number` use them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mystpy import name_loader

if TYPE_CHECKING:
    from mystpy.kripke.deals import hexa
    from mystpy.kripke.files.model_file import ModelFile, load_model
    from mystpy.kripke.files.model_state import ModelState, stages
    from mystpy.kripke.from_history import state_of
    from mystpy.kripke.model import Model, PointedModel
    from mystpy.kripke.update.product import announce

_HOME = {
    "Model": "model",
    "ModelFile": "files.model_file",
    "ModelState": "files.model_state",
    "PointedModel": "model",
    "announce": "update.product",
    "hexa": "deals",
    "load_model": "files.model_file",
    "stages": "files.model_state",
    "state_of": "from_history",
}

__all__ = [
    "Model",
    "ModelFile",
    "ModelState",
    "PointedModel",
    "announce",
    "hexa",
    "load_model",
    "stages",
    "state_of",
]


if not TYPE_CHECKING:  # a type checker refuses names that are not here
    __getattr__ = name_loader(__name__, _HOME)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
