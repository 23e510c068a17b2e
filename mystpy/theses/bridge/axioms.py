"""What the knowledge axioms of the thesis say in one situation, instance by instance.

Each instance is C(G, psi) with a propositional psi: the Partition Axioms, known to all
as Axiom 0 has it; (2.14) for the cards that a player holds; (2.32) and (2.33) for the
answers; (2.25) for the cards shown; (2.34) for wrong guesses. By (2.24) all are kept.
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

    `psi` says what a holder has, nothing (None) beyond the Partition Axioms; `deals` is
    the set of the deals in which it holds, numbered as in `DealSets`.
    """

    axiom: str
    group: Group
    psi: Condition | None
    deals: int


@dataclass(frozen=True, slots=True)
class AxiomChoice:
    """Which axioms are taken.

    `own_hands`: (2.14) is known to all, C(P, h(i,x) -> K(i,h(i,x))). `ends`: (2.34)
    also after the guess that ends the game, with the pile told if it was right.
    `shows`: after a show all know that the two know the card. `without` are axioms that
    are left out, by number.
    """

    own_hands: bool = False
    ends: bool = False
    shows: bool = False
    without: frozenset[str] = frozenset()


def instance_of(
    table: DealSets, axiom: str, group: Group, psi: Condition
) -> CommonKnowledgeAxiom:
    """An instance of an axiom."""
    return CommonKnowledgeAxiom(axiom, group, psi, table.fitting((psi,)))


def told_to_all(
    state: EpistemicState, reading: AxiomChoice
) -> list[CommonKnowledgeAxiom]:
    """The instances that are the same in all worlds of a state."""
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
    """The instances for a world's hands, and for the cards shown in it."""
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
    """An instance as a formula that `mystpy ask` reads."""
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
    """F(A) for each of these sets A of players: the deals that fit what is told to A.

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
    """A world and an instance of the axioms that is false in it; None if all hold."""
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
    """For each world its deal, as a set of one."""
    numbers = deal_sets(state.game).numbers
    return [1 << numbers[hands] for hands in state.worlds]


def _true(state: EpistemicState, deals: list[int], one: CommonKnowledgeAxiom) -> int:
    """The worlds of a state in which an instance C(group, psi) is true."""
    body = sum(1 << w for w, deal in enumerate(deals) if one.deals & deal)
    return state.common(sorted(one.group), body)


def own_hand_not_known(state: EpistemicState) -> int | None:
    """A world in which a player does not know her own hand, (2.14); None if all do."""
    for i in state.players:
        hands = [each[i] for each in state.worlds]
        unsure = state.full & ~state.sure(i, hands.__getitem__)
        if unsure:
            return next(members(unsure))
    return None
