"""Refinement in rounds that look only at what the last round changed.

When a kind is split, its largest part keeps its number where it can, and only classes
with worlds whose number is new are looked at again. The set of kinds in a class has a
code of 64 bits, and so has what all the agents see from a world. Equal sets have equal
codes, so worlds with different codes are rightly told apart; different sets may have
equal codes, so what comes out has yet to be proved stable.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from mystpy.kripke.partition import Numbers, Partition

Codes = npt.NDArray[np.uint64]

WORK = 32
"""So many times a world may be looked at for each agent, on the average."""

SMALL = 400
"""In a round with fewer worlds to look at, arrays do not pay."""

SMALL_ROUNDS = 60
"""How many such rounds are made with arrays before lists take over."""

_SEED = 20
_BITS = 2**64 - 1


def settled(relations: Sequence[Partition], kinds: Partition) -> Partition:
    """A refinement of `kinds`, coarser than or equal to the coarsest stable one.

    It is that one unless codes collide or the work grows too large. The classes are
    numbered by first occurrence.
    """
    if not relations:
        return Partition.of_keys(kinds.numbers.tolist())
    rounds = _Rounds(relations, kinds)
    rest = rounds.with_arrays()
    numbers = rounds.kind.tolist()
    if len(rest):
        numbers = _Lists(rounds).refined(rest.tolist())
    return Partition.of_keys(numbers)


class _Rounds:
    """The kinds so far, and the classes of all relations, numbered one after another.

    `near` (agents, worlds) has the classes of each world; the members of class c are
    `members[starts[c]:starts[c + 1]]`. `seen` (classes,) and `view` (worlds,) are the
    codes of the kinds as they were numbered before the last round.
    """

    def __init__(self, relations: Sequence[Partition], kinds: Partition) -> None:
        size = len(kinds)
        counts = np.array([relation.count for relation in relations])
        first = np.cumsum(counts) - counts
        self.near = np.stack([x.numbers for x in relations]) + first[:, None]
        self.members = np.argsort(self.near, axis=None, kind="stable") % size
        sizes = np.bincount(self.near.ravel(), minlength=int(counts.sum()))
        self.starts = np.concatenate([[0], np.cumsum(sizes)])
        self.kind = kinds.numbers.copy()
        self.count = kinds.count
        self.sizes = np.bincount(self.kind, minlength=size)
        draw = np.random.default_rng(_SEED)
        self.random: Codes = draw.integers(0, _BITS, size, np.uint64, endpoint=True)
        odd = draw.integers(0, _BITS, len(relations), np.uint64) | np.uint64(1)
        self.odd: Codes = np.repeat(odd, counts)
        self.seen: Codes = np.zeros(len(self.odd), np.uint64)
        self.view: Codes = np.zeros(size, np.uint64)
        self.work = WORK * len(self.members)

    def with_arrays(self) -> Numbers:
        """Make rounds while they are large; the worlds that the last one changed.

        None are left if nothing changes any more.
        """
        changed, small = np.arange(len(self.kind)), 0
        while len(changed) and self.count < len(self.kind) and self.work > 0:
            before = self.work
            changed = self.split(self.other_views(changed))
            small += before - self.work < SMALL
            if small > SMALL_ROUNDS:
                break
        return changed if self.count < len(self.kind) else changed[:0]

    def other_views(self, changed: Numbers) -> Numbers:
        """Bring the codes up to date; the worlds whose view has another code now."""
        touched = _distinct(self.near[:, changed].ravel())
        lengths = self.starts[touched + 1] - self.starts[touched]
        ends = np.cumsum(lengths)
        places = np.arange(ends[-1])
        places += np.repeat(self.starts[touched] - ends + lengths, lengths)
        found = self.members[places]
        self.work -= len(found)
        size = len(self.kind)
        owner = np.repeat(np.arange(len(touched)), lengths)
        owner, kinds = np.divmod(_distinct(owner * size + self.kind[found]), size)
        codes = np.add.reduceat(self.random[kinds], _heads(owner))
        codes *= self.odd[touched]
        steps = codes - self.seen[touched]
        self.seen[touched] = codes
        worlds = _distinct(found[np.repeat(steps != 0, lengths)])
        views = self.seen[self.near[:, worlds]].sum(axis=0, dtype=np.uint64)
        other = views != self.view[worlds]
        worlds = worlds[other]
        self.view[worlds] = views[other]
        return worlds

    def split(self, worlds: Numbers) -> Numbers:
        """Take these worlds, whose views changed, out of their kinds, by their views.

        The largest part of a kind of which all worlds are among these keeps its
        number. Returns the worlds whose number is new.
        """
        if not len(worlds):
            return worlds
        worlds = worlds[np.lexsort((self.view[worlds], self.kind[worlds]))]
        kinds, views = self.kind[worlds], self.view[worlds]
        fresh = np.ones(len(worlds), np.bool_)
        fresh[1:] = (kinds[1:] != kinds[:-1]) | (views[1:] != views[:-1])
        heads = np.flatnonzero(fresh)
        lengths = np.diff(heads, append=len(worlds))
        olds = kinds[heads]
        order = np.lexsort((-lengths, olds))
        first = _heads(olds[order])
        whole = np.add.reduceat(lengths[order], first) == self.sizes[olds[order[first]]]
        moves = np.ones(len(heads), np.bool_)
        moves[order[first[whole]]] = False
        numbers = np.where(moves, self.count + np.cumsum(moves) - 1, olds)
        np.subtract.at(self.sizes, olds[moves], lengths[moves])
        self.sizes[numbers[moves]] = lengths[moves]
        self.count += int(moves.sum())
        self.kind[worlds] = np.repeat(numbers, lengths)
        return worlds[np.repeat(moves, lengths)]


def _distinct(numbers: Numbers) -> Numbers:
    """The numbers without repetition, ascending."""
    ordered = np.sort(numbers)
    return ordered[_heads(ordered)]


def _heads(ordered: Numbers) -> Numbers:
    """The places where the next number begins; (distinct numbers,)."""
    fresh = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=fresh[1:])
    return np.flatnonzero(fresh)


class _Lists:
    """The same rounds with lists and dictionaries, for few worlds in each of them.

    The view of a world that is alone of its kind is no longer kept.
    """

    def __init__(self, rounds: _Rounds) -> None:
        self.near: list[list[int]] = rounds.near.tolist()
        self.members: list[int] = rounds.members.tolist()
        self.starts: list[int] = rounds.starts.tolist()
        self.kind: list[int] = rounds.kind.tolist()
        self.count = rounds.count
        self.sizes: list[int] = rounds.sizes.tolist()
        self.random: list[int] = rounds.random.tolist()
        self.odd: list[int] = rounds.odd.tolist()
        self.seen: list[int] = rounds.seen.tolist()
        self.view: list[int] = rounds.view.tolist()
        self.work = rounds.work

    def refined(self, changed: list[int]) -> list[int]:
        """The kind of each world once nothing changes any more, or the work is done."""
        while changed and self.count < len(self.kind) and self.work > 0:
            changed = self.split(self.steps(changed))
        return self.kind

    def steps(self, changed: list[int]) -> dict[int, int]:
        """By how much the codes of views have grown, for worlds that are not alone."""
        kind, starts, sizes, random = self.kind, self.starts, self.sizes, self.random
        found: dict[int, int] = {}
        for number in {near[world] for near in self.near for world in changed}:
            members = self.members[starts[number] : starts[number + 1]]
            self.work -= len(members)
            others = [world for world in members if sizes[kind[world]] > 1]
            if not others:
                continue
            code = 0
            for one in {kind[world] for world in members}:
                code += random[one]
            code = code * self.odd[number] & _BITS
            step = code - self.seen[number]
            if step:
                self.seen[number] = code
                for world in others:
                    found[world] = found.get(world, 0) + step
        return found

    def split(self, steps: dict[int, int]) -> list[int]:
        """Take the worlds out of their kinds, by their views, as with arrays."""
        kind, view, sizes = self.kind, self.view, self.sizes
        parts: dict[tuple[int, int], list[int]] = {}
        for world, step in steps.items():
            code = (view[world] + step) & _BITS
            if code != view[world]:
                view[world] = code
                parts.setdefault((kind[world], code), []).append(world)
        changed: list[int] = []
        # By ascending size: what is left at last of a kind keeps its number.
        for (number, _), part in sorted(parts.items(), key=_length):
            if len(part) < sizes[number]:
                sizes[number] -= len(part)
                sizes[self.count] = len(part)
                for world in part:
                    kind[world] = self.count
                self.count += 1
                changed += part
        return changed


def _length(item: tuple[tuple[int, int], list[int]]) -> int:
    return len(item[1])
