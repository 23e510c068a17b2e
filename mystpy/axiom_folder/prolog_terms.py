"""A reader of the clauses of a Prolog file as terms, which runs nothing.

The technique is an operator precedence parser (Pratt 1973).

Only plain syntax is read: the standard operators, names, variables, numbers, lists and
texts. Anything that SWI-Prolog could read in another way, such as braces, escapes in
quotes or user-defined operators, is refused.
"""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.axiom_folder.untrusted import SYNTAX, refuse
from mystpy.compilation import NamedTuple, pattern

MAX_DEPTH = 100
"""The maximal depth of nested terms."""

_TOKEN = pattern(
    r"(?P<space>[ \t\r\n]+)|(?P<comment>%[^\n]*)|(?P<block>/\*)"
    r"|(?P<variable>[A-Z_][A-Za-z0-9_]*)|(?P<name>[a-z][A-Za-z0-9_]*)"
    r"|(?P<number>[0-9]+(?:\.[0-9]+)?(?![A-Za-z0-9_']))"
    r"|(?P<quoted>'(?:[^'\\\n]|'')*')|(?P<text>\"(?:[^\"\\\n]|\"\")*\")"
    r"|(?P<symbol>[-+*/\\^<>=~:.?@#&$]+)|(?P<solo>[()\[\],|;!])"
)
_INFIX = {
    **dict.fromkeys((":-", "-->", "=>"), (1200, 1199, 1199)),
    ";": (1100, 1099, 1100),
    "->": (1050, 1049, 1050),
    "*->": (1050, 1049, 1050),
    ",": (1000, 999, 1000),
    ":=": (990, 989, 989),
    ":": (600, 599, 600),
    **dict.fromkeys(("=", "\\=", "==", "\\==", "=@=", "\\=@=", "=.."), (700, 699, 699)),
    **dict.fromkeys(("<", ">", "=<", ">=", "=:=", "=\\=", "is"), (700, 699, 699)),
    **dict.fromkeys(("@<", "@>", "@=<", "@>=", "as"), (700, 699, 699)),
    **dict.fromkeys(("+", "-", "/\\", "\\/", "xor"), (500, 500, 499)),
    **dict.fromkeys(("*", "/", "//", "mod", "rem", "div", "<<", ">>"), (400, 400, 399)),
    "**": (200, 199, 199),
    "^": (200, 199, 200),
}
"""The priority of each infix operator, and the maximal ones of its two operands."""

_PREFIX = {
    **dict.fromkeys((":-", "?-"), (1200, 1199)),
    **dict.fromkeys(("dynamic", "discontiguous", "table", "multifile"), (1150, 1149)),
    "initialization": (1150, 1149),
    "\\+": (900, 900),
    **dict.fromkeys(("-", "+", "\\"), (200, 200)),
}
"""The priority of each prefix operator, and the maximal one of its operand."""


class Term(NamedTuple):
    """A term, and the line on which it begins.

    Its kind is variable, number, text, name or compound.
    """

    kind: str
    name: str
    args: tuple[Term, ...]
    line: int


class PrologToken(NamedTuple):
    """A token; `calls` is true if it is a name directly followed by an opening bracket.

    `glued` is true if a number begins directly after it.
    """

    kind: str
    text: str
    line: int
    calls: bool = False
    glued: bool = False


def read_clauses(text: str, path: object) -> Iterator[Term]:
    """Yield the clauses and directives of a file in their order.

    Raises Untrusted for syntax that is not read here.
    """
    clause: list[PrologToken] = []
    for token in _tokens(text, path):
        if token.kind == "end":
            yield _Clause(clause, token.line, path).term()
            clause = []
        else:
            clause.append(token)
    if clause:
        refuse(path, clause[0].line, "the full stop of this clause is missing", SYNTAX)


def _tokens(text: str, path: object) -> Iterator[PrologToken]:
    at, line = 0, 1
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            refuse(path, line, f"{text[at : at + 10]!r} is no plain Prolog", SYNTAX)
        kind, word, at = str(found.lastgroup), found[0], found.end()
        if kind == "block":
            end = text.find("*/", at)
            if end < 0 or "/*" in text[at:end]:
                refuse(path, line, "a comment without an end, or with /* in it", SYNTAX)
            word, at = word + text[at : end + 2], end + 2
        elif word == "." and (at == len(text) or text[at] in " \t\r\n%"):
            yield PrologToken("end", word, line)
        elif kind == "symbol" and "/*" in word:
            refuse(path, line, f"{word!r} is an operator, not a comment", SYNTAX)
        elif kind not in ("space", "comment"):
            after = text[at : at + 1]
            yield PrologToken(kind, word, line, after == "(", after.isdigit())
        line += word.count("\n")


class _Clause:
    """The tokens of one clause, read from the left."""

    def __init__(self, tokens: list[PrologToken], end: int, path: object) -> None:
        self.tokens, self.end, self.path = tokens, end, path
        self.at = self.depth = 0

    def term(self) -> Term:
        """Return the whole clause as a term."""
        found = self.upto(1200)
        if self.at < len(self.tokens):
            self.fault("is not expected here")
        return found

    def fault(self, what: str) -> None:
        """Refuse the next token."""
        if self.at >= len(self.tokens):
            refuse(self.path, self.end, "the clause ends too early", SYNTAX)
        token = self.tokens[self.at]
        refuse(self.path, token.line, f"{token.text!r} {what}", SYNTAX)

    def next(self) -> PrologToken | None:
        """Return the next token, if there is one."""
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self, text: str | None = None) -> PrologToken:
        """Read a token, which must be the named one if a text is given."""
        token = self.next()
        if token is None or (text is not None and token.text != text):
            self.fault(f"is not expected here, but {text}")
        assert token is not None, "fault raises"
        self.at += 1
        return token

    def upto(self, most: int) -> Term:
        """Return a term of at most this priority."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fault("is nested too deeply")
        left, priority = self.first(most)
        while (token := self.next()) is not None:
            found = _INFIX.get(token.text) if token.kind != "quoted" else None
            if found is None or found[0] > most or priority > found[1]:
                break
            self.at += 1
            right = self.upto(found[2])
            left = Term("compound", token.text, (left, right), token.line)
            priority = found[0]
        self.depth -= 1
        return left

    def first(self, most: int) -> tuple[Term, int]:
        """Return a term without an operator after it, and its priority."""
        token = self.take()
        if token.calls and token.kind in ("name", "quoted", "symbol"):
            self.take("(")
            args = self.read_list(")")
            return Term("compound", _name(token), args, token.line), 0
        if token.text in _PREFIX and token.kind != "quoted" and self.begins():
            priority, right = _PREFIX[token.text]
            if self.is_negative(token):
                priority, right = 0, 0
            if priority > most:
                self.at -= 1
                self.fault("needs brackets around it")
            inner = self.upto(right)
            return Term("compound", token.text, (inner,), token.line), priority
        return self.simple(token), 0

    def is_negative(self, token: PrologToken) -> bool:
        """Return whether this is a minus sign directly followed by a number."""
        after = self.next()
        is_number = after is not None and after.kind == "number"
        return token.text == "-" and is_number and token.glued

    def begins(self) -> bool:
        """Return whether a term can begin with the next token."""
        token = self.next()
        if token is None or token.text in (")", "]", ",", "|"):
            return False
        return token.text not in _INFIX or token.text in _PREFIX or token.calls

    def simple(self, token: PrologToken) -> Term:
        """Return a term in brackets, a list, or a term of one token."""
        if token.text == "(":
            inner = self.upto(1200)
            self.take(")")
            return inner
        if token.text == "[":
            return self.list_of(token)
        if token.kind in ("variable", "number", "text"):
            return Term(token.kind, token.text, (), token.line)
        if token.kind not in ("name", "quoted", "symbol") and token.text not in "!;":
            self.at -= 1
            self.fault("is not expected here")
        return Term("name", _name(token), (), token.line)

    def list_of(self, token: PrologToken) -> Term:
        """Return a list after its opening bracket: the elements, and the named tail."""
        after = self.next()
        if after is not None and after.text == "]":
            self.at += 1
            return Term("name", "[]", (), token.line)
        return Term("compound", "[|]", self.read_list("]"), token.line)

    def read_list(self, closing: str) -> tuple[Term, ...]:
        """Return terms separated by commas, up to the closing token."""
        found, tail = [self.upto(999)], False
        while (token := self.take()).text != closing:
            tail_follows = token.text == "|" and closing == "]"
            if tail or (token.text != "," and not tail_follows):
                self.at -= 1
                self.fault("is not expected here")
            tail = tail_follows
            found.append(self.upto(999))
        return tuple(found)


def _name(token: PrologToken) -> str:
    if token.kind == "quoted":
        return token.text[1:-1].replace("''", "'")
    return token.text
