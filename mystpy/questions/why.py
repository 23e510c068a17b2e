"""Why a formula follows, or how it fails: the reasons, or worlds not ruled out.

A reason is something observed or given: an action with its step, or a hand. With
the reasons go the axioms, by number, that the conclusion needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from mystpy.bits import cards_of
from mystpy.engines.base import Engine, Value
from mystpy.engines.explain.explainer import Enough, Explainer, forget, joint
from mystpy.engines.interrupt import forgetting
from mystpy.engines.symbolic.law import Law
from mystpy.engines.symbolic.position import Position
from mystpy.engines.symbolic.sat.session import Session
from mystpy.engines.symbolic.solver import GaveUp
from mystpy.engines.symbolic.witness import WitnessWorld
from mystpy.errors import NoWorldFits, QueryError
from mystpy.game.cards import show_set
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Guess, No, Shows, Yes
from mystpy.history.history import History
from mystpy.language.decidable import grounded
from mystpy.language.nodes import Common, Distributed, Formula, Not
from mystpy.language.subformulas import agents_in, is_positive, walk
from mystpy.questions.conjuncts import card_list, holder_name
from mystpy.questions.knowledge import ask

LEARNED = {No: "2.32", Yes: "2.33", Shows: "2.25", Guess: "2.34"}
"""What everybody, or a pair, learns from an action: the formulas of section 2.10."""
TOLD = {No: "2.16", Yes: "2.17", Shows: "2.18", Guess: "2.28"}
"""What an action says about the deal, by its Poss axiom or, for a guess, GameOver."""


SORTS = "2.12"
"""What says of the pile that it has one card of each sort, in Clue."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Something that a conclusion rests on: an action at a step, or a holder's hand.

    If not `proven`, then it may be needless: to find out was too hard.
    """

    gives: str
    step: int | None = None
    action: Action | None = None
    holder: int | None = None
    proven: bool = True


@dataclass(frozen=True, slots=True)
class SeenWorld:
    """A world of a witness: `player` cannot tell it from the world at `parent`.

    `hands` is indexed by holder; `shown` has (step, card) for every show. The
    first world fits what is given and has parent -1.
    """

    parent: int
    player: int
    hands: tuple[frozenset[str], ...]
    shown: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Why:
    """The value of a formula with its reasons and axioms, or with a witness.

    If `minimal`, then the formula does not follow without any one of `because`
    and `axioms`; else that was too hard to prove for some of them. If `smallest`,
    then no set has fewer reasons, and fewer axioms do not do with these. `given_up`
    says that less was proven than was asked for.
    """

    formula: Formula
    value: Value
    because: tuple[Reason, ...] = ()
    axioms: tuple[str, ...] = ()
    witness: tuple[SeenWorld, ...] = ()
    smallest: bool = False
    minimal: bool = True
    given_up: bool = False
    explained: Formula | None = None
    """The formula without negations of K that was explained in place of this one."""


def why(
    history: History, formula: Formula, engine: Engine, *, smallest: bool = False
) -> Why:
    """Why a formula follows, or a witness that it does not.

    Raises NoWorldFits if no world fits, GaveUp if a witness is too hard to find, and
    QueryError for common knowledge of several players and for true formulas in which a
    K stands under a negation, other than negations of formulas without.
    """
    value = ask(history, formula, engine).value
    with forgetting(forget):
        return _why(Position.of(history), formula, value, smallest)


def _why(position: Position, formula: Formula, value: Value, smallest: bool) -> Why:
    history = position.history
    explained, follows = _positive(formula, value, history.game)
    if not is_positive(explained):
        witness = _alternating(explained, position)
        return Why(formula, value, witness=witness, explained=explained)
    positive = grounded(explained, history.game)
    found = [Explainer(law, position.given, positive) for law in position.laws]
    if len(found) > 1:
        found = [explainer for explainer in found if explainer.satisfiable()]
    law = found[0].law
    if not follows:
        worlds = next(w for e in found if (w := e.witness()) is not None)
        witness = tuple(_seen(world, law) for world in worlds)
        return Why(formula, value, witness=witness, explained=explained)
    enough = _enough(found, smallest)
    reasons = tuple(_reasons(enough, history))
    return Why(
        formula,
        value,
        reasons,
        _axioms(enough, reasons, formula),
        smallest=enough.smallest,
        minimal=not enough.unproven,
        given_up=bool(enough.unproven) or (smallest and not enough.smallest),
        explained=explained,
    )


def _alternating(formula: Formula, position: Position) -> tuple[SeenWorld, ...]:
    """Worlds that show how a formula fails in which a K is negated."""
    fails = Not(grounded(formula, position.history.game))
    for law in position.laws:
        with suppress(NoWorldFits):
            worlds = Session(law).witness(fails, position.given)
            if worlds is not None:
                return tuple(_seen(world, law) for world in worlds)
    raise AssertionError("what does not follow fails in some world that fits")


def _enough(found: list[Explainer], smallest: bool) -> Enough:
    """What is enough under each of the laws that may hold."""
    first, *others = found
    if others:
        return joint(found)
    try:
        enough = first.smallest() if smallest else first.minimal()
    except GaveUp:
        return first.without_needless()
    assert enough is not None, "the engines agree that the formula follows"
    return enough


def _positive(phi: Formula, value: Value, game: Game) -> tuple[Formula, bool]:
    """A positive formula that decides phi, and whether it follows."""
    while isinstance(phi, Not) and isinstance(phi.body, Not):
        phi = phi.body.body
    follows = value is Value.TRUE
    while isinstance(phi, Not) and not is_positive(phi):
        phi = phi.body
        follows = value is Value.FALSE
    if isinstance(phi, Not) and value is Value.FALSE:
        phi, follows = phi.body, True
    parts = list(walk(grounded(phi, game)))
    if any(isinstance(part, Distributed) for part in parts):
        raise QueryError(
            "why does not explain what players know together, only what each knows",
            hint="mystpy ask says whether it holds; ask why about K(1,F)",
        )
    if any(isinstance(part, Common) and len(part.members) > 1 for part in parts):
        raise QueryError(
            "why does not explain common knowledge: it rests on what everybody has "
            "seen, however often one adds that everybody knows it",
            hint="ask why about E([1,2],F), or about E([1,2],E([1,2],F))",
        )
    if follows and not is_positive(phi):
        raise QueryError(
            f"why gives reasons for formulas in which no K stands under a negation, "
            f"not for {phi}, which is true",
            hint="mystpy ask says that it holds; ask why about its parts",
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


def _reasons(enough: Enough, history: History) -> Iterator[Reason]:
    """The hands and the steps that are enough, in the order of the history."""
    game = history.game
    steps = {_number(s): s for s in enough.switches if s.startswith("step")}
    hands = {_number(s): s for s in enough.switches if s.startswith("hand")}
    for holder, switch in sorted(hands.items()):
        hand = history.hands[holder]
        assert hand is not None
        gives = f"{holder_name(game, holder)} holds {card_list(game, hand)}"
        proven = switch not in enough.unproven
        yield Reason(gives, holder=holder, proven=proven)
    for step, switch in sorted(steps.items()):
        action = history.actions[step]
        proven = switch not in enough.unproven
        yield Reason(_gives(step, history), step=step, action=action, proven=proven)


def _number(switch: str) -> int:
    return int(switch.partition("(")[2].rstrip(")"))


def _gives(step: int, history: History) -> str:
    """What an action tells about the cards."""
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
    enough: Enough, reasons: tuple[Reason, ...], formula: Formula
) -> tuple[str, ...]:
    agents = agents_in(formula)
    found = [s.split('"')[1] for s in enough.switches if s.startswith("axiom")]
    found = [SORTS if label == "sorts" else label for label in found]
    labels = LEARNED if agents else TOLD
    for reason in reasons:
        if reason.action is not None:
            found.append(labels[type(reason.action)])
        elif reason.holder in agents:
            found.append("2.14")
    return tuple(sorted(dict.fromkeys(found), key=lambda x: [*map(int, x.split("."))]))
