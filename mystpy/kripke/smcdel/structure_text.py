"""A reader of SMCDEL files: a knowledge structure, and the questions about it."""

from __future__ import annotations

import re

from mystpy.compilation import dataclass
from mystpy.kripke.bdd import KnowledgeStructure, StructureAnnouncement
from mystpy.kripke.smcdel.formula_text import FormulaReader, atom
from mystpy.language.atoms import Atom
from mystpy.language.nodes import Formula, Modal
from mystpy.language.subformulas import walk
from mystpy.language.temporal import Doing

JOBS = ("TRUE?", "VALID?", "WHERE?")


@dataclass(frozen=True, slots=True)
class StructureJob:
    """A question: TRUE? in a state, VALID? in all, or WHERE? it is true.

    `text` is the formula as it is written, `state` the atoms that are true.
    """

    kind: str
    text: str
    formula: Formula
    state: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StructureAnswer:
    """Whether a job's formula is true; for WHERE?, the worlds in which it is true."""

    job: StructureJob
    value: bool | None
    count: int | None = None
    worlds: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class StructureText:
    """The content of a file: atoms, the law, the atoms observed, and questions."""

    atoms: tuple[str, ...]
    law: Formula
    observed: dict[str | int, list[str]]
    jobs: tuple[StructureJob, ...]

    def structure(self) -> KnowledgeStructure:
        """The knowledge structure. Errors as for `KnowledgeStructure`."""
        return KnowledgeStructure(self.atoms, self.observed, self.law)


def read_smcdel(text: str, name: str | None = None) -> StructureText:
    """Return the content of a file of SMCDEL.

    Raises ParseError, with the place, if the text does not have this format, or if
    atoms are not in VARS or agents not in OBS.
    """
    return _Document(text, name).all()


def answer(
    structure: KnowledgeStructure, job: StructureJob, most: int
) -> StructureAnswer:
    """Return the answer to a question, with at most `most` worlds.

    Raises NotExecutable if TRUE? is asked of a state that the law excludes.
    """
    if job.kind == "TRUE?":
        return StructureAnswer(job, structure.holds(job.state, job.formula))
    if job.kind == "VALID?":
        return StructureAnswer(job, structure.valid(job.formula))
    where = structure.law & structure.where(job.formula)
    count = int(where.sat_count(len(structure.atoms)))
    return StructureAnswer(job, None, count, tuple(structure.worlds(where, most)))


class _Document(FormulaReader):
    """One reading of a file."""

    def all(self) -> StructureText:
        self.take("VARS")
        atoms = tuple(str(atom(int(number))) for number in self.read_list("number"))
        self.take("LAW")
        begin, law = self.next.place, self.formula()
        self.take("OBS")
        observed: dict[str | int, list[str]] = {}
        while self.next.kind == "name":
            place, agent = self.next.place, self.take("name")
            if agent in observed:
                raise self.fault(f"{agent} observes twice", place)
            self.take(":")
            observed[agent] = [str(atom(int(n))) for n in self.read_list("number")]
            self._known(place, observed[agent], atoms)
        if not observed:
            raise self.wrong(("an agent",))
        self._spoken_of(begin, law, atoms, observed)
        jobs = []
        while self.next.kind != "end":
            jobs.append(self.job(atoms, observed))
        return StructureText(atoms, law, observed, tuple(jobs))

    def job(
        self, atoms: tuple[str, ...], observed: dict[str | int, list[str]]
    ) -> StructureJob:
        kind, state = self.take(*JOBS), []
        begin = self.next.place
        if kind == "TRUE?":
            self.take("{")
            if not self.sees("}"):
                state = [str(atom(int(number))) for number in self.read_list("number")]
            self._known(begin, state, atoms)
            self.take("}")
            begin = self.next.place
        formula = self.formula()
        self._spoken_of(begin, formula, atoms, observed)
        written = re.sub(r"--[^\n]*", "", self.text[begin : self.next.place])
        return StructureJob(kind, " ".join(written.split()), formula, tuple(state))

    def _spoken_of(
        self,
        place: int,
        formula: Formula,
        atoms: tuple[str, ...],
        observed: dict[str | int, list[str]],
    ) -> None:
        """Refuse a formula with unknown atoms or agents."""
        found = list(walk(formula))
        names = [node.name for node in found if isinstance(node, Atom)]
        self._known(place, names, atoms)
        for node in found:
            knowers = node.knowers if isinstance(node, Modal) else ()
            if isinstance(node, Doing) and isinstance(node.what, StructureAnnouncement):
                knowers = node.what.group
                self._spoken_of(place, node.what.said, atoms, observed)
            for agent in knowers if isinstance(knowers, tuple) else ():
                if agent not in observed:
                    hint = f"the agents are {', '.join(map(str, observed))}"
                    raise self.fault(f"there is no agent {agent!r}", place, hint)

    def _known(self, place: int, names: list[str], atoms: tuple[str, ...]) -> None:
        for name in names:
            if name not in atoms:
                raise self.fault(f"{name[1:]} is not among VARS", place)
