"""Section 3.1: how often a turn generates a disjunction when Clue is played.

In the field: Monte Carlo estimation, with intervals clustered by game.

Shares of turns are measured, in games of stated players with stated seeds. The verdict
is only about them, and not about how other people play.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from mystpy.arena.design import Entrant, Tournament
from mystpy.arena.score import referee_game
from mystpy.compilation import NamedTuple
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.game.game import Game
from mystpy.intervals import t_of
from mystpy.play.belief import BeliefState
from mystpy.play.information_state import InformationState
from mystpy.play.referee import RefereedGame
from mystpy.situations.event import Event
from mystpy.theses.case_analysis import Case, with_values

SEED = 31
DOUBT = 0.01
"""The probability that any of the intervals of a check misses the share."""

NEARLY_EVERY, MOST = Fraction(9, 10), Fraction(1, 2)

Turns = Sequence[bool]
"""For each turn of a game, from its question on, whether it counts."""

Count = Callable[[RefereedGame], Turns]


class Population(NamedTuple):
    """Games of Clue: the number of players, all of one kind, and of games."""

    p: int
    kind: str
    games: int


class Share(NamedTuple):
    """A share of the turns of some games, with its interval."""

    mean: float
    lower: float
    upper: float


def answered(refereed_game: RefereedGame) -> Turns:
    """Return for each turn whether somebody said yes to the question."""
    found: list[bool] = []
    for event in refereed_game.events():
        if event.key[0] == "asks":
            found.append(False)
        elif event.key[0] == "yes":
            found[-1] = True
    return found


def told_a_third(refereed_game: RefereedGame) -> Turns:
    """Return for each turn whether the yes gave a third player more than literals."""
    game, hands = refereed_game.table.game, refereed_game.table.hands
    beliefs = {
        i: BeliefState(InformationState(game, i, hands[i]))
        for i in range(1, game.p + 1)
    }
    found: list[bool] = []
    asks = Event(("asks", 0))
    for event in refereed_game.events():
        if event.key[0] == "asks":
            asks = event
            found.append(False)
        for i, before in beliefs.items():
            beliefs[i] = before.then(event, won=refereed_game.table.won)
            if event.key[0] == "yes" and i not in (asks.key[1], event.key[1]):
                found[-1] |= _more_than_literals(before, beliefs[i], asks, event)
    return found


def _more_than_literals(
    before: BeliefState, after: BeliefState, asks: Event, yes: Event
) -> bool:
    """Return whether the literals known after a yes do not imply the yes."""
    deck = (1 << before.game.c) - 1
    literals = (
        Condition(k, ConditionKind.NONE, deck & ~may) for k, may in enumerate(after.may)
    )
    denied = Condition(yes.key[1], ConditionKind.NONE, asks.cards)
    return before.grid.deal(*literals, denied) is not None


def measure_share(of: Population, count: Count, doubt: float) -> Share:
    """Return the share of counted turns; its interval misses with chance `doubt`."""
    players = (Entrant(of.kind, of.kind, copies=of.p),)
    played = Tournament((Game.clue(of.p),), players, rotate=False, seed=SEED)
    games = range(of.games)
    return share_of([count(referee_game(played.match(k))) for k in games], doubt)


def share_of(found: Sequence[Turns], doubt: float) -> Share:
    """Return the share of counted turns in games; `doubt` is the chance of a miss."""
    games, turns = len(found), sum(map(len, found))
    mean = sum(map(sum, found)) / turns
    squares = sum((sum(each) - mean * len(each)) ** 2 for each in found)
    error = math.sqrt(squares * games / (games - 1)) / turns
    half = t_of(1 - doubt / 2, games - 1) * error
    return Share(mean, max(0.0, mean - half), min(1.0, mean + half))


def judged(populations: Sequence[Population], count: Count, least: Fraction) -> Result:
    """Check whether the share of counted turns is above `least` in each population.

    It is FALSE if an interval is below, and OPEN if one is neither above nor below.
    """
    doubt = DOUBT / len(populations)
    shares = {each: measure_share(each, count, doubt) for each in populations}
    below = [each for each, share in shares.items() if share.upper < least]
    undecided = not below and any(share.lower <= least for share in shares.values())
    texts: dict[str, Any] = {
        "method": "measurement",
        "instances": 0 if undecided else sum(each.games for each in populations),
        "scope": _scope(populations),
        "values": {"shares": _listed(shares)},
    }
    if undecided:
        return Result.open(**texts)
    counterexample = _query(below[0], shares[below[0]]) if below else None
    return Result.judged(counterexample, proves=False, **texts)


def _scope(populations: Sequence[Population]) -> Mapping[str, object]:
    sizes = sorted({each.p for each in populations})
    by_size = {
        p: [f"{each.games} by {each.kind}" for each in populations if each.p == p]
        for p in sizes
    }
    span = f"{sizes[0]}..{sizes[-1]}" if sizes[1:] else sizes[0]
    if all(games == by_size[sizes[0]] for games in by_size.values()):
        played = {"games of Clue for each p": ", ".join(by_size[sizes[0]])}
    else:
        played = {
            f"games of Clue for p = {p}": ", ".join(games)
            for p, games in by_size.items()
        }
    return {"p": span, **played, "seed": SEED}


def _query(of: Population, share: Share) -> Case:
    return with_values(
        Game.clue(of.p),
        players=of.kind,
        share=_percent(share.mean),
        at_most=_percent(share.upper),
    )


def _listed(shares: Mapping[Population, Share]) -> str:
    kinds: dict[str, list[str]] = {}
    for of, share in shares.items():
        within = f"{_percent(share.lower)} to {_percent(share.upper)}"
        texts = f"{_percent(share.mean)} ({within}) with {of.p} players"
        kinds.setdefault(of.kind, []).append(texts)
    return "; ".join(f"{kind}: {', '.join(texts)}" for kind, texts in kinds.items())


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def nearly_every_turn(budget: Budget) -> Result:
    """Measure how many turns have a yes, for three kinds of players."""
    games = {"exact": 60, "ternary": 60, "random": 400}
    if not budget.full:
        games = {"exact": 15, "ternary": 15, "random": 400}
    everybody = [
        Population(p, kind, games[kind]) for kind in games for p in (3, 4, 5, 6)
    ]
    return judged(everybody, answered, NEARLY_EVERY)


def most_turns(budget: Budget) -> Result:
    """Measure how many turns give a third player more, with four or more players."""
    games = 40 if budget.full else 12
    return judged(
        [Population(p, "exact", games) for p in (4, 5, 6)], told_a_third, MOST
    )


def most_turns_of_all(budget: Budget) -> Result:
    """Measure the same, with three players of each kind as well."""
    of_three, of_more = (120, 40) if budget.full else (60, 12)
    kinds = ("exact", "ternary", "random")
    three = [Population(3, kind, of_three) for kind in kinds]
    more = [Population(p, "exact", of_more) for p in (4, 5, 6)]
    return judged([*three, *more], told_a_third, MOST)
