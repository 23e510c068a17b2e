"""Information sets and choices as text, as certificates and people read them.

A class of cards is described by the turns in which it was asked for, the turn in which
it was shown with a star: `1.4*` was asked for in turn 1 and shown in turn 4, `-` in
none. What a player knows is the turn and, for each class, how many cards it has and how
many of them are the player's own: `3: 1:1/0 2*:1/1 -:2/1`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from mystpy.compilation import NamedTuple
from mystpy.history.actions import Asks
from mystpy.solve.extensive.action_space import AbstractAction
from mystpy.solve.extensive.classes import ASKED, SHOWN, Counts
from mystpy.solve.extensive.form import SequenceForm
from mystpy.solve.extensive.subgame import Decision, Subgame

Strategy = Mapping[str, Mapping[str, Fraction]]
"""What is done with which probability, by information set."""

Trace = tuple[int, ...]
"""The turns in which cards were asked for; that in which they were shown negative."""


class InformationSet(NamedTuple):
    """An information set in words: its number, its sequences, what may be done."""

    number: int
    parent: int
    first: int
    label: str
    actions: tuple[str, ...]


class _Place(NamedTuple):
    """Where a subgame is in the tree of a player.

    The player came to it by these sequences; `first` is the next one, `number` that of
    the next information set.
    """

    game: Subgame
    turn: int
    came: Sequence[int]
    first: int
    number: int
    traces: Sequence[Trace]

    def sequence(self, code: int) -> int:
        """The sequence that a code stands for."""
        size = len(self.came)
        return self.came[code] if code < size else self.first + code - size


def information_sets(
    form: SequenceForm, player: int, weights: Sequence[object]
) -> Iterator[InformationSet]:
    """The information sets of a player to which sequences with a weight lead.

    The weights of what is chosen there may be set before the next one is asked for.
    """
    k = player - 1
    for place in _places(form, player, weights):
        first = len(place.came)
        for number, choice in enumerate(place.game.choices[k], place.number):
            parent = place.sequence(choice.parent)
            if weights[parent]:
                label, acts = describe_information_set(place.turn, place.traces, choice)
                found = place.sequence(first)
                yield InformationSet(number, parent, found, label, acts)
            first += len(choice.options)


def known_piles(
    form: SequenceForm, player: int, weights: Sequence[object]
) -> Iterator[tuple[str, str]]:
    """Where a player knows the pile and guesses it, and the guess, as labels.

    That is where sequences with a weight lead, and there is no other choice.
    """
    for place in _places(form, player, weights):
        for choice in place.game.known[player - 1]:
            if weights[place.sequence(choice.parent)]:
                label, (act,) = describe_information_set(
                    place.turn, place.traces, choice
                )
                yield label, act


def _places(
    form: SequenceForm, player: int, weights: Sequence[object]
) -> Iterator[_Place]:
    """Where the subgames are to which sequences with a weight lead."""
    root, k = form.root, player - 1
    ready = [_Place(root, 1, [0] * len(root.hands[k]), 1, 0, [()] * len(root.classes))]
    while ready:
        place = ready.pop()
        if any(weights[sequence] for sequence in place.came):
            yield place
            ready.extend(_following(place, k))


def _following(place: _Place, k: int) -> Iterator[_Place]:
    own = place.game.choices[k]
    first = place.first + sum(len(choice.options) for choice in own)
    number = place.number + len(own)
    for after in place.game.following:
        came = [place.sequence(arrival.code) for arrival in after.arrivals[k]]
        traces = traces_after(place.turn, place.traces, after.whence, after.marks)
        yield _Place(after.game, place.turn + 1, came, first, number, traces)
        first += after.game.counts[k]
        number += len(after.game.sets[k].parents)


def traces_after(
    turn: int, traces: Sequence[Trace], whence: Counts, marks: Sequence[int]
) -> list[Trace]:
    """The traces of classes that a turn has made of others."""
    added = {0: (), ASKED: (turn,), SHOWN: (-turn,)}
    return [traces[k] + added[mark] for k, mark in zip(whence, marks, strict=True)]


def describe_information_set(
    turn: int, traces: Sequence[Trace], choice: Decision
) -> tuple[str, tuple[str, ...]]:
    """What a player knows at an information set of a turn, and what may be done there.

    The traces are those of the cards when the turn began.
    """
    node, hand, options = choice.node, choice.hand, choice.options
    found = traces_after(turn, traces, node.whence, [c.mark for c in node.classes])
    keys = [
        (c.sort, not trace, [abs(t) for t in trace], trace)
        for c, trace in zip(node.classes, found, strict=True)
    ]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    names = [
        class_label(c.sort, trace) for c, trace in zip(node.classes, found, strict=True)
    ]
    parts = (f"{names[k]}:{node.classes[k].size}/{hand[k]}" for k in order)
    acts = tuple(_action_label(option, names, order) for option in options)
    return f"{turn}: {' '.join(parts)}", acts


def class_label(sort: int, trace: Trace) -> str:
    """A class of cards: its sort, if it is not the first, and its turns."""
    turns = ".".join(f"{abs(t)}*" if t < 0 else f"{t}" for t in trace) or "-"
    return f"{chr(ord('a') + sort)}{turns}" if sort else turns


def _action_label(
    option: AbstractAction, names: Sequence[str], order: Sequence[int]
) -> str:
    """What a player does, with so many cards of each class, some of them own."""
    kind = option.key[0]
    parts = (
        f"{names[k]}:{option.cards[k]}" + f"/{option.own[k]}" * (kind == Asks.name)
        for k in order
        if option.cards[k]
    )
    return " ".join((kind, *parts))


def spelling(text: str) -> str:
    """The text of an information set or a choice with its classes in order of name."""
    head, *parts = text.split(" ")
    return " ".join((head, *sorted(parts)))
