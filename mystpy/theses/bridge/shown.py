"""The axioms with the show known to all: the worlds are their most ignorant model.

The theory of a situation: C(P, .) of the Partition Axioms, of what no, yes and guesses
told (also those that ended the game), of h(i,x) -> K(i,h(i,x)) for all i and x, and of
OR_{x in Q} C({i,j}, h(j,x)) for every show of j to i after the question Q; and in the
actual world, for the card x that was shown, C({i,j}, h(j,x)).

The worlds W of the situation satisfy it, which is looked at in each of them. And W's
actual world simulates every S5 model N of the theory with the actual deal. Map a node
y of N to its deal, and for each show to a card x with C({i,j}, h(j,x)) at y: the one
that was in fact shown, if it will do, else the least. That is a world: W has all deals
that fit what was told, with every choice of cards of Q in the hand of j, and C implies
truth. Whoever does not tell y from z has the same hand in both, and if it is i or j,
the same C({i,j}, .) there, by S5; so the same card is taken, and the images look alike
to i and j. To the others it does not matter: in W two worlds look alike to a player if
the hand and the cards in the own shows are the same, and nothing else counts. The
actual node goes to the actual world. So every positive formula that is true in W's
actual world is true in N: the theory derives all true positive formulas.

What is said here of W is looked at in all situations; that the map is a simulation is
also tried on random models of the theory.
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
    """The shows of a state, with the cards that were asked for."""
    return shows_of(state.history(0)).shows


def fitting_deals(state: EpistemicState) -> int:
    """The deals that fit what has been told to all."""
    every = frozenset(state.players)
    return known_deals(told_to_all(state, THEORY), (every,))[every]


def worlds_fault(state: EpistemicState) -> int | None:
    """A world that is there or not as it should be, or of which a view is wrong.

    None if the worlds are all deals that fit with all choices of cards, and two look
    alike to a player just if the hand and the cards in the own shows are the same.
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
    """A world in which C(P, OR_{x in Q} C({i,j}, h(j,x))) fails after some show."""
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
    """A world in which the theory is false; None if there is none."""
    for wrong in (show_not_known(state), own_hand_not_known(state)):
        if wrong is not None:
            return wrong
    false = first_false(state, THEORY)
    return None if false is None else false[0]


Node = tuple[Hands, tuple[Hashable, ...]]
"""The hands at a node, and what each player sees there besides her own hand."""


def nodes_of(state: EpistemicState, rng: Random, size: int) -> Iterator[Node]:
    """Nodes with deals that fit what was told to all, at random.

    Of each show a card is noted at every node. The two see it, mostly; others, seldom;
    and everybody sees something that tells nothing.
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
    """A random S5 model: nodes with deals, of whose own hands the players are sure."""

    def __init__(self, state: EpistemicState, nodes: list[Node]) -> None:
        super().__init__(state.players, (1 << len(nodes)) - 1)
        self.state = state
        self.nodes = nodes
        self._classes: dict[int, list[int]] = {}

    @classmethod
    def random(cls, state: EpistemicState, rng: Random, size: int) -> RandomModel:
        """A model of the theory of a state, of at most so many nodes, perhaps none.

        Where the theory fails nodes are taken out, until it holds in all.
        """
        found = cls(state, list(nodes_of(state, rng, size)))
        while (good := found.good()) != found.full:
            found = cls(state, [found.nodes[y] for y in members(good)])
        return found

    def classes(self, player: int) -> list[int]:
        """The sets of nodes that look alike to a player: with one hand, at least."""
        if player not in self._classes:
            found: dict[object, int] = {}
            for y, (hands, keys) in enumerate(self.nodes):
                view = hands[player], keys[player - 1]
                found[view] = found.get(view, 0) | 1 << y
            self._classes[player] = list(found.values())
        return self._classes[player]

    def agreed(self, show: Show) -> dict[int, int]:
        """For each card asked for, as a mask, the nodes with C({i,j}, h(j,x))."""
        return {
            card: self.common(
                (show.by, show.to),
                set_of(hands[show.by] & card for hands, _ in self.nodes),
            )
            for card in bits(show.cards)
        }

    def good(self) -> int:
        """The nodes at which of each show a card is agreed on."""
        found = self.full
        for show in shows(self.state):
            found &= reduce(or_, self.agreed(show).values(), 0)
        return found

    def image(self, shown: tuple[int, ...]) -> list[tuple[Hands, tuple[int, ...]]]:
        """For each node its deal and cards, those shown first if they will do."""
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
    """Whether the map of the nodes to worlds takes neighbours to neighbours."""
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
    """Histories, worlds, depth, a situation at fault; and nodes of random models.

    `how` says how many nodes a random model has at most.
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
    """A random model that is not empty, with cards that were shown at a node."""
    loose = RandomModel.random(state, rng, size)
    if loose.nodes:
        actual = rng.randrange(len(loose.nodes))
        agreed = (loose.agreed(show).items() for show in shows(state))
        fit = [[card for card, nodes in of if nodes >> actual & 1] for of in agreed]
        yield loose, tuple(rng.choice(cards) for cards in fit)
