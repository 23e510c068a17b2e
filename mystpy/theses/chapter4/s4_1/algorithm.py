"""Section 4.1: the algorithm that asks when q = m + n + 1."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.bits import bits
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Shows
from mystpy.situations.stage import Stage
from mystpy.theses.chapter4.sweep import (
    Fault,
    asked_cards,
    games,
    largest,
    question,
    size,
    swept,
)
from mystpy.theses.chapter4.turns import GameOfTwo, Step


def revealed(stage: Stage, player: int) -> set[str]:
    """The cards that a player has shown."""
    shown = (a for a in stage.actions if isinstance(a, Shows))
    return {a.card for a in shown if a.player == player and a.card}


class ByAlgorithm(GameOfTwo):
    """The games in which player 1 asks as section 4.1 says, and player 2 anything."""

    def questions(self, stage: Stage, poser: int) -> Iterator[frozenset[str]]:
        """The questions: for player 1 those the algorithm chooses from.

        They are sets of cards that nobody has shown, or all of these with some that
        player 1 has shown.
        """
        every = super().questions(stage, poser)
        if poser == 2:
            return every
        own = revealed(stage, 1)
        free = set(self.game.cards) - own - revealed(stage, 2)
        if len(free) >= self.game.q:
            return (cards for cards in every if cards <= free)
        return (cards for cards in every if free <= cards <= free | own)


def asked_by(step: Step, player: int) -> int:
    """How many questions a player has asked up to a step."""
    asked = (a for a in step.after.actions if isinstance(a, Asks))
    return sum(action.player == player for action in asked)


def not_certain(players: GameOfTwo, step: Step) -> Fault | None:
    """After the n-th question it is not common knowledge that player 1 is certain."""
    n = players.game.sizes[1]
    if step.kind == "guess" or step.poser == 2 or asked_by(step, 1) != n:
        return None
    certain, deals = 0, step.after.full
    for view in players.views[1]:
        left = [players.deals[bit.bit_length() - 1] for bit in bits(view & deals)]
        if len({hands[0] for hands in left}) == 1:
            certain |= view & deals
    missed = deals & ~certain
    if not missed:
        # Then it is so in all public deals, and that is common knowledge.
        return None
    pile = " & ".join(f"h(0,{x})" for x in sorted(players.deal(missed)[0]))
    return missed, f"~K(1, {pile})"


def certain_early(players: GameOfTwo, step: Step) -> Fault | None:
    """A player knows the pile after fewer than n own questions."""
    poser, early = step.poser, 0
    if step.kind == "guess" or asked_by(step, poser) >= players.game.sizes[1]:
        return None
    for view in players.views[poser]:
        seen = view & step.after.full
        piles = {players.deals[bit.bit_length() - 1][0] for bit in bits(seen)}
        early |= seen if len(piles) == 1 else 0
    return early, f"exists x in cards: K({poser}, h(0,x))"


def race(budget: Budget) -> Finding:
    """Nobody knows the pile before n own questions, so the algorithm wins a race."""
    return swept(budget, size(budget, 8, 5), certain_early, fits=largest)


def nothing_shown_anew(players: GameOfTwo, step: Step) -> Fault | None:
    """A question of player 1 does not make player 2 show a card not shown before."""
    if step.kind == "guess" or step.poser == 2:
        return None
    before = revealed(step.before, 2)
    old = step.kind == "no" or revealed(step.after, 2) == before
    return (step.after.full, "true") if old else None


def spares_own(players: GameOfTwo, step: Step) -> Fault | None:
    """A question that locates a card names no card of the poser's."""
    if step.kind != "shows":
        return None
    poser, deals = step.poser, step.after.full
    if revealed(step.after, 3 - poser) == revealed(step.before, 3 - poser):
        return None
    for x in asked_cards(players, step):
        deals &= ~players.held(poser, x)
    known = question(step) & revealed(step.before, 3 - poser)
    return None if known else (deals, "true")


def lemma_3(budget: Budget) -> Finding:
    """What is found of lemma-4.3."""
    main = swept(budget, size(budget, 9, 5), not_certain, fits=largest, of=ByAlgorithm)
    any_questions = swept(budget, 5, not_certain, fits=largest)
    guessed = swept(budget, 5, not_certain, fits=largest, guesses=True, of=ByAlgorithm)
    return main.also(any_questions=any_questions, guessed=guessed)


def new_card(budget: Budget) -> Finding:
    """What is found of remark-4.1-new-card."""
    return swept(
        budget, size(budget, 9, 5), nothing_shown_anew, fits=largest, of=UpToNth
    )


class UpToNth(ByAlgorithm):
    """The same, up to the n-th question of player 1."""

    def questions(self, stage: Stage, poser: int) -> Iterator[frozenset[str]]:
        """The questions, none once player 2 has shown the whole hand."""
        if len(revealed(stage, 2)) == self.game.sizes[2]:
            return iter(())
        return super().questions(stage, poser)


def nearly_all(budget: Budget) -> Finding:
    """What is found of remark-4.2-nearly-all."""
    return swept(budget, size(budget, 8), spares_own, fits=largest)


def turns(c: int) -> Iterator[tuple[Game, int, int]]:
    """Games with what players 1 and 2 may have shown when 1 is to ask.

    Player 2 has shown as many cards as player 1 has asked questions, or all.
    """
    for game in games(c, largest):
        n = game.sizes[1]
        yield game, 0, 0
        for shown_2 in range(1, n + 1):
            for shown_1 in range(1, (shown_2 if shown_2 < n else n) + 1):
                yield game, shown_1, shown_2


def constructible(game: Game, shown_1: int, shown_2: int) -> bool:
    """Whether the algorithm has a question for player 1."""
    free = game.c - shown_1 - shown_2
    return free >= game.q or game.q - free <= shown_1


def construction(budget: Budget) -> Finding:
    """What is found of remark-4.1-construction."""
    budget.tick()
    tried = list(turns(24))
    stuck = [(game, a, b) for game, a, b in tried if not constructible(game, a, b)]
    early = [(game, a, b) for game, a, b in stuck if b < game.sizes[2]]
    main = _constructed(tried, stuck)
    rest = [t for t in tried if t[2] < t[0].sizes[2]]
    return main.also(in_time=_constructed(rest, early))


def _constructed(
    tried: list[tuple[Game, int, int]], stuck: list[tuple[Game, int, int]]
) -> Finding:
    found = None
    if stuck:
        game, one, two = stuck[0]
        shown = {"shown by 1": str(one), "shown by 2": str(two)}
        found = {"game": game.to_dict(), "values": shown}
    return Finding.judged(
        found,
        proves=True,
        method="arithmetic",
        instances=len(tried),
        scope={"c": 24, "p": 2},
    )
