"""Reasons and witnesses: a smallest part of what is given from which a formula follows.

The formula fails in no world: the program of linked copies has no answer set. Its
switches are assumptions, so the solver names a set of them that is enough; deletion
makes it minimal, and implicit hitting sets make it smallest. Where the formula
fails, an answer set is the witness: the chain of worlds that somebody cannot rule out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import clingo

from mystpy.engines.copies_text import CopiesProgram
from mystpy.engines.deals import mask_of
from mystpy.engines.law import Given, Law
from mystpy.errors import EngineFailed
from mystpy.formulas import Formula


@dataclass(frozen=True, slots=True)
class WitnessWorld:
    """One world of a witness: ``player`` cannot tell it from world ``parent``.

    The first world has parent -1: it fits what is given. ``hands`` are masks by
    holder, ``shown`` masks by show.
    """

    parent: int
    player: int
    hands: tuple[int, ...]
    shown: tuple[int, ...]


class Explainer:
    """Reasons for, or a witness against, one formula under one law.

    Raises ValueError if the formula is not positive or has C of several players.
    """

    def __init__(self, law: Law, given: Given, formula: Formula) -> None:
        self.program = CopiesProgram(law, given, formula)
        complaints: list[str] = []
        self._control = clingo.Control(
            [], logger=lambda _, text: complaints.append(text)
        )
        self._control.add("base", [], self.program.text)
        self._control.ground([("base", [])])
        if complaints:
            raise EngineFailed(f"the copies do not ground: {complaints[0]}")
        self._symbols = {
            s: clingo.parse_term(f"on({s})") for s in self.program.switches
        }
        self._literals = {
            name: entry.literal
            for name, atom in self._symbols.items()
            if (entry := self._control.symbolic_atoms[atom]) is not None
        }

    def satisfiable(self) -> bool:
        """Return whether any world fits at all, whatever becomes of the formula."""
        free = [(s, True) for s in self._symbols.values()]
        asked = clingo.Function("asked")
        return self._run([*free, (asked, False)])

    def follows_from(self, switches: Iterable[str]) -> bool:
        """Return whether the formula follows from these switches alone."""
        return not self._solve(frozenset(switches))

    def minimal(self) -> tuple[str, ...] | None:
        """Return a set of switches that is enough, none of which can be left out.

        None if the formula does not follow even from all of them.
        """
        # An unseen show says no more than the answer before it, which reads better.
        spared = [s for s in self.program.switches if s not in self.program.unseen]
        kept = self._core(spared) or self._core(self.program.switches)
        if kept is None:
            return None
        for switch in [s for s in self.program.switches if s in kept]:
            smaller = self._core([s for s in kept if s != switch])
            if smaller is not None:
                kept = smaller
        return tuple(s for s in self.program.switches if s in kept)

    def smallest(self) -> tuple[str, ...] | None:
        """Return a smallest set of switches that is enough; None if there is none.

        The axioms weigh less than observations: no set has fewer observations.
        """
        if self._core(self.program.switches) is None:
            return None
        weights = {s: self._weight(s) for s in self.program.switches}
        hitting = _HittingSets(weights)
        while True:
            chosen = hitting.smallest()
            if self.follows_from(chosen):
                return tuple(s for s in self.program.switches if s in chosen)
            hitting.add(self._left_out(chosen))

    def _weight(self, switch: str) -> int:
        """Return what a switch costs: no observation is worth any number of axioms."""
        if switch.startswith("axiom"):
            return 1
        return 4 * len(self.program.switches) + (switch in self.program.unseen)

    def witness(self) -> tuple[WitnessWorld, ...] | None:
        """Return worlds that show how the formula fails; None if it follows."""
        found: list[tuple[WitnessWorld, ...]] = []
        self._solve(
            frozenset(self.program.switches),
            lambda model: found.append(self._read(model)),
        )
        return found[-1] if found else None

    def _left_out(self, chosen: frozenset[str]) -> list[str]:
        """Grow a set that is not enough to a largest such set; return what is left."""
        grown = set(chosen)
        left = []
        for switch in self.program.switches:
            if switch not in grown:
                if self.follows_from(grown | {switch}):
                    left.append(switch)
                else:
                    grown.add(switch)
        return left

    def _core(self, switches: Iterable[str]) -> list[str] | None:
        """Return some of these switches that are enough, or None if all are not."""
        wanted = list(switches)
        kept = set(wanted)
        assumptions = [(self._symbols[s], s in kept) for s in self.program.switches]
        assumptions.append((clingo.Function("asked"), True))
        with self._control.solve(assumptions, yield_=True, async_=True) as handle:
            while not handle.wait(0.05):
                pass
            if handle.model() is not None:
                return None
            core = set(handle.core())
        return [s for s in wanted if self._literals[s] in core]

    def _solve(
        self, on: frozenset[str], read: Callable[[clingo.Model], object] | None = None
    ) -> bool:
        assumptions = [(s, name in on) for name, s in self._symbols.items()]
        return self._run([*assumptions, (clingo.Function("asked"), True)], read)

    def _run(
        self,
        assumptions: list[tuple[clingo.Symbol, bool]],
        read: Callable[[clingo.Model], object] | None = None,
    ) -> bool:
        on_model = None if read is None else lambda model: (read(model), None)[1]
        # Waiting in short steps lets Ctrl-C through.
        with self._control.solve(assumptions, on_model=on_model, async_=True) as handle:
            while not handle.wait(0.05):
                pass
            return bool(handle.get().satisfiable)

    def _read(self, model: clingo.Model) -> tuple[WitnessWorld, ...]:
        game = self.program.law.game
        count = len(self.program.tree)
        hands: list[list[set[str]]] = [
            [set() for _ in game.holders] for _ in range(count)
        ]
        shown = [[0] * len(self.program.law.shows) for _ in range(count)]
        for atom in model.symbols(atoms=True):
            if atom.name not in ("h", "shown"):
                continue
            world, place, card = atom.arguments
            if atom.name == "h":
                hands[world.number][place.number].add(card.name)
            else:
                shown[world.number][place.number] = mask_of([card.name], game)
        return tuple(
            WitnessWorld(
                parent,
                player,
                tuple(mask_of(hand, game) for hand in hands[k]),
                tuple(shown[k]),
            )
            for k, (parent, player) in enumerate(self.program.tree)
        )


class _HittingSets:
    """The lightest sets that have a member of each set told."""

    def __init__(self, weights: Mapping[str, int]) -> None:
        self._names = {f"s({n})": name for n, name in enumerate(weights)}
        text = "".join(
            f"{{ {atom} }}. :~ {atom}. [{weights[name]},{n}]"
            for n, (atom, name) in enumerate(self._names.items())
        )
        self._control = clingo.Control(["--opt-mode=opt"])
        self._control.add("base", [], text)
        self._control.ground([("base", [])])
        self._told = 0

    def add(self, members: Iterable[str]) -> None:
        """Ask for a member of this set."""
        wanted = set(members)
        atoms = [f"not {atom}" for atom, name in self._names.items() if name in wanted]
        self._told += 1
        part = f"told_{self._told}"
        self._control.add(part, [], f":- {', '.join(atoms)}.")
        self._control.ground([(part, [])])

    def smallest(self) -> frozenset[str]:
        """Return a lightest set; it is empty as long as nothing was told."""
        best: frozenset[str] = frozenset()
        with self._control.solve(yield_=True) as handle:
            for model in handle:
                best = frozenset(
                    self._names[str(atom)] for atom in model.symbols(atoms=True)
                )
        return best
