"""The value of a game of two players, by exact fractions, and strategies that prove it.

The solver's plans are rounded to fractions. The value of each against the best response
is computed exactly. If both values are equal, this is the value of the game, whatever
the solver did. Otherwise they are bounds, which are equally certain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant, smaller_tree_hint
from mystpy.solve.extensive.form import Floats, RealizationPlan, SequenceForm
from mystpy.solve.extensive.labels import information_sets, known_piles
from mystpy.solve.extensive.program import SolverSolution, optimum, refine_plan
from mystpy.solve.extensive.reductions.double_oracle import approach, restrict
from mystpy.solve.extensive.reductions.quotient import Quotient
from mystpy.solve.extensive.reductions.restriction import RestrictedGame
from mystpy.solve.extensive.regret import minimize_regret
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.thresholds import (
    MAX_WAYS_OF_A_PROGRAMME,
    MAX_WAYS_SOLVED_AS_A_WHOLE,
    MAX_WAYS_WITHOUT_FIRST_BOUNDS,
    MAX_WAYS_WITHOUT_QUOTIENT,
)

_NOTHING = 1e-9
"""Numbers up to this size count as 0, because of the solver's tolerance."""
_NEAR = 1e-9
"""A plan whose value is less than the solver's by more than this is rejected."""
_DIGITS = 256, 768
"""The binary digits of a plan that are computed, at first and if these do not suffice.
"""
_SPARE = 76
"""The number of wrong digits to expect; half of the others determine a denominator."""
_BYTES_OF_A_PROGRAMME, _BYTES = 4_000, 500
"""The bytes needed for each play, in a linear program and without."""


class BoundWitness(NamedTuple):
    """A plan of one player, and the guaranteed probability that player 1 wins.

    It is the worst probability for the player whose plan it is. With a `last_question`
    an unfinished game ends with one that is not in the form.
    """

    form: SequenceForm
    player: int
    plan: RealizationPlan
    value: Fraction
    last_question: bool = False

    def lines(self) -> Iterator[tuple[str, dict[str, Fraction]]]:
        """Yield the chances of the actions in the information sets reached."""
        weights = self.plan.weights
        for known in information_sets(self.form, self.player, weights):
            chances = weights[known.first : known.first + len(known.actions)]
            acts = zip(known.actions, chances, strict=True)
            whole = weights[known.parent]
            yield known.label, {act: Fraction(w, whole) for act, w in acts if w}
        for label, guess in known_piles(self.form, self.player, weights):
            yield label, {guess: Fraction(1)}


class ValueBounds(NamedTuple):
    """Bounds on the value of a game to player 1, and the plans that prove them.

    Each plan is for the game that ends after as many turns as its form has. An
    unfinished play is lost for the player whose plan it is, or she wins it with the
    chance of a last question. So the bounds are valid for the game without this limit.
    If the last turn is only `begun`, its plans are not optimal yet.
    """

    game: Game
    variant: GameVariant
    lower: BoundWitness
    upper: BoundWitness
    begun: bool = False

    @property
    def turns(self) -> int:
        """Return the largest number of turns of the two forms."""
        return max(self.lower.form.turns, self.upper.form.turns)

    @property
    def last_questions(self) -> list[int]:
        """Return the players whose plans end with a last question."""
        return [side.player for side in (self.lower, self.upper) if side.last_question]

    @property
    def value(self) -> Fraction | None:
        """Return the value, if the bounds agree."""
        return self.lower.value if self.lower.value == self.upper.value else None

    @property
    def gap(self) -> Fraction:
        """Return how far apart the bounds are."""
        return self.upper.value - self.lower.value

    @property
    def sequences(self) -> tuple[int, int]:
        """Return how many sequences the players have."""
        return max(self.lower.form.counts[0], self.upper.form.counts[0]), max(
            self.lower.form.counts[1], self.upper.form.counts[1]
        )


def rational(
    form: SequenceForm, player: int, weights: Sequence[int], digits: int
) -> RealizationPlan | None:
    """Return the plan with the simple fractions that are closest to these weights.

    It is None if the fractions are not so simple that the digits determine them: others
    are as close by chance only.
    """
    parents, firsts = (
        form.parents[player - 1].tolist(),
        form.firsts[player - 1].tolist(),
    )
    found: dict[int, list[Fraction]] = {}
    simple, close = 2 ** (digits // 2 - 48), Fraction(1, 2 ** (digits - _SPARE))
    least = int(weights[0] * _NOTHING)
    for k, parent in enumerate(parents):
        if (whole := weights[parent]) > least:
            part = [Fraction(x, whole) for x in weights[firsts[k] : firsts[k + 1]]]
            found[k] = [x.limit_denominator(simple) for x in part]
            pairs = zip(part, found[k], strict=True)
            if sum(found[k]) != 1 or any(abs(x - y) > close for x, y in pairs):
                return None
    return form.plan(player, found)


def sides(form: SequenceForm, share: int) -> tuple[BoundWitness, BoundWitness]:
    """Return the best plans found of both players, if player 1 wins that share.

    It is the share, 0 or 1, of the unfinished plays. Equal values are the value of that
    game. Raises as `optimum`.
    """
    found = optimum(form, share)
    return judge_plan(form, 1, share, found), judge_plan(form, 2, share, found)


def judge_plan(
    form: SequenceForm, player: int, share: int, found: SolverSolution
) -> BoundWitness:
    """Return a plan in fractions near that of a solver, and its value.

    The solver's value proves nothing: it is compared so that no better plan is missed.
    """
    plan = found.plans[player - 1]
    for digits in _DIGITS if found.vertex else ():
        weights = refine_plan(form, player, plan, share, digits)
        if weights is None:
            break
        exact = rational(form, player, weights, digits)
        if exact is not None and min(exact.weights) >= 0:
            worth = form.value(player, exact, share)
            if abs(worth - found.value) < _NEAR:
                return BoundWitness(form, player, exact, worth)
    near = form.near(player, plan)
    return BoundWitness(form, player, near, form.value(player, near, share))


def better(side: BoundWitness, other: BoundWitness | None) -> BoundWitness:
    """Return the side with the better value for its player.

    If the values are equal, it is the `other` one, unless only that one ends with a
    last question.
    """
    if other is None:
        return side
    more = side.value - other.value if side.player == 1 else other.value - side.value
    plainer = other.last_question and not side.last_question
    return side if more > 0 or (plainer and not more) else other


def improving_bounds(
    game: Game,
    variant: GameVariant,
    tick: Callable[[], None] = lambda: None,
    rounds: int | None = None,
    *,
    known: ValueBounds | None = None,
    looked: int = 0,
    room: int | None = None,
    gap: Fraction = Fraction(0),
    ahead: Callable[[SequenceForm], None] = lambda _: None,
    growth: TreeBuilder | None = None,
    again: bool = False,
) -> Iterator[ValueBounds]:
    """Yield better and better bounds on a game's value, with one more turn each time.

    The last ones agree, or are no further apart than a `gap`. Only the player who asks
    last gains by one more turn: so it is not examined for the other. With a number of
    rounds the plans are found by regret minimization instead of a linear program. The
    search continues from the `known` bounds, if any, which were found with `looked`
    turns. Each form is passed to `ahead` before it is solved. With another `growth` the
    games end with a last question, and both players gain by each turn; if the first
    turn is solved `again`, then only the player who does not ask in it gains. A large
    turn is `begun` by regret minimization; the bounds found so are yielded, too.
    Raises as `TreeBuilder` and `optimum`, or QueryError if `room` does not suffice.
    """
    both, growth = growth is not None, growth or TreeBuilder(game, variant, tick)
    best = {} if known is None else {1: known.lower, 2: known.upper}
    if known is not None:
        yield known
        if known.gap <= gap or not (again or growth.form(looked).unfinished):
            return
    for turns in count(looked + 1):
        ahead(form := growth.form(turns))
        check_room(form, room, rounds, smaller_tree_hint(game, variant, turns))
        done = again and turns == looked + 1
        players = [k for k in (1, 2) if k not in best or _gains(k, turns, both, done)]
        plans = dict[int, Sequence[Floats]]()
        if rounds is None and form.root.size > MAX_WAYS_WITHOUT_FIRST_BOUNDS:
            for player in players:
                plans[player], side = _approached(form, player, tick, both)
                best[player] = better(side, best.get(player))
            yield ValueBounds(game, variant, best[1], best[2], begun=True)
        for player in players:
            side = _solved(form, player, best, rounds, tick, gap, plans.get(player))
            last = both and not _asks(player, turns)
            best[player] = better(side._replace(last_question=last), best.get(player))
        found = ValueBounds(game, variant, best[1], best[2])
        assert found.gap >= 0, "no bounds cross"
        yield found
        if found.gap <= gap or not form.unfinished:
            return


def _asks(player: int, turn: int) -> bool:
    """Return whether a player asks in a turn."""
    return (turn + player) % 2 == 0


def _gains(player: int, turns: int, both: bool, done: bool) -> bool:
    """Return whether a player may gain by the last of so many turns.

    The player who asks last gains by asking, if that is not `done`. The other one gains
    only if `both` do.
    """
    return not done if _asks(player, turns) else both


def _approached(
    form: SequenceForm, player: int, tick: Callable[[], None], last_question: bool
) -> tuple[Sequence[Floats], BoundWitness]:
    """Return plans of the quotient by regret minimization, and the player's bound."""
    share = player - 1
    small = Quotient.of(form, share)
    plans = approach(small.form, share, tick)
    near = small.form.near(player, plans[share])
    side = BoundWitness(small.form, player, near, Fraction(share))
    side = _in_whole(form, small, side, share)
    last = last_question and not _asks(player, form.turns)
    return plans, side._replace(last_question=last)


def _solved(
    form: SequenceForm,
    player: int,
    best: Mapping[int, BoundWitness],
    rounds: int | None,
    tick: Callable[[], None],
    gap: Fraction,
    plans: Sequence[Floats] | None,
) -> BoundWitness:
    """Return the best plan found of a player, by a program unless there are `rounds`.

    By rounds both plans get so near that most of the gap is due to unfinished plays.
    The gap is one between bounds, to which both sides contribute. The `best` sides so
    far show where no better plan has to be searched for. The search may begin with
    `plans` of the quotient.
    """
    share = player - 1

    def planned(small: SequenceForm) -> BoundWitness:
        if rounds is not None:
            found = minimize_regret(small, share, rounds, tick, float(gap) / 4)
            return judge_plan(small, player, share, found)
        other = best.get(3 - player)
        enough = None if other is None else other.value
        return optimal(small, player, share, enough, tick, plans)

    if form.root.size <= MAX_WAYS_WITHOUT_QUOTIENT:
        return planned(form)
    tick()
    small = Quotient.of(form, share)
    return _in_whole(form, small, planned(small.form), share)


def optimal(
    form: SequenceForm,
    player: int,
    share: int,
    enough: Fraction | None = None,
    tick: Callable[[], None] = lambda: None,
    plans: Sequence[Floats] | None = None,
) -> BoundWitness:
    """Return an optimal plan of a player, up to floats, or one of value `enough`.

    Player 1 wins that share, 0 or 1, of the unfinished plays. The search in a large
    form may begin with `plans`. Raises as `optimum`.
    """
    ways = len(form.plays.cut)
    if ways <= max(
        MAX_WAYS_SOLVED_AS_A_WHOLE, min(sum(form.counts), MAX_WAYS_OF_A_PROGRAMME)
    ):
        return judge_plan(form, player, share, optimum(form, share))
    known = None if enough is None else float(enough)
    small, found = restrict(form, player, share, known, tick, plans)
    return _in_whole(form, small, judge_plan(small.form, player, share, found), share)


def _in_whole(
    form: SequenceForm, small: Quotient | RestrictedGame, side: BoundWitness, share: int
) -> BoundWitness:
    """Return a plan of a smaller game in the whole one, and its value there."""
    plan = small.exactly(side.player, side.plan)
    return BoundWitness(form, side.player, plan, form.value(side.player, plan, share))


def needed(ways: int, rounds: int | None) -> int:
    """Return the estimated bytes for solving a game with this number of plays.

    They are more than were ever measured.
    """
    programme = min(ways, MAX_WAYS_OF_A_PROGRAMME) if rounds is None else 0
    return programme * _BYTES_OF_A_PROGRAMME + (ways - programme) * _BYTES


class TreeTooLarge(QueryError):
    """A tree of a number of `turns` needs more bytes than may be used: its `size`."""

    def __init__(self, form: SequenceForm, size: int, room: int, hint: str) -> None:
        super().__init__(
            f"in {form.turns} turn{'s' * (form.turns > 1)} it can end in"
            f" {form.root.size:,} ways, which need"
            f" about {size / 2**30:,.1f} GB: more than the {room / 2**30:,.1f} GB"
            " that may be used",
            hint=hint,
        )
        self.turns, self.size = form.turns, size


def check_room(
    form: SequenceForm, room: int | None, rounds: int | None, hint: str
) -> None:
    """Raise TreeTooLarge, with this hint, if a form needs more bytes than `room`."""
    size = needed(form.root.size, rounds)
    if room is not None and size > room:
        raise TreeTooLarge(form, size, room, hint)
