"""Reads the clauses of a Prolog file as terms, without running anything.

In the field: an operator precedence parser (Pratt 1973).

Only plain syntax is read: the standard operators, names, variables, numbers, lists and
texts. What SWI-Prolog could read in another way, such as braces, escapes in quotes or
operators of one's own, is refused.
"""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.axiom_folder.untrusted import SYNTAX, refuse
from mystpy.compilation import NamedTuple, pattern

MAX_DEPTH = 100
"""How deep terms are nested at most."""

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
"""The priority of an operator between two terms, and the most of each of these."""

_PREFIX = {
    **dict.fromkeys((":-", "?-"), (1200, 1199)),
    **dict.fromkeys(("dynamic", "discontiguous", "table", "multifile"), (1150, 1149)),
    "initialization": (1150, 1149),
    "\\+": (900, 900),
    **dict.fromkeys(("-", "+", "\\"), (200, 200)),
}
"""The priority of an operator in front of a term, and the most of that term."""


class Term(NamedTuple):
    """A term, and the line on which it begins.

    Its kind is variable, number, text, name or compound.
    """

    kind: str
    name: str
    args: tuple[Term, ...]
    line: int


class PrologToken(NamedTuple):
    """A token; `calls` is true of a name with an opening bracket right behind it.

    `glued` is true if a number begins right behind it.
    """

    kind: str
    text: str
    line: int
    calls: bool = False
    glued: bool = False


def read_clauses(text: str, path: object) -> Iterator[Term]:
    """The clauses and directives of a file, one after the other.

    Raises Untrusted for what is not read here.
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
        """The whole clause as a term."""
        found = self.upto(1200)
        if self.at < len(self.tokens):
            self.fault("is not expected here")
        return found

    def fault(self, what: str) -> None:
        """Refuse the token that comes next."""
        if self.at >= len(self.tokens):
            refuse(self.path, self.end, "the clause ends too early", SYNTAX)
        token = self.tokens[self.at]
        refuse(self.path, token.line, f"{token.text!r} {what}", SYNTAX)

    def next(self) -> PrologToken | None:
        """The token that comes next, if there is one."""
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self, text: str | None = None) -> PrologToken:
        """Read a token, which has to be this one if one is named."""
        token = self.next()
        if token is None or (text is not None and token.text != text):
            self.fault(f"is not expected here, but {text}")
        assert token is not None, "fault raises"
        self.at += 1
        return token

    def upto(self, most: int) -> Term:
        """A term of at most this priority."""
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
        """A term without an operator behind it, and its priority."""
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
        """Whether this is the sign of a number that comes right behind it."""
        after = self.next()
        is_number = after is not None and after.kind == "number"
        return token.text == "-" and is_number and token.glued

    def begins(self) -> bool:
        """Whether a term can begin with the next token."""
        token = self.next()
        if token is None or token.text in (")", "]", ",", "|"):
            return False
        return token.text not in _INFIX or token.text in _PREFIX or token.calls

    def simple(self, token: PrologToken) -> Term:
        """A term in brackets, a list, or a term of one token."""
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
        """A list, after its opening bracket: its elements, and its tail if named."""
        after = self.next()
        if after is not None and after.text == "]":
            self.at += 1
            return Term("name", "[]", (), token.line)
        return Term("compound", "[|]", self.read_list("]"), token.line)

    def read_list(self, closing: str) -> tuple[Term, ...]:
        """Terms with commas between them, and what closes them."""
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
