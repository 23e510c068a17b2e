"""What two players learn from a question: the beginning of chapter 4."""

from __future__ import annotations

from dataclasses import replace

from mystpy.bits import mask_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.engines.deals import Condition, Holds
from mystpy.theses.chapter4.diagram import answers_in_diagram
from mystpy.theses.chapter4.public import Step, TwoPlayers
from mystpy.theses.chapter4.sweep import (
    Fault,
    asked_cards,
    card,
    newly,
    question,
    shown_card,
    size,
    swept,
)

# ---- Lemma 4.1


def one_of_two(players: TwoPlayers, step: Step) -> Fault | None:
    """Neither is a card shown that is then known, nor is Q_0 known to be in S_0."""
    poser, deals = step.poser, step.after.deals
    if step.kind == "shows":
        x = shown_card(players, step)
        known = players.known(poser, players.held(3 - poser, x), deals)
        return deals & ~known, f"~K({poser}, h({3 - poser},{card(players, x)}))"
    for x in asked_cards(players, step):
        fact = players.held(0, x)
        missed = deals & fact & ~players.known(poser, fact, deals)
        if missed:
            name = card(players, x)
            return missed, f"h(0,{name}) & ~K({poser}, h(0,{name}))"
    return None


def only_that(players: TwoPlayers, step: Step) -> Fault | None:
    """A show tells the poser where another card is, too."""
    if step.kind != "shows":
        return None
    poser, x = step.poser, shown_card(players, step)
    for y in range(players.game.c):
        for k in (0, 3 - poser):
            if (k, y) != (3 - poser, x):
                more = newly(players, step, poser, k, y)
                if more:
                    return more, f"K({poser}, h({k},{card(players, y)}))"
    return None


def something_new(players: TwoPlayers, step: Step) -> Fault | None:
    """The poser knew before the question where all of its cards are."""
    if step.kind == "guess":
        return None
    poser, cards = step.poser, asked_cards(players, step)
    known = step.after.deals
    for x in cards:
        at = (players.held(k, x) for k in players.game.holders)
        known &= sum(players.known(poser, fact, step.before.deals) for fact in at)
    told = " & ".join(
        f"(exists k in holders: K({poser}, h(k,{card(players, x)})))" for x in cards
    )
    return known, told


def lemma_1(budget: Budget) -> Finding:
    """What is found of lemma-4.1."""
    count, right = answers_in_diagram()
    main = swept(budget, size(budget), one_of_two)
    case = None if right else "otherwise"
    return replace(main, values={"count": count}, case=case).also(
        only_that=_only_that(budget),
        something_new=_something_new(budget),
    )


def _only_that(budget: Budget) -> Finding:
    return swept(
        budget,
        size(budget, 4, 3),
        only_that,
    )


def _something_new(budget: Budget) -> Finding:
    return swept(
        budget,
        size(budget, 4, 3),
        something_new,
    )


# ---- what a yes and a show tell


def yes_not_implied(players: TwoPlayers, step: Step) -> Fault | None:
    """After the show somebody does not know what the yes told everybody."""
    if step.kind != "shows":
        return None
    poser, deals = step.poser, step.after.deals
    cards = question(step)
    some = Condition(3 - poser, Holds.SOME, mask_of(cards, players.game))
    told = players.fits(some)
    shown = players.held(3 - poser, shown_card(players, step))
    by_show = players.known(poser, shown, deals) & ~players.known(poser, told, deals)
    by_hand = step.before.deals & told
    by_hand &= ~players.known(3 - poser, told, step.before.deals)
    text = " | ".join(f"h({3 - poser},{x})" for x in sorted(cards))
    return by_show | by_hand, f"~E([1,2], {text})"


def not_common(players: TwoPlayers, step: Step) -> Fault | None:
    """A card that was shown is not common knowledge."""
    if step.kind != "shows":
        return None
    responder, x = 3 - step.poser, shown_card(players, step)
    common = players.common(players.held(responder, x), step.after.deals)
    text = f"~C([1,2], h({responder},{card(players, x)}))"
    return step.after.deals & ~common, text


def more_not_common(players: TwoPlayers, step: Step) -> Fault | None:
    """The poser learns from a show where a card is, and that is not common."""
    if step.kind != "shows":
        return None
    for y in range(players.game.c):
        for k in players.game.holders:
            common = players.common(players.held(k, y), step.after.deals)
            private = newly(players, step, step.poser, k, y) & ~common
            if private:
                fact = f"h({k},{card(players, y)})"
                return private, f"K({step.poser}, {fact}) & ~C([1,2], {fact})"
    return None


def yes_told(budget: Budget) -> Finding:
    """What is found of remark-4-yes."""
    return swept(
        budget,
        size(budget, 5),
        yes_not_implied,
    )


def shows(budget: Budget) -> Finding:
    """What is found of remark-4-shows."""
    return swept(
        budget,
        size(budget),
        not_common,
    )


def yes_common(budget: Budget) -> Finding:
    """What is found of remark-4-yes-common."""
    main = swept(
        budget,
        size(budget, 4),
        more_not_common,
    )
    return main.also(shown=shows(budget))


# ---- a no


def no_is_common(players: TwoPlayers, step: Step) -> Fault | None:
    """A no tells the poser of a card in the pile, and that is common knowledge."""
    if step.kind != "no":
        return None
    for x in asked_cards(players, step):
        told = newly(players, step, step.poser, 0, x)
        common = told & players.common(players.held(0, x), step.after.deals)
        if common:
            return common, f"C([1,2], h(0,{card(players, x)}))"
    return None


def no_to_the_unknowing(players: TwoPlayers, step: Step) -> Fault | None:
    """The same, though the responder did not know it before the answer."""
    if step.kind != "no":
        return None
    for x in asked_cards(players, step):
        fact = players.held(0, x)
        told = newly(players, step, step.poser, 0, x)
        told &= ~players.known(3 - step.poser, fact, step.before.deals)
        common = told & players.common(fact, step.after.deals)
        if common:
            return common, f"C([1,2], h(0,{card(players, x)}))"
    return None


def no_private(budget: Budget) -> Finding:
    """What is found of remark-4.3-no."""
    main = swept(
        budget,
        size(budget, 4),
        no_is_common,
    )
    return main.also(
        unknowing=swept(
            budget,
            size(budget, 5),
            no_to_the_unknowing,
        ),
    )
