"""Section 4.1, q = m + n + 1: what questions tell."""

from __future__ import annotations

from itertools import combinations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.theses.bench import Statement
from mystpy.theses.chapter4.public import Step, TwoPlayers
from mystpy.theses.chapter4.s4_1.questions import only_that
from mystpy.theses.chapter4.sweep import Fault, card, largest, newly, size, swept


def no_answer(players: TwoPlayers, step: Step) -> Fault | None:
    """A question is answered no."""
    return (step.after.deals, "true") if step.kind == "no" else None


def _always_yes(budget: Budget) -> Finding:
    main = swept(
        budget,
        size(budget, 9),
        no_answer,
        "q = m+n+1: after asks(i,Q) the answer no is possible in no deal",
        fits=largest,
        argument="only m+n cards are not the opponent's, and Q has m+n+1: the "
        "principle of the pigeonhole.",
    )
    smaller = swept(
        budget,
        3,
        no_answer,
        "q = m+n: after asks(i,Q) the answer no is possible in no deal",
        fits=lambda game: game.q == game.sizes[0] + game.sizes[1],
    )
    return main.also(("with q = m+n", smaller))


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


def _claim_1(budget: Budget) -> Finding:
    main = swept(
        budget,
        size(budget, 8),
        only_that,
        "q = m+n+1: after shows(j,i,x), i newly knows h(j,x) and no other h(k,y)",
        fits=largest,
        note="The n-th card of the opponent tells the poser the whole pile. Lemma 4.3 "
        "rests on that. What the poser learns besides by chance is Lemma 4.2.",
    )
    main = main.read_as(
        "the location of one more card of the opponent's", _opponents(budget)
    )
    return main.also(
        (
            "nothing else while the opponent's hand is not known",
            _before_the_last(budget, guesses=False),
        ),
        (
            "the same, when somebody may have guessed wrong",
            _before_the_last(budget, guesses=True),
        ),
    )


def _opponents(budget: Budget) -> Finding:
    return swept(
        budget,
        size(budget, 8),
        two_cards_at_once,
        "q = m+n+1: no answer tells i that two more cards are the opponent's",
        fits=largest,
        argument="nobody says no, so what i knows is the own hand and the cards T "
        "shown to i. Each hand with T is possible, and as m >= 1, no card outside T is "
        "in all of them; an answer adds one card to T at most.",
    )


def _before_the_last(budget: Budget, *, guesses: bool) -> Finding:
    return swept(
        budget,
        6 if guesses else size(budget, 8),
        also_before_the_last,
        "q = m+n+1: unless i then knows S_j, i newly knows h(j,x) only",
        fits=largest,
        guesses=guesses,
        argument="nobody says no, so all hands with the cards T shown to i are "
        "possible. With |T| < n each other card is in some of them, and not in others.",
        note="A pile that was guessed in vain is excluded, which may leave a card in "
        "all that remain."
        if guesses
        else None,
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
        "for every q: after asks(i,Q) and the answer, j holds the same deals possible",
        argument="an answer is a condition on the hand of who gives it, for every p, "
        "and asks has no condition on the cards.",
    )


STATEMENTS = (
    Statement(
        "remark-4.1-always-yes",
        "section 4.1",
        "With q = m+n+1 every question is answered yes.",
        "q = m+n+1, p = 2: after asks(i,Q) no(j) is possible in no deal",
        _always_yes,
    ),
    Statement(
        "claim-4.1",
        "Claim 4.1",
        "With q = m+n+1 a question tells the poser at most where one card of the "
        "opponent's is.",
        "q = m+n+1, p = 2: after shows(j,i,x), i newly knows h(j,x) and no other "
        "h(k,y)",
        _claim_1,
    ),
)
