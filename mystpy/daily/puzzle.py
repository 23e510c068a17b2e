"""A small game of Clue, drawn from a seed, in which the reader learns the pile.

The game is dealt and played at random by the axioms; player 1 is the reader, who has
seen what player 1 has seen. Of the games that are drawn, one is chosen whose pile needs
as many lines as the day of the week requires.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from datetime import date
from functools import reduce
from itertools import combinations
from operator import and_
from random import Random
from typing import TYPE_CHECKING

from mystpy.compilation import NamedTuple
from mystpy.engines import get_engine
from mystpy.engines.deals import Deals
from mystpy.engines.transition_system.progressor import Progressor, hands_given
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.actions import Action, Asks, Guess, No, Shows, Yes
from mystpy.history.history import History
from mystpy.history.sentences import name_of
from mystpy.history.turns import split_turns
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState
from mystpy.play.information_state import InformationState
from mystpy.play.player import any_of
from mystpy.questions.knowledge import know

if TYPE_CHECKING:
    from mystpy.files.json_text import Object

READER = 1
"""The number of the player who solves the puzzle."""

PLAYERS = ("ann", "bob", "cid")
FEWEST_TURNS, MOST_TURNS = 3, 9
"""A game that ends earlier is no puzzle, and a longer one is drawn again."""

MOST_DRAWS = 200
"""The number of games drawn for one puzzle; the puzzles depend on it."""

FIRST_DAY = date(2026, 11, 1)
"""The archive begins on this day."""

NEEDED = (2, 2, 3, 3, 4, 4, 5)
"""The number of lines that a card of the pile needs, for each weekday from Monday."""

_SORTS = {
    "suspect": ("plum", "green", "white", "peacock"),
    "weapon": ("rope", "knife", "pipe", "wrench"),
    "room": ("hall", "study", "kitchen", "lounge"),
}


class DeductionPuzzle(NamedTuple):
    """A history as player 1 has seen it, from which player 1 knows the pile.

    `seed` is the text from which it was drawn. `needed` is the difficulty: the largest
    number of lines that are needed to derive a card of the pile.
    """

    seed: str
    history: History
    pile: tuple[str, ...]
    needed: int

    @property
    def game(self) -> Game:
        """Return the game that was played."""
        return self.history.game

    @property
    def turns(self) -> tuple[tuple[Action, ...], ...]:
        """Return the actions of each turn."""
        return tuple(split_turns(self.history.actions))

    @property
    def lines(self) -> tuple[str, ...]:
        """Return each turn as a line of a notebook."""
        return tuple(turn_line(turn, self.game) for turn in self.turns)

    def line_of(self, step: int) -> int:
        """Return the number of the line, from 1, that contains an action."""
        ends = 0
        for number, turn in enumerate(self.turns, 1):
            ends += len(turn)
            if step < ends:
                return number
        raise IndexError(step)


def daily_puzzle(day: date) -> DeductionPuzzle:
    """Return the puzzle of a day.

    Raises QueryError for a day before the first one.
    """
    if day < FIRST_DAY:
        raise QueryError(
            f"there is no puzzle of {day.isoformat()}",
            hint=f"the first one is of {FIRST_DAY.isoformat()}",
        )
    return drawn_puzzle(day.isoformat(), NEEDED[day.weekday()])


def drawn_puzzle(seed: str, wanted: int) -> DeductionPuzzle:
    """Return the first puzzle of a seed that needs the wanted lines, or the nearest.

    The same seed and number give the same puzzle on every system.
    """
    best: DeductionPuzzle | None = None
    for number in range(MOST_DRAWS):
        digest = hashlib.sha256(f"{seed}/{number}".encode()).digest()
        found = _played(seed, Random(int.from_bytes(digest, "big")))
        if found is None:
            continue
        if best is None or abs(found.needed - wanted) < abs(best.needed - wanted):
            best = found
        if best.needed == wanted:
            break
    if best is None:
        raise QueryError(
            f"no game of the seed {seed!r} makes a puzzle", hint="take another seed"
        )
    return best


def _played(seed: str, rng: Random) -> DeductionPuzzle | None:
    """Play a game until player 1 knows the pile; None if that takes too long."""
    game = Game.clue(players=PLAYERS, sorts=_SORTS)
    table = GameState(game, random_deal(game, rng))
    for turn in range(1, MOST_TURNS + 1):
        _play_turn(table, rng)
        seen = InformationState.at(table, READER).history()
        pile = _known_pile(seen)
        if pile and turn < FEWEST_TURNS:
            return None
        if pile:
            return DeductionPuzzle(seed, seen, pile, _fewest_lines(seen, pile))
    return None


def _play_turn(table: GameState, rng: Random) -> None:
    """Let the player in turn ask at random, the others answer, and the turn end."""
    asker = None
    while legal := table.legal_actions():
        if asker is not None and legal[0].key[0] == Asks.name:
            return
        asker = asker or legal[0].player
        quiet = [one for one in legal if one.key[0] != Guess.name]
        table.do(any_of(quiet[0], table.game, rng))


def _known_pile(history: History) -> tuple[str, ...]:
    """Return the cards of the pile, if player 1 knows all of them."""
    engine = get_engine("walk")
    cells = know(history, READER, engine, count=False).cells[0]
    held = [card for card, cell in cells.items() if cell == "yes"]
    return tuple(held) if len(held) == history.game.sizes[0] else ()


def _fewest_lines(history: History, pile: Sequence[str]) -> int:
    """Return the largest number of lines that a card of the pile needs."""
    game = history.game
    deals, by_line = _deals_by_line(history)
    needed = 0
    for card in pile:
        held = 1 << game.deck[card]
        without = sum(1 << k for k, deal in enumerate(deals) if not deal[0] & held)
        while not any(
            not reduce(and_, chosen, without)
            for chosen in combinations(by_line, needed)
        ):
            needed += 1
    return needed


def _deals_by_line(history: History) -> tuple[list[tuple[int, ...]], list[int]]:
    """Return the deals that fit the hand of player 1, and those that fit each line."""
    game = history.game
    deals = list(Deals(game, hands_given(game, history.hands)))
    (after, *_), _ = Progressor(game).progress(history.actions)
    timed = after.timed_conditions
    fitting, step = [], 0
    for turn in split_turns(history.actions):
        steps = range(step, step + len(turn))
        told = [condition for at, condition in timed if at in steps]
        fitting.append(
            sum(
                1 << k
                for k, deal in enumerate(deals)
                if all(condition.satisfied(deal) for condition in told)
            )
        )
        step = steps.stop
    return deals, fitting


def turn_line(turn: Sequence[Action], game: Game) -> str:
    """Return a turn as a notebook reads it: `ann: plum rope hall -> bob passes`."""
    asks = turn[0]
    assert isinstance(asks, Asks)
    asked = " ".join(sort_cards(asks.cards, game.deck))
    answers = list(_answers(turn[1:], game))
    shown = any(isinstance(action, Yes) for action in turn)
    told = ", ".join(answers) if shown else "nobody"
    return f"{name_of(asks.player, game)}: {asked} -> {told}"


def _answers(actions: Sequence[Action], game: Game) -> Iterator[str]:
    for action in actions:
        who = name_of(action.player, game)
        if isinstance(action, No):
            yield f"{who} passes"
        elif isinstance(action, Shows):
            yield f"{who} shows" + (f" {action.card}" if action.card else "")


def puzzle_object(puzzle: DeductionPuzzle) -> Object:
    """Return the puzzle without its solution, as a JSON object."""
    game = puzzle.game
    hand = puzzle.history.hands[READER] or frozenset()
    return {
        "day": puzzle.seed,
        "needed": puzzle.needed,
        "players": list(game.players),
        "sorts": {name: list(cards) for name, cards in game.sorts},
        "you": game.players[READER - 1],
        "hand": sort_cards(hand, game.deck),
        "lines": list(puzzle.lines),
    }
