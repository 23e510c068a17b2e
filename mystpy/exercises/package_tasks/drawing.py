"""Exercises about a package drawn at random, as the text of their files.

A start is drawn, a few actions, and a question about the situation. The answer is
computed from the axioms each time it is marked, and is not stored.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mystpy.compilation import replace
from mystpy.errors import QueryError
from mystpy.exercises.exercise import PACKAGE_KINDS
from mystpy.exercises.package_tasks.package_context import holding
from mystpy.exercises.package_tasks.package_marks import PLACE, agents_with
from mystpy.files.toml import toml_rows
from mystpy.language.atoms import Truth
from mystpy.language.nodes import Not
from mystpy.packages.action_terms import read_steps
from mystpy.packages.answer_kinds import natural_key
from mystpy.packages.backend_runs.answering import answering_here
from mystpy.packages.fluent_words import atoms_of, words_of, words_of_term
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.package_questions.group_knowledge import remaining_runs
from mystpy.packages.prolog_runs.answer_set_listing import answer_set_runs

MAX_STARTS = 20_000
"""If there are more starts, the first one that is found is taken."""

MAX_STEPS = 3
"""The maximal number of actions before a question."""

TRIES = 40
"""The number of questions drawn for one that is neither trivial nor too hard."""

TRIES_OF_RUNS = 4
"""The number of situations whose runs are counted before the attempt is given up."""

_CLAIMS = (
    *("K({i}, {a})", "K({i}, ~{a})", "Kw({i}, {a})", "~Kw({i}, {a})"),
    *("K({i}, Kw({j}, {a}))", "K({i}, ~Kw({j}, {a}))", "K({i}, {a}) & ~K({j}, {a})"),
)
_OF_AGENTS = (f"Kw({PLACE}, {{a}})", f"K({PLACE}, ~Kw({{j}}, {{a}}))")


class DrawnExercise:
    """One exercise about a package, drawn by a seed.

    `theory` is the package as its file names it. Raises QueryError if there are too
    few fluents or too many runs for a question of the kind.
    """

    def __init__(
        self, package: Package, theory: str, seed: int, kind: str | None = None
    ) -> None:
        self.package, self.theory, self.seed = package, theory, seed
        # The same seed is another game in each package, and the same in each process.
        self._random = Random(
            f"{seed} {package.hash} {sorted(package.constants.items())}"
        )
        every = self._random.sample(PACKAGE_KINDS, len(PACKAGE_KINDS))
        self._kinds = every if kind is None else [kind]
        self.kind = self._kinds[0]
        rigid = [f for f in package.fluents.values() if f.rigid]
        self._rigid = sorted((a for f in rigid for a in atoms_of(f)), key=natural_key)
        if not self._rigid:
            raise QueryError(
                f"{package.name} has no fluent that never changes to ask about"
            )

    @property
    def name(self) -> str:
        """The name of the exercise, as that of its file; to be asked after `text`."""
        return f"{self.package.folder.name}-{self.kind}-{self.seed}"

    def text(self) -> str:
        """Return the text of the exercise's file."""
        for kind in self._kinds:
            self.kind = kind
            for _ in range(TRIES_OF_RUNS if kind == "runs" else TRIES):
                situation = self._situation()
                question = _QUESTIONS[self.kind](self, situation)
                if question is not None:
                    return self._written(*question)
        raise QueryError(
            f"no exercise of the kind {self.kind} was found for {self.package.name}",
            hint="take another --seed or --kind, or smaller constants with --game",
        )

    def _written(
        self, situation: PackageSituation, asked: str, keys: dict[str, object]
    ) -> str:
        package = self.package
        table: dict[str, object] = {
            "exercise": self.kind,
            "title": f"{package.name}, exercise {self.seed}",
            "chapter": package.name,
            "points": 2 if self.kind == "plan" else 1,
            "text": "\n".join([*self._description(situation), asked]),
            "hints": [_HINTS[self.kind]],
            "theory": self.theory,
            "constants": dict(package.constants),
            "actions": [str(step) for step in situation.steps],
            "given": [str(situation.given)],
            **keys,
        }
        return "\n".join(toml_rows(table)) + "\n"

    def _description(self, situation: PackageSituation) -> Iterator[str]:
        """Yield the game, the start and the actions, in words."""
        if self.package.says:
            yield " ".join(self.package.says.split())
        start = replace(situation, steps=()).counterexample(Not(Truth())) or []
        yield f"At the start: {holding(situation, start)}."
        for number, step in enumerate(situation.steps):
            yield f"Step {number}: {step.sentence}.  {step}"

    def _situation(self) -> PackageSituation:
        """A situation after some actions, with all of the start given."""
        runs = answer_set_runs(self.package, (), MAX_STARTS)
        if runs:
            starts = sorted(sorted(run.fluents[0] or ()) for run in runs)
            true = set(self._random.choice(starts))
        else:
            whole = PackageSituation(self.package)
            true = set(whole.counterexample(Not(Truth())) or ())
        given = [atom if atom in true else f"~{atom}" for atom in self._rigid]
        start = PackageSituation.make(self.package, "", [" & ".join(given)])
        situation = answering_here(start)
        for _ in range(self._random.randint(1, MAX_STEPS)):
            situation = self._one_more(situation)
        return situation

    def _one_more(self, situation: PackageSituation) -> PackageSituation:
        """The situation after one more action; the same if none can be done."""
        try:
            possible = situation.possible_actions(every=True)
        except QueryError:
            return situation
        kinds = [each for each in possible if each.certain and each.actions]
        if not kinds:
            return situation
        term = self._random.choice(self._random.choice(kinds).actions)
        steps = (*situation.steps, *read_steps(term, self.package))
        return replace(situation, steps=steps)

    def _filled(self, template: str) -> str:
        """A formula with agents and a fluent in its places."""
        agents = words_of(self.package).agents
        first = self._random.choice(agents)
        others = [agent for agent in agents if agent != first] or [first]
        words = {
            "{i}": first,
            "{j}": self._random.choice(others),
            "{a}": self._random.choice(self._rigid),
        }
        for place, word in words.items():
            template = template.replace(place, word)
        return template

    def _in_words(self, formula: str) -> str:
        """Return the fluents of a formula in words, to be shown after it."""
        atoms = [atom for atom in self._rigid if atom in formula]
        in_words = (f"{atom}: {words_of_term(self.package, atom)}" for atom in atoms)
        return f"{formula}  ({'; '.join(in_words)})"

    def _value(self, situation: PackageSituation) -> _Question | None:
        wanted = self._random.choice(("true", "false"))
        for _ in range(TRIES):
            formula = self._filled(self._random.choice(_CLAIMS))
            if situation.value(formula) == wanted:
                asked = f"Is it true or false?  {self._in_words(formula)}"
                return situation, asked, {"formula": formula}
        return None

    def _agents(self, situation: PackageSituation) -> _Question | None:
        agents = words_of(self.package).agents
        for attempt in range(TRIES):
            formula = self._filled(self._random.choice(_OF_AGENTS))
            number = len(agents_with(situation, formula))
            if 0 < number < len(agents) or attempt == TRIES - 1:
                shown = self._in_words(formula)
                asked = f"Of which agents is it true?  {shown}"
                return situation, asked, {"formula": formula}
        return None

    def _runs(self, situation: PackageSituation) -> _Question | None:
        agent = self._random.choice(words_of(self.package).agents)
        if remaining_runs(situation, agent) is None:
            return None
        asked = (
            f"How many runs does {agent} consider possible? A run is a start with what"
            " was done."
        )
        return situation, asked, {"agent": agent}

    def _plan(self, situation: PackageSituation) -> _Question | None:
        """Return a question for a plan to new knowledge of an agent, from the start."""
        start = replace(situation, steps=())
        agents = words_of(self.package).agents
        for agent in self._random.sample(agents, len(agents)):
            try:
                learned = start.known(agent).open, situation.known(agent).open
            except QueryError:  # what the agent has seen is not given
                continue
            new = [a for a in self._rigid if a in learned[0] and a not in learned[1]]
            if new:
                goal = f"Kw({agent}, {self._random.choice(new)})"
                asked = (
                    f"Give actions after which this is true:  {self._in_words(goal)}"
                )
                return start, asked, {"goal": goal, "depth": len(situation.steps)}
        return None


_Question = tuple[PackageSituation, str, dict[str, object]]

_QUESTIONS = {
    "value": DrawnExercise._value,
    "agents": DrawnExercise._agents,
    "runs": DrawnExercise._runs,
    "plan": DrawnExercise._plan,
}

_HINTS = {
    "value": "An agent knows what holds in all runs in which it has seen the same.",
    "agents": "Take the agents one by one: which runs look alike to each?",
    "runs": "Count the starts that fit what the agent sees, and those with what was"
    " done since.",
    "plan": "Which action would rule out the runs in which it is not known?",
}
