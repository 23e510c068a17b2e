"""The four numbers of section 4.3, as text and as a JSON object."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mystpy.game.game import Game
from mystpy.game.names import show_set, sort_cards
from mystpy.questions.four_numbers import FourNumbers

if TYPE_CHECKING:
    from mystpy.files.json_text import Object


def lines(found: FourNumbers, game: Game) -> Iterator[str]:
    """The sets, then the four numbers."""
    for player in (1, 2):
        shown = show_set(found.shown[player - 1], game.deck)
        yield f"T_{player}: {game.owner(player)} has shown {shown}"
    for player in (1, 2):
        known = show_set(found.known[player - 1], game.deck)
        yield f"M_{player}: {game.owner(player)} knows {known} to be in the pile"
    common = show_set(found.common, game.deck)
    yield f"common knowledge of the pile: {common}"
    numbers = ", ".join(map(str, found.numbers))
    yield f"(|S_1 - T_1|, |S_2 - T_2|, |M_1 - M_2|, |M_2 - M_1|) = ({numbers})"


def numbers_object(found: FourNumbers, game: Game) -> Object:
    """The four numbers, and the sets that they count."""
    return {
        "tuple": list(found.numbers),
        "shown": {str(k): sort_cards(x, game.deck) for k, x in _rows(found.shown)},
        "pile": {str(k): sort_cards(x, game.deck) for k, x in _rows(found.known)},
        "common": sort_cards(found.common, game.deck),
    }


def _rows(
    sets: tuple[frozenset[str], frozenset[str]],
) -> Iterator[tuple[int, frozenset[str]]]:
    return enumerate(sets, 1)
