"""Select the rules of the axiom files on which a question depends.

In the field: program slicing; correct by the splitting set theorem (Lifschitz and
Turner 1994). clingo prepares each rule of a program before it grounds any of them,
which takes most of the time for a short history.

Only the names in the rules are compared. A rule is left out in two cases. First, it can
never apply, because its body requires a predicate, a function or a constant that occurs
neither in the query nor in the head of an applicable rule. Second, neither the question
nor a constraint depends on its head.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from mystpy.compilation import dataclass, pattern
from mystpy.engines.programs.poss import outer_parts
from mystpy.errors import AxiomError

_STATEMENT = pattern(r'(?:"[^"\n]*"|[^."]++|\.(?!\s|$))++\.(?=\s|$)')
_COMMENT = pattern(r'("[^"\n]*")|%.*')
_TEXT = pattern(r'"[^"\n]*"')
_NAME = pattern(r"\b[a-z]\w*")
_ATOM = pattern(r"([a-z]\w*)(?:\(.*\))?", re.DOTALL)
_FLAT_ATOM = pattern(r"\s*([a-z]\w*)(?:\([^(){}[\];]*\))?\s*")
_COMPARED = pattern(r"[=<>]")
_EQUATED = pattern(r"(?<![!<>])=")
_NOT_PLAIN = pattern(r'[":;{=<>#@&-]|\bnot\b')
"""Matches in every body that is more than a list of atoms."""
_DROPPED = ("#show", "#defined")


@dataclass(frozen=True, slots=True, eq=False)
class SlicedRule:
    """A rule or an `#external` directive, with the names in it.

    `heads` are the predicates that it may define. `made` has the names in its head and
    those to which its body may set a variable. `required` has the names without which
    its body never holds, and `names` has all names. A constraint, or a choice that has
    bounds, may exclude answer sets: it `excludes`.
    """

    text: str
    heads: frozenset[str]
    made: frozenset[str]
    required: frozenset[str]
    names: frozenset[str]
    excludes: bool


def statements(text: str) -> Iterator[SlicedRule]:
    """Yield the rules of a program, without `#show` and `#defined`.

    Raises AxiomError for other directives than `#external`.
    """
    for found in _STATEMENT.findall(_COMMENT.sub(lambda m: m[1] or "", text)):
        written = found.strip()
        if not written.startswith(_DROPPED):
            yield _statement(written)


def relevant(
    rules: Iterable[SlicedRule], given: Iterable[str], wanted: Iterable[str]
) -> list[SlicedRule]:
    """Return the rules on which the wanted predicates and the constraints depend.

    `given` are the names in the query.
    """
    kept, before = list(rules), -1
    while len(kept) != before:
        before = len(kept)
        kept = _needed(_applicable(kept, set(given)), set(wanted))
    return kept


def _applicable(rules: list[SlicedRule], made: set[str]) -> list[SlicedRule]:
    """Return the rules whose bodies require only names that some rule makes."""
    ahead, found = rules, set[SlicedRule]()
    while more := [rule for rule in ahead if rule.required <= made]:
        ahead = [rule for rule in ahead if not rule.required <= made]
        found.update(more)
        made.update(*(rule.made for rule in more))
    return [rule for rule in rules if rule in found]


def _needed(rules: list[SlicedRule], needed: set[str]) -> list[SlicedRule]:
    """Return the rules that exclude answer sets or define needed predicates."""
    ahead, found = rules, set[SlicedRule]()
    while more := [rule for rule in ahead if rule.excludes or rule.heads & needed]:
        ahead = [r for r in ahead if not (r.excludes or r.heads & needed)]
        found.update(more)
        needed.update(*(rule.names for rule in more))
    return [rule for rule in rules if rule in found]


def names_in(text: str) -> frozenset[str]:
    """Return the names of predicates, functions and constants in a text."""
    return frozenset(_NAME.findall(_TEXT.sub("", text) if '"' in text else text))


def _statement(text: str) -> SlicedRule:
    if text.startswith("#external"):
        head, _, body = text.removeprefix("#external").partition(":")
    elif text.startswith("#"):
        raise AxiomError(f"{text.split()[0]} is no rule")
    else:
        head, _, body = text.removesuffix(".").partition(":-")
    excludes = "{" in head or head.strip() in ("", "#false")
    if _NOT_PLAIN.search(body):
        parts = [outer_parts(part) for part in outer_parts(body, ";")]
        required = frozenset(chain.from_iterable(map(names_in, _required(parts))))
        equations = filter(_EQUATED.search, chain.from_iterable(parts))
        made = names_in(head).union(*map(names_in, equations))
    else:
        required, made = names_in(body), names_in(head)
    return SlicedRule(
        text, frozenset(_heads(head)), made, required, names_in(text), excludes
    )


def _heads(head: str) -> Iterable[str]:
    """Return the predicate of an atom; for any other head, all names."""
    if atom := _FLAT_ATOM.fullmatch(head):
        return [atom[1]]
    single = len(outer_parts(head, ";")) == len(outer_parts(head)) == 1
    atom = _ATOM.fullmatch(head.strip()) if single else None
    return [atom[1]] if atom else names_in(head)


def _required(parts: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield the names in the positive literals of a body that have no condition.

    A condition, which follows a colon, extends to the next semicolon. If a literal has
    alternatives among its arguments, only its predicate is required.
    """
    for part in parts:
        for literal in map(str.strip, part):
            if ":" in literal:
                break
            if not _COMPARED.search(literal) and _ATOM.fullmatch(literal):
                yield literal.partition("(")[0] if ";" in literal else literal
