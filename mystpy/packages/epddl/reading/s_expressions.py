"""The texts of EPDDL as nested lists, with the place of each word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import ParseError, SourceText, one_of

MAX_DEPTH = 100
"""The maximal number of brackets that may be open at once."""

MAX_WORDS = 1_000_000
"""The maximal number of words and brackets in a text."""

_TOKEN = pattern(
    r";[^\n]*|(?:C|Kw)\.|[?:]?[A-Za-z_][\w'-]*|\d+|/=|[()\[\]<>|=-]|\S",
)
_CLOSING = {"(": ")", "[": "]", "<": ">"}


class Word(NamedTuple):
    """A word or sign, and where it is."""

    text: str
    source: SourceText
    position: int

    def fault(self, message: str, hint: str | None = None) -> ParseError:
        """Return the error at this word."""
        return self.source.fault(message, self.position, hint)


class Bracketed(NamedTuple):
    """The content of a pair of brackets: `(...)`, `[...]` or `<...>`."""

    bracket: str
    items: tuple[Node, ...]
    source: SourceText
    position: int

    def fault(self, message: str, hint: str | None = None) -> ParseError:
        """Return the error at the opening bracket."""
        return self.source.fault(message, self.position, hint)

    @property
    def head(self) -> str:
        """The first word; "" if there is none."""
        first = self.items[0] if self.items else None
        return first.text if isinstance(first, Word) else ""

    @property
    def modality(self) -> Bracketed | None:
        """The `[...]` or `<...>` that it begins with; None for another formula."""
        match self.items:
            case (Bracketed("[" | "<") as first, *_):
                return first
        return None

    def argument(self, message: str = "") -> Node:
        """Return the only argument of its head. Raises ParseError for another count."""
        if len(self.items) != 2:
            raise self.fault(message or f"{self.head} has one argument")
        return self.items[1]


Node = Word | Bracketed


def parts_of(node: Node) -> Iterator[Node]:
    """Yield a node, and all words and lists in it."""
    yield node
    for each in node.items if isinstance(node, Bracketed) else ():
        yield from parts_of(each)


def words_in(node: Node) -> list[str]:
    """Return the texts of all words in a node."""
    return [each.text for each in parts_of(node) if isinstance(each, Word)]


def is_modal(node: Node) -> bool:
    """Return whether a formula has an operator of knowledge."""
    lists = (each for each in parts_of(node) if isinstance(each, Bracketed))
    return any(each.bracket in "[<" for each in lists)


def read_text(text: str, name: str) -> Bracketed:
    """Return the one list that a text consists of.

    Raises ParseError, with file, line and column, if a bracket is missing or too many.
    """
    source = SourceText(text, name)
    open_lists: list[tuple[str, int, list[Node]]] = [("", 0, [])]
    for word in _words(source):
        if word.text in _CLOSING:
            if len(open_lists) > MAX_DEPTH:
                raise word.fault(f"more than {MAX_DEPTH} brackets are open here")
            open_lists.append((word.text, word.position, []))
        elif word.text in _CLOSING.values():
            bracket, position, items = open_lists.pop()
            if _CLOSING.get(bracket) != word.text:
                raise word.fault(f"{word.text} closes no bracket")
            found = Bracketed(bracket, tuple(items), source, position)
            open_lists[-1][2].append(found)
        else:
            open_lists[-1][2].append(word)
    if len(open_lists) > 1:
        raise source.fault("this bracket is not closed", open_lists[-1][1])
    match open_lists[0][2]:
        case [Bracketed() as found]:
            return found
    raise source.fault("the file is not one list, (define ...)", 0)


def _words(source: SourceText) -> Iterator[Word]:
    for number, found in enumerate(_TOKEN.finditer(source.text)):
        if number == MAX_WORDS:
            message = f"the text has more than {MAX_WORDS:,} words"
            raise source.fault(message, found.start())
        if found[0][0] != ";":
            yield Word(found[0], source, found.start())


def word_of(node: Node, what: str) -> Word:
    """Return a node that has to be a name. Raises ParseError if it is none."""
    if isinstance(node, Word) and (node.text[0].isalpha() or node.text[0] in "_?"):
        return node
    raise node.fault(f"{what} is expected here")


def term_of(node: Node) -> Word:
    """Return a node that has to be a term. Raises ParseError if it is none."""
    if isinstance(node, Word):
        return node
    raise node.fault("a name or a variable is expected here")


def list_of(node: Node | None, what: str, near: Node) -> Bracketed:
    """Return a node that has to be a list in parentheses; `near` is where it belongs.

    Raises ParseError if it is none.
    """
    if isinstance(node, Bracketed) and node.bracket == "(":
        return node
    raise (node or near).fault(f"{what} in parentheses is expected here")


def fields(items: Sequence[Node], known: Sequence[str]) -> dict[str, Node]:
    """Return the values of keywords, `:worlds (...) :labels (...)`, by keyword.

    Raises ParseError for another keyword, or one that is there twice.
    """
    found: dict[str, Node] = {}
    for place in range(0, len(items), 2):
        key = items[place]
        if not isinstance(key, Word) or key.text not in known:
            raise key.fault(f"{one_of(known)} is expected here")
        if key.text in found:
            raise key.fault(f"{key.text} is there twice")
        if place + 1 == len(items):
            raise key.fault(f"{key.text} has no value")
        found[key.text] = items[place + 1]
    return found
