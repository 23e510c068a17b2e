"""Profiles that are nearly an equilibrium, found by floats and judged by fractions.

In the field: counterfactual regret minimization (Zinkevich and others 2007), with
regret matching plus, of players whose hands tremble (Selten 1975). With three players
it need not lead to an equilibrium; so what it finds is rounded, and `profile_value`
says exactly what each player could gain. The trembling shows everybody what to do where
nobody would come to, which is what keeps others from leaving a profile.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from mystpy.compilation import NamedTuple
from mystpy.progress import report_progress
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


TREMBLE = 0.02
"""How often a player does anything while others learn, at first."""

FIRST = 10
"""After so many rounds what was learnt is judged, and hands begin to tremble less."""

DENOMINATORS = (1, 2, 3, 4, 6, 12, 24, 60, 120, 840, 10**4, 10**6)

EARLY = 4
"""So many of them are tried before the last round."""


class RegretLearner:
    """All players of a game, who regret what they did not do.

    A player wants one of the winners in `goals` to win, himself if there is no entry.
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
        """What was done, the later rounds counting more."""
        return [
            [x / total for x in one]
            if (total := sum(one))
            else [1 / len(one)] * len(one)
            for one in self._sums
        ]

    @property
    def last(self) -> list[list[float]]:
        """What is done now."""
        return [list(one) for one in self._now]

    def learn(self, rounds: int, tick: Callable[[], None] = lambda: None) -> None:
        """Play so many rounds, one player after the other learning in each."""
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
        """Do in the next round what is regretted, each in proportion."""
        regrets = self._regrets[decision]
        for k, more in enumerate(gain):
            regrets[k] = max(0.0, regrets[k] + more)
        total = sum(regrets)
        size = len(regrets)
        self._now[decision] = [r / total if total else 1 / size for r in regrets]


def round_profile(chances: Sequence[Sequence[float]], denominator: int) -> Profile:
    """A profile near one in floats, with small denominators."""
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
    """The profile with the least regret that so many rounds lead to.

    What was learnt is judged after few rounds, after twice as many and so on.
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
    """After how many rounds what was learnt is judged."""
    found = [min(FIRST, rounds)]
    while found[-1] < rounds:
        found.append(min(2 * found[-1], rounds))
    return found


def judged(rounds: int) -> int:
    """How many profiles are judged at most."""
    return EARLY * (len(judgements(rounds)) - 1) + 2 * len(DENOMINATORS)
