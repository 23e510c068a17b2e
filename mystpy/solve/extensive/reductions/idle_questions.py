"""In which games idle questions are proved to change no value.

A question is idle if the other has shown a card of it, or is known to lack all of its
cards: it can be answered without telling anything. Without idle questions trees are
much smaller, and finite. That the game without end has the same value is proved for
two players with as many cards each, no sorts, and q at most m + n + 1, where both may
bluff or no question is a bluff: `proofs/Duel.v` and `proofs/Optimal.v`, and for the
players who guess a pile that they know `docs/values.md`. Elsewhere it may be false:
with bluffs by nobody MYST(5,2,2,1) is an example.
"""

from __future__ import annotations

from mystpy.game.game import Game
from mystpy.solve.extensive.menu import Variant
from mystpy.theories import edited_theory

GROUND = "docs/values.md#idle-questions, proofs/Duel.v, proofs/Optimal.v"
"""Where it is proved that idle questions change no value."""


def change_nothing(game: Game, variant: Variant) -> bool:
    """Whether it is proved that a game has the same value without idle questions.

    The game is one that can be solved, under the shipped axioms.
    """
    alike = game.rules == "myst" and game.p == 2 and game.sizes[1] == game.sizes[2]
    bluffing = len(variant.bluffers) == 2 or game.q > game.sizes[1]
    covered = alike and min(game.sizes[1], game.q) >= 1 and bluffing
    return covered and not variant.announced and edited_theory() is None


def smaller(game: Game, variant: Variant) -> str:
    """The part of a hint that names --useful; empty if none but such are asked."""
    if variant.questions == "useful":
        return ""
    if change_nothing(game, variant):
        return "by --useful, which changes no value here, or "
    return "by --useful, which may change the value here, or "
