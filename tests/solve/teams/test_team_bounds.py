"""A player against a team: bounds, held against all joint pure plans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice, product
from math import prod
from random import Random

import numpy as np
import pytest
from scipy.optimize import linprog

from mystpy.game.game import Game
from mystpy.solve.profiles.game_tree import (
    DecisionSet,
    GameTree,
    ProfileAction,
    TreeNode,
    game_tree,
)
from mystpy.solve.profiles.profile import Profile, response
from mystpy.solve.teams.joint_response import joint_response
from mystpy.solve.teams.named_tree import named_tree
from mystpy.solve.teams.team_bounds import TeamBounds, sure_of, team_bounds, worst_of
from mystpy.solve.teams.team_form import TeamForm

THREE = Game.myst(1, 1, 3, 1)
MOST_PLANS = 3_000


def closest(tree: GameTree, alone: int) -> TeamBounds:
    """The last bounds of all, each of which is no worse than the one before."""
    before = None
    for best in team_bounds(tree, alone):
        if before:
            assert before.lower <= best.lower <= best.upper <= before.upper
        before = best
    assert before
    return before


def random_tree(random: Random) -> GameTree:
    """A tree with hidden types in which players move in a public order, some unseen."""
    movers = random.choice(([1, 2, 3], [2, 1, 3], [2, 3, 1], [3, 1, 2], [2, 3, 2]))
    seen = [[random.random() < 0.4 for _ in range(4)] for _ in movers]
    decisions = [DecisionSet(0, (0, (), ()), (ProfileAction("deal"),))]
    numbers: dict[tuple[int, ...], int] = {}
    deals = list(product(range(2), range(2), range(2)))
    parts = [random.randint(1, 4) for _ in deals]
    level: list[tuple[tuple[int, ...], tuple[int, ...]]] = [(x, ()) for x in deals]
    after = tuple((k + 1, Fraction(w, sum(parts))) for k, w in enumerate(parts))
    nodes, levels = [TreeNode(0, (after,))], [1]
    for depth, mover in enumerate([*movers, 0]):
        ahead: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        start = 1 + sum(8 * 2**d for d in range(depth + 1))
        for deal, done in level:
            if depth == len(movers):
                nodes.append(TreeNode(-1, (), random.choice((0, 1, 1, 2, 3)), (1, 2)))
                continue
            heard = [
                x if movers[k] == mover or seen[k][mover] else -1
                for k, x in enumerate(done)
            ]
            key = (depth, deal[mover - 1], *heard)
            if key not in numbers:
                numbers[key] = len(decisions)
                view = (mover, ((str(key), 0),), ())
                acts = (ProfileAction("a"), ProfileAction("b"))
                decisions.append(DecisionSet(mover, view, acts))
            first = start + len(ahead)
            pairs = tuple(((first + k, Fraction(1)),) for k in range(2))
            nodes.append(TreeNode(numbers[key], pairs))
            ahead += [(deal, (*done, k)) for k in range(2)]
        levels.append(len(nodes))
        level = ahead
    return GameTree(THREE, 1, True, decisions, nodes, levels)


def pure(tree: GameTree, players: Sequence[int]) -> Iterator[dict[int, int]]:
    """All plans of some players together, with picks at all of their decisions."""
    some = [k for k, one in enumerate(tree.decisions) if one.player in players]
    for picks in product(*(range(len(tree.decisions[k].picks)) for k in some)):
        yield dict(zip(some, picks, strict=True))


def plan_count(tree: GameTree, players: Sequence[int]) -> int:
    """How many they are."""
    some = [one for one in tree.decisions if one.player in players]
    return prod(len(one.picks) for one in some)


def wins(tree: GameTree, alone: int, share: int, plan: dict[int, int]) -> Fraction:
    """With which chance a player wins where all do as a plan says, by the tree."""
    found, ahead = Fraction(0), [(0, Fraction(1))]
    while ahead:
        number, chance = ahead.pop()
        node = tree.nodes[number]
        if node.decision < 0:
            broken = not node.winner and alone in node.still_in
            found += chance * (node.winner == alone or (share == 1 and broken))
        else:
            after = node.after[plan.get(node.decision, 0)]
            ahead += [(k, chance * part) for k, part in after]
    return found


def value_of_all(tree: GameTree, alone: int, share: int) -> float:
    """The value of the matrix of all pure plans, in floats."""
    team = [i for i in (1, 2, 3) if i != alone]
    rows = [
        [
            float(wins(tree, alone, share, {**mine, **theirs}))
            for mine in pure(tree, [alone])
        ]
        for theirs in pure(tree, team)
    ]
    matrix = np.array(rows)
    count = matrix.shape[1]
    found = linprog(
        [0.0] * count + [-1.0],
        A_ub=np.hstack((-matrix, np.ones((len(matrix), 1)))),
        b_ub=np.zeros(len(matrix)),
        A_eq=[[1.0] * count + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * count + [(None, None)],
    )
    return -float(found.fun)


def small_trees(number: int) -> Iterator[GameTree]:
    """Random trees in which all plans can be listed."""
    random = Random(3)
    some = iter(lambda: random_tree(random), None)
    teams = ([1, 2], [1, 3], [2, 3])
    few = (tree for tree in some if all(plan_count(tree, x) <= 512 for x in teams))
    return islice(few, number)


def test_bounds_of_random_trees_are_the_value_of_all_joint_plans() -> None:
    coordinated = 0
    for tree in small_trees(6):
        for alone in (1, 2, 3):
            best = closest(tree, alone)
            for share, bound in ((0, best.lower), (1, best.upper)):
                assert float(bound) == pytest.approx(
                    value_of_all(tree, alone, share), abs=1e-7
                )
            coordinated += len(best.mixture) > 1
    assert coordinated


def realization(form: TeamForm, plan: dict[int, int]) -> list[int]:
    """The weights of the sequences of the player alone under a pure plan."""
    found = [1] + [0] * (form.mine.total - 1)
    for stage in form.mine.stages:
        rows = zip(stage.parents, stage.decisions, stage.starts, strict=True)
        for parent, decision, start in rows:
            found[stage.sequences[start + plan[int(decision)]]] = found[parent]
    return found


def test_the_joint_plan_is_the_best_of_all() -> None:
    split = 0
    for tree, seed in zip(small_trees(8), range(8), strict=True):
        form = TeamForm(tree, 1, 0)
        random = Random(seed)
        mine = [k for k, one in enumerate(tree.decisions) if one.player == 1]
        plan = {k: random.randrange(len(tree.decisions[k].picks)) for k in mine}
        weights = realization(form, plan)
        found = joint_response(form, weights)
        least = min(wins(tree, 1, 0, {**plan, **x}) for x in pure(tree, [2, 3]))
        assert Fraction(found.value, form.whole) == least
        assert found.bound == found.value
        assert wins(tree, 1, 0, {**plan, **found.plan}) == least
        early = joint_response(form, weights, most=0)
        assert early.bound <= found.value <= early.value
        split += early.bound < found.value
    assert split, "in some tree the relaxation knows more than the members"


@pytest.mark.parametrize("q", [1, 2])
def test_a_game_of_one_turn_by_all_plans(q: int) -> None:
    tree = game_tree(Game.myst(1, 1, 3, q), 1)
    for alone in (1, 2, 3):
        best = closest(tree, alone)
        for share, bound in ((0, best.lower), (1, best.upper)):
            value = value_of_all(tree, alone, share)
            assert float(bound) == pytest.approx(value, abs=1e-7)


def test_what_proves_the_bounds_is_worth_them() -> None:
    tree = game_tree(Game.myst(2, 1, 3, 1), 3, idle=False)
    best = closest(tree, 2)
    assert best.value == Fraction(4, 9)
    assert sure_of(TeamForm(tree, 2, 0), best.plan)[0] == best.lower
    assert worst_of(TeamForm(tree, 2, 1), best.mixture) == best.upper
    assert sum(chance for chance, _ in best.mixture) == 1
    # nobody of the team alone plays worse against him than the mixture allows
    for _, plan in best.mixture:
        profile: Profile = [
            [Fraction(k == plan.get(d, 0)) for k in range(len(one.picks))]
            for d, one in enumerate(tree.decisions)
        ]
        assert response(tree, profile, 2)[0] >= best.upper


def test_names_of_cards_as_a_code_change_nothing_in_the_smallest_game() -> None:
    game = THREE
    counted = game_tree(game, 2, idle=False)
    named = named_tree(game, 2, idle=False)
    assert len(named.nodes) > 4 * len(counted.nodes)
    for alone in (1, 2, 3):
        ours, theirs = closest(named, alone), closest(counted, alone)
        assert (ours.lower, ours.upper) == (theirs.lower, theirs.upper)
