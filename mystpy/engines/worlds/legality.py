"""Is a history executable, what may follow, and what clashes: on branches of a walk."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from mystpy.axioms import poss_labels
from mystpy.engines.base import (
    Clash,
    Conjunct,
    Judgement,
    Possible,
    Verdict,
    no_deal,
    pattern_of,
)
from mystpy.engines.deals import Deals
from mystpy.engines.diagram.states import key_of
from mystpy.engines.diagram.walk import DEALT, Branch, Walker, hands_given
from mystpy.engines.hands import Condition
from mystpy.engines.hitting_sets import fewest
from mystpy.engines.worlds.progression import Conditions, Executability, fit, held
from mystpy.game.game import Game
from mystpy.history.actions import Action
from mystpy.history.history import History


class Finder:
    """Finds out whether some deal is like this or like that, and remembers deals."""

    def __init__(self, game: Game, told: Iterable[Conditions]) -> None:
        """Look among the deals that satisfy one of these sets of conditions."""
        self._game = game
        self._told = tuple(told)
        self._found: list[tuple[int, ...]] = []

    def __call__(self, asked: Condition) -> bool:
        """Whether some deal satisfies the condition as well."""
        if any(asked.satisfied(hands) for hands in self._found):
            return True
        for told in self._told:
            deals = Deals(self._game, {*told, asked}, announced=True)
            if hands := deals.first():
                self._found.append(hands)
                return True
        return False


def alive(walker: Walker, history: History) -> list[Branch]:
    """The branches on which a history is executable in some deal that fits."""
    return list(Executability.of(walker, history).branches)


def judge(walker: Walker, history: History) -> Judgement:
    """Whether a history is executable in every, some or no deal that fits.

    Raises NoWorldFits if no deal has the given hands.
    """
    found = Executability.of(walker, history)
    if found.branches:
        return Judgement(Verdict.POSSIBLE if found.fails else Verdict.LEGAL)
    if not fit(walker.game, held(history)):
        raise no_deal()
    step = _fault(walker, history)
    failed, every = _failed(walker, history, step)
    label = poss_labels(walker.game.rule_set)[key_of(history.actions[step])[0]]
    return Judgement(Verdict.ILLEGAL, step, label, failed, every)


def _fault(walker: Walker, history: History) -> int:
    """The first step at which no deal that fits is left; there is one."""
    branches, done = walker.walk(history.actions)
    hands = held(history)
    step = max(_dies(walker.game, branch, hands, done) for branch in branches)
    # A branch on which no action follows, after a right guess, may have lived longer.
    while step < done and alive(walker, history.prefix(step + 1)):
        step += 1
    return step


def _dies(game: Game, branch: Branch, hands: Conditions, done: int) -> int:
    """The step at which a branch has no deal left; `done` if one is left."""
    first = list(_first_told(branch).items())
    low, high = 0, len(first)
    while low < high:
        middle = (low + high + 1) // 2
        if fit(game, hands, (condition for condition, _ in first[:middle])):
            low = middle
        else:
            high = middle - 1
    return first[low][1] if low < len(first) else done


def _failed(
    walker: Walker, history: History, step: int
) -> tuple[tuple[Conjunct, ...], bool]:
    """The conjuncts that fail at a step, and whether in every deal left.

    If none fails in every deal left, those that fail in some deal are returned.
    """
    branches = alive(walker, history.prefix(step))
    hands = held(history)
    failing: dict[Conjunct, list[bool]] = {}
    for branch in branches:
        known = branch.conditions | hands
        for part in walker.parts(branch, history.actions[step]):
            asks = part.condition
            if asks is None or fit(walker.game, known, (~asks,)):
                always = asks is None or not fit(walker.game, known, (asks,))
                failing.setdefault(part.conjunct, []).append(always)
    everywhere = tuple(
        conjunct
        for conjunct, found in failing.items()
        if len(found) == len(branches) and all(found)
    )
    return (everywhere, True) if everywhere else (tuple(failing), False)


def possible(walker: Walker, history: History) -> tuple[Possible, ...]:
    """What may follow a history: in every deal that fits, or in some.

    Raises NoWorldFits if the history is executable in no deal that fits.
    """
    branches = alive(walker, history)
    if not branches:
        raise no_deal()
    actions = dict.fromkeys(a for b in branches for a in walker.offers(b))
    hands = held(history)
    found = ((a, _verdict(walker, a, branches, hands)) for a in actions)
    return tuple(Possible(pattern_of(a), verdict) for a, verdict in found if verdict)


def _verdict(
    walker: Walker, action: Action, branches: list[Branch], hands: Conditions
) -> Verdict | None:
    some, every = False, True
    for branch in branches:
        known = branch.conditions | hands
        move = walker.diagram.moves(branch.state).get(key_of(action))
        if move is None:
            every = False
            continue
        asks = list(walker.asked(branch, action, move.guards))
        some = some or fit(walker.game, known, asks)
        every = every and not any(fit(walker.game, known, (~c,)) for c in asks)
    if not some:
        return None
    return Verdict.LEGAL if every else Verdict.POSSIBLE


def clash(walker: Walker, history: History) -> Clash:
    """As few steps and hands as can be that fit no deal together.

    To be asked only where the history is illegal. The set is empty where the action
    fails whatever the deal is.
    """
    step = _fault(walker, history)
    branches, done = walker.walk(history.actions[: step + 1])
    told = [_first_told(branch) for branch in branches] if done > step else []
    steps = sorted({k for first in told for k in first.values() if 0 <= k < step})
    hands = [k for k, hand in enumerate(history.hands) if hand is not None and told]
    items = [*((True, k) for k in hands), *((False, k) for k in steps)]

    def clashes(kept: Collection[tuple[bool, int]]) -> bool:
        """Whether on no branch a deal fits what these hands and steps say."""
        given = (h if (True, k) in kept else None for k, h in enumerate(history.hands))
        held = frozenset(hands_given(walker.game, tuple(given)))
        here = {DEALT, step, *(k for is_hand, k in kept if not is_hand)}
        parts = ((c for c, k in first.items() if k in here) for first in told)
        return not any(fit(walker.game, held, part) for part in parts)

    kept = fewest(items, clashes)
    seen = tuple((k, history.actions[k]) for is_hand, k in kept if not is_hand)
    return Clash(
        step, history.actions[step], seen, tuple(k for is_hand, k in kept if is_hand)
    )


def _first_told(branch: Branch) -> dict[Condition, int]:
    """The first step at which each condition was met."""
    first: dict[Condition, int] = {}
    for step, condition in branch.told:
        first.setdefault(condition, step)
    return first
