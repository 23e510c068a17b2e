"""Query files: a game, what is given of it, and the questions asked, in one file.

The format is TOML; its keys are the interface's. A query file whose questions
carry their expected answers is a test case.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from mystpy.axiom_folder import TheoryChoice, is_trusted
from mystpy.axioms import name_in_force
from mystpy.compilation import NamedTuple, dataclass
from mystpy.engines.base import Verdict
from mystpy.errors import AxiomError
from mystpy.files.table import TomlFile
from mystpy.files.toml import file_text, toml_rows, toml_value
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.actions import Asks, NoAsk, action_text
from mystpy.history.given_hands import AND_OTHERS
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.nodes import Formula
from mystpy.questions.written import require_notes_as_seen, with_writer

_GIVEN = "title", "source", "theory", "history", "game", "hands", "writer"
KEYS = (*_GIVEN, "ask", "legal", "know", "poss")
"""The keys of a query file."""

Found = TypeVar("Found")

_ASK_KEYS = ("formula", "expect", "announce")
_LEGAL_KEYS = ("verdict", "step", "axiom", "failed")
_KNOW_KEYS, _POSS_KEYS = ("player", "deals", "yes", "no"), ("actions",)
_VALUES = ("true", "false", "undetermined")
_VERDICTS = ("legal", "possible", "illegal")


class Ask(NamedTuple):
    """One `[[ask]]`: a formula, and the answer expected of it (or None).

    `announced` was told to all, in this order, between the history and the question.
    """

    formula_text: str
    formula: Formula
    expect: str | None = None
    announced: tuple[Formula, ...] = ()


class LegalExpectation(NamedTuple):
    """`[legal]`: the verdict expected of the history; None is not expected of."""

    verdict: str
    step: int | None = None
    axiom: str | None = None
    failed: tuple[str, ...] | None = None


class KnowExpectation(NamedTuple):
    """One `[[know]]`: how many deals a player holds possible, and what they know.

    `yes` and `no` list pairs of holder and card, such as (2, "s1") for `h(2,s1)`.
    """

    player: int
    deals: int | None = None
    yes: tuple[tuple[int, str], ...] = ()
    no: tuple[tuple[int, str], ...] = ()


class QueryChanges(NamedTuple):
    """What is said besides a file: another game, other hands, and what is done then."""

    game: Game | None = None
    hands: Mapping[str, str] = {}
    actions: str = ""

    def after(self, history: History) -> History:
        """The history with these hands, and then these actions."""
        from mystpy.possible_histories.given_parts import with_hands  # seldom needed

        return with_hands(history, self.hands).then(self.actions)


@dataclass(frozen=True, slots=True)
class Query:
    """What a query file says.

    `poss` lists, as texts, the actions expected to be possible after the history, and
    `but` is what was said besides the file, in words. `theory` is the folder of axioms
    that the file names: ask its questions within `mystpy.theory_in(query.theory)`.
    """

    title: str
    source: str | None
    history: History
    asks: tuple[Ask, ...] = ()
    legal: LegalExpectation | None = None
    know: tuple[KnowExpectation, ...] = ()
    poss: tuple[str, ...] | None = None
    but: str = ""
    theory: Path | None = None


def load_query(
    path_or_text: str | Path,
    name: str | None = None,
    changes: QueryChanges | None = None,
    *,
    folder: Path | None = None,
) -> Query:
    """The query in a file, or in a text (a string of several lines or with a `=`).

    `name` says in messages where a text came from; `changes` are said besides
    the file, which expects nothing of them. A `theory` in it is a path from the
    `folder` of the file, or for a text from the current one. Raises QueryError for a
    file that cannot be read, unknown or missing keys and values of the wrong kind;
    ParseError for TOML, histories and formulas; GameError for a game that is none.
    """
    if isinstance(path_or_text, Path) or not re.search(r"[\n=]", path_or_text):
        name = name or str(path_or_text)
        folder = folder or Path(path_or_text).absolute().parent
        path_or_text = file_text(Path(path_or_text))
    return _Reader(path_or_text, name, changes, folder).query()


class _Reader:
    """One reading of one query text."""

    def __init__(
        self,
        text: str,
        name: str | None,
        changes: QueryChanges | None,
        folder: Path | None,
    ) -> None:
        self.file = TomlFile(text, name)
        self.changes = changes
        self.folder = folder

    def query(self) -> Query:
        table = self.file.table()
        self.file.only(table, KEYS, "a query file")
        if "game" not in table:
            raise self.file.fault("there is no [game]", '[game] rules = "myst" ...')
        if (folder := self.theory(table)) is None:
            return self.read(table, None)
        from mystpy.theories import chosen_theory

        with chosen_theory(TheoryChoice(str(folder), is_trusted())):
            return self.read(table, folder)  # it is written in the names of the folder

    def read(self, table: Mapping[str, Any], theory: Path | None) -> Query:
        history = self.history(table)
        return Query(
            title=self.file.string(table, "title") or self.file.called,
            source=self.file.string(table, "source"),
            history=history,
            asks=tuple(
                self.ask(row, history.game) for row in self.file.rows(table, "ask")
            ),
            legal=self.legal(table),
            know=() if self.changes else self.knows(table, history.game),
            poss=self.poss(table, history.game),
            theory=theory,
        )

    def theory(self, table: Mapping[str, Any]) -> Path | None:
        name = self.file.string(table, "theory")
        if name is None:
            return None
        from mystpy.theories import find_theory  # seldom needed

        try:
            return find_theory(name, self.folder)
        except AxiomError as error:
            raise self.file.fault(str(error), error.hint, word="theory") from None

    def history(self, table: Mapping[str, Any]) -> History:
        game = self.changes.game if self.changes else None
        game = game or self.file.with_location(Game.from_dict, table["game"])
        hands, actions = table.get("hands", {}), table.get("history", "")
        line = self.file.line_of(actions)
        history = self.file.with_location(History.make, game, hands, actions, line=line)
        after = self.changes.after(history) if self.changes else history
        after = self.file.with_location(with_writer, after, table.get("writer"))
        self.file.with_location(require_notes_as_seen, after, actions, len(history))
        return after

    def ask(self, row: Mapping[str, Any], game: Game) -> Ask:
        self.file.only(row, _ASK_KEYS, "[[ask]]")
        text = self.file.string(row, "formula")
        if text is None:
            raise self.file.fault("an [[ask]] has no formula")
        formulas = tuple(
            self.formula(x, game) for x in self.file.strings(row, "announce")
        )
        expected = None if self.changes else self.expect(row)
        return Ask(text, self.formula(text, game), expected, formulas)

    def formula(self, text: str, game: Game) -> Formula:
        from mystpy.language.read import parse_formula

        return self.file.with_location(parse_formula, text, game)

    def expect(self, row: Mapping[str, Any]) -> str | None:
        value = row.get("expect")
        if isinstance(value, bool):
            return "true" if value else "false"
        return self.file.choice(value, _VALUES, "expect") if value is not None else None

    def legal(self, table: Mapping[str, Any]) -> LegalExpectation | None:
        row = table.get("legal")
        if row is None:
            return None
        self.file.only(row, _LEGAL_KEYS, "[legal]")
        failed = self.file.strings(row, "failed") if "failed" in row else None
        return LegalExpectation(
            verdict=self.file.choice(row.get("verdict"), _VERDICTS, "verdict"),
            step=self.file.number(row, "step"),
            axiom=self.file.string(row, "axiom"),
            failed=failed,
        )

    def knows(
        self, table: Mapping[str, Any], game: Game
    ) -> tuple[KnowExpectation, ...]:
        return tuple(self.know(row, game) for row in self.file.rows(table, "know"))

    def know(self, row: Mapping[str, Any], game: Game) -> KnowExpectation:
        self.file.only(row, _KNOW_KEYS, "[[know]]")
        if "player" not in row:
            raise self.file.fault("a [[know]] has no player")
        return KnowExpectation(
            player=self.file.with_location(game.player, row["player"]),
            deals=self.file.number(row, "deals"),
            yes=self.cells(row, "yes", game),
            no=self.cells(row, "no", game),
        )

    def cells(
        self, row: Mapping[str, Any], key: str, game: Game
    ) -> tuple[tuple[int, str], ...]:
        """Cells of the grid, each written `h(2,s1)`."""
        found = []
        for text in self.file.strings(row, key):
            cell = re.fullmatch(r"\s*h\s*\(\s*(\w+)\s*,\s*(\w+)\s*\)\s*", text)
            if cell is None:
                raise self.file.fault(
                    f"{text!r} is no cell of the grid", str(H(2, "s1"))
                )
            holder = self.file.with_location(game.holder, cell[1])
            found.append((holder, self.file.with_location(game.card, cell[2])))
        return tuple(found)

    def poss(self, table: Mapping[str, Any], game: Game) -> tuple[str, ...] | None:
        if (row := table.get("poss")) is None:
            return None
        self.file.only(row, _POSS_KEYS, "[poss]")
        return self.file.strings(row, "actions")


def given_hands(history: History) -> dict[str, tuple[str, ...]]:
    """The hands that are given, by their holders: 0 is the pile, the table the last."""
    game = history.game
    names = ("0", *game.holder_names[1:])
    parts = history.parts or (frozenset[str](),) * len(names)
    return {
        holder: (*sort_cards(hand or part, game.deck), *AND_OTHERS[: hand is None])
        for holder, hand, part in zip(names, history.hands, parts, strict=True)
        if hand is not None or part
    }


def query_text(title: str, history: History, verdict: Verdict) -> str:
    """A history as a query file, which expects this verdict on it."""
    from mystpy.theories import theory_lines  # seldom needed

    game = history.game
    lines = [f"title = {toml_value(title)}", *theory_lines()]
    if who := history.writer:
        lines += [f"writer = {toml_value(game.holder_names[who])}"]
    lines += ['history = """', *_turns(history), '"""']
    lines += ["", "[game]", *toml_rows(game.to_dict()), "", "[hands]"]
    lines += [*toml_rows(given_hands(history)), "", "[legal]", f'verdict = "{verdict}"']
    return "\n".join(lines) + "\n"


def _turns(history: History) -> list[str]:
    """The actions, one turn to a line."""
    text = " ".join(action_text(each, history.game) for each in history.actions)
    for name in (Asks.name, NoAsk.name):
        called = name_in_force(name)
        text = text.replace(f") {called}(", f")\n{called}(")
    return text.split("\n")
