"""Actions: their classes, and their texts.

The seven actions of section 2.4 are values here, and some of mystpy's own, named after
the axioms that declare them (`mystpy/axiom_folder/signature.py`). Cards are plain
strings, players the integers 1..p, and holder 0 is the pile. `str(action)` is the text
that users write; `action_term` is the form that both logic languages read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, ClassVar, cast

from mystpy.axiom_folder.signature import ACTIONS, CARD_SETS
from mystpy.axioms import names_in_force
from mystpy.compilation import dataclass
from mystpy.game.game import Game
from mystpy.game.names import SHAPES, Deck, card_latex, set_latex, set_term, show_set


class _Written:
    """The base class of all actions: `str()` writes them as users do."""

    __slots__ = ()
    name: ClassVar[str]
    """The name of the action in the axiom that declares it."""

    def __str__(self) -> str:
        return show_action(cast("Action", self))


@dataclass(frozen=True, slots=True)
class PlainAction(_Written):
    """The base class of actions that name only the player."""

    player: int


@dataclass(frozen=True, slots=True)
class SetAction(_Written):
    """The base class of actions that name a set of cards."""

    player: int
    cards: frozenset[str]


@dataclass(frozen=True, slots=True)
class Asks(SetAction):
    """asks(i, Q): player i asks question Q; asks(i, j, Q): of player j only (G4)."""

    name: ClassVar[str] = ACTIONS["S2.4.1"].name
    to: int | None = None


class No(PlainAction):
    """no(j): player j says no to the question."""

    __slots__ = ()
    name: ClassVar[str] = ACTIONS["S2.4.2"].name


class Yes(PlainAction):
    """yes(j): player j says yes to the question."""

    __slots__ = ()
    name: ClassVar[str] = ACTIONS["S2.4.3"].name


@dataclass(frozen=True, slots=True)
class Shows(_Written):
    """shows(j, i, x): player j shows card x to player i; x is None if not seen."""

    name: ClassVar[str] = ACTIONS["S2.4.4"].name
    player: int
    to: int
    card: str | None


class Guess(SetAction):
    """guess(i, M): player i guesses that the pile is M."""

    __slots__ = ()
    name: ClassVar[str] = ACTIONS["S2.4.5"].name


class NoGuess(PlainAction):
    """noguess(i): player i makes no guess."""

    __slots__ = ()
    name: ClassVar[str] = ACTIONS["S2.4.6"].name


class EndTurn(PlainAction):
    """endturn(i): player i hands the turn on."""

    __slots__ = ()
    name: ClassVar[str] = ACTIONS["S2.4.7"].name


class NoAsk(PlainAction):
    """noask(i): player i lets the turn pass without a question, on a board (B1)."""

    __slots__ = ()
    name: ClassVar[str] = ACTIONS["B1"].name


class Right(PlainAction):
    """right(i): only player i learns that the guess was right (G9)."""

    __slots__ = ()
    name: ClassVar[str] = ACTIONS["G9"].name


class Wrong(PlainAction):
    """wrong(i): only player i learns that the guess was wrong (G10)."""

    __slots__ = ()
    name: ClassVar[str] = ACTIONS["G10"].name


class ResultTold(PlainAction):
    """told(i): the part of `right(i)` and `wrong(i)` that others see (G11)."""

    __slots__ = ()
    name: ClassVar[str] = ACTIONS["G11"].name


class Opens(SetAction):
    """opens(i, H): player i leaves and lays the hand H open (G12)."""

    __slots__ = ()
    name: ClassVar[str] = ACTIONS["G12"].name


@dataclass(frozen=True, slots=True)
class Looks(_Written):
    """looks(i, k, x): player i looks at card x of holder k; None if not seen (E5)."""

    name: ClassVar[str] = ACTIONS["E5"].name
    player: int
    holder: int
    card: str | None


class Lays(SetAction):
    """lays(k, Q): the cards Q of the holder k, as `player`, are laid open (E6)."""

    __slots__ = ()
    name: ClassVar[str] = ACTIONS["E6"].name


class Sees(PlainAction):
    """sees(k): player k, too, sees the card that was just shown (E7)."""

    __slots__ = ()
    name: ClassVar[str] = ACTIONS["E7"].name


ResultAction = Right | Wrong | ResultTold
AsideAction = Looks | Lays | Sees
CardAction = Shows | Looks
Plain = No | Yes | NoGuess | EndTurn | NoAsk | ResultAction | Sees
Action = Asks | Shows | Guess | Opens | Looks | Lays | Plain

_KINDS: tuple[type[Action], ...] = (
    *(Asks, No, Yes, Shows, Guess, NoGuess, EndTurn),
    *(NoAsk, Right, Wrong, ResultTold, Opens, Looks, Lays, Sees),
)
FUNCTORS: dict[str, type[Action]] = {kind.name: kind for kind in _KINDS}
"""The classes of actions by their names."""

OF_PLAYERS = {kind.name: kind for kind in _KINDS if issubclass(kind, PlainAction)}
"""The classes of actions that name only the player."""

OF_SETS = {kind.name: kind for kind in _KINDS if issubclass(kind, SetAction)}
"""The classes of actions that name a set of cards."""


def show_action(
    action: Action, deck: Deck | None = None, names: Mapping[str, str] | None = None
) -> str:
    """An action as users write it: `asks(1,{s1,s4})`, `shows(3,1,_)`.

    `names` are those of the axioms in force, for who asks for them only once.
    """
    names = names_in_force() if names is None else names
    name = names.get(action.name, action.name)
    return _spelt(action, partial(show_set, deck=deck), "_", name=name)


def action_text(action: Action, game: Game) -> str:
    """An action as users write it, with the players' names where they have some."""
    if in_words := getattr(action, "in_words", None):
        return str(in_words(game))  # a turn of which something is open
    names = game.players if game.named else ()
    cards = partial(show_set, deck=game.deck)
    return _spelt(action, cards, "_", of_player=partial(_name, names))


def _name(names: Sequence[str], player: int) -> str:
    return names[player - 1] if 0 < player <= len(names) else str(player)


def action_term(action: Action, deck: Deck | None = None) -> str:
    """An action as a term of both logic languages: `asks(1,set(s1,s4))`.

    A card not seen is `unseen`, since `_` is not allowed in a clingo fact. The name is
    that of the shipped axioms: where another is in force, engines load it as this one.
    """
    return _spelt(action, partial(set_term, deck=deck), "unseen", name=action.name)


def action_latex(action: Action, deck: Deck | None = None) -> str:
    r"""An action in the thesis's notation: `asks(1, \{s_1, s_4\})`."""
    return _spelt(action, partial(set_latex, deck=deck), r"\_", ", ", card_latex)


def _spelt(
    action: Action,
    of_set: Callable[[frozenset[str]], str],
    unseen: str,
    comma: str = ",",
    of_card: Callable[[str], str] = str,
    of_player: Callable[[int], str] = str,
    name: str = "",
) -> str:
    """An action with its cards and players written so, by the name in force."""
    match action:
        case Asks(player, cards, to) if to is not None:
            args = comma.join([of_player(player), of_player(to), of_set(cards)])
        case SetAction(player, cards):
            args = f"{of_player(player)}{comma}{of_set(cards)}"
        case Shows(player, other, card) | Looks(player, other, card):
            shown = unseen if card is None else of_card(card)
            args = comma.join([of_player(player), of_player(other), shown])
        case _:
            args = of_player(action.player)
    name = name or names_in_force().get(action.name, action.name)
    return f"{name}({args})"


def action_args(action: Action) -> tuple[str, tuple[object, ...]]:
    """An action's name and its arguments, in the order of section 2.4."""
    if isinstance(action, Asks):
        to = () if action.to is None else (action.to,)
        return action.name, (action.player, *to, action.cards)
    return action.name, tuple(getattr(action, x) for x in action.__match_args__)


def made_action(name: str, args: Sequence[Any]) -> Action:
    """The action of this name; its arguments are in the order of section 2.4."""
    if name == Asks.name and len(args) == 3:
        player, to, cards = args
        return Asks(player, cards, to)
    make: Any = FUNCTORS[name]
    return make(*args)  # type: ignore[no-any-return]


MEMBERS = r"\s*(?:\w+\s*(?:,\s*\w+\s*)*)?"
"""The pattern of the words in a set, between its brackets."""


def action_names() -> tuple[str, ...]:
    """The names of actions, as they are in the axioms in force."""
    names = names_in_force()
    return tuple(names.get(name, name) for name in SHAPES) if names else tuple(SHAPES)


def action_pattern(before: str = "", after: str = "") -> re.Pattern[str]:
    """An action between these, compiled when it is needed: that takes a while."""
    return _compiled(before, after, action_names())


@cache
def _compiled(before: str, after: str, names: tuple[str, ...]) -> re.Pattern[str]:
    of_player, of_card, of_set = (
        "|".join(sorted(_alike(names, *shape), reverse=True))
        for shape in ((1, "player"), (3, "card"), (2, *CARD_SETS))
    )
    action = rf"""((?:
      ({of_player}) \s*\(\s* (\w+) \s*\)
    | ({of_card}) \s*\(\s* (\w+) \s*,\s* (\w+) \s*,\s* (\w+) \s*\)
    | ({of_set}) \s*\(\s* (\w+) \s*,\s* (?: (\w+) \s*,\s* )?
        (?: \{{({MEMBERS})\}} | \[({MEMBERS})\] | set\s*\(({MEMBERS})\) ) \s*\)
    ))"""
    return re.compile(rf"{before} {action} {after}", re.VERBOSE | re.ASCII)


def _alike(names: Iterable[str], length: int, *last: str) -> Iterator[str]:
    """The names of the actions of so many arguments, the last of one of these sorts."""
    for name, sorts in zip(names, SHAPES.values(), strict=True):
        if len(sorts) == length and sorts[-1] in last:
            yield name
