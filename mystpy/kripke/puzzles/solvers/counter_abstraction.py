"""Puzzles that are symmetric in the agents: any number of them, by counting.

In the field: counter abstraction, a reduction by symmetry.

Each agent sees all variables m(1)..m(n) except her own, and all announcements are
symmetric. Then a set of worlds is symmetric, given by the numbers of true variables
that its worlds have; so n + 1 numbers replace 2**n worlds. The method is exact:
formulas that distinguish the agents are refused.

Truth is not evaluated in an algebra here (`language/truth.py`). The extension of a
formula about all agents is computed from the formula about the first. So a conjunction
is not always the meet of its parts, and a part by itself may have no extension.
"""

from __future__ import annotations

import re
from functools import lru_cache, reduce
from math import comb

import numpy as np

from mystpy.kripke.faults import ModelError
from mystpy.kripke.partition import Mask
from mystpy.kripke.puzzles.puzzle_engine import PuzzleEngine
from mystpy.kripke.puzzles.setting import (
    Setting,
    indices,
    known_value,
    knows_value,
    names_of_agents,
    split_name,
)
from mystpy.language.atoms import Atom, Falsity, Truth
from mystpy.language.nodes import And, Formula, Iff, Implies, Knows, Not, Or
from mystpy.language.subformulas import children, with_children
from mystpy.language.temporal import Previously


def is_crowd(setting: Setting) -> bool:
    """Whether each agent i sees exactly the variables m(j) with j other than i."""
    if not setting.all_yes_no():
        return False
    bases = {split_name(name)[0] for name in setting.domains}
    if len(bases) != 1 or set(indices(setting.domains).popitem()[1]) != set(
        setting.sees
    ):
        return False
    (base,) = bases
    everything = set(setting.domains)
    return all(
        set(seen) == everything - {f"{base}({agent})"}
        for agent, seen in setting.sees.items()
    )


class CounterAbstraction(PuzzleEngine):
    """The numbers of true variables that are left.

    Sets are arrays of shape (n + 1,). Raises ModelError unless `is_crowd`.
    """

    name = "crowd"
    worlds: Mask
    earlier: CounterAbstraction | None = None

    def __init__(self, setting: Setting) -> None:
        if not is_crowd(setting):
            raise ModelError(f"in {setting.puzzle.name} the agents are not alike")
        self.agents, self.number = setting.agents, len(setting.agents)
        self.base = split_name(next(iter(setting.domains)))[0]
        self.true = {a for a in self.agents if setting.actual.get(self._own(a))}
        known = [knows_value(a, self._own(a)) for a in self.agents]
        every = np.ones(self.number + 1, np.bool_)
        super().__init__(setting, every, setting.yes_no_words(known))

    def _own(self, agent: str) -> str:
        return f"{self.base}({agent})"

    def truth(self, formula: Formula) -> Mask:
        """The numbers with which a symmetric formula holds."""
        return self._closed(spelt_out(formula)) & self.worlds

    def _closed(self, f: Formula) -> Mask:
        if isinstance(f, And | Or) and alike(f.parts, self.agents):
            return self._quantified(f)
        if isinstance(f, Atom | Knows):
            raise ModelError(f"{f} tells the agents apart", hint="choose smaller sizes")
        if isinstance(f, Previously):
            nothing = np.zeros(self.number + 1, np.bool_)
            return nothing if self.earlier is None else self.earlier._closed(f.body)
        return self._connected(f, [self._closed(part) for part in children(f)])

    def _quantified(self, f: And | Or) -> Mask:
        """Return the truth for all agents, or some, from the truth for the first."""
        own = self._own_view(f.parts[0])
        join = np.logical_and if isinstance(f, And) else np.logical_or
        found = np.full(self.number + 1, isinstance(f, And))
        found[1:] = join(found[1:], own[1])
        found[:-1] = join(found[:-1], own[0])
        return found

    def _own_view(self, f: Formula) -> Mask:
        """Return where the first agent has a property: shape (2, n).

        The first index is her own value, the second the number of others that are true.
        """
        if isinstance(f, Atom) and f.name == self._own(self.agents[0]):
            return np.array([[False] * self.number, [True] * self.number])
        if isinstance(f, Knows) and f.agent == self.agents[0]:
            holds = self._own_view(f.body) | ~self._lifted(self.worlds)
            both: Mask = holds[0] & holds[1]
            return np.array([both, both])
        if isinstance(f, And | Or) and alike(f.parts, self.agents):
            return self._lifted(self._quantified(f))
        if isinstance(f, Previously):
            nothing = np.zeros((2, self.number), np.bool_)
            return nothing if self.earlier is None else self.earlier._own_view(f.body)
        if isinstance(f, Atom | Knows):
            raise ModelError(f"{f} tells the agents apart", hint="choose smaller sizes")
        return self._connected(f, [self._own_view(part) for part in children(f)])

    def _lifted(self, closed: Mask) -> Mask:
        return np.array([closed[:-1], closed[1:]])

    def _connected(self, f: Formula, parts: list[Mask]) -> Mask:
        match f:
            case Truth() | Falsity():
                return np.array(isinstance(f, Truth))
            case Not():
                return ~parts[0]
            case And():
                return reduce(np.logical_and, parts)
            case Or():
                return reduce(np.logical_or, parts)
            case Implies():
                return np.logical_or(np.logical_not(parts[0]), parts[1])
            case Iff():
                return np.logical_not(np.logical_xor(parts[0], parts[1]))
        raise ModelError(f"not told of so many: {f}", hint="choose smaller sizes")

    def size(self, mask: Mask) -> int:
        """How many worlds a set has."""
        return sum(comb(self.number, int(k)) for k in np.flatnonzero(mask))

    def example(self, mask: Mask) -> str | None:
        """A number of a set in words, or None if it is empty."""
        found = np.flatnonzero(mask)
        return f"any in which {found[0]} are true" if len(found) else None

    def has_actual(self, mask: Mask) -> bool:
        """Whether the actual world has a number that is in a set."""
        return bool(mask[len(self.true)])

    def holds_of(self, text: str, agent: str) -> bool:
        """Whether a formula with i for an agent holds in the actual world."""
        own = agent in self.true
        view = self._own_view(spelt_out(self.read(text, self.agents[0])))
        view = np.broadcast_to(view, (2, self.number))
        return bool(view[int(own), len(self.true) - own])

    def when(self, template: str) -> dict[str, int | None]:
        """After how many rounds each agent knows; as for `PuzzleEngine`."""
        own = names_of_agents(template, self.agents)
        if any(own[agent] != self._own(agent) for agent in self.agents):
            raise ModelError(f"{template} is not what each agent cannot see")
        there = len(self.true)
        rounds = self.rounds()
        return {
            agent: rounds[there - 1 if agent in self.true else there]
            for agent in self.agents
        }

    def rounds(self) -> list[int | None]:
        """Return for each number of true others the round in which an agent knows.

        The worlds with k and k + 1 are a pair for those who see k others; a pair is cut
        when different announcements were made in its two worlds.
        """
        n = self.number
        linked = self.worlds[:-1] & self.worlds[1:]
        found: list[int | None] = [None if pair else 1 for pair in linked]
        number = 1
        while True:
            number += 1
            known = ~linked
            # Those among the others who are true see k - 1 or k, the rest k or k + 1.
            those = known[:-1] != known[1:]
            cut = np.zeros(n, np.bool_)
            cut[1:] |= those
            cut[:-1] |= those
            cut &= linked
            if not cut.any():
                return found
            linked = linked & ~cut
            for place in np.flatnonzero(cut):
                found[int(place)] = number


@lru_cache(maxsize=256)
def spelt_out(formula: Formula) -> Formula:
    """The formula with `K(a,p) | K(a,~p)` for knowing a value of yes or no."""
    if isinstance(formula, Atom):
        if (known := known_value(formula.name)) is None:
            return formula
        agent, atom = known[0], Atom(known[1])
        return Or((Knows(agent, atom), Knows(agent, Not(atom))))
    parts = [spelt_out(part) for part in children(formula)]
    return with_children(formula, parts) if parts else formula


@lru_cache(maxsize=256)
def alike(parts: tuple[Formula, ...], agents: tuple[str, ...]) -> bool:
    """Whether these formulas say the same of each agent, in the agents' order."""
    if len(parts) != len(agents):
        return False
    said = set()
    for agent, part in zip(agents, parts, strict=True):
        text, number = re.subn(rf"\b{agent}\b", "?", str(part))
        said.add(text if number else part)
    return len(said) == 1
