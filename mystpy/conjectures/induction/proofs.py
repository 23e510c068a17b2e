"""Conjectures proved for histories of any length: by induction over situations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from mystpy.conjectures.budget import Budget, spread
from mystpy.conjectures.conjecture import (
    Conjecture,
    bounds_of,
    has_premises,
    judge_result,
    premises_only,
    span,
)
from mystpy.conjectures.induction.invariants import find_violation, induce, is_public
from mystpy.conjectures.induction.public_states import (
    announces,
    holds_in_public_states,
    same_for_all,
)
from mystpy.conjectures.limits import game_label
from mystpy.conjectures.sweep.check import SweepCheck
from mystpy.conjectures.sweep.sweep import is_found, is_met, small_games
from mystpy.conjectures.verdict import Result
from mystpy.engines.deals import Deals
from mystpy.errors import NotCovered, QueryError
from mystpy.game.game import Game
from mystpy.language.atoms import Falsity, H, PossAtom
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import walk
from mystpy.language.temporal import Past
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.frame import Frame
from mystpy.situations.public_steps import public_states
from mystpy.thresholds import MAX_DEALS_OF_PREMISE_GAMES, MAX_PLAYERS_OF_INDUCTION


def by_induction(conjecture: Conjecture, budget: Budget) -> Result | None:
    """Return PROVED if the formula is an invariant of the public fluents.

    OPEN if it is one because its premises are never true.
    """
    node = conjecture.node
    players = sorted({game.p for game in conjecture.games})
    if not all(is_public(node, p) for p in players):
        return None
    items = [(f"p={p}", (node, p, True)) for p in players]
    label = f"induction|{conjecture.text}"
    for _, breaks in spread(budget, label, induce, items, largest_first=True):
        if breaks:
            return None
    return judge_result(
        conjecture,
        None,
        proves=True,
        method="induction",
        instances=len(players) if premises_met(node, players) else 0,
        scope={"p": span(players), "m, n, q, depth": "any"},
        note="true in Init0 and kept by every possible action from every state that"
        " satisfies it and the invariants it is proved with",
    )


def by_public_states(conjecture: Conjecture, budget: Budget) -> Result | None:
    """Return PROVED if every public state announces it; see public_states.py."""
    node, instances = conjecture.node, 0
    if not announces(node):
        return None
    items = [(game_label(game), (conjecture, game)) for game in conjecture.games]
    label = f"public|{conjecture.text}"
    for _, (holds, count) in spread(
        budget, label, public_piece, items, largest_first=True
    ):
        if not holds:
            return None
        instances += count
    if not instances or not is_met(node, conjecture.games):
        # The deal may be one that this state is never reached with.
        return None
    same = all(same_for_all(node, game) for game in conjecture.games)
    turned = " (players in their order renamed)" if same else ""
    return judge_result(
        conjecture,
        None,
        proves=True,
        method="induction over public states",
        instances=instances,
        scope=bounds_of(conjecture.games) | {"depth": "any"},
        note=f"looked at in every public state{turned}, with every question (cards"
        " renamed) and every deal; what is true wherever the action is possible is"
        " known after it",
    )


def public_piece(item: tuple[Conjecture, Game]) -> tuple[bool, int]:
    """Whether the formula holds in the public states of one game, and the instances."""
    conjecture, game = item
    try:
        return holds_in_public_states(conjecture.node, game)
    except NotCovered:
        return False, 0


def premises_met(node: Formula, players: Sequence[int]) -> bool:
    """Whether the premises of an invariant hold in a situation that is reached.

    For many players whether the invariants alone leave room for such a state.
    """
    ahead = premises_only(node)
    if ahead in (node, Falsity()):
        return True  # without premises, or that they are never true
    for p in players:
        games = list(small_games(node, p))
        if p > MAX_PLAYERS_OF_INDUCTION:
            found = find_violation(ahead, p) is not None
        elif any(isinstance(part, H | PossAtom | Past) for part in walk(ahead)):
            found = is_found(ahead, games)
        else:
            found = any(map(partial(_in_public_states, ahead), games))
        if found:
            return True
    return False


def premises_are_met(conjecture: Conjecture) -> bool:
    """Whether the premises are seen to hold in a situation of a small game, if any."""
    if not has_premises(conjecture.node):
        return True
    ahead = premises_only(conjecture.node)
    few = [x for x in conjecture.games if x.deal_count() <= MAX_DEALS_OF_PREMISE_GAMES]
    few = few or list(small_games(ahead))
    try:
        return is_found(ahead, few, depth=conjecture.depth)
    except QueryError:  # it names what some game lacks
        return False


def _in_public_states(ahead: Formula, game: Game) -> bool:
    """Whether it fails in a public state, in one deal: nobody's cards matter."""
    frame, check = Frame(game, [next(iter(Deals(game, ())))]), SweepCheck()
    questions = [sum(1 << game.deck[x] for x in cards) for cards in game.questions()]
    for number in public_states(game.p):
        asked = frame.system.state(number).asked
        for question in questions[:1] if asked else [0]:
            if check.first(ahead, EpistemicState(frame, number, question, frame.full)):
                return True
    return False
