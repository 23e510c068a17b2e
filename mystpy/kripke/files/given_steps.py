"""The steps and checks of a model file."""

from __future__ import annotations

from dataclasses import dataclass

from mystpy.files.table import Table, TomlFile
from mystpy.kripke.files.step_text import parse_step
from mystpy.kripke.update.action_model import action
from mystpy.kripke.update.steps import GeneralQuestion, Happen, Step
from mystpy.language.decidable import parse_in_model
from mystpy.language.nodes import Formula
from mystpy.language.vocabulary import ModelWords

STEP_KEYS = (
    *("title", "do", "times", "worlds", "contracted", "refused"),
    *("question", "asker", "respondent", "answer", "publicity"),
    *("events", "alike", "actual"),
)
CHECK_KEYS = ("formula", "expect", "after")
MOST_STEPS = 10_000
"""How many steps a file may have, each counted as often as it is to be done."""
_VALUES = ("true", "false", "undetermined")


@dataclass(frozen=True, slots=True)
class Planned:
    """One `[[step]]`: the step, and what is expected of it.

    `worlds` and `contracted` count the worlds after it, `refused` is a part of the
    message that says why it is not executable; None is not expected of.
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

    def all(self, given: Table) -> tuple[tuple[Planned, ...], tuple[FormulaCheck, ...]]:
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

    def planned(self, row: Table) -> Planned:
        """One `[[step]]`. Raises ModelError and ParseError."""
        source = self.source
        source.only(row, STEP_KEYS, "[[step]]")
        kinds = [key for key in ("do", "question", "events") if key in row]
        if len(kinds) != 1:
            raise source.fault("a [[step]] has one of do, question and events")
        made = {"do": self.do, "question": self.question, "events": self.events}
        return Planned(
            step=self.source.told(lambda: made[kinds[0]](row)),
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
        alike = row.get("alike", {})
        self.source.only(alike, self.words.agents, "alike")
        classes = {a: self.source.lists(x, f"alike.{a}") for a, x in alike.items()}
        return Happen(
            action(
                self.formulas(row["events"], "events"),
                self.words.agents,
                dict(classes.items()),
                self.source.needed(row, "actual", "a step with events"),
            )
        )

    def formulas(self, given: object, what: str) -> dict[str, Formula]:
        """A table of formulas."""
        if not isinstance(given, dict) or not given:
            raise self.source.fault(f"{what} must be a table of formulas")
        return {
            name: parse_in_model(self.source.needed(given, name, what), self.words)
            for name in given
        }

    def check(self, row: Table, steps: int) -> FormulaCheck:
        """One `[[check]]` of a file with so many steps."""
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
            self.source.told(lambda: parse_in_model(text, self.words)),
            steps if after is None else after,
            None if expect is None else self.source.choice(expect, _VALUES, "expect"),
        )
