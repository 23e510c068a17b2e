"""An engine whose answers allow for notes that leave the history open."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mystpy.engines.base import (
    Answer,
    Cell,
    Cells,
    Engine,
    Grid,
    Inconsistency,
    Judgement,
    PossibleAction,
    PublicFluents,
    Shares,
    World,
)
from mystpy.engines.symbolic.cases import value_of
from mystpy.engines.symbolic.engine import join_grids
from mystpy.errors import QueryError
from mystpy.history.accounts import leaves_open
from mystpy.history.actions import NoAsk
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.decidable import ground
from mystpy.language.nodes import Common, Formula, Knows, Not
from mystpy.possible_histories.clashing_steps import clash_of, judgement_of
from mystpy.possible_histories.counts.counted_deals import CountedDeals
from mystpy.possible_histories.listed_worlds import ListedHistories, are_few
from mystpy.possible_histories.possible_histories import (
    PossibleHistories,
    possible_histories,
)
from mystpy.possible_histories.symbolic_values import SpansHistories, SymbolicValues
from mystpy.views import OBSERVER

LISTED = "worlds"


_followed: list[PossibleHistoriesEngine] = []


def following(engine: Engine) -> PossibleHistoriesEngine:
    """Return the engine that queries this one about each history; one per engine."""
    if isinstance(engine, PossibleHistoriesEngine):
        return engine
    for known in _followed:
        if known.engine is engine:
            return known
    _followed.append(PossibleHistoriesEngine(engine))
    return _followed[-1]


class PossibleHistoriesEngine(Engine):
    """Answers about all histories that may have happened; `engine` judges each turn."""

    lists_worlds = False
    beyond_axioms = True

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.name = engine.name
        self._values = SymbolicValues()

    def judge(self, history: History) -> Judgement:
        """Return whether the history is executable, whichever history happened."""
        if not leaves_open(history):
            return self.engine.judge(history)
        return judgement_of(history, self.engine)

    def state(self, history: History) -> PublicFluents:
        """Return the public fluents, which do not depend on what is open."""
        histories = possible_histories(history)
        return self.engine.state(histories.without_accounts(histories.games[0]))

    def possible(self, history: History) -> tuple[PossibleAction, ...]:
        """Return the actions that are possible next in some of the histories."""
        histories, found = possible_histories(history), dict[object, PossibleAction]()
        for game in histories.games:
            for each in self.engine.possible(histories.without_accounts(game)):
                if history.game.board or not isinstance(each.action, NoAsk):
                    found.setdefault(each.action, each)
        return tuple(self._judged(history, each) for each in found.values())

    def _judged(self, history: History, found: PossibleAction) -> PossibleAction:
        """Return an action with its verdict if the notes leave something open."""
        if getattr(found.action, "cards", None) == frozenset():
            return found  # a pattern for all questions or guesses
        verdict = self.judge(history.then(found.action)).verdict
        return found._replace(verdict=verdict)

    def worlds(self, history: History, *, public: bool = False) -> Iterator[World]:
        """Raise an error: worlds of several histories are not listed together."""
        raise refused(history, "worlds are not listed")

    def value(self, history: History, formula: Formula) -> Answer:
        """Return whether the formula follows, whichever history happened."""
        if not leaves_open(history):
            return self.engine.value(history, formula)
        histories = possible_histories(history)
        phi = ground(formula, histories.games[0])
        if self.engine.lists_worlds and are_few(histories):
            return self._listed_value(histories, phi)
        try:
            return self._values.value(histories, phi)
        except SpansHistories:
            if not are_few(histories):
                raise
            return self._listed_value(histories, phi)

    def _listed_value(self, histories: PossibleHistories, phi: Formula) -> Answer:
        listed = self._listed(histories)
        found = set()
        for true, fits in zip(listed.model.truth(phi), listed.fits, strict=True):
            if fits:
                found.add(true)
        return Answer(value_of((1 in found, 0 in found)), LISTED)

    def _listed(self, histories: PossibleHistories) -> ListedHistories:
        lists = self.engine.lists_worlds
        return ListedHistories(histories, self.engine if lists else None)

    def cells(self, history: History, player: int | None = None) -> Cells:
        """Return what the deals that a player considers possible have in common."""
        histories = possible_histories(history)
        if self._is_in_doubt(histories, player):
            return self._counted(histories, player).cells()
        return join_grids(
            [
                CountedDeals(histories, player, (each,)).cells()
                for each in histories.fitting
            ],
            Cell.DEPENDS,
        )

    def grid(
        self, history: History, player: int | None, limit: int | None = None
    ) -> Grid:
        """Return the number of deals possible for a player. Raises CountTooLarge."""
        return self._in_doubt(history, player).grid(limit)

    def weighted_odds(
        self, history: History, player: int | None, limit: int | None = None
    ) -> Shares:
        """Return the odds of each cell if responders show a random card."""
        return self._in_doubt(history, player).weighted_odds(limit)

    def _in_doubt(self, history: History, player: int | None) -> CountedDeals:
        histories = possible_histories(history)
        if self._is_in_doubt(histories, player) or len(histories.fitting) == 1:
            return self._counted(histories, player)
        name = history.game.owner(player or 0)
        raise QueryError(
            f"{name}'s knowledge depends on open facts: {histories.what_is_open()}",
            hint="count the deals that the writer of the notes considers possible",
        )

    def _counted(
        self, histories: PossibleHistories, player: int | None
    ) -> CountedDeals:
        return CountedDeals(histories, player, histories.fitting_for(player))

    def _is_in_doubt(self, histories: PossibleHistories, player: int | None) -> bool:
        """Return whether somebody knows no more of the history than the notes say."""
        return player in (None, OBSERVER, histories.writer)

    def nested_cells(self, history: History, players: tuple[int, ...]) -> Cells:
        """Return what the first player knows that the next knows, and so on."""
        histories = possible_histories(history)
        first, *others = players
        if histories.writer in others or histories.parts:

            def known(phi: Formula) -> Formula:
                for player in reversed(players):
                    phi = Knows(player, phi)
                return phi

            return self._cells_of_values(history, known)
        mine = first == histories.writer
        among = histories.fitting_for(first) if mine else histories.fitting
        cells = [self._values.cells_of(each, players, each.given) for each in among]
        return join_grids(cells, Cell.OPEN if mine else Cell.DEPENDS)

    def common_cells(self, history: History, group: tuple[int, ...]) -> Cells:
        """Return the cells that are common knowledge of a group."""
        return self._cells_of_values(history, lambda phi: Common(group, phi))

    def _cells_of_values(
        self, history: History, known: Callable[[Formula], Formula]
    ) -> Cells:
        game = history.game

        def cell(holder: int, card: str) -> Cell:
            held = H(holder, card)
            values = []
            for word, fact in ((Cell.YES, held), (Cell.NO, Not(held))):
                values.append(self.value(history, known(fact)).value)
                if values[-1] == "true":
                    return word
            return Cell.DEPENDS if "undetermined" in values else Cell.OPEN

        return tuple({x: cell(k, x) for x in game.cards} for k in game.holders)

    def clash(self, history: History) -> Inconsistency:
        """Return why no world is consistent; call it only if none is."""
        return clash_of(history, self.engine)


def refused(history: History, what: str) -> QueryError:
    """Return the error for a feature that does not allow open notes."""
    histories = possible_histories(history)
    return QueryError(
        f"{what} while something is left open: {histories.what_is_open()}",
        hint="complete the notes, or use ask, know, why, legal or poss",
    )
