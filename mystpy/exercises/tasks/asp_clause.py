"""Clauses of students in ASP: checked, then run in place of the real ones.

Only plain rules pass: no directive, and so no script, no theory, no text, no choice.
The program for clingo is printed from the tokens, or the syntax tree, that were
checked, with each token after a blank. So clingo cannot read a comment, directive or
text differently.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from mystpy.compilation import pattern
from mystpy.engines.backend import has_backend
from mystpy.engines.programs.plain_rules import plain_rules
from mystpy.engines.programs.run import RULES_OF_THE_GAME, THE_START, answer_sets
from mystpy.errors import AxiomError
from mystpy.exercises.exercise import AnswerError
from mystpy.exercises.tasks.gap import Difference, Gap
from mystpy.game.game import Game, facts
from mystpy.history.history import History

_FILES = (*RULES_OF_THE_GAME, THE_START, "drive/drive.lp")
_PLACE = pattern(r"<string>:([0-9]+):[0-9:-]+: (?:error: )?")
_PLACE_IN_RULES = pattern(r"<block>:[0-9:-]+: ")
_IDENTIFIER = pattern(r"_*[a-z]")
_OWN = "my_"
"""The prefix of a student's own predicates."""
_SIGNS = ("=", "!=", "<", ">", "<=", ">=")
MAX_RULES = 40
MAX_TOKENS = 1_000
"""The maximal number of tokens of a rule."""
MAX_DEPTH = 40
"""The maximal depth of parentheses."""
_SPACE = pattern(r"[ \t\r\n]*")
_COMMENT = pattern(r"%[^\n]*")
_BLOCK_COMMENT = "%*"
_TOKEN = pattern(
    r":-|\.\.|!=|<=|>=|[=<>+\-*.,;:()]|_*[a-z][A-Za-z0-9_]*|_*[A-Z][A-Za-z0-9_]*|_|[0-9]+"
)
_PLAIN = "no directives, scripts, texts, theories, choices and constraints"


def first_difference(gap: Gap, cases: Sequence[History]) -> Difference | None:
    """The first case in which the rules given derive something else than the real."""
    rules = checked_rules(gap)
    names = {history.term() for history in cases}
    terms = tuple(sorted(names, key=lambda term: (term.count("do("), term)))
    real = _extensions(gap.game, gap.head, terms, gap.block.text, gap.block.text)
    try:
        found = _extensions(gap.game, gap.head, terms, gap.block.text, rules)
    except AxiomError as error:
        text = _PLACE_IN_RULES.sub("", str(error).rpartition("error: ")[2])
        raise AnswerError(f"your answer: {text}") from None
    for history in cases:
        deal, term = _deal_of(history), history.term()
        if len(found.get(deal, ())) != 1:
            fault = f"your rules have {len(found.get(deal, ()))} answer sets, not one"
            return Difference(history, fault=fault)
        right, given = real[deal][0], found[deal][0]
        missing = right.get(term, frozenset()) - given.get(term, frozenset())
        extra = given.get(term, frozenset()) - right.get(term, frozenset())
        if missing or extra:
            return Difference(history, _shown(missing, term), _shown(extra, term))
    return None


def _shown(atoms: frozenset[str], term: str) -> tuple[str, ...]:
    """Return atoms without their situation, which is given separately."""
    text = (atom.removesuffix(f"({term})") for atom in sorted(atoms))
    tail = f",{term})"
    return tuple(f"{x.removesuffix(tail)})" if x.endswith(tail) else x for x in text)


Extension = dict[str, frozenset[str]]
"""For each situation the atoms that hold in it."""


@lru_cache(maxsize=64)
def _extensions(
    game: Game, head: str, terms: tuple[str, ...], real: str, text: str
) -> dict[frozenset[str], list[Extension]]:
    """Return the head's extension in each answer set, for each deal."""
    program = "\n".join([text, *_query(game, head, terms)])
    found: dict[frozenset[str], list[Extension]] = {}
    for atoms in answer_sets(_FILES, program, without=(real,)):
        deal = frozenset(atom for atom in atoms if atom.startswith("h("))
        extension: dict[str, set[str]] = {}
        for atom in atoms:
            if atom.startswith("r("):
                number, _, rest = atom[2:-1].partition(",")
                extension.setdefault(terms[int(number)], set()).add(rest)
        frozen = {term: frozenset(x) for term, x in extension.items()}
        found.setdefault(deal, []).append(frozen)
    return found


def _query(game: Game, head: str, terms: Sequence[str]) -> Iterator[str]:
    """Yield the game, the situations compared, and the atoms that are shown."""
    yield facts(game)
    for number, term in enumerate(terms):
        yield f"history({term}). looked({number},{term}). offered({term})."
    for sets in (game.questions(), game.guesses()):
        for cards in sets:
            listed = sorted(cards, key=game.deck.__getitem__)
            yield f"offered_set(set({','.join(listed)}))."
    yield "#show."
    yield "#show h(K,X) : h(K,X,init0)."
    yield f"#show r(N,{head}) : {head}, looked(N,S)."


def _deal_of(history: History) -> frozenset[str]:
    return frozenset(
        f"h({k},{card})" for k, hand in enumerate(history.hands) for card in hand or ()
    )


def checked_rules(gap: Gap) -> str:
    """Return the rules of an answer, as clingo gets them, after checks.

    Raises AnswerError for more than plain rules that define the axiom. They are checked
    twice, on purpose: as tokens, and as clingo parses these tokens. A clingo backend,
    as in a browser, has no parser, so only the first check is possible there.
    """
    rules = rules_of(gap.text)
    own = {_name(rule) for rule in rules}
    known = {name.split("/")[0] for name in (*gap.may, gap.defines)}
    known |= {"situation", "considered"} | own
    _require_own(gap, own)
    for rule in rules:
        _require_known(rule, known)
    if has_backend():
        return text_of(rules)
    try:
        parsed = plain_rules(text_of(rules))
    except AxiomError as error:
        raise AnswerError(f"your answer: {_without_file(error)}") from None
    _require_own(gap, {rule.head for rule in parsed})
    for name in {name for rule in parsed for name in rule.names} - known:
        raise _not_known(name, known)
    return "\n".join(rule.text for rule in parsed)


def _without_file(error: AxiomError) -> str:
    """Return clingo's message about a program, without the name of the program."""
    found = _PLACE.search(str(error))
    if found is None:
        return str(error)
    return f"rule {found[1]}: {str(error)[found.end() :]}"


def _require_own(gap: Gap, names: set[str]) -> None:
    """Refuse rules that define other predicates. Raises AnswerError."""
    wanted = gap.defines.split("/")[0]
    for name in sorted(names):
        if name != wanted and not name.startswith(_OWN):
            raise AnswerError(
                f"your answer defines {name!r}, not {wanted}",
                hint=f"predicates of your own are called {_OWN}...",
            )


def _not_known(name: str, known: set[str]) -> AnswerError:
    return AnswerError(
        f"your answer may not name {name!r}",
        hint=f"it may name {', '.join(sorted(known))}",
    )


def _name(rule: list[str]) -> str:
    """The predicate of a rule's head, which is one atom. Raises AnswerError."""
    head = rule[: rule.index(":-")] if ":-" in rule else rule
    if not head or not _IDENTIFIER.match(head[0]) or head[0] == "not":
        raise AnswerError("your answer: each rule has one atom as its head")
    depth = 0
    for place, sign in enumerate(head):
        depth += (sign == "(") - (sign == ")")
        if place and depth == 0 and place < len(head) - 1:
            raise AnswerError("your answer: each rule has one atom as its head")
        if sign in (";", ":", "|", "..") or depth < 0:
            raise AnswerError("your answer: each rule has one atom as its head")
    return head[0]


def _require_known(rule: list[str], known: set[str]) -> None:
    """Refuse predicates of the body that it may not name. Raises AnswerError."""
    if ":-" not in rule:
        return
    body = rule[rule.index(":-") + 1 :]
    if ":-" in body or ".." in body:
        raise AnswerError("your answer: a rule has one body, and no interval in it")
    depth = 0
    for place, sign in enumerate(body):
        before = body[place - 1] if place else ","
        starts = before in (",", ";", ":", "not", "-") and depth == 0
        named = starts and _IDENTIFIER.match(sign) and sign != "not"
        if named and sign not in known and not _compares(body, place):
            raise _not_known(sign, known)
        depth += (sign == "(") - (sign == ")")


def _compares(body: list[str], place: int) -> bool:
    """Return whether a term of a comparison, and no atom, begins here."""
    depth = 0
    for at in range(place, len(body)):
        depth += (body[at] == "(") - (body[at] == ")")
        if depth == 0 and (at > place or body[at + 1 : at + 2] != ["("]):
            return body[at + 1 : at + 2] in [[x] for x in _SIGNS]
    return False


# --- Tokens -------------------------------------------------------------------


def rules_of(text: str) -> list[list[str]]:
    """The tokens of each rule, without its full stop.

    Raises AnswerError for syntax that no plain rule has, and for too many tokens.
    """
    rules, rule, depth = list[list[str]](), list[str](), 0
    for token in _tokens(text):
        depth += (token == "(") - (token == ")")
        if token == ".":
            rules.append(rule)
            rule, depth = [], 0
        else:
            rule.append(token)
        if depth > MAX_DEPTH or len(rule) > MAX_TOKENS:
            raise AnswerError(
                "your answer: a rule is too long or nested too deeply",
                hint=f"at most {MAX_TOKENS:,} signs, and {MAX_DEPTH} parentheses deep",
            )
    if rule:
        raise AnswerError("your answer: the last rule does not end with a full stop")
    if not 0 < len(rules) <= MAX_RULES:
        raise AnswerError(f"an answer has 1 to {MAX_RULES} rules, not {len(rules)}")
    return rules


def text_of(rules: list[list[str]]) -> str:
    """Rules as a program, a line for each."""
    return "\n".join(f"{' '.join(rule)} ." for rule in rules)


def _tokens(text: str) -> Iterator[str]:
    """The tokens of a text, comments left out. Raises AnswerError for other signs."""
    at = 0
    while True:
        at = _after(_SPACE, text, at)
        if at == len(text):
            return
        if text.startswith(_BLOCK_COMMENT, at):
            line = text.count("\n", 0, at) + 1
            raise AnswerError(
                f"your answer, line {line}: block comments (%* ... *%) are not read",
                hint="begin each line of a comment with % and a blank",
            )
        if text[at] == "%":
            at = _after(_COMMENT, text, at)
            continue
        found = _TOKEN.match(text, at)
        if found is None:
            line = text.count("\n", 0, at) + 1
            where = f"your answer, line {line}"
            raise AnswerError(
                f"{where}: {text[at]!r} does not belong in a plain rule", hint=_PLAIN
            )
        at = found.end()
        if found[0].isdigit() and len(found[0]) > 6:
            raise AnswerError(f"your answer: the number {found[0][:20]} is too large")
        yield found[0]


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at
