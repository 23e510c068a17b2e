"""Models from worlds, relations and truths by name, checked as they are built."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

import numpy as np

from mystpy.errors import MystError, did_you_mean
from mystpy.kripke.clusters import of_seen
from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import Agent, Model
from mystpy.kripke.partition import Partition, closure, of_blocks, of_pairs
from mystpy.language.atoms import Atom, Truth
from mystpy.language.decidable import parse_in_model
from mystpy.language.nodes import Knows
from mystpy.language.vocabulary import ModelWords

Classes = Iterable[Iterable[str]]

Seen = Mapping[str, Iterable[str]] | Iterable[Sequence[str]]
"""For each item by name what it sees, or the pairs of what sees what."""


class NameIndex:
    """Things by name, in order; looks them up and says which one is unknown."""

    def __init__(self, names: Iterable[str], kind: str) -> None:
        self.names = tuple(names)
        self.kind = kind
        self.number = {name: k for k, name in enumerate(self.names)}
        for place, name in enumerate(self.names):
            if self.number[name] != place:
                raise ModelError(f"the {kind} {name!r} is named twice", word=name)

    def __len__(self) -> int:
        return len(self.names)

    def find(self, name: str, where: str) -> int:
        """The number of a name. Raises ModelError if it is unknown."""
        if name not in self.number:
            few = ", ".join(self.names[:8]) + (", ..." if len(self) > 8 else "")
            raise ModelError(
                f"{where} names {name!r}, which is no {self.kind}",
                hint=did_you_mean(name, self.names) or f"there are {few}",
                word=name,
            )
        return self.number[name]

    def classes(self, blocks: Classes, what: str) -> Partition:
        """The partition with these classes. Raises ModelError if it is none."""
        numbers = [[self.find(name, what) for name in block] for block in blocks]
        return of_blocks(numbers, len(self), self.names.__getitem__, what)

    def pairs(self, pairs: Iterable[Sequence[str]], what: str) -> Partition:
        """The equivalence that is this set of pairs. Raises ModelError if none."""
        found = self._pairs(pairs, what)
        return of_pairs(found, len(self), self.names.__getitem__, what)

    def links(self, links: Iterable[Sequence[str]], what: str) -> Partition:
        """The least equivalence with these links, as they are drawn in a figure."""
        return closure(self._pairs(links, what), len(self))

    def seen(self, given: Seen, what: str, *, serial: bool = True) -> Partition:
        """The relation of belief in which these items see these, as `of_seen`.

        Given are pairs, or for each item what it sees. Raises ModelError if none.
        """
        found: dict[int, set[int]] = {}
        if isinstance(given, Mapping):
            for name, others in given.items():
                numbers = {self.find(other, what) for other in others}
                found[self.find(name, what)] = numbers
        else:
            for one, other in self._pairs(given, what):
                found.setdefault(one, set()).add(other)
        return of_seen(found, len(self), self.names.__getitem__, what, serial=serial)

    def _pairs(
        self, pairs: Iterable[Sequence[str]], what: str
    ) -> list[tuple[int, int]]:
        found = []
        for pair in pairs:
            if len(pair) != 2:
                raise ModelError(f"{what} has {list(pair)!r}, which is not a pair")
            found.append((self.find(pair[0], what), self.find(pair[1], what)))
        return found


def build_model(
    worlds: Iterable[str],
    relations: Mapping[Agent, Classes | Partition],
    valuation: Mapping[str, Iterable[str]],
    atoms: Sequence[str] | None = None,
) -> Model:
    """The model with these worlds, classes of worlds for each agent, and truths.

    `valuation` gives for each world the atoms that are true in it. `atoms` are all
    atoms, in order; without it, those that are true somewhere. Raises ModelError for
    classes that are no partition, a world without a valuation and unknown names.
    """
    listed = NameIndex(worlds, "world")
    parts = {
        str(agent): given
        if isinstance(given, Partition)
        else listed.classes(given, f"the relation of {agent}")
        for agent, given in relations.items()
    }
    return Model(
        listed.names,
        tuple(parts),
        tuple(parts.values()),
        _masks(listed, valuation, atoms),
    )


def _masks(
    worlds: NameIndex,
    valuation: Mapping[str, Iterable[str]],
    atoms: Sequence[str] | None,
) -> dict[str, np.typing.NDArray[np.bool_]]:
    for name in worlds.names:
        if name not in valuation:
            raise ModelError(
                f"the valuation misses the world {name!r}",
                hint="write [] for a world in which no atom is true",
                word=name,
            )
    for name in valuation:
        worlds.find(name, "the valuation")
    if atoms is None:
        every = chain.from_iterable(valuation[name] for name in worlds.names)
        atoms = tuple(dict.fromkeys(every))
    known = NameIndex(atoms, "atom")
    masks = {atom: np.zeros(len(worlds), np.bool_) for atom in known.names}
    for name, number in worlds.number.items():
        for atom in valuation[name]:
            known.find(atom, f"the valuation of {name}")
            masks[atom][number] = True
    return masks


def unnamable_items(agents: Iterable[str], atoms: Iterable[str]) -> Iterator[str]:
    """The agents and the atoms that no formula can name."""
    names, known = tuple(agents), tuple(atoms)
    words = ModelWords.of(names, known)
    for what, name, text, formula in (
        *(("agent", a, f"K({a},true)", Knows(a, Truth())) for a in names),
        *(("atom", atom, atom, Atom(atom)) for atom in known),
    ):
        try:
            found = parse_in_model(text, words)
        except MystError:
            found = None
        if found != formula:
            yield f"{what} {name!r}"
