"""Games between players in words: a game in progress, and the results of many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mystpy.arena.design import Match
from mystpy.arena.protections import protection_lines
from mystpy.arena.score import Score
from mystpy.arena.solutions import solution_lines
from mystpy.bits import cards_of
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.actions import Asks, Guess, Shows, action_text
from mystpy.history.history import History
from mystpy.history.sentences import action_sentence, name_of
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import seen_of
from mystpy.questions.legality import action_pattern, pattern_count, pattern_noun
from mystpy.questions.written.query_text import given_hands
from mystpy.show.account import of_game
from mystpy.situations.event import Event, action_of
from mystpy.views import OBSERVER, sight_of

RIGHTLY, WRONGLY = ": rightly", ": wrongly"

NOBODY = OBSERVER
"""An observer, who sees what all players see."""


def opening(history: History, eyes: int | None) -> Iterator[str]:
    """Yield the game, and the visible cards: all of them, or those of one player."""
    yield from of_game(history.game)
    yield ""
    yield from hands(history, eyes)


def hands(history: History, eyes: int | None = None) -> Iterator[str]:
    """Yield the holders of cards, as far as they are given and seen."""
    game = history.game
    for holder, hand in enumerate(history.hands):
        if hand is not None and eyes in (None, holder) and (holder or eyes is None):
            cards = ", ".join(sort_cards(hand, game.deck))
            owner = f"{name_of(holder, game)} holds" if holder else "the pile is"
            yield f"{owner} {cards}"


def seat_lines(match: Match) -> Iterator[str]:
    """Yield the player in each seat."""
    for seat, entrant in enumerate(match.seats, 1):
        named = entrant.name.startswith(entrant.kind)
        kind = "" if named else f", of the kind {entrant.kind}"
        yield f"{name_of(seat, match.game)} is {entrant.name}{kind}"


def step(number: int, event: Event, game: Game, eyes: int | None, how: str = "") -> str:
    """Return an event as a sentence; others' cards stay hidden from a player."""
    seen = event if eyes is None else seen_of(event, eyes, sight_of(game))
    return f"{number:>4}  {action_sentence(action_of(seen, game), game)}{how}"


def outcome(history: History, number: int) -> str:
    """Return in words whether a guess of a legal history was right.

    The text is empty for other actions.

    After a right guess no action is possible.
    """
    action, pile = history.actions[number], history.hands[0]
    if not isinstance(action, Guess):
        return ""
    if number < len(history) - 1:
        return WRONGLY
    return "" if pile is None else RIGHTLY if pile == action.cards else WRONGLY


def reason(why: str) -> str:
    """Return the reason of an action, to be printed below it."""
    return f"        because {why}"


def ending(score: Score, match: Match) -> str:
    """Return how the game ended."""
    game = match.game
    if score.fault is not None:
        return f"{name_of(score.fault.seat, game)} has lost: {score.fault.why}"
    if score.winner is not None:
        turns = f"{score.turns} turn{'s' * (score.turns != 1)}"
        return f"{name_of(score.winner, game)} has won, after {turns}"
    if len(score.out) == game.p:
        return "everybody has guessed wrongly: nobody has won"
    return f"nobody has won after {score.actions} actions"


def legal_action_texts(
    legal_actions: Sequence[LegalAction], game: Game
) -> Iterator[str]:
    """Yield the legal actions as they are written."""
    for legal in legal_actions:
        if legal.key[0] == Shows.name:
            for card in sort_cards(cards_of(legal.cards, game), game.deck):
                mask = 1 << game.deck[card]
                yield action_text(action_of(Event(legal.key, mask), game), game)
            continue
        action = action_of(Event(legal.key), game)
        pattern = action_pattern(action, game)
        number = pattern_count(action, game)
        if number is None:
            yield pattern
            continue
        sets = game.questions() if legal.key[0] == Asks.name else game.guesses()
        example = ",".join(sort_cards(next(sets), game.deck))
        filled = pattern.replace(",Q)", f",{{{example}}})")
        filled = filled.replace(",M)", f",{{{example}}})")
        yield f"{filled}   or another of {number:,} {pattern_noun(action)}"


def as_object(history: History) -> dict[str, object]:
    """Return the game, the hands and the events, as in batch and query files."""
    game = history.game
    done = [action_text(action, game) for action in history.actions]
    return {"game": game.to_dict(), "hands": given_hands(history), "history": done}


def standings(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield the results of a tournament: players by their share, then pairs."""
    yield f"{found['games']:,} games, {found['deals']:,} deals, seed {found['seed']}"
    yield ""
    rows = sorted(found["players"].items(), key=lambda row: -row[1]["share"])
    head = (
        "player",
        "games",
        "wins",
        "share",
        "95 % interval",
        "rank",
        "wrong",
        "rating",
    )
    table = [head, *(_row(name, row) for name, row in rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for name, *cells in table:
        aligned = (f"{c:>{w}}" for c, w in zip(cells, widths[1:], strict=True))
        yield "  ".join([f"{name:<{widths[0]}}", *aligned])
    yield ""
    yield from _seats(rows)
    yield from _faults(rows)
    yield from _usage(rows)
    yield from _pairs(found["pairs"])
    yield from _besides(found)
    yield from solution_lines(found.get("solutions", ()))
    yield from protection_lines(found.get("confinement", {}))


def _row(name: str, row: Mapping[str, Any]) -> tuple[str, ...]:
    interval = f"{row['low']:.3f} to {row['high']:.3f}"
    counts = f"{row['games']:,}", f"{row['wins']:,}", f"{row['share']:.3f}"
    return (
        *(name, *counts, interval),
        *(f"{row['rank']:.2f}", f"{row['wrong']:,}", f"{row['rating']:+d}"),
    )


def _seats(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> Iterator[str]:
    for name, row in rows:
        shares = ("-" if x is None else f"{x:.3f}" for x in row["seats"])
        known = row["known"]
        soon = "" if known is None else f"; could know the pile in turn {known:.1f}"
        yield f"{name} by seat: {', '.join(shares)}{soon}"


def _faults(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> Iterator[str]:
    for name, row in rows:
        if number := row["faults"]:
            games = f"{number:,} game{'s' * (number != 1)}"
            kinds = [f"{kind} {n:,}" for kind, n in row["fault_kinds"].items()]
            how = f"by a fault ({', '.join(kinds)})"
            yield f"{name} has lost {games} {how}, first: {row['first_fault']}"


def _usage(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> Iterator[str]:
    """Yield the usage of each language model in its games."""
    for name, row in rows:
        if (used := row.get("usage")) is None:
            continue
        requests, again = used.get("requests", 0), used.get("retries", 0)
        sent, received = used.get("prompt_tokens", 0), used.get("completion_tokens", 0)
        cost = f"; cost {used['cost']:.4f}" if "cost" in used else ""
        yield (
            f"{name} in {row['games']:,} games: {requests:,.0f} requests,"
            f" {again:,.0f} again; {sent:,.0f} tokens sent,"
            f" {received:,.0f} received{cost}"
        )


def _pairs(pairs: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for pair in sorted(pairs, key=lambda pair: pair["chance"]):
        first, second = pair["players"]
        apart = pair["difference"]
        if apart < 0:
            first, second, apart = second, first, -apart
        chance = pair["chance"]
        luck = "less than 0.1 %" if chance < 0.001 else f"{100 * chance:.1f} %"
        yield f"{first} before {second} by {apart:.3f}; by luck alone: {luck}"


def _besides(found: Mapping[str, Any]) -> Iterator[str]:
    rounds = f"{found['rounds']:.1f} rounds a game"
    nobody, faults = found["nobody"], found["faults"]
    rounds += f"; in {nobody:,} nobody guessed rightly" if nobody else ""
    yield rounds + (f"; {faults:,} ended by a fault" if faults else "")
    if found["pairing"] is not None:
        alone = found["pairing"] * found["games"]
        yield f"these games are as informative as {alone:,.0f} with a deal for each"
    if found["watched"]:
        yield "the intervals are valid although the games were stopped because of them"
