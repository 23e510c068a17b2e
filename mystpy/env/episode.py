"""A game that is played by the numbers of its actions, cut off after some turns.

In the field: an episode with a horizon, and its action space.

There is one number for each action of a player, the same for all players: the other
player of an action is given as the number of seats from the acting player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from mystpy.bits import mask_of
from mystpy.compilation import NamedTuple
from mystpy.engines.transition_system.progressor import Progressor
from mystpy.engines.transition_system.states import EventKey
from mystpy.errors import QueryError
from mystpy.game.checks import check_carried
from mystpy.game.game import Game
from mystpy.history.actions import FUNCTORS, Asks, EndTurn, Guess, Shows, action_text
from mystpy.play.game_state import GameState, LegalAction
from mystpy.situations.event import Event, action_of

MOST_ACTIONS = 1_000_000
"""The largest number of questions and guesses of a game with numbered actions."""


class _Block(NamedTuple):
    """Actions of one kind, to the player some seats further on; 0 for no player.

    The action with number `first` + k has the k-th cards; `places` is the inverse map.
    """

    kind: str
    seats: int
    first: int
    cards: tuple[int, ...]
    places: dict[int, int]


class Numbering:
    """The actions of each player of a game, 0 to `size` - 1, in the order of 2.4.

    Numberings of the same game are equal. Raises QueryError if there are too many
    actions.
    """

    def __init__(self, game: Game) -> None:
        check_carried(game, "an environment")
        if game.question_count() + game.guess_count() > MOST_ACTIONS:
            raise QueryError(
                f"a player of this game has more than {MOST_ACTIONS:,} actions",
                hint="take fewer cards, or a smaller question",
            )
        if game.table:
            raise QueryError(
                "in environments all cards are dealt, and none is left over",
                hint="leave out left_over and face_up",
            )
        self.game = game
        kinds, self.longest_turn = _turn(game)
        self.kinds = tuple(dict.fromkeys(kind for kind, _ in kinds))
        self._blocks: list[_Block] = []
        self.size = 0
        for kind, seats in kinds:
            cards = _cards(game, kind)
            places = {mask: place for place, mask in enumerate(cards)}
            self._blocks.append(_Block(kind, seats, self.size, cards, places))
            self.size += len(cards)
        self._find = {(block.kind, block.seats): block for block in self._blocks}
        self._of = [block for block in self._blocks for _ in block.cards]
        self._words: dict[Event, str] = {}

    def event(self, player: int, number: int) -> Event:
        """Return the action with this number. Raises QueryError if there is none."""
        if not 0 <= number < self.size:
            raise QueryError(f"there is no action {number}, only 0 to {self.size - 1}")
        block = self._of[number]
        cards = block.cards[number - block.first]
        if not block.seats:
            return Event((block.kind, player), cards)
        to = (player - 1 + block.seats) % self.game.p + 1
        return Event((block.kind, player, to), cards)

    def number(self, event: Event) -> int:
        """Return the number of an action. Raises QueryError if the game has none."""
        block = self._block(event.key)
        if block is None or event.cards not in block.places:
            raise QueryError(f"{event.key[0]} with these cards has no number here")
        return block.first + block.places[event.cards]

    def words(self, event: Event) -> str:
        """Return an action as users write it; a card that was not seen is `_`."""
        if event not in self._words:
            self._words[event] = action_text(action_of(event, self.game), self.game)
        return self._words[event]

    def numbers(self, legal_actions: Iterable[LegalAction]) -> list[int]:
        """Return the numbers of all legal actions in ascending order."""
        return sorted(
            number for legal in legal_actions for number in self._offered(legal)
        )

    def _offered(self, legal: LegalAction) -> Iterator[int]:
        block = self._block(legal.key)
        assert block is not None, "the legal actions are those of the game"
        for number, cards in enumerate(block.cards, block.first):
            if not legal.cards or legal.cards & cards:
                yield number

    def _block(self, key: EventKey) -> _Block | None:
        return self._find.get((key[0], _seats(key, self.game)))


def _turn(game: Game) -> tuple[list[tuple[str, int]], int]:
    """Return the kinds of actions in a turn, in the order of 2.4, and their number.

    Each kind has the number of seats to the other player, 0 if there is none. The next
    turn begins after `endturn`.
    """
    ways = Progressor(game).system
    met = set()

    @cache
    def longest(state: int) -> int:
        lengths = [0]
        for key, move in ways.moves(state).items():
            met.add((key[0], _seats(key, game)))
            ahead = () if key[0] == EndTurn.name else move.after
            lengths.append(1 + max(map(longest, ahead), default=0))
        return max(lengths)

    length = longest(ways.start)
    order = list(FUNCTORS)
    return sorted(met, key=lambda kind: (order.index(kind[0]), kind[1])), length


def _seats(key: EventKey, game: Game) -> int:
    """Return how many seats away the other player of an action sits; 0 for none."""
    return (key[-1] - key[1]) % game.p if len(key) > 2 else 0


def _cards(game: Game, kind: str) -> tuple[int, ...]:
    """Return the masks of the cards that an action may have."""
    if kind == Shows.name:
        return tuple(1 << place for place in range(game.c))
    sets = {Asks.name: game.questions, Guess.name: game.guesses}
    if kind not in sets:
        return (0,)
    return tuple(mask_of(cards, game) for cards in sets[kind]())


WIN = 1.0
"""The payoff of the winner; the others pay it together, so that the sum is 0."""


def check_turns(turns: int) -> int:
    """Return the number of turns. Raises QueryError if it is not positive."""
    if turns < 1:
        raise QueryError(f"turns = {turns}, but there must be one at least")
    return turns


class Episode:
    """A game state in which `turns` more turns may be played, with its deal."""

    def __init__(self, table: GameState, numbering: Numbering, turns: int) -> None:
        self.table = table
        self.numbering = numbering
        self.turns = turns
        self._look()

    def _look(self) -> None:
        """Find the player to move, and the legal actions."""
        legal_actions = self.table.legal_actions() if self.turns > 0 else []
        self.player = legal_actions[0].player if legal_actions else 0
        mine = (legal for legal in legal_actions if legal.player == self.player)
        self.legal = self.numbering.numbers(mine)

    @property
    def over(self) -> bool:
        """Return whether no action is legal, or all turns are used up."""
        return not self.legal

    @property
    def cut_off(self) -> bool:
        """Return whether the episode is over only because all turns are used up."""
        return self.over and self.table.outcome is None

    def act(self, number: int) -> Event:
        """Perform the action with this number for the player to move, and return it.

        Raises IllegalActionError if it is not legal, QueryError if there is no such
        number.
        """
        event = self.numbering.event(self.player, number)
        self.table.do(event)
        self.turns -= event.key[0] == EndTurn.name
        self._look()
        return event

    def returns(self) -> list[float]:
        """Return the payoff of each player, player 1 first; 0 until somebody wins."""
        p = self.table.game.p
        outcome = self.table.outcome
        if outcome is None or outcome.winner is None:
            return [0.0] * p
        loss = -WIN / (p - 1)
        return [WIN if i == outcome.winner else loss for i in range(1, p + 1)]

    def copy(self) -> Episode:
        """Return an independent copy of the episode."""
        twin = Episode.__new__(Episode)
        twin.__dict__ |= self.__dict__ | {"table": self.table.copy()}
        return twin
