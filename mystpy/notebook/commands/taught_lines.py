"""The lessons of a line of a notebook about a package, as text."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.errors import QueryError
from mystpy.packages.fluent_words import observation_in_words, words_of_term
from mystpy.packages.note_lines.notebook_start import GIVEN
from mystpy.packages.note_lines.package_notebook import (
    LearnedFluents,
    PackageNotebook,
)

MAX_TAUGHT = 12
"""The maximal number of learned fluents that are shown; `changed` shows all."""


def learned_lines(notebook: PackageNotebook, found: LearnedFluents) -> Iterator[str]:
    """Yield a line for each fluent that became known, if they are few."""
    news = [("yes", atom) for atom in found.true]
    news += [("no", atom) for atom in found.false]
    if not news:
        yield f"nothing new for {notebook.agent}"
    for value, atom in news[:MAX_TAUGHT]:
        yield f"{value:<3}  {_spoken(notebook, atom)}"
    if len(news) > MAX_TAUGHT:
        yield f"and {len(news) - MAX_TAUGHT} more: changed lists all"


def changed_lines(notebook: PackageNotebook) -> Iterator[str]:
    """Yield each fluent learned from the last event, followed by the reasons."""
    found = notebook.learned()
    if not (found.true or found.false):
        yield f"nothing new for {notebook.agent}"
    for value, atoms in (("yes", found.true), ("no", found.false)):
        for atom in atoms:
            yield f"{value:<3}  {_spoken(notebook, atom)}"
            yield from _reasons(notebook, atom, holds=value == "yes")


def _spoken(notebook: PackageNotebook, atom: str) -> str:
    words = words_of_term(notebook.start.package, atom)
    return f"{atom}  ({words})" if words else atom


def _reasons(notebook: PackageNotebook, atom: str, *, holds: bool) -> Iterator[str]:
    situation, package = notebook.situation, notebook.start.package
    if notebook.agent in situation.words.agents:
        for seen in situation.reasons(notebook.knowledge_of(atom, holds=holds)):
            yield f"       {observation_in_words(package, seen)}"


def said_in_a_line(error: QueryError) -> QueryError:
    """Return an error whose hint names a line of the notebook, and no option."""
    if error.hint and "--given" in error.hint:
        error.hint = f"write a line  {GIVEN} FORMULA  about the start"
    return error


def runs_left(now: int | None, before: int | None = None) -> str:
    """Return how many runs are left, and how many there were before."""
    if now is None:
        return "too many runs left to count"
    left = f"{now:,} run{'s' * (now != 1)} left"
    return left if before in (None, now) else f"{left} of {before:,}"
