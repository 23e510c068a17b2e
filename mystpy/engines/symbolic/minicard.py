"""The compiled solver minicard of python-sat; no other module uses it directly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any

from mystpy.errors import EngineFailed, EngineMissing


class Minicard:
    """A new solver of python-sat, called with a function's name and arguments.

    It is the compiled one. Raises EngineMissing without it, EngineFailed once deleted.
    The functions that are called most often are attributes.
    """

    __slots__ = ("_solver", "_solvers", "add_clause", "at_most", "prefer")

    def __init__(self) -> None:
        try:
            import pysolvers
        except ImportError as error:
            raise EngineMissing(
                "nested knowledge and reasons need the package python-sat",
                hint="pip install 'python-sat>=1.8.dev19,<2'",
            ) from error
        self._solvers, self._solver = pysolvers, pysolvers.minicard_new()
        self.add_clause: Callable[[Iterable[int]], Any]
        self.at_most: Callable[[Sequence[int], int], Any]
        self.add_clause = partial(pysolvers.minicard_add_cl, self._solver)
        self.at_most = partial(pysolvers.minicard_add_am, self._solver)
        self.prefer: Callable[[Sequence[int]], Any]
        self.prefer = partial(pysolvers.minicard_setphases, self._solver)

    def __call__(self, what: str, *of: object) -> Any:
        """Return the result of the function."""
        if self._solver is None:  # to which python-sat would not put up
            raise _deleted()
        return getattr(self._solvers, f"minicard_{what}")(self._solver, *of)

    def name(self, atoms: Iterable[int], names: Callable[[], Iterable[str]]) -> None:
        """Name atoms; only a recorded solver stores the names."""

    def delete(self) -> None:
        """Free its memory."""
        self("del")
        self._solver = None
        self.add_clause = self.at_most = self.prefer = _refuse


def _refuse(*_: object) -> Any:
    raise _deleted()


def _deleted() -> EngineFailed:
    return EngineFailed("the solver has been deleted")


_make: ContextVar[Callable[[], Minicard]] = ContextVar("_make", default=Minicard)


def new_minicard() -> Minicard:
    """Return a new solver, of the kind that is in force."""
    return _make.get()()


@contextmanager
def made_by(make: Callable[[], Minicard]) -> Iterator[None]:
    """Make new solvers of this thread by another function during the block."""
    token = _make.set(make)
    try:
        yield
    finally:
        _make.reset(token)
