"""A history as a ground answer set program: axioms/*.lp, the game and its actions.

One answer set is one deal. The actions are given as step(T,A), and at(T) names
the situation before step T, so that long histories ground in linear space.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

from mystpy.axioms import rule_files
from mystpy.engines.interrupt import interruptions
from mystpy.engines.programs.lent import control, parsed
from mystpy.errors import EngineFailed
from mystpy.game.cards import sort_cards
from mystpy.game.game import facts
from mystpy.history.actions import Asks, Guess, Opens, action_term
from mystpy.history.history import History

if TYPE_CHECKING:  # many answers need no program: clingo is loaded for the first one
    from clingo import MessageCode, Model, Symbol

LIMIT = 20_000
"""Longer histories are refused: clingo cannot be stopped while it grounds one."""

T = TypeVar("T")
Assumption = tuple["Symbol", bool]


class Program:
    """A history, ground with clingo. `extra` is text added to the axioms.

    Raises EngineFailed if the axioms do not ground without a warning.
    """

    def __init__(self, history: History, extra: str = "") -> None:
        if len(history) > LIMIT:
            raise EngineFailed(
                f"a history of {len(history):,} actions is too long for the engine "
                f"asp, which takes up to {LIMIT:,}",
                hint="use --engine worlds or --engine prolog, which are linear",
            )
        self.history = history
        self._complaints: list[str] = []
        self.marks = 0
        self.control = control(["0"], self._complain)
        for path in rule_files(history.game.rule_set):
            self.control.load(str(path))
        self.control.add("base", [], "\n".join((*_lines(history), extra)))
        self.ground("base")
        for holder, hand in enumerate(history.hands):
            for card in hand or ():
                self.give(holder, card, True)

    def _complain(self, code: MessageCode, message: str) -> None:
        self._complaints.append(message.strip())

    def ground(self, part: str) -> None:
        """Ground a part of the program; any warning is an error."""
        try:
            self.control.ground([(part, [])])
        except RuntimeError as error:
            self._complaints.append(str(error))
        if self._complaints:
            raise EngineFailed(f"the axioms do not ground: {self._complaints[0]}")

    def give(self, holder: int, card: str, held: bool) -> None:
        """Say that it is given, or no longer given, that a holder holds a card."""
        given = symbol(f"given({holder},{card})")
        self.control.assign_external(given, held)

    def define(self, text: str) -> None:
        """Add rules to the ground program."""
        part = f"defined_{self.marks}"
        self.control.add(part, [], text)
        self.ground(part)

    @property
    def final(self) -> str:
        """The name of the last situation."""
        return situation(len(self.history))

    def satisfiable(self, *assumptions: Assumption) -> bool:
        """Whether some deal makes these atoms true or false.

        An atom that does not occur in the program is false in every deal.
        """
        known = self._known(assumptions)
        return known is not None and self._solve(known)

    def _solve(self, assumptions: list[Assumption]) -> bool:
        solve: Any = self.control.configuration.solve
        with interruptions() as let_through:
            solve.models = 1
            try:
                return self._run(assumptions, lambda _: None, let_through)
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
        """Which atoms hold in some deal ("brave") or every deal ("cautious").

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
        found = self._each(mode, known, lambda m: {a for a in wanted if m.contains(a)})
        return found[-1] | facts if found else None

    def each(
        self,
        read: Callable[[Model], T],
        *assumptions: Assumption,
        project: bool = False,
    ) -> list[T]:
        """What `read` makes of each answer set, or of each that shows news."""
        known = self._known(assumptions)
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

    def atoms(self, name: str, arity: int) -> list[Symbol]:
        """The atoms of a predicate that occur in the ground program."""
        return [a.symbol for a in self.control.symbolic_atoms.by_signature(name, arity)]


def situation(step: int) -> str:
    """The name of the situation before a step."""
    return f"at({step})" if step else "init0"


@cache
def symbol(text: str) -> Symbol:
    """Read a term."""
    return cast("Symbol", parsed(text))


@cache
def text_of(term: Symbol) -> str:
    """Print a term."""
    return str(term)


def _lines(history: History) -> Iterator[str]:
    """The facts of a history, and the rules that find failing conjuncts."""
    from mystpy.engines.programs.poss import failing_rules

    deck = history.game.deck
    yield facts(history.game)
    yield f"all_players(set({','.join(map(str, range(1, history.game.p + 1)))}))."
    for step, action in enumerate(history.actions):
        yield f"step({step},{action_term(action, deck)})."
    yield failing_rules(history.game.rule_set)
    sets = {a.cards for a in history.actions if isinstance(a, Asks | Guess | Opens)}
    yield from element_facts(sets, history)


def element_facts(sets: Iterable[frozenset[str]], history: History) -> Iterator[str]:
    """The elements of the sets that are too large for the rules of (2.8)."""
    yield from group_facts(sort_cards(cards, history.game.deck) for cards in sets)


def group_facts(sets: Iterable[Sequence[object]]) -> Iterator[str]:
    """The elements of those of these sets, in order, that are too large."""
    for members in sets:
        if len(members) > 12:
            listed = list(map(str, members))
            term = f"set({','.join(listed)})"
            yield "".join(f"element({member},{term})." for member in listed)
