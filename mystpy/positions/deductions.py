"""The deduction test set: questions of six kinds about what a player can conclude.

A question is drawn from a seed: several games are dealt and played at random, and the
first one whose question has the wanted answer and difficulty is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from mystpy.bits import members
from mystpy.engines import get_engine
from mystpy.engines.base import Value
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.history import History
from mystpy.history.sentences import cards_listed, name_of
from mystpy.history.turns import split_turns
from mystpy.language.atoms import H
from mystpy.language.nodes import Knows
from mystpy.positions.deal_table import DealTable
from mystpy.positions.draft import (
    Draft,
    PositionDraft,
    WantedQuestion,
    drawn_questions,
    level_of,
    mentions,
    unknown_cells,
)
from mystpy.positions.drawing import deck_of, draw_game
from mystpy.positions.gains import Gain, expected_gain
from mystpy.positions.prose import holding
from mystpy.positions.record import DEDUCTION, PositionQuestion

_DECKS = ((3, (4, 4, 4)), (3, (4, 4)), (4, (4, 4, 4)), (3, (3, 4, 4)), (4, (4, 4)))
_SMALL_DECKS = ((3, (4, 4)), (3, (3, 3, 3)), (4, (3, 4)))
"""Players, and cards of each sort; the small decks are for knowledge of others."""

_FEWEST_TURNS, _MOST_TURNS = 3, 9

_GAPS = ("0.4", "0.2", "0.1", "0.04")
"""Bits between the best question and the next best, from level 1 to level 4."""

_CHOICES = "ABCDE"


def make_deductions(count: int, seed: int) -> Iterator[PositionQuestion]:
    """Yield `count` questions from a seed, as `drawn_questions` does."""
    return drawn_questions(DEDUCTION, tuple(_MAKERS), _drawn, count, seed)


def _drawn(rng: Random, wanted: WantedQuestion) -> PositionDraft | None:
    """A draft about a position of a drawn game."""
    decks = _SMALL_DECKS if wanted.kind == "others" else _DECKS
    game = deck_of(*rng.choice(decks))
    turns = rng.randint(_FEWEST_TURNS, _MOST_TURNS)
    reader = rng.randint(1, game.p)
    history = draw_game(game, turns, rng).seen_by(reader)
    draft = _MAKERS[wanted.kind](history, reader, rng, wanted.letter)
    return None if draft is None else PositionDraft(draft, history, reader)


def _cell(history: History, reader: int, rng: Random, letter: str) -> Draft | None:
    table = DealTable(history)
    cells = [
        (holder, card)
        for holder, card in unknown_cells(history, reader)
        if table.cell(holder, card) == letter
    ]
    if not cells:
        return None
    holder, card = rng.choice(cells)
    held = table.held(holder, card)
    if letter == "open":
        turns = mentions(history, card)
    else:
        body = held if letter == "yes" else table.full & ~held
        turns = len(table.reasons(body)[0])
    ask = {"holder": holder, "card": card}
    text = cell_text(holder, card, table.game)
    return Draft(level_of(turns), {"turns": turns}, ask, letter, text)


def cell_text(holder: int, card: str, game: Game) -> str:
    """Return the question whether a holder has a card."""
    return (
        f"Does it follow that {holding(holder, card, game)}? Answer yes if that "
        "follows, no if it follows that it is not so, and open if neither follows."
    )


HOLDERS_TEXT = (
    "Of which cards that you do not hold does it follow who holds them, or that "
    "they are in the pile? Answer with all of them, such as `rope=Bob, hall=pile`."
)

COUNT_TEXT = (
    "In how many ways can the cards be dealt so that all of this can happen? Two "
    "ways differ if some card has another holder, or is in the pile in only one of "
    "them. Answer with a whole number."
)


def _holders(history: History, reader: int, rng: Random, letter: str) -> Draft | None:
    table = DealTable(history)
    known = {
        card: holder
        for holder, card in unknown_cells(history, reader)
        if table.cell(holder, card) == "yes"
    }
    if not known:
        return None
    needed = [
        len(table.reasons(table.held(holder, card))[0])
        for card, holder in known.items()
    ]
    needs = {"turns": max(needed), "cards": len(known)}
    level = level_of(max(needed) + (len(known) > 3))
    answer = {card: table.game.holder_names[k] for card, k in known.items()}
    return Draft(level, needs, {}, answer, HOLDERS_TEXT)


def _count(history: History, reader: int, rng: Random, letter: str) -> Draft | None:
    table = DealTable(history)
    unseen = sum(
        any(str(action).endswith(",_)") for action in turn)
        for turn in split_turns(history.actions)
    )
    needs = {"unseen": unseen, "turns": len(table.by_turn)}
    return Draft(level_of(unseen), needs, {}, table.count, COUNT_TEXT)


def _others(history: History, reader: int, rng: Random, letter: str) -> Draft | None:
    game, engine = history.game, get_engine("worlds")
    cells = [
        (other, holder, card)
        for other in range(1, game.p + 1)
        for holder in game.holders
        for card in game.cards
        if other not in (reader, holder)
    ]
    rng.shuffle(cells)
    values = {"yes": Value.TRUE, "no": Value.FALSE, "open": Value.UNDETERMINED}
    for other, holder, card in cells:
        formula = Knows(other, H(holder, card))
        if engine.value(history, formula).value is values[letter]:
            break
    else:
        return None
    turns = mentions(history, card)
    who = name_of(other, game)
    text = (
        f"Does it follow that {who} knows that {holding(holder, card, game)}? Answer "
        f"yes if {who} must know it, no if {who} cannot know it, and open if it "
        "depends on what you have not seen."
    )
    level = level_of(turns + (holder in (0, reader)) + (letter == "open"))
    ask = {"knower": other, "holder": holder, "card": card, "formula": str(formula)}
    return Draft(level, {"turns": turns, "order": 2}, ask, letter, text)


def _reason(history: History, reader: int, rng: Random, letter: str) -> Draft | None:
    table = DealTable(history)
    found = []
    for holder, card in unknown_cells(history, reader):
        held = table.held(holder, card)
        for positive in (True, False):
            body = held if positive else table.full & ~held
            sets = table.reasons(body)
            if sets and sets[0]:
                found.append((holder, card, positive, sets))
    if not found:
        return None
    holder, card, positive, sets = _rare(found, rng)
    clause = holding(holder, card, table.game)
    said = f"that {clause}" if positive else f"that it is not so that {clause}"
    size = len(sets[0])
    text = (
        f"It follows {said}. Which turns are enough for that, together with your own "
        "hand and the rules, if you take as few turns as possible? Answer with the "
        "numbers of such turns, for example `2, 5`."
    )
    ask = {"holder": holder, "card": card, "held": positive}
    needs = {"turns": size, "sets": len(sets)}
    return Draft(level_of(size), needs, ask, [list(one) for one in sets], text)


def _rare(found: list[Any], rng: Random) -> Any:
    """Return one of the conclusions; each number of turns has the same chance."""
    sizes = sorted({len(sets[0]) for *_, sets in found})
    size = rng.choice(sizes)
    return rng.choice([one for one in found if len(one[-1][0]) == size])


def _best(history: History, reader: int, rng: Random, letter: str) -> Draft | None:
    table = DealTable(history)
    deals = [table.deals[k] for k in members(table.fitting)]
    return best_question(table.game, deals, reader, rng)


def best_question(
    game: Game, deals: Sequence[Sequence[int]], reader: int, rng: Random
) -> Draft | None:
    """Return the question which of five questions is most informative.

    None if only one deal is possible, or two of them are equally informative.
    """
    if len(deals) < 2:
        return None
    asked = [frozenset(cards) for cards in game.questions()]
    chosen = rng.sample(asked, len(_CHOICES))
    gains = [expected_gain(game, deals, reader, cards) for cards in chosen]
    best = gains[0]
    for gain in gains[1:]:
        best = gain if gain.compare(best) > 0 else best
    right = [k for k, gain in enumerate(gains) if not gain.compare(best)]
    if len(right) > 1:
        return None
    choices = dict(zip(_CHOICES, chosen, strict=True))
    listed = "\n".join(
        f"{letter}: {cards_listed(cards, game, 'or')}"
        for letter, cards in choices.items()
    )
    text = (
        "You ask next. Which of these questions is expected to tell you most about the "
        "pile, in bits? All deals that fit what you have seen are equally likely, and "
        "who can show several cards shows each with the same chance. Answer with the "
        f"letter.\n{listed}"
    )
    ask = {
        "choices": {x: sort_cards(cards, game.deck) for x, cards in choices.items()},
        "bits": dict(zip(_CHOICES, (gain.bits for gain in gains), strict=True)),
    }
    level = _gap_level(gains, right[0])
    return Draft(level, {"deals": len(deals)}, ask, _CHOICES[right[0]], text)


def _gap_level(gains: list[Gain], best: int) -> int:
    """Return the level of a choice: the closer the next best question, the higher."""
    values = [float(gain.bits) for gain in gains]
    gap = values[best] - max(x for k, x in enumerate(values) if k != best)
    return 1 + sum(gap < float(limit) for limit in _GAPS)


_Maker = Callable[[History, int, Random, str], Draft | None]

_MAKERS: dict[str, _Maker] = {
    "cell": _cell,
    "holders": _holders,
    "count": _count,
    "others": _others,
    "reason": _reason,
    "question": _best,
}
