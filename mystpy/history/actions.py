"""Actions: what can be done, and how it is written.

The seven actions of section 2.4 are values here, and some of ours. Cards are plain
strings, players are the integers 1..p, and holder 0 is the mystery pile. `str(action)`
is the text that users write; `action_term` is the form that both logic languages read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from mystpy.compilation import dataclass
from mystpy.game.cards import Deck, card_latex, set_latex, set_term, show_set
from mystpy.game.game import Game


class _Written:
    """What all actions share: `str()` writes them as users do."""

    __slots__ = ()

    def __str__(self) -> str:
        return show_action(cast("Action", self))


@dataclass(frozen=True, slots=True)
class PlainAction(_Written):
    """What actions share that name nothing but the player."""

    player: int


@dataclass(frozen=True, slots=True)
class SetAction(_Written):
    """What actions share that name a set of cards."""

    player: int
    cards: frozenset[str]


@dataclass(frozen=True, slots=True)
class Asks(SetAction):
    """asks(i, Q): player i asks question Q; asks(i, j, Q): of player j only (G4)."""

    to: int | None = None


class No(PlainAction):
    """no(j): player j says no to the question."""

    __slots__ = ()


class Yes(PlainAction):
    """yes(j): player j says yes to the question."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Shows(_Written):
    """shows(j, i, x): player j shows card x to player i; x is None if not seen."""

    player: int
    to: int
    card: str | None


class Guess(SetAction):
    """guess(i, M): player i guesses that the pile is M."""

    __slots__ = ()


class NoGuess(PlainAction):
    """noguess(i): player i makes no guess."""

    __slots__ = ()


class EndTurn(PlainAction):
    """endturn(i): player i hands the turn on."""

    __slots__ = ()


class NoAsk(PlainAction):
    """noask(i): player i lets the turn pass without a question, on a board (B1)."""

    __slots__ = ()


class Right(PlainAction):
    """right(i): player i alone is told that the guess was right (G9)."""

    __slots__ = ()


class Wrong(PlainAction):
    """wrong(i): player i alone is told that the guess was wrong (G10)."""

    __slots__ = ()


class ResultTold(PlainAction):
    """told(i): what others see of `right(i)` and `wrong(i)` (G11)."""

    __slots__ = ()


class Opens(SetAction):
    """opens(i, H): player i leaves and lays the own hand H open (G12)."""

    __slots__ = ()


ResultAction = Right | Wrong | ResultTold
Plain = No | Yes | NoGuess | EndTurn | NoAsk | ResultAction
Action = Asks | Shows | Guess | Opens | Plain

OF_PLAYERS: dict[str, type[Plain]] = {
    "no": No,
    "yes": Yes,
    "noguess": NoGuess,
    "endturn": EndTurn,
    "noask": NoAsk,
    "right": Right,
    "wrong": Wrong,
    "told": ResultTold,
}
OF_SETS: dict[str, type[Asks | Guess | Opens]] = {
    "asks": Asks,
    "guess": Guess,
    "opens": Opens,
}

FUNCTORS: dict[str, type[Action]] = {
    "asks": Asks,
    "no": No,
    "yes": Yes,
    "shows": Shows,
    "guess": Guess,
    "noguess": NoGuess,
    "endturn": EndTurn,
    "noask": NoAsk,
    "right": Right,
    "wrong": Wrong,
    "told": ResultTold,
    "opens": Opens,
}
_NAMES: dict[type[Action], str] = {kind: name for name, kind in FUNCTORS.items()}


def show_action(action: Action, deck: Deck | None = None) -> str:
    """An action as users write it: `asks(1,{s1,s4})`, `shows(3,1,_)`."""
    return _spelt(action, partial(show_set, deck=deck), "_")


def action_text(action: Action, game: Game) -> str:
    """An action as users write it, with the players' names where they have some."""
    names = game.players if game.named else ()
    cards = partial(show_set, deck=game.deck)
    return _spelt(action, cards, "_", of_player=partial(_name, names))


def _name(names: Sequence[str], player: int) -> str:
    return names[player - 1] if 0 < player <= len(names) else str(player)


def action_term(action: Action, deck: Deck | None = None) -> str:
    """An action as a term of both logic languages: `asks(1,set(s1,s4))`.

    A card not seen is `unseen`, since `_` does not stand in a clingo fact.
    """
    return _spelt(action, partial(set_term, deck=deck), "unseen")


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
) -> str:
    """An action with its cards and players written so."""
    match action:
        case Asks(player, cards, to) if to is not None:
            args = comma.join([of_player(player), of_player(to), of_set(cards)])
        case Asks(player, cards) | Guess(player, cards) | Opens(player, cards):
            args = f"{of_player(player)}{comma}{of_set(cards)}"
        case Shows(player, to, card):
            shown = unseen if card is None else of_card(card)
            args = comma.join([of_player(player), of_player(to), shown])
        case _:
            args = of_player(action.player)
    return f"{kind_of(action)}({args})"


def kind_of(action: Action) -> str:
    """The name of an action."""
    return _NAMES[type(action)]


def action_args(action: Action) -> tuple[str, tuple[object, ...]]:
    """An action's name and its arguments, in the order of section 2.4."""
    if isinstance(action, Asks):
        to = () if action.to is None else (action.to,)
        return "asks", (action.player, *to, action.cards)
    return kind_of(action), tuple(getattr(action, x) for x in action.__match_args__)
