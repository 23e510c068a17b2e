"""Where a conjecture holds: its truth in all worlds of a stage at once.

A stage is a public history with all its worlds; a set of worlds is an integer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from mystpy.conjectures.values import (
    Binding,
    deed_of,
    domain,
    group_of,
    member,
    number_of,
    same,
    set_of,
)
from mystpy.language.atoms import (
    AnsTurn,
    Constant,
    GameOver,
    H,
    Member,
    PhaseIs,
    Possible,
    Question,
    Same,
    StillIn,
    Truth,
    Turn,
    Var,
)
from mystpy.language.nodes import (
    After,
    And,
    Common,
    CountOver,
    Distributed,
    Formula,
    Iff,
    Implies,
    Modal,
    Next,
    Not,
    Or,
    Quantified,
)
from mystpy.situations.deed import Deed
from mystpy.situations.explore import deeds, steps
from mystpy.situations.stage import Stage


class Mode(Protocol):
    """How K, E and C are read."""

    def modal(
        self, stage: Stage, node: Modal, group: tuple[int, ...], body: int
    ) -> int:
        """Where the modal formula holds, given where its body does."""


class Worlds:
    """K, E and C are truth in the worlds that look alike."""

    def modal(
        self, stage: Stage, node: Modal, group: tuple[int, ...], body: int
    ) -> int:
        """Where the modal formula holds, given where its body does."""
        match node:
            case Common():
                return stage.common(group, body)
            case Distributed():
                return stage.pooled(group, body)
        return stage.known(group, body)


def holds(node: Formula, stage: Stage, binding: Binding, mode: Mode) -> int:
    """The worlds of a stage in which a formula holds."""
    full = stage.full
    match node:
        case Not(body):
            return full & ~holds(body, stage, binding, mode)
        case And() | Or() | Implies() | Iff():
            return _joined(node, stage, binding, mode)
        case Quantified():
            return _quantified(node, stage, binding, mode)
        case Modal(term, body):
            group = group_of(term, stage.game, binding)
            inside = holds(body, stage, binding, mode)
            return mode.modal(stage, node, group, inside)
        case Possible() | After() | Next():
            return _dynamic(node, stage, binding, mode)
        case H(holder, card):
            k = number_of(holder, stage.game, binding)
            return stage.held(k, number_of(card, stage.game, binding))
    if isinstance(node, CountOver):
        return _counted(node, stage, binding, mode)
    return full if public(node, stage, binding) else 0


def _joined(
    node: And | Or | Implies | Iff, stage: Stage, binding: Binding, mode: Mode
) -> int:
    full = stage.full
    match node:
        case And(parts):
            found = full
            for part in parts:
                found = found and found & holds(part, stage, binding, mode)
            return found
        case Or(parts):
            found = 0
            for part in parts:
                if found != full:
                    found |= holds(part, stage, binding, mode)
            return found
        case Implies(left, right):
            premise = holds(left, stage, binding, mode)
            if not premise:
                return full
            return full & ~premise | holds(right, stage, binding, mode)
    first = holds(node.left, stage, binding, mode)
    return full & ~(first ^ holds(node.right, stage, binding, mode))


def _dynamic(
    node: Possible | After | Next, stage: Stage, binding: Binding, mode: Mode
) -> int:
    match node:
        case Possible(action):
            deed = deed_of(action, stage.game, binding)
            found = 0
            for reached, meant in steps(stage, deed):
                found |= reached.lifted(meant)
            return found
        case After(action, body):
            deed = deed_of(action, stage.game, binding)
            return stage.full & ~_failing(body, stage, [deed], binding, mode)
    return stage.full & ~_failing(node.body, stage, deeds(stage), binding, mode)


def _failing(
    body: Formula,
    stage: Stage,
    done: Iterator[Deed] | list[Deed],
    binding: Binding,
    mode: Mode,
) -> int:
    """The worlds in which a formula fails after one of these deeds."""
    failing = 0
    for deed in done:
        for reached, meant in steps(stage, deed):
            wrong = meant & ~holds(body, reached.stage, binding, mode)
            failing |= wrong and reached.lifted(wrong)
    return failing


def _quantified(node: Quantified, stage: Stage, binding: Binding, mode: Mode) -> int:
    found = stage.full if node.every else 0
    for element in last_question(node, stage) or domain(node, stage.game, binding):
        bound = {**binding, node.var: element}
        here = holds(node.body, stage, bound, mode)
        found = found & here if node.every else found | here
        if found == (0 if node.every else stage.full):
            break
    return found


def _counted(node: CountOver, stage: Stage, binding: Binding, mode: Mode) -> int:
    """Where at least so many elements have a property, or exactly so many."""
    # At k there are the worlds in which k elements had it so far, or more.
    found = [stage.full] + [0] * (node.number + 1)
    for element in domain(node, stage.game, binding):
        here = holds(node.body, stage, {**binding, node.var: element}, mode)
        for k in range(len(found) - 1, 0, -1):
            found[k] |= found[k - 1] & here
    more = found[-1] if node.exact else 0
    return found[-2] & ~more


def last_question(node: Quantified, stage: Stage) -> tuple[int, ...]:
    """The last question, if only of it the quantifier says anything; else nothing.

    So it is, after a question was asked, of `exists Q: Question(Q) & ...` and of
    `forall Q: Question(Q) & ... -> ...`, also with further quantifiers of the kind.
    """
    if node.domain != "questions" or not stage.state.asked:
        return ()
    body = node.body
    while isinstance(body, Quantified) and body.every is node.every:
        body = body.body
    if node.every:
        body = body.left if isinstance(body, Implies) else Truth()
    parts = body.parts if isinstance(body, And) else (body,)
    only = Question(Var(node.var)) in parts
    return (stage.question,) if only else ()


def public(node: Formula, stage: Stage, binding: Binding) -> bool:
    """Whether a formula holds that is the same in all worlds of a stage."""
    game, state = stage.game, stage.state
    match node:
        case Question(cards):
            return state.asked and set_of(cards, game, binding) == stage.question
        case StillIn(player):
            return number_of(player, game, binding) in state.still_in
        case Turn(player):
            return number_of(player, game, binding) in state.turn
        case AnsTurn(player):
            return number_of(player, game, binding) in state.ans_turn
        case PhaseIs(phase):
            return phase in state.phases
        case GameOver():
            return state.over
        case Same(left, right):
            return same(left, right, game, binding)
        case Member(item, of):
            return member(item, of, game, binding)
        case Constant(truth):
            return truth
    raise TypeError(f"{node} is not public")
