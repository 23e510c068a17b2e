"""Trees up to the names of cards, replies to profiles, and leagues."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice, product

import pytest

from mystpy.errors import EngineFailed, QueryError
from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import sides
from mystpy.solve.profiles.game_tree import GameTree, game_tree
from mystpy.solve.profiles.profile import (
    Profile,
    RegretLearner,
    learn_profile,
    profile_value,
    reach_chances,
    response,
    round_profile,
    shares,
)
from tools.third_player import alone, form_of, kingmakers

THREE = Game.myst(1, 1, 3, 1)


def even(tree: GameTree) -> Profile:
    """All picks with the same chance."""
    sizes = (len(one.picks) for one in tree.decisions)
    return [[Fraction(1, size)] * size for size in sizes]


def kept(tree: GameTree, profile: Profile) -> Fraction:
    """With which chance player 1 wins, or the game is broken off while he is in."""
    pairs = zip(tree.nodes, reach_chances(tree, profile), strict=True)
    return sum(
        (w for node, w in pairs if 1 in (node.winner, *node.still_in)), Fraction(0)
    )


@pytest.mark.parametrize(
    ("m", "n", "q", "turns"), [(2, 1, 1, 2), (3, 1, 1, 2), (2, 1, 2, 2), (1, 2, 1, 2)]
)
def test_two_players_win_as_much_as_in_the_other_tree(
    m: int, n: int, q: int, turns: int
) -> None:
    game = Game.myst(m, n, 2, q)
    other = TreeBuilder(game, GameVariant()).form(turns)
    ours = form_of(game_tree(game, turns), 1)
    for share in (0, 1):
        pairs = zip(sides(ours, share), sides(other, share), strict=True)
        assert all(one.value == two.value for one, two in pairs)


def test_chances_add_up_and_nobody_is_at_two_information_sets() -> None:
    tree = game_tree(Game.myst(2, 1, 3, 1), 3)
    assert sum(shares(tree, even(tree))) == 1
    for node in tree.nodes:
        assert all(sum(share for _, share in after) == 1 for after in node.after)
    assert len({one.view for one in tree.decisions}) == len(tree.decisions)


def test_a_reply_is_the_best_of_all_plans() -> None:
    tree = game_tree(THREE, 1)
    profile = even(tree)
    mine = [k for k, one in enumerate(tree.decisions) if one.player == 1]
    best = Fraction(0)
    for plan in product(*(range(len(tree.decisions[k].picks)) for k in mine)):
        other = list(profile)
        for k, pick in zip(mine, plan, strict=True):
            size = len(tree.decisions[k].picks)
            other[k] = [Fraction(j == pick) for j in range(size)]
        best = max(best, kept(tree, other))
    assert response(tree, profile, 1)[0] == best > kept(tree, profile)


def test_an_equilibrium_of_three_is_found_and_proved() -> None:
    tree = game_tree(THREE, 4)
    profile, found = learn_profile(tree, 40)
    assert found.wins == (Fraction(2, 3), Fraction(1, 3), Fraction(0))
    assert found.regret == found.broken == 0
    assert profile_value(tree, even(tree)).regret > Fraction(1, 10)
    assert not list(islice(kingmakers(tree, profile), 1))


def test_a_game_that_is_broken_off_is_won_by_who_could_gain() -> None:
    tree = game_tree(THREE, 1)
    found = learn_profile(tree, 40)[1]
    assert found.broken == Fraction(1, 3)
    assert found.best[1] >= found.wins[1] + found.broken


def test_who_plays_as_he_likes_can_decide_what_others_win() -> None:
    tree = game_tree(THREE, 3, idle=False)
    profile = round_profile(RegretLearner(tree).last, 1)
    (maker, *_) = kingmakers(tree, profile)
    player = tree.decisions[maker.decision].player
    assert maker.wins[player] == maker.instead[player]
    assert maker.wins != maker.instead


def test_a_league_that_sees_its_cards_does_at_least_as_well() -> None:
    first, second = (alone(THREE, i, 6, idle=False, rounds=10) for i in (1, 2))
    assert first.lower == first.upper == first.apart == Fraction(2, 3)
    assert second.lower == second.upper == 0 < second.apart


def test_what_has_no_such_tree_is_refused() -> None:
    for game in (Game.clue(3), Game.myst(1, 1, 3, 4)):
        with pytest.raises(QueryError):
            game_tree(game, 2)
    with pytest.raises(EngineFailed):
        game_tree(THREE, 4, most=100)
