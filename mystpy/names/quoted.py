"""Names in a text that is read word by word: `"Mrs White"` and `小明`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from mystpy.compilation import NamedTuple, pattern
from mystpy.names.lookup import card_named
from mystpy.names.written import identifier_shown_as, plain

_NAME = pattern(r'"([^"\n]*)"|[^\W\d]\w*')


class NameSpan(NamedTuple):
    """Where a name is in a text, and its identifier; None if nothing is called so."""

    start: int
    end: int
    name: str
    identifier: str | None


def name_spans(
    text: str,
    deck: Collection[str],
    players: Collection[str],
    shown: Mapping[str, str],
) -> Iterator[NameSpan]:
    """The names in a text that are in quotes or have letters besides a to z.

    Of words without quotes only those that are names of cards or players.
    """
    if text.isascii() and '"' not in text:
        return
    for found in _NAME.finditer(text):
        name = found[1]
        if name is None:
            if found[0].isascii():
                continue
            name = found[0]
        player = identifier_shown_as(name, shown) or plain(name)
        identifier = player if player in players else card_named(name, deck, shown)
        if identifier is not None or found[1] is not None:
            yield NameSpan(*found.span(), name, identifier)
