"""Random situations for the tests of the engines: games, deals, histories, formulas.

A history is walked: at each step one of the actions that an engine calls possible
is chosen, so it is legal in the deal it was walked with. What is given of it may be
less than everything, and a mutation may make it illegal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

from hypothesis import strategies as st

from mystpy.engines import get_engine
from mystpy.errors import EngineMissing
from mystpy.formulas import (
    And,
    AnsTurn,
    Common,
    Everyone,
    Exists,
    Falsity,
    ForAll,
    Formula,
    GameOver,
    H,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
    Phase,
    PhaseIs,
    Question,
    StillIn,
    Truth,
    Turn,
    Var,
)
from mystpy.game import Game
from mystpy.history import Hands, History
from mystpy.terms import Action, Asks, Guess, Shows

Draw = Callable[[st.SearchStrategy[Any]], Any]

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
)
"""Small games of all rules, among them empty piles and hands and unequal sizes."""


@st.composite
def deals(draw: Draw, game: Game) -> tuple[frozenset[str], ...]:
    """Deal the cards: a hand for every holder."""
    if game.sorts:
        piles = list(product(*(cards for _, cards in game.sorts)))
        pile = draw(st.sampled_from(piles))
    else:
        pile = tuple(draw(st.permutations(game.cards)))[: game.sizes[0]]
    rest = draw(st.permutations([x for x in game.cards if x not in pile]))
    hands, dealt = [frozenset(pile)], 0
    for size in game.sizes[1:]:
        hands.append(frozenset(rest[dealt : dealt + size]))
        dealt += size
    return tuple(hands)


@st.composite
def legal_histories(draw: Draw, longest: int = 14) -> History:
    """Draw a game, a deal and actions that are possible one after the other."""
    game = draw(st.sampled_from(GAMES))
    history = History(game, draw(deals(game)))
    for _ in range(draw(st.integers(0, longest))):
        offers = _walker().possible(history)
        if not offers:
            break
        offered = draw(st.sampled_from([offer.action for offer in offers]))
        history = history.then(draw(_filled_in(offered, game)))
    return history


@cache
def _walker() -> Any:
    """Return the engine that walks: the quickest that is there."""
    try:
        return get_engine("prolog")
    except EngineMissing:
        return get_engine("asp")


def _filled_in(action: Action, game: Game) -> st.SearchStrategy[Action]:
    """Replace the empty set of a pattern by a question or a guess."""
    if isinstance(action, Asks):
        return st.sampled_from(_sets(game)).map(lambda q: replace(action, cards=q))
    if isinstance(action, Guess):
        return st.sampled_from(_piles(game)).map(lambda m: replace(action, cards=m))
    return st.just(action)


@cache
def _sets(game: Game) -> tuple[frozenset[str], ...]:
    return tuple(game.questions())


@cache
def _piles(game: Game) -> tuple[frozenset[str], ...]:
    return tuple(game.guesses())


@st.composite
def partial(draw: Draw, history: History) -> History:
    """Forget some hands and some of the cards shown."""
    kind = draw(st.sampled_from(["one player", "no hands", "some", "all"]))
    if kind == "all":
        return history
    if kind == "one player":
        viewer = draw(st.integers(1, history.game.p))
        hands = _kept(history.hands, {viewer})
        actions = [_seen(a, viewer) for a in history.actions]
        return replace(history, hands=hands, actions=tuple(actions))
    holders = st.sets(st.sampled_from(list(history.game.holders)))
    kept = set() if kind == "no hands" else draw(holders)
    actions = [
        replace(a, card=None) if isinstance(a, Shows) and draw(st.booleans()) else a
        for a in history.actions
    ]
    hands = _kept(history.hands, kept)
    return replace(history, hands=hands, actions=tuple(actions))


def _kept(hands: Hands, holders: set[int]) -> Hands:
    return tuple(hand if k in holders else None for k, hand in enumerate(hands))


def _seen(action: Action, viewer: int) -> Action:
    if isinstance(action, Shows) and viewer not in (action.player, action.to):
        return replace(action, card=None)
    return action


@st.composite
def mutated(draw: Draw, history: History) -> History:
    """Change a history in one place: mostly it is illegal afterwards."""
    actions = list(history.actions)
    kind = draw(st.sampled_from(["swap", "drop", "double", "player", "card", "hands"]))
    if kind == "hands":
        return replace(history, hands=_kept_of(draw, history))
    if not actions:
        return history.then(draw(any_action(history.game)))
    at = draw(st.integers(0, len(actions) - 1))
    if kind == "swap" and at:
        actions[at - 1], actions[at] = actions[at], actions[at - 1]
    elif kind == "drop":
        del actions[at]
    elif kind == "double":
        actions.insert(at, actions[at])
    elif kind == "player":
        players = st.integers(1, history.game.p)
        actions[at] = replace(actions[at], player=draw(players))
    else:
        actions[at] = draw(any_action(history.game))
    return replace(history, actions=tuple(actions))


def _kept_of(draw: Draw, history: History) -> Hands:
    """Give the same holders hands of another deal."""
    other = draw(deals(history.game))
    given = {k for k, hand in enumerate(history.hands) if hand is not None}
    return _kept(other, given)


@st.composite
def any_action(draw: Draw, game: Game) -> Action:
    """Draw an action of section 2.4, possible or not."""
    player = st.integers(1, game.p)
    i, j = draw(player), draw(player)
    card = draw(st.sampled_from([*game.cards, "_"]))
    question = _listed(draw(st.sampled_from(_sets(game))))
    guess = _listed(draw(st.sampled_from(_piles(game))))
    plain = [f"{word}({i})" for word in ("no", "yes", "noguess", "endturn")]
    shapes = [f"asks({i},{question})", f"shows({i},{j},{card})", f"guess({i},{guess})"]
    text = draw(st.sampled_from([*shapes, *plain]))
    return History.make(game, {}, text).actions[0]


def _listed(cards: frozenset[str]) -> str:
    return "{" + ",".join(sorted(cards)) + "}"


@st.composite
def histories(draw: Draw) -> History:
    """Draw a history, mostly legal, of which everything or less is given."""
    history = draw(legal_histories())
    if draw(st.booleans()):
        history = draw(mutated(history))
    return draw(partial(history))


@st.composite
def formulas(draw: Draw, game: Game, fuel: int = 3) -> Formula:
    """Draw a formula about a game with every kind of operator, few of them deep."""
    kind = draw(st.integers(0, 11 if fuel else 3))
    if kind <= 3:
        return draw(_atoms(game))
    if kind >= 10:
        return draw(_quantified(game))
    parts = draw(st.tuples(*[formulas(game, fuel - 1)] * 2))
    return draw(_compounds(game, *parts))


def _atoms(game: Game) -> st.SearchStrategy[Formula]:
    player = st.integers(1, game.p)
    return st.one_of(
        st.builds(H, st.sampled_from(list(game.holders)), st.sampled_from(game.cards)),
        st.builds(StillIn, player),
        st.builds(Turn, player),
        st.builds(AnsTurn, player),
        st.builds(Question, st.sampled_from(_sets(game))),
        st.builds(PhaseIs, st.sampled_from(list(Phase))),
        st.sampled_from([GameOver(), Truth(), Falsity()]),
    )


def _compounds(game: Game, f: Formula, g: Formula) -> st.SearchStrategy[Formula]:
    player = st.integers(1, game.p)
    group = st.sets(player, min_size=1).map(tuple)
    return st.one_of(
        st.builds(Knows, player, st.just(f)),
        st.builds(Everyone, group, st.just(f)),
        st.builds(Common, group, st.just(f)),
        st.sampled_from([Not(f), And((f, g)), Or((f, g)), Implies(f, g), Iff(f, g)]),
    )


@st.composite
def _quantified(draw: Draw, game: Game) -> Formula:
    """Draw a quantified formula in which somebody knows something of what is ranged over."""
    quantifier = draw(st.sampled_from([ForAll, Exists]))
    i = draw(st.integers(1, game.p))
    over_cards: list[Formula] = [
        H(0, Var("x")),
        Knows(i, H(0, Var("x"))),
        Implies(H(i, Var("x")), Knows(i, H(i, Var("x")))),
        Not(Knows(i, Not(H(0, Var("x"))))),
    ]
    card = draw(st.sampled_from(game.cards))
    over_players: list[Formula] = [
        Knows(Var("i"), H(0, card)),
        Or((H(Var("i"), card), StillIn(Var("i")))),
        Not(Knows(Var("i"), Exists("x", "cards", Knows(i, H(0, Var("x")))))),
    ]
    if draw(st.booleans()):
        domain = draw(st.sampled_from(["cards", game.cards[:2], ()]))
        return quantifier("x", domain, draw(st.sampled_from(over_cards)))
    domain = draw(st.sampled_from(["players", (1, 2)]))
    return quantifier("i", domain, draw(st.sampled_from(over_players)))
