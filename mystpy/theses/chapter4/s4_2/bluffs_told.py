"""Section 4.2, in passing: what bluffs tell, and what they are worth."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, NoGuess
from mystpy.solve.best_reply import Imposed, Reply
from mystpy.solve.bounds import PLANS, Size, game_of, known, worth
from mystpy.solve.information import Information, Mixture
from mystpy.solve.strategies import (
    Cards,
    Plan,
    Questions,
    asking_open,
    one_shot,
    uniform,
)
from mystpy.theses.chapter4.games import SMALL, myst, valued
from mystpy.theses.chapter4.sweep import Fault, asked_cards, size, swept
from mystpy.theses.chapter4.turns import GameOfTwo, Step

# ---- what a bluff tells the poser


def learns_by_bluff(players: GameOfTwo, step: Step) -> Fault | None:
    """Who asks for own cards only learns something about the cards."""
    if step.kind == "guess":
        return None
    own = players.all
    for x in asked_cards(players, step):
        own &= players.held(step.poser, x)
    for view in players.views[step.poser]:
        left = view & step.after.full & own
        if left and left != view & step.before.full:
            return left, "true"
    return None


def can_bluff(game: Game) -> bool:
    """Whether 1 < q <= n."""
    return 1 < game.q <= game.sizes[1]


def gleans_nothing(budget: Budget) -> Finding:
    """A bluff tells the poser nothing, for q > 1 too."""
    return swept(budget, size(budget, 7, 6), learns_by_bluff, fits=can_bluff)


# ---- never but bluffing


def own_cards(information: Information) -> Mapping[Cards, Fraction]:
    """Ask for own cards only, evenly."""
    return uniform(
        map(frozenset, combinations(sorted(information.hand), information.game.q))
    )


def bluffing_always(
    information: Information, offers: tuple[Action, ...]
) -> Mixture | None:
    """Bind every question to own cards, evenly."""
    if not isinstance(offers[0], Asks):
        return None
    asked = own_cards(information).items()
    return {Asks(information.player, cards): chance for cards, chance in asked}


BLUFFABLE = tuple(size_ for size_ in SMALL if size_[2] <= size_[1])
"""The small games in which a question may be of own cards only."""


def pure_bluffing(budget: Budget, bound: Imposed = bluffing_always) -> Finding:
    """Who always bluffs wins less often than one can."""
    found, nodes = None, 0
    for size_ in BLUFFABLE:
        budget.tick()
        reply = Reply(game_of(size_), 2, one_shot(1), imposed=bound, tick=budget.tick)
        most = 1 - reply.worth()
        nodes += reply.nodes
        if most >= known(size_).low and found is None:
            found = valued(size_, always_bluffing=most, otherwise=known(size_).low)
    return Finding.judged(
        found,
        proves=False,
        method="game tree",
        instances=nodes,
        scope={"games": ", ".join(map(myst, BLUFFABLE))},
    )


# ---- a mixed strategy has a fixed worth


def silent(ask: Questions) -> Imposed:
    """What binds a player to ask like this, and never to guess."""

    def bound(information: Information, offers: tuple[Action, ...]) -> Mixture | None:
        if any(isinstance(action, NoGuess) for action in offers):
            return {NoGuess(information.player): Fraction(1)}
        if not isinstance(offers[0], Asks):
            return None
        asked = ask(information).items()
        return {Asks(information.player, cards): chance for cards, chance in asked}

    return bound


REPLIES: Mapping[str, Imposed] = {
    "bluffs_only": silent(own_cards),
    "open_cards_only": silent(asking_open(1)),
}
"""What a replying player may do who never guesses."""


def fixed(budget: Budget, size_: Size, leader: int, plan: Plan) -> Finding:
    """A mixed strategy is worth the same against whatever reply."""
    game, best, nodes = game_of(size_), worth(size_, leader, plan), 0
    found = {"against_the_best_reply": best}
    for name, bound in REPLIES.items():
        budget.tick()
        reply = Reply(game, leader, plan, imposed=bound, tick=budget.tick)
        found[f"against_{name}"] = reply.worth()
        nodes += reply.nodes
    most = known(size_).high if leader == 1 else 1 - known(size_).low
    differ = len(set(found.values())) > 1
    return Finding.judged(
        valued(size_, **found) if differ else None,
        proves=False,
        method="game tree",
        instances=nodes,
        scope={"game": myst(size_), "strategy of": leader},
        values={"most": most},
        case=f"{'optimal' if best == most else 'bounded'}_{'differs' * differ}".rstrip(
            "_"
        ),
    )


def fixed_value(budget: Budget) -> Finding:
    """Neither an optimal strategy of player 1 nor one of player 2 has a fixed worth."""
    size_ = (3, 1, 1)
    return fixed(budget, size_, 1, PLANS[size_][1]).also(
        player_2=fixed(budget, (2, 1, 1), 2, one_shot(1)),
        at_once=fixed(budget, (2, 1, 1), 1, one_shot(1)),
    )
