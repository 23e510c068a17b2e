"""Statements of chapter 2 in the language of conjectures, and their checks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture, Form
from mystpy.conjectures.ranges import myst_games
from mystpy.conjectures.settle.settle import settle
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.theses.bench import Statement

Games = Callable[[Budget], tuple[Game, ...]]


def players_up_to_seven(budget: Budget) -> tuple[Game, ...]:
    """The smallest game of 2 to 7 players each: for inductions, which fix only p."""
    return tuple(Game.myst(1, 1, p, 1) for p in range(2, 8 if budget.full else 4))


def up_to_eight_cards(budget: Budget) -> tuple[Game, ...]:
    """All MYST games of up to 8 cards and 4 players."""
    return myst_games(8, 4) if budget.full else myst_games(4, 3)


def found(
    budget: Budget,
    text: str,
    *,
    games: Games = up_to_eight_cards,
    form: Form = "always",
    depth: int | None = None,
) -> Finding:
    """What is found of a formula in these games."""
    conjecture = Conjecture("", form, text, games(budget), depth)
    return settle(conjecture, budget)


def stated(
    id: str,
    place: str,
    says: str,
    text: str,
    *,
    games: Games = up_to_eight_cards,
    form: Form = "always",
    note: str | None = None,
    also: Sequence[tuple[str, str]] = (),
    instead: Sequence[tuple[str, str]] = (),
) -> Statement:
    """The statement that a formula holds.

    `instead` are readings of a printed form (pairs of words and formula): the form is
    misprinted if it is false and one of them holds. `also` are further readings, which
    leave the verdict as it is. `note` goes before the check's own note.
    """

    def check(budget: Budget) -> Finding:
        finding = found(budget, text, games=games, form=form)
        if note is not None:
            finding = noted(finding, note)
        for words, reading in instead:
            read = found(budget, reading, games=games, form=form)
            finding = finding.read_as(words, read)
        for words, reading in also:
            read = found(budget, reading, games=games, form=form)
            finding = finding.also((words, read))
        return finding

    return Statement(id, place, says, f"{form}: {text}", check)


def noted(finding: Finding, note: str) -> Finding:
    """The finding with a note before its own."""
    return replace(finding, note="; ".join(filter(None, (note, finding.note))))
