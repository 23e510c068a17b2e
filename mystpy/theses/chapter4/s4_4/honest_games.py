"""Section 4.4, in passing: games with q = 1 in which nobody asks for own cards."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.bits import bits, mask_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.history.actions import Asks, Shows
from mystpy.theses.bench import Statement
from mystpy.theses.chapter3.s3_3.vacuum import questions_needed
from mystpy.theses.chapter4.public import Standing, Step, TwoPlayers
from mystpy.theses.chapter4.sweep import Fault, games, single, size, swept

# ---- the state (m, n1, n2)


def located(standing: Standing) -> tuple[set[str], set[str], set[str]]:
    """Return the cards denied, those that player 1 has shown, and player 2."""
    found: tuple[set[str], set[str], set[str]] = (set(), set(), set())
    for action in standing.actions:
        if isinstance(action, Asks):
            found[0].update(action.cards)
        elif isinstance(action, Shows) and action.card is not None:
            found[0].discard(action.card)
            found[action.player].add(action.card)
    return found


def state(players: TwoPlayers, standing: Standing) -> tuple[int, ...]:
    """Return m, n1 and n2, if nobody has asked for own cards."""
    return tuple(
        players.game.sizes[k] - len(cards) for k, cards in enumerate(located(standing))
    )


def honest(players: TwoPlayers, standing: Standing) -> int:
    """Return the public deals in which nobody has asked for own cards."""
    deals = standing.deals
    for action in standing.actions:
        if isinstance(action, Asks):
            for x in bits(mask_of(action.cards, players.game)):
                deals &= ~players.held(action.player, x.bit_length() - 1)
    return deals


class Honest(TwoPlayers):
    """Games that go on while m, n1 and n2 are positive, and nobody asks for own cards.

    A question is open if its card is not located yet. Others may be asked as well.
    """

    def questions(self, standing: Standing, poser: int) -> Iterator[frozenset[str]]:
        """Yield the questions about cards that the poser may not have."""
        if min(state(self, standing)) == 0:
            return
        own = located(standing)[poser]
        for cards in super().questions(standing, poser):
            if not cards & own:
                yield cards


class Open(Honest):
    """The same, with questions about cards only that are not located."""

    def questions(self, standing: Standing, poser: int) -> Iterator[frozenset[str]]:
        """Yield the questions about cards that are not located."""
        known = set().union(*located(standing))
        return (q for q in super().questions(standing, poser) if not q & known)


def not_lower(players: TwoPlayers, step: Step) -> Fault | None:
    """A question does not lower one of m, n1 and n2 by 1, and keep the others."""
    before, after = state(players, step.before), state(players, step.after)
    lower = sorted(b - a for b, a in zip(before, after, strict=True)) == [0, 0, 1]
    if lower:
        return None
    (x,) = next(a.cards for a in reversed(step.after.actions) if isinstance(a, Asks))
    poser = step.poser
    text = f"K({poser}, h(0,{x})) | K({poser}, h({3 - poser},{x}))"
    return honest(players, step.after), text


def ordered(budget: Budget) -> Finding:
    """Each question lowers one of the numbers, so the game is finite."""
    main = swept(
        budget,
        size(budget, 5),
        not_lower,
        "q = 1, nobody asks for own cards: each question lowers one of m, n1 and n2 by "
        "1",
        fits=single,
        of=Honest,
        note="A card that is not own, and located, may be asked for again and again, "
        "so such games need not end either.",
    )
    return main.read_as(
        "questions about cards that are not located yet",
        swept(
            budget,
            size(budget, 8, 7),
            not_lower,
            "the same, if the card is not located yet: so at most m + 2n questions",
            fits=single,
            of=Open,
            argument="a no locates it in the pile, a yes with the opponent.",
        ),
    )


# ---- a guess


def goes_on(players: TwoPlayers, step: Step) -> Fault | None:
    """After a guess the game is not over."""
    if step.kind != "guess" or players.over(step.after):
        return None
    return step.after.deals, "~GameOver"


def guess_ends(budget: Budget) -> Finding:
    """A guess ends the game."""
    main = swept(
        budget,
        4,
        goes_on,
        "after guess(i,M): GameOver",
        fits=single,
        guesses=True,
        note="After a wrong guess the other player is still in, (2.26) and (2.28).",
    )
    return main.read_as("it is decided who wins", decided(budget))


def decided(budget: Budget, beyond: int = 0) -> Finding:
    """Who is left alone can ask until the pile is known."""
    c, found, seen = 6, None, 0
    for game in games(c, lambda g: g.q <= g.sizes[0] + g.sizes[1] + 1 + beyond):
        budget.tick()
        seen += 1
        needed = questions_needed(game, strategy=True)
        if needed == float("inf") and found is None:
            found = {"game": game.to_dict(), "values": {"questions": "no number"}}
    return Finding.judged(
        found,
        proves=True,
        statement="q <= m+n+1: a player who asks alone has a strategy that tells the "
        "pile after finitely many questions",
        method="exhaustive",
        instances=seen,
        scope={"c": c, "p": 2},
        note="Nobody else can guess then, and the pile that was guessed is out "
        "besides. See bound-4.1-upper for every m, n and q.",
    )


STATEMENTS = (
    Statement(
        "remark-4.4-order",
        "section 4.4",
        "Every question lowers one of m, n1 and n2 by one, so the game is finite.",
        "q = 1, nobody asks for own cards: each question lowers one of m, n1 and n2 by "
        "1",
        ordered,
    ),
    Statement(
        "remark-4.4-guess-ends",
        "section 4.4",
        "A guess ends the game.",
        "q = 1, p = 2: after guess(i,M): GameOver",
        guess_ends,
    ),
)
