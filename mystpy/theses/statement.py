"""Statements of the thesis and of the paper: where they stand, what they say."""

from __future__ import annotations

from collections.abc import Mapping

from mystpy.compilation import dataclass, field
from mystpy.conjectures.conjecture import NO_GUESSES, Conjecture, Form
from mystpy.conjectures.ranges import games_in


@dataclass(frozen=True, slots=True)
class ResultText:
    """What is told of a finding, with `$name` for each value named by the check.

    `statement` is what was checked, `note` says why, `argument` why beyond the scope.
    """

    statement: str | None = None
    note: str | None = None
    argument: str | None = None


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula, in which situations of which games it is said to hold.

    `games` are ranges as in a conjecture file, `sample` those of a few seconds' work.
    `by` names a way of settling it other than the usual ones. Unless there are
    `guesses`, it is said of histories in which nobody guesses.
    """

    form: Form
    text: str
    games: object
    sample: object = None
    depth: int | None = None
    by: str | None = None
    guesses: bool = True

    def conjecture(self, name: str, *, full: bool = True) -> Conjecture:
        """The formula as a conjecture about its games, or about those of a sample."""
        ranges = self.games if full or self.sample is None else self.sample
        games = games_in(ranges)
        moves = self.guesses
        return Conjecture(name, self.form, self.text, games, self.depth, guesses=moves)

    def __str__(self) -> str:
        depth = "" if self.depth is None else f" within {self.depth} actions"
        moves = "" if self.guesses else f", {NO_GUESSES}"
        return f"{self.form}{depth}{moves}: {self.text}"


@dataclass(frozen=True, slots=True)
class Assertion:
    """What can be settled: a statement as it is printed, or a reading of it.

    It is settled by its `formula`, or by the Python function `check`; `unchecked` says
    why it is by neither. A reading with none of them is the finding of that `name` by
    the statement's own check. `words` say how a reading reads the statement; with
    `instead` they are what the printed words mean, so that the print is at fault if
    they hold. `result_text` are the words of its finding, or one of `cases`; `argued`
    says for what an argument in words is given. `readings` are further ways to read it.
    """

    name: str | None = None
    words: str = ""
    instead: bool = False
    formula: Formula | None = None
    check: str | None = None
    unchecked: str | None = None
    result_text: ResultText = field(default_factory=ResultText)
    cases: Mapping[str, ResultText] = field(default_factory=dict)
    argued: str = "all sizes"
    readings: tuple[Assertion, ...] = ()

    @property
    def text(self) -> str:
        """What is asserted, where the assertion itself says it."""
        return str(self.formula) if self.formula else self.result_text.statement or ""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement: where it stands, what it says, how it and its readings are settled.

    `says` is a sentence in our own words; `formal` the statement in the language of
    conjectures where that can say it, otherwise in mathematics. `weight` says how much
    hangs on it, from 1 to 5.
    """

    id: str
    place: str
    says: str
    formal: str
    chapter: str
    assertion: Assertion
    weight: int = 2

    @property
    def readings(self) -> tuple[Assertion, ...]:
        """The readings of the statement."""
        return self.assertion.readings


def sentence(note: str) -> str:
    """A note with a full stop, and a capital letter unless a formula comes first."""
    first = note.partition(" ")[0]
    if first == "a" or (first.isalpha() and len(first) > 1):
        note = note[0].upper() + note[1:]
    return note and note.rstrip(".") + "."


def join_notes(first: str | None, second: str | None) -> str:
    """Two notes as one: sentences stay sentences, and a clause follows a semicolon."""
    if not first or not second:
        return first or second or ""
    if first.endswith("."):
        return f"{first} {sentence(second)}"
    return f"{first}; {second}"
