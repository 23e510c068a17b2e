"""Check which axioms a transition system, with one set for all cards, can represent.

A transition system has the fluents of section 2.5 and representatives of cards. It
would lose three kinds of effects: of new fluents, of comparisons of cards or questions,
and of conditions further back than the action.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from mystpy.axiom_folder import cached_by_theory
from mystpy.axiom_folder.signature import ACTIONS, HAND_SET, PILE_SET, QUESTION_SET
from mystpy.axioms import axioms_dir, diagram_driver
from mystpy.compilation import pattern
from mystpy.engines.base import PossibleAction, pattern_of
from mystpy.engines.edited.edited_rules import (
    ASP_HINT,
    AspRule,
    EditedRules,
    edited_rules,
    refusal_error,
)
from mystpy.engines.programs.poss import BodyLiteral, PossRule, poss_rules
from mystpy.errors import AxiomError
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Guess
from mystpy.language.atoms import ARITIES, H, Question
from mystpy.sight.rule_texts import rules_read

_FLUENTS = frozenset(ARITIES) - {H.predicate}
_OF_PLAYERS = frozenset(("player", "incp", "holder"))
_FOLLOWED = _FLUENTS | _OF_PLAYERS | {"situation", "equals_pile", "phase"}
"""The predicates that an effect may call; new predicates may call the same ones."""
_NOT_ENTERED = _FOLLOWED - _FLUENTS | {"considered"}
_READ_AT_START = (
    "s2_01_constants",
    "s2_02_turns_and_phases",
    "s2_05_fluents",
    "s2_06_initial_situation",
)
"""The files that a transition system reads for its first state."""
_OF_CARDS = frozenset(
    (QUESTION_SET, PILE_SET, HAND_SET, "shared", "holds_all", "disjoint")
)
"""The conjuncts that may be about the cards in an action."""

_SHAPES = [(row.name, row.sorts) for row in ACTIONS.values()]
_SHAPES += [(Question.predicate, (QUESTION_SET,)), ("equals_pile", (PILE_SET,))]
_OF_SETS = [(len(sorts), name) for name, sorts in _SHAPES if sorts[-1] != "player"]
_BEFORE_CARDS = [x + r"\(" + r"\w+," * (n - 1) for n, x in sorted(_OF_SETS)[::-1]]
_CARD_PLACES = pattern(rf"\b(?:{'|'.join(_BEFORE_CARDS)})(\w+)")
_NAMED = pattern(rf"\b(?:{'|'.join(name for _, name in _OF_SETS)})\(")
_WORD = pattern(r"\b[A-Z]\w*")
_SET_OF_CARDS = pattern(r"(?<!\w)set\(")

MAX_SETS = 2_000
"""The largest number of questions and guesses that are checked one by one."""


@cached_by_theory(16)
def require_public_steps(rules: str) -> None:
    """Raise AxiomError if the transition system of these rules would lose axioms."""
    for error in _faults(edited_rules(rules), rules):
        raise error


def _faults(read: EditedRules, rules: str) -> Iterator[AxiomError]:
    folder = axioms_dir()
    seen = frozenset(rules_read(folder, diagram_driver(rules), "asp"))
    start = frozenset(
        rule for name in _READ_AT_START for rule in rules_read(folder, name, "asp")
    )
    helpers = read.reached(_FLUENTS, without=_NOT_ENTERED) - {""}
    for rule in read.new:
        at_start = re.search(r"\binit0\b", rule.head) is not None
        why = None
        if rule.predicate not in {*helpers, "poss", "action"}:
            continue
        if rule.text not in (start if at_start else seen):
            why = "this method does not read the file of this rule"
        elif at_start and not rule.called <= _OF_PLAYERS:
            why = "this method needs an initial state that depends on players alone"
        elif rule.predicate not in ("poss", "action") and (lost := _lost(rule, read)):
            why = f"{lost}, which this method does not follow"
        if why:
            yield refusal_error(rule, why)
    yield from filter(None, map(_named_cards, poss_rules(rules)))


def _lost(rule: AspRule, read: EditedRules) -> str | None:
    """Return what a transition system would lose of a rule about a fluent, or None."""
    head = "".join(rule.head.split())
    if any(sign in rule.text for sign in "{#&|"):
        return "it has choices or aggregates"
    if any(term not in head for term in rule.situations):
        return "it uses another situation than that of the action"
    if rule.predicate not in _FLUENTS | read.shipped and rule.situations:
        return f"{rule.predicate} is a fluent of its own"
    own = rule.called - read.shipped
    if unknown := rule.called - _FOLLOWED - own - _helpers(read):
        return f"it calls {min(unknown)}"
    if rule.constants:
        return f"it names {rule.constants[0]}"
    return "it compares cards or questions" if _compares_cards(rule) else None


def _helpers(read: EditedRules) -> frozenset[str]:
    """Return the predicates that shipped effects call."""
    new = {rule.text for rule in read.new}
    effects = (r for r in read.all if r.predicate in _FLUENTS and r.text not in new)
    return frozenset().union(*(rule.called for rule in effects))


def _compares_cards(rule: AspRule) -> bool:
    """Return whether a card, or a set of cards, is more than named in a rule.

    It may be named once. The pile may be compared with the guessed set, and a question
    may be said to be the last one.
    """
    text = "".join(rule.text.split())
    for term in rule.situations:
        text = text.replace(f"situation({term})", "")
    for term in dict.fromkeys(rule.situations):
        text = text.replace(term, "", text.count(term) - 1)
    named = _CARD_PLACES.findall(text)
    if _SET_OF_CARDS.search(text) or len(_NAMED.findall(text)) != len(named):
        return True
    words = _WORD.findall(text)
    for name in {name for name in named if name != "_"}:
        kept = text.startswith(f"{Question.predicate}({name},")
        outcomes = text.count(f"equals_pile({name})")
        if not name[0].isupper() or words.count(name) - outcomes > 1 + kept:
            return True
    return False


def _named_cards(rule: PossRule) -> AxiomError | None:
    """Return the error for a conjunct about the cards in an action."""
    for conjunct in named_card_conjuncts(rule):
        return AxiomError(
            f"({rule.label}): {conjunct} depends on the cards that are named, which "
            "this method does not follow",
            hint=ASP_HINT,
        )
    return None


def named_card_conjuncts(rule: PossRule) -> Iterator[BodyLiteral]:
    """Yield the conjuncts of a Poss axiom that depend on the cards in an action.

    The conjuncts that the cards may be asked for, guessed or shown are not included.
    """
    cards = {name for name in _CARD_PLACES.findall(rule.action) if name[0].isupper()}
    for conjunct in rule.conjuncts:
        name = conjunct.term.partition("(")[0]
        about = name not in _OF_CARDS and conjunct.variables & cards
        if about or _SET_OF_CARDS.search(conjunct.atom):
            yield conjunct


def sets_differ(rules: str) -> bool:
    """Return whether an action may be possible with some cards and not with others."""
    try:
        found = poss_rules(rules)
    except AxiomError:  # a conjunct of another form
        return True
    return any(next(named_card_conjuncts(rule), None) for rule in found)


def every_set(game: Game) -> list[frozenset[str]]:
    """Return the questions and guesses. Raises AxiomError if they are too many."""
    number = game.question_count() + game.guess_count()
    if number > MAX_SETS:
        raise AxiomError(
            f"by these axioms the cards of an action decide whether it is possible; to "
            f"check {number:,} questions and guesses would take too long",
            hint="ask whether one action is legal, by mystpy legal",
        )
    return [*game.questions(), *game.guesses()]


def as_patterns(
    found: Iterable[PossibleAction], game: Game
) -> Iterator[PossibleAction]:
    """Yield the actions, with a pattern for those that are possible with every set."""
    by_pattern: dict[Action, list[PossibleAction]] = {}
    for each in found:
        by_pattern.setdefault(pattern_of(each.action), []).append(each)
    for action, alike in by_pattern.items():
        counts = {Asks.name: game.question_count, Guess.name: game.guess_count}
        count = counts.get(type(action).__name__.lower())
        if count and len(alike) == count() and len({a.verdict for a in alike}) == 1:
            yield PossibleAction(action, alike[0].verdict)
        else:
            yield from alike
