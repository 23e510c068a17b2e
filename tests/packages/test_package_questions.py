"""Models, groups, announcements, sweeps and failed conditions against a brute force."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from mystpy.errors import NoWorldFits, QueryError
from mystpy.language.atoms import Atom
from mystpy.language.nodes import Common, Formula, Knows, Not
from mystpy.packages import package_answers
from mystpy.packages.answer_kinds import KnownFluents
from mystpy.packages.declarations import read_package
from mystpy.packages.fluent_words import words_of_term
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.package_questions import group_knowledge
from mystpy.packages.package_questions.announced_values import value_after
from mystpy.packages.package_questions.failed_conditions import failed_conditions
from mystpy.packages.package_questions.group_knowledge import known_of
from mystpy.packages.package_questions.situation_sweep import sweep
from mystpy.packages.value_sorts import term_parts
from tests.packages.random_theories import (
    Run,
    State,
    Theory,
    draw_formula,
    draw_given,
    draw_history,
    draw_theory,
    holds,
)
from tests.packages.test_random_theories import history_text
from tests.sampling import seeds_by_day

Actions = list[tuple[str, str, str | None]]
SEEDS = pytest.mark.parametrize("seed", seeds_by_day(40, 8))


class Drawn:
    """A random theory, a history of it, what is given, and the runs by brute force."""

    def __init__(self, seed: int, folder: Path, length: int = 3) -> None:
        self.random = Random(seed)
        while True:
            self.theory = draw_theory(self.random)
            self.actions = draw_history(self.random, self.theory, length)
            self.runs = self.theory.runs(self.actions)
            if self.runs:
                break
        self.package = read_package(str(self.theory.write(folder)))
        filled, given, self.fits = draw_given(self.random, self.theory, self.actions)
        self.situation = PackageSituation.make(
            self.package, history_text(filled), [given]
        )

    def formula(self) -> Formula:
        return draw_formula(self.random, self.theory, self.random.randint(1, 3))

    def true(self, formula: Formula) -> list[bool]:
        """In which of the runs that fit a formula holds."""
        everywhere = holds(formula, self.runs, self.theory.agents)
        return [everywhere[place] for place in self.fits]


def verdict(true: list[bool]) -> str:
    return "true" if all(true) else "undetermined" if any(true) else "false"


@SEEDS
def test_the_model_of_a_history_has_its_runs_as_worlds(
    seed: int, tmp_path: Path
) -> None:
    drawn = Drawn(seed, tmp_path)
    found = drawn.situation.history_model()
    assert len(found.model) == len(drawn.runs)
    assert found.fits.sum() == len(drawn.fits)
    for _ in range(10):
        formula = drawn.formula()
        right = holds(formula, drawn.runs, drawn.theory.agents)
        truth = found.model.truth(formula)
        assert truth.sum() == sum(right), formula
        assert truth[found.fits].sum() == sum(drawn.true(formula)), formula


@SEEDS
def test_values_after_announcements_are_those_of_the_runs_left(
    seed: int, tmp_path: Path
) -> None:
    drawn = Drawn(seed, tmp_path)
    agents = drawn.theory.agents
    for _ in range(8):
        announced = [drawn.formula() for _ in range(drawn.random.randint(1, 2))]
        formula = drawn.formula()
        if drawn.random.random() < 0.3:
            formula = Common(agents, formula)
        runs, places = drawn.runs, set(drawn.fits)
        for said in announced:
            keep = holds(said, runs, agents)
            left = [place for place, on in enumerate(keep) if on]
            places = {new for new, old in enumerate(left) if old in places}
            runs = [runs[place] for place in left]
        if not places:
            with pytest.raises(NoWorldFits, match="is false in all runs"):
                value_after(drawn.situation, announced, formula)
            continue
        everywhere = holds(formula, runs, agents)
        right = verdict([everywhere[place] for place in places])
        found = value_after(drawn.situation, announced, formula)
        assert found.value == right, (announced, formula)


def known(drawn: Drawn, wrapped: Callable[[Formula], Formula]) -> KnownFluents:
    """Return the knowledge of the fluents by brute force."""
    atoms = drawn.situation.atoms
    true = [x for x in atoms if all(drawn.true(wrapped(Atom(x))))]
    false = [x for x in atoms if all(drawn.true(wrapped(Not(Atom(x)))))]
    rest = [x for x in atoms if x not in {*true, *false}]
    return KnownFluents(tuple(true), tuple(false), tuple(rest))


@pytest.mark.parametrize("listed", [True, False], ids=["listed", "searched"])
@SEEDS
def test_common_knowledge_is_that_of_a_brute_force(
    seed: int, listed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not listed:
        monkeypatch.setattr(package_answers, "MAX_RUNS_LISTED", 0)
    drawn = Drawn(seed, tmp_path)
    group = drawn.theory.agents[:2]
    right = known(drawn, lambda body: Common(group, body))
    assert known_of(drawn.situation, group) == right


@SEEDS
def test_what_is_known_to_be_known_is_that_of_a_brute_force(
    seed: int, tmp_path: Path
) -> None:
    drawn = Drawn(seed, tmp_path)
    one, other = drawn.theory.agents[0], drawn.theory.agents[-1]
    place = drawn.theory.agents.index(one)
    views = {drawn.runs[fit].views[place] for fit in drawn.fits}
    if len(views) > 1:
        with pytest.raises(QueryError, match="has seen is not given"):
            known_of(drawn.situation, [one], [other])
        return
    right = known(drawn, lambda body: Knows(one, Knows(other, body)))
    assert known_of(drawn.situation, [one], [other]) == right


@SEEDS
def test_an_observer_knows_what_follows_from_what_all_see(
    seed: int, tmp_path: Path
) -> None:
    drawn = Drawn(seed, tmp_path)
    seen = [shared(drawn, run) for run in drawn.runs]
    views = {seen[fit] for fit in drawn.fits}
    if len(views) > 1:
        with pytest.raises(QueryError, match="all agents have seen is not given"):
            known_of(drawn.situation, [group_knowledge.OBSERVER])
        return
    left = [place for place, view in enumerate(seen) if view in views]

    def everywhere(formula: Formula) -> bool:
        true = holds(formula, drawn.runs, drawn.theory.agents)
        return all(true[place] for place in left)

    found = known_of(drawn.situation, [group_knowledge.OBSERVER])
    for atom in drawn.situation.atoms:
        assert (atom in found.true) == everywhere(Atom(atom))
        assert (atom in found.false) == everywhere(Not(Atom(atom)))


def shared(drawn: Drawn, run: Run) -> tuple[object, ...]:
    """Return all agents' observations of the start and of each action of a run."""
    start, *steps = zip(*run.views, strict=True)
    common = frozenset.intersection(*start)
    return (common, *(s[0] if len(set(s)) == 1 else None for s in steps))


# --- Conditions that fail -----------------------------------------------------


def condition_holds(text: str, state: State) -> bool:
    """Whether a condition with its arguments holds in a state, read by itself."""
    positive = not text.startswith("not ")
    name, arguments = term_parts(text.removeprefix("not "))
    if name == "r":
        return (arguments[0] in state.r) == positive
    if name == "q":
        return (arguments[0] in state.q) == positive
    if name == "t":
        return state.t == positive
    left, sign, right = re.fullmatch(r"(\w+) (=|!=) (\w+)", text).groups()  # type: ignore[union-attr]
    return (left == right) == (sign == "=")


def impossible(theory: Theory, actions: Actions, runs: list[Run]) -> Actions:
    """Actions whose conditions are false in all runs, and not for a precondition."""
    return [
        (kind.name, agent, thing)
        for kind in theory.kinds
        for agent in theory.agents
        for thing in theory.things
        if not kind.precondition
        and not any(
            all(c.true(run.state, agent, thing) for c in kind.conditions)
            for run in runs
        )
    ]


@SEEDS
def test_the_conditions_that_fail_are_false_and_all_of_them(
    seed: int, tmp_path: Path
) -> None:
    drawn = Drawn(seed, tmp_path)
    theory, actions = drawn.theory, drawn.actions
    for name, agent, thing in impossible(theory, actions, drawn.runs)[:6]:
        kind = next(kind for kind in theory.kinds if kind.name == name)
        text = history_text([*actions, (name, agent, thing)])
        situation = PackageSituation.make(drawn.package, text)
        assert situation.legality().step == len(actions)
        found = {each.condition for each in failed_conditions(situation, len(actions))}
        assert found
        states = [run.state for run in drawn.runs]
        false = [
            condition
            for condition in kind.conditions
            if not any(condition.true(state, agent, str(thing)) for state in states)
        ]
        if false:
            assert len(found) == len(set(false))
            for text in found:
                assert not any(condition_holds(text, state) for state in states)
        else:
            assert len(found) == 1  # none is false by itself in all runs


# --- All situations to a depth ------------------------------------------------


def shortest(theory: Theory, formula: Formula, depth: int) -> Actions | None:
    """A shortest history in which a formula is false in some run, None if none is."""
    level: list[Actions] = [[]]
    for length in range(depth + 1):
        for actions in level:
            runs = theory.runs(actions)
            if runs and not all(holds(formula, runs, theory.agents)):
                return actions
        choices = [
            (kind.name, agent, thing)
            for kind in theory.kinds
            for agent in theory.agents
            for thing in ((None,) if kind.private else theory.things)
        ]
        if length < depth:
            level = [[*a, c] for a in level for c in choices if theory.runs([*a, c])]
    return None


@pytest.mark.parametrize("seed", seeds_by_day(24, 6))
def test_a_sweep_finds_a_shortest_history(seed: int, tmp_path: Path) -> None:
    drawn = Drawn(seed, tmp_path, 1)
    for _ in range(3):
        formula = drawn.formula()
        right = shortest(drawn.theory, formula, 1)
        *_, last = sweep(drawn.package, str(formula), 1)
        assert (last.against is None) == (right is None), formula
        if last.against is not None and right is not None:
            assert len(last.against.steps) == len(right)
            check_run(drawn, formula, last.against.start, last.against.steps)


def check_run(
    drawn: Drawn, formula: Formula, start: tuple[str, ...], steps: tuple[object, ...]
) -> None:
    """Check that there is a run with this start and these actions, and it is false."""
    public, things = [], []
    for step in steps:
        name, (agent, thing) = term_parts(str(step))
        kind = next(kind for kind in drawn.theory.kinds if kind.name == name)
        public.append((name, agent, None if kind.private else thing))
        things.append(thing)
    runs = drawn.theory.runs(public)
    true = holds(formula, runs, drawn.theory.agents)
    assert any(
        not on
        and {f"r({x})" for x in run.state.r} == set(start)
        and list(run.things) == things
        for run, on in zip(runs, true, strict=True)
    )


# --- Words --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("package", "term", "words"),
    [
        ("black-vienna", "asks(1,2,set(s1,s2,s3))", "1 asks 2 for {s1,s2,s3}"),
        ("black-vienna", "h(1,s1)", "1 holds s1"),
        ("black-vienna", "s1", None),
        ("myst", "shows(2,1,some)", "2 shows 1 some card"),
        ("myst", "shows(2,1)", None),
        (
            "muddy-children",
            "father",
            "the father says that at least one child is muddy",
        ),
    ],
)
def test_terms_have_the_words_of_the_package(
    package: str, term: str, words: str | None
) -> None:
    assert words_of_term(read_package(package), term) == words
