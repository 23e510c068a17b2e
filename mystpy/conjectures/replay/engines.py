"""Counterexamples checked again by other engines: none depends on one engine."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import cast

from mystpy.compilation import NamedTuple, pattern
from mystpy.conjectures.replay.query import ground
from mystpy.conjectures.values import Binding, Value, event_of
from mystpy.engines import get_engine
from mystpy.engines.base import Engine, Verdict
from mystpy.engines.base import Value as TruthValue
from mystpy.engines.world_count import is_small
from mystpy.errors import (
    EngineMissing,
    EnginesDisagree,
    LargeEnumerationWarning,
    NoWorldFits,
    QueryError,
)
from mystpy.game.game import Game
from mystpy.history.actions import Action
from mystpy.history.history import History
from mystpy.language.atoms import ActionTerm, PossAtom, Sort
from mystpy.language.decidable import ground as expanded
from mystpy.language.nodes import (
    After,
    And,
    Formula,
    Iff,
    Implies,
    Next,
    Not,
    Or,
    Quantified,
)
from mystpy.language.read import parse_formula
from mystpy.language.subformulas import is_objective, is_static, pools_or_removes, walk
from mystpy.questions.knowledge import ask, require_world
from mystpy.sight import is_known_sight
from mystpy.situations.event import action_of
from mystpy.thresholds import MAX_DEALS_REPLAYED

ENGINES = ("worlds", "asp", "prolog")

Query = Mapping[str, object]
"""A counterexample as an object: game, hands, history, formula and its value."""


def confirming_engines(
    query: Query, engines: Sequence[str] = ENGINES
) -> tuple[str, ...]:
    """Return the names of the engines that confirm the formula's given value.

    At least two engines have checked it. In a game with too many worlds to list, the
    engines that would list them have only checked that the history is executable.
    Raises EnginesDisagree if one finds another value, or that the history is not
    executable.
    """
    history = history_of(query)
    formula = parse_formula(str(query["formula"]), history.game)

    def find(engine: Engine) -> str:
        return str(ask(history, formula, engine).value)

    checked = expanded(formula, history.game)
    return of_engines(query, checked, find, str(query["value"]), engines)


def history_of(query: Query) -> History:
    """Return the deal and the history of a counterexample."""
    game = Game.from_dict(cast("Mapping[str, object]", query["game"]))
    hands = cast("Mapping[str, list[str]]", query.get("hands", {}))
    return History.make(game, hands, cast("list[str]", query.get("history", [])))


def of_engines(
    query: Query,
    formula: Formula,
    find: Callable[[Engine], str],
    wanted: str,
    engines: Sequence[str] = ENGINES,
) -> tuple[str, ...]:
    """Return the engines that find the wanted value; see `confirming_engines`."""
    history = history_of(query)
    agreed = []
    for name in engines:
        try:
            engine = get_engine(name)
        except EngineMissing:
            continue
        value = wanted
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LargeEnumerationWarning)
            try:
                if _is_asked(engine, formula, history.game):
                    value = find(engine)
                else:
                    require_world(history, engine)
                    name = f"{name} (of the history)"
            except NoWorldFits:
                value = "not executable"
        if value != wanted:
            found = f"{query.get('formula', formula)} {value}"
            raise EnginesDisagree(f"{name} finds {found}: {dict(query)}")
        agreed.append(name)
    if len(agreed) < 2:
        raise EngineMissing(
            "a counterexample is asked of two engines, and only one is installed",
            hint="install clingo or SWI-Prolog: pip install 'clingo>=5.8,<6'",
        )
    return tuple(agreed)


def _is_asked(engine: Engine, formula: Formula, game: Game) -> bool:
    """Return whether an engine evaluates a formula, or only checks the history."""
    if engine.beyond_axioms:
        few = is_objective(formula) or game.deal_count() <= MAX_DEALS_REPLAYED
        return few or not engine.lists_worlds
    if pools_or_removes(formula):
        return False  # the axioms have no term for it
    if not is_known_sight(game.rule_set) and not is_small(game):
        return is_objective(formula)  # it lists the worlds of the public history
    few = is_objective(formula) or game.deal_count() <= MAX_DEALS_REPLAYED
    return few or not engine.lists_worlds


_VALUES = pattern(r"(\w+) = (\{.*?\}|\[.*?\]|[^,]+)")
_APART = "what it says besides of other situations is from the search alone"


class NotAboutHistory(Exception):
    """A part of the formula is about situations outside the history."""


def replay_note(node: Formula, query: Query) -> str | None:
    """Return which engines confirm that a formula fails; None if none could check.

    Raises EnginesDisagree if an engine has another result, and EngineMissing if there
    is only one.
    """
    names = confirming_engines(query) if "formula" in query else ()
    try:
        whole = replayed_whole(node, query)
    except NotAboutHistory:
        return f"the engines {', '.join(names)} agree; {_APART}" if names else None
    return f"the engines {', '.join(names or whole)} agree"


def replayed_whole(node: Formula, query: Query) -> tuple[str, ...]:
    """Return the names of the engines that find a formula false in a counterexample.

    The variables of the leading quantifiers have the values in `where`. Raises
    NotAboutHistory if the formula is about situations outside the history, and
    EnginesDisagree if an engine finds it true.
    """
    history = history_of(query)
    binding = binding_of(node, str(query.get("where", "")), history.game)
    taken = len(cast("list[str]", query.get("taken", [])))
    start = _HistoryPoint(
        history.prefix(len(history) - taken), history.actions[-taken:]
    )
    start = start if taken else _HistoryPoint(history, ())

    def find(engine: Engine) -> str:
        return str(_Evaluation(engine, binding).of(node, start)).lower()

    return of_engines(query, node, find, "false")


class _HistoryPoint(NamedTuple):
    """A history, and the remaining actions of the counterexample."""

    history: History
    ahead: tuple[Action, ...]


class _Evaluation:
    """The values of the parts of a formula, by one engine."""

    def __init__(self, engine: Engine, binding: Binding) -> None:
        self.engine = engine
        self.binding = binding

    def of(self, node: Formula, at: _HistoryPoint) -> bool:
        """Return whether a formula is true; one instance of a quantifier counts."""
        match node:
            case Quantified(every=True) if node.var in self.binding:
                return self.of(node.body, at)
            case Not(body):
                return not self.of(body, at)
            case And(parts):
                return self._joined(parts, at, every=True)
            case Or(parts):
                return self._joined(parts, at, every=False)
            case Implies(left, right):
                return self._joined((Not(left), right), at, every=False)
            case Iff(left, right):
                return self.of(left, at) == self.of(right, at)
        return self._asked(node, at) if is_static(node) else self._ahead(node, at)

    def _ahead(self, node: Formula, at: _HistoryPoint) -> bool:
        """Return whether a formula about the following actions is true."""
        match node:
            case PossAtom(action):
                return self._possible(self._action(action, at), at)
            case After(action, body):
                return self._after(self._action(action, at), body, at)
            case Next(body) if at.ahead:
                return self._after(at.ahead[0], body, at)
        raise NotAboutHistory

    def _joined(
        self, parts: Iterable[Formula], at: _HistoryPoint, *, every: bool
    ) -> bool:
        """Return the value of a conjunction or disjunction, with parts skipped."""
        missing = False
        for part in parts:
            try:
                if self.of(part, at) is not every:
                    return not every
            except NotAboutHistory:
                missing = True
        if missing:
            raise NotAboutHistory
        return every

    def _asked(self, node: Formula, at: _HistoryPoint) -> bool:
        game = at.history.game
        formula = parse_formula(ground(node, game, self.binding), game)
        found = ask(at.history, formula, self.engine).value
        if found is TruthValue.UNDETERMINED:
            raise NotAboutHistory
        return found is TruthValue.TRUE

    def _action(self, action: ActionTerm, at: _HistoryPoint) -> Action:
        game = at.history.game
        return action_of(event_of(action, game, self.binding), game)

    def _possible(self, action: Action, at: _HistoryPoint) -> bool:
        try:
            judged = self.engine.judge(at.history.then(action))
        except QueryError:  # it is no action of this game
            return False
        if judged.verdict is Verdict.POSSIBLE:
            raise NotAboutHistory
        if judged.step is not None and judged.step < len(at.history):
            raise EnginesDisagree(f"{at.history.term()} is not executable")
        return judged.verdict is Verdict.LEGAL

    def _after(self, action: Action, body: Formula, at: _HistoryPoint) -> bool:
        if not self._possible(action, at):
            return True
        if at.ahead[:1] not in ((), (action,)):
            raise NotAboutHistory
        return self.of(body, _HistoryPoint(at.history.then(action), at.ahead[1:]))


def binding_of(node: Formula, where: str, game: Game) -> Binding:
    """Return the values of the variables in `where`, as `x = s1, Q = {s1,s2}`."""
    sorts = {p.var: p.sort for p in walk(node) if isinstance(p, Quantified)}
    said = _VALUES.findall(where)
    return {name: _read(x, sorts[name], game) for name, x in said if name in sorts}


def _read(text: str, sort: Sort, game: Game) -> Value:
    words = [word.strip() for word in text.strip("{}[]").split(",") if word.strip()]
    readers: dict[str, Callable[[], Value]] = {
        "set": lambda: sum(1 << game.deck[game.card(word)] for word in words),
        "group": lambda: tuple(sorted(game.player(word) for word in words)),
        "card": lambda: game.deck[game.card(words[0])],
    }
    return readers.get(sort, lambda: game.holder(words[0]))()
