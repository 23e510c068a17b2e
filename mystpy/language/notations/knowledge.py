"""Rules for knowledge: `K_1 F`, `[1]F`, `[]F`, `C(F)`, `1 knows that F`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from mystpy.language.notations.foreign_formula import ForeignFormula, Found
from mystpy.language.notations.rows import NotationRow, rows_of
from mystpy.language.reading.tokens import END, is_word

_BOXES = {"□": "□", r"\Box": "□", r"\square": "□", "◇": "◇", r"\Diamond": "◇"}
_OPENING = {"[": "]", "<": ">"}


def filled(formula: ForeignFormula, row: NotationRow, **parts: str) -> str:
    """Return what a row writes with these parts, a mark if it has several meanings."""
    whens = row.when or ("",) * len(row.ours)
    options = [
        (_in(template, parts), _in(when, parts))
        for template, when in zip(row.ours, whens, strict=True)
    ]
    return formula.choice(options)


def _in(template: str, parts: dict[str, str]) -> str:
    return re.sub(r"\{(\w)\}", lambda found: parts[found[1]], template)


@cache
def _headed() -> re.Pattern[str]:
    heads = sorted((*rows_of("player"), *rows_of("group")), key=len, reverse=True)
    return re.compile(rf"({'|'.join(heads)})(?:_(\w+)|([0-9]+))", re.ASCII)


def boxed(formula: ForeignFormula, place: int) -> Found | None:
    """`[1]F`, `<1>F`, `[]F`, `<>F`, and boxes with an index or without."""
    word = formula.word(place)
    if word in _BOXES:
        found = formula.index(place + 1)
        sign = _BOXES[word]
        if found is None:
            return _box(formula, rows_of("box")[sign], formula.somebody(), place + 1)
        row = rows_of("indexed box")[f"{sign}_i"]
        agents, end = found
        return _box(formula, row, agents[0], end) if len(agents) == 1 else None
    if word not in _OPENING:
        return None
    closing = _OPENING[word]
    if formula.word(place + 1) == closing:
        row = rows_of("box")[f"{word}{closing}"]
        return _box(formula, row, formula.somebody(), place + 2)
    agent = formula.word(place + 1)
    if not formula.is_player(agent) or formula.word(place + 2) != closing:
        return None
    if formula.word(place + 3) in ("=", "!=", ",", ")", END):
        return None
    row = rows_of("indexed box")[f"{word}i{closing}"]
    return _box(formula, row, agent, place + 3)


def _box(formula: ForeignFormula, row: NotationRow, agent: str, place: int) -> Found:
    """A box or diamond; what holds at some time needs brackets, a player's does not."""
    body, end = formula.operand(place)
    if len(row.ours) == 1:
        return filled(formula, row, i=agent, F=body), end
    bare, _ = formula.bracketed(place) if body.startswith("(") else (body, end)
    tight = bare if re.fullmatch(r"[\w(),{}\[\]\0]*", bare) else f"({bare})"
    options = [
        (
            _in(template, {"i": agent, "F": body if "(" in template else tight}),
            _in(when, {"i": f"player {agent}" if agent.isdigit() else agent}),
        )
        for template, when in zip(row.ours, row.when, strict=True)
    ]
    return formula.choice(options), end


def indexed(formula: ForeignFormula, place: int) -> Found | None:
    """`K_1 F`, `K1 F`, `K 1 F`, `K{1} F`, `K(1) F`, `E{1,2} F` and the like."""
    word = formula.word(place)
    head = _headed().fullmatch(word)
    if head and formula.is_player(head[2] or head[3]):
        return _of(formula, head[1], [head[2] or head[3]], place + 1)
    letter = word.removesuffix("_")
    if letter not in rows_of("player") and letter not in rows_of("group"):
        return None
    if formula.word(place + 1) == "(":
        return _in_brackets(formula, letter, place + 1)
    found = formula.index(place + 1)
    return _of(formula, letter, *found) if found else None


def _in_brackets(formula: ForeignFormula, letter: str, place: int) -> Found | None:
    """`K(1) F`, `K(1 F)`, `K(1: F)`, `C(1,2) F`, `C([1,2]) F`."""
    inner = place + 1 if formula.word(place + 1) in ("[", "{") else place
    members = formula.members(inner)
    if members is not None and inner > place:
        closed = formula.word(members[1]) == ")"
        members = (members[0], members[1] + 1) if closed else None
    if members is not None:
        agents, end = members
        begins = is_word(formula.word(end)) or formula.word(end) in ("(", "~", "!")
        return (
            _of(formula, letter, agents, end) if begins and formula.word(end) else None
        )
    if not formula.is_player(formula.word(place + 1)):
        return None
    start = place + 2 + (formula.word(place + 2) in (":", ";", "."))
    plain = is_word(formula.word(start)) or formula.word(start) in ("~", "(")
    if formula.word(place + 2) in (",", ")") or not plain or not formula.word(start):
        return None
    body, end = formula.inside(start, ")")
    return _written(formula, letter, [formula.word(place + 1)], body), end


def _of(
    formula: ForeignFormula, letter: str, members: Sequence[str], place: int
) -> Found | None:
    """The operator of this letter for these players, of the operand at a place."""
    if letter in rows_of("player") and len(members) != 1:
        row = rows_of("several")["K(1,2,F)"]
        if letter != row.words[0][0]:
            return None
        body, end = formula.operand(place)
        return filled(formula, row, g=f"[{','.join(members)}]", F=body), end
    body, end = formula.operand(place)
    return _written(formula, letter, members, body), end


def _written(
    formula: ForeignFormula, letter: str, members: Sequence[str], body: str
) -> str:
    group = f"[{','.join(members)}]"
    if row := rows_of("group").get(letter):
        return filled(formula, row, g=group, F=body)
    return filled(formula, rows_of("player")[letter], i=members[0], F=body)


def grouped(formula: ForeignFormula, place: int) -> Found | None:
    """`C(F)`, of all players; `K(F)`, of nobody; `K(1,2,F)`; and `knows(1,F)`."""
    word = formula.word(place)
    if formula.word(place + 1) != "(":
        return None
    if word not in rows_of("group") and word not in rows_of("player"):
        return None
    parts, end = formula.formulas(place + 2, ")")
    agents, body = parts[:-1], parts[-1]
    if not agents and not formula.is_player(body):
        return _nobodys(formula, word, body, end)
    if len(agents) > 1 and all(map(formula.is_player, agents)):
        group = f"[{','.join(agents)}]"
        if row := rows_of("group").get(word):
            return filled(formula, row, g=group, F=body), end
        row = rows_of("several")["K(1,2,F)"]
        if word == row.words[0][0]:
            return filled(formula, row, g=group, F=body), end
    row = rows_of("group").get(word) or rows_of("player")[word]
    if len(agents) == 1 and not row.ours[0].startswith(f"{word}("):
        return filled(formula, row, i=agents[0], g=agents[0], F=body), end
    if len(agents) == 1 and word in rows_of("group") and formula.is_player(agents[0]):
        return filled(formula, row, g=f"[{agents[0]}]", F=body), end
    return None


def _nobodys(formula: ForeignFormula, word: str, body: str, end: int) -> Found:
    if row := rows_of("group").get(word):
        return filled(formula, row, g="players", F=body), end
    return filled(formula, rows_of("player")[word], i=formula.somebody(), F=body), end


def said(formula: ForeignFormula, place: int) -> Found | None:
    """`1 knows that F`, `player 1 knows whether F`, `(a,b) comknow that F`."""
    start = place + (formula.word(place) in ("player", "agent"))
    if formula.word(start) == "(":
        members = formula.members(start)
        if members is None:
            return None
        row, end = _phrase(formula, "group sentence", members[1])
        if row is None:
            return None
        body, end = formula.operand(end)
        return filled(formula, row, g=f"[{','.join(members[0])}]", F=body), end
    if not formula.is_player(formula.word(start)):
        return None
    row, end = _phrase(formula, "sentence", start + 1)
    if row is None:
        return None
    body, end = formula.operand(end)
    return filled(formula, row, i=formula.word(start), F=body), end


def _phrase(
    formula: ForeignFormula, kind: str, place: int
) -> tuple[NotationRow | None, int]:
    """The row whose words are at a place, the longest first, and where they end."""
    for phrase in sorted(rows_of(kind), key=len, reverse=True):
        words = phrase.split()
        if [formula.word(place + k) for k in range(len(words))] == words:
            return rows_of(kind)[phrase], place + len(words)
    return None, place


RULES = (boxed, indexed, grouped, said)
"""The rules of this module, in the order in which they are tried."""
