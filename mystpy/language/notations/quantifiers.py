"""Rules for quantifiers and counts in other notations."""

from __future__ import annotations

from functools import partial

from mystpy.language.notations.foreign_formula import ForeignFormula, Found
from mystpy.language.notations.knowledge import filled
from mystpy.language.notations.rows import rows_of
from mystpy.language.reading.tokens import END, is_word
from mystpy.language.vocabulary import ModelWords

_PREFERRED = ("cards", "players", "agents")
_SINGULAR = {"card": "cards", "player": "players", "agent": "agents"}
_RANGES = {
    "holders": "is a player or the pile",
    "cards": "is a card",
    "players": "is a player",
    "agents": "is an agent",
    "questions": "is a question",
    "guesses": "is a guess",
    "sets": "is a set of cards",
    "groups": "is a group of players",
}
_STOPS = (".", ":", ",")
_ENDS = (")", "]", ",", "!")


def quantified(formula: ForeignFormula, place: int) -> Found | None:
    """`forall x. F`, `forall x (F)`, `forall x: F`, `all x in cards. F`."""
    row = rows_of("quantifier").get(formula.word(place))
    if row is None or not is_word(formula.word(place + 1)):
        return None
    names, end = [formula.word(place + 1)], place + 2
    while is_word(formula.word(end)) and _another(formula, end):
        names.append(formula.word(end))
        end += 1
    domain, end = _domain(formula, end)
    ours = formula.word(place) == row.ours[0] and len(names) == 1
    if domain is not None and ours and formula.word(end) in (":", ","):
        return None
    if domain is None and is_word(formula.word(end)) and formula.word(end + 1) != "(":
        return None
    sets = [domain or _any_set(formula, name) for name in names]
    formula.bound.update(names)
    pairs = [f"{name} in {where}" for name, where in zip(names, sets, strict=True)]
    return _with_body(formula, f"{row.ours[0]} {', '.join(pairs)}: ", end)


def _another(formula: ForeignFormula, place: int) -> bool:
    """Whether a further variable is here, as in `forall x y in cards`."""
    follows = formula.word(place + 1)
    return formula.word(place) != "in" and follows in ("in", *_STOPS)


def _domain(formula: ForeignFormula, place: int) -> tuple[str | None, int]:
    """The set that is named behind `in`, or behind a colon, and where that ends."""
    known = (*formula.words.sets(), *_SINGULAR)
    named = formula.word(place + 1)
    typed = formula.word(place) == ":" and formula.word(place + 2) in (".", ",")
    here = formula.word(place) == "in" or (typed and named in known)
    if here and is_word(named):
        return _SINGULAR.get(named, named), place + 2
    return None, place


def _any_set(formula: ForeignFormula, name: str) -> str:
    """A mark for the sets over which a variable may range."""
    sets = sorted(formula.words.sets(), key=lambda each: each not in _PREFERRED)
    if isinstance(formula.words, ModelWords):
        members = {formula.words.members(each): each for each in reversed(sets)}
        sets = [each for each in sets if each in members.values()]
    return formula.choice(
        [
            (each, f"{name} {_RANGES.get(each, f'is one of the {each}')}")
            for each in sets
        ]
    )


def _with_body(formula: ForeignFormula, head: str, end: int) -> Found | None:
    if formula.word(end) == "(":
        body, end = formula.operand(end)
        alone = formula.word(end) in (")", "]", END, ",")
        return (f"{head}{body}" if alone else f"({head}{body})"), end
    end += formula.word(end) in _STOPS
    body, end = formula.deeper(partial(formula.row, end, _ENDS))
    return (f"{head}{body}", end) if body else None


def unique(formula: ForeignFormula, place: int) -> Found | None:
    """`exists! x in cards: F`."""
    words = [formula.word(place), formula.word(place + 1)]
    if words != ["exists", "!"] or not is_word(formula.word(place + 2)):
        return None
    name = formula.word(place + 2)
    domain, end = _domain(formula, place + 3)
    domain = domain or _any_set(formula, name)
    formula.bound.add(name)
    end += formula.word(end) in _STOPS
    body, end = formula.deeper(partial(formula.row, end, _ENDS))
    row = rows_of("unique")["exists!"]
    return (filled(formula, row, x=name, D=domain, F=body), end) if body else None


def at_most(formula: ForeignFormula, place: int) -> Found | None:
    """`at most 2 of (F, G, H)` and `at most 2 of x in cards: F`."""
    words = [formula.word(place), formula.word(place + 1)]
    number = formula.word(place + 2)
    if words != ["at", "most"] or not number.isdigit() or len(number) > 3:
        return None
    start = place + 3 + (formula.word(place + 3) == "of")
    if formula.word(start) == "(":
        parts, end = formula.formulas(start + 1, ")")
        row = rows_of("at most")["at most"]
        return filled(formula, row, n=str(int(number) + 1), L=", ".join(parts)), end
    name = formula.word(start)
    domain, end = _domain(formula, start + 1)
    if not is_word(name) or domain is None:
        return None
    formula.bound.add(name)
    end += formula.word(end) in _STOPS
    body, end = formula.deeper(partial(formula.row, end, _ENDS))
    row = rows_of("at most over")["at most"]
    found = filled(formula, row, x=name, D=domain, F=body, n=number)
    return (found, end) if body else None


RULES = (unique, at_most, quantified)
"""The rules of this module, in the order in which they are tried."""
