"""Theories drawn at random: the engine against a brute force with no code in common."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from mystpy.errors import QueryError
from mystpy.language.nodes import Formula, Knows
from mystpy.packages import kept_histories
from mystpy.packages.declarations import read_package
from mystpy.packages.kept_histories import LISTED, SEARCHED
from mystpy.packages.package_answers import PackageSituation
from tests.packages.random_theories import (
    Run,
    Theory,
    draw_formula,
    draw_given,
    draw_history,
    draw_rich_theory,
    draw_theory,
    holds,
)
from tests.sampling import by_day, seeds_by_day

THEORIES, FORMULAS = by_day(12, 4), by_day(20, 2)
MOST_RUNS = 150
"""A brute force compares each run with each other one."""

Action = tuple[str, str, str | None]

METHODS = {"listed": LISTED, "searched": SEARCHED, "chosen": None}


def history_text(actions: list[Action]) -> str:
    unknown = {True: "_,_", False: "_"}
    return " ".join(
        f"{name}({i},{thing or unknown[name.startswith('two')]})"
        for name, i, thing in actions
    )


@dataclass
class Drawn:
    """A history at random: the runs, those that fit, and the situation to be asked."""

    theory: Theory
    actions: list[Action]
    given: str
    runs: list[Run]
    fits: list[int]
    situation: PackageSituation

    @property
    def where(self) -> tuple[object, ...]:
        """Return the text that is shown if the answers differ."""
        return self.theory, history_text(self.actions), self.given

    def holds(self, formula: Formula) -> list[bool]:
        return holds(formula, self.runs, self.theory.agents)

    def views(self, agent: str) -> list[tuple[object, ...]]:
        """Return the observations of an agent in each run."""
        place = self.theory.agents.index(agent)
        return [run.views[place] for run in self.runs]

    def fluents(self, number: int) -> set[str]:
        """The fluents that hold in a run."""
        state = self.runs[number].state
        found = {f"r({x})" for x in state.r} | {f"q({x})" for x in state.q}
        return found | ({"t"} if state.t else set())


def drawn(theory: Theory, folder: Path, random: Random) -> Drawn | None:
    """Draw a history, and what is given of it; None without runs, or with many."""
    package = read_package(str(theory.write(folder)))
    actions = draw_history(random, theory, random.randint(0, 4))
    runs = theory.runs(actions)
    if not runs:
        assert not actions
    if not 0 < len(runs) <= MOST_RUNS:
        return None
    filled, given, fits = draw_given(random, theory, actions)
    situation = PackageSituation.make(package, history_text(filled), [given])
    return Drawn(theory, filled, given, runs, fits, situation)


def check_formula(case: Drawn, formula: Formula, method: str | None) -> None:
    """Compare the value of a formula, and a run in which it is false."""
    everywhere = case.holds(formula)
    true = [everywhere[place] for place in case.fits]
    right = "true" if all(true) else "undetermined" if any(true) else "false"
    found = case.situation.answer(formula, method)
    assert found == (right, method or found.method), (*case.where, formula)
    other = case.situation.counterexample(formula, method)
    wrong = [place for place in case.fits if not everywhere[place]]
    if isinstance(formula, Knows):
        body, views = case.holds(formula.body), case.views(str(formula.agent))
        seen = {views[place] for place in wrong}
        wrong = [k for k, view in enumerate(views) if view in seen and not body[k]]
    if other is None:
        assert not wrong, (*case.where, formula)
    else:
        assert set(other) in map(case.fluents, wrong), (*case.where, formula)


def check_known(case: Drawn, agent: str) -> None:
    """Compare what an agent knows of the fluents, if what was seen is given."""
    views = case.views(agent)
    seen = {views[place] for place in case.fits}
    if len(seen) > 1:
        with pytest.raises(QueryError, match="is not given"):
            case.situation.known(agent)
        return
    alike = [case.fluents(k) for k, view in enumerate(views) if view in seen]
    every = set(case.situation.words.atoms)
    known = case.situation.known(agent)
    found = set(known.true), set(known.false), set(known.open)
    true, maybe = set.intersection(*alike), set.union(*alike)
    assert found == (true, every - maybe, maybe - true), (*case.where, agent)


def was_seen(case: Drawn, run: Run, agent: str, sentence: str) -> bool:
    """Return whether a sentence about what an agent has seen is true of a run."""
    when, _, said = sentence.partition(": ")
    what = said.removeprefix("not ")
    start, *later = run.views[case.theory.agents.index(agent)]
    if when == "at the start":
        seen = {f"r({x})" for x in start}
    else:
        number = int(when.removeprefix("step "))
        name, actor, _ = case.actions[number]
        seen = {f"{name}({actor},{later[number]})"}
    return (what in seen) == (what == said)


def check_reasons(case: Drawn, formula: Knows) -> None:
    """Reasons suffice, and none can be left out."""
    agent = str(formula.agent)
    views = case.views(agent)
    if len({views[place] for place in case.fits}) > 1:
        return
    known, body = case.holds(formula)[case.fits[0]], case.holds(formula.body)
    reasons = case.situation.reasons(formula)

    def follows(sentences: list[str]) -> bool:
        return all(
            true
            for run, true in zip(case.runs, body, strict=True)
            if all(was_seen(case, run, agent, each) for each in sentences)
        )

    assert known or not reasons, (*case.where, formula)
    assert not known or follows(reasons), (*case.where, formula, reasons)
    for each in reasons:
        fewer = [other for other in reasons if other != each]
        assert not follows(fewer), (*case.where, formula, reasons)


def check_legality(case: Drawn, random: Random) -> None:
    """Compare the first step that is doubtful, after one more that may not be legal."""
    theory = case.theory
    kind, agent = random.choice(theory.kinds), random.choice(theory.agents)
    private = kind.private and random.random() < 0.5
    thing = None if private else random.choice(theory.values(kind))
    actions = [*case.actions, (kind.name, agent, thing)]
    right: tuple[str, int | None] = ("legal", None)
    for number in range(len(actions)):
        able = could_go_on(case, actions, number)
        if not any(able):
            right = "illegal", number
            break
        if right[1] is None and not all(able):
            right = "possible", number
    package = case.situation.package
    longer = PackageSituation.make(package, history_text(actions), [case.given])
    assert longer.legality()[:2] == right, (*case.where, actions)


def could_go_on(case: Drawn, actions: list[Action], number: int) -> list[bool]:
    """In which runs before a step, of those that fit, the step is possible."""
    theory = case.theory
    before, after = (public(theory, actions[:k]) for k in (number, number + 1))
    longer = theory.runs(after)
    return [
        any(
            fits(case, other, actions[: number + 1])
            and other.things[:number] == run.things
            and other.state.r == run.state.r
            for other in longer
        )
        for run in theory.runs(before)
        if fits(case, run, actions[:number])
    ]


def public(theory: Theory, actions: list[Action]) -> list[Action]:
    private = {kind.name: kind.private for kind in theory.kinds}
    return [(n, i, None if private[n] else thing) for n, i, thing in actions]


def fits(case: Drawn, run: Run, actions: list[Action]) -> bool:
    """Return whether a run has the start that is given and the things that are."""
    thing = case.given.removeprefix("~")[2:-1]
    start = (thing in run.state.r) != case.given.startswith("~")
    pairs = zip(run.things, actions, strict=True)
    return start and all(known in (None, x) for x, (_, _, known) in pairs)


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("seed", seeds_by_day(50, 25))
def test_answers_are_those_of_a_brute_force(
    seed: int, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "searched":
        monkeypatch.setattr(kept_histories, "MAX_RUNS_LISTED_FOR_C", 0)
    random = Random(seed)
    for number in range(THEORIES):
        draw = draw_rich_theory if number % 2 else draw_theory
        case = drawn(draw(random), tmp_path / str(number), random)
        if case is None:
            continue
        check_legality(case, random)
        for agent in case.theory.agents:
            check_known(case, agent)
        for _ in range(FORMULAS):
            formula = draw_formula(random, case.theory, random.randint(1, 4))
            check_formula(case, formula, METHODS[name])
            if isinstance(formula, Knows):
                check_reasons(case, formula)
