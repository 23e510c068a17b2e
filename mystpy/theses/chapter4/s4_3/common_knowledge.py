"""Section 4.3: is shared knowledge common knowledge, and can it be left out?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mystpy.bits import bits, members
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.ranges import condition
from mystpy.conjectures.verdict import Result
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.turns import TurnStep, TwoPlayerGame, shown_and_denied
from mystpy.theses.case_analysis import Case, Fits, any_game, sought
from mystpy.theses.chapter4.s4_3.left_out import pile_private, possible
from mystpy.theses.chapter4.sweep import Fault, every_step, replayed, size, swept

shorter = condition("1 < q <= m+n")
"""The games of section 4.3."""

# ---- Theorem 4.3


def sincere(players: TwoPlayerGame, state: EpistemicState) -> int:
    """Return the deals in which nobody guessed a pile that they knew to be wrong."""
    now, found = players.start(), state.full
    for event in state.events:
        if event.key[0] == "guess":
            found &= possible(players, now, event)
        now = players.done(now, event)[0]
    return found


def possible_guesses(budget: Budget) -> Result:
    """Settle Theorem 4.3 if nobody guesses a pile that they know to be wrong."""
    wrong = pile_private_though_sincere
    return swept(budget, 6, wrong, fits=shorter, guesses=True, turns=2)


def pile_private_though_sincere(players: TwoPlayerGame, step: TurnStep) -> Fault | None:
    """Return the same fault for games with only sincere guesses."""
    deals, formula = pile_private(players, step) or (0, "")
    return (deals & sincere(players, step.after), formula) if deals else None


# ---- how both come to know the pile


BOTH = (1, 2)


def known_to_both(
    state: EpistemicState, holders: Iterable[int]
) -> Iterator[tuple[str, int]]:
    """Yield who may have each card, in `h`, with where both players know it."""
    for k in holders:
        for x, card in enumerate(state.game.cards):
            where = state.known(BOTH, state.held(k, x))
            if where:
                yield f"h({k},{card})", where


def without_asking(players: TwoPlayerGame, step: TurnStep) -> Fault | None:
    """Return a fault if both know a pile card, and not both have asked in vain."""
    *_, one, two = shown_and_denied(step.after)
    asked = {f"h(0,{players.game.cards[x]})" for x in members(one & two)}
    for said, both in known_to_both(step.after, [0]):
        if said not in asked:
            return both, f"E([1,2], {said})"
    return None


def denied_not_common(players: TwoPlayerGame, step: TurnStep) -> Fault | None:
    """Return a fault if a card was denied to both, but is not commonly in the pile."""
    *_, one, two = shown_and_denied(step.after)
    return not_common(step.after, one & two)


def not_common(state: EpistemicState, cards: int) -> Fault | None:
    """Return where it is not common knowledge that the pile has some cards."""
    for x in members(cards):
        alone = state.full & ~state.common(BOTH, state.held(0, x))
        if alone:
            return alone, f"~C([1,2], h(0,{state.game.cards[x]}))"
    return None


def by_direct_questions(budget: Budget) -> Result:
    """Check that each card of M_1 and M_2 comes from direct questions of both."""
    main = swept(budget, 4, without_asking, fits=shorter)
    return main.also(in_common=swept(budget, size(budget, 5), denied_not_common))


# ---- what can be left out


def not_smaller(players: TwoPlayerGame, step: TurnStep) -> Fault | None:
    """Return a fault unless the public deals are those without the shown cards."""
    *shown, one, two = shown_and_denied(step.after)
    if step.kind != "shows" or one | two:
        return None
    kept = players.frame.full
    for player, cards in enumerate(shown, 1):
        for x in members(cards):
            kept &= players.held(player, x)
    return (step.after.full, "true") if kept != step.after.full else None


def smaller_hands(budget: Budget) -> Result:
    """Check that shown cards can be left out, with smaller hands, after yeses only."""
    return swept(budget, size(budget, 5), not_smaller)


def printed_state(budget: Budget) -> Result:
    """Check that the four printed numbers of section 4.3 determine a game's state."""
    return _told_apart(budget, shorter, printed=True).also(
        meant=_told_apart(budget, any_game, printed=False)
    )


def _told_apart(budget: Budget, fits: Fits, *, printed: bool) -> Result:
    def cases() -> Iterator[Case | None]:
        met = dict[object, tuple[int, ...]]()
        for players, step in every_step(size(budget, 5), fits):
            game, state = players.game, step.after
            for bit in bits(state.full):
                key = game, _numbers(state, bit, printed)
                views = tuple(_deals_left(players, state, bit, i) for i in (1, 2))
                if met.setdefault(key, views) == views:
                    yield None
                else:
                    deal = players.deal(bit)
                    yield replayed(game, deal, state.actions, f"h(0,{min(deal[0])})")

    scope = {"c": size(budget, 5), "p": 2, "guesses": False}
    return sought(budget, cases(), scope, proves=True)


def _deals_left(
    players: TwoPlayerGame, state: EpistemicState, deal: int, who: int
) -> int:
    """Return how many deals a player considers possible in a deal."""
    (view,) = (view for view in players.views[who] if view & deal)
    return (view & state.full).bit_count()


def _numbers(state: EpistemicState, deal: int, printed: bool) -> tuple[int, ...]:
    """Return the numbers that are said to describe a situation, in a deal."""
    cards = range(state.game.c)
    first, second = (
        {x for x in cards if state.known((player,), state.held(0, x)) & deal}
        for player in (1, 2)
    )
    apart = len(first - second), len(second - first)
    if printed:
        return (0, 0, *apart)
    hidden = (
        sum(state.common((1, 2), state.held(player, x)) != state.full for x in cards)
        for player in (1, 2)
    )
    return (*hidden, *apart, len(first & second))
