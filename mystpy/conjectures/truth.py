"""Truth of a conjecture: its value in all worlds of a state at once.

A state is a public history with all its worlds; a set of worlds is an integer.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Self

from mystpy.conjectures.evaluation import (
    BoundSets,
    StateWithPast,
    compare_numbers,
    ways_of,
)
from mystpy.conjectures.values import (
    Binding,
    Value,
    domain,
    event_of,
    group_of,
    member,
    number_of,
    same,
)
from mystpy.errors import QueryError
from mystpy.language.atoms import (
    ActionTerm,
    AnsTurn,
    Equality,
    GameOver,
    H,
    Membership,
    PhaseIs,
    PossAtom,
    Question,
    StillIn,
    Term,
    Truth,
    Turn,
    Var,
)
from mystpy.language.counting.domains import count_in
from mystpy.language.nodes import (
    After,
    And,
    Common,
    CountOver,
    Distributed,
    Everyone,
    Formula,
    GroupModal,
    Implies,
    Iterated,
    Next,
    Quantified,
)
from mystpy.language.numbers import Comparison
from mystpy.language.subformulas import free_variables, is_past
from mystpy.language.temporal import (
    Future,
    FutureTime,
    Once,
    PastTime,
    Previously,
    Temporal,
)
from mystpy.language.truth import evaluate
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.event import Event
from mystpy.situations.explore import events, steps


def holds(node: Formula, state: EpistemicState, binding: Binding) -> int:
    """Return the worlds of a state in which a formula holds."""
    return evaluate(node, StateWorldSets(state, binding))


class StateWorldSets(BoundSets):
    """Sets of worlds of one state as integers, with values of the variables."""

    def __init__(self, state: EpistemicState, binding: Binding) -> None:
        self.state = state
        self.game = state.game
        self.binding = binding
        self.full = state.full

    def constant(self, true: bool) -> int:
        """Return all worlds, or none."""
        return self.full if true else 0

    def ends(self, found: int, every: bool) -> bool:
        """Return whether a set has all worlds, or none."""
        return found == (self.full if every else 0)

    def negation(self, a: int) -> int:
        """Return all other worlds."""
        return self.full & ~a

    def same(self, a: int, b: int) -> int:
        """Return the worlds in both or in neither."""
        return self.full & ~(a ^ b)

    def known(self, player: Term, body: int) -> int:
        """Return where a player knows that these worlds are the possible ones."""
        return self.state.known((self.number(player),), body)

    def everyone(self, f: Everyone | Iterated, body: int) -> int:
        """Return where everybody in a group knows it."""
        return self.state.known(self.group(f), body)

    def common(self, f: Common, body: int) -> int:
        """Return where it is common knowledge in a group."""
        return self.state.common(self.group(f), body)

    def distributed(self, f: Distributed, body: int) -> int:
        """Return where it is distributed knowledge in a group."""
        return self.state.pooled(self.group(f), body)

    def atom(self, f: Formula) -> int:
        """Return where an atom, a quantified formula or one about actions holds."""
        match f:
            case H(holder, card):
                return self.state.held(self.number(holder), self.number(card))
            case Quantified():
                return self._quantified(f)
            case CountOver():
                return self._counted(f)
            case Comparison():
                return compare_numbers(f, self)
            case Temporal():
                return self._foreseen(f) if isinstance(f, Future) else self._recalled(f)
            case PossAtom(action):
                found = 0
                for reached, meant in steps(self.state, self._event(action)):
                    found |= reached.lifted(meant)
                return found
            case After(action, body):
                return self.full & ~self._failing(body, [self._event(action)])
            case Next(body):
                return self.full & ~self._failing(body, events(self.state))
        return self.full if self._public(f) else 0

    def _recalled(self, f: PastTime) -> int:
        """Return the worlds where a formula of the past holds, kept for later."""
        trail = self.state
        if not isinstance(trail, StateWithPast):
            raise QueryError(f"what was before is not remembered here: {f}")
        key = self._occurrence(f)
        if key not in trail.kept:
            trail.kept[key] = self._remembered(f, trail)
        return trail.kept[key]

    def _foreseen(self, f: FutureTime) -> int:
        """Return the worlds in which a formula about the paths ahead holds."""
        if is_past(f):
            raise QueryError(
                f"of the ways ahead nothing is said with what was before: {f}",
                hint="say what was before outside of it",
            )
        return ways_of(self.game).where(
            f,
            self._occurrence(f),
            lambda state: evaluate(f.body, StateWorldSets(state, self.binding)),
            self.state,
        )

    def _occurrence(self, f: Formula) -> Hashable:
        """Return a formula with the values of its free variables."""
        return f, tuple((x, self.binding[x]) for x in sorted(free_variables(f)))

    def _remembered(self, f: PastTime, trail: StateWithPast) -> int:
        there = None
        if trail.previous is not None:
            there = type(self)(trail.previous, self.binding)
        if isinstance(f, Previously):
            return trail.of_before(evaluate(f.body, there)) if there else 0
        here = evaluate(f.body, self)
        if there is None:
            return here
        earlier = trail.of_before(evaluate(f, there))
        return here | earlier if isinstance(f, Once) else here & earlier

    def _failing(self, body: Formula, done: Iterable[Event]) -> int:
        """Return the worlds in which a formula fails after one of these events."""
        failing = 0
        for event in done:
            for reached, meant in steps(self.state, event):
                there = type(self)(reached.state, self.binding)
                wrong = meant & ~evaluate(body, there)
                failing |= wrong and reached.lifted(wrong)
        return failing

    def _quantified(self, node: Quantified) -> int:
        found = self.constant(node.every)
        asked = last_question(node, self.state)
        for x in asked or domain(node, self.game, self.binding):
            here = self._of(node, x)
            found = found & here if node.every else found | here
            if self.ends(found, not node.every):
                break
        return found

    def _counted(self, node: CountOver) -> int:
        """Return where at least, or exactly, a number of elements have a property."""
        # At k there are the worlds in which k elements had it so far, or more.
        found = [self.full] + [0] * (count_in(node.number, self.game) + 1)
        for x in domain(node, self.game, self.binding):
            here = self._of(node, x)
            for k in range(len(found) - 1, 0, -1):
                found[k] |= found[k - 1] & here
        more = found[-1] if node.exact else 0
        return found[-2] & ~more

    def _of(self, node: Quantified | CountOver, element: Value) -> int:
        return evaluate(node.body, self.bound({**self.binding, node.var: element}))

    def bound(self, binding: Binding) -> Self:
        """Return the same sets with other values of the variables."""
        return type(self)(self.state, binding)

    def _public(self, node: Formula) -> bool:
        """Return whether a formula holds that is the same in all worlds of a state."""
        state = self.state.system_state
        match node:
            case Question(cards):
                return state.asked and self.number(cards) == self.state.question
            case StillIn(player):
                return self.number(player) in state.still_in
            case Turn(player):
                return self.number(player) in state.turn
            case AnsTurn(player):
                return self.number(player) in state.ans_turn
            case PhaseIs(phase):
                return phase in state.phases
            case GameOver():
                return state.over
            case Equality(left, right):
                return same(left, right, self.game, self.binding)
            case Membership(item, of):
                return member(item, of, self.game, self.binding)
        raise TypeError(f"{node} is not public")

    def number(self, term: Term) -> int:
        """Return the value of a term that is not a group."""
        return number_of(term, self.game, self.binding)

    def group(self, f: GroupModal) -> tuple[int, ...]:
        """Return the players of a group."""
        return group_of(f.group, self.game, self.binding)

    def _event(self, action: ActionTerm) -> Event:
        return event_of(action, self.game, self.binding)


def last_question(node: Quantified, state: EpistemicState) -> tuple[int, ...]:
    """Return the last question, if the quantifier is about it only; else nothing."""
    asked = state.system_state.asked and of_last_question(node)
    return (state.question,) if asked else ()


def of_last_question(node: Quantified) -> bool:
    """Return whether a quantifier is about the question asked last only.

    So it is of `exists Q: Question(Q) & ...` and of `forall Q: Question(Q) & ... ->
    ...`, also with further quantifiers of the kind.
    """
    body = node.body
    while isinstance(body, Quantified) and body.every is node.every:
        body = body.body
    if node.every:
        body = body.left if isinstance(body, Implies) else Truth()
    parts = body.parts if isinstance(body, And) else (body,)
    return node.domain == "questions" and Question(Var(node.var)) in parts
