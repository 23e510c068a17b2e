"""Formulas about knowledge in words, as a reason is given: `2 knows m(2)`."""

from __future__ import annotations

from mystpy.compilation import pattern
from mystpy.language.atoms import Atom
from mystpy.language.nodes import And, Formula, Implies, Knows, Not, Or

_KNOWS_VALUE = pattern(r"Kv\((\w+),(\w+)(?:,(\w+))?\)")


def in_words(formula: Formula, *, negated: bool = False) -> str:
    """A formula, or its negation, in words where it is short, and else as it is."""
    match formula:
        case Not(body):
            return in_words(body, negated=not negated)
        case Knows(agent, body):
            verb = "does not know" if negated else "knows"
            return f"{agent} {verb} that {in_words(body)}"
        case Atom(name):
            return _atom(name, negated)
        case And(parts) | Or(parts) if len(parts) == 2 and not _facts(parts):
            joined = isinstance(formula, And) != negated
            both = [in_words(part, negated=negated) for part in parts]
            return (" and " if joined else " or ").join(both)
        case And(parts) | Or(parts) if isinstance(formula, And) == negated:
            one = in_words(parts[0], negated=negated)
            return f"{one}, or the like of {len(parts) - 1} others"
        case Implies(left, right) if negated:
            return f"{in_words(left)} and {in_words(right, negated=True)}"
    return f"{_short(formula)} is false" if negated else _short(formula)


def _facts(parts: tuple[Formula, ...]) -> bool:
    """Whether these are atoms, none of which speaks of knowledge."""
    return all(isinstance(p, Atom) and not _KNOWS_VALUE.match(p.name) for p in parts)


def _atom(name: str, negated: bool) -> str:
    if found := _KNOWS_VALUE.fullmatch(name):
        agent, value, index = found.groups()
        shown = f"{value}({index})" if index else value
        return f"{agent} {'does not know' if negated else 'knows'} {shown}"
    return f"not {name}" if negated else name


def _short(formula: Formula) -> str:
    text = str(formula)
    return text if len(text) <= 60 else f"{text[:57]}..."
