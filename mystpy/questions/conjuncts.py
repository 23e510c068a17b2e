"""A conjunct that fails, in words about this game.

An engine answers with the conjuncts of a Poss axiom that fail, as terms. Here
each becomes a sentence: what the axiom asks for, a colon, and what is the case
instead, as far as the given hands and the history tell.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cached_property

from mystpy.axiom_folder.signature import OPEN_SET, PHASES, PILE_SET, QUESTION_SET
from mystpy.axioms import name_in_force
from mystpy.compilation import dataclass
from mystpy.engines.base import (
    Argument,
    Cell,
    Cells,
    Conjunct,
    Engine,
    Judgement,
    PublicFluents,
    argument_text,
)
from mystpy.engines.transition_system.states import AMONG, HAS
from mystpy.game.game import Game
from mystpy.history.actions import action_text
from mystpy.history.history import History
from mystpy.language.atoms import AnsTurn, Fluent, GameOver, Question, StillIn, Turn

Cards = tuple[str, ...]
"""A set of cards in the deck's order."""


@dataclass(frozen=True)
class FailedAction:
    """The situation in which an action fails, and an engine to ask about it."""

    history: History
    engine: Engine

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.history.game

    def name(self, player: int) -> str:
        """A player, by name if the game gives one."""
        return self.game.players[player - 1]

    @cached_property
    def state(self) -> PublicFluents:
        """The fluents that everybody sees."""
        return self.engine.state(self.history)

    def holding(self, player: int, cards: tuple[str, ...]) -> dict[str, Cell]:
        """Of each card, whether the player holds it in the deals that fit."""
        hand = self.history.hands[player]
        if hand is not None:
            return {x: Cell.YES if x in hand else Cell.NO for x in cards}
        cells = self._cells[player]
        return {card: cells[card] for card in cards}

    @cached_property
    def _cells(self) -> Cells:
        return self.engine.cells(self.history)


def in_words(judgement: Judgement, history: History, engine: Engine) -> tuple[str, ...]:
    """A sentence for each conjunct that fails at the judgement's step."""
    if judgement.step is None:
        return ()
    scene = FailedAction(history.prefix(judgement.step), engine)
    sentences = tuple(_sentence(conjunct, scene) for conjunct in judgement.failed)
    if judgement.every_deal:
        return sentences
    return tuple(
        f"{sentence} (in some of the deals that fit)" for sentence in sentences
    )


def step_name(history: History, step: int) -> str:
    """`step 16`, or `step 16 (line 5)` if it was read from several lines."""
    places = history.places or ()
    place = f" ({places[step]})" if len(set(places)) > 1 else ""
    return f"step {step}{place}"


def card_list(game: Game, cards: Collection[str], comma: str = ", ") -> str:
    """Cards in the deck's order as they were written, separated by commas."""
    return comma.join(map(game.shown_as, sorted(cards, key=game.deck.__getitem__)))


def _sentence(conjunct: Conjunct, scene: FailedAction) -> str:
    template = TEMPLATES.get((conjunct.name, conjunct.negated))
    return template(scene, *conjunct.args) if template else f"{conjunct} fails"


def _fluent(kind: type[Fluent], of: str = "") -> str:
    """A fluent as formulas write it, by its name in the axioms in force."""
    return name_in_force(kind.name) + (f"({of})" if of else "")


def _turn(scene: FailedAction, player: int) -> str:
    whose = _whose(scene, scene.state.turn)
    return f"{_fluent(Turn, scene.name(player))}: it is {whose} turn"


def _ans_turn(scene: FailedAction, player: int | None = None) -> str:
    answering = scene.state.ans_turn
    if player is None:
        return f"{_fluent(AnsTurn, 'j')}: no card was shown in this turn"
    if not answering:
        return f"{_fluent(AnsTurn, scene.name(player))}: nobody is to answer"
    whose = _whose(scene, answering)
    return f"{_fluent(AnsTurn, scene.name(player))}: it is {whose} turn to answer"


def _whose(scene: FailedAction, players: frozenset[int]) -> str:
    return (
        " and ".join(f"{scene.game.owner(player)}'s" for player in sorted(players))
        or "nobody's"
    )


def _phase(name: str) -> Callable[[FailedAction], str]:
    def sentence(scene: FailedAction) -> str:
        now = (
            " and the ".join(map(name_in_force, sorted(scene.state.phases)))
            or "end of the game"
        )
        return f"{name_in_force(name)}: it is the {now}"

    return sentence


def _question(scene: FailedAction, *_args: Argument) -> str:
    return f"{_fluent(Question, 'Q')}: no question has been asked"


def _question_set(scene: FailedAction, question: Cards = ()) -> str:
    fault = scene.game.question_fault(frozenset(question))
    return f"Q is a question of this game: {fault or argument_text(question)}"


def _pile_set(scene: FailedAction, guess: Cards = ()) -> str:
    fault = scene.game.guess_fault(frozenset(guess))
    return f"M is a pile of this game: {fault or argument_text(guess)}"


def _disjoint(scene: FailedAction, question: Cards, player: int) -> str:
    who, held = scene.game.owner(player), scene.holding(player, question)
    yes = tuple(card for card in held if held[card] is Cell.YES)
    open_cards = tuple(card for card in held if held[card] is Cell.OPEN)
    if yes or not open_cards:
        fact = f"{who} holds {card_list(scene.game, yes)}"
    else:
        cards = card_list(scene.game, open_cards)
        fact = f"in every deal that fits {who} holds one of {cards}"
    return f"Q and S_{player} are disjoint: {fact}"


def _not_disjoint(scene: FailedAction, question: Cards, player: int) -> str:
    cards = card_list(scene.game, question)
    fact = f"{scene.game.owner(player)} holds none of {cards}"
    return f"Q and S_{player} are not disjoint: {fact}"


def _shared(scene: FailedAction, card: str, question: Cards, player: int) -> str:
    who = scene.game.owner(player)
    if card not in scene.game.deck:
        cards = card_list(scene.game, question)
        return f"a card is in Q and S_{player}: {who} holds none of {cards}"
    fact = (
        f"{who} does not hold {card}"
        if card in question
        else f"{card} was not asked for"
    )
    return f"{card} is in Q and S_{player}: {fact}"


def _in(scene: FailedAction, player: int) -> str:
    who = scene.game.owner(player)
    return f"{_fluent(StillIn, scene.name(player))}: {who} has left"


def _not_in(scene: FailedAction, player: int) -> str:
    who = scene.game.owner(player)
    return f"not {_fluent(StillIn, scene.name(player))}: {who} has not guessed"


def _opponent(scene: FailedAction, player: int, _other: int) -> str:
    return f"i and j differ: {scene.game.owner(player)} asks nobody else"


def _holds_all(scene: FailedAction, cards: Cards, holder: int) -> str:
    fact = f"{scene.game.owner(holder)} holds other cards"
    return f"S_{holder} is {card_list(scene.game, cards)}: {fact}"


def _not_holds_all(scene: FailedAction, cards: Cards, holder: int) -> str:
    fact = f"{scene.game.owner(holder)} holds just these"
    return f"S_{holder} is not {card_list(scene.game, cards)}: {fact}"


def _has(scene: FailedAction, holder: int, card: str) -> str:
    return f"{card} is in S_{holder}: {scene.game.owner(holder)} does not hold it"


def _among(scene: FailedAction, cards: Cards, holder: int) -> str:
    held = scene.holding(holder, cards)
    missing = tuple(card for card in cards if held[card] is Cell.NO)
    does = "does not hold" if missing else "cannot hold all of"
    which = card_list(scene.game, missing or cards)
    fact = f"{scene.game.owner(holder)} {does} {which}"
    return f"Q is a subset of S_{holder}: {fact}"


def _open_set(scene: FailedAction, cards: Cards = ()) -> str:
    return f"Q is a set of cards, not empty: {argument_text(cards)}"


def _another(scene: FailedAction, player: int, _holder: int) -> str:
    return f"i and k differ: {scene.game.owner(player)} looks at no other hand"


def _not_turn(scene: FailedAction, player: int) -> str:
    who = scene.game.owner(player)
    if player in scene.state.ans_turn:
        return f"a card was shown: nobody has shown {who} one"
    return f"not {_fluent(Turn, scene.name(player))}: {who} asked, and saw the card"


def _not_ans_turn(scene: FailedAction, player: int) -> str:
    who = scene.game.owner(player)
    return f"not {_fluent(AnsTurn, scene.name(player))}: {who} showed the card"


def _not_game_over(scene: FailedAction) -> str:
    """Since when: the last action was still possible, so it has ended the game."""
    step = len(scene.history.actions) - 1
    last = action_text(scene.history.actions[step], scene.game)
    return f"not {_fluent(GameOver)}: the game is over since step {step}, {last}"


TEMPLATES: dict[tuple[str, bool], Callable[..., str]] = {
    (Turn.predicate, False): _turn,
    (AnsTurn.predicate, False): _ans_turn,
    (Question.predicate, False): _question,
    (QUESTION_SET, False): _question_set,
    (PILE_SET, False): _pile_set,
    ("disjoint", False): _disjoint,
    ("disjoint", True): _not_disjoint,
    ("shared", False): _shared,
    (StillIn.predicate, False): _in,
    (StillIn.predicate, True): _not_in,
    ("opponent", False): _opponent,
    ("holds_all", False): _holds_all,
    ("holds_all", True): _not_holds_all,
    (GameOver.predicate, True): _not_game_over,
    (HAS, False): _has,
    (AMONG, False): _among,
    (OPEN_SET, False): _open_set,
    ("another", False): _another,
    (Turn.predicate, True): _not_turn,
    (AnsTurn.predicate, True): _not_ans_turn,
    **{(name, False): _phase(name) for name in PHASES},
}
"""How a conjunct is described when it fails, by its name and whether it is negated."""
