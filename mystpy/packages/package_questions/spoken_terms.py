"""Terms of a package in its words: fluents, and what agents have seen."""

from __future__ import annotations

from mystpy.packages.history_runs.offered_actions import in_braces
from mystpy.packages.package import Package, Symbol
from mystpy.packages.value_sorts import term_parts


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
