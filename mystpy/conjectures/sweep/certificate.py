"""Certificates of sweeps: all situations of games of two players, with their steps.

The program `check_sweep` in `tools/` defines the format, and checks certificates. It
has its own rules, so that it depends neither on the transition system, nor on which
situations are treated as symmetric.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import product

from mystpy.bits import members
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.sweep.check import SweepCheck
from mystpy.conjectures.sweep.prefix_form import prefix_form
from mystpy.errors import NotCovered, QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Guess
from mystpy.language.nodes import Formula
from mystpy.processes.ticking import tick
from mystpy.situations.canonical import canonical
from mystpy.situations.epistemic_state import EpistemicState, SuccessorState
from mystpy.situations.event import Event
from mystpy.situations.explore import events, repeats
from mystpy.theories import origin_keys

LETTERS = "abcdefghij"
"""The names of the cards in certificates."""

Step = tuple[list[object], int, str]
"""An action, the number of the situation it leads to, and the new names of cards."""


def certificate(conjecture: Conjecture) -> dict[str, object]:
    """Return the certificate that a formula is true in every situation of its games.

    Raises NotCovered for formulas and games that certificates do not support, and
    QueryError if the formula is false.
    """
    if conjecture.form not in ("always", "never") or conjecture.depth is not None:
        raise NotCovered(
            "a certificate needs a statement about situations of any depth"
        )
    node = conjecture.node
    formula = prefix_form(node)
    return {
        "certificate": "sweep",
        **origin_keys(),
        "conjecture": f"{conjecture.form}: {' '.join(conjecture.text.split())}",
        "formula": formula,
        "games": [_game(node, game, conjecture.guesses) for game in conjecture.games],
    }


def _game(node: Formula, game: Game, guesses: bool) -> dict[str, object]:
    """Return the part of a certificate about one game."""
    if not game.m or not repeats(game) or game.c > len(LETTERS):
        raise NotCovered(
            f"a certificate is for MYST with two players and few cards, not {game}",
            hint="name such games: --games 'MYST(1,1,2,1)'",
        )
    listed: list[EpistemicState] = []
    steps = list(_steps(game, guesses, listed))
    check = SweepCheck()
    for state in listed:
        if check.first(node, state):
            raise QueryError(f"it is false in {game}")
    sizes = {"m": game.m, "n": game.n, "q": game.q}
    situations = [
        {**_situation(state), "steps": done}
        for state, done in zip(listed, steps, strict=True)
    ]
    return {**sizes, "guesses": guesses, "situations": situations}


def _steps(
    game: Game, guesses: bool, listed: list[EpistemicState]
) -> Iterator[list[Step]]:
    """Yield the steps from each situation, and list the situations that they reach."""
    start = EpistemicState.start(game)
    listed.append(start)
    numbers: dict[Hashable, int] = {canonical(start): 0}
    for state in listed:  # which grows
        tick()
        steps: list[Step] = []
        for event in events(state):
            if event.key[0] == Guess.name and not guesses:
                continue
            for reached in state.after(event):
                number = numbers.setdefault(canonical(reached.state), len(listed))
                if number == len(listed):
                    listed.append(reached.state)
                names = renaming(reached.state, listed[number])
                steps.append((_action(event, reached), number, names))
        yield steps


def _action(event: Event, reached: SuccessorState) -> list[object]:
    """Return an action in the format of certificates; a guess with its outcome."""
    found: list[object] = [*event.key]
    if event.cards:
        found.append(_letters(event.cards))
    if event.key[0] == Guess.name:
        right = not reached.state.full & ~reached.state.frame.pile(event.cards)
        found.append("right" if right else "wrong")
    return found


def _letters(cards: int) -> str:
    return "".join(LETTERS[x] for x in members(cards))


def _situation(state: EpistemicState) -> Mapping[str, object]:
    """Return a situation in the format of certificates."""
    public = state.system_state
    (turn,), (phase,) = public.turn, public.phases
    return {
        "in": list(public.still_in),
        "turn": turn,
        "answers": next(iter(public.ans_turn), 0),
        "phase": str(phase),
        "question": _letters(state.question) if public.asked else "",
        "over": public.over,
        "deals": [_deal(state.worlds[w], state.game) for w in members(state.full)],
    }


def _deal(hands: Sequence[int], game: Game) -> str:
    """Return the holder of each card."""
    return "".join(
        str(next(k for k in game.holders if hands[k] >> x & 1)) for x in range(game.c)
    )


def renaming(one: EpistemicState, other: EpistemicState) -> str:
    """Return new names of the cards, in their order, that map one state to the other.

    In the field: an isomorphism, sought by backtracking over pairs that agree.
    """
    ones, others, c = _pairs(one), _pairs(other), one.game.c
    wanted = {other.worlds[w] for w in members(other.full)}

    def extended(image: tuple[int, ...]) -> tuple[int, ...] | None:
        x = len(image)
        if x == c:
            return (
                image if {_renamed(h, image) for h in _hands(one)} == wanted else None
            )
        for y in range(c):
            fits = one.signs[x] == other.signs[y] and y not in image
            if fits and all(ones[x, k] == others[y, image[k]] for k in range(x)):
                found = extended((*image, y))
                if found is not None:
                    return found
        return None

    found = extended(())
    assert found is not None, "states with the same form are the same, cards renamed"
    return "".join(LETTERS[y] for y in found)


def _hands(state: EpistemicState) -> Iterator[Sequence[int]]:
    return (state.worlds[w] for w in members(state.full))


def _renamed(hands: Sequence[int], image: Sequence[int]) -> tuple[int, ...]:
    return tuple(sum(1 << image[x] for x in members(hand)) for hand in hands)


def _pairs(state: EpistemicState) -> dict[tuple[int, int], tuple[int, ...]]:
    """Count for each two cards, and two holders, the worlds in which they have them."""
    cards, holders = range(state.game.c), state.game.holders
    return {
        (x, y): tuple(
            (state.held(k, x) & state.held(j, y)).bit_count()
            for k, j in product(holders, repeat=2)
        )
        for x, y in product(cards, repeat=2)
    }
