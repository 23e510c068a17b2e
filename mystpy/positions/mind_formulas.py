"""Questions about what players know of each other: in words, as formulas, as sets.

In the field: higher-order theory of mind. The order is the number of players whose
knowledge is spoken of, one within the other; 0 is about the cards alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from mystpy.compilation import NamedTuple
from mystpy.errors import one_of
from mystpy.game.game import Game
from mystpy.history.sentences import name_of
from mystpy.language.atoms import H
from mystpy.language.nodes import Common, Formula, Knows, KnowsWhether, Not
from mystpy.positions.prose import holding
from mystpy.situations.epistemic_state import EpistemicState

ORDERS = ("0", "1", "2", "common")
"""How deep the knowledge is that a question is about."""


class MindFormula(NamedTuple):
    """A question about knowledge: its order, the card meant, the formula, and words."""

    order: str
    card: str
    formula: Formula
    text: str


def truth_set(formula: Formula, state: EpistemicState) -> int:
    """The worlds of a public history in which a formula is true, as a bit set."""
    if isinstance(formula, H):
        return state.held(_number(formula.holder), state.game.deck[str(formula.card)])
    if isinstance(formula, Not):
        return state.full & ~truth_set(formula.body, state)
    assert isinstance(formula, Knows | KnowsWhether | Common), "no others are made"
    body = truth_set(formula.body, state)
    if isinstance(formula, Common):
        assert isinstance(formula.group, tuple)
        return state.common([_number(player) for player in formula.group], body)
    group = [_number(formula.agent)]
    known = state.known(group, body)
    if isinstance(formula, KnowsWhether):
        known |= state.known(group, state.full & ~body)
    return known


def _number(player: object) -> int:
    assert isinstance(player, int), "players are given by their numbers"
    return player


def mind_formulas(game: Game, order: str) -> Iterator[MindFormula]:
    """Every question of an order about a game.

    Left out is what is trivial: what players know of their own hands.
    """
    made = {"0": _facts, "1": _first, "2": _second, "common": _common}[order]
    for holder in game.holders:
        for card in game.cards:
            for formula, text in made(game, holder, card):
                yield MindFormula(order, card, formula, text)


_Made = Iterator[tuple[Formula, str]]


def _facts(game: Game, holder: int, card: str) -> _Made:
    if holder == 0:
        yield H(0, card), f"Is the card {game.shown_as(card)} in the pile?"


def _first(game: Game, holder: int, card: str) -> _Made:
    clause, denial = holding(holder, card, game), _denied(holder, card, game)
    fact = H(holder, card)
    for i in _players(game):
        if i != holder:
            who = name_of(i, game)
            yield Knows(i, fact), f"Does {who} know that {clause}?"
            yield Knows(i, Not(fact)), f"Does {who} know that {denial}?"
            yield KnowsWhether(i, fact), f"Does {who} know whether {clause}?"
            yield (
                Not(Knows(i, Not(fact))),
                f"For all that {who} knows, can it be that {clause}?",
            )


def _second(game: Game, holder: int, card: str) -> _Made:
    clause, denial = holding(holder, card, game), _denied(holder, card, game)
    fact = H(holder, card)
    for i, j in permutations(_players(game), 2):
        if j != holder:
            who, other = name_of(i, game), name_of(j, game)
            does = f"Does {who} know that {other}"
            yield Knows(i, Knows(j, fact)), f"{does} knows that {clause}?"
            yield Knows(i, Knows(j, Not(fact))), f"{does} knows that {denial}?"
            yield Knows(i, KnowsWhether(j, fact)), f"{does} knows whether {clause}?"
            yield (
                Knows(i, Not(KnowsWhether(j, fact))),
                f"{does} does not know whether {clause}?",
            )
            yield (
                KnowsWhether(i, Knows(j, fact)),
                f"Does {who} know whether {other} knows that {clause}?",
            )


def _common(game: Game, holder: int, card: str) -> _Made:
    clause, denial = holding(holder, card, game), _denied(holder, card, game)
    fact = H(holder, card)
    players = _players(game)
    groups = [*combinations(players, 2), tuple(players)]
    for group in groups:
        if len(group) > 1:
            names = one_of([name_of(i, game) for i in group], "and")
            asks = f"Is it common knowledge among {names} that"
            meant = "All of them know it, know that all know it, and so on."
            yield Common(group, fact), f"{asks} {clause}? {meant}"
            yield Common(group, Not(fact)), f"{asks} {denial}? {meant}"


def _players(game: Game) -> range:
    return range(1, game.p + 1)


def _denied(holder: int, card: str, game: Game) -> str:
    """Return a clause in words: a holder does not have a card."""
    if holder == 0:
        return f"the card {game.shown_as(card)} is not in the pile"
    return f"{name_of(holder, game)} does not hold the card {game.shown_as(card)}"
