"""Checks of a question that was read from a file: what is asked, and the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mystpy.history.history import History
from mystpy.language.read import parse_formula

Ask = Mapping[str, Any]

_WORDS = ("yes", "no", "open")


def is_question(
    kind: str, history: History, player: object, ask: Ask, answer: object
) -> bool:
    """Return whether a question of a kind has all that is needed to answer it.

    Raises MystError for a formula that cannot be parsed, and KeyError if a key of `ask`
    is missing.
    """
    if kind == "mind":
        return player is None and _mind(history, ask, answer)
    if type(player) is not int or not 0 < player <= history.game.p:
        return False
    return history.hands[player] is not None and _CHECKS[kind](history, ask, answer)


def _mind(history: History, ask: Ask, answer: object) -> bool:
    parse_formula(ask["formula"], history.game)
    texts = ask["order"], ask["pair"]
    return answer in _WORDS[:2] and all(isinstance(text, str) for text in texts)


def _others(history: History, ask: Ask, answer: object) -> bool:
    parse_formula(ask["formula"], history.game)
    return answer in _WORDS


def _cell(history: History, ask: Ask, answer: object) -> bool:
    return answer in _WORDS and _is_place(history, ask)


def _is_place(history: History, ask: Ask) -> bool:
    holder, card = ask["holder"], ask["card"]
    is_holder = type(holder) is int and holder in history.game.holders
    return is_holder and card in history.game.deck


def _reason(history: History, ask: Ask, answer: object) -> bool:
    if not isinstance(answer, list) or not answer:
        return False
    sets = all(
        isinstance(turns, list) and all(type(turn) is int for turn in turns)
        for turns in answer
    )
    return sets and isinstance(ask["held"], bool) and _is_place(history, ask)


def _holders(history: History, _: Ask, answer: object) -> bool:
    game = history.game
    return isinstance(answer, Mapping) and all(
        card in game.deck and holder in game.holder_names
        for card, holder in answer.items()
    )


def _count(_history: History, _ask: Ask, answer: object) -> bool:
    return type(answer) is int and answer >= 0


def _choice(history: History, ask: Ask, answer: object) -> bool:
    game, choices = history.game, ask["choices"]
    return (
        isinstance(choices, Mapping)
        and answer in choices
        and all(
            isinstance(cards, list)
            and all(card in game.deck for card in cards)
            and game.question_fault(cards) is None
            for cards in choices.values()
        )
    )


_CHECKS: dict[str, Callable[[History, Ask, object], bool]] = {
    "cell": _cell,
    "holders": _holders,
    "count": _count,
    "others": _others,
    "reason": _reason,
    "question": _choice,
}

KINDS = (*_CHECKS, "mind")
"""The kinds of questions: see docs/how-to/positions.md."""
