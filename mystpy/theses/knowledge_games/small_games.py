"""Small games in which claims are checked: sizes of deals, and legal actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from string import ascii_lowercase

import numpy as np

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.kripke.deals import EMPTY, Deal, initial_state
from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import PointedModel
from mystpy.kripke.refinement.contraction import bisimilar, contract
from mystpy.kripke.update.steps import Declare, Request
from mystpy.theses.case_analysis import Case, sought

Size = tuple[int, ...]
Move = Request | Declare


def sizes(players: int, cards: int) -> list[Size]:
    """Return the sizes of deals of one card and up to `cards`, the smaller first."""
    every = product(range(cards + 1), repeat=players)
    return sorted((s for s in every if 0 < sum(s) <= cards), key=lambda s: (sum(s), s))


def deal_of(size: Size) -> Deal:
    """Return a deal of a size: a, b, ... to player 1, and so on."""
    cards = iter(ascii_lowercase)
    hands = ["".join(next(cards) for _ in range(n)) or EMPTY for n in size]
    return Deal.read("|".join(hands))


def moves(state: PointedModel, deal: Deal) -> Iterator[Move]:
    """Yield the legal actions executable in a state: show, noshow, win, nowin."""
    for player in deal.players:
        for wins in (True, False):
            yield from _executable(Declare(player, wins), state)
    for asker, respondent in product(deal.players, repeat=2):
        if asker == respondent:
            continue
        for count in range(1, len(deal.cards) + 1):
            for cards in combinations(deal.cards, count):
                for card in (*cards, None):
                    asked = Request(asker, respondent, cards, card)
                    yield from _executable(asked, state)


def _executable(move: Move, state: PointedModel) -> Iterator[Move]:
    try:
        if move.action(state.model).executable(state):
            yield move
    except ModelError:  # a show or a win that is possible in no world
        return


def plays(deal: Deal, length: int) -> Iterator[tuple[PointedModel, tuple[Move, ...]]]:
    """Yield the states after up to `length` legal actions, each with a shortest play.

    Bisimilar states occur once, contracted.
    """
    found: list[PointedModel] = []
    level: list[tuple[PointedModel, tuple[Move, ...]]] = [(initial_state(deal), ())]
    for steps in range(length + 1):
        following: list[tuple[PointedModel, tuple[Move, ...]]] = []
        for state, play in level:
            small = contract(state)
            if any(
                len(small.model) == len(old.model) and bisimilar(small, old)
                for old in found
            ):
                continue
            found.append(small)
            yield small, play
            if steps < length:
                following.extend(
                    (move.after(small), (*play, move)) for move in moves(small, deal)
                )
        level = following


def case(deal: Deal | str, *steps: object, **more: object) -> dict[str, object]:
    """Return a model file as an object: a deal, steps, and further values."""
    given: dict[str, object] = {"deal": {"hands": str(deal)}}
    if steps:
        given["step"] = [
            step if isinstance(step, dict) else {"do": str(step)} for step in steps
        ]
    return {**given, **more}


def unless(
    fine: bool | np.bool_, deal: Deal | str, *steps: object, **more: object
) -> Case | None:
    """Return None if a claim is true in a case, otherwise the case."""
    return None if fine else case(deal, *steps, **more)


def each_deal(
    budget: Budget,
    players: Sequence[int],
    most: int,
    fault: Callable[[Deal], Case | None],
) -> Result:
    """Check a claim in a deal of each size with up to `most` cards."""
    deals = (deal_of(size) for count in players for size in sizes(count, most))
    return sought(budget, map(fault, deals), {"players": players[-1], "cards": most})


def each_move(
    lengths: Mapping[Size, int], fine: Callable[[PointedModel, Move, Deal], bool]
) -> Iterator[Case | None]:
    """Yield whether a claim is true of the actions after plays, by size."""
    for size, length in lengths.items():
        deal = deal_of(size)
        for state, play in plays(deal, length):
            for move in moves(state, deal):
                yield (
                    None
                    if fine(state, move, deal)
                    else case(deal, *play, move, **_contraction(deal, play, state))
                )


def _contraction(
    deal: Deal, play: Sequence[Move], state: PointedModel
) -> dict[str, bool]:
    """Return the case's note if a play reaches a state only with contractions."""
    plain = initial_state(deal)
    for move in play:
        plain = move.after(plain)
    return {"contract": True} if len(plain.model) > len(state.model) else {}


def example(budget: Budget, *cases: Case | None) -> Result:
    """Return the result of a claim about one example, which has no bounds."""
    return sought(budget, cases, {"example": "the one of the paper"}, proves=True)
