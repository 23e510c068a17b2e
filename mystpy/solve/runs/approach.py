"""How games are solved: who may bluff, how far ahead one looks, when one stops."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import bluff_name, check_plans
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
