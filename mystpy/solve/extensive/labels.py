"""Information sets and choices as text, for certificates and for people.

A class of cards is described by the turns in which it was asked for; the turn in which
it was shown has a star. For example, `1.4*` was asked for in turn 1 and shown in turn
4, and `-` in no turn. A player's knowledge is the turn and, for each class, the number
of its cards and of those in the player's hand: `3: 1:1/0 2*:1/1 -:2/1`.
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
"""The probability of each action, by information set."""

Trace = tuple[int, ...]
"""The turns in which cards were asked for; the turn in which they were shown is
negative.
"""


class InformationSet(NamedTuple):
    """An information set in words: its number, its sequences, and its actions."""

    number: int
    parent: int
    first: int
    label: str
    actions: tuple[str, ...]


class _Place(NamedTuple):
    """The place of a subgame in the tree of a player.

    `came` has the player's sequences that lead to it; `first` is the next sequence, and
    `number` that of the next information set.
    """

    game: Subgame
    turn: int
    came: Sequence[int]
    first: int
    number: int
    traces: Sequence[Trace]

    def sequence(self, code: int) -> int:
        """Return the sequence that a code denotes."""
        size = len(self.came)
        return self.came[code] if code < size else self.first + code - size


def information_sets(
    form: SequenceForm, player: int, weights: Sequence[object]
) -> Iterator[InformationSet]:
    """Yield a player's information sets that are reached by sequences with a weight.

    The weights of the choices in an information set may be set before the next one is
    requested.
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
    """Yield where a player knows the pile and guesses it, and the guess, as labels.

    These are the places that are reached by sequences with a weight, and have no other
    choice.
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
    """Yield the places of subgames that are reached by sequences with a weight."""
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
    """Return the traces of the classes after a turn."""
    added = {0: (), ASKED: (turn,), SHOWN: (-turn,)}
    return [traces[k] + added[mark] for k, mark in zip(whence, marks, strict=True)]


def describe_information_set(
    turn: int, traces: Sequence[Trace], choice: Decision
) -> tuple[str, tuple[str, ...]]:
    """Return the labels of an information set and of its actions.

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
    """Return the label of a class of cards: its sort, and its turns.

    The first sort is left out.
    """
    turns = ".".join(f"{abs(t)}*" if t < 0 else f"{t}" for t in trace) or "-"
    return f"{chr(ord('a') + sort)}{turns}" if sort else turns


def _action_label(
    option: AbstractAction, names: Sequence[str], order: Sequence[int]
) -> str:
    """Return the label of an action: its kind, and its number of cards in each class.

    For a question the number of own cards follows.
    """
    kind = option.key[0]
    parts = (
        f"{names[k]}:{option.cards[k]}" + f"/{option.own[k]}" * (kind == Asks.name)
        for k in order
        if option.cards[k]
    )
    return " ".join((kind, *parts))


def spelling(text: str) -> str:
    """Return a label with its classes in the order of their names."""
    head, *parts = text.split(" ")
    return " ".join((head, *sorted(parts)))
