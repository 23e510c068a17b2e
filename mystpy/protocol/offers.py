"""Actions as messages say them, and what they mean among those that are possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mystpy.bits import bits
from mystpy.compilation import pattern
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import action_text
from mystpy.history.history import History
from mystpy.play.game_state import LegalAction
from mystpy.questions.legality import action_pattern
from mystpy.situations.event import Event, action_of

_PATTERN = pattern(r"(asks|guess)\((\w+)(?:,(\w+))?,[QM]\)")
_OF_SETS = ("asks", "guess")


def events(legal_actions: Iterable[LegalAction]) -> Iterator[Event]:
    """The legal actions one by one; no cards stand for every set of them."""
    for legal in legal_actions:
        if legal.key[0] == "shows":
            yield from (Event(legal.key, card) for card in bits(legal.cards))
        else:
            yield Event(legal.key)


def only(legal_actions: Sequence[LegalAction]) -> Event | None:
    """The one action that is possible, if there is no choice."""
    found = list(events(legal_actions))
    return found[0] if len(found) == 1 and found[0].key[0] not in _OF_SETS else None


def patterns(legal_actions: Iterable[LegalAction], game: Game) -> list[str]:
    """The legal actions, as `mystpy poss` writes them."""
    return [
        action_pattern(action_of(event, game), game) for event in events(legal_actions)
    ]


def parse_offers(texts: Iterable[str], game: Game) -> list[LegalAction]:
    """The legal actions of these texts. Raises ParseError, QueryError if none."""
    found: dict[tuple[object, ...], LegalAction] = {}
    for text in texts:
        if pattern := _PATTERN.fullmatch(text):
            kind, player, to = pattern[1], game.player(pattern[2]), pattern[3]
            event = Event((kind, player, game.player(to)) if to else (kind, player))
        else:
            event = event_of(text, game)
        cards = event.cards | found.get(event.key, LegalAction(event.key, 0)).cards
        found[event.key] = LegalAction(event.key, cards)
    return list(found.values())


def event_of(text: str, game: Game) -> Event:
    """The action of a text. Raises ParseError, QueryError if it is not one action."""
    actions = History(game, (None,) * len(game.sizes)).then(text).actions
    if len(actions) != 1:
        raise QueryError(f"{len(actions)} actions where there should be one")
    return Event.of(actions[0], game)


def text_of(event: Event, game: Game) -> str:
    """An action as users write it."""
    return action_text(action_of(event, game), game)


def require_offered(
    event: Event, legal_actions: Sequence[LegalAction], game: Game
) -> None:
    """Raise QueryError if an action, with cards that it may have, is not possible."""
    for legal in legal_actions:
        if legal.key == event.key and (
            event.key[0] != "shows" or event.cards & legal.cards
        ):
            return
    raise QueryError(
        f"{text_of(event, game)} is not possible now",
        hint=f"possible is {', '.join(patterns(legal_actions, game))}",
    )
