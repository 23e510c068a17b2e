"""Replay a game of submitted results, and check that the built-in players do the same.

In the field: verification by re-execution.

Guests act as in the record, built-in players as they do today, and the referee judges
all actions again. So a record is confirmed only if it is a legal game with the recorded
end, and if each built-in player acts as recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from random import Random

from mystpy.arena.design import Entrant, Match
from mystpy.arena.score import MatchHost, Score, referee_game, score_of
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import action_text
from mystpy.history.history import History
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState
from mystpy.play.referee import RefereedGame
from mystpy.players.registry import KINDS, PlayerKind
from mystpy.situations.event import Event


class RecordedPlayer:
    """A guest who repeats the actions of the record, and then fails."""

    def __init__(self, events: Sequence[Event], _game: Game, player: int) -> None:
        self._left = [event for event in events if event.key[1] == player]

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Event:
        """Return the next action of the record. Raises QueryError if there is none."""
        if not self._left:
            raise QueryError("the record ends here")
        return self._left.pop(0)


def refereed_again(match: Match, score: Score) -> RefereedGame:
    """Return a game that is played again, whose guests act as in the record.

    No guest is started. Raises QueryError if the history cannot be read, or if there is
    none, although there are guests.
    """
    if score.history is None and (guest := first_guest(match.seats)) is not None:
        raise QueryError(
            f"{guest.name}, of the kind {guest.kind}, cannot play again",
            hint="the results of games with guests have their history",
        )
    guests = {each.kind for each in match.seats if each.kind not in KINDS}
    guests |= {name for name, kind in KINDS.items() if kind.guest}
    events: list[Event] = []
    if score.history is not None:
        begun = History(match.game, (None,) * len(match.game.sizes))
        for text in score.history:
            actions = begun.then(text).actions
            if len(actions) != 1:
                raise QueryError(f"{text[:60]!r} is not one action")
            events.append(Event.of(actions[0], match.game))
    recorded = PlayerKind("does what the record says", partial(RecordedPlayer, events))
    kinds: Mapping[str, PlayerKind] = {**KINDS, **dict.fromkeys(guests, recorded)}
    seats = tuple(
        each._replace(options=()) if each.kind in guests else each
        for each in match.seats
    )
    again = match._replace(seats=seats, terms=match.terms._replace(seconds=None))
    refereed = referee_game(again, MatchHost(kinds))
    refereed.play()
    return refereed


def first_guest(entrants: Iterable[Entrant]) -> Entrant | None:
    """Return the first player who does not act by the seed alone, if there is one."""
    return next(
        (one for one in entrants if one.kind not in KINDS or KINDS[one.kind].guest),
        None,
    )


def result_again(refereed: RefereedGame, match: Match, score: Score) -> Score:
    """Return the result of a game that was played again, in the form of the record."""
    found = score_of(refereed, match)
    if score.history is None:
        return found
    done = refereed.table.history().actions
    texts = tuple(action_text(action, match.game) for action in done)
    return found._replace(history=texts)


def disagreement(match: Match, score: Score) -> str | None:
    """Return how a record differs from its replayed game; None if it does not."""
    if score.history is None and first_guest(match.seats) is not None:
        return "it has guests, but no history"
    return difference(result_again(refereed_again(match, score), match, score), score)


def difference(found: Score, score: Score) -> str | None:
    """Return how a record differs from the result of the game; None if it does not."""
    for name in ("seats", "history", "winner", "out", "turns", "actions"):
        here, there = getattr(found, name), getattr(score, name)
        if here != there:
            return f"{name} is {_short(there)}, and played again {_short(here)}"
    if (found.fault is None) != (score.fault is None):
        return "only the record has a fault" if score.fault else "the record has none"
    if found.fault and score.fault and found.fault.seat != score.fault.seat:
        return f"the fault is of seat {score.fault.seat}, not {found.fault.seat}"
    return None


def _short(value: object) -> str:
    if isinstance(value, tuple):
        return f"{len(value)} values ending with {value[-1:]}"[:80]
    return str(value)[:80]
