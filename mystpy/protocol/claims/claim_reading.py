"""A sentence of a player as claims, with a hint if it cannot be read."""

from __future__ import annotations

import re

from mystpy.compilation import pattern
from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.language.atoms import H
from mystpy.language.junctions import conjunction, disjunction
from mystpy.language.nodes import And, Formula, Iff, Implies, Not, Or
from mystpy.language.read import parse_formula
from mystpy.protocol.claims.claim import AnyClaim, claims_of, joined
from mystpy.protocol.claims.claim_grammar import ClaimParser
from mystpy.protocol.claims.claim_text import plain_start
from mystpy.protocol.claims.claim_words import claim_words

MAX_LENGTH = 5_000
"""The maximal number of characters of a claim."""

_DENIED = pattern(
    r"\s*(?:it(?: is|['’]s) (?:not (?:the case|true|so|possible)|false|impossible)"
    r"|there is no way) that\b",
    re.IGNORECASE,
)
_DENIAL_ENDS = pattern(r"\s*[.;]\s+|\s*,?\s+but\s+|\s*,\s+(?:and|so)\s+", re.IGNORECASE)
_TERM = pattern(r"[~¬(\s]*[hKEC]\(")


def read_claims(said: str, game: Game, speaker: int = 0) -> list[AnyClaim]:
    """Return the claims of a sentence; `speaker` is the player who says `I`, if known.

    A formula of h, ~, &, | and -> is read as well. Raises QueryError, with what is not
    understood and an example of what to write.
    """
    try:
        if len(said) > MAX_LENGTH:
            raise QueryError("the claim is too long", hint="write one fact a line")
        return claims_of(_formula(said, game, speaker))
    except MystError as error:
        hint = f"{error.hint}; {example(game)}" if error.hint else example(game)
        raise QueryError(str(error), hint=hint) from None


def example(game: Game) -> str:
    """Return an example of a claim in a game."""
    owner = game.shown_holders[1] if game.named else "player 1"
    cards = [game.shown_as(card) for card in game.cards[:3]]
    return f"write for example '{owner} has one of {', '.join(cards)}'"


def _formula(said: str, game: Game, speaker: int) -> Formula:
    if _TERM.match(said):
        return _plain(parse_formula(said, game))
    said = plain_start(said)
    if denied := _DENIED.match(said):
        return _denial(said[denied.end() :], game, speaker)
    words = claim_words(said, game, speaker)
    while words and words[-1].kind in ("stop", "comma"):
        words.pop()
    if not words:
        raise QueryError("it says nothing about cards")
    return ClaimParser(words, game).whole()


def _denial(said: str, game: Game, speaker: int) -> Formula:
    """The formula that the first sentence of a text is not so, and the others are."""
    if ends := _DENIAL_ENDS.search(said):
        try:
            others = _formula(said[ends.end() :], game, speaker)
            first = _formula(said[: ends.start()], game, speaker)
            return conjunction([Not(first), others])
        except MystError:
            pass  # what follows is a part of the sentence
    return Not(_formula(said, game, speaker))


def _plain(formula: Formula) -> Formula:
    """A formula about the deal without arrows. Raises QueryError for others."""
    match formula:
        case H(int(), str()):
            return formula
        case Not(body):
            return Not(_plain(body))
        case And(parts) | Or(parts):
            return joined(type(formula), [_plain(part) for part in parts])
        case Implies(left, right):
            return disjunction([Not(_plain(left)), _plain(right)])
        case Iff(left, right):
            sides = _plain(left), _plain(right)
            return disjunction([conjunction(sides), conjunction(map(Not, sides))])
    raise QueryError(f"{formula} says more than who has which cards")
