"""The values of the terms of a conjecture in a game.

Cards are their places in the deck, card sets are masks, groups are tuples of players.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from mystpy.bits import mask_of, members
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, Shows
from mystpy.language.atoms import ActionTerm, Term, Var
from mystpy.language.numbers import Binder
from mystpy.situations.event import Event

Value = int | tuple[int, ...]
"""A player, a holder, a card's place in the deck, a mask of cards, or a group."""

Binding = Mapping[str, Value]


def domain(node: Binder, game: Game, binding: Binding) -> Iterator[Value]:
    """Yield the values of the variable of a quantifier."""
    match node.domain:
        case "players":
            yield from range(1, game.p + 1)
        case "holders":
            yield from game.holders
        case "cards":
            yield from range(game.c)
        case "questions":
            yield from (mask_of(cards, game) for cards in game.questions())
        case "guesses":
            yield from (mask_of(cards, game) for cards in game.guesses())
        case "sets":
            yield from range(1 << game.c)
        case "groups":
            players = range(1, game.p + 1)
            for size in players:
                yield from combinations(players, size)
        case over:
            assert not isinstance(over, str)
            yield from _elements(over, node, game, binding)


def _elements(
    over: Term, node: Binder, game: Game, binding: Binding
) -> Iterator[Value]:
    if isinstance(over, tuple):
        yield from (value(term, game, binding) for term in over)
        return
    found = value(over, game, binding)
    if isinstance(found, tuple):
        yield from found
    else:
        yield from members(found)


def value(term: Term, game: Game, binding: Binding) -> Value:
    """Return the value of a term; a set of cards is a mask."""
    match term:
        case Var(name):
            return binding[name]
        case "players":
            return tuple(range(1, game.p + 1))
        case str():
            return game.deck[game.card(term)]
        case int():
            return game.holder(term)
        case frozenset():
            found = {number_of(card, game, binding) for card in term}
            return sum(1 << x for x in found)
    return tuple(sorted({number_of(player, game, binding) for player in term}))


def group_of(term: Term, game: Game, binding: Binding) -> tuple[int, ...]:
    """Return the group that a term denotes."""
    found = value(term, game, binding)
    assert isinstance(found, tuple)
    return found


def number_of(term: Term, game: Game, binding: Binding) -> int:
    """Return the value of a term that is not a group."""
    found = value(term, game, binding)
    assert isinstance(found, int)
    return found


def event_of(act: ActionTerm, game: Game, binding: Binding) -> Event:
    """Return the event of an action; the card of a show is its mask."""
    kind = act.kind
    first = number_of(act.args[0], game, binding)
    if kind in (Asks.name, Guess.name):
        return Event((kind, first), number_of(act.args[1], game, binding))
    if kind == Shows.name:
        to = number_of(act.args[1], game, binding)
        return Event((kind, first, to), 1 << number_of(act.args[2], game, binding))
    return Event((kind, first))


def same(left: Term, right: Term, game: Game, binding: Binding) -> bool:
    """Return whether two terms have the same value."""
    return value(left, game, binding) == value(right, game, binding)


def member(item: Term, of: Term, game: Game, binding: Binding) -> bool:
    """Return whether a card is in a set, or a player in a group."""
    found = value(of, game, binding)
    one = number_of(item, game, binding)
    return one in found if isinstance(found, tuple) else bool(found >> one & 1)
