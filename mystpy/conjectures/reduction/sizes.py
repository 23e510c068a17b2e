"""The sizes that the axioms give: of hands and of the pile, of players and of cards.

Of (2.1), (2.11) and (2.12) it is used that a game of MYST(m, n, p, q) has p players and
m + n p cards, that each player has n of them, and the pile m. That the axiom files in
force say so is checked in every deal of small games, as clingo lists them; under other
axioms nothing is counted.
"""

from __future__ import annotations

from pathlib import Path

from mystpy.axiom_folder import cached_by_theory
from mystpy.axioms import axioms_dir
from mystpy.conjectures.prover.background import deals_of
from mystpy.game.game import Game
from mystpy.language.atoms import H

_GAMES = tuple(
    Game.myst(*sizes)
    for sizes in ((1, 1, 2, 1), (2, 1, 2, 2), (1, 2, 2, 1), (1, 1, 3, 1))
)


def sizes_are_given() -> bool:
    """Whether deals have the sizes that the constants of a game say."""
    return _sizes_are_given(axioms_dir())


@cached_by_theory()
def _sizes_are_given(_: Path) -> bool:
    return all(map(_has_its_sizes, _GAMES))


def _has_its_sizes(game: Game) -> bool:
    deals = list(deals_of(game))
    wanted = {f"n{k}": size for k, size in enumerate(game.sizes)}
    for deal in deals:
        held = [holder for ((holder,), _) in deal[H.predicate]]
        cards = {card for _, card in deal[H.predicate]}
        numbers = len(deal["player"]), len(deal["card"]), len(cards)
        if numbers != (game.p, game.c, game.c):
            return False
        if {name: held.count(name) for name in wanted} != wanted:
            return False
    return bool(deals)
