"""Extract prose from Markdown, TOML, help texts, Python and the words of the page.

Code, data, mathematics, quotations and generated parts are left out. Each function
yields passages: a heading, a paragraph, an item of a list, a cell of a table.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from typing import NamedTuple

CODE = "‹›"
"""The sign that replaces code, mathematics and quotations; it counts as one word."""

TITLES = ("title", "notion")
TEXTS = (
    *("argument", "ask", "belief", "detail", "gives", "hint", "hints", "means"),
    *("note", "question", "says", "story", "text", "why", "words"),
)
"""The keys of TOML files whose values are prose."""

PROSE_DIRECTIVES = ("note", "tip", "hint", "warning", "important", "admonition")
_FENCE = re.compile(r"\s*(`{3,}|~{3,}|:{3,})\s*(?:\{(\w[\w-]*)\})?(.*)")
_NO_PROSE = (">", "<!--", "$$", "[^")
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")
_GENERATED = re.compile(r"<!-- .*\bwritten by tools/")
_GENERATED_END = re.compile(r"<!-- (here it ends|so much on)")
_INLINE = (
    (re.compile(r"<!--.*?-->", re.S), ""),
    (re.compile(r"\{[\w:-]+\}(`+)(?:(?!\1).)+?\1", re.S), CODE),
    (re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.S), CODE),
    (re.compile(r"\$[^$\n]+\$"), CODE),
    (re.compile(r"!\[[^\]]*\]\([^)]*\)"), CODE),
    (re.compile(r"\[([^\]]*)\]\([^)]*\)", re.S), r"\1"),
    (re.compile(r"\[([^\]]+)\]\[[^\]]*\]"), r"\1"),
    (re.compile(r"<?https?://[^\s>)]+>?"), CODE),
    (re.compile(r"</?[a-zA-Z][^>]*>", re.S), ""),
    (re.compile(r"(?<!\w)\"[^\"]{25,400}\"", re.S), CODE),
    (re.compile(r"\*\*|(?<![\w*])\*(?=\w)|(?<=\w)\*(?![\w*])"), ""),
)
_LISTED = re.compile(r"‹›(?:,? (?:and |or )?‹›)+")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|cf|vs|etc|al|Fig|Sec|Ch|pp?|ed|no|vol|St)|(?:^|\s)[A-Z])\.$"
)
_BREAK = re.compile(
    r"(?<=[.!?…])([\"”’)\]_]*)\s+(?=[\"“‘(\[_]?(?:[A-Z0-9‹]|mystpy\b|clingo\b|cvc5\b))"
)


class Passage(NamedTuple):
    """Prose that belongs together; `kind` is heading, text or cell."""

    line: int
    text: str
    kind: str = "text"


class Sentence(NamedTuple):
    """A sentence, and the line in which it begins."""

    line: int
    text: str
    kind: str

    @property
    def words(self) -> int:
        """Return the number of its words; code, and a list of code, is one word."""
        text = _LISTED.sub(CODE, self.text)
        return sum(bool(re.search(r"\w|‹", word)) for word in text.split())


def plain(text: str) -> str:
    """Replace code and mathematics by one sign, and links by their text."""
    for pattern, new in _INLINE:
        text = pattern.sub(lambda x: x.expand(new) + "\n" * lost_lines(x, new), text)  # noqa: B023
    return text


def lost_lines(match: re.Match[str], new: str) -> int:
    """Count the line ends that a replacement would lose."""
    return match[0].count("\n") - match.expand(new).count("\n")


def sentences(passage: Passage) -> Iterator[Sentence]:
    """Yield the sentences of a passage."""
    text = plain(passage.text)
    start = 0
    for found in _BREAK.finditer(text):
        if _ABBREVIATION.search(text[: found.start()]):
            continue
        yield from one_sentence(passage, text, start, found.end(1))
        start = found.end()
    yield from one_sentence(passage, text, start, len(text))


def one_sentence(p: Passage, text: str, start: int, end: int) -> Iterator[Sentence]:
    """Yield the sentence between two places, if there is anything."""
    words = " ".join(text[start:end].split())
    if re.search(r"[A-Za-z]", words):
        start += len(text[start:end]) - len(text[start:end].lstrip())
        yield Sentence(p.line + text.count("\n", 0, start), words, p.kind)


def markdown(text: str) -> Iterator[Passage]:
    """Yield the prose of a Markdown page."""
    block: list[tuple[int, str]] = []
    for number, line in [*prose_lines(text), (0, "")]:
        starts = _ITEM.match(line) or line.startswith(("#", "|"))
        if block and (starts or not line.strip() or block[0][1].startswith(("#", "|"))):
            yield from passages(block)
            block = []
        if line.strip():
            block.append((number, line))


def passages(block: list[tuple[int, str]]) -> Iterator[Passage]:
    """Yield the passages of a block: the cells of a row, or all of it."""
    number, first = block[0]
    if first.startswith("|"):
        for cell in re.split(r"(?<!\\)\|", first)[1:]:
            if not re.fullmatch(r"[\s:-]*", cell):
                yield Passage(number, cell.strip(), "cell")
    elif first.startswith("#"):
        yield Passage(number, first.lstrip("# "), "heading")
    else:
        text = "\n".join(line for _, line in block)
        start = found.end() if (found := _ITEM.match(text)) else 0
        yield Passage(number, text[start:])


def prose_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines outside of code, quotations and generated parts."""
    fences: list[tuple[str, bool]] = []
    generated, listed = False, False
    front = text.startswith("---\n")
    before = ""
    for number, line in enumerate(text.splitlines(), start=1):
        was, before = before, line
        code = not all(prose for _, prose in fences)
        if front:
            front = number == 1 or line != "---"
            continue
        generated = bool(_GENERATED.search(line)) or (
            generated and not _GENERATED_END.search(line)
        )
        if fences and line.strip().startswith(fences[-1][0]) and only_fence(line):
            fences.pop()
            yield number, ""
        elif not code and (fence := _FENCE.fullmatch(line)):
            prose = fence[2] in PROSE_DIRECTIVES
            fences.append((fence[1], prose))
            yield number, fence[3] if prose else ""
        elif code or generated or line.startswith(_NO_PROSE):
            yield number, ""
        else:
            listed = bool(_ITEM.match(line)) or (listed and line[:1] in ("", " "))
            indented = line.startswith("    ") and not listed and not was.strip()
            yield number, "" if indented else line
            before = "" if indented else line


def only_fence(line: str) -> bool:
    """Return whether a line closes a fence."""
    return not line.strip().strip("`~:")


RAISED = re.compile("(Error|Failed|Missing|Disagree|NotCovered|TooLarge)$")
"""The ends of the names of errors."""

STRING_OR_COMMENT = re.compile(
    r"\"{3}(?:\\.|[^\\])*?\"{3}|'{3}(?:\\.|[^\\])*?'{3}"
    r"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|#[^\n]*",
    re.S,
)
"""The comments of a Python module, and the strings, whose `#` begins no comment."""


def docstrings(text: str) -> Iterator[Passage]:
    """Yield the paragraphs of the docstrings of a Python module."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes: list[ast.AST] = [ast.parse(text)]
    for node in nodes:
        for value in string_statements(node) if isinstance(node, kinds) else ():
            yield from paragraphs(value.value.value, value.lineno)  # type: ignore[attr-defined]
        nodes += filter(_has_statements, ast.iter_child_nodes(node))


def messages(text: str) -> Iterator[Passage]:
    """Yield the messages and hints of errors and options in a Python module."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        given = [x.value for x in node.keywords if x.arg in ("hint", "message", "help")]
        for value in (*(node.args if RAISED.search(name) else ()), *given):
            if " " in (words := literal(value)):
                yield Passage(value.lineno, words)


def literal(node: ast.AST) -> str:
    """Return the text of an expression, with signs in place of computed parts."""
    match node:
        case ast.Constant(str(text)):
            return text
        case ast.JoinedStr(parts):
            return "".join(map(literal, parts))
        case ast.BinOp(left, ast.Add(), right):
            return literal(left) + literal(right)
    return CODE


def _has_statements(node: ast.AST) -> bool:
    return isinstance(node, (ast.stmt, ast.excepthandler, ast.match_case))


def string_statements(node: ast.AST) -> Iterator[ast.Expr]:
    """Yield the docstrings in a body: its own, and those of attributes."""
    for child in getattr(node, "body", ()):
        value = child.value if isinstance(child, ast.Expr) else None
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield child


def paragraphs(text: str, line: int = 1) -> Iterator[Passage]:
    """Yield the paragraphs of plain text, without indented blocks and examples."""
    lines = text.splitlines()
    indents = [len(x) - len(x.lstrip()) for x in lines[1:] if x.strip()]
    margin = min(indents, default=0)
    flush = "\n".join([*lines[:1], *(x[margin:] for x in lines[1:])])
    for block in re.finditer(r"(?:^(?![ \t>]|\\b|\f|\x08)\S.*\n?)+", flush, re.M):
        yield Passage(line + flush.count("\n", 0, block.start()), block[0])


def comments(text: str) -> Iterator[Passage]:
    """Yield the comments of a Python module; comments on adjacent lines are one."""
    block: list[tuple[int, str]] = []
    number, place = 1, 0
    for token in STRING_OR_COMMENT.finditer(text):
        words = token[0].lstrip("#:! ")
        if token[0][0] != "#" or words.startswith(("noqa", "type:")):
            continue
        number += text.count("\n", place, token.start())
        place = token.start()
        if block and number != block[-1][0] + 1:
            yield Passage(block[0][0], "\n".join(line for _, line in block))
            block = []
        block.append((number, words))
    if block:
        yield Passage(block[0][0], "\n".join(line for _, line in block))


def page_words(text: str) -> Iterator[Passage]:
    """Yield the texts of a module of the page's words: one for each key."""
    for number, line in enumerate(text.splitlines(), start=1):
        if found := re.match(r'\s*"[^"]+":\s*"((?:[^"\\]|\\.)*)"', line):
            yield Passage(number, re.sub(r"\{\w+\}", CODE, found[1]))


def toml_texts(text: str) -> Iterator[Passage]:
    """Yield the texts in a TOML file that people read, by their keys."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError:  # examples of invalid files
        return
    for key, value in strings_of("", tables):
        if key in TITLES or key in TEXTS:
            first = value.strip().splitlines()[0] if value.strip() else value
            line = text.count("\n", 0, max(text.find(first), 0)) + 1
            yield Passage(line, value, "heading" if key in TITLES else "text")


def strings_of(key: str, value: object) -> Iterator[tuple[str, str]]:
    """Yield all strings in a value of TOML, each with its key."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, list):
        for one in value:
            yield from strings_of(key, one)
    elif isinstance(value, dict):
        for name, one in value.items():
            yield from strings_of(str(name), one)
