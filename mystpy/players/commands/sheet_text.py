"""The sheets of a player as text and as JSON objects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from mystpy.bits import cards_of
from mystpy.engines.base import Cell
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.actions import action_text
from mystpy.history.history import History
from mystpy.names.width import left, width
from mystpy.players.counting_logic import Clue
from mystpy.players.note_sheets import HeldCards, NoteSheets
from mystpy.views import OBSERVER

if TYPE_CHECKING:
    from mystpy.files.json_text import Object

MATRIX = "+-0"
"""The entries of the counting matrix: held, not held, uncertain."""

ARRAY = "yn?"
"""The entries of the ternary array: yes, no, unknown."""

WORDS = {"y": str(Cell.YES), "n": str(Cell.NO)}


def head(game: Game, player: int) -> str:
    """Whose sheets these are, and in which order the cards come."""
    who = "an observer" if player == OBSERVER else game.owner(player)
    return f"the sheets of {who}; cards: {' '.join(map(game.shown_as, game.cards))}"


def lines(sheets: NoteSheets, history: History) -> Iterator[str]:
    """The sheets beside each other, a row for each holder; then clues."""
    game = history.game
    actions = history.actions[sheets.first_step : sheets.step + 1]
    said = " ".join(action_text(action, game) for action in actions)
    yield ""
    yield f"turn {sheets.turn}, up to step {sheets.step}: {said}"
    columns = _columns(sheets, game)
    wide = max(map(width, game.shown_holders))
    widths = {name: max(len(name), *map(len, rows)) for name, rows in columns.items()}
    titles = (f"{name:<{size}}" for name, size in widths.items())
    yield f"  {'':{wide}}  {'  '.join(titles)}".rstrip()
    for holder in game.holders:
        cells = (f"{columns[name][holder]:<{size}}" for name, size in widths.items())
        yield f"  {left(game.shown_holders[holder], wide)}  {'  '.join(cells)}".rstrip()
    for clue in sheets.clues:
        yield f"  clue: {_clue(clue, game)}"
    for clue in sheets.probable_clues:
        refuted = "" if sheets.probable else " (refuted)"
        yield f"  probable clue: {_clue(clue, game)}{refuted}"
    missed = sheets.missed((1 << game.c) - 1)
    said = ", ".join(f"{_TITLES[name]} {number}" for name, number in missed.items())
    yield f"  known cells that are missed: {said}"


_TITLES = {"counting": "counting", "trial": "trials", "array": "array"}


def _columns(sheets: NoteSheets, game: Game) -> dict[str, list[str]]:
    """The text of each sheet by holder."""
    matrices = {"counting": sheets.counting, "trials": sheets.trial}
    if sheets.probable is not None:
        matrices["probable"] = sheets.probable
    columns = {name: _rows(held, game, MATRIX) for name, held in matrices.items()}
    counters = _counters(sheets.array, game)
    array = zip(_rows(sheets.array, game, ARRAY), counters, strict=True)
    columns["array"] = [f"{row} {counter}" for row, counter in array]
    columns["exact"] = _rows(sheets.exact, game, ARRAY)
    return columns


def _rows(held: HeldCards, game: Game, signs: str) -> list[str]:
    return [
        "".join(
            signs[0 if sure >> k & 1 else 2 if may >> k & 1 else 1]
            for k in range(game.c)
        )
        for sure, may in zip(held.sure, held.may, strict=True)
    ]


def _counters(array: HeldCards, game: Game) -> list[str]:
    """The counter of yes of each holder, and what it counts up to."""
    pairs = zip(array.sure, game.sizes, strict=True)
    return [f"{sure.bit_count()}/{size}" for sure, size in pairs]


def _clue(clue: Clue, game: Game) -> str:
    cards = ", ".join(_cards(clue.cards, game))
    number = f"{clue.least} to {clue.most}"
    if clue.least == clue.most:
        number = f"{clue.least}"
    elif clue.least == 0:
        number = f"at most {clue.most}"
    elif clue.most == clue.cards.bit_count():
        number = f"at least {clue.least}"
    return f"{game.owner(clue.holder)} has {number} of {cards}"


def _cards(mask: int, game: Game) -> list[str]:
    return sort_cards(cards_of(mask, game), game.deck)


def as_object(sheets: NoteSheets, history: History, player: int) -> Object:
    """The sheets after a turn as a JSON object."""
    game = history.game
    held = {"counting": sheets.counting, "trial": sheets.trial}
    found: Object = {
        "player": "observer" if player == OBSERVER else player,
        "number": sheets.turn,
        "step": sheets.step,
        "action": action_text(history.actions[sheets.step], game),
    }
    found |= {name: _grid(each, game, MATRIX) for name, each in held.items()}
    probable = sheets.probable
    found["probable"] = None if probable is None else _grid(probable, game, MATRIX)
    found["array"] = _grid(sheets.array, game, ARRAY)
    counters = {str(k): x.bit_count() for k, x in enumerate(sheets.array.sure)}
    found["counter"] = counters
    found["exact"] = _grid(sheets.exact, game, ARRAY)
    found["clues"] = _clue_objects(sheets.clues, game)
    found["probable_clues"] = _clue_objects(sheets.probable_clues, game)
    found["missed"] = dict(sheets.missed((1 << game.c) - 1))
    return found


def _grid(held: HeldCards, game: Game, signs: str) -> dict[str, dict[str, str]]:
    rows = _rows(held, game, signs)
    return {
        str(k): {
            card: WORDS.get(sign, sign)
            for card, sign in zip(game.cards, row, strict=True)
        }
        for k, row in enumerate(rows)
    }


def _clue_objects(clues: Iterable[Clue], game: Game) -> list[Object]:
    return [
        {
            "holder": clue.holder,
            "cards": _cards(clue.cards, game),
            "least": clue.least,
            "most": clue.most,
        }
        for clue in clues
    ]
