"""Section 4.3: how often a player's knowledge of the pile is common knowledge.

In the field: Monte Carlo estimation, with intervals clustered by game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.theses.case_analysis import with_values
from mystpy.theses.chapter3.s3_1.practice import DOUBT, MOST, Share, Turns, share_of

SEED = 43
_GAMES: Sequence[tuple[int, int, int]] = ((2, 2, 2), (3, 3, 2), (3, 4, 3), (4, 4, 4))
"""m, n and q of the games that are played, each with 1 < q <= m + n."""


def known_piles(game: Game, rng: Random) -> Iterator[tuple[set[int], set[int]]]:
    """Yield each player's known pile cards, in random play until one knows the pile.

    A player who has cards of the question shows any of them. Nobody guesses. A player
    knows the cards that were denied and are not own, and the whole pile once all of the
    other's hand was shown.
    """
    deck = list(range(game.c))
    rng.shuffle(deck)
    m, n = game.sizes[:2]
    pile, hands = set(deck[:m]), (set(deck[m : m + n]), set(deck[m + n :]))
    shown: tuple[set[int], set[int]] = (set(), set())
    known: tuple[set[int], set[int]] = (set(), set())
    turn = 0
    while not any(each == pile for each in known):
        asked = set(rng.sample(range(game.c), game.q))
        held = sorted(asked & hands[1 - turn])
        if held:
            shown[1 - turn].add(rng.choice(held))
        else:
            known[turn].update(asked - hands[turn])
        if shown[1 - turn] == hands[1 - turn]:
            known[turn].update(pile)
        turn = 1 - turn
        yield set(known[0]), set(known[1])


def private_turns(game: Game, rng: Random) -> Turns:
    """Return for each player who knows a card of the pile whether it is not common.

    By Theorem 4.3, common knowledge of the pile is the knowledge that both share.
    """
    return [
        not mine <= other
        for one, two in known_piles(game, rng)
        for mine, other in ((one, two), (two, one))
        if mine
    ]


def usually_private(
    budget: Budget, games: Sequence[tuple[int, int, int]] = _GAMES
) -> Result:
    """Measure how often M_i is not common knowledge, if it has a card."""
    played = 400 if budget.full else 100
    shares: dict[Game, Share] = {}
    for m, n, q in games:
        budget.tick()
        game, rng = Game.myst(m, n, 2, q), Random(SEED)
        found = [private_turns(game, rng) for _ in range(played)]
        shares[game] = share_of(found, DOUBT / len(games))
    below = [game for game, share in shares.items() if share.upper < MOST]
    undecided = not below and any(share.lower <= MOST for share in shares.values())
    case = None
    if below:
        case = with_values(below[0], {"share at most": f"{shares[below[0]].upper:.3f}"})
    return Result.judged(
        case,
        proves=False,
        method="measurement",
        instances=0 if undecided else played * len(games),
        scope={
            "games": ", ".join(f"MYST({m},{n},2,{q})" for m, n, q in games),
            "played": f"{played} of each by players who ask at random",
            "seed": SEED,
        },
        values={
            "shares": ", ".join(
                f"{100 * share.mean:.0f} % ({100 * share.lower:.0f} to"
                f" {100 * share.upper:.0f})"
                for share in shares.values()
            )
        },
    )
