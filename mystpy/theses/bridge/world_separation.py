"""A positive formula that is true in a situation, and that the axioms do not derive.

If a world does not simulate a node of the most ignorant model, a formula distinguishes
them: it is true in the world and false at the node. If the deals differ, a literal
does. Otherwise some player i has an arrow to a node that is not simulated by any world
that looks alike to i. Then K(i, F1 | F2 | ...) does: for each of these worlds it has a
part that distinguishes the world from that node.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from mystpy.bits import members
from mystpy.conjectures.truth import holds
from mystpy.language.atoms import H
from mystpy.language.junctions import disjunction
from mystpy.language.nodes import Formula, Knows, Not, Or
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.theses.bridge.axioms import Group
from mystpy.theses.bridge.ignorance import Ignorance, Known

Node = tuple[Group, int]
"""A set of players, and the number of a deal."""

_TRIED = 3
"""The largest number of parts of disjunctions that are all tried."""

Option = tuple[int, Formula]
"""The worlds in which a formula holds, and the formula."""


def truth(state: EpistemicState, formula: Formula) -> int:
    """Return the worlds in which a formula is true."""
    return holds(formula, state, {})


class WorldSeparation:
    """The worlds of a state, separated from the nodes of one most ignorant model."""

    def __init__(self, ignorance: Ignorance, world: int) -> None:
        self.ignorance = ignorance
        self.state = ignorance.state
        self.world = world
        self.table = ignorance.table
        deal = self.table.numbers[self.state.worlds[world]]
        self.root: Node = frozenset(), deal
        self.fits: Known = {frozenset(): 1 << deal, **ignorance.known(world)}
        self._separating: dict[tuple[int, Node], Formula] = {}
        self.layers = list(self._layers())

    def _layers(self) -> Iterator[dict[Node, int]]:
        layer = {
            (group, v): self.ignorance.of_deal[v]
            for group, deals in self.fits.items()
            for v in members(deals)
        }
        while True:
            yield layer
            smaller = self._next(layer)
            if smaller == layer:
                return
            layer = smaller

    def _next(self, layer: dict[Node, int]) -> dict[Node, int]:
        look, deals = self.ignorance, self.table.worlds
        needs = {
            (group, i): look.needed({v: layer[group, v] for v in members(fit)}, i)
            for group, fit in self.fits.items()
            for i in group
        }
        found = {}
        for (group, v), worlds in layer.items():
            for i in self.state.players:
                worlds &= needs[group | {i}, i][look.view(deals[v], i)]
            found[group, v] = worlds
        return found

    def depth(self, world: int, node: Node) -> int | None:
        """Return the least depth of K that separates them; None if nothing does."""
        for depth, layer in enumerate(self.layers):
            if not layer[node] >> world & 1:
                return depth
        return None

    def formula(self) -> Formula | None:
        """Return a formula of least depth, true in the world and not derived there."""
        if self.depth(self.world, self.root) is None:
            return None
        return self.separating_formula(self.world, self.root)

    def separating_formula(self, world: int, node: Node) -> Formula:
        """Return a formula that is true in the world and false at the node."""
        if (world, node) not in self._separating:
            depth = self.depth(world, node)
            assert depth is not None
            if depth:
                found = min(self._known(world, node, depth), key=cost)
            else:
                found = next(f for m, f in self._literals(node[1]) if m >> world & 1)
            self._separating[world, node] = found
        return self._separating[world, node]

    def _known(self, world: int, node: Node, depth: int) -> Iterator[Formula]:
        before = self.layers[depth - 1]
        for i in self.state.players:
            alike = self.state.alike[i][world]
            for after in self.arrows(node, i):
                if not alike & before[after]:
                    yield Knows(i, self._covering(alike, after))

    def arrows(self, node: Node, player: int) -> Iterator[Node]:
        """Yield the nodes to which a player's arrows lead from a node."""
        group, deals = node[0] | {player}, self.table.worlds
        view = self.ignorance.view(deals[node[1]], player)
        for v in members(self.fits[group]):
            if self.ignorance.view(deals[v], player) == view:
                yield group, v

    def _covering(self, worlds: int, node: Node) -> Formula:
        """Return a disjunction of formulas false at the node, true in these worlds."""
        options: dict[int, Formula] = {}
        for mask, formula in self._options(worlds, node):
            old = options.get(mask & worlds)
            if mask & worlds and (old is None or cost(formula) < cost(old)):
                options[mask & worlds] = formula
        for size in range(1, _TRIED + 1):
            chosen = [
                disjunction(options[mask] for mask in masks)
                for masks in combinations(options, size)
                if _union(masks) == worlds
            ]
            if chosen:
                return min(chosen, key=cost)
        return disjunction(self._greedily(worlds, options))

    def _options(self, worlds: int, node: Node) -> Iterator[Option]:
        yield from self._literals(node[1])
        for world in members(worlds & self.ignorance.of_deal[node[1]]):
            formula = self.separating_formula(world, node)
            yield truth(self.state, formula), formula

    def _literals(self, v: int) -> Iterator[Option]:
        """Yield the literals that are false in a deal, with their worlds."""
        game = self.state.game
        for k in game.holders:
            for card, x in game.deck.items():
                atom = H(k, card)
                held = self.state.held(k, x)
                if self.table.worlds[v][k] >> x & 1:
                    yield self.state.full & ~held, Not(atom)
                else:
                    yield held, atom

    def _greedily(self, worlds: int, options: dict[int, Formula]) -> Iterator[Formula]:
        while worlds:
            best = max(options, key=lambda mask: (mask & worlds).bit_count())
            yield options[best]
            worlds &= ~best

    def at(self, node: Node, formula: Formula) -> bool:
        """Return whether a formula of literals, | and K is true at a node."""
        match formula:
            case H(int() as holder, str() as card):
                hand = self.table.worlds[node[1]][holder]
                return bool(hand >> self.state.game.deck[card] & 1)
            case Not(H() as atom):
                return not self.at(node, atom)
            case Or(parts):
                return any(self.at(node, part) for part in parts)
            case Knows(int() as player, body):
                return all(self.at(after, body) for after in self.arrows(node, player))
        raise TypeError(f"{formula} is not such a formula")


def _union(masks: tuple[int, ...]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def cost(formula: Formula) -> tuple[int, str]:
    """Return a key that sorts shorter formulas first, equally long ones by letters."""
    text = str(formula)
    return len(text), text


def not_derived(ignorance: Ignorance, worlds: int) -> tuple[int, Formula]:
    """Return one of these worlds, with a least true formula that is not derived.

    Least means by the depth of K, then by length. In each of the worlds there must be
    such a formula.
    """
    tried = [WorldSeparation(ignorance, world) for world in members(worlds)]
    depths = [apart.depth(apart.world, apart.root) for apart in tried]
    least = min(depth for depth in depths if depth is not None)
    found = []
    for apart, depth in zip(tried, depths, strict=True):
        formula = apart.formula() if depth == least else None
        if formula is not None:
            assert truth(apart.state, formula) >> apart.world & 1
            assert not apart.at(apart.root, formula)
            found.append((apart.world, formula))
    return min(found, key=lambda pair: cost(pair[1]))
