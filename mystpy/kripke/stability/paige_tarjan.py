"""The coarsest stable refinement of a partition, by Paige and Tarjan (1987).

The problem is the relational coarsest partition (Paige and Tarjan 1987).

The nodes of the graph are the worlds and the classes of each agent's relation. There is
an edge from a world to each class that it is in, and from a class to the worlds that
are seen from it: to all of its worlds, except in belief relations. Every splitter is at
most half of the block it was cut from, so an edge is visited a logarithmic number of
times.
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.kripke.partition import Partition


def coarsest(relations: Sequence[Partition], kinds: Partition) -> Partition:
    """The coarsest refinement of `kinds` that is stable under all the relations."""
    size = len(kinds)
    near: list[list[int]] = [[] for _ in range(size)]
    degrees = [len(relations)] * size
    block = kinds.numbers.tolist()
    blind = kinds.count + len(relations)
    for agent, relation in enumerate(relations):
        first = len(near)
        near.extend([] for _ in range(relation.count))
        degrees.extend([0] * relation.count)
        seen = [True] * size if relation.core is None else relation.core.tolist()
        for world, number in enumerate(relation.numbers.tolist()):
            near[first + number].append(world)
            if seen[world]:
                near[world].append(first + number)
                degrees[first + number] += 1
        # At first worlds with a successor are separated from those without.
        own = degrees[first:]
        block.extend(kinds.count + agent if k else blind for k in own)
    found = _Splitting(near, degrees, block).stable()
    return Partition.of_keys(found[:size])


class _Splitting:
    """Blocks of nodes, and compounds of blocks by which all blocks are stable.

    `near` has for each node those that see it, `degrees` how many it sees.
    """

    def __init__(
        self, near: list[list[int]], degrees: list[int], block: list[int]
    ) -> None:
        self.near = near
        self.block = block
        self.members: list[set[int]] = [set() for _ in range(max(block) + 1)]
        for node, number in enumerate(block):
            self.members[number].add(node)
        self.compound = [0] * len(self.members)
        self.parts: list[list[int]] = [list(range(len(self.members)))]
        # For each compound and node the number of edges from the node into it.
        self.edges: list[dict[int, int]] = [dict(enumerate(degrees))]
        self.waiting = [0]

    def stable(self) -> list[int]:
        """The block of each node once nothing splits any more."""
        while self.waiting:
            whole = self.waiting.pop()
            parts = self.parts[whole]
            if len(parts) < 2:
                continue
            sizes = len(self.members[parts[-1]]), len(self.members[parts[-2]])
            splitter = parts.pop(-1 if sizes[0] <= sizes[1] else -2)
            if len(parts) > 1:
                self.waiting.append(whole)
            self.compound[splitter] = len(self.parts)
            self.parts.append([splitter])
            self.split(splitter, self.edges[whole])
        return self.block

    def split(self, splitter: int, whole: dict[int, int]) -> None:
        """Split all blocks by the splitter and by the rest of its compound."""
        near, block = self.near, self.block
        inside: dict[int, int] = {}
        for target in self.members[splitter]:
            for node in near[target]:
                inside[node] = inside.get(node, 0) + 1
        self.edges.append(inside)
        # Nodes that see the splitter, by block: even keys see the rest of it, too.
        pieces: dict[int, list[int]] = {}
        for node, count in inside.items():
            key = 2 * block[node]
            if whole[node] > count:
                whole[node] -= count
            else:
                del whole[node]
                key += 1
            if key in pieces:
                pieces[key].append(node)
            else:
                pieces[key] = [node]
        members = self.members
        for key, piece in pieces.items():
            # A piece that is the whole rest of a block does not split it.
            if len(piece) < len(members[key >> 1]):
                self.cut(key >> 1, piece)

    def cut(self, number: int, piece: list[int]) -> None:
        """Make a block of a piece of a block."""
        new = len(self.members)
        self.members.append(set(piece))
        self.members[number].difference_update(piece)
        for node in piece:
            self.block[node] = new
        home = self.compound[number]
        self.compound.append(home)
        parts = self.parts[home]
        parts.append(new)
        if len(parts) == 2:
            self.waiting.append(home)
