"""Questions about positions of Clue with all 21 cards, for three to six players.

A question is drawn from a seed, as those of the deduction test set are. Its answer is
found in a list of the deals that fit; engines that list none find it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from mystpy.compilation import NamedTuple
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.history.turns import split_turns
from mystpy.positions.deductions import (
    COUNT_TEXT,
    HOLDERS_TEXT,
    best_question,
    cell_text,
)
from mystpy.positions.draft import (
    Draft,
    PositionDraft,
    WantedQuestion,
    drawn_questions,
    unknown_cells,
)
from mystpy.positions.drawing import draw_game
from mystpy.positions.full_deck.fitting_deals import Deal, FittingDeals
from mystpy.positions.record import FULL, PositionQuestion

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
"""The players of drawn games, as many as play."""

_MOST_DEALS = 20_000
"""No position has more deals that fit."""

_FEWEST_TURNS, _MOST_TURNS = 2, 8
"""For each player so many turns, at least and at most."""

_LIMITS = (10, 100, 1_000, 5_000)
"""The number of deals up to which a position is of level 1, 2, 3 and 4."""


class _FullPosition(NamedTuple):
    """A position of the full deck, with all the deals that fit it."""

    history: History
    reader: int
    deals: Sequence[Deal]

    @property
    def game(self) -> Game:
        return self.history.game

    @property
    def needs(self) -> dict[str, int]:
        """The numbers of which the difficulty is made."""
        turns = len(list(split_turns(self.history.actions)))
        return {"deals": len(self.deals), "turns": turns}

    @property
    def level(self) -> int:
        """The difficulty: the more deals are possible, the more there is to weigh."""
        return 1 + sum(len(self.deals) > most for most in _LIMITS)

    def cell(self, holder: int, card: str) -> str:
        """Whether a holder has a card: yes, no, or open."""
        bit = 1 << self.game.deck[card]
        number = sum(bool(deal[holder] & bit) for deal in self.deals)
        return "no" if not number else "yes" if number == len(self.deals) else "open"


def make_full(count: int, seed: int) -> Iterator[PositionQuestion]:
    """Yield `count` questions from a seed, as `drawn_questions` does.

    The numbers of players take turns as well.
    """
    return drawn_questions(FULL, tuple(_MAKERS), _draft, count, seed)


def _draft(rng: Random, wanted: WantedQuestion) -> PositionDraft | None:
    """A draft about a position of a drawn game whose level is wanted."""
    players = 3 + wanted.turn % (len(NAMES) - 2)
    position = _drawn(players, rng)
    if position is None or not wanted.is_nearer(position.level):
        return None
    draft = _MAKERS[wanted.kind](position, rng, wanted.letter)
    if draft is None:
        return None
    return PositionDraft(draft, position.history, position.reader)


def _drawn(players: int, rng: Random) -> _FullPosition | None:
    """A position of a drawn game; None if too many deals fit it."""
    game = Game.clue(players=NAMES[:players])
    turns = rng.randint(_FEWEST_TURNS * players, _MOST_TURNS * players)
    reader = rng.randint(1, players)
    history = draw_game(game, turns, rng).seen_by(reader)
    deals = FittingDeals(history, reader).first(_MOST_DEALS)
    return None if deals is None else _FullPosition(history, reader, deals)


def _cell(position: _FullPosition, rng: Random, letter: str) -> Draft | None:
    cells = [
        (holder, card)
        for holder, card in unknown_cells(position.history, position.reader)
        if position.cell(holder, card) == letter
    ]
    if not cells:
        return None
    holder, card = rng.choice(cells)
    text = cell_text(holder, card, position.game)
    ask = {"holder": holder, "card": card}
    return Draft(position.level, position.needs, ask, letter, text)


def _holders(position: _FullPosition, rng: Random, letter: str) -> Draft | None:
    names = position.game.holder_names
    answer = {
        card: names[holder]
        for holder, card in unknown_cells(position.history, position.reader)
        if position.cell(holder, card) == "yes"
    }
    if not answer:
        return None
    needs = {**position.needs, "cards": len(answer)}
    return Draft(position.level, needs, {}, answer, HOLDERS_TEXT)


def _count(position: _FullPosition, rng: Random, letter: str) -> Draft | None:
    answer = len(position.deals)
    return Draft(position.level, position.needs, {}, answer, COUNT_TEXT)


def _best(position: _FullPosition, rng: Random, letter: str) -> Draft | None:
    found = best_question(position.game, position.deals, position.reader, rng)
    if found is None:
        return None
    return found._replace(level=position.level, needs=position.needs)


_Maker = Callable[[_FullPosition, Random, str], Draft | None]

_MAKERS: dict[str, _Maker] = {
    "cell": _cell,
    "holders": _holders,
    "count": _count,
    "question": _best,
}
