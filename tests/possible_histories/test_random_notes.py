"""Random notes that leave something open: engines and a brute force say the same."""

from __future__ import annotations

import random

import pytest

from mystpy.engines import get_engine
from mystpy.engines.base import Cell
from mystpy.errors import NoWorldFits
from mystpy.game.game import Game
from mystpy.history.accounts import OpenTurn
from mystpy.history.actions import Asks, No, Shows
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.nodes import Formula, Knows, Not, Or
from mystpy.possible_histories.symbolic_values import SpansHistories
from mystpy.questions.knowledge import ask, know
from tests.possible_histories.brute_force import Deal, deals, fits
from tests.sampling import seeds_by_day

SORTS = {
    "suspect": ["plum", "green", "white"],
    "weapon": ["rope", "knife", "pipe"],
    "room": ["hall", "study", "kitchen"],
}
NAMES = ("ann", "bob", "cid", "dan")


def random_game(dice: random.Random) -> Game:
    names = list(NAMES[: dice.choice((3, 3, 4))])
    if len(names) == 4:
        return Game.clue(players=names, sorts=SORTS, sizes=[3, 2, 2, 1, 1], board=True)
    sizes: list[int | str] = [3, 2, 2, 2]
    if dice.random() < 0.5:
        sizes = [3, 2, "1..3", "1..3"]
    return Game.clue(players=names, sorts=SORTS, sizes=sizes, board=True)


def random_line(dice: random.Random, game: Game, asker: int) -> str:
    """Return a line of table notes that may leave something open."""
    names, p = game.players, game.p
    cards = [dice.choice(sort) for _, sort in game.sorts]
    for place in range(3):
        if dice.random() < 0.25:
            cards[place] = "?"
    others = [(asker + k) % p for k in range(p - 1)]
    said = [names[k] for k in others]
    kind = dice.randrange(4)
    if kind == 0:
        first, *rest = dice.sample(said, 2 if p > 2 else 1)
        answers = f"{first} or {rest[0]} shows"
    elif kind == 1:
        answers = f"{dice.choice(said)} passes ..."
    elif kind == 2:
        number = dice.randrange(len(said))
        answers = ", ".join([f"{name} -" for name in said[:number]])
        answers += f"{', ' * bool(number)}{said[number]} shows"
    else:
        answers = dice.choice(("nobody", f"{dice.choice(said)} shows ..."))
    return f"{names[asker - 1]}: {' '.join(cards)} -> {answers}"


def random_notes(dice: random.Random) -> tuple[Game, History]:
    game = random_game(dice)
    deck = dict(game.sorts)
    cards = [card for sort in deck.values() for card in sort]
    hand = dice.sample(cards, 2)
    while any(set(sort) <= set(hand) for sort in deck.values()):
        hand = dice.sample(cards, 2)
    lines = []
    for turn in range(dice.randint(1, 4)):
        asker = turn % game.p + 1
        line = random_line(dice, game, asker)
        if asker == 1 or "ann shows" in line or "ann or" in line or "or ann" in line:
            line = f"{game.players[asker - 1]}: -"
        lines.append(line)
    return game, History.make(game, {"ann": hand}, "\n".join(lines))


def is_so(deal: Deal, history: History) -> bool:
    """Return whether a deal agrees with all turns, open or not."""
    asked: frozenset[str] = frozenset()
    for action in history.actions:
        match action:
            case Asks():
                asked = action.cards
            case No() if deal[action.player] & asked:
                return False
            case Shows() if not deal[action.player] & asked:
                return False
            case OpenTurn() if not fits(deal, action.accounts):
                return False
    return True


@pytest.mark.parametrize("seed", seeds_by_day(150, 3))
def test_deals_are_counted_once_and_cells_are_those_of_all(seed: int) -> None:
    game, history = random_notes(random.Random(seed))
    hand = history.hands[1]
    assert hand is not None
    left = [deal for deal in deals(game, hand) if is_so(deal, history)]
    for name in ("auto", "sat", "worlds"):
        try:
            known = know(history, 1, get_engine(name))
        except NoWorldFits:
            assert not left
            continue
        assert known.deals == len(left)
        assert known.counts is not None
        for holder in game.holders:
            for card in game.cards:
                number = sum(card in deal[holder] for deal in left)
                assert known.counts[holder][card] == number
                cell = known.cells[holder][card]
                expected = Cell.YES if number == len(left) else Cell.OPEN
                assert cell == (expected if number else Cell.NO)


def random_formula(dice: random.Random, game: Game, depth: int) -> Formula:
    """Return what some players know of each other's knowledge, or do not know."""
    if not depth:
        holder = dice.randrange(game.p + 1)
        return H(holder, dice.choice(game.cards))
    body = random_formula(dice, game, depth - 1)
    if dice.random() < 0.3:
        body = Not(body)
    if dice.random() < 0.3:
        body = Or((body, random_formula(dice, game, depth - 1)))
    return Knows(dice.randint(1, game.p), body)


@pytest.mark.parametrize("seed", seeds_by_day(30, 3))
def test_values_are_those_in_the_list_of_worlds(seed: int) -> None:
    dice = random.Random(seed)
    game, history = random_notes(dice)
    engines = [get_engine(name) for name in ("auto", "worlds")]
    for depth in (1, 1, 2, 2):
        phi = random_formula(dice, game, depth)
        try:
            found = [ask(history, phi, engine).value for engine in engines]
        except NoWorldFits:
            return
        except SpansHistories:
            continue  # refused: there are too many worlds to list
        assert found[0] == found[1], str(phi)
