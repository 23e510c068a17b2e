"""Random situations for the tests of the engines: games, deals, histories, formulas.

A history is made step by step: each time one of the actions that an engine calls
possible is chosen, so it is legal in its deal. The given part may be less than
everything, and a mutation may make the history illegal.

Strategies are made once for each game, since making one takes longer than drawing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from mystpy.engines import get_engine
from mystpy.errors import EngineMissing
from mystpy.game.game import Game
from mystpy.history.actions import (
    Action,
    Asks,
    EndTurn,
    Guess,
    Lays,
    Looks,
    No,
    NoGuess,
    Opens,
    ResultTold,
    Right,
    Sees,
    Shows,
    Wrong,
    Yes,
)
from mystpy.history.given_hands import Hands
from mystpy.history.history import History
from mystpy.language.atoms import (
    AnsTurn,
    Falsity,
    GameOver,
    H,
    Phase,
    PhaseIs,
    Question,
    StillIn,
    Truth,
    Turn,
    Var,
)
from mystpy.language.nodes import (
    And,
    Common,
    Everyone,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
)
from mystpy.views import action_seen_by, actions_seen_by

T = TypeVar("T")

GAMES = (
    Game.myst(m=1, n=1, p=2, q=1),
    Game.myst(m=1, n=1, p=3, q=2),
    Game.myst(m=2, n=1, p=2, q=2),
    Game.myst(m=1, n=2, p=2, q=2),
    Game.myst(m=1, n=1, p=2, q=3),
    Game.general(["sun", "moon", "star", "sky"], {0: 1, 1: 2, 2: 1}, q=1),
    Game.general(["sun", "moon", "star"], {0: 0, 1: 2, 2: 1, 3: 0}, q=2),
    Game.clue(2, {"who": ["ann", "bob"], "where": ["hall", "loft", "yard"]}),
    Game.clue(
        players=["red", "blue", "gold"],
        sorts={"who": ["ann", "bob", "cid"], "how": ["axe", "bow"]},
        sizes={1: 0, 2: 1, 3: 2},
    ),
    Game.clue(3, {"who": ["ann", "bob"], "how": ["axe", "bow", "cap"]}, board=True),
    Game.clue(3, {"who": ["ann", "bob"], "how": ["axe", "bow", "cap"]}, speed=True),
    Game.clue(2, {"who": ["ann", "bob"], "how": ["axe", "bow", "cap"]}, left_over=1),
    Game.clue(
        2,
        {"who": ["ann", "bob", "cid"], "how": ["axe", "bow", "cap"]},
        left_over=2,
        face_up=["bow"],
    ),
    Game.general(["sun", "moon", "star", "sky"], [1, 1, 1], q=2, face_up=["moon"]),
)
"""Small games in which questions go round, among them ones with empty hands and with
cards left over."""

EVENT_GAMES = tuple(
    game.with_events()
    for game in (
        Game.myst(m=1, n=1, p=3, q=2),
        Game.myst(m=1, n=2, p=2, q=2),
        Game.general(["sun", "moon", "star", "sky"], [1, 1, 1], q=2, left_over=1),
        Game.general(["sun", "moon", "star"], {0: 0, 1: 2, 2: 1, 3: 0}, q=2),
        Game.clue(3, {"who": ["ann", "bob"], "how": ["axe", "bow", "cap"]}),
        Game.clue(3, {"who": ["ann", "bob"], "how": ["axe", "bow", "cap"]}, board=True),
    )
)
"""Games with events besides questions: looks, cards laid open, witnesses of shows."""

ALL_GAMES = (*GAMES, Game.generalized_clue(1, 1, 3), Game.generalized_clue(1, 2, 2, 3))
"""Games without events, and games of generalized Clue."""

GAMES_OF_ENGINES = (*ALL_GAMES, *EVENT_GAMES)
"""All games that engines answer about."""


@cache
def _below(n: int) -> SearchStrategy[int]:
    return st.integers(0, n - 1)


def pick(draw: DrawFn, options: Sequence[T]) -> T:
    """Draw one of these."""
    return options[draw(_below(len(options)))]


def some(draw: DrawFn, options: Sequence[T]) -> set[T]:
    """Draw any number of these."""
    return {option for option in options if pick(draw, (False, True))}


@cache
def questions(game: Game) -> tuple[frozenset[str], ...]:
    return tuple(game.questions())


@cache
def piles(game: Game) -> tuple[frozenset[str], ...]:
    return tuple(game.guesses())


@st.composite
def histories(draw: DrawFn, games: Sequence[Game] = GAMES) -> History:
    """Draw a history, legal or not, of which everything or less is given."""
    history = walked(draw, games)
    if pick(draw, (False, True)):
        history = mutated(draw, history)
    return partial(draw, history)


@st.composite
def arbitrary_histories(draw: DrawFn, games: Sequence[Game] = ALL_GAMES) -> History:
    """Draw a short history of any actions, so that common ones may be missing."""
    game = pick(draw, games)
    actions = tuple(any_action(draw, game) for _ in range(draw(_below(4))))
    return partial(draw, History(game, dealt(draw, game), actions))


@st.composite
def mutated_histories(draw: DrawFn) -> History:
    """Draw a history that is illegal more often than not."""
    history = mutated(draw, walked(draw))
    return mutated(draw, partial(draw, history))


def dealt(draw: DrawFn, game: Game) -> tuple[frozenset[str], ...]:
    """Deal the cards: a hand for every holder."""
    hands = []
    rest = [card for card in game.cards if card not in game.face_up]
    if game.sorts:
        every = tuple(product(*(set(rest).intersection(x) for _, x in game.sorts)))
        hands.append(frozenset(pick(draw, sorted(every))))
        rest = [card for card in rest if card not in hands[0]]
    for size in game.sizes[len(hands) : game.p + 1]:
        hand = [rest.pop(draw(_below(len(rest)))) for _ in range(size)]
        hands.append(frozenset(hand))
    return (*hands, frozenset(rest).union(game.face_up)) if game.table else (*hands,)


def walked(draw: DrawFn, games: Sequence[Game] = GAMES, longest: int = 14) -> History:
    """Draw a game, a deal and actions that are possible one after the other."""
    game = pick(draw, games)
    history = History(game, dealt(draw, game))
    for _ in range(draw(_below(longest + 1))):
        legal_actions = _progressor().possible(history)
        if not legal_actions:
            break
        action = pick(draw, legal_actions).action
        if isinstance(action, Asks):
            action = replace(action, cards=pick(draw, questions(game)))
        elif isinstance(action, Guess):
            action = replace(action, cards=pick(draw, piles(game)))
        elif isinstance(action, Lays | Looks):
            action = _with_cards(draw, action, history.hands)
        history = history.then(action)
    return history


def _with_cards(draw: DrawFn, event: Lays | Looks, hands: Hands) -> Action:
    """Give an event cards that the holder has."""
    if isinstance(event, Looks):
        return replace(event, card=pick(draw, sorted(hands[event.holder] or ())))
    hand = sorted(hands[event.player] or ())
    return replace(event, cards=frozenset({hand[0]} | some(draw, hand[1:])))


@cache
def _progressor() -> Any:
    """Return the engine that extends histories: the quickest available one."""
    try:
        return get_engine("prolog")
    except EngineMissing:
        return get_engine("asp")


def partial(draw: DrawFn, history: History) -> History:
    """Forget some hands and some of the cards shown."""
    kind = pick(draw, ("everything", "one player", "no hands", "some"))
    if kind == "everything":
        return history
    if kind == "one player":
        viewer = draw(_below(history.game.p)) + 1
        seen = actions_seen_by(history.actions, viewer)
        return _given(history, {viewer}, list(seen))
    kept = set() if kind == "no hands" else some(draw, history.game.holders)
    actions = [
        action_seen_by(action, None) if pick(draw, (False, True)) else action
        for action in history.actions
    ]
    return _given(history, kept, actions)


def _given(history: History, holders: set[int], actions: list[Action]) -> History:
    hands = _kept(history.hands, holders)
    return replace(history, hands=hands, actions=tuple(actions))


def _kept(hands: Hands, holders: set[int]) -> Hands:
    return tuple(hand if k in holders else None for k, hand in enumerate(hands))


def mutated(draw: DrawFn, history: History) -> History:
    """Change a history in one place: usually it is illegal afterwards."""
    game, actions = history.game, list(history.actions)
    kinds = ("swap", "drop", "double", "player", "action", "hands")
    kind = pick(draw, kinds if actions else ("hands", "insert"))
    at = draw(_below(len(actions) or 1))
    if kind == "hands":
        same = {k for k, hand in enumerate(history.hands) if hand is not None}
        return replace(history, hands=_kept(dealt(draw, game), same))
    if kind == "swap":
        actions[at - 1], actions[at] = actions[at], actions[at - 1]
    elif kind == "drop":
        del actions[at]
    elif kind == "double":
        actions.insert(at, actions[at])
    elif kind == "player":
        by = draw(_below(game.p)) + 1
        actions[at] = replace(actions[at], player=by)
    else:
        actions[at : at + 1] = [any_action(draw, game)]
    return replace(history, actions=tuple(actions))


def any_action(draw: DrawFn, game: Game) -> Action:
    """Draw an action of section 2.4, possible or not."""
    i, j = draw(_below(game.p)) + 1, draw(_below(game.p)) + 1
    if game.generalized:
        return pick(draw, _of_generalized(draw, game, i, j))
    options: tuple[Action, ...] = (
        Asks(i, pick(draw, questions(game))),
        No(i),
        Yes(i),
        Shows(i, j, pick(draw, (*game.cards, None))),
        Guess(i, pick(draw, piles(game))),
        NoGuess(i),
        EndTurn(i),
    )
    if game.events:
        holder = pick(draw, game.holders)
        options += (
            Looks(i, holder, pick(draw, (*game.cards, None))),
            Lays(holder, frozenset(some(draw, game.cards)) or frozenset(game.cards)),
            Sees(j),
        )
    return pick(draw, options)


def _of_generalized(draw: DrawFn, game: Game, i: int, j: int) -> tuple[Action, ...]:
    """Return some actions of generalized Clue."""
    hand = frozenset(game.cards[: game.sizes[1]])
    return (
        Asks(i, pick(draw, questions(game)), j),
        *(No(i), Yes(i), Right(i), Wrong(i), ResultTold(i), EndTurn(i)),
        Shows(i, j, pick(draw, (*game.cards, None))),
        Guess(i, pick(draw, piles(game))),
        Opens(i, hand),
    )


@cache
def formulas(game: Game) -> SearchStrategy[Formula]:
    """Return formulas about a game with every kind of operator, few of them deep."""
    leaves = st.one_of(_atoms(game), _quantified(game))
    return st.recursive(leaves, lambda inner: _compounds(game, inner), max_leaves=4)


def _atoms(game: Game) -> SearchStrategy[Formula]:
    player = st.integers(1, game.p)
    return st.one_of(
        st.builds(H, st.sampled_from(game.holders), st.sampled_from(game.cards)),
        st.builds(StillIn, player),
        st.builds(Turn, player),
        st.builds(AnsTurn, player),
        st.builds(Question, st.sampled_from(questions(game))),
        st.builds(PhaseIs, st.sampled_from(list(Phase))),
        st.sampled_from([GameOver(), Truth(), Falsity()]),
    )


def _compounds(game: Game, inner: SearchStrategy[Formula]) -> SearchStrategy[Formula]:
    player = st.integers(1, game.p)
    group = st.sets(player, min_size=1).map(tuple)
    two = st.tuples(inner, inner)
    return st.one_of(
        st.builds(Knows, player, inner),
        st.builds(Everyone, group, inner),
        st.builds(Common, group, inner),
        st.builds(Not, inner),
        st.builds(And, two),
        st.builds(Or, two),
        st.builds(Implies, inner, inner),
        st.builds(Iff, inner, inner),
    )


def _quantified(game: Game) -> SearchStrategy[Formula]:
    """Return quantified formulas in which somebody knows something of an element."""
    x, i, j = Var("x"), Var("i"), game.p
    over_cards: list[Formula] = [
        H(0, x),
        Knows(j, H(0, x)),
        Implies(H(1, x), Knows(1, H(1, x))),
        Not(Knows(j, Not(H(0, x)))),
    ]
    over_players: list[Formula] = [
        Knows(i, H(0, game.cards[0])),
        Or((H(i, game.cards[-1]), StillIn(i))),
        Not(Knows(i, Exists("x", "cards", Knows(j, H(0, x))))),
        Common((1, 2), Not(Knows(i, H(i, game.cards[0])))),
    ]
    options: list[Formula] = []
    for quantifier in (ForAll, Exists):
        for cards in ("cards", game.cards[:2], ()):
            options += [quantifier("x", cards, body) for body in over_cards]
        for players in ("players", (1, 2)):
            options += [quantifier("i", players, body) for body in over_players]
    return st.sampled_from(options)
