"""Positions and questions in plain English, for students and language models."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.errors import one_of
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.history.sentences import cards_listed, name_of
from mystpy.history.turns import split_turns
from mystpy.positions.drawing import turn_sentence

ANSWER = "Answer:"
"""The beginning of the line with the answer in a free text."""

_RULES = """\
This is a card game like Clue. The players are {players}. The cards are {cards}. \
{pile} hidden in the pile, and the other cards are dealt: {hands}. Everybody knows \
this. In a turn a player asks for {question}, which may be of his or her own hand. The \
others answer in the order above, beginning with the next player and going on from \
the last to the first, until one shows a card: a player who holds none of the cards \
says so, and a player who holds any of them has to show one of them to the player who \
asked. If several could be shown, the player chooses. Nobody else sees which card is \
shown."""

_PERFECT = (
    "Every player remembers everything, and draws every conclusion that there is."
)

_NARRATED = "{held}. Each player sees only his or her own hand."

_HOW = """\
Think as long as you like, and end with one line "{answer} ..." that has the answer."""


def rules_text(game: Game) -> str:
    """Return the rules of a game, and the common knowledge at the start."""
    pile, *hands = game.sizes
    names = [name_of(i, game) for i in range(1, game.p + 1)]
    each = one_of([f"one {name}" for name, _ in game.sorts], "and")
    return _RULES.format(
        players=one_of(names, "and"),
        cards=_cards(game),
        pile=f"{each[:1].upper()}{each[1:]} are" if each else f"{pile} cards are",
        hands=one_of(
            [f"{n} to {name}" for n, name in zip(hands, names, strict=False)], "and"
        ),
        question=each or f"{game.q} cards",
    )


def _cards(game: Game) -> str:
    if not game.sorts:
        return one_of(list(map(game.shown_as, game.cards)), "and")
    listed = (
        f"{one_of(list(map(game.shown_as, cards)), 'and')} ({name}s)"
        for name, cards in game.sorts
    )
    return "; ".join(listed)


def turn_lines(history: History, reader: int | None) -> Iterator[str]:
    """Yield the turns as numbered sentences, as `reader` has seen them."""
    for number, turn in enumerate(split_turns(history.actions), 1):
        yield f"Turn {number}: {turn_sentence(turn, history.game, reader)}"


def prompt_of(history: History, reader: int | None, question: str) -> str:
    """Return the rules, the events, a question, and how to answer it.

    `reader` is a player whose view the history is; None is a narrator.
    """
    game = history.game
    if reader is None:
        held = [
            f"{name_of(i, game)} holds {cards_listed(hand, game, 'and')}"
            for i, hand in enumerate(history.hands)
            if i and hand is not None
        ]
        said = _NARRATED.format(held=one_of(held, "and"))
    else:
        hand = cards_listed(history.hands[reader] or frozenset(), game, "and")
        said = f"You are {name_of(reader, game)}, and hold {hand}."
    lines = [
        f"{rules_text(game)} {_PERFECT}",
        said,
        *turn_lines(history, reader),
        question,
    ]
    return "\n".join((*lines, _HOW.format(answer=ANSWER)))


def holding(holder: int, card: str, game: Game) -> str:
    """Return the clause that a holder has a card."""
    if holder == 0:
        return f"the card {game.shown_as(card)} is in the pile"
    return f"{name_of(holder, game)} holds the card {game.shown_as(card)}"
