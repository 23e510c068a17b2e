"""What holds along the ways ahead, in games whose situations are finitely many.

In the field: model checking of CTL by fixed points (Clarke and Emerson 1981), over ways
that end where nothing can be done.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from mystpy.axiom_folder import cached_by_theory
from mystpy.compilation import dataclass, field
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.language.temporal import AllFinally, AllGlobally, Future, SomeFinally
from mystpy.processes.ticking import tick
from mystpy.situations.epistemic_state import EpistemicState, SuccessorState
from mystpy.situations.explore import events

MOST_STAGES = 20_000
"""Games with more public histories up to what matters are refused."""


@dataclass(slots=True)
class StateSpace:
    """All stages of a game, with the steps from each; `kept` is what is known of them.

    A set of worlds of every stage stands as a list, in the order of the stages.
    """

    stages: list[EpistemicState]
    places: dict[Hashable, int]
    steps: list[list[tuple[SuccessorState, int]]] = field(default_factory=list)
    kept: dict[Hashable, list[int]] = field(default_factory=dict)

    def where(
        self,
        f: Future,
        key: Hashable,
        body: Callable[[EpistemicState], int],
        stage: EpistemicState,
    ) -> int:
        """The worlds of a stage in which a formula holds; `body` is for its body.

        It is worked out once for all stages, and kept under the key.
        """
        if key not in self.kept:
            self.kept[key] = self._fixed_point(f, [body(x) for x in self.stages])
        return self.kept[key][self.places[_key(stage)]]

    def _fixed_point(self, f: Future, body: list[int]) -> list[int]:
        globally = not isinstance(f, AllFinally | SomeFinally)
        every = isinstance(f, AllFinally | AllGlobally)
        found = list(body)
        changed = True
        while changed:
            tick()
            changed = False
            # From the end: what is ahead is mostly known by then.
            for k in range(len(found) - 1, -1, -1):
                ahead = self._ahead(k, found, every=every, ends=globally)
                new = body[k] & ahead if globally else body[k] | ahead
                changed |= new != found[k]
                found[k] = new
        return found

    def _ahead(self, k: int, found: list[int], *, every: bool, ends: bool) -> int:
        """The worlds of a stage from which every step, or some, leads there.

        Those without a step belong to them if that is how it `ends` well.
        """
        moving = there = missing = 0
        for reached, place in self.steps[k]:
            moving |= reached.alive
            there |= reached.lifted(reached.stage.full & found[place])
            missing |= reached.lifted(reached.stage.full & ~found[place])
        full = self.stages[k].full
        led = moving & ~missing if every else there
        return led | full & ~moving if ends else led


def _key(stage: EpistemicState) -> Hashable:
    return stage.number, stage.question, stage.full


@cached_by_theory(1)
def ways_of(game: Game) -> StateSpace:
    """The ways of a game.

    Raises QueryError if its situations are too many, or if cards are shown that not
    everybody sees: then there is no end of different ones.
    """
    start = EpistemicState.start(game)
    hint = "name a smaller game of two players, or say what holds after so many: next"
    if not start.frame.shows_public:
        raise QueryError(
            "with more than two players situations do not repeat, so that whole ways "
            "ahead are not looked at",
            hint=hint,
        )
    found = StateSpace([start], {_key(start): 0})
    for stage in found.stages:  # it grows
        tick()
        if len(found.stages) > MOST_STAGES:
            raise QueryError(
                f"the ways ahead lead to more than {MOST_STAGES:,} situations",
                hint=hint,
            )
        steps = []
        for event in events(stage):
            for reached in stage.after(event):
                key = _key(reached.stage)
                if key not in found.places:
                    found.places[key] = len(found.stages)
                    found.stages.append(reached.stage)
                steps.append((reached, found.places[key]))
        found.steps.append(steps)
    return found
