"""The facade: a situation that has been checked, and the questions one can ask of it.

`Situation` is to `History` what a board with legal moves is to a list of moves. A
history may be any sequence of actions; a situation is one that can be played, in some
deal at least, and `do` extends it only by actions that are possible. There is no
unchecked door.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from mystpy.axiom_folder import TheoryChoice, choice, choose, restore
from mystpy.compilation import dataclass
from mystpy.engines import DEFAULT, get_engine
from mystpy.engines.base import Engine, Odds, PublicFluents, Value, Verdict
from mystpy.game.game import Game
from mystpy.history.actions import Action, Lays, Looks, Sees
from mystpy.history.given_hands import HandsGiven
from mystpy.history.history import History
from mystpy.language.nodes import Formula
from mystpy.language.read import parse_formula
from mystpy.possible_histories import engine_for
from mystpy.questions.knowledge import AskResult, Knowledge, ask, know
from mystpy.questions.legality import Legality, Moves, legal, possible, refusal
from mystpy.questions.why import Why, why
from mystpy.representation import Represented
from mystpy.theories import theory_in

if TYPE_CHECKING:
    from mystpy.questions.announced.announcement import Announcement

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
    """A situation that can be played, with the engine that answers for it.

    Make one with `init` or `of`. `str()` is the situation's term. `theory` is the
    choice of axioms with which it was made, and by which it answers ever after; None is
    that of MYSTPY_AXIOMS, or the shipped ones.
    """

    history: History
    engine: Engine
    theory: TheoryChoice | None = None

    @classmethod
    def init(
        cls,
        game: Game,
        hands: HandsGiven | None = None,
        *,
        engine: str = DEFAULT,
        theory: str | Path | None = None,
    ) -> Situation:
        """Init0 of a game, with some hands given (holder 0 is the pile).

        `theory` is a folder of axioms, or its name, as for `mystpy.theory_in`. Raises
        GameError or QueryError if the hands do not suit the game, and AxiomError if
        there is no such theory.
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
        """The situation of a history.

        Raises IllegalActionError if the history cannot be played, and AxiomError if
        there is no such theory.
        """
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
        """The situation after these actions, oldest first.

        Raises ParseError if one cannot be read, and IllegalActionError, with the
        axiom and what fails of it, at the first that is not possible.
        """
        after = self._after(*actions)
        _require_legal(after, self.engine)
        return Situation(after, self.engine, self.theory)

    def look(
        self, player: int | str, holder: int | str, card: str | None = None
    ) -> Situation:
        """The situation after a player looked at a card of a holder, (E5).

        The two see which card it is, all others that there was a look. The card is
        None if it is not known; holder 0 is the pile. Raises as `do`.
        """
        game = self.game
        seen = None if card is None else game.card(card)
        return self.do(Looks(game.player(player), game.holder(holder), seen))

    def lay(self, holder: int | str, *cards: str) -> Situation:
        """The situation after cards of a holder were laid open to all, (E6).

        Raises as `do`.
        """
        game = self.game
        return self.do(Lays(game.holder(holder), frozenset(map(game.card, cards))))

    def witness(self, player: int | str) -> Situation:
        """The situation once a player saw the card that was just shown, too, (E7).

        Raises as `do`.
        """
        return self.do(Sees(self.game.player(player)))

    @_under_its_theory
    def legal(self) -> Legality:
        """Whether the history is legal in every deal that fits, or in some."""
        return legal(self.history, self.engine)

    @_under_its_theory
    def possible(self) -> Moves:
        """The actions that may come next: `"no(2)" in s.possible()`."""
        return possible(self.history, self.engine)

    @_under_its_theory
    def why_not(self, action: Action | str) -> Legality:
        """Whether an action may come next, and if not what fails."""
        return legal(self._after(action), self.engine)

    @_under_its_theory
    def state(self) -> PublicFluents:
        """The fluents that everybody sees."""
        return engine_for(self.engine, self.history).state(self.history)

    @_under_its_theory
    def ask(self, formula: Formula | str) -> AskResult:
        """Whether a formula follows, and by which method that was found.

        Raises ParseError if the formula cannot be read.
        """
        if isinstance(formula, str):
            formula = parse_formula(formula, self.game)
        return ask(self.history, formula, self.engine)

    def holds(self, formula: Formula | str) -> bool | None:
        """True or False if that follows, None if it is left open."""
        return _truth(self.ask(formula))

    @_under_its_theory
    def announce(self, *formulas: Formula | str) -> Announcement:
        """What follows once these are announced to all, in this order.

        Each is true when it is announced, and everybody knows that. The result answers
        whatever a situation does. Raises NoWorldFits if one is false in every world
        that is left by then.
        """
        from mystpy.questions.announced.announcement import Announcement  # a circle

        return Announcement.of(self, formulas)

    @_under_its_theory
    def knows(self, player: int | str, *, odds: Odds | bool = False) -> Knowledge:
        """What a player knows; see `questions.knowledge.know` for the errors."""
        return know(self.history, player, self.engine, odds=odds)

    @_under_its_theory
    def why(self, formula: Formula | str, *, smallest: bool = False) -> Why:
        """Why a formula follows, or a witness; see mystpy.questions.why.why."""
        if isinstance(formula, str):
            formula = parse_formula(formula, self.game)
        return why(self.history, formula, self.engine, smallest=smallest)

    @_under_its_theory
    def count(self, player: int | str) -> int:
        """The exact number of deals that a player holds possible.

        Raises QueryError as `questions.knowledge.know` if it depends on what is not
        given.
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
        raise refusal(judged, history)
