"""The constants of section 2.1 and what else makes a game: its values alone."""

from __future__ import annotations

from mystpy.compilation import dataclass, field

Sorts = tuple[tuple[str, tuple[str, ...]], ...]
"""The sorts of cards, each with its cards."""


def numbers(p: int) -> tuple[str, ...]:
    """The names of players that have none: "1".."p"."""
    return tuple(str(i) for i in range(1, p + 1))


@dataclass(frozen=True, slots=True)
class GameValues:
    """Rules, players, cards, sizes and what else `Game` has, which see."""

    rules: str
    players: tuple[str, ...]
    cards: tuple[str, ...]
    sizes: tuple[int, ...]
    q: int
    sorts: Sorts = ()
    m: int | None = None
    n: int | None = None
    board: bool = False
    speed: bool = False
    face_up: tuple[str, ...] = ()
    deck: dict[str, int] = field(init=False, repr=False, compare=False)
    """Each card with its place in the deck, counted from 0."""

    @property
    def p(self) -> int:
        """The number of players."""
        return len(self.players)

    @property
    def c(self) -> int:
        """The number of cards, (2.2)."""
        return len(self.cards)

    @property
    def holders(self) -> range:
        """The pile and the players, 0..p, and the table, p+1, if it holds cards."""
        return range(len(self.sizes))

    @property
    def table(self) -> int | None:
        """The holder of the cards that are left over, p+1, if there are any."""
        return self.p + 1 if len(self.sizes) > self.p + 1 else None

    @property
    def holder_names(self) -> tuple[str, ...]:
        """The holders as they are called: the pile, the players, and the table."""
        return ("pile", *self.players, *(["table"] if self.table else []))

    @property
    def named(self) -> bool:
        """True if the players have names other than their numbers."""
        return self.players != numbers(self.p)
