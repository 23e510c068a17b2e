"""A game tree of any number of players, and regret minimization on it.

In the field: predictive counterfactual regret minimization, PCFR+ (Farina, Kroer and
Sandholm 2021), with quadratic averages.

For two players with a constant sum of payoffs it converges to an equilibrium; with more
players it is a heuristic. `mystpy.solve.extensive.regret` has the same for the sequence
form of games of two; here a tree is small, built again for each choice, and has a
payoff for each player.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
import numpy.typing as npt

from mystpy.compilation import NamedTuple

Numbers = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]

_ROOT = -1
"""The parent of a root."""


class TreeLevel(NamedTuple):
    """The nodes at one depth: their parents, and the actions that lead to them.

    `sets` are the information sets of their parents, `actors` the players there.
    """

    nodes: Places
    parents: Places
    sets: Places
    actions: Places
    actors: Places


class RegretTree:
    """A tree while it is built, node by node, and then the strategies found on it.

    The roots are the equally likely draws of chance. Every node is a decision, with
    children for all actions of its information set, or it has payoffs.
    """

    def __init__(self, players: int) -> None:
        self.players = players
        self.sets: dict[Hashable, int] = {}
        self._sizes: list[int] = []
        self._actors: list[int] = []
        self._rows: list[tuple[int, int, int, int]] = []
        self._payoffs: dict[int, Sequence[float]] = {}
        self._set_of: dict[int, int] = {}
        self.roots = 0

    def __len__(self) -> int:
        return len(self._rows)

    def add_root(self) -> int:
        """Add a new draw of chance, and return its node."""
        self.roots += 1
        return self._added(_ROOT, 0, 0)

    def add_decision(self, node: int, key: Hashable, actor: int, size: int) -> None:
        """Put a node into an information set of a player with `size` actions."""
        place = self.sets.setdefault(key, len(self.sets))
        if place == len(self._sizes):
            self._sizes.append(size)
            self._actors.append(actor)
        assert (self._sizes[place], self._actors[place]) == (size, actor)
        self._set_of[node] = place

    def add_child(self, node: int, action: int) -> int:
        """Return the node to which an action leads from a decision."""
        return self._added(node, action, self._rows[node][3] + 1)

    def add_payoffs(self, node: int, payoffs: Sequence[float]) -> None:
        """Set the payoffs of the players, from 1 on, at a terminal node."""
        self._payoffs[node] = payoffs

    def _added(self, parent: int, action: int, depth: int) -> int:
        place = self._set_of.get(parent, 0)
        self._rows.append((parent, place, action, depth))
        return len(self._rows) - 1

    def minimize(self, rounds: int) -> Numbers:
        """Return the average strategy after these rounds: sets, actions."""
        return _Minimizer(self).after(rounds)

    def levels(self) -> list[TreeLevel]:
        """Return the nodes by depth, without the roots."""
        rows = np.array(self._rows, np.intp).reshape(-1, 4)
        actors = np.array([*self._actors, 0], np.intp)
        found = []
        for depth in range(1, int(rows[:, 3].max()) + 1):
            nodes = np.flatnonzero(rows[:, 3] == depth)
            parents, sets, actions = rows[nodes, :3].T
            found.append(TreeLevel(nodes, parents, sets, actions, actors[sets]))
        return found

    def payoffs(self) -> Numbers:
        """Return the payoffs at terminal nodes, else 0: nodes, players."""
        found = np.zeros((len(self._rows), self.players + 1))
        for node, payoffs in self._payoffs.items():
            found[node] = payoffs
        return found

    def legal(self) -> Numbers:
        """Return 1 for existing actions, else 0: sets, actions."""
        found = np.zeros((len(self._sizes), max(self._sizes, default=1)))
        for place, size in enumerate(self._sizes):
            found[place, :size] = 1
        return found

    def values(self, strategy: Numbers) -> Numbers:
        """Return the expected payoff of each player if all play this strategy."""
        values = _valued(self.levels(), self.payoffs(), strategy)
        roots = [k for k, row in enumerate(self._rows) if row[0] == _ROOT]
        found: Numbers = values[roots].mean(axis=0)
        return found


def _valued(levels: Sequence[TreeLevel], payoffs: Numbers, chances: Numbers) -> Numbers:
    """Return the expected payoffs from each node on: nodes, players."""
    values = payoffs.copy()
    for level in reversed(levels):
        came = values[level.nodes] * chances[level.sets, level.actions][:, None]
        np.add.at(values, level.parents, came)
    return values


class _Minimizer:
    """The regrets on a tree, and the strategies that follow from them."""

    def __init__(self, tree: RegretTree) -> None:
        self._tree = tree
        self._levels = tree.levels()
        self._payoffs = tree.payoffs()
        self._legal = tree.legal()
        self._sums = np.zeros_like(self._legal)
        self._chances = _even(self._legal)

    def after(self, rounds: int) -> Numbers:
        """Return the average strategy after these rounds."""
        total = np.zeros_like(self._legal)
        for number in range(1, rounds + 1):
            reach = self._reach()
            total += number**2 * self._played(reach)
            gains = self._gains(reach)
            self._sums = np.maximum(self._sums + gains, 0) * self._legal
            wanted = np.maximum(self._sums + gains, 0) * self._legal
            self._chances = _in_proportion(wanted, self._legal)
        return _in_proportion(total, self._legal)

    def _reach(self) -> Numbers:
        """Return the players' own reach of each node: nodes, players."""
        reach = np.ones_like(self._payoffs)
        for level in self._levels:
            here = reach[level.parents]
            rows = np.arange(len(here))
            here[rows, level.actors] *= self._chances[level.sets, level.actions]
            reach[level.nodes] = here
        return reach

    def _played(self, reach: Numbers) -> Numbers:
        """Return the player's own reach of each action: sets, actions."""
        found = np.zeros_like(self._legal)
        for level in self._levels:
            came = reach[level.nodes, level.actors]
            np.add.at(found, (level.sets, level.actions), came)
        return found

    def _gains(self, reach: Numbers) -> Numbers:
        """Return how much more each action would have got than the actual play."""
        values = _valued(self._levels, self._payoffs, self._chances)
        found = np.zeros_like(self._legal)
        for level in self._levels:
            others = reach[level.parents].copy()
            others[np.arange(len(others)), level.actors] = 1
            gain = (
                values[level.nodes, level.actors] - values[level.parents, level.actors]
            )
            came = others.prod(axis=1) * gain / self._tree.roots
            np.add.at(found, (level.sets, level.actions), came)
        return found


def _even(legal: Numbers) -> Numbers:
    found: Numbers = legal / legal.sum(axis=1, keepdims=True)
    return found


def _in_proportion(wanted: Numbers, legal: Numbers) -> Numbers:
    """Return chances in proportion to numbers; even ones where all numbers are 0."""
    whole = wanted.sum(axis=1, keepdims=True)
    found: Numbers = np.where(
        whole > 0, wanted / np.where(whole > 0, whole, 1), _even(legal)
    )
    return found
