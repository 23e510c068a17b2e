"""Section 4.3: is what both players know common knowledge, and can it be left out?"""

from __future__ import annotations

from mystpy.bits import mask_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.engines.deals import Condition, Holds
from mystpy.history.actions import Asks, Guess, Shows
from mystpy.situations.stage import Stage
from mystpy.theses.chapter4.replay import replayed
from mystpy.theses.chapter4.s4_3.sincere_guesses import pile_private
from mystpy.theses.chapter4.sweep import Fault, games, size, swept
from mystpy.theses.chapter4.turns import GameOfTwo, Step

# ---- Theorem 4.3


def sincere(players: GameOfTwo, stage: Stage) -> int:
    """The deals in which nobody guessed a pile that they knew to be wrong."""
    now, found = players.start(), players.all
    for action in stage.actions:
        if isinstance(action, Guess):
            right = Condition(0, Holds.EXACTLY, mask_of(action.cards, players.game))
            pile = players.fits(right)
            views = players.views[action.player]
            found &= sum(v for v in views if v & now.full & pile)
        now = players.after(now, action)[0]
    return found


def possible_guesses(budget: Budget) -> Finding:
    """Theorem 4.3, where nobody guesses a pile that they know to be wrong."""
    wrong = pile_private_though_sincere
    return swept(budget, 6, wrong, guesses=True, turns=2)


def pile_private_though_sincere(players: GameOfTwo, step: Step) -> Fault | None:
    """The same, though nobody guessed a pile that they knew to be wrong."""
    fault = pile_private(players, step)
    if fault is None:
        return None
    return fault[0] & sincere(players, step.after), fault[1]


# ---- what can be left out


def unequal(players: GameOfTwo, step: Step) -> Fault | None:
    """One player has shown more cards than the other: no game of MYST is left."""
    shown = [0, 0, 0]
    for player in (1, 2):
        for x in range(players.game.c):
            held = players.held(player, x)
            known = players.common(held, step.after.full)
            shown[player] += known == step.after.full
    text = "exists x in cards: C([1,2], h(2,x))"
    return (step.after.full, text) if shown[1] != shown[2] else None


def not_smaller(players: GameOfTwo, step: Step) -> Fault | None:
    """The deals that are public are not those of a game without the cards shown."""
    if step.kind != "shows":
        return None
    game = players.game
    shown = [a for a in step.after.actions if isinstance(a, Shows)]
    if len(shown) != sum(isinstance(a, Asks) for a in step.after.actions):
        return None
    kept = players.all
    for action in shown:
        assert action.card is not None, "with two players every card is seen"
        kept &= players.held(action.player, game.deck[action.card])
    return (step.after.full, "true") if kept != step.after.full else None


def reduction(budget: Budget) -> Finding:
    """Cards that were shown can be left out: a smaller game of MYST is left."""
    main = swept(budget, size(budget, 5), unequal)
    return main.also(smaller_hands=swept(budget, size(budget, 5), not_smaller))


def printed_state(budget: Budget) -> Finding:
    """The four numbers printed in section 4.3 quantify a game in progress."""
    return _told_apart(budget, printed=True).also(
        meant=_told_apart(budget, printed=False)
    )


def _told_apart(budget: Budget, *, printed: bool) -> Finding:
    found, seen = None, 0
    for game in games(size(budget, 5)):
        players, numbers = GameOfTwo(game), dict[object, tuple[int, ...]]()
        for step in players.steps(guesses=False):
            budget.tick()
            left = step.after.full
            while left and not found:
                bit = left & -left
                left ^= bit
                seen += 1
                key = _numbers(players, step.after, bit, printed)
                views = tuple(_deals_left(players, step.after, bit, i) for i in (1, 2))
                if numbers.setdefault(key, views) != views:
                    text = f"h(0,{sorted(players.deal(bit)[0])[0]})"
                    deal = players.deal(bit)
                    found = replayed(game, deal, step.after.actions, text)
        if found:
            break
    return Finding.judged(
        found,
        proves=True,
        method="exhaustive",
        instances=seen,
        scope={"c": size(budget, 5), "p": 2, "guesses": False},
    )


def _deals_left(players: GameOfTwo, stage: Stage, deal: int, who: int) -> int:
    """How many deals a player holds possible in a deal."""
    (view,) = (view for view in players.views[who] if view & deal)
    return (view & stage.full).bit_count()


def _numbers(
    players: GameOfTwo, stage: Stage, deal: int, printed: bool
) -> tuple[int, ...]:
    """The numbers that are said to describe a situation, in a deal."""
    game, deals = players.game, stage.full
    piles, shown = [], []
    for player in (1, 2):
        facts = [players.held(0, x) for x in range(game.c)]
        known = {
            x for x, f in enumerate(facts) if players.known(player, f, deals) & deal
        }
        piles.append(known)
        held = [players.held(player, x) for x in range(game.c)]
        shown.append(sum(players.common(f, deals) == deals for f in held))
    first, second = piles
    apart = len(first - second), len(second - first)
    if printed:
        return (0, 0, *apart)
    hidden = tuple(game.sizes[i + 1] - shown[i] for i in (0, 1))
    return (*hidden, *apart, len(first & second))
