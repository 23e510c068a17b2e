"""The lines of a derivation as they are found, and which of them are needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mystpy.compilation import dataclass, field
from mystpy.engines.explain.selectors import AxiomSelector
from mystpy.language.nodes import Formula
from mystpy.questions.derivation.compact import compact
from mystpy.questions.derivation.propagation import AtomNumbers
from mystpy.questions.reason import Reason


@dataclass
class DraftLine:
    """A line that may be needed or not.

    Of a deduction `causes` has the literals that it gives, with what each takes; only
    those that later lines need are written. `cites` has numbers of lines, `needs` known
    literals, which are cited where they were found.
    """

    formula: Formula | None = None
    causes: Mapping[int, frozenset[int]] = field(default_factory=dict)
    cites: frozenset[int] = frozenset()
    needs: frozenset[int] = frozenset()
    axioms: frozenset[AxiomSelector] = frozenset()
    reason: Reason | None = None
    rewrites: bool = False
    """Whether it may say the same as the one line that it cites."""


class Drafts:
    """The lines found so far, and in which each known literal was found."""

    def __init__(self, atoms: AtomNumbers) -> None:
        self.atoms = atoms
        self.lines: list[DraftLine] = []
        self.found_in: dict[int, int] = {}

    def add(self, line: DraftLine, literals: Iterable[int] = ()) -> int:
        """Add a line, in which these literals become known; return its number."""
        self.lines.append(line)
        number = len(self.lines) - 1
        for literal in literals:
            self.found_in.setdefault(literal, number)
        return number

    @property
    def known(self) -> frozenset[int]:
        """The literals that are known."""
        return frozenset(self.found_in)

    def needed(self) -> dict[int, frozenset[int]]:
        """The numbers of the lines that the last one needs, with those they cite.

        Deductions get their formulas: of the literals that are needed.
        """
        last = len(self.lines) - 1
        kept, used = {last}, dict[int, set[int]]()
        found: dict[int, frozenset[int]] = {}
        for number in range(last, -1, -1):
            if number not in kept:
                continue
            line = self.lines[number]
            needs = set(line.needs)
            if line.formula is None:
                wanted = used.get(number, set(line.causes))
                line.formula = compact(wanted, self.atoms)
                needs = needs.union(*(line.causes[literal] for literal in wanted))
            cited = set(line.cites)
            for literal in needs:
                source = self.found_in[literal]
                cited.add(source)
                used.setdefault(source, set()).add(literal)
            found[number] = frozenset(cited)
            kept |= cited
        return dict(sorted(found.items()))
