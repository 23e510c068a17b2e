"""Announcements evaluated on the worlds that an engine lists; every engine lists.

This is the reference for methods that do not list, and suitable for small games.
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.bits import mask_of
from mystpy.compilation import NamedTuple, replace
from mystpy.engines.announcements.consequences import AnnouncedHistory
from mystpy.engines.base import Answer, Engine, PublicFluents, World
from mystpy.engines.both import BothEngine
from mystpy.engines.combination import CombinedEngine
from mystpy.engines.semantics import Semantics, is_right
from mystpy.engines.symbolic.cases import Cases
from mystpy.engines.symbolic.enumeration import EnumeratedWorlds
from mystpy.engines.worlds.model import ExplicitModel
from mystpy.history.actions import Looks, Shows
from mystpy.history.history import History
from mystpy.language.atoms import Truth
from mystpy.language.decidable import ground
from mystpy.language.junctions import conjunction
from mystpy.language.nodes import Formula
from mystpy.sight import results_given, results_of
from mystpy.views import GivenCards, in_scope, shows_of


def announced_by(
    engine: Engine, history: History, announced: Sequence[Formula]
) -> AnnouncedHistory | AgreedWorlds:
    """Return the consequences of these announcements, by an engine.

    An engine with symbolic methods uses them if the game is not small or has many
    worlds; otherwise worlds are listed. Raises NoWorldFits if an announcement is false
    in every consistent world in which those before it were true, and the errors of the
    engine.
    """
    match engine:
        case BothEngine(first=first, second=second):
            each = (announced_by(e, history, announced) for e in (first, second))
            return AgreedWorlds(engine, *each)
        case CombinedEngine() if not engine.lists_updates(history):
            # Not at the top: these need solvers, and Prolog does not.
            from mystpy.engines.announcements.effects import after

            return after(history, announced, methods=engine.updates)
        case CombinedEngine(semantics=lists) | (Semantics() as lists):
            return AnnouncedHistory(
                history, announced, [AnnouncementListing(lists, history, announced)]
            )
    raise AssertionError(f"{engine.name} is no engine of mystpy")


class AgreedWorlds(NamedTuple):
    """The common answers of two engines after announcements."""

    both: BothEngine
    first: AnnouncedHistory | AgreedWorlds
    second: AnnouncedHistory | AgreedWorlds

    def value(self, formula: Formula) -> Answer:
        """Return whether a formula holds now. Raises EnginesDisagree."""
        one = self.first.value(formula)
        return self.both.joined(one, self.second.value(formula))


class AnnouncementListing:
    """The worlds that an engine lists, before and after each of some announcements.

    These are all worlds that the announcements and later formulas can reach from the
    consistent ones.
    """

    def __init__(
        self, engine: Semantics, history: History, announced: Sequence[Formula]
    ) -> None:
        self._engine = engine
        self._history = history
        self._announced = tuple(ground(phi, history.game) for phi in announced)
        self._announced_worlds: dict[History, list[EnumeratedWorlds]] = {}

    def cases(self, phi: Formula, given: GivenCards) -> tuple[Cases, str]:
        """Return whether remaining worlds make a formula true, and false; the method.

        The formula has no quantifiers.
        """
        worlds = self._listed(phi)[-1]
        return worlds.cases(
            phi, given, results_given(self._history)
        ), self._engine.listing

    def left(self, number: int, given: GivenCards) -> bool:
        """Return whether a world is consistent after this number of announcements."""
        worlds = self._listed(Truth())[number]
        return worlds.cases(Truth(), given, results_given(self._history))[0]

    def _listed(self, phi: Formula) -> list[EnumeratedWorlds]:
        scope = in_scope(self._history, conjunction([*self._announced, phi]))
        if scope not in self._announced_worlds:
            worlds = EnumeratedWorlds(model_of(self._engine, scope))
            self._announced_worlds[scope] = worlds.announce_all(self._announced)
        return self._announced_worlds[scope]


def model_of(engine: Semantics, history: History) -> ExplicitModel:
    """Return the worlds consistent with a history, as the engine lists them."""
    game = history.game
    sight = engine.sight(game)
    worlds = list(engine.worlds(history))
    first: dict[bool, World] = {}
    for world in worlds:
        first.setdefault(is_right(history, world), world)
    fluents = [_fluents(engine, history, world) for world in first.values()]
    shows, results = shows_of(history, sight).shows, results_of(history)
    model = ExplicitModel(game, fluents, shows, results)
    outcomes = {right: number for number, right in enumerate(first)}
    for world in worlds:
        model.hands.append(tuple(mask_of(hand, game) for hand in world.hands))
        model.shown.append(tuple(mask_of([card], game) for _, card in world.shown))
        model.outcome.append(outcomes[is_right(history, world)])
    model.given_views = engine.views(history)
    return model


def _fluents(engine: Semantics, history: History, world: World) -> PublicFluents:
    """Return the public fluents after a history in a world."""
    shown = dict(world.shown)
    actions = tuple(
        replace(action, card=shown[step])
        if isinstance(action, Shows | Looks)
        else action
        for step, action in enumerate(history.actions)
    )
    return engine.state(replace(history, hands=world.hands, actions=actions))
