"""A certificate as numbers, for the checker that is extracted from Coq.

Nothing here is trusted to make a wrong certificate pass: what the checker accepts holds
for the game and the bounds that it read, whatever strategies it read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import chain
from typing import Any

from mystpy.compilation import pattern
from mystpy.errors import QueryError
from mystpy.history.actions import Asks, Guess, NoGuess, Shows
from mystpy.solve.extensive.certificate import (
    BLUFFERS,
    claims,
    game_of,
    respelled,
    strategy,
)
from mystpy.solve.extensive.labels import Strategy

_PART = pattern(r"(-|[0-9]+\*?(?:\.[0-9]+\*?)*):([0-9]+)(?:/([0-9]+))?")
_KNOWN = pattern(r"([0-9]+):((?: \S+)*)")
_ACTS = tuple(kind.name for kind in (Asks, Shows, Guess, NoGuess))
"""The kinds of actions; the last one names no cards."""
_MOST = 255
"""A certificate has turns and cards of a class up to this number."""


def checker_numbers(document: Mapping[str, Any]) -> list[int]:
    """The numbers that `proofs/driver.ml` reads.

    Raises QueryError for what is no certificate, and for one that the theorem is not
    about.
    """
    game_of(document)
    _require_scope(document)
    m, n, q = (document["game"][key] for key in "mnq")
    bluffers = BLUFFERS[document["bluff"] if q <= n else "both"]
    numbers = [*(int(player in bluffers) for player in (1, 2)), m, n, q]
    for bound in claims(document):
        numbers += _fraction(bound)
    for player in (1, 2):
        plan = respelled(strategy(document["strategies"], player))
        entries = list(_entries(plan))
        numbers += (len(entries), *chain.from_iterable(entries))
    return numbers


def both_bluff(numbers: Sequence[int]) -> bool:
    """Whether both players may bluff in the game of these numbers, or nobody can."""
    return all(numbers[:2])


def _require_scope(document: Mapping[str, Any]) -> None:
    """Raise QueryError unless the theorem in Coq is about the game of a certificate."""
    game = document["game"]
    if game.get("rules") != "myst" or game.get("p") != 2:
        raise _outside("it is for MYST(m,n,2,q)")
    if document["questions"] != "useful" or document["announced"]:
        raise _outside("its certificates have useful questions, and guesses")
    if document.get("either"):
        raise _outside("there, a guess comes after a question in the same turn")
    if game["q"] > game["m"] + game["n"] + 1:
        raise _outside("there, q is at most m + n + 1")


def _outside(reason: str) -> QueryError:
    return QueryError(
        f"the theorem in Coq is not about this game: {reason}",
        hint="leave out --verified",
    )


def _entries(plan: Strategy) -> Iterator[list[int]]:
    """The entries of a strategy, without those that no information set has."""
    for known, acts in plan.items():
        with suppress(QueryError):
            turn, parts = _known(known)
            numbers = [turn, *_listed(parts), len(acts)]
            for act, chance in acts.items():
                numbers += (*_act(act), *_fraction(chance))
            yield numbers


def _fraction(chance: Fraction) -> tuple[int, int]:
    if chance < 0:
        raise QueryError(f"a fraction is negative: {chance}")
    return chance.numerator, chance.denominator


def _known(text: str) -> tuple[int, list[int]]:
    """The turn and the classes of an information set."""
    found = _KNOWN.fullmatch(text)
    if found is None:
        raise QueryError(f"{text!r} is no information set")
    return _small(found[1]), _parts(found[2].split())


def _act(text: str) -> Sequence[int]:
    """An action: its kind, and how many cards of which classes it has."""
    kind, *words = text.split(" ")
    if kind not in _ACTS:
        raise QueryError(f"{text!r} is no action")
    number = _ACTS.index(kind)
    return [number] if kind == _ACTS[-1] else [number, *_listed(_parts(words))]


def _parts(words: Sequence[str]) -> list[int]:
    """Classes with numbers of cards, each as one number, in order."""
    return sorted(map(_part, words))


def _part(word: str) -> int:
    found = _PART.fullmatch(word)
    if found is None:
        raise QueryError(f"{word!r} is no class of cards")
    return (_label(found[1]) << 16) + (_small(found[2]) << 8) + _small(found[3] or "0")


def _label(text: str) -> int:
    """The turns of a class as bits: 2t for turn t, 2t + 1 if the card was shown."""
    label = 0
    for time in text.split(".") if text != "-" else ():
        turn = _small(time.rstrip("*"))
        label |= 1 << 2 * turn
        label |= (1 << 2 * turn + 1) * time.endswith("*")
    return label


def _small(text: str) -> int:
    number = int(text) if len(text) < 4 else _MOST + 1
    if number > _MOST:
        raise QueryError(f"the number {text} is too large")
    return number


def _listed(numbers: Sequence[int]) -> list[int]:
    return [len(numbers), *numbers]
