"""The axioms with the show known to all: the worlds are their most ignorant model.

The theory of a situation has C(P, .) of the following: the Partition Axioms; the
information of no, yes and guesses (also those that ended the game); h(i,x) ->
K(i,h(i,x)) for all i and x. For every show of j to i after the question Q it also has
C(P, .) of OR_{x in Q} C({i,j}, h(j,x)). In the actual world it has C({i,j}, h(j,x)) for
the card x that was shown.

The worlds W of the situation satisfy it, which is checked in each of them. And W's
actual world simulates every S5 model N of the theory with the actual deal.

Map a node y of N to its deal, and for each show to a card x with C({i,j}, h(j,x)) at y:
to the one that was in fact shown, if possible, else the least. That is a world: W has
all deals that agree with the public information, with every choice of cards of Q in the
hand of j, and C implies truth.

A player who cannot distinguish y from z has the same hand in both. If it is i or j, the
same C({i,j}, .) hold in both, by S5. So the same card is taken, and the images look
alike to i and j. The card does not matter to the others: in W two worlds look alike to
a player if and only if the player's hand and the cards in the player's shows are the
same.

The actual node is mapped to the actual world. So every positive formula that is true in
W's actual world is true in N: the theory derives all true positive formulas.

These statements about W are checked in all situations. That the map is a simulation is
also tested on random models of the theory.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import reduce
from itertools import compress, product
from operator import or_
from random import Random

from mystpy.bits import bits, members, set_of
from mystpy.conjectures.replay.query import situation_of
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.frame import Hands, InformationSets
from mystpy.theses.bridge.axioms import (
    AxiomChoice,
    first_false,
    known_deals,
    own_hand_not_known,
    told_to_all,
)
from mystpy.theses.bridge.walk import Item, Piece, explore, first_fault, states
from mystpy.theses.case_analysis import Case
from mystpy.theses.deals import deal_sets
from mystpy.views import Show, shows_of

THEORY = AxiomChoice(own_hands=True, ends=True, shows=True)


def shows(state: EpistemicState) -> tuple[Show, ...]:
    """Return the shows of a state, with the cards that were asked for."""
    return shows_of(state.history(0)).shows


def fitting_deals(state: EpistemicState) -> int:
    """Return the deals that agree with the public information."""
    every = frozenset(state.players)
    return known_deals(told_to_all(state, THEORY), (every,))[every]


def worlds_fault(state: EpistemicState) -> int | None:
    """Return a world that is wrongly present or absent, or has a wrong view.

    None if the worlds are all fitting deals with all choices of cards, and views are
    right. Two worlds must look alike to a player if and only if the player's hand and
    the cards in the player's shows are the same.
    """
    all_shows, deals = shows(state), deal_sets(state.game).worlds
    expected = {
        (deals[v], cards)
        for v in members(fitting_deals(state))
        for cards in product(*(bits(deals[v][s.by] & s.cards) for s in all_shows))
    }
    if expected != set(zip(state.worlds, state.shown, strict=True)):
        return 0
    for i in state.players:
        seen = [e for e, show in enumerate(all_shows) if show.sees(i)]
        views: dict[object, int] = {}
        for w, (hands, cards) in enumerate(zip(state.worlds, state.shown, strict=True)):
            view = hands[i], tuple(cards[e] for e in seen)
            views[view] = views.get(view, 0) | 1 << w
        if set(views.values()) != set(state.classes(i)):
            return 0
    return None


def show_not_known(state: EpistemicState) -> int | None:
    """Return a world in which C(P, OR_{x in Q} C({i,j}, h(j,x))) fails for a show."""
    for show in shows(state):
        pair = (show.by, show.to)
        agreed = (
            state.common(pair, state.held(show.by, x)) for x in members(show.cards)
        )
        wrong = state.full & ~reduce(or_, agreed, 0)
        if wrong:
            return next(members(wrong))
    return None


def theory_fault(state: EpistemicState) -> int | None:
    """Return a world in which the theory is false; None if there is none."""
    for wrong in (show_not_known(state), own_hand_not_known(state)):
        if wrong is not None:
            return wrong
    false = first_false(state, THEORY)
    return None if false is None else false[0]


Node = tuple[Hands, tuple[Hashable, ...]]
"""The hands at a node, and each player's observations besides her hand."""


def nodes_of(state: EpistemicState, rng: Random, size: int) -> Iterator[Node]:
    """Yield random nodes with deals that agree with the public information.

    Each node has a card for each show. The two players usually see it; others seldom
    do. Everybody also sees something without information.
    """
    all_shows, deals = shows(state), deal_sets(state.game).worlds
    every = list(members(fitting_deals(state)))
    sees = [
        [rng.random() < (0.95 if show.sees(i) else 0.3) for show in all_shows]
        for i in state.players
    ]
    apart = rng.randrange(1, 4)
    for _ in range(size):
        hands = deals[rng.choice(every)]
        cards = [rng.choice(bits(hands[show.by] & show.cards)) for show in all_shows]
        yield hands, tuple((rng.randrange(apart), *compress(cards, x)) for x in sees)


class RandomModel(InformationSets):
    """A random S5 model: nodes with deals, in which players know their own hands."""

    def __init__(self, state: EpistemicState, nodes: list[Node]) -> None:
        super().__init__(state.players, (1 << len(nodes)) - 1)
        self.state = state
        self.nodes = nodes
        self._classes: dict[int, list[int]] = {}

    @classmethod
    def random(cls, state: EpistemicState, rng: Random, size: int) -> RandomModel:
        """Return a model of the theory of a state with at most `size` nodes.

        Nodes in which the theory fails are removed, until it holds in all; perhaps none
        remain.
        """
        found = cls(state, list(nodes_of(state, rng, size)))
        while (good := found.good()) != found.full:
            found = cls(state, [found.nodes[y] for y in members(good)])
        return found

    def classes(self, player: int) -> list[int]:
        """Return the sets of nodes that look alike to a player, each with one hand."""
        if player not in self._classes:
            found: dict[object, int] = {}
            for y, (hands, keys) in enumerate(self.nodes):
                view = hands[player], keys[player - 1]
                found[view] = found.get(view, 0) | 1 << y
            self._classes[player] = list(found.values())
        return self._classes[player]

    def agreed(self, show: Show) -> dict[int, int]:
        """Return for each asked card, as a mask, the nodes with C({i,j}, h(j,x))."""
        return {
            card: self.common(
                (show.by, show.to),
                set_of(hands[show.by] & card for hands, _ in self.nodes),
            )
            for card in bits(show.cards)
        }

    def good(self) -> int:
        """Return the nodes at which a card of each show is agreed on."""
        found = self.full
        for show in shows(self.state):
            found &= reduce(or_, self.agreed(show).values(), 0)
        return found

    def image(self, shown: tuple[int, ...]) -> list[tuple[Hands, tuple[int, ...]]]:
        """Return for each node its deal and cards, preferably those shown."""
        cards: list[list[int]] = [[] for _ in self.nodes]
        for show, first in zip(shows(self.state), shown, strict=True):
            agreed = self.agreed(show)
            for y, of in enumerate(cards):
                fit = [card for card, nodes in agreed.items() if nodes >> y & 1]
                of.append(first if first in fit else fit[0])
        return [
            (hands, tuple(x)) for (hands, _), x in zip(self.nodes, cards, strict=True)
        ]


def simulated(loose: RandomModel, shown: tuple[int, ...]) -> bool:
    """Return whether the map of the nodes to worlds maps neighbours to neighbours."""
    state = loose.state
    worlds = list(zip(state.worlds, state.shown, strict=True))
    place = {world: w for w, world in enumerate(worlds)}
    images = [place.get(image, -1) for image in loose.image(shown)]
    if -1 in images:
        return False
    return all(
        state.alike[i][images[y]] >> images[z] & 1
        for i in loose.players
        for y in range(len(images))
        for z in members(loose.alike[i][y])
    )


def shown_piece(item: Item[int]) -> Piece:
    """Return histories, worlds, depth, a fault, and the nodes of random models.

    `how` is the largest number of nodes of a random model.
    """
    ahead, rng = explore(item.game, item.work), Random(1)

    def found() -> Iterator[tuple[int, Case | None, Mapping[str, int]]]:
        for state in states(ahead):
            nodes, wrong = 0, worlds_fault(state)
            wrong = theory_fault(state) if wrong is None else wrong
            for loose, shown in _models(state, rng, item.how):
                nodes += len(loose.nodes)
                if wrong is None and not simulated(loose, shown):
                    wrong = 0
            fault = None if wrong is None else situation_of(state, wrong)
            yield state.size, fault, {"nodes": nodes}

    return first_fault(ahead, found())


def _models(
    state: EpistemicState, rng: Random, size: int
) -> Iterator[tuple[RandomModel, tuple[int, ...]]]:
    """Yield a random model that is not empty, with cards that were shown at a node."""
    loose = RandomModel.random(state, rng, size)
    if loose.nodes:
        actual = rng.randrange(len(loose.nodes))
        agreed = (loose.agreed(show).items() for show in shows(state))
        fit = [[card for card, nodes in of if nodes >> actual & 1] for of in agreed]
        yield loose, tuple(rng.choice(cards) for cards in fit)
