"""Game trees read from files of Gambit: valid ones, and files that are no tree."""

from __future__ import annotations

from fractions import Fraction

import pyspiel
import pytest

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.trees.gambit import efg
from mystpy.solve.trees.game_tree import GameTree, read_efg
from mystpy.solve.trees.reduced_tree import ReducedTree

HEAD = 'EFG 2 R "t" { "a" "b" }\n'
SMALL = (
    HEAD + 'p "" 1 1 "" { "l" "r" } 0\nt "" 1 "" { 1, -1 }\nt "" 2 "" { 1/2, 0.5 }\n'
)


def written(game: Game, turns: int) -> str:
    return "\n".join(efg(ReducedTree(game, GameVariant(), turns, Fraction(0)), "t"))


def test_a_small_tree_is_read() -> None:
    tree = read_efg(SMALL, "f", 9)
    assert tree.players == ("a", "b")
    assert tree.nodes[0].children == (1, 2)
    assert tree.nodes[2].payoffs == (Fraction(1, 2), Fraction(1, 2))
    assert tree.information_sets() == {(1, 1): [0]}


def test_what_is_said_once_of_a_set_holds_for_its_other_nodes() -> None:
    text = HEAD + (
        'c "" 1 "" { "1" 1/3 "2" 2/3 } 0\np "" 2 4 "s" { "l" "r" } 0\n'
        't "" 1 "win" { 1 0 }\nt "" 2 "" { 0 1 }\np "" 2 4 0\nt "" 1\nt "" 2\n'
    )
    tree = read_efg(text, "f", 9)
    assert tree.nodes[4].actions == ("l", "r")
    assert tree.nodes[5].payoffs == (Fraction(1), Fraction(0))
    assert tree.information_sets() == {(2, 4): [1, 4]}


def expected(tree: GameTree, at: int = 0) -> Fraction:
    """Return player 1's expected payoff with uniform choices."""
    node = tree.nodes[at]
    if not node.children:
        return node.payoffs[0]
    shares = node.chances or (Fraction(1, len(node.children)),) * len(node.children)
    below = [expected(tree, child) for child in node.children]
    return sum((p * v for p, v in zip(shares, below, strict=True)), Fraction())


@pytest.mark.parametrize(
    ("game", "turns"),
    [
        (Game.myst(2, 1, 2, 1), 2),
        (Game.myst(1, 2, 2, 2), 2),
        (Game.myst(1, 1, 2, 1), 1),
    ],
)
def test_openspiel_reads_the_same_tree(game: Game, turns: int) -> None:
    text = written(game, turns)
    tree = read_efg(text, "f", 10**6)
    spiel = pyspiel.load_efg_game(text)

    def worth(state: pyspiel.State) -> float:
        if state.is_terminal():
            return float(state.returns()[0])
        if state.is_chance_node():
            shares = [(p, a) for a, p in state.chance_outcomes()]
        else:
            actions = state.legal_actions()
            shares = [(1 / len(actions), a) for a in actions]
        return float(sum(p * worth(state.child(a)) for p, a in shares))

    assert abs(worth(spiel.new_initial_state()) - float(expected(tree))) < 1e-9


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file ends where"),
        ("NFG 1 R", "does not begin with EFG 2"),
        ('EFG 2 R "t" { "a" "b"', "players is expected"),
        (HEAD, "the file ends where c, p or t"),
        (HEAD + 'x "" 1', "'x' is not c, p or t"),
        (HEAD + 'p "" 3 1 "" { "l" } 0', "there is no player 3"),
        (HEAD + 'p "" 1 1 "" { } 0', "has no actions"),
        (HEAD + 'p "" 1 1 0', "has no actions"),
        (HEAD + 'c "" 1 "" { "1" 1/3 "2" 1/3 } 0', "do not add up to 1"),
        (HEAD + 'c "" 1 "" { "1" 1/0 } 0', "'1/0' is not a probability"),
        (HEAD + 'c "" 1 "" { "1" 1e99999999 } 0', "is not a probability"),
        (HEAD + 't "" 1 "" { a }', "'a' is not a payoff"),
        (HEAD + 't "" -1 "" { 1 }', "'-1' is not the number of an outcome"),
        (SMALL + 't "" 3 "" { 1 }', "the tree is complete"),
        (HEAD + 'p "" 1 1 "" { "l" "r" } 0\nt "" 1 "" { 1 0 }', "the file ends where"),
        (HEAD + 'p "" 1 1 "" { "l } 0', "has no end"),
    ],
)
def test_what_is_no_tree_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(QueryError, match=f"^f:\\d+: .*{said}"):
        read_efg(text, "f", 99)


def test_a_large_tree_is_refused() -> None:
    with pytest.raises(QueryError, match="more than 2 nodes"):
        read_efg(SMALL, "f", 2)
