"""The consequences that chapter 2 states, checked by clingo in whole game trees.

One answer set is one deal with all that can be played in it. The situations that
look alike to everybody make the worlds of one public history, and in these every
instance of law/3, kept/2 and s5/3 is evaluated by worlds.lp.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import clingo
import pytest

from mystpy.axioms import axioms_dir
from mystpy.game.game import Game, facts
from mystpy.game.names import set_term
from mystpy.register import register

Symbol = clingo.Symbol

GAMES = {
    "two players": (Game.myst(m=1, n=1, p=2, q=1), 5),
    "two players, longer": (Game.myst(m=1, n=1, p=2, q=1), 6),
    "questions of two": (Game.myst(m=1, n=1, p=2, q=2), 5),
    "three players": (Game.myst(m=1, n=1, p=3, q=1), 4),
    "unequal hands": (Game.general(["sun", "moon", "sky"], [0, 2, 1], q=1), 5),
    "unequal hands, shorter": (
        Game.general(["sun", "moon", "sky"], [0, 2, 1], q=1),
        4,
    ),
    "two sorts": (Game.clue(2, {"who": ["ann", "bob"], "how": ["axe", "bow"]}), 4),
}

SLOW = pytest.mark.slow
IN_GAMES = pytest.mark.parametrize(
    "name",
    [
        pytest.param("two players", marks=SLOW),
        pytest.param("two players, longer", marks=SLOW),
        pytest.param("questions of two", marks=SLOW),
        pytest.param("three players", marks=SLOW),
        "unequal hands, shorter",
        pytest.param("unequal hands", marks=SLOW),
        pytest.param("two sorts", marks=SLOW),
    ],
)
"""The games; slow ones are fast in test_laws_in_prolog, or similar to fast ones."""

TREE = """
level(init0, 0).
level(do(A, S), N + 1) :- level(S, N), poss(A, S), N < depth.
situation(S) :- level(S, N).
offered(S) :- level(S, N).
examined(S) :- level(S, N).
reported(S) :- level(S, N).
views_examined.
sets_examined.
s5_args(args(I, h(0, X), neg(k(J, h(J, X))))) :-
    player(I), player(J), I != J, symbol(1, X).
#show.
#show level/2.
#show hand(K, X) : h(K, X, init0).
#show now(S, F) : fluent(F, S), level(S, N).
#show next(A, S) : poss(A, S), level(S, N).
#show obs0/2.
#show obs/4.
#show law/3.
#show kept/2.
#show s5/3.
#show phase_change/3.
#show set_violates/1.
#show statement/1.
"""


class World(NamedTuple):
    """A deal and a situation that can be reached in it."""

    deal: int
    situation: Symbol


class Tree(NamedTuple):
    """All that can be played: the worlds of every public history, deal by deal."""

    hands: list[dict[int, list[str]]]
    fluents: dict[World, set[Symbol]]
    actions: dict[World, set[Symbol]]
    histories: dict[Symbol, list[World]]
    laws: dict[Symbol, list[tuple[str, Symbol]]]
    kept: list[tuple[str, Symbol]]
    s5: list[tuple[str, Symbol]]
    arrows: set[tuple[str, str, str]]
    views: list[dict[Symbol, set[tuple[int, Symbol]]]]


@cache
def tree(name: str) -> Tree:
    game, depth = GAMES[name]
    sets = {*game.questions(), *game.guesses()}
    offered = "".join(f"offered_set({set_term(s, game.deck)})." for s in sets)
    players = ",".join(map(str, range(1, game.p + 1)))
    text = f"{facts(game)} all_players(set({players})). {offered}"
    text += f"offered_set(set({players}))."
    control = clingo.Control(["0", "-c", f"depth={depth}"])
    control.load(str(axioms_dir() / f"{game.rules}.lp"))
    control.add("base", [], text + TREE)
    control.ground([("base", [])])
    found = Tree([], {}, {}, defaultdict(list), defaultdict(list), [], [], set(), [])
    with control.solve(yield_=True) as models:
        for deal, model in enumerate(models):
            grow(found, deal, model.symbols(shown=True))
    return found


def grow(found: Tree, deal: int, atoms: list[Symbol]) -> None:
    """Add what is played in one deal."""
    by_name: dict[str, list[list[Symbol]]] = defaultdict(list)
    for atom in atoms:
        by_name[atom.name].append(atom.arguments)
    hands: dict[int, list[str]] = defaultdict(list)
    for holder, card in by_name["hand"]:
        hands[holder.number].append(card.name)
    found.hands.append(hands)
    found.views.append(views_in(by_name))
    for situation, _ in by_name["level"]:
        world = World(deal, situation)
        found.fluents[world], found.actions[world] = set(), set()
        found.histories[public(situation)].append(world)
    for situation, fluent in by_name["now"]:
        found.fluents[World(deal, situation)].add(fluent)
    for action, situation in by_name["next"]:
        found.actions[World(deal, situation)].add(action)
    if not deal:
        found.kept.extend((a.string, phi) for a, phi in by_name["kept"])
        found.s5.extend((a.string, phi) for a, _, phi in by_name["s5"])
        found.arrows.update(
            (a.name, b.name, c.name) for a, b, c in by_name["phase_change"]
        )
    for label, situation, phi in by_name["law"]:
        if (label.string, phi) not in found.laws[situation]:
            found.laws[situation].append((label.string, phi))
    assert not by_name["set_violates"]
    stated = {label.string for (label,) in by_name["statement"]}
    assert stated >= {"2.4", "2.7", "S2.6.2", "S2.6.5"}


def views_in(
    by_name: dict[str, list[list[Symbol]]],
) -> dict[Symbol, set[tuple[int, Symbol]]]:
    """Return for each situation what players see of the action that leads to it."""
    views: dict[Symbol, set[tuple[int, Symbol]]] = defaultdict(set)
    for player, seen in by_name["obs0"]:
        views[clingo.Function("init0")].add((player.number, seen))
    for player, action, seen, situation in by_name["obs"]:
        after = clingo.Function("do", [action, situation])
        views[after].add((player.number, seen))
    return views


def public(situation: Symbol) -> Symbol:
    """Return what everybody sees of a situation."""
    if not situation.arguments:
        return situation
    action, before = situation.arguments
    if action.name == "shows":
        unseen = clingo.Function("unseen")
        action = clingo.Function("shows", [*action.arguments[:2], unseen])
    return clingo.Function("do", [action, public(before)])


def actions_of(situation: Symbol) -> list[Symbol]:
    done = []
    while situation.arguments:
        done.append(situation.arguments[0])
        situation = situation.arguments[1]
    return done[::-1]


def true_in(
    name: str, history: Symbol, asked: set[Symbol]
) -> set[tuple[Symbol, World]]:
    """Evaluate formulas in the worlds of a public history."""
    worlds = tree(name).histories[history]
    text = "".join(model(name, history)) + "".join(f"ask({phi})." for phi in asked)
    text += "recall_examined. #show recalls/2."
    control = clingo.Control()
    control.load(str(axioms_dir() / "drive" / "worlds.lp"))
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as answers:
        (answer,) = (list(found.symbols(shown=True)) for found in answers)
    assert not [atom for atom in answer if atom.name == "refused"]
    shows = [a for a in actions_of(history) if a.name == "shows"]
    recalled = [atom for atom in answer if atom.name == "recalls"]
    assert len(recalled) == len(shows) * GAMES[name][0].p, f"(0b) after {history}"
    return {
        (a.arguments[0], worlds[a.arguments[1].number])
        for a in answer
        if a.name == "true_in"
    }


def model(name: str, history: Symbol) -> Iterator[str]:
    """Yield the worlds of a public history as facts."""
    game, found = GAMES[name][0], tree(name)
    yield f"constant(p,{game.p}). constant(q,{game.q})."
    shows = [k for k, a in enumerate(actions_of(history)) if a.name == "shows"]
    yield "".join(f"event({e})." for e in range(1, len(shows) + 1))
    names: dict[object, int] = {}
    for w, (deal, situation) in enumerate(found.histories[history]):
        yield f"world({w})."
        for k in game.holders:
            yield f"hand({w},{k},{set_term(found.hands[deal][k], game.deck)})."
        passed = situations_of(situation)
        for i in game.holders[1:]:
            for e, k in enumerate([-1, *shows]):
                seen = what_is_seen(found.views[deal], i, passed[: k + 2])
                number = names.setdefault(seen, len(names))
                yield f"view({i},{w},{e},{number})."
            seen = what_is_seen(found.views[deal], i, passed)
            yield f"view({i},{w},{names.setdefault(seen, len(names))})."
        for fluent in found.fluents[World(deal, situation)]:
            yield f"now({w},{fluent})."


def situations_of(situation: Symbol) -> list[Symbol]:
    """Return a situation and those on the way to it, the earliest first."""
    found = [situation]
    while situation.arguments:
        situation = situation.arguments[1]
        found.append(situation)
    return found[::-1]


def what_is_seen(
    views: dict[Symbol, set[tuple[int, Symbol]]], player: int, passed: list[Symbol]
) -> tuple[frozenset[Symbol], ...]:
    """Return what a player saw of the start, and of the actions that led to these."""
    return tuple(
        frozenset(seen for i, seen in views[place] if i == player) for place in passed
    )


@IN_GAMES
def test_the_consequences_hold_in_every_situation(name: str) -> None:
    found = tree(name)
    counted: Counter[str] = Counter()
    kept: dict[World, set[Symbol]] = {}
    for history, worlds in sorted(
        found.histories.items(), key=lambda h: len(str(h[0]))
    ):
        laws = {s: found.laws.get(s, []) for _, s in worlds}
        asked = {phi for instances in laws.values() for _, phi in instances}
        asked |= {phi for _, phi in (*found.s5, *found.kept)}
        true = true_in(name, history, asked)
        for world in worlds:
            for label, phi in (*laws[world.situation], *found.s5):
                assert (phi, world) in true, f"({label}) {phi} in {world}"
                counted[label] += 1
            kept[world] = {phi for _, phi in found.kept if (phi, world) in true}
            if world.situation.arguments:
                before = kept[World(world.deal, world.situation.arguments[1])]
                assert before <= kept[world], f"(2.24) in {world}"
                counted["2.24"] += len(before)
                counted["2.24c"] += sum(phi.name == "c" for phi in before)
    needed = {r.label for r in register().rows if r.kind == "consequence"}
    needed = {x for x in needed if x[:4] in ("S1.3", "S2.8", "2.32", "2.33", "2.34")}
    needed |= {"0a", "2.14", "2.22a", "2.22b", "2.24", "2.24c", "2.25"}
    missing = {label for label in needed if not counted[label]}
    assert not missing


@IN_GAMES
def test_some_situations_have_two_questions(name: str) -> None:
    laws = [label for found in tree(name).laws.values() for label, _ in found]
    assert "2.22c" in laws


@IN_GAMES
def test_each_step_follows_an_arrow_of_figure_2_2(name: str) -> None:
    found = tree(name)
    for world, fluents in found.fluents.items():
        if world.situation.arguments:
            action, before = world.situation.arguments
            (old,) = phases(found.fluents[World(world.deal, before)])
            (new,) = phases(fluents)
            assert (old, action.name, new) in found.arrows


@IN_GAMES
def test_something_is_possible_until_the_game_is_over(name: str) -> None:
    found = tree(name)
    over = clingo.Function("game_over")
    for world, fluents in found.fluents.items():
        assert bool(found.actions[world]) is (over not in fluents), world


def phases(fluents: set[Symbol]) -> list[str]:
    return [fluent.name for fluent in fluents if fluent.name.endswith("phase")]
