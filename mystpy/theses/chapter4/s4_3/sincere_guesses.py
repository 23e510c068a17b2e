"""Theorem 4.3 where it is common knowledge that guesses are sincere.

Who guesses then tells publicly that the guessed pile was possible for them. So the
public deals are fewer than those that the rules alone leave.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from mystpy.bits import mask_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.engines.deals import Condition, Holds
from mystpy.game.game import Game
from mystpy.history.actions import Action, Guess, show_action
from mystpy.theses.chapter4.public import Standing, Step, TwoPlayers
from mystpy.theses.chapter4.sweep import Fault, Wrong, card

SMALL: Sequence[tuple[int, int, Sequence[int]]] = (
    (1, 1, (1, 2, 3)),
    (2, 1, (1, 2, 3, 4)),
)
"""Games of two players by m, n and q."""

LARGER = ((3, 1, (1, 2, 3)), (1, 2, (1, 2, 3, 4)))


class Sincere(TwoPlayers):
    """The games in which nobody, publicly, guesses a pile that they know is wrong.

    Situations are told apart by their deals, without renaming cards: what a guess
    tells depends on what was known when it was made.
    """

    def after(self, standing: Standing, action: Action) -> list[Standing]:
        """Return where an action leads: a guess tells that its pile was possible."""
        found = super().after(standing, action)
        if not isinstance(action, Guess):
            return found
        pile = Condition(0, Holds.EXACTLY, mask_of(action.cards, self.game))
        right = self.fits(pile) & standing.deals
        possible = sum(v for v in self.views[action.player] if v & right)
        return [
            Standing(each.branch, each.deals & possible, each.actions)
            for each in found
            if each.deals & possible
        ]

    def signature(self, standing: Standing) -> tuple[object, ...]:
        """Return what decides on the rest: whose turn it is, who is in, the deals."""
        return standing.branch.state, standing.deals

    def _sets(
        self, standing: Standing, size: int, within: Iterable[str] | None = None
    ) -> Iterator[frozenset[str]]:
        """Yield all sets of cards."""
        pool = self.game.cards if within is None else sorted(within)
        return map(frozenset, combinations(pool, size))


def fault_in(
    budget: Budget, players: TwoPlayers, wrong: Wrong
) -> tuple[int, Mapping[str, object] | None]:
    """Return how many steps of a game were looked at, and the first fault."""
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


def pile_private(players: TwoPlayers, step: Step) -> Fault | None:
    """Both know of a card in the pile, and it is not common."""
    deals = step.after.deals
    for x in range(players.game.c):
        fact = players.held(0, x)
        both = players.known(1, fact, deals) & players.known(2, fact, deals)
        alone = both & ~players.common(fact, deals) if both else 0
        if alone:
            said = f"h(0,{card(players, x)})"
            return alone, f"E([1,2], {said}) & ~C([1,2], {said})"
    return None


def sincere_in_common(budget: Budget, of: type[TwoPlayers] | None = None) -> Finding:
    """Return whether the theorem holds if guesses are known to be sincere."""
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
