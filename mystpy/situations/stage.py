"""A public history with all its worlds, as bit sets: where formulas are evaluated.

A stage is what everybody sees (the public state and the last question, and the
outcome of a last guess), and the worlds that fit it: each a deal with the cards shown
so far. A set of worlds is an integer, bit w for world w of the frame. Which actions
lead on comes from the public diagram, and so from the axioms.

If all see the cards that are shown, as two players do by the shipped axioms, each leads
to a stage of its own, and worlds stay deals. Else somebody cannot tell these apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations

from mystpy.bits import bits, cards_of, members, set_of, set_of_members
from mystpy.compilation import dataclass
from mystpy.engines.diagram.diagram import Diagram, Transition
from mystpy.engines.diagram.states import NEW, OLD, Key, State
from mystpy.game.game import Game
from mystpy.history.actions import Action, Shows
from mystpy.history.history import History
from mystpy.situations.deed import Deed, action_of
from mystpy.situations.frame import Frame, Hands
from mystpy.situations.information_sets import InformationSets


@dataclass(frozen=True, slots=True)
class Reached:
    """Where a deed leads: a stage, and for each of its worlds the one it comes from.

    `alive` are the worlds that lead there. Unless the deed is a show, the worlds are
    those of the frame before, and `parents` is a range.
    """

    stage: Stage
    parents: Sequence[int]
    alive: int

    def compact(self) -> Reached:
        """The same with the worlds that fit only, numbered from 0 on."""
        stage = self.stage
        if stage.full == stage.frame.full:
            return self
        kept = list(members(stage.full))
        frame = stage.frame.part(kept)
        alone = Stage(frame, stage.number, stage.question, frame.full, stage.deeds)
        return Reached(alone, [self.parents[w] for w in kept], self.alive)

    def lifted(self, worlds: int) -> int:
        """The worlds from which these worlds of the stage that was reached come."""
        if isinstance(self.parents, range):
            return worlds
        if worlds == self.stage.full:
            return self.alive
        return set_of_members({self.parents[w] for w in members(worlds)})

    def lowered(self, worlds: int) -> int:
        """The worlds of the stage that was reached that come from these worlds."""
        if isinstance(self.parents, range):
            return worlds & self.stage.full
        if not self.alive & ~worlds:
            return self.stage.full
        return set_of(worlds >> w & 1 for w in self.parents)


class Stage(InformationSets):
    """One public history of a game; `deeds` are its actions.

    Cards that not everybody has seen are left out of its shows. `full` is the set of
    its worlds, those of the frame that fit.
    """

    def __init__(
        self,
        frame: Frame,
        state: int,
        question: int,
        full: int,
        deeds: tuple[Deed, ...] = (),
    ) -> None:
        super().__init__(range(1, frame.game.p + 1), full)
        self.frame = frame
        self.game = frame.game
        self.number = state
        self.state: State = frame.diagram.state(state)
        self.question = question
        self.deeds = deeds
        self._reached: dict[Deed, tuple[Reached, ...]] = {}

    @classmethod
    def start(cls, game: Game, *, split: bool = True) -> Stage:
        """The initial situation, with every deal; `split` is explained at `Frame`."""
        frame = Frame.start(game, split=split)
        return cls(frame, frame.diagram.start, 0, frame.full)

    def among(self, worlds: int) -> Stage:
        """The stage with no other worlds than these."""
        return Stage(self.frame, self.number, self.question, worlds, self.deeds)

    def asking(self, question: int) -> Stage:
        """The stage with another last question, where that matters no more."""
        if question == self.question:
            return self
        return Stage(self.frame, self.number, question, self.full, self.deeds)

    @property
    def told(self) -> tuple[int, ...]:
        """Sets of cards that tell cards apart besides its worlds and its question."""
        return ()

    @property
    def actions(self) -> tuple[Action, ...]:
        """Its actions, where everybody has seen the cards that were shown."""
        return tuple(action_of(deed, self.game) for deed in self.deeds)

    @property
    def size(self) -> int:
        """How many worlds there are."""
        return self.full.bit_count()

    @property
    def worlds(self) -> Sequence[Hands]:
        """The hands in each world of the frame, also in those that do not fit."""
        return self.frame.worlds

    @property
    def shown(self) -> Sequence[tuple[int, ...]]:
        """The cards shown in each world of the frame, but those that split it."""
        return self.frame.shown

    @property
    def diagram(self) -> Diagram:
        """The public diagram of so many players."""
        return self.frame.diagram

    def held(self, holder: int, card: int) -> int:
        """The worlds in which the holder has the card, given by its place."""
        return self.frame.held[holder][card] & self.full

    def classes(self, player: int) -> list[int]:
        """The sets of worlds that look alike to a player."""
        if self.full == self.frame.full:
            return self.frame.classes(player)
        found = (alike & self.full for alike in self.frame.classes(player))
        return [alike for alike in found if alike]

    def known(self, group: Iterable[int], body: int) -> int:
        """Where everybody in the group knows that the world is in `body`."""
        doubted = 0
        outside = self.full & ~body
        if outside:
            for player in group:
                # Those of the frame will do: no list has to be made of them.
                for alike in self.frame.classes(player):
                    if alike & outside:
                        doubted |= alike
        return self.full & ~doubted

    def pooled(self, group: Sequence[int], body: int) -> int:
        """Where the group would know it if its members told each other all."""
        doubted = 0
        for world in members(self.full & ~body):
            alike = self.full
            for player in group:
                alike &= next(x for x in self.frame.classes(player) if x >> world & 1)
            doubted |= alike
        return self.full & ~doubted

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """For each card the first one it may change places with, by their places.

        Worlds, which are deals, and the question stay the same. Sorts are never mixed.
        """
        kept, key = self.frame.kinds, (self.full, self.question)
        if key not in kept:
            found = list[int]()
            for x, sign in enumerate(self.signs):
                firsts = (y for y in dict.fromkeys(found) if self.signs[y] == sign)
                found.append(next((y for y in firsts if self._may_swap(y, x)), x))
            kept[key] = tuple(found)
        return kept[key]

    @cached_property
    def signs(self) -> list[tuple[int, ...]]:
        """For each card its sort, whether it is asked for, and how often who has it."""
        kept, key, game = self.frame.signs, (self.full, self.question), self.game
        if key not in kept:
            apart = [*(xs for _, xs in game.sorts), *((x,) for x in game.face_up)]
            sort_of = {x: k for k, xs in enumerate(apart) for x in xs}
            kept[key] = [
                (
                    sort_of.get(card, 0),
                    self.question >> x & 1,
                    *(self.held(k, x).bit_count() for k in game.holders),
                )
                for x, card in enumerate(game.cards)
            ]
        return kept[key]

    def _may_swap(self, x: int, y: int) -> bool:
        """Whether for each two hands the worlds with x here and y there have mates."""
        held, full = self.frame.held, self.full
        pairs = []
        for k, j in combinations(self.game.holders, 2):
            one, other = full & held[k][x] & held[j][y], full & held[j][x] & held[k][y]
            if one.bit_count() != other.bit_count():
                return False
            pairs.append((one, other))
        swapped = self.frame.swapped(x, y)
        return all(
            other >> swapped[w] & 1 for one, other in pairs for w in members(one)
        )

    def moves(self) -> Iterator[tuple[Key, Transition]]:
        """The kinds of actions that the public state allows."""
        yield from self.diagram.moves(self.number).items()

    def after(self, deed: Deed) -> tuple[Reached, ...]:
        """Where a deed leads: nowhere, to one stage, or to two after a guess.

        A show without its card leads to a stage for each card if everybody sees it.
        Otherwise the card is left out: the stage has the worlds with every card.
        """
        if deed.key[0] == Shows.name and not self.frame.shows_public:
            deed = Deed(deed.key)
        if deed not in self._reached:
            move = self.diagram.moves(self.number).get(deed.key)
            self._reached[deed] = () if move is None else tuple(self._do(deed, move))
        return self._reached[deed]

    def _do(self, deed: Deed, move: Transition) -> Iterator[Reached]:
        fits = self._guarded(move)
        question = self.question if move.question == OLD else 0
        if move.question == NEW:
            question = deed.cards
        if deed.key[0] == Shows.name:
            yield from self._shows(deed, move, fits)
            return
        if len(move.after) == 1:
            yield from self._reach(deed, move.after[0], question, fits)
            return
        right = fits & self.frame.pile(deed.cards)
        for state, outcome in zip(move.after, (fits & ~right, right), strict=True):
            yield from self._reach(deed, state, question, outcome)

    def _guarded(self, move: Transition) -> int:
        """The worlds that satisfy the guards of a move."""
        fits = self.full
        for guard in move.guards:
            some = self.frame.some(guard.player, self.question)
            fits &= some if guard.some else ~some
        return fits

    def _reach(
        self, deed: Deed, state: int, question: int, fits: int
    ) -> Iterator[Reached]:
        if fits:
            stage = Stage(self.frame, state, question, fits, (*self.deeds, deed))
            yield Reached(stage, range(len(self.worlds)), fits)

    def _shows(self, deed: Deed, move: Transition, fits: int) -> Iterator[Reached]:
        _, by, to = deed.key  # type: ignore[misc]
        fits &= self.frame.some(by, self.question)
        if self.frame.shows_public:
            question = self.question if move.question == OLD else 0
            for card in bits(self.question & (deed.cards or self.question)):
                meant = fits & self.frame.some(by, card)
                done = Deed(deed.key, card)
                yield from self._reach(done, move.after[0], question, meant)
            return
        if not fits:
            return
        frame, parents = self.frame.after_show(by, to, self.question, fits)
        question = self.question if move.question == OLD else 0
        deeds = (*self.deeds, deed)
        stage = Stage(frame, move.after[0], question, frame.full, deeds)
        yield Reached(stage, parents, fits)

    def shown_last(self, card: int) -> int:
        """The worlds in which this card, given as a mask, was the last one shown."""
        if self.frame.shows_public:
            last = next(d for d in reversed(self.deeds) if d.key[0] == Shows.name)
            return self.full if last.cards == card else 0
        return self.full & self.frame.shown_last(card)

    def history(self, world: int) -> History:
        """The history in a world: its deal, and its actions with the cards shown."""
        hands = tuple(cards_of(hand, self.game) for hand in self.worlds[world])
        return History(self.game, hands, tuple(self._actions(world)))

    def _actions(self, world: int) -> Iterator[Action]:
        shown = iter(self.shown[world])
        for deed in self.deeds:
            if deed.key[0] == Shows.name and not deed.cards:
                deed = Deed(deed.key, next(shown))
            yield action_of(deed, self.game)
