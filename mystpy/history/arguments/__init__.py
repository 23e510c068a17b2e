"""The arguments of actions: the numbers and cards of a game that words stand for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from mystpy.axiom_folder.signature import ACTIONS, HAND_SET, OPEN_SET, QUESTION_SET
from mystpy.errors import GameError, ParseError, QueryError
from mystpy.game.game import Game
from mystpy.game.names import OF_EVENTS, ONLY_GENERALIZED, shape, show_set
from mystpy.history.actions import Action, Asks, NoAsk, NoGuess, made_action
from mystpy.history.scan import RawAction, argument_span

_UNSEEN = ("_", "unseen", None)


def resolve_at(raw: RawAction, game: Game, text: str, position: int) -> Action:
    """The action that is written at a place in a text. Raises ParseError."""
    try:
        _require_kind(raw.name, len(raw.args), game)
    except QueryError as error:
        raise ParseError(
            str(error), text=text, position=position, hint=error.hint
        ) from None
    values = []
    kinds = shape(raw.name, len(raw.args))
    for kind, argument in zip(kinds, raw.args, strict=True):
        try:
            values.append(_argument(kind, argument, game))
        except QueryError as error:
            span = argument_span(text, position, len(values))
            raise ParseError(
                str(error),
                text=text,
                position=_word_position(text, span, error.word),
                hint=error.hint,
            ) from None
    return made_action(raw.name, values)


def _word_position(text: str, span: tuple[int, int], word: str | None) -> int:
    """Where the word is last in the span: of two, the second is one too many."""
    if word is None:
        return span[0]
    found = re.finditer(rf"\b{re.escape(word)}\b", text[span[0] : span[1]])
    return span[0] + max((match.start() for match in found), default=0)


def resolve(name: str, args: Sequence[object], game: Game) -> Action:
    """The action of a game with this name and arguments. Raises QueryError."""
    _require_kind(name, len(args), game)
    pairs = zip(shape(name, len(args)), args, strict=True)
    values = [_argument(kind, argument, game) for kind, argument in pairs]
    return made_action(name, values)


def _require_kind(name: str, arguments: int, game: Game) -> None:
    """Raise QueryError for what is done by other rules only."""
    to_one = name == Asks.name and arguments == len(ACTIONS["G4"].sorts)
    to_all = name == Asks.name and not to_one
    if game.generalized and (name == NoGuess.name or to_all):
        raise QueryError(
            "in generalized Clue a turn is a question to one player, or a guess",
            hint="for example  asks(1,2,{s1,s4})  or  guess(1,{s1})",
        )
    if not game.generalized and (to_one or name in ONLY_GENERALIZED):
        raise QueryError(
            f"there is no {name} with {arguments} arguments in this game"
            if to_one
            else f"there is no {name} in this game",
            hint='it belongs to generalized Clue,  rules = "generalized"',
        )
    if name in OF_EVENTS:
        _require_events(game)
    if name == NoAsk.name and not game.board:
        raise QueryError(
            "in this game no turn passes without a question",
            hint="in games of Clue with  board = true  a turn may pass without one",
        )


def _require_events(game: Game) -> None:
    try:
        game.with_events()
    except GameError as error:
        raise QueryError(str(error), hint=error.hint) from None


def _argument(kind: str, value: Any, game: Game) -> object:
    """The number, card or set of cards that stands for an argument as written."""
    if kind == "player":
        return game.player(value)
    if kind == "holder":
        return game.holder(value)
    if kind == "card":
        return None if value in _UNSEEN else game.card(value)
    cards = list(map(game.card, value))
    if kind == OPEN_SET:
        if fault := open_fault(cards):
            raise QueryError(fault, hint="name each card once, for example {s1,s4}")
        return frozenset(cards)
    if kind == HAND_SET:
        if fault := game.hand_fault(1, cards):
            raise QueryError(fault.replace("of player 1 ", ""))
        return frozenset(cards)
    find = game.question_fault if kind == QUESTION_SET else game.guess_fault
    if fault := find(cards):
        double = next((card for card in cards if cards.count(card) > 1), None)
        sets = game.questions() if kind == QUESTION_SET else game.guesses()
        hint = f"for example {show_set(next(sets), game.deck)}"
        raise QueryError(fault, hint=hint, word=double)
    return frozenset(cards)


def open_fault(cards: Sequence[str]) -> str | None:
    """Why these cards cannot be laid open, or None if they can, (E3)."""
    if not cards:
        return "at least one card is laid open"
    if len(set(cards)) < len(cards):
        return "a card is laid open twice"
    return None
