"""Decision diagrams: the only module that uses oxidd.

The nodes of all diagrams are in a store whose size is fixed when it is created. When it
is full, nodes without references are removed. If that does not help much, `StoreFull`
is raised. Then the owner of the store creates a larger one and starts again: if nodes
are removed often, cached results are lost each time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeAlias
from weakref import WeakSet

from mystpy.errors import EngineFailed, EngineMissing, fork_error

if TYPE_CHECKING:
    from oxidd.bcdd import BCDDFunction

Diagram: TypeAlias = "BCDDFunction"
"""A set of assignments of the variables, as a node with all nodes below it."""

SMALLEST, LARGEST = 1 << 20, 1 << 23
"""The first and the largest number of nodes of a store; a node takes about 32 bytes."""

CACHE_SHARE = 2
"""The number of nodes for each place of a cached result in a store."""

GROWTH = 4
"""The factor by which the next store is larger."""


class StoreFull(Exception):
    """The store has no room for one more node."""


class DiagramStore:
    """A store of nodes over numbered Boolean variables, the first outermost.

    The `last` store is filled completely, since there is no larger one. Raises
    EngineMissing if oxidd is not installed, and EngineFailed in a process that was
    forked after its parent had used decision diagrams.
    """

    def __init__(self, variables: int, nodes: int, *, last: bool = False) -> None:
        global _made
        _require_own_threads()
        try:
            from oxidd.bcdd import BCDDManager
            from oxidd.util import BooleanOperator, DDMemoryError
        except ImportError as error:
            raise EngineMissing(
                "decision diagrams need the package oxidd",
                hint="pip install 'oxidd>=0.13,<0.14'",
            ) from error
        self._nodes = nodes
        self._last = last
        self._full = DDMemoryError
        self._and = BooleanOperator.AND
        self._manager = BCDDManager(nodes, nodes // CACHE_SHARE, 1)
        self.variables = range(0)
        self.true: Diagram = self._manager.true()
        self.false: Diagram = self._manager.false()
        self._vars: list[Diagram] = []
        self._cubes: dict[frozenset[int], Diagram] = {}
        self.grow(variables)
        _made = True
        _stores.add(self)

    def __len__(self) -> int:
        """Return the number of nodes in the store, including those to be removed."""
        return int(self._manager.num_inner_nodes())

    def grow(self, variables: int) -> None:
        """Ensure that there are this number of variables; new ones are innermost."""
        new = range(len(self.variables), variables)
        if new:
            self._manager.add_vars(len(new))
            self._vars += [self._manager.var(k) for k in new]
            self.variables = range(variables)

    def var(self, variable: int) -> Diagram:
        """Return the diagram that is true if and only if the variable is."""
        return self._vars[variable]

    def choice(self, variable: int, then: Diagram, other: Diagram) -> Diagram:
        """Return the diagram that is `then` if the variable is true, else `other`."""
        return self.with_room(lambda: self._vars[variable].ite(then, other))

    def both(self, one: Diagram, other: Diagram) -> Diagram:
        """Return the conjunction."""
        return self.with_room(lambda: one & other)

    def either(self, one: Diagram, other: Diagram) -> Diagram:
        """Return the disjunction."""
        return self.with_room(lambda: one | other)

    def same(self, one: Diagram, other: Diagram) -> Diagram:
        """Return the equivalence."""
        return self.with_room(lambda: one.equiv(other))

    def some(self, body: Diagram, variables: Collection[int]) -> Diagram:
        """Return the existential quantification of a diagram over these variables."""
        if not variables:
            return body
        cube = self._cube(variables)
        return self.with_room(lambda: body.exists(cube))

    def some_both(
        self, one: Diagram, other: Diagram, variables: Collection[int]
    ) -> Diagram:
        """Return the existential quantification of a conjunction."""
        cube = self._cube(variables)
        return self.with_room(lambda: one.apply_exists(self._and, other, cube))

    def every(self, body: Diagram, variables: Collection[int]) -> Diagram:
        """Return the universal quantification of a diagram over these variables."""
        if not variables:
            return body
        cube = self._cube(variables)
        return self.with_room(lambda: body.forall(cube))

    def _cube(self, variables: Collection[int]) -> Diagram:
        key = frozenset(variables)
        if key not in self._cubes:
            cube = self.true
            for variable in sorted(key, reverse=True):
                cube = self.choice(variable, cube, self.false)
            self._cubes[key] = cube
        return self._cubes[key]

    def with_room(self, work: Callable[[], Diagram]) -> Diagram:
        """Return the result of some work, which is repeated if that makes room for it.

        Raises `StoreFull` if it does not.
        """
        _require_own_threads()
        try:
            return work()
        except self._full:
            self._manager.gc()
        if not self._last and 2 * len(self) > self._nodes:
            raise StoreFull
        try:
            return work()
        except self._full:
            raise StoreFull from None


def are_available() -> bool:
    """Return whether this process can use decision diagrams."""
    if _inherited:
        return False
    try:
        return find_spec("oxidd") is not None
    except ValueError:  # a stand-in without a spec
        return False


def larger(nodes: int, limit: int) -> int:
    """Return the size of the next store. Raises EngineFailed beyond the limit."""
    if nodes >= limit:
        raise EngineFailed(
            f"the decision diagram has more than {nodes:,} nodes",
            hint="it gets smaller as more of the game is known, or with fewer players",
        )
    return min(GROWTH * nodes, limit)


_stores: WeakSet[DiagramStore] = WeakSet()
"""The stores of this process."""

_made = False
"""Whether this process has ever made a store."""

_inherited = False
"""Whether the parent of this process had made a store before it forked."""


def _require_own_threads() -> None:
    if _inherited:
        raise fork_error(
            "this process was forked after its parent had used decision diagrams, "
            "and cannot use them: the threads of oxidd exist only in the parent"
        )


def _leave_managers() -> None:
    """Never use or free the managers of the parent: both need its threads.

    Each manager gets one more reference, so that it is not freed when the process exits
    either.
    """
    global _inherited
    _inherited = _inherited or _made
    for store in list(_stores):
        import ctypes  # rarely needed, and slow to load

        ctypes.pythonapi.Py_IncRef(ctypes.py_object(store._manager))


if hasattr(os, "register_at_fork"):  # a browser's Python does not fork
    os.register_at_fork(after_in_child=_leave_managers)
