"""The consequences of the given facts, and the knowledge of a player."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from mystpy.axiom_folder import cached_by_theory
from mystpy.compilation import dataclass, field
from mystpy.engines.base import (
    Cell,
    Cells,
    Engine,
    Grid,
    Inconsistency,
    Odds,
    Shares,
    Value,
    Verdict,
)
from mystpy.engines.exclusive import exclusive
from mystpy.engines.interrupt import forgetting
from mystpy.errors import AxiomError, NoWorldFits, QueryError
from mystpy.game.game import Game
from mystpy.history.accounts import leaves_open
from mystpy.history.actions import action_text
from mystpy.history.history import History
from mystpy.language.nodes import Formula
from mystpy.possible_histories import engine_for
from mystpy.questions.conjuncts import step_name
from mystpy.representation import Represented, brief_repr
from mystpy.views import OBSERVER

if TYPE_CHECKING:
    from mystpy.engines.announcements.consequences import AnnouncedHistory
    from mystpy.engines.announcements.listing import AgreedWorlds
    from mystpy.possible_histories.announced import AnnouncedHistories

OBSERVER_NAME = "observer"
"""The name of OBSERVER, which may replace a player's name."""


@dataclass(frozen=True, slots=True)
class AskResult(Represented):
    """Whether a formula follows.

    `value` is true, false or undetermined; `method` is the method that found it, in
    `seconds` of elapsed time; `announced` are the formulas that were announced before.
    Source: mystpy.

    >>> from mystpy import Game, Situation
    >>> result = Situation.init(Game.clue(3)).ask("In(1)")
    >>> print(result.formula, result.value)
    In(1) true
    """

    formula: Formula
    value: Value
    method: str
    seconds: float
    announced: tuple[Formula, ...] = ()
    game: Game = field(kw_only=True, compare=False, repr=False)

    __repr__ = brief_repr


@dataclass(frozen=True, slots=True)
class Knowledge(Represented):
    """Knowledge of the deal: of a player, nested over players, or of a group.

    `players` are the knowers: one; several for nested knowledge, the first one's
    knowledge of the next one's, and so on; or, if `common`, the group with common
    knowledge. `cells[k]` maps each card to the `Cell` of holder k. `deals` is the
    number of deals that a single knower considers possible, and `counts[k]` maps each
    card to the number of those in which holder k has it. `odds[k]` maps it to its
    probability, a Fraction, in the model `weighed`. They are None if they were not
    asked for. `depends` names facts that are not given and decide a cell. Source: Bart
    2000, section 3.2.

    >>> from mystpy import Game, Situation
    >>> known = Situation.init(Game.myst(m=1, n=1, p=2, q=1), {1: ["s1"]}).knows(1)
    >>> known.deals, str(known.cells[1]["s1"]), str(known.cells[0]["s2"])
    (2, 'yes', '?')
    """

    players: tuple[int, ...]
    cells: Cells
    common: bool = False
    deals: int | None = None
    counts: tuple[dict[str, int], ...] | None = None
    odds: Shares | None = None
    weighed: Odds = Odds.EQUAL
    depends: str | None = None
    game: Game = field(kw_only=True, compare=False, repr=False)

    __repr__ = brief_repr

    @property
    def player(self) -> int:
        """The first of the knowers."""
        return self.players[0]

    def to_frame(self) -> Any:
        """Return the grid as a pandas table: cards as rows, holders as columns.

        Raises QueryError if pandas is not installed.
        """
        try:
            from pandas import DataFrame
        except ImportError:
            raise QueryError(
                "a table of pandas needs pandas, which is not installed",
                hint="install it: pip install pandas",
            ) from None
        names = self.game.holder_names
        return DataFrame(dict(zip(names, self.cells, strict=True)))

    @property
    def dependent(self) -> bool:
        """Return whether some cell depends on facts that are not given."""
        return any(Cell.DEPENDS in row.values() for row in self.cells)


@exclusive
def ask(
    history: History,
    formula: Formula,
    engine: Engine,
    announced: Sequence[Formula] = (),
) -> AskResult:
    """Whether the formula holds in every world that fits, in none, or in some.

    The `announced` formulas are announced to all after the history, one after the
    other, each true when it was made: worlds in which it is false are left out, and
    everybody knows that. Raises NoWorldFits, never answers, if no world fits the given
    facts, or none is left by an announcement; the message says by which.
    """
    started = time.perf_counter()
    formulas, engine = tuple(announced), engine_for(engine, history)
    with explain_inconsistency(history, engine), forgetting(_announced.cache_clear):
        if formulas:
            answer = _announced(history, formulas, engine).value(formula)
        else:
            answer = engine.value(history, formula)
    seconds = time.perf_counter() - started
    return AskResult(
        formula, answer.value, answer.method, seconds, formulas, game=history.game
    )


@exclusive
def require_true(
    history: History, announced: Sequence[Formula], engine: Engine
) -> None:
    """Raise NoWorldFits, as `ask`, if these cannot be announced one after the other."""
    engine = engine_for(engine, history)
    with explain_inconsistency(history, engine):
        _announced(history, tuple(announced), engine)


@cached_by_theory(2)
def _announced(
    history: History, announced: tuple[Formula, ...], engine: Engine
) -> AnnouncedHistory | AgreedWorlds | AnnouncedHistories:
    """Return the consequences of announcements, which are kept."""
    from mystpy.engines.announcements.listing import announced_by  # seldom needed

    if leaves_open(history):
        from mystpy.possible_histories.announced import announced_in

        return announced_in(history, announced)
    return announced_by(engine, history, announced)


def know(
    history: History,
    player: int | str,
    engine: Engine,
    *,
    odds: Odds | bool = False,
    count: bool = True,
    limit: int | None = None,
    determined: bool = False,
) -> Knowledge:
    """Return a player's knowledge after the history, with the odds if asked for.

    `odds` is the model, or true for the first of them, in which deals are equally
    likely. Without `count` the deals are not counted; `limit` is the number of states
    that a count may remember, if the engine's own limit is not to be used.

    If the given facts do not determine the player's view, cells may depend on that, and
    deals are not counted. Nor are they if the axioms in force let players see other
    things than the shipped ones, unless the view has to be `determined`.

    Raises NoWorldFits if no world fits, and QueryError if there is no such player, or
    if the deals are too many to count. QueryError is also raised if odds, a limit or a
    `determined` view are asked for and the given facts do not determine the player's
    view.
    """
    from mystpy.questions.perspective import UndeterminedView, known_cells

    who, engine = knower(history.game, player), engine_for(engine, history)
    with explain_inconsistency(history, engine):
        try:
            return _known_to(history, who, engine, odds, count, limit, determined)
        except UndeterminedView as error:
            if determined or odds or limit is not None:
                raise
            cells = known_cells(history, (who,), engine)
            return Knowledge((who,), cells, depends=str(error), game=history.game)


def _known_to(
    history: History,
    who: int,
    engine: Engine,
    odds: Odds | bool,
    count: bool,
    limit: int | None,
    determined: bool,
) -> Knowledge:
    """Return an agent's knowledge; raise Undetermined if missing facts decide it."""
    from mystpy.questions.perspective import as_seen_by, cells_of_formulas

    if not odds and limit is None and not (determined and count):
        cells = cells_of_formulas(history, who, engine)
        if cells is not None:
            return _known_by_formulas(history, who, cells, determined)
    try:
        seen = as_seen_by(who, history, engine)
        if not count and not odds:
            return Knowledge((who,), engine.cells(seen, who), game=seen.game)
        return _counted(seen, who, engine, odds, limit)
    except AxiomError as error:
        if odds or not (determined and count):
            raise
        uncounted = f"deals are not counted: {error}"
        raise QueryError(uncounted, hint=error.hint) from None


def _known_by_formulas(
    history: History, who: int, cells: Cells, determined: bool
) -> Knowledge:
    """Return an agent's knowledge, cell by cell, without the number of deals."""
    from mystpy.questions.perspective import UndeterminedView

    open_cells = any(Cell.DEPENDS in row.values() for row in cells)
    name = history.game.owner(who)
    depends = f"what {name} knows depends on what is not given" if open_cells else None
    if depends is not None and determined:
        hint = "give the player's cards, and each card that was shown"
        raise UndeterminedView(depends, hint=hint)
    return Knowledge((who,), cells, depends=depends, game=history.game)


def _counted(
    history: History, who: int, engine: Engine, odds: Odds | bool, limit: int | None
) -> Knowledge:
    """Return the knowledge of an agent with the given view, and the deals."""
    grid = engine.grid(history, who, limit)
    shares = None
    if odds is Odds.SHOWS:
        shares = engine.weighted_odds(history, who, limit)
    elif odds:
        shares = _odds(grid)
    return Knowledge(
        (who,),
        grid.cells,
        game=history.game,
        deals=grid.deals,
        counts=grid.counts,
        odds=shares,
        weighed=Odds.SHOWS if odds is Odds.SHOWS else Odds.EQUAL,
    )


def know_of(
    history: History,
    group: Sequence[int | str],
    engine: Engine,
    that: Sequence[int | str] = (),
    *,
    odds: Odds | bool = False,
    count: bool = True,
    limit: int | None = None,
) -> Knowledge:
    """Return the knowledge of a player, nested over players, or of a group.

    Deals are counted for one player only. Raises NoWorldFits and QueryError as `know`.
    """
    if that:
        return know_that(history, [*group, *that], engine)
    if len(group) > 1:
        return know_common(history, group, engine)
    return know(history, group[0], engine, odds=odds, count=count, limit=limit)


def know_that(
    history: History, players: Sequence[int | str], engine: Engine
) -> Knowledge:
    """Return the first player's knowledge of the next one's, and so on.

    Raises NoWorldFits and QueryError as `know`.
    """
    from mystpy.questions.perspective import known_cells

    chain = tuple(knower(history.game, player) for player in players)
    engine = engine_for(engine, history)
    with explain_inconsistency(history, engine):
        cells = known_cells(history, chain, engine)
    return Knowledge(chain, cells, game=history.game)


def know_common(
    history: History, players: Sequence[int | str], engine: Engine
) -> Knowledge:
    """Return the common knowledge of some players.

    With an observer among them it is the observer's knowledge, since everybody has seen
    what an observer has. Raises NoWorldFits and QueryError as `know`.
    """
    from mystpy.questions.perspective import known_cells

    group = tuple(sorted({knower(history.game, player) for player in players}))
    engine = engine_for(engine, history)
    if not group:
        raise QueryError("there is nobody in the group", hint="name a player or more")
    with explain_inconsistency(history, engine):
        if OBSERVER in group:
            cells = known_cells(history, (OBSERVER,), engine)
        else:
            cells = engine.common_cells(history, group)
    return Knowledge(group, cells, common=True, game=history.game)


def knower(game: Game, player: int | str) -> int:
    """The number of a player, or OBSERVER for "observer".

    Raises QueryError if there is no such player.
    """
    if player == OBSERVER_NAME and player not in game.players:
        return OBSERVER
    return game.player(player)


@contextmanager
def explain_inconsistency(history: History, engine: Engine) -> Iterator[None]:
    """Where no world fits, raise NoWorldFits with the step at fault and the clash."""
    try:
        yield
    except NoWorldFits:
        require_world(history, engine)
        raise


@cached_by_theory(256)
def require_world(history: History, engine: Engine) -> None:
    """Raise NoWorldFits, with the first step at fault and the clash, if none fits."""
    from mystpy.questions.legality import fault, legal  # where no world fits

    engine = engine_for(engine, history)
    judged = legal(history, engine)
    if judged.verdict is not Verdict.ILLEGAL:
        return
    clash = engine.clash(history)
    observed = _in_words(clash, history)
    hint = None
    if observed:
        action = action_text(clash.action, history.game)
        here = step_name(history, clash.step)
        hint = f"{here}, {action}, clashes with {'; '.join(observed)}"
    raise NoWorldFits(
        f"no world fits: {fault(judged, history)}",
        hint=hint,
        step=clash.step,
        clash=observed,
    )


def _in_words(clash: Inconsistency, history: History) -> tuple[str, ...]:
    """The observations and the hands that the action clashes with."""
    steps = (
        f"{step_name(history, step)}, {action_text(a, history.game)}"
        for step, a in clash.observations
    )
    hands = (f"the hand of {history.game.owner(k)}" for k in clash.hands)
    return (*steps, *hands)


def knower_name(game: Game, player: int) -> str:
    """Return the name of a knower: a player, or an observer without a hand."""
    return "an observer" if player == OBSERVER else game.owner(player)


def _odds(grid: Grid) -> Shares:
    """The share of the deals in which each holder has each card."""
    from fractions import Fraction  # seldom needed, and slow to load

    return tuple(
        {card: Fraction(count, grid.deals) for card, count in counts.items()}
        for counts in grid.counts
    )
