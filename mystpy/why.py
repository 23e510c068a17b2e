"""Why a formula follows, or how it fails: the reasons, or worlds not ruled out.

A reason is something observed or given: an action with its step, or a hand. With
the reasons go the axioms, by number, that the conclusion needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mystpy.engines.base import Engine, Value
from mystpy.engines.deals import cards_of
from mystpy.engines.explain import Explainer, WitnessWorld
from mystpy.engines.law import Law, given, laws
from mystpy.errors import QueryError
from mystpy.formulas import (
    Formula,
    Not,
    agents_in,
    expand,
    is_positive,
)
from mystpy.history import History
from mystpy.knowledge import ask
from mystpy.terms import Action, Asks, Guess, No, Shows, Yes, show_set
from mystpy.words import card_list, holder_name

LEARNED = {No: "2.32", Yes: "2.33", Shows: "2.25", Guess: "2.34"}
"""What everybody, or a pair, learns from an action: the formulas of section 2.10."""
TOLD = {No: "2.16", Yes: "2.17", Shows: "2.18", Guess: "2.28"}
"""What an action says about the deal, by its Poss axiom or, for a guess, GameOver."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Something that a conclusion rests on: an action at a step, or a holder's hand."""

    gives: str
    step: int | None = None
    action: Action | None = None
    holder: int | None = None


@dataclass(frozen=True, slots=True)
class SeenWorld:
    """A world of a witness: ``player`` cannot tell it from the world at ``parent``.

    ``hands`` is indexed by holder; ``shown`` has (step, card) for every show. The
    first world fits what is given and has parent -1.
    """

    parent: int
    player: int
    hands: tuple[frozenset[str], ...]
    shown: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Why:
    """The value of a formula with its reasons and axioms, or with a witness.

    ``because`` and ``axioms`` are minimal: without any one of them the formula
    does not follow. ``smallest`` says that no set has fewer reasons.
    """

    formula: Formula
    value: Value
    because: tuple[Reason, ...] = ()
    axioms: tuple[str, ...] = ()
    witness: tuple[SeenWorld, ...] = ()
    smallest: bool = False


def why(
    history: History, formula: Formula, engine: Engine, *, smallest: bool = False
) -> Why:
    """Return why a formula follows, or a witness that it does not.

    Raises NoWorldFits if no world fits, and QueryError for formulas in which a K
    stands under a negation, other than negations of formulas without.
    """
    value = ask(history, formula, engine).value
    positive, follows = _positive(expand(formula, history.game), value)
    found = [Explainer(law, given(history), positive) for law in laws(history)]
    possible = [e for e in found if e.satisfiable()]
    if not follows:
        worlds = next(w for e in possible if (w := e.witness()) is not None)
        law = possible[0].program.law
        witness = tuple(_seen(world, law) for world in worlds)
        return Why(formula, value, witness=witness)
    switches: dict[str, None] = {}
    for explainer in possible:
        enough = explainer.smallest() if smallest else explainer.minimal()
        assert enough is not None, "the engines agree that the formula follows"
        switches.update(dict.fromkeys(enough))
    reasons = tuple(_reasons(switches, history, possible[0].program.law))
    axioms = _axioms(switches, reasons, formula)
    return Why(formula, value, reasons, axioms, smallest=smallest)


def _positive(phi: Formula, value: Value) -> tuple[Formula, bool]:
    """Return a positive formula that decides phi, and whether it follows."""
    follows = value is Value.TRUE
    while isinstance(phi, Not) and not is_positive(phi):
        phi = phi.body
        follows = value is Value.FALSE
    if isinstance(phi, Not) and value is Value.FALSE:
        phi, follows = phi.body, True
    if not is_positive(phi):
        raise QueryError(
            f"why explains formulas in which no K stands under a negation, not {phi}",
            hint="mystpy ask says whether it holds; ask why about its parts",
        )
    return phi, follows


def _seen(world: WitnessWorld, law: Law) -> SeenWorld:
    game = law.game
    hands = tuple(cards_of(hand, game) for hand in world.hands)
    shown = tuple(
        (show.step, card)
        for show, mask in zip(law.shows, world.shown, strict=True)
        for card in cards_of(mask, game)
    )
    return SeenWorld(world.parent, world.player, hands, shown)


def _reasons(switches: dict[str, None], history: History, law: Law) -> Iterator[Reason]:
    """Yield the hands and the steps among the switches, in the order of the history."""
    steps = sorted(_number(s) for s in switches if s.startswith("step"))
    for holder in sorted(_number(s) for s in switches if s.startswith("hand")):
        hand = history.hands[holder]
        assert hand is not None
        who = holder_name(history.game, holder)
        yield Reason(f"{who} holds {card_list(history.game, hand)}", holder=holder)
    for step in steps:
        action = history.actions[step]
        yield Reason(_gives(step, history), step=step, action=action)


def _number(switch: str) -> int:
    return int(switch.partition("(")[2].rstrip(")"))


def _gives(step: int, history: History) -> str:
    """Say what an action tells about the cards."""
    game = history.game
    action = history.actions[step]
    if isinstance(action, Guess):
        return f"the pile is not {show_set(action.cards, game.deck)}"
    asked = next(a for a in reversed(history.actions[:step]) if isinstance(a, Asks))
    cards = card_list(game, asked.cards)
    who = holder_name(game, action.player)
    if isinstance(action, No):
        return f"{who} holds none of {cards}"
    if isinstance(action, Shows) and action.card is not None:
        return f"{who} holds {action.card}"
    return f"{who} holds one of {cards}"


def _axioms(
    switches: dict[str, None], reasons: tuple[Reason, ...], formula: Formula
) -> tuple[str, ...]:
    agents = agents_in(formula)
    found = [s.split('"')[1] for s in switches if s.startswith("axiom")]
    found = [label for label in found if label != "sorts"]
    labels = LEARNED if agents else TOLD
    for reason in reasons:
        if reason.action is not None:
            found.append(labels[type(reason.action)])
        elif reason.holder in agents:
            found.append("2.14")
    return tuple(sorted(dict.fromkeys(found), key=lambda x: [*map(int, x.split("."))]))
