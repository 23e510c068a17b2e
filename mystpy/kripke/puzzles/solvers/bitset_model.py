"""Puzzles of yes and no with up to millions of worlds: all worlds, a bit for each.

In the field: explicit model checking on bit sets.

An agent sees some of the variables, so what the agent cannot tell apart are the worlds
along the other axes of the cube: K is a conjunction along these axes.
"""

from __future__ import annotations

from functools import reduce

from mystpy.kripke.faults import ModelError
from mystpy.kripke.puzzles.puzzle_engine import PuzzleEngine
from mystpy.kripke.puzzles.setting import (
    Setting,
    knows_value,
    names_of_agents,
    split_name,
)
from mystpy.kripke.puzzles.solvers.rounds import Bits, CubeAxes, Rounds, has
from mystpy.kripke.valuation.world_sets import Remembering
from mystpy.language.atoms import Player
from mystpy.language.nodes import Formula
from mystpy.language.temporal import Past
from mystpy.language.truth import evaluate

LEAST_VARIABLES, MOST_VARIABLES = 6, 26
"""From 64 worlds to 67 million, 8 megabytes for a set."""


class BitsetModel(PuzzleEngine, Remembering[Bits]):
    """The worlds that are left, as a number whose bits they are.

    Raises ModelError for puzzles that have other values than yes and no, conditions,
    or too few or too many variables.
    """

    name = "cube"
    worlds: Bits
    earlier: BitsetModel | None = None

    def __init__(self, setting: Setting) -> None:
        number = len(setting.domains)
        if not setting.all_yes_no():
            raise ModelError(f"{setting.puzzle.name} has not only yes and no")
        if not LEAST_VARIABLES <= number <= MOST_VARIABLES:
            raise ModelError(
                f"{setting.puzzle.name}: the worlds of {number} variables are not "
                f"listed, those of {LEAST_VARIABLES} to {MOST_VARIABLES} are",
                hint="choose smaller sizes"
                if number > MOST_VARIABLES
                else "leave out --engine",
            )
        self.cube = CubeAxes(number)
        self.axes = {name: axis for axis, name in enumerate(setting.domains)}
        self.unseen = {a: self._unseen(setting, a) for a in setting.agents}
        self.every = self.cube.whole
        self.actual = sum(
            1 << axis for name, axis in self.axes.items() if setting.actual.get(name)
        )
        self.known_of = {
            knows_value(agent, name): (agent, axis)
            for name, axis in self.axes.items()
            if split_name(name)[0] in setting.known_values()
            for agent in setting.agents
        }
        super().__init__(setting, self.every, setting.yes_no_words(self.known_of))

    def _unseen(self, setting: Setting, agent: str) -> list[int]:
        seen = setting.sees[agent]
        for name in seen:
            if name not in self.axes:
                raise ModelError(f"{agent} sees {name!r}, which is no variable")
        return [axis for name, axis in self.axes.items() if name not in seen]

    def truth(self, formula: Formula) -> Bits:
        """Where a formula holds among the worlds that are left."""
        return evaluate(formula, self) & self.worlds

    def constant(self, true: bool) -> Bits:
        """All worlds, or none."""
        return self.every if true else 0

    def negation(self, a: Bits) -> Bits:
        """All other worlds."""
        return a ^ self.every

    def same(self, a: Bits, b: Bits) -> Bits:
        """The worlds in both or in none."""
        return a ^ b ^ self.every

    def atom(self, f: Formula) -> Bits:
        """Where a variable is true, an agent knows one, or something was before.

        Raises ModelError.
        """
        if isinstance(f, Past):
            return self.past(f)
        name = str(f)
        if name in self.axes:
            return self.cube.bits(self.axes[name])
        if name in self.known_of:
            return self._knowing(*self.known_of[name])
        raise self.refusal(f)

    def before(self) -> BitsetModel | None:
        """The worlds before the last step; those that are left are among them."""
        return self.earlier

    def known(self, player: Player, body: Bits) -> Bits:
        """Where an agent knows what holds in these worlds."""
        return self._throughout(body | self.negation(self.worlds), str(player))

    def refusal(self, f: Formula) -> ModelError:
        """Return the error for a formula that the bit sets cannot evaluate."""
        return ModelError(
            f"the cube does not understand {f}", hint="choose smaller sizes"
        )

    def _knowing(self, agent: str, axis: int) -> Bits:
        """Where an agent knows a variable."""
        if self.unseen[agent] == [axis]:
            return self.negation(self.cube.along(self.worlds, axis))
        bits, gone = self.cube.bits(axis), self.negation(self.worlds)
        true = self._throughout(gone | bits, agent)
        return true | self._throughout(gone | self.negation(bits), agent)

    def _throughout(self, bits: Bits, agent: str) -> Bits:
        """The worlds that are in a set with all that an agent cannot tell from them."""
        return reduce(self.cube.along, self.unseen[agent], bits)

    def size(self, mask: Bits) -> int:
        """How many worlds a set has."""
        return mask.bit_count()

    def example(self, mask: Bits) -> str | None:
        """The first world of a set by name, or None if it is empty."""
        if not mask:
            return None
        world = (mask & -mask).bit_length() - 1
        return f"({','.join(str(world >> axis & 1) for axis in self.axes.values())})"

    def has_actual(self, mask: Bits) -> bool:
        """Whether the actual world is in a set."""
        return has(mask, self.actual)

    def values(self, text: str) -> list[int | str]:
        """Raise ModelError unless the text is a variable: its values, 0 or 1."""
        if text not in self.axes:
            return super().values(text)
        bits = self.cube.bits(self.axes[text]) & self.worlds
        both = (self.size(self.worlds & ~bits), self.size(bits))
        return [value for value, size in enumerate(both) if size]

    def when(self, template: str) -> dict[str, int | None]:
        """After how many rounds each agent knows; as for `PuzzleEngine`."""
        return self.rounds(template).of(self.actual)

    def rounds(self, template: str) -> Rounds:
        """The rounds in which each agent learns the value of that name.

        Raises ModelError unless that is all that the agent cannot see.
        """
        names = names_of_agents(template, self.setting.agents)
        own = {a: self.axes[name] for a, name in names.items() if name in self.axes}
        if any(self.unseen[a] != [own.get(a)] for a in names):
            raise ModelError(
                "with this number of worlds the rounds are computed only if each agent "
                "sees all values but her own"
            )
        return Rounds(self.worlds, self.cube, own)
