"""Actions as messages say them, and what they mean among those that are possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mystpy.bits import bits
from mystpy.compilation import pattern
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import action_text
from mystpy.history.history import History
from mystpy.play.tabletop import Offer
from mystpy.questions.patterns import action_pattern
from mystpy.situations.deed import Deed, action_of

_PATTERN = pattern(r"(asks|guess)\((\w+)(?:,(\w+))?,[QM]\)")
_OF_SETS = ("asks", "guess")


def deeds(offers: Iterable[Offer]) -> Iterator[Deed]:
    """The actions that are offered; no cards stand for every set of them."""
    for offer in offers:
        if offer.key[0] == "shows":
            yield from (Deed(offer.key, card) for card in bits(offer.cards))
        else:
            yield Deed(offer.key)


def only(offers: Sequence[Offer]) -> Deed | None:
    """The one action that is possible, if there is no choice."""
    found = list(deeds(offers))
    return found[0] if len(found) == 1 and found[0].key[0] not in _OF_SETS else None


def patterns(offers: Iterable[Offer], game: Game) -> list[str]:
    """The actions that are offered, as `mystpy poss` writes them."""
    return [action_pattern(action_of(deed, game), game) for deed in deeds(offers)]


def offered(texts: Iterable[str], game: Game) -> list[Offer]:
    """The offers of these texts. Raises ParseError, QueryError if they are none."""
    found: dict[tuple[object, ...], Offer] = {}
    for text in texts:
        if pattern := _PATTERN.fullmatch(text):
            kind, player, to = pattern[1], game.player(pattern[2]), pattern[3]
            deed = Deed((kind, player, game.player(to)) if to else (kind, player))
        else:
            deed = deed_of(text, game)
        cards = deed.cards | found.get(deed.key, Offer(deed.key, 0)).cards
        found[deed.key] = Offer(deed.key, cards)
    return list(found.values())


def deed_of(text: str, game: Game) -> Deed:
    """The action of a text. Raises ParseError, QueryError if it is not one action."""
    actions = History(game, (None,) * len(game.sizes)).then(text).actions
    if len(actions) != 1:
        raise QueryError(f"{len(actions)} actions where there should be one")
    return Deed.of(actions[0], game)


def text_of(deed: Deed, game: Game) -> str:
    """An action as users write it."""
    return action_text(action_of(deed, game), game)


def require_offered(deed: Deed, offers: Sequence[Offer], game: Game) -> None:
    """Raise QueryError if an action, with cards that it may have, is not possible."""
    for offer in offers:
        if offer.key == deed.key and (
            deed.key[0] != "shows" or deed.cards & offer.cards
        ):
            return
    raise QueryError(
        f"{text_of(deed, game)} is not possible now",
        hint=f"possible is {', '.join(patterns(offers, game))}",
    )
