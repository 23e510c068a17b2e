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
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.theories import edited_theory

GROUND = "docs/values.md#idle-questions, proofs/Duel.v, proofs/Optimal.v"
"""Where it is proved that idle questions change no value."""


def change_nothing(game: Game, variant: GameVariant) -> bool:
    """Whether it is proved that a game has the same value without idle questions.

    It is proved under the shipped axioms only.
    """
    alike = game.rules == "myst" and game.p == 2 and game.sizes[1] == game.sizes[2]
    small = 1 <= game.q <= game.sizes[0] + game.sizes[1] + 1 and game.sizes[1] >= 1
    bluffing = len(variant.bluffers) == 2 or game.q > game.sizes[1]
    covered = alike and small and bluffing
    return covered and not variant.announced and edited_theory() is None


def smaller_tree_hint(game: Game, variant: GameVariant, turns: int) -> str:
    """Return the hint for a game of which so many turns need too much memory."""
    ways = []
    if variant.questions != "useful":
        no = change_nothing(game, variant)
        effect = "changes no value" if no else "may change the value"
        ways.append(f"by --useful, which {effect} here")
    if turns > 1:
        ways.append(f"by --turns {turns - 1}")
    if not ways:
        return "--force solves it anyway"
    return f"look at a smaller tree, {', or '.join(ways)}, or --force it"
