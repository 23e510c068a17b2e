"""A reply in plain words: the action meant, and the claims.

This is structured output, read from free text.

A text that cannot be read is refused with an example of what to write instead.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mystpy.bits import mask_of
from mystpy.compilation import pattern
from mystpy.engines.transition_system.states import EventKey
from mystpy.errors import MystError, QueryError, did_you_mean, one_of
from mystpy.game.game import Game
from mystpy.game.names import SHAPES, sort_cards
from mystpy.history.printed.meaning import names_of_several_words
from mystpy.history.table.words import FILLER, card_meant, cards_meant, player_meant
from mystpy.play.game_state import LegalAction
from mystpy.protocol.claims.claim import AnyClaim
from mystpy.protocol.claims.claim_reading import example, read_claims
from mystpy.protocol.claims.reply_text import actions_said, deductions_said
from mystpy.protocol.offers import event_of
from mystpy.situations.event import Event

MAX_QUOTED, MAX_HINTS = 200, 8
"""The maximal length of a quoted deduction that was not read, and their number."""

_WORD = pattern(r"\w+(?:['-]\w+)*")
_TITLES = frozenset("mr mrs ms miss prof col rev dr".split())
_NEGATION = pattern(r"(no|not|don['’]t|pass)\b\s*(.*)", re.IGNORECASE)

VERBS = {
    "ask": "asks",
    "asks": "asks",
    "suggest": "asks",
    "suggests": "asks",
    "question": "asks",
    "guess": "guess",
    "guesses": "guess",
    "accuse": "guess",
    "accuses": "guess",
    "show": "shows",
    "shows": "shows",
}
"""The words for actions that name cards."""


def action_said(text: str, legal_actions: Sequence[LegalAction], game: Game) -> Event:
    """The action that a reply ends with.

    Raises QueryError, whose hint says what to write, if there is none or it cannot be
    read.
    """
    said = action_line(text)
    if not said:
        raise QueryError(
            "no line of the reply begins with 'Action:'",
            hint="end with a line such as 'Action: "
            + _example(legal_actions, game)
            + "'",
        )
    if said.partition("(")[0].strip() in SHAPES:
        return event_of(said, game)
    try:
        return _in_words(said, legal_actions, game)
    except MystError as error:
        hint = (
            error.hint or f"write for example 'Action: {_example(legal_actions, game)}'"
        )
        raise QueryError(f"Action: {said[:60]}: {error}", hint=hint) from None


def action_line(text: str) -> str:
    """Return the text after the last `Action:` of a reply; empty if it has none."""
    found = actions_said(text)
    return found[-1] if found else ""


def _in_words(said: str, legal_actions: Sequence[LegalAction], game: Game) -> Event:
    keys = {legal.key[0]: legal.key for legal in legal_actions}
    if negated := _NEGATION.fullmatch(said):
        for kind in ("noguess", "noask"):
            if kind in keys and not set(_WORD.findall(negated[2])) & set(game.cards):
                return Event(keys[kind])
    words: Sequence[str]
    verb, *words = _words(said, game) or [""]
    kind = VERBS.get(verb.lower(), "")
    if kind not in keys:
        possible = [word for word, meant in VERBS.items() if meant in keys]
        near = None if verb.lower() in VERBS else did_you_mean(verb, possible)
        raise QueryError(f"{verb or 'nothing'} is not what can be done now", hint=near)
    key = keys[kind]
    if kind == "asks" and len(key) > 2:
        key, words = _addressed(words, legal_actions, game)
    cards = _cards(words, game, one=kind == "shows")
    if kind == "shows" and len(cards) != 1:
        raise QueryError("a show is of one card")
    fault = {"asks": game.question_fault, "guess": game.guess_fault}.get(kind)
    if fault and (wrong := fault(cards)):
        raise QueryError(wrong)
    return Event(key, mask_of(cards, game))


def _words(said: str, game: Game) -> list[str]:
    """The words of an action; a name of several words is one."""
    raw = [(found[0], found.start()) for found in _WORD.finditer(said)]
    return [word for word, _ in names_of_several_words(game).joined(said, raw)]


def _addressed(
    words: Sequence[str], legal_actions: Sequence[LegalAction], game: Game
) -> tuple[EventKey, Sequence[str]]:
    """Return the question meant, by its addressee, named first, and its cards."""
    named = [word for word in words if word.lower() != "player"] or [""]
    to = player_meant(game, named[0])
    keys = [legal.key for legal in legal_actions if legal.key[0] == "asks"]
    for key in keys:
        if key[2:] == (to,):
            return key, named[1:]
    may = one_of([game.shown_holders[player] for key in keys for player in key[2:]])
    raise QueryError(f"{named[0]} cannot be asked now, only {may}")


def _cards(words: Sequence[str], game: Game, *, one: bool = False) -> list[str]:
    """The cards that words name, also by a part of the name."""
    left_out = FILLER | _TITLES | {"for", "or", "is"}
    kept = [word for word in words if word.lower() not in left_out]
    if one and kept:
        return [card_meant(game, kept[0])]
    return cards_meant(game, kept) or [card_meant(game, word) for word in kept]


def _example(legal_actions: Sequence[LegalAction], game: Game) -> str:
    kinds = {legal.key[0]: legal for legal in legal_actions}
    if "noguess" in kinds:
        return "no guess"
    if "shows" in kinds:
        card = next(x for x, k in game.deck.items() if kinds["shows"].cards >> k & 1)
        return f"show {game.shown_as(card)}"
    for player in kinds["asks"].key[2:] if "asks" in kinds else ():
        return f"ask {game.shown_holders[player]}: {game.shown_as(game.cards[0])}"
    cards = sort_cards(next(game.questions()), game.deck)
    return f"ask {', '.join(map(game.shown_as, cards))}"


def claims(text: str, game: Game, speaker: int = 0) -> tuple[list[AnyClaim], list[str]]:
    """Return the claims of a reply, and those that cannot be read, with the reason.

    `speaker` is the player who says `I`.
    """
    found: list[AnyClaim] = []
    unread: list[str] = []
    for said in deductions_said(text):
        try:
            found += read_claims(said, game, speaker)
        except MystError as error:
            unread.append(f"{said[:MAX_QUOTED]}: {error}")
    return found, unread


def unread_hint(unread: Sequence[str], game: Game) -> str:
    """Return lines for the deductions that were not read, and how to write one."""
    if not unread:
        return ""
    listed = "".join(f"- {one}\n" for one in unread)
    return f"These deductions were not read ({example(game)}):\n{listed}\n"
