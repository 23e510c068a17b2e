"""The expansion of abbreviations in a formula: quantifiers, numbers, Kw, E^k, =.

The expanded formula has atoms, connectives, K, E, C and D with groups written out. In
models it has B and M, which in games are K and its dual. It also has announcements,
`after`, `next` and `possible` with their terms filled in. Counts become conjunctions
and disjunctions, which may take many more nodes than the count has parts. On request
they remain counts of listed formulas, for engines that count.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import cast

from mystpy.compilation import replace
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.game.names import shape, sort_cards
from mystpy.language.atoms import (
    ActionTerm,
    Atom,
    Cards,
    Equality,
    Falsity,
    Group,
    H,
    Membership,
    OpenAtom,
    PlayerFluent,
    PossAtom,
    Question,
    Term,
    Value,
    Var,
)
from mystpy.language.counting.domains import Binding, value
from mystpy.language.junctions import (
    CountSize,
    announcement_formula,
    conjunction,
    constant,
    count_formula,
    count_size,
    disjunction,
    iterate_everyone,
    kept_size,
    of_player,
    unabbreviated_size,
)
from mystpy.language.nodes import (
    After,
    Announcing,
    Believes,
    CountOf,
    CountOver,
    Distributed,
    Everyone,
    ForAll,
    Formula,
    GroupModal,
    Iterated,
    PlayerModal,
    Quantified,
)
from mystpy.language.numbers import Binder, Comparison
from mystpy.language.subformulas import children, refuse_deep, with_children
from mystpy.language.vocabulary import GameWords, Vocabulary

MAX_SIZE = 1_000_000
"""The maximal number of nodes of an expanded formula."""

MOST_COUNTED = 1_000
"""The maximal number of formulas that a comparison of numbers counts."""


_NO_BINDING: Binding = MappingProxyType({})


def expanded_size(
    formula: Formula, words: Vocabulary | Game, *, keep_counts: bool = False
) -> int:
    """How many nodes `expand` would give, at most."""
    refuse_deep(formula)
    size_of_count = kept_size if keep_counts else count_size
    return _expanded_size(formula, _vocabulary(words), size_of_count)


def _expanded_size(f: Formula, words: Vocabulary, size_of_count: CountSize) -> int:
    sizes = [_expanded_size(child, words, size_of_count) for child in children(f)]
    match f:
        case Quantified():
            return sizes[0] * _member_count(f, words) + 1
        case CountOver(exact, number):
            least = words.number(number)
            return size_of_count(_member_count(f, words), least, exact, sizes[0])
        case Comparison():
            from mystpy.language.counting.linear import most_parts  # few have numbers

            most = most_parts(f, words.number, lambda g: _member_count(g, words))
            if most > MOST_COUNTED:
                return MAX_SIZE + most
            return size_of_count(most, (most + 1) // 2, True, sum(sizes) + 4)
    return unabbreviated_size(f, sizes, size_of_count)


def _member_count(f: Binder, words: Vocabulary) -> int:
    if isinstance(f.domain, tuple):
        return len(f.domain)
    if isinstance(f.domain, str):
        return words.count(f.domain)
    # A variable set is a part of the cards, a variable group one of the players.
    return words.count("players" if f.sort == "player" else "cards")


def _vocabulary(words: Vocabulary | Game) -> Vocabulary:
    return GameWords(words) if isinstance(words, Game) else words


def expand(
    formula: Formula,
    words: Vocabulary | Game,
    binding: Binding = _NO_BINDING,
    *,
    keep_counts: bool = False,
) -> Formula:
    """The same formula without quantifiers, counts, Kw, E^k, `=` and `in`.

    With `keep_counts`, counts of listed formulas stay, and all others become such.

    Its free variables have the values of the binding. Over an empty set `forall` is
    true and `exists` is false. A question that a substitution makes ill-formed was
    never asked: it becomes false. Every card and player is checked against the game, so
    that engines get only checked formulas. Raises QueryError for unknown ones, for free
    variables and beyond MAX_SIZE nodes.
    """
    known = _vocabulary(words)
    count = expanded_size(formula, known, keep_counts=keep_counts)
    if count > MAX_SIZE:
        raise QueryError(
            f"the quantifiers unfold into {count} parts, more than {MAX_SIZE}",
            hint="quantify over fewer cards or players",
        )
    found = _expand(formula, known, binding)
    return found if keep_counts else _without_counts(found)


def _without_counts(f: Formula) -> Formula:
    """Return the same formula with each count as an equivalent junction."""
    below = [_without_counts(child) for child in children(f)]
    if isinstance(f, CountOf):
        return count_formula(f.exact, f.number, below)
    return with_children(f, below) if below else f


def _expand(f: Formula, words: Vocabulary, binding: Binding) -> Formula:
    match f:
        case Comparison():
            return _compared(f, words, binding)
        case Binder(body=body):
            values = instances(f, words, binding)
            parts = [_expand(body, words, {**binding, f.var: x}) for x in values]
            return _gathered(f, parts, words)
        case CountOf():
            return with_children(f, [_expand(part, words, binding) for part in f.parts])
        case PlayerModal(agent, body):
            player = _player(agent, words, binding)
            return of_player(f, player, _expand(body, words, binding), words.believes)
        case GroupModal():
            group = group_of(f.group, words, binding)
            said = _expand(f.body, words, binding)
            if isinstance(f, Distributed) and len(group) == 1:
                return of_player(Believes(*group, said), *group, said, words.believes)
            if isinstance(f, Iterated):
                return iterate_everyone(f.times, group, said)
            return cast("Formula", replace(cast("Everyone", f), group=group, body=said))
    below = [_expand(child, words, binding) for child in children(f)]
    if isinstance(f, Announcing):
        return announcement_formula(f, *below)
    if isinstance(f, After):
        return After(_action(f.action, words, binding), below[0])
    return with_children(f, below) if below else _substitute(f, words, binding)


def _compared(f: Comparison, words: Vocabulary, binding: Binding) -> Formula:
    """A comparison as a count of listed formulas."""
    from mystpy.language.counting.linear import Unfolding  # few formulas have numbers

    unfolding: Unfolding[Binding] = Unfolding(
        words.number,
        lambda node, b: [{**b, node.var: x} for x in instances(node, words, b)],
        lambda body, b: _expand(body, words, b),
    )
    return unfolding.count(f, binding)


def _gathered(f: Formula, parts: Sequence[Formula], words: Vocabulary) -> Formula:
    """Return the formula for a quantifier, or a count, over its instances."""
    match f:
        case CountOver(exact, number):
            return CountOf(exact, words.number(number), tuple(parts))
        case ForAll():
            return conjunction(parts)
    return disjunction(parts)


def instances(f: Binder, words: Vocabulary, binding: Binding) -> Sequence[Value]:
    """Return the values of the variable of a quantifier, in order."""
    if isinstance(f.domain, str):
        return words.members(f.domain)
    if isinstance(f.domain, tuple):
        return tuple(value(x, binding) for x in f.domain)
    found = value(f.domain, binding)
    if isinstance(found, frozenset):
        return sort_cards(found, words.game.deck if words.game else None)
    return cast("tuple[int | str, ...]", found)


def _substitute(f: Formula, words: Vocabulary, binding: Binding) -> Formula:
    """Return an atom with its variables replaced by their values."""
    match f:
        case H(holder, card):
            number = words.player(str(value(holder, binding)), pile=True)
            return H(cast("int", number), _card(card, words, binding))
        case PlayerFluent(player):
            return type(f)(_player(player, words, binding))
        case Question(cards):
            asked = cards_of(cards, words, binding)
            wrong = words.game.question_fault(tuple(asked)) if words.game else None
            return Falsity() if wrong else Question(asked)
        case Equality(left, right):
            return constant(value(left, binding) == value(right, binding))
        case Membership(item, of):
            members = (
                group_of("players", words, binding)
                if of == "players"
                else (value(of, binding))
            )
            one = value(item, binding)
            return constant(isinstance(members, frozenset | tuple) and one in members)
        case PossAtom(action):
            return PossAtom(_action(action, words, binding))
        case OpenAtom(name, places):
            inside = ",".join(str(value(place, binding)) for place in places)
            return Atom(f"{name}({inside})")
    return f


def _player(term: int | str | Var, words: Vocabulary, binding: Binding) -> int | str:
    return words.player(str(value(term, binding)))


def _card(term: str | Var, words: Vocabulary, binding: Binding) -> str:
    return words.card(str(value(term, binding)))


def cards_of(cards: Cards, words: Vocabulary, binding: Binding) -> frozenset[str]:
    """The cards of a set, each checked."""
    found = value(cards, binding)
    assert isinstance(found, frozenset)
    return frozenset(words.card(str(card)) for card in found)


def group_of(
    group: Group, words: Vocabulary, binding: Binding
) -> tuple[int | str, ...]:
    """The members of a group, each checked."""
    if group == "players":
        return cast("tuple[int | str, ...]", words.members("players"))
    found = value(group, binding)
    assert isinstance(found, tuple)
    return tuple(words.player(str(player)) for player in found)


def _action(action: ActionTerm, words: Vocabulary, binding: Binding) -> ActionTerm:
    args: list[Term] = []
    sorts = shape(action.kind, len(action.args))
    for arg, sort in zip(action.args, sorts, strict=True):
        found = value(arg, binding)
        if isinstance(found, frozenset):
            args.append(cards_of(found, words, binding))
        elif isinstance(found, str):
            args.append(words.card(found))
        else:
            args.append(words.player(str(found), pile=sort == "holder"))
    return ActionTerm(action.kind, tuple(args))
