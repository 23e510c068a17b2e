"""Values as Python and notebooks show them, in the same way as the commands.

`str()` of a value is the text of its command. Notebooks show grids as tables, models
as pictures, and everything else as that text. See `mystpy.representation`.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from mystpy.game.game import Game
from mystpy.questions import reason_text as reasons
from mystpy.questions.knowledge import AskResult, Knowledge
from mystpy.questions.legality import Legality, Moves
from mystpy.questions.query import Query
from mystpy.questions.situation import Situation
from mystpy.questions.why import Why
from mystpy.show import account
from mystpy.show import text as of_answers

if TYPE_CHECKING:  # models are loaded where one is to be shown: the rest needs no numpy
    from mystpy.kripke.files.model_state import ModelState

_ANSWERS = (AskResult, Legality, Moves, Why, Game, Situation)
_WEIGHT = {"yes": "bold", "no": "normal"}


def text(value: object) -> str:
    """Return the command line's text for a value; raises TypeError for other kinds."""
    return "\n".join(_lines(value))


def html(value: object) -> str:
    """A value for a notebook: a table, a picture, or its text."""
    if isinstance(value, Knowledge):
        return _table(value)
    if not isinstance(value, _ANSWERS):
        from mystpy.show.draw.display import notebook_svg

        if svg := notebook_svg(_state(value)):
            return svg
    return f"<pre>{escape(text(value))}</pre>"


def _lines(value: object) -> Iterator[str]:
    match value:
        case Knowledge():
            yield of_answers.knowledge(value, value.game)
        case AskResult():
            yield of_answers.ask_result(value, value.game)
        case Legality():
            yield of_answers.legality(value, value.game)
        case Moves():
            yield from of_answers.possible(value, value.history.game)
        case Why():
            yield reasons.text(value, value.game)
        case Game():
            yield from account.of_game(value)
        case Situation():
            yield from account.lines(Query("", None, value.history))
        case _:
            from mystpy.kripke import text as models

            yield from models.text(_state(value))


def _state(value: object) -> ModelState:
    from mystpy.kripke.files.model_state import ModelState
    from mystpy.kripke.model import Model, PointedModel

    match value:
        case ModelState():
            return value
        case PointedModel():
            return ModelState(value.model, value.point)
        case Model():
            return ModelState(value, None)
    raise TypeError(f"nothing is said of how {type(value).__name__} is shown")


def _table(known: Knowledge) -> str:
    """Return a grid as a table: cards as rows, holders as columns; yes is bold."""
    game = known.game
    names = game.shown_holders
    head = "".join(f"<th>{escape(name)}</th>" for name in ("", *names))
    rows = []
    for card in game.cards:
        cells = zip(of_answers.cells(card, known), known.cells, strict=True)
        row = "".join(
            f'<td style="font-weight:{_WEIGHT.get(cell_text[card], "normal")}">'
            f"{escape(cell)}</td>"
            for cell, cell_text in cells
        )
        rows.append(f"<tr><th>{escape(game.shown_as(card))}</th>{row}</tr>")
    title, legend = of_answers.title(known, game), ""
    if known.dependent:
        legend = f"<p>!  {escape(of_answers.DEPENDS)}</p>"
    body = "".join(rows)
    caption = f"<caption>{escape(title)}</caption>"
    return f"<table>{caption}<tr>{head}</tr>{body}</table>{legend}"
