"""The Russian cards as a Kripke model, in which announcements are made and judged."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from mystpy.kripke.model import Model
from mystpy.kripke.names import LazyNames
from mystpy.kripke.partition import Partition
from mystpy.kripke.puzzles.russian import (
    Announcement,
    Hand,
    HandSizes,
    hand_text,
    order_hands,
)
from mystpy.language.atoms import Atom
from mystpy.language.junctions import conjunction, disjunction
from mystpy.language.nodes import Common, Formula, Knows, Not

AGENTS = ("anne", "bill", "cath")


def model(sizes: HandSizes) -> Model:
    """The Kripke model of all deals; atoms `h(anne,0)`, and so on."""
    cards = range(sizes.cards)
    deals = [
        (frozenset(a), frozenset(b), frozenset(cards) - set(a) - set(b))
        for a in combinations(cards, sizes.anne)
        for b in combinations([x for x in cards if x not in a], sizes.bill)
    ]
    relations = [Partition.of_keys(deal[p] for deal in deals) for p in range(3)]
    valuation = {
        f"h({agent},{card})": np.array([card in deal[p] for deal in deals])
        for p, agent in enumerate(AGENTS)
        for card in cards
    }
    names = LazyNames(len(deals), lambda k: ".".join(map(hand_text, deals[k])))
    return Model(names, AGENTS, tuple(relations), valuation)


def says(said: Announcement) -> Formula:
    """Anne's hand is one of these."""
    return disjunction(
        conjunction(Atom(f"h(anne,{card})") for card in sorted(one))
        for one in order_hands(said)
    )


def safety(sizes: HandSizes) -> Formula:
    """It is common knowledge that Bill knows Anne's cards, and Cath nobody's."""
    parts: list[Formula] = []
    for card in range(sizes.cards):
        anne, bill = (Atom(f"h({agent},{card})") for agent in AGENTS[:2])
        parts.append(disjunction([Knows("bill", anne), Knows("bill", Not(anne))]))
        parts += [Not(Knows("cath", anne)), Not(Knows("cath", bill))]
    return Common(AGENTS, conjunction(parts))


def is_safe_by_model(said: Announcement, own: Hand, sizes: HandSizes) -> bool:
    """Return whether an announcement is safe, by announcing it in the model.

    In every deal in which Anne has this hand, Bill and Cath any, `safety` holds.
    """
    whole = model(sizes)
    after = whole.restricted(whole.truth(says(said)))
    mine = after.truth(conjunction(Atom(f"h(anne,{card})") for card in sorted(own)))
    return bool(after.truth(safety(sizes))[mine].all())
