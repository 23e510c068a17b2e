"""Answers about packages, as values, and functions on them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.language.atoms import Atom
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import walk
from mystpy.packages.package import Package

BY_CERTIFICATE = ", by certificate"
"""The suffix of a method's name if methods for the folder axioms are used."""


class OnlyAnswerSets(QueryError):
    """A question that only answer sets can answer, by theory.lp."""

    def __init__(self, what: str) -> None:
        super().__init__(f"only the engine asp {what}", hint="use --engine asp")


class PackageAnswer(NamedTuple):
    """The value of a formula, and the method by which it was found."""

    value: str
    method: str

    @property
    def certified(self) -> bool:
        """Whether it comes from a method for the folder axioms.

        The package is proved to be one of their rule sets.
        """
        return self.method.endswith(BY_CERTIFICATE)


class RunLegality(NamedTuple):
    """Whether a history is legal; if not, the step from 0, the action and the axiom."""

    verdict: str
    step: int | None = None
    action: str | None = None
    axiom: str | None = None


class FailedCondition(NamedTuple):
    """A condition that is false: with the action's arguments, and in words if any."""

    condition: str
    words: str | None = None

    def __str__(self) -> str:
        said = f" ({self.words})" if self.words else ""
        return f"{self.condition} is false{said}"


class KnownFluents(NamedTuple):
    """The fluents that an agent knows to hold, not to hold, and those left open."""

    true: tuple[str, ...]
    false: tuple[str, ...]
    open: tuple[str, ...]


def natural_key(atom: str) -> tuple[str | int, ...]:
    """Return a key that sorts s2 before s10."""
    from re import split

    parts = split(r"(\d+)", atom)
    return tuple(part.zfill(9) if part.isdigit() else part for part in parts)


def known_fluents(
    atoms: Sequence[str], true: Collection[str], maybe: Collection[str]
) -> KnownFluents:
    """Return the known fluents, if some fluents are certain and some possible."""
    return KnownFluents(
        tuple(x for x in atoms if x in true),
        tuple(x for x in atoms if x not in maybe),
        tuple(x for x in atoms if x in maybe and x not in true),
    )


def require_rigid(formula: Formula, package: Package) -> None:
    """Raise QueryError if a given formula has a fluent that may change."""
    for part in walk(formula):
        if isinstance(part, Atom) and not package.is_rigid(part.name):
            name = part.name.partition("(")[0]
            raise QueryError(
                f"{part} cannot be given: {name} may change",
                hint="give what holds from the start on, and the actions",
            )
