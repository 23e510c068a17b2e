"""Section 4.1, in passing: what the algorithm risks, and what is left for the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.history.actions import Action, Asks, Guess
from mystpy.solve.best_reply import Imposed, Reply
from mystpy.solve.bounds import Size, bounds, game_of, worth
from mystpy.solve.information import Information, Mixture
from mystpy.solve.strategies import (
    Cards,
    Plan,
    algorithm,
    answers,
    certain,
    one_shot,
    slow_and_steady,
    uniform,
)
from mystpy.theses.chapter4.games import myst, valued
from mystpy.theses.chapter4.s4_1.algorithm import UpToNth, nothing_shown_anew
from mystpy.theses.chapter4.sweep import largest, size, swept

# ---- camouflage "carries no risk"

_LARGEST: tuple[Size, ...] = ((1, 1, 3), (2, 1, 4), (1, 2, 4))
"""Games with q = m + n + 1."""


def naming(own: int) -> Imposed:
    """Chances that bind the first question to so many own cards, evenly."""

    def first(information: Information, offers: tuple[Action, ...]) -> Mixture | None:
        if not isinstance(offers[0], Asks) or any(answers(information)):
            return None
        fitting = (
            q for q in information.game.questions() if len(q & information.hand) == own
        )
        asked = uniform(fitting).items()
        return {Asks(information.player, cards): chance for cards, chance in asked}

    return first


def drawn(size: Size) -> Iterator[int]:
    """How many own cards a first question of the algorithm may name."""
    m, n, q = size
    return iter(range(max(0, q - m - n), min(n, q) + 1))


def risk(budget: Budget, sizes: Sequence[Size] = _LARGEST) -> Finding:
    """Whichever question is drawn, it is as good as any other."""
    found, nodes = None, 0
    for size_ in sizes:
        most = {}
        for own in drawn(size_):
            budget.tick()
            plan = one_shot(min(size_[0], size_[2]))
            reply = Reply(
                game_of(size_), 2, plan, imposed=naming(own), tick=budget.tick
            )
            most[own] = 1 - reply.worth()
            nodes += reply.nodes
        if min(most.values()) < bounds(size_).low and found is None:
            told = {
                f"at_most_with_{own}_own_card{'' if own == 1 else 's'}": v
                for own, v in most.items()
            }
            found = valued(size_, **told, with_the_best=bounds(size_).low)
    main = Finding.judged(
        found,
        proves=False,
        method="game tree",
        instances=nodes,
        scope={"games": ", ".join(map(myst, sizes))},
    )
    located = swept(
        budget, size(budget, 8, 5), nothing_shown_anew, fits=largest, of=UpToNth
    )
    return main.also(located=located)


# ---- no guess after turn n - 1, no chance


def asked(information: Information) -> int:
    """How many questions the player has asked."""
    mine = (a for a in information.actions if isinstance(a, Asks))
    return sum(action.player == information.player for action in mine)


def no_early_guess(information: Information, action: Action) -> bool:
    """Whether an action is no guess in one of the first n - 1 turns."""
    return (
        not isinstance(action, Guess) or asked(information) >= information.game.sizes[1]
    )


def again(information: Information) -> Mapping[Cards, Fraction]:
    """Ask the first question again."""
    mine = [q for poser, q, _ in answers(information) if poser == information.player]
    return {mine[0]: Fraction(1)} if mine else algorithm(information)


WASTEFUL = Plan((algorithm, again, algorithm), (certain,))
"""The second question is the first one again."""


def hopeless(budget: Budget, plan: Plan, sizes: Sequence[Size]) -> Finding:
    """Against a plan of player 1, player 2 who does not guess early never wins.

    The plan has to choose among cards evenly.
    """
    found, nodes = None, 0
    for size_ in sizes:
        budget.tick()
        game = game_of(size_)
        reply = Reply(game, 1, plan, no_early_guess, alike=True, tick=budget.tick)
        wins = reply.worth()
        nodes += reply.nodes
        if wins < 1 and found is None:
            found = valued(size_, player_2_wins=1 - wins)
    return Finding.judged(
        found,
        proves=False,
        method="game tree",
        instances=nodes,
        scope={"games": ", ".join(map(myst, sizes))},
    )


def last_chance(budget: Budget) -> Finding:
    """Who does not guess by turn n - 1 has no chance any more."""
    main = hopeless(budget, slow_and_steady(), (*_LARGEST, (2, 2, 5)))
    return main.also(
        gain=_gain(budget), whatever=hopeless(budget, WASTEFUL, ((1, 2, 4),))
    )


def _gain(budget: Budget) -> Finding:
    size_ = (1, 2, 4)
    budget.tick()
    wins = 1 - worth(size_, 1, slow_and_steady())
    return Finding.judged(
        None if wins > 0 else valued(size_, player_2_wins=wins),
        proves=False,
        method="game tree",
        instances=1,
        scope={"game": myst(size_)},
        values={"wins": wins},
    )
