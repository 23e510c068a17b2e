"""Statistics of many records: openings, wins, lengths, when the pile could be known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from mystpy.bits import mask_of
from mystpy.game.names import sort_cards
from mystpy.history.accounts import leaves_open
from mystpy.history.actions import Asks, Guess
from mystpy.history.history import History
from mystpy.intervals import wilson
from mystpy.play.belief import BeliefState
from mystpy.play.information_state import InformationState
from mystpy.records.format.keys import GUESS, UNFINISHED
from mystpy.records.format.numbered_turns import turn_spans
from mystpy.records.format.record import GameRecord
from mystpy.situations.event import Event

MOST_OPENINGS = 10
"""The number of the most frequent first suggestions that are listed for each game."""


class RecordStatistics:
    """Sums over records, which are added one by one; none is stored."""

    def __init__(self) -> None:
        self._games: dict[str, _GameStatistics] = {}
        self.records = 0

    def add(self, record: GameRecord) -> None:
        """Add a record."""
        self.records += 1
        game = record.game
        kind = f"{game.rule_set}, {game.p} players, {game.c} cards"
        self._games.setdefault(kind, _GameStatistics(game.p)).add(record)

    def as_object(self) -> dict[str, Any]:
        """Return the statistics by game, as they are written as JSON."""
        games = {name: each.as_object() for name, each in sorted(self._games.items())}
        return {"records": self.records, "games": games}


class _GameStatistics:
    """Sums over the records of one game."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.records = 0
        self.ends: Counter[str] = Counter()
        self.seats: Counter[int] = Counter()
        self.names: Counter[str] = Counter()
        self.wins: Counter[str] = Counter()
        self.lengths: list[int] = []
        self.openings: Counter[tuple[str, ...]] = Counter()
        self.own: Counter[int] = Counter()
        self.known: dict[int, list[int]] = {}
        self.unknown: Counter[int] = Counter()
        self.not_followed = 0

    def add(self, record: GameRecord) -> None:
        self.records += 1
        result = record.fields.get("result", {})
        self.ends[result.get("end", UNFINISHED)] += 1
        if result.get("end") == GUESS:
            self.lengths.append(record.turns)
        winner = record.game.player(result["winner"]) if "winner" in result else None
        if winner is not None:
            self.seats[winner] += 1
        for seat, row in enumerate(record.rows("player"), 1):
            name = str(row.get("name", f"player {seat}"))
            self.names[name] += 1
            self.wins[name] += winner == seat
        self._opening(record.history)
        self._knowable(record)

    def _opening(self, history: History) -> None:
        first = next((x for x in history.actions if isinstance(x, Asks)), None)
        if first is None:
            return
        game = history.game
        self.openings[tuple(sort_cards(first.cards, game.deck))] += 1
        hand = history.hands[first.player]
        if hand is not None:
            self.own[len(hand & first.cards)] += 1

    def _knowable(self, record: GameRecord) -> None:
        history = record.history
        if record.viewers is not None or leaves_open(history) or history.game.events:
            self.not_followed += 1
            return
        for player, turn in enumerate(first_knowable_turns(history), 1):
            if turn is None:
                self.unknown[player] += 1
            else:
                self.known.setdefault(player, []).append(turn)

    def as_object(self) -> dict[str, Any]:
        count = self.lengths
        return {
            "records": self.records,
            "ends": dict(sorted(self.ends.items())),
            "seats": {
                str(k): _share(self.seats[k], self.records)
                for k in range(1, self.players + 1)
            },
            "players": {
                name: _share(self.wins[name], games)
                for name, games in sorted(self.names.items())
            },
            "turns": _spread(count),
            "openings": [
                {"cards": list(cards), **_share(number, self.records)}
                for cards, number in sorted(
                    self.openings.items(), key=lambda x: (-x[1], x[0])
                )[:MOST_OPENINGS]
            ],
            "own_cards": {
                str(k): _share(x, sum(self.own.values()))
                for k, x in sorted(self.own.items())
            },
            "knowable": {
                str(k): {**_spread(self.known.get(k, [])), "never": self.unknown[k]}
                for k in range(1, self.players + 1)
                if self.records > self.not_followed
            },
            "not_followed": self.not_followed,
        }


def _share(number: int, games: int) -> dict[str, Any]:
    """Return a number of a total, with the share and its interval of 95 %."""
    interval = wilson(number / games, games)
    return {
        "number": number,
        "games": games,
        "share": round(number / games, 4),
        "low": round(interval.lower, 4),
        "high": round(interval.upper, 4),
    }


def _spread(numbers: list[int]) -> dict[str, Any]:
    """Return the count of numbers, their least, median, mean and largest."""
    if not numbers:
        return {"number": 0}
    ordered, count = sorted(numbers), len(numbers)
    return {
        "number": count,
        "least": ordered[0],
        "median": (ordered[(count - 1) // 2] + ordered[count // 2]) / 2,
        "mean": round(sum(ordered) / count, 4),
        "most": ordered[-1],
    }


def first_knowable_turns(history: History) -> tuple[int | None, ...]:
    """Return the turns after which players could first know the pile (0: the start).

    It is None for players who could not before the game was over. The hands have to be
    given, and nothing may be left open.
    """
    game = history.game
    return tuple(_first_known(history, player) for player in range(1, game.p + 1))


def _first_known(history: History, player: int) -> int | None:
    game = history.game
    hand = mask_of(history.hands[player] or (), game)
    belief = BeliefState(InformationState(game, player, hand))
    for turn, events in enumerate(_turn_events(history)):
        for event in events:
            belief = belief.then(event)
        if belief.pile is not None:
            return turn
    return None


def _turn_events(history: History) -> Iterator[list[Event]]:
    """Yield the events of each turn, without a right guess, which reveals the pile."""
    actions = history.actions
    last = actions[-1] if actions else None
    pile = history.hands[0]
    won = isinstance(last, Guess) and last.cards == pile
    end = len(actions) - won * (not history.game.generalized)
    for start, stop in turn_spans(history):
        kept = actions[start : min(stop, end)]
        yield [Event.of(action, history.game) for action in kept]
