"""Names of cards do not matter: one choice of cards out of those that are alike.

A permutation of the cards that leaves every set told so far as it is turns each world
of a public history into a world of it, and keeps the truth of formulas that name no
other cards. So of the cards in one class, which nothing has told apart, only the number
matters. Games with sorts are left alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from mystpy.bits import bits, members
from mystpy.conjectures.truth import deeds, last_question
from mystpy.conjectures.values import Binding, Value, domain
from mystpy.language.nodes import Quantified
from mystpy.situations.stage import Deed, Stage

Cells = tuple[tuple[int, ...], ...]
"""Cards, as masks, in classes of those that nothing tells apart."""


def cells(stage: Stage, told: Iterable[int]) -> Cells:
    """The cards in classes of those that nothing tells apart.

    `told` are further sets, besides those of the history and the last question.
    """
    sets = [deed.cards for deed in stage.deeds if deed.cards]
    return _cells(stage.game.c, (*sets, stage.question, *told))


@lru_cache(maxsize=10_000)
def _cells(c: int, sets: tuple[int, ...]) -> Cells:
    found: dict[tuple[bool, ...], list[int]] = {}
    for card in bits((1 << c) - 1):
        sign = tuple(bool(card & cards) for cards in sets)
        found.setdefault(sign, []).append(card)
    return tuple(map(tuple, found.values()))


@lru_cache(maxsize=10_000)
def chosen(classes: Cells, size: int) -> tuple[int, ...]:
    """Card sets of a size, one for each way to take so many of each class."""
    return tuple(
        sum(card for cell, k in zip(classes, counts, strict=True) for card in cell[:k])
        for counts in product(*(range(len(cell) + 1) for cell in classes))
        if sum(counts) == size
    )


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


def deeds_up_to_names(stage: Stage, told: Iterable[int]) -> Iterator[Deed]:
    """Every deed that the public state allows, one of those alike."""
    classes = cells(stage, told)
    yield from deeds(stage, sets=bool(stage.game.sorts))
    if stage.game.sorts:
        return
    for key, _ in stage.moves():
        if key[0] in ("asks", "guess"):
            size = stage.game.q if key[0] == "asks" else stage.game.sizes[0]
            yield from (Deed(key, cards) for cards in chosen(classes, size))
