"""The most ignorant model of the knowledge axioms, compared with a situation.

Let Sigma be instances C(G, psi) of axioms, psi propositional, among them C(P, the
Partition Axioms), and let d be the actual deal. For a set A of players F(A) is the
conjunction of all psi with A a part of G; F({}) also says that the deal is d. So F(A)
becomes weaker as A grows. M has the nodes (A,v), v a deal with F(A), and the root
({},d). For player i it has arrows from (A,v) to all (A+i,v') with F(A+i) true in v'. If
all also know that everybody knows her own hand, v' has the hand that i has in v.

A formula is positive if it is built from h(k,x), ~h(k,x) with &, |, K, E, C. Then:
Sigma and d entail a positive formula in S5 with C if and only if M's root satisfies it.

From right to left. Let N be an S5 model of Sigma and d at w. Relate y in N to (A,v) if
y has the deal v and arrows of players in A lead from w to y. An arrow of i from y to z
is matched by (A+i, deal of z). Indeed, by the C(G, psi) with A+i a part of G, z
satisfies psi. If own hands are known to all, y and z have the same hand of i. So M's
root simulates w. The truth of a positive formula passes from the simulating to the
simulated node, where fewer arrows lead to fewer nodes. Here C is a conjunction of
powers of E, as usual. The arrows of M need not be those of an S5 model for this, and
they are not.

From left to right. Let T be the paths in M from the root without two consecutive steps
of the same player. The class of i of a path u that does not end in i is u with all its
continuations by one step of i. This is an equivalence, so that T is an S5 model, a tree
of classes. If the arrows preserve i's hand, i has one hand in each class. T satisfies
Sigma at the root: steps within G lead only to paths with steps of G only, and there
every psi known to G holds. Relate (A,v) to the paths with the set A of players and the
last deal v. An arrow of i from (A,v) is matched by a continuation, or by a sibling if
the path ends in i. So T's root simulates M's root, and whatever fails there fails in T.

The true positive formulas are those of the actual world in the model W of the worlds.
All of them are entailed if and only if the actual world simulates M's root. Both models
are finite, so that otherwise a formula with K alone distinguishes them.
"""

from __future__ import annotations

from functools import reduce
from itertools import combinations
from operator import and_

from mystpy.bits import members
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.theses.bridge.axioms import (
    AxiomChoice,
    CommonKnowledgeAxiom,
    Group,
    known_deals,
    told_to_all,
    told_to_some,
)
from mystpy.theses.deals import deal_sets

Simulators = dict[int, int]
"""For each deal v of the nodes (A,v) the worlds that simulate the node."""

Known = dict[Group, int]
"""F(A) for each set A of players, as a set of deals."""


def groups_of(p: int) -> tuple[Group, ...]:
    """Return the sets of players that are not empty, the largest first."""
    players = range(1, p + 1)
    return tuple(
        frozenset(group)
        for size in players[::-1]
        for group in combinations(players, size)
    )


class Ignorance:
    """The worlds of a state beside the most ignorant models of its situations.

    Raises ValueError if an instance is false of the actual deal: then there is no
    model.
    """

    def __init__(self, state: EpistemicState, reading: AxiomChoice) -> None:
        self.state = state
        self.reading = reading
        self.table = deal_sets(state.game)
        self.players = state.players
        self.groups = groups_of(state.game.p)
        self.above = {a: [b for b in self.groups if a <= b] for a in self.groups}
        self.of_deal = [0] * len(self.table.worlds)
        for w, hands in enumerate(state.worlds):
            self.of_deal[self.table.numbers[hands]] |= 1 << w
        self._to_all: list[CommonKnowledgeAxiom] = told_to_all(state, reading)
        self._needs: dict[object, dict[int, int]] = {}
        self._found: dict[object, Simulators] = {}

    def axiom_instances(self, world: int) -> list[CommonKnowledgeAxiom]:
        """Return the instances of the axioms in a world."""
        return [*self._to_all, *told_to_some(self.state, world, self.reading)]

    def known(self, world: int) -> Known:
        """Return F(A) in a world for each set A of players that is not empty."""
        found = known_deals(self.axiom_instances(world), self.groups)
        deal = self.table.numbers[self.state.worlds[world]]
        if any(not deals >> deal & 1 for deals in found.values()):
            raise ValueError("an axiom is false of the actual deal")
        return found

    def complete(self, world: int) -> bool:
        """Return whether the axioms derive all positive formulas true in a world."""
        fits, hands = self.known(world), self.state.worlds[world]
        return all(
            self.needs(fits, frozenset({i}), i)[self.view(hands, i)] >> world & 1
            for i in self.players
        )

    def view(self, hands: tuple[int, ...], player: int) -> int:
        """Return what a player's arrow keeps of a deal: her hand, or nothing (0)."""
        return hands[player] if self.reading.own_hands else 0

    def needs(self, fits: Known, group: Group, player: int) -> dict[int, int]:
        """Return for each view the worlds with an arrow of a player to match each in M.

        The arrows lead to the nodes (group, v) with this view of v.
        """
        key = player, self._key(fits, group)
        if key not in self._needs:
            found = self.simulators(fits, group)
            self._needs[key] = self.needed(found, player)
        return self._needs[key]

    def needed(self, found: Simulators, player: int) -> dict[int, int]:
        """Return for each view the worlds whose arrows of a player match each node."""
        needed: dict[int, int] = {}
        alike = self.state.alike[player]
        for v, worlds in found.items():
            touched = 0
            for w in members(worlds):
                touched |= alike[w]
            view = self.view(self.table.worlds[v], player)
            needed[view] = needed.get(view, self.state.full) & touched
        return needed

    def _key(self, fits: Known, group: Group) -> object:
        """Return all that the simulators of the nodes of a group depend on."""
        return group, tuple(fits[above] for above in self.above[group])

    def simulators(self, fits: Known, group: Group) -> Simulators:
        """Return for each node (group,v) the worlds in the greatest simulation.

        Arrows of players outside the group lead to larger groups, which are computed
        before; those of its own players lead to the group again.
        """
        key = self._key(fits, group)
        if key not in self._found:
            found = {v: self.of_deal[v] for v in members(fits[group])}
            others = [i for i in self.players if i not in group]
            fixed = {i: self.needs(fits, group | {i}, i) for i in others}
            found = self._reduced(found, fixed)
            while True:
                own = {i: self.needed(found, i) for i in group}
                smaller = self._reduced(found, own)
                if smaller == found:
                    break
                found = smaller
            self._found[key] = found
        return self._found[key]

    def _reduced(
        self, found: Simulators, needs: dict[int, dict[int, int]]
    ) -> Simulators:
        deals = self.table.worlds
        return {
            v: reduce(
                and_, (n[self.view(deals[v], i)] for i, n in needs.items()), worlds
            )
            for v, worlds in found.items()
        }
