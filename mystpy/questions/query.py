"""Query files: a game, what is given of it, and the questions asked, in one file.

The format is TOML; its keys are the interface's. A query file whose questions
carry their expected answers is a test case.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from mystpy.errors import MystError, ParseError, QueryError, did_you_mean
from mystpy.files.toml import file_text, toml_table
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.nodes import Formula

KEYS = ("title", "source", "history", "game", "hands", "ask", "legal", "know", "poss")
"""The keys of a query file."""

Found = TypeVar("Found")

_ASK_KEYS = ("formula", "expect", "announce")
_LEGAL_KEYS = ("verdict", "step", "axiom", "failed")
_KNOW_KEYS = ("player", "deals", "yes", "no")
_POSS_KEYS = ("actions",)
_VALUES = ("true", "false", "undetermined")
_VERDICTS = ("legal", "possible", "illegal")


@dataclass(frozen=True, slots=True)
class Ask:
    """One `[[ask]]`: a formula, and the answer expected of it (or None).

    `announced` was told to all, in this order, between the history and the question.
    """

    formula_text: str
    formula: Formula
    expect: str | None = None
    announced: tuple[Formula, ...] = ()


@dataclass(frozen=True, slots=True)
class LegalExpectation:
    """`[legal]`: the verdict expected of the history; None is not expected of."""

    verdict: str
    step: int | None = None
    axiom: str | None = None
    failed: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class KnowExpectation:
    """One `[[know]]`: how many deals a player holds possible, and what they know.

    `yes` and `no` list pairs of holder and card, such as (2, "s1") for `h(2,s1)`.
    """

    player: int
    deals: int | None = None
    yes: tuple[tuple[int, str], ...] = ()
    no: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """What a query file says.

    `poss` lists, as texts, the actions expected to be possible after the history.
    """

    title: str
    source: str | None
    history: History
    asks: tuple[Ask, ...] = ()
    legal: LegalExpectation | None = None
    know: tuple[KnowExpectation, ...] = ()
    poss: tuple[str, ...] | None = None


def load_query(path_or_text: str | Path, name: str | None = None) -> Query:
    """The query in a file, or in a text (a string of several lines or with a `=`).

    `name` stands in messages for where a text came from. Raises QueryError for a
    file that cannot be read, unknown or missing keys and values of the wrong kind;
    ParseError for TOML, histories and formulas; GameError for a game that is none.
    """
    if isinstance(path_or_text, Path) or not re.search(r"[\n=]", path_or_text):
        name = name or str(path_or_text)
        return _Reader(file_text(Path(path_or_text)), name).query()
    return _Reader(path_or_text, name).query()


class _Reader:
    """One reading of one query text."""

    def __init__(self, text: str, name: str | None) -> None:
        self.text = text
        self.name = name

    def query(self) -> Query:
        table = toml_table(self.text, self.name)
        self.only(table, KEYS, "a query file")
        if "game" not in table:
            raise self.fault("there is no [game]", hint='[game] rules = "myst" ...')
        history = self.history(table)
        title = self.string(table, "title") or self.name or "query"
        return Query(
            title=title,
            source=self.string(table, "source"),
            history=history,
            asks=tuple(self.ask(row, history.game) for row in self.rows(table, "ask")),
            legal=self.legal(table),
            know=tuple(
                self.know(row, history.game) for row in self.rows(table, "know")
            ),
            poss=self.poss(table, history.game),
        )

    def history(self, table: Mapping[str, Any]) -> History:
        try:
            game = Game.from_dict(table["game"])
            hands = table.get("hands", {})
            actions = table.get("history", "")
            return History.make(game, hands, actions, line=self.line_of(actions))
        except ParseError as error:
            raise self.placed(error) from None
        except MystError as error:
            raise self.named(error) from None

    def line_of(self, text: object) -> int:
        """The line on which a text begins that stands in the query as it is, else 1."""
        start = self.text.find(text) if isinstance(text, str) and text else -1
        return self.text.count("\n", 0, max(start, 0)) + 1

    def ask(self, row: Mapping[str, Any], game: Game) -> Ask:
        self.only(row, _ASK_KEYS, "[[ask]]")
        text = self.string(row, "formula")
        if text is None:
            raise self.fault("an [[ask]] has no formula")
        told = tuple(self.formula(x, game) for x in self.strings(row, "announce"))
        return Ask(text, self.formula(text, game), self.expect(row), told)

    def formula(self, text: str, game: Game) -> Formula:
        from mystpy.language.read import parse_formula

        try:
            return parse_formula(text, game)
        except ParseError as error:
            raise self.placed(error) from None

    def expect(self, row: Mapping[str, Any]) -> str | None:
        value = row.get("expect")
        if isinstance(value, bool):
            return "true" if value else "false"
        return self.choice(value, _VALUES, "expect") if value is not None else None

    def legal(self, table: Mapping[str, Any]) -> LegalExpectation | None:
        row = table.get("legal")
        if row is None:
            return None
        self.only(row, _LEGAL_KEYS, "[legal]")
        failed = self.strings(row, "failed") if "failed" in row else None
        return LegalExpectation(
            verdict=self.choice(row.get("verdict"), _VERDICTS, "verdict"),
            step=self.number(row, "step"),
            axiom=self.string(row, "axiom"),
            failed=failed,
        )

    def know(self, row: Mapping[str, Any], game: Game) -> KnowExpectation:
        self.only(row, _KNOW_KEYS, "[[know]]")
        if "player" not in row:
            raise self.fault("a [[know]] has no player")
        return KnowExpectation(
            player=self.look_up(game.player, row["player"]),
            deals=self.number(row, "deals"),
            yes=self.cells(row, "yes", game),
            no=self.cells(row, "no", game),
        )

    def cells(
        self, row: Mapping[str, Any], key: str, game: Game
    ) -> tuple[tuple[int, str], ...]:
        """Cells of the grid, each written `h(2,s1)`."""
        found = []
        for text in self.strings(row, key):
            cell = re.fullmatch(r"\s*h\s*\(\s*(\w+)\s*,\s*(\w+)\s*\)\s*", text)
            if cell is None:
                raise self.fault(f"{text!r} is no cell of the grid", hint="h(2,s1)")
            holder = self.look_up(game.holder, cell[1])
            found.append((holder, self.look_up(game.card, cell[2])))
        return tuple(found)

    def look_up(self, find: Callable[[Any], Found], word: object) -> Found:
        """What the game finds under a word, or its error with the file's name."""
        try:
            return find(word)
        except QueryError as error:
            raise self.named(error) from None

    def poss(self, table: Mapping[str, Any], game: Game) -> tuple[str, ...] | None:
        row = table.get("poss")
        if row is None:
            return None
        self.only(row, _POSS_KEYS, "[poss]")
        return self.strings(row, "actions")

    def rows(self, table: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
        rows = table.get(key, [])
        if not isinstance(rows, list) or not all(isinstance(r, dict) for r in rows):
            raise self.fault(f"{key} must be a list of tables", hint=f"write [[{key}]]")
        return rows

    def only(self, table: object, keys: tuple[str, ...], where: str) -> None:
        if not isinstance(table, Mapping):
            raise self.fault(f"{where} must be a table", hint=f"keys: {_list(keys)}")
        for key in table:
            if key not in keys:
                near = did_you_mean(key, keys) or f"the keys are {_list(keys)}"
                raise self.fault(f"{where} has no key {key!r}", hint=near, word=key)

    def string(self, table: Mapping[str, Any], key: str) -> str | None:
        value = table.get(key)
        if value is not None and not isinstance(value, str):
            raise self.fault(f"{key} must be a text, not {value!r}")
        return value

    def number(self, table: Mapping[str, Any], key: str) -> int | None:
        value = table.get(key)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.fault(f"{key} must be a whole number, not {value!r}")
        return value

    def strings(self, table: Mapping[str, Any], key: str) -> tuple[str, ...]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(x, str) for x in value):
            raise self.fault(f"{key} must be a list of texts, not {value!r}")
        return tuple(value)

    def choice(self, value: object, known: tuple[str, ...], key: str) -> str:
        if value in known:
            return str(value)
        hint = did_you_mean(str(value), known) or f"one of {_list(known)}"
        raise self.fault(f"{key} cannot be {value!r}", hint=hint)

    def placed(self, error: ParseError) -> ParseError:
        """The error told at its place in the file, if that place can be found."""
        start = self.text.find(error.text) if error.text.strip() else -1
        if start < 0 or self.text.find(error.text, start + 1) >= 0:
            return ParseError(
                error.message,
                text=error.text,
                position=error.position,
                expected=error.expected,
                hint=error.hint,
                source=f"{self.name or 'query'}, in {error.text.strip()[:40]!r}",
            )
        return ParseError(
            error.message,
            text=self.text,
            position=start + error.position,
            expected=error.expected,
            hint=error.hint,
            source=self.name,
        )

    def fault(
        self, message: str, *, hint: str | None = None, word: str | None = None
    ) -> QueryError:
        return QueryError(f"{self.place(word)}: {message}", hint=hint, word=word)

    def named(self, error: MystError) -> MystError:
        place = self.place(getattr(error, "word", None))
        return type(error)(f"{place}: {error}", hint=error.hint)

    def place(self, word: str | None) -> str:
        """The file's name, and the line of the word if it stands on one only.

        Else the line of which it is the key, if there is just one.
        """
        name = self.name or "query"
        if not word:
            return name
        anywhere = rf"(?<!\w){re.escape(word)}(?!\w)"
        for wanted in (anywhere, rf"""^\s*["']?{re.escape(word)}["']?\s*="""):
            found = re.compile(wanted)
            rows = enumerate(self.text.split("\n"), 1)
            lines = [number for number, row in rows if found.search(row)]
            if len(lines) == 1:
                return f"{name}:{lines[0]}"
        return name


def _list(words: tuple[str, ...]) -> str:
    return ", ".join(words)
