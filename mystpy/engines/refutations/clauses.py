"""Clauses with their meaning, as a file in DIMACS, and a proof that they contradict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mystpy.compilation import dataclass, field
from mystpy.errors import EngineMissing

_SOLVER = "glucose4"
"""Of the solvers of python-sat that write proofs, the one with the fewest lemmas."""


_NOTATION = (
    "An atom that is said to be `all of` some literals is equivalent to their",
    "conjunction; `if A B C` is B where A is true, and C where it is not.",
)


@dataclass(slots=True)
class NamedClauses:
    """Clauses over numbered atoms, with what atoms mean.

    Further atoms are made for definitions: each of them is equivalent to what it is
    made for, so that whatever satisfies the clauses before satisfies them after.
    """

    atoms: int = 0
    clauses: list[list[int]] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    _known: dict[object, int] = field(default_factory=dict)

    def add(self, *literals: int) -> None:
        """Tell that one of the literals is true."""
        self.clauses.append(list(literals))

    def conjunction(self, literals: Iterable[int]) -> int:
        """A literal that is equivalent to all of these."""
        parts = tuple(sorted(set(literals)))
        if len(parts) == 1:
            return parts[0]
        atom, is_new = self._defined(("all of", *parts))
        if is_new:
            for literal in parts:
                self.add(-atom, literal)
            self.add(atom, *(-literal for literal in parts))
        return atom

    def at_least(self, bound: int, weighted: Sequence[tuple[int, int]]) -> int:
        """A literal that is equivalent to: the true literals weigh so much together.

        In the field: a binary decision diagram of a pseudo-Boolean constraint.
        """
        if any(weight < 0 for _, weight in weighted):
            raise ValueError("weights are not negative")
        left = [0]
        for _, weight in reversed(weighted):
            left.append(left[-1] + weight)
        known: dict[tuple[int, int], int] = {}

        def literal_of(place: int, missing: int) -> int:
            """The literal for the pairs from a place on, and what they are to weigh."""
            if missing <= 0 or missing > left[len(weighted) - place]:
                true = self.conjunction(())
                return true if missing <= 0 else -true
            if (place, missing) not in known:
                literal, weight = weighted[place]
                if_true = literal_of(place + 1, missing - weight)
                if_false = literal_of(place + 1, missing)
                known[place, missing] = self._choice(literal, if_true, if_false)
            return known[place, missing]

        return literal_of(0, bound)

    def _choice(self, literal: int, if_true: int, if_false: int) -> int:
        """A literal that is equivalent to one of two, by the truth of a third."""
        if if_true == if_false:
            return if_true
        atom, is_new = self._defined(("if", literal, if_true, if_false))
        if is_new:
            self.add(-atom, -literal, if_true)
            self.add(-atom, literal, if_false)
            self.add(atom, -literal, -if_true)
            self.add(atom, literal, -if_false)
        return atom

    def _defined(self, key: tuple[object, ...]) -> tuple[int, bool]:
        """The atom of a definition, and whether it is new."""
        if key in self._known:
            return self._known[key], False
        self.atoms += 1
        self._known[key] = self.atoms
        self.names[self.atoms] = " ".join(map(str, key))
        return self.atoms, True

    def dimacs(self, about: Iterable[str] = ()) -> str:
        """The clauses as a file in DIMACS, with what the atoms mean as comments."""
        lines = [f"c {line}" for line in (*about, *_NOTATION)]
        lines += (f"c {atom} = {name}" for atom, name in sorted(self.names.items()))
        lines.append(f"p cnf {self.atoms} {len(self.clauses)}")
        lines += (" ".join(map(str, (*clause, 0))) for clause in self.clauses)
        return "\n".join(lines) + "\n"

    def contradiction(self) -> tuple[str | None, frozenset[int]]:
        """A proof in DRAT that nothing satisfies the clauses, or what does.

        Raises EngineMissing without python-sat.
        """
        try:
            from pysat.solvers import Solver
        except ImportError as error:
            raise EngineMissing(
                "proofs in DRAT need the package python-sat",
                hint="pip install 'python-sat>=1.8.dev19,<2'",
            ) from error
        if [] in self.clauses:
            return "0\n", frozenset()
        clauses = self.clauses or [[1, -1]]
        with Solver(name=_SOLVER, bootstrap_with=clauses, with_proof=True) as solver:
            if solver.solve():
                return None, frozenset(x for x in solver.get_model() if x > 0)
            return "".join(f"{line}\n" for line in solver.get_proof()), frozenset()


def packed(literals: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The literals, each with the weight one."""
    return ((literal, 1) for literal in literals)
