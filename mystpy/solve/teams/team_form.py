"""One player against a team whose members agree on a plan, but do not see each other.

In the field: an adversarial team game in sequence form (Celli and Gatti 2018). The
members follow a joint pure plan, drawn before the deal from a distribution that the
player alone knows. Its *relaxation* is the team as one player with perfect recall: at
an information set of a member it remembers what all members were to choose, and chose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np

from mystpy.compilation import NamedTuple, dataclass
from mystpy.solve.extensive.subgame import Integers
from mystpy.solve.profiles.game_tree import GameTree

JointPlan = Mapping[int, int]
"""The pick that a plan takes at each decision of the team that it reaches."""


class Stage(NamedTuple):
    """Information sets with as many choices before them; sequences are in a row.

    A set has a `parent` sequence and belongs to a decision of the tree. `sequences` has
    the place of its first sequence. `slots` are the same for a pick of one decision of
    the tree in all sets.
    """

    parents: Integers
    decisions: Integers
    starts: Integers
    sizes: Integers
    sequences: Integers
    slots: Integers


class SequenceSets(NamedTuple):
    """The sequences of the player alone, or of the team as one player, by stage."""

    total: int
    stages: list[Stage]
    number: Mapping[tuple[int, int], int]
    """The first sequence of a set, by its parent and its decision of the tree."""


class TeamEnds(NamedTuple):
    """Where the player alone wins: his sequence, the team's, and the chance.

    The chance is `weights` over the form's `whole`.
    """

    alone: Integers
    team: Integers
    weights: list[int]


@dataclass
class TeamForm:
    """A game tree as a game of the player `alone` against all others.

    A game that is broken off while he is still in is his if `share` is 1, the team's
    if it is 0.
    """

    tree: GameTree
    alone: int
    share: int

    @cached_property
    def slots(self) -> list[int]:
        """The number of the first pick of each decision, and of all picks."""
        return [0, *np.cumsum([len(one.picks) for one in self.tree.decisions]).tolist()]

    @cached_property
    def _parts(self) -> tuple[SequenceSets, SequenceSets, TeamEnds, int, bool]:
        tree, kinds = self.tree, [len(one.picks) for one in self.tree.decisions]
        came = [(0, 0, Fraction(1))] * len(tree.nodes)
        numbers: tuple[dict[tuple[int, int], int], ...] = ({}, {})
        counts, cut = [1, 1], False
        found: dict[tuple[int, int], Fraction] = {}
        for node, (mine, theirs, chance) in zip(tree.nodes, came, strict=True):
            if node.decision < 0:
                broken = not node.winner and self.alone in node.still_in
                cut |= broken
                if node.winner == self.alone or (broken and self.share):
                    pair = mine, theirs
                    found[pair] = found.get(pair, Fraction(0)) + chance
                continue
            player = tree.decisions[node.decision].player
            side, parent = (0, mine) if player == self.alone else (1, theirs)
            key = (parent, node.decision)
            if player and key not in numbers[side]:
                numbers[side][key] = counts[side]
                counts[side] += kinds[node.decision]
            for k, after in enumerate(node.after):
                for number, part in after:
                    if player:
                        place = numbers[side][key] + k
                        pair = (mine, place) if side else (place, theirs)
                    else:  # the deal
                        pair = (mine, theirs)
                    came[number] = (*pair, chance * part)
        whole = lcm(*{x.denominator for x in found.values()})
        pairs = np.array(sorted(found) or [(0, 0)], np.int64).T
        weights = [int(found.get(x, 0) * whole) for x in sorted(found) or [(0, 0)]]
        sets = [self._sets(n, c) for n, c in zip(numbers, counts, strict=True)]
        return sets[0], sets[1], TeamEnds(pairs[0], pairs[1], weights), whole, cut

    def _sets(self, numbers: Mapping[tuple[int, int], int], count: int) -> SequenceSets:
        """The sets by how many choices are before them, as in the tree."""
        depth, stages = {0: 0}, dict[int, list[tuple[int, int, int]]]()
        for (parent, decision), first in numbers.items():
            size = len(self.tree.decisions[decision].picks)
            at = depth[parent]
            depth |= dict.fromkeys(range(first, first + size), at + 1)
            stages.setdefault(at, []).append((parent, decision, first))
        found = []
        for _, some in sorted(stages.items()):
            parents, decisions, firsts = np.array(some, np.int64).T
            sizes = np.array(
                [len(self.tree.decisions[d].picks) for d in decisions.tolist()]
            )
            starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
            places = np.arange(int(sizes.sum())) - np.repeat(starts, sizes)
            slots = np.array(self.slots)[decisions]
            found.append(
                Stage(
                    parents,
                    decisions,
                    starts,
                    sizes,
                    places + np.repeat(firsts, sizes),
                    places + np.repeat(slots, sizes),
                )
            )
        return SequenceSets(count, found, numbers)

    @property
    def mine(self) -> SequenceSets:
        """The sequences of the player alone."""
        return self._parts[0]

    @property
    def team(self) -> SequenceSets:
        """The sequences of the relaxation of the team."""
        return self._parts[1]

    @property
    def ends(self) -> TeamEnds:
        """Where the player alone wins."""
        return self._parts[2]

    @property
    def whole(self) -> int:
        """The common denominator of the weights."""
        return self._parts[3]

    @property
    def unfinished(self) -> bool:
        """Whether the game may be broken off while the player alone is in."""
        return self._parts[4]

    def reached(self, plan: JointPlan) -> Any:
        """Return the sequences of the relaxation that a joint plan reaches."""
        found = np.zeros(self.team.total, np.bool_)
        found[0] = True
        for stage in self.team.stages:
            chosen = [
                start + plan.get(decision, 0)
                for start, decision in zip(
                    stage.starts.tolist(), stage.decisions.tolist(), strict=True
                )
            ]
            found[stage.sequences[chosen]] = found[stage.parents]
        return found

    def earned(self, plan: JointPlan) -> list[int]:
        """Return the win of each sequence of the player alone against a joint plan.

        Divide it by the `whole`.
        """
        there = self.reached(plan)
        found = [0] * self.mine.total
        rows = zip(
            self.ends.alone.tolist(),
            there[self.ends.team].tolist(),
            self.ends.weights,
            strict=True,
        )
        for mine, is_there, weight in rows:
            if is_there:
                found[mine] += weight
        return found

    def masses(self, plan: Sequence[int]) -> list[int]:
        """Return how much each sequence of the relaxation leaves to a realization plan.

        The plan is that of the player alone, in whole numbers.
        """
        found = [0] * self.team.total
        rows = zip(
            self.ends.alone.tolist(),
            self.ends.team.tolist(),
            self.ends.weights,
            strict=True,
        )
        for mine, theirs, weight in rows:
            found[theirs] += weight * plan[mine]
        return found

    def most(self, earned: Sequence[Fraction]) -> Fraction:
        """The most that the player alone wins if his sequences win so much."""
        values = list(earned)
        for stage in reversed(self.mine.stages):
            ends = (stage.starts + stage.sizes).tolist()
            rows = zip(stage.parents.tolist(), stage.starts.tolist(), ends, strict=True)
            for parent, start, end in rows:
                values[parent] += max(
                    values[k] for k in stage.sequences[start:end].tolist()
                )
        return values[0] / self.whole
