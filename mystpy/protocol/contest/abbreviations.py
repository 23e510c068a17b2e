"""The Speed Clue contest: its game, its abbreviations of cards, and its restrictions.

Source: the contest's pages protocol.md, speed_clue_rules.md, card_abbreviations.md and
ai_restrictions.md, 4 and 5 (J. A. Craig, 2014, github.com/sadakatsu/SpeedClueContest).
Players are counted from 0 there; a message is text without a mark at its end, and each
is answered by one. A suggestion is not made twice, and an accusation names no card that
the player has seen. A player whose suggestion nobody could disprove, and who has seen
none of its cards, must accuse.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from mystpy.bits import cards_of, mask_of
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.play.information_state import InformationState
from mystpy.situations.event import Event

SECONDS = 10.0
"""How long a program may take for each answer, by the rules of the contest."""

PLAYERS = range(3, 7)


class BrokenContestRule(QueryError):
    """A violation of a restriction of the contest besides the rules of the game."""


def contest_game(p: int) -> Game:
    """The game that is played there. Raises QueryError unless 3 to 6 play."""
    if p not in PLAYERS:
        raise QueryError(f"Speed Clue is for 3 to 6 players, not {p}")
    return Game.clue(p, speed=True)


@lru_cache(maxsize=2_048)
def abbreviate_cards(cards: int, game: Game) -> str:
    """Cards by the first two letters of each, suspects first."""
    listed = sort_cards(cards_of(cards, game), game.deck)
    return " ".join(card[:2].capitalize() for card in listed)


def cards_meant(words: Iterable[str], game: Game) -> int:
    """The cards of these abbreviations. Raises QueryError for what is none."""
    known = {card[:2]: card for card in game.cards}
    found = []
    for word in words:
        if word.lower() not in known:
            raise QueryError(f"{word[:20]!r} abbreviates no card")
        found.append(known[word.lower()])
    if len(set(found)) < len(found):
        raise QueryError(f"a card is named twice in {' '.join(words)}")
    return mask_of(found, game)


def set_meant(words: Sequence[str], game: Game) -> int:
    """A suspect, a weapon and a room, in this order. Raises QueryError for others."""
    cards = cards_meant(words, game)
    in_order = abbreviate_cards(cards, game).lower() == " ".join(words).lower()
    if not in_order or game.question_fault(cards_of(cards, game)):
        raise QueryError(f"{' '.join(words)} is not suspect, weapon and room")
    return cards


def is_repeated(event: Event, seen: InformationState) -> bool:
    """Whether a suggestion was made before by the same player."""
    return event in seen.events


def is_hopeless(cards: int, seen: InformationState) -> bool:
    """Whether the player has a card of an accusation, or was shown one."""
    shown = (
        event.cards
        for event in seen.events
        if event.key[0] == "shows" and event.key[-1] == seen.player
    )
    return any(cards & met for met in (seen.hand, *shown))


def due(seen: InformationState) -> int:
    """The cards that the player must accuse now, 0 if it need not."""
    asks = next(event for event in reversed(seen.events) if event.key[0] == "asks")
    disproved = seen.events[-1].key[0] == "shows"
    return 0 if disproved or is_hopeless(asks.cards, seen) else asks.cards
