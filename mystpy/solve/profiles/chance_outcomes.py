"""Chance outcomes of actions with counted cards: the cards drawn from equal ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

from mystpy.history.actions import EndTurn, No, Yes
from mystpy.play.game_state import GameState
from mystpy.situations.event import Event

Trace = tuple[int, tuple[int, ...]]
"""A kind of card: whether it is own, or who has it, and the events that name it."""

ProfileActions = tuple[tuple[Trace, int], ...]
"""How many cards of each kind an action has."""

FORCED = frozenset({No.name, Yes.name, EndTurn.name})
"""Actions without a choice."""


def kinds_of(traces: Sequence[Trace], cards: Iterable[int]) -> ProfileActions:
    """How many of some cards there are of each kind."""
    return tuple(sorted(Counter(traces[card] for card in cards).items()))


def go_on(table: GameState) -> None:
    """Do what is done without a choice."""
    while (legal_actions := table.legal_actions()) and legal_actions[0].key[
        0
    ] in FORCED:
        table.do(Event(legal_actions[0].key))


def outcomes(
    table: GameState, traces: Sequence[Trace], kind: str, counts: ProfileActions
) -> Iterator[tuple[GameState, Fraction]]:
    """Return the positions to which a choice can lead, with their probabilities."""
    places = {
        one: [c for c, trace in enumerate(traces) if trace == one] for one, _ in counts
    }
    found: dict[ProfileActions, list[int]] = {}
    alike = _alike(table)
    for parts in product(*(combinations(places[x], k) for x, k in counts)):
        cards = [card for part in parts for card in part]
        found.setdefault(kinds_of(alike, cards), []).append(sum(1 << c for c in cards))
    whole = sum(map(len, found.values()))
    key = next(o.key for o in table.legal_actions() if o.key[0] == kind)
    for masks in found.values():
        after = table.copy()
        after.do(Event(key, masks[0]))
        go_on(after)
        yield after, Fraction(len(masks), whole)


def _alike(table: GameState) -> list[Trace]:
    """For each card who has it, and in which events it was named, shows included."""
    return [
        (
            next(k for k, hand in enumerate(table.hands) if hand >> card & 1),
            tuple(k for k, event in enumerate(table.done) if event.cards >> card & 1),
        )
        for card in range(table.game.c)
    ]
