"""The facade: a situation that has been checked, and the questions one can ask of it.

`Situation` is to `History` what a board with legal moves is to a list of moves. A
history may be any sequence of actions; a situation is one that can be played, in some
deal at least, and `do` extends it only by actions that are possible. There is no
unchecked door.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from mystpy.axiom_folder import TheoryChoice, choice, choose, restore
from mystpy.compilation import dataclass
from mystpy.engines import DEFAULT, get_engine
from mystpy.engines.base import Engine, Odds, PublicFluents, Value, Verdict
from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Action, Lays, Looks, Sees
from mystpy.history.given_hands import HandsGiven
from mystpy.history.history import History
from mystpy.language.nodes import Formula
from mystpy.language.read import parse_formula
from mystpy.possible_histories import engine_for
from mystpy.questions.knowledge import AskResult, Knowledge, ask, know
from mystpy.questions.legality import (
    Legality,
    Moves,
    action_pattern,
    ending,
    legal,
    possible,
    refusal,
)
from mystpy.questions.why import Why, why
from mystpy.representation import Represented, brief_repr
from mystpy.theories import theory_in

if TYPE_CHECKING:
    from mystpy.questions.announced.announcement import Announcement

_SHOWN = 6
"""No more possible actions than these are named in a hint."""

P = ParamSpec("P")
R = TypeVar("R")


def _under_its_theory(
    method: Callable[Concatenate[Situation, P], R],
) -> Callable[Concatenate[Situation, P], R]:
    """Answer by the axioms with which the situation was made."""

    @wraps(method)
    def answered(self: Situation, /, *args: P.args, **kwargs: P.kwargs) -> R:
        before = choose(self.theory)
        try:
            return method(self, *args, **kwargs)
        finally:
            restore(before)

    return answered


@dataclass(frozen=True, slots=True)
class Situation(Represented):
    """A situation that can be played, and the questions that can be asked of it.

    `history` says what is given and what was done; `engine` answers. `theory` is the
    choice of axioms with which the situation was made, and by which it always answers;
    None is that of MYSTPY_AXIOMS, or the shipped axioms. Make one with `init` or `of`;
    `do` adds actions that are possible. Situations are immutable, and `str()` is the
    situation's term. Source: Bart 2000, sections 1.4 and 2.2.

    >>> from mystpy import Game, Situation
    >>> game = Game.myst(m=1, n=1, p=5, q=2)
    >>> s = Situation.init(game, hands={5: ["s6"]}).do("asks(1,{s1,s2})", "yes(2)")
    >>> s.holds("K(5, h(2,s1) | h(2,s2))"), s.holds("h(2,s1)"), s.count(5)
    (True, None, 48)
    """

    history: History
    engine: Engine
    theory: TheoryChoice | None = None

    __repr__ = brief_repr

    @classmethod
    def init(
        cls,
        game: Game,
        hands: HandsGiven | None = None,
        *,
        engine: str = DEFAULT,
        theory: str | Path | None = None,
    ) -> Situation:
        """Return Init0 of a `game`, with some `hands` given (holder 0 is the pile).

        `engine` is a name for `get_engine`. `theory` is a folder of axioms, or its
        name, as for `theory_in`. Raises GameError or QueryError if the hands do not
        suit the game, and AxiomError if there is no such theory. Source: Bart 2000,
        section 2.6.

        >>> from mystpy import Game, Situation
        >>> Situation.init(Game.clue(3)).game.deal_count()
        5557616064
        """
        return cls.of(History.make(game, hands, ()), engine=engine, theory=theory)

    @classmethod
    def of(
        cls,
        history: History,
        *,
        engine: str = DEFAULT,
        theory: str | Path | None = None,
    ) -> Situation:
        """Return the situation of a `history`, whose actions must be possible.

        `engine` and `theory` are those of `init`. Raises IllegalActionError for the
        first action that is not possible, and AxiomError if there is no such theory.
        """
        if not isinstance(history, History):
            raise QueryError(
                f"Situation.of needs a History, not a {type(history).__name__}",
                hint="write Situation.of(query.history)",
            )
        if theory is not None:
            with theory_in(theory):
                return cls.of(history, engine=engine)
        chosen = get_engine(engine)
        _require_legal(history, chosen)
        return cls(history, chosen, choice())

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.history.game

    def __str__(self) -> str:
        return self.history.term()

    @_under_its_theory
    def do(self, *actions: Action | str) -> Situation:
        """Return the situation after these `actions`, oldest first.

        Raises ParseError if an action cannot be read, and IllegalActionError, with the
        axiom and the conditions that fail, for the first that is not possible. Source:
        Bart 2000, section 2.7.

        >>> from mystpy import Game, Situation
        >>> start = Situation.init(Game.clue(3))
        >>> start.do("asks(1,{plum,rope,hall})", "yes(2)").state().phases
        frozenset({'showphase'})
        """
        after = self._after(*actions)
        _require_legal(after, self.engine)
        return Situation(after, self.engine, self.theory)

    def look(
        self, player: int | str, holder: int | str, card: str | None = None
    ) -> Situation:
        """Return the situation after a `player` looked at a `card` of a `holder`, (E5).

        The two see which card it is; all others see that there was a look. `card` is
        None if it is not known; holder 0 is the pile. Raises IllegalActionError and
        QueryError as `do`.
        """
        game = self.game
        seen = None if card is None else game.card(card)
        return self.do(Looks(game.player(player), game.holder(holder), seen))

    def lay(self, holder: int | str, *cards: str) -> Situation:
        """Return the situation after a `holder` laid `cards` open to all, (E6).

        Raises IllegalActionError and QueryError as `do`.
        """
        game = self.game
        return self.do(Lays(game.holder(holder), frozenset(map(game.card, cards))))

    def witness(self, player: int | str) -> Situation:
        """Return the situation in which a player also saw the card just shown, (E7).

        The `player` was neither the poser nor the responder. Raises IllegalActionError
        and QueryError as `do`.
        """
        return self.do(Sees(self.game.player(player)))

    @_under_its_theory
    def legal(self) -> Legality:
        """Return whether the history is legal in every deal that fits, or in some."""
        return legal(self.history, self.engine)

    @_under_its_theory
    def possible(self) -> Moves:
        """Return the actions that may come next.

        A text is `in` the result if its action may come next. Source: Bart 2000,
        section 2.7.

        >>> from mystpy import Game, Situation
        >>> asked = Situation.init(Game.clue(3)).do("asks(1,{plum,rope,hall})")
        >>> "no(2)" in asked.possible(), "no(3)" in asked.possible()
        (True, False)
        """
        return possible(self.history, self.engine)

    @_under_its_theory
    def why_not(self, action: Action | str) -> Legality:
        """Return whether an `action` may come next, and if not which conditions fail.

        Raises ParseError if the action cannot be read.
        """
        return legal(self._after(action), self.engine)

    @_under_its_theory
    def state(self) -> PublicFluents:
        """Return the fluents that everybody sees, such as the phase of the turn."""
        return engine_for(self.engine, self.history).state(self.history)

    @_under_its_theory
    def ask(self, formula: Formula | str) -> AskResult:
        """Return whether a `formula` follows, and by which method that was found.

        Raises ParseError if the formula cannot be read, and QueryError if it cannot be
        decided here. Source: Bart 2000, section 2.6.

        >>> from mystpy import Game, Situation
        >>> asked = Situation.init(Game.clue(3)).do("asks(1,{plum,rope,hall})", "no(2)")
        >>> print(asked.ask("C(players, ~h(2,rope))").value)
        true
        """
        if isinstance(formula, str):
            formula = parse_formula(formula, self.game)
        return ask(self.history, formula, self.engine)

    def holds(self, formula: Formula | str) -> bool | None:
        """Return True or False if a `formula` is so in all worlds, None if it is open.

        Raises ParseError and QueryError as `ask`.
        """
        return _truth(self.ask(formula))

    @_under_its_theory
    def announce(self, *formulas: Formula | str) -> Announcement:
        """Return the situation once `formulas` are announced to all, in this order.

        Each is true when it is announced, and everybody knows that. Raises NoWorldFits
        if one is false in every world that is left by then. Source: van Ditmarsch 2000.

        >>> from mystpy import Game, Situation
        >>> game = Game.myst(m=1, n=1, p=2, q=1)
        >>> Situation.init(game, {1: ["s1"]}).announce("h(2,s2)").holds("K(1, h(0,s3))")
        True
        """
        from mystpy.questions.announced.announcement import Announcement  # a circle

        return Announcement.of(self, formulas)

    @_under_its_theory
    def knows(self, player: int | str, *, odds: Odds | bool = False) -> Knowledge:
        """Return what a `player` knows, or an `"observer"` who has no cards.

        With `odds` each open cell has its probability: True is `Odds.EQUAL`. Raises
        NoWorldFits if no deal fits, and QueryError for an unknown player or odds that
        depend on cards that are not given. Source: Bart 2000, section 3.2.

        >>> from mystpy import Game, Situation
        >>> start = Situation.init(Game.myst(m=1, n=1, p=2, q=1), {1: ["s1"]})
        >>> known = start.knows(1, odds=True)
        >>> known.deals, str(known.odds[0]["s2"])
        (2, '1/2')
        """
        return know(self.history, player, self.engine, odds=odds)

    @_under_its_theory
    def why(self, formula: Formula | str, *, smallest: bool = False) -> Why:
        """Return reasons from which a `formula` follows, or a world where it fails.

        With `smallest` no other set of reasons is smaller. Raises ParseError if the
        formula cannot be read, and QueryError if it cannot be explained. Source: Bart
        2000, section 2.10.

        >>> from mystpy import Game, Situation
        >>> asked = Situation.init(Game.clue(3)).do("asks(1,{plum,rope,hall})", "no(2)")
        >>> print(asked.why("K(3, ~h(2,rope))").because[0].gives)
        player 2 holds none of plum, rope, hall
        """
        if isinstance(formula, str):
            formula = parse_formula(formula, self.game)
        return why(self.history, formula, self.engine, smallest=smallest)

    @_under_its_theory
    def count(self, player: int | str) -> int:
        """Return the exact number of deals that a `player` considers possible.

        Raises QueryError if it depends on cards that are not given, or for an unknown
        player.
        """
        deals = know(self.history, player, self.engine, determined=True).deals
        assert deals is not None, "it is counted unless that is refused"
        return deals

    def _after(self, *actions: Action | str) -> History:
        return self.history.then(*actions)


def _truth(result: AskResult) -> bool | None:
    return {Value.TRUE: True, Value.FALSE: False, Value.UNDETERMINED: None}[
        result.value
    ]


def _require_legal(history: History, engine: Engine) -> None:
    judged = legal(history, engine)
    if judged.verdict is Verdict.ILLEGAL and judged.step is not None:
        raise refusal(judged, history, _possible_instead(history, judged.step, engine))


def _possible_instead(history: History, step: int, engine: Engine) -> str | None:
    """Return the hint for an action that is not possible: what is, or None."""
    with suppress(MystError):
        before = history.prefix(step)
        found = possible(before, engine)
        if not found:
            return ending(before, engine)
        shown = [action_pattern(each.action, history.game) for each in found]
        more = ", ..." if len(shown) > _SHOWN else ""
        return f"possible there: {', '.join(shown[:_SHOWN])}{more}"
    return None
