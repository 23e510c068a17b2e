"""Pictures in notebooks, and as values that can be saved.

```python
from mystpy.show.draw.display import draw
draw(hexa())                      # shown by a notebook
draw(situation, player=5).save("grid.svg")
```

After `%load_ext mystpy.show.draw.display` a notebook shows states, models and
situations as pictures by themselves.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from mystpy.compilation import dataclass
from mystpy.errors import QueryError
from mystpy.files.whole import write_whole
from mystpy.questions.situation import Situation
from mystpy.show.draw.grid_svg import grid_svg
from mystpy.show.draw.lessons import strip_of
from mystpy.show.draw.strip_svg import strip_svg
from mystpy.theories import chosen_theory

if TYPE_CHECKING:  # models are loaded where one is drawn: the rest needs no numpy
    from mystpy.kripke.files.model_state import ModelState
    from mystpy.kripke.model import Model, PointedModel

    Drawable: TypeAlias = Model | PointedModel | ModelState | Situation


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture; notebooks show it, and `str()` is the text of its SVG file."""

    svg: str

    def __str__(self) -> str:
        return self.svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write it into a file. Raises QueryError if that cannot be written."""
        write_whole(path, self.svg)


def draw(
    what: Drawable, title: str | None = None, *, player: int | str | None = None
) -> Drawing:
    """The picture of a model, a state of a model file, or a situation.

    Of a situation the strip of what its steps taught whom, or with `player` the grid
    of what the player knows. Raises QueryError if a model has too many worlds, or for
    an unknown player.
    """
    if isinstance(what, Situation):
        return Drawing(_of_situation(what, title, player))
    if player is not None:
        raise QueryError("only a situation is drawn for a player")
    from mystpy.kripke.files.model_state import ModelState
    from mystpy.kripke.model import PointedModel
    from mystpy.show.draw.model_svg import model_svg

    if isinstance(what, ModelState):
        state = what
    elif isinstance(what, PointedModel):
        state = ModelState(what.model, what.point)
    else:
        state = ModelState(what, None)
    return Drawing(model_svg(state, title or _title(state)))


def _of_situation(
    situation: Situation, title: str | None, player: int | str | None
) -> str:
    if player is not None:
        return grid_svg(situation.knows(player), situation.game, title or "")
    with chosen_theory(situation.theory):
        strip = strip_of(situation.history, situation.engine)
    return strip_svg(strip, title or "What each step taught")


def _title(state: ModelState) -> str:
    size = len(state.model)
    noun = "world" if size == 1 else "worlds"
    return f"{size} {noun}" if state.step is None else f"After {state.step}"


def notebook_svg(what: Drawable) -> str | None:
    """The SVG of a value for a notebook; None where there is no room for it."""
    if not isinstance(what, Situation):
        from mystpy.show.draw.model_svg import MOST_WORLDS

        model: Any = getattr(what, "model", what)
        if len(model) > MOST_WORLDS:
            return None
    return draw(what).svg


def load_ipython_extension(ipython: Any) -> None:
    """Have a notebook show models, states and situations as pictures."""
    from mystpy.kripke.files.model_state import ModelState
    from mystpy.kripke.model import Model, PointedModel

    formatter = ipython.display_formatter.formatters["image/svg+xml"]
    for kind in (Model, PointedModel, ModelState, Situation):
        formatter.for_type(kind, notebook_svg)
