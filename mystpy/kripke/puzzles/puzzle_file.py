"""Reading puzzle files, with errors that name the file and the nearest known key."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mystpy.compilation import dataclass, field
from mystpy.files.table import Table, TomlFile
from mystpy.files.toml import file_text
from mystpy.kripke.faults import ModelError


@dataclass(frozen=True, slots=True)
class SizeParameter:
    """A number that may be chosen, such as how many children there are."""

    name: str
    default: int | str
    least: int | str
    most: int | str
    means: str


@dataclass(frozen=True, slots=True)
class PuzzleEvent:
    """One thing that happens: a truth is announced, agents learn something, or act.

    `formula` is announced to all; the value of `tells` is announced to all; the agents
    of `shares` tell each other everything they know. For `action`, an action model of
    the file, the `event` happens. With `expect` nothing happens, but a formula has to
    be true. With `to` only a group learns the formula or the value; the others see that
    it does. `refused` is a part of the message that says why the formula cannot be
    announced, or why the event cannot happen. `repeat` says that the formula is
    announced again and again as long as it is true. `each`, such as `j in 1..n`, makes
    a sequence of announcements, with a number for j; `parts` are then several
    announcements for each number.
    """

    says: str
    formula: str = ""
    tells: str = ""
    repeat: bool = False
    each: str = ""
    to: tuple[str, ...] = ()
    shares: tuple[str, ...] = ()
    refused: str = ""
    action: str = ""
    event: str = ""
    expect: str = ""
    parts: tuple[PuzzleEvent, ...] = ()


EVENT_TEXTS = ("says", "formula", "tells", "expect", "action", "event", "refused")
"""The keys of an event whose texts may have numbers to be filled in."""


@dataclass(frozen=True, slots=True)
class PuzzleQuestion:
    """One question, of exactly one kind, and the expected answer if there is one.

    `formula` asks for its truth, `value` for the values that are left, and `count` for
    the number of worlds. `agents` asks for those agents for whom a formula with the
    variable i is true. `rounds` asks how often the repeated announcement was made.

    The key `when` asks for the round after which each agent knows the agent's own
    value, if all say in each round whether they do. `also` has expected answers for
    other sizes.
    """

    question: str
    kind: str
    what: str = ""
    expect: Any = None
    also: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle as its file has it; `name` is the file's name without its ending.

    `actions` are tables of action models by name, as in model files; `contract` says
    that the worlds are contracted after each action.
    """

    name: str
    title: str
    source: str
    story: str
    sizes: tuple[SizeParameter, ...]
    variables: Mapping[str, Any]
    rows: tuple[tuple[Any, ...], ...]
    where: tuple[str, ...]
    values: Mapping[str, str]
    agents: Mapping[str, tuple[str, ...]]
    actual: Mapping[str, Any]
    sayings: tuple[PuzzleEvent, ...]
    asks: tuple[PuzzleQuestion, ...]
    note: str = ""
    matrices: int = field(default=0)
    actions: Mapping[str, Any] = field(default_factory=dict)
    contract: bool = False
    text: str = field(default="", repr=False)

    @property
    def file(self) -> TomlFile:
        """The text of the file, for errors that name the puzzle."""
        return TomlFile(self.text, self.name, ModelError)


KINDS = ("formula", "value", "count", "agents", "rounds", "when")
KEYS = (
    *("title", "source", "story", "note", "sizes", "worlds", "values", "agents"),
    *("actual", "action", "contract", "step", "ask", "matrices"),
)
SIZE_KEYS = ("default", "least", "most", "means")
WORLDS_KEYS = ("variables", "rows", "where")
STEP_KEYS = (
    *("says", "formula", "tells", "shares", "action", "expect"),
    *("actual", "to", "refused", "repeat", "each", "steps"),
)
DOINGS = ("formula", "tells", "shares", "action", "expect")
"""A step has one of these keys."""
APART = {
    "to": ("shares", "action", "expect"),
    "refused": ("tells", "shares", "expect"),
    "repeat": ("tells", "shares", "action", "expect", "to", "refused", "each"),
    "actual": ("formula", "tells", "shares", "expect"),
}
"""The keys that cannot be combined in a step."""
ASK_KEYS = ("question", "expect", "also", *KINDS)


def load_puzzle(path: Path) -> Puzzle:
    """The puzzle of a file.

    Raises QueryError if it cannot be read; ModelError for unknown or missing keys and
    for what is no puzzle; ParseError, with its place, for TOML.
    """
    return _puzzle(TomlFile(file_text(path), str(path), ModelError), path.stem)


def read_puzzle(text: str, name: str) -> Puzzle:
    """Return the puzzle described by a text; errors as for `load_puzzle`."""
    return _puzzle(TomlFile(text, name, ModelError), name)


def _puzzle(file: TomlFile, name: str) -> Puzzle:
    table = file.table()
    needed = ("title", "worlds", "agents", "step", "ask")
    file.only(table, KEYS, "a puzzle file", needed)
    worlds = file.inner(table, "worlds")
    file.only(worlds, WORLDS_KEYS, "[worlds]", ("variables",))
    variables, rows = _variables(file, worlds)
    sizes, agents = file.inner(table, "sizes"), file.inner(table, "agents")
    return Puzzle(
        name=name,
        text=file.text,
        title=file.needed(table, "title", "a puzzle file"),
        source=file.word(table, "source") or "",
        story=(file.word(table, "story") or "").strip(),
        note=(file.word(table, "note") or "").strip(),
        matrices=file.number(table, "matrices") or 0,
        actions=file.inner(table, "action"),
        contract=file.flag(table, "contract"),
        sizes=tuple(_size(file, *item) for item in sizes.items()),
        variables=variables,
        rows=rows,
        where=tuple(file.words(worlds.get("where", []), "where")),
        values=file.inner(table, "values"),
        agents={
            k: tuple(file.words(seen, f"agents.{k}")) for k, seen in agents.items()
        },
        actual=file.inner(table, "actual"),
        sayings=tuple(_saying(file, row) for row in file.rows(table, "step")),
        asks=tuple(_ask(file, row) for row in file.rows(table, "ask")),
    )


def _variables(
    file: TomlFile, worlds: Table
) -> tuple[Mapping[str, Any], tuple[tuple[Any, ...], ...]]:
    """Return the variables with their values, and the rows of a table."""
    variables, rows = worlds["variables"], worlds.get("rows", [])
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise file.fault("rows must be a list of lists of values", word="rows")
    if not rows:
        if not isinstance(variables, dict):
            raise file.fault(
                "variables without rows are a table", "x = '1..n'", word="variables"
            )
        return variables, ()
    names = file.words(
        list(variables) if isinstance(variables, dict) else variables, "variables"
    )
    for row in rows:
        if len(row) != len(names):
            raise file.fault(f"the row {row} has not {len(names)} values", word="rows")
    return dict.fromkeys(names), tuple(map(tuple, rows))


def _size(file: TomlFile, name: str, row: Table) -> SizeParameter:
    file.only(row, SIZE_KEYS, f"the size {name}", SIZE_KEYS)
    default, least, most = (_whole(file, row, key) for key in SIZE_KEYS[:3])
    return SizeParameter(
        name, default, least, most, file.needed(row, "means", "a size")
    )


def _whole(file: TomlFile, row: Table, key: str) -> int | str:
    """A number, or an expression of sizes."""
    value = row[key]
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise file.fault(f"{key} must be a number or an expression, not {value!r}")
    return value


def _saying(file: TomlFile, row: Table) -> PuzzleEvent:
    """Read one `[[step]]`: several steps for each number, or one."""
    if "steps" not in row:
        return _one_saying(file, row, STEP_KEYS)
    file.only(row, ("each", "steps"), "a [[step]] with steps", ("each",))
    inner = tuple(key for key in STEP_KEYS if key not in ("each", "steps"))
    parts = (_one_saying(file, part, inner) for part in file.rows(row, "steps"))
    return PuzzleEvent(
        "", each=file.needed(row, "each", "[[step]]"), parts=tuple(parts)
    )


def _one_saying(file: TomlFile, row: Table, keys: tuple[str, ...]) -> PuzzleEvent:
    file.only(row, keys, "[[step]]", ("says",))
    says = file.needed(row, "says", "[[step]]")
    if sum(key in row for key in DOINGS) != 1:
        kinds = f"{', '.join(DOINGS[:-1])} and {DOINGS[-1]}"
        raise file.fault(f"a step has one of {kinds}", word=says)
    for key, others in APART.items():
        for other in others:
            if key in row and other in row:
                raise file.fault(f"{key} cannot be combined with {other}", word=key)
    groups = {k: tuple(file.words(row[k], k)) for k in ("to", "shares") if k in row}
    for key, group in groups.items():
        if not group:
            raise file.fault(f"{key} names nobody", word=key)
    texts: dict[str, Any] = {
        key: file.string(row, key) or ""
        for key in ("formula", "tells", "each", "action", "expect")
    }
    return PuzzleEvent(
        says,
        **texts,
        repeat=file.flag(row, "repeat"),
        to=groups.get("to", ()),
        shares=groups.get("shares", ()),
        refused=file.word(row, "refused") or "",
        event=file.word(row, "actual") or "",
    )


def _ask(file: TomlFile, row: Table) -> PuzzleQuestion:
    file.only(row, ASK_KEYS, "[[ask]]", ("question",))
    question = file.needed(row, "question", "[[ask]]")
    kinds = [kind for kind in KINDS if kind in row]
    if len(kinds) != 1:
        raise file.fault(
            f"the question {question!r} has to have exactly one of {', '.join(KINDS)}",
            word=question,
        )
    (kind,) = kinds
    return PuzzleQuestion(
        question,
        kind,
        str(row[kind]),
        row.get("expect"),
        tuple(file.rows(row, "also")),
    )
