"""Small games in which claims are checked: sizes of deals, and legal actions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from string import ascii_lowercase

from mystpy.kripke.deals import EMPTY, Deal, initial_state
from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import PointedModel
from mystpy.kripke.refinement.contraction import bisimilar, contract
from mystpy.kripke.update.steps import Declare, Request

Size = tuple[int, ...]
Move = Request | Declare


def sizes(players: int, cards: int) -> list[Size]:
    """The sizes of deals of one card and up to so many, the smaller first."""
    every = product(range(cards + 1), repeat=players)
    return sorted((s for s in every if 0 < sum(s) <= cards), key=lambda s: (sum(s), s))


def deal_of(size: Size) -> Deal:
    """A deal of a size: a, b, ... to player 1, and so on."""
    cards = iter(ascii_lowercase)
    hands = ["".join(next(cards) for _ in range(n)) or EMPTY for n in size]
    return Deal.read("|".join(hands))


def moves(state: PointedModel, deal: Deal) -> Iterator[Move]:
    """The legal actions that are executable in a state: show, noshow, win, nowin."""
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
    """The states that up to so many legal actions lead to, with a shortest play each.

    Bisimilar states come once, contracted.
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
    """A model file as an object: a deal, steps, and whatever else is said."""
    given: dict[str, object] = {"deal": {"hands": str(deal)}}
    if steps:
        given["step"] = [{"do": str(step)} for step in steps]
    return {**given, **more}
