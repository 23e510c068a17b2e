"""The four numbers of section 4.3: two players' progress on each other's cards.

Source: Bart 2000, 4.3, with the hands in place of the printed `S_i - S_i`; see the
statement remark-4.3-four-numbers.
"""

from __future__ import annotations

from mystpy.compilation import NamedTuple
from mystpy.engines.base import Cell, Engine
from mystpy.errors import QueryError
from mystpy.history.actions import Shows
from mystpy.history.history import History
from mystpy.questions.knowledge import know, know_common


class FourNumbers(NamedTuple):
    """The cards that two players have shown, and know of the pile; by player, 1 and 2.

    `common` is their common knowledge of the pile.
    """

    sizes: tuple[int, int]
    shown: tuple[frozenset[str], frozenset[str]]
    known: tuple[frozenset[str], frozenset[str]]
    common: frozenset[str]

    @property
    def numbers(self) -> tuple[int, int, int, int]:
        """(|S_1 - T_1|, |S_2 - T_2|, |M_1 - M_2|, |M_2 - M_1|)."""
        (one, two), (mine, other) = self.shown, self.known
        hidden = self.sizes[0] - len(one), self.sizes[1] - len(two)
        return *hidden, len(mine - other), len(other - mine)


def four_numbers(history: History, engine: Engine) -> FourNumbers:
    """The four numbers of a history.

    Raises QueryError unless there are two players, for a shown card that is not given,
    and if a player's knowledge of the pile depends on facts that are not given;
    NoWorldFits if nothing fits.
    """
    game = history.game
    if game.p != 2:
        raise QueryError(
            f"the four numbers of section 4.3 are of two players, not of {game.p}",
            hint="without --tuple, know shows what each player knows",
        )
    shown: tuple[set[str], set[str]] = set(), set()
    for step, action in enumerate(history.actions):
        if isinstance(action, Shows):
            if action.card is None:
                raise QueryError(
                    f"it is not given which card was shown at step {step}",
                    hint="write the card in place of _",
                )
            shown[action.player - 1].add(action.card)
    return FourNumbers(
        (game.sizes[1], game.sizes[2]),
        (frozenset(shown[0]), frozenset(shown[1])),
        (_of_pile(history, 1, engine), _of_pile(history, 2, engine)),
        _yes(know_common(history, [1, 2], engine).cells[0]),
    )


def _of_pile(history: History, player: int, engine: Engine) -> frozenset[str]:
    """The cards of which a player knows that they are in the pile."""
    row = know(history, player, engine, count=False).cells[0]
    if Cell.DEPENDS in row.values():
        who = history.game.owner(player)
        raise QueryError(
            f"what {who} knows of the pile depends on what is not given",
            hint=f"give the hand of {who}: --hand {player}=CARDS",
        )
    return _yes(row)


def _yes(row: dict[str, Cell]) -> frozenset[str]:
    return frozenset(card for card, cell in row.items() if cell is Cell.YES)
