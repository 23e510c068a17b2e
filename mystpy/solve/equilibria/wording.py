"""Strategies in words: what has happened to a player, and what to do then.

An information set is described turn by turn, for both players: `turn 3, after (1) a no
to a card of yours, (2) your no to a new card`.
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Asks, NoGuess, Shows

Group = tuple[int, tuple[int, ...]]
"""A sort of cards, and the turns in which they were asked for or shown before."""


class DescribedClass(NamedTuple):
    """A class of cards in words, with its size and the number of own cards.

    The turn in which the cards were shown is negative.
    """

    sort: int
    trace: tuple[int, ...]
    size: int
    own: int


class DescribedCards(NamedTuple):
    """An information set or a choice as it is written in certificates.

    `head` is the turn of an information set, or the kind of action of a choice. In a
    choice, a class has as many cards as are chosen.
    """

    head: str
    classes: tuple[DescribedClass, ...]


_PART = pattern(r"([b-z]?)(-|\d+\*?(?:\.\d+\*?)*):(\d+)(?:/(\d+))?")


def parse(text: str) -> DescribedCards:
    """Return the information set or choice described by a text. Raises QueryError.

    If the number of own cards is not given, it is 0.
    """
    head, *parts = text.split(" ")
    classes = []
    for part in parts:
        match = _PART.fullmatch(part)
        if match is None or int(match[4] or 0) > int(match[3]):
            wrong = f"{text!r} is neither an information set nor a choice"
            raise QueryError(wrong)
        sort, turns, size, mine = match.groups()
        times = [] if turns == "-" else turns.split(".")
        trace = (-int(t[:-1]) if t.endswith("*") else int(t) for t in times)
        place = ord(sort) - ord("a") if sort else 0
        classes.append(DescribedClass(place, tuple(trace), int(size), int(mine or 0)))
    return DescribedCards(head.removesuffix(":"), tuple(classes))


def situation_words(seen: DescribedCards, player: int, game: Game) -> str:
    """Return the events that a player who is to act has observed, in words."""
    now = int(seen.head)
    met = [_met(seen, turn, player, game) for turn in range(1, now + 1)]
    past = ", ".join(f"({k}) {words}" for k, words in enumerate(met, 1) if words)
    words = f"turn {now}{_holding(seen, game)}"
    return f"{words}, after {past}" if past else words


def _holding(seen: DescribedCards, game: Game) -> str:
    """Return how many cards of each sort are own, if cards have sorts."""
    parts = []
    for place, (name, _) in enumerate(game.sorts):
        number = sum(cards.own for cards in seen.classes if cards.sort == place)
        if number:
            parts.append(f"{number} {name} card{'s' * (number != 1)}")
    return f", with {' and '.join(parts)}" if parts else ""


def action_words(act: DescribedCards, seen: DescribedCards, game: Game) -> str:
    """Return an action in words, in a situation."""
    if act.head == NoGuess.name:
        return "do not guess"
    sizes = {(c.sort, c.trace): c.size for c in seen.classes}
    cards = [
        ((c.sort, c.trace), c.size, c.own if act.head == Asks.name else 0)
        for c in act.classes
    ]
    words = _cards(cards, sizes, game)
    if act.head != Asks.name:
        return f"{'show' if act.head == Shows.name else 'guess'} {words}"
    bluff = all(own == size for _, size, own in cards)
    return f"ask for {words}{' (a bluff)' if bluff else ''}"


def _met(seen: DescribedCards, turn: int, player: int, game: Game) -> str:
    """Return a player's observations in a turn; no text if nobody has asked yet."""
    sizes, asked, shown = dict[Group, int](), dict[Group, list[int]](), None
    for cards in seen.classes:
        before = tuple(t for t in cards.trace if abs(t) < turn)
        group = cards.sort, before
        sizes[group] = sizes.get(group, 0) + cards.size
        if turn in cards.trace or -turn in cards.trace:
            both = asked.setdefault(group, [0, 0])
            both[0] += cards.size
            both[1] += cards.own
        if -turn in cards.trace:
            shown = group
    if not asked:
        return ""
    picked = [(group, number, own) for group, (number, own) in asked.items()]
    question = _cards(picked, sizes, game)
    card = _cards([(shown, 1, 0)], sizes, game) if shown is not None else ""
    mine = (turn % 2 == 1) == (player == 1)
    some = len(picked) > 1 or picked[0][1] > 1
    behind = f", asked for {question}" if some else ""
    if card:
        return f"{'being shown' if mine else 'showing'} {card}{behind}"
    if mine:
        return f"a no to {question}"
    if turn == int(seen.head):
        return f"being asked for {question}"
    return f"your no to {question}"


def _cards(
    picked: Sequence[tuple[Group, int, int]], sizes: dict[Group, int], game: Game
) -> str:
    """Return cards of some groups in words: how many of which, and how many are own."""
    parts = []
    for group, number, own in picked:
        sort, turns = group
        name = f"{game.sorts[sort][0]} card" if game.sorts else "card"
        some = name if number == 1 else f"{name}s"
        whole = number == sizes.get(group)
        if not turns:
            words = f"a new {name}" if number == 1 else f"{number} new {some}"
        elif number == 1:
            words = f"{'the' if whole else 'a'} {name} of {_turns(turns)}"
        else:
            words = f"{'the ' if whole else ''}{number} {some} of {_turns(turns)}"
        if own:
            words += " of yours" if own == number else f", {own} of them yours"
        parts.append(words)
    return " and ".join(parts)


def _turns(turns: Sequence[int]) -> str:
    """Return the turns in which cards were asked for, and shown."""
    *first, last = (str(abs(turn)) for turn in turns)
    which = f"turns {', '.join(first)} and {last}" if first else f"turn {last}"
    shown = next((-turn for turn in turns if turn < 0), 0)
    return f"{which}, shown in {shown}" if shown else which
