"""The results of many games: shares, ranks, strengths, and the gain by pairing.

In the field: streaming aggregation, one pass in constant memory; the Plackett-Luce
model, fitted by minorization and maximization (Hunter 2004).

For the strengths, the best player is chosen from all in each game, the second from the
rest, and so on, each with a chance in proportion to the strength. Equal players are
chosen from the same rest (Breslow's way with ties). No choice remains for the last
player.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations

from mystpy.arena.design import Tournament
from mystpy.arena.score import Score
from mystpy.intervals import (
    LEVEL,
    Interval,
    Mean,
    Ratio,
    Watch,
    difference_chance,
    holm,
    share_interval,
)

Rest = tuple[str, ...]
"""The names from which a player is chosen, each as often as there are copies."""

ROUNDS = 10_000
_CLOSE = 1e-9


class ChoiceCounts:
    """The groups from which players were chosen, and how often each player was."""

    def __init__(self, names: Sequence[str]) -> None:
        self.chosen = Counter(dict.fromkeys(names, 0))
        self.rests: Counter[Rest] = Counter()

    def add(self, score: Score) -> None:
        """Add the choices of one more game."""
        groups = score.ranks()
        self.count([[score.seats[seat - 1] for seat in group] for group in groups])

    def count(self, groups: Sequence[Sequence[str]]) -> None:
        """Add the choices of a game by groups of names, the best group first."""
        for k, group in enumerate(groups[:-1]):
            rest = tuple(sorted(name for left in groups[k:] for name in left))
            self.rests[rest] += len(group)
            self.chosen.update(group)

    def ratings(self) -> dict[str, float]:
        """Return the strengths on Elo's scale: 400 is ten times as strong, 0 is mean.

        Each player is taken to have won once, and lost once, against somebody of mean
        strength, so that no strength is infinite.
        """
        strength = dict.fromkeys(self.chosen, 1.0)
        for _ in range(ROUNDS):
            before, strength = strength, self._next(strength)
            if all(abs(strength[x] / before[x] - 1) < _CLOSE for x in strength):
                break
        return {name: 400 * math.log10(value) for name, value in strength.items()}

    def _next(self, strength: Mapping[str, float]) -> dict[str, float]:
        weights = {name: 2 / (value + 1) for name, value in strength.items()}
        for rest, number in self.rests.items():
            share = number / sum(strength[name] for name in rest)
            for name in rest:
                weights[name] += share
        found = {name: (self.chosen[name] + 1) / weights[name] for name in strength}
        middle = math.exp(sum(map(math.log, found.values())) / len(found))
        return {name: value / middle for name, value in found.items()}


Pair = tuple[str, str]


class Standing:
    """The results of one player, with all copies."""

    def __init__(self, seats: int) -> None:
        self.games = self.wins = self.wrong = self.faults = 0
        self.fault_kinds: Counter[str] = Counter()
        self.first_fault: str | None = None
        self.usage: defaultdict[str, float] = defaultdict(float)
        self.sat = [0] * seats
        self.points = [0.0] * seats
        self.single = Mean()
        self.rank = Mean()
        self.known = Mean()
        self.share = Ratio()
        self.blocks = Mean()
        self.watch = Watch()

    def interval(self, watched: bool) -> Interval:
        """Return the share with its interval; one that may be `watched` is wider.

        The share that is watched is the mean of the shares in the blocks.
        """
        if watched:
            return Interval(self.blocks.mean, self.watch.lower, self.watch.upper)
        return share_interval(self.share, self.games / max(1, self.share.number))

    def as_object(self, watched: bool, rating: float) -> dict[str, object]:
        """Return the keys of the interface, and more."""
        share, low, high = self.interval(watched)
        seats = zip(self.points, self.sat, strict=True)
        return {
            "games": self.games,
            "wins": self.wins,
            "share": _digits(share),
            "low": _digits(low),
            "high": _digits(high),
            "wrong": self.wrong,
            "seats": [_digits(won / sat) if sat else None for won, sat in seats],
            "rank": _digits(self.rank.mean),
            "known": _digits(self.known.mean) if self.known.number else None,
            "faults": self.faults,
            "fault_kinds": dict(sorted(self.fault_kinds.items())),
            "first_fault": self.first_fault,
            "rating": round(rating),
            **({"usage": self._usage()} if self.usage else {}),
        }

    def _usage(self) -> dict[str, float]:
        """Return a language model's requests, tokens and costs in all its games."""
        return {name: round(number, 8) for name, number in self.usage.items()}


class Standings:
    """The results of the games so far, which are added block by block, in order.

    With `watched`, intervals and chances are valid although the games were stopped
    because of them.
    """

    def __init__(self, tournament: Tournament, *, watched: bool = False) -> None:
        self.tournament = tournament
        self.watched = watched
        names = [entrant.name for entrant in tournament.entrants]
        self.sizes = sorted({game.p for game in tournament.games})
        self.players = {name: Standing(self.sizes[-1]) for name in names}
        self.pairs = {pair: (Mean(), Watch()) for pair in combinations(names, 2)}
        self.choices = ChoiceCounts(names)
        self.games = self.blocks = self.nobody = self.faults = 0
        self.rounds = Mean()

    def add(self, block: Sequence[Score]) -> None:
        """Add the games of one more block."""
        sums: defaultdict[str, float] = defaultdict(float)
        sat: Counter[str] = Counter()
        for score in block:
            self._add(score)
            points = score.points()
            for seat, name in enumerate(score.seats, 1):
                sat[name] += 1
                sums[name] += points.get(seat, 0.0)
        means = {name: sums[name] / sat[name] for name in sat}
        for name, mean in means.items():
            self.players[name].share.add(sums[name], sat[name])
            self.players[name].blocks.add(mean)
            self.players[name].watch.add(mean)
        for (first, second), (difference, watch) in self.pairs.items():
            if first in means and second in means:
                apart = means[first] - means[second]
                difference.add(apart)
                watch.add((apart + 1) / 2)
        self.blocks += 1

    def _add(self, score: Score) -> None:
        self.games += 1
        self.nobody += score.winner is None
        self.faults += score.fault is not None
        self.rounds.add(score.turns / len(score.seats))
        self.choices.add(score)
        points = score.points()
        place = 0
        for group in score.ranks():
            for seat in group:
                standing = self.players[score.seats[seat - 1]]
                standing.rank.add(place + (len(group) + 1) / 2)
                _seat(standing, score, seat, points.get(seat, 0.0))
            place += len(group)
        for name in {*score.seats}:
            own = [k for k, other in enumerate(score.seats, 1) if other == name]
            mean = sum(points.get(k, 0.0) for k in own) / len(own)
            self.players[name].single.add(mean)

    @property
    def width(self) -> float:
        """Return the width of the widest interval that may be watched."""
        return max(each.watch.width for each in self.players.values())

    def pairing(self) -> float | None:
        """Return how many games with separate deals are as informative as one.

        It is the ratio of the variances, over all players; None if there is none.
        """
        alone = paired = 0.0
        for each in self.players.values():
            alone += each.single.variance / max(1, each.single.number)
            paired += each.share.variance / max(1, each.share.number)
        return alone / paired if paired > 1e-12 else None

    def compared(self) -> list[tuple[Pair, float, float]]:
        """Return each pair, the difference of their shares, and its p-value (Holm)."""
        chances = {
            pair: watch.chance if self.watched else difference_chance(difference)
            for pair, (difference, watch) in self.pairs.items()
            if difference.number
        }
        corrected = holm(chances)
        return [(pair, self.pairs[pair][0].mean, corrected[pair]) for pair in chances]

    def as_object(self) -> dict[str, object]:
        """Return the last line of the results."""
        ratings = self.choices.ratings()
        pairing = self.pairing() if self.tournament.rotate else None
        return {
            "games": self.games,
            "seed": self.tournament.seed,
            "deals": self.blocks * len(self.tournament.games),
            "level": LEVEL,
            "watched": self.watched,
            "fair": _digits(1 / self.sizes[0]) if len(self.sizes) == 1 else None,
            "rounds": _digits(self.rounds.mean),
            "nobody": self.nobody,
            "faults": self.faults,
            "pairing": None if pairing is None else _digits(pairing),
            "players": {
                name: each.as_object(self.watched, ratings[name])
                for name, each in self.players.items()
            },
            "pairs": [
                {
                    "players": list(pair),
                    "difference": _digits(difference),
                    "chance": _digits(chance),
                }
                for pair, difference, chance in self.compared()
            ],
        }


def _seat(standing: Standing, score: Score, seat: int, points: float) -> None:
    """Count the result of one seat of a game."""
    standing.games += 1
    standing.wins += seat == score.winner
    standing.wrong += seat in score.out
    if score.fault is not None and seat == score.fault.seat:
        standing.faults += 1
        standing.fault_kinds[score.fault.how or "error"] += 1
        standing.first_fault = standing.first_fault or score.fault.why
    for name, number in (score.usage or {}).get(str(seat), {}).items():
        standing.usage[name] += number
    standing.sat[seat - 1] += 1
    standing.points[seat - 1] += points
    turn = score.known[seat - 1] if score.known else None
    if turn is not None:
        standing.known.add(turn)


def _digits(value: float) -> float:
    return float(f"{value:.6g}")
