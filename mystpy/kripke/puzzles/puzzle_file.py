"""Reading puzzle files, with errors that name the file and the nearest known key."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mystpy.errors import did_you_mean
from mystpy.kripke.faults import ModelError


@dataclass(frozen=True, slots=True)
class Size:
    """A number that may be chosen, such as how many children there are."""

    name: str
    default: int | str
    least: int | str
    most: int | str
    means: str


@dataclass(frozen=True, slots=True)
class Saying:
    """One thing that happens: a truth is announced, or all learn a value.

    `formula` is announced to all; of `tells` all learn the value; `repeat` says that
    the formula is announced again and again as long as it is true. `each`, such as
    `j in 1..n`, makes it one saying after the other, with a number for j.
    """

    says: str
    formula: str = ""
    tells: str = ""
    repeat: bool = False
    each: str = ""


@dataclass(frozen=True, slots=True)
class PuzzleQuestion:
    """One question, of exactly one kind, and the expected answer if there is one.

    `formula`: its truth; `value`: the values that are left; `count`: the worlds that
    are left; `agents`: those for which a formula with the variable i is true;
    `rounds`: how often the repeated saying was repeated; `when`: after which round of
    everybody saying so each agent knows the agent's own value. `also` has expected
    answers for other sizes.
    """

    question: str
    kind: str
    what: str = ""
    expect: Any = None
    also: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle as its file has it; `name` is the file's name without its ending."""

    name: str
    title: str
    source: str
    story: str
    sizes: tuple[Size, ...]
    variables: Mapping[str, Any]
    rows: tuple[tuple[Any, ...], ...]
    where: tuple[str, ...]
    values: Mapping[str, str]
    agents: Mapping[str, tuple[str, ...]]
    actual: Mapping[str, Any]
    sayings: tuple[Saying, ...]
    asks: tuple[PuzzleQuestion, ...]
    note: str = ""
    matrices: int = field(default=0)


KINDS = ("formula", "value", "count", "agents", "rounds", "when")
_KEYS = {
    "the file": {
        "title", "source", "story", "note", "sizes", "worlds", "values", "agents",
        "actual", "step", "ask", "matrices",
    },
    "a size": {"default", "least", "most", "means"},
    "the worlds": {"variables", "rows", "where"},
    "a step": {"says", "formula", "tells", "repeat", "each"},
    "a question": {"question", "expect", "also", *KINDS},
}  # fmt: skip


def load_puzzle(path: Path) -> Puzzle:
    """The puzzle of a file. Raises ModelError if it cannot be read or is none."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ModelError(f"the puzzle file {path} cannot be read: {error}") from None
    return read_puzzle(text, path.stem)


def read_puzzle(text: str, name: str) -> Puzzle:
    """The puzzle that a text says. Raises ModelError, which names the puzzle."""
    try:
        return _puzzle(tomllib.loads(text), name)
    except tomllib.TOMLDecodeError as error:
        raise ModelError(f"{name}: not TOML: {error}") from None
    except ModelError as error:
        raise ModelError(f"{name}: {error}", hint=error.hint, word=error.word) from None


def _puzzle(data: dict[str, Any], name: str) -> Puzzle:
    _known(data, "the file", needed=("title", "worlds", "agents", "step", "ask"))
    worlds = _table(data, "worlds")
    _known(worlds, "the worlds", needed=("variables",))
    variables = worlds["variables"]
    rows = tuple(tuple(row) for row in worlds.get("rows", ()))
    if rows:
        variables = dict.fromkeys(variables)
        for row in rows:
            if len(row) != len(variables):
                raise ModelError(f"the row {list(row)} has not {len(variables)} values")
    elif not isinstance(variables, dict):
        raise ModelError("variables without rows are a table: x = '1..n'")
    return Puzzle(
        name=name,
        title=str(data["title"]),
        source=str(data.get("source", "")),
        story=str(data.get("story", "")).strip(),
        note=str(data.get("note", "")).strip(),
        matrices=int(data.get("matrices", 0)),
        sizes=tuple(_size(*item) for item in _table(data, "sizes").items()),
        variables=variables,
        rows=rows,
        where=tuple(map(str, worlds.get("where", ()))),
        values=_table(data, "values"),
        agents={k: tuple(seen) for k, seen in _table(data, "agents").items()},
        actual=_table(data, "actual"),
        sayings=tuple(map(_saying, data["step"])),
        asks=tuple(map(_ask, data["ask"])),
    )


def _table(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    found = data.get(key, {})
    if not isinstance(found, dict):
        raise ModelError(f"{key} is not a table")
    return found


def _known(data: Mapping[str, Any], where: str, *, needed: Iterable[str] = ()) -> None:
    for key in data:
        if key not in _KEYS[where]:
            near = did_you_mean(key, _KEYS[where])
            known = f"the keys are {', '.join(sorted(_KEYS[where]))}"
            raise ModelError(
                f"{where} has an unknown key {key!r}", hint=near or known, word=key
            )
    for key in needed:
        if key not in data:
            raise ModelError(f"{where} has no {key!r}")


def _size(name: str, data: dict[str, Any]) -> Size:
    _known(data, "a size", needed=_KEYS["a size"])
    return Size(name, data["default"], data["least"], data["most"], data["means"])


def _saying(data: dict[str, Any]) -> Saying:
    _known(data, "a step", needed=("says",))
    if ("formula" in data) == ("tells" in data):
        raise ModelError("a step has either a formula or tells", word=data["says"])
    return Saying(
        data["says"],
        data.get("formula", ""),
        data.get("tells", ""),
        bool(data.get("repeat", False)),
        data.get("each", ""),
    )


def _ask(data: dict[str, Any]) -> PuzzleQuestion:
    _known(data, "a question", needed=("question",))
    kinds = [kind for kind in KINDS if kind in data]
    if len(kinds) != 1:
        raise ModelError(
            f"the question {data['question']!r} has to have exactly one of "
            f"{', '.join(KINDS)}"
        )
    (kind,) = kinds
    return PuzzleQuestion(
        data["question"],
        kind,
        str(data[kind]),
        data.get("expect"),
        tuple(data.get("also", ())),
    )
