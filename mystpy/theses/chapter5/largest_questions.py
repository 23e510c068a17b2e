"""Chapter 5 of the thesis, conclusions: what it says beyond the chapters before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mystpy.bits import bits, cards_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.engines.deals import Condition, Deals, Holds
from mystpy.engines.diagram.walk import Walker
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, No


def clues(c: int) -> Iterator[Game]:
    """Clue with up to c cards, one to three sorts, and two or three players."""
    names = [f"c{k}" for k in range(1, c + 1)]
    for sizes in (
        (a, b, d) for a in range(2, c) for b in range(c) for d in range(b + 1)
    ):
        used = [k for k in sizes if k]
        if sum(used) > c or any(k < 2 for k in used):
            continue
        cards = iter(names)
        sorts = {
            f"sort{i}": [next(cards) for _ in range(k)] for i, k in enumerate(used)
        }
        for p in (2, 3):
            if sum(used) - len(used) >= p:
                yield Game.clue(p, sorts)


def solving(game: Game, hands: tuple[int, ...]) -> bool:
    """Whether the question that names the pile solves a deal for player 1."""
    pile = cards_of(hands[0], game)
    walker = Walker(game)
    denied = (No(j) for j in range(2, game.p + 1))
    actions: list[Action] = [Asks(1, pile), *denied]
    branches, done = walker.walk(actions)
    if done < len(actions) or game.question_fault(pile):
        return False
    told = branches[0].conditions
    own = Condition(1, Holds.EXACTLY, hands[1])
    possible = {deal[0] for deal in Deals(game, (*told, own))}
    return all(c.satisfied(hands) for c in told) and possible == {hands[0]}


def clue_solvable(budget: Budget) -> Finding:
    """Every instance of Clue is solvable."""
    wrong: Mapping[str, object] | None = None
    seen = 0
    c = 8 if budget.full else 6
    for game in clues(c):
        budget.tick()
        for hands in Deals(game, ()):
            seen += 1
            if not solving(game, hands) and wrong is None:
                wrong = {
                    "game": game.to_dict(),
                    "values": {"pile": str(bits(hands[0]))},
                }
    return Finding.judged(
        wrong,
        proves=True,
        method="exhaustive",
        instances=seen,
        scope={"c": c, "p": 3, "sorts": "1..3"},
    )
