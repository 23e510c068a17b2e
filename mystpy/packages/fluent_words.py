"""The vocabulary of formulas about a package: its agents, fluents and sorts."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from mystpy.errors import QueryError, did_you_mean
from mystpy.language.decidable import parse_in_model, reduce_announcements
from mystpy.language.nodes import Formula
from mystpy.language.vocabulary import ModelWords, NameFault
from mystpy.packages.action_terms import ActionStep
from mystpy.packages.package import FluentSymbol, Package, Symbol
from mystpy.packages.value_sorts import in_braces, term_parts, write_value

MAX_ATOMS = 200_000
"""The maximal number of instances of fluents that can be named in a formula."""


def precondition_of(package: Package, step: ActionStep) -> Formula:
    """Return the precondition of a step, which speaks of its public arguments.

    Raises ParseError if it cannot be read, QueryError if it names a private argument.
    """
    text = precondition_text(step)
    source = f"precondition of {step.action.name}"
    return reduce_announcements(parse_in_model(text, words_of(package), source))


def precondition_text(step: ActionStep) -> str:
    """Return the precondition of a step from theory.toml, with the arguments.

    Raises QueryError if it names a private argument.
    """
    text = step.action.precondition
    for place, argument in enumerate(step.arguments, 1):
        if f"{{{place}}}" in text:
            if argument is None:
                raise QueryError(
                    f"the precondition of {step.action.name} speaks of argument"
                    f" {place}, which is private"
                )
            text = text.replace(f"{{{place}}}", str(argument))
    return text


@lru_cache(maxsize=64)
def words_of(package: Package) -> PackageWords:
    """Return the vocabulary of a package."""
    return PackageWords.of_package(package)


class PackageWords(ModelWords):
    """The agents and fluents of a package, and its sorts to quantify over.

    A sort can be named in the singular or in the plural: `forall i in players`.
    """

    @classmethod
    def of_package(cls, package: Package) -> PackageWords:
        """Return the vocabulary of a package."""
        atoms = (atom for f in package.fluents.values() for atom in atoms_of(f))
        agents = tuple(map(str, package.agents.elements))
        domains = {"agents": agents, "players": agents}
        for name, sort in package.sorts.items():
            if sort.sizes is None:
                values = tuple(write_value(value) for value in sort.values())
                domains |= {f"{name}s": values, name: values}
        return cls(agents, frozenset(atoms), domains)

    def player(self, word: str, *, pile: bool = False) -> str:
        """An agent of the package. Raises NameFault with the nearest one."""
        if word in self._agents:
            return word
        known = f"the agents are {', '.join(self.agents)}"
        hint = did_you_mean(word, self.agents) or known
        raise NameFault(f"there is no agent {word!r}", hint=hint)

    def check_atom(self, name: str) -> None:
        """Raise NameFault, with the allowed words, if that is no fluent."""
        if name in self.atoms:
            return
        head = name.partition("(")[0]
        near = did_you_mean(name, sorted(self.atoms)) if len(name) < 60 else None
        few = [atom for atom in sorted(self.atoms) if atom.startswith(f"{head}(")][:4]
        heads = ", ".join(sorted(self.heads))
        known = f"such as {', '.join(few)}" if few else f"the fluents are {heads}"
        raise NameFault(f"there is no fluent {name}", hint=near or known)


def atoms_of(fluent: FluentSymbol) -> list[str]:
    """Return the instances of a fluent, by the sorts of its arguments."""
    if not fluent.sorts:
        return [fluent.name]
    if (number := fluent.instances) > MAX_ATOMS:
        if any(sort.sizes is not None for sort in fluent.sorts):
            return []  # of sets: the axioms may use it, formulas cannot name it
        raise QueryError(
            f"the fluent {fluent.name} has {number:,} instances, more than"
            f" {MAX_ATOMS:,}",
            hint="make its sorts smaller, by --game if they depend on constants",
        )
    columns = ([write_value(value) for value in sort.values()] for sort in fluent.sorts)
    return [f"{fluent.name}({','.join(row)})" for row in product(*columns)]


def words_of_term(package: Package, term: str) -> str | None:
    """Return an action or a fluent in words, None if the term is neither.

    An argument that is no value of its sort is private: `some card`.
    """
    name, arguments = term_parts(in_braces(term))
    symbol: Symbol | None = package.actions.get(name) or package.fluents.get(name)
    if symbol is None or not symbol.words or len(symbol.sorts) != len(arguments):
        return None
    known = [
        text if text.startswith("{") or text in map(str, sort.elements) else None
        for text, sort in zip(arguments, symbol.sorts, strict=True)
    ]
    return symbol.sentence(
        tuple(
            f"some {sort.name}" if text is None else text
            for text, sort in zip(known, symbol.sorts, strict=True)
        )
    )


def observation_in_words(package: Package, observation: str) -> str:
    """Return an observation, `step 0: asks(1,2)`, with its words if it has any."""
    when, _, seen = observation.partition(": ")
    negated = "not " if seen.startswith("not ") else ""
    words = words_of_term(package, seen.removeprefix("not "))
    said = f" ({words})" if words else ""
    return f"{when}: {negated}{seen.removeprefix('not ')}{said}"
