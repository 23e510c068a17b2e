"""What two players learn from a question: the beginning of chapter 4."""

from __future__ import annotations

from mystpy.bits import mask_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.engines.deals import Condition, Holds
from mystpy.theses.bench import Statement
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


def _lemma_1(budget: Budget) -> Finding:
    count, right = answers_in_diagram()
    main = swept(
        budget,
        size(budget),
        one_of_two,
        "after shows(j,i,x): K(i,h(j,x)); after no(j): forall x in Q: "
        "h(0,x) -> K(i,h(0,x))",
        note="Printed is 'proving Q_0 <= S_0', which is true by definition of Q_0; "
        "meant is knowing it."
        if right
        else "The diagram has answers that are not as read here.",
        argument=f"in all {count} answers of the diagram a no is said by a player with "
        "none of the cards, and a card that is shown is held; so in all worlds, for "
        "every m, n and q."
        if right
        else None,
    )
    return main.also(
        ("a card is proved and nothing else", _only_that(budget)),
        ("something is proved that was not known", _something_new(budget)),
    )


def _only_that(budget: Budget) -> Finding:
    return swept(
        budget,
        size(budget, 4, 3),
        only_that,
        "after shows(j,i,x) no h(k,y) but h(j,x) is newly known to i",
        note="The last card of the opponent's hand, or of the pile, tells all the "
        "others, by (2.11) and (2.12).",
    )


def _something_new(budget: Budget) -> Finding:
    return swept(
        budget,
        size(budget, 4, 3),
        something_new,
        "after an answer to Q, i did not know before where all cards of Q are",
        note="The rules allow to ask for own cards and for cards shown before.",
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


def _yes(budget: Budget) -> Finding:
    return swept(
        budget,
        size(budget, 5),
        yes_not_implied,
        "after shows(j,i,x): K(i, h(j,x)) and it implies what yes(j) told i; j knew "
        "what yes(j) told before it was said",
        argument="h(j,x) with x in Q implies that j has a card of Q, and j knows the "
        "own hand.",
        note="With two players nobody else is there to learn from the yes alone.",
    )


def _shows(budget: Budget) -> Finding:
    return swept(
        budget,
        size(budget),
        not_common,
        "after shows(j,i,x): C({1,2}, h(j,x))",
        argument="both players see the card, and see that the other does.",
    )


def _yes_common(budget: Budget) -> Finding:
    main = swept(
        budget,
        size(budget, 4),
        more_not_common,
        "forall k, y: if i learns h(k,y) from shows(j,i,x), then C({1,2}, h(k,y))",
        note="The poser may learn the pile by elimination, and the responder does not.",
    )
    return main.read_as("the card that is shown", _shows(budget))


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


def _no(budget: Budget) -> Finding:
    main = swept(
        budget,
        size(budget, 4),
        no_is_common,
        "if i learns h(0,x) from no(j), then not C({1,2}, h(0,x))",
        note="If the responder has learned it from a question before, it becomes "
        "common knowledge, see theorem-4.3.",
    )
    return main.read_as(
        "the responder did not know before that the card is in the pile",
        swept(
            budget,
            size(budget, 5),
            no_to_the_unknowing,
            "if i learns h(0,x) from no(j), and j did not know it, then not "
            "C({1,2}, h(0,x))",
            argument="an answer is a condition on the hand of j, so after it j holds "
            "the same deals possible as before, and still does not know it.",
        ),
    )


STATEMENTS = (
    Statement(
        "remark-4-yes",
        "chapter 4",
        "With two players a yes tells nothing that the show, or the own hand, does "
        "not tell.",
        "p = 2: after shows(j,i,x), what yes(j) told i follows from h(j,x), and j "
        "knew it before",
        _yes,
    ),
    Statement(
        "remark-4-shows",
        "chapter 4",
        "With two players a card that is shown is common knowledge of all players.",
        "p = 2: after shows(j,i,x): C({1,2}, h(j,x))",
        _shows,
    ),
    Statement(
        "lemma-4.1",
        "Lemma 4.1",
        "A question has one of two outcomes: one card of the opponent's is proved, "
        "or that the cards of the question which are in the pile are in it.",
        "p = 2: after shows(j,i,x): K(i,h(j,x)); after no(j): forall x in Q: "
        "h(0,x) -> K(i,h(0,x))",
        _lemma_1,
    ),
    Statement(
        "remark-4-yes-common",
        "chapter 4, below Lemma 4.1",
        "What is learned from a question that was answered yes is common knowledge.",
        "p = 2: whatever h(k,y) i learns from shows(j,i,x), C({1,2}, h(k,y))",
        _yes_common,
    ),
    Statement(
        "remark-4.3-no",
        "section 4.3, first paragraph",
        "What a no tells the poser about the pile is not common knowledge.",
        "p = 2: if i learns h(0,x) from no(j), then not C({1,2}, h(0,x))",
        _no,
    ),
)
