"""The situations of a small game up to symmetry, shortest histories first.

Situations that differ only in the names of cards are identified as far as that is
cheap; equivalent continuations are explored once. If everybody sees the cards that are
shown, states are identified by their canonical forms. Then there are finitely many, and
the search ends with histories of any length covered.

The method is breadth-first search of the state space, with symmetry reduction.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Generic, TypeVar

from mystpy.bits import mask_of, members
from mystpy.compilation import dataclass
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, Shows
from mystpy.situations.canonical import Past, canonical, cells, choose_sets
from mystpy.situations.epistemic_state import EpistemicState, SuccessorState
from mystpy.situations.event import Event
from mystpy.situations.frame import all_see_shows
from mystpy.views import sight_of

Place = TypeVar("Place")
"""A place of an exploration: a state, or other data on a situation."""

Way = TypeVar("Way")
"""A step from one place to the next."""

_COST_OF_A_STATE = 30
"""The cost of a state besides its worlds, counted in worlds."""


def _nothing(place: object) -> int:
    return 0


def steps(state: EpistemicState, event: Event) -> Iterator[tuple[SuccessorState, int]]:
    """Where an event leads, and which worlds of that state are meant.

    After a show these are the worlds in which the card of the event was shown. A set
    that may not be asked for, or guessed, leads nowhere.
    """
    if event.key[0] in (Asks.name, Guess.name) and not _well_formed(event, state.game):
        return
    for reached in state.after(event):
        meant = reached.state.full
        if event.key[0] == Shows.name and event.cards:
            meant = reached.state.shown_last(event.cards)
        yield reached, meant


@lru_cache(maxsize=10_000)
def _well_formed(event: Event, game: Game) -> bool:
    """Whether such a set may be asked for, or guessed."""
    cards = [game.cards[x] for x in members(event.cards)]
    if event.key[0] == Asks.name:
        return not game.question_fault(cards)
    return not game.guess_fault(cards)


def events(state: EpistemicState, *, sets: bool = True) -> Iterator[Event]:
    """Every event that the public state allows, with every set and every card.

    Unless `sets`, questions and guesses are left out.
    """
    game = state.game
    for key, _ in state.moves():
        if key[0] in (Asks.name, Guess.name) and not sets:
            continue
        if key[0] == Asks.name:
            yield from (Event(key, mask_of(cards, game)) for cards in game.questions())
        elif key[0] == Guess.name:
            yield from (Event(key, mask_of(cards, game)) for cards in game.guesses())
        elif key[0] == Shows.name:
            yield from (Event(key, 1 << x) for x in members(state.question))
        else:
            yield Event(key)


def events_up_to_names(
    state: EpistemicState, card_sets: Iterable[int]
) -> Iterator[Event]:
    """Every event that the public state allows, one of those alike.

    `card_sets` are card sets that tell cards apart. Games with sorts are left alone,
    and so are the cards of a show that not everybody sees.
    """
    if state.game.sorts:
        yield from events(state)
        return
    classes = cells(state, card_sets)
    for event in events(state, sets=False):
        hidden = event.key[0] != Shows.name or not state.frame.shows_public
        if hidden or any(cell[0] == event.cards for cell in classes):
            yield event
    for key, _ in state.moves():
        if key[0] in (Asks.name, Guess.name):
            size = state.game.q if key[0] == Asks.name else state.game.sizes[0]
            yield from (Event(key, cards) for cards in choose_sets(classes, size))


def next_states(
    state: EpistemicState, named: Iterable[int] = (), *, guesses: bool = True
) -> Iterator[SuccessorState]:
    """The states one action further on, one of those alike but for names of cards.

    `named` are cards, as masks, that are to be told apart. Unless there are `guesses`,
    nobody guesses.
    """
    done: dict[Event, None] = {}
    for event in events_up_to_names(state, named):
        if event.key[0] == Guess.name and not guesses:
            continue
        private = event.key[0] == Shows.name and not state.frame.shows_public
        # Then the state has the worlds with every card that may be shown.
        done[Event(event.key) if private else event] = None
    for event in done:
        yield from state.after(event)


def key_of(
    state: EpistemicState, named: tuple[int, ...] = (), past: Past = ()
) -> Hashable:
    """Return a key for a state; states with equal keys have equivalent continuations.

    `past` are the worlds in which something held before that matters.
    """
    if state.frame.shows_public:
        return canonical(state, named, past)
    content = state.frame.content
    held = tuple((k, of, content(worlds)) for k, of, worlds in past)
    return state.number, state.question, content(state.full), held


def cost_of(state: EpistemicState) -> int:
    """Return the cost of a state: its worlds and a constant."""
    return state.size + _COST_OF_A_STATE


@dataclass(frozen=True, slots=True)
class ExplorationStep(Generic[Place, Way]):
    """A step from one place to another, after which `depth` actions are done.

    `new` says whether the place was not met before.
    """

    before: Place
    way: Way
    after: Place
    depth: int
    new: bool


@dataclass(slots=True)
class Exploration(Generic[Place, Way]):
    """The places of a game that steps lead to, up to symmetry.

    `ways` yields the steps from a place with the places they lead to, and `key`
    distinguishes places with different continuations. The cost of a step is subtracted
    from the `work`, and `most` is the maximal number of actions; without both it
    explores everything. All histories of up to `depth` actions were explored, and if it
    is `complete` longer ones lead to no new place.
    """

    start: Place
    ways: Callable[[Place], Iterable[tuple[Way, Place]]]
    key: Callable[[Place], Hashable]
    cost: Callable[[Place], int] = _nothing
    work: int | None = None
    most: int | None = None
    depth: int = 0
    complete: bool = False

    def steps(self) -> Iterator[ExplorationStep[Place, Way]]:
        """All steps, shortest histories first."""
        met, level = {self.key(self.start)}, [self.start]
        left = self.work or 0
        while level:
            if self.depth == self.most:
                return
            ahead = []
            for before in level:
                for way, after in self.ways(before):
                    left -= self.cost(after)
                    if self.work is not None and left < 0:
                        return
                    key = self.key(after)
                    yield ExplorationStep(
                        before, way, after, self.depth + 1, key not in met
                    )
                    if key not in met:
                        met.add(key)
                        ahead.append(after)
            level = ahead
            self.depth += 1
        self.complete = True

    def levels(self) -> Iterator[list[Place]]:
        """Yield the places first met after 0, 1, ... actions, for complete lengths."""
        yield [self.start]
        for depth, steps in groupby(self.steps(), key=attrgetter("depth")):
            level = [step.after for step in steps if step.new]
            if self.depth >= depth and level:
                yield level


def repeats(game: Game) -> bool:
    """Whether a game is of two players who see all shows, so that situations repeat."""
    return game.p == 2 and all_see_shows(game, sight_of(game))


def situations(
    game: Game,
    *,
    named: tuple[int, ...] = (),
    work: int | None = None,
    most: int | None = None,
    guesses: bool = True,
) -> Exploration[EpistemicState, SuccessorState]:
    """The public histories of a game, one of those alike; each costs its worlds.

    `named` are cards, as masks, that are told apart. Unless there are `guesses`, they
    are those in which nobody guesses.
    """
    return Exploration(
        EpistemicState.start(game),
        lambda state: (
            (r, r.state) for r in next_states(state, named, guesses=guesses)
        ),
        lambda state: key_of(state, named),
        cost_of,
        work,
        most,
    )
