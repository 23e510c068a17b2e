"""The problems whose proofs show that a formula holds in every situation and game.

In the field: proof obligations of an inductive invariant.

By axiom (1.4) a formula that holds in Init0 and is preserved by every possible action
holds in every executable situation. These are two problems for provers, in which Init0
and the situation `s` are constants. If it follows from the invariants in SUPPORT, which
are proved first, there is only one problem. Statements about worlds that somebody
considers possible are about executable situations, too. So K, E and C of a formula that
is proved for all of them need no problem of their own. After a public action everybody
knows that it was possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from mystpy.axiom_folder import cached_by_theory
from mystpy.axioms import axioms_dir
from mystpy.compilation import dataclass, pattern, replace
from mystpy.conjectures.induction.invariants import SUPPORT
from mystpy.conjectures.prover.accessibility import (
    CHAINS,
    everywhere,
    locate_axioms,
    relations,
)
from mystpy.conjectures.prover.background import SIZES
from mystpy.conjectures.prover.past import past_axioms
from mystpy.conjectures.prover.tptp import (
    axioms,
    fof,
    naming,
    number_players,
    start,
    write_formula,
)
from mystpy.language.atoms import ARITIES, Phase, PhaseIs
from mystpy.language.decidable import parse_conjecture
from mystpy.language.nodes import (
    After,
    And,
    ForAll,
    Formula,
    Iff,
    Implies,
    Next,
    Or,
    Quantified,
)
from mystpy.language.subformulas import cards_in, players_in, walk

_TYPES = {
    "turn_of_players": "! [I] : (turn(I,{0}) => player(I))",
    "answers_of_players": "! [I] : (ans_turn(I,{0}) => player(I))",
    "questions_of_sets": "! [Q] : (question(Q,{0}) => question_set(Q))",
}
"""Invariants that the language cannot express, since its variables have sorts."""

_BEFORE, _AFTER, _INIT = "s", "do(a,s)", "init0"
_ACTING = {"an_action": "action(a)", "possible": f"poss(a,{_BEFORE})"}
"""The assumptions about the situation before a possible action."""

_ALWAYS = {"player", "card", "element", *(f"n{i}" for i in range(10))}
_SYMBOL = pattern(r"(?<!\$)\b[a-z]\w*")


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem for provers: its name, what it states in the language, and its text."""

    name: str
    states: str
    text: str

    @property
    def supported(self) -> bool:
        """Return whether it uses invariants, which have to be proved, too."""
        return any(f"fof({name}," in self.text for name in (*_TYPES, *_named()))


def support() -> tuple[Problem, ...]:
    """Return the problems of the invariants in SUPPORT: in Init0, and their steps."""
    return _support_problems(axioms_dir())


@cached_by_theory()
def _support_problems(_: Path) -> tuple[Problem, ...]:
    found, rules = [], {**dict(naming((), ())), **axioms()}
    del rules["some_question"]
    first, acting = {**rules, **start()}, {**rules, **_support(_BEFORE), **_ACTING}
    for name, text in _TYPES.items():
        found.append(_problem(f"{name}-start", "", text.format(_INIT), first))
        found.append(_problem(f"{name}-step", "", text.format(_AFTER), acting))
    for name, words in _named().items():
        read, node = TranslationMode(), parse_conjecture(words)
        found += _listed(f"{name}-start", [node], _INIT, first, read)
        found += _listed(f"{name}-step", cases(node), _AFTER, acting, read)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class TranslationMode:
    """How formulas are translated: with `accessible` situations or not.

    If `p` is given, the games have `p` players.
    """

    accessible: bool = False
    p: int | None = None

    def written(self, node: Formula, situation: str) -> str:
        """Return a formula in a situation, in TPTP's syntax."""
        return write_formula(node, situation, accessible=self.accessible)

    def past(self, node: Formula) -> dict[str, str]:
        """Return the definitions of the predicates for the past in a formula."""

        def write(part: Formula, situation: str, bound: Mapping[str, str]) -> str:
            accessible = self.accessible
            return write_formula(part, situation, accessible=accessible, bound=bound)

        return dict(past_axioms(node, write))

    def known(self, node: Formula, situation: str) -> dict[str, str]:
        """Return the assumptions about a situation in which a formula is proved."""
        if not self.accessible:
            return _support(situation)
        goal = self.written(node, situation)
        used = [chain for chain in CHAINS if f"{chain}(" in goal]
        found = dict(relations(used)) | {"executable_here": f"exec({situation})"}
        if _sets_of_cards(node):
            found |= SIZES
        return found | _support("W", accessible=True)

    def rules(self) -> Mapping[str, str]:
        """Return the axioms, and the players."""
        found = locate_axioms(axioms()) if self.accessible else axioms()
        return {**found, **(number_players(self.p) if self.p else {})}


def in_init0(name: str, node: Formula, read: TranslationMode) -> list[Problem]:
    """Return the problems that together say that a formula holds in Init0."""
    known = read.known(node, _INIT) if read.accessible else {}
    return _problems(f"{name}-start", node, _INIT, {**start(), **known}, read)


def in_situations(name: str, node: Formula, read: TranslationMode) -> list[Problem]:
    """Return the problems that a formula holds in all states of the invariants."""
    return _problems(name, node, _BEFORE, read.known(node, _BEFORE), read)


def steps(name: str, node: Formula, read: TranslationMode) -> list[Problem]:
    """Return the problems that every possible action preserves a formula."""
    known = {**read.known(node, _BEFORE), **_ACTING}
    if read.accessible:
        known["as_long"] = f"before({_BEFORE})"
        known["before"] = everywhere(f"before(W) => ({read.written(node, 'W')})")
    else:
        known["before"] = read.written(node, _BEFORE)
    return _problems(f"{name}-step", node, _AFTER, known, read)


def _problems(
    name: str,
    node: Formula,
    situation: str,
    known: Mapping[str, str],
    read: TranslationMode,
) -> list[Problem]:
    parts = conjuncts(node)
    naming_it = dict(naming(players_in(node), cards_in(node)))
    given = {**naming_it, **read.rules(), **read.past(node), **known}
    if not needs_a_question(node):
        del given["some_question"]
    return _listed(name, parts, situation, given, read)


def _listed(
    name: str,
    parts: Sequence[Formula],
    situation: str,
    given: Mapping[str, str],
    read: TranslationMode,
) -> list[Problem]:
    """Return a problem for each formula, numbered if there are several."""
    found = []
    for k, part in enumerate(parts, 1):
        label = f"{name}-{k}" if len(parts) > 1 else name
        goal = read.written(part, situation)
        found.append(_problem(label, str(part), goal, given))
    return found


def needs_a_question(node: Formula) -> bool:
    """Return whether it says what all can do: nothing in Init0, if q > c."""
    return any(isinstance(part, Next) for part in walk(node))


def _sets_of_cards(node: Formula) -> bool:
    """Return whether a quantifier over cards is inside, so that sizes may matter."""
    while isinstance(node, ForAll):
        node = node.body
    return any(
        isinstance(part, Quantified) and part.domain == "cards" for part in walk(node)
    )


def conjuncts(node: Formula) -> list[Formula]:
    """Return formulas from which this one follows, each easier to prove."""
    match node:
        case And(parts):
            return [part for each in parts for part in conjuncts(each)]
        case Iff(left, right):
            return conjuncts(Implies(left, right)) + conjuncts(Implies(right, left))
        case Implies(left, right):
            each = [Implies(left, part) for part in conjuncts(right)]
            return [case for part in each for case in cases(part)]
        case ForAll() | After() | Next():
            return [replace(node, body=part) for part in conjuncts(node.body)]
    return [node]


def cases(node: Formula) -> list[Formula]:
    """Return formulas that imply an implication: one for each case of its premise.

    An action that nobody, or not everybody, can perform is treated phase by phase; one
    more formula says that there is a phase.
    """
    match node:
        case Implies(Or(parts), right):
            return [Implies(part, right) for part in parts]
        case Implies(left, _) if needs_a_question(left):
            phases = tuple(map(PhaseIs, Phase))
            return [Or(phases), *(Implies(phase, node) for phase in phases)]
    return [node]


@cache
def _named() -> dict[str, str]:
    return {f"invariant_{k}": text for k, text in enumerate(SUPPORT, 1)}


@cache
def _support(situation: str, *, accessible: bool = False) -> dict[str, str]:
    """Return the invariants in a situation; in all situations if `accessible`."""
    texts = {name: text.format(situation) for name, text in _TYPES.items()}
    for name, text in _named().items():
        node = parse_conjecture(text)
        texts[name] = write_formula(node, situation, accessible=accessible)
    if not accessible:
        return texts
    return {name: everywhere(text) for name, text in texts.items()}


def _problem(name: str, states: str, goal: str, given: Mapping[str, str]) -> Problem:
    lines = [fof(each, "axiom", given[each]) for each in _relevant(goal, given)]
    return Problem(name, states, "".join((*lines, fof("goal", "conjecture", goal))))


def _relevant(goal: str, given: Mapping[str, str]) -> list[str]:
    """Return the axioms that may be needed, in their order.

    A definition is relevant if the goal leads to the symbol that it defines; other
    axioms are relevant if they contain no new symbols. Further axioms would be correct,
    but make proofs harder to find.
    """
    about = {name: set(_SYMBOL.findall(text)) - _ALWAYS for name, text in given.items()}
    definitions = {name for name in about if _defines(name, given)}
    reached = set(_SYMBOL.findall(goal)) | about.get("possible", set())
    if reached & CHAINS.keys():
        reached |= {"exec", "before"}
        reached |= {"poss"} if "do" in reached else set()
    waiting = list(reached)
    while waiting:
        name = waiting.pop()
        if name in definitions and (name not in ARITIES or "do" in reached):
            waiting += about[name] - reached
            reached |= about[name]
    spoken = reached
    if not reached & CHAINS.keys() or reached & {*ARITIES, "do"}:
        support = (about[name] for name in _named() if name in about)
        spoken = spoken.union(*support)
    return [
        name
        for name, words in about.items()
        if (name in reached if name in definitions else words <= spoken)
    ]


def _defines(name: str, given: Mapping[str, str]) -> bool:
    return f"({name}(" in given[name] and "<=>" in given[name]
