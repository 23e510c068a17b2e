"""Clauses of students in ASP: checked sign by sign, then run in place of the real ones.

Only plain rules pass: no directive, and so no script, no theory, no text, no choice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from mystpy.engines.programs.run import RULES_OF_THE_GAME, THE_START, answer_sets
from mystpy.errors import AxiomError
from mystpy.exercises.exercise import AnswerError
from mystpy.exercises.tasks.gap import Difference, Gap
from mystpy.game.game import Game, facts
from mystpy.history.history import History

_FILES = (*RULES_OF_THE_GAME, THE_START, "drive/drive.lp")
_COMMENT = re.compile(r"%[^\n]*")
_TOKEN = re.compile(
    r"\s*(:-|\.\.|!=|<=|>=|[=<>+\-*.,;:()]|[a-z]\w*|[A-Z_]\w*|[0-9]{1,6})", re.ASCII
)
_PLACE = re.compile(r"<block>:[0-9:-]+: ")
_OWN = "my_"
"""How the names of a student's own predicates begin."""
MOST_RULES = 40
_SIGNS = ("=", "!=", "<", ">", "<=", ">=")


def compared(gap: Gap, cases: Sequence[History]) -> Difference | None:
    """The first case in which the rules given derive something else than the real."""
    require_plain(gap)
    names = {history.term() for history in cases}
    terms = tuple(sorted(names, key=lambda term: (term.count("do("), term)))
    real = _extensions(gap.game, gap.head, terms, gap.block.text, gap.block.text)
    try:
        found = _extensions(gap.game, gap.head, terms, gap.block.text, gap.text)
    except AxiomError as error:
        told = _PLACE.sub("", str(error).rpartition("error: ")[2])
        raise AnswerError(f"your answer: {told}") from None
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
    """Atoms without their situation, which is told besides."""
    told = (atom.removesuffix(f"({term})") for atom in sorted(atoms))
    tail = f",{term})"
    return tuple(f"{x.removesuffix(tail)})" if x.endswith(tail) else x for x in told)


Extension = dict[str, frozenset[str]]
"""For each situation the atoms that hold in it."""


@lru_cache(maxsize=64)
def _extensions(
    game: Game, head: str, terms: tuple[str, ...], real: str, text: str
) -> dict[frozenset[str], list[Extension]]:
    """For each deal what each of its answer sets has of the head."""
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
    """The game, the situations that are looked at, and what is shown of them."""
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


def require_plain(gap: Gap) -> None:
    """Refuse more than plain rules that define the axiom. Raises AnswerError."""
    rules = list(_rules(_COMMENT.sub("", gap.text)))
    if not rules or len(rules) > MOST_RULES:
        raise AnswerError(f"an answer has 1 to {MOST_RULES} rules, not {len(rules)}")
    wanted = gap.defines.split("/")[0]
    own = {_name(rule) for rule in rules}
    for name in own:
        if name != wanted and not name.startswith(_OWN):
            raise AnswerError(
                f"your answer defines {name!r}, not {wanted}",
                hint=f"predicates of your own are called {_OWN}...",
            )
    known = {name.split("/")[0] for name in (*gap.may, gap.defines)}
    known |= {"situation", "considered"} | own
    for rule in rules:
        _require_known(rule, known)


def _rules(text: str) -> Iterator[list[str]]:
    """The signs of each rule. Raises AnswerError for one that no plain rule has."""
    at, rule = 0, list[str]()
    while text[at:].strip():
        found = _TOKEN.match(text, at)
        if found is None:
            sign = text[at:].strip()[:1]
            raise AnswerError(
                f"your answer: {sign!r} does not belong into a plain rule",
                hint="no directives, scripts, texts, theories, choices and constraints",
            )
        at = found.end()
        if found[1] == ".":
            yield rule
            rule = []
        else:
            rule.append(found[1])
    if rule:
        raise AnswerError("your answer: the last rule does not end with a full stop")


def _name(rule: list[str]) -> str:
    """The predicate of a rule's head, which is one atom. Raises AnswerError."""
    head = rule[: rule.index(":-")] if ":-" in rule else rule
    if not head or not re.match(r"[a-z]", head[0]) or head[0] == "not":
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
        starts = before in (",", ";", ":", "not") and depth == 0
        named = starts and re.match(r"[a-z]", sign) and sign != "not"
        if named and sign not in known and not _compares(body, place):
            raise AnswerError(
                f"your answer may not name {sign!r}",
                hint=f"it may name {', '.join(sorted(known))}",
            )
        depth += (sign == "(") - (sign == ")")


def _compares(body: list[str], place: int) -> bool:
    """Whether what begins here is a term of a comparison, and no atom."""
    depth = 0
    for at in range(place, len(body)):
        depth += (body[at] == "(") - (body[at] == ")")
        if depth == 0 and (at > place or body[at + 1 : at + 2] != ["("]):
            return body[at + 1 : at + 2] in [[x] for x in _SIGNS]
    return False
