"""Hands as they are given: whole, or a part of one, with `...` for the other cards.

`bob=rope,...` on the command line and `bob = ["rope", "..."]` in files say that the
card is in the hand, and not which others are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.given_cards import given_cards

Hands = tuple[frozenset[str] | None, ...]
HandsGiven = (
    Mapping[int, Iterable[str]]
    | Mapping[str, Iterable[str]]
    | Mapping[int | str, Iterable[str]]
)
AND_OTHERS = ("...", "…")
"""The mark among the cards of a hand for those that are not given."""

Parts = tuple[frozenset[str], ...]
"""For each holder the given cards of a partial hand; empty if there is none."""


def hands_by_holder(
    game: Game, hands: Mapping[Any, Iterable[str]]
) -> tuple[Hands, Parts]:
    """The hands that are given whole, by holder, and the parts of others.

    Raises QueryError for what no holder can have.
    """
    if not isinstance(hands, Mapping):
        raise QueryError(
            f"hands must say who holds which cards, not {hands!r}",
            hint='for example {"5": ["s6"]}',
        )
    held: list[frozenset[str] | None] = [None] * len(game.holders)
    parts: Parts = ()
    if any(mark in repr(hands) for mark in AND_OTHERS):
        hands, parts = _split_parts(game, hands)
    for who, cards in hands.items():
        holder = game.holder(who)
        try:
            if held[holder] is not None:
                raise QueryError(f"the hand of {game.owner(holder)} is given twice")
            held[holder] = _checked_hand(game, holder, given_cards(cards, game, holder))
        except QueryError as error:
            error.word = error.word or str(who)
            raise
    return tuple(held), parts


def _checked_hand(game: Game, holder: int, cards: Collection[str]) -> frozenset[str]:
    for card in cards:
        if not isinstance(card, str):
            raise QueryError(
                f"{card!r} in the hand of {game.owner(holder)} is not a card"
            )
    held = [game.card(card) for card in cards]
    if fault := game.hand_fault(holder, held):
        raise QueryError(
            fault,
            hint="give the whole hand; for a part of it add three dots: s1,s2,...",
        )
    return frozenset(held)


def checked_hands(
    game: Game, hands: Sequence[Collection[str] | None], parts: Parts = ()
) -> Hands:
    """The hands by holder. Raises QueryError for what is no deal, parts included."""
    if len(hands) != len(game.holders):
        raise QueryError(
            f"{len(hands)} hands for {game.p} players and the pile",
            hint="None stands for a hand that is not given",
        )
    owner: dict[str, int] = {}
    checked: list[frozenset[str] | None] = []
    for holder, hand in enumerate(hands):
        held = None if hand is None else _checked_hand(game, holder, hand)
        checked.append(held)
        known = held or (parts[holder] if parts else ())
        for card in sorted(known, key=game.deck.__getitem__):
            if card in owner:
                both = f"{game.owner(owner[card])} and {game.owner(holder)}"
                raise QueryError(
                    f"{card} is given to {both}",
                    hint="no card has two holders, (2.9)",
                    word=game.holder_names[holder] if holder else "0",
                )
            owner[card] = holder
    return tuple(checked)


def _split_parts(game: Game, hands: Mapping[Any, Any]) -> tuple[dict[Any, Any], Parts]:
    """The hands that are given whole, and the parts of the others.

    Raises QueryError for a part that cannot be, or of a hand that is given as well.
    """
    whole, parts = dict[Any, Any](), [frozenset[str]()] * len(game.holders)
    for who, cards in hands.items():
        words, is_part = _split(game, who, cards)
        if not is_part:
            whole[who] = cards
            continue
        holder = game.holder(who)
        try:
            if parts[holder]:
                raise QueryError(f"the hand of {game.owner(holder)} is given twice")
            parts[holder] = _part(game, holder, words)
        except QueryError as error:
            error.word = error.word or str(who)
            raise
    for who in whole:
        if parts[holder := game.holder(who)]:
            raise QueryError(f"the hand of {game.owner(holder)} is given twice")
    return whole, tuple(parts)


def _split(game: Game, who: Any, cards: object) -> tuple[list[str], bool]:
    """The cards of a hand as written, without `...`, and whether that was there."""
    if isinstance(cards, str):
        bare = cards
        for mark in AND_OTHERS:
            bare = bare.replace(mark, " ")
        if bare == cards:
            return [], False
        inner = bare.strip(" {}[],")
        return list(given_cards(inner, game, game.holder(who)) if inner else ()), True
    if isinstance(cards, list | tuple | set | frozenset):
        kept = [word for word in cards if word not in AND_OTHERS]
        return kept, len(kept) < len(cards)
    return [], False


def _part(game: Game, holder: int, words: list[str]) -> frozenset[str]:
    """The cards of a part. Raises QueryError if no hand has it."""
    cards, owner = [game.card(word) for word in words], game.owner(holder)
    most = max(game.sizes_of(holder))
    double = next((card for card in cards if cards.count(card) > 1), None)
    if double is not None:
        raise QueryError(f"the part of the hand of {owner} names {double} twice")
    if len(cards) > most:
        raise QueryError(
            f"the hand of {owner} has {most} cards, its part has {len(cards)}"
        )
    if not cards:
        raise QueryError(
            f"no card of the hand of {owner} is named", hint="leave the hand out"
        )
    return frozenset(cards)
