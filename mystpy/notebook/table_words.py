"""Why a line cannot have happened, in the words of a table.

The text is `you cannot have passed: you hold the study`, not the axiom, which `why`
then names. An engine answers with the conjuncts of a Poss axiom that fail; the text has
the first of them that players would name, with the lines and hands that it rests on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from mystpy.axiom_folder.signature import PHASES
from mystpy.compilation import dataclass
from mystpy.engines.base import Argument, Cell, Conjunct
from mystpy.errors import one_of
from mystpy.game.game import Game
from mystpy.history.actions import (
    Action,
    Asks,
    EndTurn,
    Guess,
    No,
    NoAsk,
    NoGuess,
    Shows,
    Yes,
)
from mystpy.history.sentences import name_of
from mystpy.language.atoms import AnsTurn, GameOver, Question, StillIn, Turn
from mystpy.questions.conjuncts import FailedAction

_ASK, _ANSWER, _SHOW, _GUESS, _END = PHASES
_DONE: dict[type[Action], str] = {
    Asks: "have made a suggestion",
    No: "have passed",
    Yes: "have shown a card",
    Shows: "have shown a card",
    Guess: "have accused",
    NoGuess: "have ended the turn",
    EndTurn: "have ended the turn",
    NoAsk: "have passed without a suggestion",
}
"""The words for an action, after `cannot`."""


@dataclass(frozen=True)
class RefusedAction:
    """An action that cannot have happened, where it is done, and whose notes these are.

    `because` says, in parentheses, on which lines and hands that rests.
    """

    scene: FailedAction
    action: Action
    owner: int
    because: str

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.scene.game

    def name(self, player: int) -> str:
        """A player as the owner of the notes says it."""
        return "you" if player == self.owner else name_of(player, self.game)

    def whose(self, player: int) -> str:
        """Whose something is, that is a player's."""
        return "your" if player == self.owner else f"{name_of(player, self.game)}'s"

    def does(self, player: int, verb: str) -> str:
        """A player with a verb, as in `you hold` and `ann holds`."""
        own = {"holds": "hold", "has": "have", "is": "are"}
        return f"{self.name(player)} {own[verb] if player == self.owner else verb}"

    def cards(self, cards: Collection[str], joint: str = "and") -> str:
        """Cards in the deck's order, as they are said."""
        listed = sorted(cards, key=self.game.deck.__getitem__)
        return one_of([spoken_card(card, self.game) for card in listed], joint)

    def cannot(self, fact: str) -> str:
        """The sentence that the action cannot have been done, and why."""
        who, what = self.name(self.action.player), _DONE.get(type(self.action))
        if isinstance(self.action, Shows) and self.action.card is not None:
            what = f"have shown {self.cards([self.action.card])}"
        return f"{who} cannot {what or f'do {self.action.name}'}: {fact}{self.because}"


def spoken_card(card: str, game: Game) -> str:
    """A card in a sentence: `plum`, but `the rope`, which is no suspect's name."""
    shown = game.shown_as(card)
    thing = game.rules == "clue" and all(card not in x for _, x in game.sorts[:1])
    return f"the {shown}" if thing and shown[:1].islower() else shown


def refused_in_words(failed: Sequence[Conjunct], refused: RefusedAction) -> str | None:
    """Return what a player would say about the failed conjuncts; None if unknown."""
    said = {(x.name, x.negated): x.args for x in failed}
    for key, words in _WORDS.items():
        if key in said and (sentence := words(refused, *said[key])):
            return sentence
    return None


def _game_over(refused: RefusedAction) -> str:
    actions = refused.scene.history.actions
    last = next((x for x in reversed(actions) if isinstance(x, Guess)), None)
    if last is None:
        return "the game is over"
    return f"the game is over: {refused.name(last.player)} accused before this line"


def _turn(refused: RefusedAction, player: int) -> str:
    if isinstance(refused.action, Guess) and _answering(refused):
        return _answering(refused)
    whose = [refused.whose(each) for each in sorted(refused.scene.state.turn)]
    turn = one_of(whose, "and") or "nobody's"
    return f"it is {turn} turn, not {_theirs(refused, player)}"


def _theirs(refused: RefusedAction, player: int) -> str:
    return "yours" if player == refused.owner else refused.whose(player)


def _ans_turn(refused: RefusedAction, player: int) -> str:
    state, poser = refused.scene.state, sorted(refused.scene.state.turn)
    if not state.ans_turn:
        return _answering(refused) or _nobody_asked(refused)
    if player in poser:
        return f"{refused.name(player)} asked, and the others answer"
    next_one = refused.does(min(state.ans_turn), "is")
    if _has_answered(refused, player):
        return f"{refused.does(player, 'has')} answered already: {next_one} to answer"
    return f"{next_one} to answer before {refused.name(player)}"


def _has_answered(refused: RefusedAction, player: int) -> bool:
    for action in reversed(refused.scene.history.actions):
        if isinstance(action, Asks):
            return False
        if isinstance(action, No | Yes | Shows) and action.player == player:
            return True
    return False


def _answering(refused: RefusedAction) -> str:
    """Return what the answering phase requires, if it is that phase."""
    state = refused.scene.state
    if _ANSWER in state.phases and state.ans_turn:
        who = refused.does(min(state.ans_turn), "has")
        return f"{who} not answered the suggestion yet"
    if _SHOW in state.phases:
        shown = next(
            (x for x in reversed(refused.scene.history.actions) if isinstance(x, Yes)),
            None,
        )
        if shown is not None:
            return f"{refused.does(shown.player, 'has')} not shown the card yet"
    return ""


def _nobody_asked(refused: RefusedAction, *_args: Argument) -> str:
    poser = min(refused.scene.state.turn, default=0)
    if _ASK in refused.scene.state.phases:
        turn = f": it is {refused.whose(poser)} turn" if poser else ""
        return f"nobody has asked yet{turn}"
    return "the suggestion has been answered already"


def _ask_phase(refused: RefusedAction, *_args: Argument) -> str:
    if waiting := _answering(refused):
        return waiting
    turn = min(refused.scene.state.turn, default=0)
    return f"{refused.does(turn, 'has')} made a suggestion in this turn already"


def _later(otherwise: str) -> Callable[..., str]:
    """Return the words for a phase that has not begun, or else for whose turn it is."""

    def sentence(refused: RefusedAction, *_args: Argument) -> str:
        if waiting := _answering(refused):
            return waiting
        if _ASK in refused.scene.state.phases:
            return _nobody_asked(refused)
        turn = min(refused.scene.state.turn, default=0)
        return otherwise.format(has=refused.does(turn, "has"))

    return sentence


def _out(refused: RefusedAction, player: int) -> str:
    has, out = refused.does(player, "has"), "are" if player == refused.owner else "is"
    return f"{has} accused already, and {out} out of the game"


def _holds_some(refused: RefusedAction, question: tuple[str, ...], player: int) -> str:
    held = refused.scene.holding(player, question)
    yes = [card for card, cell in held.items() if cell is Cell.YES]
    open_cards = [card for card, cell in held.items() if cell is Cell.OPEN]
    who = refused.does(player, "holds")
    some = f"{who} {refused.cards(yes)}" if yes else None
    return refused.cannot(some or f"{who} {refused.cards(open_cards, 'or')}")


def _holds_none(refused: RefusedAction, question: tuple[str, ...], player: int) -> str:
    cards = refused.cards(question)
    return refused.cannot(f"{refused.does(player, 'has')} none of {cards}")


def _holds_not(
    refused: RefusedAction, card: str, question: tuple[str, ...], player: int
) -> str:
    if card not in refused.game.deck:
        return _holds_none(refused, question, player)
    if card not in question:
        return f"{refused.cards([card])} was not asked for"
    other = refused.name(player)
    verb = "do not" if player == refused.owner else "does not"
    return refused.cannot(f"{other} {verb} hold {refused.cards([card])}")


_WORDS: dict[tuple[str, bool], Callable[..., str]] = {
    (GameOver.predicate, True): _game_over,
    (StillIn.predicate, False): _out,
    (Turn.predicate, False): _turn,
    (AnsTurn.predicate, False): _ans_turn,
    (Question.predicate, False): _nobody_asked,
    (_ASK, False): _ask_phase,
    (_ANSWER, False): _later("the suggestion has been answered already"),
    (_SHOW, False): _later("no card is to be shown now"),
    (_GUESS, False): _later("{has} accused in this turn, or decided not to"),
    (_END, False): _later("{has} not accused yet, nor decided not to"),
    ("disjoint", False): _holds_some,
    ("disjoint", True): _holds_none,
    ("shared", False): _holds_not,
}
"""The words at a table for a failed conjunct; the first one that fails is used."""
