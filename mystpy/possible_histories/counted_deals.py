"""The deals that fit one of the histories, counted, with who holds which card."""

from __future__ import annotations

from collections.abc import Iterator
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
from mystpy.errors import NoWorldFits, QueryError
from mystpy.game.game import Game
from mystpy.history.accounts import OpenTurn, TurnAccount
from mystpy.possible_histories.disjoint_cases import Case, DisjointCases
from mystpy.possible_histories.possible_histories import (
    PossibleHistories,
    PossibleHistory,
)
from mystpy.views import Show


class CountedDeals:
    """The deals that a player holds possible, whichever history has happened.

    None: whoever sees what is given.
    """

    def __init__(
        self,
        histories: PossibleHistories,
        player: int | None,
        among: tuple[PossibleHistory, ...],
    ) -> None:
        self.histories, self.player, self.among = histories, player, among

    def cells(self) -> Cells:
        """What the deals of all histories have in common."""
        parts, grids = list[Cells](), dict[tuple[Game, str], ViewGrid]()
        for each in self.among:
            key = each.game, each.constraints.outcome
            grid = grids.setdefault(key, ViewGrid(each.constraints.game))
            grid.update(self.histories.seen(each, self.player))
            parts.append(grid.cells())
        return join_grids(parts)

    def grid(self, limit: int | None) -> Grid:
        """The number of deals, and for each cell. Raises CountTooLarge."""
        found = self.tally(limit)
        cards = self.histories.history.game.cards
        counts = tuple(dict(zip(cards, row, strict=True)) for row in found.cells)
        return Grid(self.player, found.total, self.cells(), counts)

    def weighted_odds(self, limit: int | None) -> Shares:
        """The odds of each cell if responders show a random card."""
        for _, turn in self.histories.turns:
            if len(turn.accounts) > 1 and any(
                answer.card for account in turn.accounts for answer in account.answers
            ):
                raise QueryError(
                    "how likely a card was shown depends on what is open: "
                    f"{self.histories.what_is_open()}",
                    hint="ask for the odds with all deals equally likely",
                )
        found = self.tally(limit, weighted=True)
        cards = self.histories.history.game.cards
        return tuple(dict(zip(cards, row, strict=True)) for row in found.odds())

    def tally(self, limit: int | None, *, weighted: bool = False) -> DealCounts:
        """The number of deals, each counted once, and of those of each cell."""
        found: DealCounts | None = None
        for game, given, base in self.histories.bases():
            alone = PossibleHistory(game, (), base, given)
            grid = ViewGrid(base.game)
            with suppress(NoWorldFits):
                grid.update(self.histories.seen(alone, self.player))
                for residue in self._residues(game, grid.residue):
                    weights = self._weights(game) if weighted else ()
                    counts = tally_residue(residue, weights, limit or LIMIT)
                    found = counts if found is None else found + counts
        if found is None or not found.total:
            raise no_deal()
        return found

    def case_count(self) -> int:
        """The number of disjoint cases by which deals are counted."""
        found = 0
        for game, given, base in self.histories.bases():
            alone = PossibleHistory(game, (), base, given)
            grid = ViewGrid(base.game)
            with suppress(NoWorldFits):
                grid.update(self.histories.seen(alone, self.player))
                found += sum(1 for _ in self._residues(game, grid.residue))
        return found

    def _weights(self, game: Game) -> tuple[Show, ...]:
        """The shows by which deals are weighed, which are the same in all histories."""
        first = next(each for each in self.among if each.game == game)
        return shows_seen(first.constraints, first.given, self.player)

    def _residues(self, game: Game, known: Residue) -> Iterator[Residue]:
        """What is left open in each of some disjoint cases."""
        disjoint = DisjointCases(known)
        turns = [
            [self._case(game, known, step, turn, each) for each in turn.accounts]
            for step, turn in self.histories.turns
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
        """What the player has seen of one account of a turn."""
        conditions, shows = self.histories.told(game, step, turn, account)
        seen = [
            Condition(show.by, ConditionKind.SOME, card)
            for show, card in shows
            if card is not None and (self.player is None or show.sees(self.player))
        ]
        barred, clauses = known.places.read([*conditions, *seen])
        return Case(barred, frozenset(clauses))


def _has_room(residue: Residue) -> bool:
    """Whether each place has room for the cards that can be nowhere else."""
    fixed = residue.places.split(residue.fixed)
    sizes = residue.places.sizes
    return all(n >= cards.bit_count() for n, cards in zip(sizes, fixed, strict=True))
