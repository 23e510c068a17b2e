"""The axioms about players, cards and views that provers get besides the rules.

In the field: background theory, checked in its models.

The next player is given by numbers, (2.6), and the sizes, (2.11) and (2.12), by
counting. Provers know neither, and get consequences of them. These consequences are
checked. For incp, with any number of players, cvc5 derives them with integers from the
rules of the files. The others are checked in every deal of small games, as clingo lists
them. Whether a player sees the card of a show depends on the player's role in it, as
the rules of section 1.3 say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import combinations, product
from pathlib import Path

from mystpy.axiom_folder import cached_by_theory
from mystpy.axioms import axioms_dir
from mystpy.conjectures.outcomes import ProverOutcome, once
from mystpy.conjectures.prover import smt
from mystpy.conjectures.prover.reader import Form, lines, symbols, term
from mystpy.engines.backend import ClingoModule
from mystpy.engines.programs.clauses import definitions
from mystpy.engines.programs.run import RULES_OF_THE_GAME, THE_START, answer_sets
from mystpy.engines.worlds.sight_table import ASKED, OTHER, SHOWS, roles_that_see
from mystpy.errors import AxiomError
from mystpy.game.game import Game, facts
from mystpy.game.names import set_term
from mystpy.language.atoms import H
from mystpy.sight import require_known_sight

SORTS = {
    "incp_total": "! [X] : (player(X) => ? [Y] : incp(X,Y))",
    "incp_players": "! [X,Y] : (incp(X,Y) => (player(X) & player(Y)))",
    "incp_function": "! [X,Y,Z] : ((incp(X,Y) & incp(X,Z)) => Y = Z)",
    "incp_one_to_one": "! [X,Y,Z] : ((incp(X,Z) & incp(Y,Z)) => X = Y)",
    "incp_others": "! [X] : ~incp(X,X)",
    "pile_no_player": "~player(n0)",
    "holders": "! [K,X] : (h(K,X) => ((player(K) | K = n0) & card(X)))",
    "held_by_one": "! [J,K,X] : ((h(J,X) & h(K,X)) => J = K)",
    "held_by_some": "! [X] : (card(X) => ? [K] : h(K,X))",
    "some_question": "? [Q] : question_set(Q)",
    "some_pile": "? [M] : pile_set(M)",
    "as_many_as_the_pile": (
        "! [M] : ((pile_set(M) & ! [X] : (element(X,M) => h(n0,X)))"
        " => ! [X] : (h(n0,X) => element(X,M)))"
    ),
}
"""(2.6) incp, (2.9), (2.10), and which objects are players and cards.

There are questions, so that q <= c, and there are sets with as many cards as the pile.
Such a set whose cards are all in the pile is the pile, since (2.12) and (S2.3.2) give
them equal sizes.
"""

SIZES = {
    "as_many_in_all_deals": (
        "! [S,T] : ((exec(S) & exec(T)) => ! [K] : ((player(K) | K = n0)"
        " => (! [X] : (h(K,X,T) => h(K,X,S)) => ! [X] : (h(K,X,S) => h(K,X,T)))))"
    )
}
"""(2.11), (2.12): a holder with the cards of a deal, and more, has another number."""

_CLINGO = ClingoModule("clingo")
_NUMBERED = "s2_01_constants.lp"
_NUMBERS = {"player", "incp"}
_SOME_P = "? [P] : ($lesseq(n2,P) & ! [X] : (constant(p,X) <=> X = P))"
"""(2.1): there are at least two players."""

_DEALS = """{ h(K,X,init0) : holder(K) } :- card(X).
#defined ill_sorted/1. #defined sort_of/2. #defined examined/1. #defined reported/1.
#defined sets_examined/0. #defined situation/1. #defined considered/2.
#show. #show player/1. #show card/1. #show incp/2. #show h/2. #show element/2.
#show question_set/1. #show pile_set/1.
"""
_GAMES = (
    Game.myst(1, 1, 2, 2),
    Game.myst(2, 1, 2, 1),
    Game.general(["a", "b", "c", "d"], {0: 1, 1: 2, 2: 1}, q=2),
    Game.clue(2, {"who": ["a", "b"], "how": ["c", "d"]}),
)
_OTHER_RULES = ("sizes.lp", "sorts.lp")

Relations = Mapping[str, Set[tuple[Form, ...]]]
"""The tuples of objects that satisfy each predicate in a finite structure."""


def sees_card(player: str, by: str, to: str) -> str:
    """Return the formula, in TPTP, that a player sees the card of a show.

    Raises AxiomError if their roles in the show do not determine it.
    """
    roles = roles_that_see("myst")
    if roles is None:
        require_known_sight("myst", "a proof for all sizes")
        raise AxiomError("who sees the card of a show does not depend on roles alone")
    cases = {SHOWS: f"{player} = {by}", ASKED: f"{player} = {to}"}
    cases[OTHER] = f"~({cases[SHOWS]} | {cases[ASKED]})"
    return f"({' | '.join(cases[k] for k in sorted(roles)) or '$false'})"


def first_unfounded_name() -> str | None:
    """Return the first name of a claim that the axiom files do not imply, or None.

    Raises EngineMissing without cvc5.
    """
    checkers = f"{smt.version()} and clingo {_CLINGO.__version__}"
    found = once(checkers, (), _claims(axioms_dir()), _borne_out)
    return None if found.proved else found.lines[0]


@cached_by_theory()
def _claims(folder: Path) -> str:
    """Return the texts of the claims, and of the files and programs that check them."""
    files = (_NUMBERED, *RULES_OF_THE_GAME, THE_START, *_OTHER_RULES)
    read = [(folder / name).read_text("utf-8") for name in dict.fromkeys(files)]
    programs = [_program(game) for game in _GAMES]
    said = [f"{name}: {text}" for name, text in (SORTS | SIZES).items()]
    return "\0".join((*read, *programs, *said, _SOME_P))


def _borne_out() -> ProverOutcome:
    """Check all claims; the outcome names the first one that does not hold."""
    about = dict(definitions((_NUMBERED,), sorted(_NUMBERS))) | {"some_p": _SOME_P}
    known = "".join(f"fof({name}, axiom, {text}).\n" for name, text in about.items())
    of_deals = {}
    for name, text in SORTS.items():
        problem = f"fof({name}, conjecture, {text}).\n"
        formula = lines(problem)[0].formula
        if not symbols(formula) <= {*_NUMBERS, "n0"}:
            of_deals[name] = formula
            continue
        found = smt.answer(f"{known}{problem}", way=smt.SmtStrategy.INTEGERS)
        if not found.proved:
            return ProverOutcome(False, (name,), found.repeatable)
    refuted = _refuted_by_deals(of_deals)
    return ProverOutcome(refuted is None, () if refuted is None else (refuted,))


def _refuted_by_deals(formulas: Mapping[str, Form]) -> str | None:
    """Return the first formula that is false in some deal of the small games."""
    games = [list(deals_of(game)) for game in _GAMES]
    for name, formula in formulas.items():
        for deals in games:
            if not deals or not all(holds(formula, each) for each in deals):
                return name
    (same,) = lines(f"fof(a, axiom, {SIZES['as_many_in_all_deals']}).\n")
    if not all(holds(same.formula, _as_situations(deals)) for deals in games):
        return "as_many_in_all_deals"
    return None


def _as_situations(deals: Iterable[Relations]) -> Relations:
    """Return the deals of a game in one structure, each in its own situation."""
    found: dict[str, set[tuple[Form, ...]]] = defaultdict(set)
    for number, deal in enumerate(deals):
        situation: Form = (f"deal{number}",)
        found["exec"].add((situation,))
        found[H.predicate] |= {(*row, situation) for row in deal[H.predicate]}
        found["player"] |= deal["player"]
    return found


def deals_of(game: Game) -> Iterator[Relations]:
    """Yield every deal of a game, with all facts of the files about its card sets."""
    others = _OTHER_RULES if game.rules != "myst" else ()
    files = (*RULES_OF_THE_GAME, THE_START, *others)
    for atoms in answer_sets(files, _program(game)):
        yield relations_of(atoms)


def _program(game: Game) -> str:
    sizes = sorted({game.q, game.sizes[0]} - {None})
    sets = (x for size in sizes for x in combinations(game.cards, size))
    terms = ";".join(set_term(cards, game.deck) for cards in sets)
    return f"{facts(game)}{_DEALS}set_term({terms}).\n"


def relations_of(atoms: tuple[str, ...]) -> Relations:
    """Return the structure of exactly these atoms; a number 2 is the object n2."""
    found: dict[str, set[tuple[Form, ...]]] = defaultdict(set)
    for atom in atoms:
        name, *args = term(atom)
        found[name].add(tuple(map(_object, args)))
    return found


def _object(of: Form) -> Form:
    name, *args = of
    return (f"n{name}" if name.isdigit() else name, *map(_object, args))


def holds(formula: Form, relations: Relations) -> bool:
    """Return whether a formula holds in a finite structure, over its own objects.

    Its terms are variables and constants.
    """
    objects = {each for rows in relations.values() for row in rows for each in row}
    return _holds(_guarded(formula), relations, sorted(objects), {})


def _guarded(formula: Form) -> Form:
    """Return the formula with its variables bound by one premise after the other."""
    match formula:
        case ("!", names, ("=>", ("&", ("p", _, *args) as first, *rest), then)):
            own = tuple(name for name in names if (name,) in args)
            others = tuple(name for name in names if name not in own)
            inner = ("!", others, ("=>", ("&", *rest), then))
            return ("!", own, ("=>", first, inner))
    return formula


def _holds(
    formula: Form, true: Relations, objects: list[Form], bound: Mapping[str, Form]
) -> bool:
    sign, *parts = formula
    if sign in ("!", "?"):
        every = all if sign == "!" else any
        names = parts[0]
        return every(
            _holds(
                parts[1], true, objects, {**bound, **dict(zip(names, row, strict=True))}
            )
            for row in product(objects, repeat=len(names))
        )
    if sign == "p":
        name, *args = parts
        return tuple(bound.get(x[0], x) for x in args) in true.get(name, ())
    if sign == "=":
        left, right = (bound.get(x[0], x) for x in parts)
        return left == right
    truths = (_holds(part, true, objects, bound) for part in parts)
    if sign == "&":
        return all(truths)
    if sign == "|":
        return any(truths)
    if sign == "~":
        return not next(truths)
    if sign == "=>":
        return not next(truths) or next(truths)
    return next(truths) is next(truths)
