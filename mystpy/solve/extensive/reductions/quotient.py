"""A game whose indistinguishable sequences are merged: smaller, with the same value.

In the field: the quotient of a linear program by its coarsest equitable partition,
found by colour refinement (Grohe, Kersting, Mladenov and Selman 2014).

Sequences are in one class if they are chosen in equivalent information sets, lead to
equivalent ones, and meet equivalent sequences of the other player, equally often and
with the same chances. Sorts of cards that can be exchanged are equivalent, too. An
optimal plan need not distinguish such sequences: it may give each sequence of a class
the same weight.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mystpy.compilation import NamedTuple
from mystpy.solve.extensive.form import RealizationPlan, SequenceForm
from mystpy.solve.extensive.subgame import Integers, TerminalHistories

_Labels = NDArray[np.uint64]
_Pair = tuple[Integers, Integers]


class Quotient(NamedTuple):
    """A game with one sequence for each class of sequences, if player 1 wins a share.

    For each player, `classes` has the class of each sequence of the whole game, and
    `shares` the number of equal parts into which the weight of a class is divided.
    """

    whole: SequenceForm
    form: SequenceForm
    classes: _Pair
    shares: _Pair

    @classmethod
    def of(cls, whole: SequenceForm, share: int) -> Quotient:
        """Return the smallest quotient; player 1 wins a share of unfinished plays."""
        plays = whole.plays
        if not share:
            plays = _chosen(plays, ~plays.cut)
        parts = [_part(whole, k, c) for k, c in enumerate(_colours(whole, plays))]
        form = SequenceForm(whole.root, whole.turns, whole.deals)
        form.counts = len(parts[0].often), len(parts[1].often)
        form.parents = parts[0].parents, parts[1].parents
        form.firsts = parts[0].firsts, parts[1].firsts
        shares = _shares(form, 0, parts[0].often), _shares(form, 1, parts[1].often)
        classes = parts[0].classes, parts[1].classes
        form.plays = _together(plays, classes, shares)
        return cls(whole, form, classes, shares)

    def exactly(self, player: int, plan: RealizationPlan) -> RealizationPlan:
        """Return a plan of the quotient in the whole game."""
        shares = self.shares[player - 1].tolist()
        pairs = zip(plan.weights, shares, strict=True)
        found = RealizationPlan.of(
            [Fraction(weight, plan.whole * share) for weight, share in pairs]
        )
        each = np.array(found.weights, object)[self.classes[player - 1]]
        parents, firsts = (
            part[player - 1] for part in (self.whole.parents, self.whole.firsts)
        )
        if len(parents):
            dealt = np.add.reduceat(each[1:], firsts[:-1] - 1)
            assert (dealt == each[parents]).all(), "what comes to a set goes out of it"
        return RealizationPlan(each.tolist(), found.whole)


def _together(
    plays: TerminalHistories, classes: _Pair, shares: _Pair
) -> TerminalHistories:
    """Return the plays of classes, merged if their classes and chances are equal."""
    codes = [rows[ends] for rows, ends in zip(classes, plays.codes, strict=True)]
    parts = shares[0][codes[0]] * shares[1][codes[1]]
    each = plays.times(np.ones_like(parts), parts)
    alike = _numbers(codes[0], codes[1], each.above, each.below)
    _, first, often = np.unique(alike, return_index=True, return_counts=True)
    one = _chosen(each._replace(codes=np.vstack(codes)), first)
    return one.times(often, np.ones_like(often))


def _chosen(plays: TerminalHistories, places: Any) -> TerminalHistories:
    codes, origins, *rest = plays
    return TerminalHistories(
        codes[:, places], origins[:, places], *(part[places] for part in rest)
    )


def _numbers(*columns: Integers) -> Integers:
    """Return a number for each row; only equal rows have the same number."""
    found = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        values, places = np.unique(column, return_inverse=True)
        found = np.unique(found * len(values) + places, return_inverse=True)[1]
    return found


def _colours(form: SequenceForm, plays: TerminalHistories) -> _Pair:
    """Return the coarsest consistent classes of sequences, by refinement.

    They are distinguished by random numbers of 64 bits. If two of these were equal by
    chance, a plan could be worse, or invalid. So the plan and its value are checked in
    the whole game.
    """
    draw = np.random.default_rng(1)

    def labels(places: Integers) -> _Labels:
        size = int(places.max(initial=0)) + 1
        return draw.integers(0, 2**63, size, np.uint64)[places] * 2 + 1

    chances = labels(_numbers(plays.above, plays.below))
    found = [np.zeros(count, np.int64) for count in form.counts]
    number = 0
    while (now := sum(int(colours.max()) + 1 for colours in found)) > number:
        number = now
        seen = [labels(colours) for colours in found]
        met = [
            _sums(plays.codes[k], chances * seen[1 - k][plays.codes[1 - k]], len(had))
            for k, had in enumerate(seen)
        ]
        found = [_finer(form, k, seen[k], met[k], labels) for k in (0, 1)]
    return found[0], found[1]


def _sums(places: Integers, numbers: _Labels, size: int) -> _Labels:
    """Return the sum of the numbers for each place, in 64 bits."""
    found = np.zeros(size, np.uint64)
    np.add.at(found, places, numbers)
    return found


def _finer(
    form: SequenceForm,
    k: int,
    seen: _Labels,
    met: _Labels,
    labels: Callable[[Integers], _Labels],
) -> Integers:
    """Return finer colours of a player's sequences, by old colours and plays.

    An information set is distinguished by its sequences and the one that leads there,
    and a sequence by its set and those that it leads to.
    """
    parents, firsts = form.parents[k], form.firsts[k]
    own, ahead = np.zeros_like(seen), np.zeros_like(seen)
    if len(parents):
        sets = np.add.reduceat(seen[1:], firsts[:-1] - 1) * 3 + seen[parents] * 5
        set_labels = labels(np.unique(sets, return_inverse=True)[1])
        own[1:] = np.repeat(set_labels, np.diff(firsts))
        ahead = _sums(parents, set_labels, len(seen))
    whole = seen * 7 + met * 11 + own * 13 + ahead * 17
    colours: Integers = np.unique(whole, return_inverse=True)[1]
    return colours


class _Part(NamedTuple):
    """A player's part of a quotient: the fields of `SequenceForm`, and `classes`.

    `often` is the number of sequences of a class in an information set.
    """

    classes: Integers
    parents: Integers
    firsts: Integers
    often: Integers


def _part(form: SequenceForm, k: int, colours: Integers) -> _Part:
    """Return the classes in the order of the first information sets that have them."""
    parents, firsts = form.parents[k], form.firsts[k]
    sizes = np.diff(firsts)
    # a set is known by the colour of its first sequence in order
    least = np.minimum.reduceat(colours, firsts[:-1]) if len(parents) else parents
    sets = np.sort(np.unique(least, return_index=True)[1])
    chosen = np.zeros(len(sizes), np.bool_)
    chosen[sets] = True
    places = 1 + np.flatnonzero(np.repeat(chosen, sizes))
    found, first, often = np.unique(
        colours[places], return_index=True, return_counts=True
    )
    order = np.argsort(first)
    number = np.zeros(int(colours.max()) + 1, np.int64)
    number[found[order]] = np.arange(1, len(found) + 1)
    owner = np.repeat(np.arange(len(sets)), sizes[sets])[first[order]]
    return _Part(
        number[colours],
        number[colours[parents[sets]]],
        1 + np.searchsorted(owner, np.arange(len(sets) + 1)),
        np.concatenate(([1], often[order])),
    )


def _shares(form: SequenceForm, k: int, often: Integers) -> Integers:
    """Return the number of parts into which the weight of each class is divided."""
    found = often.copy()
    for level in form.levels[k]:
        found[level.sequences] *= np.repeat(found[level.parents], level.sizes)
    return found
