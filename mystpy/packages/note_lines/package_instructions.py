"""The description of a package for a program or a language model, in plain English.

Such texts serve as prompts. Examples are computed from the axioms, so that each of them
can be done, read or asked.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from mystpy.compilation import NamedTuple, replace
from mystpy.engines.exclusive import exclusive
from mystpy.errors import MystError, QueryError, one_of
from mystpy.packages.action_terms import ActionStep
from mystpy.packages.fluent_words import words_of
from mystpy.packages.history_runs.knowledge_search import RunsOfHistory
from mystpy.packages.history_runs.offered_actions import offered_steps
from mystpy.packages.note_lines.line_patterns import LinePattern, action_patterns
from mystpy.packages.note_lines.note_reader import read_note
from mystpy.packages.package import ActionSymbol, Package, Symbol, fill_template
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.value_sorts import PackageSort, apply_name, write_value

MAX_LISTED_VALUES = 20
"""A sort with more values is described by its first ones and their number."""

EXAMPLE_STEPS = 6
"""The maximal number of steps tried for an example of each kind of action."""

Example = dict[str, object]
"""A line for `mystpy batch`, or for `mystpy serve`."""


class ActionExample(NamedTuple):
    """A history in which an action is possible, and a line with the action."""

    before: tuple[ActionStep, ...]
    step: ActionStep
    line: str


class PackageInstructions:
    """A package described for programs, with examples that can be asked.

    `given` are the given facts about the start in the examples, `actions` an example of
    each action that is possible within a few steps, `formulas` some that can be asked.
    """

    def __init__(self, package: Package) -> None:
        self.package = package
        history = _possible_history(package)
        self.given = _given(history)
        self.actions = tuple(self._action_examples(history.steps))
        self.formulas = tuple(self._formulas())

    def _action_examples(self, steps: Sequence[ActionStep]) -> Iterator[ActionExample]:
        """An example of each kind of action that is possible along a history."""
        situation = PackageSituation.make(self.package, "", self.given)
        seen: set[str] = set()
        for place in range(len(steps) + 1):
            possible = _possible(situation, certain=True)
            for step in possible:
                if step.action.name not in seen:
                    seen.add(step.action.name)
                    line = note_of(self.package, step)
                    yield ActionExample(situation.steps, step, line)
            public = steps[place].public if place < len(steps) else None
            ahead = [step for step in possible if step.public == public]
            if not ahead:
                return
            situation = replace(situation, steps=(*situation.steps, ahead[0]))

    def _formulas(self) -> Iterator[str]:
        words = words_of(self.package)
        atoms = [a for a in sorted(words.atoms) if self.package.is_rigid(a)]
        atom = (atoms or sorted(words.atoms) or ["true"])[0]
        first, last = words.agents[0], words.agents[-1]
        yield f"K({first}, {atom})"
        yield f"~Kw({last}, {atom})"
        yield f"K({first}, ~K({last}, {atom}))"
        if len(words.agents) > 1:
            yield f"C([{first},{last}], {atom} | ~{atom})"
        for sort in self.package.sorts.values():
            if sort.sizes is None and sort != self.package.agents:
                break
        else:
            sort = self.package.agents
        yield f"exists x in {sort.name}: K({first}, {atom})"

    def lines(self) -> list[Example]:
        """Return examples of lines, each of which is answered."""
        last = max(self.actions, key=lambda each: len(each.before), default=None)
        steps = () if last is None else (*last.before, last.step)
        history = list(map(str, steps))
        found: list[Example] = []
        agent = words_of(self.package).agents[0]
        found.append({"do": "legal", "history": history, "given": self.given})
        if last is not None:
            found.append({"do": "poss", "history": history[:-1]})
            notes = [note_of(self.package, step) for step in steps]
            found.append({"do": "show", "notes": notes})
        found += [
            {"do": "ask", "history": history, "given": self.given, "formula": formula}
            for formula in self.formulas[:1]
        ]
        found.append(
            {"do": "know", "history": history, "given": self.given, "player": agent}
        )
        return found

    def text(self) -> str:
        """Return all of it as text."""
        return "\n".join(line.rstrip() for line in self._text()).strip() + "\n"

    def _text(self) -> Iterator[str]:
        texts, package = _texts(), self.package
        said = " ".join(package.says.split())
        yield texts["game"].format(name=package.name, says=said).strip()
        agents = one_of([str(each) for each in package.agents.elements], "and")
        yield texts["agents"].format(agents=agents).strip()
        if package.constants:
            values = (f"{k} = {v}" for k, v in package.constants.items())
            yield texts["constants"].format(constants=", ".join(values))
        yield texts["actions"]
        for action in package.actions.values():
            yield from self._action(action)
        yield texts["fluents"]
        for fluent in package.fluents.values():
            changes = texts["rigid"] if fluent.rigid else ""
            form, words = _form(fluent), _words(fluent)
            yield texts["fluent"].format(form=form, words=words, changes=changes)
        yield texts["sorts"]
        for name, sort in package.sorts.items():
            yield texts["sort"].format(name=name, values=_values(sort))
        sort_name = next((n for n, s in package.sorts.items() if s.sizes is None), "x")
        yield "\n" + texts["formulas"].format(sort=sort_name).rstrip()
        yield from (f"  {each}" for each in self.formulas)
        yield "\n" + texts["lines"].rstrip()
        yield from (
            f"  {json.dumps(each, ensure_ascii=False)}" for each in self.lines()
        )

    def _action(self, action: ActionSymbol) -> Iterator[str]:
        texts = _texts()
        sentences = [
            x.shown for x in action_patterns(self.package) if x.symbol == action
        ]
        words = "; or: ".join(sentences) or _words(action)
        yield texts["action"].format(form=_form(action), words=words)
        if action.private:
            places = one_of([str(place + 1) for place in action.private], "and")
            yield texts["private"].format(places=places)
        if action.precondition:
            sorts = [sort.name.upper() for sort in action.sorts]
            formula = fill_template(action.precondition, sorts)
            yield texts["precondition"].format(formula=formula)
        for example in self.actions:
            if example.step.action == action:
                shown = {"action": str(example.step), "line": example.line}
                yield texts["example"].format(**shown)


@cache
def _texts() -> dict[str, Any]:
    path = Path(__file__).with_name("package_instructions.toml")
    return tomllib.loads(path.read_text("utf-8"))


def note_of(package: Package, step: ActionStep) -> str:
    """Return a line in words that is read as this action, or the action as a term."""
    for sentence in action_patterns(package):
        if sentence.symbol == step.action:
            line = _line(sentence, step)
            try:
                if read_note(line, package) == [step]:
                    return line
            except MystError:
                continue
    return str(step)


def _line(sentence: LinePattern, step: ActionStep) -> str:
    arguments = ["_" if each is None else write_value(each) for each in step.arguments]
    return fill_template(" ".join(sentence.template.split()), arguments)


def _possible_history(package: Package) -> PackageSituation:
    """A history in which each kind of action occurs, as far as that is easy."""
    situation = PackageSituation(package)
    for _ in range(EXAMPLE_STEPS):
        possible = _possible(situation, certain=False)
        if not possible:
            break
        step = _next(possible, situation.steps).public
        situation = replace(situation, steps=(*situation.steps, step))
    return situation


@exclusive
def _given(history: PackageSituation) -> list[str]:
    """Return facts that determine the agents' observations at the start.

    It is the start of a run of the history, so that its steps are possible.
    """
    package = history.package
    runs = RunsOfHistory(package, history.steps)  # the same each time, for it is new
    run = runs.find(runs.conditions(len(history.steps)))
    held = set(run.fluents) if run else set()
    atoms = [atom for atom in history.atoms if package.is_rigid(atom)]
    true = [atom for atom in atoms if atom in held]
    if _is_enough(package, true):
        return true
    return [atom if atom in held else f"~{atom}" for atom in atoms]


def _is_enough(package: Package, given: list[str]) -> bool:
    situation = PackageSituation.make(package, "", given)
    try:
        for agent in situation.words.agents:
            situation.known(agent)
    except QueryError:
        return False
    return True


def _possible(situation: PackageSituation, *, certain: bool) -> list[ActionStep]:
    """The actions that are possible, perhaps only those that certainly are.

    There are none if there are too many to try.
    """
    try:
        possible = situation.possible_actions(every=True)
    except QueryError:
        return []
    found = (each for each in possible if each.certain or not certain)
    return offered_steps(situation.package, found)


def _next(possible: list[ActionStep], done: tuple[ActionStep, ...]) -> ActionStep:
    """Return an action of a kind that was done least often."""
    counts = [sum(each.action == step.action for each in done) for step in possible]
    return possible[counts.index(min(counts))]


def _form(symbol: Symbol) -> str:
    return apply_name(symbol.name, (sort.name for sort in symbol.sorts))


def _words(symbol: Symbol) -> str:
    said = fill_template(symbol.words, [sort.name.upper() for sort in symbol.sorts])
    return " ".join(said.split()) or "no words are given"


def _values(sort: PackageSort) -> str:
    """The values of a sort, the first ones where there are many."""
    number = len(sort)
    listed = []
    for value in sort.values() if number <= MAX_LISTED_VALUES else ():
        listed.append(write_value(value))
    if listed:
        return ", ".join(listed)
    elements = ", ".join(map(str, sort.elements[:MAX_LISTED_VALUES]))
    more = ", ..." if len(sort.elements) > MAX_LISTED_VALUES else ""
    if sort.sizes is None:
        return f"{elements}{more} ({number:,} values)"
    sizes = one_of([*map(str, sort.sizes)])
    return f"sets of {sizes} of {elements}{more}, written as {sort.example()}"
