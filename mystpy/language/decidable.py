"""What a command can decide; what it cannot is refused, with who can.

All commands read one language. `ask`, `know`, `why` and the engines are about one
situation, `check` and puzzles about the worlds of a model, `theorem` about all
situations of a game.
"""

from __future__ import annotations

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.language.atoms import Atom, OpenAtom, Possible
from mystpy.language.expand import expand
from mystpy.language.nodes import After, Formula, Next
from mystpy.language.read import read
from mystpy.language.reduction import reduced
from mystpy.language.subformulas import walk
from mystpy.language.vocabulary import ModelWords


def parse_in_model(text: str, words: ModelWords, source: str | None = None) -> Formula:
    """The formula that a text says about a model, without quantifiers and counts.

    Raises ParseError with the position, what was expected there, and the nearest
    known word, also for atoms and agents that are not in the vocabulary; QueryError if
    the quantifiers unfold into too much.
    """
    return expand(read(text, words, source), words)


def grounded(formula: Formula, game: Game) -> Formula:
    """The formula as an engine is given it, of one situation of a game.

    It is expanded, and announcements are written out but over common knowledge. Raises
    QueryError for what is about other situations, or about a model, and as `expand`.
    """
    for part in walk(formula):
        if isinstance(part, Possible | After | Next):
            word = {Possible: "possible", After: "after"}.get(type(part), "next")
            raise QueryError(
                f"{word!r} speaks of what can be done in a situation, and here only "
                "what holds in it is decided",
                hint="mystpy theorem --say decides it of all situations of a game",
                word=word,
            )
        if isinstance(part, Atom | OpenAtom):
            raise QueryError(
                f"{part} is an atom of a model, and a game has none",
                hint="mystpy check decides it in a model file",
                word=part.name,
            )
    return reduced(expand(formula, game))
