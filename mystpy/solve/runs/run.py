"""How games are solved: who may bluff, how far ahead one looks, when one stops."""

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
    """How games are played, and how they are solved.

    They are looked at for at most so many `turns`, by a linear programme or by so many
    `rounds` of regret minimization, until the bounds are no further apart than `gap`,
    and with no more than `room` bytes of memory. It is `reduced` if all questions
    might be asked, and idle ones were left out because they change no value.
    """

    variant: GameVariant
    turns: int | None = None
    rounds: int | None = None
    gap: Fraction = Fraction(0)
    room: int | None = None
    reduced: bool = False

    def head(self) -> dict[str, object]:
        """What has to be the same for what was found to be gone on with."""
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
        """Better and better bounds of a game, and how many turns were looked at.

        What is `kept` of it comes first, its worth computed again. What a turn needs is
        known `ahead`, before it is looked at. Raises as `improving_bounds`, and
        QueryError for what cannot be gone on with.
        """
        known, looked = None, 0
        if kept is not None:
            looked = kept["looked"]
            try:
                known = check_plans(kept, tick)
            except QueryError as error:
                settings = (
                    f"what is kept of {game.to_dict()} cannot be gone on with: {error}"
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

    What the strategies in a stage are worth is computed again when it is used.
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
            raise RowFault("it is of another way to play")

    def stages(self, games: Sequence[Game]) -> dict[Game, dict[str, Any]]:
        """The last stage of each game. Raises QueryError for the file of other games.

        No process may be writing: what one that was killed has left is cut off.
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
    """What is kept of what was found by looking so many turns ahead."""
    return {"looked": looked, **certificate(found)}
