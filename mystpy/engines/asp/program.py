"""A history as a ground answer set program: axioms/*.lp, the game and its actions.

One answer set is one deal. The actions are given as step(T,A), and at(T) names
the situation before step T, so that long histories ground in linear space.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

from mystpy.engines.asp.rules import complaint_of, game_rules, history_facts
from mystpy.engines.backend import control, parse_symbol
from mystpy.engines.interrupt import interruptions
from mystpy.errors import AxiomError, EngineFailed
from mystpy.game.game import Game
from mystpy.history.actions import Action
from mystpy.history.history import History
from mystpy.language.atoms import ARITIES, H
from mystpy.theories import edited_theory

if TYPE_CHECKING:  # many answers need no program: clingo is loaded for the first one
    from clingo import Model, Symbol

LIMIT = 20_000
"""Longer histories are rejected: clingo cannot be interrupted while grounding."""

ATOMS_FOR_RULES = 2_000
"""The memory of a control before grounding, as a number of atoms."""

_READ = (
    "#external shows_cards. reported(S) :- final(S). #show executable/1. #show poss/2."
    f" #show {H.predicate}/2. #show shown/2. #show fluent/2."
    + "".join(f" #show {name}/{arity}." for name, arity in ARITIES.items())
)
"""Clingo computes consequences among the shown atoms only."""

T = TypeVar("T")
Definition = tuple["Symbol", "Symbol"]
Assumption = tuple["Symbol", bool]


class GroundProgram:
    """The actions of a history, ground with clingo; formulas are added on demand.

    Which hands are given, and whether shown cards are chosen, are external atoms, so
    that one program answers for all given cards of these actions. `extra` is text added
    to the axioms: facts about possible actions, or rules. Raises EngineFailed if the
    axioms do not ground without a warning; AxiomError, with the file and line, if they
    are not the shipped ones.
    """

    def __init__(
        self, game: Game, actions: tuple[Action, ...], extra: str = ""
    ) -> None:
        if len(actions) > LIMIT:
            raise EngineFailed(
                f"a history of {len(actions):,} actions is too long for the engine "
                f"asp, which takes up to {LIMIT:,}",
                hint="use --engine worlds or --engine prolog, which are linear",
            )
        self._game = game
        self.complaints: list[str] = []
        self.defined: dict[Hashable, tuple[Symbol, Symbol]] = {}
        self.parts = 0
        self._true: frozenset[str] | None = frozenset()
        self._assigned: set[str] = set()
        sliced = edited_theory() is None
        # Predicates that only the rules left out define occur in no head.
        options = ["0", "--warn=no-atom-undefined"] if sliced else ["0"]
        # The control must not refer to this object: it is freed as soon as that is.
        complain = self.complaints.append
        self.control = control(options, lambda _, message: complain(message.strip()))
        if not sliced:
            from mystpy.engines.edited.program import EditedProgram

            checks = EditedProgram(self.control, game.rule_set)
            extra = f"{extra}\n{checks.rules}"
        query = "\n".join((*history_facts(game, actions), extra))
        text = "\n".join((game_rules(game, query, extra), query, _READ))
        self._ground("base", text)
        if not sliced:
            checks.require_one_answer_set()

    @property
    def size(self) -> int:
        """Return the number of atoms, plus a fixed amount for the rules themselves."""
        return ATOMS_FOR_RULES + len(self.control.symbolic_atoms)

    def _ground(self, part: str, text: str) -> None:
        """Add and ground a part of the program; any warning is an error."""
        try:
            self.control.add(part, [], text)
            self.control.ground([(part, [])])
        except RuntimeError as error:
            self.complaints.append(str(error))
        if not self.complaints:
            return
        if part == "base" and edited_theory():
            complaint = complaint_of(self._game, self.complaints[0])
            raise AxiomError(complaint, hint="correct the axioms: clingo refuses this")
        raise EngineFailed(f"the axioms do not ground: {self.complaints[0]}")

    def add(self, text: str) -> None:
        """Ground these rules as well."""
        self.parts += 1
        part = f"part_{self.parts}"
        self._ground(part, text)

    def let(self, true: frozenset[str]) -> None:
        """Make these external atoms true, and all others false."""
        if self._true == true:
            return
        self._true = None  # unknown if this is interrupted
        self._assigned |= true
        for atom in self._assigned:
            self.control.assign_external(symbol(atom), atom in true)
        self._assigned, self._true = set(true), true


class Program:
    """A history: the ground program of its actions, and the given hands."""

    def __init__(self, history: History, ground: GroundProgram | None = None) -> None:
        self.history = history
        self.ground = ground or GroundProgram(history.game, history.actions)
        self.control = self.ground.control
        self._given = frozenset(
            f"given({holder},{card})"
            for holder, hand in enumerate(history.hands)
            for card in hand or ()
        )

    def define(
        self, key: Hashable, rules: Callable[[int], tuple[str, str, str]]
    ) -> Definition:
        """Add two atoms and their rules to the ground program, once for each key.

        `rules` gets a number for their names and returns the text and both atoms.
        """
        known = self.ground.defined
        if key not in known:
            text, first, second = rules(self.ground.parts + 1)
            self.ground.add(text)
            known[key] = symbol(first), symbol(second)
        return known[key]

    @property
    def final(self) -> str:
        """Return the name of the last situation."""
        return situation(len(self.history))

    def let(self, *, shows: bool = False) -> None:
        """Assume the given hands, and choose the cards that were shown if `shows`."""
        self.ground.let(self._given | {"shows_cards"} if shows else self._given)

    def satisfiable(self, *assumptions: Assumption) -> bool:
        """Return whether some deal makes these atoms true or false.

        An atom that does not occur in the program is false in every deal.
        """
        known = self._known(assumptions)
        self.let()
        return known is not None and self._solve(known)

    def first(self, read: Callable[[Model], T], *assumptions: Assumption) -> T | None:
        """Return what `read` extracts from a deal that satisfies the assumptions."""
        known = self._known(assumptions)
        self.let()
        found: list[T] = []
        if known is not None:
            self._solve(known, lambda model: found.append(read(model)))
        return found[0] if found else None

    def _solve(
        self,
        assumptions: list[Assumption],
        on_model: Callable[[Model], None] = lambda _: None,
    ) -> bool:
        solve: Any = self.control.configuration.solve
        with interruptions() as let_through:
            solve.models = 1
            try:
                return self._run(assumptions, on_model, let_through)
            finally:
                solve.models = 0

    def _known(self, assumptions: Iterable[Assumption]) -> list[Assumption] | None:
        atoms = self.control.symbolic_atoms
        known = []
        for atom, value in assumptions:
            if atom in atoms:
                known.append((atom, value))
            elif value:
                return None
        return known

    def consequences(
        self, mode: str, atoms: Iterable[Symbol], *assumptions: Assumption
    ) -> set[Symbol] | None:
        """Return the atoms that hold in some ("brave") or every ("cautious") deal.

        None if no deal makes the assumptions true.
        """
        known = self._known(assumptions)
        if known is None:
            return None
        wanted, facts = [], set()
        for atom in atoms:
            entry = self.control.symbolic_atoms[atom]
            if entry is not None:
                facts.add(atom) if entry.is_fact else wanted.append(atom)
        self.let()
        found = self._each(mode, known, lambda m: {a for a in wanted if m.contains(a)})
        return found[-1] | facts if found else None

    def each(
        self,
        read: Callable[[Model], T],
        *assumptions: Assumption,
        project: bool = False,
        shows: bool = False,
    ) -> list[T]:
        """Return what `read` extracts from answer sets; `project` skips repetitions.

        With `shows` the cards that were shown are chosen, too.
        """
        known = self._known(assumptions)
        self.let(shows=shows)
        return (
            []
            if known is None
            else self._each("project" if project else "auto", known, read)
        )

    def _each(
        self, mode: str, assumptions: list[Assumption], read: Callable[[Model], T]
    ) -> list[T]:
        solve: Any = self.control.configuration.solve
        found: list[T] = []
        with interruptions() as let_through:
            solve.enum_mode = "auto" if mode == "project" else mode
            solve.project = "show" if mode == "project" else "no"
            try:
                self._run(assumptions, lambda m: found.append(read(m)), let_through)
            finally:
                solve.enum_mode = "auto"
                solve.project = "no"
        return found

    def _run(
        self,
        assumptions: list[Assumption],
        on_model: Callable[[Model], None],
        let_through: Callable[[], None],
    ) -> bool:
        # The search runs in a thread of clingo's; waiting for it in short steps
        # lets Ctrl-C through, and leaving the block cancels it.
        with self.control.solve(assumptions, on_model=on_model, async_=True) as handle:
            while not handle.wait(0.05):
                let_through()
            return bool(handle.get().satisfiable)

    def atoms(self, name: str, arity: int, *, shows: bool = False) -> list[Symbol]:
        """Return the atoms of a predicate that may hold; with `shows` as in `each`."""
        self.let(shows=shows)
        return [a.symbol for a in self.control.symbolic_atoms.by_signature(name, arity)]

    def open_atoms(self, name: str, arity: int, *, shows: bool = False) -> list[Symbol]:
        """Return the atoms of a predicate that hold in some answer sets only."""
        self.let(shows=shows)
        atoms = self.control.symbolic_atoms.by_signature(name, arity)
        return [a.symbol for a in atoms if not a.is_fact]


def situation(step: int) -> str:
    """Return the name of the situation before a step."""
    return f"at({step})" if step else "init0"


@cache
def symbol(text: str) -> Symbol:
    """Read a term."""
    return cast("Symbol", parse_symbol(text))


@cache
def text_of(term: Symbol) -> str:
    """Print a term."""
    return str(term)
