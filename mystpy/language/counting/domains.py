"""The values of a variable over a named set of a game, and their number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, combinations
from typing import cast

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.language.atoms import Term, Value, Var, sort_group
from mystpy.language.numbers import Number

Binding = Mapping[str, Value]
"""The values of the variables of a formula."""


def members(name: str, game: Game) -> Iterator[Value]:
    """Yield the values of a variable over a named set of a game, in order."""
    players = range(1, game.p + 1)
    match name:
        case "cards":
            return iter(game.cards)
        case "holders":
            return iter(game.holders)
        case "questions":
            return game.questions()
        case "guesses":
            return game.guesses()
        case "sets":
            chosen = (combinations(game.cards, k) for k in range(game.c + 1))
            return map(frozenset, chain.from_iterable(chosen))
        case "groups":
            return chain.from_iterable(combinations(players, k) for k in players)
    return iter(players)


def count_in(number: Number, game: Game | None) -> int:
    """Return a number, or the value of a constant of the game by its letter.

    Raises QueryError for m and n of a game that is not MYST, and without a game.
    """
    if isinstance(number, int):
        return number
    if game is None:
        raise QueryError(f"of which game the constant {number} is, is not said")
    found = {"m": game.m, "n": game.n, "p": game.p, "q": game.q, "c": game.c}[number]
    if found is None:
        raise QueryError(f"{number} is a constant of MYST, not of this game")
    return found


def member_count(name: str, game: Game) -> int:
    """How many members a named set of a game has."""
    sizes = {"players": game.p, "holders": len(game.holders), "cards": game.c}
    match name:
        case "questions":
            return game.question_count()
        case "guesses":
            return game.guess_count()
        case "sets":
            return 1 << game.c
        case "groups":
            return (1 << game.p) - 1
    return sizes[name]


def value(term: Term, binding: Binding) -> Value:
    """Return the value of a term. Raises QueryError for a variable that is free."""
    if isinstance(term, Var):
        if term.name not in binding:
            raise QueryError(
                f"the variable {term} is bound by no quantifier", word=term.name
            )
        return binding[term.name]
    if isinstance(term, frozenset):
        return frozenset(str(value(card, binding)) for card in term)
    if isinstance(term, tuple):
        return cast("Value", sort_group(cast("int", value(i, binding)) for i in term))
    return term
