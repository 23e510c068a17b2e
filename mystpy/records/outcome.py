"""The end of a record's game, as far as the given information determines it.

The engine decides by the axioms whether the game is over, and who is still in.
"""

from __future__ import annotations

from typing import Any

from mystpy.compilation import NamedTuple
from mystpy.engines.base import Engine
from mystpy.errors import QueryError
from mystpy.game.names import sort_cards
from mystpy.history.actions import EndTurn, Guess, ResultTold, Right, Wrong
from mystpy.history.history import History
from mystpy.possible_histories import engine_for
from mystpy.records.format.keys import GUESS, LAST, NOBODY, UNFINISHED


class RecordOutcome(NamedTuple):
    """The end of a game: its kind, the winner, and the wrong guessers in order.

    `end` is None if it depends on cards that are not given.
    """

    end: str | None
    winner: int | None = None
    out: tuple[int, ...] = ()


def outcome_of(history: History, engine: Engine) -> RecordOutcome:
    """Return how the game ended, or that it has not yet."""
    rightly, out = _guessed(history)
    state = engine_for(engine, history).state(history)
    last = history.actions[-1] if history.actions else None
    if isinstance(last, Guess) and _is_open(history):
        left = state.still_in - {*out, last.player}
        one_wins = history.game.speed and len(left) == 1
        if state.game_over is None or not left or one_wins:
            return RecordOutcome(None, None, out)
        rightly = last.player if state.game_over else None
        out = out if state.game_over else (*out, last.player)
    if state.game_over and any(isinstance(x, ResultTold) for x in history.actions):
        return RecordOutcome(None, None, out)
    if rightly is not None and (state.game_over or not history.game.generalized):
        return RecordOutcome(GUESS, rightly, out)
    still_in = sorted(state.still_in - set(out))
    if history.game.speed and len(still_in) == 1 and isinstance(last, Guess | EndTurn):
        return RecordOutcome(LAST, still_in[0], out)
    if not still_in:
        return RecordOutcome(NOBODY, None, out)
    return RecordOutcome(UNFINISHED, None, out)


def _is_open(history: History) -> bool:
    """Return whether it is open if the last guess was right."""
    return history.hands[0] is None and not history.game.generalized


def _guessed(history: History) -> tuple[int | None, tuple[int, ...]]:
    """Return the first right guesser, if given, and the wrong guessers."""
    rightly, out = None, list[int]()
    pile, actions = history.hands[0], history.actions
    for step, action in enumerate(actions):
        if isinstance(action, Right):
            rightly = rightly or action.player
        elif isinstance(action, Wrong):
            out.append(action.player)
        elif isinstance(action, Guess) and not history.game.generalized:
            over = any(isinstance(x, EndTurn) for x in actions[step + 1 :])
            if over or (pile is not None and action.cards != pile):
                out.append(action.player)
            elif pile is not None:
                rightly = action.player
    return rightly, tuple(out)


def result_fields(found: RecordOutcome, history: History) -> dict[str, Any]:
    """Return the table `[result]` of an outcome; empty if the end is unknown."""
    if found.end is None:
        return {}
    result: dict[str, Any] = {"end": found.end}
    if found.winner is not None:
        result["winner"] = found.winner
    if found.out:
        result["out"] = list(found.out)
    if found.end == GUESS:
        pile = history.hands[0]
        last = history.actions[-1]
        cards = pile if pile is not None else getattr(last, "cards", frozenset())
        shown = history.game.shown_as
        result["pile"] = [shown(x) for x in sort_cards(cards, history.game.deck)]
    return result


def require_result(
    said: dict[str, Any], history: History, found: RecordOutcome
) -> None:
    """Raise QueryError if a table `[result]` contradicts the history."""
    game = history.game
    winner = game.player(said["winner"]) if "winner" in said else None
    end = said["end"]
    if found.end is None:
        found = _decided_by(said, history, found, winner)
    elif end in (GUESS, LAST, NOBODY, UNFINISHED) and found.end != end:
        raise QueryError(f"the game ends with {found.end!r}, not with {end!r}")
    if end in (GUESS, LAST, NOBODY) and winner != found.winner:
        who = "nobody" if found.winner is None else game.owner(found.winner)
        hint = None if found.winner is None else f"write  winner = {found.winner}"
        raise QueryError(f"the winner is {who}", hint=hint)
    if end not in (GUESS, LAST) and winner is not None:
        raise QueryError(f"a game that ends with {end!r} has no winner")
    if end not in (GUESS, LAST, NOBODY) and found.end not in (None, UNFINISHED):
        raise QueryError(f"the game is over: it ends with {found.end!r}")
    if "out" in said:
        out = tuple(game.player(who) for who in said["out"])
        if out != found.out:
            listed = ", ".join(map(str, found.out)) or "nobody"
            hint = f"write  out = {list(found.out)}"
            raise QueryError(f"wrong guesses were made by {listed}", hint=hint)
    _require_pile(said, history, end)


def _decided_by(
    said: dict[str, Any], history: History, found: RecordOutcome, winner: int | None
) -> RecordOutcome:
    """Return the outcome if only the result says whether a guess was right."""
    if history.game.generalized:
        return RecordOutcome(said["end"], winner, found.out)
    guesser = history.actions[-1].player
    if said["end"] == GUESS:
        return RecordOutcome(GUESS, guesser, found.out)
    out = (*found.out, guesser)
    if len(out) == history.game.p:
        return RecordOutcome(NOBODY, None, out)
    left = sorted(set(range(1, history.game.p + 1)) - set(out))
    if history.game.speed and len(left) == 1:
        return RecordOutcome(LAST, left[0], out)
    return RecordOutcome(UNFINISHED, None, out)


def _require_pile(said: dict[str, Any], history: History, end: str) -> None:
    if "pile" not in said:
        return
    game = history.game
    cards = frozenset(game.card(card) for card in said["pile"])
    if fault := game.guess_fault(cards):
        raise QueryError(fault)
    known = history.hands[0]
    if known is not None and known != cards:
        raise QueryError("pile has other cards than the pile under [hands]")
    last = history.actions[-1] if history.actions else None
    if end == GUESS and isinstance(last, Guess) and last.cards != cards:
        raise QueryError("pile has other cards than the right guess")
