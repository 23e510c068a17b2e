"""Formulas: what can be said, and what can be told from a formula's form.

The nodes stand in `formula_nodes`, printing in `formula_show`, reading in
`formula_text`; this module is where the others find all of it.
"""

from __future__ import annotations

from mystpy.errors import QueryError
from mystpy.formula_nodes import (
    MAX_DEPTH,
    And,
    AnsTurn,
    Atom,
    CardTerm,
    Common,
    Domain,
    Everyone,
    Exists,
    Falsity,
    ForAll,
    Formula,
    GameOver,
    Group,
    H,
    Holder,
    Iff,
    Implies,
    Knows,
    Modal,
    Not,
    Or,
    Phase,
    PhaseIs,
    Player,
    Quantified,
    Question,
    StillIn,
    Truth,
    Turn,
    Var,
    children,
    conjunction,
    depth,
    disjunction,
    refuse_deep,
    walk,
    with_children,
)
from mystpy.formula_show import formula_term, latex, show_formula
from mystpy.game.game import Game

__all__ = [
    "MAX_DEPTH",
    "MAX_SIZE",
    "And",
    "AnsTurn",
    "Atom",
    "CardTerm",
    "Common",
    "Domain",
    "Everyone",
    "Exists",
    "Falsity",
    "ForAll",
    "Formula",
    "GameOver",
    "Group",
    "H",
    "Holder",
    "Iff",
    "Implies",
    "Knows",
    "Modal",
    "Not",
    "Or",
    "Phase",
    "PhaseIs",
    "Player",
    "Quantified",
    "Question",
    "StillIn",
    "Truth",
    "Turn",
    "Var",
    "agents_in",
    "children",
    "conjunction",
    "depth",
    "disjunction",
    "domain_members",
    "expand",
    "expanded_size",
    "formula_term",
    "is_objective",
    "is_positive",
    "latex",
    "modal_depth",
    "players_in",
    "show_formula",
    "size",
    "walk",
    "with_children",
]

MAX_SIZE = 1_000_000
"""How many nodes the quantifiers of a formula may unfold into."""


def size(formula: Formula) -> int:
    """The number of nodes of the formula."""
    return sum(1 for _ in walk(formula))


def modal_depth(formula: Formula) -> int:
    """How deep K, E and C are nested; 0 for an objective formula."""
    refuse_deep(formula)
    return _modal_depth(formula)


def _modal_depth(f: Formula) -> int:
    below = max([_modal_depth(child) for child in children(f)], default=0)
    return below + isinstance(f, Modal)


def is_objective(formula: Formula) -> bool:
    """True if the formula speaks of no player's knowledge: no K, E or C in it."""
    return not any(isinstance(node, Modal) for node in walk(formula))


def is_positive(formula: Formula) -> bool:
    """True if no K, E or C stands under an odd number of negations.

    The premise of -> counts as negated, and each side of <-> as both.
    """
    waiting = [(formula, True)]
    while waiting:
        node, positive = waiting.pop()
        match node:
            case Not(body):
                waiting.append((body, not positive))
            case Implies(left, right):
                waiting += [(left, not positive), (right, positive)]
            case Iff(left, right):
                if not (is_objective(left) and is_objective(right)):
                    return False
            case Knows() | Everyone() | Common() if not positive:
                return False
            case _:
                waiting += [(child, positive) for child in children(node)]
    return True


def players_in(formula: Formula) -> frozenset[int]:
    """The players that the formula names by number, in whatever place."""
    found: set[Player] = set(agents_in(formula))
    for node in walk(formula):
        match node:
            case H(holder):
                found.add(holder)
            case StillIn(player) | Turn(player) | AnsTurn(player):
                found.add(player)
            case ForAll() | Exists() if isinstance(node.domain, tuple):
                found.update(i for i in node.domain if isinstance(i, int))
    return frozenset(i for i in found if isinstance(i, int) and i > 0)


def agents_in(formula: Formula) -> frozenset[int]:
    """The players, by number, of whose knowledge the formula speaks."""
    found: set[Player] = set()
    for node in walk(formula):
        match node:
            case Knows(player):
                found.add(player)
            case Everyone(group) | Common(group):
                found.update(group)
    return frozenset(i for i in found if isinstance(i, int))


def domain_members(domain: Domain, game: Game) -> tuple[str | int, ...]:
    """What a quantifier ranges over in this game, in order."""
    if isinstance(domain, tuple):
        return domain
    if domain == "cards":
        return game.cards
    return tuple(game.holders) if domain == "holders" else tuple(range(1, game.p + 1))


def expanded_size(formula: Formula, game: Game) -> int:
    """How many nodes `expand` would give, at most."""
    refuse_deep(formula)
    return _expanded_size(formula, game)


def _expanded_size(f: Formula, game: Game) -> int:
    below = sum([_expanded_size(child, game) for child in children(f)])
    if isinstance(f, Quantified):
        below *= len(domain_members(f.domain, game))
    return below + 1


def expand(formula: Formula, game: Game) -> Formula:
    """The same formula without quantifiers: conjunctions and disjunctions instead.

    Over an empty set `forall` is true and `exists` is false. A question that a
    substitution makes ill-formed was never asked: it becomes false. Every card
    and player is checked against the game, so that what an engine is given has
    passed through here. Raises QueryError for unknown ones, for free variables
    and beyond MAX_SIZE nodes.
    """
    count = expanded_size(formula, game)
    if count > MAX_SIZE:
        raise QueryError(
            f"the quantifiers unfold into {count} parts, more than {MAX_SIZE}",
            hint="quantify over fewer cards or players",
        )
    return _expand(formula, game, {})


Binding = dict[str, str | int]


def _expand(f: Formula, game: Game, binding: Binding) -> Formula:
    match f:
        case ForAll(var, domain, body) | Exists(var, domain, body):
            members = domain_members(domain, game)
            parts = [_expand(body, game, {**binding, var: x}) for x in members]
            return conjunction(parts) if isinstance(f, ForAll) else disjunction(parts)
        case Knows(player, body):
            return Knows(_player(player, game, binding), _expand(body, game, binding))
        case Everyone(group, body) | Common(group, body):
            players = tuple(_player(i, game, binding) for i in group)
            return type(f)(players, _expand(body, game, binding))
        case Not() | And() | Or() | Implies() | Iff():
            below = [_expand(child, game, binding) for child in children(f)]
            return with_children(f, below)
    return _substitute(f, game, binding)


def _substitute(f: Formula, game: Game, binding: Binding) -> Formula:
    """An atom with its variables replaced by what they stand for."""
    match f:
        case H(holder, card):
            return H(game.holder(_value(holder, binding)), _card(card, game, binding))
        case StillIn(player) | Turn(player) | AnsTurn(player):
            return type(f)(_player(player, game, binding))
        case Question(cards):
            asked = [_card(card, game, binding) for card in cards]
            wrong = game.question_fault(asked)
            return Falsity() if wrong else Question(frozenset(asked))
    return f


def _player(term: Player, game: Game, binding: Binding) -> int:
    return game.player(_value(term, binding))


def _card(term: CardTerm, game: Game, binding: Binding) -> str:
    return game.card(str(_value(term, binding)))


def _value(term: Player | CardTerm, binding: Binding) -> str | int:
    if not isinstance(term, Var):
        return term
    if term.name not in binding:
        raise QueryError(
            f"the variable {term} is bound by no quantifier", word=term.name
        )
    return binding[term.name]
