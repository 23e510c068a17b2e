"""The consequences of the axioms hold in every executable situation of small games.

Both engines read the instances off the axiom files (law/3, kept/2, s5/3) and
evaluate them in every world of the public history, not only in those of one deal.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import clingo
import pytest

from mystpy.axioms import axioms_dir
from mystpy.engines import get_engine
from mystpy.engines.asp import listed_worlds
from mystpy.engines.asp_program import Program, situation
from mystpy.engines.asp_value import world_facts
from mystpy.engines.base import Verdict
from mystpy.engines.prolog import PrologEngine
from mystpy.engines.scope import seen_by
from mystpy.game import Game
from mystpy.history import History
from mystpy.terms import Action, Asks, Guess, Shows, action_term

GAMES = {
    "two players": (Game.myst(m=1, n=1, p=2, q=1), 7),
    "three players": (Game.myst(m=1, n=1, p=3, q=1), 4),
    "two cards each": (Game.myst(m=1, n=2, p=2, q=2), 3),
}


def instances(action: Action, game: Game) -> Iterator[Action]:
    """Yield the actions that a possible one stands for: a pattern for the first sets.

    By the symmetry of the cards, the first two sets and the last are enough.
    """
    if isinstance(action, Asks | Guess):
        sets = list(game.questions() if isinstance(action, Asks) else game.guesses())
        for cards in dict.fromkeys([*sets[:2], sets[-1]]):
            yield type(action)(action.player, cards)
    else:
        yield action


@cache
def situations(name: str) -> list[History]:
    """Return executable histories of a game up to its depth, each card shown known."""
    game, depth = GAMES[name]
    engine = get_engine("worlds")
    layer = [History.make(game)]
    found = list(layer)
    for _ in range(depth):
        layer = [
            history.then(action)
            for history in layer
            for possible in engine.possible(history)
            for action in instances(possible.action, game)
        ]
        layer = [h for h in layer if engine.judge(h).verdict is not Verdict.ILLEGAL]
        found += layer
    return found


def broken_in_prolog(history: History) -> tuple[list[str], int]:
    """Return the laws of the last situation that fail in some world, by SWI-Prolog."""
    engine = get_engine("prolog")
    assert isinstance(engine, PrologEngine)
    engine.make_worlds(seen_by(history, None))
    shows = [a for a in history.actions if isinstance(a, Shows)]
    shown = ",".join(f"{e}-{a.card}" for e, a in enumerate(shows, 1) if a.card)
    goal = (
        f"findall(L,(law(L,{history.term()},Phi),fitting([],[{shown}],W),"
        "\\+holds(Phi,W)),Ls), aggregate_all(count,"
        f"law(_,{history.term()},_),N)"
    )
    _, labels, count = engine.prove(history, goal, "r(Ls,N)")
    return labels, count


def broken_in_asp(history: History) -> tuple[set[str], int]:
    """Return the same by clingo, and the number of instances."""
    program = Program(history, "examined(S) :- situation(S).")
    last = {situation(len(history))}
    if history.actions:
        newest = action_term(history.actions[-1], history.game.deck)
        last.add(f"do({newest},{situation(len(history) - 1)})")
    laws = [a for a in program.atoms("law", 3) if str(a.arguments[1]) in last]
    terms = {(a.arguments[0].string, a.arguments[2]) for a in laws}
    worlds = listed_worlds(seen_by(history, None))
    text = "".join(world_facts(None, worlds, history))
    control = clingo.Control([], logger=lambda _code, _text: None)
    control.load(str(axioms_dir() / "worlds.lp"))
    asks = "".join(f"ask({term})." for _, term in terms)
    control.add("base", [], text + asks)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        model = handle.model()
        assert model is not None
        true = {tuple(atom.arguments) for atom in model.symbols(shown=True)}
    fitting = [
        w
        for w, (world, _) in enumerate(worlds)
        if all(
            getattr(history.actions[k], "card", None) in (None, card)
            for k, card in world.shown
        )
    ]
    broken = {
        label
        for label, term in terms
        for w in fitting
        if (term, clingo.Number(w)) not in true
    }
    return broken, len(terms)


@pytest.mark.parametrize("name", GAMES)
def test_the_laws_hold_in_prolog(name: str) -> None:
    checked = 0
    for history in situations(name):
        broken, count = broken_in_prolog(history)
        assert broken == [], history.text()
        checked += count
    assert checked > len(situations(name))


@pytest.mark.parametrize("name", GAMES)
def test_the_laws_hold_in_asp(name: str) -> None:
    checked = 0
    for history in situations(name)[::3]:
        broken, count = broken_in_asp(history)
        assert broken == set(), history.text()
        checked += count
    assert checked > len(situations(name)) // 3


LATER = ["2.25", "2.32", "2.33", "2.34", "2.22c"]


@pytest.mark.parametrize("label", LATER)
def test_the_situations_have_instances_of_each_law(label: str) -> None:
    engine = get_engine("prolog")
    assert isinstance(engine, PrologEngine)
    found = 0
    for history in situations("two players"):
        engine.make_worlds(seen_by(history, None))
        goal = f"aggregate_all(count,law('{label}',{history.term()},_),N)"
        found += engine.prove(history, goal, "r(N)")[1]
    assert found > 0


def test_knowledge_once_gained_is_kept() -> None:
    """(2.24): what is known before an action is known after it, in each world."""
    engine = get_engine("prolog")
    assert isinstance(engine, PrologEngine)
    checked = 0
    for history in situations("two players"):
        if not history.actions:
            continue
        before = known(engine, history.prefix(len(history) - 1))
        after = known(engine, history)
        for deal, formulas in after.items():
            assert before[deal] <= formulas, history.text()
            checked += len(before[deal])
    assert checked > 100


def known(engine: PrologEngine, history: History) -> dict[str, frozenset[str]]:
    """Return for each deal the instances of kept/2 true in all its worlds that fit."""
    engine.make_worlds(seen_by(history, None))
    shows = [a for a in history.actions if isinstance(a, Shows)]
    shown = ",".join(f"{e}-{a.card}" for e, a in enumerate(shows, 1) if a.card)
    goal = (
        f"findall(Hs-Phi,(fitting([],[{shown}],W),findall(H,hand(W,_,H),Hs),"
        "kept(_,Phi),holds(Phi,W)),Ps0), findall(d(Hs,Phi),member(Hs-Phi,Ps0),Ps),"
        f"findall(Hs,(fitting([],[{shown}],W),findall(H,hand(W,_,H),Hs)),Ds)"
    )
    _, pairs, deals = engine.prove(history, goal, "r(Ps,Ds)")
    found: dict[str, set[str]] = {str(deal): set() for deal in deals}
    for _, deal, phi in pairs:
        found[str(deal)].add(str(phi))
    return {deal: frozenset(phis) for deal, phis in found.items()}


S5 = ["S1.3.4", "S1.3.5", "S1.3.6", "S1.3.7", "S1.3.8"]


@pytest.mark.parametrize("label", S5)
def test_the_s5_axioms_hold(label: str) -> None:
    engine = get_engine("prolog")
    assert isinstance(engine, PrologEngine)
    checked = 0
    for history in situations("two players")[::5]:
        engine.make_worlds(seen_by(history, None))
        goal = (
            "Some=[h(2,s1),neg(h(0,s2)),k(2,h(1,s1)),neg(k(1,h(2,s3)))],"
            "findall(F,(player(I),member(Phi,Some),member(Psi,Some),"
            f"s5('{label}',args(I,Phi,Psi),F)),Fs),"
            "findall(F,(member(F,Fs),world(W),\\+holds(F,W)),Bad),length(Fs,N)"
        )
        _, bad, count = engine.prove(history, goal, "r(Bad,N)")
        assert bad == [], history.text()
        checked += count
    assert checked > 100


def test_each_step_follows_an_arrow_of_figure_2_2() -> None:
    engine = get_engine("prolog")
    assert isinstance(engine, PrologEngine)
    goal = "findall(c(F,K,T),phase_change(F,K,T),Cs)"
    _, arrows = engine.prove(History.make(GAMES["two players"][0]), goal, "r(Cs)")
    walked = set()
    for name in GAMES:
        for history in situations(name):
            if history.actions:
                (before,) = engine.state(history.prefix(len(history) - 1)).phases
                (after,) = engine.state(history).phases
                kind = action_term(history.actions[-1]).partition("(")[0]
                walked.add(("c", before, kind, after))
    assert walked <= set(arrows)
    assert {kind for _, _, kind, _ in walked} == {kind for _, _, kind, _ in arrows}


@pytest.mark.parametrize("name", GAMES)
def test_something_is_possible_until_the_game_is_over(name: str) -> None:
    engine = get_engine("worlds")
    for history in situations(name):
        over = engine.state(history).game_over
        assert bool(engine.possible(history)) is not (over is True), history.text()
