"""Formulas about other times: the past, the future, and the time after updates.

These are past linear temporal logic, and computation tree logic (CTL) over ways that
end where no action is possible.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from mystpy.compilation import dataclass, field
from mystpy.language.atoms import Node

if TYPE_CHECKING:
    from mystpy.language.nodes import Formula


@dataclass(frozen=True, slots=True, repr=False)
class Temporal(Node):
    """The base class of formulas about other situations of a play."""

    body: Formula
    phrase: ClassVar[str]


class Past(Temporal):
    """The base class of formulas about the situations of the history."""

    __slots__ = ()


class Previously(Past):
    """`before F`: F held before the last action or step; false at first."""

    __slots__ = ()
    phrase: ClassVar[str] = "before"


class Once(Past):
    """`once F`: F holds now, or held in some earlier situation of the history."""

    __slots__ = ()
    phrase: ClassVar[str] = "once"


class Historically(Past):
    """`so far F`: F holds now, and held in all earlier situations of the history."""

    __slots__ = ()
    phrase: ClassVar[str] = "so far"


PastTime = Previously | Once | Historically
PASTS: tuple[type[PastTime], ...] = (Previously, Once, Historically)


class Future(Temporal):
    """The base class of formulas about whole ways ahead.

    A way is a maximal sequence of possible actions: it goes on as long as one is
    possible.
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

PAST_WORDS = tuple(kind.phrase.split()[0] for kind in PASTS)
"""The words with which formulas about the past begin."""

PHRASES = tuple(dict.fromkeys(kind.phrase.split()[0] for kind in (*PASTS, *FUTURES)))
"""The words with which such formulas begin."""


class NamedAction(Protocol):
    """The interface of a named action of a model file: see `Doing`."""

    @property
    def events(self) -> tuple[str, ...]:
        """The names of what may happen."""

    def leading_to(
        self, model: Any, event: str | None, every: bool, body: Any, sets: Any
    ) -> Any:
        """Return where a formula holds after every possible event, or after one.

        `sets` returns the algebra of the model after them, in which it is evaluated.
        """


class StepReader(Protocol):
    """A reader of steps such as `show(2,1,{r,w},r)` in formulas: see `Doing`."""

    @property
    def kinds(self) -> Collection[str]:
        """The words with which such steps begin."""

    def __call__(self, text: str, words: Any) -> NamedAction:
        """Return the action of a text in a vocabulary. Raises ParseError."""


@dataclass(frozen=True, slots=True, repr=False)
class Doing(Node):
    """`[act]F`, `<act>F`: F holds after every event, or some event, of an action.

    It is one that a model file names, or a step written out: `[show(2,1,{r,w},r)]F`.
    `[act(e)]F` is about one event, which may be impossible. `what` is the action of
    that name.
    """

    every: bool
    name: str
    event: str | None
    body: Formula
    what: NamedAction = field(compare=False, repr=False)

    @property
    def written_name(self) -> str:
        """The name, with the event if there is one."""
        return self.name if self.event is None else f"{self.name}({self.event})"
