"""The truth of a formula by clingo as a consequence of the axioms and the history.

In the field: cautious and brave consequences of a program.

Without K, E and C a formula is a rule more, and what follows is a question to
the solver. A K of a player whose view is given is one as well: it is true if its
body holds in every deal that fits that view. All else is evaluated over the
worlds of the history by axioms/s1_03_knowledge.lp (worlds.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mystpy.compilation import dataclass
from mystpy.engines.asp.program import Program, symbol
from mystpy.engines.base import Value, no_deal
from mystpy.engines.programs.formula_atoms import FormulaAtoms
from mystpy.engines.programs.term import formula_term
from mystpy.history.actions import (
    Guess,
    Looks,
    ResultTold,
    Shows,
)
from mystpy.history.history import History
from mystpy.language.atoms import Falsity, Truth
from mystpy.language.atoms import H as Holds
from mystpy.language.junctions import unabbreviated
from mystpy.language.nodes import (
    Common,
    Everyone,
    Formula,
    Knows,
)
from mystpy.language.subformulas import children, is_objective, with_children
from mystpy.language.truth import evaluate
from mystpy.views import SHIPPED, seen_by, sees_card

if TYPE_CHECKING:
    from clingo import Symbol

ProgramOf = Callable[[History], Program]


def consequence_value(
    phi: Formula, history: History, program_of: ProgramOf
) -> Value | None:
    """The value of a formula whose K speak of players with a given view; else None."""
    settled = _settle(phi, history, program_of)
    if not is_objective(settled):
        return None
    program = program_of(history)
    true, false = _define(settled, program)
    done = (symbol(f"executable({program.final})"), True)
    some_true = program.satisfiable(done, (true, True))
    some_false = program.satisfiable(done, (false, True))
    return value_of(some_true, some_false)


def value_of(some_true: bool, some_false: bool) -> Value:
    """The value of a formula that is true, or false, in some world that fits."""
    if some_true and some_false:
        return Value.UNDETERMINED
    if not some_true and not some_false:
        raise no_deal()
    return Value.TRUE if some_true else Value.FALSE


def _settle(phi: Formula, history: History, program_of: ProgramOf) -> Formula:
    """Replace each K whose value is the same in every world that fits by that value."""
    if isinstance(phi, Everyone | Common) and (less := unabbreviated(phi)) is not phi:
        return _settle(less, history, program_of)
    if not isinstance(phi, Knows):
        if isinstance(phi, Common):
            return phi
        parts = [_settle(part, history, program_of) for part in children(phi)]
        return with_children(phi, parts)
    player = phi.agent
    if not isinstance(player, int) or not view_is_given(player, history):
        return phi
    view = seen_by(history, player)
    body = _settle_own(phi.body, player, view, program_of)
    if not is_objective(body):
        return phi
    program = program_of(view)
    _, false = _define(body, program)
    done = (symbol(f"executable({program.final})"), True)
    return Falsity() if program.satisfiable(done, (false, True)) else Truth()


def _settle_own(
    phi: Formula, player: int, view: History, program_of: ProgramOf
) -> Formula:
    """Inside K of a player, settle the K of the same player: the view is the same."""
    if isinstance(phi, Knows):
        return _settle(phi, view, program_of) if phi.agent == player else phi
    if isinstance(phi, Common | Everyone):
        return phi
    own = [_settle_own(part, player, view, program_of) for part in children(phi)]
    return with_children(phi, own)


def view_is_given(player: int, history: History) -> bool:
    """Whether the hand, and every card shown to or by the player, is given.

    A guess as the last action leaves its outcome open, which everybody sees.
    """
    if history.hands[player] is None:
        return False
    if history.actions and isinstance(history.actions[-1], Guess):
        return False
    steps = range(len(history.actions))
    return not any(_is_hidden_from(player, history, step) for step in steps)


def _is_hidden_from(player: int, history: History, step: int) -> bool:
    """Whether a player has seen more of an action, given by its step, than is given."""
    action = history.actions[step]
    if isinstance(action, Shows | Looks):
        return action.card is None and sees_card(history, step, player)
    if isinstance(action, ResultTold):
        return SHIPPED.sees_result(player, action.player)
    return False


@dataclass
class _Rules(FormulaAtoms):
    """Rules that define the truth of a formula in the final situation of a program."""

    mark: int
    final: str
    deck: dict[str, int]
    lines: list[str]

    def defined(self, *bodies: str) -> str:
        atom = f"truth({self.mark},{len(self.lines)})"
        self.lines.append("".join(f"{atom} :- {body}." for body in bodies))
        return atom

    def atom(self, f: Formula) -> str:
        term = formula_term(f, self.deck)
        if isinstance(f, Holds):
            return self.defined(term)
        with_arguments = f"{term[:-1]},{self.final})"
        return self.defined(with_arguments if "(" in term else f"{term}({self.final})")


def _define(phi: Formula, program: Program) -> tuple[Symbol, Symbol]:
    """Add a formula to a program; return the atoms that say it is true, and false."""

    def text(mark: int) -> tuple[str, str, str]:
        rules = _Rules(mark, program.final, program.history.game.deck, [])
        atom = evaluate(phi, rules)
        false = f"untruth({mark})"
        return "".join(rules.lines) + f"{false} :- not {atom}.", atom, false

    return program.define(phi, text)
