"""A query file in words: the game, the given facts, the actions, the questions."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.errors import one_of
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.actions import action_text
from mystpy.history.history import History
from mystpy.history.sentences import action_sentence, name_of
from mystpy.questions.query import Query

_RULES = {
    "myst": "MYST",
    "clue": "Clue",
    "cards": "a game with cards of its own",
    "generalized": "generalized Clue",
}


def lines(query: Query) -> Iterator[str]:
    """Yield the query in words, from the title to the questions."""
    if query.title:
        yield query.title
    if query.source:
        yield f"source: {query.source}"
    if query.but:
        yield f"but {query.but}"
    game = query.history.game
    yield ""
    yield from of_game(game)
    yield from _given(query.history)
    yield ""
    yield from _done(query.history)
    if query.asks:
        yield ""
        yield "asked:"
    for each in query.asks:
        expected = f"   (expected: {each.expect})" if each.expect else ""
        yield f"  {' '.join(each.formula_text.split())}{expected}"


def of_game(game: Game) -> Iterator[str]:
    """The rules of a game, its players, cards and sizes."""
    players = f"{game.p} players"
    names = f", {', '.join(game.shown_holders[1 : game.p + 1])}" if game.named else ""
    rules = _RULES[game.rules] + " on a board" * game.board
    yield f"{'Speed ' * game.speed}{rules} with {players}{names}, and {game.c} cards"
    if game.events:
        yield "  with looks, cards laid open, and witnesses of shows"
    if game.sorts:
        for name, cards in game.sorts:
            yield f"  {game.shown_as(name)}: {', '.join(map(game.shown_as, cards))}"
    else:
        yield f"  {_several(game.cards)}"
    pile, *hands = _sizes(game)[: game.p + 1]
    alike = len(set(hands)) == 1
    several = one_of(list(map(str, hands)), "and")
    each = f"{hands[0]} in each hand" if alike else f"{several} in hands"
    most = "at most " * game.generalized
    yield f"  {pile} in the pile, {each}, {most}{game.q} in a question"
    if game.table:
        up = f", face up: {', '.join(game.face_up)}" if game.face_up else ""
        yield f"  {game.sizes[game.table]} left over on the table{up}"


def _sizes(game: Game) -> tuple[int | str, ...]:
    """The size of each holder, or between which sizes it is."""
    if not game.possible_sizes:
        return game.sizes
    pairs = ((min(x), max(x)) for x in zip(*game.possible_sizes, strict=True))
    return tuple(a if a == b else f"{a} to {b}" for a, b in pairs)


def _several(cards: tuple[str, ...]) -> str:
    """Some cards: of many the first and the last."""
    if len(cards) <= 30:
        return ", ".join(cards)
    return f"{', '.join(cards[:3])}, ..., {cards[-1]}"


def _given(history: History) -> Iterator[str]:
    game = history.game
    yield ""
    for holder, hand in enumerate(history.hands):
        if hand is not None:
            owner = name_of(holder, game)
            has = "is" if holder == 0 else "holds"
            yield f"{owner} {has} {', '.join(sort_cards(hand, game.deck))}"
    for holder, part in enumerate(history.parts):
        if part:
            held = ", ".join(sort_cards(part, game.deck))
            yield f"{name_of(holder, game)} holds {held}, among others"
    if not history.parts and all(hand is None for hand in history.hands):
        yield "no hand is given"


def _done(history: History) -> Iterator[str]:
    if not history.actions:
        yield "nothing has been done"
        return
    yield "steps, counted from 0:"
    texts = [action_text(action, history.game) for action in history.actions]
    width = max(map(len, texts))
    last = len(str(len(history.actions) - 1))
    for step, (action, written) in enumerate(zip(history.actions, texts, strict=True)):
        said = action_sentence(action, history.game)
        yield f"  {step:>{last}}  {written:<{min(width, 40)}}  {said}"
