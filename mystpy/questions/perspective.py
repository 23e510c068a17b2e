"""The view of a knower, as far as the given facts determine it.

This is the information set of a player, of which the user knows only a part.
"""

from __future__ import annotations

from mystpy.compilation import replace
from mystpy.engines.base import Cell, Cells, Engine, Value, cell_of
from mystpy.errors import QueryError
from mystpy.history.actions import Asks, Guess, Looks, Shows, action_text
from mystpy.history.history import History
from mystpy.history.sentences import name_of
from mystpy.language.atoms import H, Truth
from mystpy.language.junctions import conjunction
from mystpy.language.nodes import Formula, Implies, Knows, Not
from mystpy.questions.conjuncts import card_list, step_name
from mystpy.sight import is_known_sight
from mystpy.views import (
    OBSERVER,
    seen_by,
    sees_card,
    sight_of,
    sight_of_observer,
)


class UndeterminedView(QueryError):
    """The given facts do not determine an agent's view."""


def as_seen_by(player: int, history: History, engine: Engine) -> History:
    """The history with the player's hand and the cards seen by the player.

    Facts that are not given are taken from the deals that fit, if they leave one
    choice; otherwise Undetermined says what to give. Raises AxiomError where `sight_of`
    does, and `sight_of_observer` for an observer.
    """
    sight = (sight_of_observer if player == OBSERVER else sight_of)(history.game)
    unseen = tuple(
        step
        for step, action in enumerate(history.actions)
        if isinstance(action, Shows | Looks)
        and action.card is None
        and sees_card(history, step, player, sight)
    )
    handless = player != OBSERVER and history.hands[player] is None
    if handless or unseen:
        cells = engine.cells(history)
        if handless:
            history = _with_hand(player, history, cells[player])
        for step in unseen:
            history = _with_shown(player, step, history, cells)
    _require_outcome(history, engine)
    return history


def _require_outcome(history: History, engine: Engine) -> None:
    """Raise Undetermined if the last action is a guess that may be right or wrong.

    Everybody has seen which it was, so that there is no one answer.
    """
    last = history.actions[-1] if history.actions else None
    if isinstance(last, Guess) and len(outcomes(history, engine)) > 1:
        raise UndeterminedView(
            "what is known depends on whether the last guess was right, which what is "
            "given leaves open",
            hint="give the hand of the pile (0), or the action that follows the guess",
        )


def _with_hand(player: int, history: History, cells: dict[str, Cell]) -> History:
    """Fill in the player's hand from the deals that fit."""
    if Cell.OPEN in cells.values():
        name = history.game.players[player - 1]
        who = _called(history, player)
        raise UndeterminedView(
            f"what {who} knows depends on the cards that {who} holds",
            hint=f"give the hand of {who}: {name} = [...] under [hands], "
            f"or --hand {name}=...",
        )
    hand = frozenset(card for card, cell in cells.items() if cell is Cell.YES)
    hands = (*history.hands[:player], hand, *history.hands[player + 1 :])
    return replace(history, hands=hands)


def _called(history: History, player: int) -> str:
    return "an observer" if player == OBSERVER else name_of(player, history.game)


def _with_shown(player: int, step: int, history: History, cells: Cells) -> History:
    """Fill in a card that the player showed or was shown from the deals that fit."""
    shows = history.actions[step]
    assert isinstance(shows, Shows | Looks)
    if isinstance(shows, Looks):
        held, cards = cells[shows.holder], frozenset(history.game.cards)
    else:
        done = reversed(history.actions[:step])
        held = cells[shows.player]
        cards = next(a.cards for a in done if isinstance(a, Asks))
    choices = tuple(card for card in cards if held[card] is not Cell.NO)
    if len(choices) != 1:
        who = _called(history, player)
        raise UndeterminedView(
            f"what {who} knows depends on the card in {step_name(history, step)}, "
            f"{action_text(shows, history.game)}, which {who} has seen",
            hint=f"give the card that was seen: {card_list(history.game, choices)}",
        )
    actions = list(history.actions)
    actions[step] = replace(shows, card=choices[0])
    return replace(history, actions=tuple(actions))


def cells_of_formulas(history: History, player: int, engine: Engine) -> Cells | None:
    """Return K of each cell, if the axioms in force have another sight.

    None if players see the same as by the shipped axioms, and for an observer.
    """
    if player == OBSERVER or is_known_sight(history.game.rule_set):
        return None
    return engine.nested_cells(history, (player,))


def known_cells(history: History, chain: tuple[int, ...], engine: Engine) -> Cells:
    """Return the first one's knowledge of the next one's, including observers.

    If an agent knows that an observer knows something, the observer knows it: everybody
    has seen the observations that it rests on.
    """
    if OBSERVER not in chain:
        return engine.nested_cells(history, chain)
    others = chain[len(chain) - chain[::-1].index(OBSERVER) :]
    seen = outcomes(history, engine)
    public = seen_by(history, OBSERVER)

    def follows(outcome: Formula, fact: Formula) -> bool:
        for player in reversed(others):
            fact = Knows(player, fact)
        return engine.value(public, Implies(outcome, fact)).value is Value.TRUE

    def cell(holder: int, card: str) -> Cell:
        held = H(holder, card)
        words = {
            Cell.YES if follows(o, held) else cell_of(not follows(o, Not(held)), False)
            for o in seen
        }
        return words.pop() if len(words) == 1 else Cell.DEPENDS

    game = history.game
    return tuple({x: cell(k, x) for x in game.cards} for k in game.holders)


def outcomes(history: History, engine: Engine) -> tuple[Formula, ...]:
    """Return the possible outcomes of a last guess, which everybody has seen."""
    last = history.actions[-1] if history.actions else None
    right: Formula = Truth()
    if isinstance(last, Guess):
        right = conjunction([H(0, card) for card in sorted(last.cards)])
    match engine.value(history, right).value:
        case Value.TRUE:
            return (right,)
        case Value.FALSE:
            return (Not(right),)
    return right, Not(right)
