"""clue-tom: pairs of stories that differ in one detail, and in the answer.

In the field: minimal pairs, or contrast sets (Gardner and others 2020).

One story has the answer yes and the other no to the same question, so that nothing can
be learned from the question alone. Of several candidates, the pair is chosen for which
the surface of the stories reveals least about the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from random import Random

from mystpy.bits import mask_of
from mystpy.compilation import NamedTuple, replace
from mystpy.engines import get_engine
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Guess, Shows
from mystpy.history.history import History
from mystpy.history.turns import split_turns
from mystpy.play.game_state import GameState
from mystpy.positions.drawing import deck_of, draw_game, stream
from mystpy.positions.heuristics import HEURISTICS
from mystpy.positions.mind_formulas import (
    ORDERS,
    MindFormula,
    mind_formulas,
    truth_set,
)
from mystpy.positions.record import MIND, PositionQuestion
from mystpy.progress import report_progress
from mystpy.questions.why import why
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.event import Event

_DECKS = ((3, (3, 3)), (3, (3, 4)), (3, (4, 4)), (3, (3, 3, 3)), (4, (3, 4)))
"""Players, and cards of each sort."""

_FEWEST_TURNS, _MOST_TURNS = 1, 6
_VARIANTS, _FORMULAS, _CANDIDATES = 8, 80, 6
"""The numbers of stories, questions and differences examined: the pairs depend on them.
"""

_LEVELS = 5


class _Candidate(NamedTuple):
    """A question with a story in which the answer is yes, and one in which it is no."""

    asked: MindFormula
    yes: History
    no: History
    change: str


def make_pairs(count: int, seed: int) -> Iterator[PositionQuestion]:
    """Yield `count` questions, two for each pair, the same from a seed on every system.

    The orders alternate. An odd `count` ends with one half of a pair.
    """
    tallies: dict[str, Counter[str]] = {order: Counter() for order in ORDERS}
    made = 0
    for pair in range((count + 1) // 2):
        order = ORDERS[pair % len(ORDERS)]
        candidate = _candidate(order, pair, seed, tallies[order])
        for question in _questions(candidate, pair, seed):
            if made < count:
                report_progress("questions", made, count)
                made += 1
                yield question
    report_progress("questions", count, count)


def _questions(found: _Candidate, pair: int, seed: int) -> Iterator[PositionQuestion]:
    """Yield the two questions of a pair, in a random order."""
    needs = _needs(found)
    level = max(1, min(_LEVELS, needs["reasons"]))
    halves = [("yes", found.yes), ("no", found.no)]
    if stream(MIND, seed, pair, "swap").random() < 0.5:
        halves.reverse()
    for half, (answer, history) in zip("ab", halves, strict=True):
        ask = {
            "formula": str(found.asked.formula),
            "order": found.asked.order,
            "pair": f"{MIND}-{seed}-{pair + 1:05}",
            "change": found.change,
        }
        yield PositionQuestion(
            f"{MIND}-{seed}-{pair + 1:05}{half}",
            *(MIND, "mind", level, needs, history, None),
            *(ask, answer, found.asked.text),
        )


def _candidate(order: str, pair: int, seed: int, tally: Counter[str]) -> _Candidate:
    """Return the pair of a number: the one about which surface heuristics say least."""
    for attempt in range(1_000):
        rng = stream(MIND, seed, pair, attempt)
        found = list(_candidates(order, rng))
        if not found:
            continue
        changes = [_told(one) for one in found]
        costs = [sum(abs(tally[k] + d[k]) for k in HEURISTICS) for d in changes]
        best = costs.index(min(costs))
        tally.update(changes[best])
        return found[best]
    raise AssertionError("some game has stories that differ")


def _told(found: _Candidate) -> Counter[str]:
    """Return for each heuristic 1 if it is right about both stories, -1 if not."""
    card = found.asked.card
    return Counter(
        {
            name: guess(found.yes, card) - guess(found.no, card)
            for name, guess in HEURISTICS.items()
        }
    )


def _candidates(order: str, rng: Random) -> Iterator[_Candidate]:
    """Yield questions whose answer differs between a drawn story and variants of it."""
    game = deck_of(*rng.choice(_DECKS))
    turns = rng.randint(_FEWEST_TURNS, _MOST_TURNS)
    story = draw_game(game, turns, rng).history
    variants = list(_variants(story, order, rng))
    asked = _formulas(game, order)
    number = 0
    for change, other in rng.sample(variants, min(_VARIANTS, len(variants))):
        one, two = _position(story), _position(other)
        for each in rng.sample(asked, min(_FORMULAS, len(asked))):
            here, there = (_is_true(each, place) for place in (one, two))
            if here is there:
                continue
            pair = (story, other) if here else (other, story)
            yield _Candidate(each, *pair, change)
            number += 1
            if number == _CANDIDATES:
                return


@lru_cache(maxsize=32)
def _formulas(game: Game, order: str) -> list[MindFormula]:
    return list(mind_formulas(game, order))


_Place = tuple[EpistemicState, int]
"""A public history, and the world in which it happens, as a bit set."""


def _position(history: History) -> _Place:
    """Return the public history of a story, and its world."""
    game = history.game
    state = _state(game, tuple(Event.of(action, game) for action in history.actions))
    hands = tuple(mask_of(hand or (), game) for hand in history.hands)
    shown = tuple(
        mask_of([action.card], game)
        for action in history.actions
        if isinstance(action, Shows) and action.card
    )
    places = range(len(state.worlds))
    found = next(
        w for w in places if state.worlds[w] == hands and state.shown[w] == shown
    )
    return state, 1 << found


def _state(game: Game, events: tuple[Event, ...]) -> EpistemicState:
    state = _start(game)
    for event in events:
        state = state.after(event)[0].state
    return state


@lru_cache(maxsize=8)
def _start(game: Game) -> EpistemicState:
    return EpistemicState.start(game)


def _is_true(asked: MindFormula, place: _Place) -> bool:
    state, world = place
    return bool(truth_set(asked.formula, state) & world)


def _variants(story: History, order: str, rng: Random) -> Iterator[tuple[str, History]]:
    """Yield stories that differ in one detail, each with the kind of detail.

    Facts about the cards do not depend on the questions, so for them only two cards are
    exchanged.
    """
    yield from _swapped(story, rng)
    if order != ORDERS[0]:
        yield from _shown_otherwise(story)
        yield from _asked_otherwise(story, rng)


def _swapped(story: History, rng: Random) -> Iterator[tuple[str, History]]:
    """Yield possible stories with two cards of a sort exchanged."""
    game = story.game
    for _, cards in game.sorts:
        one, two = rng.sample(cards, 2)
        other = {one: two, two: one}
        hands = [frozenset(other.get(x, x) for x in hand or ()) for hand in story.hands]
        if played := _played(game, hands, story.actions):
            yield "cards", played


def _shown_otherwise(story: History) -> Iterator[tuple[str, History]]:
    """Yield stories in which another card is shown."""
    asked: frozenset[str] = frozenset()
    for step, action in enumerate(story.actions):
        if isinstance(action, Asks):
            asked = action.cards
        if isinstance(action, Shows):
            hand = story.hands[action.player] or frozenset()
            for card in sorted((asked & hand) - {action.card}):
                actions = list(story.actions)
                actions[step] = replace(action, card=card)
                yield "shown card", History(story.game, story.hands, tuple(actions))


def _asked_otherwise(story: History, rng: Random) -> Iterator[tuple[str, History]]:
    """Yield stories in which one card of a question is another one."""
    game = story.game
    turns = list(split_turns(story.actions))
    for number, turn in enumerate(turns):
        asks = turn[0]
        assert isinstance(asks, Asks)
        for _, cards in game.sorts:
            (old,) = asks.cards & set(cards)
            new = rng.choice([card for card in cards if card != old])
            table = GameState(game, [hand or () for hand in story.hands])
            for action in sum(turns[:number], ()):
                table.do(Event.of(action, game))
            table.do(Event.of(replace(asks, cards=asks.cards - {old} | {new}), game))
            _answer(table, turn, rng)
            for action in sum(turns[number + 1 :], ()):
                table.do(Event.of(action, game))
            yield "question", table.history()


def _answer(table: GameState, turn: tuple[Action, ...], rng: Random) -> None:
    """Let the others answer, with the cards that were shown before if possible."""
    before = [each.card for each in turn if isinstance(each, Shows) and each.card]
    while (legal := table.legal_actions()) and legal[0].key[0] != Asks.name:
        events = list(table.events(every=False))
        events = [event for event in events if event.key[0] != Guess.name]
        same = [
            event
            for event in events
            if event.cards and before and event.cards == mask_of(before, table.game)
        ]
        table.do(same[0] if same else rng.choice(events))


def _played(
    game: Game, hands: list[frozenset[str]], actions: tuple[Action, ...]
) -> History | None:
    """Return the history with these hands; None if it is impossible with them."""
    table = GameState(game, hands)
    for action in actions:
        event = Event.of(action, game)
        if not table.allows(event):
            return None
        table.do(event)
    return table.history()


def _needs(found: _Candidate) -> dict[str, int]:
    """Return how many observations the shortest explanation of the pair has.

    It is that of the answer yes, or if this has none, of the answer no.
    """
    engine = get_engine("auto")
    for history in (found.yes, found.no):
        try:
            reasons = why(history, found.asked.formula, engine, smallest=True)
        except QueryError:
            continue
        if reasons.because:
            return {"reasons": len(reasons.because)}
    return {"reasons": len(list(split_turns(found.yes.actions)))}
