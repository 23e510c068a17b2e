"""A record as a notebook: its beginning, and the lines that its owner would write."""

from __future__ import annotations

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.history.history import History
from mystpy.possible_histories.given_parts import with_hands
from mystpy.records.format.keys import GUESS
from mystpy.records.format.numbered_turns import numbered_lines
from mystpy.records.format.record import GameRecord
from mystpy.records.view import view_of


class NotebookLines(NamedTuple):
    """The game and the hands with which a notebook begins, and its lines."""

    start: History
    owner: int
    lines: tuple[str, ...]


def notebook_lines(record: GameRecord, owner: int) -> NotebookLines:
    """Return the notes of a player who saw only her own view.

    After a right accusation, which all have heard, the pile is given. Raises QueryError
    if the record does not give the player's hand.
    """
    if record.history.hands[owner] is None:
        raise QueryError(
            f"the record does not give the hand of {record.game.owner(owner)}",
            hint="a notebook is that of a player with a hand",
        )
    if record.viewers != (owner,):
        record = view_of(record, (owner,))
    result = record.fields.get("result", {})
    start = record.history.prefix(0)
    if "pile" in result and result["end"] == GUESS:
        start = with_hands(start, {0: result["pile"]})
    written = numbered_lines(str(record.fields["history"]))
    return NotebookLines(start, owner, tuple(line.text.strip() for line in written))


def owner_of(record: GameRecord, player: str | None) -> int:
    """Return a notebook's owner: the named player, or the only one with a hand.

    Raises QueryError if several have one.
    """
    if player is not None:
        return record.game.player(player)
    hands = record.history.hands
    given = [k for k in range(1, record.game.p + 1) if hands[k] is not None]
    if len(given) != 1:
        found = "several hands" if given else "no player's hand"
        raise QueryError(f"the record gives {found}", hint="--as PLAYER says whose")
    return given[0]
