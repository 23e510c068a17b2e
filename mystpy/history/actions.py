"""Actions: what can be done, and how it is written.

The seven actions of section 2.4 are values here. Cards are plain strings, players
are the integers 1..p, and holder 0 is the mystery pile. `str(action)` is the text
that users write; `action_term` is the form that both logic languages read.
"""

from __future__ import annotations

from dataclasses import dataclass

from mystpy.game.cards import Deck, card_latex, set_latex, set_term, show_set


@dataclass(frozen=True, slots=True)
class Asks:
    """asks(i, Q): player i asks question Q."""

    player: int
    cards: frozenset[str]

    def __str__(self) -> str:
        return show_action(self)


@dataclass(frozen=True, slots=True)
class No:
    """no(j): player j says no to the question."""

    player: int

    def __str__(self) -> str:
        return show_action(self)


@dataclass(frozen=True, slots=True)
class Yes:
    """yes(j): player j says yes to the question."""

    player: int

    def __str__(self) -> str:
        return show_action(self)


@dataclass(frozen=True, slots=True)
class Shows:
    """shows(j, i, x): player j shows card x to player i; x is None if not seen."""

    player: int
    to: int
    card: str | None

    def __str__(self) -> str:
        return show_action(self)


@dataclass(frozen=True, slots=True)
class Guess:
    """guess(i, M): player i guesses that the pile is M."""

    player: int
    cards: frozenset[str]

    def __str__(self) -> str:
        return show_action(self)


@dataclass(frozen=True, slots=True)
class NoGuess:
    """noguess(i): player i makes no guess."""

    player: int

    def __str__(self) -> str:
        return show_action(self)


@dataclass(frozen=True, slots=True)
class EndTurn:
    """endturn(i): player i hands the turn on."""

    player: int

    def __str__(self) -> str:
        return show_action(self)


Action = Asks | No | Yes | Shows | Guess | NoGuess | EndTurn

FUNCTORS: dict[str, type[Action]] = {
    "asks": Asks,
    "no": No,
    "yes": Yes,
    "shows": Shows,
    "guess": Guess,
    "noguess": NoGuess,
    "endturn": EndTurn,
}
_NAMES: dict[type[Action], str] = {kind: name for name, kind in FUNCTORS.items()}


def show_action(action: Action, deck: Deck | None = None) -> str:
    """An action as users write it: `asks(1,{s1,s4})`, `shows(3,1,_)`."""
    match action:
        case Asks(player, cards):
            return f"asks({player},{show_set(cards, deck)})"
        case Guess(player, cards):
            return f"guess({player},{show_set(cards, deck)})"
        case Shows(player, to, card):
            return f"shows({player},{to},{'_' if card is None else card})"
    return f"{_NAMES[type(action)]}({action.player})"


def action_term(action: Action, deck: Deck | None = None) -> str:
    """An action as a term of both logic languages: `asks(1,set(s1,s4))`.

    A card not seen is `unseen`, since `_` does not stand in a clingo fact.
    """
    match action:
        case Asks(player, cards):
            return f"asks({player},{set_term(cards, deck)})"
        case Guess(player, cards):
            return f"guess({player},{set_term(cards, deck)})"
        case Shows(player, to, card):
            return f"shows({player},{to},{'unseen' if card is None else card})"
    return f"{_NAMES[type(action)]}({action.player})"


def action_latex(action: Action, deck: Deck | None = None) -> str:
    r"""An action in the thesis's notation: `asks(1, \{s_1, s_4\})`."""
    match action:
        case Asks(player, cards):
            return f"asks({player}, {set_latex(cards, deck)})"
        case Guess(player, cards):
            return f"guess({player}, {set_latex(cards, deck)})"
        case Shows(player, to, card):
            shown = r"\_" if card is None else card_latex(card)
            return f"shows({player}, {to}, {shown})"
    return f"{_NAMES[type(action)]}({action.player})"


def action_args(action: Action) -> tuple[str, tuple[object, ...]]:
    """An action's name and its arguments, in the order of section 2.4."""
    match action:
        case Asks(player, cards) | Guess(player, cards):
            return _NAMES[type(action)], (player, cards)
        case Shows(player, to, card):
            return "shows", (player, to, card)
    return _NAMES[type(action)], (action.player,)
