"""What somebody says in plain words: the action meant, and what is claimed.

In the field: structured output, read from free text.

Whatever cannot be read is refused with what to write instead.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mystpy.bits import mask_of
from mystpy.compilation import NamedTuple, pattern
from mystpy.engines.transition_system.states import EventKey
from mystpy.errors import MystError, QueryError, did_you_mean, one_of
from mystpy.game.game import Game
from mystpy.game.names import SHAPES
from mystpy.history.table.words import FILLER, card_meant, cards_meant, player_meant
from mystpy.play.game_state import LegalAction
from mystpy.protocol.offers import event_of
from mystpy.situations.event import Event

_ACTION = pattern(r"^[\W_]*action[\W_]*:(.*)$", re.IGNORECASE | re.MULTILINE)
_CLAIM = pattern(r"^[\W_]*deduction[\W_]*:(.*)$", re.IGNORECASE | re.MULTILINE)
_HAS = pattern(
    r"(?:the\s+)?(?P<who>\w+(?:\s+\d+)?)\s+"
    r"(?:(?P<no>does\s+not\s+(?:have|hold)|doesn['’]t\s+(?:have|hold)|has\s+none\s+of"
    r"|is\s+not|holds\s+none\s+of|lacks)|(?:has|holds|is|contains))\s+(?P<cards>.+)",
    re.IGNORECASE,
)
_WORD = pattern(r"\w+(?:['-]\w+)*")
_PILE = ("pile", "mystery", "solution", "envelope")
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


class Deduction(NamedTuple):
    """Who is said to have a card, or not to have it; holder 0 is the pile."""

    holder: int
    card: str
    has: bool


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
    """What follows the last `Action:` of a reply; nothing if it has none."""
    found = _ACTION.findall(text)
    return _plain(found[-1]) if found else ""


def _plain(said: str) -> str:
    """Words without their stop, and without the marks that make them bold."""
    return said.strip(" \t\r*_`.!")


def _in_words(said: str, legal_actions: Sequence[LegalAction], game: Game) -> Event:
    keys = {legal.key[0]: legal.key for legal in legal_actions}
    if negated := _NEGATION.fullmatch(said):
        for kind in ("noguess", "noask"):
            if kind in keys and not set(_WORD.findall(negated[2])) & set(game.cards):
                return Event(keys[kind])
    words: Sequence[str]
    verb, *words = _WORD.findall(said) or [""]
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


def _addressed(
    words: Sequence[str], legal_actions: Sequence[LegalAction], game: Game
) -> tuple[EventKey, Sequence[str]]:
    """Which question it is by whom it is put to, who is named first, and its cards."""
    named = [word for word in words if word.lower() != "player"] or [""]
    to = player_meant(game, named[0])
    keys = [legal.key for legal in legal_actions if legal.key[0] == "asks"]
    for key in keys:
        if key[2:] == (to,):
            return key, named[1:]
    may = one_of([game.players[player - 1] for key in keys for player in key[2:]])
    raise QueryError(f"{named[0]} cannot be asked now, only {may}")


def _cards(words: Sequence[str], game: Game, *, one: bool = False) -> list[str]:
    """The cards that words name, also by a part of the name."""
    kept = [word for word in words if word.lower() not in FILLER | {"for", "or", "is"}]
    if one and kept:
        return [card_meant(game, kept[0])]
    return cards_meant(game, kept) or [card_meant(game, word) for word in kept]


def _example(legal_actions: Sequence[LegalAction], game: Game) -> str:
    kinds = {legal.key[0]: legal for legal in legal_actions}
    if "noguess" in kinds:
        return "no guess"
    if "shows" in kinds:
        card = next(x for x, k in game.deck.items() if kinds["shows"].cards >> k & 1)
        return f"show {card}"
    for player in kinds["asks"].key[2:] if "asks" in kinds else ():
        return f"ask {game.players[player - 1]}: {game.cards[0]}"
    return f"ask {', '.join(sorted(next(game.questions()), key=game.deck.get))}"  # type: ignore[arg-type]


def claims(text: str, game: Game) -> tuple[list[Deduction], list[str]]:
    """What a reply claims to have found out, and the lines that cannot be read."""
    found: list[Deduction] = []
    unread: list[str] = []
    for line in _CLAIM.findall(text):
        said = _plain(line)
        try:
            found += _claimed(said, game)
        except MystError as error:
            unread.append(f"{said}: {error}")
    return found, unread


def _claimed(said: str, game: Game) -> list[Deduction]:
    match = _HAS.fullmatch(said)
    if match is None:
        raise QueryError("write 'player 2 has rope' or 'the pile does not have hall'")
    holder = _holder(match["who"], game)
    if re.search(r"\bor\b|\bone of\b", match["cards"], re.I) and not match["no"]:
        raise QueryError("one of several cards is no deduction that is checked here")
    cards = _cards(_WORD.findall(match["cards"]), game)
    if not cards:
        raise QueryError("no card is named")
    return [Deduction(holder, card, not match["no"]) for card in cards]


def _holder(who: str, game: Game) -> int:
    word = who.lower().removeprefix("player").strip()
    if word in _PILE:
        return 0
    if not word:
        raise QueryError(
            f"which player? {one_of([str(i) for i in range(1, game.p + 1)])}"
        )
    return game.player(int(word) if word.isdecimal() else word)
