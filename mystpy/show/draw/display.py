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
from mystpy.questions.knowledge import Knowledge
from mystpy.questions.situation import Situation
from mystpy.representation import brief_repr
from mystpy.show.draw.grid_svg import grid_svg
from mystpy.show.draw.lessons import strip_of
from mystpy.show.draw.strip_svg import strip_svg
from mystpy.theories import chosen_theory

if TYPE_CHECKING:  # models are loaded where one is drawn: the rest needs no numpy
    from mystpy.kripke.files.model_state import ModelState
    from mystpy.kripke.model import Model, PointedModel

    Drawable: TypeAlias = Model | PointedModel | ModelState | Situation | Knowledge

_TO_DRAW = {
    "Query": "draw(mystpy.Situation.of(query.history))",
    "History": "draw(mystpy.Situation.of(history))",
    "GameSituation": "draw(situation.model())",
    "ModelFile": "draw(file.model)",
}
"""The expressions to draw, for values that contain something that can be drawn."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture: notebooks show it, `svg` and `str()` are the text of its SVG file.

    `draw` makes one. Source: mystpy.

    >>> import mystpy
    >>> game = mystpy.Game.myst(m=1, n=1, p=2, q=1)
    >>> s = mystpy.Situation.init(game, hands={1: ["s1"]})
    >>> str(mystpy.draw(s.knows(1))).startswith("<svg")
    True
    """

    svg: str

    __repr__ = brief_repr

    def __str__(self) -> str:
        return self.svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write the picture to a file.

        Raises QueryError if the file at `path` cannot be written.
        """
        write_whole(path, self.svg)


def draw(
    what: Drawable, title: str | None = None, *, player: int | str | None = None
) -> Drawing:
    """Draw a situation, what a player knows, or a Kripke model.

    `what` is a `Situation` (a strip of what each step taught; with `player` the grid of
    what the player knows), a `Knowledge` (its grid), or a model or state of
    `mystpy.kripke`. `title` replaces the heading. Raises QueryError if a model has too
    many worlds, for an unknown player, and for values without a picture. Source:
    mystpy.

    >>> import mystpy
    >>> game = mystpy.Game.myst(m=1, n=1, p=2, q=1)
    >>> s = mystpy.Situation.init(game, hands={1: ["s1"]})
    >>> "player 1" in mystpy.draw(s, player=1).svg
    True
    """
    if isinstance(what, Situation):
        return Drawing(_of_situation(what, title, player))
    if player is not None:
        raise QueryError("only a situation is drawn for a player")
    if isinstance(what, Knowledge):
        return Drawing(grid_svg(what, what.game, title or ""))
    from mystpy.show.draw.model_svg import model_svg

    state = _state_of(what)
    return Drawing(model_svg(state, title or _title(state)))


def _state_of(what: object) -> ModelState:
    """Return a model as a state. Raises QueryError for a value without a picture."""
    from mystpy.kripke.files.model_state import ModelState
    from mystpy.kripke.model import Model, PointedModel

    match what:
        case ModelState():
            return what
        case PointedModel():
            return ModelState(what.model, what.point)
        case Model():
            return ModelState(what, None)
    hint = _TO_DRAW.get(type(what).__name__, "draw a Situation, a Knowledge or a Model")
    raise QueryError(f"{type(what).__name__} values have no picture", hint=hint)


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
