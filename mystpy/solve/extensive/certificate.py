"""Certificates: what a game of two players is worth, with strategies that show it.

In the field: certifying algorithms. Who doubts a certificate computes what its two
strategies are worth against the best reply; a program in `tools/` does so, and uses
nothing of this package.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from mystpy.errors import QueryError, did_you_mean
from mystpy.game.game import Game
from mystpy.solve.extensive.enclosure import Enclosure, Side
from mystpy.solve.extensive.form import SequenceForm
from mystpy.solve.extensive.growth import grown
from mystpy.solve.extensive.menu import Variant

VERSION = 1

BLUFFERS: Mapping[str, frozenset[int]] = {
    "both": frozenset({1, 2}),
    "one": frozenset({1}),
    "other": frozenset({2}),
    "nobody": frozenset(),
}
"""Who may ask for own cards only, by the name of the choice."""

_KEYS = (
    *("certificate", "game", "hands", "bluff", "idle", "turns"),
    *("lower", "upper", "strategies"),
)


def bluff_name(variant: Variant) -> str:
    """Who may bluff, by name."""
    return next(name for name, who in BLUFFERS.items() if who == variant.bluffers)


def certificate(enclosure: Enclosure) -> dict[str, Any]:
    """A certificate as an object of JSON: fractions are texts.

    A strategy has an entry for each information set that it comes to and has a choice.
    """
    variant = enclosure.variant
    return {
        "certificate": VERSION,
        "game": enclosure.game.to_dict(),
        "hands": list(enclosure.game.sizes[1:]),
        "bluff": bluff_name(variant),
        "idle": variant.idle,
        "turns": enclosure.turns,
        "lower": str(enclosure.low.worth),
        "upper": str(enclosure.high.worth),
        "strategies": {
            str(side.player): {
                known: {action: str(chance) for action, chance in acts.items()}
                for known, acts in side.lines()
            }
            for side in (enclosure.low, enclosure.high)
        },
    }


def checked(
    told: Mapping[str, Any], tick: Callable[[], None] = lambda: None
) -> Enclosure:
    """What the strategies of a certificate are worth, whatever it claims.

    Raises QueryError for what is no certificate, for chances that are negative or do
    not add up to 1, and for a strategy that does not say what to do somewhere.
    """
    for key in _KEYS:
        if key not in told:
            raise QueryError(f"a certificate has {key!r}, and this has not")
    if told["certificate"] != VERSION:
        raise QueryError(
            f"a certificate of version {told['certificate']!r}, not {VERSION}"
        )
    game, bluff = Game.from_dict(told["game"]), told["bluff"]
    if told["hands"] != list(game.sizes[1:]):
        raise QueryError(f"the hands of this game have not {told['hands']} cards")
    if bluff not in BLUFFERS:
        raise QueryError(f"bluffs by {bluff!r}", hint=did_you_mean(bluff, BLUFFERS))
    turns = told["turns"]
    if not isinstance(turns, int) or turns < 1:
        raise QueryError(f"turns are a number from 1 on, not {turns!r}")
    variant = Variant(BLUFFERS[bluff], bool(told["idle"]), turns)
    form = grown(game, variant, tick)
    sides = []
    for player, share in ((1, Fraction(0)), (2, Fraction(1))):
        strategy = _strategy(told["strategies"], player)
        plan = _plan(form, player, strategy)
        worth = form.worth(player, plan, form.won(share))
        sides.append(Side(form, player, plan, worth))
    return Enclosure(game, variant._replace(turns=None), turns, *sides)


def claims(told: Mapping[str, Any]) -> tuple[Fraction, Fraction]:
    """The bounds that a certificate claims. Raises QueryError for what are none."""
    return _fraction(told["lower"]), _fraction(told["upper"])


Strategy = Mapping[str, Mapping[str, Fraction]]
"""What is done with which probability, by information set."""


def _strategy(told: Any, player: int) -> Strategy:
    """A player's strategy, its probabilities read and added up."""
    if not isinstance(told, Mapping) or not isinstance(told.get(str(player)), Mapping):
        raise QueryError(f"there is no strategy of player {player}")
    found = {}
    for known, acts in told[str(player)].items():
        if not isinstance(acts, Mapping):
            raise QueryError(f"player {player}, at {known!r}: no actions with chances")
        found[known] = {act: _fraction(chance) for act, chance in acts.items()}
        chances = found[known].values()
        if sum(chances) != 1 or min(chances) < 0:
            raise QueryError(
                f"player {player}, at {known!r}: the chances are negative or do not add"
                " up to 1"
            )
    return found


def _fraction(told: Any) -> Fraction:
    try:
        if isinstance(told, str):
            return Fraction(told)
    except (ValueError, ZeroDivisionError):
        pass
    raise QueryError(f"a fraction is a text such as '3/5', not {told!r}")


def _plan(form: SequenceForm, player: int, strategy: Strategy) -> list[Fraction]:
    """The realization plan of a strategy."""
    plan = [Fraction(1), *[Fraction(0)] * (form.counts[player - 1] - 1)]
    for choices in form.sets[player - 1]:
        whole = plan[choices.parent]
        if not whole:
            continue
        if choices.label not in strategy:
            raise QueryError(
                f"the strategy of player {player} does not say what to do at"
                f" {choices.label!r}"
            )
        acts = strategy[choices.label]
        for act in acts:
            if act not in choices.actions:
                near = did_you_mean(act, choices.actions)
                raise QueryError(f"at {choices.label!r} nobody can {act!r}", hint=near)
        for k, act in zip(choices.sequences, choices.actions, strict=True):
            plan[k] = whole * acts.get(act, 0)
    return plan
