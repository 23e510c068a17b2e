"""A formula of a game for every kind of node, and small situations of every game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random

from mystpy.engines import get_engine
from mystpy.game.game import Game
from mystpy.game.names import show_set
from mystpy.history.actions import Asks, Guess
from mystpy.history.history import History
from tests.engines.situations import ALL_GAMES

GAMES = (
    *ALL_GAMES,
    Game.myst(1, 1, 3, 1, players=["ann", "bob", "cid"]),
    Game.general(["a", "b", "c", "d", "e"], [2, 1, 2], q=2),
)
"""Small games of every kind: those of the engines, with named players, and one more."""

_LEAVES = (
    *("h(1,{x})", "h(0,{y})", "In(1)", "Turn(2)", "AnsTurn(2)", "Question({Q})"),
    *("GameOver", "askphase", "ansphase", "showphase", "guessphase", "endphase"),
    *("true", "false", "1 = 2", "1 = 1", "{x} = {y}", "{x} in {Q}", "1 in players"),
    *("possible({A})", "possible(endturn(1))", "possible(guess(1,{G}))"),
)
_PLAIN = ("h(2,{x})", "true", "false", "h(1,{x}) | h(2,{y})", "K(2,h(1,{x}))")
_KNOWING = (
    *(
        "K(1,{F})",
        "M(1,{F})",
        "B(1,{F})",
        "Kw(1,{F})",
        "E([1,2],{F})",
        "E(players,{F})",
    ),
    *("E^2([1,2],{F})", "C([1,2],{F})", "C(players,{F})", "C([1],{F})", "D([1,2],{F})"),
    *("D([1],{F})", "D(players,{F})", "~K(1,{F})", "~M(2,{F})", "K(2,M(1,{F}))"),
    *("M(2,~M(1,{F}))", "Kw(2,K(1,{F}))", "~Kw(1,{F})", "~C([1,2],{F})"),
    *(
        "K(1,C(players,{F}))",
        "C(players,M(1,{F}))",
        "K(1,~K(2,{F}))",
        "M(1,D([1,2],{F}))",
    ),
)
_JOINED = (
    *("~({F})", "~~({F})", "({F}) & h(1,{x})", "({F}) | h(1,{x})", "({F}) -> h(1,{y})"),
    *("h(1,{y}) -> ({F})", "({F}) <-> h(2,{y})", "({F}) & ({F}) & In(1)"),
)
_OVER = (
    *("forall i in players: h(i,{x})", "exists x in cards: K(1,h(0,x))"),
    *("exists k in holders: h(k,{x})", "forall k in holders, x in cards: ~h(k,x)"),
    *("forall Q in questions: ~Question(Q)", "exists Q in questions: Question(Q)"),
    *("forall Q in questions: exists x in Q: h(0,x)", "exists M in guesses: true"),
    *("exists S in sets: forall x in S: h(1,x)", "exists G in groups: C(G,h(1,{x}))"),
    *("forall i in [1,2]: In(i)", "exists x in [{x},{y}]: M(1,h(0,x))"),
    *("forall i in players: exists x in cards: K(i,h(i,x))", "forall x in []: false"),
    *("exists G in groups: 1 in G", "exists x in cards: x = {x}"),
    *("exists i in players: i = 1 & Turn(i)", "forall i in players: M(i,h(0,{x}))"),
)
_COUNTS = (
    *("at least 2 of x in cards: h(1,x)", "exactly 1 of x in cards: h(0,x)"),
    *("at least q of x in cards: h(1,x)", "exactly 0 of x in cards: K(1,h(0,x))"),
    *("at least 2 of (h(1,{x}), h(2,{x}), true)", "exactly 1 of (h(1,{x}), false)"),
    *("exactly 2 of (h(1,{x}), h(1,{x}), In(1))", "at least 3 of (true, true)"),
    *("#(x in cards: h(1,x)) = 1", "#(x in cards: h(0,x)) != 1"),
    *("#(x in cards, k in players: h(k,x)) >= 2", "c > 2", "m = 2", "q <= n", "p = 2"),
    *("#(x in cards: K(1,h(0,x))) < 1", "#(x in cards: M(1,h(0,x))) > 1"),
    *("2 * #(x in cards: h(1,x)) - 1 >= #(x in cards: h(2,x))", "c = p + 2"),
    *("#(i in players: K(i,h(i,{x}))) * #(x in cards: h(0,x)) >= 1", "1 + 1 = 2"),
    *("at least 2 of i in players: M(i,h(0,{x}))", "K(1,#(x in cards: h(2,x)) <= 1)"),
)
_SAID = (
    *(
        "[h(1,{x})!]K(2,h(1,{x}))",
        "<h(1,{x})!>K(2,h(1,{x}))",
        "[h(1,{x})!]M(2,h(0,{x}))",
    ),
    *("[h(1,{x})!]C(players,h(1,{x}))", "<M(1,h(0,{x}))!>C([1,2],h(0,{x}))"),
    *("[false!]false", "[true!]h(1,{x})", "<false!>true", "[h(1,{x})!]true"),
    *("[h(1,{x})!][h(2,{y})!]K(1,h(2,{y}))", "K(1,[h(2,{x})!]K(1,h(2,{x})))"),
    *("[K(1,h(0,{x}))!]#(x in cards: K(2,h(1,x))) >= 1", "[C(players,In(1))!]In(1)"),
)
_TIMES = (
    *("before {F}", "once {F}", "so far {F}", "next {F}", "after {A}: {F}"),
    *("on all ways always {F}", "on all ways some time {F}", "K(1,before {F})"),
    *("on some way always {F}", "on some way some time {F}", "next next {F}"),
    *("~next {F}", "before ~{F}", "{F} -> next {F}", "after endturn(1): {F}"),
    *(
        "GameOver -> next {F}",
        "so far M(1,{F})",
        "next K(1,{F})",
        "after {A}: M(2,{F})",
    ),
)


def formulas(game: Game) -> list[str]:
    """Texts in which every kind of node is there, as far as games have it."""
    return list(dict.fromkeys(_texts(game)))


def _texts(game: Game) -> Iterator[str]:
    question = show_set(next(game.questions()), game.deck)
    asked = f"asks(1,2,{question})" if game.generalized else f"asks(1,{question})"
    words = {"{x}": game.cards[0], "{y}": game.cards[-1], "{Q}": question}
    words |= {"{A}": asked, "{G}": show_set(next(game.guesses()), game.deck)}

    def of(forms: Sequence[str], inside: Sequence[str] = ("",)) -> Iterator[str]:
        for form in forms:
            for body in inside:
                text = form.replace("{F}", body)
                for mark, word in words.items():
                    text = text.replace(mark, word)
                yield text

    yield from of((*_LEAVES, *_OVER, *_COUNTS, *_SAID))
    yield from of(_KNOWING, _PLAIN)
    yield from of(_JOINED, ("h(2,{x})", "true", "false", "M(1,h(0,{x}))"))
    yield from of(_TIMES, ("h(2,{x})", "true", "false", "GameOver"))


@cache
def situation(game: Game, seed: int = 0) -> History:
    """A history of a game as player 1 has seen it, hand included."""
    rng, engine = Random(seed), get_engine("worlds")
    deals = [w.hands for w in engine.worlds(History.make(game))]
    history = History(game, rng.choice(deals))
    for _ in range(rng.randrange(2, 8)):
        actions = []
        for legal in engine.possible(history):
            action = legal.action
            if isinstance(action, Asks | Guess) and not action.cards:
                sets = game.questions() if isinstance(action, Asks) else game.guesses()
                action = replace(action, cards=rng.choice(list(sets)))
            actions.append(action)
        if not actions:
            break
        # A guess that ends the game leaves little to ask about.
        others = [action for action in actions if not isinstance(action, Guess)]
        history = history.then(rng.choice(others or actions))
    return replace(
        history, hands=(None, history.hands[1], *[None] * (len(deals[0]) - 2))
    )
