"""What announcements leave of the worlds that an engine lists; every engine lists.

The reference for methods that do not list, and fit for small games.
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.bits import mask_of
from mystpy.compilation import replace
from mystpy.engines.announcements.consequences import Announced
from mystpy.engines.base import Answer, Engine, World
from mystpy.engines.both import BothEngine
from mystpy.engines.defaults import is_right
from mystpy.engines.diagram.states import State
from mystpy.engines.symbolic.cases import Cases
from mystpy.engines.symbolic.enumeration import LISTED, FewWorlds
from mystpy.engines.symbolic.position import Position
from mystpy.engines.worlds.model import ExplicitModel, Outlook
from mystpy.errors import EnginesDisagree
from mystpy.game.game import Game
from mystpy.history.actions import Shows
from mystpy.history.history import History
from mystpy.language.atoms import Truth
from mystpy.language.decidable import grounded
from mystpy.language.junctions import conjunction
from mystpy.language.nodes import Formula
from mystpy.sight import require_known_sight
from mystpy.views import (
    SHIPPED,
    Given,
    Sight,
    in_scope,
    results_given,
    results_of,
    shows_of,
    sight_of,
)


def announced_by(
    engine: Engine, history: History, announced: Sequence[Formula]
) -> Announced | Agreed:
    """What follows after these announcements, as an engine finds it.

    Worlds are listed by the engine, but asp and auto have other methods where the game
    is not small or the worlds are not few. Raises NoWorldFits if an announcement is
    false in every world that fits and in which those before it were true, and what the
    engine raises.
    """
    if isinstance(engine, BothEngine):
        each = (
            announced_by(e, history, announced) for e in (engine.first, engine.second)
        )
        return Agreed(engine, *each)
    if engine.name in ("asp", "auto") and not results_of(history):
        # Not at the top: these need solvers, and Prolog does not.
        from mystpy.engines.announcements.effects import after
        from mystpy.engines.world_count import is_small

        laws = Position.of(history).laws
        if not is_small(history.game) or not all(map(FewWorlds.of, laws)):
            return after(history, announced)
    return Announced(history, announced, [Listing(engine, history, announced)])


class Agreed:
    """What two engines say after announcements, where they say the same."""

    def __init__(
        self, both: BothEngine, first: Announced | Agreed, second: Announced | Agreed
    ) -> None:
        self._both = both
        self._first = first
        self._second = second

    def value(self, formula: Formula) -> Answer:
        """Whether a formula holds now. Raises EnginesDisagree."""
        one, other = self._first.value(formula), self._second.value(formula)
        if one.value is not other.value:
            raise EnginesDisagree(
                f"the engines disagree: {self._both.first.name} answers {one}, "
                f"{self._both.second.name} answers {other}",
                hint="one of them is wrong: please report the query with both answers",
            )
        return Answer(one.value, f"{one.method} and {other.method}")


class Listing:
    """The worlds that an engine lists, before and after each of some announcements.

    These are all that the announcements, and what is asked after them, can reach from
    those that fit.
    """

    def __init__(
        self, engine: Engine, history: History, announced: Sequence[Formula]
    ) -> None:
        self._engine = engine
        self._history = history
        self._announced = tuple(grounded(phi, history.game) for phi in announced)
        by_itself = engine.name in (LISTED, "auto")
        self._method = LISTED if by_itself else f"{engine.name}-{LISTED}"
        self._stages: dict[History, list[FewWorlds]] = {}

    def cases(self, phi: Formula, given: Given) -> tuple[Cases, str]:
        """Whether a formula is true, and false, in worlds left; and the method.

        It is without quantifiers.
        """
        worlds = self._listed(phi)[-1]
        return worlds.cases(phi, given, results_given(self._history)), self._method

    def left(self, number: int, given: Given) -> bool:
        """Whether a world fits after so many of the announcements."""
        worlds = self._listed(Truth())[number]
        return worlds.cases(Truth(), given, results_given(self._history))[0]

    def _listed(self, phi: Formula) -> list[FewWorlds]:
        scope = in_scope(self._history, conjunction([*self._announced, phi]))
        if scope not in self._stages:
            worlds = FewWorlds(model_of(self._engine, scope))
            self._stages[scope] = worlds.announce_all(self._announced)
        return self._stages[scope]


def model_of(engine: Engine, history: History) -> ExplicitModel:
    """The worlds that fit a history, as the engine lists them."""
    game = history.game
    sight = sight_of(game) if engine.name != "prolog" else _known_sight(game)
    worlds = list(engine.worlds(history))
    first: dict[bool, World] = {}
    for world in worlds:
        first.setdefault(is_right(history, world), world)
    outlooks = [_outlook(engine, history, world) for world in first.values()]
    shows, results = shows_of(history, sight).shows, results_of(history)
    model = ExplicitModel(game, outlooks, shows, results)
    branches = {right: number for number, right in enumerate(first)}
    for world in worlds:
        model.hands.append(tuple(mask_of(hand, game) for hand in world.hands))
        model.shown.append(tuple(mask_of([card], game) for _, card in world.shown))
        model.branch.append(branches[is_right(history, world)])
    return model


def _known_sight(game: Game) -> Sight:
    """The shipped sight: the table of an edited one is made of the ASP files.

    Raises AxiomError if players see or know other things by the axioms in force.
    """
    require_known_sight(game.rule_set)
    return SHIPPED


def _outlook(engine: Engine, history: History, world: World) -> Outlook:
    """The public fluents after a history in a world."""
    shown = dict(world.shown)
    actions = tuple(
        replace(action, card=shown[step]) if isinstance(action, Shows) else action
        for step, action in enumerate(history.actions)
    )
    found = engine.state(replace(history, hands=world.hands, actions=actions))
    state = State(
        still_in=tuple(sorted(found.still_in)),
        turn=tuple(sorted(found.turn)),
        ans_turn=tuple(sorted(found.ans_turn)),
        phases=tuple(sorted(found.phases)),
        asked=found.question is not None,
        over=bool(found.game_over),
    )
    return Outlook(state, found.question)
