"""Check whether a counterexample meets the premises of its statement's section."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mystpy.conjectures.ranges import condition
from mystpy.conjectures.verdict import Result
from mystpy.errors import GameError
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess
from mystpy.history.history import History
from mystpy.kripke.deals import Deal

Section = Mapping[str, Any]
Case = Mapping[str, Any]

_FILE = Path(__file__).with_name("section_premises.toml")
SECTIONS: list[dict[str, Any]] = tomllib.loads(_FILE.read_text("utf-8"))["section"]
SECTION_OF = {name: section for section in SECTIONS for name in section["rows"]}
_SOME_GAME = Game.myst(1, 1, 2, 1)
"""Any game: a condition with only numbers is true of all or of none."""


def counterexamples(result: Result) -> Iterator[tuple[str, Case]]:
    """Yield the counterexamples of a statement and its formalizations, with words."""
    if result.counterexample is not None:
        yield "", result.counterexample
    for words, reading in result.readings:
        for deeper, case in counterexamples(reading):
            yield deeper or words, case


def conditions(section: Section) -> list[str]:
    """Return the bounds of a section, one by one."""
    return [part.strip() for part in section.get("bounds", "").split("&") if part]


def rules_of(section: Section) -> list[str]:
    """Return the allowed rules of a counterexample to a statement of a section."""
    rules = section.get("rules", "myst")
    return [rules] if isinstance(rules, str) else rules


def premises_broken(section: Section, case: Case) -> list[str]:
    """Return the premises of a section that a counterexample does not meet."""
    given = case.get("game", {"rules": "deal" if "deal" in case else "none"})
    if given["rules"] == "4.1":  # a place of the recurrence: m, n1, n2
        numbers = [given[key] for key in ("m", "n1", "n2") if type(given[key]) is int]
        broken = given["q"] != 1 or not all(number >= 1 for number in numbers)
        return ["the place"] if broken else []
    broken = [] if given["rules"] in rules_of(section) else ["the rules"]
    if given["rules"] == "none":
        return broken
    try:
        constants = numbers_of(case)
    except GameError as error:  # (2.1)
        return [str(error)]
    broken += [part for part in conditions(section) if not _is_true(part, constants)]
    return broken + _actions_broken(section, case)


def numbers_of(case: Case) -> dict[str, int]:
    """Return the numbers in bounds. Raises GameError if it is no game."""
    if "deal" in case:
        deal = Deal.read(str(case["deal"]["hands"]))
        sizes = {"players": len(deal.players), "cards": len(deal.cards)}
        return {**sizes, "least_hand": min(deal.size)}
    game = Game.from_dict(case["game"])
    m, n = game.sizes[:2]
    found = {"m": m, "n": n, "p": game.p, "q": game.q, "c": game.c}
    if game.sorts:
        smallest = min(len(cards) for _, cards in game.sorts)
        found |= {"sorts": len(game.sorts), "least_sort": smallest}
    return found


def _is_true(part: str, numbers: Mapping[str, int]) -> bool:
    """Return whether a condition is true; one with an unknown name is false."""
    if not set(re.findall("[a-z_]+", part)) <= numbers.keys():
        return False
    text = re.sub("[a-z_]+", lambda name: str(numbers[name[0]]), part)
    return condition(text)(_SOME_GAME)


def _actions_broken(section: Section, case: Case) -> list[str]:
    """Return actions of a counterexample that its section excludes."""
    if "history" not in case:
        return []
    game = Game.from_dict(case["game"])
    hands = case.get("hands", {})
    actions = History.make(game, hands, case["history"]).actions
    broken = []
    if not section.get("guesses", True):
        broken += ["a guess" for action in actions if isinstance(action, Guess)]
    if not section.get("own_cards", True):
        broken += [
            f"own cards: {action}"
            for action in actions
            if isinstance(action, Asks)
            and action.cards & set(hands.get(str(action.player), ()))
        ]
    return broken


def assert_meets_premises(name: str, result: Result) -> None:
    """Check that every counterexample to a row meets its section's premises."""
    for words, case in counterexamples(result):
        assert_case_meets_premises(name, words, case)


def assert_case_meets_premises(name: str, words: str, case: Case) -> None:
    """Check this for a counterexample to a row, or to its formalization."""
    section = SECTION_OF[name]
    if not any(part in words for part in section.get("without", ())):
        assert premises_broken(section, case) == [], (name, words)
