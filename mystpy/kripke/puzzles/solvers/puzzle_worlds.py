"""All worlds of a puzzle as columns: the value of each variable in each world."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from math import prod
from typing import Any

import numpy as np

from mystpy.kripke.faults import ModelError
from mystpy.kripke.puzzles.expressions import Column, Words, compute, number_of
from mystpy.kripke.puzzles.setting import (
    AT_FIRST,
    YES_NO,
    Setting,
    atom_of,
    knows_value,
    split_name,
)
from mystpy.language.vocabulary import ModelWords

MOST_WORLDS = 3_000_000
"""How many worlds are listed; beyond it a puzzle needs another engine."""


class PuzzleWorlds:
    """The worlds that satisfy a puzzle's conditions.

    `by_name` has a column for each variable and each further value, shape (worlds,);
    `yes_no` are the names of those that are 0 or 1 for no or yes; `words` are the
    numbers of the words. Raises ModelError if there are no worlds, or too many.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.words: Words = {}
        self.yes_no = set(filter(setting.is_yes_no, setting.domains))
        self._spoken = setting.words(), setting.applied()
        self.by_name = self._kept(self._rows() or self._product())

    def number(self, value: Any) -> int:
        """The number of a value: a word's, or the number itself."""
        return number_of(value, self.words) if isinstance(value, str) else int(value)

    def value_text(self, value: int) -> str:
        """A value as it is written: a word or a number."""
        word = next((w for w, number in self.words.items() if number == value), None)
        return word if word is not None else str(value)

    def compute(self, text: str, columns: Mapping[str, Column]) -> Any:
        """An expression over columns: an array of shape (worlds,)."""
        value = compute(text, {**columns, **self.setting.sizes}, self.words)
        size = len(next(iter(columns.values()))) if columns else 1
        return np.broadcast_to(np.asarray(value), (size,))

    def meanings(self) -> dict[str, tuple[str, int]]:
        """For each atom that formulas speak of the name of what has which value.

        There is one for each value that is declared, also where the conditions exclude
        it: that is false in all worlds. Where actions may change facts, all variables
        have atoms, and what is computed has one for each value that a formula names.
        """
        acts, words, applied = self.setting.acts(), *self._spoken
        found: dict[str, tuple[str, int]] = {}
        for name in self.by_name:
            base, index = split_name(name)
            variable = acts and name in self.setting.domains
            if name in self.yes_no and (base in words or variable):
                found[name] = (name, 1)
            if name in self.yes_no or not (base in applied or variable):
                continue
            inside = applied.get(base, set())
            for value in self._declared[name]:
                shown = self.value_text(value)
                if variable or _is_in(inside, index, shown):
                    found[atom_of(name, shown)] = (name, value)
            if acts and not variable:
                for shown, value in self._constants(inside, index):
                    found[atom_of(name, shown)] = (name, value)
        return found

    def vocabulary(self, known: Iterable[str]) -> ModelWords:
        """The agents, the atoms, and the sets to quantify over, of the formulas."""
        atoms = set(known)
        for base in self.setting.known_values():
            for name in self.by_name:
                if split_name(name)[0] == base:
                    atoms |= {knows_value(a, name) for a in self.setting.agents}
        plain = ModelWords.of(self.setting.agents, sorted(atoms))
        acts, applied = self.setting.acts(), self.setting.applied()
        domains: dict[str, tuple[str, ...]] = {}
        for name, column in self.by_name.items():
            base, index = split_name(name)
            shown = [index] if index and name in self.yes_no else []
            if acts and name in self.setting.values and not shown:
                continue  # its values change
            if name not in self.yes_no and base in applied:
                shown = [self.value_text(v) for v in np.unique(column).tolist()]
            domains[base] = tuple(dict.fromkeys([*domains.get(base, ()), *shown]))
        return ModelWords(plain.agents, plain.atoms, {**domains, **plain.domains})

    def _constants(self, inside: set[str], index: str) -> Iterator[tuple[str, int]]:
        """The values in brackets, behind the index if there is one."""
        for text in sorted(inside):
            place, _, shown = text.rpartition(",")
            if place == index and (shown in self.words or shown.isdecimal()):
                yield shown, self.words[shown] if shown in self.words else int(shown)

    def _rows(self) -> dict[str, Column]:
        rows = self.setting.puzzle.rows
        cells = zip(*rows, strict=True)
        listed = [np.array([self.number(v) for v in column]) for column in cells]
        return dict(zip(self.setting.domains, listed, strict=True)) if rows else {}

    def _product(self) -> dict[str, Column]:
        """All combinations of the variables' values, the first varying slowest."""
        if self._combinations() > MOST_WORLDS:
            raise self._too_many()
        found: dict[str, Column] = {}
        for name, domain in self.setting.domains.items():
            if isinstance(domain, dict):
                found = self._derived(found, name, domain)
                continue
            values = self._values(domain)
            size = len(next(iter(found.values()))) if found else 1
            found = {k: np.repeat(c, len(values)) for k, c in found.items()}
            found[name] = np.tile(np.array(values, np.int64), size)
        return found

    def _values(self, domain: Any) -> list[int]:
        """The values that a variable may have at first."""
        if isinstance(domain, str):
            return [0, 1] if domain == YES_NO else [int(AT_FIRST[domain])]
        return [self.number(value) for value in domain]

    def _combinations(self) -> int:
        """How many worlds are listed before the conditions are looked at, at most."""
        return prod(
            len(domain.get("one_of", ""))
            if isinstance(domain, dict)
            else len(self._values(domain))
            for domain in self.setting.domains.values()
        )

    def _too_many(self) -> ModelError:
        return ModelError(
            f"{self.setting.puzzle.name}: {self._combinations():,} combinations are "
            f"too many to be listed, {MOST_WORLDS:,} are not",
            hint="choose smaller sizes",
        )

    def _derived(
        self, found: dict[str, Column], name: str, domain: Mapping[str, Any]
    ) -> dict[str, Column]:
        """Worlds in which a variable is one of several expressions of those before."""
        parts = [self.compute(text, found) for text in domain.get("one_of", ())]
        if not parts or set(domain) != {"one_of"}:
            raise ModelError(f"{name} is not of the form {{ one_of = [...] }}")
        rows = [np.stack([*found.values(), part], axis=1) for part in parts]
        unique = np.unique(np.concatenate(rows), axis=0)
        return dict(zip([*found, name], unique.T, strict=True))

    def valued(self, found: dict[str, Column]) -> dict[str, Column]:
        """Add the further values to the columns of the variables."""
        for name, text in self.setting.values.items():
            value = self.compute(text, found)
            if value.dtype == np.bool_:
                self.yes_no.add(name)
            found[name] = value.astype(np.int64)
        return found

    def _kept(self, found: dict[str, Column]) -> dict[str, Column]:
        """Add the further values, and keep the worlds that satisfy the conditions."""
        found = self.valued(found)
        self._declared = {
            name: list[int](np.unique(column).tolist())
            for name, column in found.items()
            if self.setting.acts() or split_name(name)[0] in self._spoken[1]
        }
        kept = np.ones(len(next(iter(found.values()))), np.bool_)
        for text in self.setting.puzzle.where:
            kept &= self.compute(text, found).astype(np.bool_)
        if not kept.any():
            raise ModelError("no world satisfies the conditions")
        return {name: column[kept] for name, column in found.items()}


def _is_in(inside: set[str], index: str, value: str) -> bool:
    """Whether an atom may occur: it does, or there are variables in brackets."""
    written = f"{index},{value}" if index else value
    return written in inside or any(re.search(r"[A-Za-z_]", x) for x in inside)
