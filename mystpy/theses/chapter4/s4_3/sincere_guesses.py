"""Theorem 4.3 where it is common knowledge that guesses are sincere.

Who guesses then tells publicly that the guessed pile was possible for them. So the
public deals are fewer than those that the rules alone leave.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from mystpy.bits import bits
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.history.actions import show_action
from mystpy.situations.deed import Deed
from mystpy.situations.stage import Stage
from mystpy.situations.symmetry import Cells
from mystpy.theses.chapter4.sweep import Fault, Wrong, card
from mystpy.theses.chapter4.turns import GameOfTwo, Step

SMALL: Sequence[tuple[int, int, Sequence[int]]] = (
    (1, 1, (1, 2, 3)),
    (2, 1, (1, 2, 3, 4)),
)
"""Games of two players by m, n and q."""

LARGER = ((3, 1, (1, 2, 3)), (1, 2, (1, 2, 3, 4)))


class Sincere(GameOfTwo):
    """The games in which nobody, publicly, guesses a pile that they know is wrong.

    Situations are told apart by their deals, without renaming cards: what a guess
    tells depends on what was known when it was made.
    """

    def done(self, stage: Stage, deed: Deed) -> list[Stage]:
        """Where a deed leads: a guess tells that its pile was possible."""
        found = super().done(stage, deed)
        if deed.key[0] != "guess":
            return found
        right = self.frame.pile(deed.cards) & stage.full
        possible = sum(v for v in self.views[deed.key[1]] if v & right)
        left = (each.among(each.full & possible) for each in found)
        return [each for each in left if each.full]

    def key(self, stage: Stage) -> Hashable:
        """What decides on the rest: whose turn it is, who is in, the deals."""
        return stage.number, stage.full

    def cells(self, stage: Stage, *asked: int) -> Cells:
        """Each card as a class of its own."""
        return tuple((card,) for card in bits((1 << self.game.c) - 1))


def fault_in(
    budget: Budget, players: GameOfTwo, wrong: Wrong
) -> tuple[int, Mapping[str, object] | None]:
    """How many steps of a game were looked at, and the first fault."""
    seen = 0
    for step in players.steps(guesses=True):
        seen += 1
        if seen % 256 == 0:
            budget.tick()
        fault = wrong(players, step)
        if fault is not None and fault[0]:
            game, deal = players.game, players.deal(fault[0])
            return seen, {
                "game": game.to_dict(),
                "hands": {str(k): sorted(hand) for k, hand in enumerate(deal)},
                "history": [show_action(a, game.deck) for a in step.after.actions],
                "values": {"true, if guesses are sincere": fault[1]},
            }
    return seen, None


def pile_private(players: GameOfTwo, step: Step) -> Fault | None:
    """Both know of a card in the pile, and it is not common."""
    deals = step.after.full
    for x in range(players.game.c):
        fact = players.held(0, x)
        both = players.known(1, fact, deals) & players.known(2, fact, deals)
        alone = both & ~players.common(fact, deals) if both else 0
        if alone:
            said = f"h(0,{card(players, x)})"
            return alone, f"E([1,2], {said}) & ~C([1,2], {said})"
    return None


def sincere_in_common(budget: Budget, of: type[GameOfTwo] | None = None) -> Finding:
    """Whether the theorem holds if guesses are known to be sincere."""
    tried, steps, found = [], 0, None
    for m, n, qs in (*SMALL, *(LARGER if budget.full else ())):
        for q in qs:
            players = (of or Sincere)(Game.myst(m, n, 2, q))
            seen, fault = fault_in(budget, players, pile_private)
            steps += seen
            found = found or fault
            tried.append(f"MYST({m},{n},2,{q})")
    return Finding.judged(
        found,
        proves=False,
        method="exhaustive",
        instances=steps,
        scope={"games": ", ".join(tried), "turns": "any number", "guesses": True},
    )
