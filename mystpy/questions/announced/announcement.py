"""A situation after announcements, and the questions that it answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NoReturn

from mystpy.bits import cards_of
from mystpy.compilation import dataclass, replace
from mystpy.engines.base import (
    Cell,
    Cells,
    Engine,
    Odds,
    PossibleAction,
    PublicFluents,
    Shares,
    Value,
    Verdict,
    cell_of,
)
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.engines.transition_system.progressor import Progressor
from mystpy.engines.transition_system.states import key_of
from mystpy.engines.worlds.legality import alive
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Action
from mystpy.history.history import History
from mystpy.language.atoms import Falsity, H
from mystpy.language.junctions import conjunction, disjunction
from mystpy.language.nodes import Announcing, Formula, Knows, Not
from mystpy.language.read import parse_formula
from mystpy.language.subformulas import is_objective
from mystpy.questions.announced.left_worlds import listed_grid
from mystpy.questions.knowledge import (
    AskResult,
    Knowledge,
    ask,
    explain_inconsistency,
    knower,
    require_true,
)
from mystpy.questions.legality import Legality, Moves
from mystpy.questions.perspective import as_seen_by
from mystpy.questions.why import Why, why
from mystpy.representation import Represented, brief_repr
from mystpy.theories import chosen_theory
from mystpy.views import OBSERVER

if TYPE_CHECKING:
    from mystpy.questions.situation import Situation


@dataclass(frozen=True, slots=True)
class Announcement(Represented):
    """A situation after which formulas were announced to all, truthfully.

    `situation` is the one before; `announced` are the formulas. It answers the same
    questions as a `Situation`; only actions cannot follow. Make one with
    `Situation.announce`. Source: van Ditmarsch 2000.

    >>> from mystpy import Game, Situation
    >>> start = Situation.init(Game.myst(m=1, n=1, p=2, q=1), {1: ["s1"]})
    >>> start.announce("h(2,s2)").count(1)
    1
    """

    situation: Situation
    announced: tuple[Formula, ...]

    __repr__ = brief_repr

    @classmethod
    def of(
        cls, situation: Situation, formulas: Iterable[Formula | str]
    ) -> Announcement:
        """The announcement, if it can be made; see `Situation.announce`."""
        read = tuple(_read(phi, situation.game) for phi in formulas)
        with chosen_theory(situation.theory):
            require_true(situation.history, read, situation.engine)
        return cls(situation, read)

    @property
    def history(self) -> History:
        """The actions before what was announced, and the hands that are given."""
        return self.situation.history

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.situation.game

    @property
    def engine(self) -> Engine:
        """Return the engine."""
        return self.situation.engine

    def __str__(self) -> str:
        return str(self.situation)

    def announce(self, *formulas: Formula | str) -> Announcement:
        """Return the situation once these `formulas` are announced as well.

        Raises NoWorldFits and ParseError as `Situation.announce`.
        """
        return Announcement.of(self.situation, (*self.announced, *formulas))

    def do(self, *actions: Action | str) -> NoReturn:
        """Raise QueryError: no actions follow an announcement."""
        del actions
        raise QueryError(
            "no action can follow an announcement: the axioms say what actions change, "
            "and an announcement is none",
            hint="do the actions first, and announce then: "
            "situation.do(...).announce(...)",
        )

    look = lay = witness = do

    def state(self) -> PublicFluents:
        """Return the fluents that everybody sees: an announcement changes none."""
        return self.situation.state()

    def legal(self) -> Legality:
        """Return whether the history is legal in every deal that fits, or in some."""
        return self.situation.legal()

    def possible(self) -> Moves:
        """Return the actions that may come next in the worlds that are left."""
        found = self.situation.possible()
        with chosen_theory(self.situation.theory):
            left = [self._left(each) for each in found]
        return Moves.after(self.history, (each for each in left if each is not None))

    def why_not(self, action: Action | str) -> Legality:
        """Return whether an `action` may come next, and if not which conditions fail.

        Raises QueryError for an action that only the announcements rule out.
        """
        judged = self.situation.why_not(action)
        if judged.verdict is Verdict.ILLEGAL:
            return judged
        (done,) = self.history.then(action).actions[len(self.history) :]
        with chosen_theory(self.situation.theory):
            left = self._left(PossibleAction(done, judged.verdict))
        if left is None:
            raise QueryError(
                f"{done} is possible by the axioms, but in no world that is left after "
                "what was announced"
            )
        return replace(judged, verdict=left.verdict)

    def ask(self, formula: Formula | str) -> AskResult:
        """Return whether a `formula` follows now, and by which method that was found.

        Raises ParseError and QueryError as `Situation.ask`.
        """
        phi = _read(formula, self.game)
        with chosen_theory(self.situation.theory):
            return ask(self.history, phi, self.engine, self.announced)

    def holds(self, formula: Formula | str) -> bool | None:
        """Return True or False if a `formula` is so in all worlds left, or None.

        Raises ParseError and QueryError as `Situation.ask`.
        """
        value = self.ask(formula).value
        return None if value is Value.UNDETERMINED else value is Value.TRUE

    def why(self, formula: Formula | str, *, smallest: bool = False) -> Why:
        """Return reasons from which a `formula` follows now, or a world where it fails.

        The explained formula is the one after the announcements, `[!F]G`; if a formula
        without K is false, its negation is explained. With `smallest` no other set of
        reasons is smaller. Raises ParseError and QueryError as `Situation.why`.
        """
        phi = _read(formula, self.game)
        if is_objective(phi) and self.holds(phi) is False:
            phi = Not(phi)
        for said in reversed(self.announced):
            phi = Announcing(said, phi)
        with chosen_theory(self.situation.theory):
            return why(self.history, phi, self.engine, smallest=smallest)

    def knows(self, player: int | str, *, odds: Odds | bool = False) -> Knowledge:
        """Return what a `player` knows now, with the number of deals if worlds are few.

        With `odds` all deals are equally likely. Raises QueryError as
        `Situation.knows`, and for odds of other models, or of many worlds.
        """
        who = knower(self.game, player)
        with chosen_theory(self.situation.theory):
            return self._known(who, odds)

    def count(self, player: int | str) -> int:
        """Return the exact number of deals that a `player` considers possible now.

        Raises QueryError if it depends on cards that are not given, or if worlds are
        many.
        """
        deals = self.knows(player).deals
        if deals is None:
            raise _uncounted()
        return deals

    def _known(self, who: int, odds: Odds | bool) -> Knowledge:
        history, game = self.history, self.game
        if odds is Odds.SHOWS or who == OBSERVER:
            what = "odds of this model" if odds else "what an observer knows"
            raise QueryError(f"{what} cannot be had after an announcement")
        with explain_inconsistency(history, self.engine):
            seen = as_seen_by(who, history, self.engine)
            grid = listed_grid(seen, self.announced, who)
            if grid is None:
                if odds:
                    raise _uncounted()
                return Knowledge((who,), self._cells(seen, who), game=game)
        shares: Shares | None = None
        if odds:
            from fractions import Fraction  # seldom needed, and slow to load

            shares = tuple(
                {card: Fraction(count, grid.deals) for card, count in counts.items()}
                for counts in grid.counts
            )
        return Knowledge(
            (who,),
            grid.cells,
            game=game,
            deals=grid.deals,
            counts=grid.counts,
            odds=shares,
        )

    def _cells(self, history: History, who: int) -> Cells:
        """Return the player's knowledge of each cell, evaluated one by one."""

        def known(fact: Formula) -> bool:
            phi = Knows(who, fact)
            value = ask(history, phi, self.engine, self.announced).value
            return value is Value.TRUE

        def cell(holder: int, card: str) -> Cell:
            held = H(holder, card)
            yes = known(held)
            return cell_of(yes or not known(Not(held)), yes)

        game = self.game
        return tuple({x: cell(k, x) for x in game.cards} for k in game.holders)

    def _left(self, move: PossibleAction) -> PossibleAction | None:
        """A move as it is in the worlds that are left; None if it is in none."""
        needed = disjunction(list(_needs(self.history, move.action)))
        value = ask(self.history, needed, self.engine, self.announced).value
        if value is Value.FALSE:
            return None
        everywhere = value is Value.TRUE
        return move._replace(verdict=Verdict.LEGAL if everywhere else Verdict.POSSIBLE)


def _read(phi: Formula | str, game: Game) -> Formula:
    return parse_formula(phi, game) if isinstance(phi, str) else phi


def _uncounted() -> QueryError:
    return QueryError(
        "the deals are too many to be counted after an announcement",
        hint="ask whether a formula follows, or what is known: knows() has the cells",
    )


def _needs(history: History, action: Action) -> Iterator[Formula]:
    """Yield the condition on the deal for an action, for each last outcome."""
    progressor = Progressor(history.game)
    for state in alive(progressor, history):
        move = progressor.system.moves(state.number).get(key_of(action))
        if move is None:
            yield Falsity()
            continue
        asked = progressor.guard_conditions(state, action, move)
        own = state.conditions if len(alive(progressor, history)) > 1 else ()
        yield conjunction([_formula(c, history.game) for c in (*own, *asked)])


def _formula(condition: Condition, game: Game) -> Formula:
    """A condition on the deal as a formula."""
    holder = condition.holder
    held = [H(holder, x) for x in game.cards if x in cards_of(condition.cards, game)]
    others = [H(holder, x) for x in game.cards if H(holder, x) not in held]
    match condition.holds:
        case ConditionKind.SOME:
            return disjunction(held)
        case ConditionKind.NONE:
            return conjunction([Not(each) for each in held])
    exactly = conjunction([*held, *(Not(each) for each in others)])
    return exactly if condition.holds is ConditionKind.EXACTLY else Not(exactly)
