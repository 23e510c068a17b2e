"""The rating list: results of many files as one file of data, and ratings from them.

In the field: the Plackett-Luce model with intervals by a cluster bootstrap.

A block is one deal with all its rotations. Deals are drawn again with replacement, file
by file, and each draw gives ratings. The interval of a rating contains 95 % of these;
the same applies to the interval of a rank.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from mystpy.arena.ratings.submission import GUEST_KINDS, Submission, identity
from mystpy.arena.score import Score
from mystpy.arena.standings import ChoiceCounts
from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.files.json_text import json_value
from mystpy.intervals import LEVEL
from mystpy.players.policy.private_streams import fingerprint_of

FORMAT = 1
"""The format of the data."""

DRAWS = 200
"""How often the deals are drawn again."""

Ranking = list[list[str]]
"""The names of a game's players, the best first, in groups of equal ones."""


class ResultsFile(NamedTuple):
    """Results in the list: where they are from, and the rankings deal by deal.

    `secret` is the fingerprint of the tournament's secret, or empty, `kinds` has the
    kind of each player, `faults` how many games each lost by a fault.
    """

    name: str
    digest: str
    identity: str
    version: str
    seed: int
    secret: str
    kinds: Mapping[str, str]
    faults: Mapping[str, int]
    wins: Mapping[str, float]
    blocks: tuple[tuple[Ranking, ...], ...]

    @property
    def games(self) -> int:
        """Return how many games it has."""
        return sum(map(len, self.blocks))

    @property
    def guests(self) -> list[str]:
        """Return the names of the players who are not built-in."""
        return [name for name, kind in self.kinds.items() if kind in GUEST_KINDS]


class Rating(NamedTuple):
    """A player's rating with its interval, and its rank with the range of ranks."""

    name: str
    rating: float
    lower: float
    upper: float
    rank: int
    best: int
    worst: int


def results_of(submission: Submission, name: str) -> ResultsFile:
    """Return the data about results that the list keeps."""
    entrants = submission.tournament.entrants
    faults = dict.fromkeys((each.name for each in entrants), 0)
    wins = dict.fromkeys(faults, 0.0)
    for score in (score for block in submission.blocks for score in block):
        if score.fault is not None:
            faults[score.seats[score.fault.seat - 1]] += 1
        for seat, points in score.points().items():
            wins[score.seats[seat - 1]] += points
    return ResultsFile(
        name,
        submission.digest,
        identity(submission.tournament),
        submission.version,
        submission.tournament.seed,
        fingerprint_of(secret) if (secret := submission.tournament.secret) else "",
        {each.name: each.kind for each in entrants},
        faults,
        {key: round(value, 6) for key, value in wins.items()},
        tuple(tuple(map(_ranking, block)) for block in submission.blocks),
    )


def _ranking(score: Score) -> Ranking:
    return [[score.seats[seat - 1] for seat in group] for group in score.ranks()]


def read_list(path: Path) -> list[ResultsFile]:
    """Return the results of a list; none if there is no such file yet.

    Raises QueryError if the file is not a list.
    """
    if not path.exists():
        return []
    try:
        found = json_value(path.read_text("utf-8"))
        if found["format"] != FORMAT:
            raise ValueError(f"the format is {found['format']}")
        return [_results(row) for row in found["results"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise QueryError(
            f"{path} is no rating list: {error}", hint="give the name of a new file"
        ) from None


def _results(row: Mapping[str, Any]) -> ResultsFile:
    names = list(row["kinds"])
    blocks = tuple(
        tuple(
            [[names[number] for number in group] for group in ranking]
            for ranking in block
        )
        for block in row["blocks"]
    )
    return ResultsFile(**{"secret": "", **row, "blocks": blocks})


def list_text(results: Iterable[ResultsFile]) -> str:
    """Return the file of data: a line for each deal, so that changes are visible."""
    parts = []
    for each in results:
        names = list(each.kinds)
        said = {k: v for k, v in each._asdict().items() if k != "secret" or v}
        head = json.dumps({**said, "blocks": 0}, ensure_ascii=False)
        blocks = ",\n".join(
            json.dumps(
                [[[names.index(n) for n in g] for g in ranking] for ranking in block],
                separators=(",", ":"),
            )
            for block in each.blocks
        )
        parts.append(f"{head[: -len('0}')]}[\n{blocks}\n]}}")
    return f'{{"format": {FORMAT}, "results": [\n' + ",\n".join(parts) + "\n]}\n"


def merged(
    results: Sequence[ResultsFile], more: Sequence[ResultsFile]
) -> list[ResultsFile]:
    """Return all results together; a file that is already in the list counts once.

    Raises QueryError if games or deals would count twice, or a name has two kinds.
    """
    found = list(results)
    for each in more:
        if any(each.digest == other.digest for other in found):
            continue
        for other in found:
            if (each.seed, each.secret) == (other.seed, other.secret):
                what = "games" if each.identity == other.identity else "deals"
                raise QueryError(
                    f"{each.name} is refused: its {what} are in the list already,"
                    f" from {other.name} with the same seed",
                    hint=f"another seed gives other {what}",
                )
            for name in each.kinds.keys() & other.kinds.keys():
                if each.kinds[name] != other.kinds[name]:
                    kind = other.kinds[name]
                    text = f"{each.name} is refused: {name} is of the kind {kind}"
                    raise QueryError(text, hint="give the player another name")
        found.append(each)
    return found


def same_names(
    results: Sequence[ResultsFile], new: Iterable[ResultsFile]
) -> Iterator[str]:
    """Yield a line for each guest of new results whose name is in earlier results.

    The list cannot tell whether both are the same program or person.
    """
    for each in new:
        earlier = results[: results.index(each)]
        for name in each.guests:
            if there := [other.name for other in earlier if name in other.kinds]:
                yield (
                    f"{each.name}: games of {name} count for the same player as those"
                    f" in {there[0]}; if it is another one, give it another name"
                )


def ratings(results: Sequence[ResultsFile], draws: int = DRAWS) -> list[Rating]:
    """Return the ratings of all players, the best first."""
    names = sorted({name for each in results for name in each.kinds})
    middle = _fitted(names, (block for each in results for block in each.blocks))
    order = sorted(names, key=lambda name: (-middle[name], name))
    rng = Random(f"ratings of {len(results)}")
    drawn = []
    for _ in range(draws):
        blocks = (
            rng.choice(each.blocks) for each in results for _ in range(len(each.blocks))
        )
        drawn.append(_fitted(names, blocks))
    ranks = [sorted(names, key=lambda name: -one[name]) for one in drawn]
    found = []
    for rank, name in enumerate(order, 1):
        lower, upper = _middle([one[name] for one in drawn])
        best, worst = _middle([one.index(name) + 1 for one in ranks])
        row = middle[name], min(lower, middle[name]), max(upper, middle[name])
        ends = min(int(best), rank), max(int(worst), rank)
        found.append(Rating(name, *row, rank, *ends))
    return found


def _fitted(
    names: Sequence[str], blocks: Iterable[Iterable[Ranking]]
) -> dict[str, float]:
    counts = ChoiceCounts(names)
    for block in blocks:
        for ranking in block:
            counts.count(ranking)
    return counts.ratings()


def _middle(values: Sequence[float]) -> tuple[float, float]:
    """Return the range of the middle 95 % of some values."""
    ordered = sorted(values)
    left = int(len(ordered) * (1 - LEVEL) / 2)
    return ordered[left], ordered[-1 - left]
