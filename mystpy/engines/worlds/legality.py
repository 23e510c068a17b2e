"""Legality by progression: executable histories, what may follow, and clashes."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import chain

from mystpy.axioms import poss_labels
from mystpy.engines.base import (
    Conjunct,
    Inconsistency,
    Judgement,
    PossibleAction,
    Verdict,
    no_deal,
    pattern_of,
)
from mystpy.engines.deals import Deals
from mystpy.engines.hands import Condition
from mystpy.engines.hitting_sets import fewest
from mystpy.engines.transition_system.progressor import (
    DEALT,
    ProgressionState,
    Progressor,
    hands_given,
)
from mystpy.engines.transition_system.states import key_of
from mystpy.engines.worlds.progression import (
    Conditions,
    ExecutableBranches,
    fit,
    given_conditions,
)
from mystpy.game.game import Game
from mystpy.history.actions import Action
from mystpy.history.history import History


class DealFinder:
    """Decides whether some deal satisfies conditions, and remembers deals."""

    def __init__(self, game: Game, conditions: Iterable[Conditions]) -> None:
        """Search the deals that satisfy one of these sets of conditions."""
        self._game = game
        self._alternatives = tuple(conditions)
        self._found: list[tuple[int, ...]] = []

    def __call__(self, asked: Condition) -> bool:
        """Return whether some deal satisfies the condition as well."""
        if any(asked.satisfied(hands) for hands in self._found):
            return True
        for conditions in self._alternatives:
            deals = Deals(self._game, {*conditions, asked}, announced=True)
            if hands := deals.first():
                self._found.append(hands)
                return True
        return False


def alive(progressor: Progressor, history: History) -> list[ProgressionState]:
    """Return the states in which a history is executable in a consistent deal."""
    return list(ExecutableBranches.of(progressor, history).states)


def judge(progressor: Progressor, history: History) -> Judgement:
    """Return whether a history is executable in every, some or no consistent deal.

    Raises NoWorldFits if no deal has the given hands.
    """
    found = ExecutableBranches.of(progressor, history)
    if found.states:
        return Judgement(Verdict.POSSIBLE if found.fails else Verdict.LEGAL)
    if not fit(progressor.game, given_conditions(history)):
        raise no_deal()
    step = _fault(progressor, history)
    failed, every = _failed(progressor, history, step)
    label = poss_labels(progressor.game.rule_set)[key_of(history.actions[step])[0]]
    return Judgement(Verdict.ILLEGAL, step, label, failed, every)


def _fault(progressor: Progressor, history: History) -> int:
    """Return the first step after which no consistent deal is left; there is one."""
    states, done = progressor.progress(history.actions)
    hands = given_conditions(history)
    step = max(_dies(progressor.game, state, hands, done) for state in states)
    # A state that no action follows, after a right guess, may have lived longer.
    while step < done and alive(progressor, history.prefix(step + 1)):
        step += 1
    return step


def _dies(game: Game, state: ProgressionState, hands: Conditions, done: int) -> int:
    """Return the step after which a state has no deal left; `done` if one is left."""
    first = list(_first_steps(state).items())
    low, high = 0, len(first)
    while low < high:
        middle = (low + high + 1) // 2
        if fit(game, hands, (condition for condition, _ in first[:middle])):
            low = middle
        else:
            high = middle - 1
    return first[low][1] if low < len(first) else done


def _failed(
    progressor: Progressor, history: History, step: int
) -> tuple[tuple[Conjunct, ...], bool]:
    """Return the conjuncts that fail at a step, and whether in every deal left.

    If none fails in every deal left, those that fail in some deal are returned.
    """
    states = alive(progressor, history.prefix(step))
    hands = given_conditions(history)
    failing: dict[Conjunct, list[bool]] = {}
    for state in states:
        known = state.conditions | hands
        for part in progressor.parts(state, history.actions[step]):
            asks = part.conditions
            if asks is None or any(fit(progressor.game, known, (~c,)) for c in asks):
                always = asks is None or not fit(progressor.game, known, asks)
                failing.setdefault(part.conjunct, []).append(always)
    everywhere = tuple(
        conjunct
        for conjunct, found in failing.items()
        if len(found) == len(states) and all(found)
    )
    return (everywhere, True) if everywhere else (tuple(failing), False)


def possible(progressor: Progressor, history: History) -> tuple[PossibleAction, ...]:
    """Return what may follow a history: in every consistent deal, or in some.

    Raises NoWorldFits if the history is executable in no consistent deal.
    """
    states = alive(progressor, history)
    if not states:
        raise no_deal()
    actions = dict.fromkeys(a for b in states for a in progressor.legal_actions(b))
    hands = given_conditions(history)
    found = ((a, _verdict(progressor, a, states, hands)) for a in actions)
    return tuple(
        PossibleAction(pattern_of(a), verdict) for a, verdict in found if verdict
    )


def all_moves(progressor: Progressor, history: History) -> Iterable[Action]:
    """Return all actions that are possible after a history in some consistent deal."""
    states = alive(progressor, history)
    moves = (progressor.legal_actions(state, every=True) for state in states)
    return dict.fromkeys(chain.from_iterable(moves))


def _verdict(
    progressor: Progressor,
    action: Action,
    states: list[ProgressionState],
    hands: Conditions,
) -> Verdict | None:
    some, every = False, True
    for state in states:
        known = state.conditions | hands
        move = progressor.system.moves(state.number).get(key_of(action))
        if move is None:
            every = False
            continue
        asks = list(progressor.guard_conditions(state, action, move))
        some = some or fit(progressor.game, known, asks)
        every = every and not any(fit(progressor.game, known, (~c,)) for c in asks)
    if not some:
        return None
    return Verdict.LEGAL if every else Verdict.POSSIBLE


def clash(progressor: Progressor, history: History) -> Inconsistency:
    """Return a smallest set of steps and hands that no deal satisfies.

    Call it only if the history is illegal. The set is empty if the action fails in
    every deal.
    """
    step = _fault(progressor, history)
    states, done = progressor.progress(history.actions[: step + 1])
    conditions = [_first_steps(state) for state in states] if done > step else []
    steps = sorted({k for first in conditions for k in first.values() if 0 <= k < step})
    hands = [
        k for k, hand in enumerate(history.hands) if hand is not None and conditions
    ]
    items = [*((True, k) for k in hands), *((False, k) for k in steps)]

    def clashes(kept: Collection[tuple[bool, int]]) -> bool:
        """Return whether in no state a deal satisfies these hands and steps."""
        given = (h if (True, k) in kept else None for k, h in enumerate(history.hands))
        held = frozenset(hands_given(progressor.game, tuple(given)))
        here = {DEALT, step, *(k for is_hand, k in kept if not is_hand)}
        parts = ((c for c, k in first.items() if k in here) for first in conditions)
        return not any(fit(progressor.game, held, part) for part in parts)

    kept = fewest(items, clashes)
    seen = tuple((k, history.actions[k]) for is_hand, k in kept if not is_hand)
    return Inconsistency(
        step, history.actions[step], seen, tuple(k for is_hand, k in kept if is_hand)
    )


def _first_steps(state: ProgressionState) -> dict[Condition, int]:
    """Return the first step at which each condition was met."""
    first: dict[Condition, int] = {}
    for step, condition in state.timed_conditions:
        first.setdefault(condition, step)
    return first
