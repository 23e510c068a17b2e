"""The instances of the knowledge axioms of the thesis in one situation.

Each instance is C(G, psi) with a propositional psi. There are instances of the
Partition Axioms, which all know by Axiom 0, and of (2.14) for the cards that a player
holds. Others are of (2.32) and (2.33) for the answers, of (2.25) for the cards shown,
and of (2.34) for wrong guesses. By (2.24) all are kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import and_

from mystpy.bits import bits, members
from mystpy.compilation import dataclass
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.game.game import Game
from mystpy.language.atoms import H, Truth
from mystpy.language.junctions import conjunction, disjunction
from mystpy.language.nodes import Common, Formula, Not
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.event import Event
from mystpy.theses.deals import DealSets, deal_sets

Group = frozenset[int]


@dataclass(frozen=True, slots=True)
class CommonKnowledgeAxiom:
    """C(group, psi) by an axiom.

    `psi` is about a holder's cards, or None for the Partition Axioms alone; `deals` is
    the set of the deals in which it holds, numbered as in `DealSets`.
    """

    axiom: str
    group: Group
    psi: Condition | None
    deals: int


@dataclass(frozen=True, slots=True)
class AxiomChoice:
    """The choice of axioms.

    `own_hands`: (2.14) is known to all, C(P, h(i,x) -> K(i,h(i,x))). `ends`: (2.34)
    also after the guess that ends the game, with the pile announced if it was right.
    `shows`: after a show all know that the two know the card. `without` has the numbers
    of axioms that are left out.
    """

    own_hands: bool = False
    ends: bool = False
    shows: bool = False
    without: frozenset[str] = frozenset()


def instance_of(
    table: DealSets, axiom: str, group: Group, psi: Condition
) -> CommonKnowledgeAxiom:
    """Return an instance of an axiom."""
    return CommonKnowledgeAxiom(axiom, group, psi, table.fitting((psi,)))


def told_to_all(
    state: EpistemicState, reading: AxiomChoice
) -> list[CommonKnowledgeAxiom]:
    """Return the instances that are the same in all worlds of a state."""
    table = deal_sets(state.game)
    every = frozenset(state.players)
    asked, last = 0, len(state.events) - 1
    found = [CommonKnowledgeAxiom("(2.9)-(2.12)", every, None, table.full)]
    for k, event in enumerate(state.events):
        if event.key[0] == "asks":
            asked = event.cards
        ended = k == last and state.system_state.over
        for axiom, psi in _announced(state, event, asked, ended):
            if axiom not in reading.without and (reading.ends or not ended):
                found.append(instance_of(table, axiom, every, psi))
    return found


def _announced(
    state: EpistemicState, event: Event, asked: int, ended: bool
) -> Iterator[tuple[str, Condition]]:
    kind, player, *_ = event.key
    if kind == "no":
        yield "(2.32)", Condition(player, ConditionKind.NONE, asked)
    elif kind == "yes":
        yield "(2.33)", Condition(player, ConditionKind.SOME, asked)
    elif kind == "guess":
        right = Condition(0, ConditionKind.EXACTLY, event.cards)
        was_right = ended and right.satisfied(state.worlds[0])
        yield "(2.34)", right if was_right else ~right


def told_to_some(
    state: EpistemicState, world: int, reading: AxiomChoice
) -> Iterator[CommonKnowledgeAxiom]:
    """Yield the instances for a world's hands, and for the cards shown in it."""
    table, hands = deal_sets(state.game), state.worlds[world]
    if "(2.14)" not in reading.without:
        for i in state.players:
            for card in bits(hands[i]):
                held = Condition(i, ConditionKind.SOME, card)
                yield instance_of(table, "(2.14)", frozenset({i}), held)
    if "(2.25)" not in reading.without:
        for (by, to), card in zip(state.frame.events, state.shown[world], strict=True):
            held = Condition(by, ConditionKind.SOME, card)
            yield instance_of(table, "(2.25)", frozenset({by, to}), held)


def formula_of(one: CommonKnowledgeAxiom, game: Game) -> Formula:
    """Return an instance as a formula that `mystpy ask` reads."""
    if one.psi is None:
        return Truth()
    cards = [game.cards[x] for x in members(one.psi.cards)]
    atoms = [H(one.psi.holder, card) for card in cards]
    some = one.psi.holds in (ConditionKind.SOME, ConditionKind.NOT_EXACTLY)
    negated = one.psi.holds in (ConditionKind.NONE, ConditionKind.NOT_EXACTLY)
    body = (disjunction if some else conjunction)(map(Not, atoms) if negated else atoms)
    return Common(tuple(sorted(one.group)), body)


def known_deals(
    instances: list[CommonKnowledgeAxiom], groups: tuple[Group, ...]
) -> dict[Group, int]:
    """Return F(A), the deals allowed by A's information, for each set A of players.

    An instance C(G, psi) counts for A if A is a part of G.
    """
    found = {}
    for players in groups:
        fits = (one.deals for one in instances if players <= one.group)
        found[players] = reduce(and_, fits)
    return found


def first_false(
    state: EpistemicState, reading: AxiomChoice
) -> tuple[int, CommonKnowledgeAxiom] | None:
    """Return a world and an instance of the axioms that is false in it, or None."""
    deals = _deals_of(state)
    for one in told_to_all(state, reading):
        wrong = state.full & ~_true(state, deals, one)
        if wrong:
            return next(members(wrong)), one
    judged: dict[CommonKnowledgeAxiom, int] = {}
    for world in range(state.size):
        for one in told_to_some(state, world, reading):
            if one not in judged:
                judged[one] = _true(state, deals, one)
            if not judged[one] >> world & 1:
                return world, one
    return None


def _deals_of(state: EpistemicState) -> list[int]:
    """Return for each world its deal, as a set of one."""
    numbers = deal_sets(state.game).numbers
    return [1 << numbers[hands] for hands in state.worlds]


def _true(state: EpistemicState, deals: list[int], one: CommonKnowledgeAxiom) -> int:
    """Return the worlds of a state in which an instance C(group, psi) is true."""
    body = sum(1 << w for w, deal in enumerate(deals) if one.deals & deal)
    return state.common(sorted(one.group), body)


def own_hand_not_known(state: EpistemicState) -> int | None:
    """Return a world in which a player does not know her hand, (2.14), or None."""
    for i in state.players:
        hands = [each[i] for each in state.worlds]
        unsure = state.full & ~state.sure(i, hands.__getitem__)
        if unsure:
            return next(members(unsure))
    return None
