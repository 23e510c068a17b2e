"""Advice on questions: their expected information for the asker and for others.

The measure is expected information gain, the reduction of Shannon's entropy.

The uncertainty of the pile is measured in bits: for each sort of cards the entropy of
its card in the pile, and without sorts that of each card. All deals that fit are
equally likely, and are counted exactly. Each card that a player may show is assumed to
be shown in proportion to the number of deals with it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from mystpy.compilation import dataclass, replace
from mystpy.engines.base import Engine, Grid
from mystpy.engines.edited.relied_on import require_shipped_rules
from mystpy.errors import NoWorldFits, QueryError
from mystpy.game.checks import check_carried
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, No, NoAsk, Shows, Yes
from mystpy.history.history import History
from mystpy.history.sentences import name_of
from mystpy.history.table.turn_state import TurnState, respondents
from mystpy.possible_histories import engine_for
from mystpy.views import action_seen_by

_MOST_QUESTIONS = 20_000
_LOOKED_AT = 12
_FORWARD = 4


@dataclass(frozen=True, slots=True)
class Advice:
    """A question, and its expected information about the pile in bits.

    `gain` is the information of the asker, `leak` that of an observer without a hand
    who hears the answers. `unshown` is the probability that nobody shows a card, `pile`
    has for each card of the question the probability that it is in the pile, and
    `holders` the known holder.
    """

    question: tuple[str, ...]
    gain: float
    leak: float
    unshown: float
    pile: tuple[float, ...]
    holders: tuple[int | None, ...]


def advice(
    history: History, player: int, engine: Engine, most: int = 5
) -> list[Advice]:
    """Return the questions with most information for a player and least for others.

    They are for the player's next turn; in Clue, turns before it are assumed to pass.
    Raises QueryError for a player who is out or has no given hand, for a history that
    ends in the middle of answers, and for games with too many questions. It is also
    raised before another player's turn in a game in which no turn passes. Raises
    AxiomError if an axiom was edited, since the order and the meaning of answers are
    assumed.
    """
    check_carried(history.game, "advice", events=True)
    require_shipped_rules(history.game.rule_set)
    if history.game.question_count() > _MOST_QUESTIONS:
        raise QueryError("there are too many questions to compare")
    if history.hands[player] is None:
        raise QueryError("advice needs the hand of the player who asks")
    engine = engine_for(engine, history)
    ahead = _at_turn(history, player)
    grid = engine.grid(ahead, player)
    likely = _likely(grid, ahead.game, player)
    gains = [(_gain(ahead, player, Q, grid, engine), Q) for Q in likely]
    best = sorted(gains, key=lambda found: -found[0].gain)[: 2 * most]
    bare = _heard(ahead)
    start = uncertainty(engine.grid(bare, None), bare.game)
    found = [_with_leak(each, bare, player, start, engine) for each, _ in best]
    return sorted(found, key=lambda each: each.leak - each.gain)[:most]


def uncertainty(grid: Grid, game: Game) -> float:
    """How uncertain the pile is, in bits."""
    counts = grid.counts[0]
    if game.sorts:
        shares = [counts[x] / grid.deals for _, sort in game.sorts for x in sort]
    else:
        parts = [counts[x] / grid.deals for x in game.cards]
        shares = [share for part in parts for share in (part, 1 - part)]
    return -sum(share * math.log2(share) for share in shares if share > 0)


def _at_turn(history: History, player: int) -> History:
    """The history up to the player's next turn, if all turns before it pass."""
    game = history.game
    if game.rules == "clue" and not game.board:
        passing = replace(game, board=True, speed=False)
        history = replace(history, game=passing)
    turns = TurnState(game, history.actions)
    if turns.awaited is not None:
        raise QueryError(
            f"advice is for a turn, and {name_of(turns.awaited, game)} still has to "
            "answer the last question",
            hint="note the answer, and ask again",
        )
    passed = turns.passing_until(player)
    if game.rules != "clue" and any(isinstance(action, NoAsk) for action in passed):
        raise QueryError(
            f"advice is for the next turn of {name_of(player, game)}, and that of "
            f"{name_of(turns.whose(), game)} comes before it",
            hint="in this game no turn is passed over: note what is done until then, "
            "and ask again",
        )
    return history.then(passed)


def _likely(grid: Grid, game: Game, player: int) -> list[frozenset[str]]:
    """Return the likely questions: with the cards whose holders are least known.

    Besides, for the most uncertain cards, each alone with cards of her own hand.
    """
    deals, counts = grid.deals, grid.counts
    open_ = {x: counts[0][x] * (deals - counts[0][x]) / deals**2 for x in game.cards}
    own = {x for x in game.cards if counts[player][x] == deals}

    def score(question: frozenset[str]) -> tuple[float, int]:
        return -sum(open_[x] for x in question), -len(question - own)

    ranked = sorted(game.questions(), key=score)
    alone = [
        next((Q for Q in ranked if x in Q and len(Q - own) == 1), None)
        for x in sorted(game.cards, key=lambda x: -open_[x])[:_FORWARD]
        if open_[x]
    ]
    found = [*ranked[:_LOOKED_AT], *(Q for Q in alone if Q)]
    return list(dict.fromkeys(found))


def _outcomes(
    game: Game, player: int, question: frozenset[str]
) -> Iterator[tuple[list[Action], int | None]]:
    """Yield the possible answers, up to a yes, and its player (None: nobody)."""
    said: list[Action] = [Asks(player, question)]
    for other in respondents(player, game.p):
        yield [*said, Yes(other)], other
        said.append(No(other))
    yield said, None


def _gain(
    history: History,
    player: int,
    question: frozenset[str],
    grid: Grid,
    engine: Engine,
) -> Advice:
    """Return the expected information of the answers to a question for the player."""
    game, deals = history.game, grid.deals
    left, unshown = 0.0, 0.0
    for said, other in _outcomes(game, player, question):
        before = _grid(history, said, player, engine)
        if before is None:
            continue
        chance = before.deals / deals
        if other is None:
            unshown = chance
            left += chance * uncertainty(before, game)
            continue
        shown = [x for x in question if before.counts[other][x]]
        after = [
            _grid(history, [*said, Shows(other, player, x)], player, engine)
            for x in shown
        ]
        seen = [each for each in after if each is not None]
        whole = sum(each.deals for each in seen)
        left += sum(
            chance * each.deals / whole * uncertainty(each, game) for each in seen
        )
    cards = tuple(x for x in game.cards if x in question)
    holders = tuple(
        next((k for k in game.holders if grid.counts[k][x] == deals), None)
        for x in cards
    )
    pile = tuple(grid.counts[0][x] / deals for x in cards)
    gain = uncertainty(grid, game) - left
    return Advice(cards, gain, 0.0, unshown, pile, holders)


def _with_leak(
    each: Advice, bare: History, player: int, start: float, engine: Engine
) -> Advice:
    """Return the advice with the leak, for an observer without a hand."""
    whole = engine.grid(bare, None).deals
    left = 0.0
    for said, other in _outcomes(bare.game, player, frozenset(each.question)):
        shown = [] if other is None else [Shows(other, player, None)]
        heard = _grid(bare, [*said, *shown], None, engine)
        if heard is not None:
            left += heard.deals / whole * uncertainty(heard, bare.game)
    return replace(each, leak=start - left)


def _grid(
    history: History, actions: Sequence[Action], player: int | None, engine: Engine
) -> Grid | None:
    try:
        return engine.grid(history.then(list(actions)), player)
    except NoWorldFits:
        return None


def _heard(history: History) -> History:
    """The history as somebody without a hand has seen it."""
    actions = [action_seen_by(action, None) for action in history.actions]
    return History.make(history.game).then(actions)
