"""Exercises as read from files, the marks of answers, and their witnesses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from mystpy.compilation import dataclass, field, pattern, replace
from mystpy.errors import MystError, QueryError
from mystpy.exercises.parameters import PARAMETERS, filled_table
from mystpy.files.table import Table, TomlFile
from mystpy.game.game import Game
from mystpy.history.history import History

if TYPE_CHECKING:
    from mystpy.kripke.files.model_state import ModelState

KINDS = ("formula", "history", "model", "action", "clause", "verdict", "number")
"""The kinds of exercises about MYST, Clue and models."""

PACKAGE_KINDS = ("value", "agents", "runs", "plan")
"""Those about a package, which its file names under `theory`."""

COMMON = (
    *("exercise", "title", "chapter", "points", "text", "hints", "further"),
    *("practises", "key", "sealed", PARAMETERS),
)
"""The keys that every exercise may have; `key` is for the teacher alone."""

_SEALED = {"formula": "worlds", "model": "form", "action": "form"}
_SALT = pattern(r"([0-9a-f]{2})+")
_NEEDED = ("exercise", "title", "chapter", "points", "text")
LONGEST = 100_000
"""The maximal number of characters of an answer."""


class AnswerError(QueryError):
    """An answer that cannot be read: it is neither right nor wrong."""


@contextmanager
def reading_answer(
    errors: type[MystError] | tuple[type[MystError], ...] = MystError,
) -> Iterator[None]:
    """Raise AnswerError for these errors while an answer is read."""
    try:
        yield
    except errors as error:
        raise AnswerError(f"your answer: {error}", hint=error.hint) from None


@dataclass(frozen=True, slots=True)
class ExerciseWitness:
    """Where an answer and the right one differ.

    `words` describe it; `facts` are its data: hands, history, world, and so on. `state`
    or `history` is the subject of its picture.
    """

    words: str
    facts: Mapping[str, object] = field(default_factory=dict)
    state: ModelState | None = None
    history: History | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of an answer: the points, the reason, and remarks.

    `misconception` is the id of the one that a wrong answer shows, if it is known.
    """

    right: bool
    points: int
    of: int
    witness: ExerciseWitness | None = None
    note: str = ""
    misconception: str = ""


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise; `table` has all keys of its file, including those of its kind.

    `practises` has the misconceptions that can be overcome with it.
    `variant` names the values of its parameters, which are filled in; it is empty if
    the exercise has none.
    """

    name: str
    kind: str
    title: str
    chapter: str
    points: int
    text: str
    hints: tuple[str, ...]
    further: tuple[str, ...]
    practises: tuple[str, ...]
    table: Table
    file: TomlFile
    variant: str = ""

    def with_value(self, key: str, value: object) -> Exercise:
        """The exercise with another value under a key of its file."""
        return replace(self, table={**self.table, key: value})

    def mark(self, witness: ExerciseWitness | None, note: str = "") -> Mark:
        """All points without a witness that the answer is wrong, else none."""
        right = witness is None
        return Mark(right, self.points if right else 0, self.points, witness, note)

    def only(self, *keys: str, needed: tuple[str, ...] = ()) -> None:
        """Refuse keys that its kind does not have."""
        self.file.only(self.table, (*COMMON, *keys), "an exercise", needed)

    def needed(self, key: str) -> str:
        """The text under a key that must be there."""
        return self.file.needed(self.table, key, "the exercise")

    @property
    def game(self) -> Game:
        """The game of the exercise. Raises QueryError if there is none."""
        if "game" not in self.table:
            raise self.file.fault("there is no [game]", '[game] rules = "myst" ...')
        return self.file.with_location(Game.from_dict, self.table["game"])

    @property
    def history(self) -> History:
        """The hands and the actions that are given."""
        hands: Any = self.file.inner(self.table, "hands")
        text = self.file.string(self.table, "history") or ""
        return self.file.with_location(History.make, self.game, hands, text)

    @property
    def sealed(self) -> Table:
        """Return the seals made from the teacher's key: a salt, and those of its kind.

        Raises QueryError if that is not there.
        """
        if "sealed" not in self.table:
            raise self.file.fault("there is neither [key] nor [sealed]")
        found = self.file.inner(self.table, "sealed")
        if not _SALT.fullmatch(self.file.needed(found, "salt", "[sealed]")):
            raise self.file.fault("a salt has hexadecimal digits", word="salt")
        if self.kind != "number":
            self.file.needed(found, _SEALED[self.kind], "[sealed]")
        return found

    @property
    def key(self) -> Table | None:
        """Return the teacher's key; None in the students' files."""
        return self.file.inner(self.table, "key") if "key" in self.table else None


def _kind(file: TomlFile, table: Table) -> str:
    """The kind of an exercise. Raises QueryError if it has none, or no package."""
    kind = file.choice(table["exercise"], (*KINDS, *PACKAGE_KINDS), "exercise")
    if kind not in PACKAGE_KINDS and "theory" in table:
        raise file.fault(
            f"an exercise of the kind {kind} is not about a package",
            f"those about a package are {', '.join(PACKAGE_KINDS)}",
            word="theory",
        )
    return kind


def load_exercise(text: str, name: str) -> Exercise:
    """The exercise in the text of a file; `name` is that of the file.

    If it has parameters, the first values that fulfil its conditions are filled in.
    Raises QueryError for keys that are missing or of the wrong kind, ParseError for
    text that is not TOML. Keys that depend on the kind are checked when an answer is
    marked.
    """
    file = TomlFile(text, name, what="exercise")
    table = file.table()
    if "exercise" not in table:
        raise file.fault("this is no exercise: it has no key exercise")
    for key in _NEEDED:
        if key not in table:
            raise file.fault(f"an exercise has no {key!r}")
    table, variant = filled_table(file, table)
    points = file.number(table, "points")
    assert points is not None, "it is needed"
    return Exercise(
        name=PurePath(name).name.removesuffix(".toml"),
        kind=_kind(file, table),
        title=file.needed(table, "title", "an exercise"),
        chapter=file.needed(table, "chapter", "an exercise"),
        points=points,
        text=file.needed(table, "text", "an exercise").strip(),
        hints=file.strings(table, "hints"),
        further=file.strings(table, "further"),
        practises=file.strings(table, "practises"),
        table=table,
        file=file,
        variant=variant,
    )
