"""Sections 3.1 and 3.2: what is said between the theorems of knowing and of winning."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations, pairwise

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.engines.diagram.diagram import diagram
from mystpy.game.game import Game
from mystpy.situations.public_steps import PublicStep
from mystpy.theses.chapter2.steps import in_all_steps
from mystpy.theses.chapter3.search import confirmed
from mystpy.theses.chapter3.table import Query, valued


def answers_otherwise(p: int, step: PublicStep, *, answer: str = "yes") -> bool:
    """Whether after a yes something else is possible than to show the poser a card."""
    _, key, after = step
    steps = diagram(p)
    able = steps.moves(steps.number(after))
    wanted = {("shows", key[1], i) for i in after.turn}
    return key[0] == answer and (not able or not able.keys() <= wanted)


def must_show(budget: Budget) -> Finding:
    """Whether after a yes nothing is possible but that the responder shows a card."""
    budget.tick()
    return in_all_steps(budget, answers_otherwise)


Hand = frozenset[int]
"""The numbers of the cards that player 2 holds."""
Line = Callable[[Hand], bool]

_PAIRS = ((1, 3), (1, 4), (2, 3), (2, 4))
_TEXTS = (
    "(h(2,s1) | h(2,s2)) & (h(2,s3) | h(2,s4))",
    " | ".join(f"(h(2,s{a}) & h(2,s{b}))" for a, b in _PAIRS),
)


def lines(c: int) -> tuple[Line, ...]:
    """The lines of the derivation for c cards, without K(3, .) and the repeated one."""
    cards = frozenset(range(1, c + 1))

    def none_of(hand: Hand, *others: int) -> bool:
        return not hand & (cards - frozenset(others))

    return (
        lambda hand: bool(hand & {1, 2}) and bool(hand & {3, 4}),
        lambda hand: any(hand >= {a, b} for a, b in _PAIRS),
        lambda hand: any(none_of(hand, a, b) for a, b in _PAIRS),
        lambda hand: (
            none_of(hand, 1, 2, 3, 4)
            and any(not hand & {a, b} for a, b in ((2, 4), (2, 3), (1, 4), (1, 3)))
        ),
        lambda hand: none_of(hand, 1, 2, 3, 4),
    )


def _line_texts(c: int) -> tuple[str, ...]:
    """The first three lines as formulas; the others are not needed to replay."""
    third = " | ".join(
        "(" + " & ".join(f"~h(2,s{x})" for x in range(1, c + 1) if x not in pair) + ")"
        for pair in _PAIRS
    )
    return (*_TEXTS, third)


def chain(budget: Budget, n: int, decks: Iterable[int]) -> Finding:
    """Check each step of the derivation for hands of n cards, in decks of c cards."""
    looked, odd, sizes = 0, None, tuple(decks)
    for c in sizes:
        budget.tick()
        steps = list(pairwise(lines(c)))
        for cards in combinations(range(1, c + 1), n):
            hand = frozenset(cards)
            for k, (line, following) in enumerate(steps):
                looked += 1
                one, other = line(hand), following(hand)
                wrong = (one and not other) if k == len(steps) - 1 else one != other
                if wrong and odd is None:
                    odd = _step_query(c, n, hand, k)
    return Finding.judged(
        odd,
        proves=True,
        method="exhaustive over the hands",
        instances=looked,
        scope={"c": f"{sizes[0]}..{sizes[-1]}", "n": n},
    )


def _step_query(c: int, n: int, hand: Hand, step: int) -> Query:
    """A hand for which a step fails: a query that replays if it is one of the first."""
    p = 3 if c > 3 * n else 2
    game, texts = Game.myst(c - p * n, n, p, 2), _line_texts(c)
    if step + 1 >= len(texts):
        return valued(game, step=step + 1, hand=sorted(hand))
    return confirmed(
        {
            "game": dict(game.to_dict()),
            "hands": {"2": [f"s{x}" for x in sorted(hand)]},
            "history": [],
            "formula": f"~(({texts[step]}) <-> ({texts[step + 1]}))",
            "value": "true",
        }
    )


def chain_of_lines(budget: Budget) -> Finding:
    """What is found of remark-3.2-chain."""
    return chain(budget, 2, range(7, 16)).also(
        one_card=chain(budget, 1, range(5, 16)),
        three_cards=chain(budget, 3, range(7, 16)),
    )
