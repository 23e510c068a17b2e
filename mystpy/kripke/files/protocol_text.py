"""The texts of order protocols: `((show | noshow) nowin next)* (show | noshow) win`.

A kind of step is of the player in turn; `show(2)` is of player 2, `show(_)` of any.
`next` passes the turn, `|` is or, and `*`, `+` and `?` say how often; # begins a
comment.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from mystpy.compilation import pattern
from mystpy.errors import SourceText, did_you_mean
from mystpy.kripke.update.order_protocol import (
    ANYBODY,
    KINDS,
    NEXT,
    PROTOCOLS,
    Either,
    InOrder,
    Order,
    OrderProtocol,
    Repeated,
    StepKind,
    TurnPasses,
)

_TOKEN = pattern(r"#[^\n]*|\w+|\S")


def parse_protocol(
    text: str,
    players: Iterable[str],
    actions: Collection[str] = (),
    source: str = "--protocol",
) -> OrderProtocol:
    """The protocol of a text, or of one of the names in PROTOCOLS.

    `actions` are the names of further kinds of steps. Raises ParseError.
    """
    known = tuple(players)
    said = PROTOCOLS.get(text.strip(), text)
    reader = _Reader(said, known, (*KINDS, *actions), source)
    return OrderProtocol.begun(reader.whole(), known)


class _Reader(SourceText):
    """One reading of the text of a protocol."""

    def __init__(
        self, text: str, players: Sequence[str], kinds: Sequence[str], source: str
    ) -> None:
        super().__init__(text, source)
        self.players, self.kinds = players, kinds
        self.tokens = [
            (found[0], found.start())
            for found in _TOKEN.finditer(text)
            if not found[0].startswith("#")
        ]
        self.place = 0

    @property
    def token(self) -> str:
        return self.tokens[self.place][0] if self.place < len(self.tokens) else ""

    @property
    def position(self) -> int:
        if self.place < len(self.tokens):
            return self.tokens[self.place][1]
        return len(self.text)

    def whole(self) -> Order:
        """The protocol of the whole text. Raises ParseError."""
        found = self.choice()
        if self.token:
            raise self.fault(f"{self.token!r} is not expected here", self.position)
        return found

    def choice(self) -> Order:
        parts = [self.row()]
        while self.token == "|":
            self.place += 1
            parts.append(self.row())
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def row(self) -> Order:
        parts: list[Order] = []
        while self.token and self.token not in ")|":
            parts.append(self.repeated())
        if not parts:
            raise self.fault(
                "a step is expected here",
                self.position,
                f"such as {PROTOCOLS['knowledge-games']}",
            )
        return parts[0] if len(parts) == 1 else InOrder(tuple(parts))

    def repeated(self) -> Order:
        found = self.single()
        while self.token and self.token in "*+?":
            sign = self.token
            if sign == "?":
                found = Either((found, InOrder()))
            else:
                often = Repeated(found)
                found = often if sign == "*" else InOrder((found, often))
            self.place += 1
        return found

    def single(self) -> Order:
        word, start = self.token, self.position
        self.place += 1
        if word == "(":
            found = self.choice()
            self.closed()
            return found
        if word == NEXT:
            return TurnPasses()
        if word not in self.kinds:
            hint = did_you_mean(word, (*self.kinds, NEXT))
            known = f"the kinds are {', '.join(self.kinds)}, and {NEXT}"
            raise self.fault(f"{word!r} is no kind of step", start, hint or known)
        if self.token != "(" or not self._is_player():
            return StepKind(word)
        self.place += 1
        player = self.token
        if player not in (*self.players, ANYBODY):
            known = f"the players are {', '.join(self.players)}, and {ANYBODY} is any"
            raise self.fault(f"there is no player {player!r}", self.position, known)
        self.place += 1
        self.closed()
        return StepKind(word, player)

    def _is_player(self) -> bool:
        """Whether one word in brackets follows that is no kind of step."""
        words = [token for token, _ in self.tokens[self.place : self.place + 3]]
        return (
            len(words) == 3
            and words[2] == ")"
            and words[1]
            not in (
                *self.kinds,
                NEXT,
            )
        )

    def closed(self) -> None:
        if self.token != ")":
            raise self.fault("a bracket is not closed", self.position, "write )")
        self.place += 1
