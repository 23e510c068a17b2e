"""The games that stand for all sizes: as many cards as a countermodel needs.

In the field: a small model property.

If no quantifier over cards or sets occurs inside a piece of a conjecture, only r
cards matter to it: those it names, and those that the variables in front stand for.
Whatever history of whatever game refutes it, the r cards alone, with who holds them in
which world, refute it in a game in which every holder has r cards. The other cards of
that game can be dealt around them along the tree of worlds. And if nothing is said of
all players, those who are not named nor stood for are like one. The proof is in
`docs/explanation/small-countermodels.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count, islice

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget, spread
from mystpy.conjectures.conjecture import (
    Conjecture,
    bounds_of,
    judge_result,
    sizes_of,
    span,
)
from mystpy.conjectures.countermodels.instances import (
    Universal,
    hold_in_few_worlds,
    pieces,
)
from mystpy.conjectures.limits import game_label
from mystpy.conjectures.sweep.sweep import is_met
from mystpy.conjectures.verdict import Result
from mystpy.engines.symbolic.solver import SearchLimitReached
from mystpy.errors import AxiomError, QueryError
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
    Modal,
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


def for_all_players(conjecture: Conjecture, budget: Budget) -> Result | None:
    """Return PROVED for all sizes and numbers of players if that is soon seen."""
    if not all(map(is_of_few_players, pieces(about_the_pile(conjecture.node)))):
        return None
    return for_all_sizes(conjecture, budget)


def for_all_sizes(conjecture: Conjecture, budget: Budget) -> Result | None:
    """Return PROVED for all sizes if it holds in the games in which that is enough."""
    node = conjecture.node
    if not _is_of_knowledge(node):
        return None
    budget.tick()
    said = pieces(about_the_pile(node))
    players = sorted({game.p for game in conjecture.games})
    looked = [_holding((said, game)) for game in needed_games(said, players)]
    if not looked or not all(looked):
        return None
    least = max((2, *players_in(node)))
    few = all(map(is_of_few_players, said))
    free = ", ".join((*sizes_of(conjecture.games), "depth"))
    scope = {"p": f">= {least}" if few else span(players), free: "any"}
    return _proved(conjecture, sum(looked), scope)


def for_named_games(conjecture: Conjecture, budget: Budget) -> Result | None:
    """Return PROVED for the games named if no few worlds over their deals refute it.

    None if it speaks of nobody's knowledge, or if some worlds do, which perhaps no
    history leads to.
    """
    if not _is_of_knowledge(conjecture.node):
        return None
    looked = _game_by_game(conjecture, budget)
    scope = bounds_of(conjecture.games) | {"depth": "any"}
    return _proved(conjecture, looked, scope) if looked else None


def _is_of_knowledge(node: Formula) -> bool:
    return any(isinstance(part, Modal) for part in walk(node))


def _proved(
    conjecture: Conjecture, looked: int, scope: Mapping[str, object]
) -> Result | None:
    if not is_met(conjecture.node, conjecture.games, depth=conjecture.depth):
        return None
    return judge_result(
        conjecture,
        None,
        proves=True,
        method="few worlds",
        instances=looked,
        scope=scope,
        note="a solver finds no worlds, each a deal, that refute it, whether a history"
        " leads to them or not: a few are enough, for what is not known (cards and"
        " players renamed)",
    )


def _game_by_game(conjecture: Conjecture, budget: Budget) -> int:
    """How many instances hold in the games named; 0 if some does not."""
    said = pieces(conjecture.node)
    first, *rest = games_that_differ(said, conjecture.games)
    items = [(game_label(game), (said, game)) for game in rest]
    total = _holding((said, first))
    if not total:
        return 0
    label = f"few worlds|{conjecture.form}|{conjecture.text}"
    for _, looked in spread(budget, label, _holding, items):
        if not looked:
            return 0
        total += looked
    return total


def _holding(item: tuple[Sequence[Universal], Game]) -> int:
    """How many instances hold in a game; 0 if one does not, or it is not known."""
    said, game = item
    try:
        holds, looked = hold_in_few_worlds(said, game)
    except (SearchLimitReached, QueryError, AxiomError):
        return 0
    return looked if holds else 0
