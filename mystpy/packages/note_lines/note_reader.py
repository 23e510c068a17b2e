"""A reader of notes about a package: actions as terms or in words, and given facts.

Actions on a line are separated by `;`, and a comment begins with #.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mystpy.errors import ParseError, QueryError
from mystpy.packages.action_terms import ActionStep, read_steps
from mystpy.packages.fluent_words import words_of
from mystpy.packages.note_lines.line_patterns import (
    LinePattern,
    action_patterns,
    fluent_patterns,
    tokens_of,
)
from mystpy.packages.note_lines.line_reader import LineReading, SaidSymbol
from mystpy.packages.package import ActionSymbol, Package
from mystpy.packages.value_sorts import apply_name, write_value


def read_note(text: str, package: Package) -> list[ActionStep]:
    """Return the actions of a line.

    Raises ParseError, at its word, for a line without an action, or with several in one
    sentence; QueryError for an empty one.
    """
    line = text.partition("#")[0]
    found = [
        step for part, at in _parts(line) for step in _read(part, at, text, package)
    ]
    if not found:
        example = action_example(package)
        raise QueryError("the line says no action", hint=f"for example  {example}")
    return found


def _names_action(text: str, package: Package) -> bool:
    """Whether a text begins with the name of an action, as a term does."""
    tokens = tokens_of(text)
    return bool(tokens) and tokens[0].word in package.actions


def _parts(line: str) -> list[tuple[str, int]]:
    """The parts of a line between `;`, each with its place."""
    found, at = [], 0
    for part in line.split(";"):
        if part.strip():
            found.append((part, at))
        at += len(part) + 1
    return found


def _read(part: str, at: int, text: str, package: Package) -> list[ActionStep]:
    try:
        if not _names_action(part, package):
            return [_step(_one_reading(part, action_patterns(package), _term))]
        try:
            return read_steps(part, package)
        except ParseError:
            found = LineReading(part, action_patterns(package)).readings()
            if len(found) == 1:
                return [_step(found[0])]
            raise
    except ParseError as error:
        raise error.within(text, at) from None


def _one_reading(
    part: str, patterns: Sequence[LinePattern], shown: Callable[[SaidSymbol], str]
) -> SaidSymbol:
    """Return the meaning of a sentence; ParseError unless there is exactly one."""
    reading = LineReading(part, patterns)
    found = reading.readings()
    if len(found) > 1:
        several = " or ".join(map(shown, found[:3]))
        raise reading.fault(
            f"the line can be read as {several}", 0, "write the one that is meant"
        )
    if not found:
        reading.refuse("the line says no action that the package has words for")
    return found[0]


def _step(said: SaidSymbol) -> ActionStep:
    assert isinstance(said.symbol, ActionSymbol)
    return ActionStep(said.symbol, said.arguments)


def _term(said: SaidSymbol) -> str:
    return str(_step(said))


def _atom(said: SaidSymbol) -> str:
    arguments = (write_value(x) for x in said.arguments if x is not None)
    return apply_name(said.symbol.name, arguments)


def read_given(text: str, package: Package) -> list[str]:
    """Return the facts about the start in a line, as formulas.

    It is a formula, or sentences about rigid fluents with `;` between. Raises
    ParseError for what is neither.
    """
    from mystpy.language.decidable import parse_in_model

    found = []
    for part, at in _parts(text):
        said = LineReading(part, fluent_patterns(package)).readings()
        if len(said) == 1:
            found.append(_atom(said[0]))
            continue
        try:
            parse_in_model(part, words_of(package))
        except ParseError as error:
            raise _neither(part, error, package).within(text, at) from None
        found.append(part.strip())
    return found


def _neither(part: str, error: ParseError, package: Package) -> ParseError:
    """Return the error for a text that is neither a formula nor a sentence."""
    if not fluent_patterns(package) or "(" in part:
        return error
    reading = LineReading(part, fluent_patterns(package))
    try:
        reading.readings()
        reading.refuse("the line says nothing of the start")
    except ParseError as other:
        return other


def action_example(package: Package) -> str:
    """Return an example of a line with an action, in the words of the package."""
    patterns = action_patterns(package)
    return patterns[0].example() if patterns else next(iter(package.actions), "")
