"""A package: constants, sorts, function symbols and axioms of a game, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import prod
from pathlib import Path
from re import Match

from mystpy.compilation import dataclass, pattern
from mystpy.packages.theory_files.labelled_axioms import (
    AxiomLayer,
    AxiomText,
    Origin,
    label_of,
)
from mystpy.packages.value_sorts import Element, PackageSort

_NAME = pattern(r"[a-z]\w*")
_IN_AXIOMS = pattern(r"<(?:string|block)>:(\d+)")
_PLACE = pattern(r"\{(\d+)\}")


@dataclass(frozen=True, slots=True)
class Symbol:
    """A function symbol of the situation calculus with the sorts of its arguments.

    `words` is a sentence in which `{1}` stands for the first argument.
    """

    name: str
    sorts: tuple[PackageSort, ...]
    words: str

    def sentence(self, arguments: tuple[str, ...]) -> str:
        """Return the sentence about these arguments."""
        if not self.words:
            return f"{self.name}({', '.join(arguments)})" if arguments else self.name
        return fill_template(self.words, arguments)

    @property
    def instances(self) -> int:
        """How many instances there are, by the sorts of the arguments."""
        return prod(map(len, self.sorts))


def fill_template(template: str, arguments: Sequence[str]) -> str:
    """Return a template with its arguments: `{1}` becomes the first.

    Arguments may have braces themselves, `{s1,s2}`. Other braces stay as they are.
    """

    def argument(found: Match[str]) -> str:
        place = int(found[1])
        return arguments[place - 1] if 0 < place <= len(arguments) else found[0]

    return _PLACE.sub(argument, template)


def places_in(template: str) -> set[int]:
    """Return the numbers of the arguments that a template names, from 1."""
    return {int(place) for place in _PLACE.findall(template)}


@dataclass(frozen=True, slots=True)
class FluentSymbol(Symbol):
    """A relation that may change; a rigid one is the same throughout a run."""

    rigid: bool = False


@dataclass(frozen=True, slots=True)
class ActionSymbol(Symbol):
    """A kind of action.

    `actor` is the place, from 0, of the agent that does it, or None; `private` are the
    places of the arguments that not every agent sees. `precondition` is a formula that
    must be true when it is done, with `{1}` for the first argument; "" for none.
    `alternatives` are actions that some agents cannot distinguish: this action
    represents them, and each of them has it as `unseen`. `notes` are the lines, like
    `words`, by which a notebook reads the action.
    """

    actor: int | None = None
    private: tuple[int, ...] = ()
    precondition: str = ""
    notes: tuple[str, ...] = ()
    alternatives: tuple[ActionSymbol, ...] = ()
    unseen: ActionSymbol | None = None


@dataclass(frozen=True, slots=True)
class CertificateClaim:
    """The claim of theory.toml that the package is a rule set of the folder axioms.

    `constants` are the values that a game has there, as sums of the package's
    constants. `names` are the words there by those of the package, where they differ;
    `sorts` are the sorts of cards, if a game there has several. `place` is the file and
    the line of the claim.
    """

    equals: str
    constants: Mapping[str, str]
    names: Mapping[str, str]
    sorts: tuple[str, ...]
    place: str


@dataclass(frozen=True, slots=True, eq=False)
class Package:
    """A theory of one game, with values for its constants.

    `agents` is the sort of the agents. If the package extends others, `axioms` are
    those of all together, `layers` the files one by one, with the first base first, and
    `origins` has for each line of the axioms where it is from. `hash` is that of all
    the files; `description` has the text of each theory.toml.
    """

    folder: Path
    name: str
    says: str
    source: str
    agents: PackageSort
    constants: Mapping[str, int]
    sorts: Mapping[str, PackageSort]
    fluents: Mapping[str, FluentSymbol]
    actions: Mapping[str, ActionSymbol]
    axioms: str
    hash: str = ""
    claim: CertificateClaim | None = None
    description: str = ""
    layers: tuple[AxiomLayer, ...] = ()
    origins: tuple[Origin, ...] = ()

    def is_rigid(self, atom: str) -> bool:
        """Return whether an instance of a fluent is the same throughout a run."""
        found = self.fluents.get(atom.partition("(")[0])
        return found is not None and found.rigid

    def place(self, line: int) -> str:
        """Return the file and line from which a line of the axioms is."""
        return AxiomText(self.axioms, self.origins).place(line)

    def placed(self, message: str) -> str:
        """Return a message of clingo about the axioms with the file and line."""
        return _IN_AXIOMS.sub(lambda found: self.place(int(found[1])), message)

    def label(self, predicate: str) -> str | None:
        """Return the label of the first axiom whose head is this predicate."""
        return _labels(self.axioms).get(predicate)

    @property
    def agent_names(self) -> tuple[str, ...]:
        """The agents, as formulas name them."""
        return tuple(map(str, self.agents.elements))

    def agent(self, word: str) -> Element:
        """Return the agent of a name. Raises QueryError if there is none."""
        found = self.agents.value(word)
        assert not isinstance(found, tuple)
        return found


@lru_cache(maxsize=64)
def _labels(axioms: str) -> dict[str, str]:
    """The labels by the predicates of heads; actions as `poss(asks`."""
    found: dict[str, str] = {}
    label = ""
    for line in axioms.splitlines():
        if opening := label_of(line):
            label = opening[0]
        elif line.startswith("poss(") and label:
            found.setdefault(f"poss({line[5:].partition('(')[0].split(',')[0]}", label)
        elif label and (head := _NAME.match(line)):
            found.setdefault(head[0], label)
    return found
