"""A history of a certified package in the words of the rule set that it is.

A rule set need not have a word for rigid fluents that are the same in every start, such
as `open` if no card is open: they are replaced by their values.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache

from mystpy.compilation import replace
from mystpy.errors import MystError
from mystpy.game.names import shape
from mystpy.history.history import History
from mystpy.language.atoms import Atom, H, Truth
from mystpy.language.junctions import conjunction
from mystpy.language.nodes import (
    And,
    Formula,
    GroupAnnouncing,
    GroupModal,
    Not,
    PlayerModal,
)
from mystpy.language.read import parse_formula
from mystpy.language.subformulas import children, walk, with_children
from mystpy.packages.action_terms import UNSEEN, ActionStep
from mystpy.packages.history_runs.knowledge_search import RunsOfHistory
from mystpy.packages.package import Package
from mystpy.packages.rule_set_comparison.game_link import GameLink
from mystpy.packages.value_sorts import Value, applied_term


class Translation:
    """The words of a package and those of its rule set, for histories and formulas.

    `face_up` are the cards that lie open: a game there has them among its sizes.
    """

    def __init__(self, link: GameLink, face_up: tuple[str, ...] = ()) -> None:
        self.link = link
        self.game = replace(link.game, face_up=face_up) if face_up else link.game
        self._agents = {str(agent): i for agent, i in link.players.items()}
        self._holders = {str(each): k for each, k in link.holders.items()}
        self._atoms: dict[str, Formula | None] = {}

    def agent(self, name: str) -> int:
        """Return the number of a player."""
        return self._agents[name]

    def holder(self, name: str) -> int:
        """Return the number of a holder of cards."""
        return self._holders[name]

    def history(
        self, steps: Sequence[ActionStep], given: Formula
    ) -> tuple[History, Formula] | None:
        """Return a history with the given whole hands, and the other given facts.

        None if there is no such history there.
        """
        hands, rest = self._hands(given)
        other = self.formula(rest)
        if other is None:
            return None
        text = " ".join(map(self.action, steps))
        try:
            return History.make(self.game, hands, text), other
        except MystError:
            return None

    def action(self, step: ActionStep) -> str:
        """Return the text of an action."""
        name = self.link.there(step.action.name)
        kinds = shape(name, len(step.arguments))
        pairs = zip(step.arguments, kinds, strict=True)
        return applied_term(name, [self._argument(x, kind) for x, kind in pairs])

    def _argument(self, value: Value | None, kind: str) -> str:
        if value is None:
            return UNSEEN
        if isinstance(value, tuple):
            return "{" + ",".join(self.link.cards[str(x)] for x in value) + "}"
        numbers = self._agents if kind == "player" else self.link.cards
        return str(numbers[str(value)])

    def _hands(self, given: Formula) -> tuple[dict[int, list[str]], Formula]:
        """Return the given whole hands, and a formula of the other given facts."""
        parts = list(given.parts) if isinstance(given, And) else [given]
        held: dict[int, dict[str, Formula]] = {}
        for part in parts:
            match self.formula(part):
                case H(int() as holder, str() as card):
                    held.setdefault(holder, {})[card] = part
        sizes = self.game.sizes
        whole = {k: xs for k, xs in held.items() if len(xs) == sizes[k]}
        used = [part for xs in whole.values() for part in xs.values()]
        rest = [x for x in parts if x not in used and not self._follows(x, whole)]
        return {k: list(xs) for k, xs in whole.items()}, conjunction(rest)

    def _follows(self, part: Formula, whole: Mapping[int, Collection[str]]) -> bool:
        """Return whether a given fact denies a card of a hand, and is implied.

        It is implied if the whole hand is given, or the card is in another one.
        """
        match self.formula(part):
            case Truth() | Not(Not(Truth())):
                return True
            case Not(H(int() as holder, str() as card)):
                elsewhere = any(card in xs for k, xs in whole.items() if k != holder)
                return elsewhere or (holder in whole and card not in whole[holder])
        return False

    def formula(self, f: Formula) -> Formula | None:
        """Return a formula there, None if a word of it has no other there."""
        if isinstance(f, Atom):
            return self._atom(f.name)
        if isinstance(f, GroupAnnouncing):
            return None
        below = [self.formula(part) for part in children(f)]
        if any(part is None for part in below):
            return None
        found = with_children(f, [part for part in below if part is not None])
        if isinstance(found, PlayerModal):
            return replace(found, agent=self.agent(str(found.agent)))
        if isinstance(found, GroupModal):
            members = tuple(self.agent(str(x)) for x in found.members)
            return replace(found, group=members)
        return found

    def _atom(self, name: str) -> Formula | None:
        if name not in self._atoms:
            text = self._word(name)
            found = None if text is None else parse_formula(text, self.game)
            self._atoms[name] = self._lies_open(name) if found is None else found
        return self._atoms[name]

    def _lies_open(self, name: str) -> Formula | None:
        """The value of an atom about open cards, None if it is no such atom."""
        card = self.link.open_card(name)
        if card is None:
            return None
        return Truth() if card in self.game.face_up else Not(Truth())

    def _word(self, name: str) -> str | None:
        """The text of an atom there, if there is one."""
        head, _, rest = name.partition("(")
        arguments = tuple(x.strip() for x in rest.removesuffix(")").split(",") if rest)
        if head == self.link.held.name:
            holder, card = arguments
            argument_texts = [str(self.holder(holder)), self.link.cards[card]]
            return applied_term(self.link.rules.held, argument_texts)
        for fluent in self.link.fluents:
            first = len(fluent.first)
            if fluent.name != head or arguments[:first] != fluent.first:
                continue
            others = arguments[first:]
            if fluent.fluent.sorts == ("player",) * len(others):
                argument_texts = [str(self.agent(x)) for x in others]
                return applied_term(fluent.fluent.word, argument_texts)
        return None

    def held(self, atom: str) -> tuple[int, str] | None:
        """Return the translated holder and card of an atom, or None."""
        found = self._atom(atom)
        match found:
            case H(int() as holder, str() as card):
                return holder, card
        return None


_link = lru_cache(maxsize=32)(GameLink)


@lru_cache(maxsize=32)
def _translation(package: Package, face_up: tuple[str, ...]) -> Translation:
    return Translation(_link(package), face_up)


def translation_for(package: Package, given: Formula) -> Translation | None:
    """Return the translation for the cards that lie open by the given facts.

    None if cards lie open and the given facts do not name them all. Raises MystError if
    there is no such game.
    """
    link, parts = _link(package), given.parts if isinstance(given, And) else (given,)
    named = {link.open_card(part.name) for part in parts if isinstance(part, Atom)}
    face_up = tuple(card for card in link.game.cards if card in named)
    if len(face_up) != link.open_cards:
        return None
    return _translation(package, face_up)


# --- Fluents that are the same in every start ---------------------------------


class ConstantFluents:
    """The rigid fluents of a package that are true in every start, or in none."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._values: dict[str, bool | None] = {}
        self._runs: RunsOfHistory | None = None

    def value(self, atom: str) -> bool | None:
        """Return the value of a fluent, None if starts or situations differ in it."""
        if atom not in self._values:
            symbol = self._package.fluents.get(atom.partition("(")[0])
            rigid = symbol is not None and symbol.rigid
            self._values[atom] = self._found(atom) if rigid else None
        return self._values[atom]

    def _found(self, atom: str) -> bool | None:
        if self._runs is None:
            self._runs = RunsOfHistory(self._package, ())
        runs = self._runs
        holds = runs.end.encoded(Atom(atom))
        if runs.find([holds]) is None:
            return False
        return True if runs.find([holds.negated()]) is None else None

    def replaced(self, f: Formula, has_word: Callable[[Formula], bool]) -> Formula:
        """Return a formula with values for the constant fluents that have no word."""
        if isinstance(f, Atom) and not has_word(f):
            value = self.value(f.name)
            return f if value is None else Truth() if value else Not(Truth())
        if isinstance(f, Not) and f.body != (body := self.replaced(f.body, has_word)):
            return body.body if isinstance(body, Not) else Not(body)
        return with_children(f, [self.replaced(x, has_word) for x in children(f)])


@lru_cache(maxsize=32)
def constant_fluents(package: Package) -> ConstantFluents:
    """Return those of a package, which are kept for the next question."""
    return ConstantFluents(package)


def with_words(formula: Formula, there: Translation) -> Formula:
    """Return an equivalent formula: constant fluents without a word are replaced."""

    def has_word(f: Formula) -> bool:
        return there.formula(f) is not None

    if all(has_word(x) for x in walk(formula) if isinstance(x, Atom)):
        return formula
    return constant_fluents(there.link.package).replaced(formula, has_word)
