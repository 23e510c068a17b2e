"""The instances of a conjecture in a game, up to renaming of cards and players.

Leading quantifiers are instantiated: the conjecture holds if each instance does.
Nothing is known of the history. So all cards that the formula does not distinguish may
be renamed, and also all players that it does not name and that have equally many cards.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import product

from mystpy.compilation import dataclass, replace
from mystpy.conjectures.countermodels.tree import CountermodelTree, HistorylessForms
from mystpy.errors import NotCovered
from mystpy.game.game import Game
from mystpy.language.atoms import Value
from mystpy.language.counting.domains import Binding
from mystpy.language.expand import expand, expanded_size, instances
from mystpy.language.nodes import (
    And,
    Exists,
    ForAll,
    Formula,
    Implies,
    Not,
    Or,
)
from mystpy.language.subformulas import cards_in, free_variables, players_in
from mystpy.language.vocabulary import GameWords
from mystpy.processes.ticking import tick

_MOST_PARTS = 100_000
"""The largest number of nodes of all instances of a conjecture together."""


@dataclass(frozen=True, slots=True)
class Universal:
    """A formula with the leading quantifiers over some variables, in their order."""

    before: tuple[ForAll | Exists, ...]
    matrix: Formula


def pieces(node: Formula, *, wanted: bool = True) -> tuple[Universal, ...]:
    """Return the conjuncts of a formula, or of its negation, with their quantifiers."""
    match node:
        case Not(body):
            return pieces(body, wanted=not wanted)
        case ForAll() | Exists() if node.every is wanted:
            inner = pieces(node.body, wanted=wanted)
            return tuple(
                replace(piece, before=(node, *piece.before)) for piece in inner
            )
        case And(parts) | Or(parts) if isinstance(node, And) is wanted:
            return tuple(x for part in parts for x in pieces(part, wanted=wanted))
        case Implies(left, right) if wanted:
            inner, free = pieces(right), free_variables(left)
            bound = {part.var for piece in inner for part in piece.before}
            if not bound & free:
                return tuple(
                    replace(piece, matrix=Implies(left, piece.matrix))
                    for piece in inner
                )
    return (Universal((), node if wanted else Not(node)),)


def hold_in_few_worlds(conjecture: Iterable[Universal], game: Game) -> tuple[bool, int]:
    """Return whether no small model refutes it in a game, and the number of instances.

    Raises NotCovered for formulas outside this method, and GaveUp.
    """
    looked, parts = 0, 0
    for piece in conjecture:
        size = expanded_size(piece.matrix, game)
        for binding in bindings(piece, game):
            tick()
            parts += size
            if parts > _MOST_PARTS:
                raise NotCovered("there are too many instances")
            forms = HistorylessForms(game)
            form = forms.of(Not(expand(piece.matrix, game, binding)))
            looked += 1
            if CountermodelTree(game, forms, form).refutes():
                return False, looked
    return True, looked


def bindings(piece: Universal, game: Game) -> Iterator[Binding]:
    """Yield the values of the leading variables, one of each set of equivalent ones."""
    matrix: Formula = piece.matrix
    for quantifier in reversed(piece.before):
        matrix = replace(quantifier, body=matrix)
    named = [frozenset({card}) for card in sorted(cards_in(matrix))]
    players = [frozenset({i}) for i in sorted(players_in(matrix))]
    return _bound(piece.before, game, {}, (*named, *players))


def _bound(
    before: tuple[ForAll | Exists, ...],
    game: Game,
    binding: Binding,
    constrained: tuple[ConstrainedCards, ...],
) -> Iterator[Binding]:
    if not before:
        yield binding
        return
    first, rest = before[0], before[1:]
    for value in _values(first, game, binding, constrained):
        more = value if isinstance(value, frozenset | tuple) else {value}
        ahead = (*constrained, frozenset(more))
        yield from _bound(rest, game, {**binding, first.var: value}, ahead)


ConstrainedCards = frozenset[int | str]
"""Cards, or players, that the formula distinguishes from others."""


def _values(
    quantifier: ForAll | Exists,
    game: Game,
    binding: Binding,
    constrained: tuple[ConstrainedCards, ...],
) -> Iterator[Value]:
    over = quantifier.domain
    if isinstance(over, str) and quantifier.sort == "set" and not game.sorts:
        yield from _sets(over, game, constrained)
        return
    seen: set[Hashable] = set()
    for value in instances(quantifier, GameWords(game), binding):
        kind: Hashable = value
        if isinstance(value, int | str):
            kind = _kind(value, game, constrained)
        if kind not in seen:
            seen.add(kind)
            yield value


def _kind(
    value: int | str, game: Game, constrained: tuple[ConstrainedCards, ...]
) -> Hashable:
    """Return a key that is equal for cards, or players, that are not distinguished."""
    signs = tuple(value in each for each in constrained)
    if isinstance(value, int):
        return signs, value == 0, game.sizes[value]
    return signs, *(value in cards for _, cards in game.sorts)


def _sets(
    over: str, game: Game, constrained: tuple[ConstrainedCards, ...]
) -> Iterator[Value]:
    """Yield card sets, one for each number of cards of each class."""
    alike: dict[Hashable, list[str]] = {}
    for card in game.cards:
        alike.setdefault(_kind(card, game, constrained), []).append(card)
    size = {"questions": game.q, "guesses": game.sizes[0]}.get(over)
    for counts in product(*(range(len(cards) + 1) for cards in alike.values())):
        if size in (None, sum(counts)):
            taken = zip(alike.values(), counts, strict=True)
            yield frozenset(card for cards, k in taken for card in cards[:k])
