"""Sections 3.1 and 3.2: what is said between the theorems of knowing and of winning."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations, pairwise

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.ranges import myst_games
from mystpy.conjectures.verdict import Finding
from mystpy.engines.diagram.diagram import diagram
from mystpy.game.game import Game
from mystpy.theses.bench import Statement
from mystpy.theses.chapter2.formulas import found, noted, players_up_to_seven
from mystpy.theses.chapter2.s2_10_knowledge import SHOWN
from mystpy.theses.chapter2.steps import RIGHT_ENDS, Step, in_all_steps
from mystpy.theses.chapter3.search import confirmed
from mystpy.theses.chapter3.table import Query, valued

IMPLIES = "forall i in players, j in players, x in cards: h(j,x) -> C([i,j], h(j,x))"
CARD_FACT = "forall j in players, x in cards: h(j,x) -> K(j, h(j,x))"
LACKS = "forall i in players, x in cards: ~h(i,x) -> K(i, ~h(i,x))"
KNOWN_PILE = "K(i, forall x in M: h(0,x))"
WON = f"forall i in players, M in guesses: {KNOWN_PILE} -> GameOver & Turn(i) & In(i)"
STILL_IN = f"forall i in players, M in guesses: {KNOWN_PILE} -> In(i)"
FIRST_TO_GUESS = (
    "forall i in players, j in players, M in guesses, N in guesses:"
    f" ~(i = j) & In(i) & {KNOWN_PILE} -> (after guess(j,N): ~GameOver)"
)


def _initially(budget: Budget, text: str, note: str | None = None) -> Finding:
    """What is found of a formula in Init0; with a note, an argument for all sizes."""
    budget.tick()
    finding = found(budget, text, form="initially")
    if note is None or not finding.verdict.good:
        return finding
    scope = {"by argument": "all sizes", **finding.scope}
    return noted(replace(finding, scope=scope), note)


def _implied(budget: Budget) -> Finding:
    own = "what a player holds is known to that player, (2.14)"
    return _initially(budget, IMPLIES).also(
        ("only the responder, of the card", _initially(budget, CARD_FACT, own))
    )


def _lacks(budget: Budget) -> Finding:
    note = "a player knows n own cards, (2.14), and that a hand has no more, (2.11)"
    budget.tick()
    later = found(budget, LACKS, games=_small)
    main = _initially(budget, LACKS, note)
    return main.also(("in every later situation, too", later))


def _small(budget: Budget) -> tuple[Game, ...]:
    return myst_games(5, 2) if budget.full else myst_games(4, 2)


def answers_otherwise(p: int, step: Step, *, answer: str = "yes") -> bool:
    """Whether after a yes something else is possible than to show the poser a card."""
    _, key, after = step
    steps = diagram(p)
    able = steps.moves(steps.number(after))
    wanted = {("shows", key[1], i) for i in after.turn}
    return key[0] == answer and (not able or not able.keys() <= wanted)


def _must_show(budget: Budget) -> Finding:
    budget.tick()
    main = in_all_steps(
        budget,
        answers_otherwise,
        "after yes(j) nothing is possible but shows(j,i,x), i being the poser",
        "looked at in every step between the public states",
    )
    return main.also(("the poser then knows a card of j's hand", found(budget, SHOWN)))


def _won(budget: Budget) -> Finding:
    budget.tick()

    def read(text: str) -> Finding:
        return found(budget, text, games=_small)

    sure = found(budget, RIGHT_ENDS, games=players_up_to_seven)
    return read(WON).also(
        ("who knows the pile wins: is still in", read(STILL_IN)),
        ("who knows the pile wins: nobody can guess first", read(FIRST_TO_GUESS)),
        (
            "who knows the pile wins by a guess of it, where that is possible",
            noted(sure, "what is known is true, by the Truth Axiom"),
        ),
    )


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
        statement=f"n = {n}: each line is equivalent to the next, and the last one"
        " follows, for every hand that player 2 may have",
        method="exhaustive over the hands",
        instances=looked,
        scope={"c": f"{sizes[0]}..{sizes[-1]}", "n": n},
        note="K(3, .) of equivalent formulas is equivalent, by distribution",
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


def _chain(budget: Budget) -> Finding:
    return chain(budget, 2, range(7, 16)).also(
        ("with hands of one card", chain(budget, 1, range(5, 16))),
        ("with hands of three cards", chain(budget, 3, range(7, 16))),
    )


STATEMENTS = (
    Statement(
        "remark-3.1-must-show",
        "3.1, a response of yes",
        "Who says yes has to show a card then, so the poser locates one.",
        "after yes(j) only shows(j,i,x) is possible, and after it K(i,h(j,x))",
        _must_show,
    ),
    Statement(
        "remark-3.1-initial",
        "3.1, a response of yes",
        "The Knowledge Initialization Axiom implies what a show tells the two.",
        f"initially: {IMPLIES}",
        _implied,
    ),
    Statement(
        "remark-3.1-lacks",
        "3.1, everyone responded no",
        "A player knows from the start which cards the own hand does not have.",
        f"initially: {LACKS}",
        _lacks,
    ),
    Statement(
        "remark-3.2-won",
        "3.2",
        "Who knows all cards of the pile has won.",
        f"always: {WON}",
        _won,
    ),
    Statement(
        "remark-3.2-chain",
        "3.2, below (3.2)",
        "In the derivation each line is equivalent to the next, and implies the last.",
        "the lines, for every hand of n = 2 of fifteen cards",
        _chain,
    ),
)
