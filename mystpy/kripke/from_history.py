"""A situation of MYST or Clue as a sequence of game actions.

Every action of the thesis that is informative is a game action <q,Q,r,R,pub>: `no` is a
noshow, and `shows` is a show. `yes` is an answer to a question with two answers, heard
by all. The outcome of a guess is an answer of the table, which holds the pile, heard by
all. Asking, not guessing and ending a turn inform nobody. The axioms in force say who
sees the card of a show. The rules are not defined a second time here: tests check, over
whole small games, that the state is bisimilar to the model of possible worlds of the
engines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from mystpy.axiom_folder.signature import deal_atom
from mystpy.errors import QueryError
from mystpy.game.checks import require_no_events
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, No, NoGuess, Shows, Yes
from mystpy.history.history import History
from mystpy.kripke.deals import Deal, initial_state
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.partition import Mask
from mystpy.kripke.update.game_actions import (
    GameAction,
    knowing,
    noshow,
    show,
    to_all,
)
from mystpy.language.atoms import Atom
from mystpy.language.junctions import conjunction
from mystpy.sight import require_known_sight
from mystpy.views import Sight, sight_of

TABLE = "0"
"""The agent that holds the pile."""

Made = Callable[[Model], GameAction]
"""A game action that is constructed when its model is known."""


def state_of(history: History, *, nowin: bool = False) -> PointedModel:
    """Return the Kripke model of what players know after a `history`.

    The point is the actual deal. Its worlds are deals, its agents the players 1..p.
    `nowin` says whether noguess(i) announces that player i does not know the pile.
    Raises QueryError if a hand or a shown card is not given, and NotExecutable if an
    action cannot happen in that deal. Source: van Ditmarsch 2000, and Bart 2000,
    section 2.10.

    >>> from mystpy import Game, History
    >>> from mystpy.kripke import state_of
    >>> hands = {0: ["s1"], 1: ["s2"], 2: ["s3"]}
    >>> start = History.make(Game.myst(m=1, n=1, p=2, q=1), hands)
    >>> after = start.then("asks(1,{s1})", "no(2)")
    >>> len(state_of(start).model), len(state_of(after).model)
    (6, 4)
    """
    *_, last = states_of(history, nowin=nowin)
    return last


def states_of(history: History, *, nowin: bool = False) -> Iterator[PointedModel]:
    """The initial state, and the state after each action; errors as for `state_of`.

    Each has the worlds that can be reached from the actual one, including by the table.
    """
    players = [str(player) for player in range(1, history.game.p + 1)]
    state = start(history)
    yield _of_players(state, players)
    for made in actions_of(history, nowin=nowin):
        if made is not None:
            state = made(state.model).execute(state).generated()
        yield _of_players(state, players)


def _of_players(state: PointedModel, players: list[str]) -> PointedModel:
    return PointedModel(state.model.of_agents(players), state.point)


def start(history: History) -> PointedModel:
    """The initial state of the deal of a history, with the table as agent 0.

    Raises QueryError if a hand is not given.
    """
    game = history.game
    state = initial_state(_deal(history))
    wrong = ~(_sorted_piles(state.model, game) & _face_up(state.model, game))
    return state.restricted(~wrong) if wrong.any() else state


def _deal(history: History) -> Deal:
    game = history.game
    holder_of = {}
    for holder, hand in enumerate(history.hands):
        if hand is None:
            raise QueryError(
                f"the hand of holder {holder} is not given",
                hint="an actual world needs all hands and all shown cards",
            )
        holder_of.update(dict.fromkeys(hand, holder))
    holders = tuple(str(holder) for holder in game.holders)
    return Deal(game.cards, holders, tuple(holder_of[card] for card in game.cards))


def _sorted_piles(model: Model, game: Game) -> Mask:
    """The deals whose pile has one card of each sort, where there are sorts."""
    found = np.ones(len(model), np.bool_)
    for _, cards in game.sorts:
        held = [model.valuation[deal_atom(TABLE, card)] for card in cards]
        found &= np.sum(held, axis=0) == 1
    return found


def _face_up(model: Model, game: Game) -> Mask:
    """The deals with the cards on the table that lie face up, if there are any."""
    found = np.ones(len(model), np.bool_)
    for card in game.face_up:
        found &= model.valuation[deal_atom(game.table, card)]
    return found


def actions_of(history: History, *, nowin: bool = False) -> Iterator[Made | None]:
    """Yield the game action that each action of a history is; None if it is none.

    Raises QueryError for a card that is shown and not given, and AxiomError where
    `sight_of` does, or if a player does not see which card she shows.
    """
    require_no_events(history.game, "a model of game actions")
    asker, asked = 1, frozenset[str]()
    sight = sight_of(history.game)
    for action in history.actions:
        match action:
            case Asks(player, cards):
                asker, asked = player, cards
                yield None
            case No(player):
                yield partial(
                    noshow, asker=asker, respondent=player, cards=sorted(asked)
                )
            case Yes(player):
                yield partial(_yes, asker=asker, player=player, asked=asked)
            case Shows(player, to, card):
                if card is None:
                    raise QueryError(f"the card of {action} is not given")
                seers = _seers(sight, player, to, history.game)
                yield partial(
                    show,
                    asker=to,
                    respondent=player,
                    cards=sorted(asked),
                    card=card,
                    seers=seers,
                )
            case Guess(player, cards):
                right = history.hands[0] == cards
                yield partial(_guess, player=player, cards=cards, right=right)
            case NoGuess(player) if nowin:
                yield partial(_no_guess, player=player, cards=history.game.cards)
            case _:
                yield None


def _seers(sight: Sight, by: int, to: int, game: Game) -> tuple[int, ...]:
    """Return the players who see which card is shown; AxiomError without `by`."""
    if not sight.sees(by, by, to):
        require_known_sight(game.rule_set, "a game action, whose respondent sees it,")
    return tuple(i for i in range(1, game.p + 1) if sight.sees(i, by, to))


def _yes(model: Model, asker: int, player: int, asked: frozenset[str]) -> GameAction:
    cards = [model.truth(Atom(deal_atom(player, card))) for card in asked]
    return _answered(model, asker, player, np.any(cards, axis=0), True)


def _guess(model: Model, player: int, cards: frozenset[str], right: bool) -> GameAction:
    pile = conjunction(Atom(deal_atom(TABLE, card)) for card in sorted(cards))
    return _answered(model, player, TABLE, model.truth(pile), right)


def _no_guess(model: Model, player: int, cards: tuple[str, ...]) -> GameAction:
    pile = [deal_atom(TABLE, card) for card in cards]
    return _answered(model, player, player, knowing(model, player, pile), False)


def _answered(
    model: Model, asker: int, respondent: int | str, true: Mask, answer: bool
) -> GameAction:
    """Return the game action of a yes-or-no question, answered to all."""
    both = {"yes": true, "no": ~true}
    question = {name: mask for name, mask in both.items() if mask.any()}
    given = "yes" if answer else "no"
    publicity = to_all(model.agents, question)
    return GameAction.make(model, asker, question, respondent, given, publicity)
