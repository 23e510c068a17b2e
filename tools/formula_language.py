"""Write the tables of docs/reference/formula-language.md.

python tools/formula_language.py

The operators are those of mystpy/language/notations/operators.toml. Each is put to each
command, whose exit status says whether it answers. The notations of other programs are
the rows of mystpy/language/notations/notations.toml.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from mystpy.cli import cli
from mystpy.language.notations import rows

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "reference" / "formula-language.md"
OPERATORS = Path(rows.__file__).with_name("operators.toml")

ENGINES = ("auto", "worlds", "walk", "sat", "bdd", "asp", "prolog")
COLUMNS = (*(f"ask {name}" for name in ENGINES), "why", "theorem", "check", "package")
"""The commands that are asked: `ask` with each engine, and others with formulas."""

_PUT = ["--do", "asks(1,{s1,s2})"]
_GAME = ["--game", "MYST(1,1,3,2)", *_PUT]
_PACKAGE = ["--theory", "myst", "--game", "m=1, n=1, p=3, q=2", *_PUT]
_BOUNDS = ["--depth", "1", "--sample", "--seconds", "60", "--processes", "1"]
_HEAD = "| written | meaning | `ask` | `why` | `theorem --say` | `check` | package |"

YES, TWO, NO = "yes", "two players", "-"


def operators() -> list[dict[str, Any]]:
    """The operators in the order of their table."""
    return tomllib.loads(OPERATORS.read_text("utf-8"))["operator"]  # type: ignore[no-any-return]


def asked(operator: dict[str, Any], columns: Iterable[str] = COLUMNS) -> dict[str, str]:
    """Return for each column whether it answers: `yes`, `-`, or `two players`."""
    return {column: _answer(operator, column) for column in columns}


def _answer(operator: dict[str, Any], column: str) -> str:
    game, model = operator.get("game"), operator.get("model")
    if column == "check":
        words = None if model is None else ["check", "example:models/hexa", model]
    elif game is None:
        words = None
    elif column.startswith("ask "):
        words = ["ask", *_GAME, "--engine", column.removeprefix("ask "), game]
    elif column == "package":
        words = ["ask", *_PACKAGE, game]
    elif column == "why":
        words = ["why", *_GAME, game]
    else:
        said = ["theorem", *_BOUNDS, "--say", game, "--games"]
        two = _answers([*said, "MYST(1,1,2,1)"]) and TWO
        return YES if _answers([*said, "MYST(1,1,3,2)"]) else two or NO
    return YES if words and _answers(words) else NO


def _answers(words: list[str]) -> bool:
    """Return whether a command answers, and does not refuse."""
    return CliRunner().invoke(cli, words).exit_code in (0, 1, 5)


def operator_lines() -> Iterator[str]:
    """The tables of operators, one for each section."""
    section = ""
    for operator in operators():
        if operator["section"] != section:
            section = operator["section"]
            yield f"\n### {section}\n"
            yield _HEAD
            yield "|---|---|---|---|---|---|---|"
        yield row(operator, asked(operator))


def row(operator: dict[str, Any], answers: dict[str, str]) -> str:
    """The line of an operator, with who answers it."""
    by = [name for name in ENGINES if answers[f"ask {name}"] == YES]
    ask = YES if len(by) == len(ENGINES) else ", ".join(by) or NO
    cells = [ask, *(answers[name] for name in ("why", "theorem", "check", "package"))]
    written = ", ".join(
        code(each) for each in re.split(r", (?![^({\[]*[)}\]])", operator["written"])
    )
    return " | ".join(["", written, operator["meaning"], *cells, ""]).strip()


def code(text: str) -> str:
    """A formula in a cell of a table."""
    text = text.replace("|", "\\|")
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def notation_lines() -> Iterator[str]:
    """Yield the lines of the table of notations."""
    yield "| notation | from | example | write |"
    yield "|---|---|---|---|"
    for each in rows.notation_rows():
        meanings = [code(text) for text in each.becomes]
        if each.when:
            whens = [re.sub(r"\{\w\}", "i", when) for when in each.when]
            meanings = [
                f"{text} if {when}" for text, when in zip(meanings, whens, strict=True)
            ]
        ours = "the same" if each.read else "; ".join(meanings)
        tools = ", ".join(each.tools)
        yield f"| {code(each.theirs)} | {tools} | {code(each.example)} | {ours} |"


def page(text: str, name: str, lines: Iterable[str]) -> str:
    """The page with these lines between the marks of this name."""
    begin, end = (
        f"<!-- {name}: written by tools/formula_language.py -->",
        f"<!-- {name} end -->",
    )
    head, _, rest = text.partition(begin)
    assert rest, f"the page has no mark {begin}"
    return f"{head}{begin}\n" + "\n".join(lines) + f"\n\n{end}{rest.partition(end)[2]}"


if __name__ == "__main__":
    text = PAGE.read_text("utf-8")
    text = page(text, "operators", operator_lines())
    PAGE.write_text(page(text, "notations", notation_lines()), encoding="utf-8")
