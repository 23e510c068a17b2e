"""Induction over the public states: what an action announces, in all states at once.

The public states of the transition system, whatever the cards are, are closed under
every possible action. So a formula without K, E and C that holds in each of them, with
each question and each deal, holds in every executable situation.

After a public action everybody knows that it was possible: it was possible in all
worlds that anybody considers possible afterwards. So if phi holds in every world in
which the action is possible, then phi is common knowledge after the action, in every
history of any length. In the same way, the information in shows(j,i,x) is common
knowledge of i and j. Premises must be public: then they hold in all of these worlds or
in none.
"""

from __future__ import annotations

from mystpy.bits import mask_of
from mystpy.conjectures.sweep.check import SweepCheck
from mystpy.conjectures.truth import StateWorldSets
from mystpy.errors import NotCovered
from mystpy.game.game import Game
from mystpy.history.actions import Shows
from mystpy.language.atoms import ActionTerm, H, PossAtom, Term
from mystpy.language.nodes import (
    After,
    And,
    Formula,
    GroupModal,
    Implies,
    Modal,
    Next,
    Quantified,
)
from mystpy.language.subformulas import (
    cards_in,
    is_objective,
    is_static,
    players_in,
    walk,
)
from mystpy.processes.ticking import tick
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.frame import Frame
from mystpy.situations.public_steps import next_player, public_states, rotations
from mystpy.views import sight_of


class _Pointwise(StateWorldSets):
    """K, E and C hold where their body holds: their body is true in all worlds."""

    def known(self, player: Term, body: int) -> int:
        """Return where the body holds; NotCovered if the player saw no card."""
        return self._known_to({self.number(player)}, body)

    def everyone(self, f: GroupModal, body: int) -> int:
        """Return where the body holds for a group."""
        return self._known_to(set(self.group(f)), body)

    common = distributed = everyone

    def _known_to(self, group: set[int], body: int) -> int:
        """Return what all of the group know whichever card was shown."""
        state = self.state
        last = state.events[-1].key if state.events else ("",)
        unseen = last[0] == Shows.name and any(
            not state.frame.sight.sees(player, *last[1:]) for player in group
        )
        if unseen and body != state.full:
            raise NotCovered("somebody did not see the card that was shown")
        return body


def announces(node: Formula) -> bool:
    """Return whether the formula has the form that is proved here."""
    return is_objective(node) or _announces(node, frozenset(), None)


def _announces(
    node: Formula, announced_acts: frozenset[ActionTerm], done: ActionTerm | None
) -> bool:
    if is_objective(node) and not announced_acts:
        return done is not None or is_static(node)
    match node:
        case Quantified(every=True, body=body):
            return _announces(body, announced_acts, done)
        case And(parts):
            return all(_announces(part, announced_acts, done) for part in parts)
        case Implies(left, right):
            acts = {part.action for part in walk(left) if isinstance(part, PossAtom)}
            return _is_public(left) and _announces(right, announced_acts | acts, done)
        case After(action, body):
            return (
                done is None
                and announced_acts <= {action}
                and _announces(body, frozenset(), action)
            )
        case Modal(_, body):
            return not announced_acts and is_static(body) and _positive(body)
    return False


def _positive(body: Formula) -> bool:
    return is_objective(body) or (isinstance(body, Modal) and _positive(body.body))


def _is_public(node: Formula) -> bool:
    """Return whether the formula is the same in all worlds, except `possible`."""
    return not any(isinstance(p, H | Modal | After | Next) for p in walk(node))


def same_for_all(node: Formula, game: Game) -> bool:
    """Return whether rotating the players changes nothing.

    The formula names no player, all hands have the same size, and by the axioms the
    rotation does not change who sees the card of a show.
    """
    if players_in(node) or len(set(game.sizes[1:])) != 1:
        return False
    seers, turn = sight_of(game).seers or frozenset(), next_player(game.p)
    return seers == {(turn(by), turn(to), turn(i)) for by, to, i in seers}


def holds_in_public_states(node: Formula, game: Game) -> tuple[bool, int]:
    """Return whether the formula holds in all public states and deals; and instances.

    If it is the same for all players, one state is enough of those that differ only in
    a rotation of the players. Raises NotCovered if the formula does not have the form
    that this method proves.
    """
    if not announces(node):
        raise NotCovered(
            "its premises are not public, or it is about more than one step"
        )
    check = SweepCheck(cards_in(node), _Pointwise)
    frame, questions = Frame.start(game), _questions(node, game)
    same = same_for_all(node, game)
    for number in rotations(game.p) if same else public_states(game.p):
        tick()
        was_asked = frame.system.state(number).asked
        for question in questions if was_asked else [0]:
            state = EpistemicState(frame, number, question, frame.full)
            if check.first(node, state):
                return False, check.instances
    return True, check.instances


def _questions(node: Formula, game: Game) -> list[int]:
    """Return the possible last questions, one of each set of equivalent ones."""
    masks = [mask_of(cards, game) for cards in game.questions()]
    return masks if cards_in(node) or game.sorts else masks[:1]
