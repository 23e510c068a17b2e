"""Section 3.3: Lemmas 3.1 to 3.3, with the questions of their proofs."""

from __future__ import annotations

import math

from mystpy.bits import bits, cards_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.history.actions import Yes
from mystpy.solve.solo_play import SoloPlay, vacuum_of
from mystpy.theses.chapter3.s3_3.needed import (
    all_others,
    at_most,
    compared,
    known_deal,
    largest,
    middle,
    rounds,
    small,
)
from mystpy.theses.chapter3.search import (
    over_games,
)
from mystpy.theses.chapter3.table import Query, valued


def lemma_1(budget: Budget) -> Result:
    """What is found of lemma-3.1."""
    return compared(budget, known_deal, _in_rounds, within=small, bound=rounds)


def _in_rounds(game: Game, found: float) -> bool:
    return found <= rounds(game) and _asked_as_printed(game)


def _asked_as_printed(game: Game) -> bool:
    """Whether the questions of the proof are denied and tell player 1 the pile."""
    vacuum = vacuum_of(game)
    pile = sorted(game.deck[x] for x in cards_of(vacuum.deal[0], game))
    asked = [
        sum(1 << pile[(i * game.q + a) % len(pile)] for a in range(game.q))
        for i in range(math.ceil(len(pile) / game.q))
    ]
    return _told_by_denials(vacuum, asked)


def _told_by_denials(vacuum: SoloPlay, asked: list[int]) -> bool:
    """Whether all deny these questions (masks), and player 1 then knows the pile."""
    deals, replies = vacuum.deals, dict(vacuum.questions)
    for cards in asked:
        fitting = replies[cards_of(cards, vacuum.game)]
        (reply, *_) = (r for r in fitting if r.deals & vacuum.actual)
        if any(isinstance(action, Yes) for action in reply.actions):
            return False
        deals &= reply.deals
    return vacuum.knows_pile(deals)


def _with_own(vacuum: SoloPlay) -> int:
    """The question of Lemma 3.2: the pile and as many own cards as it takes."""
    game = vacuum.game
    own = bits(vacuum.deal[1])
    return vacuum.deal[0] | sum(own[: game.q - game.sizes[0]])


def _single(game: Game, found: float) -> bool:
    vacuum = vacuum_of(game)
    return found == 1 and _told_by_denials(vacuum, [_with_own(vacuum)])


def _one(_game: Game) -> float:
    return 1


def lemma_2(budget: Budget) -> Result:
    """What is found of lemma-3.2."""
    main = compared(budget, known_deal, _single, within=middle, bound=_one)
    printed, counterexample = over_games(at_most(6, middle), _within_pile, budget)
    return main.also(
        within_pile=Result.judged(
            counterexample,
            proves=False,
            method="exhaustive",
            instances=printed,
            scope={"c": 6, "p": 4},
        )
    )


def _within_pile(game: Game) -> tuple[int, Query | None]:
    """Look whether the question of Lemma 3.2 has a card outside the pile."""
    vacuum = vacuum_of(game)
    question, pile = _with_own(vacuum), vacuum.deal[0]
    if question & ~pile:
        shown = ",".join(sorted(cards_of(question & ~pile, game)))
        return 1, valued(game, asked_besides_the_pile=shown)
    return 1, None


def lemma_3(budget: Budget) -> Result:
    """What is found of lemma-3.3."""
    main = compared(budget, known_deal, _one_by_one, within=largest, bound=all_others)
    return main.also(none_direct=none_direct(budget))


def _one_by_one(game: Game, found: float) -> bool:
    return found <= all_others(game) and _forced(game)


def _forced(game: Game) -> bool:
    """Whether the question of the proof has one reply, the card not yet seen."""
    vacuum = vacuum_of(game)
    base = vacuum.deal[0] | vacuum.deal[1]
    replies = dict(vacuum.questions)
    for j in game.holders[2:]:
        for card in bits(vacuum.deal[j]):
            question = cards_of(base | card, game)
            fitting = [r for r in replies[question] if r.deals & vacuum.actual]
            shown = {str(r.actions[-1]) for r in fitting}
            (seen,) = cards_of(card, game)
            if shown != {f"shows({j},1,{seen})"}:
                return False
    return True


def none_direct(budget: Budget) -> Result:
    """Look for a question of player 1 that is denied by all."""
    c = 8 if budget.full else 6

    def fault(game: Game) -> tuple[int, Query | None]:
        vacuum = vacuum_of(game)
        for question, replies in vacuum.questions:
            for reply in replies:
                if not any(isinstance(action, Yes) for action in reply.actions):
                    return 1, valued(game, denied_by_all=sorted(question))
        return len(vacuum.questions), None

    looked_at, counterexample = over_games(at_most(c, largest), fault, budget)
    return Result.judged(
        counterexample,
        proves=True,
        method="exhaustive",
        instances=looked_at,
        scope={"c": c, "p": 4},
    )
