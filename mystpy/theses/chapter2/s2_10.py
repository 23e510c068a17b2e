"""Section 2.10, with 1.3 and 2.9: the information and the frequency of actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mystpy.bits import members
from mystpy.conjectures.budget import Budget, spread
from mystpy.conjectures.replay.query import situation_of
from mystpy.conjectures.verdict import Result
from mystpy.engines.programs.run import first_answer
from mystpy.engines.transition_system.states import SystemState, key_of
from mystpy.engines.transition_system.system import transition_system_of
from mystpy.game.game import Game
from mystpy.processes.ticking import tick
from mystpy.situations.epistemic_state import EpistemicState, SuccessorState
from mystpy.situations.explore import situations
from mystpy.situations.public_steps import public_states, public_steps
from mystpy.theses.case_analysis import Case, each_game, up_to_eight_cards
from mystpy.theses.chapter2.formulas import formula_result, players_up_to_seven
from mystpy.theses.chapter3.search import HistoryEvent, shortest, witness
from mystpy.theses.public_states import in_all_moves, over_players, tells_of_cards

_STEP = """
player(1..p). card(x; y). holder(0..p).
1 { h(K,X) : holder(K) } 1 :- card(X).
1 { done(shows(J,I,X),before) : player(J), player(I), J != I, card(X) } 1.
1 { done(shows(J,I,X),now) : player(J), player(I), J != I, card(X) } 1.
#defined asked/1. #defined s5_args/1. #defined all_players/1. #defined element/2.
#defined holds/2. #defined world/1. #defined event/1. #defined equals_pile/1.
forgets :- obs0(I,O), not view(I,seen(start,O)).
forgets :- obs(I,A,O,S), not view(I,seen(S,O)).
forgets :- player(I), card(X), h(I,X), not obs0(I,_).
forgets :- player(I), done(A,S), not obs(I,A,_,S).
:- not forgets.
#show. #show forgets/0.
"""


def _views_refine(players: range, budget: Budget) -> int | None:
    """Return the least number of players for which later views are not refined.

    The deal and two shows are free. The observations of the start and of the first show
    are a part of the view after the second, with the places where they were made. So if
    worlds look alike after a show, they looked alike before, by (S1.3.1a)-(S1.3.1d).
    """
    for p in players:
        budget.tick()
        text = _STEP.replace("..p", f"..{p}")
        if first_answer(("s1_03_knowledge.lp",), text) is not None:
            return p
    return None


def refined(before: EpistemicState, reached: SuccessorState) -> int | None:
    """Return a world whose world before the action had another deal, or other views.

    None if there is none: then every formula without K, E or C under a negation that is
    true before is true after the action.
    """
    after = reached.state
    for player in range(1, after.game.p + 1):
        class_of = {
            w: number
            for number, alike in enumerate(before.classes(player))
            for w in members(alike)
        }
        for alike in after.classes(player):
            worlds = list(members(alike))
            parents = [reached.parents[w] for w in worlds]
            if len({class_of[w] for w in parents}) > 1:
                return worlds[0]
            for w, parent in zip(worlds, parents, strict=True):
                if after.worlds[w] != before.worlds[parent]:
                    return w
    return None


def refine_piece(
    item: tuple[Game, int],
) -> tuple[int, int | None, dict[str, object] | None]:
    """Return whether worlds and views are only refined, in one game's situations.

    The values are the number of steps, the depth (None: to the end), and a fault.
    """
    game, work = item
    ahead, count = situations(game, work=work), 0
    for step in ahead.steps():
        tick()
        count += 1
        wrong = refined(step.before, step.way)
        if wrong is not None:
            return count, ahead.depth, situation_of(step.after, wrong)
    return count, None if ahead.complete else ahead.depth, None


Forgets = Callable[[range, Budget], int | None]


def kept(budget: Budget, views: Forgets = _views_refine) -> Result:
    """Check (2.24), by induction over the views and by a sweep of the worlds.

    If the induction fails, the views before may be unreachable.
    """
    players = range(2, 8 if budget.full else 5)
    games = up_to_eight_cards(budget)
    work = 6_000 if budget.full else 2_000
    items = [(str(game.to_dict()), (game, work)) for game in games]
    swept = [
        found for _, found in spread(budget, f"refine|{work}", refine_piece, items)
    ]
    wrong = next((x[2] for x in swept if x[2] is not None), None)
    forgets = views(players, budget)
    depth = min(x[1] for x in swept if x[1] is not None)
    found = Result.judged(
        wrong if forgets is None or wrong else {"values": {"p": forgets}},
        proves=True,
        method="induction",
        scope={"p": f"2..{players[-1]}", "m, n, q, depth": "any"},
        instances=sum(x[0] for x in swept) + len(players),
        values={
            "steps": sum(x[0] for x in swept),
            "cards": max(g.c for g in games),
            "depth": depth,
        },
    )
    return found if wrong else found.by_witness(refutes=False)


def four(budget: Budget) -> Result:
    """Check that only no, yes, shows and guess give information to anybody."""
    return in_all_moves(budget, ("asks", "noguess", "endturn"), tells_of_cards)


def fewest(p: int, weights: Mapping[str, int]) -> int | None:
    """Return the least sum of the weights of a history's actions, or None.

    Every history is a path through the public states, so it bounds those of all games.
    """
    edges: dict[tuple[SystemState, SystemState], int] = {}
    for before, key, after in public_steps(p):
        weight = weights.get(str(key[0]), 0)
        edges[before, after] = min(weight, edges.get((before, after), weight))
    start = transition_system_of(p).state(transition_system_of(p).start)
    least, rounds = {start: 0}, len(public_states(p))
    for _ in range(rounds + 1):
        changed = False
        for (before, after), weight in edges.items():
            if before in least and least[before] + weight < least.get(after, 1 << 30):
                least[after] = least[before] + weight
                changed = True
        if not changed:
            return min(least.values())
    return None


def rarer(event: HistoryEvent, kinds: tuple[str, ...], *, times: int = 1) -> bool:
    """Return whether these actions are rarer than `times` times the guesses."""
    done = [key_of(action)[0] for action in event.done]
    return sum(kind in kinds for kind in done) < times * done.count("guess")


def at_least(
    budget: Budget,
    kinds: tuple[str, ...],
    *,
    times: int = 1,
    least_p: int = 2,
    depth: int = 8,
) -> Result:
    """Check whether these actions are at least `times` times as many as guesses.

    A path through the public states on which they are rarer is not always a history of
    a game. So a history of at most `depth` actions is searched for.
    """
    players = range(least_p, 8 if budget.full else 5)
    weights = {**dict.fromkeys(kinds, 1), "guess": -times}

    def rare(p: int) -> Case | None:
        if fewest(p, weights) == 0:
            return None
        first = shortest(
            (g for g in each_game(2 * p + 1, p) if g.p == p),
            lambda e: rarer(e, kinds, times=times),
            budget,
            depth=depth,
        )
        query = witness(first, lambda event: "GameOver | ~In(1)")
        return query or {"values": {"p": p}}

    cases = ((len(public_states(p)), rare(p)) for p in players)
    found = over_players(budget, players, cases, "induction over public states")
    replays = "game" in (found.counterexample or {})
    return found if replays else found.by_witness(refutes=False)


Arrows = Mapping[str, Mapping[str, tuple[str, ...]]]
"""For each phase the actions on its arrows, and the phases that they lead to."""

ARROWS: Arrows = {
    "askphase": {"asks(i,Q)": ("ansphase",)},
    "ansphase": {"no(j)": ("ansphase", "guessphase"), "yes(j)": ("showphase",)},
    "showphase": {"shows(j,i,x)": ("guessphase",)},
    "guessphase": {"guess(i,M)": ("endphase",), "noguess(i)": ("endphase",)},
    "endphase": {"endturn(i)": ("askphase", "endphase")},
}
"""Figure 2.2."""


def arrows_in_words(arrows: Arrows) -> str:
    """Return the formula that phases only have the actions on their arrows."""
    parts = ["askphase | ansphase | showphase | guessphase | endphase"]
    for phase, actions in arrows.items():
        others = (x for each in arrows.values() for x in each if x not in actions)
        parts += [f"{phase} -> ~possible({action})" for action in others]
        parts += [
            f"{phase} -> (after {action}: {' | '.join(phases)})"
            for action, phases in actions.items()
        ]
    return (
        "forall i in players, j in players, Q in questions, M in guesses, x in cards: "
        + " & ".join(f"({part})" for part in parts)
    )


def fewest_by_phases(weights: Mapping[str, int], arrows: Arrows) -> int | None:
    """Return the least sum of weights on a path along the arrows, or None."""
    least, waiting = {"askphase": 0}, len(arrows)
    for _ in range(waiting + 1):
        changed = False
        for phase, actions in arrows.items():
            for action, phases in actions.items():
                weight = weights.get(action.partition("(")[0], 0)
                for then in phases if phase in least else ():
                    reached = least[phase] + weight
                    if reached < least.get(then, reached + 1):
                        least[then], changed = reached, True
        if not changed:
            return min(least.values())
    return None


def by_phases(
    budget: Budget, kinds: tuple[str, ...], arrows: Arrows = ARROWS
) -> Result | None:
    """Check whether these actions are as many as guesses, for all sizes.

    None unless provers show that phases change along the arrows only, and no path along
    them has more guesses.
    """
    weights = {**dict.fromkeys(kinds, 1), "guess": -1}
    if fewest_by_phases(weights, arrows) != 0:
        return None
    along = formula_result(budget, arrows_in_words(arrows), games=players_up_to_seven)
    if not along.for_all_sizes:
        return None
    return Result.judged(
        None,
        proves=True,
        method=f"shortest ways between phases, and {along.method}",
        scope=along.scope,
        instances=along.instances,
        values={"provers": along.note or ""},
        case="phases",
    )


def frequent(budget: Budget) -> Result:
    """Return the result for remark-2.10-frequent."""
    answers = ("no", "yes")
    main = by_phases(budget, answers) or at_least(budget, answers)
    return main.also(
        three_players=at_least(budget, (*answers, "shows"), times=2, least_p=3),
        strictly=at_least(budget, (*answers, "shows"), times=2),
        **{kind: at_least(budget, (kind,)) for kind in (*answers, "shows")},
    )
