"""A public history with all its worlds, as bit sets: where formulas are evaluated.

A state consists of public information and the worlds that fit it. The public
information is the public state, the last question, and the outcome of a last guess.
Each world is a deal with the cards shown so far. A set of worlds is an integer, bit w
for world w of the frame. The public transition system, and so the axioms, determine
which actions are possible next.

If all see the cards that are shown, as two players do by the shipped axioms, each leads
to a state of its own, and worlds remain deals. Otherwise some player cannot distinguish
these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations

from mystpy.bits import bits, cards_of, members, set_of, set_of_members
from mystpy.compilation import dataclass
from mystpy.engines.transition_system.states import (
    EventKey,
    SystemState,
    Transition,
)
from mystpy.engines.transition_system.system import TransitionSystem
from mystpy.game.game import Game
from mystpy.history.actions import Action, Shows
from mystpy.history.history import History
from mystpy.situations.event import Event, action_of
from mystpy.situations.frame import Frame, Hands, InformationSets


@dataclass(frozen=True, slots=True)
class SuccessorState:
    """Where an event leads: a state, and for each of its worlds the one it comes from.

    `alive` are the worlds that lead there. Unless the event is a show, the worlds are
    those of the frame before, and `parents` is a range.
    """

    state: EpistemicState
    parents: Sequence[int]
    alive: int

    def compact(self) -> SuccessorState:
        """The same with the worlds that fit only, numbered from 0 on."""
        state = self.state
        if state.full == state.frame.full:
            return self
        kept = list(members(state.full))
        frame = state.frame.part(kept)
        public = state.number, state.question
        alone = EpistemicState(frame, *public, frame.full, state.events)
        return SuccessorState(alone, [self.parents[w] for w in kept], self.alive)

    def lifted(self, worlds: int) -> int:
        """The worlds from which these worlds of the state that was reached come."""
        if isinstance(self.parents, range):
            return worlds
        if worlds == self.state.full:
            return self.alive
        return set_of_members({self.parents[w] for w in members(worlds)})

    def lowered(self, worlds: int) -> int:
        """The worlds of the state that was reached that come from these worlds."""
        if isinstance(self.parents, range):
            return worlds & self.state.full
        if not self.alive & ~worlds:
            return self.state.full
        return set_of(worlds >> w & 1 for w in self.parents)


_Successors = Iterator[SuccessorState]


class EpistemicState(InformationSets):
    """One public history of a game; `events` are its actions.

    Its shows leave out cards that not everybody has seen; `full` has its worlds.
    """

    def __init__(
        self,
        frame: Frame,
        number: int,
        question: int,
        full: int,
        events: tuple[Event, ...] = (),
    ) -> None:
        super().__init__(range(1, frame.game.p + 1), full)
        self.frame = frame
        self.game = frame.game
        self.number = number
        self.system_state: SystemState = frame.system.state(number)
        self.question = question
        self.events = events
        self._reached: dict[Event, tuple[SuccessorState, ...]] = {}

    @classmethod
    def start(cls, game: Game, *, split: bool = True) -> EpistemicState:
        """The initial situation, with every deal; `split` is explained at `Frame`."""
        frame = Frame.start(game, split=split)
        return cls(frame, frame.system.start, 0, frame.full)

    def among(self, worlds: int) -> EpistemicState:
        """The state with no other worlds than these."""
        here = self.frame, self.number, self.question
        return EpistemicState(*here, worlds, self.events)

    def asking(self, question: int) -> EpistemicState:
        """Return the state with another last question, if that no longer matters."""
        if question == self.question:
            return self
        return EpistemicState(self.frame, self.number, question, self.full, self.events)

    @property
    def card_sets(self) -> tuple[int, ...]:
        """Sets of cards that tell cards apart besides its worlds and its question."""
        return ()

    @property
    def actions(self) -> tuple[Action, ...]:
        """Its actions, where everybody has seen the cards that were shown."""
        return tuple(action_of(event, self.game) for event in self.events)

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
    def system(self) -> TransitionSystem:
        """Return the public transition system for the number of players."""
        return self.frame.system

    def held(self, holder: int, card: int) -> int:
        """The worlds in which the holder has the card, given by its place."""
        return self.frame.held[holder][card] & self.full

    def classes(self, player: int) -> list[int]:
        """The sets of worlds that look alike to a player."""
        if self.full == self.frame.full:
            return self.frame.classes(player)
        found = (alike & self.full for alike in self.frame.classes(player))
        return [alike for alike in found if alike]

    def covering(self, player: int) -> list[int]:
        """The classes of all worlds of the frame: no list has to be made of them."""
        return self.frame.classes(player)

    def pooled(self, group: Sequence[int], body: int) -> int:
        """Return where the group would know it by pooling its knowledge."""
        doubted = 0
        for world in members(self.full & ~body):
            alike = self.full
            for player in group:
                alike &= next(x for x in self.frame.classes(player) if x >> world & 1)
            doubted |= alike
        return self.full & ~doubted

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """For each card the first of its sort that it may change places with."""
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
        """Return for each card its sort, whether it is asked for, and counts."""
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

    def moves(self) -> Iterator[tuple[EventKey, Transition]]:
        """The kinds of actions that the public state allows."""
        yield from self.system.moves(self.number).items()

    def after(self, event: Event) -> tuple[SuccessorState, ...]:
        """Where an event leads: nowhere, to one state, or to two after a guess.

        A show without its card leads to a state for each card if everybody sees it.
        Otherwise the card is left out: the state has the worlds with every card.
        """
        if event.key[0] == Shows.name and not self.frame.shows_public:
            event = Event(event.key)
        if event not in self._reached:
            move = self.system.moves(self.number).get(event.key)
            self._reached[event] = () if move is None else tuple(self._do(event, move))
        return self._reached[event]

    def _do(self, event: Event, move: Transition) -> Iterator[SuccessorState]:
        fits = self._guarded(move)
        question = move.question_after(self.question, event.cards)
        if event.key[0] == Shows.name:
            yield from self._shows(event, move, fits, question)
            return
        if len(move.after) == 1:
            yield from self._reach(event, move.after[0], question, fits)
            return
        right = fits & self.frame.pile(event.cards)
        for state, outcome in zip(move.after, (fits & ~right, right), strict=True):
            yield from self._reach(event, state, question, outcome)

    def _guarded(self, move: Transition) -> int:
        """The worlds that satisfy the guards of a move."""
        fits = self.full
        for guard in move.guards:
            some = self.frame.some(guard.player, self.question)
            fits &= some if guard.some else ~some
        return fits

    def _reach(
        self, event: Event, number: int, question: int, fits: int
    ) -> _Successors:
        if fits:
            events = (*self.events, event)
            state = EpistemicState(self.frame, number, question, fits, events)
            yield SuccessorState(state, range(len(self.worlds)), fits)

    def _shows(
        self, event: Event, move: Transition, fits: int, question: int
    ) -> _Successors:
        _, by, to = event.key  # type: ignore[misc]
        fits &= self.frame.some(by, self.question)
        if self.frame.shows_public:
            for card in bits(self.question & (event.cards or self.question)):
                meant = fits & self.frame.some(by, card)
                done = Event(event.key, card)
                yield from self._reach(done, move.after[0], question, meant)
            return
        if not fits:
            return
        frame, parents = self.frame.after_show(by, to, self.question, fits)
        events = (*self.events, event)
        state = EpistemicState(frame, move.after[0], question, frame.full, events)
        yield SuccessorState(state, parents, fits)

    def shown_last(self, card: int) -> int:
        """The worlds in which this card, given as a mask, was the last one shown."""
        if self.frame.shows_public:
            last = next(d for d in reversed(self.events) if d.key[0] == Shows.name)
            return self.full if last.cards == card else 0
        return self.full & self.frame.shown_last(card)

    def history(self, world: int) -> History:
        """The history in a world: its deal, and its actions with the cards shown."""
        hands = tuple(cards_of(hand, self.game) for hand in self.worlds[world])
        return History(self.game, hands, tuple(self._actions(world)))

    def _actions(self, world: int) -> Iterator[Action]:
        shown = iter(self.shown[world])
        for event in self.events:
            if event.key[0] == Shows.name and not event.cards:
                event = Event(event.key, next(shown))
            yield action_of(event, self.game)
