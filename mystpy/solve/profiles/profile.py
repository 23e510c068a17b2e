"""What a profile is worth to each player, and what each could gain: exact fractions.

In the field: exploitability of a strategy profile, by exact best responses.

A profile has chances for the picks of each information set. Where the game is broken
off nobody has won; for a bound of what a player could gain he has then won after all
unless he has guessed wrong, so that the bound is one of the game without end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from mystpy.compilation import NamedTuple
from mystpy.solve.profiles.game_tree import GameTree

Profile = Sequence[Sequence[Fraction]]
"""For each information set the chances of its picks, which add up to 1."""


class ProfileValue(NamedTuple):
    """What a profile is worth: for each player the chance to win, and the most of it.

    `best` is what a player wins at most with if only he plays another strategy;
    `broken` is the chance that the game is broken off.
    """

    wins: tuple[Fraction, ...]
    best: tuple[Fraction, ...]
    broken: Fraction

    @property
    def regret(self) -> Fraction:
        """The most that a player could gain: a bound, 0 for an equilibrium."""
        return max(b - w for b, w in zip(self.best, self.wins, strict=True))


def profile_value(tree: GameTree, profile: Profile) -> ProfileValue:
    """What a profile is worth to all players, and what each could make of it."""
    won = shares(tree, profile)
    players = range(1, tree.game.p + 1)
    best = tuple(response(tree, profile, i)[0] for i in players)
    return ProfileValue(won[1:], best, won[0])


def shares(tree: GameTree, profile: Profile) -> tuple[Fraction, ...]:
    """With which chance each player wins, by number, and before that nobody does."""
    found = [Fraction(0)] * (tree.game.p + 1)
    for node, weight in zip(tree.nodes, reach_chances(tree, profile), strict=True):
        if node.decision < 0:
            found[node.winner] += weight
    return tuple(found)


def outlook(tree: GameTree, profile: Profile) -> list[tuple[Fraction, ...]]:
    """From each node with which chance each player wins, and before that nobody."""
    found = [(Fraction(0),) * (tree.game.p + 1)] * len(tree.nodes)
    for number in range(len(tree.nodes) - 1, -1, -1):
        node = tree.nodes[number]
        if node.decision < 0:
            players = range(tree.game.p + 1)
            found[number] = tuple(Fraction(i == node.winner) for i in players)
            continue
        pairs = zip(profile[node.decision], node.after, strict=True)
        whole = [Fraction(0)] * (tree.game.p + 1)
        for chance, after in pairs:
            for k, share in after if chance else ():
                for i, ahead in enumerate(found[k]):
                    whole[i] += chance * share * ahead
        found[number] = tuple(whole)
    return found


def reach_chances(tree: GameTree, profile: Profile, free: int = 0) -> list[Fraction]:
    """The chance to come to each node if the `free` player does what leads there."""
    weights = [Fraction(0)] * len(tree.nodes)
    weights[0] = Fraction(1)
    for weight, node in zip(weights, tree.nodes, strict=True):
        if weight and node.decision >= 0:
            given = tree.decisions[node.decision].player != free
            chances = profile[node.decision]
            for pick, after in enumerate(node.after):
                chance = chances[pick] if given else 1
                if chance:
                    for number, share in after:
                        weights[number] = weight * chance * share
    return weights


def response(
    tree: GameTree, profile: Profile, player: int
) -> tuple[Fraction, list[int]]:
    """The best that a player can do against the others of a profile.

    That is with which chance he wins, or the game is broken off while he is still in,
    and the pick that is best at each information set.
    """
    weights = reach_chances(tree, profile, player)
    values = [Fraction(0)] * len(tree.nodes)
    picked = [0] * len(tree.decisions)
    for first, last in _levels(tree):
        sums: dict[int, list[Fraction]] = {}
        for number in range(first, last):
            node = tree.nodes[number]
            if node.decision < 0:
                values[number] = Fraction(player in (node.winner, *node.still_in))
                continue
            each = [sum((s * values[k] for k, s in a), Fraction(0)) for a in node.after]
            if tree.decisions[node.decision].player == player:
                known = sums.setdefault(node.decision, [Fraction(0)] * len(each))
                for pick, value in enumerate(each):
                    known[pick] += weights[number] * value
            else:
                chances = profile[node.decision]
                pairs = zip(chances, each, strict=True)
                values[number] = sum((c * v for c, v in pairs if c), Fraction(0))
        for decision, known in sums.items():
            picked[decision] = known.index(max(known))
        for number in range(first, last):
            node = tree.nodes[number]
            if node.decision in sums:
                after = node.after[picked[node.decision]]
                values[number] = sum((s * values[k] for k, s in after), Fraction(0))
    return values[0], picked


def _levels(tree: GameTree) -> Iterator[tuple[int, int]]:
    """The nodes after equally many choices, the last first."""
    ends = tree.levels
    return zip(reversed(ends[:-1]), reversed(ends[1:]), strict=True)
