"""The values of a game, and the checks that they describe one.

Each check raises GameError with the fault and, if it helps, the remedy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from mystpy.compilation import dataclass, field, replace
from mystpy.errors import GameError, did_you_mean
from mystpy.game.names import name_fault
from mystpy.names.written import rows_shown

Sorts = tuple[tuple[str, tuple[str, ...]], ...]
"""The sorts of cards, each with its cards."""


def numbers(p: int) -> tuple[str, ...]:
    """Return the names of players without names: "1".."p"."""
    return tuple(str(i) for i in range(1, p + 1))


@dataclass(frozen=True, slots=True)
class GameValues:
    """The values of a game: rules, players, cards, sizes and more, see `Game`."""

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
    events: bool = False
    face_up: tuple[str, ...] = ()
    possible_sizes: tuple[tuple[int, ...], ...] = ()
    """All possible sizes, beginning with `sizes`; empty if the sizes are known."""
    shown: dict[str, str] = field(default_factory=dict, repr=False, compare=False)
    """The original spelling of names that were written differently, by identifier."""

    deck: dict[str, int] = field(init=False, repr=False, compare=False)
    """Each card with its place in the deck, counted from 0."""

    @property
    def p(self) -> int:
        """The number of players."""
        return len(self.players)

    @property
    def c(self) -> int:
        """Return the number of cards, (2.2)."""
        return len(self.cards)

    @property
    def holders(self) -> range:
        """Return the pile and the players, 0..p, and p+1 if the table has cards."""
        return range(len(self.sizes))

    @property
    def table(self) -> int | None:
        """Return the holder of the cards that are left over, p+1, if there are any."""
        return self.p + 1 if len(self.sizes) > self.p + 1 else None

    @property
    def holder_names(self) -> tuple[str, ...]:
        """Return the names of the holders: the pile, the players, and the table."""
        return ("pile", *self.players, *(["table"] if self.table else []))

    def shown_as(self, name: str) -> str:
        """Return a card, a player or a sort as it was written."""
        return self.shown.get(name, name)

    def showing(self, shown: Mapping[str, str]) -> Self:
        """Return the same game, with names to be shown for cards, players and sorts.

        Raises GameError for a text that is no name, and for two names that would be
        confused.
        """
        known = (*self.players, *self.cards, *(name for name, _ in self.sorts))
        return replace(self, shown=rows_shown(self.shown, shown, known))

    @property
    def shown_holders(self) -> tuple[str, ...]:
        """Return the holders as they were written: pile, players and table."""
        return tuple(map(self.shown_as, self.holder_names))

    @property
    def named(self) -> bool:
        """Return whether the players have names other than their numbers."""
        return self.players != numbers(self.p)


RULES = ("myst", "clue", "cards", "generalized")
MOST_CARDS = 10_000


def is_number(value: object) -> bool:
    """Return whether the value is a whole number; truth values are not numbers."""
    return isinstance(value, int) and not isinstance(value, bool)


def check_constant(name: str, value: object, least: int) -> None:
    """Check that a constant is within its bound in (2.1)."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise GameError(
            f"{name} = {value!r}, but (2.1) asks for {name} >= {least}",
            hint=f"give {name} as a whole number from {least}",
        )


def check_count(count: int, what: str) -> None:
    """Reject numbers of cards or players that no machine could hold."""
    if count > MOST_CARDS:
        raise GameError(
            f"{count} {what} are more than mystpy holds",
            hint=f"at most {MOST_CARDS} {what}",
        )


def check_texts(what: str, names: object) -> Sequence[str]:
    """Check that a value is a list of texts, and return it."""
    if isinstance(names, (list, tuple)) and all(isinstance(x, str) for x in names):
        return names
    hint = None
    if what == "players" and is_number(names):
        hint = f"for the number of players write p={names}"
    elif isinstance(names, str):
        hint = 'write a list: ["ann", "bob"]'
    raise GameError(f"{what} must be a list of names, not {names!r}", hint=hint)


def check_sorts(sorts: object) -> None:
    """Check that the sorts of Clue are a table of lists of cards."""
    if not isinstance(sorts, Mapping) or not sorts:
        raise GameError("sorts must give the cards of each sort by name")
    for name, cards in sorts.items():
        if not check_texts(f"the sort {name}", cards):
            raise GameError(f"the sort {name} has no cards")


def check_rules_known(rules: object) -> None:
    """Check that the rules are of a known kind."""
    if not isinstance(rules, str) or rules not in RULES:
        hint = did_you_mean(str(rules), RULES) or f"the rules are {', '.join(RULES)}"
        raise GameError(f"there are no rules {rules!r}", hint=hint)


def check_names(game: GameValues) -> None:
    """Check the names of cards, players and sorts; none may occur twice."""
    check_constant("p", game.p, 2)
    check_count(game.c, "cards")
    players = game.players if game.named else ()
    _refuse_doubles(
        [("card", x) for x in game.cards] + [("player", x) for x in players]
    )
    _refuse_doubles([("sort", name) for name, _ in game.sorts])


def _refuse_doubles(words: Iterable[tuple[str, str]]) -> None:
    seen: dict[str, str] = {}
    for kind, name in words:
        if fault := name_fault(name):
            raise GameError(f"a {kind} cannot be called this: {fault}")
        if name in seen:
            other = "another" if seen[name] == kind else f"a {seen[name]}"
            raise GameError(f"the {kind} {name} has the name of {other}")
        seen[name] = kind


def check_sizes(game: GameValues) -> None:
    """Check that the sizes deal out every card: (2.10)-(2.12)."""
    if len(game.sizes) not in (game.p + 1, game.p + 2):
        raise GameError(
            f"{len(game.sizes)} sizes for {game.p} players and the pile",
            hint="the first size is the pile's, then one for each player; only cards "
            "that are left over have one more",
        )
    for holder, size in enumerate(game.sizes):
        if not is_number(size) or size < 0:
            whose = f"the hand of player {holder}" if holder else "the pile"
            whose = "the table" if holder > game.p else whose
            raise GameError(f"{whose} has {size!r} cards, which is no number of cards")
    if sum(game.sizes) != game.c:
        raise GameError(
            f"the sizes add up to {sum(game.sizes)}, but there are {game.c} cards",
            hint="every card is held by a player or lies in the pile, (2.10), or is "
            "left over",
        )
    _check_face_up(game)
    check_constant("q", game.q, 1)
    if game.q > game.c:
        raise GameError(
            f"q = {game.q}, but there are only {game.c} cards to ask for",
            hint="a question is a set of q of the c cards, (2.1) and (2.8)",
        )


def _check_face_up(game: GameValues) -> None:
    """Check that the cards that lie face up are among those left over."""
    check_texts("face_up", game.face_up)
    for card in game.face_up:
        if card not in game.cards:
            hint = did_you_mean(card, game.cards)
            raise GameError(f"there is no card {card[:40]} to lie face up", hint=hint)
    if len(set(game.face_up)) < len(game.face_up):
        raise GameError("face_up names a card twice")
    left = sum(game.sizes[game.p + 1 :])
    if len(game.face_up) > left:
        raise GameError(
            f"{len(game.face_up)} cards lie face up, but {left} are left over",
            hint="give the number of all cards that are left over as left_over",
        )
    for name, cards in game.sorts:
        if cards and set(cards) <= set(game.face_up):
            raise GameError(f"all cards of {name} lie face up, but one is in the pile")


def check_rules(game: GameValues) -> None:
    """Check m, n, the sorts and our additions against the kind of rules."""
    for name, value in (("board", game.board), ("speed", game.speed)):
        if not isinstance(value, bool):
            raise GameError(f"{name} is true or false, not {value!r}")
        if value and game.rules != "clue":
            raise GameError(f"{name} = true belongs to the rules clue only")
    if game.board and game.speed:
        raise GameError("Speed Clue is played without a board", hint="give one of them")
    check_events(game)
    if game.rules in ("myst", "generalized"):
        _check_myst(game)
    elif game.m is not None or game.n is not None:
        raise GameError("m and n belong to the rules generalized and myst only")
    elif game.rules == "clue":
        _check_clue(game)
    elif game.sorts:
        raise GameError("sorts belong to the rules clue only")


def check_events(game: GameValues) -> None:
    """Check that only rules with events have them, (E1)-(E20), besides questions."""
    if not isinstance(game.events, bool):
        raise GameError(f"events is true or false, not {game.events!r}")
    if game.events and (game.speed or game.rules == "generalized"):
        which = "Speed Clue" if game.speed else "generalized Clue"
        raise GameError(
            f"{which} has no events besides questions and guesses",
            hint="looks, cards laid open and witnesses of shows belong to the rules "
            "myst, cards and clue, also on a board",
        )


def _check_myst(game: GameValues) -> None:
    check_constant("m", game.m, 1)
    check_constant("n", game.n, 1)
    if game.sorts or game.sizes != (game.m, *[game.n] * game.p):
        raise GameError("MYST has a pile of m and hands of n", hint="Game.myst(...)")


def _check_clue(game: GameValues) -> None:
    count = len(game.sorts)
    if tuple(card for _, sort in game.sorts for card in sort) != game.cards:
        raise GameError("the cards of Clue are those of its sorts, in order")
    for name, sort in game.sorts:
        if not sort:
            raise GameError(f"the sort {name} has no cards")
    if (game.sizes[0], game.q) != (count, count):
        raise GameError(
            f"with {count} sorts the pile and a question have {count} cards, one of "
            f"each sort, not {game.sizes[0]} and {game.q}"
        )


def check_carried(
    game: GameValues,
    what: str,
    hint: str = "legal, poss, ask, know, why, notebook and play can",
    *,
    events: bool = False,
) -> None:
    """Reject features for generalized Clue that are made for questions that go round.

    Unless the feature supports `events` besides questions, games with them are
    rejected.
    """
    if game.events and not events:
        require_no_events(game, what)
    if game.rules == "generalized":
        raise GameError(f"{what} is not available for generalized Clue", hint=hint)


def require_no_events(game: GameValues, what: str) -> None:
    """Reject games with events besides questions, (E1)-(E20), for this feature."""
    if game.events:
        raise GameError(
            f"{what} is not available for a game with looks, cards laid open or "
            "witnesses of shows",
            hint="legal, poss, ask, know, why and notebook follow these events",
        )
