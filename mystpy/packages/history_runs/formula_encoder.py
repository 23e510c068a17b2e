"""Formulas as literals of the program of a history's runs, in one of its situations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeGuard

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.language.atoms import Atom, Falsity, Truth
from mystpy.language.junctions import unabbreviated
from mystpy.language.nodes import (
    And,
    Common,
    CountOf,
    Distributed,
    Formula,
    GroupAnnouncing,
    Iff,
    Implies,
    Knowledge,
    Knows,
    Not,
    Or,
    PlayerModal,
)
from mystpy.packages.history_runs.control import Literal, RunSolver

_CONNECTIVES = (Truth, Falsity, Atom, Not, And, Or, Implies, Iff, CountOf)


def view_not_given(agent: str) -> QueryError:
    """Return the error for a question that needs the view of an agent."""
    return QueryError(
        f"what {agent} has seen is not given",
        hint=f"say it with --given, such as what {agent} sees at the start",
    )


class EncodedKnowledge(NamedTuple):
    """A subformula about knowledge: its atom, and its body in the same situation.

    The atom is free in the program: a search decides its value in a run.
    """

    atom: Literal
    formula: Formula
    body: Encoded


class Encoded(NamedTuple):
    """A formula as a literal, and its subformulas about knowledge."""

    literal: Literal
    modals: tuple[EncodedKnowledge, ...] = ()

    def negated(self) -> Encoded:
        """Return the negation."""
        return Encoded(-self.literal, self.modals)


class FormulaEncoder:
    """The literals of formulas in one situation of a history.

    `number` is that of the next step. Equal formulas have one literal.
    """

    def __init__(self, solver: RunSolver, number: int) -> None:
        self.solver, self.number = solver, number
        self._encoded: dict[Formula, Encoded] = {}
        self._modals: dict[Literal, EncodedKnowledge] = {}

    @property
    def modals(self) -> tuple[EncodedKnowledge, ...]:
        """Return the subformulas about knowledge, inner ones first."""
        return tuple(self._modals.values())

    def has(self, modal: EncodedKnowledge) -> bool:
        """Return whether a subformula about knowledge is of this situation."""
        return modal.atom in self._modals

    def encoded(self, f: Formula) -> Encoded:
        """Return a formula as a literal. Raises QueryError for other operators."""
        if f not in self._encoded:
            self._encoded[f] = self._encode(f)
        return self._encoded[f]

    def _encode(self, f: Formula) -> Encoded:
        solver = self.solver
        match f:
            case Truth() | Falsity():
                return Encoded(solver.true if f.value else -solver.true)
            case Atom(name):
                fluents = solver.fluents[self.number]
                return Encoded(fluents.get(name, -solver.true))
            case Not(body):
                return self.encoded(body).negated()
            case And(parts):
                return self._joined(parts, solver.conjunction)
            case Or(parts):
                return self._joined(parts, solver.disjunction)
            case CountOf(exact, number, parts):
                return self._joined(parts, lambda x: solver.count(number, x, exact))
        return self._modal(f)

    def refuse_unknown(self, f: Formula) -> None:
        """Raise QueryError if an operator is not supported, or has no agent."""
        if isinstance(f, _CONNECTIVES):
            return
        if not is_about_knowledge(f):
            raise QueryError(f"{f} is not decided for packages")
        for agent in (f.agent,) if isinstance(f, PlayerModal) else f.members:
            if str(agent) not in self.solver.saw:
                raise QueryError(f"there is no agent {agent}")

    def _joined(
        self, parts: Iterable[Formula], join: Callable[[list[Literal]], Literal]
    ) -> Encoded:
        found = [self.encoded(part) for part in parts]
        modals = dict.fromkeys(m for each in found for m in each.modals)
        return Encoded(join([each.literal for each in found]), tuple(modals))

    def _modal(self, f: Formula) -> Encoded:
        plain = unabbreviated(f)
        if plain is not f:
            return self.encoded(plain)
        self.refuse_unknown(f)
        assert isinstance(f, Knows | Distributed | Common)
        modal = EncodedKnowledge(self.solver.free(), f, self.encoded(f.body))
        self._modals[modal.atom] = modal
        return Encoded(modal.atom, (modal,))


class DecidedFormulas(FormulaEncoder):
    """The literals of formulas whose subformulas about knowledge are decided."""

    def __init__(
        self, solver: RunSolver, number: int, known: Mapping[Formula, bool]
    ) -> None:
        super().__init__(solver, number)
        self._known = known

    def _modal(self, f: Formula) -> Encoded:
        if f not in self._known:
            return self.encoded(unabbreviated(f))
        return Encoded(self.solver.true if self._known[f] else -self.solver.true)


def is_about_knowledge(f: Formula) -> TypeGuard[Knowledge]:
    """Return whether a formula begins with an operator of knowledge."""
    return isinstance(f, Knowledge) and not isinstance(f, GroupAnnouncing)
