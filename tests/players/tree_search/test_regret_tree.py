"""Regret minimization on small trees whose equilibria are known."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from mystpy.players.tree_search.regret_tree import Numbers, RegretTree


def kuhn() -> RegretTree:
    """Kuhn poker: three cards, one each, a bet of one or two (Kuhn 1950)."""
    tree = RegretTree(2)
    for cards in permutations(range(3), 2):
        root = tree.add_root()
        winner = 1 if cards[0] > cards[1] else 2

        def end(node: int, won_by: int, stake: int) -> None:
            tree.add_payoffs(
                node, [0, stake, -stake] if won_by == 1 else [0, -stake, stake]
            )

        tree.add_decision(root, (1, cards[0], ""), 1, 2)
        passed, bet = (tree.add_child(root, a) for a in range(2))
        tree.add_decision(passed, (2, cards[1], "p"), 2, 2)
        both, raised = (tree.add_child(passed, a) for a in range(2))
        end(both, winner, 1)
        tree.add_decision(raised, (1, cards[0], "pb"), 1, 2)
        folded, called = (tree.add_child(raised, a) for a in range(2))
        end(folded, 2, 1)
        end(called, winner, 2)
        tree.add_decision(bet, (2, cards[1], "b"), 2, 2)
        folded, called = (tree.add_child(bet, a) for a in range(2))
        end(folded, 1, 1)
        end(called, winner, 2)
    return tree


def best_response(tree: RegretTree, strategy: Numbers, player: int) -> float:
    """Return a player's payoff with a best response, by trying each pure strategy."""
    own = [place for key, place in tree.sets.items() if key[0] == player]  # type: ignore[index]
    best = -np.inf
    for number in range(2 ** len(own)):
        plan = strategy.copy()
        for bit, place in enumerate(own):
            plan[place] = np.eye(2)[number >> bit & 1]
        best = max(best, float(tree.values(plan)[player]))
    return best


def test_kuhn_poker_is_solved() -> None:
    """Its value for the first player is -1/18, and deviations gain almost nothing."""
    tree = kuhn()
    strategy = tree.minimize(400)
    assert np.allclose(strategy.sum(axis=1), 1)
    assert tree.values(strategy)[1] == pytest.approx(-1 / 18, abs=2e-3)
    gaps = best_response(tree, strategy, 1) + best_response(tree, strategy, 2)
    assert 0 <= gaps < 5e-3
    few = tree.minimize(2)
    assert best_response(tree, few, 1) + best_response(tree, few, 2) > 0.05


def test_who_does_not_see_the_choice_mixes() -> None:
    """Matching pennies, where one side pays three times as much."""
    tree = RegretTree(2)
    root = tree.add_root()
    tree.add_decision(root, "one", 1, 2)
    for first in range(2):
        node = tree.add_child(root, first)
        tree.add_decision(node, "two", 2, 2)
        for second in range(2):
            leaf = tree.add_child(node, second)
            won = (3 if first == 0 else 1) if first == second else 0
            tree.add_payoffs(leaf, [0, won, -won])
    strategy = tree.minimize(1000)
    assert strategy[0] == pytest.approx([0.25, 0.75], abs=0.02)
    assert strategy[1] == pytest.approx([0.25, 0.75], abs=0.02)
    assert tree.values(strategy)[1] == pytest.approx(0.75, abs=0.01)


def test_three_players_leave_what_is_dominated() -> None:
    tree = RegretTree(3)
    nodes = [tree.add_root()]
    for player in (1, 2, 3):
        following = []
        for node in nodes:
            tree.add_decision(node, player, player, 3)
            following += [tree.add_child(node, action) for action in range(3)]
        nodes = following
    for number, node in enumerate(nodes):
        third, second, first = number % 3, number // 3 % 3, number // 9
        tree.add_payoffs(node, [0, -abs(first - 1), second, -third + 0.5 * first])
    strategy = tree.minimize(200)
    assert strategy.argmax(axis=1).tolist() == [1, 2, 0]
    assert strategy.max(axis=1).min() > 0.99


def test_sets_that_do_not_fit_are_noticed() -> None:
    tree = RegretTree(2)
    tree.add_decision(tree.add_root(), "here", 1, 2)
    with pytest.raises(AssertionError):
        tree.add_decision(tree.add_root(), "here", 1, 3)
