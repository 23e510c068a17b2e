"""The histories that may have happened, if the notes leave something open.

There is one for each account of each open turn, and for each way of dealing the cards
if the sizes of hands are not known. The writer of the notes does not know which of them
happened. The other players were there: they know it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from itertools import product
from math import prod

from mystpy.axiom_folder import cached_by_theory
from mystpy.bits import mask_of
from mystpy.compilation import NamedTuple, replace
from mystpy.engines.base import no_deal
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.engines.symbolic.belief_progression import BeliefProgression
from mystpy.engines.symbolic.grid.grid import ViewGrid, view
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.errors import NoWorldFits, QueryError
from mystpy.game.game import Game
from mystpy.history.accounts import OpenTurn, TurnAccount, open_turns
from mystpy.history.actions import NoAsk
from mystpy.history.history import History
from mystpy.history.sentences import name_of
from mystpy.possible_histories.answer_conditions import answer_conditions, on_a_board
from mystpy.views import GivenCards, Show, sight_of

MOST_HISTORIES = 600
"""The largest number of histories that are followed."""


class PossibleHistory(NamedTuple):
    """One history that may have happened: its sizes, and an account of each open turn.

    `constraints` are what all players at the table know, `given` has the given cards.
    """

    game: Game
    accounts: tuple[TurnAccount, ...]
    constraints: PublicConstraints
    given: GivenCards


def writer_of(history: History) -> int | None:
    """Return the writer of the notes: as stated, or the only player with a hand."""
    if history.writer is not None:
        return history.writer
    given = [k for k in range(1, history.game.p + 1) if history.hands[k] is not None]
    return given[0] if len(given) == 1 else None


@cached_by_theory(64)
def possible_histories(history: History) -> PossibleHistories:
    """Return the histories that may have happened; QueryError if they are too many."""
    return PossibleHistories(history)


class PossibleHistories:
    """The histories that may have happened, if `history` leaves something open."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.writer = writer_of(history)
        self._fit: dict[int | None, tuple[PossibleHistory, ...]] = {}
        self.turns = tuple(open_turns(history.actions))
        self.parts = tuple(
            Condition(holder, ConditionKind.SOME, mask_of([card], history.game))
            for holder, cards in enumerate(history.parts)
            for card in sorted(cards)
        )
        number = len(self.games) * prod(len(turn.accounts) for _, turn in self.turns)
        if number > MOST_HISTORIES:
            raise QueryError(
                f"the notes leave {number:,} histories possible, and at most "
                f"{MOST_HISTORIES:,} are followed: {self.what_is_open()}",
                hint="complete one of these",
            )

    def what_is_open(self) -> str:
        """Describe in words what is left open, with the steps."""
        found = [
            f"the turn of {name_of(turn.player, self.history.game)} in step {step}"
            for step, turn in self.turns
            if len(turn.accounts) > 1
        ]
        if self.history.game.possible_sizes:
            found.append("the sizes of the hands")
        return ", ".join(found) or "part of a hand is given"

    @cached_property
    def games(self) -> tuple[Game, ...]:
        """Return the game with all sizes that the given hands allow."""
        game = self.history.game
        if not game.possible_sizes:
            return (game,)
        hands, parts = self.history.hands, self.history.parts
        found = tuple(
            replace(game, sizes=sizes, possible_sizes=())
            for sizes in game.possible_sizes
            if all(
                hand is None or len(hand) == size
                for hand, size in zip(hands, sizes, strict=True)
            )
            and all(len(part) <= size for part, size in zip(parts, sizes, strict=False))
        )
        if not found:
            raise no_deal()
        return found

    def without_accounts(self, game: Game) -> History:
        """Return the history, with these sizes, in which open turns tell nothing."""
        game = on_a_board(game) if self.turns else game
        actions = tuple(
            NoAsk(action.player) if isinstance(action, OpenTurn) else action
            for action in self.history.actions
        )
        return History(game, self.history.hands, actions, self.history.places)

    def told(
        self, game: Game, step: int, turn: OpenTurn, account: TurnAccount
    ) -> tuple[tuple[Condition, ...], tuple[tuple[Show, int | None], ...]]:
        """Return what an account tells: conditions, and shows with the cards seen."""
        conditions = tuple(
            dict.fromkeys(
                condition
                for answer in account.answers
                for condition in answer_conditions(game, account.cards, answer)
            )
        )
        sight, cards = sight_of(game), mask_of(account.cards, game)
        shows = tuple(
            (
                Show(step, answer.player, turn.player, cards, sight),
                None if answer.card is None else mask_of([answer.card], game),
            )
            for answer in account.answers
            if answer.shows
        )
        return conditions, shows

    def bases(self) -> Iterator[tuple[Game, GivenCards, PublicConstraints]]:
        """Yield what the other turns tell, by game and outcome of a last guess."""
        for game in self.games:
            position = BeliefProgression.of(self.without_accounts(game))
            with suppress(NoWorldFits):
                for constraints in position.constraint_sets:
                    yield game, position.given, constraints

    @cached_property
    def all(self) -> tuple[PossibleHistory, ...]:
        """Return all histories, whether or not a deal is consistent with them."""
        found = []
        for game, given, base in self.bases():
            for accounts in product(*(turn.accounts for _, turn in self.turns)):
                constraints, cards = self._with(game, base, given, accounts)
                found.append(PossibleHistory(game, accounts, constraints, cards))
        return tuple(found)

    @property
    def fitting(self) -> tuple[PossibleHistory, ...]:
        """Return the histories with a consistent deal. Raises NoWorldFits for none."""
        return self.fitting_for(None)

    def fitting_for(self, player: int | None) -> tuple[PossibleHistory, ...]:
        """Return the histories with a deal consistent with what a player has seen."""
        if player not in self._fit:
            self._fit[player] = self._fitting(player)
        return self._fit[player]

    def _fitting(self, player: int | None) -> tuple[PossibleHistory, ...]:
        grids: dict[tuple[Game, str], ViewGrid] = {}
        found = []
        for each in self.all:
            kept = (each.game, each.constraints.outcome)
            grid = grids.setdefault(kept, ViewGrid(each.constraints.game))
            with suppress(NoWorldFits):
                grid.update(self.seen(each, player))
                found.append(each)
        if not found:
            raise no_deal()
        return tuple(found)

    def seen(self, each: PossibleHistory, player: int | None) -> frozenset[Condition]:
        """Return what a player has seen, as conditions; None: everything given."""
        found = view(each.constraints, each.given, player)
        return found.union(self.parts) if player is None else found

    def _with(
        self,
        game: Game,
        base: PublicConstraints,
        given: GivenCards,
        accounts: tuple[TurnAccount, ...],
    ) -> tuple[PublicConstraints, GivenCards]:
        """Return what the other turns and one account of each open turn tell."""
        timed, seen = list(base.timed_conditions), dict(given.shown)
        shows = [(show, seen.get(e)) for e, show in enumerate(base.shows)]
        for (step, turn), account in zip(self.turns, accounts, strict=True):
            conditions, shown = self.told(game, step, turn, account)
            timed += [(step, condition) for condition in conditions]
            shows += shown
        timed.sort(key=lambda each: each[0])
        shows.sort(key=lambda each: each[0].step)
        cards = ((e, card) for e, (_, card) in enumerate(shows) if card is not None)
        constraints = replace(
            base,
            timed_conditions=tuple(timed),
            shows=tuple(show for show, _ in shows),
        )
        return constraints, GivenCards(given.hands, tuple(cards))
