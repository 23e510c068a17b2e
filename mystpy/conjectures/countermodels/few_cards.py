"""The games that stand for all sizes: as many cards as a countermodel needs.

In the field: a small model property.

If no quantifier over cards or sets stands inside of a piece of a conjecture, only r
cards matter to it: those it names, and those that the variables in front stand for.
Whatever history of whatever game refutes it, the r cards alone, with who holds them in
which world, refute it in a game in which every holder has r cards. The other cards of
that game can be dealt around them along the tree of worlds. And if nothing is said of
all players, those who are not named nor stood for are like one. `docs/methods.md` has
the proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count, islice

from mystpy.compilation import replace
from mystpy.conjectures.countermodels.instances import Universal
from mystpy.game.game import Game
from mystpy.language.atoms import (
    Constant,
    Equality,
    Fluent,
    H,
    Membership,
    PossAtom,
    Question,
    Var,
)
from mystpy.language.nodes import (
    After,
    BinaryConnective,
    CountOver,
    Exists,
    ForAll,
    Formula,
    GroupModal,
    Knows,
    NaryConnective,
    Next,
    Not,
    Quantified,
)
from mystpy.language.numbers import Binder
from mystpy.language.subformulas import (
    cards_in,
    children,
    players_in,
    terms,
    walk,
    with_children,
)

_KNOWN = (
    *(Constant, Fluent, H, Equality, Membership, PossAtom),
    *(
        Not,
        NaryConnective,
        BinaryConnective,
        Knows,
        GroupModal,
        After,
        Next,
        Quantified,
    ),
)


def needed_games(
    conjecture: Sequence[Universal], players: Iterable[int]
) -> tuple[Game, ...]:
    """The games in which it is enough that it holds; none if sizes may matter.

    There is one if it holds then for any number of players, else one for each of those
    numbers of `players`.
    """
    if not all(map(_is_sizeless, conjecture)):
        return ()
    if all(map(is_of_few_players, conjecture)):
        players = (max(map(_players_that_matter, conjecture)) + 1,)
    return tuple(_game(conjecture, p) for p in players)


def games_that_differ(
    conjecture: Sequence[Universal], games: Iterable[Game]
) -> tuple[Game, ...]:
    """The games, one of those that differ in the size of questions if none is meant."""
    if any(map(_speaks_of_questions, conjecture)):
        return tuple(games)
    return tuple(
        dict.fromkeys(replace(game, q=1) if game.m else game for game in games)
    )


def _speaks_of_questions(piece: Universal) -> bool:
    inner = [part for part in walk(piece.matrix) if isinstance(part, Binder)]
    return (
        any(isinstance(part, Question) for part in walk(piece.matrix))
        or any(part.domain == "questions" for part in (*piece.before, *inner))
        or any(isinstance(part, CountOver) and part.number == "q" for part in inner)
    )


def is_of_few_players(piece: Universal) -> bool:
    """Whether nothing is said of all players but by variables in front."""
    quantified = any(isinstance(part, Quantified) for part in walk(piece.matrix))
    groups = any("players" in terms(part) for part in walk(piece.matrix))
    return not (
        quantified or groups or any(part.sort == "group" for part in piece.before)
    )


def about_the_pile(node: Formula) -> Formula:
    """The formula with `h(0,x)` for: no player has x, (2.9) and (2.10)."""
    match node:
        case ForAll(var=var, domain="players", body=Not(H(Var(name), x))) if (
            var == name
        ):
            return H(0, x)
        case Exists(var=var, domain="players", body=H(Var(name), x)) if var == name:
            return Not(H(0, x))
    return with_children(node, [about_the_pile(part) for part in children(node)])


def _is_sizeless(piece: Universal) -> bool:
    """Whether it speaks only of cards named or stood for in front, one by one."""
    parts = list(walk(piece.matrix))
    quantifiers = [part for part in parts if isinstance(part, Quantified)]
    return (
        all(
            isinstance(part, _KNOWN) and not isinstance(part, Question)
            for part in parts
        )
        and all(isinstance(part.domain, str | tuple) for part in piece.before)
        and all(part.sort != "set" for part in (*piece.before, *quantifiers))
        and all(
            part.sort != "card" or isinstance(part.domain, tuple)
            for part in quantifiers
        )
    )


def _named(piece: Universal) -> frozenset[str]:
    """The cards that a piece names, also in what its variables range over."""
    listed = frozenset(x for part in piece.before for x in terms(part))
    return cards_in(piece.matrix) | {x for x in listed if isinstance(x, str)}


def _players_that_matter(piece: Universal) -> int:
    """The last player that is named, and as many more as there are variables."""
    named = {i for part in piece.before for i in terms(part) if isinstance(i, int)}
    last = max((1, *named, *players_in(piece.matrix)))
    return last + sum(part.sort in ("player", "holder") for part in piece.before)


def _game(conjecture: Sequence[Universal], p: int) -> Game:
    """A game of p players in which every holder can have all cards that matter."""
    named = sorted(frozenset().union(*map(_named, conjecture)))
    more = max(
        sum(part.sort == "card" for part in piece.before) for piece in conjecture
    )
    size = max(1, len(named) + more)
    others = (card for k in count(1) if (card := f"s{k}") not in named)
    cards = (*named, *islice(others, size * (p + 1) - len(named)))
    return Game.general(cards, [size] * (p + 1), 1)
