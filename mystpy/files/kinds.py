"""The kinds of files that people write, told apart by the tables in them."""

from __future__ import annotations

from collections.abc import Mapping

from mystpy.compilation import pattern
from mystpy.errors import MystError

QUERY, MODEL = "a query file", "a model file"
PACKAGE_QUERY = "a package query file"
PUZZLE, CONJECTURES = "a puzzle file", "a file of conjectures"
TOURNAMENT, EXERCISE = "a tournament file", "an exercise"

READERS = {
    QUERY: "mystpy ask, know, legal, poss, why and draw read it",
    PACKAGE_QUERY: "mystpy ask, know, legal, poss, why, show, model and draw read it",
    MODEL: "mystpy check, why, update, plan, bisimilar, model and draw read it",
    PUZZLE: "mystpy puzzle and draw read it",
    CONJECTURES: "mystpy theorem --file reads it",
    TOURNAMENT: "mystpy tournament and play read it",
    EXERCISE: "mystpy exercise reads it",
}
"""Each kind of file, and which commands read it."""

SMCDEL_ENDING = ".smcdel.txt"
_SMCDEL_BEGINNING = pattern(r"(?:\s|--[^\n]*(?:\n|$))*VARS\b")

_OF_MODELS = {"deal", "agents", "worlds", "atoms", "relations", "valuation", "point"}


def kind_of(table: Mapping[str, object]) -> str | None:
    """The kind of the file with this table; None if its keys do not tell."""
    if "exercise" in table:
        return EXERCISE
    if "conjecture" in table:
        return CONJECTURES
    if "player" in table:
        return TOURNAMENT
    if isinstance(table.get("worlds"), dict):
        return PUZZLE
    if {"game", "history"} & set(table):
        return QUERY
    if isinstance(table.get("theory"), str):
        return PACKAGE_QUERY
    return MODEL if {*_OF_MODELS, "step", "check"} & set(table) else None


def kind_of_text(text: str) -> str | None:
    """The kind of the file with this text; what is no TOML is read as a query file.

    None if its keys do not tell.
    """
    from mystpy.files.toml import toml_table  # not needed by those who have the table

    try:
        return kind_of(toml_table(text, None))
    except MystError:
        return QUERY


def is_task(name: str) -> bool:
    """Whether a file by its name is a task of a planner: a list of files, or ground."""
    return name.endswith(".json")


def is_smcdel(text: str, name: str) -> bool:
    """Return whether a file is one of SMCDEL, by its name or its beginning."""
    if name.endswith((SMCDEL_ENDING, ".smcdel")):
        return True
    return bool(_SMCDEL_BEGINNING.match(text))
