"""Players' knowledge after the turns of a record, compared with the fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mystpy.engines.base import Cell, Engine, Value
from mystpy.errors import QueryError
from mystpy.history.history import History
from mystpy.language.nodes import Knows
from mystpy.language.read import parse_formula
from mystpy.questions.knowledge import Knowledge, ask, know
from mystpy.records.format.given_cells import cell_read
from mystpy.records.format.record import Fields, GameRecord


def with_knowledge(
    record: GameRecord, players: Iterable[int], turns: Iterable[int], engine: Engine
) -> GameRecord:
    """Return the record with fields for these players' knowledge after these turns.

    Fields for the same players and turns are replaced; all others stay as they are.
    """
    players = list(players)
    rows = {row["number"]: dict(row) for row in record.rows("turn")}
    for turn in turns:
        history = record.after_turn(turn)
        row = rows.setdefault(turn, {"number": turn})
        of = record.game.player
        kept = [x for x in row.get("know", ()) if of(x["player"]) not in players]
        found = [knowledge_fields(history, player, engine) for player in players]
        row["know"] = sorted([*kept, *found], key=lambda x: of(x["player"]))
    return record.with_fields(turn=[rows[number] for number in sorted(rows)])


def knowledge_fields(history: History, player: int, engine: Engine) -> Fields:
    """Return a table `[[turn.know]]`: the number of deals, and the known cells."""
    found = know(history, player, engine)
    row: Fields = {"player": player}
    if found.deals is not None:
        row["deals"] = found.deals
    for key, cell in (("yes", Cell.YES), ("no", Cell.NO)):
        row[key] = [f"h({k},{card})" for k, card in _cells(found, cell)]
    return row


def _cells(found: Knowledge, wanted: Cell) -> Iterator[tuple[int, str]]:
    for holder, cells in enumerate(found.cells):
        yield from ((holder, card) for card, cell in cells.items() if cell is wanted)


def wrong_knowledge(
    said: Mapping[str, Any], history: History, engine: Engine
) -> Iterator[str]:
    """Yield the wrong statements in a table `[[turn.know]]`."""
    game = history.game
    player = game.player(said["player"])
    found = know(history, player, engine, count="deals" in said)
    who = game.owner(player)
    if "deals" in said and found.deals is not None and said["deals"] != found.deals:
        yield f"{who} considers {found.deals:,} deals possible, not {said['deals']:,}"
    for key, cell in (("yes", Cell.YES), ("no", Cell.NO)):
        for text in said.get(key, ()):
            holder, card = cell_read(text, game)
            if found.cells[holder][card] is not cell:
                known = found.cells[holder][card].value
                yield f"of {text} {who} knows {known!r}, not {key!r}"


def claim_is_right(
    claim: Mapping[str, Any], history: History, engine: Engine
) -> bool | None:
    """Return whether a player knew a claim; None if that is not determined."""
    game = history.game
    player = game.player(claim["player"])
    claimed = Knows(player, parse_formula(claim["formula"], game))
    value = ask(history, claimed, engine).value
    return None if value is Value.UNDETERMINED else value is Value.TRUE


def with_claims_judged(record: GameRecord, engine: Engine) -> GameRecord:
    """Return the record in which each claim has `right`, if that is determined."""
    rows = []
    for row in record.rows("turn"):
        if "claim" in row:
            history = record.after_turn(row["number"])
            judged = [_judged(claim, history, engine) for claim in row["claim"]]
            row = {**row, "claim": judged}
        rows.append(row)
    return record.with_fields(turn=rows or None)


def _judged(claim: Mapping[str, Any], history: History, engine: Engine) -> Fields:
    kept = {key: value for key, value in claim.items() if key != "right"}
    right = claim_is_right(claim, history, engine)
    return kept if right is None else {**kept, "right": right}


def players_known(record: GameRecord) -> tuple[int, ...]:
    """Return the players whose knowledge the record determines.

    Raises QueryError if there are none.
    """
    viewers = record.viewers
    found = tuple(range(1, record.game.p + 1)) if viewers is None else viewers
    if not found:
        raise QueryError(
            "a spectator's record does not say what a player has seen",
            hint="take the referee's record, or that of a player",
        )
    return found
