"""The content of a rule set of the folder axioms: fluents, actions, and its games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from mystpy.axioms import rule_files
from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.files.table import Table, TomlFile
from mystpy.files.toml import file_text
from mystpy.packages.folders import driver

_FILE = "rule_sets.toml"
_UNREACHED, _QUESTIONS = "unreached.lp", "questions_only.lp"


class RuleSetFluent(NamedTuple):
    """A fluent that may change: the sorts of its arguments, its word in formulas.

    A hidden one depends on the deal as well as on what is seen by all.
    """

    name: str
    sorts: tuple[str, ...]
    word: str
    hidden: bool


class RuleSet(NamedTuple):
    """A rule set: its fluents, which arguments of actions are private, its games.

    `held` is the fluent for the holder of each card, `sets` are the kinds of arguments
    that are sets of cards.

    `game` and `sizes` describe a game, with `left` if cards are left over. If the rule
    set has `face_up`, it says that a card lies open. `sorted` says whether its cards
    have sorts, and `questions_only` whether that file is true.
    """

    name: str
    fluents: tuple[RuleSetFluent, ...]
    private: Mapping[str, tuple[int, ...]]
    game: Mapping[str, object]
    sizes: tuple[str, ...]
    left: tuple[str, ...]
    face_up: str
    sorted: bool
    questions_only: bool
    held: str
    sets: tuple[str, ...]

    def files(self) -> tuple[Path, ...]:
        """Return the files of its axioms, and what is known of its situations."""
        axioms = (x for x in rule_files(self.name) if x.parent.name != "drive")
        own = (_UNREACHED, _QUESTIONS) if self.questions_only else (_UNREACHED,)
        return (*axioms, *(driver().with_name(name) for name in own))


@cache
def rule_set(name: str) -> RuleSet:
    """Return a rule set. Raises QueryError for one that has no certificates."""
    path = driver().with_name(_FILE)
    file = TomlFile(file_text(path), str(path))
    table = file.table()
    known: Table = table["rules"]
    if name not in known:
        raise QueryError(
            f"there are no certificates for the rule set {name!r}",
            hint=f"there are for {', '.join(known)}",
        )
    row = known[name]
    return RuleSet(
        name,
        tuple(
            RuleSetFluent(
                fluent, tuple(x["args"]), x["word"], bool(x.get("hidden", False))
            )
            for fluent, x in table["fluents"].items()
        ),
        {k: tuple(place - 1 for place in v) for k, v in table["private"].items()},
        row["game"],
        tuple(row["sizes"]),
        tuple(row.get("left", ())),
        row.get("face_up", ""),
        bool(row.get("sorts", False)),
        bool(row.get("questions_only", False)),
        table["held"],
        tuple(table["sets"]),
    )


def data_files() -> list[Path]:
    """Return the files that comparisons rest on besides the axioms of both sides."""
    here = driver()
    names = (_FILE, _UNREACHED, _QUESTIONS, here.name)
    return [here.with_name(name) for name in names]
