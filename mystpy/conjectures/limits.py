"""Limits before work begins: empty conjectures, and work that would not end."""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.conjectures.budget import Budget
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.language.nodes import CountOver, Formula, Quantified
from mystpy.language.numbers import Binder
from mystpy.language.subformulas import children, walk
from mystpy.thresholds import MAX_CHOICES_SWEPT, MAX_DEALS_SWEPT

_MOST_SECONDS = 100
_SECONDS_A_WORLD = 5e-6
_SECONDS_A_CHOICE = 5e-6
_SECONDS_A_WORLD_AND_CHOICE = 1e-9
"""Seconds to list a world, or to check one choice of the quantified variables."""


def too_large(node: Formula, games: Sequence[Game]) -> tuple[Game, ...]:
    """Return the games with too many deals, or too many choices for the quantifiers."""
    return tuple(
        game
        for game in games
        if game.deal_count() > MAX_DEALS_SWEPT
        or choices(node, game) > MAX_CHOICES_SWEPT
    )


def game_label(game: Game) -> str:
    """Return a game in a few words: the constants by their names."""
    return " ".join(f"{key}={value}" for key, value in game.to_dict().items())


def refuse_empty(node: Formula, game: Game) -> None:
    """Raise QueryError if a quantifier ranges over nothing in this game."""
    empty = {
        "questions": not game.question_count(),
        "guesses": not game.guess_count(),
    }
    for part in walk(node):
        if isinstance(part, Quantified | CountOver):
            over = part.domain
            nothing = over == ()
            if nothing or (isinstance(over, str) and empty.get(over)):
                raise QueryError(
                    f"{part.var} ranges over nothing in {game_label(game)},"
                    " so nothing would be said",
                    hint="leave that game out, or the quantifier",
                )


def refuse_endless(node: Formula, games: Sequence[Game], budget: Budget) -> None:
    """Raise QueryError if no limit is set and the sweep would take very long."""
    seconds, work = 0.0, 0
    for game in games:
        worlds, chosen = game.deal_count(), choices(node, game)
        work += worlds * chosen
        seconds += worlds * (_SECONDS_A_WORLD + chosen * _SECONDS_A_WORLD_AND_CHOICE)
        seconds += chosen * _SECONDS_A_CHOICE
    if budget.seconds is None and seconds > _MOST_SECONDS:
        raise QueryError(
            f"looking at Init0 alone would take about {seconds / 60:.0f} minutes:"
            f" {work:.1e} worlds and choices of what the quantifiers range over",
            hint="lower the bound on c, quantify over less, or set a limit: --seconds",
        )


def choices(node: Formula, game: Game) -> int:
    """Return the largest number of choices of the nested quantifiers of a formula."""
    below = max((choices(child, game) for child in children(node)), default=1)
    if not isinstance(node, Binder):
        return below
    sizes = {
        "players": game.p,
        "holders": len(game.holders),
        "cards": game.c,
        "questions": game.question_count(),
        "guesses": game.guess_count(),
        "sets": 2**game.c,
        "groups": 2**game.p - 1,
    }
    over = node.domain
    return below * (sizes[over] if isinstance(over, str) else game.q)
