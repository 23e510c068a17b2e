"""The settings of a run: who may bluff, how far to look ahead, when to stop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from mystpy.compilation import NamedTuple
from mystpy.errors import MystError, QueryError
from mystpy.files.journal import Journal
from mystpy.files.rows import RowFault
from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import (
    MOST_TURNS,
    bluff_name,
    certificate,
    check_plans,
    game_of,
)
from mystpy.solve.extensive.form import SequenceForm
from mystpy.solve.extensive.value_bounds import ValueBounds, improving_bounds


class Run(NamedTuple):
    """The settings by which games are played and solved.

    A game is examined for at most this number of `turns`, by a linear program or by
    this number of `rounds` of regret minimization. The search ends when the bounds are
    no further apart than `gap`, and uses no more than `room` bytes of memory. The run
    is `reduced` if all questions are allowed, and idle ones were left out because they
    change no value.
    """

    variant: GameVariant
    turns: int | None = None
    rounds: int | None = None
    gap: Fraction = Fraction(0)
    room: int | None = None
    reduced: bool = False

    def head(self) -> dict[str, object]:
        """Return the settings that must be equal for a run to be resumed."""
        return {
            "solve": 1,
            "bluff": bluff_name(self.variant),
            "questions": self.variant.questions,
            "announced": self.variant.announced,
            **({"either": True} if self.variant.either else {}),
            "rounds": self.rounds,
            "gap": str(self.gap) if self.rounds else None,
        }

    def bounds(
        self,
        game: Game,
        kept: Mapping[str, Any] | None = None,
        tick: Callable[[], None] = lambda: None,
        ahead: Callable[[SequenceForm], None] = lambda _: None,
    ) -> Iterator[tuple[ValueBounds, int]]:
        """Yield better and better bounds of a game, and how many turns were examined.

        The `kept` bounds are the first ones, with their values computed again. Each
        form is passed to `ahead` before it is solved. Raises as `improving_bounds`, and
        QueryError if `kept` cannot be resumed.
        """
        known, looked = None, 0
        if kept is not None:
            looked = kept["looked"]
            try:
                known = check_plans(kept, tick)
            except QueryError as error:
                settings = (
                    f"the saved run of {game.to_dict()} cannot be continued: {error}"
                )
                raise QueryError(settings) from error
        found = improving_bounds(
            game,
            self.variant,
            tick,
            self.rounds,
            known=known,
            looked=looked,
            room=self.room,
            gap=self.gap,
            ahead=ahead,
        )
        for seen, bounds in enumerate(found, looked if known else 1):
            yield bounds, seen
            if self.turns is not None and seen >= self.turns:
                return


class StageJournal(Journal):
    """The stages of some games that are being solved in the same way.

    The values of the strategies in a stage are computed again when it is used.
    """

    same = "solve the same games in the same way"

    def __init__(self, path: Path, run: Run) -> None:
        self._run = run
        if run.reduced:  # the file may be of a run that asked idle questions, too
            self.same += ", with --whole if the file is of the whole game"
        super().__init__(path, run.head())

    def check(self, row: Mapping[str, Any]) -> None:
        """Raise RowFault for a row that is not the stage of a game."""
        looked = row.get("looked")
        if type(looked) is not int or not 1 <= looked <= MOST_TURNS:
            raise RowFault("it does not say how many turns were looked at")
        try:
            _, variant = game_of(row)
        except MystError as error:
            raise RowFault(str(error)) from None
        except (AttributeError, LookupError, TypeError, ValueError):
            raise RowFault("it is no certificate") from None
        if variant != self._run.variant:
            raise RowFault("it is of another variant of the game")

    def stages(self, games: Sequence[Game]) -> dict[Game, dict[str, Any]]:
        """Return the last stage of each game. Raises QueryError for other games.

        No other process may be writing: the partial line of a killed one is cut off.
        """
        self.cut_torn()
        wanted, found = set(games), dict[Game, dict[str, Any]]()
        for place, row in self.rows():
            game, _ = game_of(row)
            if game not in wanted:
                raise QueryError(
                    f"{self.path}:{self.line_at(place)} is of another game:"
                    f" {game.to_dict()}",
                    hint=f"{self.same}, and others besides; or name a new file",
                )
            found[game] = row
        return found


def stage_of(found: ValueBounds, looked: int) -> dict[str, Any]:
    """Return the stage to be saved for bounds that were found with `looked` turns."""
    return {"looked": looked, **certificate(found)}
