"""Finite games of two players as trees, and a reader of Gambit's files.

In the field: a game in extensive form with information sets (Kuhn 1953), in the format
.efg of Gambit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import QueryError

_TOKEN = pattern(r'\s*(?:"((?:[^"\\]|\\.)*)"|([{}])|([^\s{}",]+)|(,))')
_ESCAPED = pattern(r"\\(.)")
_HEAD = ("EFG", "2")


class TreeNode(NamedTuple):
    """A node: `player` is 0 for chance, and None at the end of the game.

    `information_set` is a number for each player; `actions` are the names of the edges
    to `children`, with `chances` at a node of chance. `payoffs` has one for each
    player, and is empty if there are none.
    """

    player: int | None
    information_set: int
    actions: tuple[str, ...]
    chances: tuple[Fraction, ...]
    payoffs: tuple[Fraction, ...]
    children: tuple[int, ...]


class GameTree(NamedTuple):
    """The nodes of a game, the root first, and every node before its children."""

    title: str
    players: tuple[str, ...]
    nodes: Sequence[TreeNode]

    def information_sets(self) -> dict[tuple[int, int], list[int]]:
        """Return the nodes of each player's information sets."""
        found: dict[tuple[int, int], list[int]] = {}
        for k, node in enumerate(self.nodes):
            if node.player:
                found.setdefault((node.player, node.information_set), []).append(k)
        return found


class _Reader:
    """The tokens of a file, one after another: texts, braces and words."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.tokens = list(_tokens(text.lstrip("\ufeff"), name))
        self.at = 0

    def wrong(self, what: str) -> QueryError:
        line = self.tokens[min(self.at, len(self.tokens)) - 1][2] if self.tokens else 1
        return QueryError(
            f"{self.name}:{line}: {what}",
            hint="mystpy reads the format .efg of Gambit, version 2",
        )

    def next(self, kind: str, what: str) -> str:
        """Return the next token, which has to be of a kind."""
        if self.at >= len(self.tokens):
            raise self.wrong(f"the file ends where {what} is expected")
        found, value, _ = self.tokens[self.at]
        self.at += 1
        if kind not in (found, "any"):
            raise self.wrong(f"{value!r} is not {what}")
        return value

    def has(self, kind: str, value: str | None = None) -> bool:
        """Return whether the next token is of a kind, or is a given one."""
        if self.at >= len(self.tokens):
            return False
        found, said, _ = self.tokens[self.at]
        return found == kind and value in (None, said)

    def text(self, what: str) -> str:
        """Return the next token, a text in quotes."""
        return self.next("text", what)

    def optional_text(self) -> str:
        """Return a text in quotes, if there is one."""
        return self.text("a text") if self.has("text") else ""

    def number(self, what: str) -> int:
        """Return the next token, an integer."""
        word = self.next("word", what)
        if not (word.isascii() and word.isdigit() and len(word) < 12):
            raise self.wrong(f"{word!r} is not {what}")
        return int(word)

    def fraction(self, what: str) -> Fraction:
        """Return the next token, a fraction or a decimal number."""
        word = self.next("word", what)
        try:
            if len(word) > 200 or "_" in word or "e" in word.lower():
                raise ValueError(word)
            return Fraction(word)
        except (ValueError, ZeroDivisionError):
            raise self.wrong(f"{word!r} is not {what}") from None

    def list_of(self, kind: str, what: str) -> Iterator[None]:
        """Iterate over a list in braces; the caller reads each element."""
        self.open(what)
        while not self.has("brace", "}"):
            if not (self.has(kind) or self.has("text")):
                raise self.wrong(f"{what} is expected")
            yield
        self.at += 1

    def open(self, what: str) -> None:
        """Read an opening brace."""
        if not self.has("brace", "{"):
            raise self.wrong(f"a list in braces is expected: {what}")
        self.at += 1


def _tokens(text: str, name: str) -> Iterator[tuple[str, str, int]]:
    at, line = 0, 1
    text = text.rstrip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise QueryError(
                f"{name}:{text.count(chr(10), 0, at) + 1}: a text in quotes has no end",
                hint='write "..."',
            )
        line += text.count("\n", at, found.end())
        at = found.end()
        quoted, brace, word, comma = found.groups()
        if quoted is not None:
            yield "text", _ESCAPED.sub(r"\1", quoted), line
        elif brace:
            yield "brace", brace, line
        elif comma is None:
            yield "word", word, line


def read_efg(text: str, name: str, most: int) -> GameTree:
    """Read a game in the format .efg, with at most `most` nodes.

    Raises QueryError if the text is not such a game, or has more nodes.
    """
    reader = _Reader(text, name)
    for word in _HEAD:
        if (
            reader.next("any", f"{' '.join(_HEAD)}, the beginning of the format")
            != word
        ):
            raise reader.wrong("the file does not begin with EFG 2")
    reader.next("word", "R or D, how numbers are written")
    title = reader.text("the title, in quotes")
    players = tuple(reader.text("a name") for _ in reader.list_of("text", "players"))
    reader.optional_text()
    nodes = _Nodes(reader, len(players), most).read()
    return GameTree(title, players, nodes)


class _Nodes:
    """A reader of the nodes of a file; a node is before those below it."""

    def __init__(self, reader: _Reader, players: int, most: int) -> None:
        self.reader, self.players, self.most = reader, players, most
        self.actions: dict[tuple[int, int], tuple[str, ...]] = {}
        self.chances: dict[int, tuple[Fraction, ...]] = {}
        self.outcomes: dict[int, tuple[Fraction, ...]] = {}

    def read(self) -> list[TreeNode]:
        """Read all nodes. Raises QueryError if some are missing, or too many."""
        found: list[TreeNode] = []
        children: list[list[int]] = []
        open_: list[int] = []
        while not found or open_:
            if len(found) >= self.most:
                raise QueryError(
                    f"{self.reader.name} has more than {self.most} nodes",
                    hint="a smaller tree: fewer --turns",
                )
            node = self._node()
            if open_:
                children[open_[-1]].append(len(found))
            found.append(node)
            children.append([])
            open_.append(len(found) - 1)
            while open_ and len(children[open_[-1]]) == len(found[open_[-1]].actions):
                open_.pop()
        if self.reader.at < len(self.reader.tokens):
            self.reader.at += 1
            raise self.reader.wrong("the tree is complete, but the file continues")
        return [
            node._replace(children=tuple(below))
            for node, below in zip(found, children, strict=True)
        ]

    def _node(self) -> TreeNode:
        kind = self.reader.next("word", "c, p or t, a node")
        if kind not in ("c", "p", "t"):
            raise self.reader.wrong(f"{kind!r} is not c, p or t, a node")
        self.reader.text("the node's name, in quotes")
        if kind == "t":
            return TreeNode(None, 0, (), (), self._outcome(), ())
        player = 0
        if kind == "p":
            player = self.reader.number("a player's number")
            if not 1 <= player <= self.players:
                raise self.reader.wrong(f"there is no player {player}")
        number = self.reader.number("the number of an information set")
        actions = self._actions(player, number)
        chances = () if player else self.chances[number]
        return TreeNode(player, number, actions, chances, self._outcome(), ())

    def _actions(self, player: int, number: int) -> tuple[str, ...]:
        """Return the actions of an information set; a file may repeat them."""
        key, reader = (player, number), self.reader
        reader.optional_text()
        if reader.has("brace", "{"):
            names, chances = list[str](), list[Fraction]()
            for _ in reader.list_of("word", "an action"):
                names.append(reader.next("any", "an action"))
                if not player:
                    chances.append(reader.fraction("a probability"))
            known = self.actions.setdefault(key, tuple(names))
            if known != tuple(names):
                raise reader.wrong("an information set has other actions than before")
            if not player:
                if sum(chances) != 1:
                    raise reader.wrong("the probabilities do not add up to 1")
                self.chances.setdefault(number, tuple(chances))
        if not self.actions.get(key):
            raise reader.wrong("an information set has no actions")
        return self.actions[key]

    def _outcome(self) -> tuple[Fraction, ...]:
        """Return the payoffs of an outcome; none if its number is 0."""
        reader = self.reader
        number = reader.number("the number of an outcome")
        reader.optional_text()
        if reader.has("brace", "{"):
            payoffs = tuple(
                reader.fraction("a payoff") for _ in reader.list_of("word", "a payoff")
            )
            self.outcomes.setdefault(number, payoffs)
        return self.outcomes.get(number, ())
