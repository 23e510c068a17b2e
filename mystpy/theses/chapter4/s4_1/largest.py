"""Section 4.1, q = m + n + 1: what questions tell."""

from __future__ import annotations

from itertools import combinations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.theses.chapter4.public import Step, TwoPlayers
from mystpy.theses.chapter4.s4_1.questions import only_that
from mystpy.theses.chapter4.sweep import Fault, card, largest, newly, size, swept


def no_answer(players: TwoPlayers, step: Step) -> Fault | None:
    """A question is answered no."""
    return (step.after.deals, "true") if step.kind == "no" else None


def always_yes(budget: Budget) -> Finding:
    """What is found of remark-4.1-always-yes."""
    main = swept(
        budget,
        size(budget, 9),
        no_answer,
        fits=largest,
    )
    smaller = swept(
        budget,
        3,
        no_answer,
        fits=lambda game: game.q == game.sizes[0] + game.sizes[1],
    )
    return main.also(smaller=smaller)


# ---- Claim 4.1


def two_cards_at_once(players: TwoPlayers, step: Step) -> Fault | None:
    """The poser learns from one answer that two cards are the opponent's."""
    if step.kind == "guess":
        return None
    poser, other = step.poser, 3 - step.poser
    for x, y in combinations(range(players.game.c), 2):
        both = newly(players, step, poser, other, x)
        both &= newly(players, step, poser, other, y)
        if both:
            named = (card(players, x), card(players, y))
            return both, " & ".join(f"K({poser}, h({other},{z}))" for z in named)
    return None


def also_before_the_last(players: TwoPlayers, step: Step) -> Fault | None:
    """Something else is learned though some of the opponent's hand stays unknown."""
    fault = only_that(players, step)
    if fault is None:
        return None
    deals, formula = fault
    pile = step.after.deals
    for x in range(players.game.c):
        held = players.held(3 - step.poser, x)
        pile &= players.known(step.poser, held, step.after.deals) | ~held
    return deals & ~pile, formula


def claim_1(budget: Budget) -> Finding:
    """What is found of claim-4.1."""
    main = swept(
        budget,
        size(budget, 8),
        only_that,
        fits=largest,
    )
    main = main.also(opponents=_opponents(budget))
    return main.also(
        before_the_last=_before_the_last(budget, guesses=False),
        with_guesses=_before_the_last(budget, guesses=True),
    )


def _opponents(budget: Budget) -> Finding:
    return swept(
        budget,
        size(budget, 8),
        two_cards_at_once,
        fits=largest,
    )


def _before_the_last(budget: Budget, *, guesses: bool) -> Finding:
    return swept(
        budget,
        6 if guesses else size(budget, 8),
        also_before_the_last,
        fits=largest,
        guesses=guesses,
    )


# ---- Claim 4.2, as knowledge


def responder_learns(players: TwoPlayers, step: Step) -> Fault | None:
    """The responder can exclude a deal that was possible for them before."""
    if step.kind == "guess":
        return None
    other = 3 - step.poser
    for view in players.views[other]:
        left = view & step.after.deals
        if left and left != view & step.before.deals:
            return left, "true"
    return None


def responder_knows_nothing_new(budget: Budget) -> Finding:
    """Return whether a question and its answer tell the responder of no deal."""
    return swept(
        budget,
        size(budget, 5),
        responder_learns,
    )
