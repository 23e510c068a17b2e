"""What follows from what is given, and what a player knows."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from mystpy.engines.base import Clash, Engine, Grid, Value, Verdict
from mystpy.errors import NoWorldFits, QueryError
from mystpy.formulas import Formula
from mystpy.history import History
from mystpy.legality import fault, legal
from mystpy.terms import Asks, Shows, show_action
from mystpy.words import card_list, holder_name


@dataclass(frozen=True, slots=True)
class AskResult:
    """Whether a formula follows, by which method, and found in how many seconds."""

    formula: Formula
    value: Value
    method: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a player knows: how many deals are left, and what they have in common.

    ``odds[k]`` maps each card to the share of these deals in which holder k has
    it; each deal counts once.
    """

    player: int
    deals: int
    grid: Grid
    odds: tuple[dict[str, Fraction], ...] | None = None


def ask(history: History, formula: Formula, engine: Engine) -> AskResult:
    """Return whether the formula holds in every world that fits, in none, or in some.

    Raises NoWorldFits, never answers, if no world fits what is given.
    """
    started = time.perf_counter()
    require_world(history, engine)
    answer = engine.value(history, formula)
    return AskResult(
        formula, answer.value, answer.method, time.perf_counter() - started
    )


def know(
    history: History, player: int | str, engine: Engine, *, odds: bool = False
) -> Knowledge:
    """Return what a player knows after the history, with the odds if asked for.

    Raises NoWorldFits if no world fits, and QueryError if there is no such player
    or what is given does not determine what the player has seen.
    """
    who = history.game.player(player)
    require_world(history, engine)
    grid = engine.grid(_as_seen_by(who, history, engine), who)
    return Knowledge(who, grid.deals, grid, _odds(grid) if odds else None)


@lru_cache(maxsize=256)
def require_world(history: History, engine: Engine) -> None:
    """Raise NoWorldFits, with the first step at fault and the clash, if none fits."""
    judged = legal(history, engine)
    if judged.verdict is not Verdict.ILLEGAL:
        return
    clash = engine.clash(history)
    observed = _in_words(clash, history)
    hint = None
    if observed:
        action = show_action(clash.action, history.game.deck)
        hint = f"step {clash.step}, {action}, clashes with {'; '.join(observed)}"
    raise NoWorldFits(
        f"no world fits: {fault(judged, history)}",
        hint=hint,
        step=clash.step,
        clash=observed,
    )


def _in_words(clash: Clash, history: History) -> tuple[str, ...]:
    """Name the observations and the hands that the action clashes with."""
    deck = history.game.deck
    steps = (f"step {step}, {show_action(a, deck)}" for step, a in clash.observations)
    hands = (f"the hand of {holder_name(history.game, k)}" for k in clash.hands)
    return (*steps, *hands)


def _as_seen_by(player: int, history: History, engine: Engine) -> History:
    """Return the history with the player's hand and the cards seen by the player.

    What is not given is taken from the deals that fit, where they leave one
    choice; else QueryError says what to give.
    """
    unseen = tuple(
        step
        for step, action in enumerate(history.actions)
        if isinstance(action, Shows)
        and action.card is None
        and player in (action.player, action.to)
    )
    if history.hands[player] is None or unseen:
        cells = engine.cells(history)
        history = _with_hand(player, history, cells[player])
        for step in unseen:
            history = _with_shown(player, step, history, cells)
    if engine.state(history).game_over is None:
        raise QueryError(
            f"what {holder_name(history.game, player)} knows depends on whether the "
            "last guess was right, which what is given leaves open",
            hint="give the hand of the pile (0), or the action that follows the guess",
        )
    return history


def _with_hand(player: int, history: History, cells: dict[str, str]) -> History:
    """Fill in the player's hand from the deals that fit."""
    if "?" in cells.values():
        who = holder_name(history.game, player)
        raise QueryError(
            f"what {who} knows depends on the cards that {who} holds",
            hint=f"give the hand of {who}: {player} = [...] under [hands], "
            f"or --hand {player}=...",
        )
    hand = frozenset(card for card, cell in cells.items() if cell == "yes")
    hands = (*history.hands[:player], hand, *history.hands[player + 1 :])
    return replace(history, hands=hands)


def _with_shown(
    player: int, step: int, history: History, cells: tuple[dict[str, str], ...]
) -> History:
    """Fill in a card that the player showed or was shown from the deals that fit."""
    shows = history.actions[step]
    assert isinstance(shows, Shows)
    question = next(a for a in reversed(history.actions[:step]) if isinstance(a, Asks))
    held = cells[shows.player]
    choices = tuple(card for card in question.cards if held[card] != "no")
    if len(choices) != 1:
        who = holder_name(history.game, player)
        raise QueryError(
            f"what {who} knows depends on the card in step {step}, "
            f"{show_action(shows, history.game.deck)}, which {who} has seen",
            hint=f"give the card that was shown: {card_list(history.game, choices)}",
        )
    actions = list(history.actions)
    actions[step] = replace(shows, card=choices[0])
    return replace(history, actions=tuple(actions))


def _odds(grid: Grid) -> tuple[dict[str, Fraction], ...]:
    """Return the share of the deals in which each holder has each card."""
    return tuple(
        {card: Fraction(count, grid.deals) for card, count in counts.items()}
        for counts in grid.counts
    )
