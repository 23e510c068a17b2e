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


class Future(Temporal):
    """What formulas share that speak of whole ways ahead.

    A way is a longest row of possible actions: it goes on as long as one is possible.
    """

    __slots__ = ()


class AllGlobally(Future):
    """`on all ways always F`: F holds now and in every situation that follows."""

    __slots__ = ()
    phrase: ClassVar[str] = "on all ways always"


class AllFinally(Future):
    """`on all ways some time F`: however it goes on, F holds now or at some time."""

    __slots__ = ()
    phrase: ClassVar[str] = "on all ways some time"


class SomeGlobally(Future):
    """`on some way always F`: it can go on so that F holds now and all the time."""

    __slots__ = ()
    phrase: ClassVar[str] = "on some way always"


class SomeFinally(Future):
    """`on some way some time F`: F holds now, or in a situation that can follow."""

    __slots__ = ()
    phrase: ClassVar[str] = "on some way some time"


FutureTime = AllGlobally | AllFinally | SomeGlobally | SomeFinally
FUTURES: tuple[type[FutureTime], ...]
FUTURES = (AllGlobally, AllFinally, SomeGlobally, SomeFinally)

PHRASES = tuple(dict.fromkeys(kind.phrase.split()[0] for kind in (*PASTS, *FUTURES)))
"""The words with which such formulas begin."""
