"""The grammar of formulas, and the words in which its errors are told."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from mystpy.errors import did_you_mean

GRAMMAR = r"""
?start: iff
?iff: imp | iff (_IFF | _IFF_SIGN) imp -> iff
?imp: or | or (_IMP | _IMP_SIGN) imp -> imp
?or: and | and ((_OR | _OR_SIGN) and)+ -> or
?and: tight | tight ((_AND | _AND_SIGN) tight)+ -> and
?tight: (_NOT | _NOT_SIGN) tight -> not
    | _K "(" term "," iff ")" -> knows
    | _E "(" set "," iff ")" -> everyone
    | _C "(" set "," iff ")" -> common
    | (_FORALL | _FORALL_SIGN) name (_IN | _IN_SIGN) domain ":" iff -> forall
    | (_EXISTS | _EXISTS_SIGN) name (_IN | _IN_SIGN) domain ":" iff -> exists
    | "(" iff ")"
    | atom
?atom: (_TRUE | _TRUE_SIGN) -> true
    | (_FALSE | _FALSE_SIGN) -> false
    | _HOLDS "(" term "," term ")" -> holds
    | _STILL_IN "(" term ")" -> still_in
    | _TURN "(" term ")" -> turn
    | _ANS_TURN "(" term ")" -> ans_turn
    | _QUESTION "(" set ")" -> question
    | _GAME_OVER -> game_over
    | PHASE -> phase
domain: CARDS | PLAYERS | HOLDERS | set
set: "{" [term ("," term)*] "}" | "[" [term ("," term)*] "]"
    | _SET "(" [term ("," term)*] ")"
?term: NAME | NUMBER
?name: NAME

_IFF: "<->"
_IFF_SIGN: "↔" | "≡"
_IMP: "->"
_IMP_SIGN: "→" | "⊃"
_OR: "|"
_OR_SIGN: "∨"
_AND: "&"
_AND_SIGN: "∧"
_NOT: "~"
_NOT_SIGN: "¬"
_FORALL: "forall"
_FORALL_SIGN: "∀"
_EXISTS: "exists"
_EXISTS_SIGN: "∃"
_IN: "in"
_IN_SIGN: "∈"
_TRUE: "true"
_TRUE_SIGN: "⊤"
_FALSE: "false"
_FALSE_SIGN: "⊥"
_K: "K"
_E: "E"
_C: "C"
_HOLDS: "h"
_STILL_IN: "In"
_TURN: "Turn"
_ANS_TURN: "AnsTurn"
_QUESTION: "Question"
_GAME_OVER: "GameOver"
_SET: "set"
CARDS: "cards"
PLAYERS: "players"
HOLDERS: "holders"
PHASE.2: /(ask|ans|show|guess|end)phase(?![A-Za-z0-9_])/
NAME: /[A-Za-z_][A-Za-z0-9_]*/
NUMBER: /[0-9]+/
%import common.WS
%ignore WS
"""
"""Binding strength stands in the order of the rules. What a quantifier says reaches
to the right as far as it can: LALR reads on where it may either read on or stop.
All lower-case words are reserved, see `mystpy.history.actions.RESERVED`."""

WORDS = (
    *("true", "false", "h", "In", "Turn", "AnsTurn", "Question", "GameOver"),
    *("K", "E", "C", "forall", "exists"),
    *("askphase", "ansphase", "showphase", "guessphase", "endphase"),
)
"""The words with which a formula may begin."""

_OTHER_SPELLINGS = {
    "and": "&",
    "or": "|",
    "not": "~",
    "implies": "->",
    "iff": "<->",
    "&&": "&",
    "||": "|",
    "!": "~",
    "-": "~ or ->",
    "=": "<->",
}
_PLAIN_NAMES = {
    "LPAR": "(",
    "RPAR": ")",
    "COMMA": ",",
    "COLON": ":",
    "LBRACE": "{",
    "RBRACE": "}",
    "LSQB": "[",
    "RSQB": "]",
    "NAME": "a name",
    "NUMBER": "a number",
    "_IN": "in",
    "CARDS": "cards",
    "PLAYERS": "players",
    "HOLDERS": "holders",
    "$END": "the end",
}


def spelling_hint(found: str, known: Iterable[str] = ()) -> str | None:
    """What was probably meant by a word that cannot stand where it does."""
    if found in _OTHER_SPELLINGS:
        return f"did you mean {_OTHER_SPELLINGS[found]}?"
    return did_you_mean(found, known) if found.isalnum() else None


def in_words(expected: Collection[str]) -> tuple[str, ...]:
    """The terminals that could have come, told in few words."""
    if "_NOT" in expected:
        return ("a formula",)
    found = ["& | -> <->"] if "_AND" in expected else []
    found += [word for name, word in _PLAIN_NAMES.items() if name in expected]
    return tuple(found)
