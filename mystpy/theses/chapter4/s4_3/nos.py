"""Section 4.3, in passing: what a no reveals, and how both come to know the pile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mystpy.bits import members
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.situations.stage import Stage
from mystpy.theses.chapter4.sweep import Fault, size, swept
from mystpy.theses.chapter4.turns import GameOfTwo, Step, told

BOTH = (1, 2)


def known_to_both(stage: Stage, holders: Iterable[int]) -> Iterator[tuple[str, int]]:
    """Yield who may have which card, in `h`, with where both know that it is so."""
    for k in holders:
        for x, card in enumerate(stage.game.cards):
            where = stage.known(BOTH, stage.held(k, x))
            if where:
                yield f"h({k},{card})", where


def without_asking(players: GameOfTwo, step: Step) -> Fault | None:
    """Both know of a card in the pile, and not both have asked for it in vain."""
    *_, one, two = told(step.after)
    asked = {f"h(0,{players.game.cards[x]})" for x in members(one & two)}
    for said, both in known_to_both(step.after, [0]):
        if said not in asked:
            return both, f"E([1,2], {said})"
    return None


def denied_not_common(players: GameOfTwo, step: Step) -> Fault | None:
    """A card was denied to both, and that it is in the pile is not common knowledge."""
    *_, one, two = told(step.after)
    return not_common(step.after, one & two)


def not_common(stage: Stage, cards: int) -> Fault | None:
    """Return where it is not common knowledge of some cards that the pile has them."""
    for x in members(cards):
        alone = stage.full & ~stage.common(BOTH, stage.held(0, x))
        if alone:
            return alone, f"~C([1,2], h(0,{stage.game.cards[x]}))"
    return None


def by_direct_questions(budget: Budget) -> Finding:
    """Each card of M_1 and M_2 comes from direct questions of both players."""
    main = swept(budget, 4, without_asking)
    return main.also(in_common=swept(budget, size(budget, 5), denied_not_common))
