"""Section 4.4, in passing: games with q = 1 in which nobody asks for own cards."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.bits import cards_of, members
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.turns import TurnStep, TwoPlayerGame, shown_and_denied
from mystpy.solve.solo_play import questions_needed
from mystpy.theses.case_analysis import sought, with_values
from mystpy.theses.chapter4.sweep import Fault, games, question, single, size, swept

# ---- the state (m, n1, n2)


def located(stage: EpistemicState) -> tuple[int, int, int]:
    """The cards denied, those that player 1 has shown, and player 2."""
    one, two, *denied = shown_and_denied(stage)
    return (denied[0] | denied[1]) & ~(one | two), one, two


def state(stage: EpistemicState) -> tuple[int, ...]:
    """m, n1 and n2, if nobody has asked for own cards."""
    sizes = zip(stage.game.sizes, located(stage), strict=True)
    return tuple(size - cards.bit_count() for size, cards in sizes)


def honest(stage: EpistemicState) -> int:
    """The public deals in which nobody has asked for own cards."""
    deals = stage.full
    for event in stage.events:
        if event.key[0] == "asks":
            for x in members(event.cards):
                deals &= ~stage.held(event.key[1], x)
    return deals


class HonestGame(TwoPlayerGame):
    """Games that go on while m, n1 and n2 are positive, and nobody asks for own cards.

    A question is open if its card is not located yet. Others may be asked as well.
    """

    def questions(self, stage: EpistemicState, poser: int) -> Iterator[frozenset[str]]:
        """The questions about cards that the poser may not have."""
        own = cards_of(located(stage)[poser], self.game)
        if min(state(stage)):
            yield from (q for q in super().questions(stage, poser) if not q & own)


class OpenQuestionGame(HonestGame):
    """The same, with questions about cards only that are not located."""

    def questions(self, stage: EpistemicState, poser: int) -> Iterator[frozenset[str]]:
        """The questions about cards that are not located."""
        known = cards_of(sum(located(stage)), self.game)
        return (q for q in super().questions(stage, poser) if not q & known)


def not_lower(players: TwoPlayerGame, step: TurnStep) -> Fault | None:
    """A question does not lower one of m, n1 and n2 by 1, and keep the others."""
    before, after = state(step.before), state(step.after)
    if sorted(b - a for b, a in zip(before, after, strict=True)) == [0, 0, 1]:
        return None
    (x,) = cards_of(question(step), players.game)
    poser = step.poser
    text = f"K({poser}, h(0,{x})) | K({poser}, h({3 - poser},{x}))"
    return honest(step.after), text


def ordered(budget: Budget) -> Result:
    """Each question lowers one of the numbers, so the game is finite."""
    main = swept(budget, size(budget, 5), not_lower, fits=single, of=HonestGame)
    return main.also(
        not_located=swept(
            budget, size(budget, 8, 7), not_lower, fits=single, of=OpenQuestionGame
        )
    )


def zero(players: TwoPlayerGame, step: TurnStep) -> Fault | None:
    """One of m, n1 and n2 is 0, and nobody knows the pile, if nobody bluffs."""
    stage = step.after
    public = (
        [x for x in range(stage.game.c) if stage.held(player, x) == stage.full]
        for player in (1, 2)
    )
    located_ = (located(stage)[0].bit_count(), *map(len, public))
    if all(map(int.__lt__, located_, stage.game.sizes)):
        return None
    truthful = step.after.among(honest(step.after))
    certain = players.sure(truthful, 1) | players.sure(truthful, 2)
    return truthful.full & ~certain, "true"


def empty(budget: Budget) -> Result:
    """A value of 0 means that a player knows the pile."""
    return swept(budget, size(budget, 5), zero, fits=single)


# ---- a guess


def decided(budget: Budget, beyond: int = 0) -> Result:
    """Who is left alone can ask until the pile is known."""
    cases = (
        with_values(game, {"questions": "no number"})
        if questions_needed(game, strategy=True) == float("inf")
        else None
        for game in games(6, lambda g: g.q <= sum(g.sizes[:2]) + 1 + beyond)
    )
    return sought(budget, cases, {"c": 6, "p": 2}, proves=True)
