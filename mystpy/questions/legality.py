"""Whether these actions can be done, and which actions are possible next.

The possible next actions contain a question and a guess as patterns: one line for all
well-formed sets of cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mystpy.compilation import dataclass, field, replace
from mystpy.engines.base import Engine, PossibleAction, Verdict, pattern_of
from mystpy.errors import IllegalActionError, QueryError
from mystpy.game.game import Game
from mystpy.history.actions import (
    Action,
    Asks,
    Guess,
    Lays,
    Shows,
    action_text,
)
from mystpy.history.history import History
from mystpy.language.nodes import Not
from mystpy.possible_histories import engine_for
from mystpy.questions.conjuncts import in_words, step_name
from mystpy.representation import Represented, brief_repr

_LETTER: dict[type[Action], str] = {Asks: "Q", Guess: "M", Lays: "Q"}


def action_pattern(action: Action, game: Game) -> str:
    """An action as users write it, a pattern as `asks(1,Q)`."""
    text = action_text(action, game)
    return text.replace("{}", _LETTER[type(action)]) if is_pattern(action) else text


def is_pattern(action: Action) -> bool:
    """Whether an action stands for every question, guess, or set laid open."""
    return isinstance(action, Asks | Guess | Lays) and not action.cards


def pattern_count(action: Action, game: Game) -> int | None:
    """For how many actions a pattern stands; None if it is no pattern.

    Nor is there a number for cards laid open, which are those that somebody has.
    """
    if not is_pattern(action) or isinstance(action, Lays):
        return None
    return game.question_count() if isinstance(action, Asks) else game.guess_count()


def pattern_noun(action: Action) -> str:
    """Return a noun for the actions of a pattern, in the plural."""
    return "questions" if isinstance(action, Asks) else "guesses"


def expand_patterns(
    actions: Iterable[PossibleAction], game: Game
) -> Iterator[PossibleAction]:
    """Each action with the patterns written out, in the deck's order."""
    for found in actions:
        action = found.action
        if isinstance(action, Asks | Guess) and is_pattern(action):
            asks = isinstance(action, Asks)
            for cards in game.questions() if asks else game.guesses():
                yield found._replace(action=replace(action, cards=cards))
        else:
            yield found


@dataclass(frozen=True, slots=True)
class Legality(Represented):
    """Whether a history can be played; in a condition it is true if it is legal.

    `verdict` is legal, possible or illegal. If it is illegal, `step` (from 0) and
    `action` are the first at fault, and `place` is their place in the text. `axiom` is
    the label of the Poss axiom, and `failed` lists its conditions that fail, in words.
    Source: Bart 2000, section 2.7, (2.15)-(2.21).

    >>> from mystpy import Game, Situation
    >>> judged = Situation.init(Game.clue(3)).why_not("no(2)")
    >>> bool(judged), judged.axiom, judged.failed[0]
    (False, '2.16', 'ansphase: it is the askphase')
    """

    verdict: Verdict
    step: int | None = None
    action: Action | None = None
    axiom: str | None = None
    failed: tuple[str, ...] = ()
    place: str = ""
    game: Game = field(kw_only=True, compare=False, repr=False)

    __repr__ = brief_repr

    def __bool__(self) -> bool:
        return self.verdict is Verdict.LEGAL


class Moves(Represented, tuple[PossibleAction, ...]):
    """The actions that may come next, a tuple of `PossibleAction`.

    An action, or its text, is `in` it if it may come next. A question or a guess is
    included for every set of cards of the game, a look or cards laid open for those of
    a holder. The card of a show may be left open, `"shows(2,1,_)" in moves`. A text
    that cannot be read raises ParseError. Source: Bart 2000, section 2.7.

    >>> from mystpy import Game, Situation
    >>> moves = Situation.init(Game.clue(3)).possible()
    >>> len(moves), "asks(1,{plum,rope,hall})" in moves, "no(2)" in moves
    (1, True, False)
    """

    history: History

    __repr__ = brief_repr

    @classmethod
    def after(cls, history: History, found: Iterable[PossibleAction]) -> Moves:
        """Return these actions as the possible ones after a history."""
        moves = cls(found)
        moves.history = history
        return moves

    def __contains__(self, what: object) -> bool:
        if isinstance(what, str):
            read = self.history.then(what).actions[len(self.history) :]
            what = read[0] if len(read) == 1 else None
        listed = [found.action for found in self]
        match what:
            case Asks(_, cards) if self.history.game.question_fault(cards):
                return False
            case Guess(_, cards) if self.history.game.guess_fault(cards):
                return False
            case Shows(card=None):
                shown = (each for each in listed if isinstance(each, Shows))
                return what in [replace(each, card=None) for each in shown]
        if isinstance(what, Action):
            return pattern_of(what) in listed
        return super().__contains__(what)


def legal(history: History, engine: Engine) -> Legality:
    """Whether each action of the history was possible when it was done."""
    engine = engine_for(engine, history)
    judgement = engine.judge(history)
    if judgement.step is None:
        return Legality(judgement.verdict, game=history.game)
    return Legality(
        game=history.game,
        verdict=judgement.verdict,
        step=judgement.step,
        action=history.actions[judgement.step],
        axiom=judgement.axiom,
        failed=in_words(judgement, history, engine),
        place=step_name(history, judgement.step),
    )


def possible(history: History, engine: Engine) -> Moves:
    """The actions that may come next, in every deal that fits or in some.

    Raises QueryError if the history itself cannot be played.
    """
    engine = engine_for(engine, history)
    judged = legal(history, engine)
    if judged.verdict is Verdict.ILLEGAL:
        raise QueryError(
            f"nothing can follow: {fault(judged, history)}",
            hint="mystpy legal says more",
        )
    return Moves.after(history, engine.possible(history))


def ending(history: History, engine: Engine) -> str:
    """Return why no action is possible: which action ended the game, (2.28)."""
    if not engine.state(history).game_over:
        return "no action is possible, though the game is not over"
    step = len(history) - 1
    from mystpy.questions.perspective import outcomes

    first, *others = outcomes(history, engine)
    how = "was wrong, and nobody is left" if isinstance(first, Not) else "was right"
    if others:
        how = "was right, or else nobody is left"
    action = action_text(history.actions[step], history.game)
    place = step_name(history, step)
    return f"the game is over by (2.28): {place}, {action}, {how}"


def fault(judged: Legality, history: History) -> str:
    """One sentence that says where an illegal history fails and why."""
    if judged.action is None:
        return "the history cannot be played"
    action = action_text(judged.action, history.game)
    return (
        f"{judged.place}, {action}, is not possible by ({judged.axiom}): "
        + "; ".join(judged.failed)
    )


def refusal(
    judged: Legality, history: History, hint: str | None = None
) -> IllegalActionError:
    """The error for a history that is illegal from some step on."""
    assert judged.step is not None
    assert judged.action is not None
    return IllegalActionError(
        fault(judged, history),
        step=judged.step,
        action=action_text(judged.action, history.game),
        axiom=judged.axiom,
        failed=judged.failed,
        hint=hint,
    )
