"""Statements of the thesis and of the paper, and the TOML files they are read from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import get_args

from mystpy.compilation import dataclass, field, pattern, replace
from mystpy.conjectures.conjecture import NO_GUESSES, Conjecture, Form
from mystpy.conjectures.ranges import games_in
from mystpy.conjectures.scopes.domain import Domain, domain_of
from mystpy.errors import QueryError
from mystpy.files.table import Table, TomlFile
from mystpy.files.toml import file_text


@dataclass(frozen=True, slots=True)
class ResultText:
    """The words of a result, with `$name` for each value named by the check.

    `statement` is the checked statement, `note` explains the result, `argument` why it
    is true beyond the scope.
    """

    statement: str | None = None
    note: str | None = None
    argument: str | None = None


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula, with the situations and games in which it is asserted.

    `games` are ranges as in a conjecture file, `sample` those of a few seconds' work.
    `by` names a way of settling it other than the usual ones. Unless there are
    `guesses`, it is about histories in which nobody guesses.
    """

    form: Form
    text: str
    games: object
    sample: object = None
    depth: int | None = None
    by: str | None = None
    guesses: bool = True

    def conjecture(self, name: str, *, full: bool = True) -> Conjecture:
        """Return the formula as a conjecture about its games, or a sample of them."""
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
    """An assertion to be settled: a statement as printed, or a formalization of it.

    It is settled by its `formula`, or by the Python function `check`; `unchecked` says
    why it has neither. A formalization with none of them is the result of that `name`
    by the statement's own check. `words` describe the formalization. With `instead`
    they are what the printed words mean, so that the print is wrong if they hold.

    `result_text` has the words of its result, or one of `cases`; `argued` is the part
    for which an argument in words is given. `readings` are further formalizations.
    `speaks_of` is the domain of the sentence: all sizes, unless it says otherwise.
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
    speaks_of: Domain = Domain()

    @property
    def text(self) -> str:
        """Return the text of the assertion, if it has one."""
        return str(self.formula) if self.formula else self.result_text.statement or ""


SENTENCE, QUESTION, OWN = KINDS = ("sentence", "question", "own")


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement: its place, its text, and how it and its formalizations are settled.

    `says` is a sentence in our own words; `formal` is the statement in the language of
    conjectures if possible, otherwise in mathematics. `weight` is its importance, from
    1 to 5. `kind` says whether the source states it (SENTENCE), asks whether it is true
    (QUESTION), or neither (OWN).
    """

    id: str
    place: str
    says: str
    formal: str
    chapter: str
    assertion: Assertion
    weight: int = 2
    kind: str = SENTENCE

    @property
    def readings(self) -> tuple[Assertion, ...]:
        """Return the formalizations of the statement."""
        return self.assertion.readings

    @property
    def asked(self) -> bool:
        """Return whether the source poses it as a question."""
        return self.kind == QUESTION


FORMS: tuple[Form, ...] = get_args(Form)
_FILE = ("title", "notes", "games", "sample", "thesis")
_TOLD = ("statement", "note", "argument")
_ASKED = ("games", "sample", "depth", "moves", "by", "check", "unchecked", "speaks_of")
_SETTLED = (*FORMS, *_ASKED, *_TOLD, "argued", "case", "reading")
_NEEDED = ("id", "place", "says")
_THESIS = (*_NEEDED, "formal", "weight", "kind", *_SETTLED)
_READING = ("name", "words", "instead", *_SETTLED)
_WEIGHT = 2
_MOVES = ("all", NO_GUESSES)
_CHECK = pattern(r"[a-z_0-9.]+:[a-z_0-9]+")


@cache
def files() -> tuple[Path, ...]:
    """Return the files, in the order of the thesis; then the bridge and the paper."""
    home = Path(__file__).parent
    found = [path.relative_to(home) for path in home.rglob("*.toml")]
    found.sort(key=lambda path: (not str(path).startswith("chapter"), path.parts))
    return tuple(home / path for path in found)


def file_of(name: str) -> Path | None:
    """Return the file of a statement, found without parsing it."""
    line = re.compile(rf'^id = "{re.escape(name)}"$', re.MULTILINE)
    return next((path for path in files() if line.search(file_text(path))), None)


def find_statement(name: str) -> Statement | None:
    """Return the statement of an identifier, or None; only its file is read."""
    path = file_of(name)
    rows = () if path is None else statements_of(path)
    return next((stated for stated in rows if stated.id == name), None)


def identifiers() -> list[str]:
    """Return the identifiers of all statements in their order."""
    line = re.compile(r'^id = "(.*)"$', re.MULTILINE)
    return [name for path in files() for name in line.findall(file_text(path))]


def chapter_of(path: Path) -> str:
    """Return the chapter of a file: `4`, `bridge`, `knowledge_games`."""
    home = Path(__file__).parent
    first = path.relative_to(home).parts[0] if path.is_relative_to(home) else path.name
    return first.removeprefix("chapter").removesuffix(".toml")


@cache
def statements_of(path: Path) -> tuple[Statement, ...]:
    """Return the statements of a file.

    Raises QueryError for unknown or missing keys, and ParseError if the file is not
    TOML.
    """
    file = TomlFile(file_text(path), path.name)
    table = file.table()
    file.only(table, _FILE, "a file of statements")
    return tuple(
        _statement(row, file.of(str(row.get("id", k))), table, chapter_of(path))
        for k, row in enumerate(file.rows(table, "thesis"), 1)
    )


def notes_of(path: Path) -> list[str]:
    """Return the notes of a source's file that are no statements, for the errata."""
    file = TomlFile(file_text(path), path.name)
    return [" ".join(note.split()) for note in file.strings(file.table(), "notes")]


def _statement(row: Table, file: TomlFile, table: Table, chapter: str) -> Statement:
    file.only(row, _THESIS, "a statement", needed=_NEEDED)
    main = _assertion(row, file, table)
    formal = _text(row, "formal", file) or (main.formula and str(main.formula))
    if not formal or not (main.formula or main.check or main.unchecked):
        raise file.fault(
            "it has no statement to settle",
            f"give {', '.join(FORMS)}, or formal and check (or why it is unchecked)",
        )
    name, place, says = (_text(row, key, file) or "" for key in _NEEDED)
    weight = file.number(row, "weight")
    weight = _WEIGHT if weight is None else weight
    kind = file.choice(row.get("kind", SENTENCE), KINDS, "kind")
    return Statement(name, place, says, formal, chapter, main, weight, kind)


def _assertion(
    row: Table, file: TomlFile, table: Table, of: Assertion | None = None
) -> Assertion:
    """Return the assertion of a row; a formalization inherits the games."""
    for key in ("check", "by"):
        if key in row and not _CHECK.fullmatch(str(row[key])):
            message = f"{row[key]!r} names no check"
            raise file.fault(message, "write chapter.module:check", word=str(row[key]))
    found = Assertion(
        _text(row, "name", file),
        _text(row, "words", file) or "",
        bool(row.get("instead", False)),
        _formula(row, file, table, None if of is None else of.formula),
        row.get("check"),
        _text(row, "unchecked", file),
        _words(row, file),
        {name: _case(case, file) for name, case in file.inner(row, "case").items()},
        _text(row, "argued", file) or "all sizes",
        speaks_of=_domain(row, file, of),
    )
    return replace(found, readings=tuple(_readings(row, file, table, found)))


def _domain(row: Table, file: TomlFile, of: Assertion | None) -> Domain:
    """Return the domain of the row; a formalization inherits it."""
    given = file.inner(row, "speaks_of")
    if not given and of is not None:
        return of.speaks_of
    try:
        return domain_of(given)
    except QueryError as error:
        raise file.fault(f"speaks_of: {error}", word="speaks_of") from error


def _readings(
    row: Table, file: TomlFile, table: Table, of: Assertion
) -> Iterator[Assertion]:
    for reading in file.rows(row, "reading"):
        file.only(reading, _READING, "a reading", needed=("words",))
        found = _assertion(reading, file, table, of)
        if not (found.formula or found.check or found.unchecked or found.name):
            raise file.fault(
                f"the reading {found.words!r} has no statement to settle",
                "give a formula or a check, or a name that the check uses",
            )
        yield found


def _formula(
    row: Table, file: TomlFile, table: Table, main: Formula | None
) -> Formula | None:
    """Return the formula of a row; its default games are those of `main`."""
    forms = [form for form in FORMS if form in row]
    checks = [key for key in ("check", "unchecked") if key in row]
    if len(forms) + len(checks) > 1:
        raise file.fault("it is settled by one formula, or by one check")
    if not forms and not (main and "by" in row):
        return None
    ranges = {key: table.get(key) for key in ("games", "sample")}
    if main is not None:
        ranges = {"games": main.games, "sample": main.sample}
    if "games" in row:
        ranges = {"games": row["games"], "sample": row.get("sample")}
    if ranges["games"] is None:
        raise file.fault("it does not name its games")
    if forms:
        form, text = forms[0], _text(row, forms[0], file) or ""
    else:
        assert main is not None, "settled in another way than the formula it reads"
        form, text = main.form, main.text
    depth, by = file.number(row, "depth"), row.get("by")
    guesses = main is None or main.guesses
    if "moves" in row:
        guesses = file.choice(row["moves"], _MOVES, "moves") != NO_GUESSES
    return Formula(form, text, ranges["games"], ranges["sample"], depth, by, guesses)


def _words(row: Table, file: TomlFile) -> ResultText:
    return ResultText(*(_text(row, key, file) for key in _TOLD))


def _case(row: Table, file: TomlFile) -> ResultText:
    file.only(row, _TOLD, "a case")
    return _words(row, file)


def _text(row: Table, key: str, file: TomlFile) -> str | None:
    """Return a text in one line: its line breaks in the file have no meaning."""
    given = file.string(row, key)
    return None if given is None else " ".join(given.split())
