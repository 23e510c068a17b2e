"""What two in league can do to the third, and what one can do to two others.

In the field: a team against an adversary. Who share what they see are one player in two
seats, so that the game is one of two players with one prize. What they can do without
seeing each other's cards is less: a profile of theirs bounds that from the other side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from mystpy.compilation import NamedTuple
from mystpy.game.game import Game
from mystpy.history.actions import Asks
from mystpy.solve.extensive.action_space import AbstractAction, PublicNode
from mystpy.solve.extensive.form import SequenceForm
from mystpy.solve.extensive.subgame import Decision, Subgame
from mystpy.solve.extensive.value_bounds import sides
from mystpy.solve.profiles.game_tree import GameTree, game_tree
from mystpy.solve.profiles.learning import RegretLearner, round_profile
from mystpy.solve.profiles.profile import Profile, outlook, reach_chances, response

_NOWHERE, _UNTOLD = PublicNode(0, (), ()), AbstractAction((Asks.name, 0), (), ())
"""What is public and what may be done, where nobody reads it."""


class SecurityBounds(NamedTuple):
    """What a player wins with if all others are in league against him: bounds.

    `lower` and `upper` bound it if they see each other's cards; if they do not, it is
    between `lower` and `apart`.
    """

    player: int
    lower: Fraction
    upper: Fraction
    apart: Fraction


def form_of(tree: GameTree, player: int) -> SequenceForm:
    """The game of a player against all others, who are one, as a sequence form."""
    whole = Subgame((), (((),), ((),)))
    came: list[tuple[int, int, Fraction]] = [(0, 0, Fraction(1))] * len(tree.nodes)
    ranges: dict[int, range] = {}
    for node, (one, two, chance) in zip(tree.nodes, came, strict=True):
        if node.decision < 0:
            if player in (node.winner, *node.still_in):
                parts = chance.as_integer_ratio()
                whole.ends.append((one, two, 0, 0, *parts, not node.winner))
            continue
        found = tree.decisions[node.decision]
        mine = found.player == player
        if node.decision not in ranges:
            side, parent = (1, one) if mine else (2, two)
            options = (_UNTOLD,) * len(found.picks)
            choice = Decision(parent, _NOWHERE, (), options)
            ranges[node.decision] = whole.choose(side, choice)
        for k, after in zip(ranges[node.decision], node.after, strict=True):
            for number, share in after:
                pair = (k, two) if mine else (one, k)
                came[number] = (*pair, chance * share)
    return SequenceForm(whole, tree.turns, 1)


def alone(
    game: Game,
    player: int,
    turns: int,
    *,
    idle: bool = True,
    rounds: int = 200,
    tick: Callable[[], None] = lambda: None,
) -> SecurityBounds:
    """What a player wins with at least if all others are in league against him.

    Raises as `game_tree`, and as the solver.
    """
    others = [i for i in range(1, game.p + 1) if i != player]
    form = form_of(game_tree(game, turns, idle=idle, league=others, tick=tick), player)
    low, high = sides(form, 0)[0].value, sides(form, 1)[1].value
    tree = game_tree(game, turns, idle=idle, tick=tick)
    learner = RegretLearner(tree, {i: frozenset(others) for i in others})
    learner.learn(rounds, tick)
    apart = Fraction(1)
    for chances in (learner.average, learner.last):
        for denominator in (1, 6, 120, 10**6):
            profile = round_profile(chances, denominator)
            apart = min(apart, response(tree, profile, player)[0])
    return SecurityBounds(player, low, high, apart)


class Kingmaker(NamedTuple):
    """A choice that is all the same to who makes it, and not to the others.

    `wins` are the chances of all as they are, `instead` with the other pick.
    """

    decision: int
    pick: int
    wins: tuple[Fraction, ...]
    instead: tuple[Fraction, ...]


def kingmakers(tree: GameTree, profile: Profile) -> Iterator[Kingmaker]:
    """The choices come to in a profile that decide only what others win."""
    weights, ahead = reach_chances(tree, profile), outlook(tree, profile)
    wins = ahead[0]
    changes: dict[int, list[list[Fraction]]] = {}
    for node, weight, now in zip(tree.nodes, weights, ahead, strict=True):
        if weight and node.decision >= 0:
            nothing = [[Fraction(0)] * len(wins) for _ in node.after]
            some = changes.setdefault(node.decision, nothing)
            for change, after in zip(some, node.after, strict=True):
                for i, before in enumerate(now):
                    instead = sum(share * ahead[k][i] for k, share in after)
                    change[i] += weight * (instead - before)
    for decision, some in sorted(changes.items()):
        player = tree.decisions[decision].player
        for pick, change in enumerate(some):
            if any(change) and not change[player]:
                then = tuple(a + b for a, b in zip(wins, change, strict=True))
                yield Kingmaker(decision, pick, wins, then)
