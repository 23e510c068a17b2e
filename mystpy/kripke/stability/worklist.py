"""Refinement in rounds that examine only what the last round changed.

The method is partition refinement that keeps the largest part (Hopcroft 1971), with
hashed signatures.

The nodes of the graph are the worlds and the classes of each agent's relation. There is
an edge from a world to each class that it is in, and from a class to the worlds that
are seen from it: to all of its worlds, except in belief relations. When a kind is
split, its largest part keeps its number if possible, and only neighbours of nodes with
a new number are examined again. The set of the kinds of the neighbours of a node has a
code of 64 bits. Equal sets have equal codes, so nodes with different codes are
correctly distinguished. Different sets may have equal codes, so the result has yet to
be proved stable.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from mystpy.kripke.partition import Numbers, Partition
from mystpy.thresholds import (
    MAX_EDGES_OF_SMALL_ROUND,
    MAX_LOOKS_PER_EDGE,
    MAX_SMALL_ROUNDS,
)

Codes = npt.NDArray[np.uint64]

_SEED = 20
_BITS = 2**64 - 1


def coarsest_stable(relations: Sequence[Partition], kinds: Partition) -> Partition:
    """A refinement of `kinds`, coarser than or equal to the coarsest stable one.

    It is that one unless codes collide or the work grows too large. The classes are
    numbered by first occurrence.
    """
    rounds = _Arrays(relations, kinds)
    rest = rounds.refined()
    numbers = rounds.kind.tolist()
    if len(rest):
        numbers = _Lists(rounds).refined(rest.tolist())
    return Partition.of_keys(numbers[: len(kinds)])


def codes_of_kinds(count: int) -> Codes:
    """A code for each kind, drawn at random, always alike; (count,)."""
    return np.random.default_rng(_SEED).integers(0, _BITS, count, np.uint64)


class _Arrays:
    """The graph and the kinds of its nodes so far; first the worlds, then the classes.

    Node k sees `near[starts[k]:starts[k + 1]]`, and the nodes that see it are in `back`
    and `heads` in the same way. Its kind is `kind[k]`, which has `sizes[kind[k]]`
    nodes. `seen[k]` is the code of the kinds that it saw when it was last examined; the
    code is no longer updated once the node is the only one of its kind.
    """

    def __init__(self, relations: Sequence[Partition], kinds: Partition) -> None:
        size = len(kinds)
        counts = np.array([relation.count for relation in relations], np.int64)
        first = size + np.cumsum(counts) - counts
        total = size + int(counts.sum())
        self.near, self.starts = _edges(relations, first, total, size)
        self.back, self.heads = self.near, self.starts
        if any(relation.core is not None for relation in relations):
            self.near, self.starts = _seen(self.near, self.starts, relations, first)
            self.back, self.heads = _turned(self.near, self.starts)
        agents = np.repeat(np.arange(len(relations)), counts)
        self.kind: Numbers = np.concatenate([kinds.numbers, kinds.count + agents])
        self.count = kinds.count + len(relations)
        self.sizes: Numbers = np.bincount(self.kind, minlength=total + self.count)
        self.random = codes_of_kinds(total + self.count)
        self.seen: Codes = np.zeros(total, np.uint64)
        self.work = MAX_LOOKS_PER_EDGE * len(self.near)

    def refined(self) -> Numbers:
        """Make rounds while they are large; the nodes that the last one changed.

        None are left if nothing changes any more.
        """
        changed, small = self.round(np.arange(len(self.kind))), 0
        while len(changed) and self.work > 0 and small < MAX_SMALL_ROUNDS:
            before = self.work
            seeing, _ = _around(changed, self.back, self.heads)
            changed = self.round(_distinct(seeing))
            small += before - self.work < MAX_EDGES_OF_SMALL_ROUND
        return changed

    def round(self, nodes: Numbers) -> Numbers:
        """Look at these nodes again, and split the kinds; the nodes of new kinds."""
        nodes = nodes[self.sizes[self.kind[nodes]] > 1]
        near, lengths = _around(nodes, self.near, self.starts)
        self.work -= len(near)
        nodes, lengths = nodes[lengths > 0], lengths[lengths > 0]
        if not len(nodes):
            return nodes
        owner = np.repeat(np.arange(len(nodes)), lengths)
        bound = len(self.random)
        owner, kinds = np.divmod(_distinct(owner * bound + self.kind[near]), bound)
        codes = np.add.reduceat(self.random[kinds], _heads(owner))
        other = codes != self.seen[nodes]
        nodes = nodes[other]
        self.seen[nodes] = codes[other]
        return self.split(nodes)

    def split(self, nodes: Numbers) -> Numbers:
        """Take these nodes, which see something new, out of their kinds, by codes.

        The largest part of a kind of which all nodes are among these keeps its
        number. Returns the nodes whose number is new.
        """
        nodes = nodes[np.lexsort((self.seen[nodes], self.kind[nodes]))]
        kinds, codes = self.kind[nodes], self.seen[nodes]
        fresh = np.ones(len(nodes), np.bool_)
        fresh[1:] = (kinds[1:] != kinds[:-1]) | (codes[1:] != codes[:-1])
        heads = np.flatnonzero(fresh)
        lengths = np.diff(heads, append=len(nodes))
        parts = kinds[heads]
        moves = self.moving(parts, lengths)
        numbers = np.where(moves, self.count + np.cumsum(moves) - 1, parts)
        np.subtract.at(self.sizes, parts[moves], lengths[moves])
        self.sizes[numbers[moves]] = lengths[moves]
        self.count += int(moves.sum())
        self.kind[nodes] = np.repeat(numbers, lengths)
        found: Numbers = nodes[np.repeat(moves, lengths)]
        return found

    def moving(self, parts: Numbers, lengths: Numbers) -> npt.NDArray[np.bool_]:
        """Which parts, given by their kinds and lengths, get new numbers; (parts,)."""
        moves = np.ones(len(parts), np.bool_)
        if len(parts):
            order = np.lexsort((-lengths, parts))
            first = _heads(parts[order])
            sums = np.add.reduceat(lengths[order], first)
            largest = order[first]
            moves[largest[sums == self.sizes[parts[largest]]]] = False
        return moves


def _edges(
    relations: Sequence[Partition], first: Numbers, total: int, size: int
) -> tuple[Numbers, Numbers]:
    """The worlds' classes, and the classes' worlds: neighbours, and where they begin.

    `first` has for each relation the number of the node that is its first class.
    """
    numbers = [x.numbers + k for x, k in zip(relations, first, strict=True)]
    classes = np.stack([*numbers, np.zeros(size, np.int64)])[:-1]
    members = np.argsort(classes, axis=None, kind="stable") % max(size, 1)
    degrees = np.bincount(classes.ravel(), minlength=total)
    degrees[:size] = len(relations)
    near: Numbers = np.concatenate([classes.T.ravel(), members])
    return near, np.concatenate([[0], np.cumsum(degrees)])


def _seen(
    near: Numbers, starts: Numbers, relations: Sequence[Partition], first: Numbers
) -> tuple[Numbers, Numbers]:
    """The same without the worlds of a class that are not seen from it."""
    owner = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    kept = np.ones(len(near), np.bool_)
    for relation, start in zip(relations, first.tolist(), strict=True):
        if relation.core is not None:
            own = (owner >= start) & (owner < start + relation.count)
            kept[own] = relation.core[near[own]]
    degrees = np.bincount(owner[kept], minlength=len(starts) - 1)
    return near[kept], np.concatenate([[0], np.cumsum(degrees)])


def _turned(near: Numbers, starts: Numbers) -> tuple[Numbers, Numbers]:
    """The edges the other way round."""
    owner = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    degrees = np.bincount(near, minlength=len(starts) - 1)
    ends: Numbers = np.cumsum(degrees)
    return owner[np.argsort(near, kind="stable")], np.concatenate([[0], ends])


def _around(nodes: Numbers, near: Numbers, starts: Numbers) -> tuple[Numbers, Numbers]:
    """The neighbours of each node in turn, and how many each has."""
    begins = starts[nodes]
    lengths = starts[nodes + 1] - begins
    ends = np.cumsum(lengths)
    places = np.repeat(begins - ends + lengths, lengths)
    places += np.arange(len(places))
    return near[places], lengths


def _distinct(numbers: Numbers) -> Numbers:
    """The numbers without repetition, ascending."""
    ordered = np.sort(numbers)
    found: Numbers = ordered[_heads(ordered)]
    return found


def _heads(ordered: Numbers) -> Numbers:
    """The places where another number begins; (distinct numbers,)."""
    fresh = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=fresh[1:])
    return np.flatnonzero(fresh)


class _Lists:
    """The same rounds with lists and dictionaries, for few nodes in each of them."""

    def __init__(self, rounds: _Arrays) -> None:
        self.near: list[int] = rounds.near.tolist()
        self.starts: list[int] = rounds.starts.tolist()
        turned = rounds.back is not rounds.near
        self.back: list[int] = rounds.back.tolist() if turned else self.near
        self.heads: list[int] = rounds.heads.tolist() if turned else self.starts
        self.kind: list[int] = rounds.kind.tolist()
        self.count = rounds.count
        self.sizes: list[int] = rounds.sizes.tolist()
        self.random: list[int] = rounds.random.tolist()
        self.seen: list[int] = rounds.seen.tolist()
        self.work = rounds.work

    def refined(self, changed: list[int]) -> list[int]:
        """The kind of each node once nothing changes any more, or the work is done."""
        while changed and self.work > 0:
            changed = self.split(self.parts(changed))
        return self.kind

    def parts(self, changed: list[int]) -> dict[tuple[int, int], list[int]]:
        """The nodes that see something new, by their kinds and new codes."""
        kind, near, starts, seen = self.kind, self.near, self.starts, self.seen
        sizes, random = self.sizes, self.random
        found: dict[tuple[int, int], list[int]] = {}
        touched: set[int] = set()
        for node in changed:
            touched.update(self.back[self.heads[node] : self.heads[node + 1]])
        for node in touched:
            number = kind[node]
            if sizes[number] == 1:
                continue
            others = near[starts[node] : starts[node + 1]]
            self.work -= len(others)
            code = 0
            for one in {kind[other] for other in others}:
                code += random[one]
            code &= _BITS
            if code != seen[node]:
                seen[node] = code
                found.setdefault((number, code), []).append(node)
        return found

    def split(self, parts: dict[tuple[int, int], list[int]]) -> list[int]:
        """Make kinds of these parts of kinds; the nodes whose number is new."""
        kind, sizes = self.kind, self.sizes
        changed: list[int] = []
        # By ascending size: what is left at last of a kind keeps its number.
        for (number, _), part in sorted(parts.items(), key=lambda item: len(item[1])):
            if len(part) < sizes[number]:
                sizes[number] -= len(part)
                sizes[self.count] = len(part)
                for node in part:
                    kind[node] = self.count
                self.count += 1
                changed += part
        return changed
