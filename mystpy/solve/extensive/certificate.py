"""Certificates: the value of a game of two players, with strategies that prove it.

In the field: certifying algorithms. A reader who doubts a certificate can compute the
value of each of its strategies against the best response. A program in `tools/` does
so, and uses nothing of this package.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from mystpy.compilation import pattern
from mystpy.errors import QueryError, did_you_mean
from mystpy.files.json_text import distinct_keys, json_value
from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import QUESTIONS, GameVariant
from mystpy.solve.extensive.form import RealizationPlan, SequenceForm
from mystpy.solve.extensive.labels import (
    Strategy,
    information_sets,
    known_piles,
    spelling,
)
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import BoundWitness, ValueBounds
from mystpy.theories import origin_keys

T = TypeVar("T")

VERSION = 2

BLUFFERS: Mapping[str, frozenset[int]] = {
    "both": frozenset({1, 2}),
    "one": frozenset({1}),
    "other": frozenset({2}),
    "nobody": frozenset(),
}
"""The players who may ask for own cards only, by the name of the choice."""

MOST_TURNS = 99
"""The most turns of a strategy: no game that can be solved has more."""
_FRACTION = pattern(r"-?[0-9]+(/[0-9]+|\.[0-9]+)?")

_KEYS = (
    *("certificate", "game", "hands", "bluff", "questions", "announced", "turns"),
    *("lower", "upper", "strategies"),
)


def bluff_name(variant: GameVariant) -> str:
    """Return the name of the set of players who may bluff."""
    return next(name for name, who in BLUFFERS.items() if who == variant.bluffers)


def certificate(bounds: ValueBounds) -> dict[str, Any]:
    """Return a certificate as a JSON object; fractions are texts.

    A strategy has an entry for each information set that it reaches in which it has a
    choice or knows the pile. It is for the game that ends after the player's number of
    `turns`.
    """
    variant = bounds.variant
    return {
        "certificate": VERSION,
        **origin_keys(),
        "game": bounds.game.to_dict(),
        "hands": list(bounds.game.sizes[1:]),
        "bluff": bluff_name(variant),
        "questions": variant.questions,
        "announced": variant.announced,
        **({"either": True} if variant.either else {}),
        "turns": [bounds.lower.form.turns, bounds.upper.form.turns],
        "lower": str(bounds.lower.value),
        "upper": str(bounds.upper.value),
        "strategies": {
            str(side.player): {
                known: {action: str(chance) for action, chance in acts.items()}
                for known, acts in side.lines()
            }
            for side in (bounds.lower, bounds.upper)
        },
    }


def certificate_in(text: str, name: str) -> dict[str, Any]:
    """Return the JSON object in a file of that name.

    Raises QueryError if it is not an object, or if an object has a key twice.
    """
    try:
        document = json_value(text, distinct_keys)
    except ValueError as error:
        raise QueryError(f"{name} cannot be read as a certificate: {error}") from None
    if not isinstance(document, dict):
        raise QueryError(f"{name} is no certificate", hint="mystpy solve writes them")
    return document


def require_order(lower: Fraction, upper: Fraction) -> None:
    """Raise QueryError for crossing bounds, which no game has."""
    if lower > upper:
        raise QueryError(f"the bounds cross: at least {lower}, and at most {upper}")


def check_plans(
    document: Mapping[str, Any],
    tick: Callable[[], None] = lambda: None,
    growth_for: Callable[[int], TreeBuilder] | None = None,
) -> ValueBounds:
    """Return the strategies of a certificate in the sequence form, with their values.

    Each player's strategy is for the usual trees, or for those of `growth_for`.
    Raises QueryError if it is not a certificate, or if its bounds cross, which no game
    has. The same error is raised for strategies whose chances are negative or do not
    add up to 1, or which do not say what to do in some information set.
    """
    game, variant = game_of(document)
    usual = TreeBuilder(game, variant, tick)
    sides = []
    for share, (player, turns) in enumerate(
        zip((1, 2), turns_of(document), strict=True)
    ):
        growth = usual if growth_for is None else growth_for(player)
        form = growth.form(turns)
        plan = _plan(form, player, respelled(strategy(document["strategies"], player)))
        sides.append(BoundWitness(form, player, plan, form.value(player, plan, share)))
    found = ValueBounds(game, variant, sides[0], sides[1])
    require_order(found.lower.value, found.upper.value)
    return found


def game_of(document: Mapping[str, Any]) -> tuple[Game, GameVariant]:
    """Return the game of a certificate, and its variant.

    Raises QueryError if it is not a certificate.
    """
    for key in _KEYS:
        if key not in document:
            raise QueryError(f"the certificate lacks the key {key!r}")
    if document["certificate"] != VERSION:
        raise QueryError(
            f"a certificate of version {document['certificate']!r}, not {VERSION}"
        )
    return dealt_game(document), _variant(document)


def dealt_game(document: Mapping[str, Any]) -> Game:
    """Return the game of a certificate. Raises QueryError if its hands do not fit."""
    game, hands = Game.from_dict(document["game"]), document["hands"]
    if hands != list(game.sizes[1:]) or any(type(size) is not int for size in hands):
        raise QueryError(f"the hands of this game have not {hands} cards")
    return game


def _variant(document: Mapping[str, Any]) -> GameVariant:
    bluff, asked = document["bluff"], document["questions"]
    if bluff not in tuple(BLUFFERS):
        near = did_you_mean(str(bluff), BLUFFERS)
        raise QueryError(f"bluffs by {bluff!r}", hint=near)
    if asked not in tuple(QUESTIONS):
        near = did_you_mean(str(asked), QUESTIONS)
        raise QueryError(f"questions: {asked!r}", hint=near)
    if not isinstance(document["announced"], bool):
        raise QueryError(f"announced is true or false, not {document['announced']!r}")
    either = document.get("either", False)
    if not isinstance(either, bool):
        raise QueryError(f"either is true or false, not {either!r}")
    return GameVariant(BLUFFERS[bluff], asked, document["announced"], either)


def turns_of(document: Mapping[str, Any]) -> tuple[int, int]:
    """Return the number of turns of each strategy. Raises QueryError if invalid."""
    match document["turns"]:
        case [int() as one, int() as two] if (
            type(one) is type(two) is int
            and 1 <= min(one, two) <= max(one, two) <= MOST_TURNS
        ):
            return one, two
    raise QueryError(
        f"turns are two numbers from 1 to {MOST_TURNS}, not {document['turns']!r}"
    )


def claims(document: Mapping[str, Any]) -> tuple[Fraction, Fraction]:
    """Return the bounds that a certificate claims. Raises QueryError if invalid."""
    return fraction(document["lower"]), fraction(document["upper"])


def strategy(document: Any, player: int) -> Strategy:
    """Return a player's strategy with its probabilities as fractions.

    Raises QueryError if there is none, or if chances are negative or do not add up to
    1.
    """
    if not isinstance(document, Mapping) or not isinstance(
        document.get(str(player)), Mapping
    ):
        raise QueryError(f"there is no strategy of player {player}")
    found = {}
    for known, acts in document[str(player)].items():
        if not isinstance(acts, Mapping):
            raise QueryError(f"player {player}, at {known!r}: no actions with chances")
        found[known] = {act: fraction(chance) for act, chance in acts.items()}
        chances = found[known].values()
        if sum(chances) != 1 or min(chances) < 0:
            raise QueryError(
                f"player {player}, at {known!r}: the chances are negative or do not add"
                " up to 1"
            )
    return found


def strategies_of(document: Mapping[str, Any]) -> tuple[Strategy, Strategy]:
    """Return the strategies of a certificate, both `respelled`. Raises QueryError."""
    one, two = (respelled(strategy(document["strategies"], k)) for k in (1, 2))
    return one, two


def fraction(document: Any) -> Fraction:
    """Return a fraction that is given as a text. Raises QueryError for other texts."""
    try:
        if isinstance(document, str) and _FRACTION.fullmatch(document):
            return Fraction(document)
    except (ValueError, ZeroDivisionError):
        pass
    raise QueryError(f"a fraction is a text such as '3/5', not {document!r}")


def respelled(document: Strategy) -> Strategy:
    """Return the same strategy, with its texts as `spelling` writes them.

    Raises QueryError if two texts are then the same: one would hide the other.
    """
    return by_spelling({known: by_spelling(acts) for known, acts in document.items()})


def by_spelling(
    document: Mapping[str, T], spelled_as: Callable[[str], str] = spelling
) -> dict[str, T]:
    """Return the mapping by respelled texts. Raises QueryError as `respelled`."""
    found: dict[str, T] = {}
    for text, what in document.items():
        name = spelled_as(text)
        if name in found:
            raise QueryError(f"{text!r} occurs twice, in two spellings")
        found[name] = what
    return found


def _plan(form: SequenceForm, player: int, document: Strategy) -> RealizationPlan:
    behaviour: dict[int, list[Fraction]] = {}
    reached = [True, *[False] * (form.counts[player - 1] - 1)]
    for known in information_sets(form, player, reached):
        acts = chances_at(player, document, known.label, known.actions)
        chances = [acts.get(act, Fraction()) for act in known.actions]
        behaviour[known.number] = chances
        reached[known.first : known.first + len(chances)] = map(bool, chances)
    for label, guess in known_piles(form, player, reached):
        chances_at(player, document, label, (guess,))
    return form.plan(player, behaviour)


def chances_at(
    player: int, strategy: Strategy, label: str, can: Sequence[str]
) -> dict[str, Fraction]:
    """Return the strategy's chances at an information set with these actions.

    Raises QueryError if the strategy has no chances for it, or has another action
    there.
    """
    acts, names = strategy.get(spelling(label)), {spelling(act): act for act in can}
    if acts is None:
        raise QueryError(
            f"the strategy of player {player} does not say what to do at {label!r}"
        )
    for act in acts:
        if act not in names:
            near = did_you_mean(act, can)
            raise QueryError(f"at {label!r} nobody can {act!r}", hint=near)
    return {names[act]: chance for act, chance in acts.items()}
