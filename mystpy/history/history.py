"""Histories: what is given of a game, namely some hands and what has been done.

A history is a value: it says which hands are known and lists actions, executable
or not. Whether they can have happened is for `mystpy.questions.legality` to answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mystpy.axioms import names_in_force
from mystpy.compilation import dataclass, field
from mystpy.errors import ParseError, QueryError
from mystpy.game.game import Game
from mystpy.history.accounts import OpenTurn
from mystpy.history.actions import (
    FUNCTORS,
    Action,
    AsideAction,
    Asks,
    action_args,
    action_latex,
    action_term,
    show_action,
)
from mystpy.history.arguments import resolve, resolve_at
from mystpy.history.given_cards import with_identifiers
from mystpy.history.given_hands import (
    Hands,
    HandsGiven,
    Parts,
    checked_hands,
    hands_by_holder,
)
from mystpy.history.inheritance import ResultCarrier
from mystpy.history.scan import (
    RawAction,
    is_table,
    is_term,
    scan_at_length,
)
from mystpy.representation import brief_repr

Written = str | Sequence[str | Action]
"""A history as users give it: a text, or a list of texts and actions."""

_UNSEEN = ("_", "unseen", None)


@dataclass(frozen=True, slots=True)
class History(ResultCarrier):
    """A game, the hands that are given, and the actions that were done, oldest first.

    `hands` has a set of cards for each holder (0 is the pile), or None for a hand that
    is not given; `parts` has cards that are known to be in a hand. `actions` need not
    be possible: `Situation.of` checks them. `places` says where in its source each
    action is, for messages, and is not compared; `writer` is the player whose notes
    these are, or None. Histories are immutable. Raises QueryError if a hand or an
    action does not belong to the `game`. Source: Bart 2000, sections 2.2 and 2.4.

    >>> from mystpy import Game, History
    >>> game = Game.myst(m=1, n=1, p=5, q=2)
    >>> history = History.make(game, {5: ["s6"]}, "asks(1,{s1,s2}) yes(2)")
    >>> len(history), history.term()
    (2, 'do(yes(2),do(asks(1,set(s1,s2)),init0))')
    """

    game: Game
    hands: Hands
    actions: tuple[Action, ...] = ()
    places: tuple[str, ...] | None = field(default=None, compare=False, repr=False)
    parts: Parts = ()
    writer: int | None = None

    __repr__ = brief_repr

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "hands", checked_hands(self.game, self.hands, self.parts))
        put(self, "actions", tuple(self.actions))
        put(self, "game", _game_of(self.game, self.actions))
        for action in {a for a in self.actions if not isinstance(a, OpenTurn)}:
            resolve(*action_args(action), self.game)

    @classmethod
    def make(
        cls,
        game: Game,
        hands: HandsGiven | None = None,
        history: Written = "",
        *,
        line: int = 1,
    ) -> History:
        """Return the history of a `game` with these `hands` and actions.

        `hands` maps holders, by number or name, to lists of cards. `history` is a text,
        a list of texts or actions, table notes, or a situation term; it begins on
        `line` of its source. Raises QueryError for a hand that cannot be, ParseError
        for an action that cannot be read. Source: mystpy.

        >>> from mystpy import Game, History
        >>> History.make(Game.clue(3), {}, ["asks(1,{plum,rope,hall})", "no(2)"]).text()
        'asks(1,{plum,rope,hall}) no(2)'
        """
        held, parts = hands_by_holder(game, {} if hands is None else hands)
        return cls(game, held, parts=parts)._then((history,), line)

    def then(self, *written: Written | Action) -> History:
        """Return the history with further actions, each a text or an action.

        Raises ParseError if one of the `written` actions cannot be read, QueryError if
        it does not belong to the game.
        """
        return self._then(written, 1)

    def _then(self, written: tuple[Written | Action, ...], line: int) -> History:
        places = list(self.places or ())
        reading = _Reading(self.game, list(self.actions), places, line)
        for piece in written:
            if isinstance(piece, str):
                reading.add(piece)
            else:
                reading.add_listed(_listed(piece))
        return self._with(tuple(reading.actions), reading.kept_places())

    def prefix(self, k: int) -> History:
        """Return the history of the first `k` actions.

        Raises QueryError if there are fewer.
        """
        if not 0 <= k <= len(self.actions):
            raise QueryError(
                f"there is no prefix of {k} actions",
                hint=f"the history has {len(self.actions)} actions",
            )
        return self._with(self.actions[:k], self.places and self.places[:k])

    def _with(
        self, actions: tuple[Action, ...], places: tuple[str, ...] | None
    ) -> History:
        # All of it was checked before: else a game of n moves would cost n * n.
        new: History = object.__new__(History)
        game = _game_of(self.game, actions[len(self.actions) :])
        values = (game, self.hands, actions, places, self.parts, self.writer)
        for name, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(new, name, value)
        if game is self.game:
            new.carry_from(self)
        return new

    def __hash__(self) -> int:
        return hash((self.game, self.hands, self.carried_hash(self.actions)))

    def __len__(self) -> int:
        return len(self.actions)

    def __bool__(self) -> bool:
        return True  # a history without actions is one all the same

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        """Return the actions as users write them, one turn on a line."""
        deck, names = self.game.deck, names_in_force()
        shown = [show_action(action, deck, names) for action in self.actions]
        asks = names.get(Asks.name, Asks.name)
        return " ".join(shown).replace(f") {asks}(", f")\n{asks}(")

    def term(self, *, list_form: bool = False) -> str:
        """Return the situation term, which SWI-Prolog and clingo read.

        It is `do(A,S)` nested, or with `list_form` `do([A1,...,An],init0)`.
        """
        deck = self.game.deck
        terms = [action_term(action, deck) for action in self.actions]
        if not terms:
            return "init0"
        if list_form:
            return f"do([{','.join(terms)}],init0)"
        opened = "".join(f"do({term}," for term in reversed(terms))
        return f"{opened}init0{')' * len(terms)}"

    def latex(self) -> str:
        """Return the term in the thesis's notation, `do([a_1, ..., a_n], Init_0)`."""
        deck = self.game.deck
        shown = ", ".join(action_latex(action, deck) for action in self.actions)
        return f"do([{shown}], Init_0)" if shown else "Init_0"


def _game_of(game: Game, actions: Iterable[Action]) -> Game:
    """The game with events besides questions, if some of these actions are such."""
    if game.events or not any(isinstance(action, AsideAction) for action in actions):
        return game
    return game.with_events()


def _listed(piece: object) -> Sequence[str | Action]:
    """A list of texts and actions; a single action is one of them."""
    pieces: list[Any] = list(piece) if isinstance(piece, (list, tuple)) else [piece]
    for part in pieces:
        if not isinstance(part, (str, *FUNCTORS.values())):
            raise QueryError(
                f"{part!r} is not an action",
                hint='write actions as text, such as "asks(1,{s1,s2})"',
            )
    return pieces


class _Reading:
    """Actions as they are read, one text or value after the other.

    Histories repeat themselves: each spelling is looked up in the game once.
    """

    def __init__(
        self, game: Game, actions: list[Action], places: list[str], first_line: int
    ) -> None:
        self.game = game
        self.actions = actions
        self.places = places
        self.first_line = first_line
        self.known: dict[RawAction, Action] = {}
        self.single: dict[str, Action] = {}

    def add(self, part: str | Action) -> None:
        if isinstance(part, OpenTurn):
            self.actions.append(part)
        elif not isinstance(part, str):
            self.actions.append(resolve(*action_args(part), self.game))
        elif part in self.single:
            self.actions.append(self.single[part])
        else:
            self.add_text(part)

    def add_listed(self, parts: Sequence[str | Action]) -> None:
        for number, part in enumerate(parts):
            try:
                self.add(part)
            except ParseError as error:
                where = f"history[{number}]" if len(parts) > 1 else None
                raise error.within(error.text, 0, where) from None

    def add_text(self, text: str) -> None:
        before = len(self.actions)
        table = is_table(text)
        if before and (table or is_term(text)):
            raise _behind(text, "table notes have" if table else "a situation term has")
        if table:
            self.add_table(text)
            return
        self.add_scanned(text)
        if len(self.actions) == before + 1 and not is_term(text):
            self.single[text] = self.actions[-1]

    def add_scanned(self, text: str) -> None:
        """Append the actions of a text, and for each the line it is on."""
        line, behind = self.first_line, 0
        text = with_identifiers(text, self.game)
        many_lines = "\n" in text
        for raw, position in scan_at_length(text):
            action = self.known.get(raw)
            if action is None:
                action = self.known[raw] = resolve_at(raw, self.game, text, position)
            self.actions.append(action)
            if many_lines:
                line += text.count("\n", behind, position)
                behind = position
                self.places.append(f"line {line}")

    def add_table(self, text: str) -> None:
        """Append the actions that table notes tell, and for each its line."""
        from mystpy.history.table.notes import read_table  # seldom needed

        for action, line in read_table(text, self.game):
            self.actions.append(action)
            self.places.append(f"line {line + self.first_line - 1}")

    def kept_places(self) -> tuple[str, ...] | None:
        """The places, if there is one for every action."""
        complete = len(self.places) == len(self.actions) > 0
        return tuple(self.places) if complete else None


def _behind(text: str, what: str) -> ParseError:
    # A whole history after other actions would begin the game a second time.
    return ParseError(
        f"{what} to be the whole history",
        text=text,
        position=len(text) - len(text.lstrip()),
        hint="list single actions, or give one whole history",
    )
