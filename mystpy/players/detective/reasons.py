"""Why the strong player does something, in words, with the numbers it rests on."""

from __future__ import annotations

from mystpy.bits import cards_of
from mystpy.game.game import Game
from mystpy.game.names import show_set
from mystpy.players.detective.belief_state import DetectiveBeliefState
from mystpy.players.detective.question_choice import Expectation
from mystpy.players.detective.rivals import Disclosure, GuessTiming
from mystpy.players.detective.sample import pile_count
from mystpy.players.detective.search import QuestionTrial

FORCED = "the rules leave no choice"


def of_open_cards(here: DetectiveBeliefState, question: int) -> str:
    """Why a question is asked that is drawn from the useful ones."""
    game = here.seen.game
    cards = question & here.belief.may[0] & ~here.belief.sure[0]
    if not cards:
        return "no question tells anything of the pile"
    return f"not known whether the pile has {_named(game, cards)}"


def of_expectation(expectation: Expectation) -> str:
    """Why a question is asked that was weighed."""
    said = f"expected to tell {expectation.gain:.2f} bits of the pile"
    if expectation.leak:
        said += f", and somebody without a hand {expectation.leak:.2f}"
    return f"{said}; nobody shows a card with {expectation.unshown:.0%}"


def of_trial(expectation: Expectation, trial: QuestionTrial) -> str:
    """Why a question is asked that was tried."""
    return f"wins with {trial.wins:.0%} in two turns; {of_expectation(expectation)}"


def of_drawn_card(game: Game, cards: int) -> str:
    """Why a card is shown that was drawn, or the only one."""
    if cards.bit_count() == 1:
        return "the only card that may be shown"
    return f"drawn from {_named(game, cards)}"


def of_disclosure(found: list[Disclosure], game: Game, card: int) -> str:
    """Why one of some cards is shown."""
    shown = next(one for one in found if one.card == card)
    if shown.known:
        return "the asker has seen it before"
    others = [one for one in found if one is not shown]
    rest = "".join(f"; {_named(game, one.card)} {_leaves(one)}" for one in others)
    return f"it {_leaves(shown)}{rest}"


def of_guess(here: DetectiveBeliefState, found: GuessTiming | None) -> str:
    """Why there is a guess, or none."""
    if here.belief.pile is not None:
        return "it is the only pile possible"
    if found is None:
        number = pile_count(here.seen.game, here.belief.may[0])
        return f"the pile is not known: up to {number} are possible"
    return (
        f"the pile is {_named(here.seen.game, found.pile)} with {found.chance:.0%}; "
        f"waiting wins {found.waiting:.0%}: somebody else guesses right before with "
        f"{found.beaten:.0%}, and after another question the guess is right with "
        f"{found.later:.0%}"
    )


def _leaves(one: Disclosure) -> str:
    if one.known:
        return "was seen by the asker before"
    seen = f" (others who saw it: {one.seen_by})" if one.seen_by else ""
    return f"leaves the asker {one.piles} of {one.before} piles{seen}"


def _named(game: Game, cards: int) -> str:
    return show_set(cards_of(cards, game), game.deck)
