"""Section 4.2, the proof of Claim 4.4: what its steps say, one by one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.engines import get_engine
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, No, NoGuess
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.solve.best_reply import Imposed, Reply
from mystpy.solve.bounds import Size, bounds, game_of
from mystpy.solve.information import Information, Mixture
from mystpy.solve.strategies import Plan, answers, one_shot
from mystpy.theses.chapter4.games import myst, valued
from mystpy.theses.chapter4.replay import replayed
from mystpy.theses.chapter4.s4_1.largest import responder_learns
from mystpy.theses.chapter4.s4_1.risks import naming
from mystpy.theses.chapter4.s4_2.bluffs_told import BLUFFABLE, bluffing_always
from mystpy.theses.chapter4.sweep import Fault, size, swept
from mystpy.theses.chapter4.turns import GameOfTwo, Step

# ---- what a player can ask


def answers_apart(players: GameOfTwo, deals: int, cards: int, other: int) -> bool:
    """Whether each answer to a question excludes one of some deals."""
    some = 0
    for x in range(players.game.c):
        if cards >> x & 1:
            shown = deals & players.held(other, x)
            some |= shown
            if shown == deals:
                return False
    return deals & ~some != deals


def nothing_sure(players: GameOfTwo, step: Step) -> Fault | None:
    """A poser who does not know the pile has no question that is sure to tell some."""
    if step.kind == "guess":
        return None
    game, poser = players.game, step.poser
    piles = [players.held(0, x) for x in range(game.c)]
    asked = [sum(1 << game.deck[x] for x in cards) for cards in game.questions()]
    for view in players.views[poser]:
        left = view & step.before.full
        certain = all(not left & fact or not left & ~fact for fact in piles)
        if certain or any(answers_apart(players, left, q, 3 - poser) for q in asked):
            continue
        pile = " & ".join(f"h(0,{x})" for x in sorted(players.deal(left)[0]))
        text = f"~K({poser}, {pile})" if left & step.after.full else "true"
        return left & step.after.full or step.after.full, text
    return None


def guaranteed(budget: Budget) -> Finding:
    """There is always a question that is sure to tell something."""
    return swept(
        budget,
        size(budget, 6),
        nothing_sure,
        fits=lambda game: 1 < game.q <= game.sizes[0] + game.sizes[1] + 1,
    )


# ---- who takes all questions for bluffs


def never_misled(budget: Budget) -> Finding:
    """Questions of the opponent exclude no deal."""
    main = swept(budget, size(budget, 5), responder_learns)
    return main.also(chance=whatever_is_asked(budget))


def silent_after(own: int) -> Imposed:
    """What binds a player to so many own cards at first, and to no guess."""
    first = naming(own)

    def bound(information: Information, offers: tuple[Action, ...]) -> Mixture | None:
        if any(isinstance(action, NoGuess) for action in offers):
            return {NoGuess(information.player): Fraction(1)}
        return first(information, offers)

    return bound


def ignoring(size_: Size) -> Plan:
    """Player 2's plan to ask once and guess, whatever player 1 has asked."""
    return one_shot(min(size_[0], size_[2]))


def whatever_is_asked(
    budget: Budget, plan: Callable[[Size], Plan] = ignoring
) -> Finding:
    """Player 2 wins as often whatever player 1, who does not guess, asks first."""
    found, nodes = None, 0
    sizes: tuple[Size, ...] = ((2, 1, 2), (1, 2, 2), (1, 2, 3))
    for size_ in sizes:
        budget.tick()
        wins = {}
        for own in range(max(0, size_[2] - size_[0] - size_[1]), 3):
            if own <= min(size_[1], size_[2]):
                game, bound = game_of(size_), silent_after(own)
                reply = Reply(game, 2, plan(size_), imposed=bound, tick=budget.tick)
                wins[f"own_cards_{own}"] = reply.worth()
                nodes += reply.nodes
        if len(set(wins.values())) > 1 and found is None:
            found = valued(size_, **wins)
    return Finding.judged(
        found,
        proves=False,
        method="game tree",
        instances=nodes,
        scope={"games": ", ".join(map(myst, sizes))},
    )


# ---- as if player 2 had gone first


def bluffing_first(silent: bool) -> Imposed:
    """Bind the first question to own cards; if silent, the first turn to no guess."""

    def bound(information: Information, offers: tuple[Action, ...]) -> Mixture | None:
        mine = [a for a in information.actions if isinstance(a, Asks)]
        if silent and len(mine) == 1 and any(isinstance(a, NoGuess) for a in offers):
            return {NoGuess(information.player): Fraction(1)}
        return (
            None if any(answers(information)) else bluffing_always(information, offers)
        )

    return bound


def second_after(budget: Budget, *, silent: bool) -> Finding:
    """Who bluffs first wins with at most what is left to who moves second."""
    found, nodes = None, 0
    solved = [s for s in BLUFFABLE if bounds(s).low == bounds(s).high]
    for size_ in solved:
        budget.tick()
        reply = Reply(game_of(size_), 2, one_shot(1), imposed=bluffing_first(silent))
        most, second = 1 - reply.worth(), 1 - bounds(size_).low
        nodes += reply.nodes
        if most > second and found is None:
            found = valued(size_, after_a_bluff=most, to_who_moves_second=second)
    return Finding.judged(
        found,
        proves=False,
        method="game tree",
        instances=nodes,
        scope={"games": ", ".join(map(myst, solved))},
    )


def as_if_first(budget: Budget) -> Finding:
    """After a bluff it is as if player 2 had gone first."""
    main = second_after(budget, silent=False)
    main = main.also(silent=second_after(budget, silent=True))
    return main.also(mutual=_mutual(budget))


def _mutual(budget: Budget) -> Finding:
    budget.tick()
    game = Game.myst(1, 1, 2, 1)
    s1, s2, s3 = game.cards
    deal = tuple(map(frozenset, ([s3], [s1], [s2])))
    bluff: tuple[Action, ...] = (Asks(1, frozenset([s1])), No(2))
    text = f"C([1,2], ~h(2,{s1}))"
    phi, engine = parse_formula(text, game), get_engine("worlds")
    before = engine.value(History(game, deal), phi).value.value
    after = engine.value(History(game, deal, bluff), phi).value.value
    return Finding.judged(
        replayed(game, deal, bluff, text) if before != after else None,
        proves=False,
        method="search",
        instances=2,
        scope={"game": "MYST(1,1,2,1)"},
    )
