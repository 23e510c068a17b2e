"""Section 4.4, in passing: games with q = 1 in which nobody asks for own cards."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.bits import bits, mask_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.history.actions import Asks, Shows
from mystpy.situations.stage import Stage
from mystpy.solve.alone import questions_needed
from mystpy.theses.chapter4.sweep import Fault, games, single, size, swept
from mystpy.theses.chapter4.turns import GameOfTwo, Step

# ---- the state (m, n1, n2)


def located(stage: Stage) -> tuple[set[str], set[str], set[str]]:
    """The cards denied, those that player 1 has shown, and player 2."""
    found: tuple[set[str], set[str], set[str]] = (set(), set(), set())
    for action in stage.actions:
        if isinstance(action, Asks):
            found[0].update(action.cards)
        elif isinstance(action, Shows) and action.card is not None:
            found[0].discard(action.card)
            found[action.player].add(action.card)
    return found


def state(players: GameOfTwo, stage: Stage) -> tuple[int, ...]:
    """The numbers m, n1 and n2, if nobody has asked for own cards."""
    return tuple(
        players.game.sizes[k] - len(cards) for k, cards in enumerate(located(stage))
    )


def honest(players: GameOfTwo, stage: Stage) -> int:
    """The public deals in which nobody has asked for own cards."""
    deals = stage.full
    for action in stage.actions:
        if isinstance(action, Asks):
            for x in bits(mask_of(action.cards, players.game)):
                deals &= ~players.held(action.player, x.bit_length() - 1)
    return deals


class Honest(GameOfTwo):
    """Games that go on while m, n1 and n2 are positive, and nobody asks for own cards.

    A question is open if its card is not located yet. Others may be asked as well.
    """

    def questions(self, stage: Stage, poser: int) -> Iterator[frozenset[str]]:
        """The questions about cards that the poser may not have."""
        if min(state(self, stage)) == 0:
            return
        own = located(stage)[poser]
        for cards in super().questions(stage, poser):
            if not cards & own:
                yield cards


class Open(Honest):
    """The same, with questions about cards only that are not located."""

    def questions(self, stage: Stage, poser: int) -> Iterator[frozenset[str]]:
        """The questions about cards that are not located."""
        known = set().union(*located(stage))
        return (q for q in super().questions(stage, poser) if not q & known)


def not_lower(players: GameOfTwo, step: Step) -> Fault | None:
    """A question does not lower one of m, n1 and n2 by 1, and keep the others."""
    before, after = state(players, step.before), state(players, step.after)
    lower = sorted(b - a for b, a in zip(before, after, strict=True)) == [0, 0, 1]
    if lower:
        return None
    (x,) = next(a.cards for a in reversed(step.after.actions) if isinstance(a, Asks))
    poser = step.poser
    text = f"K({poser}, h(0,{x})) | K({poser}, h({3 - poser},{x}))"
    return honest(players, step.after), text


def ordered(budget: Budget) -> Finding:
    """Each question lowers one of the numbers, so the game is finite."""
    main = swept(budget, size(budget, 5), not_lower, fits=single, of=Honest)
    return main.also(
        not_located=swept(budget, size(budget, 8, 7), not_lower, fits=single, of=Open)
    )


# ---- a guess


def decided(budget: Budget, beyond: int = 0) -> Finding:
    """Who is left alone can ask until the pile is known."""
    c, found, seen = 6, None, 0
    for game in games(c, lambda g: g.q <= g.sizes[0] + g.sizes[1] + 1 + beyond):
        budget.tick()
        seen += 1
        needed = questions_needed(game, strategy=True)
        if needed == float("inf") and found is None:
            found = {"game": game.to_dict(), "values": {"questions": "no number"}}
    return Finding.judged(
        found, proves=True, method="exhaustive", instances=seen, scope={"c": c, "p": 2}
    )
