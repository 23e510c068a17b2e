"""Actions as sentences of plain English."""

from __future__ import annotations

from mystpy.errors import one_of
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.accounts import OpenTurn
from mystpy.history.actions import (
    Action,
    Asks,
    EndTurn,
    Guess,
    Lays,
    Looks,
    No,
    NoAsk,
    NoGuess,
    Opens,
    ResultTold,
    Right,
    Sees,
    Shows,
    Wrong,
    Yes,
)

_PLAIN: dict[type[Action], str] = {
    Yes: "has one of them",
    No: "has none of them",
    NoAsk: "asks no question",
    NoGuess: "makes no guess",
    EndTurn: "ends the turn",
    Right: "alone is told that it is right",
    Wrong: "alone is told that it is wrong",
    Sees: "sees the card that was shown, too",
    ResultTold: "alone is told whether it is right",
}


def action_sentence(action: Action, game: Game, reader: str = "we") -> str:
    """Return an action as a sentence without its full stop, for `we` or `you`."""
    who = name_of(action.player, game)
    match action:
        case OpenTurn():
            return f"{who} asks; how it went is left open"
        case Asks(_, cards, to) if to is not None:
            asked = cards_listed(cards, game, "or")
            return f"{who} asks {name_of(to, game)} for {asked}"
        case Opens(_, cards) | Lays(_, cards):
            return f"{who} lays open {cards_listed(cards, game, 'and')}"
        case Looks(_, holder, card):
            shown = f"a card that {reader} have not seen" if card is None else card
            return f"{who} looks at {name_of(holder, game)}'s card {shown}"
        case Asks(_, cards):
            return f"{who} asks for {cards_listed(cards, game, 'or')}"
        case Guess(_, cards):
            return f"{who} guesses that the pile is {cards_listed(cards, game, 'and')}"
        case Shows(_, to, card):
            shown = (
                f"a card that {reader} have not seen"
                if card is None
                else game.shown_as(card)
            )
            return f"{who} shows {name_of(to, game)} {shown}"
    return f"{who} {_PLAIN[type(action)]}"


def cards_listed(cards: frozenset[str], game: Game, joint: str) -> str:
    """Cards in the order of the deck, as a list in prose."""
    return one_of([*map(game.shown_as, sort_cards(cards, game.deck))], joint)


def name_of(player: int, game: Game) -> str:
    """Return the name or number of a player, or a word for the pile or the table."""
    if not 0 < player <= game.p:
        return f"the {game.holder_names[player]}"
    return game.shown_holders[player] if game.named else f"player {player}"
