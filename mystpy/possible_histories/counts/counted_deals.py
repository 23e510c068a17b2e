"""Count the deals that are consistent with a history, and the holders of each card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from mystpy.engines.base import Cells, Grid, Shares, no_deal
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.engines.symbolic.count.count import (
    LIMIT,
    DealCounts,
    shows_seen,
    tally_residue,
)
from mystpy.engines.symbolic.engine import join_grids
from mystpy.engines.symbolic.grid.grid import ViewGrid
from mystpy.engines.symbolic.grid.residue import Residue
from mystpy.errors import NoWorldFits
from mystpy.game.game import Game
from mystpy.history.accounts import OpenTurn, TurnAccount
from mystpy.possible_histories.counts.disjoint_cases import Case, DisjointCases
from mystpy.possible_histories.counts.weighted_turns import WeightedTurn, weighted_turns
from mystpy.possible_histories.possible_histories import (
    PossibleHistories,
    PossibleHistory,
)
from mystpy.views import Show


class CountedDeals:
    """The deals that a player considers possible, whichever history has happened.

    With None, the observer sees only the given cards.
    """

    def __init__(
        self,
        histories: PossibleHistories,
        player: int | None,
        among: tuple[PossibleHistory, ...],
    ) -> None:
        self.histories, self.player, self.among = histories, player, among

    def cells(self) -> Cells:
        """Return what the deals of all histories have in common."""
        parts, grids = list[Cells](), dict[tuple[Game, str], ViewGrid]()
        for each in self.among:
            key = each.game, each.constraints.outcome
            grid = grids.setdefault(key, ViewGrid(each.constraints.game))
            grid.update(self.histories.seen(each, self.player))
            parts.append(grid.cells())
        return join_grids(parts)

    def grid(self, limit: int | None) -> Grid:
        """Return the number of deals, and for each cell. Raises CountTooLarge."""
        found = self.tally(limit)
        cards = self.histories.history.game.cards
        counts = tuple(dict(zip(cards, row, strict=True)) for row in found.cells)
        return Grid(self.player, found.total, self.cells(), counts)

    def weighted_odds(self, limit: int | None) -> Shares:
        """Return the odds of each cell if responders show a random card.

        Raises QueryError if they depend on the probability of a question.
        """
        found: DealCounts | None = None
        for turns in weighted_turns(self.histories, self.player, self.among):
            with suppress(NoWorldFits):
                counts = self.tally(limit, turns)
                found = counts if found is None else found + counts
        assert found is not None, "one of the histories fits"
        cards = self.histories.history.game.cards
        return tuple(dict(zip(cards, row, strict=True)) for row in found.odds())

    def tally(
        self, limit: int | None, weighted: Sequence[WeightedTurn] | None = None
    ) -> DealCounts:
        """Return the number of deals, each counted once, in total and for each cell.

        For `weighted` turns only their accounts count, and each deal has the weight of
        their shows.
        """
        found: DealCounts | None = None
        for game, given, base in self.histories.bases():
            alone = PossibleHistory(game, (), base, given)
            grid = ViewGrid(base.game)
            with suppress(NoWorldFits):
                grid.update(self.histories.seen(alone, self.player))
                weights = () if weighted is None else self._weights(alone, weighted)
                for residue in self._residues(game, grid.residue, weighted):
                    counts = tally_residue(residue, weights, limit or LIMIT)
                    found = counts if found is None else found + counts
        if found is None or not found.total:
            raise no_deal()
        return found

    def case_count(self) -> int:
        """Return the number of disjoint cases into which the deals are divided."""
        found = 0
        for game, given, base in self.histories.bases():
            alone = PossibleHistory(game, (), base, given)
            grid = ViewGrid(base.game)
            with suppress(NoWorldFits):
                grid.update(self.histories.seen(alone, self.player))
                found += sum(1 for _ in self._residues(game, grid.residue))
        return found

    def _weights(
        self, alone: PossibleHistory, turns: Sequence[WeightedTurn]
    ) -> tuple[Show, ...]:
        """Return the shows that determine the weights, in all turns."""
        others = shows_seen(alone.constraints, alone.given, self.player)
        return (*others, *(show for turn in turns for show in turn.shows))

    def _residues(
        self,
        game: Game,
        known: Residue,
        weighted: Sequence[WeightedTurn] | None = None,
    ) -> Iterator[Residue]:
        """Yield what remains open in each of some disjoint cases."""
        disjoint = DisjointCases(known)
        followed = self.histories.turns if weighted is None else weighted
        turns = [
            [self._case(game, known, step, turn, each) for each in turn.accounts]
            for step, turn, *_ in followed
        ]
        for barred, clauses in disjoint.combined(turns):
            residue = known.with_told(barred, sorted(clauses))
            if residue.simplify() and _has_room(residue):
                residue.reduce()
                yield residue

    def _case(
        self,
        game: Game,
        known: Residue,
        step: int,
        turn: OpenTurn,
        account: TurnAccount,
    ) -> Case:
        """Return what the player has seen according to one account of a turn."""
        conditions, shows = self.histories.told(game, step, turn, account)
        seen = [
            Condition(show.by, ConditionKind.SOME, card)
            for show, card in shows
            if card is not None and (self.player is None or show.sees(self.player))
        ]
        barred, clauses = known.places.read([*conditions, *seen])
        return Case(barred, frozenset(clauses))


def _has_room(residue: Residue) -> bool:
    """Return whether each place can hold the cards confined to it, and can be filled.

    A count considers only the places to which free cards may go.
    """
    fixed = residue.places.split(residue.fixed)
    may = residue.places.split(residue.may)
    return all(
        few.bit_count() <= size <= many.bit_count()
        for few, size, many in zip(fixed, residue.places.sizes, may, strict=True)
    )
