"""What a quantifier ranges over, one of those that differ in names of cards only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mystpy.bits import members
from mystpy.conjectures.truth import last_question
from mystpy.conjectures.values import Binding, Value, domain
from mystpy.language.nodes import Quantified
from mystpy.situations.stage import Stage
from mystpy.situations.symmetry import cells, chosen


def representatives(
    node: Quantified, stage: Stage, binding: Binding, told: tuple[int, ...]
) -> Iterator[tuple[Value, tuple[int, ...]]]:
    """What a quantifier ranges over, one of those alike, and what is told with it."""
    game = stage.game
    asked = last_question(node, stage)
    if asked:
        yield from ((question, told) for question in asked)
        return
    if game.sorts or node.sort not in ("card", "set"):
        for element in domain(node, game, binding):
            yield element, told
        return
    classes = cells(stage, told)
    if node.sort == "set":
        sizes: Iterable[int] = range(game.c + 1)
        if node.domain in ("questions", "guesses"):
            sizes = (game.q if node.domain == "questions" else game.sizes[0],)
        for size in sizes:
            for cards in chosen(classes, size):
                yield cards, (*told, cards)
        return
    allowed = {x for x in domain(node, game, binding) if isinstance(x, int)}
    for cell in classes:
        alike = [x for card in cell for x in members(card) if x in allowed]
        # A listed set may have some cards of a class: it names them, so they are told.
        for x in alike[:1]:
            yield x, (*told, 1 << x)
