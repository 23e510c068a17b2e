"""Section 4.1: the algorithm that asks when q = m + n + 1."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from mystpy.bits import cards_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, Shows
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.turns import TurnStep, TwoPlayerGame, shown_and_denied
from mystpy.theses.case_analysis import each_game, sought, with_values
from mystpy.theses.chapter4.sweep import (
    Fault,
    every_step,
    fault_in,
    largest,
    size,
    swept,
)


class AlgorithmGame(TwoPlayerGame):
    """The games in which player 1 asks as section 4.1 says, and player 2 anything."""

    def questions(self, state: EpistemicState, poser: int) -> Iterator[frozenset[str]]:
        """Yield the questions: for player 1 those from which the algorithm chooses.

        They are sets of cards that nobody has shown, or all of these with some that
        player 1 has shown.
        """
        every = super().questions(state, poser)
        if poser == 2:
            return every
        own, theirs = (
            cards_of(shown, self.game) for shown in shown_and_denied(state)[:2]
        )
        free = set(self.game.cards) - own - theirs
        if len(free) >= self.game.q:
            return (cards for cards in every if cards <= free)
        return (cards for cards in every if free <= cards <= free | own)


class AlgorithmPrefixGame(AlgorithmGame):
    """The same games, up to the n-th question of player 1."""

    def questions(self, state: EpistemicState, poser: int) -> Iterator[frozenset[str]]:
        """Yield the questions; none once player 2 has shown the whole hand."""
        if shown_and_denied(state)[1].bit_count() == self.game.sizes[2]:
            return iter(())
        return super().questions(state, poser)


def asked_by(step: TurnStep, player: int) -> int:
    """Return how many questions a player has asked up to a step."""
    return sum(event.key == (Asks.name, player) for event in step.after.events)


def not_certain(players: TwoPlayerGame, step: TurnStep) -> Fault | None:
    """Return a fault if player 1's certainty is not common after the n-th question."""
    n = players.game.sizes[1]
    if step.kind == Guess.name or step.poser == 2 or asked_by(step, 1) != n:
        return None
    # Where no deal is missed it is so in all public deals: that is common knowledge.
    missed = step.after.full & ~players.sure(step.after, 1)
    if not missed:
        return None
    pile = " & ".join(f"h(0,{x})" for x in sorted(players.deal(missed)[0]))
    return missed, f"~K(1, {pile})"


def certain_early(players: TwoPlayerGame, step: TurnStep) -> Fault | None:
    """Return a fault if a player knows the pile after fewer than n own questions."""
    poser = step.poser
    if step.kind == Guess.name or asked_by(step, poser) >= players.game.sizes[1]:
        return None
    early = players.sure(step.after, poser)
    return early, f"exists x in cards: K({poser}, h(0,x))"


def sooner(budget: Budget) -> Result:
    """Check that player 1 knows the pile after n questions, and nobody earlier."""
    c = size(budget, 8, 5)
    ways = ((TwoPlayerGame, certain_early), (AlgorithmPrefixGame, not_certain))
    cases = (
        fault_in(players, step, wrong)
        for of, wrong in ways
        for players, step in every_step(c, largest, of=of)
    )
    return sought(budget, cases, {"c": c, "p": 2, "guesses": False}, proves=True)


def miscounted(players: TwoPlayerGame, step: TurnStep) -> Fault | None:
    """Return a fault unless player 1 has C(m+n-a, m) deals after a questions."""
    if step.kind != Shows.name or step.poser == 2:
        return None
    m, n = players.game.sizes[:2]
    said = comb(m + n - asked_by(step, 1), m)
    lefts = (view & step.after.full for view in players.views[1])
    return next(((x, "true") for x in lefts if x.bit_count() not in (0, said)), None)


def worlds_left(budget: Budget) -> Result:
    """Check whether C(m+n-a, m) deals are left after a <= n questions."""
    return swept(
        budget, size(budget, 9, 5), miscounted, fits=largest, of=AlgorithmPrefixGame
    )


def nothing_shown_anew(players: TwoPlayerGame, step: TurnStep) -> Fault | None:
    """Return a fault if a question of player 1 does not elicit a new card."""
    if step.kind == Guess.name or step.poser == 2:
        return None
    anew = (
        step.kind == Shows.name
        and shown_and_denied(step.after)[1] != shown_and_denied(step.before)[1]
    )
    return None if anew else (step.after.full, "true")


def lemma_3(budget: Budget) -> Result:
    """Return the result for lemma-4.3."""
    main = swept(
        budget, size(budget, 9, 5), not_certain, fits=largest, of=AlgorithmGame
    )
    any_questions = swept(budget, 5, not_certain, fits=largest)
    guessed = swept(
        budget, 5, not_certain, fits=largest, guesses=True, of=AlgorithmGame
    )
    return main.also(any_questions=any_questions, guessed=guessed)


def new_card(budget: Budget) -> Result:
    """Return the result for remark-4.1-new-card."""
    c = size(budget, 9, 5)
    return swept(budget, c, nothing_shown_anew, fits=largest, of=AlgorithmPrefixGame)


Turn = tuple[Game, int, int]
"""A game, with the numbers of cards that 1 and 2 have shown when 1 is to ask."""


def turns(c: int) -> Iterator[Turn]:
    """Yield the numbers of cards that players may have shown.

    Player 2 has shown as many cards as player 1 has asked questions, or all.
    """
    for game in each_game(c, fits=largest):
        n = game.sizes[1]
        yield game, 0, 0
        for shown_2 in range(1, n + 1):
            for shown_1 in range(1, (shown_2 if shown_2 < n else n) + 1):
                yield game, shown_1, shown_2


def constructible(game: Game, shown_1: int, shown_2: int) -> bool:
    """Return whether the algorithm has a question for player 1."""
    free = game.c - shown_1 - shown_2
    return free >= game.q or game.q - free <= shown_1


def construction(budget: Budget) -> Result:
    """Return the result for remark-4.1-construction."""
    early = (turn for turn in turns(24) if turn[2] < turn[0].sizes[2])
    return _constructed(budget, turns(24)).also(in_time=_constructed(budget, early))


def _constructed(budget: Budget, tried: Iterator[Turn]) -> Result:
    cases = (
        None
        if constructible(game, one, two)
        else with_values(game, {"shown by 1": one, "shown by 2": two})
        for game, one, two in tried
    )
    scope = {"c": 24, "p": 2}
    return sought(budget, cases, scope, proves=True, method="arithmetic")
