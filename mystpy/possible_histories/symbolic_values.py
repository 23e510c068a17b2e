"""Decide whether a formula follows, history by history, without a list of worlds.

The writer of the notes knows only what holds in all histories; the others know what
happened, so that their knowledge is evaluated in each history. Everything that the
writer has seen is given. Therefore the writer's knowledge is evaluated first, and is a
constant in all histories.
"""

from __future__ import annotations

from collections.abc import Iterable

from mystpy.engines.base import Answer, Cells, Value
from mystpy.engines.interrupt import forgetting
from mystpy.engines.symbolic import COPIES
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.engines.symbolic.sat.session import SatSession
from mystpy.engines.symbolic.solver import SearchLimitReached
from mystpy.engines.transition_system.lru_cache import LruCache
from mystpy.errors import QueryError
from mystpy.language.atoms import Falsity, Truth
from mystpy.language.junctions import conjunction, without_constants
from mystpy.language.nodes import (
    Announcing,
    Common,
    Everyone,
    Formula,
    Implies,
    Knows,
    Modal,
    Not,
)
from mystpy.language.subformulas import agents_in, children, walk, with_children
from mystpy.possible_histories.position import Position
from mystpy.possible_histories.possible_histories import (
    PossibleHistories,
    PossibleHistory,
)
from mystpy.views import GivenCards

_SESSIONS = 64


class SpansHistories(QueryError):
    """The error that knowledge of the writer's knowledge needs a list of worlds."""


class SymbolicValues:
    """Evaluates formulas in all histories by the symbolic methods."""

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        self._sessions = LruCache[PublicConstraints, SatSession](SatSession, _SESSIONS)

    def value(self, histories: PossibleHistories, phi: Formula) -> Answer:
        """Return whether a formula without quantifiers follows from the given cards.

        Raises SpansHistories for a formula that only a list of worlds decides, and
        NoWorldFits.
        """
        with forgetting(self._start):
            settled = self._settled(histories, phi)
            part = _part_of(histories)
            return _together(
                self._value_given(each, settled, each.given, part)
                for each in histories.fitting
            )

    def _value_given(
        self, each: PossibleHistory, phi: Formula, given: GivenCards, part: Formula
    ) -> Answer:
        """Return the value in the worlds of one history with a part of the deal."""
        if isinstance(part, Truth):
            return self._value(each, phi, given)
        found = self._value(each, Implies(part, phi), given)
        if found.value is Value.TRUE:
            return found
        denied = self._value(each, Implies(part, Not(phi)), given)
        false = denied.value is Value.TRUE
        return Answer(Value.FALSE if false else Value.UNDETERMINED, found.method)

    def _value(self, each: PossibleHistory, phi: Formula, given: GivenCards) -> Answer:
        if not any(map(_is_beyond_copies, walk(phi))):
            try:
                session = self._sessions[each.constraints]
                return Answer(session.value(phi, given), COPIES)
            except SearchLimitReached:
                pass
        from mystpy.engines.symbolic.value import constrained_value, lean

        return constrained_value(each.constraints, lean(phi), given)

    def _settled(self, histories: PossibleHistories, phi: Formula) -> Formula:
        """Return the formula with constants for the writer's knowledge."""
        writer = histories.writer
        if writer is None or writer not in agents_in(phi):
            return phi
        if isinstance(phi, Knows) and phi.agent == writer:
            return Truth() if self._known(histories, phi.body) else Falsity()
        if isinstance(phi, Everyone):
            each = [Knows(k, phi.body) for k in phi.members]
            return self._settled(histories, conjunction(each))
        if isinstance(phi, Modal | Announcing):
            raise SpansHistories(
                "what others know about the knowledge of the writer cannot be decided "
                f"while the notes leave something open: {histories.what_is_open()}",
                hint="complete the notes, or ask about the writer's own knowledge",
            )
        parts = [self._settled(histories, part) for part in children(phi)]
        return without_constants(with_children(phi, parts))

    def _known(self, histories: PossibleHistories, body: Formula) -> bool:
        """Return whether the writer knows it: it holds in all that he has seen."""
        writer = histories.writer
        assert writer is not None, "there is one"
        settled = without_constants(self._settled(histories, body))
        if isinstance(settled, Truth | Falsity):
            return isinstance(settled, Truth)
        for each in histories.fitting_for(writer):
            given = each.given.seen_by((writer,), each.constraints.shows)
            if self._value(each, settled, given).value is not Value.TRUE:
                return False
        return True

    def cells_of(
        self, each: PossibleHistory, players: tuple[int, ...], given: GivenCards
    ) -> Cells:
        """Return what the first player knows that the next knows, in one history."""
        from mystpy.engines.symbolic.dependence import nested_cells

        return nested_cells(self._sessions[each.constraints], players, given)

    def common_cells_of(
        self, each: PossibleHistory, group: tuple[int, ...], given: GivenCards
    ) -> Cells:
        """Return the cells that are common knowledge of a group, in one history."""
        from mystpy.engines.symbolic.dependence import common_cells

        return common_cells(self._sessions[each.constraints], group, given)


def _part_of(histories: PossibleHistories) -> Formula:
    """Return the given parts of the hands that are only partly given."""
    return conjunction(Position(histories.history, ()).parts.values())


def _together(answers: Iterable[Answer]) -> Answer:
    """Return the common value of all histories; no value if they differ."""
    values, methods = set[Value](), set[str]()
    for answer in answers:
        values.add(answer.value)
        methods.add(answer.method)
        if len(values) > 1 or Value.UNDETERMINED in values:
            return Answer(Value.UNDETERMINED, " and ".join(sorted(methods)))
    return Answer(values.pop(), " and ".join(sorted(methods)))


def _is_beyond_copies(phi: Formula) -> bool:
    """Return whether it is an announcement, or common knowledge of several players."""
    if isinstance(phi, Common):
        return len(phi.members) > 1
    return isinstance(phi, Announcing)
