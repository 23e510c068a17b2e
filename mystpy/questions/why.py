"""Why a formula follows, or how it fails: the reasons, or worlds not ruled out.

A reason is an observation or a given fact: an action with its step, or a hand. The
reasons come with the axioms, by number, that the conclusion needs.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import suppress

from mystpy.bits import cards_of
from mystpy.compilation import dataclass, field, replace
from mystpy.engines.base import Engine, Value
from mystpy.engines.exclusive import exclusive
from mystpy.engines.explain.explainer import Core, Explainer, forget, joint
from mystpy.engines.explain.selectors import PILE_SIZE, SORTS, AxiomSelector
from mystpy.engines.interrupt import forgetting
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.engines.symbolic.sat.layout import WitnessWorld
from mystpy.engines.symbolic.sat.session import SatSession
from mystpy.engines.symbolic.solver import SearchLimitReached
from mystpy.engines.transition_system.deal_axioms import require_known_deals
from mystpy.errors import EnginesDisagree, NoWorldFits, QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.atoms import Truth
from mystpy.language.decidable import explainable_form, ground
from mystpy.language.junctions import without_constants
from mystpy.language.nodes import (
    Announcing,
    Common,
    Formula,
    KnowsWhether,
    Modal,
    Not,
)
from mystpy.language.subformulas import (
    agents_in,
    children,
    is_positive,
    is_static,
    walk,
    with_children,
)
from mystpy.possible_histories.position import Position, position_of
from mystpy.questions.explainable import (
    is_common,
    require_cards_alone,
    require_explained,
    require_present,
    without_common,
)
from mystpy.questions.knowledge import ask
from mystpy.questions.reason import Reason, reasons, reasons_in_parts
from mystpy.representation import Represented, brief_repr
from mystpy.views import sight_of


@dataclass(frozen=True, slots=True)
class SeenWorld:
    """A world of a counterexample: `player` cannot tell it from the world at `parent`.

    `hands` has a set of cards for each holder; `shown` has a pair of step and card for
    each show. The first world fits what is given and has parent -1. Source: mystpy.

    >>> from mystpy import Game, Situation
    >>> start = Situation.init(Game.myst(m=1, n=1, p=2, q=1), {1: ["s1"]})
    >>> [world.player for world in start.why("K(1, h(2,s2))").witness]
    [0, 1]
    """

    parent: int
    player: int
    hands: tuple[frozenset[str], ...]
    shown: tuple[tuple[int, str], ...]

    __repr__ = brief_repr


@dataclass(frozen=True, slots=True)
class Why(Represented):
    """The value of a formula with its reasons and axioms, or with a counterexample.

    `because` lists the reasons, `axioms` the labels of the axioms that are needed,
    `witness` the worlds of a counterexample. If `minimal`, no reason and no axiom can
    be left out; if `smallest`, no other set has fewer reasons. `given_up` says that
    less was proved than was asked for; `explained` is the formula that was explained in
    place of this one, and `follows` says whether it follows. Source: Bart 2000, section
    2.10.

    >>> from mystpy import Game, Situation
    >>> asked = Situation.init(Game.clue(3)).do("asks(1,{plum,rope,hall})", "no(2)")
    >>> why = asked.why("K(3, ~h(2,rope))")
    >>> str(why.value), why.axioms
    ('true', ('2.32',))
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
    game: Game = field(kw_only=True, compare=False, repr=False)
    follows: bool = False
    """Whether what was explained follows: there are reasons, of which `because` may be
    none, and a witness only beside them."""

    __repr__ = brief_repr


@exclusive
def why(
    history: History, formula: Formula, engine: Engine, *, smallest: bool = False
) -> Why:
    """Why a formula follows, or its negation, or a witness that it does not.

    Raises NoWorldFits if no world fits, and GaveUp if a witness is too hard to find.
    Raises QueryError for common knowledge within other formulas, where `without_common`
    does, and for formulas about the past. True formulas with a K under a negation also
    raise it; negations of formulas without K do not. Raises AxiomError where `sight_of`
    does, and if the axioms in force deal in another way than the shipped ones.
    """
    value = ask(history, formula, engine).value
    require_present(formula)
    require_known_deals(history.game.rule_set)
    sight_of(history.game)
    asked = explainable_form(formula, history.game)
    denial = _denial(history, asked, engine) if value is Value.FALSE else None
    explained, follows = (denial, True) if denial else _positive(asked, value)
    if isinstance(explained, Common) and is_common(explained):
        history, explained = without_common(history, explained, follows, engine)
    require_explained(explained, follows, history.game)
    with forgetting(forget):
        position = position_of(history)
        found = _explainers(position, explained) if follows else []
        require_cards_alone(history, explained, found)
        if not follows:
            witness = _witness(position, explained)
            return Why(
                formula, value, witness=witness, explained=explained, game=history.game
            )
        reasoned = _why(position, formula, value, explained, found, smallest)
        return replace(reasoned, witness=_example(position, asked, value))


def _example(
    position: Position, formula: Formula, value: Value
) -> tuple[SeenWorld, ...]:
    """Worlds that show how a formula fails which is false in all, if that is easy."""
    phi, follows = _positive(formula, value)
    if not follows and value is Value.FALSE:
        with suppress(QueryError, SearchLimitReached):
            require_explained(phi, False, position.history.game)
            require_cards_alone(position.history, phi)
            return _witness(position, phi)
    return ()


def _denial(history: History, formula: Formula, engine: Engine) -> Formula | None:
    """Return why a formula is false in every world: a formula that follows instead.

    It is its negation, or that of its consequence about the deal; None if the only
    reasons for either are that an agent does not know something.
    """
    for denied in dict.fromkeys((formula, _actual(formula))):
        opposite = denied.body if isinstance(denied, Not) else Not(denied)
        if is_positive(opposite) and (
            denied == formula or ask(history, denied, engine).value is Value.FALSE
        ):
            return opposite
    return None


def _actual(formula: Formula) -> Formula:
    """Return the consequence of a positive formula about the world: knowledge is true.

    Others stay as they are, and so do those of other situations.
    """
    moving = any(isinstance(part, Announcing) for part in walk(formula))
    if moving or not is_static(formula) or not is_positive(formula):
        return formula
    return without_constants(_of_the_world(formula))


def _of_the_world(formula: Formula) -> Formula:
    if isinstance(formula, KnowsWhether):
        return Truth()
    if isinstance(formula, Modal):
        return _of_the_world(formula.body)
    return with_children(formula, [_of_the_world(part) for part in children(formula)])


def _why(
    position: Position,
    formula: Formula,
    value: Value,
    explained: Formula,
    found: list[Explainer],
    smallest: bool,
) -> Why:
    """Return the reasons for a formula that follows."""
    enough = _enough(found, smallest)
    outcomes = {explainer.constraints.outcome for explainer in found}
    agents = agents_in(ground(explained, position.history.game))
    because = tuple(reasons(enough, position.history, outcomes, agents))
    because = (*reasons_in_parts(position.parts, position.history.game), *because)
    return Why(
        formula,
        value,
        because,
        _axioms(enough, because, agents, position.history.game),
        smallest=enough.smallest,
        minimal=not enough.unproven,
        given_up=bool(enough.unproven) or (smallest and not enough.smallest),
        explained=explained,
        follows=True,
        game=position.history.game,
    )


def _explainers(position: Position, formula: Formula) -> list[Explainer]:
    """Return the explainers of a positive formula for each set of constraints."""
    positive = ground(position.from_parts(formula), position.history.game)
    found = [Explainer(x, given, positive) for x, given in position.cases]
    if len(found) > 1:
        found = [explainer for explainer in found if explainer.satisfiable()]
    return found


def _witness(position: Position, formula: Formula) -> tuple[SeenWorld, ...]:
    """Worlds that show how a formula fails."""
    if not is_positive(formula):
        return _alternating(formula, position)
    for found in _explainers(position, formula):
        if (worlds := found.witness()) is not None:
            return tuple(_seen(world, found.constraints) for world in worlds)
    raise _disagreement("no world is found in which it fails")


def _alternating(formula: Formula, position: Position) -> tuple[SeenWorld, ...]:
    """Worlds that show how a formula fails in which a K is negated."""
    fails = Not(ground(position.from_parts(formula), position.history.game))
    for constraints, given in position.cases:
        with suppress(NoWorldFits):
            worlds = SatSession(constraints).witness(fails, given)
            if worlds is not None:
                return tuple(_seen(world, constraints) for world in worlds)
    raise _disagreement("no world is found in which it fails")


def _enough(found: list[Explainer], smallest: bool) -> Core:
    """Return a sufficient set for each possible set of constraints."""
    first, *others = found
    if others:
        return joint(found)
    try:
        enough = first.smallest() if smallest else first.minimal()
    except SearchLimitReached:
        return first.without_needless()
    if enough is None:
        raise _disagreement("no reasons are found from which it follows")
    return enough


def _disagreement(found: str) -> EnginesDisagree:
    """The error for a value that the search for reasons does not confirm."""
    return EnginesDisagree(
        f"the engine has a value for the formula, but {found}",
        hint="one of them is wrong: please report the query and the axioms in force",
    )


def _positive(phi: Formula, value: Value) -> tuple[Formula, bool]:
    """A positive formula that decides phi, if there is one, and whether it follows."""
    while isinstance(phi, Not) and isinstance(phi.body, Not):
        phi = phi.body.body
    follows = value is Value.TRUE
    while isinstance(phi, Not) and not is_positive(phi):
        phi = phi.body
        follows = value is Value.FALSE
    return phi, follows


def _seen(world: WitnessWorld, constraints: PublicConstraints) -> SeenWorld:
    game = constraints.game
    hands = tuple(cards_of(hand, game) for hand in world.hands)
    shown = tuple(
        (show.step, card)
        for show, mask in zip(constraints.shows, world.shown, strict=True)
        for card in cards_of(mask, game)
    )
    return SeenWorld(world.parent, world.player, hands, shown)


def _axioms(
    enough: Core, because: tuple[Reason, ...], agents: Collection[int], game: Game
) -> tuple[str, ...]:
    """The numbers of the axioms that reasons need, for what these agents know."""
    used = (each for each in enough.selectors if isinstance(each, AxiomSelector))
    found = [PILE_SIZE.label if each == SORTS else each.label for each in used]
    found += [label for reason in because for label in reason.axioms(agents, game)]
    return tuple(sorted(set(found), key=_in_order))


def _in_order(label: str) -> tuple[str, list[int], str]:
    """Where a label comes in a list: numbers first, then those that have a letter."""
    return re.sub(r"\d.*", "", label), [*map(int, re.findall(r"\d+", label))], label
