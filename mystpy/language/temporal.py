"""Formulas about other times: what held before on the way here, what will hold ahead.

In the field: past linear temporal logic, and computation tree logic (CTL) over ways
that end where nothing can be done.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from mystpy.language.atoms import Node

if TYPE_CHECKING:
    from mystpy.language.nodes import Formula


@dataclass(frozen=True, slots=True)
class Temporal(Node):
    """What formulas share that speak of other situations of a play."""

    body: Formula
    phrase: ClassVar[str]


class Past(Temporal):
    """What formulas share that speak of the situations that led here."""

    __slots__ = ()


class Previously(Past):
    """`before F`: F held before the last action; false in Init0."""

    __slots__ = ()
    phrase: ClassVar[str] = "before"


class Once(Past):
    """`once F`: F holds now, or held in some situation on the way here."""

    __slots__ = ()
    phrase: ClassVar[str] = "once"


class Historically(Past):
    """`so far F`: F holds now, and held in all situations on the way here."""

    __slots__ = ()
    phrase: ClassVar[str] = "so far"


PastTime = Previously | Once | Historically
PASTS: tuple[type[PastTime], ...] = (Previously, Once, Historically)

PHRASES = tuple(kind.phrase.split()[0] for kind in PASTS)
"""The words with which such formulas begin."""
