"""Games as trees for other programs, compared with the sequence form and OpenSpiel."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from math import prod

import pyspiel
import pytest

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.solve.equilibria.listed_form import ListedForm, sequences
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import BLUFFERS
from mystpy.solve.extensive.regret import minimize_regret
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import improving_bounds, judge_plan
from mystpy.solve.trees import gambit
from mystpy.solve.trees.gambit import efg
from mystpy.solve.trees.reduced_tree import (
    ChanceNode,
    DealtNode,
    ReducedTree,
    TerminalNode,
)

CLUE = Game.clue(2, {"who": ["a", "b", "c"], "where": ["x", "y", "z"]})
GAMES = [
    (Game.myst(2, 1, 2, 1), GameVariant(), 2),
    (Game.myst(3, 1, 2, 1), GameVariant(questions="useful"), 3),
    (Game.myst(3, 1, 2, 1), GameVariant(questions="unlocated", announced=True), 2),
    (Game.myst(1, 2, 2, 2), GameVariant(questions="useful"), 2),
    (Game.myst(3, 1, 2, 1), GameVariant(BLUFFERS["one"]), 2),
    (CLUE, GameVariant(BLUFFERS["nobody"], "useful"), 2),
]
NEAR = 1e-9
"""The tolerance for OpenSpiel's floats."""
Found = dict[tuple[int, str], tuple[str, ...]]


def evenly(
    tree: ReducedTree, node: DealtNode | ChanceNode | TerminalNode, found: Found
) -> Fraction:
    """Return player 1's chance with uniform choices, and note the information sets."""
    if isinstance(node, TerminalNode):
        return node.won
    if isinstance(node, ChanceNode):
        assert sum(chance for chance, _ in node.outcomes) == 1
        return sum(p * evenly(tree, after, found) for p, after in node.outcomes)  # type: ignore[return-value]
    at = tree.at(node)
    if isinstance(at, TerminalNode):
        return at.won
    names = tuple(sorted(action for action, _ in at.actions))
    if len(names) > 1:
        assert found.setdefault((at.player, at.label), names) == names
    worths = [evenly(tree, after, found) for _, after in at.actions]
    return sum(worths, Fraction()) / len(worths)


@pytest.mark.parametrize(("game", "variant", "turns"), GAMES)
@pytest.mark.parametrize("share", [0, 1])
def test_a_tree_is_that_of_the_sequence_form(
    game: Game, variant: GameVariant, turns: int, share: int
) -> None:
    tree = ReducedTree(game, variant, turns, Fraction(share))
    form = ListedForm.of(TreeBuilder(game, variant).form(turns), share)
    found: Found = {}
    worth = evenly(tree, tree.start(), found)
    sets = {
        (k, s.label): tuple(sorted(s.actions)) for k in (1, 2) for s in form.sets[k - 1]
    }
    assert found == sets
    even = (even_plan(form, player) for player in (1, 2))
    one, two = even
    assert worth == sum(
        chance * prod((one[a], two[b])) for (a, b), chance in form.payoffs.items()
    )


def even_plan(form: ListedForm, player: int) -> list[Fraction]:
    plan = [Fraction(1)] * form.counts[player - 1]
    for choices in form.sets[player - 1]:
        for k in sequences(choices):
            plan[k] = plan[choices.parent] / len(choices.actions)
    return plan


@pytest.mark.parametrize("sizes", [(2, 1, 1), (3, 1, 1), (2, 2, 2)])
def test_openspiel_finds_our_strategies_without_a_better_reply(
    sizes: tuple[int, int, int],
) -> None:
    m, n, q = sizes
    game = Game.myst(m, n, 2, q)
    *_, found = improving_bounds(game, GameVariant(questions="useful"))
    theirs, played = [], []
    for share in (Fraction(0), Fraction(1)):
        tree = ReducedTree(game, found.variant, found.turns, share)
        theirs.append(pyspiel.load_efg_game("\n".join(efg(tree, "ours")) + "\n"))
    assert found.value is not None
    for side, spiel in zip((found.lower, found.upper), theirs, strict=True):
        acts = dict(side.lines())
        ours = policy(spiel.new_initial_state(), side.player - 1, acts, {})
        played.append(ours)
        best = pyspiel.TabularBestResponse(spiel, 2 - side.player, ours)
        worth = best.value_from_state(spiel.new_initial_state())
        value = float(2 * found.value - 1)
        assert worth == pytest.approx(-value if side.player == 1 else value, abs=1e-9)


@pytest.mark.parametrize("sizes", [(2, 1, 1), (1, 2, 1), (3, 1, 1), (2, 2, 2)])
def test_openspiel_s_own_solution_encloses_the_value_that_regrets_come_to(
    sizes: tuple[int, int, int],
) -> None:
    """Compare a linear program, regrets, and CFR+ with another library's responses."""
    m, n, q = sizes
    game = Game.myst(m, n, 2, q)
    *_, found = improving_bounds(game, GameVariant(questions="useful"))
    assert found.value is not None
    tree = ReducedTree(game, found.variant, found.turns, Fraction(0))
    spiel = pyspiel.load_efg_game("\n".join(efg(tree, "ours")) + "\n")
    solver = pyspiel.CFRPlusSolver(spiel)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    theirs, start = solver.average_policy(), spiel.new_initial_state()
    low, high = (
        sign * pyspiel.TabularBestResponse(spiel, k, theirs).value_from_state(start)
        for k, sign in ((1, -1), (0, 1))
    )
    assert low - NEAR <= 2 * found.value - 1 <= high + NEAR
    assert 0 <= high - low < 1 / 250
    exploitable = pyspiel.exploitability(spiel, theirs)
    assert exploitable == pytest.approx((high - low) / 2)
    form = TreeBuilder(game, found.variant).form(found.turns)
    by_regrets = minimize_regret(form, 0, 300)
    ours = [judge_plan(form, player, 0, by_regrets).value for player in (1, 2)]
    assert ours[0] <= found.value <= ours[1] <= ours[0] + Fraction(1, 1000)


def policy(
    state: pyspiel.State,
    player: int,
    acts: dict[str, dict[str, Fraction]],
    found: dict[str, list[tuple[int, float]]],
) -> dict[str, list[tuple[int, float]]]:
    """Return a strategy by OpenSpiel's texts and numbers, even without an entry."""
    if not state.is_terminal():
        if state.current_player() == player:
            text = state.information_state_string()
            label = text.split("-", 3)[3]
            legal = state.legal_actions()
            even = {state.action_to_string(a): Fraction(1, len(legal)) for a in legal}
            some = acts.get(label, even)
            found[text] = [
                (a, float(some.get(state.action_to_string(a), 0))) for a in legal
            ]
        for action in state.legal_actions():
            policy(state.child(action), player, acts, found)
    return found


def test_numbers_are_fractions_and_information_sets_have_their_names() -> None:
    tree = ReducedTree(
        Game.myst(3, 1, 2, 1), GameVariant(questions="useful"), 1, Fraction(1, 2)
    )
    lines = list(efg(tree, "MYST(3,1,2,1)"))
    assert lines[0] == 'EFG 2 R "MYST(3,1,2,1)" { "player 1" "player 2" }'
    assert lines[3] == 'p "" 1 1 "1: -:5/1" { "asks -:1/0" "asks -:1/1" } 0'
    assert 'c "" 1 "" { "1" 3/4 "2" 1/4 } 0' in lines
    assert any(line.endswith("{ -1/2, 1/2 }") for line in lines)


def test_a_tree_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gambit, "MOST_NODES", 10)
    tree = ReducedTree(Game.myst(3, 1, 2, 1), GameVariant(), 3, Fraction(0))
    lines = efg(tree, "large")
    assert len(list(islice(lines, 12))) == 12
    with pytest.raises(QueryError, match="more than 10 nodes"):
        list(lines)
