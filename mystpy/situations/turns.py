"""The turns of games of two players, and the players' knowledge in them.

With two players everybody sees every card that is shown, so the states are sets of
deals, and up to renaming cards there are finitely many. They are explored turn by turn:
a question with its answer and the guess after it at once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property

from mystpy.bits import cards_of, mask_of
from mystpy.compilation import dataclass
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Guess, No, Shows, Yes
from mystpy.sight import require_known_sight
from mystpy.situations.canonical import Cells, canonical, cells, choose_sets
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.event import Event
from mystpy.situations.explore import Exploration
from mystpy.situations.frame import Hands


@dataclass(frozen=True, slots=True)
class TurnStep:
    """A turn's question with its answer, or a guess after it; `kind` says which.

    `after` is the situation after the no, the show or the guess.
    """

    kind: str
    poser: int
    before: EpistemicState
    after: EpistemicState


def shown_and_denied(state: EpistemicState) -> tuple[int, int, int, int]:
    """The cards that players 1 and 2 have shown, and that they have denied.

    These are sets of cards, as masks. The next question may depend on them.
    """
    shown, denied, asked = [0, 0, 0], [0, 0, 0], 0
    for event in state.events:
        kind, player, *_ = event.key
        if kind == Asks.name:
            asked = event.cards
        elif kind == No.name:
            denied[player] |= asked
        elif kind == Shows.name:
            shown[player] |= event.cards
    return shown[1], shown[2], denied[1], denied[2]


class TwoPlayerGame:
    """The turns of a game of two players; sets of deals are sets of worlds."""

    def __init__(self, game: Game) -> None:
        assert game.p == 2, "with more players a show is not public"
        require_known_sight(game.rule_set)
        self.game = game
        self._start = EpistemicState.start(game)
        self.frame = self._start.frame

    @property
    def deals(self) -> Sequence[Hands]:
        """All deals of the game: hands as masks, by holder."""
        return self.frame.worlds

    @cached_property
    def views(self) -> tuple[list[int], ...]:
        """For each player the sets of deals with the same hand (index 0: empty)."""
        return [], self.frame.classes(1), self.frame.classes(2)

    def held(self, holder: int, card: int) -> int:
        """The deals in which a holder has the card with this place."""
        return self.frame.held[holder][card]

    def deal(self, deals: int) -> tuple[frozenset[str], ...]:
        """The first of some deals, as sets of cards by holder."""
        first = (deals & -deals).bit_length() - 1
        return tuple(cards_of(hand, self.game) for hand in self.frame.worlds[first])

    def start(self) -> EpistemicState:
        """init0, all deals."""
        return self._start

    def after(self, state: EpistemicState, action: Action) -> list[EpistemicState]:
        """Where an action leads if it is possible: for a guess, wrong or right.

        Outcomes that no deal allows are left out.
        """
        return self.done(state, Event.of(action, self.game))

    def sure(self, state: EpistemicState, player: int) -> int:
        """The public deals in which a player knows the pile."""
        return state.sure(player, lambda w: self.deals[w][0])

    def steps(self, *, guesses: bool, turns: int | None = None) -> Iterator[TurnStep]:
        """The steps from every situation, up to renaming, the shortest first.

        Without `guesses` nobody ever guesses. With `turns` only so many turns in
        which something is asked are looked at.
        """
        ahead = Exploration(
            self.start(), lambda s: self._turn(s, guesses), self.key, most=turns
        )
        return (found.way for found in ahead.steps())

    def questions(self, state: EpistemicState, poser: int) -> Iterator[frozenset[str]]:
        """The questions to look at: all, up to renaming cards."""
        for cards in self.sets(state, self.game.q):
            yield cards_of(cards, self.game)

    def key(self, state: EpistemicState) -> Hashable:
        """Return a key, equal for situations that differ by a renaming of cards."""
        return canonical(state.asking(0), shown_and_denied(state))

    def cells(self, state: EpistemicState, *asked: int) -> Cells:
        """The cards in classes of those that may be renamed to each other."""
        return cells(state.asking(0), (*shown_and_denied(state), *asked))

    def sets(self, state: EpistemicState, size: int) -> Iterable[int]:
        """Sets of cards, of those that differ by a renaming only one."""
        return choose_sets(self.cells(state), size)

    def _turn(
        self, state: EpistemicState, guesses: bool
    ) -> Iterator[tuple[TurnStep, EpistemicState]]:
        """Each step of a turn, with the next turn that it leads to."""
        if state.system_state.over:
            return
        (poser,) = state.system_state.turn
        for question in self.questions(state, poser):
            for answered, kind in self._answers(state, poser, question):
                step = TurnStep(kind, poser, state, answered)
                yield step, self.passed(answered)
                if guesses:
                    yield from self._guesses(answered, poser)

    def _answers(
        self, state: EpistemicState, poser: int, question: frozenset[str]
    ) -> Iterator[tuple[EpistemicState, str]]:
        """Where a question leads: to a no, or to a show of each kind of card."""
        asked = mask_of(question, self.game)
        shown = [cell[0] for cell in self.cells(state, asked) if cell[0] & asked]
        other = 3 - poser
        for now in self.done(state, Event((Asks.name, poser), asked)):
            for no in self.done(now, Event((No.name, other))):
                yield no, No.name
            for yes in self.done(now, Event((Yes.name, other))):
                for card in shown:
                    for show in self.done(yes, Event((Shows.name, other, poser), card)):
                        yield show, Shows.name

    def _guesses(
        self, answered: EpistemicState, poser: int
    ) -> Iterator[tuple[TurnStep, EpistemicState]]:
        for pile in self.sets(answered, self.game.sizes[0]):
            for after in self.done(answered, Event((Guess.name, poser), pile)):
                yield TurnStep(Guess.name, poser, answered, after), self.passed(after)

    def done(self, state: EpistemicState, event: Event) -> list[EpistemicState]:
        """Where an event leads."""
        return [reached.state for reached in state.after(event)]

    def passed(self, state: EpistemicState) -> EpistemicState:
        """The next turn in which something can be asked, or the end."""
        while True:
            passing = [key for key, _ in state.moves() if key[0] != Guess.name]
            if not passing or passing[0][0] == Asks.name:
                return state.asking(0)
            (state,) = self.done(state, Event(passing[0]))
