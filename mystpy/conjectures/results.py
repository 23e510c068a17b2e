"""Finished pieces of work in a file, so that a check that was stopped can go on.

A row with a right hash may still have been written by another program: so the forms
that results have are checked, by the kind of work.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from mystpy import __version__
from mystpy.axioms import fingerprint
from mystpy.errors import MystError
from mystpy.files.journal import Journal
from mystpy.files.rows import Check, RowFault, are_texts, is_count, is_text, require
from mystpy.game.game import Game


def require_result(key: str, result: object) -> None:
    """Raise RowFault if a piece of work with this key cannot have such a result.

    The results of other kinds of work, which no run looks at, are not checked.
    """
    kind = re.split("[|]| (?:True|False)[|]|-", key, maxsplit=1)[0]
    check = _CHECKS.get(kind)
    if check is not None and not check(result):
        raise RowFault(f"'result' cannot be {repr(result)[:60]}")


def _is_truth(value: object) -> bool:
    return isinstance(value, bool)


def _is_depth(value: object) -> bool:
    return type(value) is int and value >= -1


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


def _is_game(value: object) -> bool:
    return isinstance(value, dict) and _is_written_game(json.dumps(value))


@lru_cache(1_000)
def _is_written_game(text: str) -> bool:
    try:
        Game.from_dict(json.loads(text))
    except (MystError, LookupError, TypeError, ValueError):
        return False
    return True


def _is_query(value: object) -> bool:
    """Whether a value is a counterexample, as `query_of` and searches give it."""
    if not isinstance(value, dict):
        return False
    try:
        require(value, {"game": _is_game}, _QUERY)
        _replay(value)
    except (RowFault, MystError):
        return False
    return True


def _replay(query: Mapping[str, Any]) -> None:
    """Read what is in a counterexample. Raises MystError for what cannot be read."""
    from mystpy.history.history import History  # few results have a counterexample
    from mystpy.language.read import parse_formula

    game = Game.from_dict(query["game"])
    History.make(game, query.get("hands", {}), query.get("history", []))
    if "formula" in query:
        parse_formula(query["formula"], game)


def _are_hands(value: object) -> bool:
    return isinstance(value, dict) and all(map(are_texts, value.values()))


_QUERY: Mapping[str, Check] = {
    "hands": _are_hands,
    "history": are_texts,
    "taken": are_texts,
    "where": is_text,
    "formula": is_text,
    "value": is_text,
}


def _or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _row_of(*checks: Check) -> Check:

    def fits(value: object) -> bool:
        return (
            isinstance(value, list)
            and len(value) == len(checks)
            and all(check(each) for check, each in zip(checks, value, strict=True))
        )

    return fits


def _is_sweep(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    try:
        require(value, _SWEEP, {"ended": is_count})
    except RowFault:
        return False
    return True


_SWEEP: Mapping[str, Check] = {
    "game": _is_game,
    "depth": _is_depth,
    "complete": _is_truth,
    "stages": is_count,
    "instances": is_count,
    "failure": _or_none(_is_query),
    "stopped": _is_truth,
}


def _are_counts(value: object) -> bool:
    return isinstance(value, dict) and all(map(is_count, value.values()))


_CHECKS: Mapping[str, Check] = {
    "sweep": _is_sweep,
    "search": _or_none(_is_query),
    "few worlds": is_count,
    "induction": _is_truth,
    "public": _row_of(_is_truth, is_count),
    "refine": _row_of(is_count, _or_none(is_count), _or_none(_is_table)),
    "bridge": _row_of(is_count, is_count, is_count, _or_none(_is_table), _are_counts),
    "games": _row_of(is_count, _or_none(_is_table)),
}


SYNC_SECONDS = 1.0
"""Pieces are brought to the disk at most so often: some take less than a sync."""


class PieceJournal(Journal):
    """The file of results of a check: a row has the key of a piece, and its result."""

    kind = "check"
    same = "the axioms and the version of mystpy must be those it began with"

    def __init__(self, path: Path) -> None:
        head = {"theorem": __version__, "axioms": fingerprint()}
        super().__init__(path, head, sync_every=SYNC_SECONDS)

    def check(self, row: Mapping[str, Any]) -> None:
        """Raise RowFault for a row that is not the result of a piece of work."""
        require(row, {"key": is_text, "result": lambda _: True})
        require_result(row["key"], row["result"])


class Results(dict[str, object]):
    """Results by key, each appended to a file as soon as it is there.

    Results in the file that are damaged do not count: `journal.damaged` has them.
    Raises as Journal does.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.journal = PieceJournal(path)
        for _, row in self.journal.rows():
            super().__setitem__(row["key"], row["result"])

    def __setitem__(self, key: str, result: object) -> None:
        self.journal.write({"key": key, "result": result})
        super().__setitem__(key, result)

    def close(self) -> None:
        """Close the file."""
        self.journal.close()
