"""Deals of cards and initial knowledge game states.

Definitions 1 to 8 of H. van Ditmarsch, *Knowledge games* (2000), in his order. Players
are named by numbers; player 0, if there is one, is the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from mystpy.axiom_folder.signature import DEAL, deal_atom
from mystpy.compilation import dataclass, pattern
from mystpy.errors import did_you_mean
from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.names import LazyNames
from mystpy.kripke.partition import Partition, of_masks

Holders = npt.NDArray[np.int8]

EMPTY = "ε"
"""How a hand without cards is written."""

_HELD = pattern(rf"{DEAL.name}\((\w+),(.+)\)")

MOST_DEALS = 2_000_000
"""How many deals of a size are listed at most."""


@dataclass(frozen=True)
class Deal:
    """A function from cards to players (Definition 1).

    `cards` and `players` are names in order, `holders` has for each card the place
    of its player. Raises ModelError for a name that is given twice.
    """

    cards: tuple[str, ...]
    players: tuple[str, ...]
    holders: tuple[int, ...]

    def __post_init__(self) -> None:
        for names, what in ((self.cards, "card"), (self.players, "player")):
            twice = [name for k, name in enumerate(names) if name in names[:k]]
            if twice:
                raise ModelError(f"the {what} {twice[0]} is named twice", word=twice[0])

    @classmethod
    def read(cls, text: str, first: int = 1) -> Deal:
        """The deal written `r|w|by`: the hands of players 1, 2, ... in order.

        Cards are single letters; or names, if there is a comma, a blank or a digit. A
        hand without cards is empty or `ε`. With first=0 the first hand is the table's.
        """
        named = re.search(r"[,\s\d]", text.strip()) is not None
        hands = [
            [] if hand.strip() in ("", EMPTY) else cards_in(hand, named)
            for hand in text.split("|")
        ]
        dealt = [(card, k) for k, hand in enumerate(hands) for card in hand]
        players = tuple(str(first + k) for k in range(len(hands)))
        cards = tuple(card for card, _ in dealt)
        return cls(cards, players, tuple(k for _, k in dealt))

    @cached_property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The cards of each player, in the players' order."""
        return tuple(
            tuple(c for c, k in zip(self.cards, self.holders, strict=True) if k == i)
            for i in range(len(self.players))
        )

    @property
    def size(self) -> tuple[int, ...]:
        """How many cards each player holds (Definition 2)."""
        return tuple(map(len, self.hands))

    def __str__(self) -> str:
        return "|".join(map(_hand, self.hands))

    @property
    def short(self) -> str:
        """The deal without bars, `rwb`, as the paper writes it where it is clear."""
        return "".join(map(_hand, self.hands))

    def player(self, name: str | int) -> int:
        """The place of a player. Raises ModelError if there is none."""
        return _place(str(name), self.players, "player")

    def card(self, name: str) -> int:
        """The place of a card. Raises ModelError if there is none."""
        return _place(name, self.cards, "card")

    def swapped(self, one: str, other: str) -> Deal:
        """The transposition d[c,c']: both cards change their holders."""
        holders = list(self.holders)
        i, j = self.card(one), self.card(other)
        holders[i], holders[j] = holders[j], holders[i]
        return Deal(self.cards, self.players, tuple(holders))

    def same_hand(self, player: str | int, other: Deal) -> bool:
        """Whether d =_a e: a holds the same in both, of one size (Definition 4)."""
        place = self.player(player)
        return self.hands[place] == other.hands[place] and self.size == other.size


def cards_in(hand: str, named: bool) -> list[str]:
    """The cards of a hand: names with commas or blanks between, or single letters."""
    names = re.split(r"[,\s]+", hand.strip())
    return names if named else list(names[0])


def _hand(cards: Sequence[str]) -> str:
    if not cards:
        return EMPTY
    return ("" if all(len(card) == 1 for card in cards) else ",").join(cards)


def _place(name: str, known: Sequence[str], what: str) -> int:
    if name in known:
        return known.index(name)
    near = did_you_mean(name, known) or f"there are {', '.join(known)}"
    raise ModelError(f"there is no {what} {name!r}", hint=near, word=name)


def same_size(deal: Deal) -> Iterator[Deal]:
    """The deals D_#d in which all players hold as many cards as in d (Definition 3).

    They come in the order of the hands, the first player's first. Raises ModelError
    beyond MOST_DEALS.
    """
    for holders in holders_of_size(deal.size).tolist():
        yield Deal(deal.cards, deal.players, tuple(holders))


def holders_of_size(size: Sequence[int]) -> Holders:
    """For each deal of a size and each card its holder; shape (deals, cards)."""
    count, cards = count_of_size(size), sum(size)
    if count > MOST_DEALS:
        raise ModelError(f"{count} deals of this size are too many to list")
    found = np.full((1, cards), len(size) - 1, np.int8)
    left = np.arange(cards)[None, :]
    for player, hand in enumerate(size[:-1]):
        places = range(left.shape[1])
        picks = list(combinations(places, hand))
        rests = [[k for k in places if k not in pick] for pick in picks]
        deals = len(found) * len(picks)
        taken = left[:, np.array(picks, np.int64)].reshape(deals, hand)
        found = np.repeat(found, len(picks), axis=0)
        np.put_along_axis(found, taken, player, axis=1)
        rest = left.shape[1] - hand
        left = left[:, np.array(rests, np.int64)].reshape(deals, rest)
    return found


def count_of_size(size: Sequence[int]) -> int:
    """How many deals there are of a size."""
    found, left = 1, sum(size)
    for hand in size:
        found *= comb(left, hand)
        left -= hand
    return found


def initial_model(deal: Deal) -> Model:
    """The model I_d of all deals of the size of d (Definition 6).

    Its worlds are named by their deals, without bars where that is unambiguous; its
    atoms are `h(i,x)`: player i holds card x. The paper gives V on D_d only, the
    relevant deals; here, as the worlds are D_#d, it is given on all of them.
    """
    table = holders_of_size(deal.size)
    held = {
        (i, x): table[:, x] == i
        for i in range(len(deal.players))
        for x in range(len(deal.cards))
    }
    hands = (
        [held[i, x] for x in range(len(deal.cards))] for i in range(len(deal.players))
    )
    return Model(
        names=_names(deal, table),
        agents=deal.players,
        relations=tuple(of_masks(masks, len(table)) for masks in hands),
        valuation={
            deal_atom(deal.players[i], deal.cards[x]): mask
            for (i, x), mask in held.items()
        },
    )


def _names(deal: Deal, table: Holders) -> LazyNames:
    """The names of deals, without bars if all cards are single letters."""
    letters = all(len(card) == 1 for card in deal.cards)

    def name(k: int) -> str:
        one = Deal(deal.cards, deal.players, tuple(table[k].tolist()))
        return one.short if letters else str(one)

    return LazyNames(len(table), name)


def initial_state(deal: Deal) -> PointedModel:
    """The initial knowledge game state si_d, whose point is d (Definition 6)."""
    model = initial_model(deal)
    here = np.ones(len(model), np.bool_)
    for card, holder in zip(deal.cards, deal.holders, strict=True):
        here &= model.valuation[deal_atom(deal.players[holder], card)]
    return PointedModel(model, int(np.flatnonzero(here)[0]))


def relevant(deal: Deal) -> list[str]:
    """The names of the deals D_d that can be reached from d (Definition 5)."""
    return list(initial_state(deal).generated().model.names)


def relevant_in(state: PointedModel) -> frozenset[tuple[str, ...]]:
    """The deals D_s that are relevant in a state, by the atoms true (Definition 8)."""
    reached = state.generated().model
    return frozenset(reached.true_at(world) for world in range(len(reached)))


def deals_of(model: Model) -> list[Deal] | None:
    """For each world its deal, if the atoms say that of all cards; else None."""
    matches = [_HELD.fullmatch(atom) for atom in model.atoms]
    if not matches or not all(matches):
        return None
    held = [(found[1], found[2]) for found in matches if found]
    players = tuple(dict.fromkeys(player for player, _ in held))
    cards = tuple(dict.fromkeys(card for _, card in held))
    found = []
    for world in range(len(model)):
        holder = {}
        for (player, card), mask in zip(held, model.valuation.values(), strict=True):
            if mask[world]:
                if card in holder:
                    return None
                holder[card] = players.index(player)
        if len(holder) < len(cards):
            return None
        found.append(Deal(cards, players, tuple(holder[card] for card in cards)))
    return found


def is_game_state(state: PointedModel, deal: Deal) -> bool:
    """Whether this is a knowledge game state for a deal (Definition 7).

    The point has the valuation of the deal, every world that of a deal of its size,
    and who cannot tell two worlds apart holds the same cards in both.
    """
    model = state.model
    start = initial_state(deal)
    of_deals = {start.model.true_at(w) for w in range(len(start.model))}
    worlds = range(len(model))
    if model.true_at(state.point) != start.model.true_at(start.point):
        return False
    if any(model.true_at(w) not in of_deals for w in worlds):
        return False
    return all(
        model.relation(player).is_finer(own_hand(model, player))
        for player in deal.players
        if player in model.agents
    )


def own_hand(model: Model, player: str) -> Partition:
    """Worlds in one class in which a player holds the same cards."""
    begun = f"{DEAL.name}({player},"
    own = [mask for atom, mask in model.valuation.items() if atom.startswith(begun)]
    return of_masks(own, len(model))


def letter() -> PointedModel:
    """Two players with a card each (Example 2, figure 2 on the left)."""
    return initial_state(Deal.read("b|w"))


def hexa() -> PointedModel:
    """Return the state of three players who have one card each: red, white and blue.

    Source: van Ditmarsch 2000, Example 3 and figure 2.

    >>> from mystpy.kripke import hexa
    >>> list(hexa().model.names)
    ['rwb', 'rbw', 'wrb', 'wbr', 'brw', 'bwr']
    """
    return initial_state(Deal.read("r|w|b"))


def tetra() -> PointedModel:
    """Three players; the third holds two of four cards (Example 4, figure 2)."""
    return initial_state(Deal.read("n|e|sw"))
