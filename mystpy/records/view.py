"""A player's or a spectator's record, derived from one with more information.

Hidden is exactly what the axioms in force let none of the viewers see: hands of others,
cards that were shown to others, results of others. Texts whose content is not checked
are left out: comments, sources, user fields, and fields about the knowledge of others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mystpy.compilation import pattern, replace
from mystpy.engines import get_engine
from mystpy.errors import QueryError
from mystpy.history.accounts import OpenTurn
from mystpy.history.actions import Guess
from mystpy.records.format.keys import FAULTY, GUESS, HEADER
from mystpy.records.format.record import Fields, GameRecord
from mystpy.records.format.turn_lines import open_lines
from mystpy.records.knowledge import wrong_knowledge
from mystpy.records.merge import common_history
from mystpy.views import OBSERVER, seen_by

_SHOWN = pattern(r"\b(shows|showed|show)\s+(?:a\s+|the\s+)?(?!or\b|\")\w+")
"""The player who shows a card, in a line about a half-heard turn."""

_PUBLIC_HEADER = tuple(key for key in HEADER if key not in ("source", "comment"))


def view_of(record: GameRecord, viewers: tuple[int, ...]) -> GameRecord:
    """Return the `record` as some players have it together.

    `viewers` are their numbers, () for a spectator. Cards and results that none of them
    saw are left out. Raises QueryError if the record is the view of somebody who did
    not see what they saw, or if its fields about their knowledge are wrong. Raises
    AxiomError if the axioms in force do not say what they saw. Source: Bart 2000,
    section 2.9, (2.25).

    >>> from mystpy import queries_dir
    >>> from mystpy.records import read_record, view_of
    >>> text = (queries_dir() / "records" / "full-game.toml").read_text("utf-8")
    >>> sum(hand is not None for hand in view_of(read_record(text), (2,)).history.hands)
    1
    """
    _require_known(record, viewers)
    views = [seen_by(record.history, player) for player in viewers or (OBSERVER,)]
    history = common_history(views)
    fields = record.fields
    said: dict[str, Any] = {k: fields[k] for k in _PUBLIC_HEADER if k in fields}
    if rows := [_player(row) for row in record.rows("player")]:
        said["player"] = rows
    if "result" in fields:
        said["result"] = _result(fields["result"], record, viewers)
    if rows := [x for row in record.rows("turn") if (x := _turn(row, record, viewers))]:
        said["turn"] = rows
    noted = dict(open_lines(str(fields["history"]), record.history))
    for whole, seen in zip(record.history.actions, history.actions, strict=True):
        if isinstance(whole, OpenTurn) and isinstance(seen, OpenTurn) and whole != seen:
            noted[seen] = _SHOWN.sub(r"\1", noted.get(whole, ""))
    found = GameRecord.of(replace(history, places=None), viewers, said, noted)
    if viewers != record.viewers:
        _require_knowledge(found)
    return found


def _require_knowledge(view: GameRecord) -> None:
    """Raise QueryError for wrong fields about knowledge, which reveal hidden cards."""
    for row in view.rows("turn"):
        if "know" not in row:
            continue
        after = view.after_turn(row["number"])
        for known in row["know"]:
            for message in wrong_knowledge(known, after, get_engine()):
                raise QueryError(
                    f"turn {row['number']}: {message}",
                    hint="mystpy record know computes these fields again",
                )


def _require_known(record: GameRecord, viewers: tuple[int, ...]) -> None:
    if record.viewers is None:
        return
    missing = sorted(set(viewers) - set(record.viewers))
    if missing:
        who = record.game.owner(missing[0])
        raise QueryError(
            f"the record does not say what {who} saw",
            hint="derive views from the record of the referee or of that player",
        )


def _player(row: Mapping[str, Any]) -> Fields:
    """Return the name of a player; the kind and its options may reveal how it plays."""
    return {"name": row["name"]} if "name" in row else {}


def _result(
    found: Mapping[str, Any], record: GameRecord, viewers: tuple[int, ...]
) -> Fields:
    """Return the public result, with a pile that a right guess has revealed."""
    kept = {key: found[key] for key in ("end", "winner", "out") if key in found}
    game = record.game
    if game.generalized and "out" in kept:
        mine = [who for who in kept["out"] if game.player(who) in viewers]
        del kept["out"]
        kept |= {"out": mine} if mine else {}
    last = record.history.actions[-1] if len(record.history) else None
    if "pile" in found and found["end"] == GUESS and isinstance(last, Guess):
        kept["pile"] = found["pile"]
    fault = found.get("fault")
    if found["end"] == FAULTY and isinstance(fault, Mapping):
        own = game.player(fault["player"]) in viewers
        kept["fault"] = {k: x for k, x in fault.items() if own or k == "player"}
    return kept


def _turn(
    row: Mapping[str, Any], record: GameRecord, viewers: tuple[int, ...]
) -> Fields:
    """Return the fields of a turn that the viewers know; empty if there are none."""
    kept: Fields = {key: row[key] for key in ("time", "seconds") if key in row}
    player = record.game.player
    claims = [
        {k: claim[k] for k in ("player", "formula", "aloud") if k in claim}
        for claim in row.get("claim", ())
        if claim.get("aloud") or player(claim["player"]) in viewers
    ]
    known = [
        {k: x for k, x in each.items() if not k.startswith("_")}
        for each in row.get("know", ())
        if player(each["player"]) in viewers
    ]
    kept |= {"claim": claims} if claims else {}
    kept |= {"know": known} if known else {}
    return {"number": row["number"], **kept} if kept else {}
