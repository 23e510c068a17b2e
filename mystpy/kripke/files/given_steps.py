"""The steps and checks of a model file."""

from __future__ import annotations

import re
from functools import partial

from mystpy.compilation import dataclass
from mystpy.files.table import Table, TomlFile
from mystpy.kripke.files.given_model import belief_of
from mystpy.kripke.files.step_text import parse_step
from mystpy.kripke.update.action_model import Action, action
from mystpy.kripke.update.product import Happen, NamedActionModel
from mystpy.kripke.update.steps import GeneralQuestion, Step
from mystpy.language.decidable import parse_in_model
from mystpy.language.nodes import Formula
from mystpy.language.temporal import NamedAction
from mystpy.language.vocabulary import ModelWords

STEP_KEYS = (
    *("title", "do", "times", "worlds", "contracted", "refused"),
    *("question", "asker", "respondent", "answer", "publicity"),
    *("events", "alike", "believes", "actual", "action"),
)
ACTION_KEYS = ("title", "events", "alike", "believes", "actual")
CHECK_KEYS = ("formula", "expect", "after")
MOST_STEPS = 10_000
"""The maximal number of steps of a file, each counted as often as it is repeated."""
_VALUES = ("true", "false", "undetermined")


@dataclass(frozen=True, slots=True)
class FileStep:
    """One `[[step]]`: the step, and what is expected of it.

    `worlds` and `contracted` count the worlds after it, `refused` is a part of the
    message that says why it is not executable; None if nothing is expected.
    """

    step: Step
    title: str | None = None
    worlds: int | None = None
    contracted: int | None = None
    refused: str | None = None


@dataclass(frozen=True, slots=True)
class FormulaCheck:
    """A `[[check]]`: a formula as written, after how many steps, the expected value."""

    text: str
    formula: Formula
    after: int
    expect: str | None = None


class GivenSteps:
    """The steps and checks that the tables of a file give, in a model's words."""

    def __init__(self, source: TomlFile, words: ModelWords) -> None:
        self.source = source
        self.words = words

    def all(
        self, given: Table
    ) -> tuple[tuple[FileStep, ...], tuple[FormulaCheck, ...]]:
        """The steps, each as often as it is to be done, and the checks of a file.

        Raises ModelError and ParseError.
        """
        rows = self.source.rows(given, "step")
        times = [self.source.number(row, "times") for row in rows]
        if sum(filter(None, times)) > MOST_STEPS:
            raise self.source.fault(
                f"{sum(filter(None, times)):,} steps are too many, {MOST_STEPS:,} "
                "are not",
                word="times",
            )
        steps = tuple(
            planned
            for row, often in zip(rows, times, strict=True)
            for planned in (1 if often is None else often) * [self.planned(row)]
        )
        checks = self.source.rows(given, "check")
        return steps, tuple(self.check(row, len(steps)) for row in checks)

    def planned(self, row: Table) -> FileStep:
        """One `[[step]]`. Raises ModelError and ParseError."""
        source = self.source
        source.only(row, STEP_KEYS, "[[step]]")
        made = {
            "do": self.do,
            "question": self.question,
            "events": self.events,
            "action": self.named,
        }
        kinds = [key for key in made if key in row]
        if len(kinds) != 1:
            raise source.fault("a [[step]] has one of do, question, events and action")
        return FileStep(
            step=self.source.with_location(lambda: made[kinds[0]](row)),
            title=source.word(row, "title"),
            worlds=source.number(row, "worlds"),
            contracted=source.number(row, "contracted"),
            refused=source.word(row, "refused"),
        )

    def do(self, row: Table) -> Step:
        """A step that is written as a text."""
        return parse_step(self.source.needed(row, "do", "[[step]]"), self.words)

    def question(self, row: Table) -> Step:
        """A question in general, with an answer."""
        publicity = row.get("publicity", "show")
        if isinstance(publicity, dict):
            publicity = {
                agent: self.source.lists(classes, f"the publicity for {agent}")
                for agent, classes in publicity.items()
            }
        else:
            self.source.choice(publicity, ("show", "id"), "publicity")
        return GeneralQuestion(
            asker=self.source.needed(row, "asker", "a question"),
            respondent=self.source.needed(row, "respondent", "a question"),
            question=self.formulas(row["question"], "question"),
            answer=self.source.needed(row, "answer", "a question"),
            publicity=publicity,
        )

    def events(self, row: Table) -> Step:
        """An action model."""
        self.source.needed(row, "actual", "a step with events")
        return Happen(self.action_model(row))

    def named(self, row: Table) -> Step:
        """An action that the file names, with the event that happens."""
        name = self.source.needed(row, "action", "[[step]]")
        self.source.choice(name, self.words.actions, "action")
        known = self.words.actions[name]
        assert isinstance(known, NamedActionModel), (
            "the actions of a file are read below"
        )
        event = self.source.word(row, "actual")
        return Happen(known.happening(event), name)

    def actions(self, given: Table) -> dict[str, NamedAction]:
        """The actions that `[action.NAME]` name. Raises ModelError and ParseError."""
        found: dict[str, NamedAction] = {}
        for name, row in self.source.inner(given, "action").items():
            what = f"[action.{name}]"
            if not re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII):
                raise self.source.fault(
                    f"no formula can name the action {name!r}", "letters, digits and _"
                )
            if not isinstance(row, dict):
                raise self.source.fault(f"action.{name} must be a table", what)
            self.source.only(row, ACTION_KEYS, what, ("events",))
            made = self.source.with_location(partial(self.action_model, row))
            title = self.source.word(row, "title")
            found[name] = NamedActionModel(name, made, "actual" in row, title)
        return found

    def action_model(self, row: Table) -> Action:
        """The action model of a table; without an actual event it is the first one."""
        source, known = self.source, self.words.agents
        alike, believed = row.get("alike", {}), row.get("believes", {})
        source.only(alike, known, "alike")
        source.only(believed, known, "believes")
        classes = {a: source.lists(x, f"alike.{a}") for a, x in alike.items()}
        seen = {a: belief_of(source, x, f"believes.{a}") for a, x in believed.items()}
        conditions, changes = self.conditions(row["events"])
        actual = source.word(row, "actual") or next(iter(conditions))
        return action(
            conditions,
            known,
            dict(classes.items()),
            actual,
            dict(seen.items()),
            changes,
        )

    def conditions(
        self, given: object
    ) -> tuple[dict[str, Formula], dict[str, dict[str, Formula]]]:
        """The preconditions of events, and the postconditions of those that have any.

        An event is a formula, its precondition, or a table with `pre` and `post`.
        """
        if not isinstance(given, dict) or not given:
            raise self.source.fault(
                "events must be a table of formulas, or of pre and post"
            )
        conditions: dict[str, object] = {}
        changes = {}
        for event, said in given.items():
            if not isinstance(said, dict):
                conditions[event] = said
                continue
            self.source.only(said, ("pre", "post"), f"the event {event}")
            conditions[event] = said.get("pre", "true")
            if "post" in said:
                changes[event] = self.formulas(said["post"], f"post of {event}")
                for atom in changes[event]:
                    self.source.with_location(partial(self.words.check_atom, atom))
        return self.formulas(conditions, "events"), changes

    def formulas(self, given: object, what: str) -> dict[str, Formula]:
        """A table of formulas."""
        if not isinstance(given, dict) or not given:
            raise self.source.fault(f"{what} must be a table of formulas")
        return {
            name: parse_in_model(self.source.needed(given, name, what), self.words)
            for name in given
        }

    def check(self, row: Table, steps: int) -> FormulaCheck:
        """Return one `[[check]]` of a file that has `steps` steps."""
        self.source.only(row, CHECK_KEYS, "[[check]]")
        text = self.source.needed(row, "formula", "a [[check]]")
        after = self.source.number(row, "after")
        if after is not None and after > steps:
            raise self.source.fault(f"after is {after}, but there are {steps} steps")
        expect = row.get("expect")
        if isinstance(expect, bool):
            expect = "true" if expect else "false"
        return FormulaCheck(
            text.strip(),
            self.source.with_location(lambda: parse_in_model(text, self.words)),
            steps if after is None else after,
            None if expect is None else self.source.choice(expect, _VALUES, "expect"),
        )
