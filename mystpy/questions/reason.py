"""Reasons: the information of an action or a hand about the deal, in two forms."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from mystpy.axiom_folder.signature import RIGHT, WRONG
from mystpy.axioms import poss_labels
from mystpy.compilation import dataclass
from mystpy.engines.explain.explainer import Core
from mystpy.engines.explain.selectors import HandSelector, StepSelector
from mystpy.engines.transition_system.progressor import DEALT
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.accounts import OpenTurn
from mystpy.history.actions import (
    Action,
    Asks,
    Guess,
    Lays,
    Looks,
    No,
    Opens,
    Shows,
    Yes,
)
from mystpy.history.history import History
from mystpy.history.witnesses import seen_later
from mystpy.language.atoms import H, Membership, Var
from mystpy.language.junctions import conjunction, disjunction
from mystpy.language.nodes import And, ForAll, Formula, Iff, Not, Or
from mystpy.language.read import write_formula
from mystpy.language.subformulas import walk
from mystpy.possible_histories.turn_formulas import kinds_of_answers, said_by_turn
from mystpy.questions.conjuncts import card_list
from mystpy.representation import brief_repr
from mystpy.sight import is_known_sight
from mystpy.views import sees_card, sight_of

LEARNED = {No: "2.32", Yes: "2.33", Shows: "2.25", Guess: "2.34"}
"""The labels of what all, or a pair, learn from an action, section 2.10."""
TOLD = {No: "2.16", Yes: "2.17", Shows: "2.18", Guess: "2.28"}
"""The labels of the Poss axioms of actions, or of GameOver for a guess."""

OF_EVENTS = {Looks: "E8", Lays: "E9"}
"""The labels of the Poss axioms of events besides questions."""

WITNESS = "E20"
"""The label of the axiom that a further player saw the card that was shown."""

OWN_HAND = "2.14"
"""The label of the axiom that players know their hands."""

FACE_UP = "B5"
"""The label of the axiom that all see the cards that lie face up."""


@dataclass(frozen=True, slots=True)
class Reason:
    """An observation from which a conclusion follows: an action, or a holder's hand.

    `says` is the formula that follows from it, `gives` the same in words. `step` counts
    from 0; `action` and `holder` are None where there is none. If not `proven`, it may
    be redundant: deciding that was too hard. `witnesses` are further players who saw
    the card of a show. Source: Bart 2000, section 2.10.

    >>> from mystpy import Game, Situation
    >>> asked = Situation.init(Game.clue(3)).do("asks(1,{plum,rope,hall})", "no(2)")
    >>> (reason,) = asked.why("K(3, ~h(2,rope))").because
    >>> reason.step, str(reason.action)
    (1, 'no(2)')
    """

    says: Formula
    gives: str
    step: int | None = None
    action: Action | None = None
    holder: int | None = None
    proven: bool = True
    witnesses: frozenset[int] = frozenset()
    """For a show, the players who also saw the card, by `Sees`."""

    __repr__ = brief_repr

    def axioms(self, agents: Collection[int], game: Game) -> tuple[str, ...]:
        """The numbers of what it rests on, in a proof of what these agents know.

        In generalized Clue the observation of an action is the action: there its Poss
        axiom is used. If the axioms in force let players see other things of shows than
        the shipped ones, (2.25) may be false: there its Poss axiom, and those of sight,
        are used.
        """
        if self.step == DEALT:
            return (FACE_UP,)
        if self.action is None:
            return (OWN_HAND,) if self.holder in agents else ()
        seen: tuple[str, ...] = ()
        if isinstance(self.action, Looks | Lays):
            return (OF_EVENTS[type(self.action)],)
        if isinstance(self.action, Shows) and agents:
            seen = _seen_by(self.action, agents, game)
            seen += (WITNESS,) * bool(self.witnesses.intersection(agents))
        if game.generalized:
            return poss_labels(game.rule_set)[self.action.name], *seen
        if isinstance(self.action, OpenTurn):
            labels = LEARNED if agents else TOLD
            kinds = kinds_of_answers(self.action)
            return (*dict.fromkeys(labels[kind] for kind in kinds), *seen)
        wrong = not isinstance(self.action, Guess) or isinstance(self.says, Not)
        known = agents and wrong and not seen
        return (LEARNED if known else TOLD)[type(self.action)], *seen


def _seen_by(show: Shows, agents: Collection[int], game: Game) -> tuple[str, ...]:
    """The axioms by which agents see what they do of a show, if these are edited."""
    if is_known_sight(game.rule_set):
        return ()
    # Not at the top: by the shipped axioms no table is made.
    from mystpy.engines.worlds.sight_table import axioms_of_show

    return axioms_of_show(game.p, show.player, show.to, frozenset(agents))


def reasons(
    enough: Core, history: History, outcomes: Collection[str], agents: Collection[int]
) -> Iterator[Reason]:
    """The hands and the steps that are enough, in the order of the history.

    The `outcomes` are those that a guess as the last action may have had; it is what
    these `agents` know that is explained.
    """
    game = history.game
    used = enough.selectors
    hands = sorted(s.holder for s in used if isinstance(s, HandSelector))
    steps = sorted(s.step for s in used if isinstance(s, StepSelector))
    for holder in hands:
        hand = history.hands[holder]
        assert hand is not None
        says = _exactly(holder, hand)
        proven = HandSelector(holder) not in enough.unproven
        yield Reason(says, in_words(says, game), holder=holder, proven=proven)
    if DEALT in steps:
        steps.remove(DEALT)
        says = conjunction(H(game.holders[-1], card) for card in game.face_up)
        words = f"{card_list(game, frozenset(game.face_up))} lies face up on the table"
        proven = StepSelector(DEALT) not in enough.unproven
        yield Reason(says, words, step=DEALT, proven=proven)
    for step in steps:
        last = step == len(history) - 1
        says = _said(history, step, outcomes if last else (WRONG,), agents)
        action = history.actions[step]
        proven = StepSelector(step) not in enough.unproven
        words = in_words(says, game)
        if isinstance(action, OpenTurn):
            words = f"by the answers that count, {write_formula(says, game)}"
        witnesses = frozenset[int]()
        if isinstance(action, Shows):
            witnesses = seen_later(history.actions, step)
        yield Reason(
            *(says, words, step, action),
            proven=proven,
            witnesses=witnesses,
        )


def reasons_in_parts(parts: Mapping[int, Formula], game: Game) -> Iterator[Reason]:
    """The parts of hands that are given."""
    for holder, says in parts.items():
        yield Reason(says, f"{in_words(says, game)}, among others", holder=holder)


def _exactly(holder: int, cards: frozenset[str]) -> Formula:
    """Return the formula that a holder has exactly these cards."""
    card = Var("x")
    return ForAll("x", "cards", Iff(H(holder, card), Membership(card, cards)))


def _said(
    history: History, step: int, outcomes: Collection[str], agents: Collection[int]
) -> Formula:
    """Return an action's formula about the deal, after a guess with such an outcome."""
    action = history.actions[step]
    if isinstance(action, Guess):
        right = _exactly(0, action.cards)
        if len(outcomes) > 1:
            return Or((right, Not(right)))
        return right if RIGHT in outcomes else Not(right)
    if isinstance(action, OpenTurn):
        return said_by_turn(action, history.game)
    if isinstance(action, Opens):
        return _exactly(action.player, action.cards)
    if isinstance(action, Lays):
        laid = sort_cards(action.cards, history.game.deck)
        return conjunction(H(action.player, card) for card in laid)
    if isinstance(action, Looks):
        card = (action.card,) if action.card else history.game.cards
        return disjunction([H(action.holder, each) for each in card])
    asked = next(a for a in reversed(history.actions[:step]) if isinstance(a, Asks))
    asked_for = sort_cards(asked.cards, history.game.deck)
    held = [H(action.player, card) for card in asked_for]
    if isinstance(action, No):
        return conjunction(map(Not, held))
    if not isinstance(action, Shows) or action.card is None:
        return disjunction(held)
    shown, sight = H(action.player, action.card), sight_of(history.game)
    # A player who did not see the card saw that it is one of the cards asked for.
    seen = all(sees_card(history, step, k, sight) for k in agents)
    return shown if seen or len(held) == 1 else And((shown, disjunction(held)))


def in_words(says: Formula, game: Game) -> str:
    """Return a reason's formula about the cards of one holder, in words."""
    match says:
        case ForAll():
            return f"{_hand(says, game)} is {_cards(says, game)}"
        case Not(ForAll() as exactly):
            return f"{_hand(exactly, game)} is not {_cards(exactly, game)}"
        case Or((ForAll() as exactly, Not())):
            whether = f"{_hand(exactly, game)} is {_cards(exactly, game)}"
            return f"everybody saw whether {whether}"
    held = dict.fromkeys(atom for atom in walk(says) if isinstance(atom, H))
    who = game.owner(_holder(says))
    cards = card_list(game, frozenset(str(atom.card) for atom in held))
    match says:
        case Not():
            return f"{who} does not hold {cards}"
        case Or():
            return f"{who} holds one of {cards}"
        case And((H(card=card), Or())):
            return f"{who} holds {card}, one of {cards}"
        case And(parts) if any(isinstance(part, Not) for part in parts):
            return f"{who} holds none of {cards}"
    return f"{who} holds {cards}"


def _holder(says: Formula) -> int:
    """Return the holder whose cards a formula is about."""
    return next(int(str(atom.holder)) for atom in walk(says) if isinstance(atom, H))


def _hand(says: Formula, game: Game) -> str:
    holder = _holder(says)
    name = game.owner(holder)
    return f"the hand of {name}" if holder in range(1, game.p + 1) else name


def _cards(says: Formula, game: Game) -> str:
    """Return the set that a formula is about."""
    sets = (atom.of for atom in walk(says) if isinstance(atom, Membership))
    cards = next(each for each in sets if isinstance(each, frozenset))
    return f"{{{card_list(game, frozenset(map(str, cards)), ',')}}}"
