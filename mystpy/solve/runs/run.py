"""The settings of a run: who may bluff, how far to look ahead, when to stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from math import inf
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
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import ValueBounds, improving_bounds
from mystpy.solve.trees.last_question import (
    allows_last_question,
    grows_too_large,
    last_question_tree,
)

LAST_QUESTION = "last_question"
"""The key for the players whose plans end with a last question.

Only stages of trees that end with one have it.
"""


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
    ) -> Iterator[tuple[ValueBounds, int, bool]]:
        """Yield better and better bounds of a game, and how many turns were examined.

        The `kept` bounds are the first ones, with their values computed again. Each
        form is passed to `ahead` before it is solved. If the next tree is likely to be
        large, games end with a last question from then on; then the third part is true.
        Raises as `improving_bounds`, and QueryError if `kept` cannot be resumed.
        """
        known = None if kept is None else self.stage_bounds(game, kept, tick)
        looked = kept["looked"] if kept else 0
        again = LAST_QUESTION not in (kept or ())
        words = game, self.variant, tick, self.rounds
        search = partial(improving_bounds, *words, room=self.room, gap=self.gap)
        if known is not None and not again:
            yield known, looked, True
        else:
            trees = _UsualTrees(game, self.variant, tick, ahead)
            usual = search(known=known, looked=looked, ahead=trees.note)
            first = looked or 1
            for known, looked in _numbered(usual, first):
                yield known, looked, False
                is_open = known.gap > self.gap and not known.begun
                if is_open and trees.next_is_large(looked):
                    looked -= 1  # this turn is solved again
                    break
                if self._is_enough(known, looked):
                    return
            else:
                return
            del usual, trees  # they need memory
        if looked >= self._most:
            return
        growth = last_question_tree(game, self.variant, tick)
        found = search(
            known=known, looked=looked, ahead=ahead, growth=growth, again=again
        )
        for bounds, seen in _numbered(islice(found, 1, None), looked + 1):
            yield bounds, seen, True
            if self._is_enough(bounds, seen):
                return

    @property
    def _most(self) -> float:
        """Return the most turns to examine."""
        return inf if self.turns is None else self.turns

    def _is_enough(self, bounds: ValueBounds, turns: int) -> bool:
        """Return whether no closer bounds are wanted after so many turns."""
        return bounds.gap <= self.gap or (turns >= self._most and not bounds.begun)

    def stage_bounds(
        self,
        game: Game,
        kept: Mapping[str, Any],
        tick: Callable[[], None] = lambda: None,
    ) -> ValueBounds:
        """Return the bounds of a stage. Raises QueryError if it cannot be resumed."""
        last = kept.get(LAST_QUESTION, ())

        def growth(player: int) -> TreeBuilder:
            build = last_question_tree if player in last else TreeBuilder
            return build(game, self.variant, tick)

        try:
            found = check_plans(kept, tick, growth)
        except QueryError as error:
            raise QueryError(
                f"the saved run of {game.to_dict()} cannot be continued: {error}"
            ) from error
        lower, upper = (
            side._replace(last_question=side.player in last)
            for side in (found.lower, found.upper)
        )
        return ValueBounds(game, self.variant, lower, upper)


def _numbered(
    found: Iterable[ValueBounds], first: int
) -> Iterator[tuple[ValueBounds, int]]:
    """Yield bounds with the number of turns that are solved, from `first` on."""
    seen = first - 1
    for bounds in found:
        seen += not bounds.begun
        yield bounds, seen


class _UsualTrees:
    """The sizes of a game's trees without a last question, and the latest tree."""

    def __init__(
        self,
        game: Game,
        variant: GameVariant,
        tick: Callable[[], None],
        ahead: Callable[[SequenceForm], None],
    ) -> None:
        self._game, self._variant, self._tick = game, variant, tick
        self._ahead, self._sizes = ahead, dict[int, int]()

    def note(self, form: SequenceForm) -> None:
        """Note the size of a tree that is solved next."""
        self._note(form)
        self._ahead(form)

    def _note(self, form: SequenceForm) -> None:
        self._sizes[form.turns] = form.root.size
        self._latest = form

    def next_is_large(self, seen: int) -> bool:
        """Return whether a game should end with a last question after so many turns.

        Trees that were solved in an earlier run are built again.
        """
        if not allows_last_question(self._game, self._variant):
            return False
        last = range(max(1, seen - 2), seen + 1)
        if missing := [turns for turns in last if turns not in self._sizes]:
            growth = TreeBuilder(self._game, self._variant, self._tick)
            for turns in missing:
                self._note(growth.form(turns))
        large = grows_too_large([self._sizes[turns] for turns in last])
        return large and self._latest.unfinished


class StageJournal(Journal):
    """The stages of some games that are being solved in the same way.

    The values of the strategies in a stage are computed again when it is used. If the
    last stage of a game has a plan with a last question, `usual` has the last stage
    without one; `stages` finds both.
    """

    same = "solve the same games in the same way"

    def __init__(self, path: Path, run: Run) -> None:
        self._run = run
        if run.reduced:  # the file may be of a run that asked idle questions, too
            self.same += ", with --whole if the file is of the whole game"
        super().__init__(path, run.head())
        self.usual: dict[Game, dict[str, Any]] = {}

    def check(self, row: Mapping[str, Any]) -> None:
        """Raise RowFault for a row that is not the stage of a game."""
        looked = row.get("looked")
        if type(looked) is not int or not 1 <= looked <= MOST_TURNS:
            raise RowFault("it does not say how many turns were looked at")
        try:
            game, variant = game_of(row)
        except MystError as error:
            raise RowFault(str(error)) from None
        except (AttributeError, LookupError, TypeError, ValueError):
            raise RowFault("it is no certificate") from None
        if variant != self._run.variant:
            raise RowFault("it is of another variant of the game")
        if LAST_QUESTION not in row:
            return
        if repr(row[LAST_QUESTION]) not in ("[]", "[1]", "[2]", "[1, 2]"):
            raise RowFault("it does not say whose plan ends with a last question")
        if not allows_last_question(game, variant):
            raise RowFault("it has a last question, which its game may not end with")

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
            if not row.get(LAST_QUESTION):
                self.usual[game] = row
        self.usual = {
            game: row for game, row in self.usual.items() if found[game] is not row
        }
        return found


def stage_of(found: ValueBounds, looked: int, last: bool) -> dict[str, Any]:
    """Return the stage to be saved for bounds that were found with `looked` turns.

    If it is for the trees that end with a `last` question, it says whose plan has one.
    """
    more = {LAST_QUESTION: found.last_questions} if last else {}
    return {"looked": looked, **more, **certificate(found)}
