"""Query files: a game, the given facts about it, and the questions, in one file.

The format is TOML; its keys are the interface's. A query file whose questions
carry their expected answers is a test case.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from mystpy.axiom_folder import TheoryChoice, is_trusted
from mystpy.compilation import NamedTuple, dataclass
from mystpy.errors import AxiomError
from mystpy.files.table import TomlFile
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.nodes import Formula
from mystpy.names.written import safe_text
from mystpy.questions.written import require_notes_as_seen, with_writer
from mystpy.representation import brief_repr

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

    `announced` are formulas announced to all, in this order, between the history and
    the question.
    """

    formula_text: str
    formula: Formula
    expect: str | None = None
    announced: tuple[Formula, ...] = ()


class LegalExpectation(NamedTuple):
    """`[legal]`: the verdict expected of the history; None if nothing is expected."""

    verdict: str
    step: int | None = None
    axiom: str | None = None
    failed: tuple[str, ...] | None = None


class KnowExpectation(NamedTuple):
    """One `[[know]]`: the number of deals possible for a player, and known cells.

    `yes` and `no` list pairs of holder and card, such as (2, "s1") for `h(2,s1)`.
    """

    player: int
    deals: int | None = None
    yes: tuple[tuple[int, str], ...] = ()
    no: tuple[tuple[int, str], ...] = ()


class QueryChanges(NamedTuple):
    """Changes to a query file: another game, other hands, and further actions."""

    game: Game | None = None
    hands: Mapping[str, str] = {}
    actions: str = ""

    def after(self, history: History) -> History:
        """The history with these hands, and then these actions."""
        from mystpy.possible_histories.given_parts import with_hands  # seldom needed

        return with_hands(history, self.hands).then(self.actions)


@dataclass(frozen=True, slots=True)
class Query:
    """The content of a query file: a title, a history, and questions about it.

    `history` has the game, the hands that are given, and the actions. `asks` are its
    formulas with the expected answers; `legal`, `know` and `poss` are expectations
    about the history, or None or empty. `theory` is the folder of axioms that the file
    names: ask its questions within `theory_in(query.theory)`. `but` says, in words,
    what options changed. Source: mystpy.

    >>> import mystpy
    >>> query = mystpy.load_query("example:fifteen-cards")
    >>> query.source, len(query.history), len(query.asks)
    ('thesis, section 3.2', 20, 3)
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

    __repr__ = brief_repr


def load_query(
    path_or_text: str | Path,
    name: str | None = None,
    changes: QueryChanges | None = None,
    *,
    folder: Path | None = None,
) -> Query:
    """Read a query from a file, an example, or a text.

    `path_or_text` is a path, `example:NAME`, or a text with several lines or a `=`.
    `name` is used for a text in errors; `changes` replace the game or hands of the file
    or add actions. A relative path of a `theory` in it begins at `folder`: by default
    that of the file, or the current one. Raises QueryError for a file that cannot be
    read, unknown or missing keys and wrong values; ParseError for TOML, histories and
    formulas; GameError for the game. Source: mystpy.

    >>> import mystpy
    >>> query = mystpy.load_query("example:fifteen-cards")
    >>> mystpy.Situation.of(query.history).holds("K(3, ~h(2,s5))")
    True
    """
    if isinstance(path_or_text, Path) or not re.search(r"[\n=]", path_or_text):
        from mystpy.sources.examples import example_text  # commands give the text

        name = name or str(path_or_text)
        path_or_text, path = example_text(path_or_text)
        folder = folder or path.absolute().parent
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
            title=safe_text(self.file.string(table, "title") or self.file.called),
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
