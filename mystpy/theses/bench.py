"""The bench: statements with their checks, and the budget a check works within."""

from __future__ import annotations

import importlib
import pkgutil
import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from mystpy.conjectures.budget import Budget, Stopped
from mystpy.conjectures.verdict import Finding
from mystpy.errors import QueryError, did_you_mean

_CHAPTER = re.compile(r"bridge|chapter\d+|knowledge_games")


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of the thesis: where it stands, what it says, how it is checked.

    `says` is a sentence in our own words; `formal` the statement in the language of
    conjectures where that can say it, otherwise in mathematics.
    """

    id: str
    place: str
    says: str
    formal: str
    check: Callable[[Budget], Finding]


def statements() -> dict[str, Statement]:
    """All statements by identifier: the thesis in its order, the bridge, the games."""
    import mystpy.theses as package

    names = [name for _, name, _ in pkgutil.iter_modules(package.__path__)]
    found: dict[str, Statement] = {}
    chapters = filter(_CHAPTER.fullmatch, names)
    for name in sorted(chapters, key=lambda name: (name[:7] != "chapter", name)):
        module = importlib.import_module(f"{package.__name__}.{name}")
        for statement in module.STATEMENTS:
            assert statement.id not in found, f"{statement.id} is stated twice"
            found[statement.id] = statement
    return found


def statement(name: str) -> Statement:
    """The statement of an identifier, or QueryError with the nearest one."""
    known = statements()
    if name not in known:
        hint = did_you_mean(name, known) or "`mystpy theorem` lists the statements"
        raise QueryError(f"there is no statement {name!r}", hint=hint, word=name)
    return known[name]


def settle(statement: Statement, budget: Budget) -> tuple[Finding, float]:
    """The finding of a statement, recomputed now, and the seconds it took.

    A check that the budget stops, and that has nothing to say then, is OPEN.
    """
    start = time.monotonic()
    try:
        finding = statement.check(budget)
    except Stopped:
        finding = Finding.open(
            statement.formal,
            f"the check did not end within {budget.seconds:g} seconds"
            if budget.seconds is not None
            else "the check was stopped",
        )
    return finding, time.monotonic() - start
