"""The phases of a game and the flow of one turn, from the public states.

In the thesis: the state diagram of figure 2.2 and the flowchart of figure 2.1. Both are
computed from the axioms in force, for any rules that have a transition system.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from mystpy.compilation import NamedTuple
from mystpy.engines.transition_system.states import EventKey, Guard, SystemState
from mystpy.engines.transition_system.system import TransitionSystem


class TurnPlace(NamedTuple):
    """A place in a turn: the phases and who is to answer, or what comes after the turn.

    After the turn there are no phases, `poser` is whose turn it is then, and `over`
    says whether the game has ended.
    """

    phases: tuple[str, ...]
    answerers: tuple[int, ...]
    poser: tuple[int, ...]
    over: bool


class Arrow(NamedTuple):
    """An action from one place to another, with what it asks of the cards."""

    event: EventKey
    guards: tuple[Guard, ...]


PhaseGraph = Mapping[tuple[tuple[str, ...], tuple[str, ...]], frozenset[str]]
"""From phases to phases, by kinds of actions."""
TurnGraph = Mapping[tuple[TurnPlace, TurnPlace], tuple[Arrow, ...]]


def phase_graph(system: TransitionSystem) -> PhaseGraph:
    """Return which kinds of actions lead from which phases to which.

    All public states that can be met are looked at. The first pair begins with the
    phases of the start. Raises AxiomError for more than ten players.
    """
    system.complete()
    found: dict[tuple[tuple[str, ...], tuple[str, ...]], set[str]] = {}
    for one, key, other in _moves(system, lambda state: True):
        arrow = system.state(one).phases, system.state(other).phases
        found.setdefault(arrow, set()).add(key[0])
    return {arrow: frozenset(kinds) for arrow, kinds in found.items()}


def turn_graph(system: TransitionSystem) -> TurnGraph:
    """Return the places of the first turn, and the actions between them."""
    first = system.state(system.start).turn

    def within(state: SystemState) -> bool:
        return state.turn == first and not state.over

    found: dict[tuple[TurnPlace, TurnPlace], list[Arrow]] = {}
    for one, key, other in _moves(system, within):
        arrow = Arrow(key, system.moves(one)[key].guards)
        places = _place(system.state(one), first), _place(system.state(other), first)
        arrows = found.setdefault(places, [])
        if arrow not in arrows:
            arrows.append(arrow)
    return {places: tuple(arrows) for places, arrows in found.items()}


def _place(state: SystemState, first: tuple[int, ...]) -> TurnPlace:
    """The place in the turn of a state.

    A poser to whom the turn to answer has come back answers nothing.
    """
    if state.turn == first and not state.over:
        answerers = tuple(j for j in state.ans_turn if j not in first)
        return TurnPlace(state.phases, answerers, first, False)
    return TurnPlace((), (), () if state.over else state.turn, state.over)


def _moves(
    system: TransitionSystem, followed: Callable[[SystemState], bool]
) -> Iterator[tuple[int, EventKey, int]]:
    """All moves out of the states that are followed, from the start on."""
    met, ahead = {system.start}, [system.start]
    for one in ahead:
        if not followed(system.state(one)):
            continue
        for key, move in system.moves(one).items():
            for other in move.after:
                yield one, key, other
                if other not in met:
                    met.add(other)
                    ahead.append(other)
