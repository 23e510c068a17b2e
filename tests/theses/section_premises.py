"""Whether a counterexample of chapters 4 and 5 meets the premises of its section."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mystpy.conjectures.ranges import condition
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess
from mystpy.history.history import History

_FILE = Path(__file__).with_name("section_premises_4_5.toml")
SECTIONS: list[dict[str, Any]] = tomllib.loads(_FILE.read_text("utf-8"))["section"]
SECTION_OF = {name: section for section in SECTIONS for name in section["rows"]}


def counterexamples(result: Result) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The counterexamples of a statement and its readings, with a reading's words."""
    if result.counterexample is not None:
        yield "", result.counterexample
    for words, read in result.readings:
        if read.counterexample is not None:
            yield words, read.counterexample


def premises_broken(section: Mapping[str, Any], case: Mapping[str, Any]) -> list[str]:
    """What of a section's premises a counterexample does not meet."""
    given = case["game"]
    if given.get("rules") == "4.1":  # a place of the recurrence: m, n1, n2
        numbers = [given[key] for key in ("m", "n1", "n2") if type(given[key]) is int]
        broken = given["q"] != 1 or not all(number >= 1 for number in numbers)
        return ["the place"] if broken else []
    broken = []
    if given["rules"] != section.get("rules", "myst"):
        broken.append("the rules")
    game = Game.from_dict(given)
    if not condition(section["bounds"])(game):
        broken.append(section["bounds"])
    if "hands" in case and "formula" in case:
        history = History.make(game, case["hands"], case["history"])
        actions = history.actions
        if not section.get("guesses", True):
            broken += ["a guess" for action in actions if isinstance(action, Guess)]
        if not section.get("own_cards", True):
            asked = [action for action in actions if isinstance(action, Asks)]
            broken += [
                f"own cards: {action}"
                for action in asked
                if action.cards & set(case["hands"][str(action.player)])
            ]
    return broken


def assert_meets_premises(name: str, result: Result) -> None:
    """Every counterexample to a row meets the premises of the section of the row."""
    found = list(counterexamples(result))
    section = SECTION_OF.get(name)
    if section is None:
        return
    for words, case in found:
        if words and any(part in words for part in section.get("without", ())):
            continue
        assert premises_broken(section, case) == [], (name, words)
