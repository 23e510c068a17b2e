"""The trial of Crazy Broomhead: what follows from an entry and from its opposite.

In the field: failed literal detection, and lifting (Le Berre 2001).

Source: Ayzenshtat, Feng and Lee 2003; which cards are tried, and for how long, is
reconstructed: those of the shortest unresolved clues, until none of them tells more.
"""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.bits import bits
from mystpy.players.note_sheet.clues import InvalidClue
from mystpy.players.note_sheet.logic import CountingLogic

Cell = tuple[int, int]
"""A holder and a card, as a mask."""


def apply_trials(logic: CountingLogic) -> CountingLogic:
    """The same with what trials tell. Raises InvalidClue if both opposites fail."""
    while more := _after_trials(logic):
        logic = more
    return logic


def _after_trials(logic: CountingLogic) -> CountingLogic | None:
    """What is known after the first trial that tells something, None if none does."""
    for holder, card in _cells(logic):
        having = _supposed(logic, holder, card, 0)
        lacking = _supposed(logic, holder, 0, card)
        if not having and not lacking:
            raise InvalidClue(f"holder {holder} cannot have a card, nor lack it")
        if not having or not lacking:
            return having or lacking
        held = [x & y for x, y in zip(having.held, lacking.held, strict=True)]
        lacked = [x & y for x, y in zip(having.lacked, lacking.lacked, strict=True)]
        if (held, lacked) != (logic.held, logic.lacked):
            more = logic.copy()
            more.enter(held, lacked)
            return more
    return None


def _cells(logic: CountingLogic) -> Iterator[Cell]:
    """The entries to be tried, each once."""
    clues = logic.unresolved
    least = min((clue.cards.bit_count() for clue in clues), default=0)
    met = [0] * len(logic.held)
    for clue in clues:
        if clue.cards.bit_count() == least:
            for card in bits(clue.cards & ~met[clue.holder]):
                yield clue.holder, card
            met[clue.holder] |= clue.cards


def _supposed(
    logic: CountingLogic, holder: int, held: int, lacked: int
) -> CountingLogic | None:
    """What follows if a holder has a card, or lacks it; None if that cannot be."""
    case = logic.copy()
    rows = range(len(logic.held))
    try:
        case.enter(
            [held * (k == holder) for k in rows], [lacked * (k == holder) for k in rows]
        )
    except InvalidClue:
        return None
    return case
