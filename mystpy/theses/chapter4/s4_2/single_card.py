"""Section 4.2, q = 1: what a question about one card tells."""

from __future__ import annotations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.theses.chapter4.public import Step, TwoPlayers
from mystpy.theses.chapter4.sweep import Fault, asked_cards, card, single, size, swept


def learns_by_own(players: TwoPlayers, step: Step) -> Fault | None:
    """Who asks for an own card learns something about the cards."""
    if step.kind == "guess":
        return None
    (x,) = asked_cards(players, step)
    own = players.held(step.poser, x)
    for view in players.views[step.poser]:
        left = view & step.after.deals & own
        if left and left != view & step.before.deals:
            return left, "true"
    return None


def not_located(players: TwoPlayers, step: Step) -> Fault | None:
    """A yes does not say it is the opponent's, or a no that it is in the pile."""
    if step.kind == "guess":
        return None
    (x,) = asked_cards(players, step)
    holder = 0 if step.kind == "no" else 3 - step.poser
    others = step.after.deals & ~players.held(step.poser, x)
    known = players.known(step.poser, players.held(holder, x), step.after.deals)
    name = f"h({holder},{card(players, x)})"
    return others & ~known, f"~K({step.poser}, {name})"


def not_told_both(players: TwoPlayers, step: Step) -> Fault | None:
    """After a no to a card that is not the poser's, the responder does not know."""
    if step.kind != "no":
        return None
    (x,) = asked_cards(players, step)
    fact, other = players.held(0, x), 3 - step.poser
    unknown = step.after.deals & fact & ~players.known(other, fact, step.after.deals)
    return unknown, f"~K({other}, h(0,{card(players, x)}))"


def not_told_if_honest(players: TwoPlayers, step: Step) -> Fault | None:
    """The same, if the responder takes it that nobody asks for own cards."""
    if step.kind != "no":
        return None
    (x,) = asked_cards(players, step)
    honest = step.after.deals & ~players.held(step.poser, x)
    fact, other = players.held(0, x), 3 - step.poser
    return honest & fact & ~players.known(other, fact, honest), "true"


def not_caught(players: TwoPlayers, step: Step) -> Fault | None:
    """Who asks for one card does not learn whether the opponent has it."""
    if step.kind == "guess":
        return None
    (x,) = asked_cards(players, step)
    held = players.held(3 - step.poser, x)
    known = players.known(step.poser, held, step.after.deals)
    known |= players.known(step.poser, ~held & players.all, step.after.deals)
    text = f"h({3 - step.poser},{card(players, x)})"
    missed = f"~K({step.poser}, {text}) & ~K({step.poser}, ~{text})"
    return step.after.deals & ~known, missed


def one_card(budget: Budget) -> Finding:
    """With q = 1 a question for an own card tells the poser nothing."""
    return swept(
        budget,
        size(budget, 5),
        learns_by_own,
        fits=single,
    )


def one_answer(budget: Budget) -> Finding:
    """With q = 1 a yes locates the card with the opponent, a no in the pile."""
    return swept(
        budget,
        size(budget, 5),
        not_located,
        fits=single,
    )


def told_both(budget: Budget) -> Finding:
    """With q = 1 a no tells both players, if nobody bluffs."""
    main = swept(
        budget,
        3,
        not_told_both,
        fits=single,
    )
    return main.also(
        honest=swept(
            budget,
            size(budget, 5),
            not_told_if_honest,
            fits=single,
        ),
    )


def echo(budget: Budget) -> Finding:
    """With q = 1 repeating the opponent's question catches a bluff."""
    return swept(
        budget,
        size(budget, 5),
        not_caught,
        fits=single,
    )
