"""The solver of the copies is what trying out all assignments says."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.engines.symbolic.minicard import Minicard
from mystpy.engines.symbolic.solver import Assignment, SearchLimitReached, Solver
from mystpy.errors import EngineFailed
from tests.programs import ran
from tests.sampling import part_by_day

ATOMS = 6
LITERALS = st.integers(1, ATOMS).flatmap(lambda atom: st.sampled_from([atom, -atom]))
SETS = st.lists(LITERALS, max_size=ATOMS, unique_by=abs)


@dataclass(frozen=True)
class Rule:
    """A clause, or a bound on how many literals are true where a guard is."""

    kind: str
    literals: Sequence[int]
    number: int = 0
    guard: int = 0

    def tell(self, solver: Solver) -> None:
        if self.kind == "clause":
            solver.clause(self.literals)
        elif self.kind == "never":
            solver.never(*self.literals)
        else:
            conditions = {"at most": solver.at_most, "exactly": solver.exactly}
            conditions[self.kind](self.number, self.literals, self.guard)

    def holds(self, true: set[int]) -> bool:
        number = len(true.intersection(self.literals))
        match self.kind:
            case "clause":
                return number > 0
            case "never":
                return number < len(self.literals)
        if self.guard and self.guard not in true:
            return True
        return (
            number <= self.number if self.kind == "at most" else number == self.number
        )


CLAUSES = st.builds(Rule, st.sampled_from(["clause", "never"]), SETS)
GUARDS = st.one_of(st.just(0), LITERALS)
BOUNDS = st.builds(
    Rule, st.sampled_from(["at most", "exactly"]), SETS, st.integers(-1, 7), GUARDS
)
RULES = st.lists(st.one_of(CLAUSES, BOUNDS), max_size=6)


def assignments(rules: Sequence[Rule], assumed: Sequence[int] = ()) -> list[set[int]]:
    """Return the true literals of each assignment that satisfies all of this."""
    signs = product([1, -1], repeat=ATOMS)
    all_of_them = ({s * k for k, s in enumerate(row, 1)} for row in signs)
    return [
        true
        for true in all_of_them
        if true.issuperset(assumed) and all(rule.holds(true) for rule in rules)
    ]


def conditions(rules: Sequence[Rule]) -> Solver:
    solver = Solver()
    assert solver.atoms(ATOMS) == list(range(1, ATOMS + 1))
    for rule in rules:
        rule.tell(solver)
    return solver


def true_in(model: Assignment) -> set[int]:
    return {k if model.is_true(k) else -k for k in range(1, ATOMS + 1)}


@given(RULES, st.lists(SETS, min_size=1, max_size=3))
def test_answers_satisfy_all_rules_and_cores_exclude_them(
    rules: list[Rule], questions: list[list[int]]
) -> None:
    solver = conditions(rules)
    for assumed in questions:
        found = solver.solve(assumed, true_in)
        if found is not None:
            assert found in assignments(rules, assumed)
        else:
            assert solver.core <= set(assumed)
            assert not assignments(rules, sorted(solver.core))


@given(RULES, SETS)
def test_a_sweep_meets_every_answer_once_and_leaves_no_trace(
    rules: list[Rule], assumed: list[int]
) -> None:
    solver, expected = conditions(rules), assignments(rules, assumed)
    for _ in range(2):
        met: list[set[int]] = []

        def read(model: Assignment, met: list[set[int]] = met) -> list[int]:
            met.append(true_in(model))
            return [-literal for literal in met[-1]]

        assert solver.sweep(assumed, read) is bool(expected)
        assert sorted(map(sorted, met)) == sorted(map(sorted, expected))


def test_a_sweep_ends_when_no_more_is_wanted() -> None:
    met = []

    def read(model: Assignment) -> list[int]:
        met.append(true_in(model))
        return []

    assert conditions([]).sweep([], read)
    assert len(met) == 1


@given(st.lists(st.integers(0, 3), min_size=2, max_size=3), SETS)
def test_shares_are_as_large_as_they_are_said_to_be(
    sizes: list[int], assumed: list[int]
) -> None:
    solver, whole, holders = Solver(), sum(sizes), range(len(sizes))
    columns = [solver.atoms(len(sizes)) for _ in range(whole)]
    for column in columns:
        solver.exactly(1, column)
    for holder, size in enumerate(sizes):
        solver.share(size, [column[holder] for column in columns])
    assumed = [x for x in assumed if abs(x) <= whole * len(sizes)]
    possible = any(
        all(
            (places[(abs(x) - 1) // len(sizes)] == (abs(x) - 1) % len(sizes)) is (x > 0)
            for x in assumed
        )
        for places in product(holders, repeat=whole)
        if [places.count(holder) for holder in holders] == sizes
    )
    assert (solver.solve(assumed, lambda _: True) is True) is possible


def test_atoms_that_no_rule_speaks_of_have_a_value() -> None:
    solver = Solver()
    first, second, third = solver.atoms(3)
    solver.clause([-first])
    read = solver.solve([third], lambda m: [m.is_true(x) for x in (1, 3, -3)])
    assert read == [False, True, False]
    assert solver.solve([], lambda m: m.is_true(second) ^ m.is_true(-second)) is True
    assert solver.solve([-second], lambda m: m.is_true(second)) is False


def pigeons(solver: Solver, holes: int) -> int:
    """Tell, where the atom returned is true, that one more pigeon has a hole each."""
    (on,) = solver.atoms(1)
    places = [solver.atoms(holes) for _ in range(holes + 1)]
    for place in places:
        solver.clause([-on, *place])
    for row in zip(*places, strict=True):
        for k, one in enumerate(row):
            for other in row[:k]:
                solver.never(one, other)
    return on


def test_what_is_too_hard_is_given_up_and_the_next_question_answered() -> None:
    solver = Solver(budget=1_000)
    on = pigeons(solver, 12)
    with pytest.raises(SearchLimitReached, match="1,000 conflicts"):
        solver.solve([on], true_in)
    assert solver.effort >= 1_000
    assert solver.solve([-on], lambda model: model.is_true(on)) is False
    with pytest.raises(SearchLimitReached):
        solver.sweep([on], lambda _: [on])


@dataclass
class Broken:
    """A solver that is out of memory."""

    asked: list[str] = field(default_factory=list)
    patient: bool = False

    def __call__(self, what: str, *_: object) -> object:
        self.asked.append(what)
        if what == "acc_stats":
            return {"conflicts": 0}
        if what in ("cbudget", "interrupt", "clearint"):
            return None
        if what == "solve_lim" and self.patient and self.asked.count(what) == 1:
            return None
        raise MemoryError("no room")

    def add_clause(self, _: object) -> None:
        self("add_cl")

    def at_most(self, *_: object) -> None:
        self("add_am")

    def prefer(self, _: object) -> None:
        self.asked.append("setphases")


@pytest.mark.parametrize("patient", [False, True])
def test_an_error_of_the_solver_comes_as_one_of_ours(
    patient: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = Solver()
    monkeypatch.setattr(solver, "_minicard", Broken(patient=patient))
    asked: list[Callable[[], object]] = [
        lambda: solver.solve([], true_in),
        lambda: solver.clause([1]),
        lambda: solver.clauses([[1], [2]]),
        lambda: solver.one_of([[1, 2]]),
        lambda: solver.at_most(1, [1, 2, 3]),
    ]
    for ask in asked:
        with pytest.raises(EngineFailed, match="no room"):
            ask()


CTRL_C = """
import os, signal, sys, threading
from mystpy.engines.symbolic.solver import Solver
from tests.engines.symbolic.test_solver import pigeons
solver = Solver(budget=10**9)
on = pigeons(solver, 15)
for ask in (
    lambda: solver.solve([on], bool),
    lambda: solver.sweep([on], lambda model: [on]),
):
    for delay in map(float, sys.argv[1:]):
        threading.Timer(delay, os.kill, [os.getpid(), signal.SIGINT]).start()
        try:
            print(ask())
        except KeyboardInterrupt:
            print("stopped", threading.active_count())
        print(solver.solve([-on], lambda model: model.is_true(on)))
"""


def test_ctrl_c_ends_a_hard_question_and_nothing_goes_on() -> None:
    delays = part_by_day(("0.2", "0.5"), 2)
    done = ran([sys.executable, "-c", CTRL_C, *delays])
    said = ["stopped 1", "False"] * 2 * len(delays)
    assert done.stdout.split("\n") == [*said, ""]
    assert not done.stderr


WITHOUT = """
import sys
sys.modules["pysolvers"] = None
from mystpy.engines.symbolic.solver import Solver
from mystpy.errors import EngineMissing
try:
    Solver()
except EngineMissing as error:
    print(error.hint)
"""


def test_it_says_what_to_install() -> None:
    done = ran([sys.executable, "-c", WITHOUT], check=True)
    assert done.stdout == "pip install 'python-sat>=1.8.dev19,<2'\n"


def test_a_deleted_solver_says_so() -> None:
    minicard = Minicard()
    minicard("add_cl", [1])
    assert minicard("solve_lim", [], 0, 1)
    assert minicard("model") == [1]
    minicard.delete()
    calls: list[Callable[[], object]] = [
        lambda: minicard("model"),
        lambda: minicard.add_clause([1]),
        lambda: minicard.at_most([1, 2], 1),
        lambda: minicard.prefer([1]),
    ]
    for call in calls:
        with pytest.raises(EngineFailed, match="deleted"):
            call()
