"""Profiles that are nearly an equilibrium, found in floats and evaluated in fractions.

In the field: counterfactual regret minimization (Zinkevich and others 2007), with
regret matching plus, of players whose hands tremble (Selten 1975).

With three players it need not converge to an equilibrium. So the result is rounded, and
`profile_value` computes exactly the possible gain of each player. Because of the
trembling, the players also learn what to do at nodes that nobody would reach, which
deters others from deviating.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from mystpy.compilation import NamedTuple
from mystpy.progress import report_progress
from mystpy.solve.profiles.game_tree import GameTree

Profile = Sequence[Sequence[Fraction]]
"""For each information set the chances of its options, which add up to 1."""


class ProfileValue(NamedTuple):
    """The value of a profile: for each player the chance to win, and the best one.

    `best` is the chance of a player's best response, if only she plays another
    strategy; `broken` is the chance that the game is unfinished.
    """

    wins: tuple[Fraction, ...]
    best: tuple[Fraction, ...]
    broken: Fraction

    @property
    def regret(self) -> Fraction:
        """Return the largest gain of a player: a bound, 0 for an equilibrium."""
        return max(b - w for b, w in zip(self.best, self.wins, strict=True))


def profile_value(tree: GameTree, profile: Profile) -> ProfileValue:
    """Return the value of a profile to each player, and that of a best response."""
    won = shares(tree, profile)
    players = range(1, tree.game.p + 1)
    best = tuple(response(tree, profile, i)[0] for i in players)
    return ProfileValue(won[1:], best, won[0])


def shares(tree: GameTree, profile: Profile) -> tuple[Fraction, ...]:
    """Return the chances to win: first of nobody, then of each player."""
    found = [Fraction(0)] * (tree.game.p + 1)
    for node, weight in zip(tree.nodes, reach_chances(tree, profile), strict=True):
        if node.decision < 0:
            found[node.winner] += weight
    return tuple(found)


def outlook(tree: GameTree, profile: Profile) -> list[tuple[Fraction, ...]]:
    """Return the chances to win from each node, of nobody and of each player."""
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
    """Return the chance of reaching each node if the `free` player plays towards it."""
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
    """Return the value and choices of a player's best response to the others.

    The value is the chance that she wins, or that the game is unfinished while she is
    still in. The choices are the best option at each information set.
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
    """Return the nodes after equally many choices, the last first."""
    ends = tree.levels
    return zip(reversed(ends[:-1]), reversed(ends[1:]), strict=True)


TREMBLE = 0.02
"""The chance of a random action while others learn, at first."""

FIRST = 10
"""The number of rounds before the first evaluation; then trembling begins to decrease.
"""

DENOMINATORS = (1, 2, 3, 4, 6, 12, 24, 60, 120, 840, 10**4, 10**6)

EARLY = 4
"""The number of denominators that are tried before the last round."""


class RegretLearner:
    """A regret minimizer for all players of a game.

    A player wants one of the winners in `goals` to win, herself if there is no entry.
    """

    def __init__(
        self, tree: GameTree, goals: Mapping[int, Collection[int]] | None = None
    ) -> None:
        self.tree = tree
        self._goals = {i: (goals or {}).get(i, (i,)) for i in range(1, tree.game.p + 1)}
        sizes = [len(one.picks) for one in tree.decisions]
        self._regrets = [[0.0] * size for size in sizes]
        self._sums = [[0.0] * size for size in sizes]
        self._now = [[1.0 / size] * size for size in sizes]
        self.rounds = 0

    @property
    def average(self) -> list[list[float]]:
        """Return the average strategies, with larger weights for later rounds."""
        return [
            [x / total for x in one]
            if (total := sum(one))
            else [1 / len(one)] * len(one)
            for one in self._sums
        ]

    @property
    def last(self) -> list[list[float]]:
        """Return the current strategies."""
        return [list(one) for one in self._now]

    def learn(self, rounds: int, tick: Callable[[], None] = lambda: None) -> None:
        """Play this number of rounds; in each, one player after the other learns."""
        for _ in range(rounds):
            tick()
            self.rounds += 1
            for player in range(1, self.tree.game.p + 1):
                self._round(player)

    def _round(self, player: int) -> None:
        nodes, decisions = self.tree.nodes, self.tree.decisions
        others, own = [0.0] * len(nodes), [0.0] * len(nodes)
        others[0] = own[0] = 1.0
        tremble = TREMBLE * FIRST / max(self.rounds, FIRST)
        for number, node in enumerate(nodes):
            if node.decision < 0:
                continue
            mine = decisions[node.decision].player == player
            some = tremble / len(node.after)
            for chance, after in zip(self._now[node.decision], node.after, strict=True):
                done = (1 - tremble) * chance + some
                for k, share in after:
                    others[k] = others[number] * share * (1.0 if mine else done)
                    own[k] = own[number] * (done if mine else 1.0)
        self._update(player, others, own)

    def _update(
        self, player: int, others: Sequence[float], own: Sequence[float]
    ) -> None:
        nodes, decisions = self.tree.nodes, self.tree.decisions
        values = [0.0] * len(nodes)
        gains: dict[int, list[float]] = {}
        for number in range(len(nodes) - 1, -1, -1):
            node = nodes[number]
            if node.decision < 0:
                values[number] = float(node.winner in self._goals[player])
                continue
            chances = self._now[node.decision]
            each = [sum(share * values[k] for k, share in a) for a in node.after]
            value = sum(c * v for c, v in zip(chances, each, strict=True))
            values[number] = value
            if decisions[node.decision].player == player:
                gain = gains.setdefault(node.decision, [0.0] * len(each))
                sums, reach = self._sums[node.decision], own[number]
                for k, v in enumerate(each):
                    gain[k] += others[number] * (v - value)
                    sums[k] += self.rounds * reach * chances[k]
        for decision, gain in gains.items():
            self._match(decision, gain)

    def _match(self, decision: int, gain: Sequence[float]) -> None:
        """Choose in the next round in proportion to the regrets."""
        regrets = self._regrets[decision]
        for k, more in enumerate(gain):
            regrets[k] = max(0.0, regrets[k] + more)
        total = sum(regrets)
        size = len(regrets)
        self._now[decision] = [r / total if total else 1 / size for r in regrets]


def round_profile(chances: Sequence[Sequence[float]], denominator: int) -> Profile:
    """Return a profile near one in floats, with small denominators."""
    found = []
    for one in chances:
        parts = [Fraction(round(x * denominator), denominator) for x in one]
        total = sum(parts)
        if not total:
            parts = [Fraction(k == one.index(max(one))) for k in range(len(one))]
            total = Fraction(1)
        found.append([part / total for part in parts])
    return found


def learn_profile(
    tree: GameTree, rounds: int, tick: Callable[[], None] = lambda: None
) -> tuple[Profile, ProfileValue]:
    """Return the profile with the least regret that these rounds lead to.

    The profiles are evaluated after few rounds, after twice as many and so on.
    """
    learner, found = RegretLearner(tree), list[tuple[Profile, ProfileValue]]()
    for number in judgements(rounds):
        learner.learn(number - learner.rounds, tick)
        report_progress("rounds of learning", number, rounds)
        whole = number == rounds
        for chances in (learner.last, learner.average)[: 1 + whole]:
            for denominator in DENOMINATORS[: None if whole else EARLY]:
                profile = round_profile(chances, denominator)
                found.append((profile, profile_value(tree, profile)))
                if not found[-1][1].regret:
                    return found[-1]
    return min(found, key=lambda pair: pair[1].regret)


def judgements(rounds: int) -> list[int]:
    """Return the numbers of rounds after which the profiles are evaluated."""
    found = [min(FIRST, rounds)]
    while found[-1] < rounds:
        found.append(min(2 * found[-1], rounds))
    return found


def judged(rounds: int) -> int:
    """Return the largest number of profiles that are evaluated."""
    return EARLY * (len(judgements(rounds)) - 1) + 2 * len(DENOMINATORS)
